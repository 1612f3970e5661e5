//! The search for dependencies against its definition, and on planted dependencies.

use proptest::prelude::*;
use zobrist::gf2::rank;
use zobrist::source::SplitMix64;
use zobrist::{Guarantee, Kind, Layout, Source, Sum48};
use zobrist_audit::{
    Dependency, Findings, MAX_WEIGHT, SearchError, SearchPlan, dependencies,
    dependencies_by_definition, expected_dependencies, kernel,
};

/// Runs all parts, from the last to the first.
fn search(keys: &[u128], weight: u32, limit: usize) -> Findings {
    let plan = SearchPlan::new(keys, weight).unwrap().with_limit(limit);
    let sums = plan.sums();
    let search = plan.prepare().unwrap();
    let mut worker = search.worker();
    let mut findings = Findings::with_limit(limit);
    for part in (0..search.parts()).rev() {
        findings.merge(worker.run(part));
    }
    assert_eq!(findings.sums, sums, "as many sums as planned");
    findings
}

fn counts(dependencies: &[Dependency]) -> Vec<u128> {
    let mut counts = Vec::new();
    for dependency in dependencies {
        counts.resize(dependency.weight() as usize + 1, 0);
        counts[dependency.weight() as usize] += 1;
    }
    counts
}

fn random_keys(count: usize, bits: u32, seed: u64) -> Vec<u128> {
    let mut random = SplitMix64::new(seed);
    let mut draw = || u128::from(random.next_u64()) << 64 | u128::from(random.next_u64());
    (0..count).map(|_| draw() >> (128 - bits)).collect()
}

/// The number of keys that the definition can test in a moment.
fn testable_keys(weight: u32) -> usize {
    let sets = |keys| (1..=weight).map(|w| expected_dependencies(keys, w, 0)).sum::<f64>();
    (1..=40).rev().find(|keys| sets(*keys) < 300_000.0).unwrap()
}

fn check(keys: &[u128], weight: u32) {
    let defined = dependencies_by_definition(keys, weight);
    let found = search(keys, weight, usize::MAX);
    assert!(found.is_complete());
    assert_eq!(found.dependencies, defined, "{keys:x?} to weight {weight}");
    assert_eq!(found.counts, counts(&defined));
    let cut = search(keys, weight, 7);
    assert_eq!(cut.dependencies, defined[..defined.len().min(7)]);
    assert_eq!(cut.counts, found.counts);
    assert_eq!(cut.is_complete(), defined.len() <= 7);
}

