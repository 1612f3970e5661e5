//! Why a hash is wrong: the features that the other program missed or had too many.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use zobrist::{Differences, Feature, Key};

use super::distinct::Distinct;
use super::term::{Side, Term, is_sum_of, terms_of};

/// Finds the features by which hashes differ, of any game. Its tables are built for the first wrong
/// hash.
pub(crate) struct Causes<'a, K> {
    /// By slot.
    keys: &'a [K],
    is_linear: bool,
    distinct: OnceLock<Distinct<K>>,
    differences: OnceLock<Differences<K>>,
}

/// Knowledge of a state and of those before it, by which some causes of a wrong hash are likelier
/// than others.
pub(crate) trait Doubts {
    /// True if the state has a feature.
    fn is_present(&self, feature: Feature) -> bool;

    /// The doubt about a set of features: the more there are, and the less the states explain them,
    /// the larger. [`IMPOSSIBLE`] or more if it has a feature that no such state can have.
    fn of(&self, set: &[Term]) -> u32;

    /// The features by which the hash is likely to be wrong.
    fn likely(&self) -> Vec<Term>;

    /// Features of the state, each with those that stand for the same thing elsewhere.
    fn elsewhere(&self) -> Vec<(Feature, Vec<Feature>)>;
}

/// The doubt about a feature that no such state can have.
pub(crate) const IMPOSSIBLE: u32 = 1 << 16;

/// The number of failed searches for four features that are left in a chunk: each takes much longer
/// than reading a line. Every chunk starts with the same number, so that the rows do not depend on
/// the threads.
pub(crate) struct FailedSearches(u32);

impl Default for FailedSearches {
    fn default() -> FailedSearches {
        FailedSearches(100)
    }
}

/// The largest number of keys whose pairs are indexed: two million pairs, or four times as many for
/// sums.
const MAX_FEATURES: usize = 2048;

/// The largest number of features of a cause.
pub(crate) const MOST: usize = 4;

/// The largest number of causes between which a row does not decide.
const MAX_ALTERNATIVES: usize = 3;

/// The largest number of causes of one size that are compared.
const MAX_COMPARED: usize = 256;

/// The number of ways to put one of 32 pieces on another square.
const PIECES_ELSEWHERE: f64 = 32.0 * 63.0;

/// A search among N sets of features finds one by chance in N hashes of 2^bits. It is made if these
/// are fewer than one in 2^20.
const MARGIN: i32 = 20;

/// Why a hash is wrong.
pub(crate) enum Cause {
    /// Up to three sums of features, which fit the position equally well: one but where keys are
    /// equal, or sums of others.
    Features(Vec<Vec<Term>>),
    /// The key of one feature, which no such position can have.
    Impossible(Feature),
    /// More than three sums of features, which fit the position equally well.
    TooMany,
    /// The keys differ in so few bits that chance finds a feature for any hash: nothing was
    /// searched.
    TooFewBits,
    /// There are none up to this number of features; 0 if there are too many to search.
    None(usize),
}

/// Features that no hash tells apart.
pub(crate) enum Confusion {
    /// They have one key.
    Equal(Vec<Feature>),
    /// The key of one is made by those of the others.
    Sum(Feature, Vec<Feature>),
}

impl Cause {
    /// The number of features; `None` if the cause is not known.
    pub(crate) fn size(&self) -> Option<usize> {
        match self {
            Cause::Features(causes) => causes.first().map(Vec::len),
            _ => None,
        }
    }
}

