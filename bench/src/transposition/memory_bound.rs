//! Probes and stores in a table of 1 GiB beside the memory's limit, by one thread and by two.

use std::hint::black_box;
use std::thread;

use anyhow::Result;
use zobrist_transposition::{SlotSize, Small, Table, TwoTier, Wide};

use super::ceiling::Lines;
use super::stream::{found, key, keys, mix, payload, word};
use crate::paired::{Contestant, compare_on_cores, contestant};

pub const BYTES: usize = 1 << 30;
/// Twice as many keys as a table of wide slots holds.
pub const BITS: u32 = 27;
/// Rounds are short, since a core may be shared a tenth of a second later.
pub const OPERATIONS: u64 = 400_000;
const ROUNDS: usize = 250;
/// Of those that depend on each other, which take ten times as long.
pub const DEPENDENT: u64 = 100_000;
/// The memory's latency changes by several percent from run to run, as much as is to be measured.
const DEPENDENT_ROUNDS: usize = 800;
const BATCH: usize = 90;

type Of<S> = Table<u64, u32, TwoTier, S>;

pub fn filled<S: SlotSize>() -> Result<Of<S>> {
    let table = Of::<S>::new(BYTES as u64)?;
    for (work, key) in (0..).zip(keys(BITS)) {
        table.store(key, payload(key), work & 1023);
    }
    println!("  {:?}, {} keys, fill {:.4}", table, 1_u64 << BITS, table.fill(10_000).share());
    Ok(table)
}

/// Nine probes, then a store; the key of each depends on what the last found, and on how many came
/// before: a walk that returns to where it has been must not go the same way again.
#[inline(never)]
pub fn dependent<S: SlotSize>(table: &Of<S>, operations: u64, seed: u64) -> u64 {
    let mut x = seed;
    for first in (0..operations).step_by(10) {
        for n in 0..9 {
            x = x.wrapping_add(first + n + word(table.probe(key(x, BITS))));
        }
        let key = key(x, BITS);
        let outcome = table.store(key, payload(key), x & 1023) as u64;
        x = x.wrapping_add(first + 9 + outcome);
    }
    x
}

/// Nine probes, then a store, of keys that depend on nothing, one after another.
#[inline(never)]
pub fn independent<S: SlotSize>(table: &Of<S>, operations: u64, seed: u64) -> u64 {
    let mut sum = 0_u64;
    for first in (seed..).step_by(10).take(operations as usize / 10) {
        for n in 0..9 {
            sum = sum.wrapping_add(word(table.probe(key(first + n, BITS))));
        }
        let key = key(first + 9, BITS);
        table.store(key, payload(key), first & 1023);
    }
    sum
}

/// Ninety probes, then ten stores, all prefetched.
#[inline(never)]
pub fn batches<S: SlotSize>(table: &Of<S>, operations: u64, bits: u32, seed: u64) -> u64 {
    let mut sum = 0_u64;
    let mut keys = [0; BATCH];
    let mut values = [None; BATCH];
    for first in (seed..).step_by(100).take(operations as usize / 100) {
        for (n, slot) in (first..).zip(&mut keys) {
            *slot = key(n, bits);
        }
        let stored = || (first + 90..first + 100).map(|n| key(n, bits));
        stored().for_each(|key| table.prefetch(key));
        table.probe_many(&keys, &mut values);
        for value in values {
            sum = sum.wrapping_add(word(value));
        }
        for (n, key) in (0..).zip(stored()) {
            table.store(key, payload(key), n << 6);
        }
    }
    sum
}

/// Runs by one thread, or by several at once, each from a seed of its own.
pub fn on_threads(threads: u64, run: impl Fn(u64) -> u64 + Sync) {
    static ROUND: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);
    let round = ROUND.fetch_add(threads, std::sync::atomic::Ordering::Relaxed);
    // Below 2^62, so that counting up from it does not overflow.
    let run = |thread| {
        black_box(run(mix(round + thread) >> 2));
    };
    if threads == 1 {
        return run(0);
    }
    thread::scope(|scope| {
        for thread in 0..threads {
            scope.spawn(move || run(thread));
        }
    });
}

