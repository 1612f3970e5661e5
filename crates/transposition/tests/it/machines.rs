//! Files of other machines, and the checksum of the lines.

use std::fs;
use std::path::Path;

use zobrist::Fnv1a;
use zobrist_transposition::{
    AgeAndDepth, OpenError, Pack, Policy, Table, TableEntry, TwoTier, Wide,
};

const FINGERPRINT: u64 = 9;
const HEADER: usize = 4096;

type Slots<P> = Table<u64, u32, P, Wide>;

/// Bytes of a file whose lines have `slots` slots of 16 bytes and these words.
fn with_lines(header: &[u8], slots: u32, lines: &[[u64; 8]]) -> Vec<u8> {
    let mut bytes = header.to_vec();
    bytes[36..40].copy_from_slice(&slots.to_le_bytes());
    let checksum = Fnv1a::new().bytes(&bytes[..80]).finish();
    bytes[80..88].copy_from_slice(&checksum.to_le_bytes());
    // As of a file that was shared.
    bytes[96..108].fill(0);
    bytes.extend(lines.iter().flatten().flat_map(|word| word.to_le_bytes()));
    bytes
}

/// The slots of the lines of a file of this machine.
fn slots_of(bytes: &[u8], slots: usize) -> Vec<Vec<[u64; 2]>> {
    let first = usize::from(slots == 3);
    let lines = bytes[HEADER..].chunks(64);
    let words = lines.map(|line| -> Vec<u64> {
        line.as_chunks().0.iter().map(|word| u64::from_le_bytes(*word)).collect()
    });
    words.map(|words| words[first..].as_chunks().0[..slots].to_vec()).collect()
}

/// A line of these slots on the other kind of machine, and the number of slots that it has there.
fn line_there(slots: &[[u64; 2]], slots_here: usize) -> [u64; 8] {
    let mut words = [0; 8];
    let (first, room) = if slots_here == 4 { (1, 3) } else { (0, 4) };
    for (number, slot) in slots.iter().take(room).enumerate() {
        words[first + 2 * number..][..2].copy_from_slice(slot);
    }
    words
}

/// A file that this machine saved with 300 entries of three generations, and the table.
fn saved<P: Policy<Work: From<u8>>>(path: &Path) -> (Slots<P>, Vec<u8>) {
    let table = Slots::<P>::new(5000).unwrap();
    for n in 0..300_u64 {
        table.store(key(n), n as u32, (n as u8 % 60).into());
        if n % 100 == 99 {
            table.new_generation();
        }
    }
    table.save(path, FINGERPRINT).unwrap();
    let bytes = fs::read(path).unwrap();
    (table, bytes)
}

fn key(n: u64) -> u64 {
    n.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

fn entries<P: Policy>(table: &Slots<P>) -> Vec<TableEntry<u64, u32>> {
    table.entries().collect()
}

/// A table of the other kind of machine, which has three entries at most in a line, comes here with
/// every entry.
fn all_come<P: Policy<Work: From<u8>>>() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let (table, bytes) = saved::<P>(&path);
    let here = table.slots_per_bucket();
    let mut slots = slots_of(&bytes, here);
    slots.iter_mut().for_each(|line| line.truncate(3));
    let lines: Vec<_> = slots.iter().map(|line| line_there(line, here)).collect();
    fs::write(&path, with_lines(&bytes[..HEADER], 7 - here as u32, &lines)).unwrap();
    let other = Slots::<P>::load(&path, FINGERPRINT).unwrap();
    // The file of this machine with these entries.
    let lines: Vec<_> = slots.iter().map(|line| line_there(line, 7 - here)).collect();
    fs::write(&path, with_lines(&bytes[..HEADER], here as u32, &lines)).unwrap();
    let same = Slots::<P>::load(&path, FINGERPRINT).unwrap();
    assert_eq!(other.buckets(), table.buckets());
    assert!(entries(&other).len() > 200);
    assert_eq!(entries(&other), entries(&same));
    // It is saved as a file of this machine.
    other.save(&path, FINGERPRINT).unwrap();
    assert_eq!(entries(&Slots::<P>::load(&path, FINGERPRINT).unwrap()), entries(&other));
}

#[test]
fn entries_of_another_machine_come_with_their_grade_and_age() {
    all_come::<TwoTier>();
    all_come::<AgeAndDepth>();
}

/// Of four entries in a line that has three slots here, the one of least depth goes.
#[test]
fn the_policy_chooses_the_entry_without_a_slot() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let table = Slots::<AgeAndDepth>::new(64).unwrap();
    table.store(key(1), 1, 9);
    table.save(&path, FINGERPRINT).unwrap();
    let bytes = fs::read(&path).unwrap();
    let [slot] = slots_of(&bytes, table.slots_per_bucket())[0][..1] else { panic!() };
    let layout = Slots::<AgeAndDepth>::SLOT_LAYOUT;
    let grade_at = 128 - layout.tag_bits() - layout.age_bits() - layout.grade_bits();
    // The first with other tags, payloads and depths.
    let slots = [(1, 9), (2, 4), (3, 5), (4, 12)].map(|(n, depth): (u64, u64)| {
        let bits = u128::from(slot[1]) << 64 | u128::from(slot[0]);
        let low = bits & !(0xff << grade_at) & !u128::from(u32::MAX);
        let bits = low << layout.tag_bits() >> layout.tag_bits()
            | u128::from(key(n)) << (128 - layout.tag_bits())
            | u128::from(depth) << grade_at
            | n.pack();
        [bits as u64, (bits >> 64) as u64]
    });
    let line = slots.concat().try_into().unwrap();
    fs::write(&path, with_lines(&bytes[..HEADER], 4, &[line])).unwrap();
    let table = Slots::<AgeAndDepth>::load(&path, FINGERPRINT).unwrap();
    let found = [1, 2, 3, 4].map(|n| table.probe(key(n)));
    match table.slots_per_bucket() {
        4 => assert_eq!(found, [Some(1), Some(2), Some(3), Some(4)]),
        3 => assert_eq!(found, [Some(1), None, Some(3), Some(4)]),
        other => panic!("{other} slots of 16 bytes in a line"),
    }
}

