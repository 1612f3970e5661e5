//! Exports to C#, as a static class.

use super::accessors::Accessor;
use super::key_table::{KeyTable, camel_case, fill, section};
use super::namespace::indented;
use super::operations::Operation;

/// `namespace` has the class, if it is given.
pub(crate) fn csharp(table: &KeyTable, namespace: Option<&str>) -> String {
    let halves = |word| {
        let [high, low] = KeyTable::halves(word);
        format!("new UInt128({high:#018x}UL, {low:#018x}UL)")
    };
    let literal = |word| match table.integer() {
        32 => format!("{}U", table.hex(word)),
        64 => format!("{}UL", table.hex(word)),
        _ => halves(word),
    };
    let kinds = table.kind_lines(|words, first, size| {
        let name = camel_case(words);
        format!(
            "    /// <summary>The first of {size}.</summary>\n    \
             public const int First{name} = {first};"
        )
    });
    let pieces = table.piece_lines(|words, number| {
        format!(
            "    /// <summary>The {}, of the pieces in the order of their keys.</summary>\n    \
             public const int {} = {number};",
            words.join(" "),
            camel_case(words),
        )
    });
    let samples = match table.samples.is_empty() {
        true => String::new(),
        false => fill(
            include_str!("templates/positions.cs"),
            &[("rows", &table.sample_rows("        ", ["new Position(", ")"], literal))],
        ),
    };
    let (operation, accessor) =
        (|op: &Operation| operation(table, op), |each: &Accessor| accessor(table, each));
    let class = fill(
        include_str!("templates/ZobristKeys.cs"),
        &[
            ("len", &table.len().to_string()),
            ("kinds", &kinds),
            ("pieces", &section(&pieces)),
            ("combination", if table.set.linear { "XOR" } else { "sum" }),
            ("keys", &table.rows("        ", "//", literal)),
            ("functions", &table.functions(operation, &helpers(table), accessor)),
            ("features", &table.test_features("            ")),
            ("put", &camel_case(&[table.put()])),
            ("hash", &literal(table.hash)),
            ("samples", &(section(&samples) + &section(&reversible(table, &literal)))),
            ("type", hash_type(table)),
        ],
    );
    let using = if table.width == 128 { "using System;\n\n" } else { "" };
    let class = match namespace {
        None => class,
        Some(name) => format!("namespace {name}\n{{\n{}}}\n", indented(&class)),
    };
    format!("{}\n{using}{class}", table.header("//"))
}

fn hash_type(table: &KeyTable) -> &'static str {
    match table.integer() {
        32 => "uint",
        64 => "ulong",
        _ => "UInt128",
    }
}

fn operation(table: &KeyTable, operation: &Operation) -> String {
    let Operation { feature, key, sign, doc, key_doc } = operation;
    let hash = hash_type(table);
    let combined = match (table.set.linear, table.width) {
        (true, _) => format!("hash {sign} key"),
        (false, 32 | 64) => format!("unchecked(hash {sign} key)"),
        (false, width @ ..32) => format!("unchecked(hash {sign} key) & ((1U << {width}) - 1)"),
        (false, width) => format!("unchecked(hash {sign} key) & ((1UL << {width}) - 1)"),
    };
    let [feature, key] = [feature, key].map(|name| camel_case(&[name]));
    format!(
        "    /// <summary>{key_doc}</summary>\n    \
             public static {hash} {key}({hash} hash, {hash} key) => {combined};\n\n    \
             /// <summary>{doc}</summary>\n    \
             public static {hash} {feature}({hash} hash, int feature) => {key}(hash, Keys[feature]);"
    )
}

fn accessor(table: &KeyTable, accessor: &Accessor) -> String {
    let name = camel_case(&accessor.words);
    let feature = accessor
        .feature(&format!("First{name}"), |items, index| format!("new[] {{ {items} }}[{index}]"));
    format!(
        "    /// <summary>The key {}.</summary>\n    \
             public static {} {name}Key({}) =>\n        Keys[{feature}];{}",
        accessor.doc,
        hash_type(table),
        accessor.declared(|name| format!("int {name}")),
        array(table, accessor, &name),
    )
}

fn array(table: &KeyTable, accessor: &Accessor, name: &str) -> String {
    let Some(dimensions) = accessor.dimensions() else { return String::new() };
    let (brackets, value) = match dimensions.as_slice() {
        [(_, rows), (_, size)] => ("[][]", format!("Rows(First{name}, {rows}, {size})")),
        dimensions => ("[]", format!("Row(First{name}, {})", dimensions[0].1)),
    };
    format!(
        "\n\n    /// <summary>The keys of {name}Key by {}.</summary>\n    \
             public static readonly {}{brackets} {name}Keys = {value};",
        accessor.indices(),
        hash_type(table),
    )
}

/// Methods for arrays of one and of two dimensions.
fn helpers(table: &KeyTable) -> [String; 2] {
    [include_str!("templates/row.cs"), include_str!("templates/rows.cs")]
        .map(|text| fill(text, &[("type", hash_type(table))]))
}

/// The tables of moves that can be taken back.
fn reversible(table: &KeyTable, literal: &dyn Fn(u128) -> String) -> String {
    let from = camel_case(&[table.minus()]);
    let template = include_str!("templates/reversible.cs");
    let more = [("from", &*from), ("type", hash_type(table))];
    table.reversible_text(template, "        ", literal, &more)
}
