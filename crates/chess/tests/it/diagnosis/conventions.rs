//! Each convention alone, and several together.

use zobrist_chess::{
    Castling, Color, Corner, EnPassant, EnPassantKeys, Part, Pieces, RightOrder, Run, Squares, Turn,
};

use super::positions::{PARTS, hashed, keys, positions, scheme, sentences, with};

const PIECES: Pieces = Pieces::of("PNBRQKpnbrqk");
const RULES: [EnPassant; 3] = [EnPassant::Always, EnPassant::PseudoLegal, EnPassant::Legal];

/// Hashes by other parts with the same keys, and says which sentences are found.
#[track_caller]
fn found(parts: &[Part], others: &[Part], bits: u32) -> Vec<String> {
    let keys = keys(parts, bits);
    let other = scheme(others, EnPassant::Always, bits, &keys);
    let samples = hashed(&other, &positions(100, 1));
    sentences(&scheme(parts, EnPassant::Always, bits, &keys), &samples)
}

#[test]
fn a_scheme_that_fits_has_no_differences() {
    for bits in [32, 64, 128] {
        assert_eq!(found(&PARTS, &PARTS, bits), [""; 0]);
    }
}

#[test]
fn another_order_of_pieces_is_found() {
    for bits in [32, 64, 128] {
        for order in ["pPnNbBrRqQkK", "kqrbnpKQRBNP", "PNBRQKpnbrkq", "NPBRQKpnbrqk"] {
            let others = with(&PARTS, Part::Pieces(Pieces::of(order)));
            assert_eq!(
                found(&PARTS, &others, bits),
                [format!("the pieces are keyed in another order: order = \"{order}\"")]
            );
        }
    }
}

#[test]
fn each_order_of_squares_and_each_index_is_found_from_each_other() {
    let corners = [(Corner::A1, "a1"), (Corner::H1, "h1"), (Corner::A8, "a8"), (Corner::H8, "h8")];
    let mut pieces = Vec::new();
    for (first, corner) in corners {
        for (run, name) in [(Run::Rank, "rank"), (Run::File, "file")] {
            let sentence = format!(
                "the squares are counted from {corner} along the {name}: \
                 squares = {{ first = \"{corner}\", run = \"{name}\" }}"
            );
            let on = PIECES.on(Squares { first, run });
            pieces.extend([(on, sentence.clone()), (on.by_square(), sentence)]);
        }
    }
    for (given, _) in &pieces {
        let parts = with(&PARTS, Part::Pieces(*given));
        for (other, squares) in &pieces {
            let mut expected = Vec::new();
            if given.squares() != other.squares() {
                expected.push(squares.as_str());
            }
            if given.is_by_square() != other.is_by_square() {
                expected.push(match other.is_by_square() {
                    true => {
                        "the keys of the pieces on one square follow one another: \
                             index = \"square-piece\""
                    }
                    false => {
                        "the keys of one piece on all squares follow one another: \
                              index = \"piece-square\""
                    }
                });
            }
            assert_eq!(found(&parts, &with(&PARTS, Part::Pieces(*other)), 64), expected);
        }
    }
}

#[test]
fn the_turn_of_the_other_side_is_found() {
    for color in Color::ALL {
        for bits in [32, 64, 128] {
            let parts = with(&PARTS, Part::Turn(Turn::Of(!color)));
            let others = with(&PARTS, Part::Turn(Turn::Of(color)));
            assert_eq!(
                found(&parts, &others, bits),
                [format!("the turn is keyed for {color}: key-for = \"{color}\"")]
            );
        }
    }
}

#[test]
fn another_order_of_rights_is_found() {
    for (order, part) in [("QKqk", "order"), ("kqKQ", "order"), ("KkQq", "order")] {
        let order_of = RightOrder::parse(order).unwrap();
        let others = with(&PARTS, Part::Castling(Castling::Rights(order_of)));
        assert_eq!(
            found(&PARTS, &others, 64),
            [format!("the castling rights are keyed in another order: {part} = \"{order}\"")]
        );
        let sets = with(&PARTS, Part::Castling(Castling::Sets(RightOrder::STANDARD)));
        let others = with(&PARTS, Part::Castling(Castling::Sets(order_of)));
        for bits in [32, 64, 128] {
            assert_eq!(
                found(&sets, &others, bits),
                [format!(
                    "castling is keyed by sets in another order: keys = \"sets\", \
                     order = \"{order}\""
                )]
            );
        }
    }
}