/// A line whose sequence number is odd was copied while it was written.
#[test]
fn a_line_that_was_being_written_is_empty() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let (table, bytes) = saved::<TwoTier>(&path);
    let slots = slots_of(&bytes, table.slots_per_bucket());
    let mut lines: Vec<_> = slots.iter().map(|line| line_there(line, 4)).collect();
    fs::write(&path, with_lines(&bytes[..HEADER], 3, &lines)).unwrap();
    let all = Slots::<TwoTier>::load(&path, FINGERPRINT).unwrap();
    let is_in_first = |key: u64| (u128::from(key) * u128::from(all.buckets())) >> 64 == 0;
    let in_first: Vec<u64> =
        (0..300).map(key).filter(|key| is_in_first(*key) && all.probe(*key).is_some()).collect();
    assert!(!in_first.is_empty());
    lines[0][0] = 7;
    fs::write(&path, with_lines(&bytes[..HEADER], 3, &lines)).unwrap();
    let rest = Slots::<TwoTier>::load(&path, FINGERPRINT).unwrap();
    assert!(in_first.iter().all(|key| rest.probe(*key).is_none()));
    assert_eq!(entries(&rest).len(), entries(&all).len() - in_first.len());
}

#[test]
fn other_numbers_of_slots_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let (_, bytes) = saved::<TwoTier>(&path);
    for slots in [0, 1, 2, 5, 8, u32::MAX] {
        fs::write(&path, with_lines(&bytes[..HEADER], slots, &[[0; 8]; 78])).unwrap();
        let error = Slots::<TwoTier>::load(&path, FINGERPRINT).unwrap_err().to_string();
        assert!(error.contains("expected slots per line"), "{error}");
        assert!(error.contains(&format!("got {slots};")), "{error}");
    }
}

/// Processes share the bytes of a file, which cannot be converted then.
#[test]
#[cfg(all(feature = "native", unix, not(miri)))]
fn a_file_of_another_machine_is_not_shared() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let (table, bytes) = saved::<TwoTier>(&path);
    let here = table.slots_per_bucket();
    fs::write(&path, with_lines(&bytes[..HEADER], 7 - here as u32, &[[0; 8]; 78])).unwrap();
    let error = Slots::<TwoTier>::open_shared(&path, FINGERPRINT).unwrap_err();
    assert!(matches!(error, OpenError::Slots { .. }));
    let there = 7 - here;
    assert_eq!(
        error.to_string(),
        format!(
            "a table of a machine of another kind: expected {here} slots per line, got {there}; \
             load it and save it, which converts it, and share the new file"
        )
    );
    Slots::<TwoTier>::load(&path, FINGERPRINT).unwrap().save(&path, FINGERPRINT).unwrap();
    Slots::<TwoTier>::open_shared(&path, FINGERPRINT).unwrap();
}

/// A bit that is flipped anywhere in the lines or in their checksum is found, by whoever opens the
/// file first.
#[test]
fn damaged_lines_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let (_, good) = saved::<TwoTier>(&path);
    let lines = (HEADER..good.len()).step_by(61);
    for at in (96..108).chain(lines) {
        let mut bytes = good.clone();
        bytes[at] ^= 1 << (at % 8);
        fs::write(&path, &bytes).unwrap();
        let error = Slots::<TwoTier>::load(&path, FINGERPRINT).unwrap_err();
        assert!(matches!(error, OpenError::Lines { .. }), "{at}: {error}");
        let text = error.to_string();
        assert!(text.starts_with("the lines of the table are damaged: expected the checksum "));
        #[cfg(all(feature = "native", unix, not(miri)))]
        {
            let shared = Slots::<TwoTier>::open_shared(&path, FINGERPRINT).unwrap_err();
            assert_eq!(shared.to_string(), text);
        }
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }
}

/// The checksum goes before anything is stored, so that a file that was shared loads.
#[test]
#[cfg(all(feature = "native", unix, not(miri)))]
fn a_shared_file_has_no_checksum_of_its_lines() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let (table, saved) = saved::<TwoTier>(&path);
    assert_eq!(&saved[96..104], b"crc32\0\0\0");
    let shared = Slots::<TwoTier>::open_shared(&path, FINGERPRINT).unwrap();
    assert_eq!(fs::read(&path).unwrap()[96..108], [0; 12]);
    assert_eq!(entries(&shared), entries(&table));
    shared.store(5, 6, 7);
    let other = Slots::<TwoTier>::open_shared(&path, FINGERPRINT).unwrap();
    assert_eq!(other.probe(5), Some(6));
    drop((shared, other));
    assert_eq!(Slots::<TwoTier>::load(&path, FINGERPRINT).unwrap().probe(5), Some(6));
    assert_eq!(Slots::<TwoTier>::open_shared(&path, FINGERPRINT).unwrap().probe(5), Some(6));
}
