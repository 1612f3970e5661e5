//! The schemes that have names: those that are compiled in, and those that are composed.

use alloc::vec;
use alloc::vec::Vec;

use zobrist::source::Mt19937;
use zobrist::{Combine, Layout, Source};

use crate::any_scheme::AnyScheme;
use crate::composed::ComposedScheme;
use crate::layout::{ChessLayout, Part};
use crate::scheme::{CAPACITY, SEED};
use crate::scheme_id::SchemeId;
use crate::secondary::{Also, CountKeys, PieceSet, SecondaryKey};
use crate::stockfish::SOURCE;
use crate::vocabulary::{Color, EnPassant, Role};

impl AnyScheme {
    /// The names of the built-in schemes, in the order in which they are listed.
    pub const NAMES: [&str; 13] = [
        "polyglot",
        "fide",
        "fen",
        "zobrist",
        "stockfish-1.9",
        "stockfish-2.3",
        "stockfish-11",
        "stockfish-15.1",
        "stockfish-18",
        "chess-768",
        "chess-793",
        "chess-832",
        "chess-896",
    ];

    /// Returns the built-in scheme of a name, in 64 bits; `None` if there is none.
    /// `docs/schemes.md` specifies each.
    ///
    /// ```
    /// use zobrist_chess::AnyScheme;
    ///
    /// let scheme = AnyScheme::named("chess-832").unwrap();
    /// assert_eq!(scheme.layout().layout().to_string(), "832 = piece 768 + empty 64");
    /// assert!(AnyScheme::NAMES.into_iter().all(|name| AnyScheme::named(name).is_some()));
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Option<AnyScheme> {
        if let Ok(id) = name.parse::<SchemeId>() {
            return Some(AnyScheme::from(id));
        }
        let scheme = match name {
            "stockfish-1.9" => stockfish_1_9(),
            "stockfish-2.3" => stockfish_2_3(),
            "stockfish-11" => stockfish_11(),
            "stockfish-15.1" => stockfish_15_1(),
            "stockfish-18" => stockfish_18(),
            "chess-768" => of_code(name, ChessLayout::CHESS_768),
            "chess-793" => of_code(name, ChessLayout::POLYGLOT_SETS),
            "chess-832" => of_code(name, ChessLayout::CHESS_832),
            "chess-896" => of_code(name, ChessLayout::CHESS_896),
            _ => return None,
        };
        Some(AnyScheme::from(scheme))
    }
}

/// A scheme with the keys of the default source, and the Laws' rule of en passant.
fn of_code(name: &str, layout: ChessLayout) -> ComposedScheme {
    let source = Source::bch(SEED, CAPACITY);
    let keys = source.words(layout.layout(), 64);
    composed(name, layout, EnPassant::Legal, &keys).from_source(source)
}

/// The keys of the first versions by RKISS, which makes 73 rounds before the first; [`Jsf64`] makes
/// 20 of them.
///
/// [`Jsf64`]: zobrist::source::Jsf64
const RKISS: Source = Source::jsf64(0xd4e1_2c77).sequential().skip(53);

/// The hash of Stockfish 1.9, with those of pawns and material that it keeps beside it.
///
/// Its table of pieces is `[2][8][64]`: keys are drawn for rows of no piece, too.
fn stockfish_1_9() -> ComposedScheme {
    let mut generator = Mt19937::from_key(&[0x123, 0x234, 0x345, 0x456]);
    let mut keys = Vec::new();
    for row in 0..16 {
        let drawn = [(); 64].map(|()| u128::from(generator.next_u64()));
        if (1..=6).contains(&(row % 8)) {
            keys.extend(drawn);
        }
    }
    let layout = ChessLayout::STOCKFISH_1_9;
    keys.extend((keys.len()..layout.layout().len()).map(|_| u128::from(generator.next_u64())));
    composed("stockfish-1.9", layout, EnPassant::PseudoLegal, &keys)
        .with_secondary(vec![by_count(pieces(&ROLES_BUT_KING), 0), pawns(Vec::new())])
}

