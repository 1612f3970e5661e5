//! Games of Go that are nearly the same: candidates by the positions after some moves, compared
//! move by move.

use std::collections::HashMap;

use zobrist_go::sgf::Record;
use zobrist_go::{Board, Color, Game, GoScheme, Rules};

use super::sequence::Sequence;
use zobrist_go_index::Symmetry;

/// The moves after which positions are compared.
pub(crate) const CHECKPOINTS: [u64; 3] = [20, 40, 60];

/// Largest number of earlier games that a game is compared with for each of its positions.
const MAX_CANDIDATES: usize = 1000;

/// Of this many moves of the shorter game, one may be missing in the other.
const ONE_IN: u64 = 10;

/// The hashes of the positions after 20, 40 and 60 moves of a main line, the same for all images;
/// without those that it does not reach.
#[derive(Debug, Default)]
pub(crate) struct Signature {
    hashes: [Option<u64>; CHECKPOINTS.len()],
}

impl Signature {
    pub(crate) fn of(
        record: &Record,
        symmetries: impl Iterator<Item = Symmetry> + Clone,
    ) -> Signature {
        let mut signature = Signature::default();
        let Ok(board) = Board::new(record.width, record.height) else { return signature };
        let mut game = Game::of(board, Color::Black, Rules::default());
        let mut moves = 0;
        for number in record.main_line() {
            let node = record.node(number);
            if node.set_up_on(&mut game).is_err() {
                return signature;
            }
            for (color, played) in node.moves {
                if game.force(*color, *played).is_err() {
                    return signature;
                }
                moves += 1;
                if let Some(at) = CHECKPOINTS.iter().position(|point| *point == moves) {
                    signature.hashes[at] = Some(least(game.board(), symmetries.clone()));
                }
            }
        }
        signature
    }
}

/// The least hash among those of the board's images.
fn least(board: &Board, symmetries: impl Iterator<Item = Symmetry>) -> u64 {
    let size = (board.width(), board.height());
    let empty = GoScheme::size(size.0, size.1).map(GoScheme::key::<u64>);
    let empty = empty[0] ^ empty[1];
    let hash = |symmetry: Symmetry| {
        board.stones().fold(empty, |hash, (color, point)| {
            let stone = GoScheme::stone(symmetry.color(color), symmetry.point(point, size));
            hash ^ GoScheme::key::<u64>(stone)
        })
    };
    symmetries.map(hash).min().expect("there is a symmetry")
}

/// A game that is nearly another one.
pub(crate) struct Near {
    /// The number of the game among all.
    pub(crate) game: usize,
    /// That of the earlier one.
    pub(crate) of: usize,
    /// Turns that game into this one.
    pub(crate) symmetry: Symmetry,
    /// The number of moves of the shorter game that the other has not.
    pub(crate) differences: u64,
}

/// Finds for each game the earlier one that it differs from least, if that is little. `left_out`
/// are games that repeat others as they are; they are neither found nor compared.
pub(crate) fn near<'a>(
    games: impl Iterator<Item = (&'a Sequence, &'a Signature)>,
    left_out: &[bool],
    turned: bool,
) -> Vec<Near> {
    let games: Vec<_> = games.collect();
    let mut by_hash: HashMap<(usize, u64), Vec<usize>> = HashMap::new();
    let mut found = Vec::new();
    for (game, (line, signature)) in games.iter().enumerate() {
        if left_out[game] {
            continue;
        }
        let mut best: Option<Near> = None;
        let mut compared = Vec::new();
        for (at, hash) in signature.hashes.iter().enumerate().rev() {
            let Some(hash) = *hash else { continue };
            let known = by_hash.entry((at, hash)).or_default();
            for of in known.iter().copied() {
                if compared.contains(&of) {
                    continue;
                }
                compared.push(of);
                let other = games[of].0;
                let allowed = line.moves.min(other.moves) / ONE_IN;
                let limit = best.as_ref().map_or(allowed + 1, |near| near.differences);
                let symmetries = Symmetry::all(line.size, turned, turned);
                let Some((symmetry, differences)) = line.least_differences(other, symmetries)
                else {
                    continue;
                };
                if differences <= allowed && differences < limit {
                    best = Some(Near { game, of, symmetry, differences });
                }
            }
            if known.len() < MAX_CANDIDATES {
                known.push(game);
            }
        }
        found.extend(best);
    }
    found
}
