//! One writer and one reader on one line: no payload may be torn. The control without a check must
//! tear some.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use zobrist::Key;
use zobrist_transposition::{Long, Pack, SlotSize, Small, Table, TwoTier, Wide};

/// Writes in one thread until the reader has read `reads` times; returns the number of reads that
/// held.
fn hammer(write: impl Fn(u64) + Sync, mut read: impl FnMut() -> bool, reads: u64) -> u64 {
    let stop = AtomicBool::new(false);
    let begun = Instant::now();
    let mut torn = 0;
    thread::scope(|scope| {
        scope.spawn(|| {
            let mut n = 0_u64;
            while !stop.load(Ordering::Relaxed) {
                write(n);
                n = n.wrapping_add(1);
            }
        });
        for _ in 0..reads {
            torn += u64::from(read());
            if torn > 0 || begun.elapsed() > Duration::from_secs(20) {
                break;
            }
        }
        stop.store(true, Ordering::Relaxed);
    });
    torn
}

/// A payload that repeats `n` in all its bits, so that a torn one shows.
fn repeated<V: Pack>(n: u64) -> V {
    let part = u128::from(n % 251 + 1);
    let repeated = (0..16).fold(0, |bits, _| bits << 8 | part);
    V::unpack(if V::BITS == 128 { repeated } else { repeated & ((1 << V::BITS) - 1) })
}

/// The number that [`repeated`] made a payload of; `None` if it is torn.
fn first<V: Pack>(value: V) -> u64 {
    u64::from((value.pack() as u8).wrapping_sub(1))
}

fn is_torn<V: Pack>(value: V) -> bool {
    value.pack() != repeated::<V>(first(value)).pack()
}

/// One of the twenty payloads of one of twelve keys.
fn payload_of<V: Pack>(key: usize, n: u64) -> V {
    repeated(20 * key as u64 + n % 20)
}

/// Twelve keys in a table of one line: stores update, displace and replace. Each payload that is
/// found is whole, and one of its key.
fn never_torn<K: Key + Sync, V: Pack, S: SlotSize>() {
    let table = Table::<K, V, TwoTier, S>::new(64).unwrap();
    let keys: Vec<K> = (1..=12).map(|n: u128| K::from_word(n * 0x9e37_79b9_7f4a_7c15)).collect();
    let (mut at, mut hits) = (0, 0_u64);
    let reads = if cfg!(miri) { 100 } else { 3_000_000 };
    let torn = hammer(
        |n| {
            let [stored, updated] = [n * 7 % 12, n % 12].map(|key| key as usize);
            table.store(keys[stored], payload_of(stored, n), n % 100);
            if n % 5 == 0 {
                table.update(keys[updated], |_| payload_of(updated, n));
            }
            if n % 50_000 == 0 {
                table.clear(1);
            }
        },
        || {
            at = (at + 1) % keys.len();
            let found = table.probe(keys[at]);
            hits += u64::from(found.is_some());
            found.is_some_and(|value| is_torn(value) || first(value) / 20 != at as u64)
        },
        reads,
    );
    assert_eq!(torn, 0);
    assert!(cfg!(miri) || hits > 0, "the reader found nothing to look at");
}

#[test]
fn small_slots() {
    never_torn::<u64, u32, Small>();
}

#[test]
fn wide_slots() {
    never_torn::<u64, (u64, u16), Wide>();
}

#[test]
fn wide_slots_with_a_tag_of_a_word() {
    never_torn::<u64, u32, Wide>();
}

#[test]
fn long_slots() {
    never_torn::<u64, u128, Long>();
}

/// The control: two words, each an atomic of its own.
#[test]
#[cfg_attr(miri, ignore = "needs many reads")]
fn without_a_check_payloads_are_torn() {
    let words: [AtomicU64; 2] = Default::default();
    let value = || {
        let high = u128::from(words[1].load(Ordering::Relaxed));
        high << 64 | u128::from(words[0].load(Ordering::Relaxed))
    };
    let write = |n| {
        let value: u128 = repeated(n);
        words[0].store(value as u64, Ordering::Relaxed);
        words[1].store((value >> 64) as u64, Ordering::Relaxed);
    };
    write(0);
    assert!(hammer(write, || is_torn(value()), u64::MAX) > 0, "the hammer is too soft");
}
