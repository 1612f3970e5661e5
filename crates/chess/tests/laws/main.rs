//! The laws that the fuzz targets of `fuzz/` try to break, as properties: of arbitrary bytes, and
//! of books and descriptions of schemes that are almost right.

mod book;
#[cfg(feature = "file")]
mod scheme;
#[cfg(feature = "file")]
mod scheme_text;

use proptest::prelude::*;

proptest! {
    #[test]
    fn book_of_bytes(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        book::law(&bytes);
    }

    /// Few keys, so that many entries are of one position, after a header or a part of one.
    #[test]
    fn book_of_records(
        header in prop::collection::vec(
            prop::sample::select(vec!["@PG@\n1.0\n", "2\n", "1\n", "normal\n", "\0", "é"]),
            0..8,
        ),
        keys in prop::collection::vec(0..6_u64, 0..60),
        rest in 0..16_usize,
    ) {
        let text = header.concat();
        let header = text.as_bytes().chunks(8).flat_map(|chunk| {
            let mut record = [0; 16];
            record[8..8 + chunk.len()].copy_from_slice(chunk);
            record
        });
        let entries = keys.iter().flat_map(|key| (u128::from(key << 61) << 64 | 7).to_be_bytes());
        let mut bytes: Vec<u8> = header.chain(entries).collect();
        if rest > 12 {
            bytes.truncate(bytes.len().saturating_sub(rest));
        }
        book::law(&bytes);
    }
}

#[cfg(feature = "file")]
proptest! {
    #[test]
    fn scheme_of_bytes(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        scheme::law(&bytes);
    }

    #[test]
    fn scheme_of_lines(text in scheme_text::lines()) {
        scheme::law(text.as_bytes());
    }

    #[test]
    fn scheme_of_damaged_lines(
        text in scheme_text::lines(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<char>()), 1..4),
    ) {
        let mut text: Vec<char> = text.chars().collect();
        for (at, new) in changes {
            let at = at.index(text.len());
            text[at] = new;
        }
        scheme::law(text.into_iter().collect::<String>().as_bytes());
    }
}