impl<'a, K: Key> Causes<'a, K> {
    /// Causes among the features of some keys, by slot. `is_linear` is true if they combine by XOR.
    pub(crate) fn new(keys: &'a [K], is_linear: bool) -> Causes<'a, K> {
        let (distinct, differences) = (OnceLock::new(), OnceLock::new());
        Causes { keys, is_linear, distinct, differences }
    }

    /// The keys by their values.
    fn distinct(&self) -> &Distinct<K> {
        self.distinct.get_or_init(|| Distinct::new(self.keys, self.is_linear))
    }

    /// The index of the keys; `None` if there are too many.
    fn differences(&self) -> Option<&Differences<K>> {
        let keys = self.distinct().keys();
        let new = || Differences::new(keys);
        (keys.len() <= MAX_FEATURES).then(|| self.differences.get_or_init(new))
    }

    /// Finds the features by which a hash is wrong, up to `most`: the fewest that the position of
    /// the hash allows, and of as many those that its past makes likely.
    ///
    /// Among all features, sets are searched of such a size that chance finds none. Keys of 32 bits
    /// allow one feature, those of 64 four. Larger sets are searched among the features that the
    /// position and those before it make likely, and for one piece on another square.
    pub(crate) fn find(
        &self,
        got: K,
        expected: K,
        doubts: &dyn Doubts,
        most: usize,
        left: &mut FailedSearches,
    ) -> Cause {
        let mut search = Search {
            keys: self.keys,
            doubts,
            wanted: got.minus(expected),
            distinct: self.distinct(),
            differences: self.differences(),
            likely: None,
        };
        let mut impossible = None;
        let mut searched = 0;
        let mut is_skipped = false;
        let keys = search.distinct.keys().len();
        // Keys that are fewer than the size have no sets of it.
        for size in (1..=most.min(MOST)).take_while(|size| *size <= keys) {
            let Some(sets) = search.sets(size, left) else {
                is_skipped = true;
                continue;
            };
            if !is_skipped {
                searched = size;
            }
            let mut rated: Vec<(u32, Vec<Term>)> = Vec::new();
            for set in sets {
                let doubt = doubts.of(&set);
                if doubt < IMPOSSIBLE {
                    rated.push((doubt, set));
                } else if let [Term { feature, .. }] = set[..] {
                    impossible.get_or_insert(feature);
                }
            }
            let Some(least) = rated.iter().map(|(doubt, _)| *doubt).min() else { continue };
            rated.retain(|(doubt, _)| *doubt == least);
            if rated.len() > MAX_ALTERNATIVES {
                return Cause::TooMany;
            }
            return Cause::Features(rated.into_iter().map(|(_, set)| set).collect());
        }
        match impossible {
            Some(feature) => Cause::Impossible(feature),
            None if self.differences().is_none() => Cause::None(0),
            None if searched == 0 => Cause::TooFewBits,
            None => Cause::None(searched),
        }
    }

    /// Returns the features that no hash tells apart: those whose keys are equal to those of some
    /// features, and the pairs whose keys add up to one of them, up to three for each.
    pub(crate) fn confusions(&self, features: &[Feature]) -> Vec<Confusion> {
        let distinct = self.distinct();
        let mut found = Vec::new();
        for feature in features {
            let key = self.keys[feature.slot()];
            let equal = distinct.members_of(key);
            if equal.len() > 1 {
                found.push(Confusion::Equal(equal.to_vec()));
            }
            let Some(differences) = self.differences() else { continue };
            for pair in differences.explain_all(key, K::ZERO, 2, MAX_ALTERNATIVES) {
                let members = pair.iter().map(|place| distinct.members(place.slot())[0]);
                found.push(Confusion::Sum(*feature, members.collect()));
            }
        }
        found
    }

    /// The features whose keys are zero.
    pub(crate) fn zeros(&self) -> &[Feature] {
        self.distinct().zeros()
    }
}

/// A search for the sets of features that make one difference.
struct Search<'a, K> {
    /// By slot.
    keys: &'a [K],
    doubts: &'a dyn Doubts,
    wanted: K,
    distinct: &'a Distinct<K>,
    differences: Option<&'a Differences<K>>,
    /// The likely features, each with the difference that it makes.
    likely: Option<Vec<(K, Term)>>,
}

