//! Books over bytes: probes equal the slow, obvious definition, and headers come back.

use proptest::collection::vec;
use proptest::prelude::*;
use zobrist_chess::{
    Book, BookEntry, BookError, BookHeader, BookHeaderError, PackedMove, book_header,
};

fn bytes_of(entries: &[BookEntry]) -> Vec<u8> {
    entries.iter().flat_map(|entry| entry.to_bytes()).collect()
}

fn header_of(variants: &[&str], comment: &str) -> Vec<u8> {
    book_header(variants, comment).unwrap().collect::<Vec<_>>().concat()
}

/// The definition: all entries of the key, in order.
fn scan(entries: &[BookEntry], key: u64) -> Vec<BookEntry> {
    entries.iter().filter(|entry| entry.key == key).copied().collect()
}

fn entry(key: u64, bits: u16) -> BookEntry {
    BookEntry { key, played: PackedMove::from_bits(bits), weight: bits.wrapping_mul(7), learn: 3 }
}

/// Hashes, their neighbors, and keys that stand close together or at the ends.
fn key() -> impl Strategy<Value = u64> {
    prop_oneof![
        any::<u64>(),
        0..8_u64,
        (u64::MAX - 8)..=u64::MAX,
        (0..64_u32).prop_map(|shift| u64::MAX >> shift),
        (0..8_u64).prop_map(|low| (1 << 63) + low),
    ]
}

proptest! {
    #[test]
    fn a_probe_finds_what_a_scan_finds(
        mut keys in vec((key(), 1..4_usize), 0..300),
        others in vec(key(), 20),
        crowd in 0..400_usize,
        header in any::<bool>(),
        fences in 2..100_usize,
    ) {
        if let Some(first) = keys.first_mut() {
            first.1 += crowd;
        }
        keys.sort_unstable();
        let mut entries = Vec::new();
        for (number, (key, count)) in keys.iter().enumerate() {
            // A move 0 would fill up a header before it.
            entries.extend((0..*count).map(|index| entry(*key, (number * 31 + index + 1) as u16)));
        }
        let header = if header { header_of(&["normal"], "made up") } else { Vec::new() };
        let bytes = [header.clone(), bytes_of(&entries)].concat();
        let book = Book::new(bytes.as_slice()).unwrap();
        let fenced = book.with_fences(vec![7; fences]);
        prop_assert!(book.is_sorted());
        prop_assert_eq!(book.header_bytes(), header.len());
        prop_assert_eq!(book.len(), entries.len());
        prop_assert_eq!(book.entries().iter().collect::<Vec<_>>(), entries.as_slice());
        let neighbors = |(key, _): &(u64, usize)| {
            [*key, key.wrapping_sub(1), key.wrapping_add(1)]
        };
        let probes = keys.iter().flat_map(neighbors).chain(others).chain([0, u64::MAX]);
        for key in probes {
            let found: Vec<_> = book.probe(key).collect();
            prop_assert_eq!(&found, &scan(&entries, key), "{:016x}", key);
            prop_assert_eq!(fenced.probe(key).collect::<Vec<_>>(), found, "{:016x}", key);
            let start = entries.partition_point(|entry| entry.key < key);
            let end = entries.partition_point(|entry| entry.key <= key);
            prop_assert_eq!(book.find(key), start..end);
            prop_assert_eq!(fenced.find(key), start..end);
            prop_assert_eq!(book.entries().slice(start..end).len(), end - start);
        }
    }

    #[test]
    fn any_bytes_are_a_book_or_refused(bytes in vec(any::<u8>(), 0..200), key in any::<u64>()) {
        match Book::new(&bytes) {
            Ok(book) => {
                prop_assert_eq!(bytes.len() % 16, 0);
                prop_assert!(book.probe(key).chain(book.probe(0)).count() <= 2 * book.len());
                let fenced = book.with_fences([0; 5]);
                prop_assert!(fenced.probe(key).count() <= book.len());
                prop_assert!(fenced.find(key).end <= book.len());
                let _ = book.header();
            }
            Err(error) => prop_assert_eq!(error, BookError::Length { got: bytes.len() }),
        }
    }

    /// Any text after the magic is a header or an error, never a panic.
    #[test]
    fn any_text_after_the_magic(
        text in prop_oneof![
            vec(any::<u8>(), 0..60),
            "1\\.[0-9]\n[0-9]{1,2}\n[0-9]{1,2}\n([a-z]{0,3}\n){0,4}é?\u{0}?".prop_map(String::into_bytes),
        ],
        keys_after in vec(any::<u8>(), 0..3),
    ) {
        let text = [b"@PG@\n", text.as_slice()].concat();
        let mut records: Vec<[u8; 16]> = text
            .chunks(8)
            .map(|chunk| {
                let mut record = [0; 16];
                record[8..8 + chunk.len()].copy_from_slice(chunk);
                record
            })
            .collect();
        let whole = records.len();
        records.extend(keys_after.iter().map(|key| entry(u64::from(*key), 9).to_bytes()));
        let count = BookHeader::records_at(records.as_flattened());
        prop_assert!(count > 0 && count <= records.len());
        let book = Book::new(records.as_flattened()).unwrap();
        prop_assert_eq!(book.header_bytes(), 16 * count);
        if let Ok(header) = book.header() {
            let header = header.unwrap();
            let version = header.version().to_string();
            prop_assert!(version.starts_with("1."));
            prop_assert!(header.variants().count() < whole * 8);
            header.comment().to_string();
        }
    }

    #[test]
    fn a_header_that_was_written_is_read(
        variants in vec("[a-zé]{0,12}", 0..12),
        comment in "\\PC{0,40}\n?\\PC{0,3}",
    ) {
        let variants: Vec<&str> = variants.iter().map(String::as_str).collect();
        let bytes = header_of(&variants, &comment);
        let book = Book::new(&bytes).unwrap();
        prop_assert_eq!(book.header_bytes(), bytes.len());
        let header = book.header().unwrap().unwrap();
        prop_assert_eq!(header.version().to_string(), "1.0");
        prop_assert!(header.variants().eq(variants.iter().copied()));
        prop_assert_eq!(header.comment().to_string(), comment.as_str());
        prop_assert!(header.comment() == *comment);
        prop_assert!(header.comment().chars().eq(comment.chars()));
        prop_assert_eq!(format!("{:?}", header.comment()).is_empty(), false);
    }
}

