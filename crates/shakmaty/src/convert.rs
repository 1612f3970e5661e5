//! Conversions between the terms of shakmaty and those of zobrist-chess.

use shakmaty::variant::Variant;
use shakmaty::{ByColor, CastlingSide, Color, Position, Role, Square};
use zobrist::Feature;
use zobrist_chess::CastlingRights;

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

/// Returns the feature of a piece on a square by the slots of [`Scheme::first_slots`].
///
/// Every move calls this. It reads a table, as conversions between the enums of the two crates
/// compile to jumps that the processor mispredicts.
///
/// [`Scheme::first_slots`]: zobrist_chess::Scheme::first_slots
#[inline(always)]
pub(crate) fn piece(slots: &[u16; 16], color: Color, role: Role, square: Square) -> Feature {
    let first = slots[8 * (color as usize) + role as usize];
    Feature::from_slot(first as usize + square as usize)
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
