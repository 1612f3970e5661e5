//! Saved recalls made one.

use std::collections::BTreeMap;
use std::fmt::Debug;

use zobrist::Key;
use zobrist_lattice::{
    LoadError, MergeError, Merged, Origin, Recall, Species, Stored, Verification, merge_recalls,
};

const ORIGIN: Origin = Origin { potential: 11, lattice: 22, seed: 33 };

fn saved<V: Stored, K: Key>(recall: &Recall<V, K>) -> Vec<u8> {
    let mut bytes = Vec::new();
    recall.save(&mut bytes, ORIGIN).unwrap();
    bytes
}

fn of(entries: &[(u64, f64)]) -> Vec<u8> {
    let mut recall = Recall::<f64>::with_entries(1000);
    entries.iter().for_each(|(name, value)| recall.insert(*name, *value));
    saved(&recall)
}

fn merged(recalls: &[&[u8]]) -> (Merged, Vec<u8>) {
    let mut bytes = Vec::new();
    (merge_recalls(recalls.iter().copied(), 1e-6, &mut bytes).unwrap(), bytes)
}

fn load_error(recalls: &[&[u8]]) -> (usize, LoadError) {
    let mut bytes = Vec::new();
    match merge_recalls(recalls.iter().copied(), 1e-6, &mut bytes).unwrap_err() {
        MergeError::Load { number, error } => {
            assert!(bytes.is_empty(), "something was written");
            (number, error)
        }
        other => panic!("{other}"),
    }
}

/// Every form, beside a map filled in the same order.
#[test]
fn entries_of_all_come_in_order_and_the_first_of_a_name_is_kept() {
    fn check<V: Stored + Clone + PartialEq + Debug, K: Key>(
        value: impl Fn(u64) -> V,
        verification: Verification,
    ) {
        let content = |name: u64| [Species(name as u8 % 3), Species(2)];
        let hash = |name: u64| K::from_word(u128::MAX / 1009 * u128::from(name / 3 + 1));
        let names: [Vec<u64>; 3] =
            [(0..60).rev().collect(), (30..90).collect(), (20..100).step_by(7).collect()];
        let empty = || Recall::<V, K>::with_entries_and_keys(1000).verify_by(verification);
        let (mut files, mut all, mut first) = (Vec::new(), empty(), BTreeMap::new());
        let mut read = Vec::new();
        for names in &names {
            let mut recall = empty();
            for name in names {
                let named = content(*name);
                let called = (hash(*name), &named[..]);
                if !recall.contains(called) {
                    recall.insert(called, value(*name));
                    if !all.contains(called) {
                        all.insert(called, value(*name));
                    }
                }
                let key = match verification {
                    Verification::Hash => name / 3,
                    Verification::Content => *name,
                    _ => panic!("no definition of {verification:?}"),
                };
                first.entry(key).or_insert(*name);
            }
            read.push(recall.len() as u64);
            files.push(saved(&recall));
        }
        assert_eq!(all.len(), first.len());
        let files: Vec<&[u8]> = files.iter().map(Vec::as_slice).collect();
        let (merged, bytes) = merged(&files);
        assert_eq!(bytes, saved(&all));
        assert_eq!((&merged.read, merged.kept), (&read, all.len() as u64));
        let entries: u64 = read.iter().sum();
        assert_eq!(merged.kept + merged.duplicates + merged.differing, entries);
        if verification == Verification::Content {
            assert_eq!((merged.differing, merged.largest), (0, 0.0));
        }
        for name in first.values() {
            let named = content(*name);
            assert_eq!(all.get((hash(*name), &named[..])), Some(&value(*name)));
        }
    }
    for verification in [Verification::Hash, Verification::Content] {
        check::<f64, u32>(|name| name as f64, verification);
        check::<f64, u64>(|name| name as f64, verification);
        check::<[f64; 2], u128>(|name| [name as f64, 0.5], verification);
        check::<[f64; 8], u64>(|name| [name as f64; 8], verification);
        check::<Box<[f64]>, u64>(|name| vec![0.25; name as usize % 5].into(), verification);
        check::<Vec<f64>, u128>(|name| vec![name as f64; 3], verification);
    }
}

