//! The terms in which layouts describe a chess position: colors, roles, castling rights, variants.

use core::fmt::{self, Display};
use core::ops::Not;

/// The color of a piece or a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Color {
    /// Black.
    Black,
    /// White.
    White,
}

impl Color {
    /// Both colors, White first.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// Returns `white` or `black`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Color::White => "white",
            Color::Black => "black",
        }
    }
}

impl Not for Color {
    type Output = Color;
    /// Returns the other color.
    #[inline]
    fn not(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }
}

impl Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The role of a piece, whatever its color.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Role {
    /// A pawn.
    Pawn,
    /// A knight.
    Knight,
    /// A bishop.
    Bishop,
    /// A rook.
    Rook,
    /// A queen.
    Queen,
    /// A king.
    King,
}

impl Role {
    /// All roles, from the pawn to the king.
    pub const ALL: [Role; 6] =
        [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

    /// Returns the letter of a piece in FEN: a capital for White.
    #[must_use]
    pub const fn letter(self, color: Color) -> char {
        let letter = b"pnbrqk"[self as usize];
        match color {
            Color::White => letter.to_ascii_uppercase() as char,
            Color::Black => letter as char,
        }
    }

    /// Returns the English name in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Role::Pawn => "pawn",
            Role::Knight => "knight",
            Role::Bishop => "bishop",
            Role::Rook => "rook",
            Role::Queen => "queen",
            Role::King => "king",
        }
    }
}

impl Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The castling rights of both sides, by the files of the rooks (0 is the a-file),
/// so that those of Chess960 are exact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CastlingRights {
    /// The file of White's rook on the king's side, then on the queen's side; `None` if there is no
    /// right.
    pub white: [Option<u8>; 2],
    /// The file of Black's rook on the king's side, then on the queen's side; `None` if there is no
    /// right.
    pub black: [Option<u8>; 2],
}

impl CastlingRights {
    /// No castling rights.
    pub const NONE: CastlingRights = CastlingRights { white: [None; 2], black: [None; 2] };

    /// All four rights of the standard starting position.
    pub const STANDARD: CastlingRights =
        CastlingRights { white: [Some(7), Some(0)], black: [Some(7), Some(0)] };

    /// The rook's file of each right, in the order K Q k q.
    #[inline(always)]
    pub(crate) const fn files(self) -> [Option<u8>; 4] {
        let ([k, q], [black_k, black_q]) = (self.white, self.black);
        [k, q, black_k, black_q]
    }
}

/// The variant of chess that is played. Chess960 is [`Variant::Chess`]: only the files of its rooks
/// differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
#[repr(u8)]
pub enum Variant {
    /// Standard chess and Chess960: the background, which has no feature.
    Chess,
    /// Atomic chess.
    Atomic,
    /// Antichess.
    Antichess,
    /// King of the hill.
    KingOfTheHill,
    /// Three-check.
    ThreeCheck,
    /// Crazyhouse.
    Crazyhouse,
    /// Racing kings.
    RacingKings,
    /// Horde.
    Horde,
}

impl Variant {
    /// All variants.
    pub const ALL: [Variant; 8] = [
        Variant::Chess,
        Variant::Atomic,
        Variant::Antichess,
        Variant::KingOfTheHill,
        Variant::ThreeCheck,
        Variant::Crazyhouse,
        Variant::RacingKings,
        Variant::Horde,
    ];

    /// Returns the name in lower case, as chess interfaces write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Variant::Chess => "chess",
            Variant::Atomic => "atomic",
            Variant::Antichess => "antichess",
            Variant::KingOfTheHill => "kingofthehill",
            Variant::ThreeCheck => "3check",
            Variant::Crazyhouse => "crazyhouse",
            Variant::RacingKings => "racingkings",
            Variant::Horde => "horde",
        }
    }
}

impl Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The rule by which an en passant file is a feature of a position.
///
/// Closed: whoever knows the rules of chess applies this rule for the layout, and has to know all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EnPassant {
    /// A pawn of the side to move stands beside the pawn that has just moved two
    /// squares, whether or not the capture is legal: Polyglot's rule.
    PseudoLegal,
    /// A capture en passant is legal: the Laws of Chess on repetition.
    Legal,
    /// A pawn has just moved two squares: FEN as many programs write it.
    Always,
}

impl EnPassant {
    /// All rules, from the one by which the fewest files count.
    pub const ALL: [EnPassant; 3] = [EnPassant::Legal, EnPassant::PseudoLegal, EnPassant::Always];

    /// The word for the rule in the file of a scheme (`counts`): `legal`, `beside` or `always`.
    ///
    /// ```
    /// use zobrist_chess::EnPassant;
    ///
    /// assert_eq!(EnPassant::ALL.map(EnPassant::name), ["legal", "beside", "always"]);
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            EnPassant::Legal => "legal",
            EnPassant::PseudoLegal => "beside",
            EnPassant::Always => "always",
        }
    }

    /// Returns true if a pawn of the side to move stands beside the pawn that has just
    /// moved two squares, as [`EnPassant::PseudoLegal`] asks.
    ///
    /// `file` is that pawn's file from 0, `turn` the side to move, and `pawns` the
    /// bitboard of its pawns, bit 0 being a1 and bit 63 h8.
    ///
    /// ```
    /// use zobrist_chess::{Color, EnPassant};
    ///
    /// // After 1.e4 a6 2.e5 d5: White's pawn on e5 stands beside d5.
    /// assert!(EnPassant::is_pseudo_legal(3, Color::White, 1 << 36));
    /// assert!(!EnPassant::is_pseudo_legal(3, Color::White, 1 << 28));
    /// ```
    #[must_use]
    pub const fn is_pseudo_legal(file: u8, turn: Color, pawns: u64) -> bool {
        let rank = match turn {
            Color::White => 4,
            Color::Black => 3,
        };
        let rank = (pawns >> (8 * rank)) as u8;
        let pushed = 1_u8 << (file & 7);
        rank & (pushed << 1 | pushed >> 1) != 0
    }
}
