//! Different positions with the same hash, constructed by linear algebra.

mod changes;
mod dependency;
mod error;
mod features;
mod random;
mod relations;

use std::collections::BTreeSet;

use shakmaty::{Castles, CastlingMode, Chess, EnPassantMode, Position};
use zobrist::{Feature, Key};
use zobrist_chess::Scheme;

use crate::features::for_each_feature;
use changes::Changes;
use random::Random;
use relations::Relations;

pub use dependency::{forge_by, forge_pair};
pub use error::ForgeError;
pub use features::position_of_features;
pub use random::random_position;

/// Sets of changes that are drawn as long as no position has been found; from [`ENOUGH_ROUNDS`] on,
/// the first position will do.
const MAX_ROUNDS: usize = 400;
/// Rounds that look for a position that differs in fewer features.
const ENOUGH_ROUNDS: usize = 16;
/// Sums that a round looks at.
const SUMS: usize = 4_000_000;
/// Of these, the lightest that are tried on the board.
const TRIED: usize = 512;

/// Constructs a different position of standard chess with the same hash, which shakmaty accepts.
///
/// The keys of the changes that a position allows (take a piece off, put one on a free square,
/// pass the move, give up a castling right, …) are vectors over GF(2); with more of them than a
/// hash has bits, some XOR to zero, and elimination finds them. What is left is to find one that is
/// possible on a board: sums are tried from the lightest on, and if none is possible, another set
/// of changes is drawn. Kings stay where they are.
///
/// The same seed gives the same position, and another seed most likely another. It differs in 12 to
/// 28 features for 64 bits, fewer on a board that has more room, and in 8 for 32 bits. Its move
/// counters are those of a new game. Takes a tenth of a second, and now and then half a second.
///
/// ```
/// use shakmaty::{Chess, Position};
/// use zobrist_chess::Polyglot;
/// use zobrist_shakmaty::{forge, hash};
///
/// let start = Chess::default();
/// let other = forge::<Polyglot>(&start, 1)?;
/// assert_ne!(start.board(), other.board());
/// assert_eq!(hash::<Polyglot, _>(&start), hash::<Polyglot, _>(&other));
/// # Ok::<(), zobrist_shakmaty::ForgeError>(())
/// ```
///
/// # Errors
/// When the hash is wider than 64 bits or does not combine keys by XOR, when the position is one of
/// Chess960 by its castling rights, and when none is found, which has not been seen yet.
pub fn forge<S: Scheme>(position: &Chess, seed: u64) -> Result<Chess, ForgeError> {
    let bits = S::Key::BITS;
    if bits > 64 || !S::Key::LINEAR {
        return Err(ForgeError::Width { bits });
    }
    let own = features_of::<S>(position)?;
    let changes = Changes::new::<S>(position, &own);
    let mut random = Random::new(seed);
    let mut best: Option<(usize, Chess)> = None;
    for round in 0..MAX_ROUNDS {
        if let Some((weight, _)) = best {
            // No lighter ones are looked for where there cannot be any.
            if round >= ENOUGH_ROUNDS || S::guarantee().covers(weight as u32 - 1) {
                break;
            }
        }
        let drawn = changes.draw(bits as usize, &mut random);
        let keys = drawn.iter().map(|feature| S::key(*feature).to_word() as u64);
        let below = best.as_ref().map_or(usize::MAX, |(weight, _)| *weight);
        let found = Relations::among(keys).lightest(SUMS, TRIED, below).into_iter();
        let mut found = found.filter_map(|relation| {
            let changed: Vec<Feature> = relation.iter().map(|index| drawn[*index]).collect();
            let other = position_of_features::<S>(&changed_by(&own, &changed))?;
            Some((relation.len(), other))
        });
        best = found.next().or(best);
    }
    best.map(|(_, other)| other).ok_or(ForgeError::NotFound)
}

/// The features of a position of standard chess.
fn features_of<S: Scheme>(position: &Chess) -> Result<BTreeSet<Feature>, ForgeError> {
    let setup = position.to_setup(EnPassantMode::Always);
    if Castles::from_setup(&setup, CastlingMode::Standard).is_err() {
        return Err(ForgeError::Chess960);
    }
    let mut features = BTreeSet::new();
    for_each_feature::<S, _>(position, |feature| {
        features.insert(feature);
    });
    Ok(features)
}

/// What was there and is not among the changes, and what of these was not there.
fn changed_by(own: &BTreeSet<Feature>, changes: &[Feature]) -> Vec<Feature> {
    let changes = changes.iter().copied().collect();
    (own ^ &changes).into_iter().collect()
}
