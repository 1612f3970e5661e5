//! One entry of a book.

use crate::packed_move::PackedMove;

/// An entry of a Polyglot book: a move in a position, and its weight.
///
/// Sixteen bytes, big-endian: key (8), move (2), weight (2), learn (4). Source: the book
/// format of Polyglot.
///
/// ```
/// use zobrist_chess::{BookEntry, PackedMove};
///
/// let entry = BookEntry {
///     key: 0x463b_9618_1691_fc9c,
///     played: PackedMove::new(12, 28, None),
///     weight: 100,
///     learn: 0,
/// };
/// let bytes = entry.to_bytes();
/// assert_eq!(bytes[..10], [0x46, 0x3b, 0x96, 0x18, 0x16, 0x91, 0xfc, 0x9c, 0x03, 0x1c]);
/// assert_eq!(BookEntry::from_bytes(bytes), entry);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BookEntry {
    /// The hash of the position, by the scheme `polyglot`.
    pub key: u64,
    /// The move.
    pub played: PackedMove,
    /// How often the move should be played, relative to the others of the position;
    /// 0 is never.
    pub weight: u16,
    /// Whatever a program has learnt about the move; 0 when it has nothing to say.
    pub learn: u32,
}

impl BookEntry {
    /// The number of bytes in an entry.
    pub const SIZE: usize = 16;

    /// Returns the entry as the bytes that a book holds.
    #[inline]
    pub const fn to_bytes(self) -> [u8; BookEntry::SIZE] {
        let word = (self.key as u128) << 64
            | (self.played.bits() as u128) << 48
            | (self.weight as u128) << 32
            | self.learn as u128;
        word.to_be_bytes()
    }

    /// Reads an entry. Any bytes are a valid one.
    #[inline]
    pub const fn from_bytes(bytes: [u8; BookEntry::SIZE]) -> BookEntry {
        let word = u128::from_be_bytes(bytes);
        BookEntry {
            key: (word >> 64) as u64,
            played: PackedMove::from_bits((word >> 48) as u16),
            weight: (word >> 32) as u16,
            learn: word as u32,
        }
    }
}
