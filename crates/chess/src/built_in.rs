//! The schemes that have names: those that are compiled in, and those that are composed.

use alloc::borrow::ToOwned;
use alloc::vec;
use alloc::vec::Vec;

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
    pub const NAMES: [&str; 9] = [
        "polyglot",
        "fide",
        "fen",
        "zobrist",
        "stockfish-15.1",
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
            "stockfish-15.1" => stockfish_15_1(),
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

/// The hash that Stockfish 15.1 prints as `Key`, with the hashes of pawns and material that it
/// keeps beside it.
///
/// The clock has no drawn keys: the program makes them by a congruential generator from the index.
fn stockfish_15_1() -> ComposedScheme {
    let layout = ChessLayout::STOCKFISH_15_1;
    let is_drawn = |part: &Part| !matches!(part, Part::Clock(_));
    let drawn: Vec<_> = layout.parts().filter(is_drawn).filter_map(Part::kind).collect();
    let mut keys = SOURCE.words(Layout::of(&drawn), 64);
    let count = layout.layout().len() - keys.len();
    keys.extend((0..count as u64).map(|index| {
        let key = index.wrapping_mul(6_364_136_223_846_793_005);
        u128::from(key.wrapping_add(1_442_695_040_888_963_407))
    }));
    let of = |roles: &[Role]| {
        let all =
            Color::ALL.into_iter().flat_map(|color| roles.iter().map(move |role| (color, *role)));
        all.fold(PieceSet::NONE, |set, (color, role)| set.with(color, role))
    };
    let pawn = SecondaryKey {
        name: "pawn".to_owned(),
        pieces: of(&[Role::Pawn]),
        by_count: false,
        counts: CountKeys::default(),
        also: vec![Also::NoPawns],
    };
    let material = SecondaryKey {
        name: "material".to_owned(),
        pieces: of(&Role::ALL),
        by_count: true,
        counts: CountKeys::default(),
        also: Vec::new(),
    };
    composed("stockfish-15.1", layout, EnPassant::PseudoLegal, &keys)
        .from_source(SOURCE)
        .with_secondary(vec![material, pawn])
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
