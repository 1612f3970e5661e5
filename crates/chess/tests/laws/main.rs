//! The law that the fuzz target of `fuzz/` tries to break, as a property: of arbitrary bytes,
//! and of books that are almost right.

mod book;

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
