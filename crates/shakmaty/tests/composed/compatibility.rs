//! Compatibility in layouts of every kind.

use std::collections::BTreeSet;

use shakmaty::Chess;
use zobrist::Feature;
use zobrist_chess::{Compatibility, ComposedScheme, Scheme, Split};

use crate::positions::{Random, child, neighbour, positions};
use crate::schemes::schemes;
use crate::{features, words};

type Features = BTreeSet<Feature>;

#[test]
fn features_of_positions_are_compatible() {
    let positions = positions();
    let mut random = Random::new(1);
    for scheme in schemes() {
        let rules = Compatibility::of(&scheme);
        for position in &positions {
            let all: Vec<Feature> = features(&scheme, position).into_iter().collect();
            assert!(rules.can_stand_together(&all), "{}: {position:?}", scheme.name());
            for n in [2, 6, 20] {
                let some: Vec<Feature> = all.iter().copied().filter(|_| random.one_in(n)).collect();
                assert!(rules.can_stand_together(&some), "{}: {some:?}", scheme.name());
            }
        }
        let stand = |feature: &&Feature| rules.can_stand(**feature);
        let all: Features = positions.iter().flat_map(|p| features(&scheme, p)).collect();
        assert_eq!(all.iter().filter(stand).count(), all.len());
    }
}

/// The features that each position of a split has, as far as it is known.
fn sides(split: &Split) -> [Features; 2] {
    [0, 1].map(|side| {
        let mut features = Features::new();
        split.for_each_feature(side, |feature| {
            features.insert(feature);
        });
        features
    })
}

/// Asserts that the positions of a split differ in the features of the mask, as far as they are
/// known.
fn assert_differs(scheme: &ComposedScheme, split: &Split, differ: &[Feature]) {
    let [a, b] = sides(split);
    let is_second = |(index, _): &(usize, &Feature)| split.mask() >> index & 1 == 1;
    let (second, first): (Vec<_>, Vec<_>) = differ.iter().enumerate().partition(is_second);
    let set =
        |part: Vec<(usize, &Feature)>| part.into_iter().map(|(_, f)| *f).collect::<Features>();
    let only = |a: &Features, b: &Features| a.difference(b).copied().collect::<Features>();
    let [first, second] = [set(first), set(second)];
    assert_eq!([only(&a, &b), only(&b, &a)], [first, second], "{}: {:?}", scheme.name(), {
        words(scheme, differ.iter().copied())
    });
}

/// The features in which two positions differ, and the mask of those of the second.
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Sides {
    pub(crate) differ: Vec<Feature>,
    pub(crate) mask: u64,
}

impl Sides {
    pub(crate) fn of(a: &BTreeSet<Feature>, b: &BTreeSet<Feature>) -> Sides {
        let differ: Vec<Feature> = (a ^ b).into_iter().collect();
        // Of more features than a mask has bits, which are not divided, it has the first.
        let of_b = differ.iter().take(64).enumerate().filter(|(_, feature)| b.contains(feature));
        let mask = of_b.map(|(index, _)| 1 << index).sum();
        Sides { differ, mask }
    }
}

/// Asserts that the difference of two positions splits as it does between them, and returns the
/// number of features.
pub(crate) fn assert_splits(scheme: &ComposedScheme, sides: &Sides) -> usize {
    let rules = Compatibility::of(scheme);
    let Sides { differ, mask } = sides;
    if differ.is_empty() || differ.len() > 64 {
        return 0;
    }
    let mut found = 0;
    for split in rules.split(differ, *mask) {
        assert_differs(scheme, &split, differ);
        found += 1;
    }
    let part = |second: u64| {
        let of = differ.iter().enumerate().filter(move |(index, _)| mask >> index & 1 == second);
        words(scheme, of.map(|(_, feature)| *feature))
    };
    let rule = scheme.en_passant();
    assert!(found > 0, "{} {rule:?}:\n{:?}\n{:?}", scheme.name(), part(0), part(1));
    // Whichever is called the first.
    let all = if differ.len() > 8 { None } else { Some(rules.splits(differ)) };
    let last = 1 << (differ.len() - 1);
    let mask = if *mask >= last { !mask & (last - 1) } else { *mask };
    assert!(all.is_none_or(|mut splits| splits.any(|split| split.mask() == mask)));
    differ.len()
}

fn assert_pair_splits(scheme: &ComposedScheme, a: &Chess, b: &Chess) -> usize {
    let [a, b] = [a, b].map(|position| features(scheme, position));
    assert_splits(scheme, &Sides::of(&a, &b))
}

#[test]
fn differences_of_positions_split() {
    let positions = positions();
    for scheme in schemes() {
        let mut random = Random::new(2);
        let mut small = 0;
        for position in &positions {
            let mut others: Vec<Chess> = Vec::new();
            others.extend((0..3).filter_map(|_| child(position, &mut random)));
            others.extend((0..12).filter_map(|_| neighbour(position, &mut random)));
            others.push(random.pick(&positions));
            let grandchild = others.first().and_then(|next| child(next, &mut random));
            others.extend(grandchild);
            for other in &others {
                let weight = assert_pair_splits(&scheme, position, other);
                small += usize::from((1..5).contains(&weight));
            }
            for _ in 0..6 {
                assert_pair_splits(&scheme, &random.pick(&others), &random.pick(&others));
            }
        }
        assert!(small > 1000, "{}: {small}", scheme.name());
    }
}