impl<K: Key> Search<'_, K> {
    /// All sets of a size that make the difference; `None` if there are too many for a search.
    fn sets(&mut self, size: usize, left: &mut FailedSearches) -> Option<Vec<Vec<Term>>> {
        let among_all = self.is_sound(sets_of(self.distinct.keys().len(), size));
        let mut sets = BTreeSet::new();
        let mut is_searched = false;
        if let Some(differences) = self.differences.filter(|_| among_all)
            && (size < MOST || left.0 > 0)
        {
            is_searched = true;
            let found = differences.explain_all(self.wanted, K::ZERO, size, MAX_COMPARED);
            for places in &found {
                sets.extend(self.members(places));
            }
            left.0 -= u32::from(size == MOST && sets.is_empty());
        }
        if !is_searched && size == 2 && self.is_sound(PIECES_ELSEWHERE) {
            is_searched = true;
            sets.extend(self.moved());
        }
        if sets.is_empty() && !among_all || self.differences.is_none() {
            let likely = self.likely();
            if self.is_sound(sets_of(likely, size)) && (size < MOST || left.0 > 0) {
                is_searched = true;
                sets.extend(self.among_likely(size));
                left.0 -= u32::from(size == MOST && sets.is_empty());
            }
        }
        is_searched.then(|| sets.into_iter().filter(|set| self.is_minimal(set)).collect())
    }

    /// True if a search among this many sets of features finds none by chance.
    fn is_sound(&self, sets: f64) -> bool {
        sets <= 2_f64.powi(self.distinct.bits() as i32 - MARGIN)
    }

    /// The sets of features with the keys of given places.
    fn members(&self, places: &[Feature]) -> Vec<Vec<Term>> {
        let mut sets = vec![Vec::new()];
        for place in places {
            let members = self.distinct.members(place.slot());
            let with = |set: &Vec<Feature>| {
                let set = set.clone();
                members.iter().map(move |member| [&set[..], &[*member]].concat())
            };
            sets = sets.iter().flat_map(with).take(MAX_COMPARED).collect();
        }
        let terms = |set| terms_of(self.keys, set, self.wanted, |f| self.doubts.is_present(f));
        sets.into_iter().filter_map(terms).collect()
    }

    /// A feature of the state elsewhere: a piece on another square.
    fn moved(&self) -> Vec<Vec<Term>> {
        let mut sets = Vec::new();
        for (missing, others) in self.doubts.elsewhere() {
            let missing = Term { feature: missing, side: Side::Missing };
            for other in others {
                let set = sorted(vec![missing, Term { feature: other, side: Side::Surplus }]);
                if is_sum_of(self.keys, &set, self.wanted) {
                    sets.push(set);
                }
            }
        }
        sets
    }

    /// The number of likely features, which are found out at the first call.
    fn likely(&mut self) -> usize {
        let of = |term: Term| (term.of(self.keys, K::ZERO), term);
        let is_seen = |(difference, _): &(K, Term)| *difference != K::ZERO;
        let likely = || self.doubts.likely().into_iter().map(of).filter(is_seen).collect();
        self.likely.get_or_insert_with(likely).len()
    }

    /// The sets of likely features of a size that make the difference.
    fn among_likely(&self, size: usize) -> Vec<Vec<Term>> {
        let likely = self.likely.as_deref().unwrap_or_default();
        let mut sets = Vec::new();
        let mut chosen = Vec::new();
        choose(likely, size, self.wanted, &mut chosen, &mut sets);
        sets.into_iter().map(sorted).collect()
    }

    /// True if no part of a set makes no difference.
    fn is_minimal(&self, set: &[Term]) -> bool {
        let parts = 1..(1_u32 << set.len()) - 1;
        parts.into_iter().all(|part| {
            let chosen = (0..set.len()).filter(|index| part >> index & 1 == 1);
            let sum = chosen.fold(K::ZERO, |sum, index| set[index].of(self.keys, sum));
            sum != K::ZERO
        })
    }
}

/// Adds the sets of a size from a list that make a difference.
fn choose<K: Key>(
    list: &[(K, Term)],
    size: usize,
    wanted: K,
    chosen: &mut Vec<Term>,
    sets: &mut Vec<Vec<Term>>,
) {
    for (index, (difference, term)) in list.iter().enumerate() {
        let left = wanted.minus(*difference);
        chosen.push(*term);
        if size == 1 && left == K::ZERO {
            sets.push(chosen.clone());
        } else if size > 1 {
            choose(&list[index + 1..], size - 1, left, chosen, sets);
        }
        chosen.pop();
    }
}

fn sorted(mut set: Vec<Term>) -> Vec<Term> {
    set.sort_unstable();
    set
}

/// The number of sets of a size among some features.
fn sets_of(features: usize, size: usize) -> f64 {
    (0..size).fold(1.0, |sets, chosen| {
        sets * features.saturating_sub(chosen) as f64 / (chosen + 1) as f64
    })
}

#[cfg(test)]
mod tests {
    use super::sets_of;

    #[test]
    fn sets_are_counted() {
        let counts = [(5, 0), (5, 1), (5, 2), (5, 4), (3, 4)].map(|(n, size)| sets_of(n, size));
        assert_eq!(counts, [1.0, 5.0, 10.0, 5.0, 0.0]);
    }
}
