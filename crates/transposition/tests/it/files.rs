//! Files: a saved table comes back, and a file of another kind is refused.

use std::error::Error;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use zobrist::Fnv1a;
use zobrist_transposition::{
    AgeAndDepth, AllocateError, Fit, Long, OpenError, Pack, SlotSize, Small, Table, TwoTier, Wide,
    table_file_text,
};

fn stored<V: Pack, S: SlotSize>(value: impl Fn(u64) -> V) -> Table<u64, V, TwoTier, S> {
    let table = Table::new(5000).unwrap();
    for n in 0..300_u64 {
        table.store(n.wrapping_mul(0x9e37_79b9_7f4a_7c15), value(n), n);
        if n % 100 == 99 {
            table.new_generation();
        }
    }
    table
}

fn comes_back<V: Pack + PartialEq + std::fmt::Debug, S: SlotSize>(value: impl Fn(u64) -> V) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let table = stored::<V, S>(value);
    table.save(&path, 9).unwrap();
    let again = Table::<u64, V, TwoTier, S>::load(&path, 9).unwrap();
    assert!(table.entries().count() > 100);
    assert!(table.entries().eq(again.entries()));
    // Replaces the first file.
    again.clear(1);
    again.save(&path, 9).unwrap();
    assert_eq!(Table::<u64, V, TwoTier, S>::load(&path, 9).unwrap().entries().count(), 0);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file is left");
}

#[test]
fn small_slots_come_back() {
    comes_back::<u32, Small>(|n| n as u32);
}

#[test]
fn wide_slots_come_back() {
    comes_back::<(u64, u16), Wide>(|n| (n, 3));
}

#[test]
fn long_slots_come_back() {
    comes_back::<u128, Long>(|n| u128::from(n) << 64 | 5);
}

/// The file is larger than the buffer of a read, and no multiple of it.
#[test]
fn a_table_of_hundreds_of_kilobytes_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let table = Table::<u64, u32>::new(300_000).unwrap();
    for n in 0..20_000_u64 {
        table.store(n.wrapping_mul(0x9e37_79b9_7f4a_7c15), n as u32, n);
    }
    table.save(&path, 9).unwrap();
    let again = Table::<u64, u32>::load(&path, 9).unwrap();
    assert!(table.entries().count() > 10_000);
    assert!(table.entries().eq(again.entries()));
}

/// Written out by hand from `docs/transposition-format.md`: a table of two lines, with an entry in
/// each. Every later version of the crate must open it.
#[test]
fn a_file_by_the_specification_opens() {
    let mut bytes = vec![0_u8; 4096 + 2 * 64];
    let mut put = |at: usize, field: &[u8]| bytes[at..at + field.len()].copy_from_slice(field);
    put(0, b"zobtabl\x1a");
    put(8, &1_u32.to_le_bytes());
    put(12, &4096_u32.to_le_bytes());
    put(16, &0x327e_71f3_8b43_a493_u64.to_le_bytes());
    put(24, &2_u64.to_le_bytes());
    // Bits per slot, slots per line; bits of key, tag, payload, grade and generation.
    for (i, number) in [64_u32, 8, 64, 21, 32, 6, 5].into_iter().enumerate() {
        put(32 + 4 * i, &number.to_le_bytes());
    }
    put(64, b"two-tier        ");
    put(80, &0x106d_25a4_4188_db98_u64.to_le_bytes());
    put(96, b"crc32");
    // By Python's `zlib.crc32`.
    put(104, &0x8d9b_d0d8_u32.to_le_bytes());
    put(128, &3_u64.to_le_bytes());
    // Tags are the lowest 21 bits of keys; the highest bit chooses between two lines.
    let slot = |tag: u64, generation: u64, grade: u64, payload: u64| {
        (tag << 43 | generation << 38 | grade << 32 | payload).to_le_bytes()
    };
    put(4096, &slot(0x1_2345, 3, 7, 42));
    put(4096 + 64, &slot(0, 2, 63, 0xffff_ffff));

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    fs::write(&path, &bytes).unwrap();
    type OfFile = Table<u64, u32, TwoTier, Small>;
    let table = OfFile::load(&path, 0x327e_71f3_8b43_a493).unwrap();
    assert_eq!(table.buckets(), 2);
    assert_eq!(table.probe(0x7654_3210_0001_2345), Some(42));
    assert_eq!(table.probe(1 << 63), Some(u32::MAX));
    assert_eq!((table.probe(0), table.probe(0xf654_3210_0001_2345)), (None, None));
    let entries: Vec<_> = table.entries().map(|entry| (entry.grade, entry.age)).collect();
    assert_eq!(entries, [(7, 0), (63, 1)]);
    assert_eq!(table_file_text(&path).unwrap(), None);
    // The crate writes the same bytes.
    assert_eq!(saved(|path| table.save(path, 0x327e_71f3_8b43_a493)), bytes);
}

