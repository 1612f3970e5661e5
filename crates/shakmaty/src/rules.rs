//! Positions of any variant, and shakmaty's terms in those of zobrist-chess.

use core::marker::PhantomData;

use shakmaty::variant::{
    Antichess, Atomic, Crazyhouse, Horde, KingOfTheHill, RacingKings, ThreeCheck, Variant,
    VariantPosition,
};
use shakmaty::{ByColor, CastlingSide, Chess, Color, Position, PositionError, Role, Square};
use zobrist::Feature;
use zobrist_chess::{CastlingRights, Scheme};

/// A shakmaty position that can be hashed here: it knows its variant.
///
/// Implemented for all of shakmaty's positions, [`VariantPosition`] included, and for nothing else.
pub trait HashablePosition: Position + Clone + Sealed {
    /// Whether a capture may take more pieces off the board than the captured one, as in Atomic. If
    /// true, [`Hashed`](crate::Hashed) copies the board before each capture.
    const EXPLODES: bool;

    /// Returns the variant. Chess960 is [`Variant::Chess`].
    fn variant(&self) -> Variant;
}

mod sealed {
    pub trait Sealed: Sized {
        /// The position with the turn passed, if there is one. The amount of material is no reason
        /// against it: there was no less before.
        fn with_turn_passed(self) -> Option<Self>;
    }
}

use sealed::Sealed;

macro_rules! rules {
    ($($position:ident $explodes:literal),* $(,)?) => {$(
        impl Sealed for $position {
            fn with_turn_passed(self) -> Option<Self> {
                self.swap_turn().or_else(PositionError::ignore_too_much_material).ok()
            }
        }

        impl HashablePosition for $position {
            const EXPLODES: bool = $explodes;
            #[inline(always)]
            fn variant(&self) -> Variant {
                Variant::$position
            }
        }
    )*};
}

rules! {
    Chess false,
    Atomic true,
    Antichess false,
    KingOfTheHill false,
    ThreeCheck false,
    Crazyhouse false,
    RacingKings false,
    Horde false,
}

impl Sealed for VariantPosition {
    fn with_turn_passed(self) -> Option<Self> {
        self.swap_turn().or_else(PositionError::ignore_too_much_material).ok()
    }
}

impl HashablePosition for VariantPosition {
    const EXPLODES: bool = true;
    fn variant(&self) -> Variant {
        VariantPosition::variant(self)
    }
}

#[inline(always)]
pub(crate) const fn color(color: Color) -> zobrist_chess::Color {
    match color {
        Color::White => zobrist_chess::Color::White,
        Color::Black => zobrist_chess::Color::Black,
    }
}

pub(crate) const fn role(role: Role) -> zobrist_chess::Role {
    zobrist_chess::Role::ALL[role as usize - Role::Pawn as usize]
}

/// The feature of a piece on a square.
///
/// The same as the layout's, through a table of the slots of a1: this is in the middle of every
/// move, and conversions between the two crates' enums compile to jumps that the processor
/// mispredicts.
#[inline(always)]
pub(crate) fn piece<S: Scheme>(color: Color, role: Role, square: Square) -> Feature {
    let first = FirstSlots::<S>::OF_PIECE[8 * (color as usize) + role as usize];
    Feature::from_slot(first as usize + square as usize)
}

struct FirstSlots<S>(PhantomData<S>);

impl<S: Scheme> FirstSlots<S> {
    /// By 8 times the colour plus the role, as shakmaty counts them: Black is 0, a pawn 1.
    const OF_PIECE: [u16; 16] = {
        let mut slots = [0; 16];
        let mut i = 0;
        while i < 6 {
            let role = Role::ALL[i];
            let black = S::LAYOUT.piece(zobrist_chess::Color::Black, self::role(role), 0);
            let white = S::LAYOUT.piece(zobrist_chess::Color::White, self::role(role), 0);
            slots[role as usize] = black.slot() as u16;
            slots[8 + role as usize] = white.slot() as u16;
            i += 1;
        }
        slots
    };
}

pub(crate) const fn variant(variant: Variant) -> zobrist_chess::Variant {
    match variant {
        Variant::Chess => zobrist_chess::Variant::Chess,
        Variant::Atomic => zobrist_chess::Variant::Atomic,
        Variant::Antichess => zobrist_chess::Variant::Antichess,
        Variant::KingOfTheHill => zobrist_chess::Variant::KingOfTheHill,
        Variant::ThreeCheck => zobrist_chess::Variant::ThreeCheck,
        Variant::Crazyhouse => zobrist_chess::Variant::Crazyhouse,
        Variant::RacingKings => zobrist_chess::Variant::RacingKings,
        Variant::Horde => zobrist_chess::Variant::Horde,
    }
}

/// The castling rights by rook file.
#[inline]
pub(crate) fn castling_rights(position: &impl Position) -> CastlingRights {
    let castles = position.castles();
    if castles.is_empty() {
        return CastlingRights::NONE;
    }
    let side = |color| {
        CastlingSide::ALL.map(|side| castles.rook(color, side).map(|rook| rook.file() as u8))
    };
    CastlingRights { white: side(Color::White), black: side(Color::Black) }
}

/// The checks that each side still has to give; none outside Three-check.
#[inline]
pub(crate) fn remaining_checks(position: &impl Position) -> ByColor<u8> {
    let checks = position.remaining_checks();
    ByColor::new_with(|color| checks.map_or(0, |checks| u32::from(checks[color]) as u8))
}
