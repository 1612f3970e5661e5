//! The data that a board needs to show a position.
//!
//! The server sends the legal moves, since it knows the rules already: a second copy of them in the
//! browser would be another library, and could differ.

use serde::Serialize;
use shakmaty::variant::{Variant, VariantPosition};
use shakmaty::{ByRole, CastlingMode, Color, Position, Role};
use zobrist_chess::Scheme;
use zobrist_commands_input::positions::ply_of;
use zobrist_commands_input::schemes::variant_name;
use zobrist_index::Opening;
use zobrist_shakmaty::hash;

use super::json_object::hex;
use super::line::{PlayedLine, fen};
use super::schemes::NamedScheme;

#[derive(Serialize)]
pub(crate) struct Board {
    variant: String,
    start: String,
    fen: String,
    turn: &'static str,
    ply: u32,
    in_check: bool,
    over: Option<&'static str>,
    scheme: String,
    /// `None` if the scheme has no hash of the position: one of a variant.
    hash: Option<String>,
    pockets: Option<Sides<String>>,
    checks: Option<Sides<u8>>,
}

/// A value for each side.
#[derive(Serialize)]
struct Sides<T> {
    white: T,
    black: T,
}

impl Board {
    pub(crate) fn of(line: &PlayedLine, NamedScheme { name, scheme }: &NamedScheme) -> Board {
        let position = line.position();
        let is_chess960 = position.castles().mode() == CastlingMode::Chess960;
        let is_known = position.variant() == Variant::Chess || scheme.chess_layout().has_variants();
        Board {
            variant: variant_name(position.variant(), is_chess960),
            start: fen(&line.start),
            fen: fen(position),
            turn: color_name(position.turn()),
            ply: ply_of(position),
            in_check: position.is_check(),
            over: over(position),
            scheme: name.clone(),
            hash: is_known.then(|| hex(scheme, hash(scheme, position))),
            pockets: position.pockets().map(|pockets| Sides {
                white: pocket(&pockets.white),
                black: pocket(&pockets.black),
            }),
            checks: position.remaining_checks().map(|left| {
                let given = |color| 3 - u8::from(*left.get(color));
                Sides { white: given(Color::White), black: given(Color::Black) }
            }),
        }
    }
}

/// `white` or `black`.
pub(crate) fn color_name(color: Color) -> &'static str {
    color.fold_wb("white", "black")
}

/// Why the game has ended, if it has.
fn over(position: &VariantPosition) -> Option<&'static str> {
    if position.is_variant_end() {
        Some("variant end")
    } else if position.is_checkmate() {
        Some("checkmate")
    } else if position.is_stalemate() {
        Some("stalemate")
    } else if position.is_insufficient_material() {
        Some("insufficient material")
    } else {
        None
    }
}

/// The pieces of a pocket, such as `QNPP`.
fn pocket(pieces: &ByRole<u8>) -> String {
    let roles = Role::ALL.into_iter().rev();
    roles.map(|role| role.upper_char().to_string().repeat((*pieces.get(role)).into())).collect()
}

/// The name of a position.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Named {
    eco: &'static str,
    name: &'static str,
}

impl From<Opening> for Named {
    fn from(opening: Opening) -> Named {
        Named { eco: opening.eco, name: opening.name }
    }
}