/// So many operations on each thread, each from a seed of its own. A tenth of them comes first,
/// untimed, since the processor has forgotten the pages when the others have run.
fn on_memory<'a>(
    name: &'a str,
    threads: u64,
    operations: u64,
    run: impl Fn(u64, u64) -> u64 + Sync + Copy + 'a,
) -> Contestant<'a, ()> {
    let run = move |operations| on_threads(threads, |seed| run(operations, seed));
    contestant(name, move || run(operations)).after(move || run(operations / 10))
}

pub fn run() -> Result<()> {
    println!("\ntransposition: 1 GiB, 90 probes to 10 stores");
    let lines = Lines::new(BYTES)?;
    two_threads("a word of a random line", |operations, seed| {
        lines.independent(operations, BITS, seed)
    });
    sized::<Wide>(&lines, "16-byte slots", 0.45)?;
    sized::<Small>(&lines, "8-byte slots", 0.80)
}

/// With slots of one size, in which at least this share of the keys is present.
fn sized<S: SlotSize>(lines: &Lines, name: &str, least: f64) -> Result<()> {
    let table = &filled::<S>()?;
    check(table, least);
    for threads in [1, 2] {
        compare_on_cores(
            &format!(
                "transposition: {name}, each depends on the last, {threads} thread(s) (target: 0.97)"
            ),
            threads * DEPENDENT,
            DEPENDENT_ROUNDS,
            threads,
            &mut [
                on_memory("a word of a random line", threads, DEPENDENT, |operations, seed| {
                    lines.dependent(operations, BITS, seed)
                }),
                on_memory("probe and store", threads, DEPENDENT, |operations, seed| {
                    dependent(table, operations, seed)
                }),
            ],
        );
        compare_on_cores(
            &format!(
                "transposition: {name}, independent, {threads} thread(s) (targets: 0.90 and 0.80)"
            ),
            threads * OPERATIONS,
            ROUNDS,
            threads,
            &mut [
                on_memory("a word of a random line", threads, OPERATIONS, |operations, seed| {
                    lines.independent(operations, BITS, seed)
                }),
                on_memory("the same by tens", threads, OPERATIONS, |operations, seed| {
                    lines.independent_by_tens(operations, BITS, seed)
                }),
                on_memory("probe_many and store", threads, OPERATIONS, |operations, seed| {
                    batches(table, operations, BITS, seed)
                }),
                on_memory("probe and store", threads, OPERATIONS, |operations, seed| {
                    independent(table, operations, seed)
                }),
            ],
        );
        check(table, least);
    }
    two_threads(name, |operations, seed| independent(table, operations, seed));
    Ok(())
}

/// Two threads beside one that does twice as much. More than elsewhere, as it also takes time to
/// start two.
fn two_threads(name: &str, run: impl Fn(u64, u64) -> u64 + Sync + Copy) {
    const EACH: u64 = 2 * OPERATIONS;
    compare_on_cores(
        &format!("transposition: {name}, independent (target for two threads: 1.95)"),
        2 * EACH,
        ROUNDS,
        2,
        &mut [on_memory("one thread", 1, 2 * EACH, run), on_memory("two threads", 2, EACH, run)],
    );
}

/// Checks that the payloads of the keys are found, one by one and in batches, except for tags that
/// two keys share.
fn check<S: SlotSize>(table: &Of<S>, least: f64) {
    let found = found(BITS, |key| table.probe(key));
    let wrong = found.keys as f64 * table.false_positive_rate();
    // This many more than computed is not chance.
    assert!(found.wrong as f64 <= wrong + 6.0 * wrong.sqrt(), "{found:?}, {wrong} expected");
    assert!(found.hits as f64 >= least * found.keys as f64, "{found:?}, {least} expected");
    check_many(table, BITS);
}

/// Batches find the same as single probes.
pub fn check_many<S: SlotSize>(table: &Of<S>, bits: u32) {
    let keys: Vec<u64> = (0..1_000_000).map(|n| key(n, bits)).collect();
    let mut values = vec![None; keys.len()];
    table.probe_many(&keys, &mut values);
    for (key, value) in keys.iter().zip(values) {
        assert_eq!(value, table.probe(*key), "{key:x}");
    }
}
