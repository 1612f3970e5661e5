//! Schemes as TOML: what a person writes, and the canonical text that stored data carry.

mod compose;
#[cfg(feature = "file")]
mod fields;
#[cfg(feature = "file")]
mod given;
#[cfg(feature = "file")]
mod keys;
mod of;
#[cfg(feature = "file")]
mod parse;
#[cfg(feature = "file")]
mod parts;
#[cfg(feature = "file")]
mod secondary;
#[cfg(feature = "file")]
mod slots;
mod table;
mod write;

use alloc::string::String;
use alloc::vec::Vec;

use zobrist::{Combine, Layout, Source};

use crate::layout::{ChessLayout, Part};
use crate::secondary::SecondaryKey;
use crate::vocabulary::EnPassant;

#[cfg(feature = "file")]
pub use fields::DescriptionError;
#[cfg(feature = "file")]
pub use slots::SlotDescription;
pub use table::{Interleaved, KeyBoard, PieceTable};

/// A scheme as a file describes it, before its keys are read or made. `docs/schemes.md` specifies
/// the file.
///
/// It displays as the file, with every value that has a default.
///
#[cfg_attr(feature = "file", doc = "```")]
#[cfg_attr(not(feature = "file"), doc = "```ignore")]
/// use zobrist_chess::{Scheme, SchemeDescription};
///
/// let description = SchemeDescription::parse(
///     r#"
///     name   = "rookie"
///     keys   = { source = "xoshiro256++", seed = 42, draw = "sequential" }
///     layout = ["pieces", "turn", "castling", "en-passant"]
///     [pieces]
///     order = "PNBRQKpnbrqk"
///     [turn]
///     key-for = "black"
///     [castling]
///     keys = "sets"
///     [en-passant]
///     keys = "file"
///     counts = "always"
///     "#,
/// )?;
/// let scheme = description.compose(None)?;
/// assert_eq!(scheme.keys().len(), 793);
///
/// let error = SchemeDescription::parse("name = \"rookie\"\nbits = 65").unwrap_err();
/// assert_eq!(error.to_string(), "line 2, column 8: expected 16, 24, 32, 64 or 128, got 65");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SchemeDescription {
    /// The name of the scheme.
    pub name: String,
    /// The number of bits of a key.
    pub bits: u32,
    /// The operation by which keys combine.
    pub combine: Combine,
    /// Where the keys come from, but for the given ones.
    pub keys: KeysFrom,
    /// The layout. The features with given keys are its last ones.
    pub layout: ChessLayout,
    /// The table of the keys of pieces among [`keys`](Self::keys), which may have places of no
    /// feature.
    pub piece_table: PieceTable,
    /// The rule by which a capture en passant counts.
    pub en_passant: EnPassant,
    /// The given key of the start; `None` if it is one of [`keys`](Self::keys), or the layout has
    /// none.
    pub start: Option<u128>,
    /// The given keys of the side to move; `None` if they are some of [`keys`](Self::keys), or the
    /// layout has none of its own.
    pub turn: Option<GivenKeys>,
    /// The given keys of castling, in the same way.
    pub castling: Option<GivenKeys>,
    /// The given keys of captures en passant, in the same way.
    pub en_passant_keys: Option<GivenKeys>,
    /// The given keys of the halfmove clock, in the same way.
    pub clock: Option<GivenKeys>,
    /// The secondary keys.
    pub secondary: Vec<SecondaryKey>,
}

/// Where the keys of a described scheme come from: one for each slot in order, but for those that
/// are given apart.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KeysFrom {
    /// A source makes them.
    Source(Source<'static>),
    /// They are in a file of numbers as text, which the program reads.
    File {
        /// The path of the file.
        path: String,
        /// The number of numbers before the first key, which are none.
        skip: usize,
    },
    /// They are in a file of numbers, decimal or hexadecimal, with or without signs, which the
    /// program reads.
    Lines {
        /// The path of the file.
        path: String,
        /// The number of numbers before the first key, which are none.
        skip: usize,
    },
    /// They are in a file of bytes, which the program reads: each key in the
    /// least of 4, 8 or 16 bytes that hold it.
    Raw {
        /// The path of the file.
        path: String,
        /// True if the first byte of a key is its highest.
        big_endian: bool,
    },
    /// They are in the description.
    Hex(Vec<u128>),
}

