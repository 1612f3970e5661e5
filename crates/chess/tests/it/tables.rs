//! The published constants, and the laws of every layout.

use std::collections::BTreeSet;

use zobrist::{Feature, Guarantee, gf2::rank};
use zobrist_chess::{
    CastlingRights, ChessLayout, Color, Fen, Fide, POLYGLOT_RANDOM64, Polyglot, Role, STOCKFISH,
    STOCKFISH_2020, Scheme, Variant, Wide, Zobrist, is_zeroed_by_stockfish,
};

fn published(text: &str) -> Vec<u64> {
    text.lines().map(|line| u64::from_str_radix(line, 16).unwrap()).collect()
}

#[test]
fn polyglot_constants_are_the_published_ones() {
    let expected = published(include_str!("../vectors/polyglot-random64.txt"));
    assert_eq!(POLYGLOT_RANDOM64.as_slice(), expected);
    assert_eq!(Polyglot.keys(), expected);
}

#[test]
fn stockfish_sets_come_out_of_their_generator() {
    let expected = published(include_str!("../vectors/stockfish-2020.txt"));
    assert_eq!(STOCKFISH_2020.as_slice(), expected);
    let expected = published(include_str!("../vectors/stockfish.txt"));
    assert_eq!(STOCKFISH.as_slice(), expected);
    let zeroed: Vec<usize> = ChessLayout::STOCKFISH
        .layout()
        .features()
        .filter(|feature| is_zeroed_by_stockfish(*feature))
        .map(Feature::slot)
        .collect();
    assert_eq!(zeroed, (56..64).chain(384..392).collect::<Vec<_>>());
}

const LAYOUTS: [(ChessLayout, usize); 5] = [
    (ChessLayout::POLYGLOT, 781),
    (ChessLayout::POLYGLOT_SETS, 793),
    (ChessLayout::ZOBRIST, 939),
    (ChessLayout::STOCKFISH_2020, 782),
    (ChessLayout::STOCKFISH, 794),
];

/// Whatever can be said of a position is a feature of its own, and between them
/// they fill the layout.
#[test]
fn layouts_have_one_slot_for_each_feature() {
    for (layout, size) in LAYOUTS {
        assert_eq!(layout.layout().len(), size);
        let mut seen = BTreeSet::new();
        let mut once = |feature: Feature| assert!(seen.insert(feature), "{feature:?} twice");
        for color in Color::ALL {
            for role in Role::ALL {
                (0..64).for_each(|square| once(layout.piece(color, role, square)));
            }
            layout.turn(color).into_iter().for_each(&mut once);
        }
        (0..8).for_each(|file| once(layout.en_passant(file).unwrap()));
        if layout.has_variants() {
            (0..64).for_each(|square| once(layout.promoted(square).unwrap()));
            Variant::ALL.into_iter().filter_map(|v| layout.variant(v)).for_each(&mut once);
            for color in Color::ALL {
                for role in &Role::ALL[..5] {
                    for bit in 0..7 {
                        layout.pocket(color, *role, 1 << bit).for_each(&mut once);
                    }
                }
                (0..2).for_each(|bit| layout.checks(color, 1 << bit).for_each(&mut once));
            }
        }
        let castling: BTreeSet<Feature> = every_castling_right()
            .flat_map(|rights| layout.castling(rights).collect::<Vec<_>>())
            .collect();
        castling.into_iter().for_each(once);
        // The seat of "chess" among the variants and Stockfish's "no pawns" are
        // never features of a position here.
        let unused =
            layout.layout().kinds().filter(|k| ["variant", "no-pawns"].contains(&k.name()));
        assert_eq!(seen.len() + unused.count(), size);
    }
}

fn every_castling_right() -> impl Iterator<Item = CastlingRights> {
    let files = || (0..8).map(Some).chain([None]);
    files()
        .flat_map(move |king| {
            files().flat_map(move |queen| {
                [Color::White, Color::Black].into_iter().map(move |color| {
                    let mut rights = CastlingRights::STANDARD;
                    match color {
                        Color::White => rights.white = [king, queen],
                        Color::Black => rights.black = [king, queen],
                    }
                    rights
                })
            })
        })
        .chain(every_standard_set())
}

fn every_standard_set() -> impl Iterator<Item = CastlingRights> {
    (0..16_u8).map(|set| {
        let right = |bit: u8, file| (set >> bit & 1 == 1).then_some(file);
        CastlingRights { white: [right(0, 7), right(1, 0)], black: [right(2, 7), right(3, 0)] }
    })
}

