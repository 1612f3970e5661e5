//! `explore --cache-size`: which indexes are removed to make room.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::cache::{CACHE, beside, index_of, size, zobrist};
use crate::tool::Folder;

/// The files `1.pgn` to `N.pgn`, and their indexes, the first of which was not used for the longest
/// time.
fn indexes(count: u64) -> (Folder, Vec<PathBuf>) {
    let folder = Folder::new();
    let index = |number: u64| {
        let file = format!("{number}.pgn");
        folder.write(&file, "1. e4 *\n");
        zobrist(&folder, &format!("explore {file}")).done();
        let index = index_of(&folder, &file);
        use_at(&index, 1_000 - number);
        index
    };
    let all = (1..=count).map(index).collect();
    folder.write("new.pgn", "1. e4 *\n");
    (folder, all)
}

/// Notes that an index was used some minutes ago.
fn use_at(index: &Path, minutes: u64) {
    let used = File::options().write(true).open(beside(index, "used")).unwrap();
    used.set_modified(SystemTime::now() - Duration::from_secs(60 * minutes)).unwrap();
}

/// The numbers, from 1, of the indexes that are there.
fn there(all: &[PathBuf]) -> Vec<usize> {
    let there = all.iter().enumerate().filter(|(_, index)| index.join("manifest.json").exists());
    there.map(|(number, _)| number + 1).collect()
}

#[test]
fn the_longest_unused_go_first() {
    let (folder, all) = indexes(4);
    let sizes: Vec<u64> = all.iter().map(|index| size(index)).collect();
    // The index of another file like these has about the size of each.
    let explore = |folder: &Folder, limit: u64, file: &str| {
        zobrist(folder, &format!("explore {file} --cache-size {limit}")).done();
    };
    // An answer from the cache removes nothing, and notes the use.
    explore(&folder, 0, "1.pgn");
    assert_eq!(there(&all), [1, 2, 3, 4]);
    explore(&folder, sizes.iter().sum::<u64>() + sizes[0] / 2, "new.pgn");
    assert_eq!(there(&all), [1, 3, 4], "2 was the longest unused");
    assert!(!beside(&all[1], "used").exists() && !beside(&all[1], "lock").exists());
    let new = index_of(&folder, "new.pgn");
    assert!(new.join("manifest.json").exists());

    // There is room for the new one and one more, which is the one used last.
    use_at(&all[3], 30);
    use_at(&new, 20);
    folder.write("next.pgn", "1. e4 *\n");
    explore(&folder, sizes[0] * 5 / 2, "next.pgn");
    assert_eq!(there(&all), [1]);
    assert!(!new.exists() && index_of(&folder, "next.pgn").exists());
}

#[test]
fn an_index_that_is_used_stays() {
    let (folder, all) = indexes(3);
    let used = File::open(beside(&all[0], "used")).unwrap();
    used.lock_shared().unwrap();
    zobrist(&folder, "explore new.pgn --cache-size 0").done();
    assert_eq!(there(&all), [1]);
    // Its own index is never removed by the process that built it, whatever its size.
    assert!(index_of(&folder, "new.pgn").join("manifest.json").exists());
    drop(used);
    folder.write("next.pgn", "1. e4 *\n");
    zobrist(&folder, "explore next.pgn --cache-size 0").done();
    assert_eq!(there(&all), [0; 0]);
    assert!(index_of(&folder, "next.pgn").join("manifest.json").exists());
    assert_eq!(fs::read_dir(folder.path(CACHE)).unwrap().count(), 3, "one index and its locks");
}

/// Games whose index takes more than four times as much as that of one game.
fn many_games() -> String {
    let game = |n: u64| format!("[White \"{n}\"]\n[Site \"{}\"]\n\n1. e4 *\n\n", n * 7919 % 10_007);
    (0..3_000).map(game).collect()
}

#[test]
fn an_index_larger_than_the_limit_goes_first() {
    let (folder, all) = indexes(2);
    let limit = size(&all[0]) * 7 / 2;
    folder.write("large.pgn", many_games());
    zobrist(&folder, "explore large.pgn").done();
    let large = index_of(&folder, "large.pgn");
    assert!(size(&large) > limit, "the games take too little");
    // It was used last, and is the first to go: without it, all fit.
    zobrist(&folder, &format!("explore new.pgn --cache-size {limit}")).done();
    assert_eq!(there(&all), [1, 2]);
    assert!(!large.exists() && index_of(&folder, "new.pgn").join("manifest.json").exists());
    // When it is new, it stays, and nothing fits beside it.
    zobrist(&folder, &format!("explore large.pgn --cache-size {limit}")).done();
    assert_eq!(there(&all), [0; 0]);
    assert!(large.join("manifest.json").exists());
}

#[test]
fn what_a_killed_run_has_left_goes_with_the_next_build() {
    let (folder, all) = indexes(1);
    let cache = folder.path(CACHE);
    let killed = ["k.pgn-0123456789abcdef.part-3", "l.pgn-0123456789abcdef.part-1"];
    for name in killed {
        fs::create_dir_all(cache.join(name).join(".building")).unwrap();
    }
    let foreign = cache.join("m.pgn-0123456789abcdef.part-1");
    fs::create_dir_all(&foreign).unwrap();
    fs::write(foreign.join("mine"), "mine").unwrap();
    let used = File::create(cache.join("l.pgn-0123456789abcdef.used")).unwrap();
    used.lock_shared().unwrap();
    zobrist(&folder, "explore new.pgn").done();
    assert!(!cache.join(killed[0]).exists(), "nobody uses it");
    assert!(cache.join(killed[1]).exists(), "its process runs");
    assert_eq!(fs::read_to_string(foreign.join("mine")).unwrap(), "mine");
    assert_eq!(there(&all), [1]);
}

#[test]
fn the_limit_is_a_size() {
    let (folder, _) = indexes(1);
    for size in ["much", "1XB", "-1", "99999999TB"] {
        let message = zobrist(&folder, &format!("explore 1.pgn --cache-size={size}")).refused();
        assert!(message.contains("expected a size such as 512MiB"), "{message}");
    }
    let help = zobrist(&folder, "explore --help").done();
    assert!(help.contains("--cache-size <SIZE>") && help.contains("[default: 2GB]"), "{help}");
    assert!(help.contains("$XDG_CACHE_HOME/zobrist/explore"), "{help}");
}
