//! Exports to Python, as a module.

use super::key_table::{KeyTable, fill, screaming_snake_case};

pub fn python(table: &KeyTable) -> String {
    let kinds = table.kind_lines(|words, first, size| {
        format!("FIRST_{} = {first}  # of {size}", screaming_snake_case(words))
    });
    fill(
        include_str!("templates/keys.py.txt"),
        &[
            ("about", &table.header("#")),
            ("len", &table.len().to_string()),
            ("kinds", &kinds),
            ("keys", &table.rows("    ", "#", |word| table.hex(word))),
            ("features", &table.test_features("        ")),
            ("hash", &table.hex(table.hash)),
        ],
    )
}