#[test]
fn each_rule_of_captures_is_found_from_each_other() {
    let keyed = [
        EnPassantKeys::File,
        EnPassantKeys::Square,
        EnPassantKeys::CapturedPawn,
        EnPassantKeys::CapturingPawn,
        EnPassantKeys::Slots,
    ];
    for part in keyed {
        let parts = with(&PARTS, Part::EnPassant(part));
        let keys = keys(&parts, 64);
        for given in RULES {
            for rule in RULES {
                let samples = hashed(&scheme(&parts, rule, 64, &keys), &positions(200, 2));
                // Pawns that stand beside are the same by both rules.
                let is_beside =
                    |rule| part == EnPassantKeys::CapturingPawn && rule != EnPassant::Legal;
                let expected = match rule {
                    _ if rule == given || is_beside(rule) && is_beside(given) => None,
                    EnPassant::Always if !is_beside(rule) => {
                        Some("en passant counts after every double step: counts = \"always\"")
                    }
                    EnPassant::Always | EnPassant::PseudoLegal => {
                        Some("en passant counts where a pawn stands beside: counts = \"beside\"")
                    }
                    EnPassant::Legal => {
                        Some("en passant counts where the capture is legal: counts = \"legal\"")
                    }
                };
                let expected: Vec<&str> = expected.into_iter().collect();
                let given = scheme(&parts, given, 64, &keys);
                assert_eq!(sentences(&given, &samples), expected, "{part:?} {rule:?}");
            }
        }
    }
}

#[test]
fn several_differences_are_found_together() {
    let squares = Squares { first: Corner::A8, run: Run::Rank };
    let others = [
        Part::Pieces(Pieces::of("pPnNbBrRqQkK").on(squares).by_square()),
        Part::Castling(Castling::Sets(RightOrder::parse("qkQK").unwrap())),
        Part::EnPassant(EnPassantKeys::File),
        Part::Turn(Turn::Of(Color::White)),
    ];
    let parts = with(&PARTS, Part::Castling(Castling::Sets(RightOrder::STANDARD)));
    for bits in [32, 64, 128] {
        let keys = keys(&parts, bits);
        let other = scheme(&others, EnPassant::Legal, bits, &keys);
        let given = scheme(&parts, EnPassant::Always, bits, &keys);
        assert_eq!(
            sentences(&given, &hashed(&other, &positions(200, 3))),
            [
                "the pieces are keyed in another order: order = \"pPnNbBrRqQkK\"",
                "the squares are counted from a8 along the rank: \
                 squares = { first = \"a8\", run = \"rank\" }",
                "the keys of the pieces on one square follow one another: index = \"square-piece\"",
                "the turn is keyed for white: key-for = \"white\"",
                "castling is keyed by sets in another order: keys = \"sets\", order = \"qkQK\"",
                "en passant counts where the capture is legal: counts = \"legal\"",
            ]
        );
    }
}

#[test]
fn the_order_of_the_parts_is_found() {
    let keys = keys(&PARTS, 64);
    let given = scheme(&PARTS, EnPassant::Always, 64, &keys);
    for order in [[0, 1, 3, 2], [3, 0, 1, 2], [1, 0, 3, 2], [2, 3, 1, 0]] {
        let others = order.map(|part| PARTS[part]);
        let samples = hashed(&scheme(&others, EnPassant::Always, 64, &keys), &positions(100, 17));
        let names = order.map(|part| ["pieces", "castling", "en-passant", "turn"][part]);
        assert_eq!(
            sentences(&given, &samples),
            [format!("the parts have their keys in another order: layout = {names:?}")]
        );
    }
}

#[test]
fn the_order_of_the_parts_is_found_with_other_differences() {
    let given = [&PARTS[..], &[Part::NoPawns]].concat();
    let others = [
        Part::Turn(Turn::Of(Color::White)),
        Part::EnPassant(EnPassantKeys::File),
        Part::Pieces(Pieces::of("pPnNbBrRqQkK")),
        Part::Castling(Castling::Rights(RightOrder::STANDARD)),
        Part::NoPawns,
    ];
    let keys = keys(&given, 64);
    let other = scheme(&others, EnPassant::Legal, 64, &keys);
    let samples = hashed(&other, &positions(100, 18));
    assert_eq!(
        sentences(&scheme(&given, EnPassant::Always, 64, &keys), &samples),
        [
            "the parts have their keys in another order: \
             layout = [\"turn\", \"en-passant\", \"pieces\", \"castling\", \"no-pawns\"]",
            "the pieces are keyed in another order: order = \"pPnNbBrRqQkK\"",
            "the turn is keyed for white: key-for = \"white\"",
            "en passant counts where the capture is legal: counts = \"legal\"",
        ]
    );
}
