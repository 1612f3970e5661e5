//! The changes that a position allows, as features that come or go.

use std::collections::BTreeSet;

use shakmaty::{Chess, Position};
use zobrist::Feature;
use zobrist_chess::{CastlingRights, ChessFeature, Color, Compatibility, Role, Scheme};

use super::random::Random;

/// The roles of pieces that may come and go.
pub(super) const ROLES_BUT_KING: [Role; 5] =
    [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// The most pieces that a side can have, plus one: what comes and goes is balanced only on average.
const ROOM: usize = 17;
/// The most changes to one side's pieces that light sums have, as a rule.
const TYPICAL: usize = 11;
/// The least and most changes that are drawn beyond the bits of a hash.
const SPARE: [usize; 2] = [20, 285];

/// The features of a position that may go, and those that may come.
pub struct Changes {
    /// Pieces to take off, the side to move, castling rights, the en passant file.
    near: Vec<Feature>,
    /// Pieces of each side to put on free squares.
    pieces: [Vec<Feature>; 2],
    /// How many pieces of each side there are, the king included.
    men: [usize; 2],
}

impl Changes {
    pub fn new<S: Scheme>(position: &Chess, own: &BTreeSet<Feature>) -> Changes {
        let layout = S::LAYOUT;
        // One of the keys for sets of castling rights is always present, and changes keep it.
        let stays = |feature: &Feature| {
            matches!(
                layout.decode(*feature),
                Some(
                    ChessFeature::Piece { role: Role::King, .. } | ChessFeature::CastlingRights(_)
                )
            )
        };
        let mut near: BTreeSet<Feature> = own.iter().copied().filter(|own| !stays(own)).collect();
        near.extend(Color::ALL.into_iter().filter_map(|color| layout.turn(color)));
        let rules = Compatibility::of::<S>();
        let own: Vec<Feature> = own.iter().copied().collect();
        let rights = layout.castling(CastlingRights::STANDARD).filter(|right| !stays(right));
        near.extend(
            rights.filter(|right| rules.can_stand_together(&[own.as_slice(), &[*right]].concat())),
        );
        let board = position.board();
        let pieces = Color::ALL.map(|color| {
            let squares = (!board.occupied()).into_iter().map(|square| square as usize);
            squares
                .flat_map(|square| ROLES_BUT_KING.map(|role| layout.piece(color, role, square)))
                .filter(|piece| rules.can_stand(*piece))
                .collect()
        });
        Changes {
            near: near.into_iter().collect(),
            pieces,
            men: [board.white(), board.black()].map(|side| side.count()),
        }
    }

    /// A set of changes that is likely to have sums whose changes are compatible on the board: if a
    /// side has all its pieces, as many must go as come.
    pub fn draw(&self, bits: usize, random: &mut Random) -> Vec<Feature> {
        let mut drawn = self.near.clone();
        let [least, most] = SPARE.map(|spare| (bits + spare).saturating_sub(drawn.len()) / 2);
        for (pieces, men) in self.pieces.iter().zip(self.men) {
            // A sum takes its share of both sorts, and more may come than go, by as many as there
            // is room for.
            let room = ROOM.saturating_sub(men);
            let count = match TYPICAL.checked_sub(room) {
                None | Some(0) => most,
                Some(rest) => (men * (TYPICAL + room) / rest).clamp(least, most),
            };
            let mut come = pieces.clone();
            random.draw(&mut come, count);
            come.truncate(count);
            drawn.append(&mut come);
        }
        let count = drawn.len();
        random.draw(&mut drawn, count);
        drawn
    }
}
