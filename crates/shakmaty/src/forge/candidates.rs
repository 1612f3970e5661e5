//! The changes of a position that a forged position may have.

use std::collections::BTreeSet;

use shakmaty::{Chess, Position};
use zobrist::Feature;
use zobrist_chess::{CastlingRights, ChessFeature, Color, Compatibility, Role, Scheme};

use super::random::Random;
use super::toggle::NON_KINGS;

/// Maximum number of pieces of a side, plus one, since additions and removals balance only on
/// average.
const MAX_PIECES: usize = 17;
/// Number of changes to the pieces of one side that light sums rarely exceed.
const TYPICAL_CHANGES: usize = 11;
/// Minimum and maximum number of changes drawn beyond the bits of a hash.
const SPARE: [usize; 2] = [20, 285];

/// Features that may be added to a position or removed from it.
pub(super) struct Candidates {
    /// Pieces on the board, the side to move, castling rights and the en passant file.
    present: Vec<Feature>,
    /// Pieces of each side that may be added on free squares.
    additions: [Vec<Feature>; 2],
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
        // In schemes with keys for sets of castling rights, exactly one of them must be present.
        let stays = |feature: &Feature| {
            matches!(
                layout.decode(*feature),
                Some(
                    ChessFeature::Piece { role: Role::King, .. } | ChessFeature::CastlingRights(_)
                )
            )
        };
        let mut present: BTreeSet<Feature> =
            own.iter().copied().filter(|own| !stays(own)).collect();
        present.extend(Color::ALL.into_iter().filter_map(|color| layout.turn(color)));
        let rules = Compatibility::of(scheme);
        let own: Vec<Feature> = own.iter().copied().collect();
        let rights = layout.castling(CastlingRights::STANDARD).filter(|right| !stays(right));
        present.extend(
            rights.filter(|right| rules.can_stand_together(&[own.as_slice(), &[*right]].concat())),
        );
        let board = position.board();
        let additions = Color::ALL.map(|color| {
            let squares = (!board.occupied()).into_iter().map(|square| square as usize);
            squares
                .flat_map(|square| NON_KINGS.map(|role| layout.piece(color, role, square)))
                .filter(|piece| rules.can_stand(*piece))
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
    pub(super) fn draw(&self, bits: usize, random: &mut Random) -> Vec<Feature> {
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
