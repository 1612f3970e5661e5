//! The table beside maps that keep everything and beside another table, on one stream of keys.

use anyhow::Result;
use zobrist_transposition::Table;

use super::memory_bound::{batches, check_many, on_threads};
use super::stream::{found, key, keys, payload, word};
use crate::paired::{compare, contestant};

/// Four million keys, which all find room.
const BITS: u32 = 22;
const OPERATIONS: u64 = 1_000_000;
/// The size of both tables, in bytes.
const BYTES: usize = 256 << 20;

/// Nine probes, then a store, of keys that are there.
fn walk(seed: u64, probe: impl Fn(u64) -> Option<u32>, store: impl Fn(u64, u32)) -> u64 {
    let mut sum = 0_u64;
    for first in (seed..).step_by(10).take(OPERATIONS as usize / 10) {
        for n in 0..9 {
            sum = sum.wrapping_add(word(probe(key(first + n, BITS))));
        }
        let key = key(first + 9, BITS);
        store(key, payload(key));
    }
    sum
}

pub fn run() -> Result<()> {
    let table = Table::<u64, u32>::new(BYTES as u64)?;
    let minimax = minimax_table::Table::new(BYTES);
    let dash = dashmap::DashMap::with_capacity(1 << BITS);
    let quick = quick_cache::sync::Cache::new(2 << BITS);
    let papaya = papaya::HashMap::with_capacity(1 << BITS);
    let scc = scc::HashMap::with_capacity(1 << BITS);
    for key in keys(BITS) {
        table.store(key, payload(key), 1);
        minimax.store(key, payload(key));
        dash.insert(key, payload(key));
        quick.insert(key, payload(key));
        papaya.pin().insert(key, payload(key));
        scc.upsert_sync(key, payload(key));
    }
    let check = || {
        for (name, least, found) in [
            ("this table", 0.99, found(BITS, |key| table.probe(key))),
            // One slot per key: of two keys with one slot, the later has it.
            ("minimax", 0.85, found(BITS, |key| minimax.probe(key))),
            ("dashmap", 1.0, found(BITS, |key| dash.get(&key).map(|value| *value))),
            ("quick_cache", 0.99, found(BITS, |key| quick.get(&key))),
            ("papaya", 1.0, found(BITS, |key| papaya.pin().get(&key).copied())),
            ("scc", 1.0, found(BITS, |key| scc.read_sync(&key, |_, value| *value))),
        ] {
            assert_eq!(found.wrong, 0, "a payload of {name} was not that of its key");
            assert!(found.hits as f64 >= least * found.keys as f64, "{name}: {found:?}");
        }
        check_many(&table, BITS);
    };
    check();
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
                contestant("this table, probe_many", || {
                    on_threads(threads, |seed| batches(&table, OPERATIONS, BITS, seed))
                }),
                contestant("minimax", || {
                    on_threads(threads, |seed| {
                        walk(seed, |key| minimax.probe(key), |key, value| minimax.store(key, value))
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
            |_, ()| (),
        );
    }
    check();
    Ok(())
}
