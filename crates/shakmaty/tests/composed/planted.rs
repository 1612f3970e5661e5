//! Dependencies that are planted among keys: the differences of positions that one or two moves
//! join. An audit finds them, they split, and the split makes a pair.

use std::collections::BTreeSet;

use shakmaty::Chess;
use zobrist::{Combine, Feature, Key, Source};
use zobrist_audit::{Findings, SearchPlan};
use zobrist_chess::{ChessLayout, Color, Compatibility, ComposedScheme, EnPassant, Role, Scheme};
use zobrist_shakmaty::{forge_pair, hash};

use crate::compatibility::Sides;
use crate::positions::{Random, child, neighbour, positions};
use crate::schemes::{layouts, scheme, schemes};
use crate::{features, words};

/// The scheme with one key of these features changed, so that they XOR to zero.
fn planted(scheme: &ComposedScheme, differ: &[Feature], random: &mut Random) -> ComposedScheme {
    let layout = *scheme.chess_layout();
    let mut keys = Source::splitmix64(1).words(layout.layout(), 64);
    let changed = random.pick(differ).slot();
    keys[changed] ^= differ.iter().fold(0, |sum, feature| sum ^ keys[feature.slot()]);
    let rule = scheme.en_passant();
    ComposedScheme::new(scheme.name(), layout, rule, 64, Combine::Xor, &keys).unwrap()
}

/// The dependencies that an audit finds among `differ` and a random choice of other features that
/// can differ too, up to the weight of `differ`.
fn audited(scheme: &ComposedScheme, differ: &[Feature], random: &mut Random) -> Vec<Vec<Feature>> {
    let rules = Compatibility::of(scheme);
    // Fewer keys for more features, so that the sums are few.
    let others = if differ.len() > 6 { 60 } else { 250 };
    let all: Vec<Feature> = scheme.chess_layout().layout().features().collect();
    let mut searched = differ.to_vec();
    searched.extend((0..others).map(|_| random.pick(&all)));
    searched.retain(|feature| rules.can_differ(*feature));
    searched.sort_unstable();
    searched.dedup();
    let keys: Vec<u128> =
        searched.iter().map(|feature| scheme.keys()[feature.slot()].to_word()).collect();
    let plan = SearchPlan::new(&keys, differ.len() as u32).unwrap();
    let search = plan.prepare().unwrap();
    let mut worker = search.worker();
    let mut findings = Findings::new();
    (0..search.parts()).for_each(|part| findings.merge(worker.run(part)));
    assert!(findings.is_complete());
    let of = |indices: &[usize]| indices.iter().map(|index| searched[*index]).collect();
    findings.dependencies.iter().map(|found| of(found.indices())).collect()
}

/// Asserts that the difference of two positions is found, splits and makes a pair when it is
/// planted.
fn assert_found(scheme: &ComposedScheme, differ: &[Feature], random: &mut Random) {
    let scheme = &planted(scheme, differ, random);
    let what = || format!("{}: {:?}", scheme.name(), words(scheme, differ.iter().copied()));
    let found = audited(scheme, differ, random);
    assert!(found.iter().any(|found| found == differ), "{}: {found:?}", what());
    for found in found {
        if Compatibility::of(scheme).splits(&found).next().is_none() {
            assert!(found != differ, "{}", what());
            continue;
        }
        let [a, b] = forge_pair(scheme, &found, 1).unwrap_or_else(|e| panic!("{}: {e}", what()));
        assert_eq!(hash(scheme, &a), hash(scheme, &b), "{}", what());
        let sides = Sides::of(&features(scheme, &a), &features(scheme, &b));
        assert_eq!(sides.differ, found, "{}", what());
    }
}

