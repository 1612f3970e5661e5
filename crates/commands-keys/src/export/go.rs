//! Exports to Go, as a package in the format of gofmt.

use super::accessors::Accessor;
use super::key_table::{KeyTable, camel_case, fill, section};
use super::operations::Operation;

/// `package` is the name of the package.
pub(crate) fn go(table: &KeyTable, package: &str) -> String {
    let is_wide = table.width == 128;
    let halves = |word| {
        let [high, low] = KeyTable::halves(word);
        format!("{{{high:#018x}, {low:#018x}}}")
    };
    let literal = |word| if is_wide { halves(word) } else { table.hex(word) };
    let hash_literal =
        |word| if is_wide { format!("Hash{}", halves(word)) } else { table.hex(word) };
    let type_of_hash = match is_wide {
        true => "type Hash struct {\n\tHigh, Low uint64\n}".to_owned(),
        false => format!("type Hash = uint{}", table.integer()),
    };
    let pieces: Vec<(String, usize)> =
        table.pieces().iter().map(|p| camel_case(p)).zip(0..).collect();
    let pieces = match aligned(&pieces).as_str() {
        "" => String::new(),
        lines => format!("// The pieces in the order of their keys.\nconst (\n{lines}\n)"),
    };
    let samples = match table.samples.is_empty() {
        true => String::new(),
        false => fill(
            include_str!("templates/positions.go.txt"),
            &[("rows", &table.sample_rows("\t", ["{", "}"], hash_literal))],
        ),
    };
    let hash = hash_literal(table.hash);
    fill(
        include_str!("templates/keys.go.txt"),
        &[
            ("about", &table.header("//")),
            ("kinds", &kinds(table)),
            ("pieces", &section(&pieces)),
            ("type", &type_of_hash),
            ("combination", if table.set.linear { "XOR" } else { "sum" }),
            ("keys", &table.rows("\t", "//", literal)),
            ("functions", &table.functions(|op| operation(table, op), &[], accessor)),
            ("features", &table.test_features("\t\t")),
            ("put", &camel_case(&[table.put()])),
            ("hash", &if is_wide { format!("({hash})") } else { hash }),
            ("samples", &(section(&samples) + &section(&reversible(table, &literal)))),
            ("package", package),
        ],
    )
}

fn operation(table: &KeyTable, operation: &Operation) -> String {
    let Operation { feature, key, sign, doc, key_doc } = operation;
    let combined = match table.width {
        128 => "Hash{hash.High ^ key.High, hash.Low ^ key.Low}".to_owned(),
        16 | 24 | 47 | 48 => format!("(hash {sign} key) & (1<<{} - 1)", table.width),
        _ => format!("hash {sign} key"),
    };
    let [feature, key] = [feature, key].map(|name| camel_case(&[name]));
    format!(
        "// {key} {}\n\
         func {key}(hash, key Hash) Hash {{\n\treturn {combined}\n}}\n\n\
         // {feature} {}\n\
         func {feature}(hash Hash, feature int) Hash {{\n\treturn {key}(hash, Keys[feature])\n}}",
        first_lower(key_doc),
        first_lower(doc),
    )
}

/// A sentence that goes on after a name.
fn first_lower(text: &str) -> String {
    let (first, rest) = text.split_at(1);
    first.to_ascii_lowercase() + rest
}

fn accessor(accessor: &Accessor) -> String {
    let name = camel_case(&accessor.words);
    // gofmt leaves out the spaces around a product that is part of a sum.
    let feature = accessor
        .feature(&format!("First{name}"), |items, index| format!("[...]int{{{items}}}[{index}]"))
        .replace(" * ", "*");
    let feature = if feature.starts_with('[') { feature } else { feature.replace(" + ", "+") };
    let parameters = match accessor.parameters.as_slice() {
        [] => String::new(),
        parameters => format!("{} int", parameters.join(", ")),
    };
    format!(
        "// {name}Key is the key {}.\nfunc {name}Key({parameters}) Hash {{\n\treturn Keys[{feature}]\n}}{}",
        accessor.doc,
        array(accessor, &name),
    )
}

fn array(accessor: &Accessor, name: &str) -> String {
    let Some(dimensions) = accessor.dimensions() else { return String::new() };
    let value = match dimensions.as_slice() {
        [(_, rows), (_, size)] => format!(
            "func() (rows [{rows}][{size}]Hash) {{\n\t\
                 for i := range rows {{\n\t\t\
                     copy(rows[i][:], Keys[First{name}+{size}*i:])\n\t\
                 }}\n\treturn rows\n}}()"
        ),
        dimensions => format!(
            "func() (row [{}]Hash) {{\n\tcopy(row[:], Keys[First{name}:])\n\treturn row\n}}()",
            dimensions[0].1
        ),
    };
    let indices = accessor.indices();
    format!("\n\n// {name}Keys are the keys of {name}Key by {indices}.\nvar {name}Keys = {value}")
}

/// Constants, aligned in columns.
fn aligned(constants: &[(String, usize)]) -> String {
    let names = constants.iter().map(|constant| constant.0.len()).max().unwrap_or(0);
    let lines = constants.iter().map(|(name, value)| format!("\t{name:names$} = {value}"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The constants, aligned in columns.
fn kinds(table: &KeyTable) -> String {
    let mut rows = vec![("Features".to_owned(), table.len().to_string(), None)];
    for kind in &table.kinds {
        let words: Vec<&str> = kind.name().split('-').collect();
        rows.push((
            format!("First{}", camel_case(&words)),
            kind.start().to_string(),
            Some(kind.size()),
        ));
    }
    let names = rows.iter().map(|row| row.0.len()).max().unwrap_or(0);
    // gofmt aligns comments among the lines that have one.
    let values = rows[1..].iter().map(|row| row.1.len()).max().unwrap_or(0);
    let lines: Vec<String> = rows
        .iter()
        .map(|(name, value, size)| match size {
            Some(size) => format!("\t{name:names$} = {value:values$} // of {size}"),
            None => format!("\t{name:names$} = {value}"),
        })
        .collect();
    lines.join("\n")
}

/// The tables of moves that can be taken back.
fn reversible(table: &KeyTable, literal: &dyn Fn(u128) -> String) -> String {
    let low = if table.width == 128 { ".Low" } else { "" };
    let from = camel_case(&[table.minus()]);
    let template = include_str!("templates/reversible.go.txt");
    let more = [("low", low), ("from", &*from)];
    table.reversible_text(template, "\t", literal, &more)
}
