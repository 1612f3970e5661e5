//! The changes that a position allows, as features that come or go.

use std::collections::BTreeSet;

use shakmaty::{Chess, Position};
use zobrist::Feature;
use zobrist_chess::{CastlingRights, Color, Compatibility, Fact, Role, Scheme};

use super::random::Random;

/// Changes in about this number are expected in the lightest sums.
const TYPICAL_WEIGHT: usize = 16;
/// Changes that are drawn beyond the bits of a hash, at least and at most.
const SPARE: [usize; 2] = [20, 285];

/// The features of a position that may go, and those that may come.
pub struct Changes {
    /// Pieces to take off, the side to move, castling rights, the en passant file.
    near: Vec<Feature>,
    /// Pieces to put on free squares.
    pieces: Vec<Feature>,
    /// How many pieces may come on top of those that there are.
    room: usize,
}

impl Changes {
    pub fn new<S: Scheme>(position: &Chess, own: &BTreeSet<Feature>) -> Changes {
        let layout = S::LAYOUT;
        let is_king = |fact| matches!(fact, Some(Fact::Piece { role: Role::King, .. }));
        let is_set = |fact| matches!(fact, Some(Fact::CastlingRights(_)));
        let mut near: BTreeSet<Feature> = own
            .iter()
            .copied()
            .filter(|feature| !is_king(layout.fact(*feature)) && !is_set(layout.fact(*feature)))
            .collect();
        near.extend(Color::ALL.into_iter().filter_map(|color| layout.turn(color)));
        near.extend(
            layout
                .castling(CastlingRights::STANDARD)
                .filter(|right| !is_set(layout.fact(*right)))
                .filter(|right| goes_with::<S>(own, *right)),
        );
        let occupied = position.board().occupied();
        let free = (!occupied).into_iter().map(|square| square as usize);
        let rules = Compatibility::of::<S>();
        let pieces = free
            .flat_map(|square| {
                let roles = &Role::ALL[..Role::ALL.len() - 1];
                Color::ALL
                    .into_iter()
                    .flat_map(move |color| roles.iter().map(move |role| (color, *role, square)))
            })
            .map(|(color, role, square)| layout.piece(color, role, square))
            .filter(|piece| rules.can_stand(*piece))
            .collect();
        Changes { near: near.into_iter().collect(), pieces, room: 32 - occupied.count() }
    }

    /// A set of changes that is likely to have sums that go together on the board: on a full
    /// one, as many pieces must go as come.
    pub fn draw(&self, bits: usize, random: &mut Random) -> Vec<Feature> {
        let near = self.near.len();
        let [least, most] = SPARE.map(|spare| bits + spare);
        // A sum takes its share of both sorts; more may come than go by the room there is.
        let room = self.room + 2;
        let pieces = if room < TYPICAL_WEIGHT {
            near * (TYPICAL_WEIGHT + room) / (TYPICAL_WEIGHT - room)
        } else {
            self.pieces.len()
        };
        let pieces = pieces.clamp(least.saturating_sub(near), most.saturating_sub(near).max(1));
        let mut come = self.pieces.clone();
        random.draw(&mut come, pieces);
        come.truncate(pieces);
        let mut drawn = self.near.clone();
        drawn.append(&mut come);
        let count = drawn.len();
        random.draw(&mut drawn, count);
        drawn
    }
}

/// Whether the position may have this castling right, with king and rook where they are.
fn goes_with<S: Scheme>(own: &BTreeSet<Feature>, right: Feature) -> bool {
    let pieces = own.iter().filter(|feature| {
        matches!(S::LAYOUT.fact(**feature), Some(Fact::Piece { role: Role::King | Role::Rook, .. }))
    });
    let with: Vec<Feature> = pieces.copied().collect();
    let rules = Compatibility::of::<S>();
    let split = rules.split(std::slice::from_ref(&right), 0).next();
    split.is_some_and(|split| {
        split.features(0).all(|needed| {
            with.contains(&needed) || !matches!(S::LAYOUT.fact(needed), Some(Fact::Piece { .. }))
        })
    })
}
