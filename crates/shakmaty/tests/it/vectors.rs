//! Hashes that were computed without this project: by python-chess, and by a second implementation
//! of the scheme `zobrist`. `vectors/README.md` describes their origin.

use shakmaty::fen::Fen as FenText;
use shakmaty::san::San;
use shakmaty::variant::{Variant, VariantPosition};
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position};
use zobrist::{Key, Keys};
use zobrist_chess::{AnyScheme, Fen, Fide, Polyglot, Scheme, Wide, Zobrist};
use zobrist_shakmaty::{Hashed, hash};

const POLYGLOT: &str = include_str!("../vectors/polyglot.csv");
const FIDE: &str = include_str!("../vectors/fide.csv");
const FEN: &str = include_str!("../vectors/fen.csv");
const STOCKFISH: &str = include_str!("../vectors/stockfish.csv");
const ZOBRIST: &str = include_str!("../vectors/zobrist.csv");

/// The lines after the header, as fields.
fn rows<const N: usize>(csv: &'static str) -> impl Iterator<Item = [&'static str; N]> {
    csv.lines().skip(1).map(|line| {
        let fields: Vec<&str> = line.split(',').collect();
        fields.try_into().unwrap_or_else(|_| panic!("{line}"))
    })
}

fn read(variant: Variant, fen: &str) -> VariantPosition {
    let setup =
        fen.parse::<FenText>().unwrap_or_else(|error| panic!("{fen}: {error}")).into_setup();
    let mode = CastlingMode::detect(&setup);
    VariantPosition::from_setup(variant, setup, mode)
        .unwrap_or_else(|error| panic!("{variant} {fen}: {error}"))
}

fn chess(fen: &str) -> Chess {
    match read(Variant::Chess, fen) {
        VariantPosition::Chess(position) => position,
        _ => unreachable!("chess was asked for"),
    }
}

/// Number of rows that agree with a scheme, and number of all rows.
fn agreement<S: Scheme + Keys<Key = u64>>(scheme: &S, csv: &'static str) -> (usize, usize) {
    let agrees =
        |[expected, fen]: [&str; 2]| format!("{:016x}", hash(scheme, &chess(fen))) == expected;
    (rows(csv).filter(|row| agrees(*row)).count(), rows::<2>(csv).count())
}

fn assert_all<S: Scheme + Keys<Key = u64>>(scheme: &S, csv: &'static str) {
    for [expected, fen] in rows(csv) {
        assert_eq!(
            format!("{:016x}", hash(scheme, &chess(fen))),
            expected,
            "{} {fen}",
            scheme.name()
        );
    }
}

#[test]
fn polyglot() {
    assert_all(&Polyglot, POLYGLOT);
    assert!(rows::<2>(POLYGLOT).count() >= 300);
    let published = [
        "463b96181691fc9c",
        "823c9b50fd114196",
        "0756b94461c50fb0",
        "662fafb965db29d4",
        "22a48b5a8e47ff78",
        "652a607ca3f242c1",
        "00fdd303c946bdd9",
        "3c8123ea7b067637",
        "5c3f9b829b279560",
    ];
    let first: Vec<&str> = rows(POLYGLOT).map(|[hash, _]| hash).take(9).collect();
    assert_eq!(first, published);
}

/// The keys of pawns and material, too, where the program prints them.
#[test]
fn stockfish() {
    let mut lines = STOCKFISH.lines();
    let header: Vec<&str> = lines.next().unwrap().split(',').skip(1).collect();
    let schemes: Vec<_> = header
        .iter()
        .map(|column| {
            let (name, key) = column.split_once(' ').unwrap_or((column, ""));
            let scheme = AnyScheme::named(name).expect("a built-in scheme").to_composed();
            if key.is_empty() { scheme } else { scheme.secondary(key).expect("a secondary key") }
        })
        .collect();
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    assert_eq!((rows.len(), header.len()), (200, 8));
    for row in rows {
        let position = chess(row[0]);
        for ((scheme, column), expected) in schemes.iter().zip(&header).zip(&row[1..]) {
            let hash = hash(scheme, &position).to_word();
            assert_eq!(&format!("{hash:016x}"), expected, "{column}: {}", row[0]);
        }
    }
}

#[test]
fn fide() {
    assert_all(&Fide, FIDE);
}

#[test]
fn fen() {
    assert_all(&Fen, FEN);
}

