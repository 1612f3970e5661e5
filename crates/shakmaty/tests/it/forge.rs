//! Forged positions have the same hash, also by shakmaty's own function where it has the scheme.

use std::collections::{BTreeSet, HashSet};

use shakmaty::fen::Fen as FenText;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position};
use zobrist::{Feature, Key, Source};
use zobrist_chess::{Fen, Fide, Polyglot, Scheme, Zobrist};
use zobrist_shakmaty::{
    ForgeError, en_passant_mode, for_each_feature, forge, forge_by_dependency, forge_pair, hash,
    position_from_features, random_position, read_position,
};

/// The start, bare kings, open and full boards, checks, en passant files, castling rights, and
/// either side to move.
const POSITIONS: [&str; 14] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "8/8/4k3/8/8/3K4/8/8 b - - 0 1",
    "k7/8/8/8/8/8/8/7K w - - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
    "4k3/8/3N4/1B6/8/8/8/4K3 b - - 0 1",
    "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
    "4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1",
    "3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1",
    "rnbqkbnr/1ppppppp/8/p7/P7/8/1PPPPPPP/RNBQKBNR w KQkq a6 0 2",
    "qqqqqqqq/qrbnnbr1/8/4k3/8/4K3/QRBNNBR1/QQQQQQQQ w - - 0 1",
    "q3k2r/pqqqqqp1/8/8/8/8/PPPPPPPP/RNBQK2R w Kk - 0 1",
];

fn read(fen: &str) -> Chess {
    read_position(fen.as_bytes(), Some(CastlingMode::Standard)).unwrap()
}

fn features<S: Scheme>(scheme: &S, position: &Chess) -> BTreeSet<Feature> {
    let mut features = BTreeSet::new();
    for_each_feature(scheme, position, |feature| {
        features.insert(feature);
    });
    features
}

fn difference<S: Scheme>(scheme: &S, a: &Chess, b: &Chess) -> Vec<Feature> {
    (&features(scheme, a) ^ &features(scheme, b)).into_iter().collect()
}

/// Asserts that two positions, read from their FEN, have the same hash, for Polyglot's keys also by
/// shakmaty's own function.
fn assert_collide<S: Scheme>(scheme: &S, a: &Chess, b: &Chess) {
    let mode = en_passant_mode(scheme);
    let [a, b] = [a, b].map(|position| read(&FenText::from_position(position, mode).to_string()));
    assert_ne!(a, b);
    assert!(!difference(scheme, &a, &b).is_empty());
    assert_eq!(hash(scheme, &a), hash(scheme, &b), "{a:?} {b:?}");
    if scheme.name() != "zobrist" {
        let theirs = |position: &Chess| position.zobrist_hash::<Zobrist64>(mode).0;
        assert_eq!(u128::from(theirs(&a)), hash(scheme, &a).to_word());
        assert_eq!(theirs(&a), theirs(&b));
    }
}

fn forge_all<S: Scheme>(scheme: &S, at_most: usize) {
    for fen in POSITIONS {
        let position = read(fen);
        let other = forge(scheme, &position, 1).unwrap();
        assert_collide(scheme, &position, &other);
        let weight = difference(scheme, &position, &other).len();
        assert!(!scheme.guarantee().covers(weight as u32), "{weight} features");
        assert!(weight <= at_most, "{fen}: {weight} features");
    }
}

#[test]
fn positions_are_forged_in_every_scheme() {
    forge_all(&Polyglot, 30);
    forge_all(&Fide, 30);
    forge_all(&Fen, 30);
    forge_all(&Zobrist::<u64>::new(), 30);
    forge_all(&Zobrist::<u32>::new(), 12);
}

#[test]
fn positions_of_random_games_are_forged() {
    for seed in 0..30 {
        let position = random_position(seed);
        assert_collide(&Polyglot, &position, &forge(&Polyglot, &position, seed).unwrap());
        assert_collide(
            &Zobrist::<u32>::new(),
            &position,
            &forge(&Zobrist::<u32>::new(), &position, seed).unwrap(),
        );
    }
}

