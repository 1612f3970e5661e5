//! Exports to C and C++, as headers.

use super::key_table::{KeyTable, fill, screaming_snake_case};

const HALVES: &str = "typedef struct {\n    uint64_t high;\n    uint64_t low;\n} zobrist_hash;";

pub fn c(table: &KeyTable) -> String {
    let wide = table.width == 128;
    let literal = |word| if wide { halves(word) } else { integer(table, word) };
    let (type_of_hash, toggle, equal) = if wide {
        let [high, low] = KeyTable::halves(table.hash);
        (
            HALVES.to_owned(),
            "    const zobrist_hash key = zobrist_keys[feature];\n    \
             hash.high ^= key.high;\n    hash.low ^= key.low;\n    return hash;",
            format!("hash.high == {high:#018x}ULL && hash.low == {low:#018x}ULL"),
        )
    } else {
        (
            format!("typedef uint{}_t zobrist_hash;", table.width),
            "    return hash ^ zobrist_keys[feature];",
            format!("hash == {}", integer(table, table.hash)),
        )
    };
    let kinds = table.kind_lines(|words, first, size| {
        format!("    ZOBRIST_FIRST_{} = {first}, // of {size}", screaming_snake_case(words))
    });
    fill(
        include_str!("templates/keys.h"),
        &[
            ("about", &table.header("//")),
            ("kinds", &kinds),
            ("len", &table.len().to_string()),
            ("type", &type_of_hash),
            ("keys", &table.rows("    ", "//", literal)),
            ("toggle", toggle),
            ("features", &table.test_features("        ")),
            ("zero", if wide { "{0, 0}" } else { "0" }),
            ("equal", &equal),
        ],
    )
}

pub fn cpp(table: &KeyTable) -> String {
    let wide = table.width == 128;
    let literal = |word| if wide { halves(word) } else { integer(table, word) };
    let type_of_hash = match wide {
        true => include_str!("templates/hash.hpp").trim_end().to_owned(),
        false => format!("using Hash = std::uint{}_t;", table.width),
    };
    let kinds = table.kind_lines(|words, first, size| {
        format!("inline constexpr std::size_t first_{} = {first}; // of {size}", words.join("_"))
    });
    let hash = literal(table.hash);
    fill(
        include_str!("templates/keys.hpp"),
        &[
            ("about", &table.header("//")),
            ("kinds", &kinds),
            ("len", &table.len().to_string()),
            ("type", &type_of_hash),
            // An array of structures is itself a structure around an array.
            ("open", if wide { "{" } else { "" }),
            ("close", if wide { "}" } else { "" }),
            ("keys", &table.rows("    ", "//", literal)),
            ("features", &table.test_features("        ")),
            ("hash", &if wide { format!("Hash{hash}") } else { hash }),
        ],
    )
}

fn integer(table: &KeyTable, word: u128) -> String {
    let suffix = if table.width == 32 { "U" } else { "ULL" };
    format!("{}{suffix}", table.hex(word))
}

fn halves(word: u128) -> String {
    let [high, low] = KeyTable::halves(word);
    format!("{{{high:#018x}ULL, {low:#018x}ULL}}")
}
