//! Conversions between the terms of shakmaty and those of zobrist-chess.

use core::marker::PhantomData;

use shakmaty::variant::Variant;
use shakmaty::{ByColor, CastlingSide, Color, Position, Role, Square};
use zobrist::Feature;
use zobrist_chess::{CastlingRights, Scheme};

#[inline(always)]
pub(crate) const fn color(color: Color) -> zobrist_chess::Color {
    match color {
        Color::White => zobrist_chess::Color::White,
        Color::Black => zobrist_chess::Color::Black,
    }
}

pub(crate) const fn to_color(color: zobrist_chess::Color) -> Color {
    match color {
        zobrist_chess::Color::White => Color::White,
        zobrist_chess::Color::Black => Color::Black,
    }
}

pub(crate) const fn role(role: Role) -> zobrist_chess::Role {
    zobrist_chess::Role::ALL[role as usize - Role::Pawn as usize]
}

pub(crate) const fn to_role(role: zobrist_chess::Role) -> Role {
    Role::ALL[role as usize]
}

/// Returns the feature of a piece on a square, as `Layout::piece` does.
///
/// Every move calls this. It reads a table, as conversions between the enums of the two crates
/// compile to jumps that the processor mispredicts.
#[inline(always)]
pub(crate) fn piece<S: Scheme>(color: Color, role: Role, square: Square) -> Feature {
    let first = FirstSlots::<S>::OF_PIECE[8 * (color as usize) + role as usize];
    Feature::from_slot(first as usize + square as usize)
}

struct FirstSlots<S>(PhantomData<S>);

impl<S: Scheme> FirstSlots<S> {
    /// Slot of each piece on a1, by `8 * color + role` in shakmaty's numbers (Black is 0, a pawn
    /// 1).
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

/// Returns the castling rights by the files of the rooks.
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

/// Returns the number of checks that each side still has to give; 0 outside Three-check.
#[inline]
pub(crate) fn remaining_checks(position: &impl Position) -> ByColor<u8> {
    let checks = position.remaining_checks();
    ByColor::new_with(|color| checks.map_or(0, |checks| u32::from(checks[color]) as u8))
}
