//! Exports to Go, as a package in the format of gofmt.

use super::key_table::{KeyTable, camel_case, fill};

const INTEGER: &str = "\
// Hash is a key or a hash: the hash of a state is the XOR of the keys of its features.
type Hash = ";
const HALVES: &str = "\
// Hash is a key or a hash: the hash of a state is the XOR of the keys of its features.
type Hash struct {
\tHigh, Low uint64
}";

pub fn go(table: &KeyTable) -> String {
    let wide = table.width == 128;
    let halves = |word| {
        let [high, low] = KeyTable::halves(word);
        format!("{{{high:#018x}, {low:#018x}}}")
    };
    let literal = |word| if wide { halves(word) } else { table.hex(word) };
    let (type_of_hash, toggle) = if wide {
        (
            HALVES.to_owned(),
            "\tkey := Keys[feature]\n\treturn Hash{hash.High ^ key.High, hash.Low ^ key.Low}",
        )
    } else {
        (format!("{INTEGER}uint{}", table.width), "\treturn hash ^ Keys[feature]")
    };
    let hash = literal(table.hash);
    fill(
        include_str!("templates/keys.go.txt"),
        &[
            ("about", &table.header("//")),
            ("kinds", &kinds(table)),
            ("type", &type_of_hash),
            ("keys", &table.rows("\t", "//", literal)),
            ("toggle", toggle),
            ("features", &table.test_features("\t\t")),
            ("hash", &if wide { format!("(Hash{hash})") } else { hash }),
        ],
    )
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