#[test]
fn an_empty_book() {
    let book = Book::new([]).unwrap();
    assert!(book.is_empty() && book.is_sorted());
    assert!(book.probe(0).next().is_none() && book.find(u64::MAX).is_empty());
    assert!(book.entry(0).is_none());
    assert!(book.header().unwrap().is_none());
}

#[test]
fn a_length_that_is_refused_says_what_to_do() {
    let error = Book::new([0; 33]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "expected a Polyglot book, a multiple of 16 bytes, got 33; get a whole copy, or leave out \
         the last 1"
    );
}

/// The text begins with the magic, in pieces of eight bytes after keys of 0.
#[test]
fn the_bytes_of_a_header() {
    let bytes = header_of(&["normal", "fischerandom"], "x");
    let text: Vec<u8> = bytes.chunks(16).flat_map(|record| &record[8..]).copied().collect();
    assert_eq!(&text, b"@PG@\n1.0\n3\n2\nnormal\nfischerandom\nx\0\0\0\0\0\0");
    assert!(bytes.chunks(16).all(|record| record[..8] == [0; 8]));
    // A text that fills its last record needs one more for the NUL.
    let bytes = header_of(&[], "xyz");
    assert_eq!(bytes.len(), 16 * 3);
    assert_eq!(bytes[32..], [0; 16]);
}

#[test]
fn positions_whose_hash_is_0_come_after_the_header() {
    let real = [entry(0, 0x0316), entry(0, 0x031c), entry(5, 1)];
    for header in [Vec::new(), header_of(&["normal"], ""), header_of(&["normal"], "1234567")] {
        let bytes = [header, bytes_of(&real)].concat();
        let book = Book::new(&bytes).unwrap();
        assert_eq!(book.probe(0).collect::<Vec<_>>(), real[..2]);
        assert_eq!(book.len(), 3);
    }
    // Records of zeros fill a header up; without one, they are entries.
    let zeros = [entry(0, 0); 2].map(|entry| BookEntry { learn: 0, ..entry });
    let filled = [header_of(&["normal"], ""), bytes_of(&zeros), bytes_of(&real)].concat();
    assert_eq!(Book::new(&filled).unwrap().len(), 3);
    let bare = [bytes_of(&zeros), bytes_of(&real)].concat();
    assert_eq!(Book::new(&bare).unwrap().len(), 5);
}

