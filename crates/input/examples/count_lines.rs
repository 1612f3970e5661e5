//! Counts the lines of files, compressed or not, and names the place of each line that is not
//! UTF-8: a `wc -l` that needs no `zcat`, and says where a file is damaged.
//!
//! ```sh
//! cargo run --release -p zobrist-input --example count_lines -- games.pgn.zst notes.txt.gz -
//! ```

use std::error::Error;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::sync::Arc;
use std::{env, process};

use zobrist_input::{Content, FoundInput, Listener, Nobody, counted, find_all};

#[derive(Debug, Default, PartialEq)]
struct Counts {
    lines: u64,
    bytes: u64,
    /// The lines that are not UTF-8: number, from 1, and byte after decompression, from 0.
    odd: Vec<(u64, u64)>,
}

/// Reads an input once, a line at a time.
fn count(input: FoundInput) -> std::io::Result<Counts> {
    let mut reader = BufReader::new(input.open().reader);
    let (mut counts, mut line) = (Counts::default(), Vec::new());
    loop {
        line.clear();
        // A file that is damaged, or changes meanwhile, is an error here.
        let length = reader.read_until(b'\n', &mut line)? as u64;
        if length == 0 {
            return Ok(counts);
        }
        counts.lines += 1;
        if str::from_utf8(&line).is_err() {
            counts.odd.push((counts.lines, counts.bytes));
        }
        counts.bytes += length;
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let files: Vec<PathBuf> = env::args_os().skip(1).map(PathBuf::from).collect();
    let listener: Arc<dyn Listener> = Arc::new(Nobody);
    let mut failed = false;
    // All files are looked for before the first is read.
    for input in find_all(&files, Content::Text, &listener)? {
        let name = input.name();
        match count(input) {
            Ok(counts) => {
                let lines = counted(counts.lines, "line", "lines");
                println!("{name}: {lines}, {} bytes", counts.bytes);
                for (line, byte) in &counts.odd {
                    println!("{name}:{line} (byte {byte}): not UTF-8");
                }
            }
            Err(error) => {
                failed = true;
                eprintln!("{name}: {error}");
            }
        }
    }
    process::exit(i32::from(failed));
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn counts(name: &str, bytes: &[u8]) -> std::io::Result<Counts> {
        let path = env::temp_dir().join(format!("zobrist-count-{}-{name}", process::id()));
        std::fs::write(&path, bytes)?;
        let listener: Arc<dyn Listener> = Arc::new(Nobody);
        let found = find_all(std::slice::from_ref(&path), Content::Text, &listener);
        let counts = count(found.unwrap().pop().unwrap());
        std::fs::remove_file(path)?;
        counts
    }

    #[test]
    fn compressed_files_have_the_counts_of_their_text() {
        let text = b"first\nsecond\xff\n\nlast".repeat(1000);
        let plain = counts("plain", &text).unwrap();
        assert_eq!((plain.lines, plain.bytes), (3001, text.len() as u64));
        // The last line of a copy is the first of the next.
        assert_eq!(plain.odd[..2], [(2, 6), (5, 25)]);
        assert_eq!(plain.odd.len(), 1000);

        let zstd = zstd::encode_all(&text[..], 3).unwrap();
        assert_eq!(counts("zstd", &zstd).unwrap(), plain);
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(&text).unwrap();
        let gzip = gzip.finish().unwrap();
        assert_eq!(counts("gzip", &gzip).unwrap(), plain);
        assert!(counts("cut", &gzip[..gzip.len() / 2]).is_err());
        assert_eq!(counts("empty", b"").unwrap(), Counts::default());
    }
}
