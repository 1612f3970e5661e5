//! Lists the files of a zip archive by reading its end alone, wherever it is: of an archive of many
//! gigabytes on a web server or in S3, a few kilobytes are transferred. URLs need the feature
//! `object-storage`.
//!
//! ```sh
//! cargo run --release -p zobrist-storage --features object-storage --example zip_list -- https://example.com/games.zip
//! ```

use std::error::Error;
use std::path::PathBuf;

use zobrist_storage::{ByteSource, open_source};

/// The largest part of the end of an archive that can hold its last record: a comment has up to
/// 65,535 bytes.
const END: u64 = 22 + 65_535;

#[derive(Debug, PartialEq)]
struct Entry {
    name: String,
    bytes: u64,
    compressed: u64,
}

fn number(bytes: &[u8], at: usize, width: usize) -> Result<u64, String> {
    let bytes = bytes.get(at..at + width).ok_or("expected more bytes in a record")?;
    Ok(bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte)))
}

/// Reads the last record, which says where the list of the files is, and then the list.
fn list(archive: &dyn ByteSource) -> Result<Vec<Entry>, Box<dyn Error>> {
    let end_size = archive.len().min(END);
    let end = archive.read_at(archive.len() - end_size, end_size as usize)?;
    let last = end.windows(4).rposition(|bytes| bytes == b"PK\x05\x06");
    let last = &end[last.ok_or("expected a zip archive, got no record of its end")?..];
    let (size, start) = (number(last, 12, 4)?, number(last, 16, 4)?);
    if start == u64::from(u32::MAX) {
        return Err("expected an archive of less than 4 GiB, got one of the form zip64".into());
    }
    if start + size > archive.len() {
        return Err(format!("expected the list at byte {start}, after which the file ends").into());
    }
    let directory = archive.read_at(start, size as usize)?;
    let mut rest = &directory[..];
    let mut entries = Vec::new();
    while rest.starts_with(b"PK\x01\x02") {
        let lengths = [28, 30, 32].map(|at| number(rest, at, 2));
        let [name, extra, comment] = lengths;
        let (name, others) = (name? as usize, (extra? + comment?) as usize);
        let bytes = rest.get(46..46 + name).ok_or("expected a name, got the end of the list")?;
        entries.push(Entry {
            name: String::from_utf8_lossy(bytes).into_owned(),
            bytes: number(rest, 24, 4)?,
            compressed: number(rest, 20, 4)?,
        });
        rest = rest.get(46 + name + others..).unwrap_or_default();
    }
    Ok(entries)
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args_os().nth(1).map(PathBuf::from).ok_or("expected an archive")?;
    for entry in list(&*open_source(&path)?)? {
        println!("{:>12} {:>12} {}", entry.bytes, entry.compressed, entry.name);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io;
    use std::sync::atomic::{AtomicU64, Ordering};
    use zobrist_storage::{Bytes, LocalFile};

    /// A file that counts the bytes that are read of it.
    #[derive(Debug)]
    struct Counted(LocalFile, AtomicU64);

    impl ByteSource for Counted {
        fn len(&self) -> u64 {
            self.0.len()
        }
        fn read_at(&self, start: u64, length: usize) -> io::Result<Bytes> {
            self.1.fetch_add(length as u64, Ordering::Relaxed);
            self.0.read_at(start, length)
        }
    }

    /// An archive of files that are stored as they are. Nobody reads the checksums here.
    fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
        let (mut bytes, mut directory) = (Vec::new(), Vec::new());
        for (name, contents) in files {
            let start = (bytes.len() as u32).to_le_bytes();
            let size = (contents.len() as u32).to_le_bytes();
            let length = (name.len() as u16).to_le_bytes();
            let head = [&[0; 12][..], &size, &size, &length, &[0; 2]].concat();
            bytes.extend([b"PK\x03\x04\x14\0", &head[..], name.as_bytes(), contents].concat());
            let tail = [&[0; 2][..], &[0; 8], &start].concat();
            let entry = [b"PK\x01\x02\x14\0\x14\0", &head[..], &tail, name.as_bytes()].concat();
            directory.extend(entry);
        }
        let (start, size) = (bytes.len() as u32, directory.len() as u32);
        let count = (files.len() as u16).to_le_bytes();
        bytes.extend(&directory);
        bytes.extend([b"PK\x05\x06\0\0\0\0", &count[..], &count].concat());
        bytes.extend([&size.to_le_bytes()[..], &start.to_le_bytes(), b"\x05\0hello"].concat());
        bytes
    }

    fn listed(bytes: &[u8]) -> (Result<Vec<Entry>, Box<dyn Error>>, u64) {
        let mut file = tempfile::tempfile().unwrap();
        io::Write::write_all(&mut file, bytes).unwrap();
        let counted = Counted(LocalFile::new(file).unwrap(), AtomicU64::new(0));
        (list(&counted), counted.1.into_inner())
    }

    #[test]
    fn files_are_listed_from_the_end_of_the_archive() {
        let large = vec![7; 3_000_000];
        let (entries, read) = listed(&archive(&[("2026/a.pgn", b"1. e4 *"), ("b.pgn", &large)]));
        let entries = entries.unwrap();
        let found: Vec<_> = entries.iter().map(|entry| (&*entry.name, entry.bytes)).collect();
        assert_eq!(found, [("2026/a.pgn", 7), ("b.pgn", 3_000_000)]);
        assert!(read < 70_000, "{read} bytes read");
    }

    #[test]
    fn other_files_are_refused() {
        assert!(listed(b"1. e4 e5 *\n").0.unwrap_err().to_string().contains("zip archive"));
        let mut cut = archive(&[("a", b"1"), ("b", b"2")]);
        cut.drain(..40);
        assert!(listed(&cut).0.is_err());
    }
}
