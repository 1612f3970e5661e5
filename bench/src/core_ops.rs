//! Inserting or removing one feature, for one hash and for all symmetries at once.

use std::hint::black_box;

use anyhow::Result;
use zobrist::source::SplitMix64;
use zobrist::{
    Canonical, Computed, Feature, Grid, Group, Hasher, Incremental, KeyTable, Kind, Lanes, Layout,
    Source, static_keys,
};

use crate::paired::{compare, contestant};

const PIECE: Kind = Kind::first("piece", 768);
const LAYOUT: Layout = PIECE.layout();
static KEYS: KeyTable<u64, 768> = Source::bch(1, 1024).table_u64(LAYOUT);
static WIDE: KeyTable<u128, 768> = Source::bch(1, 1024).table_u128(LAYOUT);

static_keys! {
    StaticKeys: KeyTable<u64, 768> = Source::bch(1, 1024).table_u64(LAYOUT);
}

/// A board that is copied for each change: 24 bytes, and a hasher.
#[derive(Clone, Copy)]
struct Board<H> {
    stones: [u64; 3],
    hasher: H,
}

/// The number of boards that a search has at a time.
const PLIES: usize = 64;

/// Copies a board from ply to ply, a feature more on each.
fn copied<H: Incremental<Hash = u64> + Copy>(hasher: H, features: &[Feature]) -> u64 {
    let mut boards = [Board { stones: [0; 3], hasher }; PLIES];
    for (ply, feature) in features.iter().enumerate() {
        let mut next = boards[ply % PLIES];
        next.stones[ply % 3] ^= 1 << (feature.slot() % 64);
        next.hasher.insert(*feature);
        boards[(ply + 1) % PLIES] = next;
        black_box(&mut boards);
    }
    boards[features.len() % PLIES].hasher.hash()
}

pub(crate) fn run() -> Result<()> {
    let mut random = SplitMix64::new(1);
    let features: Vec<Feature> =
        (0..1 << 16).map(|_| PIECE.at((random.next_u64() % 768) as usize)).collect();
    // Twelve kinds of pieces on a chessboard, its eight symmetries, and the exchange of colors.
    let square = Grid::new(8, 8).symmetries::<8>(LAYOUT, &[PIECE]);
    let eight = Lanes::new(&KEYS, &square);
    let colors = square.with_involution(|slot| (slot + 384) % 768)?;
    let sixteen: Lanes<u64, 16> = Lanes::new(&KEYS, &colors);
    let expected = features.iter().fold(0, |hash: u64, feature| hash.plus(KEYS[*feature]));

    // All contestants get the same changes, through the interface of the hasher.
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
    // The sum of these keys is another, and that of a table of the same keys.
    let computed = Computed::<u64>::new(1, LAYOUT);
    let mixed = {
        let table = Source::splitmix64(1).sequential().table_u64::<768>(LAYOUT);
        Hasher::of(&table, features.iter().copied()).hash()
    };
    let mixing = || {
        let mut hasher = Hasher::new(black_box(computed));
        black_box(&features).iter().for_each(|feature| hasher.insert(*feature));
        assert_eq!(black_box(hasher.hash()), mixed);
        expected
    };
    let bare = || {
        let mut hash = 0;
        black_box(&features).iter().for_each(|feature| hash ^= KEYS.as_slice()[feature.slot()]);
        black_box(hash)
    };
    let eight_lanes = || {
        let mut hasher = Hasher::new(&eight);
        black_box(&features).iter().for_each(|feature| hasher.insert(*feature));
        black_box(hasher.hash())[0]
    };
    // Each new hash is stored, as in a board.
    let eight_stored = || {
        let mut hasher = Hasher::new(&eight);
        for feature in black_box(&features) {
            hasher.insert(*feature);
            black_box(&mut hasher);
        }
        hasher.hash()[0]
    };
    let eight_canonical = || {
        let mut hasher = Hasher::new(&eight);
        for feature in black_box(&features) {
            hasher.insert(*feature);
            black_box(Canonical::of(&hasher.hash()));
        }
        hasher.hash()[0]
    };
    let sixteen_lanes = || {
        let mut hasher = Hasher::new(&sixteen);
        black_box(&features).iter().for_each(|feature| hasher.insert(*feature));
        black_box(hasher.hash())[0]
    };
    compare(
        "core: one insert or remove of a random feature (targets: 0.5 ns or so, eight lanes 3 ns)",
        features.len() as u64,
        200,
        &mut [
            contestant("an array and ^=", bare),
            contestant("Hasher, u64", one),
            contestant("Hasher, u128", wide),
            contestant("Hasher, u64, keys computed", mixing),
            contestant("Lanes, a square: eight of u64", eight_lanes),
            contestant("the same, each hash stored", eight_stored),
            contestant("the same, and the canonical hash each time", eight_canonical),
            contestant("Lanes, a square and two colors: sixteen", sixteen_lanes),
        ],
        |_, hash| assert_eq!(*hash, expected),
    );
    assert_eq!(size_of::<Board<Hasher<StaticKeys>>>(), 32);
    assert_eq!(size_of::<Board<Hasher<&KeyTable<u64, 768>>>>(), 40);
    compare(
        "core: a board that is copied, and a feature inserted",
        features.len() as u64,
        200,
        &mut [
            contestant("keys in a static: 32 bytes", || {
                copied(Hasher::<StaticKeys>::default(), black_box(&features))
            }),
            contestant("a reference to keys: 40 bytes", || {
                copied(Hasher::new(&KEYS), black_box(&features))
            }),
        ],
        |_, hash| assert_eq!(*hash, expected),
    );
    Ok(())
}
