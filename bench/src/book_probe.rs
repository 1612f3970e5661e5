//! Probes of a mapped book of 50 MB by random keys of its entries.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use zobrist::source::SplitMix64;
use zobrist_chess::{Book, BookEntry, PackedMove};

use crate::paired::{compare, contestant};

const ENTRIES: usize = 50_000_000 / BookEntry::SIZE;
const PROBES: usize = 1 << 20;
/// Number of probes for python-chess, which would need minutes for all.
const FOR_PYTHON: usize = 20_000;

pub(crate) fn run() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("book.bin");
    let entries = entries();
    let bytes: Vec<u8> = entries.iter().flat_map(|entry| entry.to_bytes()).collect();
    fs::write(&path, &bytes)?;
    drop(bytes);
    let mut random = SplitMix64::new(2);
    let keys: Vec<u64> = (0..PROBES)
        .map(|_| entries[(random.next_u64() % entries.len() as u64) as usize].key)
        .collect();

    let file = File::open(&path)?;
    // SAFETY: the file is in a new folder that no other process uses, so that its bytes do not
    // change while they are mapped.
    #[allow(unsafe_code)]
    let map = unsafe { memmap2::Mmap::map(&file) }?;
    let book = Book::new(&map[..])?;
    let fenced = book.with_fences(vec![0; 1 << 16]);
    let records = entries.as_slice();

    // Some answers are compared with a scan of all entries.
    for key in &keys[..50] {
        let scan = || records.iter().copied().filter(|entry| entry.key == *key);
        ensure!(weight(scan()) == weight(book.probe(*key)));
        ensure!(weight(scan()) == weight(fenced.probe(*key)));
    }
    let sum = |each: &dyn Fn(u64) -> u64| keys.iter().map(|key| each(*key)).sum::<u64>();
    let halving = |key: u64| {
        let entries = book.entries();
        let start = partition_point(entries.len(), |index| {
            entries.get(index).is_some_and(|entry| entry.key < key)
        });
        weight(entries.iter().skip(start).take_while(|entry| entry.key == key))
    };
    let in_memory = |key: u64| {
        let start = records.partition_point(|entry| entry.key < key);
        weight(records[start..].iter().copied().take_while(|entry| entry.key == key))
    };
    let expected = sum(&in_memory);
    let probe = || keys.iter().map(|key| weight(book.probe(*key))).sum::<u64>();
    compare(
        &format!(
            "book_probe: {ENTRIES} entries mapped from a file, random keys of it \
             (target: 200 ns or less)"
        ),
        PROBES as u64,
        15,
        &mut [
            contestant("FencedBook::probe, and the sum of the weights", || {
                keys.iter().map(|key| weight(fenced.probe(*key))).sum()
            }),
            contestant("Book::probe", probe),
            contestant("binary search in the map", || keys.iter().map(|key| halving(*key)).sum()),
            contestant("partition_point in memory", || {
                keys.iter().map(|key| in_memory(*key)).sum()
            }),
        ],
        |_, sum| assert_eq!(*sum, expected),
    );
    let some = &keys[..FOR_PYTHON];
    let start = Instant::now();
    let ours: u64 = some.iter().map(|key| weight(book.probe(*key))).sum();
    let seconds = start.elapsed().as_secs_f64();
    against_python(&path, folder.path(), some, ours, seconds)
}

fn weight(entries: impl IntoIterator<Item = BookEntry>) -> u64 {
    entries.into_iter().map(|entry| u64::from(entry.weight)).sum()
}

/// Makes entries with one to four moves a position, in the order of a book.
fn entries() -> Vec<BookEntry> {
    let mut random = SplitMix64::new(1);
    let mut entries = Vec::with_capacity(ENTRIES);
    while entries.len() < ENTRIES {
        let (key, bits) = (random.next_u64(), random.next_u64());
        for index in (0..=(bits & 3) as u16).rev().take(ENTRIES - entries.len()) {
            let played = PackedMove::from_bits((bits >> 8) as u16 & 0xfff ^ index);
            entries.push(BookEntry { key, played, weight: index + 1, learn: 0 });
        }
    }
    entries.sort_by_key(|entry| entry.key);
    entries
}

/// Returns the first index for which `before` is false.
fn partition_point(len: usize, before: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (0, len);
    while low < high {
        let middle = low + (high - low) / 2;
        if before(middle) { low = middle + 1 } else { high = middle }
    }
    low
}

const PYTHON: &str = "
import sys, time
import chess, chess.polyglot
keys = [int(line, 16) for line in open(sys.argv[2])]
with chess.polyglot.open_reader(sys.argv[1]) as book:
    start = time.perf_counter()
    total = sum(entry.weight for key in keys for entry in book.find_all(key))
    print(time.perf_counter() - start, total, chess.__version__)
";

fn against_python(
    book: &Path,
    folder: &Path,
    keys: &[u64],
    expected: u64,
    seconds: f64,
) -> Result<()> {
    let file = folder.join("keys.txt");
    fs::write(&file, keys.iter().map(|key| format!("{key:016x}\n")).collect::<String>())?;
    let python = Command::new("python3")
        .args(["-c", PYTHON])
        .args([book, file.as_path()])
        .stderr(Stdio::null())
        .output()
        .ok()
        .filter(|output| output.status.success());
    let Some(python) = python else {
        println!("  python-chess: left out, not installed (pip install chess)");
        return Ok(());
    };
    let printed = String::from_utf8(python.stdout)?;
    let mut fields = printed.split_whitespace();
    let mut next = || fields.next().context("python-chess printed too little");
    let (theirs, sum, version): (f64, u64, _) = (next()?.parse()?, next()?.parse()?, next()?);
    ensure!(sum == expected, "python-chess finds different entries");
    println!(
        "  python-chess {version}: {:.0} ns a probe; Book::probe is {:.0} times as fast",
        theirs * 1e9 / keys.len() as f64,
        theirs / seconds
    );
    Ok(())
}
