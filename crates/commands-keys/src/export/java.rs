//! Exports to Java, as a class.

use anyhow::{Result, bail};

use super::accessors::Accessor;
use super::key_table::{KeyTable, camel_case, fill, screaming_snake_case, section};
use super::operations::Operation;

/// Maximum count of numbers. The initializer of a class has at most 64 KiB of code, and a number
/// takes up to nine bytes of it.
const MAX_NUMBERS: usize = 7000;

/// `package` has the class, if it is given.
pub(crate) fn java(table: &KeyTable, package: Option<&str>) -> Result<String> {
    let is_wide = table.width == 128;
    let numbers = table.len() * if is_wide { 2 } else { 1 };
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
    let integer = |word| format!("{}{}", table.hex(word), if table.width <= 32 { "" } else { "L" });
    let literal = |word| if is_wide { halves(word) } else { integer(word) };
    let value = |word| if is_wide { format!("new Hash({})", halves(word)) } else { integer(word) };
    let hash_type = hash_type(table);
    let kinds = table.kind_lines(|words, first, size| {
        let name = screaming_snake_case(words);
        format!(
            "    /** The first of {size}. */\n    public static final int FIRST_{name} = {first};"
        )
    });
    let pieces = table.piece_lines(|words, number| {
        format!(
            "    /** The {}, of the pieces in the order of their keys. */\n    \
             public static final int {} = {number};",
            words.join(" "),
            screaming_snake_case(words),
        )
    });
    let samples = match table.samples.is_empty() {
        true => String::new(),
        false => fill(
            include_str!("templates/positions.java"),
            &[("rows", &table.sample_rows("        ", ["new Position(", ")"], value))],
        ),
    };
    let (wide_type, wide_keys) = match is_wide {
        true => (include_str!("templates/Hash.java"), "The key of each feature: high, low."),
        false => ("", "The key of each feature."),
    };
    let package = package.map_or_else(String::new, |name| format!("\npackage {name};\n"));
    let operation = |op: &Operation| operation(table, op);
    let accessor = |each: &Accessor| accessor(hash_type, each);
    Ok(fill(
        include_str!("templates/ZobristKeys.java"),
        &[
            ("about", table.header("//").trim_end()),
            ("package", &package),
            ("len", &table.len().to_string()),
            ("kinds", &kinds),
            ("pieces", &section(&pieces)),
            ("combination", if table.set.linear { "XOR" } else { "sum" }),
            ("type", wide_type),
            ("element", if is_wide { "long" } else { hash_type }),
            ("keydoc", wide_keys),
            ("keys", &table.rows("        ", "//", literal)),
            (
                "key",
                if is_wide {
                    "new Hash(KEYS[2 * feature], KEYS[2 * feature + 1])"
                } else {
                    "KEYS[feature]"
                },
            ),
            ("functions", &table.functions(operation, &helpers(hash_type), accessor)),
            ("features", &table.test_features("            ")),
            ("zero", if is_wide { "Hash.EMPTY" } else { "0" }),
            ("put", table.put()),
            (
                "equal",
                &match is_wide {
                    true => format!("hash.equals({})", value(table.hash)),
                    false => format!("hash == {}", value(table.hash)),
                },
            ),
            ("samples", &(section(&samples) + &section(&reversible(table)))),
            ("hashtype", hash_type),
        ],
    ))
}

fn hash_type(table: &KeyTable) -> &'static str {
    match table.integer() {
        32 => "int",
        64 => "long",
        _ => "Hash",
    }
}

fn operation(table: &KeyTable, operation: &Operation) -> String {
    let Operation { feature, key, sign, doc, key_doc } = operation;
    let hash = hash_type(table);
    let combined = match table.width {
        128 => "new Hash(hash.high ^ key.high, hash.low ^ key.low)".to_owned(),
        16 | 24 => format!("(hash {sign} key) & ((1 << {}) - 1)", table.width),
        47 | 48 => format!("(hash {sign} key) & ((1L << {}) - 1)", table.width),
        _ => format!("hash {sign} key"),
    };
    format!(
        "    /** {key_doc} */\n    \
             public static {hash} {key}({hash} hash, {hash} key) {{\n        \
                 return {combined};\n    \
             }}\n\n    \
             /** {doc} */\n    \
             public static {hash} {feature}({hash} hash, int feature) {{\n        \
                 return {key}(hash, key(feature));\n    \
             }}"
    )
}

