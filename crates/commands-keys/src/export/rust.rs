//! Exports to Rust, as a module.

use super::accessors::Accessor;
use super::key_table::{KeyTable, fill, screaming_snake_case, section};
use super::namespace::indented;
use super::operations::Operation;

const ROW: &str = "/// The keys of so many features, from one on.
const fn row<const SIZE: usize>(first: usize) -> [Hash; SIZE] {
    let mut row = [0; SIZE];
    let mut i = 0;
    while i < SIZE {
        row[i] = KEYS[first + i];
        i += 1;
    }
    row
}";

const ROWS: &str = "/// The keys of so many rows of features, from one on.
const fn rows<const ROWS: usize, const SIZE: usize>(first: usize) -> [[Hash; SIZE]; ROWS] {
    let mut rows = [[0; SIZE]; ROWS];
    let mut i = 0;
    while i < ROWS {
        rows[i] = row(first + SIZE * i);
        i += 1;
    }
    rows
}";

/// `namespace` is the name of a module around all, if there is one.
pub(crate) fn rust(table: &KeyTable, namespace: Option<&str>) -> String {
    let kinds = table.kind_lines(|words, first, size| {
        let name = screaming_snake_case(words);
        format!("/// The first of {size}.\npub const FIRST_{name}: usize = {first};")
    });
    let pieces = table.piece_lines(|words, number| {
        let name = screaming_snake_case(words);
        format!(
            "/// The {}, of the pieces in the order of their keys.\npub const {name}: usize = {number};",
            words.join(" ")
        )
    });
    let samples = match table.samples.as_slice() {
        [] => String::new(),
        samples => fill(
            include_str!("templates/positions.rs.txt"),
            &[
                ("count", &samples.len().to_string()),
                ("rows", &table.sample_rows("    ", ["(", ")"], |word| table.hex(word))),
            ],
        ),
    };
    let helpers = [ROW, ROWS].map(str::to_owned);
    let text = fill(
        include_str!("templates/keys.rs.txt"),
        &[
            ("width", &table.integer().to_string()),
            ("len", &table.len().to_string()),
            ("kinds", &kinds),
            ("pieces", &section(&pieces)),
            ("combination", if table.set.linear { "XOR" } else { "sum" }),
            ("keys", &table.rows("    ", "//", |word| table.hex(word))),
            ("functions", &table.functions(|op| operation(table, op), &helpers, accessor)),
            ("features", &table.test_features("        ")),
            ("put", table.put()),
            ("hash", &table.hex(table.hash)),
            ("samples", &(section(&samples) + &section(&reversible(table)))),
        ],
    );
    match namespace {
        None => format!("{}\n{text}", table.header("//!")),
        Some(name) => {
            format!("{}pub mod {name} {{\n{}}}\n", table.header("///"), indented(&text))
        }
    }
}

fn operation(table: &KeyTable, operation: &Operation) -> String {
    let Operation { feature, key, doc, key_doc, sign } = operation;
    let sum = if *sign == "+" { "hash.wrapping_add(key)" } else { "hash.wrapping_sub(key)" };
    let combined = match (table.set.linear, table.width) {
        (true, _) => "hash ^ key".to_owned(),
        (false, 32 | 64) => sum.to_owned(),
        (false, width) => format!("{sum} & ((1 << {width}) - 1)"),
    };
    format!(
        "/// {key_doc}\n\
         pub const fn {key}(hash: Hash, key: Hash) -> Hash {{\n    \
             {combined}\n\
         }}\n\n\
         /// {doc}\n\
         pub const fn {feature}(hash: Hash, feature: usize) -> Hash {{\n    \
             {key}(hash, KEYS[feature])\n\
         }}"
    )
}

fn accessor(accessor: &Accessor) -> String {
    let first = format!("FIRST_{}", screaming_snake_case(&accessor.words));
    let feature = accessor.feature(&first, |items, index| format!("[{items}][{index}]"));
    let parameters = accessor.declared(|name| format!("{name}: usize"));
    format!(
        "/// The key {}.\n\
         pub const fn {}_key({parameters}) -> Hash {{\n    \
             KEYS[{feature}]\n\
         }}{}",
        accessor.doc,
        accessor.words.join("_"),
        array(accessor),
    )
}

fn array(accessor: &Accessor) -> String {
    let Some(dimensions) = accessor.dimensions() else { return String::new() };
    let name = screaming_snake_case(&accessor.words);
    let value = match dimensions.as_slice() {
        [(_, rows), (_, size)] => format!("[[Hash; {size}]; {rows}] = rows(FIRST_{name})"),
        dimensions => format!("[Hash; {}] = row(FIRST_{name})", dimensions[0].1),
    };
    format!(
        "\n\n/// The keys of `{}_key` by `{}`.\npub static {name}_KEYS: {value};",
        accessor.words.join("_"),
        accessor.indices(),
    )
}

/// The tables of moves that can be taken back.
fn reversible(table: &KeyTable) -> String {
    let template = include_str!("templates/reversible.rs.txt");
    table.reversible_text(template, "    ", &|word| table.hex(word), &[])
}
