//! Processes are killed while they store in a shared file; others read no wrong payload.
//!
//! The test program starts itself, under an emulator too (see [`itself`]). If it cannot, a thread
//! stores in the file instead, and is not killed.

#![cfg(all(feature = "native", feature = "files", unix, not(miri)))]

use std::env;
use std::fs;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use zobrist::Key;
use zobrist_transposition::{Long, Outcome, Pack, SlotSize, Small, Table, TwoTier, Wide};

mod itself;

const FILE: &str = "ZOBRIST_TEST_TABLE";
const BYTES: u64 = 64 * 64;
const FINGERPRINT: u64 = 77;

/// Serializes the tests: a child that another test starts inherits this one's files and their locks
/// until it runs its own program.
static ALONE: Mutex<()> = Mutex::new(());

type Shared<K, V, S> = Table<K, V, TwoTier, S>;

/// The payload that belongs to a key, all its bits.
fn payload<K: Key, V: Pack>(key: K) -> V {
    let mixed = key.to_word().wrapping_mul(0x2545_f491_4f6c_dd1d_9e37_79b9_7f4a_7c15);
    V::unpack((mixed >> 7) & if V::BITS == 128 { u128::MAX } else { (1 << V::BITS) - 1 })
}

fn key<K: Key>(n: u64) -> K {
    let spread = u128::from(n % 2000).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
    K::from_word(spread >> (128 - K::BITS))
}

/// Stores until the process is killed or `stop` is set.
fn store_until<K: Key, V: Pack, S: SlotSize>(path: &Path, stop: &AtomicBool) {
    let table = Shared::<K, V, S>::open_shared(path, FINGERPRINT).unwrap();
    for n in 0.. {
        let key = key::<K>(n * 7919);
        table.store(key, payload(key), n % 1000);
        if n == 2000 {
            fs::write(path.with_extension("ready"), "").unwrap();
        }
        if stop.load(Ordering::Relaxed) {
            break;
        }
    }
}

/// Starts a child that stores, and waits until it has stored every key.
fn child(test: &str, path: &Path) -> std::io::Result<Child> {
    let child =
        itself::itself().args(["--exact", test]).env(FILE, path).stdout(Stdio::null()).spawn()?;
    wait_until_ready(path);
    Ok(child)
}

fn wait_until_ready(path: &Path) {
    while !path.with_extension("ready").exists() {
        thread::sleep(Duration::from_millis(1));
    }
    fs::remove_file(path.with_extension("ready")).unwrap();
}

/// The number of lines whose sequence number is odd, since their writer was killed.
fn killed_lines(path: &Path) -> usize {
    let bytes = fs::read(path).unwrap();
    bytes[4096..].chunks(64).filter(|line| line[0] & 1 == 1).count()
}

/// Kills `rounds` children, and more until one with sequenced slots was killed in a store.
fn survives<K: Key, V: Pack + PartialEq + std::fmt::Debug, S: SlotSize>(test: &str) {
    if let Some(path) = env::var_os(FILE) {
        return store_until::<K, V, S>(Path::new(&path), &AtomicBool::new(false));
    }
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let table = Shared::<K, V, S>::create_shared(&path, BYTES, FINGERPRINT).unwrap();
    assert!(table.is_exact(), "the payload of every entry can be checked");
    // Slots are sequenced if they leave room for a number: wide ones do without an access of 16
    // bytes.
    let bits = Shared::<K, V, S>::SLOT_LAYOUT.size().bits() as usize * table.slots_per_bucket();
    let sequenced = bits < 512;
    let (mut rounds, mut left) = (0, 0);
    while rounds < 10 || (sequenced && left == 0) {
        assert!(rounds < 500, "no process was killed in the middle of a store");
        let mut child = match child(test, &path) {
            Ok(child) => child,
            Err(why) => {
                eprintln!(
                    "not tested: processes that are killed, since none can be started: {why}"
                );
                return beside_a_thread(&table, &path);
            }
        };
        thread::sleep(Duration::from_micros(500 + rounds % 7 * 300));
        child.kill().unwrap(); // SIGKILL
        child.wait().unwrap();
        rounds += 1;
        if sequenced {
            left = killed_lines(&path);
        }
        let entries = entries_are_right(&table, true);
        assert!(entries > 50, "{entries}");
        // The table works with the lines that were left odd.
        let stored = (0..2000).filter(|n| {
            let key = key::<K>(*n);
            table.store(key, payload(key), u64::MAX);
            table.probe(key) == Some(payload(key))
        });
        // An odd line hides a 64th of the keys.
        assert!(stored.count() > 1950 - left * 60);
    }
    // A process that is alone with the file empties the odd lines.
    drop(table);
    let table = Shared::<K, V, S>::open_shared(&path, FINGERPRINT).unwrap();
    if sequenced {
        assert!(left > 0);
        assert_eq!(killed_lines(&path), 0);
    }
    table.entries().for_each(|entry| assert_eq!(entry.value, payload(entry.key.unwrap())));
    for n in 0..2000 {
        let key = key::<K>(n);
        table.store(key, payload(key), u64::MAX);
        assert_eq!(table.probe(key), Some(payload(key)));
    }
}

