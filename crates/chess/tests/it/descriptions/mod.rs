//! Schemes described by a file: the grammar, its errors, and the canonical text.
#![cfg(feature = "file")]

mod errors;
mod forms;
mod keys;
mod named;
mod page;
mod piece_tables;
mod slots;
mod texts;

use zobrist::{Combine, Group, Key, Source};
use zobrist_chess::{
    Castling, CastlingRights, ChessLayout, Color, ComposedScheme, EnPassant, EnPassantCapture,
    EnPassantKeys, Part, Pieces, PositionParts, RightOrder, Scheme, SchemeDescription, Turn,
    Variant,
};

/// The file of the documentation.
const ROOKIE: &str = r#"name     = "rookie"
bits     = 64
combine  = "xor"
keys     = { source = "xoshiro256++", seed = 42, draw = "sequential" }
layout   = ["pieces", "turn", "castling", "en-passant"]
[pieces]
order    = "PNBRQKpnbrqk"
squares  = { first = "a1", run = "rank" }
index    = "piece-square"
[turn]
key-for  = "black"
[castling]
keys     = "sets"
order    = "KQkq"
[en-passant]
keys     = "file"
counts   = "always"
"#;

fn parsed(text: &str) -> SchemeDescription {
    SchemeDescription::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn composed(text: &str) -> ComposedScheme {
    parsed(text).compose(None).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn error(text: &str) -> String {
    match SchemeDescription::parse(text) {
        Ok(_) => panic!("parsed:\n{text}"),
        Err(error) => error.to_string(),
    }
}

fn words<S: Scheme>(scheme: &S) -> Vec<u128> {
    scheme.keys().iter().map(|key| key.to_word()).collect()
}

/// The pieces of the start position, or what is left of them on the squares of `kept`.
fn start(kept: u64) -> PositionParts {
    let files = [0xff, 0x42, 0x24, 0x81, 0x08, 0x10];
    let white = [files[0] << 8, files[1], files[2], files[3], files[4], files[5]];
    let black = white.map(u64::swap_bytes);
    let pieces = [black.map(|set| set & kept), white.map(|set| set & kept)];
    let mut start = PositionParts::new(pieces, Color::White);
    start.castling = CastlingRights::STANDARD;
    start
}

/// After 1.e4 a6 2.e5 d5: White may capture on d6.
fn capture() -> PositionParts {
    let mut position = start(u64::MAX);
    position.pieces[Color::White as usize][0] ^= 1 << 12 | 1 << 36;
    position.pieces[Color::Black as usize][0] ^= 1 << 48 | 1 << 40 | 1 << 51 | 1 << 35;
    position.en_passant = Some(EnPassantCapture::new(3, 1 << 36));
    position.castling.black[0] = None;
    position.halfmoves = 31;
    position
}

fn positions() -> Vec<PositionParts> {
    let mut variant = start(0x1234_5678_9abc_def0);
    variant.turn = Color::Black;
    variant.castling = CastlingRights { white: [None, Some(2)], black: [Some(5), None] };
    variant.promoted = 0x30;
    variant.pockets[1][2] = 5;
    variant.checks = [3, 1];
    variant.variant = Variant::Crazyhouse;
    variant.halfmoves = 150;
    vec![start(u64::MAX), capture(), variant]
}

fn hash<S: Scheme>(scheme: &S, position: &PositionParts) -> u128 {
    let mut sum = S::Key::ZERO;
    scheme.for_each_feature(position, |feature| sum = sum.plus(scheme.key(feature)));
    sum.to_word()
}

/// All that is said of a scheme is equal, and so are its hashes.
fn assert_equal<A: Scheme, B: Scheme>(a: &A, b: &B) {
    assert_eq!(a.name(), b.name());
    assert_eq!(a.bits(), b.bits());
    assert_eq!(a.layout(), b.layout());
    let (one, other) = (a.chess_layout(), b.chess_layout());
    assert_eq!(one.pieces(), other.pieces());
    assert_eq!(one.castling_keys(), other.castling_keys());
    assert_eq!(one.en_passant_keys(), other.en_passant_keys());
    assert_eq!(one.turn_keys(), other.turn_keys());
    assert_eq!(one.clock(), other.clock());
    assert_eq!(a.en_passant(), b.en_passant());
    assert_eq!(words(a), words(b));
    for position in positions() {
        assert_eq!(hash(a, &position), hash(b, &position));
    }
}

#[test]
fn the_example_is_the_scheme_that_it_describes() {
    let scheme = composed(ROOKIE);
    let layout = ChessLayout::of(&[
        Part::Pieces(Pieces::of("PNBRQKpnbrqk")),
        Part::Turn(Turn::Of(Color::Black)),
        Part::Castling(Castling::Sets(RightOrder::STANDARD)),
        Part::EnPassant(EnPassantKeys::File),
    ]);
    let source = Source::xoshiro256_plus_plus(42).sequential();
    let keys = source.words(layout.layout(), 64);
    let expected =
        ComposedScheme::new("rookie", layout, EnPassant::Always, 64, Combine::Xor, &keys).unwrap();
    assert_equal(&scheme, &expected);
    assert_eq!(scheme.source(), Some(source));
    assert_eq!(scheme.combine(), Combine::Xor);
    // It is written as it was read.
    assert_eq!(parsed(ROOKIE).to_string(), ROOKIE);
    assert_eq!(SchemeDescription::of(&scheme.into()).to_string(), ROOKIE);
}

#[test]
fn defaults_can_be_left_out() {
    let short = r#"
        name = "rookie"
        layout = ["pieces", "turn", "castling", "en-passant"] # in this order
        keys = { source = "xoshiro256plusplus", draw = "sequential", seed = 0x2a }
        turn.key-for = "black"
        pieces.order = "PNBRQKpnbrqk"
        castling.keys = "sets"
        en-passant = { keys = "file", counts = "always" }
    "#;
    assert_eq!(parsed(short).to_string(), ROOKIE);
    assert_eq!(composed(short).fingerprint(), composed(ROOKIE).fingerprint());
}
