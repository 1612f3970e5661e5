//! A move in sixteen bits.

use core::fmt::{self, Display};

use crate::vocabulary::{Color, Role};

/// A move in the encoding of Polyglot's books, with drops added.
///
/// | bits | of a move on the board | of a drop |
/// |---|---|---|
/// | 0–5 | the square it goes to | the square |
/// | 6–11 | the square it comes from | 0 |
/// | 12–14 | promotion: 0 none, 1 knight, 2 bishop, 3 rook, 4 queen, 5 king | role: 0 pawn, 1 knight, … |
/// | 15 | 0 | 1 |
///
/// Squares are numbered a1 = 0, b1 = 1, …, h8 = 63. Castling is the king taking its own
/// rook. Source: the book format of Polyglot, to which bit 15 and the promotion to a king
/// (in Antichess) are added. Any bits can be held; the position decides which of them are a
/// move.
///
/// ```
/// use zobrist_chess::{PackedMove, Role};
///
/// let e4 = PackedMove::new(12, 28, None);
/// assert_eq!(e4.bits(), 0x031c);
/// assert_eq!(e4.to_string(), "e2e4");
/// assert_eq!(PackedMove::new(52, 60, Some(Role::Queen)).to_string(), "e7e8q");
/// assert_eq!(PackedMove::drop(Role::Knight, 42).to_string(), "N@c6");
/// assert_eq!(PackedMove::NONE.to_string(), "0000");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct PackedMove(u16);

const DROP: u16 = 1 << 15;

impl PackedMove {
    /// No move: the move of a book entry that is to be ignored, and the one with which a game ends.
    pub const NONE: PackedMove = PackedMove(0);

    /// Creates a move on the board, castling included.
    ///
    /// # Panics
    /// When a square is not below 64, or a promotion is to a pawn.
    #[inline]
    #[must_use]
    pub const fn new(from: u8, to: u8, promotion: Option<Role>) -> PackedMove {
        assert!(from < 64 && to < 64, "squares are 0 to 63");
        let promotion = match promotion {
            None => 0,
            Some(Role::Pawn) => panic!("no pawn is promoted to a pawn"),
            Some(role) => role as u16,
        };
        PackedMove(promotion << 12 | (from as u16) << 6 | to as u16)
    }

    /// Creates a drop: a piece put on the board from the pocket.
    ///
    /// # Panics
    /// When the square is not below 64.
    #[inline]
    #[must_use]
    pub const fn drop(role: Role, to: u8) -> PackedMove {
        assert!(to < 64, "squares are 0 to 63");
        PackedMove(DROP | (role as u16) << 12 | to as u16)
    }

    /// Creates a move from its bits, whatever they are.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u16) -> PackedMove {
        PackedMove(bits)
    }

    /// Returns the bits.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Returns the square to which the move goes.
    #[inline]
    #[must_use]
    pub const fn to(self) -> u8 {
        (self.0 & 63) as u8
    }

    /// Returns the square from which the move comes; `None` for a drop.
    #[inline]
    #[must_use]
    pub const fn from(self) -> Option<u8> {
        if self.0 & DROP != 0 { None } else { Some((self.0 >> 6 & 63) as u8) }
    }

    /// Returns the role to which a pawn is promoted; `None` if there is none, or the bits name no
    /// role.
    #[must_use]
    pub const fn promotion(self) -> Option<Role> {
        if self.0 & DROP != 0 || self.0 >> 12 == 0 { None } else { self.role() }
    }

    /// Returns the role that a drop puts on the board; `None` for other moves, or if the bits name
    /// no role.
    #[must_use]
    pub const fn dropped(self) -> Option<Role> {
        if self.0 & DROP == 0 { None } else { self.role() }
    }

    const fn role(self) -> Option<Role> {
        let role = (self.0 >> 12 & 7) as usize;
        if role < Role::ALL.len() { Some(Role::ALL[role]) } else { None }
    }
}

/// Writes the move as UCI does, except for castling, which is the king taking its rook: `e1h1`.
impl Display for PackedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == PackedMove::NONE {
            return f.write_str("0000");
        }
        match (self.from(), self.dropped()) {
            (Some(from), _) => square(f, from)?,
            (None, Some(role)) => write!(f, "{}@", role.letter(Color::White))?,
            (None, None) => f.write_str("?@")?,
        }
        square(f, self.to())?;
        match self.promotion() {
            Some(role) => write!(f, "{}", role.letter(Color::Black)),
            None if self.from().is_some() && self.0 >> 12 != 0 => f.write_str("?"),
            None => Ok(()),
        }
    }
}

fn square(f: &mut fmt::Formatter<'_>, square: u8) -> fmt::Result {
    write!(f, "{}{}", char::from(b'a' + square % 8), char::from(b'1' + square / 8))
}