#[test]
fn values_that_differ_are_counted() {
    let one = of(&[(1, 0.5), (2, 0.5), (3, 0.5)]);
    let other = of(&[(1, 0.5), (2, 0.5 + 9e-7), (3, 0.75), (4, 0.5)]);
    let (merged, bytes) = merged(&[&one, &other]);
    assert_eq!((merged.read, merged.kept), (vec![3, 4], 4));
    assert_eq!((merged.duplicates, merged.differing, merged.largest), (2, 1, 0.25));
    assert_eq!(bytes, of(&[(1, 0.5), (2, 0.5), (3, 0.5), (4, 0.5)]));
}

#[test]
fn prefactors_differ_by_fractions() {
    let recall = |entries: &[(u64, [f64; 2])]| {
        let mut recall = Recall::<[f64; 2]>::with_entries(10).with_prefactors();
        entries.iter().for_each(|(name, value)| recall.insert(*name, *value));
        saved(&recall)
    };
    let one = recall(&[(1, [0.5, 8e12]), (2, [0.5, f64::NAN]), (3, [0.5, 8e12])]);
    let other = recall(&[(1, [0.5, 6e12]), (2, [0.5, f64::NAN]), (3, [0.5, 8e12 + 1.0])]);
    let (merged, bytes) = merged(&[&one, &other]);
    assert_eq!((merged.kept, merged.duplicates, merged.differing), (3, 2, 1));
    assert_eq!((merged.largest, merged.largest_prefactor), (0.0, 0.25));
    assert_eq!(bytes, one);
    // With prefactors and without are two forms.
    let without = saved(&Recall::<[f64; 2]>::with_entries(10));
    let (number, error) = load_error(&[&one, &without]);
    assert!(number == 1 && matches!(error, LoadError::Form { what: "prefactors", .. }), "{error}");
}

#[test]
fn both_versions_are_read() {
    let new = of(&[(1, 0.5), (2, 0.75)]);
    let mut old = of(&[(2, 0.75), (3, 1.0)]);
    old[8] = 1;
    let checksum = zobrist::Fnv1a::new().bytes(&old[..56]).finish();
    old[56..64].copy_from_slice(&checksum.to_le_bytes());
    assert_eq!(merged(&[&old, &new]).1, of(&[(2, 0.75), (3, 1.0), (1, 0.5)]));
    assert_eq!(merged(&[&new, &old]).1, of(&[(1, 0.5), (2, 0.75), (3, 1.0)]));
}

#[test]
fn one_alone_stays_as_it_is() {
    let one = of(&[(3, 0.5), (1, 0.75)]);
    assert_eq!(merged(&[&one]).1, one);
    assert_eq!(merged(&[&one, &of(&[]), &one]).1, one);
}

#[test]
fn others_are_refused() {
    let one = of(&[(1, 0.5)]);
    let with_origin = |origin| {
        let mut bytes = Vec::new();
        Recall::<f64>::with_entries(1).save(&mut bytes, origin).unwrap();
        load_error(&[&one, &bytes])
    };
    let expected = |(number, error): (usize, LoadError), text: &str| {
        assert_eq!(number, 1);
        assert!(error.to_string().contains(text), "{error}");
    };
    expected(with_origin(Origin { seed: 1, ..ORIGIN }), "expected seed 33, got 1");
    expected(with_origin(Origin { potential: 1, ..ORIGIN }), "fingerprint 000000000000000b");
    expected(with_origin(Origin { lattice: 1, ..ORIGIN }), "fingerprint 0000000000000016");
    let wide = saved(&Recall::<f64, u128>::with_entries_and_keys(1));
    expected(load_error(&[&one, &wide]), "expected bits of a hash 64, got 128");
    let any = saved(&Recall::<Vec<f64>>::with_entries(1));
    expected(load_error(&[&one, &any]), "expected numbers of a value 1, got any");
    let content = saved(&Recall::<f64>::with_entries(1).verify_by(Verification::Content));
    expected(load_error(&[&one, &content]), "expected contents 0, got 1");
    expected(load_error(&[&one, b"something else"]), "not a recall");
}

#[test]
fn damage_is_found_in_any_of_them() {
    let bytes = of(&[(1, 0.5), (2, 0.75)]);
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 4;
        assert_eq!(load_error(&[&damaged, &bytes]).0, 0, "{at}");
        assert_eq!(load_error(&[&bytes, &damaged]).0, 1, "{at}");
        assert_eq!(load_error(&[&bytes, &bytes, &bytes[..at]]).0, 2, "{at}");
    }
    let mut longer = bytes.clone();
    longer.push(0);
    assert!(matches!(load_error(&[&bytes, &longer]), (1, LoadError::TooLong { expected: 2 })));
}
