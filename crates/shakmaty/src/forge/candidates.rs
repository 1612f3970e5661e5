//! The changes of a position that a forged position may have.

use std::collections::BTreeSet;

use shakmaty::{Bitboard, Chess, Position};
use zobrist::Feature;
use zobrist_chess::{
    CastlingRights, ChessFeature, Color, Compatibility, PositionParts, Role, Scheme,
};

use super::parts::{NON_KINGS, features_of_parts};
use super::random::Random;
use crate::parts::position_parts;

/// Maximum number of pieces of a side, plus one, since additions and removals balance only on
/// average.
const MAX_PIECES: usize = 17;
/// Number of changes to the pieces of one side that light sums rarely exceed.
const TYPICAL_CHANGES: usize = 11;
/// Minimum and maximum number of changes drawn beyond the bits of a hash.
const SPARE: [usize; 2] = [20, 285];

/// A change of a position: the features that it adds or removes. A piece that is added on a square
/// may also remove the feature of the empty square, and so on.
pub(super) type Change = Vec<Feature>;

/// Changes from which those of a forged position are chosen. Kings stay, and so do the rights in a
/// layout that keys them with the kings or as a set, where exactly one feature must be present.
pub(super) struct Candidates {
    /// Changes of the pieces on the board, the side to move, the castling rights and the capture en
    /// passant.
    present: Vec<Change>,
    /// Pieces of each side that may be added on free squares.
    additions: [Vec<Change>; 2],
    /// Number of pieces of each side, kings included.
    counts: [usize; 2],
}

impl Candidates {
    pub(super) fn new(
        scheme: &impl Scheme,
        position: &Chess,
        own: &BTreeSet<Feature>,
    ) -> Candidates {
        let layout = scheme.chess_layout();
        let rules = Compatibility::of(scheme);
        // Without the capture en passant, which is a change of its own, a pawn that takes part in
        // it is one like others.
        let mut parts = position_parts(position, scheme.en_passant());
        parts.en_passant = None;
        let features = features_of_parts(scheme, &parts);
        let change = |changed: &PositionParts| -> Change {
            (&features ^ &features_of_parts(scheme, changed)).into_iter().collect()
        };
        let toggled = |color: Color, role: Role, square: u32| {
            let mut changed = parts;
            changed.pieces[color as usize][role as usize] ^= 1 << square;
            change(&changed)
        };

        let mut present: BTreeSet<Change> = BTreeSet::new();
        present.insert((&features ^ own).into_iter().collect());
        let mut passed = parts;
        passed.turn = !parts.turn;
        present.insert(change(&passed));
        for color in Color::ALL {
            for role in NON_KINGS {
                let squares = Bitboard(parts.pieces[color as usize][role as usize]);
                present
                    .extend(squares.into_iter().map(|square| toggled(color, role, square.into())));
            }
        }
        let given: Vec<Feature> = own.iter().copied().collect();
        let rights = own.iter().copied().chain(layout.castling(CastlingRights::STANDARD));
        let rights = rights.filter(|right| {
            let meaning = layout.decode(*right);
            matches!(
                meaning,
                Some(ChessFeature::CastlingRight { .. } | ChessFeature::CastlingRook { .. })
            ) && rules.can_stand_together(&[given.as_slice(), &[*right]].concat())
        });
        present.extend(rights.map(|right| vec![right]));
        // A change without features in the layout changes nothing.
        present.remove(&Vec::new());

        let board = position.board();
        let additions = Color::ALL.map(|color| {
            let pieces = (!board.occupied())
                .into_iter()
                .flat_map(|square| NON_KINGS.map(|role| (role, square)));
            pieces
                .filter(|(role, square)| {
                    rules.can_stand(layout.piece(color, *role, usize::from(*square)))
                })
                .map(|(role, square)| toggled(color, role, square.into()))
                .collect()
        });
        Candidates {
            present: present.into_iter().collect(),
            additions,
            counts: [board.white(), board.black()].map(|side| side.count()),
        }
    }

    /// Draws candidates in random order. A side with all its pieces must lose as many as it gains,
    /// so that the number of additions depends on the number of its pieces.
    pub(super) fn draw(&self, bits: usize, random: &mut Random) -> Vec<Change> {
        let mut drawn = self.present.clone();
        let [min, max] = SPARE.map(|spare| (bits + spare).saturating_sub(drawn.len()) / 2);
        for (additions, pieces) in self.additions.iter().zip(self.counts) {
            // A sum has additions and removals in proportion to their numbers, and may have more
            // additions by the number of missing pieces.
            let missing = MAX_PIECES.saturating_sub(pieces);
            let count = match TYPICAL_CHANGES.checked_sub(missing) {
                None | Some(0) => max,
                Some(rest) => (pieces * (TYPICAL_CHANGES + missing) / rest).clamp(min, max),
            };
            let mut added = additions.clone();
            random.draw(&mut added, count);
            added.truncate(count);
            drawn.append(&mut added);
        }
        let count = drawn.len();
        random.draw(&mut drawn, count);
        drawn
    }
}