/// The control: the files distinguish the three rules on en passant.
#[test]
fn no_scheme_agrees_with_the_vectors_of_another() {
    let differs = |(agreed, all): (usize, usize)| assert!(all > 300 && agreed + 100 < all);
    differs(agreement(&Polyglot, FIDE));
    differs(agreement(&Fen, FIDE));
    differs(agreement(&Fide, FEN));
    let (agreed, all) = agreement(&Polyglot, FEN);
    assert!(agreed + 40 < all);
    let (agreed, all) = agreement(&Fen, POLYGLOT);
    assert!(agreed < all);
    let (agreed, all) = agreement(&Fide, POLYGLOT);
    assert!(agreed < all);
}

#[test]
fn zobrist() {
    let mut of_variant = [0; Variant::ALL.len()];
    for [variant, bits, expected, fen] in rows(ZOBRIST) {
        let variant = Variant::from_uci(variant).unwrap_or_else(|error| panic!("{error}"));
        let position = read(variant, fen);
        let found = match bits {
            "32" => format!("{:08x}", hash(&Zobrist::<u32>::new(), &position)),
            "64" => format!("{:016x}", hash(&Zobrist::<u64>::new(), &position)),
            "128" => format!("{:032x}", hash(&Zobrist::<u128>::new(), &position)),
            _ => panic!("keys of {bits} bits"),
        };
        assert_eq!(found, expected, "{variant} {fen}");
        of_variant[variant as usize] += 1;
    }
    assert!(of_variant.iter().all(|count| *count >= 75), "{of_variant:?}");
}

/// Two move orders lead to one position by the Laws of Chess and to two by Polyglot.
#[test]
fn a_pinned_pawn_separates_move_orders_by_polyglot_alone() {
    const FILE_KEPT: &str = "Nf3 Nf6 c4 Nc6 Qb3 e5 Qe3 e4 d4";
    const FILE_GONE: &str = "c4 e5 d4 Nc6 Qd3 Nf6 Nf3 e4 Qe3";
    fn after<S: Scheme>(scheme: &S, moves: &str) -> Hashed<S, Chess> {
        let mut game = Hashed::new(scheme.clone(), Chess::default());
        for san in moves.split(' ') {
            let san: San = san.parse().expect("a move in SAN");
            game.play_unchecked(san.to_move(game.position()).expect("a legal move"));
        }
        game
    }
    assert_eq!(after(&Polyglot, FILE_KEPT).hash(), 0x4d4c_9437_aef0_f22c);
    assert_eq!(after(&Polyglot, FILE_GONE).hash(), 0x51d5_4ae4_9248_628d);
    assert_eq!(after(&Fen, FILE_KEPT).hash(), 0x4d4c_9437_aef0_f22c);
    assert_eq!(after(&Fen, FILE_GONE).hash(), 0x51d5_4ae4_9248_628d);

    // The pawn on e4 is pinned: no capture is legal, and Fide leaves the file out.
    let by_laws = after(&Fide, FILE_KEPT);
    assert_eq!(by_laws.position().ep_square(EnPassantMode::Legal), None);
    assert_eq!(by_laws.hash(), 0x51d5_4ae4_9248_628d);
    assert_eq!(after(&Fide, FILE_GONE).hash(), by_laws.hash());
    assert_eq!(after(&Wide(Fide), FILE_KEPT).hash(), after(&Wide(Fide), FILE_GONE).hash());
    assert_eq!(
        after(&Zobrist::<u64>::new(), FILE_KEPT).hash(),
        after(&Zobrist::<u64>::new(), FILE_GONE).hash()
    );
    assert_ne!(after(&Wide(Polyglot), FILE_KEPT).hash(), after(&Wide(Polyglot), FILE_GONE).hash());
}

/// Polyglot's castling keys name a side and no rook.
#[test]
fn polyglot_does_not_distinguish_castling_rooks() {
    let outer = chess("r1k1r2r/8/8/8/8/8/8/R1K1R2R w KQkq - 0 1");
    let inner = chess("r1k1r2r/8/8/8/8/8/8/R1K1R2R w EAea - 0 1");
    assert_ne!(outer.castles().castling_rights(), inner.castles().castling_rights());
    assert_eq!(hash(&Polyglot, &outer), 0x227d_043b_0ca7_5733);
    assert_eq!(hash(&Polyglot, &inner), 0x227d_043b_0ca7_5733);
    assert_eq!(hash(&Wide(Fide), &outer), hash(&Wide(Fide), &inner));
    assert_ne!(hash(&Zobrist::<u32>::new(), &outer), hash(&Zobrist::<u32>::new(), &inner));
    assert_ne!(hash(&Zobrist::<u64>::new(), &outer), hash(&Zobrist::<u64>::new(), &inner));
    assert_ne!(hash(&Zobrist::<u128>::new(), &outer), hash(&Zobrist::<u128>::new(), &inner));
}