type Mine = Table<u64, u16, TwoTier, Small>;

/// The error of loading (and sharing) these bytes, which stay as they are.
fn refused(bytes: &[u8]) -> OpenError {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    fs::write(&path, bytes).unwrap();
    #[cfg(all(feature = "native", unix, not(miri)))]
    {
        let shared = Mine::open_shared(&path, 9).unwrap_err();
        assert_eq!(shared.to_string(), Mine::load(&path, 9).unwrap_err().to_string());
    }
    let error = Mine::load(&path, 9).unwrap_err();
    assert_eq!(fs::read(&path).unwrap(), bytes);
    error
}

/// A saved file as one that processes share: without a checksum of the lines.
fn as_shared(mut saved: Vec<u8>) -> Vec<u8> {
    saved[96..108].fill(0);
    saved
}

fn saved<T>(save: impl FnOnce(&Path) -> T) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    save(&path);
    fs::read(&path).unwrap()
}

#[test]
fn other_files_are_refused() {
    let good = saved(|path| stored::<u16, Small>(|n| n as u16).save(path, 9).unwrap());
    let changed = |at: usize, byte: u8| {
        let mut bytes = good.clone();
        bytes[at] ^= byte;
        refused(&bytes).to_string()
    };
    assert!(refused(b"").to_string().starts_with("not a table"));
    assert!(refused(b"zobrist").to_string().contains("got \"zobrist\""));
    assert!(matches!(refused(&good[..100]), OpenError::Length { expected: 4096, got: 100, .. }));
    assert!(matches!(refused(&good[..good.len() - 1]), OpenError::Length { .. }));
    let longer = [&good[..], &[0]].concat();
    assert_eq!(
        refused(&longer).to_string(),
        format!(
            "a table followed by other bytes: expected {} bytes, got {}; take another copy",
            good.len(),
            longer.len()
        ),
    );
    let shorter = refused(&good[..good.len() - 1]).to_string();
    assert!(shorter.starts_with("a truncated table: expected"), "{shorter}");
    assert!(changed(0, 1).starts_with("not a table"));
    // The first bytes of tables before the first release.
    let earlier = [b"zobrist\x1a", &good[8..]].concat();
    assert_eq!(
        refused(&earlier).to_string(),
        "not a table: expected a file that begins with \"zobtabl\\x1a\", got \"zobrist\\x1a\"; \
         give a file that this version saved a table to, or build the table again"
    );
    assert!(changed(8, 2).contains("expected 1, got 3"), "{}", changed(8, 2));
    for at in 12..88 {
        assert!(changed(at, 4).starts_with("the header is damaged"), "{at}");
    }
    let other_keys = saved(|path| stored::<u16, Small>(|n| n as u16).save(path, 10).unwrap());
    assert!(
        refused(&other_keys)
            .to_string()
            .contains("expected the fingerprint 0000000000000009, got 000000000000000a")
    );
}

#[test]
fn other_layouts_are_refused() {
    let wide = saved(|path| stored::<u16, Wide>(|n| n as u16).save(path, 9).unwrap());
    assert!(refused(&wide).to_string().contains("expected bits per slot 64, got 128"));
    let payload = saved(|path| stored::<u8, Small>(|n| n as u8).save(path, 9).unwrap());
    assert!(refused(&payload).to_string().contains("expected bits of a payload 16, got 8"));
    let key =
        saved(|path| Table::<u32, u16, TwoTier, Small>::new(64).unwrap().save(path, 9).unwrap());
    assert!(refused(&key).to_string().contains("expected bits of a key 64, got 32"));
    let policy = saved(|path| {
        Table::<u64, u16, AgeAndDepth, Small>::new(64).unwrap().save(path, 9).unwrap()
    });
    assert!(
        refused(&policy).to_string().contains("expected policy two-tier, got age-and-depth"),
        "{}",
        refused(&policy)
    );
    let mut no_lines = saved(|path| Mine::new(64).unwrap().save(path, 9).unwrap());
    no_lines[24..32].fill(0);
    let checksum = Fnv1a::new().bytes(&no_lines[..80]).finish();
    no_lines[80..88].copy_from_slice(&checksum.to_le_bytes());
    for bytes in [&no_lines[..], &no_lines[..4096]] {
        assert!(refused(bytes).to_string().contains("expected lines 1 or more, got 0"));
    }
}

