//! The two players, and their stones.

use core::fmt::{self, Display};
use core::ops::Not;

/// Black, who moves first, or White.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Colour {
    /// Black.
    Black = 0,
    /// White.
    White = 1,
}

impl Colour {
    /// Black and White.
    pub const ALL: [Colour; 2] = [Colour::Black, Colour::White];

    /// 0 of Black, 1 of White.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Not for Colour {
    type Output = Colour;
    /// The other colour.
    #[inline(always)]
    fn not(self) -> Colour {
        match self {
            Colour::Black => Colour::White,
            Colour::White => Colour::Black,
        }
    }
}

impl Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Colour::Black => "Black",
            Colour::White => "White",
        })
    }
}
