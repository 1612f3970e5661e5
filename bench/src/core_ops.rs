//! One insert or remove, and eight lanes at once.

use std::hint::black_box;

use anyhow::Result;
use zobrist::source::SplitMix64;
use zobrist::{Changes, Feature, Group, Hasher, KeyTable, Keys, Kind, Layout, Source};

use crate::paired::{compare, contestant};

const PIECE: Kind = Kind::first("piece", 768);
const LAYOUT: Layout = PIECE.layout();
static KEYS: KeyTable<u64, 768> = Source::bch(1, 1024).table_u64(LAYOUT);
static WIDE: KeyTable<u128, 768> = Source::bch(1, 1024).table_u128(LAYOUT);

/// Eight hashes of one state, as eight symmetries of a board would have.
struct Eight(Vec<[u64; 8]>);

impl Keys for Eight {
    type Key = [u64; 8];
    #[inline(always)]
    fn key(&self, feature: Feature) -> [u64; 8] {
        self.0[feature.slot()]
    }
    fn layout(&self) -> Layout {
        LAYOUT
    }
}

pub fn run() -> Result<()> {
    let mut random = SplitMix64::new(1);
    let features: Vec<Feature> =
        (0..1 << 16).map(|_| PIECE.at((random.next_u64() % 768) as usize)).collect();
    let lanes = |feature| std::array::from_fn(|lane| KEYS[feature].rotate_left(lane as u32));
    let eight = Eight(LAYOUT.features().map(lanes).collect());
    let expected = features.iter().fold(0, |hash: u64, feature| hash.plus(KEYS[*feature]));

    // The same stream of changes for all, each fed through the hasher's own door.
    let one = || {
        let mut hasher = Hasher::new(&KEYS);
        black_box(&features).iter().for_each(|feature| hasher.insert(*feature));
        black_box(hasher.hash())
    };
    let wide = || {
        let mut hasher = Hasher::new(&WIDE);
        black_box(&features).iter().for_each(|feature| hasher.remove(*feature));
        black_box(hasher.hash());
        expected
    };
    let bare = || {
        let mut hash = 0;
        black_box(&features).iter().for_each(|feature| hash ^= KEYS.as_slice()[feature.slot()]);
        black_box(hash)
    };
    let eight = || {
        let mut hasher = Hasher::new(&eight);
        black_box(&features).iter().for_each(|feature| hasher.insert(*feature));
        black_box(hasher.hash())[0]
    };
    compare(
        "core: one insert or remove of a random feature (target: 0.5 ns or so)",
        features.len() as u64,
        200,
        &mut [
            contestant("an array and ^=", bare),
            contestant("Hasher, u64", one),
            contestant("Hasher, u128", wide),
            contestant("Hasher, eight lanes of u64", eight),
        ],
        |_, hash| assert_eq!(*hash, expected),
    );
    Ok(())
}