/// Each part lists its first three, so that only the first three of all are known.
#[test]
fn a_merge_keeps_the_smaller_limit() {
    let keys = random_keys(60, 20, 1);
    let all = dependencies(&keys, 8).unwrap();
    let search = SearchPlan::new(&keys, 8).unwrap().with_limit(3).prepare().unwrap();
    let found: Vec<_> = (0..search.parts()).map(|part| search.worker().run(part)).collect();
    assert!(found.iter().filter(|part| !part.dependencies.is_empty()).count() > 1);
    let mut findings = Findings::new();
    found.into_iter().for_each(|part| findings.merge(part));
    assert_eq!((findings.limit, findings.total()), (3, all.total()));
    assert_eq!(findings.dependencies, all.dependencies[..3]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn the_search_agrees_with_the_definition(
        weight in 1..=9_u32, bits in 8..=24_u32, seed: u64, share in 0.3..1.0,
    ) {
        let count = (testable_keys(weight) as f64 * share) as usize;
        check(&random_keys(count, bits, seed), weight);
    }

    /// Keys out of a few values, zero among them.
    #[test]
    fn zeros_and_equal_keys(
        weight in 1..=9_u32, values in 1..12_usize, seed: u64, count in 0..16_usize,
    ) {
        let mut values = random_keys(values, 10, seed);
        values[0] = 0;
        let mut random = SplitMix64::new(seed);
        let mut draw = || values[random.next_u64() as usize % values.len()];
        check(&(0..count).map(|_| draw()).collect::<Vec<_>>(), weight);
    }

    /// Keys with a structure that could break the choice of labels.
    #[test]
    fn structured_keys(weight in 6..=9_u32, shift in 0..100_u32, which in 0..4) {
        let keys: Vec<u128> = (0..testable_keys(weight) as u128).map(|i| match which {
            0 => i,
            1 => 1 << i.min(20),
            2 => i * i,
            _ => 1 << (i % 12) | 1 << (i / 12),
        } << shift).collect();
        check(&keys, weight);
    }

    /// A planted dependency is found among many keys, and is the only one.
    #[test]
    fn a_planted_dependency_is_found(weight in 1..=9_usize, wide: bool, seed: u64, start in 0..90_usize) {
        let count = if weight == 9 { 110 } else { 150 };
        let mut keys = random_keys(count, if wide { 128 } else { 64 }, seed);
        let step = (count - start - 1) / 9;
        let chosen: Vec<usize> = (0..weight).map(|i| start + i * step.max(1)).collect();
        keys[chosen[0]] = chosen[1..].iter().fold(0, |sum, index| sum ^ keys[*index]);
        let found = search(&keys, weight as u32, 100);
        prop_assert_eq!(&found.dependencies, &[Dependency::new(chosen)]);
        prop_assert_eq!(found.smallest(), Some(weight as u32));
    }

    #[test]
    fn kernels(bits in 1..=128_u32, count in 0..160_usize, seed: u64) {
        let keys = random_keys(count, bits, seed);
        let kernel = kernel(&keys);
        prop_assert_eq!(kernel.len(), count - rank(&keys) as usize);
        for dependency in &kernel {
            prop_assert!(dependency.is_sorted());
            prop_assert_eq!(dependency.iter().fold(0, |sum, index| sum ^ keys[*index]), 0);
        }
        // Each has a last key of its own, so that they are independent.
        prop_assert!(kernel.iter().map(|d| d.last()).is_sorted_by(|a, b| a < b));
    }
}

/// So many keys that sums of four are made in blocks.
#[test]
fn a_planted_dependency_is_found_among_hundreds() {
    let of_64_bits = (3..=8).map(|weight| (weight, 64, weight as u64));
    for (weight, bits, seed) in of_64_bits.chain([(8, 128, 3)]) {
        let mut keys = random_keys(250, bits, seed);
        let chosen: Vec<usize> = (0..weight).map(|i| 3 + i * i * 5 - i).collect();
        keys[chosen[0]] = chosen[1..].iter().fold(0, |sum, index| sum ^ keys[*index]);
        let found = search(&keys, 8, 100);
        assert_eq!(found.dependencies, [Dependency::new(chosen)]);
    }
}

/// So many keys that sums of five are made in blocks too.
#[test]
fn planted_dependencies_of_weight_9_are_found_among_hundreds() {
    let mut keys = random_keys(240, 64, 6);
    let planted: Vec<Vec<usize>> = (0..6).map(|d| (0..9).map(|i| d + i * 25).collect()).collect();
    for chosen in &planted {
        keys[chosen[4]] = chosen.iter().fold(keys[chosen[4]], |sum, index| sum ^ keys[*index]);
    }
    let found = search(&keys, 9, 100);
    let planted: Vec<Dependency> = planted.into_iter().map(Dependency::new).collect();
    assert_eq!(found.dependencies, planted);
}

/// Sixteen keys of six bits have so many dependencies that duplicates are resolved together.
#[test]
fn many_dependencies_among_hundreds_of_keys() {
    let mut keys = random_keys(250, 64, 4);
    let few = random_keys(16, 6, 5);
    keys[100..116].copy_from_slice(&few);
    let mut expected: Vec<Dependency> = dependencies_by_definition(&few, 8)
        .iter()
        .map(|found| Dependency::new(found.indices().iter().map(|index| index + 100).collect()))
        .collect();
    expected.sort();
    let found = search(&keys, 8, 100_000);
    assert!(found.of_weight(8) > 100);
    assert_eq!(found.dependencies, expected);
}

/// The numbers of dependencies by weight, by the MacWilliams identity (MacWilliams and Sloane,
/// chapter 5). The sign of a set under a mask is −1 if its sum is odd there. Its mean over all
/// masks is 1 if the set XORs to zero, and otherwise 0.
fn counts_by_masks(keys: &[u128], bits: u32, weight: usize) -> Vec<u128> {
    let mut sums = vec![0_i128; weight + 1];
    for mask in 0..1_u128 << bits {
        // The sum over sets of w keys is the coefficient of x^w in the product of 1 + x for each
        // even key and 1 − x for each odd one.
        let mut product = vec![0_i128; weight + 1];
        product[0] = 1;
        for key in keys {
            let sign = if (key & mask).count_ones() % 2 == 1 { -1 } else { 1 };
            (1..=weight).rev().for_each(|w| product[w] += sign * product[w - 1]);
        }
        sums.iter_mut().zip(product).for_each(|(sum, of)| *sum += of);
    }
    sums[0] = 0;
    sums.iter().map(|sum| (sum >> bits) as u128).collect()
}

/// 36 keys of 16 bits, with dependencies of every kind, among 208 of which any 11 are independent:
/// blocks of fours and of fives find as many as the identity counts.
#[test]
fn counts_among_hundreds_of_keys_agree_with_the_macwilliams_identity() {
    const LAYOUT: Layout = Kind::first("feature", 208).layout();
    let few = random_keys(36, 16, 8);
    let source = Source::bch(1, LAYOUT.len());
    assert!(source.guarantee(48).covers(9));
    let many = source.words(LAYOUT, 48).into_iter().map(|key| key << 16);
    let apart = few.iter().copied().chain(many);
    let matrix = random_keys(64, 64, 10);
    let mixed =
        |key: u128| (0..64).filter(|bit| key >> bit & 1 == 1).fold(0, |sum, bit| sum ^ matrix[bit]);
    let mut keys: Vec<u128> = apart.map(mixed).collect();
    assert_eq!(rank(&matrix), 64, "a change of basis");
    keys.sort_unstable(); // in an order that mixes both groups
    for weight in [8, 9] {
        let found = search(&keys, weight, usize::MAX);
        assert_eq!(found.counts, counts_by_masks(&few, 16, weight as usize));
        assert!(found.is_complete() && found.of_weight(weight) > 300);
    }
}

#[test]
fn weights_above_nine() {
    for (count, bits, weight) in [(17, 12, 10), (16, 9, 11), (16, 10, 12), (20, 20, 12)] {
        check(&random_keys(count, bits, 5), weight);
    }
}

/// The guarantee of the default source is exact for few bits: any set of the guaranteed size is
/// independent, some larger set is not, and no dependency has an odd number of keys.
#[test]
fn the_guarantee_of_the_default_source_is_tight() {
    static CASES: [(Kind, u32, u32); 5] = [
        (Kind::first("feature", 63), 16, 5),
        (Kind::first("feature", 32), 16, 7),
        (Kind::first("feature", 128), 16, 5),
        (Kind::first("feature", 64), 24, 7),
        (Kind::first("feature", 200), 24, 5),
    ];
    for (kind, bits, promised) in &CASES {
        let (layout, bits, promised) = (kind.layout(), *bits, *promised);
        let features = layout.len();
        for seed in 0..4 {
            let source = Source::bch(seed, features);
            assert_eq!(source.guarantee(bits), Guarantee::Independent(promised));
            let keys = source.words(layout, bits);
            let found = search(&keys, promised + 2, 0);
            assert_eq!(found.smallest(), Some(promised + 1), "{features} keys of {bits} bits");
            assert_eq!(found.of_weight(promised + 2), 0);
        }
    }
}

/// 63 keys of 16 bits by the default source to weight 9, with every dependency counted.
#[test]
fn the_default_source_has_as_many_dependencies_as_expected_above_its_guarantee() {
    const LAYOUT: Layout = Kind::first("feature", 63).layout();
    for seed in 0..3 {
        let keys = Source::bch(seed, 63).words(LAYOUT, 16);
        let found = dependencies(&keys, 9).unwrap();
        assert_eq!(found.smallest(), Some(6), "any five are independent, by theorem");
        assert_eq!((found.of_weight(7), found.of_weight(9)), (0, 0), "the code is extended");
        // 13 bits are the code's, the others random: half of the even sets to each bit.
        let expected = expected_dependencies(63, 8, 15);
        assert!((found.of_weight(8) as f64 / expected - 1.0).abs() < 0.05);
        let defined = dependencies_by_definition(&keys[..40], 6);
        assert_eq!(dependencies(&keys[..40], 6).unwrap().dependencies, defined);
        assert!(!defined.is_empty());
    }
}

/// 781 keys of the default source, of which any 13 are independent by theorem.
#[test]
#[ignore = "long without optimization: cargo test --release -p zobrist-audit -- --ignored"]
fn the_default_source_has_no_dependency_to_weight_8() {
    const LAYOUT: Layout = Kind::first("feature", 781).layout();
    let keys = Source::bch(2026, 1024).keys::<u64>(LAYOUT);
    let found = dependencies(keys.as_slice(), 8).unwrap();
    assert_eq!(found.total(), 0);
}

#[test]
fn plans_that_are_refused() {
    let error = |weight| SearchPlan::new(&[1_u64, 2], weight).unwrap_err();
    assert_eq!(error(0), SearchError::Weight { weight: 0 });
    assert_eq!(error(13).to_string(), "expected a weight from 1 to 12, got 13");
    assert!(SearchPlan::new(&[1_u64, 2], MAX_WEIGHT).is_ok());
    let sums = [Sum48::new(1), Sum48::new(2)];
    assert_eq!(SearchPlan::new(&sums, 2).unwrap_err(), SearchError::NotLinear);
    let many = random_keys(3000, 64, 1);
    let error = SearchPlan::new(&many, 9).unwrap_err();
    assert_eq!(error, SearchError::TooManyKeys { keys: 3000, max: 2954 });
    assert!(SearchPlan::new(&many, 8).is_ok());
    let many: Vec<u128> = (1..=70_000).collect();
    for weight in 3..=8 {
        let error = SearchPlan::new(&many, weight).unwrap_err();
        assert_eq!(error, SearchError::TooManyKeys { keys: 70_000, max: 65_535 });
    }
    assert!(SearchPlan::new(&many[..65_535], 3).is_ok());
}

/// No key, one, and fewer keys than the weight.
#[test]
fn few_keys_to_every_weight() {
    for keys in [&[][..], &[0], &[5], &[0, 0], &[3, 3], &[1, 2, 3], &[1, 2, 4, 7, 7, 0, 1 << 127]] {
        for weight in 1..=MAX_WEIGHT {
            check(keys, weight);
        }
    }
}

/// More classes of equal keys than two bytes can number.
#[test]
fn zero_and_equal_keys_are_found_among_any_number() {
    let mut keys: Vec<u128> = (1..=70_000).chain(1..=70_000).collect();
    keys.extend([0, 70_000]);
    for weight in [1, 2] {
        let found = search(&keys, weight, 3);
        assert_eq!((found.sums, found.of_weight(1)), (70_000, 1));
        assert_eq!(found.of_weight(2), if weight == 2 { 70_000 + 2 } else { 0 });
        let pair = |a, b| Dependency::new(vec![a, b]);
        let expected = [Dependency::new(vec![140_000]), pair(0, 70_000), pair(1, 70_001)];
        assert_eq!(found.dependencies, expected[..if weight == 2 { 3 } else { 1 }]);
    }
    let plan = SearchPlan::new(&keys, 2).unwrap();
    // Two words of eight bytes for each of the different keys and one for each of the others.
    let words = 8 * (2 * 70_000 + 2 * 70_000);
    assert!((words..words + words / 4).contains(&plan.bytes(1)), "{}", plan.bytes(1));
    assert_eq!(plan.bytes(2), plan.bytes(1), "nothing is summed");
    assert!(plan.expected_dependencies().is_sign_positive());
}

#[test]
fn a_plan_states_stages_sums_and_bytes() {
    let plan = |count, weight| SearchPlan::new(&random_keys(count, 64, 1), weight).unwrap();
    let eight = plan(781, 8);
    let stages = eight.stages();
    let weights: Vec<_> = stages.iter().map(|stage| stage.weights.clone()).collect();
    assert_eq!(weights, [1..=8]);
    assert_eq!((stages[0].kept.clone(), stages[0].compared), (0..=4, None));
    assert_eq!(stages[0].conditions.len(), 3);
    let sums: f64 = (0..=4).map(|size| expected_dependencies(781, size, 3)).sum();
    assert!((stages[0].sums as f64 / sums - 1.0).abs() < 0.01);
    assert!(eight.bytes(1) < 100 << 20);
    let nine = plan(781, 9);
    assert_eq!(nine.stages()[1].conditions.len(), 5);
    assert!(nine.bytes(2) < 1 << 30);
    assert!((nine.expected_dependencies() - 15.6).abs() < 0.1);
    assert!(plan(2000, 8).bytes(2) < 4 << 30, "two by two where three do not fit");
    assert!(plan(781, 12).sums() > 1 << 48);
    assert_ne!(eight.fingerprint(), nine.fingerprint());
    assert_eq!(eight.fingerprint(), plan(781, 8).fingerprint());
}
