//! The law of files: any bytes are an error, or a table that works like any other. A damaged line
//! is read as entries that nobody stored, but each of them is found under its key.

use std::fmt::Debug;
use std::fs;
use std::path::Path;

use zobrist::Key;
use zobrist_transposition::{
    AgeAndDepth, Always, Long, Outcome, Pack, Policy, SlotSize, Small, Subtree, Table, TwoTier,
    Wide,
};

#[path = "../support/of_nodes.rs"]
mod of_nodes;

use of_nodes::OfNodes;

const FINGERPRINT: u64 = 9;
/// The bytes of a header and of a line, and the offsets of the checksum of the lines and of the
/// generation.
const HEADER: usize = 4096;
const LINE: usize = 64;
const CHECKSUM: usize = 96;
const GENERATION: usize = 128;

/// Content for all bytes.
pub(crate) fn law(bytes: &[u8]) {
    let folder = tempfile::tempdir().unwrap();
    let path = &folder.path().join("table");
    of_table::<u64, u16, TwoTier, Small>(path, bytes, [7, 8]);
    of_table::<u32, (bool, u16), Always, Small>(path, bytes, [(true, 7), (false, 8)]);
    of_table::<u64, (), Subtree, Wide>(path, bytes, [(), ()]);
    of_table::<u64, Option<u64>, TwoTier, Wide>(path, bytes, [None, Some(8)]);
    of_table::<u128, u16, AgeAndDepth, Long>(path, bytes, [7, 8]);
    of_table::<u128, [u64; 2], TwoTier, Long>(path, bytes, [[7; 2], [8; 2]]);
}

fn of_table<K: Key, V: Pack + PartialEq + Debug, P: Policy<Work: OfNodes>, S: SlotSize>(
    path: &Path,
    bytes: &[u8],
    values: [V; 2],
) {
    fs::write(path, bytes).unwrap();
    if let Err(error) = Table::<K, V, P, S>::load(path, FINGERPRINT) {
        assert!(!error.to_string().is_empty());
    }
    assert_eq!(fs::read(path).unwrap(), bytes);

    // Random bytes have no header, so they replace the generation and the lines of a valid file.
    let lines = bytes.len().div_ceil(LINE).max(1);
    let empty = Table::<K, V, P, S>::new((lines * LINE) as u64).unwrap();
    empty.save(path, FINGERPRINT).unwrap();
    let mut file = fs::read(path).unwrap();
    file[HEADER..HEADER + bytes.len()].copy_from_slice(bytes);
    for (to, from) in file[GENERATION..GENERATION + 8].iter_mut().zip(bytes) {
        *to = *from;
    }
    // Lines without a checksum, as those of a shared file, are repaired.
    file[CHECKSUM..CHECKSUM + 12].fill(0);
    fs::write(path, &file).unwrap();
    let table = Table::<K, V, P, S>::load(path, FINGERPRINT).unwrap();
    let found = entries_are_found(&table);
    #[cfg(all(feature = "native", unix))]
    {
        let shared = Table::<K, V, P, S>::open_shared(path, FINGERPRINT).unwrap();
        assert_eq!(entries_are_found(&shared), found);
    }
    table.save(path, FINGERPRINT).unwrap();
    let again = Table::<K, V, P, S>::load(path, FINGERPRINT).unwrap();
    assert_eq!(entries_are_found(&again), found);
    if !table.is_exact() {
        slots_are_found(&table, &fs::read(path).unwrap()[HEADER..]);
    }
    is_used(table, bytes, values);
}

/// Checks that all entries are found, and returns them as text.
fn entries_are_found<K: Key, V: Pack + PartialEq + Debug, P: Policy<Work: OfNodes>, S: SlotSize>(
    table: &Table<K, V, P, S>,
) -> String {
    let entries: Vec<_> = table.entries().collect();
    assert!(entries.len() as u64 <= table.capacity());
    let fill = table.fill(table.buckets());
    assert_eq!(fill.used, entries.len() as u64);
    for entry in &entries {
        assert_eq!(entry.key.is_some(), table.is_exact());
        if let Some(key) = entry.key {
            assert_eq!(table.probe(key), Some(entry.value), "an entry is found under its key");
        }
    }
    format!("{entries:?}")
}

/// Checks that each slot of a file is found under a key of its line that has its tag, for tables
/// that do not know the keys of their entries.
fn slots_are_found<K: Key, V: Pack + PartialEq + Debug, P: Policy<Work: OfNodes>, S: SlotSize>(
    table: &Table<K, V, P, S>,
    lines: &[u8],
) {
    let layout = Table::<K, V, P, S>::SLOT_LAYOUT;
    assert!(layout.tag_bits() <= 64 && K::BITS >= 64, "all such tables here");
    let words: Vec<u64> =
        lines.as_chunks().0.iter().map(|word| u64::from_le_bytes(*word)).collect();
    let of_slot = layout.size().bits() as usize / 64;
    let mut found = 0;
    for (number, line) in words.chunks(LINE / 8).enumerate() {
        let first_key = ((number as u128) << 64).div_ceil(u128::from(table.buckets()));
        // After the sequence number, if there is one.
        let first = usize::from(of_slot * table.slots_per_bucket() < line.len());
        let slots = line[first..].chunks_exact(of_slot);
        for slot in slots.filter(|slot| slot.iter().any(|word| *word != 0)) {
            let tag = slot[of_slot - 1] >> (64 - layout.tag_bits());
            let above = ((first_key << (K::BITS - 64)) >> layout.tag_bits()) + 1;
            let key = K::from_word(above << layout.tag_bits() | u128::from(tag));
            let low =
                slot.iter().take(2).rev().fold(0, |bits, word| bits << 64 | u128::from(*word));
            let bits = low & u128::MAX.unbounded_shr(128 - V::BITS);
            assert_eq!(table.probe(key), Some(V::unpack(bits)), "an entry is found under its tag");
            found += 1;
        }
    }
    assert_eq!(found, table.entries().count());
}

/// Uses the table like any other.
fn is_used<K: Key, V: Pack + PartialEq + Debug, P: Policy<Work: OfNodes>, S: SlotSize>(
    mut table: Table<K, V, P, S>,
    bytes: &[u8],
    values: [V; 2],
) {
    let tags: Vec<u128> = table.entries().filter_map(|entry| entry.key).map(Key::to_word).collect();
    let words = bytes.as_chunks::<16>().0.iter().map(|word| u128::from_le_bytes(*word));
    for word in words.chain(tags).chain([0, u128::MAX]) {
        let key = K::from_word(word & (u128::MAX >> (128 - K::BITS)));
        for value in values {
            let outcome = table.store(key, value, P::Work::of(3));
            assert_ne!(outcome, Outcome::Contended, "nobody else is there");
            if outcome != Outcome::Refused {
                assert_eq!(table.probe(key), Some(value), "{outcome:?}");
            }
            table.new_generation();
        }
    }
    entries_are_found(&table);
    let (exact, bytes) = (table.is_exact(), table.bytes());
    table.resize(4 * bytes, 1).unwrap();
    entries_are_found(&table);
    assert!(exact || table.entries().next().is_none());
    table.clear(1);
    assert_eq!(table.entries().count(), 0);
}
