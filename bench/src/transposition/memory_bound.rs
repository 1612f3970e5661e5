//! Probes and stores in a table of 1 GiB beside the memory's limit, by one thread and by two.

use std::cell::Cell;
use std::hint::black_box;
use std::thread;

use anyhow::Result;
use zobrist_transposition::{SlotSize, Small, Table, TwoTier, Wide};

use super::ceiling::Lines;
use super::stream::{Found, key, mix, payload};
use crate::paired::{compare, contestant};

const BYTES: usize = 1 << 30;
/// Twice as many keys as a table of wide slots holds.
const BITS: u32 = 27;
const OPERATIONS: u64 = 1_000_000;
const BATCH: usize = 90;

type Of<S> = Table<u64, u32, TwoTier, S>;

fn filled<S: SlotSize>() -> Result<Of<S>> {
    let table = Of::<S>::new(BYTES as u64)?;
    for n in 0..1_u64 << BITS {
        table.prefetch(mix(n + 16));
        let key = mix(n);
        table.store(key, payload(key), n & 1023);
    }
    println!("  {:?}, {} keys, fill {:.4}", table, 1_u64 << BITS, table.fill(10_000).share());
    Ok(table)
}

/// Nine probes, then a store; the key of each depends on what the last found.
#[inline(never)]
fn dependent<S: SlotSize>(table: &Of<S>, seed: u64) -> Found {
    let mut found = Found::default();
    let mut x = seed;
    for _ in 0..OPERATIONS / 10 {
        for _ in 0..9 {
            let key = key(mix(x), BITS);
            x = x.wrapping_add(1 + found.probed(key, table.probe(key)));
        }
        let key = key(mix(x), BITS);
        x = x.wrapping_add(1 + black_box(table.store(key, payload(key), x & 1023)) as u64);
    }
    black_box(found)
}

/// Nine probes, then a store, of keys that depend on nothing, one behind the other.
#[inline(never)]
fn independent<S: SlotSize>(table: &Of<S>, seed: u64) -> Found {
    let mut found = Found::default();
    for first in (seed..).step_by(10).take(OPERATIONS as usize / 10) {
        for n in 0..9 {
            let key = key(mix(first + n), BITS);
            found.probed(key, table.probe(key));
        }
        let key = key(mix(first + 9), BITS);
        table.store(key, payload(key), first & 1023);
    }
    black_box(found)
}

/// Ninety probes, then ten stores, all asked for ahead.
#[inline(never)]
fn batches<S: SlotSize>(table: &Of<S>, seed: u64) -> Found {
    let mut found = Found::default();
    let mut keys = [0; BATCH];
    let mut values = [None; BATCH];
    for round in 0..OPERATIONS / 100 {
        let first = seed + 100 * round;
        for (n, slot) in keys.iter_mut().enumerate() {
            *slot = key(mix(first + n as u64), BITS);
        }
        let store_key = |n: u64| key(mix(first + 90 + n), BITS);
        (0..10).for_each(|n| table.prefetch(store_key(n)));
        table.probe_many(&keys, &mut values);
        for (key, value) in keys.iter().zip(&values) {
            found.probed(*key, *value);
        }
        for n in 0..10 {
            let key = store_key(n);
            table.store(key, payload(key), n << 6);
        }
    }
    black_box(found)
}

/// Runs by one thread, or by several at once, each on keys of its own.
pub fn on_threads(threads: u64, run: impl Fn(u64) -> Found + Sync) -> Found {
    static ROUND: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);
    let round = ROUND.fetch_add(2, std::sync::atomic::Ordering::Relaxed);
    if threads == 1 {
        return run(mix(round));
    }
    thread::scope(|scope| {
        let runs: Vec<_> = (0..threads)
            .map(|thread| {
                let run = &run;
                scope.spawn(move || run(mix(round + thread)))
            })
            .collect();
        runs.into_iter()
            .map(|run| run.join().expect("no run panics"))
            .fold(Found::default(), Found::plus)
    })
}

fn ceiling(run: impl Fn(u64) -> u64) -> impl Fn(u64) -> Found {
    move |seed| {
        black_box(run(seed));
        Found { hits: OPERATIONS, wrong: 0 }
    }
}

pub fn run() -> Result<()> {
    println!("\ntransposition: 1 GiB, 90 probes to 10 stores");
    let lines = Lines::new(BYTES)?;
    sized::<Wide>(&lines, "16-byte slots")?;
    sized::<Small>(&lines, "8-byte slots")
}

fn sized<S: SlotSize>(lines: &Lines, name: &str) -> Result<()> {
    let table = filled::<S>()?;
    let least = Cell::new(0);
    for threads in [1, 2] {
        let check = |_: usize, found: &Found| {
            // Entries of other keys with the same tag: so many more than computed are no chance.
            let wrong = (threads * OPERATIONS) as f64 * table.false_positives();
            assert!(
                found.wrong as f64 <= wrong + 6.0 * wrong.sqrt(),
                "{found:?}, {wrong} expected"
            );
            assert!(found.hits >= threads * OPERATIONS / 4, "{found:?}");
            least.set(found.hits);
        };
        compare(
            &format!(
                "transposition: {name}, each depends on the last, {threads} thread(s) (target: 0.97)"
            ),
            threads * OPERATIONS,
            15,
            &mut [
                contestant("a word of a random line", || {
                    on_threads(threads, ceiling(|seed| lines.dependent(seed, OPERATIONS, BITS)))
                }),
                contestant("probe and store", || {
                    on_threads(threads, |seed| dependent(&table, seed))
                }),
            ],
            check,
        );
        compare(
            &format!(
                "transposition: {name}, independent, {threads} thread(s) (targets: 0.90 and 0.80)"
            ),
            threads * OPERATIONS,
            15,
            &mut [
                contestant("a word of a random line", || {
                    on_threads(threads, ceiling(|seed| lines.independent(seed, OPERATIONS)))
                }),
                contestant("probe_many and store", || {
                    on_threads(threads, |seed| batches(&table, seed))
                }),
                contestant("probe and store", || {
                    on_threads(threads, |seed| independent(&table, seed))
                }),
            ],
            check,
        );
    }
    Ok(())
}