#[test]
fn a_seed_always_gives_the_same_position() {
    let start = Chess::default();
    let forged: HashSet<Chess> =
        (0..5).map(|seed| forge(&Polyglot, &start, seed).unwrap()).collect();
    assert_eq!(forged.len(), 5);
    assert!(forged.contains(&forge(&Polyglot, &start, 3).unwrap()));
}

#[test]
fn wide_hashes_and_chess960_are_refused() {
    let start = Chess::default();
    let error = forge(&Zobrist::<u128>::new(), &start, 0).unwrap_err();
    assert_eq!(error, ForgeError::Width { bits: 128 });
    assert!(error.to_string().starts_with("expected a hash of up to 64 bits"), "{error}");

    let line = b"1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1";
    let position: Chess = read_position(line, Some(CastlingMode::Chess960)).unwrap();
    assert_eq!(forge(&Fide, &position, 0), Err(ForgeError::Chess960));
    // Without such rights, a position of Chess960 is also one of standard chess.
    let line = b"1r2k1r1/8/8/8/8/8/8/1R2K1R1 w - - 0 1";
    let position: Chess = read_position(line, Some(CastlingMode::Chess960)).unwrap();
    assert_collide(&Fide, &position, &forge(&Fide, &position, 0).unwrap());
}

/// The BCH code of the default source is public. A seed mixes its columns, which keeps their
/// dependencies, and fills 3 of 64 bits, so that one in eight seeds has the same collision. `--
/// --nocapture` prints the counts for docs/forged-positions.md.
#[test]
fn a_pair_forged_for_one_seed_collides_for_one_in_eight_others() {
    let scheme = &Zobrist::<u64>::new();
    let start = Chess::default();
    let difference = difference(scheme, &start, &forge(scheme, &start, 1).unwrap());
    let collisions = |source: fn(u64) -> Source<'static>| {
        let collides = |seed: &u64| {
            let keys = source(*seed).keys::<u64>(scheme.chess_layout().layout());
            difference.iter().fold(0, |sum, feature| sum ^ keys[*feature]) == 0
        };
        (0..200).filter(collides).count()
    };
    let by_code = collisions(|seed| Source::bch(seed, 1024));
    let by_generator = collisions(Source::splitmix64);
    println!("collides under {by_code} of 200 seeds of bch, {by_generator} of splitmix64");
    assert!((10..=45).contains(&by_code), "expected one in eight, got {by_code} of 200");
    assert_eq!(by_generator, 0);
}

fn slots<const N: usize>(slots: [usize; N]) -> [Feature; N] {
    slots.map(Feature::from_slot)
}

/// A dependency of nine of Polyglot's keys.
const NINE: [usize; 9] = [40, 88, 119, 161, 482, 487, 496, 574, 634];

#[test]
fn a_known_dependency_gives_a_known_position() {
    let position = read("8/7P/p7/8/P7/8/8/K2k4 w - - 0 1");
    let other = forge_by_dependency(&Polyglot, &position, &slots(NINE)).unwrap();
    assert_eq!(other.board().to_string(), "2Q3q1/R7/8/1nR4R/8/8/8/K2k4");
    assert_collide(&Polyglot, &position, &other);
    assert_eq!(hash(&Polyglot, &other), 0xfec0_03d0_db73_b1cf);
    assert_eq!(difference(&Polyglot, &position, &other), slots(NINE));
    assert_eq!(forge_by_dependency(&Polyglot, &other, &slots(NINE)), Ok(position));
    // Not from every position.
    let start = Chess::default();
    assert_eq!(forge_by_dependency(&Polyglot, &start, &slots(NINE)), Err(ForgeError::NoPair));
}

