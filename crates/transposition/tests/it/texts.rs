//! Texts in files: a text comes back without the types of the table, and one that is damaged is
//! refused.

#![cfg(not(miri))]

use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use tempfile::TempDir;
use zobrist::Fnv1a;
use zobrist_transposition::{OpenError, SaveError, Small, Table, TwoTier, table_file_text};

type Mine = Table<u64, u32, TwoTier, Small>;

const KEY: u64 = 0x7654_3210_0001_2345;
const MOST: usize = 1 << 20;

fn folder() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    (folder, path)
}

fn stored() -> Mine {
    let table = Mine::new(128).unwrap();
    table.store(KEY, 42, 1);
    table
}

/// The bytes of a table of two lines with a text.
fn saved(text: &str) -> Vec<u8> {
    let (_folder, path) = folder();
    stored().save_with_text(&path, 9, text).unwrap();
    fs::read(path).unwrap()
}

/// Sets the checksums of the header and of `size` bytes of text and zeros to what they must be.
fn with_checksums(mut bytes: Vec<u8>, size: usize) -> Vec<u8> {
    let mut put = |at: usize, from: usize, to: usize| {
        let checksum = Fnv1a::new().bytes(&bytes[from..to]).finish();
        bytes[at..at + 8].copy_from_slice(&checksum.to_le_bytes());
    };
    put(80, 0, 80);
    put(88, 4096, 4096 + size);
    bytes
}

/// Opens the file in every way, which must all give one error or none.
fn open(path: &Path) -> Result<Option<String>, OpenError> {
    let text = table_file_text(path);
    let tables = [
        Mine::load(path, 9),
        #[cfg(all(feature = "native", unix))]
        Mine::open_shared(path, 9),
    ];
    for table in tables {
        match (&text, table) {
            (Ok(_), Ok(table)) => assert_eq!(table.probe(KEY), Some(42)),
            (Err(error), Err(other)) => assert_eq!(error.to_string(), other.to_string()),
            (text, table) => panic!("{text:?} but {table:?}"),
        }
    }
    text
}

/// The error of opening these bytes, which stay as they are.
fn refused(bytes: &[u8]) -> OpenError {
    let (_folder, path) = folder();
    fs::write(&path, bytes).unwrap();
    let error = open(&path).unwrap_err();
    assert_eq!(fs::read(path).unwrap(), bytes);
    error
}

#[test]
fn texts_of_all_lengths_come_back() {
    for length in [0, 1, 20, 4095, 4096, 4097, 20_000, MOST] {
        // Two bytes a character, after one byte if the number is odd.
        let text = "x".repeat(length % 2) + &"ä".repeat(length / 2);
        let (folder, path) = folder();
        stored().save_with_text(&path, 9, &text).unwrap();
        assert_eq!(open(&path).unwrap(), Some(text).filter(|text| !text.is_empty()));
        let (lines, before) = (128, 4096 + length.next_multiple_of(4096));
        assert_eq!(fs::metadata(&path).unwrap().len(), (before + lines) as u64);
        // Without the text, the table is the same.
        stored().save(folder.path().join("without"), 9).unwrap();
        let without = fs::read(folder.path().join("without")).unwrap();
        assert_eq!(fs::read(&path).unwrap()[before..], without[4096..]);
        assert_eq!(without[8..16], [1, 0, 0, 0, 0, 16, 0, 0]);
        assert_eq!(open(&folder.path().join("without")).unwrap(), None);
        // A text replaces a text, and nothing replaces one.
        stored().save_with_text(&path, 9, "other").unwrap();
        assert_eq!(open(&path).unwrap().as_deref(), Some("other"));
        stored().save(&path, 9).unwrap();
        assert_eq!(fs::read(&path).unwrap(), without);
    }
}

