//! Exports to JSON, lines of hex and NumPy arrays.

use std::fmt::Write;

use serde_json::{Value, json};

use super::key_table::KeyTable;
use crate::key_set::write_npy;

/// A JSON object with one member per line, with or without the keys.
pub fn json(table: &KeyTable, with_keys: bool) -> String {
    let set = table.set;
    let digits = table.digits();
    let hex = |word: u128| format!("{word:0digits$x}");
    let kinds: Vec<Value> =
        table.kinds.iter().map(|kind| json!({"name": kind.name(), "size": kind.size()})).collect();
    let mut text = String::from("{\n");
    for (name, value) in [
        ("name", json!(set.name)),
        ("source", json!(set.origin)),
        ("seed", json!(set.seed)),
        ("bits", json!(set.bits)),
        ("guarantee", json!(set.guarantee.to_string())),
        ("fingerprint", json!(set.fingerprint().to_string())),
        ("layout", json!(kinds)),
        ("test", json!({"features": table.features, "hash": hex(table.hash)})),
    ] {
        writeln!(text, "  \"{name}\": {value},").expect("a string takes all");
        if let ("fingerprint", Some(scheme)) = (name, set.scheme_fingerprint) {
            writeln!(text, "  \"scheme_fingerprint\": \"{scheme}\",").expect("a string takes all");
        }
    }
    if with_keys {
        let keys: Vec<String> =
            set.keys.iter().map(|key| format!("    \"{}\"", hex(*key))).collect();
        writeln!(text, "  \"keys\": [\n{}\n  ]", keys.join(",\n")).expect("a string takes all");
    } else {
        text.truncate(text.len() - ",\n".len());
        text.push('\n');
    }
    text.push_str("}\n");
    text
}

/// One key per line, with the metadata and the kinds in comments.
pub fn hex(table: &KeyTable) -> String {
    let digits = table.digits();
    let mut text = table.header("#");
    let features: Vec<String> = table.features.iter().map(usize::to_string).collect();
    writeln!(
        text,
        "# test: the hash of the features {} is {:0digits$x}",
        features.join(" "),
        table.hash
    )
    .expect("a string takes all");
    for kind in &table.kinds {
        writeln!(text, "# {} {}", kind.name(), kind.size()).expect("a string takes all");
        for key in &table.set.keys[kind.start()..kind.end()] {
            writeln!(text, "{key:0digits$x}").expect("a string takes all");
        }
    }
    text
}

/// An array of unsigned integers, little-endian; a key of 128 bits is two of them, the high one first.
pub fn npy(table: &KeyTable) -> Vec<u8> {
    match table.width {
        128 => {
            let halves = |key: &u128| KeyTable::halves(*key).map(u128::from);
            let words: Vec<u128> = table.set.keys.iter().flat_map(halves).collect();
            write_npy(&words, 8, 2)
        }
        width => write_npy(&table.set.keys, width as usize / 8, 1),
    }
}
