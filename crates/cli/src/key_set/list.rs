//! A list of keys that was read from a file.

use anyhow::Result;
use zobrist::Layout;

use super::lines::Lines;
use crate::place::Place;

/// The keys of a list, and what it says of them.
#[derive(Debug)]
pub struct List {
    pub keys: Vec<u128>,
    /// The width of a key, by its digits or its type.
    pub bits: u32,
    pub layout: Option<Layout>,
    pub name: Option<String>,
    /// The fingerprint that the keys should have.
    pub fingerprint: Option<String>,
    /// True if keys add, modulo 2^48, as an export may say.
    pub adds: bool,
    /// The width of the numbers that `--bits` can join into keys.
    pub joins: Option<u32>,
    /// What was read of program text.
    pub report: Option<String>,
    /// The lists in program text, by their lines, and the number of keys in each.
    pub spans: Vec<(Lines, usize)>,
}

impl List {
    pub fn new(keys: Vec<u128>, bits: u32) -> List {
        List {
            keys,
            bits,
            layout: None,
            name: None,
            fingerprint: None,
            adds: false,
            joins: None,
            report: None,
            spans: Vec::new(),
        }
    }
}

/// Refuses a key of more bits than keys have.
///
/// # Errors
/// When it does not fit. `offset` is its place, and `index` counts from 0.
pub fn check_width(
    place: Place,
    offset: usize,
    index: usize,
    key: u128,
    bits: Option<u32>,
) -> Result<()> {
    match bits {
        Some(bits) if key.checked_shr(bits).is_some_and(|rest| rest != 0) => Err(place.error(
            offset,
            format!("expected keys of {bits} bits, got {key:#x} as key {index} (from 0)"),
        )),
        _ => Ok(()),
    }
}