#[test]
fn castling_features() {
    let slots = |layout: ChessLayout, rights| -> Vec<usize> {
        layout.castling(rights).map(Feature::slot).collect()
    };
    let all = CastlingRights::STANDARD;
    assert_eq!(slots(ChessLayout::POLYGLOT, all), [768, 769, 770, 771]);
    assert_eq!(slots(ChessLayout::POLYGLOT_SETS, all), [783]);
    assert_eq!(slots(ChessLayout::POLYGLOT_SETS, CastlingRights::NONE), [768]);
    assert_eq!(slots(ChessLayout::ZOBRIST, all), [775, 768, 783, 776]);
    let inner = CastlingRights { white: [Some(4), Some(0)], black: [None, None] };
    assert_eq!(slots(ChessLayout::POLYGLOT, inner), [768, 769]);
    assert_eq!(slots(ChessLayout::ZOBRIST, inner), [772, 768]);
}

#[test]
fn every_feature_has_words_of_its_own() {
    for (layout, size) in LAYOUTS {
        let words: BTreeSet<String> =
            layout.layout().features().map(|f| layout.describe(f).to_string()).collect();
        assert_eq!(words.len(), size);
    }
    let layout = ChessLayout::ZOBRIST;
    let say = |feature: Option<Feature>| layout.describe(feature.unwrap()).to_string();
    assert_eq!(say(Some(layout.piece(Color::Black, Role::Queen, 59))), "black queen d8");
    assert_eq!(say(layout.turn(Color::Black)), "black to move");
    assert_eq!(say(layout.en_passant(4)), "en passant file e");
    assert_eq!(say(layout.variant(Variant::Atomic)), "variant atomic");
    assert_eq!(
        say(layout.pocket(Color::Black, Role::Pawn, 4).next()),
        "black pawns in the pocket, bit 2"
    );
    assert_eq!(
        say(layout.castling(CastlingRights::STANDARD).last()),
        "castling right black rook a8"
    );
    let polyglot = Polyglot::LAYOUT;
    assert_eq!(polyglot.describe(Feature::from_slot(0)).to_string(), "black pawn a1");
    assert_eq!(polyglot.describe(Feature::from_slot(64)).to_string(), "white pawn a1");
    assert_eq!(
        polyglot.describe(Feature::from_slot(769)).to_string(),
        "castling right white O-O-O"
    );
    assert_eq!(polyglot.describe(Feature::from_slot(780)).to_string(), "white to move");
    assert_eq!(
        polyglot.describe(Feature::from_slot(781)).to_string(),
        "slot 781 (outside the layout)"
    );
}

/// Frozen: a change here is a new scheme.
#[test]
fn schemes_are_what_they_were() {
    fn line(scheme: &impl Scheme) -> String {
        format!("{} {}", scheme.name(), scheme.fingerprint())
    }
    assert_eq!(
        [
            line(&Polyglot),
            line(&Fide),
            line(&Fen),
            line(&Zobrist::<u32>::new()),
            line(&Zobrist::<u64>::new()),
            line(&Zobrist::<u128>::new()),
        ],
        [
            "polyglot 327e71f38b43a493",
            "fide 6003b7b89e3ccabf",
            "fen ddd8e0fb274ef41a",
            "zobrist ddc313930b4913f5",
            "zobrist da9c45f6164d001a",
            "zobrist 18e050ff652bb80e",
        ]
    );
}

#[test]
fn guarantees_and_ranks() {
    assert_eq!(Zobrist::<u32>::new().guarantee(), Guarantee::Independent(7));
    assert_eq!(Zobrist::<u64>::new().guarantee(), Guarantee::Independent(13));
    assert_eq!(Zobrist::<u128>::new().guarantee(), Guarantee::Independent(25));
    assert_eq!(Wide(Polyglot).guarantee(), Guarantee::Independent(25));
    assert_eq!(Polyglot.guarantee(), Guarantee::None);
    assert_eq!(rank(Zobrist::<u32>::new().keys()), 32);
    assert_eq!(rank(Zobrist::<u64>::new().keys()), 64);
    assert_eq!(rank(Zobrist::<u128>::new().keys()), 128);
    assert_eq!(rank(Polyglot.keys()), 64);
    assert_eq!(rank(Wide(Fen).keys()), 128);
}

/// The smallest dependency of Polyglot's keys: these eight XOR to zero.
#[test]
fn eight_of_polyglots_keys_are_dependent() {
    let keys = [62, 64, 141, 366, 370, 480, 598, 731].map(|slot| Polyglot.keys()[slot]);
    assert_eq!(keys.into_iter().fold(0, |sum, key| sum ^ key), 0);
    assert_eq!(rank(&keys), 7);
}