/// Checks that all entries have the payloads of their keys and, if no other process stores, are
/// found.
fn entries_are_right<K: Key, V: Pack + PartialEq + std::fmt::Debug, S: SlotSize>(
    table: &Shared<K, V, S>,
    is_alone: bool,
) -> usize {
    let mut entries = 0;
    for entry in table.entries() {
        let key = entry.key.unwrap();
        assert_eq!(entry.value, payload(key), "{key:?}");
        let found = table.probe(key);
        assert!(found == Some(payload(key)) || !is_alone && found.is_none(), "{key:?}");
        entries += 1;
    }
    entries
}

/// Reads while a thread stores through the file as another process would.
fn beside_a_thread<K: Key, V: Pack + PartialEq + std::fmt::Debug, S: SlotSize>(
    table: &Shared<K, V, S>,
    path: &Path,
) {
    let stop = &AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| store_until::<K, V, S>(path, stop));
        wait_until_ready(path);
        for _ in 0..100 {
            entries_are_right(table, false);
        }
        stop.store(true, Ordering::Relaxed);
    });
    assert!(entries_are_right(table, true) > 50);
}

/// A killed process seldom leaves torn words, so that this test writes some into the file.
#[test]
fn a_line_that_was_left_half_written_is_empty() {
    type Halved = Shared<u128, u128, Long>;
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    // Two lines, selected by the highest bit of the key.
    let table = Halved::create_shared(&path, 128, FINGERPRINT).unwrap();
    let (left, other) = (5, u128::MAX);
    table.store(left, payload(left), 1);
    table.store(other, payload(other), 1);

    // The lower word of another payload, the upper one of the old.
    let file = fs::OpenOptions::new().read(true).write(true).open(&path).unwrap();
    let mut words = [0; 16];
    file.read_exact_at(&mut words, 4096).unwrap();
    words[0] |= 1;
    words[8] ^= 0xff;
    file.write_all_at(&words, 4096).unwrap();
    let untorn = |table: &Halved| {
        assert_eq!((table.probe(left), table.probe(other)), (None, Some(payload(other))));
        assert_eq!(table.probe_if(left, |_| true), None);
        assert_eq!((table.entries().count(), table.fill(2).used), (1, 1));
    };
    untorn(&table);
    assert_eq!(table.update(left, |_| panic!("there is nothing to change")), None);
    assert_eq!(table.store(left, payload(left), 1), Outcome::Contended);
    // A second process that opens the file changes nothing, and a copy has no torn entry.
    untorn(&Halved::open_shared(&path, FINGERPRINT).unwrap());
    untorn(&Halved::load(&path, FINGERPRINT).unwrap());
    table.save(path.with_extension("saved"), FINGERPRINT).unwrap();
    untorn(&Halved::load(path.with_extension("saved"), FINGERPRINT).unwrap());
    assert_eq!(killed_lines(&path), 1);

    drop(table);
    let table = Halved::open_shared(&path, FINGERPRINT).unwrap();
    assert_eq!(killed_lines(&path), 0);
    untorn(&table);
    assert_eq!(table.store(left, payload(left), 1), Outcome::New);
    assert_eq!(table.probe(left), Some(payload(left)));
}

#[test]
fn small_slots() {
    survives::<u32, u16, Small>("small_slots");
}

#[test]
fn wide_slots() {
    survives::<u64, u32, Wide>("wide_slots");
}

#[test]
fn long_slots() {
    survives::<u128, u32, Long>("long_slots");
}
