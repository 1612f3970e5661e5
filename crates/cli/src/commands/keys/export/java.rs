//! Java, as a class.

use anyhow::{Result, bail};

use super::table::{Table, fill, screaming};

/// The initialiser of a class has at most 64 KiB of code, of which a number takes up to nine bytes.
const MAX_NUMBERS: usize = 7000;

const RECORD: &str = "
    /** A key or a hash. */
    public record Hash(long high, long low) {
        /** The hash of nothing. */
        public static final Hash EMPTY = new Hash(0, 0);
    }
";

pub fn java(table: &Table) -> Result<String> {
    let wide = table.width == 128;
    let numbers = table.len() * if wide { 2 } else { 1 };
    if numbers > MAX_NUMBERS {
        bail!(
            "a Java class has room for {MAX_NUMBERS} numbers, and {numbers} are needed; export \
             JSON or a NumPy array, and read it when the program starts"
        );
    }
    let halves = |word| {
        let [high, low] = Table::halves(word);
        format!("{high:#018x}L, {low:#018x}L")
    };
    let integer = |word| format!("{}{}", table.hex(word), if table.width == 64 { "L" } else { "" });
    let literal = |word| if wide { halves(word) } else { integer(word) };
    let hash_type = match table.width {
        32 => "int",
        64 => "long",
        _ => "Hash",
    };
    let kinds = table.kind_lines(|words, first, size| {
        let name = screaming(words);
        format!(
            "    /** The first of {size}. */\n    public static final int FIRST_{name} = {first};"
        )
    });
    let hash = literal(table.hash);
    Ok(fill(
        include_str!("templates/ZobristKeys.java"),
        &[
            ("about", table.about("//").trim_end()),
            ("len", &table.len().to_string()),
            ("kinds", &kinds),
            ("type", if wide { RECORD } else { "" }),
            ("element", if wide { "long" } else { hash_type }),
            (
                "keydoc",
                if wide {
                    "The key of each feature: high, low."
                } else {
                    "The key of each feature."
                },
            ),
            ("keys", &table.rows("        ", "//", literal)),
            ("hashtype", hash_type),
            (
                "key",
                if wide {
                    "new Hash(KEYS[2 * feature], KEYS[2 * feature + 1])"
                } else {
                    "KEYS[feature]"
                },
            ),
            (
                "toggle",
                if wide {
                    "new Hash(hash.high ^ KEYS[2 * feature], hash.low ^ KEYS[2 * feature + 1])"
                } else {
                    "hash ^ KEYS[feature]"
                },
            ),
            ("features", &table.test_features("            ")),
            ("zero", if wide { "Hash.EMPTY" } else { "0" }),
            (
                "equal",
                &match wide {
                    true => format!("hash.equals(new Hash({hash}))"),
                    false => format!("hash == {hash}"),
                },
            ),
        ],
    ))
}