/// Given keys of a part, one for each of its features.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GivenKeys {
    /// A key for each feature.
    Listed(Vec<u128>),
    /// The key of index i is i · `multiplier` + `increment`, modulo 2 to the number of bits.
    Linear {
        /// The factor of the index.
        multiplier: u128,
        /// The key of index 0.
        increment: u128,
    },
}

/// The last clock for which given keys are made: the game is drawn there by the rule of 75 moves.
const LAST_CLOCK: u32 = 150;

impl SchemeDescription {
    /// Returns the number of keys that [`keys`](Self::keys) stands for: one for each feature, but
    /// for those whose keys are given apart, and one for each place of the table of pieces.
    #[must_use]
    pub fn keys_needed(&self) -> usize {
        let drawn = self.layout.parts().filter(|part| !self.is_given(*part));
        let size = |part: Part| part.kind().map_or(0, |(_, size)| size);
        drawn.map(size).sum::<usize>() - 768 + self.piece_table.places()
    }

    /// Returns the kinds of the features that [`keys`](Self::keys) stands for, in order. That of
    /// pieces is as large as their table.
    pub fn keys_layout(&self) -> Layout {
        let drawn = self.layout.parts().filter(|part| !self.is_given(*part));
        let kinds = drawn.filter_map(Part::kind);
        let kinds = kinds.map(|(name, size)| match name {
            "piece" => (name, self.piece_table.places()),
            _ => (name, size),
        });
        Layout::of(&kinds.collect::<Vec<_>>())
    }

    /// The keys in slot order: those of the features of [`keys_layout`](Self::keys_layout), without
    /// those of places in the table of pieces that have none, and then those that are given apart.
    fn slot_keys(&self, keys: &[u128]) -> Vec<u128> {
        let piece = self.keys_layout().kind_named("piece");
        let piece = piece.expect("every layout has pieces");
        let table = &keys[piece.start()..piece.end()];
        let pieces = self.piece_table.select(&self.layout.pieces(), table);
        let given = self.given_keys(table);
        [&keys[..piece.start()], &pieces, &keys[piece.end()..], &given].concat()
    }

    /// True if the keys of a part are given apart.
    fn is_given(&self, part: Part) -> bool {
        match part {
            Part::Start => self.start.is_some(),
            Part::Turn(_) => self.turn.is_some(),
            Part::Castling(_) => self.castling.is_some(),
            Part::EnPassant(_) => {
                self.en_passant_keys.is_some() || self.piece_table.en_passant_row.is_some()
            }
            Part::Clock(_) => self.clock.is_some(),
            _ => false,
        }
    }

    /// The keys that are given apart, in slot order: of `table`, the keys of pieces, those of
    /// captures en passant if they are in it.
    fn given_keys(&self, table: &[u128]) -> Vec<u128> {
        let mut keys = Vec::from_iter(self.start);
        let layout = &self.layout;
        let of_table = self
            .piece_table
            .en_passant_row
            .map(|row| GivenKeys::Listed(self.piece_table.row(&layout.pieces(), row, table)));
        for (given, part) in [
            (&self.turn, layout.turn_keys().map(Part::Turn)),
            (&self.castling, layout.castling_keys().map(Part::Castling)),
            (&self.en_passant_keys, layout.en_passant_keys().map(Part::EnPassant)),
            (&of_table, layout.en_passant_keys().map(Part::EnPassant)),
            (&self.clock, layout.clock().map(Part::Clock)),
        ] {
            if let (Some(given), Some((_, count))) = (given, part.and_then(Part::kind)) {
                keys.extend(given.keys(count, self.bits));
            }
        }
        keys
    }

    /// True if keys are given apart.
    fn has_given(&self) -> bool {
        self.layout.parts().any(|part| self.is_given(part))
    }
}

impl GivenKeys {
    /// The keys of `count` features, in `bits` bits.
    fn keys(&self, count: usize, bits: u32) -> Vec<u128> {
        match self {
            GivenKeys::Listed(listed) => listed.clone(),
            GivenKeys::Linear { multiplier, increment } => (0..count as u128)
                .map(|index| index.wrapping_mul(*multiplier).wrapping_add(*increment) & mask(bits))
                .collect(),
        }
    }
}

/// The word whose low `bits` bits are set.
const fn mask(bits: u32) -> u128 {
    match bits {
        0..128 => (1 << bits) - 1,
        _ => u128::MAX,
    }
}
