//! The description of an existing scheme.

use alloc::borrow::ToOwned;
use alloc::vec::Vec;

use zobrist::{Combine, Key, Source};

use super::table::PieceTable;
use super::{ClockKeys, KeysFrom, LAST_CLOCK, SchemeDescription, mask};
use crate::any_scheme::AnyScheme;
use crate::layout::Part;
use crate::polyglot::POLYGLOT_RANDOM64;
use crate::scheme::Scheme;
use crate::with_scheme;

/// The source that the name `polyglot` stands for.
pub(super) const fn polyglot_source() -> Source<'static> {
    Source::published(&POLYGLOT_RANDOM64)
}

/// The source that the name `stockfish` stands for.
pub(super) const STOCKFISH_SOURCE: Source = crate::stockfish::SOURCE;

impl SchemeDescription {
    /// Returns the description of a scheme. Its keys are a source if the scheme states one that
    /// makes them; the start and the clock are then given apart if they are the last features and
    /// of another origin. Otherwise the keys are listed.
    ///
    /// ```
    /// use zobrist_chess::{SchemeDescription, SchemeId};
    ///
    /// let text = SchemeDescription::of(&SchemeId::Fide.into()).to_string();
    /// assert!(text.contains("keys     = { source = \"polyglot\" }\n"));
    /// assert!(text.contains("counts   = \"legal\"\n"));
    /// ```
    #[must_use]
    pub fn of(scheme: &AnyScheme) -> SchemeDescription {
        match scheme {
            AnyScheme::BuiltIn(id) => {
                with_scheme!(*id, scheme => described(&scheme, Combine::Xor))
            }
            AnyScheme::Composed(composed) => {
                let mut description = described(composed, composed.combine());
                description.secondary = composed.secondary_keys().to_vec();
                description
            }
        }
    }

    /// Returns the description with all keys listed, and the secondary keys in the order of their
    /// names. The keys are neither in a file nor given apart.
    pub(super) fn canonical(mut self) -> SchemeDescription {
        let mut keys = match self.keys {
            KeysFrom::Source(source) => source.words(self.keys_layout(), self.bits),
            KeysFrom::Hex(ref mut keys) => core::mem::take(keys),
            KeysFrom::File { .. } | KeysFrom::Lines { .. } | KeysFrom::Raw { .. } => Vec::new(),
        };
        if keys.len() == self.keys_needed() {
            keys = self.without_holes(&keys);
        }
        keys.extend(self.given_keys());
        self.piece_table = PieceTable::PLAIN;
        self.keys = KeysFrom::Hex(keys);
        self.start = None;
        self.clock = None;
        self.secondary.sort_by(|a, b| a.name.cmp(&b.name));
        self
    }
}

fn described<S: Scheme>(scheme: &S, combine: Combine) -> SchemeDescription {
    let keys: Vec<u128> = scheme.keys().iter().map(|key| key.to_word()).collect();
    let mut description = SchemeDescription {
        name: scheme.name().to_owned(),
        bits: scheme.bits(),
        combine,
        keys: KeysFrom::Hex(Vec::new()),
        layout: *scheme.chess_layout(),
        piece_table: PieceTable::PLAIN,
        en_passant: scheme.en_passant(),
        start: None,
        clock: None,
        secondary: Vec::new(),
    };
    if let Some(source) = scheme.source() {
        if description.made_by(source, &keys) {
            description.keys = KeysFrom::Source(source);
            return description;
        }
        let listed = description.clone();
        description.give_last(&keys);
        if description.made_by(source, &keys[..description.keys_needed()]) {
            description.keys = KeysFrom::Source(source);
            return description;
        }
        description = listed;
    }
    description.keys = KeysFrom::Hex(keys);
    description
}

impl SchemeDescription {
    /// True if a source makes these keys for the features that have none of their own.
    fn made_by(&self, source: Source, keys: &[u128]) -> bool {
        let layout = self.keys_layout();
        source.check(layout.len(), self.bits).is_ok() && source.words(layout, self.bits) == keys
    }

    /// Gives the keys of the start and of a clock to 150 apart, if they are the last ones.
    fn give_last(&mut self, keys: &[u128]) {
        let mut parts: Vec<Part> =
            self.layout.parts().filter(|part| part.kind().is_some()).collect();
        let mut end = keys.len();
        if let Some(Part::Clock(clock)) = parts.last() {
            let is_to_last = clock.from <= LAST_CLOCK
                && (LAST_CLOCK - clock.from) / clock.step + 1 == clock.count;
            if !is_to_last {
                return;
            }
            end -= clock.count as usize;
            self.clock = Some(clock_keys(&keys[end..], self.bits));
            parts.pop();
        }
        if let Some(Part::Start) = parts.last() {
            self.start = Some(keys[end - 1]);
        }
    }
}

/// The keys by a formula if there is one for three or more.
fn clock_keys(keys: &[u128], bits: u32) -> ClockKeys {
    if let [first, second, _, ..] = keys {
        let multiplier = second.wrapping_sub(*first) & mask(bits);
        let is_linear =
            keys.windows(2).all(|pair| pair[1].wrapping_sub(pair[0]) & mask(bits) == multiplier);
        if is_linear {
            return ClockKeys::Linear { multiplier, increment: *first };
        }
    }
    ClockKeys::Listed(keys.to_vec())
}
