//! A feature by which a hash is wrong, and in which way.

use zobrist::{Feature, Group};

/// The way in which a feature makes a hash wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Side {
    /// The position has it, and the hash has not.
    Missing,
    /// The hash has it, and the position has not.
    Surplus,
    /// The position has it, and a sum has it twice.
    Twice,
    /// The position does not have it, and a sum has it less than not at all.
    TakenAway,
}

/// A feature by which a hash is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Term {
    pub(crate) feature: Feature,
    pub(crate) side: Side,
}

impl Term {
    /// Adds the difference to a sum, by the keys of the slots.
    pub(crate) fn of<K: Group>(self, keys: &[K], sum: K) -> K {
        let key = keys[self.feature.slot()];
        match self.side {
            Side::Missing | Side::TakenAway => sum.minus(key),
            Side::Surplus | Side::Twice => sum.plus(key),
        }
    }

    /// Describes the feature: `missing white pawn e2`.
    pub(crate) fn words(self, describe: &dyn Fn(Feature) -> String) -> String {
        let feature = describe(self.feature);
        match self.side {
            Side::Missing => format!("missing {feature}"),
            Side::Surplus => format!("surplus {feature}"),
            Side::Twice => format!("surplus {feature} (added twice)"),
            Side::TakenAway => format!("missing {feature} (subtracted, though not there)"),
        }
    }
}

/// True if some features make a difference.
pub(crate) fn is_sum_of<K: Group>(keys: &[K], terms: &[Term], wanted: K) -> bool {
    terms.iter().fold(K::ZERO, |sum, term| term.of(keys, sum)) == wanted
}

/// The ways in which some features make a difference; `None` if they do not. Only one feature is
/// taken to be added or subtracted twice.
pub(crate) fn terms_of<K: Group>(
    keys: &[K],
    mut features: Vec<Feature>,
    wanted: K,
    is_present: impl Fn(Feature) -> bool,
) -> Option<Vec<Term>> {
    features.sort_unstable();
    let terms = |sides: [Side; 2]| -> Vec<Term> {
        let term = |feature: &Feature| Term {
            feature: *feature,
            side: sides[usize::from(is_present(*feature))],
        };
        features.iter().map(term).collect()
    };
    let once = terms([Side::Surplus, Side::Missing]);
    let twice = (features.len() == 1).then(|| terms([Side::TakenAway, Side::Twice]));
    [Some(once), twice].into_iter().flatten().find(|terms| is_sum_of(keys, terms, wanted))
}

/// Describes features by which a hash is wrong: `missing white pawn e2 + surplus white pawn e4`, or
/// several sums of them of which one is wrong: `missing white king e1 or surplus white queen d8`.
pub(crate) fn words(describe: &dyn Fn(Feature) -> String, causes: &[Vec<Term>]) -> String {
    let sum = |terms: &Vec<Term>| {
        terms.iter().map(|term| term.words(describe)).collect::<Vec<_>>().join(" + ")
    };
    causes.iter().map(sum).collect::<Vec<_>>().join(" or ")
}
