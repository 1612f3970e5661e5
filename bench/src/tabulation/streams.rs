//! Streams of bytes: content-defined cuts, and hashes of the whole.

use std::hint::black_box;

use rollsum::{Engine, Gear};
use xxhash_rust::xxh3::xxh3_64;
use zobrist::source::SplitMix64;
use zobrist::tabulation::{Mixed, Rolling, Text};

use crate::paired::{compare, contestant};

const BYTES: usize = 4 << 20;
/// Bits that are zero in the hash of one window in 8,192.
const MASK: u64 = 0x1fff << 40;

/// Counts the cuts, where `find` returns the distance to the next one.
fn count(mut bytes: &[u8], mut find: impl FnMut(&[u8]) -> Option<usize>) -> u64 {
    let mut cuts = 0;
    while let Some(end) = find(bytes) {
        cuts += 1;
        bytes = &bytes[end..];
    }
    cuts
}

pub(crate) fn run() {
    let mut random = SplitMix64::new(1);
    let bytes: Vec<u8> = (0..BYTES).map(|_| random.next_u64() as u8).collect();
    let rolling = Rolling::seeded(1, 48);
    let mixed = Mixed::<u64, 8>::seeded(1);
    let mixed_eight = Mixed::<u64, 8, 8>::seeded(1);
    let mixed_wide = Mixed::<u128, 8, 8>::seeded(1);

    // By definition, with every window of a piece.
    let cuts = count(&bytes, |bytes| {
        let mut windows = bytes.windows(48);
        windows.position(|window| rolling.hash(window) & MASK == 0).map(|at| at + 48)
    });
    let gear_cuts = count(&bytes, |bytes| {
        let mut hasher = gearhash::Hasher::default();
        bytes
            .iter()
            .position(|byte| {
                hasher.update(&[*byte]);
                hasher.is_match(MASK)
            })
            .map(|at| at + 1)
    });
    let roll_cuts = count(&bytes, |bytes| {
        let mut gear = Gear::new_with_chunk_bits(13);
        bytes
            .iter()
            .position(|byte| {
                gear.roll_byte(*byte);
                gear.digest() >> (64 - 13) == 0
            })
            .map(|at| at + 1)
    });
    let expected = [
        cuts,
        rolling.hashes(&bytes).filter(|hash| hash & MASK == 0).count() as u64,
        gear_cuts,
        roll_cuts,
        Text::hash_by_definition(&mixed, &bytes),
        Text::hash_by_definition(&mixed_eight, &bytes),
        Text::hash_by_definition(&mixed_wide, &bytes) as u64,
        xxh3_64(&bytes),
    ];
    compare(
        "tabulation: a byte of a stream, cut once in 8,192 (target: 0.5 ns, that is 2 GB/s)",
        BYTES as u64,
        20,
        &mut [
            contestant("Rolling::find", || {
                count(black_box(&bytes), |bytes| rolling.find(bytes, MASK))
            }),
            contestant("Rolling::hashes, all windows", || {
                let hashes = rolling.hashes(black_box(&bytes));
                hashes.filter(|hash| hash & MASK == 0).count() as u64
            }),
            contestant("gearhash (window of 64)", || {
                count(black_box(&bytes), |bytes| {
                    gearhash::Hasher::default().next_match(bytes, MASK)
                })
            }),
            contestant("rollsum, Gear (window of 64)", || {
                count(black_box(&bytes), |bytes| {
                    let mut gear = Gear::new_with_chunk_bits(13);
                    gear.find_chunk_edge(bytes).map(|(end, _)| end)
                })
            }),
            contestant("Text, the whole", || Text::of(&mixed, black_box(&bytes)).hash()),
            contestant("Text by Mixed<u64, 8, 8>, the whole", || {
                Text::of(&mixed_eight, black_box(&bytes)).hash()
            }),
            contestant("Text by Mixed<u128, 8, 8>, the whole", || {
                Text::of(&mixed_wide, black_box(&bytes)).hash() as u64
            }),
            contestant("xxh3, the whole", || xxh3_64(black_box(&bytes))),
        ],
        |index, result| assert_eq!(*result, expected[index]),
    );
}