#[test]
fn planted_differences_of_one_or_two_moves_are_found() {
    let mut random = Random::new(8);
    let positions = positions();
    let rule = EnPassant::PseudoLegal;
    // Number of cases by the number of features.
    let mut weights = [0; 9];
    let named = [
        ("polyglot", ChessLayout::POLYGLOT),
        ("stockfish", ChessLayout::STOCKFISH),
        ("zobrist", ChessLayout::ZOBRIST),
    ];
    for (name, layout) in named.into_iter().chain(layouts()) {
        let scheme = scheme(name, layout, rule, 64, Source::splitmix64(1));
        let mut count = 0;
        while count < 12 {
            let position = random.pick(&positions);
            let Some(next) = child(&position, &mut random) else { continue };
            let other = match random.below(3) {
                0 => Some(next.clone()),
                1 => child(&next, &mut random),
                _ => child(&position, &mut random),
            };
            let Some(other) = other else { continue };
            let from = if random.one_in(3) { &next } else { &position };
            let sides = Sides::of(&features(&scheme, from), &features(&scheme, &other));
            if (1..=8).contains(&sides.differ.len()) {
                assert_found(&scheme, &sides.differ, &mut random);
                weights[sides.differ.len()] += 1;
                count += 1;
            }
        }
    }
    assert!(weights[2..].iter().all(|count| *count > 0), "{weights:?}");
}

/// Any features, or the difference of two positions with some others more or less.
fn some_features(
    scheme: &ComposedScheme,
    positions: &[Chess],
    random: &mut Random,
) -> Vec<Feature> {
    let len = scheme.chess_layout().layout().len();
    let mut differ = BTreeSet::new();
    if !random.one_in(3) {
        let base = random.pick(positions);
        if let Some(other) = neighbour(&base, random) {
            differ = &features(scheme, &base) ^ &features(scheme, &other);
        }
    }
    for _ in 0..random.below(6) {
        let feature = Feature::from_slot(random.below(len));
        if !differ.remove(&feature) {
            differ.insert(feature);
        }
    }
    differ.into_iter().collect()
}

/// Whatever splits makes a pair, with the seed of the command as well.
#[test]
fn small_sets_that_split_make_pairs() {
    let positions = positions();
    let mut random = Random::new(10);
    for scheme in schemes() {
        let rules = Compatibility::of(&scheme);
        let mut count = 0;
        while count < 40 {
            let differ = some_features(&scheme, &positions, &mut random);
            let is_small = (1..=8).contains(&differ.len());
            if !is_small || rules.splits(&differ).next().is_none() {
                continue;
            }
            count += 1;
            let scheme = planted(&scheme, &differ, &mut random);
            let pair = forge_pair(&scheme, &differ, random.below(1 << 30) as u64);
            let what = || words(&scheme, differ.iter().copied());
            let [a, b] = pair.unwrap_or_else(|e| panic!("{} {e} {:?}", scheme.name(), what()));
            let sides = Sides::of(&features(&scheme, &a), &features(&scheme, &b));
            assert_eq!(sides.differ, differ, "{}", scheme.name());
        }
    }
}

/// One king of a side, a pawn on the first rank, three pieces on a square: no two positions differ
/// in them, whatever else there is.
#[test]
fn features_that_do_not_divide_are_refused() {
    for (name, layout) in layouts() {
        for rule in [EnPassant::PseudoLegal, EnPassant::Legal, EnPassant::Always] {
            let rules = Compatibility::new(layout, rule);
            let divides = |features: &[Feature]| rules.splits(features).next().is_some();
            let [king, black_king] =
                Color::ALL.map(|color| layout.piece(color, Role::King, 18 + color as usize));
            let [b4, b5] = [25, 33].map(|square| layout.piece(Color::White, Role::Knight, square));
            let other_king = layout.piece(Color::White, Role::King, 45);
            let pawn = layout.piece(Color::White, Role::Pawn, 1);
            for alone in [vec![king], vec![king, b4], vec![king, b4, b5], vec![king, black_king]] {
                assert!(!divides(&alone), "{name} {rule:?}: {:?}", alone.len());
            }
            assert!(!rules.can_differ(pawn) && !divides(&[pawn, b4]), "{name} {rule:?}");
            let three = [Role::Knight, Role::Bishop, Role::Queen];
            let three = three.map(|role| layout.piece(Color::White, role, 25));
            assert!(!divides(&three), "{name} {rule:?}");
            // The control: with what was missing, they do, where empty squares have no features.
            if layout.has_empty_squares() {
                continue;
            }
            assert!(divides(&[king, other_king]) && divides(&[b4]), "{name} {rule:?}");
            assert!(divides(&three[..2]), "{name} {rule:?}");
        }
    }
}
