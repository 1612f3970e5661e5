//! Recall against a list in the order of use.

use proptest::prelude::*;
use zobrist_lattice::{Name, Recall, Species, Verification};

/// A list, the least recently used first.
struct Naive {
    entries: Vec<((u64, Vec<Species>), f64)>,
    bound: usize,
}

impl Naive {
    fn get(&mut self, name: &(u64, Vec<Species>)) -> Option<f64> {
        let at = self.entries.iter().position(|entry| entry.0 == *name)?;
        let entry = self.entries.remove(at);
        let value = entry.1;
        self.entries.push(entry);
        Some(value)
    }

    fn insert(&mut self, name: (u64, Vec<Species>), value: f64) {
        self.entries.retain(|entry| entry.0 != name);
        self.entries.push((name, value));
        if self.entries.len() > self.bound {
            self.entries.remove(0);
        }
    }
}

#[derive(Clone, Debug)]
enum Question {
    Get(u64, u8),
    Insert(u64, u8, f64),
    Compute(u64, u8, f64),
    Batch(Vec<(u64, u8)>),
}

/// Few hashes and contents, so that all of it happens; hashes that fall on one chain too.
fn questions() -> impl Strategy<Value = Vec<Question>> {
    let name = || (0_u64..12, 0_u8..3);
    let question = prop_oneof![
        name().prop_map(|(hash, content)| Question::Get(hash, content)),
        (name(), 0.0..1.0).prop_map(|((hash, content), v)| Question::Insert(hash, content, v)),
        (name(), 0.0..1.0).prop_map(|((hash, content), v)| Question::Compute(hash, content, v)),
        prop::collection::vec(name(), 0..6).prop_map(Question::Batch),
    ];
    prop::collection::vec(question, 0..200)
}

fn same_answers(questions: Vec<Question>, bound: usize, verification: Verification) {
    let mut recall = Recall::<f64>::with_entries(bound).verify_by(verification);
    let mut naive = Naive { entries: Vec::new(), bound };
    let name = |hash, content| {
        let content = if verification == Verification::Content { content } else { 0 };
        (hash, vec![Species(content); 3])
    };
    for question in questions {
        match question {
            Question::Get(hash, content) => {
                let (hash, content) = name(hash, content);
                let got = recall.get((hash, &content[..])).copied();
                assert_eq!(got, naive.get(&(hash, content)));
            }
            Question::Insert(hash, content, value) => {
                let (hash, content) = name(hash, content);
                recall.insert((hash, &content[..]), value);
                naive.insert((hash, content), value);
            }
            Question::Compute(hash, content, value) => {
                let (hash, content) = name(hash, content);
                let got = recall.get_or_compute((hash, &content[..]), || value);
                let name = (hash, content);
                let expected = naive.get(&name).unwrap_or_else(|| {
                    naive.insert(name, value);
                    value
                });
                assert_eq!(got, expected);
            }
            Question::Batch(batch) => {
                let batch: Vec<_> = batch.into_iter().map(|(h, c)| name(h, c)).collect();
                let names: Vec<Name<'_>> =
                    batch.iter().map(|(hash, content)| (*hash, &content[..]).into()).collect();
                let mut asked = Vec::new();
                let values = recall.get_or_compute_batch(&names, |places| {
                    asked = places.to_vec();
                    places.iter().map(|place| *place as f64).collect()
                });
                // First what is there, then what is computed.
                let mut expected: Vec<_> = batch.iter().map(|name| naive.get(name)).collect();
                let mut missed = Vec::new();
                for (place, name) in batch.iter().enumerate() {
                    if expected[place].is_none() {
                        let first = batch.iter().position(|other| other == name).unwrap();
                        expected[place] = Some(first as f64);
                        if first == place {
                            missed.push(place);
                        }
                    }
                }
                assert_eq!(asked, missed);
                for place in missed {
                    naive.insert(batch[place].clone(), place as f64);
                }
                assert_eq!(values.into_iter().map(Some).collect::<Vec<_>>(), expected);
            }
        }
        assert_eq!(recall.len(), naive.entries.len());
    }
    // All of it, in the order of use.
    let before = recall.statistics();
    for (name, value) in naive.entries {
        assert_eq!(recall.get((name.0, &name.1[..])), Some(&value));
    }
    assert_eq!(recall.statistics().hits, before.hits + recall.len() as u64);
}

proptest! {
    #[test]
    fn by_hash(questions in questions(), bound in 0_usize..20) {
        same_answers(questions, bound, Verification::Hash);
    }

    #[test]
    fn by_content(questions in questions(), bound in 0_usize..40) {
        same_answers(questions, bound, Verification::Content);
    }

    /// For values of any size there are never more bytes than asked for, and what is
    /// kept is what was used last.
    #[test]
    fn bytes(
        names in prop::collection::vec((0_u64..400, 0_usize..40), 0..600), bound in 0_usize..20_000,
    ) {
        let mut recall = Recall::with_bytes(bound);
        let mut order: Vec<u64> = Vec::new();
        for (name, length) in names {
            recall.insert(name, vec![0.5; length]);
            prop_assert!(recall.bytes() <= bound, "{} > {bound}", recall.bytes());
            order.retain(|other| *other != name);
            order.push(name);
            let kept = recall.clone().get(name).is_some();
            if kept {
                let last = &order[order.len() - recall.len()..];
                let mut copy = recall.clone();
                prop_assert!(last.iter().all(|name| copy.get(*name).is_some()));
            } else {
                // It alone did not fit, and is not there for those that do.
                order.pop();
                order.retain(|other| recall.clone().get(*other).is_some());
            }
        }
    }
}

/// A run much longer than the bound, with hits that refresh.
#[test]
fn a_run_longer_than_its_bound() {
    let by_entries = (Recall::<f64>::with_entries(1000), 1000, usize::MAX);
    let by_bytes = (Recall::with_bytes(40_000), 1250, 40_000);
    for (mut recall, entries, bytes) in [by_entries, by_bytes] {
        let mut most = 0;
        for name in 0..100_000_u64 {
            recall.get_or_compute(name, || name as f64);
            recall.get_or_compute(7, || 7.0); // always in use, never to go
            assert!(recall.len() <= entries && recall.bytes() <= bytes);
            most = most.max(recall.len());
        }
        assert!((900..=entries).contains(&most), "{most}");
        assert_eq!(recall.len(), most);
        let statistics = recall.statistics();
        assert_eq!(statistics.misses, 100_000);
        assert_eq!(statistics.hits, 100_000);
        assert_eq!(statistics.evictions, 100_000 - most as u64);
        let fresh = 100_000 - most as u64 + 1;
        assert!((fresh..100_000).all(|name| recall.get(name) == Some(&(name as f64))));
        assert_eq!(recall.get(7), Some(&7.0));
        assert_eq!(recall.get(fresh - 1), None);
    }
}