/// The hash of Stockfish 2.3, with those of pawns and material that it keeps beside it.
fn stockfish_2_3() -> ComposedScheme {
    let layout = ChessLayout::STOCKFISH_2_3;
    let keys = RKISS.words(layout.layout(), 64);
    composed("stockfish-2.3", layout, EnPassant::PseudoLegal, &keys)
        .from_source(RKISS)
        .with_secondary(vec![by_count(pieces(&ROLES_BUT_KING), 0), pawns(Vec::new())])
}

/// The hash that Stockfish 11 prints as `Key`, with those of pawns and material.
fn stockfish_11() -> ComposedScheme {
    let layout = ChessLayout::STOCKFISH_2020;
    let keys = SOURCE.words(layout.layout(), 64);
    composed("stockfish-11", layout, EnPassant::PseudoLegal, &keys)
        .from_source(SOURCE)
        .with_secondary(vec![by_count(pieces(&Role::ALL), 0), pawns(vec![Also::NoPawns])])
}

/// The hash that Stockfish 15.1 prints as `Key`, with the hashes of pawns and material that it
/// keeps beside it.
fn stockfish_15_1() -> ComposedScheme {
    stockfish_with_clock("stockfish-15.1", EnPassant::PseudoLegal)
        .with_secondary(vec![by_count(pieces(&Role::ALL), 0), pawns(vec![Also::NoPawns])])
}

/// The hash that Stockfish 18 prints as `Key`, with those that it keeps beside it.
fn stockfish_18() -> ComposedScheme {
    let of_color = |name: &str, color| {
        let roles = Role::ALL.into_iter().filter(|role| *role != Role::Pawn);
        SecondaryKey::new(name, roles.fold(PieceSet::NONE, |set, role| set.with(color, role)))
    };
    stockfish_with_clock("stockfish-18", EnPassant::Legal).with_secondary(vec![
        by_count(pieces(&Role::ALL), 8),
        SecondaryKey::new("minor", pieces(&[Role::Knight, Role::Bishop])),
        of_color("nonpawn-black", Color::Black),
        of_color("nonpawn-white", Color::White),
        pawns(vec![Also::NoPawns]),
    ])
}

/// A hash with the halfmove clock, which has no drawn keys: the program makes them by a
/// congruential generator from the index.
fn stockfish_with_clock(name: &str, en_passant: EnPassant) -> ComposedScheme {
    let layout = ChessLayout::STOCKFISH_15_1;
    let is_drawn = |part: &Part| !matches!(part, Part::Clock(_));
    let drawn: Vec<_> = layout.parts().filter(is_drawn).filter_map(Part::kind).collect();
    let mut keys = SOURCE.words(Layout::of(&drawn), 64);
    let count = layout.layout().len() - keys.len();
    keys.extend((0..count as u64).map(|index| {
        let key = index.wrapping_mul(6_364_136_223_846_793_005);
        u128::from(key.wrapping_add(1_442_695_040_888_963_407))
    }));
    composed(name, layout, en_passant, &keys).from_source(SOURCE)
}

const ROLES_BUT_KING: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// Pieces of these roles, of both colors.
fn pieces(roles: &[Role]) -> PieceSet {
    let all = Color::ALL.into_iter().flat_map(|color| roles.iter().map(move |role| (color, *role)));
    all.fold(PieceSet::NONE, |set, (color, role)| set.with(color, role))
}

/// The hash of pawns.
fn pawns(also: Vec<Also>) -> SecondaryKey {
    SecondaryKey { also, ..SecondaryKey::new("pawn", pieces(&[Role::Pawn])) }
}

/// The hash of material, whose first key is that of a square number.
fn by_count(pieces: PieceSet, offset: u8) -> SecondaryKey {
    let counts = CountKeys { offset, ..CountKeys::default() };
    SecondaryKey { by_count: true, counts, ..SecondaryKey::new("material", pieces) }
}

fn composed(
    name: &str,
    layout: ChessLayout,
    en_passant: EnPassant,
    keys: &[u128],
) -> ComposedScheme {
    ComposedScheme::new(name, layout, en_passant, 64, Combine::Xor, keys)
        .expect("a built-in scheme has a key of 64 bits for each feature")
}
