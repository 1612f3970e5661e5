//! Forges a position by elimination: sums of changes whose keys XOR to zero.

use std::collections::BTreeSet;

use shakmaty::Chess;
use zobrist::{Feature, Key};
use zobrist_chess::Scheme;

use super::candidates::Candidates;
use super::error::ForgeError;
use super::position::position_from_features;
use super::random::Random;
use super::relations::Relations;
use super::toggle::{features_of, toggle};

/// Maximum number of candidate sets that are drawn.
const MAX_ROUNDS: usize = 400;
/// Number of candidate sets after which any position that was found is returned.
const ENOUGH_ROUNDS: usize = 16;
/// Maximum number of sums that are enumerated in a round.
const MAX_SUMS: usize = 4_000_000;
/// Maximum number of the lightest sums that are tried on the board.
const MAX_TRIED: usize = 512;

/// Constructs a different position of standard chess with the same hash, which shakmaty accepts.
///
/// The keys of possible changes (remove a piece, add one on a free square, pass the turn, give up a
/// castling right, …) are vectors over GF(2). If there are more of them than a hash has bits, some
/// XOR to zero, and elimination finds those. Sums are tried on the board from the lightest on; if
/// none gives a legal position, other changes are drawn. Kings stay where they are, and so do the
/// rights where the layout keys them as a set or with the kings.
///
/// A seed always gives the same position; another seed most likely gives another. For 64-bit keys
/// the positions differ in 12 to 28 features, in fewer on an emptier board; for 32-bit keys in 8.
/// Where a change has several features, as in a layout with empty squares, they differ in more. The
/// move counters are those of a new game, but for a halfmove clock that is keyed. Takes a tenth of a
/// second, rarely half a second.
///
/// ```
/// use shakmaty::{Chess, Position};
/// use zobrist_chess::Polyglot;
/// use zobrist_shakmaty::{forge, hash};
///
/// let start = Chess::default();
/// let other = forge(&Polyglot, &start, 1)?;
/// assert_ne!(start.board(), other.board());
/// assert_eq!(hash(&Polyglot, &start), hash(&Polyglot, &other));
/// # Ok::<(), zobrist_shakmaty::ForgeError>(())
/// ```
///
/// # Errors
/// When the hash is wider than 64 bits or does not combine keys by XOR, when the castling rights
/// are those of Chess960, or when no position is found, which has never been observed.
pub fn forge(scheme: &impl Scheme, position: &Chess, seed: u64) -> Result<Chess, ForgeError> {
    let bits = scheme.bits();
    if !scheme.is_linear() {
        return Err(ForgeError::Sum { bits });
    }
    if bits > 64 {
        return Err(ForgeError::Width { bits });
    }
    let own = features_of(scheme, position)?;
    let candidates = Candidates::new(scheme, position, &own);
    let mut random = Random::new(seed);
    // The number of changes, and the position.
    let mut best: Option<(usize, Chess)> = None;
    for round in 0..MAX_ROUNDS {
        if let Some((changes, _)) = best {
            // The guarantee of the scheme may exclude lighter ones: a change has a feature or more.
            if round >= ENOUGH_ROUNDS || scheme.guarantee().covers(changes as u32 - 1) {
                break;
            }
        }
        let drawn = candidates.draw(bits as usize, &mut random);
        let key_of = |feature: &Feature| scheme.key(*feature).to_word() as u64;
        let keys = drawn.iter().map(|change| change.iter().fold(0, |sum, f| sum ^ key_of(f)));
        let below = best.as_ref().map_or(usize::MAX, |(changes, _)| *changes);
        let found = Relations::among(keys).lightest(MAX_SUMS, MAX_TRIED, below).into_iter();
        let mut found = found.filter_map(|relation| {
            let mut changed = BTreeSet::new();
            for change in relation.iter().map(|index| &drawn[*index]) {
                changed = &changed ^ &change.iter().copied().collect();
            }
            if changed.is_empty() {
                return None;
            }
            let other = position_from_features(scheme, &toggle(&own, &changed))?;
            Some((relation.len(), other))
        });
        best = found.next().or(best);
    }
    best.map(|(_, other)| other).ok_or(ForgeError::NotFound)
}
