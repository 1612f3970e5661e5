//! Exports to C#, as a static class.

use super::key_table::{KeyTable, camel_case, fill};

pub fn csharp(table: &KeyTable) -> String {
    let halves = |word| {
        let [high, low] = KeyTable::halves(word);
        format!("new UInt128({high:#018x}UL, {low:#018x}UL)")
    };
    let literal = |word| match table.width {
        32 => format!("{}U", table.hex(word)),
        64 => format!("{}UL", table.hex(word)),
        _ => halves(word),
    };
    let (type_of_hash, using) = match table.width {
        32 => ("uint", ""),
        64 => ("ulong", ""),
        _ => ("UInt128", "\nusing System;\n"),
    };
    let kinds = table.kind_lines(|words, first, size| {
        let name = camel_case(words);
        format!(
            "    /// <summary>The first of {size}.</summary>\n    \
             public const int First{name} = {first};"
        )
    });
    fill(
        include_str!("templates/ZobristKeys.cs"),
        &[
            ("about", &table.header("//")),
            ("using", using),
            ("len", &table.len().to_string()),
            ("kinds", &kinds),
            ("type", type_of_hash),
            ("keys", &table.rows("        ", "//", literal)),
            ("features", &table.test_features("            ")),
            ("hash", &literal(table.hash)),
        ],
    )
}
