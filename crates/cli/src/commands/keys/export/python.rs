//! Python, as a module.

use super::table::{Table, fill, screaming};

pub fn python(table: &Table) -> String {
    let kinds = table.kind_lines(|words, first, size| {
        format!("FIRST_{} = {first}  # of {size}", screaming(words))
    });
    fill(
        include_str!("templates/keys.py.txt"),
        &[
            ("about", &table.about("#")),
            ("len", &table.len().to_string()),
            ("kinds", &kinds),
            ("keys", &table.rows("    ", "#", |word| table.hex(word))),
            ("features", &table.test_features("        ")),
            ("hash", &table.hex(table.hash)),
        ],
    )
}