#[test]
fn any_number_of_a_generation_is_repaired() {
    let mut bytes = saved(|path| stored::<u16, Small>(|n| n as u16).save(path, 9).unwrap());
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    // Entries have 1 to 31.
    for generation in [0, 1, 31, 32, u64::MAX] {
        bytes[128..136].copy_from_slice(&generation.to_le_bytes());
        fs::write(&path, &bytes).unwrap();
        let table = Mine::load(&path, 9).unwrap();
        table.store(5, 6, 7);
        assert_eq!(table.probe(5), Some(6));
        assert_eq!(table.probe_if(5, |_| true), Some(6));
        table.new_generation();
        assert_eq!(table.probe(5), Some(6));
    }
}

#[test]
#[cfg(all(feature = "native", unix, not(miri)))]
fn shared_files_are_shared_and_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let one = Mine::create_shared(&path, 1 << 12, 9).unwrap();
    let two = Mine::open_shared(&path, 9).unwrap();
    one.store(5, 6, 7);
    assert_eq!(two.probe(5), Some(6));
    two.new_generation();
    assert_eq!(one.entries().next().unwrap().age, 1);
    let changed = || fs::metadata(folder.path()).unwrap().modified().unwrap();
    let before = changed();
    let error = Mine::create_shared(&path, 64, 9).unwrap_err();
    let OpenError::Io { source, .. } = error else { panic!("{error}") };
    assert_eq!(source.kind(), std::io::ErrorKind::AlreadyExists);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    assert_eq!(changed(), before, "nothing was written beside it");
    assert_eq!(one.buckets(), 64);
    one.flush().unwrap();
    assert!(matches!(Mine::create_shared(&path, 0, 9), Err(OpenError::Allocate(_))));
    let mut two = two;
    assert!(two.resize(1 << 13, 1).unwrap_err().to_string().contains("keeps its size"));
    // Saved and shared files have one format.
    drop((one, two));
    assert_eq!(Mine::load(&path, 9).unwrap().probe(5), Some(6));
}

/// As `docs/transposition-format.md` specifies, also on a big-endian machine: the file is the
/// memory.
#[test]
#[cfg(all(feature = "native", unix, not(miri)))]
fn the_generation_of_a_shared_file_is_little_endian() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let table = Mine::create_shared(&path, 1 << 12, 9).unwrap();
    let generation = || fs::read(&path).unwrap()[128..136].to_vec();
    assert_eq!(generation(), 1_u64.to_le_bytes());
    for now in 2..=31_u64 {
        table.new_generation();
        assert_eq!(generation(), now.to_le_bytes());
    }
    table.store(5, 6, 7);
    // And in a file that `save` writes, which has a checksum too.
    let copy = folder.path().join("copy");
    table.save(&copy, 9).unwrap();
    assert_eq!(as_shared(fs::read(&copy).unwrap()), fs::read(&path).unwrap());
    table.new_generation();
    assert_eq!(generation(), 1_u64.to_le_bytes());
    assert_eq!(Mine::load(&copy, 9).unwrap().entries().next().unwrap().age, 0);
    assert_eq!(Mine::open_shared(&path, 9).unwrap().entries().next().unwrap().age, 1);
}

/// No checksum covers the lines of a shared file. After loading, a slot is an entry or empty, and no
/// entry hides another.
#[test]
fn damaged_slots_are_removed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let table = Mine::new(64).unwrap();
    table.store(5, 6, 7);
    table.store(8, 9, 7);
    table.save(&path, 9).unwrap();
    let good = fs::read(&path).unwrap();
    let slot = |number: usize| 4096 + 8 * number..4104 + 8 * number;
    let entries = [0, 1].map(|number| good[slot(number)].to_vec());
    let tag_alone = |entry: &[u8]| {
        let word = u64::from_le_bytes(entry.try_into().unwrap());
        (word & u64::MAX << (64 - Mine::SLOT_LAYOUT.tag_bits())).to_le_bytes()
    };
    let mut damaged = as_shared(good.clone());
    // The tag of an entry without a generation; nothing; the entry, twice; the other.
    let slots = [&tag_alone(&entries[0])[..], &[0; 8], &entries[0], &entries[0], &entries[1]];
    for (number, bytes) in slots.into_iter().enumerate() {
        damaged[slot(number)].copy_from_slice(bytes);
    }
    fs::write(&path, &damaged).unwrap();
    let again = Mine::load(&path, 9).unwrap();
    assert_eq!((again.probe(5), again.probe(8)), (Some(6), Some(9)));
    again.save(&path, 9).unwrap();
    assert_eq!(fs::read(&path).unwrap(), good);
    #[cfg(all(feature = "native", unix, not(miri)))]
    {
        fs::write(&path, &damaged).unwrap();
        let shared = Mine::open_shared(&path, 9).unwrap();
        assert_eq!((shared.probe(5), shared.probe(8)), (Some(6), Some(9)));
        drop(shared);
        assert_eq!(fs::read(&path).unwrap(), as_shared(good));
    }
}

