//! Sizes: which are possible, the entries that a resized table keeps, and the threads that resize
//! it.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::thread;

use zobrist::source::SplitMix64;
use zobrist_transposition::{
    AllocateError, Candidate, Entry, Pages, Placement, Policy, Small, Table, TwoTier, Wide,
};

#[test]
fn an_exact_table_keeps_its_entries_when_resized() {
    let mut table = Table::<u64, u32, TwoTier, Wide>::new(100_000).unwrap();
    let mut random = SplitMix64::new(3);
    let keys: Vec<u64> = (0..2000).map(|_| random.next_u64()).collect();
    keys.iter().for_each(|key| {
        table.store(*key, *key as u32, *key & 255);
    });
    table.new_generation();
    let mut before: Vec<_> =
        table.entries().map(|entry| (entry.key, entry.value, entry.grade, entry.age)).collect();
    table.resize(1_234_567, 2).unwrap();
    let mut after: Vec<_> =
        table.entries().map(|entry| (entry.key, entry.value, entry.grade, entry.age)).collect();
    before.sort();
    after.sort();
    assert_eq!(before, after);
    assert_eq!(table.buckets(), 1_234_567 / 64);
    table.resize(6400, 3).unwrap();
    assert!(table.entries().count() as u64 > table.capacity() * 9 / 10);
    assert!(table.entries().all(|entry| entry.key.map(|key| key as u32) == Some(entry.value)));
    assert!(table.resize(10, 1).is_err());
    assert_eq!(table.buckets(), 100);
}

#[test]
fn resized_tables_do_not_depend_on_the_number_of_threads() {
    // To fewer buckets than the entries need, and to a number that is no multiple.
    for (lines, entries) in [(1000, 30_000), (6007, 20_000)] {
        let resized = |threads| {
            let mut table = Table::<u64, u32, TwoTier, Wide>::new(4001 * 64).unwrap();
            let mut random = SplitMix64::new(3);
            for _ in 0..entries {
                let key = random.next_u64();
                table.store(key, key as u32, key >> 32 & 255);
            }
            table.resize(64 * lines, threads).unwrap();
            table.entries().map(|entry| (entry.key, entry.value, entry.grade)).collect::<Vec<_>>()
        };
        let alone = resized(1);
        assert!(alone.len() as u64 > lines);
        for threads in [2, 3, 16, 5000] {
            assert!(resized(threads) == alone, "{threads} threads, {lines} lines");
        }
    }
}

/// The number of threads is limited: the requested one would be one per bucket.
#[test]
fn no_number_of_threads_is_too_many() {
    static THREADS: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

    /// Notes the thread that asks.
    struct Asked;
    impl Policy for Asked {
        const NAME: &'static str = "asked";
        const GRADE_BITS: u32 = 0;
        const AGE_BITS: u32 = 1;
        type Work = u64;
        fn grade(_: u64) -> u32 {
            0
        }
        fn place(_: &[Entry], _: Candidate) -> Placement {
            THREADS.lock().unwrap().insert(format!("{:?}", thread::current().id()));
            Placement::replace(0)
        }
    }

    let mut table = Table::<u32, u16, Asked, Small>::new(4000 * 64).unwrap();
    assert!(table.is_exact());
    let keys = || (0..4000_u32).map(|n| n << 20 | n);
    for key in keys() {
        table.store(key, key as u16, 1);
    }
    THREADS.lock().unwrap().clear();
    table.resize(5000 * 64, usize::MAX).unwrap();
    let threads = THREADS.lock().unwrap().len();
    assert!((2..=1024).contains(&threads), "{threads}");
    assert!(keys().all(|key| table.probe(key) == Some(key as u16)));
    // The calling thread is one of them, and may be the only one.
    THREADS.lock().unwrap().clear();
    table.resize(4500 * 64, 1).unwrap();
    let own = format!("{:?}", thread::current().id());
    assert!(THREADS.lock().unwrap().iter().eq([&own]));
    assert!(keys().all(|key| table.probe(key) == Some(key as u16)));
    table.clear(usize::MAX);
    assert_eq!(table.entries().count(), 0);
}

#[test]
fn sizes_of_nothing_and_beyond_memory_are_errors() {
    for bytes in [0, 1, 63] {
        let error = Table::<u64, u64>::new(bytes).unwrap_err();
        assert!(matches!(error, AllocateError::TooSmall { bytes: got } if got == bytes));
        assert!(error.to_string().contains("64 bytes or more"));
        assert_eq!(error.to_string().contains("of 1 byte has"), bytes == 1, "{error}");
    }
    for bytes in [u64::MAX, 1 << 62, 1 << 50] {
        let error = Table::<u64, u64>::new(bytes).unwrap_err();
        assert!(error.to_string().contains(&bytes.to_string()), "{error}");
    }
    for largest in [Pages::Default, Pages::Transparent, Pages::Huge, Pages::Gigantic] {
        let table = Table::<u64, u64>::with_pages(5 << 20, largest).unwrap();
        assert!(table.pages() <= largest);
        assert_eq!(table.bytes(), 5 << 20);
    }
}
