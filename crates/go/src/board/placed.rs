//! The effects of a move: what a caller learns, and the record from which it is taken back.

use crate::color::Color;

/// The four steps of a play, each about one point beside the stone, and the two numbers that the
/// stone itself leaves behind.
///
/// The stones that a play takes off need no record: they are the last of the empty points, ring
/// by ring. Nor do the chains that it joins: a swap of two links makes one ring of two, and the
/// same swap makes two of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Placed(u32);

/// The change at a point beside a stone that was put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Contact {
    /// Nothing, or a liberty went.
    None = 0,
    /// The chain there was joined to the stone's, which took its number.
    StoneJoined = 1,
    /// The chain there was joined to the stone's, and took the number of that.
    OtherJoined = 2,
    /// The chain there was captured.
    Captured = 3,
}

/// Bits of a stone: twice its cell, and its color.
const STONE_BITS: u32 = 11;
/// The bits of a stone in a number that has others above.
pub(crate) const STONE: u32 = (1 << STONE_BITS) - 1;
/// Bits of a number of an empty point.
const PLACE_BITS: u32 = 10;

impl Placed {
    /// The bits of a record: the upper ones are free for others.
    pub(crate) const BITS: u32 = STONE_BITS + PLACE_BITS + 8;

    /// The record of a stone at a cell, which was empty and had the number `place` among the empty
    /// ones; `contacts` is the sum of those [at](Contact::at) each direction.
    #[inline(always)]
    pub(super) const fn new(color: Color, cell: usize, place: u16, contacts: u32) -> Placed {
        let stone = stone_bits(color, cell);
        Placed(stone | (place as u32) << STONE_BITS | contacts << (STONE_BITS + PLACE_BITS))
    }

    /// The record in these bits; the upper ones are ignored.
    #[inline(always)]
    pub(crate) const fn of_bits(bits: u32) -> Placed {
        Placed(bits & ((1 << Placed::BITS) - 1))
    }

    #[inline(always)]
    pub(crate) const fn bits(self) -> u32 {
        self.0
    }

    /// The stone.
    #[inline(always)]
    pub(super) const fn stone(self) -> (Color, usize) {
        stone_of_bits(self.0)
    }

    #[inline(always)]
    pub(super) const fn place(self) -> u16 {
        (self.0 >> STONE_BITS & ((1 << PLACE_BITS) - 1)) as u16
    }

    /// Returns the change at the point in a direction, from 0 to 3.
    #[inline(always)]
    pub(super) const fn contact(self, direction: usize) -> Contact {
        match self.0 >> (STONE_BITS + PLACE_BITS) >> (2 * direction) & 3 {
            0 => Contact::None,
            1 => Contact::StoneJoined,
            2 => Contact::OtherJoined,
            _ => Contact::Captured,
        }
    }
}

impl Contact {
    /// The bits of this contact in a direction.
    #[inline(always)]
    pub(super) const fn at(self, direction: usize) -> u32 {
        (self as u32) << (2 * direction)
    }
}

/// A stone as a number.
#[inline(always)]
pub(crate) const fn stone_bits(color: Color, cell: usize) -> u32 {
    (2 * cell + color.index()) as u32
}

/// The stone of a number; upper bits are ignored.
#[inline(always)]
pub(crate) const fn stone_of_bits(bits: u32) -> (Color, usize) {
    let stone = bits & STONE;
    (Color::ALL[(stone & 1) as usize], (stone >> 1) as usize)
}

/// The stones that a move takes off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash)]
#[non_exhaustive]
pub struct Removed {
    /// The number of captured stones, of the other color.
    pub captured: u16,
    /// The number of the player's own stones that are taken off, the one just played included:
    /// suicide. 0 when the move captures.
    pub suicide: u16,
}

/// The effect of a move that is not made yet, as returned by
/// [`Board::outcome`](crate::Board::outcome).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Outcome<K = u64> {
    /// The hash of the board after the move.
    pub hash: K,
    /// The number of captured stones, of the other color.
    pub captured: u16,
    /// The number of the player's own stones that are taken off, the one played included.
    pub suicide: u16,
}
