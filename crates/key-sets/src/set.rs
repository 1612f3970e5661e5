//! A set of keys.

use anyhow::{Error, Result, anyhow};
use zobrist::{Combine, Feature, Fingerprint, Guarantee, Key, Layout, Sum48};
use zobrist_chess::{ChessLayout, ComposedScheme, EnPassant, SecondaryKey};
use zobrist_key_lists::integer_width;

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
    /// The keys, in the order of the features.
    pub keys: Vec<u128>,
    /// Width of a key: 1 to 128.
    pub bits: u32,
    /// True if keys combine by XOR, false if they add modulo 2^`bits`.
    pub linear: bool,
    /// The features, if they are known.
    pub layout: Option<NamedLayout>,
    /// The rule by which a capture en passant is a feature, if a scheme says so.
    pub en_passant: Option<EnPassant>,
    /// Proven lower bound on the weight of a dependency, without an audit.
    pub guarantee: Guarantee,
    /// The fingerprint of the scheme, if it is that of the scheme's text and so another one than
    /// that of the keys.
    pub scheme_fingerprint: Option<Fingerprint>,
    /// The secondary keys of the scheme.
    pub secondary: Vec<SecondaryKey>,
    /// The names of the features, if the file of a scheme of slots names them.
    pub names: Vec<String>,
}

/// The error when only keys that combine by XOR make sense, for keys that add modulo 2^`bits`.
/// `why` says what is done with them.
pub fn sums_refused(name: &str, bits: u32, why: &str) -> Error {
    anyhow!(
        "{name} has keys that add modulo 2^{bits}: {why}, and linear independence says nothing about \
         sums; take keys that combine by XOR"
    )
}

impl KeySet {
    /// The kinds of features; a single kind named `key` if the layout is not known.
    pub fn kinds(&self) -> Layout {
        self.layout
            .as_ref()
            .map_or_else(|| layout::nameless(self.keys.len()), |layout| layout.kinds)
    }

    /// The layout of chess that the keys have, if it is one.
    pub fn chess(&self) -> Option<ChessLayout> {
        self.layout.as_ref().and_then(|layout| layout.chess)
    }

    /// The meaning of a feature in words, if the layout is one of chess or the features have names.
    pub fn describe(&self, feature: usize) -> Option<String> {
        match self.chess() {
            Some(chess) => Some(chess.describe(Feature::from_slot(feature)).to_string()),
            None => self.names.get(feature).cloned(),
        }
    }

    /// The keys and conventions as a scheme of chess, under another name; `None` for another
    /// layout.
    pub fn scheme(&self) -> Option<ComposedScheme> {
        let layout = self.chess()?;
        let combine = if self.linear { Combine::Xor } else { Combine::Sum(self.bits) };
        let (rule, width) = (self.en_passant_rule(), self.width());
        let scheme = ComposedScheme::new("keys", layout, rule, width, combine, &self.keys)
            .expect("a set has a key of its width for each feature");
        Some(scheme.with_secondary(self.secondary.clone()))
    }

    /// Advice for the export of a scheme from a file that is read again: which pieces and squares
    /// its keys mean is in that file alone. `None` for other sets.
    pub fn advice_on_scheme_file(&self) -> Option<String> {
        let is_lost = self.scheme_fingerprint.is_some() && self.chess().is_none();
        is_lost.then(|| {
            format!(
                "{origin} is the export of the scheme `{}`, whose file (NAME.toml) alone says which \
                 pieces and squares the keys mean: name that file in place of {origin}",
                self.name,
                origin = self.origin,
            )
        })
    }

    /// The rule by which a capture en passant counts in chess: that of the scheme; of a set that
    /// states none, Polyglot's.
    pub fn en_passant_rule(&self) -> EnPassant {
        self.en_passant.unwrap_or(EnPassant::PseudoLegal)
    }

    /// The width of the integer that holds a key: 32, 64 or 128, or that of keys that add.
    pub fn width(&self) -> u32 {
        if self.linear { integer_width(self.bits) } else { self.bits }
    }

    /// # Errors
    /// When keys add: `why` says what is done with those that XOR.
    pub fn refuse_sums(&self, why: &str) -> Result<()> {
        if self.linear { Ok(()) } else { Err(sums_refused(&self.name, self.bits, why)) }
    }

    /// The fingerprint of the keys under their name.
    pub fn fingerprint(&self) -> Fingerprint {
        fn of<K: Key>(set: &KeySet) -> Fingerprint {
            let keys: Vec<K> = set.keys.iter().map(|key| K::from_word(*key)).collect();
            Fingerprint::new(&set.name, set.kinds(), &keys)
        }
        match self.width() {
            ..=32 => of::<u32>(self),
            // Both have six bytes.
            47 | 48 => of::<Sum48>(self),
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
            keys.fold(0, |hash, key| hash.wrapping_add(key) & (u128::MAX >> (128 - self.bits)))
        }
    }
}