/// Written out by hand from `docs/transposition-format.md`. Every later version of the crate must
/// open it.
#[test]
fn a_file_by_the_specification_opens() {
    let mut bytes = vec![0_u8; 8192 + 2 * 64];
    let mut put = |at: usize, field: &[u8]| bytes[at..at + field.len()].copy_from_slice(field);
    put(0, b"zobtabl\x1a");
    put(8, &1_u32.to_le_bytes());
    put(12, &8192_u32.to_le_bytes());
    put(16, &9_u64.to_le_bytes());
    put(24, &2_u64.to_le_bytes());
    // Bits per slot, slots per line; bits of key, tag, payload, grade and generation; length of the
    // text.
    for (i, number) in [64_u32, 8, 64, 21, 32, 6, 5, 9].into_iter().enumerate() {
        put(32 + 4 * i, &number.to_le_bytes());
    }
    put(64, b"two-tier        ");
    put(80, &HEADER_CHECKSUM.to_le_bytes());
    put(88, &TEXT_CHECKSUM.to_le_bytes());
    put(96, b"crc32");
    put(104, &LINES_CHECKSUM.to_le_bytes());
    put(128, &1_u64.to_le_bytes());
    put(4096, b"keys: \xe2\x99\x9e");
    // Tag, generation, grade and payload.
    put(8192, &(0x1_2345_u64 << 43 | 1 << 38 | 1 << 32 | 42).to_le_bytes());

    let (_folder, path) = folder();
    fs::write(&path, &bytes).unwrap();
    assert_eq!(open(&path).unwrap().as_deref(), Some("keys: ♞"));
    let table = Mine::load(&path, 9).unwrap();
    let entries: Vec<_> = table.entries().map(|entry| (entry.value, entry.grade)).collect();
    assert_eq!((table.buckets(), entries), (2, vec![(42, 1)]));
    // The crate writes the same bytes.
    table.save_with_text(&path, 9, "keys: ♞").unwrap();
    assert_eq!(fs::read(path).unwrap(), bytes);
}

/// Computed apart from the crate, by FNV-1a as its authors define it.
const HEADER_CHECKSUM: u64 = 0xd937_eabc_4e59_f789;
const TEXT_CHECKSUM: u64 = 0x25e4_8d17_751e_8b34;
/// By Python's `zlib.crc32`.
const LINES_CHECKSUM: u32 = 0x5f58_e809;

#[test]
fn a_longer_text_is_neither_saved_nor_created() {
    let text = "x".repeat(MOST + 1);
    let wanted = "the text of a table is too long: expected at most 1048576 bytes, got 1048577";
    let (folder, path) = folder();
    let error = stored().save_with_text(&path, 9, &text).unwrap_err();
    assert!(matches!(error, SaveError::TextTooLong { expected: 0x10_0000, got: 0x10_0001 }));
    assert_eq!(error.to_string(), wanted);
    #[cfg(all(feature = "native", unix))]
    {
        let error = Mine::create_shared_with_text(&path, 128, 9, &text).unwrap_err();
        assert!(matches!(error, OpenError::TextTooLong { .. }));
        assert_eq!(error.to_string(), wanted);
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);

    // Nor read, even if the rest of the file agrees.
    let mut bytes = saved(&text[1..]);
    bytes.splice(4096 + MOST..4096 + MOST, [0; 4096]);
    bytes[12..16].copy_from_slice(&(4096 + MOST as u32 + 4096).to_le_bytes());
    bytes[60..64].copy_from_slice(&(MOST as u32 + 1).to_le_bytes());
    assert_eq!(refused(&with_checksums(bytes, MOST + 4096)).to_string(), wanted);
}

#[test]
fn damaged_texts_are_refused() {
    let good = saved("my keys");
    let changed = |at: usize| {
        let mut bytes = good.clone();
        bytes[at] ^= 1;
        refused(&bytes)
    };
    for at in [4096, 4102, 4103, 8191, 88, 95] {
        let error = changed(at);
        assert!(matches!(error, OpenError::Text { .. }), "{at}: {error}");
        assert!(error.to_string().contains("expected the checksum "), "{at}: {error}");
    }
    for at in [12, 60] {
        assert!(matches!(changed(at), OpenError::Checksum { .. }), "{at}");
    }
    let not_text = {
        let mut bytes = good.clone();
        bytes[4099] = 0xff;
        refused(&with_checksums(bytes, 4096))
    };
    assert_eq!(
        not_text.to_string(),
        "the text of the table is damaged: expected 7 bytes of UTF-8, got other bytes after 3; \
         take another copy"
    );
}

