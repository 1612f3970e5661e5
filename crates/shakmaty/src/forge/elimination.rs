//! Forges a position by elimination: finds small sets of changes whose keys sum to zero over GF(2).

use std::collections::BTreeSet;

use shakmaty::Chess;
use zobrist::{Feature, Key};
use zobrist_chess::Scheme;

use super::candidates::Candidates;
use super::error::ForgeError;
use super::parts::{features_of, toggle};
use super::position::position_from_features;
use super::random::Random;

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
/// move counters are those of a new game, but for a halfmove clock that is keyed. Takes a tenth of
/// a second, rarely half a second.
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

/// Vectors, by a basis and the relations of the other vectors to it.
pub(super) struct Relations {
    /// Indices of a basis: the vectors that are independent of those before them.
    basis: Vec<usize>,
    /// Indices of the other vectors, each with a mask of the basis vectors whose sum it is.
    others: Vec<(usize, u64)>,
}

impl Relations {
    /// Finds the basis and the relations by Gaussian elimination.
    pub(super) fn among(vectors: impl Iterator<Item = u64>) -> Relations {
        let mut relations = Relations { basis: Vec::new(), others: Vec::new() };
        // For each leading bit, a vector and the mask of the basis vectors whose sum it is.
        let mut echelon = [(0_u64, 0_u64); 64];
        for (index, vector) in vectors.enumerate() {
            let (mut rest, mut sum) = (vector, 0);
            while rest != 0 {
                let (vector, of) = &mut echelon[rest.ilog2() as usize];
                if *vector == 0 {
                    (*vector, *of) = (rest, sum | 1 << relations.basis.len());
                    relations.basis.push(index);
                    break;
                }
                rest ^= *vector;
                sum ^= *of;
            }
            if rest == 0 {
                relations.others.push((index, sum));
            }
        }
        relations
    }

    /// Returns sets of vectors that sum to zero, as indices: at most `count` sets of fewer than
    /// `below` vectors, smallest first.
    ///
    /// Any choice of vectors outside the basis, with the basis vectors that they sum to, is such a
    /// set. All choices of up to k vectors are enumerated, for the largest k with at most `sums`
    /// choices.
    pub(super) fn lightest(&self, sums: usize, count: usize, below: usize) -> Vec<Vec<usize>> {
        let depth = depth_within(self.others.len(), sums);
        let mut search = Search { others: &self.others, count, below, found: Vec::new() };
        search.extend(0, 0, &mut Vec::new(), depth);
        search.keep_lightest();
        let whole = |(_, chosen, sum): (usize, Vec<usize>, u64)| {
            let of_basis = (0..self.basis.len()).filter(|bit| sum >> bit & 1 == 1);
            chosen.into_iter().chain(of_basis.map(|bit| self.basis[bit])).collect()
        };
        search.found.into_iter().map(whole).collect()
    }
}

/// Returns the largest k for which up to k of `n` vectors can be chosen in at most `sums` ways.
fn depth_within(n: usize, sums: usize) -> usize {
    let (mut choices, mut all, mut depth) = (1, 1, 0);
    while depth < n {
        choices = choices * (n - depth) / (depth + 1);
        all += choices;
        if all > sums {
            break;
        }
        depth += 1;
    }
    depth
}

struct Search<'a> {
    others: &'a [(usize, u64)],
    count: usize,
    below: usize,
    /// Size of the set, vectors outside the basis, and the mask of basis vectors.
    found: Vec<(usize, Vec<usize>, u64)>,
}

impl Search<'_> {
    fn extend(&mut self, first: usize, sum: u64, chosen: &mut Vec<usize>, depth: usize) {
        if depth == 0 {
            return;
        }
        for (position, (index, of)) in self.others.iter().enumerate().skip(first) {
            let sum = sum ^ of;
            let weight = chosen.len() + 1 + sum.count_ones() as usize;
            chosen.push(*index);
            if weight < self.below {
                self.found.push((weight, chosen.clone(), sum));
                if self.found.len() >= 2 * self.count {
                    self.keep_lightest();
                }
            }
            self.extend(position + 1, sum, chosen, depth - 1);
            chosen.pop();
        }
    }

    fn keep_lightest(&mut self) {
        self.found.sort_by_key(|(weight, ..)| *weight);
        if self.found.len() > self.count {
            self.found.truncate(self.count);
            self.below = self.found[self.count - 1].0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares with all subsets of a few vectors.
    #[test]
    fn all_relations_of_few_vectors_are_found() {
        let vectors = [3, 5, 6, 9, 12, 10, 15, 3, 0];
        let sum = |set: &[usize]| set.iter().fold(0, |sum, index| sum ^ vectors[*index]);
        let mut expected: Vec<Vec<usize>> = (1_usize..1 << vectors.len())
            .map(|set| (0..vectors.len()).filter(|i| set >> i & 1 == 1).collect::<Vec<_>>())
            .filter(|set| sum(set) == 0)
            .collect();
        let relations = Relations::among(vectors.iter().copied());
        let mut found = relations.lightest(1 << 20, 1 << 20, usize::MAX);
        assert!(found.is_sorted_by_key(Vec::len));
        assert_eq!(found[..2], [vec![8], vec![7, 0]]);
        found.iter_mut().for_each(|set| set.sort_unstable());
        found.sort();
        expected.sort();
        assert_eq!(found, expected);
        // All vectors have an even number of ones, so that their rank is 3.
        assert_eq!(found.len(), (1 << (vectors.len() - 3)) - 1);
    }

    #[test]
    fn the_lightest_are_kept() {
        let relations = Relations::among([1, 2, 4, 8, 15, 7, 3].into_iter());
        let all = relations.lightest(1000, 1000, usize::MAX);
        assert_eq!(relations.lightest(1000, 2, usize::MAX), all[..2]);
        assert_eq!(relations.lightest(1000, 1000, all[3].len()).len(), 3);
        assert_eq!(depth_within(300, 4_000_000), 2);
        assert_eq!(depth_within(20, 1 << 20), 20);
        assert_eq!(depth_within(0, 5), 0);
    }
}
