//! Exports to Rust, as a module.

use super::key_table::{KeyTable, fill, screaming_snake_case};

pub fn rust(table: &KeyTable) -> String {
    let kinds = table.kind_lines(|words, first, size| {
        let name = screaming_snake_case(words);
        format!("/// The first of {size}.\npub const FIRST_{name}: usize = {first};")
    });
    fill(
        include_str!("templates/keys.rs.txt"),
        &[
            ("about", &table.header("//!")),
            ("width", &table.width.to_string()),
            ("len", &table.len().to_string()),
            ("kinds", &kinds),
            ("keys", &table.rows("    ", "//", |word| table.hex(word))),
            ("features", &table.test_features("        ")),
            ("hash", &table.hex(table.hash)),
        ],
    )
}
