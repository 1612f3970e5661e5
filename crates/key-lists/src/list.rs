//! Keys that were read from a file.

use zobrist::{Fingerprint, Layout};

use crate::arrays::Arrays;
use crate::lines::Lines;

/// The keys in a file, and their properties as far as the file states them.
#[derive(Debug)]
#[non_exhaustive]
pub struct KeyList {
    /// The keys, in the order of the file.
    pub keys: Vec<u128>,
    /// The width of a key, from its digits or its type.
    pub bits: u32,
    /// The layout that an export states.
    pub layout: Option<Layout>,
    /// The name that an export states.
    pub name: Option<String>,
    /// True if an export says that its conventions are assumed: its name is that of no scheme.
    pub assumed: bool,
    /// The fingerprint that the keys should have.
    pub fingerprint: Option<String>,
    /// The fingerprint of the scheme that has the keys, which only an export can state.
    pub scheme_fingerprint: Option<Fingerprint>,
    /// True if keys add, which only an export can state.
    pub adds: bool,
    /// The width of the numbers, if a given width can join them into wider keys.
    pub number_width: Option<u32>,
    /// Summary of the literals in program text.
    pub report: Option<String>,
    /// The lists in program text, by their lines, and the number of keys in each.
    pub spans: Vec<(Lines, usize)>,
    /// The arrays, if the text has some.
    pub arrays: Arrays,
}

impl KeyList {
    pub(crate) fn new(keys: Vec<u128>, bits: u32) -> KeyList {
        KeyList {
            keys,
            bits,
            layout: None,
            name: None,
            assumed: false,
            fingerprint: None,
            scheme_fingerprint: None,
            adds: false,
            number_width: None,
            report: None,
            spans: Vec::new(),
            arrays: Arrays::default(),
        }
    }
}

/// Checks that a key has no more bits than keys of its set; `index` counts from 0.
pub(crate) fn check_bits(key: u128, index: usize, bits: Option<u32>) -> Result<(), String> {
    match bits {
        Some(bits) if key.checked_shr(bits).is_some_and(|rest| rest != 0) => {
            Err(format!("expected keys of {bits} bits, got {key:#x} as key {index} (from 0)"))
        }
        _ => Ok(()),
    }
}
