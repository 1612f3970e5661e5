//! The description of an existing scheme.

use alloc::borrow::ToOwned;
use alloc::vec::Vec;

use zobrist::{Combine, Key, Source};

use super::table::PieceTable;
use super::{GivenKeys, KeysFrom, LAST_CLOCK, SchemeDescription, mask};
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
    /// makes them; the last parts are then given apart if their keys are of another origin. Otherwise the keys are listed.
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
            keys = self.slot_keys(&keys);
        }
        self.piece_table = PieceTable::PLAIN;
        self.keys = KeysFrom::Hex(keys);
        self.start = None;
        (self.turn, self.castling, self.en_passant_keys, self.clock) = (None, None, None, None);
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
        turn: None,
        castling: None,
        en_passant_keys: None,
        clock: None,
        secondary: Vec::new(),
    };
    if let Some(source) = scheme.source() {
        if description.made_by(source, &keys) {
            description.keys = KeysFrom::Source(source);
            return description;
        }
        let listed = description.clone();
        while description.give_last(&keys) {
            if description.made_by(source, &keys[..description.keys_needed()]) {
                description.keys = KeysFrom::Source(source);
                return description;
            }
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

    /// Gives the keys of the last part that has none of its own yet apart; false if they cannot be,
    /// since the part has none that are given, or those after it stand in another order.
    fn give_last(&mut self, keys: &[u128]) -> bool {
        let end = self.keys_needed();
        let drawn = self.layout.parts().filter(|part| !self.is_given(*part));
        let Some(last) = drawn.filter(|part| part.kind().is_some()).last() else { return false };
        let size = last.kind().map_or(0, |(_, size)| size);
        let given = || Some(given_keys(&keys[end - size..end], self.bits));
        let is_first = |later: &[bool]| later.iter().all(|is_given| !is_given);
        let [start, turn, castling, en_passant] = [
            self.start.is_some(),
            self.turn.is_some(),
            self.castling.is_some(),
            self.en_passant_keys.is_some(),
        ];
        match last {
            Part::Clock(clock) => {
                let is_to_last = clock.from <= LAST_CLOCK
                    && (LAST_CLOCK - clock.from) / clock.step + 1 == clock.count;
                if !is_to_last || !is_first(&[start, turn, castling, en_passant]) {
                    return false;
                }
                self.clock = given();
            }
            Part::EnPassant(_) if is_first(&[start, turn, castling]) => {
                self.en_passant_keys = given();
            }
            Part::Castling(_) if is_first(&[start, turn]) => self.castling = given(),
            Part::Turn(_) if is_first(&[start]) => self.turn = given(),
            Part::Start => self.start = Some(keys[end - 1]),
            _ => return false,
        }
        true
    }
}

/// The keys by a formula if there is one for three or more.
fn given_keys(keys: &[u128], bits: u32) -> GivenKeys {
    if let [first, second, _, ..] = keys {
        let multiplier = second.wrapping_sub(*first) & mask(bits);
        let is_linear =
            keys.windows(2).all(|pair| pair[1].wrapping_sub(pair[0]) & mask(bits) == multiplier);
        if is_linear {
            return GivenKeys::Linear { multiplier, increment: *first };
        }
    }
    GivenKeys::Listed(keys.to_vec())
}
