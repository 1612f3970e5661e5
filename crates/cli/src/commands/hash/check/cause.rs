//! Why a hash is wrong: the features that the other program missed or had too many.

use std::collections::HashSet;
use std::sync::OnceLock;

use zobrist::{Differences, Feature};
use zobrist_chess::{ComposedScheme, Scheme};
use zobrist_shakmaty::{HashablePosition, for_each_feature};

/// Finds the features by which hashes differ. Its table is built for the first wrong hash.
pub struct Causes<S: Scheme>(OnceLock<Differences<S::Key>>);

/// The number of failed searches for four features that are left in a chunk: each takes much longer
/// than reading a line. Every chunk starts with the same number, so that the rows do not depend on
/// the threads.
pub struct FailedSearches(u32);

impl Default for FailedSearches {
    fn default() -> FailedSearches {
        FailedSearches(100)
    }
}

/// The largest layout whose pairs of keys are indexed: two million pairs, or four times as many for sums.
const MAX_FEATURES: usize = 2048;

/// The fewest bits of a key with which four features are not found by chance.
const BITS_FOR_FOUR: u32 = 47;

/// The features by which a hash is wrong.
pub enum Cause {
    Features(Vec<Feature>),
    /// There are none up to this number.
    None(usize),
}

impl<S: Scheme> Default for Causes<S> {
    fn default() -> Causes<S> {
        Causes(OnceLock::new())
    }
}

impl<S: Scheme> Causes<S> {
    /// The features by which a hash is wrong, if there are few.
    pub fn find(
        &self,
        scheme: &S,
        got: S::Key,
        expected: S::Key,
        left: &mut FailedSearches,
    ) -> Cause {
        if scheme.keys().len() > MAX_FEATURES {
            return Cause::None(0);
        }
        let differences = self.0.get_or_init(|| Differences::new(scheme.keys()));
        let four = scheme.bits() >= BITS_FOR_FOUR && left.0 > 0;
        let most = if four { 4 } else { 3 };
        match differences.explain(got, expected, most) {
            Some(features) => Cause::Features(features),
            None => {
                left.0 -= u32::from(four);
                Cause::None(most)
            }
        }
    }
}

/// Says that a layout is too large for a search.
pub const TOO_MANY: &str = "too many features to search";

/// Says that no features up to a number explain a hash.
pub fn failure(most: usize) -> String {
    match most {
        0 => TOO_MANY.to_owned(),
        4 => "no sum of up to four features explains it".to_owned(),
        _ => "no sum of up to three features explains it".to_owned(),
    }
}

/// Describes features by which a hash is wrong, given those of the position: `missing white pawn e2 +
/// surplus white pawn e4`.
pub fn words(
    scheme: &ComposedScheme,
    features: &[Feature],
    position: &impl HashablePosition,
) -> String {
    let mut present = HashSet::new();
    for_each_feature(scheme, position, |feature| {
        present.insert(feature);
    });
    let describe = |feature: &Feature| {
        let which = if present.contains(feature) { "missing" } else { "surplus" };
        format!("{which} {}", scheme.describe(*feature))
    };
    features.iter().map(describe).collect::<Vec<_>>().join(" + ")
}
