//! Forging in layouts of every kind.

use std::collections::BTreeSet;

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position};
use zobrist::{Combine, Feature, Source};
use zobrist_chess::{ChessLayout, ComposedScheme, EnPassant, Scheme};
use zobrist_shakmaty::{
    ForgeError, en_passant_mode, forge, forge_by_dependency, forge_pair, hash, random_position,
    read_position,
};

use crate::features;
use crate::schemes::{layouts, scheme};

/// Rights, captures en passant by one pawn or two, a clock, and an open board.
const POSITIONS: [&str; 5] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "4k3/8/8/1pPpPp2/8/8/8/4K2R w K d6 0 1",
    "r3k2r/pp1p1ppp/8/8/2pPp3/8/PPP1PPPP/R3K2R b KQkq d3 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b Kq - 7 20",
    "8/8/4k3/8/8/3K4/8/8 b - - 9 60",
];

fn read(fen: &str) -> Chess {
    read_position(fen.as_bytes(), Some(CastlingMode::Standard)).unwrap()
}

/// Asserts that two positions, read from their FEN, have the same hash, and returns the features in
/// which they differ.
fn assert_collide(scheme: &ComposedScheme, a: &Chess, b: &Chess) -> Vec<Feature> {
    let mode = en_passant_mode(scheme);
    let [a, b] = [a, b].map(|position| read(&Fen::from_position(position, mode).to_string()));
    assert_eq!(hash(scheme, &a), hash(scheme, &b), "{}: {a:?} {b:?}", scheme.name());
    let differ: BTreeSet<Feature> = &features(scheme, &a) ^ &features(scheme, &b);
    assert!(!differ.is_empty(), "{}: {a:?} {b:?}", scheme.name());
    differ.into_iter().collect()
}

/// Forges positions with the hashes of these and of others, and a pair of each dependency found.
fn forge_all(scheme: &ComposedScheme) {
    let positions = POSITIONS.map(read).into_iter().chain((0..2).map(random_position));
    for (seed, position) in (0..).zip(positions) {
        let other = forge(scheme, &position, seed)
            .unwrap_or_else(|error| panic!("{} {position:?}: {error}", scheme.name()));
        let differ = assert_collide(scheme, &position, &other);
        assert!(!scheme.guarantee().covers(differ.len() as u32));
        let by_dependency = forge_by_dependency(scheme, &position, &differ).unwrap();
        assert_eq!(assert_collide(scheme, &position, &by_dependency), differ);
        if differ.len() <= 16 {
            let [a, b] = forge_pair(scheme, &differ, seed)
                .unwrap_or_else(|error| panic!("{} {position:?}: {error}", scheme.name()));
            assert_eq!(assert_collide(scheme, &a, &b), differ);
        }
    }
}

#[test]
fn positions_are_forged_in_every_layout() {
    let rules = [EnPassant::PseudoLegal, EnPassant::Legal, EnPassant::Always];
    for ((name, layout), rule) in layouts().into_iter().zip(rules.into_iter().cycle()) {
        forge_all(&scheme(name, layout, rule, 32, Source::bch(1, 1024)));
    }
}

#[test]
fn positions_are_forged_with_keys_of_every_width() {
    let rule = EnPassant::Legal;
    let layout = ChessLayout::CHESS_896;
    forge_all(&scheme("kings", layout, rule, 32, Source::splitmix64(1)));
    forge_all(&scheme("kings", layout, rule, 64, Source::splitmix64(1)));
    forge_all(&scheme("kings", layout, rule, 64, Source::bch(1, 1024)));
    forge_all(&scheme("slots-empty", ChessLayout::CHESS_832, rule, 64, Source::splitmix64(1)));
}

/// The clock of the forged position is as its features say.
#[test]
fn a_clock_that_is_keyed_is_kept() {
    let (name, layout) = *layouts().iter().find(|(name, _)| *name == "clock").unwrap();
    let scheme = scheme(name, layout, EnPassant::Legal, 32, Source::splitmix64(1));
    let position = read(POSITIONS[3]);
    let other = forge(&scheme, &position, 1).unwrap();
    let clock = layout.clock().unwrap();
    assert_eq!(clock.index(other.halfmoves()), clock.index(position.halfmoves()));
    assert_eq!(other.halfmoves(), 7);
}

#[test]
fn sums_are_refused() {
    let layout = ChessLayout::CHESS_768;
    let mut keys = Source::splitmix64(1).words(layout.layout(), 64);
    (keys[8], keys[9]) = (5, u128::from(u64::MAX) - 4);
    let combine = Combine::Sum(64);
    let scheme = ComposedScheme::new("sum", layout, EnPassant::Legal, 64, combine, &keys).unwrap();
    let start = Chess::default();
    assert_eq!(forge(&scheme, &start, 0), Err(ForgeError::Sum { bits: 64 }));
    // Keys that sum to zero are none that XOR to zero.
    let dependency = [8, 9].map(Feature::from_slot);
    let error = forge_pair(&scheme, &dependency, 0).unwrap_err();
    assert_eq!(error, ForgeError::Sum { bits: 64 });
    assert!(error.to_string().contains("that combines keys by XOR"), "{error}");
    assert_eq!(forge_by_dependency(&scheme, &start, &dependency), Err(error));
}
