//! Exports to JSON, lines of hex and NumPy arrays.

use std::fmt::Write;

use serde_json::{Map, Value, json};
use zobrist_chess::{AnyScheme, SchemeDescription};
use zobrist_key_sets::write_npy;

use super::key_table::KeyTable;
use super::meaning::meaning;
use super::samples::Sample;

/// A JSON object with one member per line, with or without the keys.
pub(crate) fn json(table: &KeyTable, with_keys: bool) -> String {
    let set = table.set;
    let digits = table.digits();
    let hex = |word: u128| format!("{word:0digits$x}");
    let kinds: Vec<Value> =
        table.kinds.iter().map(|kind| json!({"name": kind.name(), "size": kind.size()})).collect();
    let mut members = vec![
        ("name", json!(set.name)),
        ("source", json!(set.origin)),
        ("seed", json!(set.seed)),
        ("bits", json!(set.bits)),
        ("combine", json!(table.combine())),
        ("guarantee", json!(set.guarantee.to_string())),
        ("fingerprint", json!(set.fingerprint().to_string())),
    ];
    if let Some(scheme) = set.scheme_fingerprint {
        members.push(("scheme_fingerprint", json!(scheme.to_string())));
    }
    members.push(("layout", json!(kinds)));
    if let Some(conventions) = conventions(table) {
        members.push(("conventions", conventions));
    }
    let meaning: Map<String, Value> =
        meaning(set).into_iter().map(|(name, words)| (name, json!(words))).collect();
    if !meaning.is_empty() {
        members.push(("meaning", json!(meaning)));
    }
    members.push(("test", json!({"features": table.features, "hash": hex(table.hash)})));
    if !table.samples.is_empty() {
        let sample = |sample: &Sample| json!({"fen": sample.fen, "hash": hex(sample.hash)});
        let samples: Vec<Value> = table.samples.iter().map(sample).collect();
        members.push(("positions", json!(samples)));
    }
    let mut members: Vec<String> =
        members.into_iter().map(|(name, value)| format!("  \"{name}\": {value}")).collect();
    if with_keys {
        let keys: Vec<String> =
            set.keys.iter().map(|key| format!("    \"{}\"", hex(*key))).collect();
        members.push(format!("  \"keys\": [\n{}\n  ]", keys.join(",\n")));
    }
    format!("{{\n{}\n}}\n", members.join(",\n"))
}

/// The conventions of chess in the fields of the file of a scheme, but its name, its width and its
/// keys; `assumed` is true if the set comes without any.
fn conventions(table: &KeyTable) -> Option<Value> {
    let scheme = table.set.scheme()?;
    let text = SchemeDescription::of(&AnyScheme::from(scheme)).to_string();
    let mut fields: toml::Table = toml::from_str(&text).expect("a description is TOML");
    for field in ["name", "bits", "combine", "keys"] {
        fields.remove(field);
    }
    let mut fields = json!(fields);
    fields["assumed"] = json!(table.set.en_passant.is_none());
    Some(fields)
}

/// One key per line, with the metadata and the kinds in comments.
pub(crate) fn hex(table: &KeyTable) -> String {
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
    for sample in &table.samples {
        writeln!(text, "# position: {:0digits$x} {}", sample.hash, sample.fen)
            .expect("a string takes all");
    }
    for kind in &table.kinds {
        writeln!(text, "# {} {}", kind.name(), kind.size()).expect("a string takes all");
        for key in &table.set.keys[kind.start()..kind.end()] {
            writeln!(text, "{key:0digits$x}").expect("a string takes all");
        }
    }
    text
}

/// An array of unsigned integers, little-endian; a key of 128 bits is two of them, the high one
/// first.
pub(crate) fn npy(table: &KeyTable) -> Vec<u8> {
    match table.integer() {
        128 => {
            let halves = |key: &u128| KeyTable::halves(*key).map(u128::from);
            let words: Vec<u128> = table.set.keys.iter().flat_map(halves).collect();
            write_npy(&words, 8, 2)
        }
        width => write_npy(&table.set.keys, width as usize / 8, 1),
    }
}