#[test]
fn pairs_that_differ_in_a_dependency() {
    let mut seen = HashSet::new();
    for seed in 0..10 {
        let [a, b] = forge_pair(&Polyglot, &slots(NINE), seed).unwrap();
        assert_collide(&Polyglot, &a, &b);
        assert_eq!(difference(&Polyglot, &a, &b), slots(NINE));
        assert_eq!(forge_pair(&Polyglot, &slots(NINE), seed).unwrap(), [a.clone(), b]);
        seen.insert(a);
    }
    assert!(seen.len() > 5);
}

/// Dependencies of eight keys of 32 bits, some with castling rights, en passant and the turn.
#[test]
fn pairs_from_the_dependencies_of_forged_positions() {
    let scheme = &Zobrist::<u32>::new();
    let mut rich = 0;
    for seed in 0..60 {
        let position = read(POSITIONS[seed as usize % POSITIONS.len()]);
        let dependency = difference(scheme, &position, &forge(scheme, &position, seed).unwrap());
        rich += (dependency.last().unwrap().slot() >= 768) as usize;
        let [a, b] = forge_pair(scheme, &dependency, seed).unwrap();
        assert_collide(scheme, &a, &b);
        assert_eq!(difference(scheme, &a, &b), dependency);
    }
    assert!(rich > 5, "{rich}");
}

#[test]
fn features_that_are_not_a_dependency_are_refused() {
    let refused = |dependency: &[Feature]| {
        let start = Chess::default();
        let error = forge_pair(&Polyglot, dependency, 0).unwrap_err();
        assert_eq!(forge_by_dependency(&Polyglot, &start, dependency), Err(error));
        error
    };
    let eight = slots([62, 64, 141, 366, 370, 480, 598, 731]);
    assert_eq!(refused(&eight), ForgeError::NoPair);
    assert_eq!(refused(&[]), ForgeError::NoPair);
    assert_eq!(refused(&slots([12, 12])), ForgeError::NoPair);
    let sum = 0x9d39_247e_3377_6d41 ^ 0x2af7_3980_05aa_a5c7;
    let other = refused(&slots([0, 1]));
    assert_eq!(other, ForgeError::Independent { sum, bits: 64 });
    assert!(other.to_string().contains("the sum b7ce1dfe36ddc886;"), "{other}");
    let outside = ForgeError::Outside { slot: 781, features: 781 };
    assert_eq!(refused(&slots([62, 781])), outside);
}

#[test]
fn positions_round_trip_through_their_features() {
    for seed in 0..200 {
        let position = random_position(seed);
        let all: Vec<Feature> = features(&Fide, &position).into_iter().collect();
        assert_eq!(position_from_features(&Fide, &all), Some(position.clone()));
        let all: Vec<Feature> = features(&Zobrist::<u64>::new(), &position).into_iter().collect();
        assert_eq!(position_from_features(&Zobrist::<u64>::new(), &all), Some(position));
    }
    for fen in POSITIONS {
        let all: Vec<Feature> = features(&Fen, &read(fen)).into_iter().collect();
        let position = position_from_features(&Fen, &all).unwrap();
        let mode = EnPassantMode::Always;
        let setup = |position: &Chess| position.to_setup(mode).ep_square;
        assert_eq!((&position, setup(&position)), (&read(fen), setup(&read(fen))));
    }
    // A file that does not count, two pieces on a square, a feature twice.
    let of = |fen| features(&Polyglot, &read(fen)).into_iter().collect::<Vec<Feature>>();
    let bare = of("8/8/4k3/8/4P3/3K4/8/8 b - - 0 1");
    let with =
        |feature: Feature| position_from_features(&Polyglot, &[&bare[..], &[feature]].concat());
    assert!(position_from_features(&Polyglot, &bare).is_some());
    assert_eq!(with(Polyglot::LAYOUT.en_passant(4).unwrap()), None);
    assert_eq!(with(Feature::from_slot(28)), None);
    assert_eq!(with(bare[0]), None);
    assert_eq!(with(Feature::from_slot(781)), None);
}
