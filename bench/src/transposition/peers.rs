//! The table beside maps that keep everything, on one stream of keys.
//!
//! The table of the `minimax` crate is private to its searches and cannot be asked alone.

use std::hint::black_box;

use anyhow::Result;
use zobrist_transposition::Table;

use super::memory_bound::on_threads;
use super::stream::{Found, key, mix, payload};
use crate::paired::{compare, contestant};

/// Four million keys, which all find room.
const BITS: u32 = 22;
const OPERATIONS: u64 = 1_000_000;

/// Nine probes, then a store, of keys that are there.
fn walk(seed: u64, probe: impl Fn(u64) -> Option<u32>, store: impl Fn(u64, u32)) -> Found {
    let mut found = Found::default();
    for n in seed..seed + OPERATIONS {
        let key = key(mix(n), BITS);
        if n % 10 == 9 {
            store(key, payload(key));
        } else {
            found.probed(key, probe(key));
        }
    }
    black_box(found)
}

pub fn run() -> Result<()> {
    let keys = || (0..1_u64 << BITS).map(mix);
    let table = Table::<u64, u32>::new(256 << 20)?;
    let dash = dashmap::DashMap::with_capacity(1 << BITS);
    let quick = quick_cache::sync::Cache::new(2 << BITS);
    let papaya = papaya::HashMap::with_capacity(1 << BITS);
    let scc = scc::HashMap::with_capacity(1 << BITS);
    for key in keys() {
        table.store(key, payload(key), 1);
        dash.insert(key, payload(key));
        quick.insert(key, payload(key));
        papaya.pin().insert(key, payload(key));
        scc.upsert_sync(key, payload(key));
    }
    for threads in [1, 2] {
        compare(
            &format!(
                "transposition peers: 4,194,304 keys, 90 probes to 10 stores, {threads} thread(s)"
            ),
            threads * OPERATIONS,
            5,
            &mut [
                contestant("this table", || {
                    on_threads(threads, |seed| {
                        walk(
                            seed,
                            |key| table.probe(key),
                            |key, value| {
                                table.store(key, value, 1);
                            },
                        )
                    })
                }),
                contestant("dashmap", || {
                    on_threads(threads, |seed| {
                        walk(
                            seed,
                            |key| dash.get(&key).map(|value| *value),
                            |key, value| {
                                dash.insert(key, value);
                            },
                        )
                    })
                }),
                contestant("quick_cache", || {
                    on_threads(threads, |seed| {
                        walk(seed, |key| quick.get(&key), |key, value| quick.insert(key, value))
                    })
                }),
                contestant("papaya", || {
                    on_threads(threads, |seed| {
                        let papaya = papaya.pin();
                        walk(
                            seed,
                            |key| papaya.get(&key).copied(),
                            |key, value| {
                                papaya.insert(key, value);
                            },
                        )
                    })
                }),
                contestant("scc", || {
                    on_threads(threads, |seed| {
                        walk(
                            seed,
                            |key| scc.read_sync(&key, |_, value| *value),
                            |key, value| {
                                scc.upsert_sync(key, value);
                            },
                        )
                    })
                }),
            ],
            |_, found| {
                assert_eq!(found.wrong, 0, "a payload was not that of its key");
                let probes = threads * OPERATIONS * 9 / 10;
                assert!(found.hits > probes * 99 / 100, "{found:?} of {probes}");
            },
        );
    }
    Ok(())
}
