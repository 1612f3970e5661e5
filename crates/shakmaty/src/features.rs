//! The features of a position, and its hash from scratch.

use shakmaty::{Color, Role};
use zobrist::{Feature, Hasher};
use zobrist_chess::Scheme;

use super::parts::en_passant_file;
use crate::convert;
use crate::hashable::HashablePosition;
use crate::parts::position_parts;

/// Calls `each` with every feature that the position has in the scheme.
///
/// This is the definition: every other hash of this crate is tested against it. In a scheme without
/// features for variants, a position of any variant has those of the board, the castling rights,
/// the en passant file and the side to move.
///
/// ```
/// use shakmaty::Chess;
/// use zobrist_chess::{Polyglot, Scheme};
///
/// let mut features = Vec::new();
/// zobrist_shakmaty::for_each_feature(&Polyglot, &Chess::default(), |f| features.push(f));
/// assert_eq!(features.len(), 32 + 4 + 1);
/// assert_eq!(Polyglot::LAYOUT.describe(features[36]).to_string(), "white to move");
/// ```
pub fn for_each_feature<S: Scheme, P: HashablePosition>(
    scheme: &S,
    position: &P,
    mut each: impl FnMut(Feature),
) {
    /// Compiled once for a scheme and a type of position, whatever `each` is.
    fn visit<S: Scheme, P: HashablePosition>(
        scheme: &S,
        position: &P,
        each: &mut dyn FnMut(Feature),
    ) {
        visit_inlined(scheme, position, each);
    }
    visit(scheme, position, &mut each);
}

/// [`for_each_feature`], compiled for each `each`.
// Inlined always, so that a sum of keys that `each` adds to stays in a register.
#[inline(always)]
fn visit_inlined<S: Scheme, P: HashablePosition>(
    scheme: &S,
    position: &P,
    mut each: impl FnMut(Feature),
) {
    let Some(slots) = scheme.first_slots() else {
        return scheme.for_each_feature(&position_parts(position, scheme.en_passant()), each);
    };
    let board = position.board();
    for role in Role::ALL {
        for color in [Color::White, Color::Black] {
            for square in board.by_color(color) & board.by_role(role) {
                each(convert::piece(slots, color, role, square));
            }
        }
    }
    let layout = scheme.chess_layout();
    layout.castling(convert::castling_rights(position)).for_each(&mut each);
    if let Some(file) = en_passant_file(position, scheme.en_passant()) {
        layout.en_passant(file as usize).into_iter().for_each(&mut each);
    }
    layout.turn(convert::color(position.turn())).into_iter().for_each(&mut each);
    if !layout.has_variants() {
        return;
    }
    for square in position.promoted() {
        layout.promoted(square as usize).into_iter().for_each(&mut each);
    }
    if let Some(pockets) = position.pockets() {
        for (color, pocket) in pockets.zip_color() {
            for (role, count) in pocket.zip_role() {
                layout
                    .pocket(convert::color(color), convert::role(role), count)
                    .for_each(&mut each);
            }
        }
    }
    if let Some(checks) = position.remaining_checks() {
        for (color, remaining) in checks.zip_color() {
            layout.checks(convert::color(color), u32::from(remaining) as u8).for_each(&mut each);
        }
    }
    layout.variant(convert::variant(position.variant())).into_iter().for_each(&mut each);
}

/// Computes the hash of a position from scratch, as the sum of the keys of its features.
///
/// ```
/// use shakmaty::Chess;
/// use zobrist_chess::Polyglot;
///
/// let start = zobrist_shakmaty::hash(&Polyglot, &Chess::default());
/// assert_eq!(start, 0x463b_9618_1691_fc9c);
/// ```
#[inline]
pub fn hash<S: Scheme, P: HashablePosition>(scheme: &S, position: &P) -> S::Key {
    let mut hasher = Hasher::new(scheme);
    visit_inlined(scheme, position, |feature| hasher.insert(feature));
    hasher.hash()
}
