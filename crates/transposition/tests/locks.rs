//! Opening a shared file while other tables are saved to its path, or just look whether it is
//! shared.

#![cfg(all(feature = "native", feature = "files", unix, not(miri)))]

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use zobrist_transposition::{OpenError, SaveError, Small, Table, TwoTier};

type Mine = Table<u64, u16, TwoTier, Small>;

const FINGERPRINT: u64 = 9;

/// A table of one line with two entries as processes share it, and the same with a slot between them
/// that no store can have written: an entry without a generation.
fn good_and_damaged(folder: &Path) -> [Vec<u8>; 2] {
    let path = folder.join("good");
    let table = Mine::new(64).unwrap();
    table.store(5, 6, 7);
    table.store(8, 9, 7);
    table.save(&path, FINGERPRINT).unwrap();
    drop(Mine::open_shared(&path, FINGERPRINT).unwrap());
    let good = fs::read(&path).unwrap();
    let mut damaged = good.clone();
    let (first, second) = (4096, 4096 + 8);
    damaged.copy_within(second..second + 8, second + 8);
    let tag = u64::MAX << (64 - Mine::SLOT_LAYOUT.tag_bits());
    let word = u64::from_le_bytes(good[first..second].try_into().unwrap());
    damaged[second..second + 8].copy_from_slice(&(word & tag).to_le_bytes());
    [good, damaged]
}

/// A lock that somebody holds for a moment is not that of another user.
#[test]
fn a_file_that_is_locked_for_a_moment_is_repaired() {
    let folder = tempfile::tempdir().unwrap();
    let [good, damaged] = good_and_damaged(folder.path());
    let path = folder.path().join("table");
    fs::write(&path, &damaged).unwrap();
    let held = File::open(&path).unwrap();
    held.lock().unwrap();
    let opened = thread::scope(|scope| {
        let opened = scope.spawn(|| Mine::open_shared(&path, FINGERPRINT).unwrap());
        thread::sleep(Duration::from_millis(50));
        held.unlock().unwrap();
        opened.join().unwrap()
    });
    assert_eq!(fs::read(&path).unwrap(), good, "it was not repaired");
    // It is a user by now, and one that comes later is not alone.
    fs::write(&path, &damaged).unwrap();
    let second = Mine::open_shared(&path, FINGERPRINT).unwrap();
    assert_eq!(fs::read(&path).unwrap(), damaged);
    drop((opened, second));
    drop(Mine::open_shared(&path, FINGERPRINT).unwrap());
    assert_eq!(fs::read(&path).unwrap(), good);
}

/// Tables are saved to a path in a loop, and the file there is opened in a loop. Each file that is
/// opened is repaired, whether a `save` looks at it at that moment or not.
#[test]
fn a_save_that_looks_keeps_nobody_from_the_repair() {
    let folder = tempfile::tempdir().unwrap();
    let [good, damaged] = good_and_damaged(folder.path());
    let path = folder.path().join("table");
    let beside = folder.path().join("beside");
    let stop = AtomicBool::new(false);
    /// Ends the loops of the others, after a panic too.
    struct Stop<'a>(&'a AtomicBool);
    impl Drop for Stop<'_> {
        fn drop(&mut self) {
            self.0.store(true, Ordering::Relaxed);
        }
    }
    let (opened, refused) = thread::scope(|scope| {
        let stop_at_end = Stop(&stop);
        let savers: Vec<_> = (0..2)
            .map(|_| {
                scope.spawn(|| {
                    let (table, mut refused) = (Mine::new(64).unwrap(), 0_u64);
                    while !stop.load(Ordering::Relaxed) {
                        match table.save(&path, FINGERPRINT) {
                            Ok(()) => {}
                            Err(SaveError::Shared { .. }) => refused += 1,
                            Err(error) => {
                                panic!("{error}: {:?}", std::error::Error::source(&error))
                            }
                        }
                    }
                    refused
                })
            })
            .collect();
        let (start, mut opened) = (Instant::now(), 0_u64);
        while start.elapsed() < Duration::from_secs(3) {
            fs::write(&beside, &damaged).unwrap();
            let mut there = File::open(&beside).unwrap();
            fs::rename(&beside, &path).unwrap();
            let table = match Mine::open_shared(&path, FINGERPRINT) {
                // It was replaced between opening and mapping it.
                Err(OpenError::Io { .. }) => continue,
                table => table.unwrap(),
            };
            // The tables that are saved are empty.
            if table.probe(5).is_none() && table.probe(8).is_none() {
                continue;
            }
            let mut bytes = Vec::new();
            there.read_to_end(&mut bytes).unwrap();
            assert!(bytes == good, "file {opened} was opened without a repair");
            opened += 1;
        }
        drop(stop_at_end);
        (opened, savers.into_iter().map(|saver| saver.join().unwrap()).sum::<u64>())
    });
    // Both loops met.
    assert!(opened > 100 && refused > 0, "{opened} opened, {refused} refused");
}