fn accessor(hash: &str, accessor: &Accessor) -> String {
    let first = format!("FIRST_{}", screaming_snake_case(&accessor.words));
    let feature =
        accessor.feature(&first, |items, index| format!("new int[] {{{items}}}[{index}]"));
    let name = camel_case(&accessor.words);
    let (initial, rest) = name.split_at(1);
    format!(
        "    /** The key {}. */\n    \
             public static {hash} {}{rest}Key({}) {{\n        \
                 return key({feature});\n    \
             }}{}",
        accessor.doc,
        initial.to_ascii_lowercase(),
        accessor.declared(|name| format!("int {name}")),
        array(hash, accessor, &format!("{}{rest}Key", initial.to_ascii_lowercase())),
    )
}

/// `function` is the name of the function of the accessor.
fn array(hash: &str, accessor: &Accessor, function: &str) -> String {
    let Some(dimensions) = accessor.dimensions() else { return String::new() };
    let name = screaming_snake_case(&accessor.words);
    let (brackets, value) = match dimensions.as_slice() {
        [(_, rows), (_, size)] => ("[][]", format!("rows(FIRST_{name}, {rows}, {size})")),
        dimensions => ("[]", format!("row(FIRST_{name}, {})", dimensions[0].1)),
    };
    format!(
        "\n\n    /** The keys of {function} by {}. */\n    \
             public static final {hash}{brackets} {name}_KEYS = {value};",
        accessor.indices(),
    )
}

/// Methods for arrays of one and of two dimensions.
fn helpers(hash: &str) -> [String; 2] {
    [include_str!("templates/row.java"), include_str!("templates/rows.java")]
        .map(|text| fill(text, &[("hashtype", hash)]))
}

/// The tables of moves that can be taken back.
fn reversible(table: &KeyTable) -> String {
    let Some(tables) = &table.reversible else { return String::new() };
    let digits = table.integer() as usize / 4;
    // Strings of 64 digits.
    let row = 64 / digits;
    let text = |numbers: &[u128], digits: usize| {
        let rows = numbers.chunks(64 / digits).map(|row| {
            let row: String = row.iter().map(|number| format!("{number:0digits$x}")).collect();
            format!("            \"{row}\",")
        });
        rows.collect::<Vec<_>>().join("\n")
    };
    let end = format!("row.substring(at, at + {digits})");
    let (parsed, low, high, differ) = match table.integer() {
        32 => (
            format!("Integer.parseUnsignedInt({end}, 16)"),
            "difference",
            "(difference >>> @shift@)",
            "REVERSIBLE_DIFFERENCES[place] != difference",
        ),
        64 => (
            format!("Long.parseUnsignedLong({end}, 16)"),
            "(int) difference",
            "(int) (difference >>> @shift@)",
            "REVERSIBLE_DIFFERENCES[place] != difference",
        ),
        _ => (
            "new Hash(\n                    Long.parseUnsignedLong(row.substring(at, at + 16), 16),\n                    \
             Long.parseUnsignedLong(row.substring(at + 16, at + 32), 16))"
                .to_owned(),
            "(int) difference.low",
            "(int) (difference.low >>> @shift@)",
            "!REVERSIBLE_DIFFERENCES[place].equals(difference)",
        ),
    };
    let moves: Vec<u128> = tables.moves.iter().map(|only| u128::from(*only)).collect();
    let more = [
        ("differences", &*text(&tables.differences, digits)),
        ("moves", &text(&moves, 4)),
        ("row", &row.to_string()),
        ("digits", &digits.to_string()),
        ("parsed", &parsed),
        ("hashtype", hash_type(table)),
        ("low", low),
        ("high", high),
        ("differ", differ),
    ];
    let template = include_str!("templates/reversible.java");
    table.reversible_text(template, "", &|_| String::new(), &more)
}