#[test]
fn headers_that_cannot_be_read() {
    let error = |text: &[u8]| {
        let mut bytes = Vec::new();
        for chunk in text.chunks(8) {
            bytes.extend([0; 8]);
            bytes.extend(chunk);
            bytes.resize(bytes.len().next_multiple_of(16), 0);
        }
        bytes.extend(entry(9, 9).to_bytes());
        let book = Book::new(&bytes).unwrap();
        // The entries are there, whatever the header is.
        assert_eq!(book.probe(9).count(), 1);
        assert_eq!(book.len(), 1);
        book.header().unwrap_err()
    };
    assert_eq!(error(b"@PG@\n1.0\n2\n1\nno\n"), BookHeaderError::Unterminated);
    assert_eq!(error(b"@PG@\n1.0\n2\n1\n\xff\n\0"), BookHeaderError::NotUtf8 { offset: 13 });
    assert_eq!(error(b"@PG@\n1.0\n2\n1\na\n\xc3\0"), BookHeaderError::NotUtf8 { offset: 15 });
    assert_eq!(error(b"@PG@\n2.0\n2\n1\nno\n\0"), BookHeaderError::Version);
    assert_eq!(error(b"@PG@\n\0"), BookHeaderError::Version);
    assert_eq!(error(b"@PG@\n1.0\n1\n1\nno\n\0"), BookHeaderError::Fields);
    assert_eq!(error(b"@PG@\n1.0\n3\n2\nno\n\0"), BookHeaderError::Fields);
    assert_eq!(error(b"@PG@\n1.0\n\n1\nno\n\0"), BookHeaderError::Fields);
    let huge = b"@PG@\n1.0\n18446744073709551615\n1\nno\n\0";
    assert_eq!(error(huge), BookHeaderError::Fields);
    assert_eq!(error(b"@PG@\n1.0\n99999999999999999999\n1\nno\n\0"), BookHeaderError::Fields);

    assert_eq!(book_header(&["a\nb"], "").err(), Some(BookHeaderError::VariantText));
    assert_eq!(book_header(&["a"], "\0").err(), Some(BookHeaderError::CommentText));
}

/// A later version may have more fields: they come after the variants.
#[test]
fn fields_of_later_versions_are_no_comment() {
    let text = b"@PG@\n1.1\n3\n1\nnormal\nfield\ncomment\0";
    let mut bytes = Vec::new();
    for chunk in text.chunks(8) {
        bytes.extend([0; 8]);
        bytes.extend(chunk);
        bytes.resize(bytes.len().next_multiple_of(16), 0);
    }
    let book = Book::new(&bytes).unwrap();
    let header = book.header().unwrap().unwrap();
    assert!(header.variants().eq(["normal"]));
    assert_eq!(header.version(), "1.1");
    assert_eq!(header.comment(), "comment");
}

/// An engine has a reference to a map, or the map itself.
#[test]
fn a_book_takes_bytes_in_any_form() {
    let bytes = bytes_of(&[entry(1, 1), entry(2, 2)]);
    assert_eq!(Book::new(bytes.as_slice()).unwrap().probe(2).count(), 1);
    assert_eq!(Book::new(bytes.clone().into_boxed_slice()).unwrap().entry(1), Some(entry(2, 2)));
    let book = Book::new(bytes.clone()).unwrap();
    assert_eq!(book.into_inner(), bytes);
}

#[test]
fn a_fenced_book_gives_back_what_it_was_made_of() {
    let bytes = bytes_of(&[entry(1, 1), entry(2, 2)]);
    let fenced = Book::new(bytes.clone()).unwrap().with_fences([7; 3]);
    assert_eq!(fenced.book().len(), 2);
    let (book, fences) = fenced.into_inner();
    assert_eq!(book.into_inner(), bytes);
    // Both keys are in the lower half of all 64-bit numbers.
    assert_eq!(fences, [0, 2, 2]);
}

#[test]
fn entries_are_found_by_index() {
    let book = Book::new(bytes_of(&[entry(1, 1), entry(1, 2), entry(2, 3)])).unwrap();
    let (of_one, of_none) =
        (book.entries().slice(book.find(1)), book.entries().slice(book.find(9)));
    assert_eq!((of_one.len(), of_one.get(1), of_one.get(2)), (2, Some(entry(1, 2)), None));
    assert!(!of_one.is_empty() && of_none.is_empty());
    assert_eq!(book.entry(3), None);
}

#[test]
fn the_length_of_a_text_is_in_bytes() {
    let bytes = header_of(&["normal"], "Køge");
    let book = Book::new(&bytes).unwrap();
    let comment = book.header().unwrap().unwrap().comment();
    assert_eq!((comment.len(), comment.bytes().count(), comment.chars().count()), (5, 5, 4));
    assert!(!comment.is_empty());
    let bytes = header_of(&["normal"], "");
    assert!(Book::new(&bytes).unwrap().header().unwrap().unwrap().comment().is_empty());
}

#[test]
fn keys_that_do_not_ascend_are_seen() {
    let book = Book::new(bytes_of(&[entry(2, 1), entry(1, 1)])).unwrap();
    assert!(!book.is_sorted());
    assert!(book.probe(1).count() <= 1);
}
