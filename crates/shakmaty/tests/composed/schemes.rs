//! Schemes that have every part and every convention of a layout between them.

use zobrist::{Combine, Source};
use zobrist_chess::{
    Castling, ChessLayout, Clock, Color, ComposedScheme, Corner, EnPassant, EnPassantKeys, Part,
    Pieces, RightOrder, Run, Squares, Turn,
};

const PIECES: Part = Part::Pieces(Pieces::of("PNBRQKpnbrqk"));
const OTHER_PIECES: Part = Part::Pieces(
    Pieces::of("kqrbnpKQRBNP").on(Squares { first: Corner::A8, run: Run::File }).by_square(),
);
const RIGHTS: Part = Part::Castling(Castling::Rights(RightOrder::STANDARD));
const KINGS: Part = Part::Castling(Castling::Kings);
const FILES: Part = Part::EnPassant(EnPassantKeys::File);
const SQUARES: Part = Part::EnPassant(EnPassantKeys::Square);
const CAPTURED: Part = Part::EnPassant(EnPassantKeys::CapturedPawn);
const CAPTURING: Part = Part::EnPassant(EnPassantKeys::CapturingPawn);
const BLACK: Part = Part::Turn(Turn::Of(Color::Black));
const BOTH: Part = Part::Turn(Turn::Both);

fn sets() -> Part {
    Part::Castling(Castling::Sets(RightOrder::parse("qKkQ").unwrap()))
}

/// Layouts under names.
pub(crate) fn layouts() -> Vec<(&'static str, ChessLayout)> {
    let clock = |from, step, count| Part::Clock(Clock::new(from, step, count));
    vec![
        ("slots", ChessLayout::CHESS_768),
        ("slots-empty", ChessLayout::CHESS_832),
        ("kings", ChessLayout::CHESS_896),
        ("sets", ChessLayout::of(&[OTHER_PIECES, sets(), FILES, BLACK])),
        ("sets-both", ChessLayout::of(&[BOTH, sets(), FILES, Part::NoEnPassant, PIECES])),
        ("squares", {
            let rooks = Part::Castling(Castling::RookSquares);
            ChessLayout::of(&[Part::Start, OTHER_PIECES, rooks, SQUARES, Part::NoEnPassant, BLACK])
        }),
        ("squares-no-turn", ChessLayout::of(&[PIECES, RIGHTS, SQUARES])),
        ("capturing", ChessLayout::of(&[PIECES, RIGHTS, CAPTURING, BLACK])),
        ("capturing-all", {
            let none = Part::NoEnPassant;
            ChessLayout::of(&[OTHER_PIECES, KINGS, CAPTURING, none, Part::EmptySquares, BOTH])
        }),
        ("capturing-no-turn", ChessLayout::of(&[PIECES, KINGS, CAPTURING, Part::NoEnPassant])),
        ("captured", {
            let none = Part::NoEnPassant;
            ChessLayout::of(&[OTHER_PIECES, KINGS, CAPTURED, none, Part::EmptySquares, BOTH])
        }),
        ("no-turn", ChessLayout::of(&[PIECES, RIGHTS, FILES])),
        ("no-castling", ChessLayout::of(&[PIECES, Part::NoEnPassant, BOTH, Part::Start])),
        ("pieces", ChessLayout::of(&[PIECES])),
        ("clock", ChessLayout::of(&[PIECES, RIGHTS, FILES, BLACK, clock(3, 2, 5)])),
        ("clock-all", ChessLayout::of(&[PIECES, KINGS, CAPTURED, BLACK, clock(0, 4, 3)])),
    ]
}

pub(crate) fn scheme(
    name: &str,
    layout: ChessLayout,
    rule: EnPassant,
    bits: u32,
    source: Source<'static>,
) -> ComposedScheme {
    let keys = source.words(layout.layout(), bits);
    ComposedScheme::new(name, layout, rule, bits, Combine::Xor, &keys).unwrap().from_source(source)
}

/// Each layout with each rule.
pub(crate) fn schemes() -> impl Iterator<Item = ComposedScheme> {
    layouts().into_iter().flat_map(|(name, layout)| {
        [EnPassant::PseudoLegal, EnPassant::Legal, EnPassant::Always]
            .map(|rule| scheme(name, layout, rule, 64, Source::splitmix64(1)))
    })
}
