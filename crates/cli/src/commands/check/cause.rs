//! Why a hash is wrong: the features that the other program missed or had too many.

use std::collections::HashSet;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use zobrist::{Differences, Feature};
use zobrist_chess::{ComposedScheme, Scheme};

/// Finds the features by which hashes differ. Its table is built for the first wrong hash.
pub struct Causes<S: Scheme> {
    differences: OnceLock<Differences<S::Key>>,
    /// The number of searches for four features that found none.
    fruitless: AtomicU32,
}

/// The number of searches for four features, which take a millisecond each, that may find none: after
/// that, the hashes are wrong for another reason.
const MAX_FRUITLESS: u32 = 2_000;

/// The fewest bits of a key with which four features are not found by chance.
const BITS_FOR_FOUR: u32 = 47;

impl<S: Scheme> Default for Causes<S> {
    fn default() -> Causes<S> {
        Causes { differences: OnceLock::new(), fruitless: AtomicU32::new(0) }
    }
}

impl<S: Scheme> Causes<S> {
    /// The features by which a hash is wrong, if there are few.
    pub fn find(&self, scheme: &S, got: S::Key, expected: S::Key) -> Option<Vec<Feature>> {
        let differences = self.differences.get_or_init(|| Differences::new(scheme.keys()));
        let four = scheme.bits() >= BITS_FOR_FOUR
            && self.fruitless.load(Ordering::Relaxed) < MAX_FRUITLESS;
        let found = differences.explain(got, expected, if four { 4 } else { 3 });
        if found.is_none() && four {
            self.fruitless.fetch_add(1, Ordering::Relaxed);
        }
        found
    }
}

/// Describes features by which a hash is wrong, given those of the position: `missing white pawn e2 +
/// surplus white pawn e4`.
pub fn words(
    scheme: &ComposedScheme,
    features: Option<&[Feature]>,
    present: &HashSet<Feature>,
) -> String {
    let Some(features) = features else {
        let most = if scheme.bits() >= BITS_FOR_FOUR { "four" } else { "three" };
        return format!("no one to {most} features");
    };
    let describe = |feature: &Feature| {
        let which = if present.contains(feature) { "missing" } else { "surplus" };
        format!("{which} {}", scheme.chess_layout().describe(*feature))
    };
    features.iter().map(describe).collect::<Vec<_>>().join(" + ")
}
