//! The law of recall files: any bytes are an error or a recall, which is within its bound and
//! which, saved and loaded again, is the same.

use zobrist::{Fnv1a, Key, Sum48};
use zobrist_lattice::{Origin, Recall, Stored, Verification};

const ORIGIN: Origin = Origin { potential: 1, lattice: 2, seed: 3 };
/// The offsets in a header of the number of entries and of the checksum.
const COUNT: usize = 24;
const CHECKSUM: usize = 56;

/// Content for all bytes.
pub(crate) fn law(bytes: &[u8]) {
    for verification in [Verification::Hash, Verification::Content] {
        of_recall::<f64, u64>(bytes, verification);
        of_recall::<[f64; 2], u32>(bytes, verification);
        of_recall::<Box<[f64]>, u128>(bytes, verification);
        of_recall::<Vec<f64>, Sum48>(bytes, verification);
    }
}

fn of_recall<V: Stored + Clone, K: Key>(bytes: &[u8], verification: Verification) {
    // One byte of a file says how many entries there are: a thousand are no bound.
    let bounded = [
        (Recall::<V, K>::with_entries_and_keys(1000), 1000, usize::MAX),
        (Recall::with_entries_and_keys(2), 2, usize::MAX),
        (Recall::with_bytes_and_keys(2000), usize::MAX, 2000),
    ];
    for (empty, entries_at_most, bytes_at_most) in bounded {
        let empty = empty.verify_by(verification);
        if let Err(error) = empty.clone().load(bytes, ORIGIN) {
            assert!(!error.to_string().is_empty());
        }
        // Random bytes have no checksums: as entries of a file that has them, as many as the
        // first byte says and as the rest is long enough for.
        let Some((count, entries)) = bytes.split_first() else { continue };
        let mut file = saved(&empty);
        file[COUNT] = *count;
        let header = Fnv1a::new().bytes(&file[..CHECKSUM]).finish();
        file[CHECKSUM..CHECKSUM + 8].copy_from_slice(&header.to_le_bytes());
        file.truncate(CHECKSUM + 8);
        file.extend_from_slice(entries);
        file.extend_from_slice(&Fnv1a::new().bytes(entries).finish().to_le_bytes());
        match empty.clone().load(&file[..], ORIGIN) {
            Ok(recall) => {
                assert!(recall.len() <= entries_at_most && recall.bytes() <= bytes_at_most);
                is_kept(&recall, &empty, *count);
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

fn saved<V: Stored, K: Key>(recall: &Recall<V, K>) -> Vec<u8> {
    let mut bytes = Vec::new();
    recall.save(&mut bytes, ORIGIN).unwrap();
    bytes
}

fn is_kept<V: Stored + Clone, K: Key>(recall: &Recall<V, K>, empty: &Recall<V, K>, count: u8) {
    assert!(recall.len() <= usize::from(count));
    let file = saved(recall);
    let again = empty.clone().load(&file[..], ORIGIN).unwrap();
    assert_eq!(saved(&again), file);
    assert_eq!((again.len(), again.statistics()), (recall.len(), recall.statistics()));
}
