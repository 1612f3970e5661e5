//! A set of keys.

use zobrist::{Fingerprint, Guarantee, Key, Layout, Sum48};

use super::hex::container;
use super::layout::{self, NamedLayout};

/// Keys in the order of their features, and their properties.
#[derive(Clone, Debug)]
pub struct KeySet {
    /// The name of the scheme, of the source with its seed, or of the file.
    pub name: String,
    /// Origin of the keys: a source with its seed, or a file.
    pub origin: String,
    /// The seed, if there is one.
    pub seed: Option<u64>,
    pub keys: Vec<u128>,
    /// Width of a key: 1 to 128.
    pub bits: u32,
    /// True if keys combine by XOR, false if they add modulo 2^`bits`.
    pub linear: bool,
    /// The features, if they are known.
    pub layout: Option<NamedLayout>,
    /// Proven lower bound on the weight of a dependency, without an audit.
    pub guarantee: Guarantee,
}

impl KeySet {
    /// The kinds of features; a single kind named `key` if the layout is not known.
    pub fn kinds(&self) -> Layout {
        self.layout
            .as_ref()
            .map_or_else(|| layout::nameless(self.keys.len()), |layout| layout.kinds)
    }

    /// The width of the integer that holds a key: 32, 64 or 128, or that of keys that add.
    pub fn width(&self) -> u32 {
        if self.linear { container(self.bits) } else { self.bits }
    }

    /// The fingerprint of the keys under their name.
    pub fn fingerprint(&self) -> Fingerprint {
        fn of<K: Key>(set: &KeySet) -> Fingerprint {
            let keys: Vec<K> = set.keys.iter().map(|key| K::from_word(*key)).collect();
            Fingerprint::new(&set.name, set.kinds(), &keys)
        }
        match self.width() {
            32 => of::<u32>(self),
            48 => of::<Sum48>(self),
            64 => of::<u64>(self),
            _ => of::<u128>(self),
        }
    }

    /// The hash of a state with these features.
    pub fn hash(&self, features: &[usize]) -> u128 {
        let keys = features.iter().map(|feature| self.keys[*feature]);
        if self.linear {
            keys.fold(0, |hash, key| hash ^ key)
        } else {
            keys.fold(0, |hash, key| (hash + key) & (u128::MAX >> (128 - self.bits)))
        }
    }
}