#[test]
fn sizes_that_contradict_each_other_are_refused() {
    let good = saved("my keys");
    let with = |at: usize, number: u32| {
        let mut bytes = good.clone();
        bytes[at..at + 4].copy_from_slice(&number.to_le_bytes());
        refused(&with_checksums(bytes, 4096)).to_string()
    };
    for size in [0, 4096, 8191, 12288, u32::MAX] {
        let wanted = format!("expected a header of 8192 bytes, got one of {size};");
        assert!(with(12, size).contains(&wanted), "{size}: {}", with(12, size));
    }
    assert!(with(60, 0).contains("expected a header of 4096 bytes, got one of 8192;"));
    assert!(with(60, 4097).contains("expected a header of 12288 bytes, got one of 8192;"));
    assert!(with(60, u32::MAX).contains("expected at most 1048576 bytes, got 4294967295"));
    // A file without a text that has the checksum of one.
    let (_folder, path) = folder();
    stored().save(&path, 9).unwrap();
    let mut bytes = fs::read(&path).unwrap();
    bytes[88] = 1;
    let error = refused(&bytes).to_string();
    assert!(error.contains("expected the checksum 0000000000000000, got 0"), "{error}");
    bytes[8] = 2;
    assert!(refused(&bytes).to_string().contains("expected 1, got 2"));
}

#[test]
fn a_cut_file_is_refused() {
    let good = saved(&"x".repeat(5000));
    let expected = good.len() as u64;
    assert_eq!(expected, 12288 + 128);
    for length in [4096, 4097, 8192, 9096, 12287, 12288, 12289, 12288 + 64, good.len() - 1] {
        let error = refused(&good[..length]);
        let is_named = matches!(error, OpenError::Length { expected: all, got }
            if all == expected && got == length as u64);
        assert!(is_named, "{length}: {error}");
    }
    let error = refused(&good[..4095]);
    assert!(matches!(error, OpenError::Length { expected: 4096, got: 4095 }), "{error}");
    assert!(matches!(refused(b""), OpenError::NotATable { .. }));
    let longer = [&good[..], &[0]].concat();
    assert!(refused(&longer).to_string().contains("followed by other bytes"));
    let error = table_file_text("/nowhere/table").unwrap_err();
    assert_eq!(error.to_string(), "cannot open /nowhere/table as a table");
}

/// The types and the fingerprint decide whether a table opens, not whether its text can be read.
#[test]
fn a_text_is_read_without_types_and_fingerprint() {
    let (_folder, path) = folder();
    stored().save_with_text(&path, 9, "my keys").unwrap();
    assert_eq!(table_file_text(&path).unwrap().as_deref(), Some("my keys"));
    let error = Mine::load(&path, 10).unwrap_err();
    assert!(matches!(error, OpenError::Fingerprint { expected: 10, got: 9 }), "{error}");
    let error = Table::<u64, u8, TwoTier, Small>::load(&path, 9).unwrap_err();
    assert!(matches!(error, OpenError::Layout { what: "bits of a payload", .. }), "{error}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// All bytes with right checksums are an error, or a file with a text of the length that stands
    /// in it.
    #[test]
    fn no_bytes_are_trusted(
        version in prop_oneof![5 => Just(1_u32), 1 => 0_u32..3],
        length in prop_oneof![4 => 4097_u32..=8192, 1 => 0_u32..9000, 1 => any::<u32>()],
        header in prop_oneof![5 => Just(12288_u32), 1 => prop::sample::select(vec![4096, 8192])],
        part in prop::collection::vec(prop_oneof![4 => b' '..b'~', 1 => any::<u8>()], 0..4),
        at in 0..8192_usize,
    ) {
        let mut bytes = saved(&"x".repeat(8192));
        for (field, number) in [(8, version), (12, header), (60, length)] {
            bytes[field..field + 4].copy_from_slice(&number.to_le_bytes());
        }
        let end = (at + part.len()).min(8192);
        bytes[4096 + at..4096 + end].copy_from_slice(&part[..end - at]);
        let size = (length as usize).next_multiple_of(4096).min(8192);
        let (_folder, path) = folder();
        fs::write(&path, with_checksums(bytes.clone(), size)).unwrap();
        let text = table_file_text(&path);
        let is_whole = version == 1 && header == 12288 && (4097..=8192).contains(&length);
        let expected = std::str::from_utf8(&bytes[4096..][..(length as usize).min(8192)]);
        match expected {
            Ok(expected) if is_whole => prop_assert_eq!(text.unwrap(), Some(expected.to_owned())),
            _ => prop_assert!(text.is_err()),
        }
    }
}
