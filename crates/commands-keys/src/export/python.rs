//! Exports to Python, as a module.

use super::accessors::Accessor;
use super::key_table::{KeyTable, fill, screaming_snake_case, section};
use super::operations::Operation;

pub(crate) fn python(table: &KeyTable) -> String {
    let kinds = table.kind_lines(|words, first, size| {
        format!("FIRST_{} = {first}  # of {size}", screaming_snake_case(words))
    });
    let pieces =
        table.piece_lines(|words, number| format!("{} = {number}", screaming_snake_case(words)));
    let pieces = match pieces.as_str() {
        "" => String::new(),
        pieces => format!("# The pieces in the order of their keys.\n{pieces}"),
    };
    let samples = match table.samples.is_empty() {
        true => String::new(),
        false => fill(
            include_str!("templates/positions.py.txt"),
            &[("rows", &table.sample_rows("    ", ["(", ")"], |word| table.hex(word)))],
        ),
    };
    let functions = table.functions(|op| operation(table, op), &[], accessor);
    fill(
        include_str!("templates/keys.py.txt"),
        &[
            ("about", &table.header("#")),
            ("len", &table.len().to_string()),
            ("kinds", &kinds),
            ("pieces", &section(&pieces)),
            ("combination", if table.set.linear { "XOR" } else { "sum" }),
            ("keys", &table.rows("    ", "#", |word| table.hex(word))),
            // Two empty lines before a definition.
            ("functions", &functions.replace("\n\n", "\n\n\n")),
            ("features", &table.test_features("        ")),
            ("put", table.put()),
            ("hash", &table.hex(table.hash)),
            ("samples", &section(&samples)),
        ],
    )
}

fn operation(table: &KeyTable, operation: &Operation) -> String {
    let Operation { feature, key, sign, doc, key_doc } = operation;
    let combined = match table.set.linear {
        true => format!("hash_ {sign} key"),
        false => format!("(hash_ {sign} key) % (1 << {})", table.width),
    };
    format!(
        "def {key}(hash_: int, key: int) -> int:\n    \
             \"\"\"{key_doc}\"\"\"\n    \
             return {combined}\n\n\
         def {feature}(hash_: int, feature: int) -> int:\n    \
             \"\"\"{doc}\"\"\"\n    \
             return {key}(hash_, KEYS[feature])"
    )
}

fn accessor(accessor: &Accessor) -> String {
    let first = format!("FIRST_{}", screaming_snake_case(&accessor.words));
    let feature = accessor.feature(&first, |items, index| format!("({items})[{index}]"));
    format!(
        "def {}_key({}) -> int:\n    \"\"\"The key {}.\"\"\"\n    return KEYS[{feature}]{}",
        accessor.words.join("_"),
        accessor.declared(|name| format!("{name}: int")),
        accessor.doc,
        array(accessor),
    )
}

fn array(accessor: &Accessor) -> String {
    let Some(dimensions) = accessor.dimensions() else { return String::new() };
    let name = screaming_snake_case(&accessor.words);
    let value = match dimensions.as_slice() {
        [(_, rows), (_, size)] => format!(
            "tuple(\n    KEYS[FIRST_{name} + {size} * i : FIRST_{name} + {size} * (i + 1)] \
             for i in range({rows})\n)"
        ),
        dimensions => format!("KEYS[FIRST_{name} : FIRST_{name} + {}]", dimensions[0].1),
    };
    format!(
        "\n\n# The keys of {}_key by {}.\n{name}_KEYS = {value}",
        accessor.words.join("_"),
        accessor.indices(),
    )
}
