//! Reads the dependencies among keys that `zobrist keys audit --format jsonl` writes.

use std::fs::File;
use std::io;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use serde::Deserialize;
use serde_json::{Map, Value};
use zobrist::Feature;
use zobrist_input::whole;

/// Maximum number of features of a dependency. Larger ones take too long to divide between two
/// positions.
const MAX_FEATURES: usize = 24;

/// Reads the dependencies of a set of `keys` keys of `bits` bits from a file of at most `limit`
/// bytes.
///
/// # Errors
/// When the file cannot be read, is larger, is not what the audit writes, or is about other keys.
pub(crate) fn read(path: &Path, keys: usize, bits: u32, limit: u64) -> Result<Vec<Vec<Feature>>> {
    let (name, text) = if path == Path::new("-") {
        ("standard input".to_owned(), whole::text(io::stdin(), limit))
    } else {
        let text = File::open(path).and_then(|file| whole::text(file, limit));
        (path.display().to_string(), text)
    };
    let what = || format!("cannot read {name}");
    parse(&text.with_context(what)?, keys, bits).with_context(what)
}

fn parse(text: &str, keys: usize, bits: u32) -> Result<Vec<Vec<Feature>>> {
    let mut dependencies = Vec::new();
    let mut objects = 0;
    for (line, number) in text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty()) {
        let at = || format!("line {number}");
        let object: Map<String, Value> = serde_json::from_str(line)
            .map_err(|error| {
                anyhow!("expected the object that `keys audit --format jsonl` writes, got {error}")
            })
            .with_context(at)?;
        dependencies.extend(of_object(&object, keys, bits).with_context(at)?);
        objects += 1;
    }
    if objects == 0 {
        bail!("expected the object that `keys audit --format jsonl` writes, got nothing");
    }
    Ok(dependencies)
}

fn of_object(object: &Map<String, Value>, keys: usize, bits: u32) -> Result<Vec<Vec<Feature>>> {
    let field = |name: &str| {
        let value = object.get(name);
        value.with_context(|| format!("expected the field {name:?} of an audit, got none"))
    };
    let left_out = object.get("left_out").map_or(Ok(0), left_out)?;
    for (name, others, expected) in [("keys", left_out, keys as u64), ("bits", 0, bits.into())] {
        let got = field(name)?;
        if got.as_u64().and_then(|got| got.checked_add(others)) != Some(expected) {
            let but = if others == 0 { String::new() } else { format!(" and {others} left out") };
            bail!("expected {expected} {name}, got {got}{but}; --scheme and --bits say whose keys");
        }
    }
    let value = field("dependencies")?;
    let lists = value.as_array().with_context(|| {
        format!("expected a list of lists of indices in the field \"dependencies\", got {value}")
    })?;
    lists.iter().map(|list| of_list(list, keys)).collect()
}

/// Number of keys in ranges of indices, which include both ends.
fn left_out(ranges: &Value) -> Result<u64> {
    let of_range = |(first, last): (u64, u64)| last.checked_sub(first)?.checked_add(1);
    let read = Vec::<(u64, u64)>::deserialize(ranges).ok();
    let count = read.and_then(|ranges| {
        ranges.into_iter().try_fold(0_u64, |sum, range| sum.checked_add(of_range(range)?))
    });
    count.with_context(|| {
        format!("expected ranges of indices in the field \"left_out\", got {ranges}")
    })
}

fn of_list(list: &Value, keys: usize) -> Result<Vec<Feature>> {
    let indices: Option<Vec<u64>> =
        list.as_array().and_then(|list| list.iter().map(Value::as_u64).collect());
    let mut indices = indices
        .with_context(|| format!("expected a dependency as a list of indices, got {list}"))?;
    if let Some(index) = indices.iter().find(|index| **index >= keys as u64) {
        bail!("expected indices below {keys}, the number of keys, got {index} in {list}");
    }
    let given = indices.len();
    indices.sort_unstable();
    indices.dedup();
    if indices.len() < given || !(1..=MAX_FEATURES).contains(&given) {
        bail!("expected a dependency of 1 to {MAX_FEATURES} different indices, got {list}");
    }
    Ok(indices.into_iter().map(|index| Feature::from_slot(index as usize)).collect())
}
