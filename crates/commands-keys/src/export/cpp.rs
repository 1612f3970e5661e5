//! Exports to C++, as a header.

use super::accessors::Accessor;
use super::key_table::{KeyTable, fill, section};
use super::operations::Operation;

const ROW: &str = "// The keys of so many features, from one on.
template <std::size_t Size>
constexpr std::array<Hash, Size> row(std::size_t first) {
    std::array<Hash, Size> copied{};
    for (std::size_t i = 0; i < Size; ++i) {
        copied[i] = keys[first + i];
    }
    return copied;
}";

const ROWS: &str = "// The keys of so many rows of features, from one on.
template <std::size_t Rows, std::size_t Size>
constexpr std::array<std::array<Hash, Size>, Rows> rows(std::size_t first) {
    std::array<std::array<Hash, Size>, Rows> copied{};
    for (std::size_t i = 0; i < Rows; ++i) {
        copied[i] = row<Size>(first + Size * i);
    }
    return copied;
}";

/// `namespace` has the names, and may be nested, as `a::b`.
pub(crate) fn cpp(table: &KeyTable, namespace: &str) -> String {
    let is_wide = table.width == 128;
    let integer =
        |word| format!("{}{}", table.hex(word), if table.width <= 32 { "U" } else { "ULL" });
    let literal = |word| if is_wide { halves(word) } else { integer(word) };
    let type_of_hash = match is_wide {
        true => include_str!("templates/hash.hpp").trim_end().to_owned(),
        false => format!("using Hash = std::uint{}_t;", table.integer()),
    };
    let kinds = table.kind_lines(|words, first, size| {
        format!("inline constexpr std::size_t first_{} = {first}; // of {size}", words.join("_"))
    });
    let pieces = table.piece_lines(|words, number| {
        format!("inline constexpr std::size_t {} = {number};", words.join("_"))
    });
    let pieces = match pieces.as_str() {
        "" => String::new(),
        pieces => format!("// The pieces in the order of their keys.\n{pieces}"),
    };
    let samples = match table.samples.as_slice() {
        [] => String::new(),
        samples => fill(
            include_str!("templates/positions.hpp"),
            &[
                ("count", &samples.len().to_string()),
                ("rows", &table.sample_rows("    ", ["{", "}"], literal)),
            ],
        ),
    };
    let hash = literal(table.hash);
    let helpers = [ROW, ROWS].map(str::to_owned);
    fill(
        include_str!("templates/keys.hpp"),
        &[
            ("about", &table.header("//")),
            ("kinds", &kinds),
            ("len", &table.len().to_string()),
            ("pieces", &section(&pieces)),
            ("type", &type_of_hash),
            ("combination", if table.set.linear { "XOR" } else { "sum" }),
            // An array of structures is itself a structure around an array.
            ("open", if is_wide { "{" } else { "" }),
            ("close", if is_wide { "}" } else { "" }),
            ("keys", &table.rows("    ", "//", literal)),
            ("functions", &table.functions(|op| operation(table, op), &helpers, accessor)),
            ("features", &table.test_features("        ")),
            ("put", table.put()),
            ("hash", &if is_wide { format!("Hash{hash}") } else { hash }),
            ("samples", &(section(&samples) + &section(&reversible(table, &literal)))),
            ("namespace", namespace),
        ],
    )
}

fn operation(table: &KeyTable, operation: &Operation) -> String {
    let Operation { feature, key, sign, doc, key_doc } = operation;
    let combined = match table.width {
        16 | 24 => format!("(hash {sign} key) & ((1U << {}) - 1)", table.width),
        47 | 48 => format!("(hash {sign} key) & ((1ULL << {}) - 1)", table.width),
        _ => format!("hash {sign} key"),
    };
    format!(
        "// {key_doc}\n\
         constexpr Hash {key}(Hash hash, Hash key) {{\n    \
             return {combined};\n\
         }}\n\n\
         // {doc}\n\
         constexpr Hash {feature}(Hash hash, std::size_t feature) {{\n    \
             return {key}(hash, keys[feature]);\n\
         }}"
    )
}

fn accessor(accessor: &Accessor) -> String {
    let name = accessor.words.join("_");
    let feature = accessor.feature(&format!("first_{name}"), |items, index| {
        let count = items.split(',').count();
        format!("std::array<std::size_t, {count}>{{{items}}}[{index}]")
    });
    let parameters = accessor.declared(|name| format!("std::size_t {name}"));
    format!(
        "// The key {}.\n\
         constexpr Hash {name}_key({parameters}) {{\n    \
             return keys[{feature}];\n\
         }}{}",
        accessor.doc,
        array(accessor, &name),
    )
}

fn array(accessor: &Accessor, name: &str) -> String {
    let Some(dimensions) = accessor.dimensions() else { return String::new() };
    let declaration = match dimensions.as_slice() {
        [(_, rows), (_, size)] => format!(
            "inline constexpr std::array<std::array<Hash, {size}>, {rows}> {name}_keys =\n    \
                 rows<{rows}, {size}>(first_{name});"
        ),
        dimensions => {
            let size = dimensions[0].1;
            format!(
                "inline constexpr std::array<Hash, {size}> {name}_keys = row<{size}>(first_{name});"
            )
        }
    };
    format!("\n\n// The keys of {name}_key by {}.\n{declaration}", accessor.indices())
}

fn halves(word: u128) -> String {
    let [high, low] = KeyTable::halves(word);
    format!("{{{high:#018x}ULL, {low:#018x}ULL}}")
}

/// The tables of moves that can be taken back.
fn reversible(table: &KeyTable, literal: &dyn Fn(u128) -> String) -> String {
    let [low, open, close] = if table.width == 128 { [".low", "{", "}"] } else { [""; 3] };
    let template = include_str!("templates/reversible.hpp");
    let more = [("low", low), ("open", open), ("close", close)];
    table.reversible_text(template, "    ", literal, &more)
}
