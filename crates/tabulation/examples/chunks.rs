//! Content-defined chunking: cuts a file at places that its content determines, so that an
//! insertion moves only the cuts around it. Two versions of a file then share most of their chunks.
//!
//! ```sh
//! cargo run --release -p zobrist-tabulation --example chunks -- old.tar new.tar
//! ```

use std::collections::HashSet;
use std::{env, fs};

use zobrist::tabulation::{Mixed, Rolling, Text};

/// Windows of 48 bytes: 17 bits of their hash are pairwise independent. Of these 13 must be zero,
/// which they are once in 8,192 places.
static ROLLING: Rolling = Rolling::seeded(2026, 48);
const CUT: u64 = 0x1fff;

/// Bounds on the length of a chunk; only the last may be shorter.
const MIN_CHUNK: usize = 2 << 10;
const MAX_CHUNK: usize = 64 << 10;

/// Names of chunks. Eight derived characters, since with four an exchange of two bytes is missed
/// once in 5 · 10⁷.
static NAMES: Mixed<u128, 8, 8> = Mixed::<u128, 8, 8>::seeded(2026);

/// Returns the length of the first chunk of `bytes`.
fn first_chunk(bytes: &[u8]) -> usize {
    let most = bytes.len().min(MAX_CHUNK);
    // The first window that may end a chunk begins before the shortest one ends.
    let from = MIN_CHUNK - ROLLING.window();
    let window = bytes.get(from..most).unwrap_or_default();
    ROLLING.find(window, CUT).map_or(most, |end| from + end)
}

fn chunks(mut bytes: &[u8]) -> Vec<&[u8]> {
    let mut chunks = Vec::new();
    while !bytes.is_empty() {
        let (chunk, rest) = bytes.split_at(first_chunk(bytes));
        chunks.push(chunk);
        bytes = rest;
    }
    chunks
}

/// Returns the number of bytes of `new` in chunks that `old` does not have.
fn new_bytes(old: &[u8], new: &[u8]) -> usize {
    let name = |chunk: &&[u8]| Text::of(&NAMES, chunk).hash();
    let known: HashSet<u128> = chunks(old).iter().map(name).collect();
    chunks(new).iter().filter(|chunk| !known.contains(&name(chunk))).map(|chunk| chunk.len()).sum()
}

fn main() -> std::io::Result<()> {
    let files: Vec<String> = env::args().skip(1).collect();
    let [old, new] = &files[..] else {
        eprintln!("expected two files, got {}", files.len());
        std::process::exit(2);
    };
    let (old, new) = (fs::read(old)?, fs::read(new)?);
    println!("{} of {} bytes are in new chunks", new_bytes(&old, &new), new.len());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use zobrist::source::SplitMix64;

    fn random_bytes(count: usize) -> Vec<u8> {
        let mut random = SplitMix64::new(1);
        (0..count).map(|_| random.next_u64() as u8).collect()
    }

    #[test]
    fn chunks_are_the_bytes_and_as_long_as_they_may_be() {
        let bytes = random_bytes(2_000_000);
        let chunks = chunks(&bytes);
        assert_eq!(chunks.concat(), bytes);
        let (last, others) = chunks.split_last().unwrap();
        assert!(others.iter().all(|chunk| (MIN_CHUNK..=MAX_CHUNK).contains(&chunk.len())));
        assert!(last.len() <= MAX_CHUNK);
        // 8,192 bytes after the shortest: 190 or so, give or take three times its root.
        assert!((150..=240).contains(&chunks.len()), "{}", chunks.len());
        // Equal bytes have no place to cut.
        assert_eq!(super::chunks(&[7; 3 * MAX_CHUNK]).len(), 3);
    }

    /// The control cuts chunks of a fixed length, which all change.
    #[test]
    fn an_insertion_is_found_by_content_and_not_by_length() {
        let old = random_bytes(2_000_000);
        let mut new = old.clone();
        new.splice(1000..1000, *b"inserted");
        assert!(new_bytes(&old, &new) < 3 * MAX_CHUNK);

        let fixed: HashSet<&[u8]> = old.chunks(8192).collect();
        let unknown = new.chunks(8192).filter(|chunk| !fixed.contains(chunk)).count();
        assert_eq!(unknown, new.len().div_ceil(8192));
    }
}
