//! Exports to Java, as a class.

use anyhow::{Result, bail};

use super::key_table::{KeyTable, fill, screaming_snake_case};

/// Maximum count of numbers. The initializer of a class has at most 64 KiB of code, and a number takes up
/// to nine bytes of it.
const MAX_NUMBERS: usize = 7000;

pub fn java(table: &KeyTable) -> Result<String> {
    let wide = table.width == 128;
    let numbers = table.len() * if wide { 2 } else { 1 };
    if numbers > MAX_NUMBERS {
        bail!(
            "a Java class has room for {MAX_NUMBERS} numbers, and {numbers} are needed; export \
             JSON or a NumPy array, and read it when the program starts"
        );
    }
    let halves = |word| {
        let [high, low] = KeyTable::halves(word);
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
        let name = screaming_snake_case(words);
        format!(
            "    /** The first of {size}. */\n    public static final int FIRST_{name} = {first};"
        )
    });
    let hash = literal(table.hash);
    Ok(fill(
        include_str!("templates/ZobristKeys.java"),
        &[
            ("about", table.header("//").trim_end()),
            ("len", &table.len().to_string()),
            ("kinds", &kinds),
            ("type", if wide { include_str!("templates/Hash.java") } else { "" }),
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