/// An exact table knows the keys that a line can have.
#[test]
fn an_entry_in_a_wrong_line_is_removed() {
    type Exact = Table<u128, u16, TwoTier, Long>;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let mut table = Exact::new(128).unwrap();
    assert!(table.is_exact());
    table.store(5, 6, 7);
    table.store(u128::MAX, 8, 7);
    table.save(&path, 9).unwrap();
    let mut bytes = as_shared(fs::read(&path).unwrap());
    bytes[4096..].rotate_left(64);
    fs::write(&path, &bytes).unwrap();
    table = Exact::load(&path, 9).unwrap();
    assert_eq!(table.entries().count(), 0);
    table.resize(256, 1).unwrap();
    assert_eq!((table.probe(5), table.probe(u128::MAX)), (None, None));
}

#[test]
fn saving_nowhere_is_an_error() {
    let error = stored::<u16, Fit>(|n| n as u16).save("/nowhere/table", 9).unwrap_err();
    // The text of the source is not repeated.
    assert_eq!(error.to_string(), "cannot save the table as /nowhere/table");
    let why = format!("cannot create a file in /nowhere: {}", std::io::ErrorKind::NotFound);
    assert_eq!(error.source().map(ToString::to_string), Some(why));
}

#[test]
fn an_error_of_opening_prints_its_own_text_or_returns_its_source() {
    let error = Table::<u64, u16>::load("/nowhere/table", 9).unwrap_err();
    assert!(matches!(error, OpenError::Io { .. }));
    let source = error.source().expect("it has a source").to_string();
    assert!(!error.to_string().contains(&source), "{error}");

    let refused = AllocateError::Refused { bytes: 64, source: ErrorKind::OutOfMemory.into() };
    let text = refused.to_string();
    let source = refused.source().expect("it has a source").to_string();
    assert!(!text.contains(&source), "{text}");
    // It adds nothing to the error of allocation, and stands in for it.
    let error = OpenError::Allocate(refused);
    assert_eq!(error.to_string(), text);
    assert_eq!(error.source().map(ToString::to_string), Some(source));
}

/// A process that has the file open would go on with a file that no other process finds.
#[test]
#[cfg(all(feature = "native", unix))]
fn a_file_that_is_shared_is_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table");
    let one = Table::<u64, u16>::create_shared(&path, 1 << 14, 1).unwrap();
    let other = Table::<u64, u16>::new(1 << 14).unwrap();
    one.store(1 << 50, 1, 1);
    for table in [&one, &other] {
        let error = table.save(&path, 1).unwrap_err();
        assert!(matches!(error, zobrist_transposition::SaveError::Shared { .. }));
        assert!(error.to_string().contains("flush the shared table"), "{error}");
    }
    let later = Table::<u64, u16>::open_shared(&path, 1).unwrap();
    assert_eq!(later.probe(1 << 50), Some(1));
    // Once nobody has it open, it can be replaced.
    drop((one, later));
    other.save(&path, 1).unwrap();
    assert_eq!(Table::<u64, u16>::load(&path, 1).unwrap().probe(1 << 50), None);
}

/// A new file gets the mode of the file that it replaces, or else the system's mode for new files,
/// and a link stays a link.
#[test]
#[cfg(unix)]
fn a_file_keeps_its_mode_and_its_links() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let folder = tempfile::tempdir().unwrap();
    let [path, link, plain] = ["table", "link", "plain"].map(|name| folder.path().join(name));
    let mode = |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let table = Table::<u64, u16>::new(1 << 14).unwrap();
    table.store(1 << 50, 7, 1);

    fs::write(&plain, "").unwrap();
    table.save(&path, 1).unwrap();
    assert_eq!(mode(&path), mode(&plain));
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    symlink(&path, &link).unwrap();
    table.save(&link, 1).unwrap();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(mode(&path), 0o640);
    assert_eq!(Table::<u64, u16>::load(&path, 1).unwrap().probe(1 << 50), Some(7));
}
