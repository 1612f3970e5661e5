//! Tables of keys of pieces with places of no feature, as boards with a border and rows for no
//! piece have.

use zobrist::source::SplitMix64;
use zobrist_chess::{AnyScheme, ComposedScheme, Scheme, SchemeDescription};

/// A description with these fields of the pieces.
fn description(keys: &str, pieces: &str) -> SchemeDescription {
    let text = format!(
        "name = \"table\"\nkeys = {keys}\nlayout = [\"turn\", \"pieces\"]\n\
         [pieces]\n{pieces}\n[turn]\nkey-for = \"black\"\n"
    );
    SchemeDescription::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn numbers(count: usize) -> Vec<u128> {
    let mut random = SplitMix64::new(120);
    (0..count).map(|_| random.next_u64().into()).collect()
}

fn words(scheme: &ComposedScheme) -> Vec<u128> {
    scheme.keys().iter().map(|key| key.word()).collect()
}

const FILE: &str = "{ file = \"keys.hex\" }";

/// The place of each key in a list, by the piece and the square (from a1) of its feature.
#[track_caller]
fn assert_places(pieces: &str, count: usize, place: impl Fn(usize, usize) -> usize) {
    let description = description(FILE, pieces);
    assert_eq!(description.keys_needed(), 1 + count);
    assert_eq!(description.keys_layout().kind_named("piece").unwrap().size(), count);
    let keys = numbers(1 + count);
    let scheme = description.compose(Some(&keys)).unwrap();
    assert_eq!(words(&scheme)[0], keys[0]);
    let layout = scheme.chess_layout();
    for (piece, letter) in "PNBRQKpnbrqk".chars().enumerate() {
        for square in 0..64 {
            let place_in_order = layout.pieces().letters().iter().position(|l| *l == letter);
            let (color, role) = layout.pieces().order()[place_in_order.unwrap()];
            let slot = layout.piece(color, role, square).slot();
            assert_eq!(words(&scheme)[slot], keys[1 + place(piece, square)], "{letter} {square}");
        }
    }
    // The file is written again, and the canonical text has the keys of features alone.
    let again = SchemeDescription::parse(&description.to_string()).unwrap();
    assert_eq!(again.piece_table, description.piece_table);
    let text = scheme.to_text();
    assert!(!text.contains("board"), "{text}");
    let canonical = SchemeDescription::parse(&text).unwrap();
    assert_eq!(words(&canonical.compose(None).unwrap()), words(&scheme));
    let shown = SchemeDescription::of(&AnyScheme::from(scheme.clone()));
    assert_eq!(words(&shown.compose(None).unwrap()), words(&scheme));
}

#[test]
fn a_board_with_a_border_has_places_of_no_square() {
    // [13][120], the first row being that of the empty square.
    assert_places("order = \".PNBRQKpnbrqk\"\nboard = \"10x12\"", 13 * 120, |piece, square| {
        120 * (piece + 1) + 21 + 10 * (square / 8) + square % 8
    });
    // [128][12], from a8.
    let by_square = "order = \"PNBRQKpnbrqk\"\nsquares = { first = \"a8\" }\nboard = \"0x88\"\n\
                     index = \"square-piece\"";
    assert_places(by_square, 12 * 128, |piece, square| {
        12 * (16 * (7 - square / 8) + square % 8) + piece
    });
}

#[test]
fn a_row_of_no_piece_is_left_out() {
    // [2][8][64], by color and the number of a piece from 1.
    assert_places("order = \".PNBRQK..pnbrqk.\"", 16 * 64, |piece, square| {
        64 * (8 * (piece / 6) + 1 + piece % 6) + square
    });
    // Interleaved colors, after two rows of no piece.
    assert_places("order = \"..PpNnBbRrQqKk\"", 14 * 64, |piece, square| {
        64 * (2 + 2 * (piece % 6) + piece / 6) + square
    });
}

/// The square between the color and the role: `[6][64][2]` and `[2][64][6]`, also with rows of no
/// piece, on other boards, and with Black first.
#[test]
fn colors_or_roles_take_turns_on_each_square() {
    let colors = "order = \"PpNnBbRrQqKk\"\nindex = \"role-square-color\"";
    assert_places(colors, 768, |piece, square| 2 * (64 * (piece % 6) + square) + piece / 6);
    let colors = "order = \"..pPnNbBrRqQkK\"\nsquares = { first = \"a8\" }\nboard = \"10x12\"\n\
                  index = \"role-square-color\"";
    assert_places(colors, 7 * 120 * 2, |piece, square| {
        let place = 21 + 10 * (7 - square / 8) + square % 8;
        2 * (120 * (1 + piece % 6) + place) + (1 - piece / 6)
    });
    let roles = "order = \"KQRBNPkqrbnp\"\nindex = \"color-square-role\"";
    assert_places(roles, 768, |piece, square| 6 * (64 * (piece / 6) + square) + 5 - piece % 6);
    let roles = "order = \".PNBRQK..pnbrqk.\"\nboard = \"0x88\"\nindex = \"color-square-role\"";
    assert_places(roles, 2 * 128 * 8, |piece, square| {
        8 * (128 * (piece / 6) + 16 * (square / 8) + square % 8) + 1 + piece % 6
    });
}

/// A program that has no other use for the row of no piece keys captures en passant by it.
#[test]
fn the_row_of_no_piece_has_the_keys_of_en_passant() {
    for (pieces, count, place) in [
        (
            "order = \".PNBRQKpnbrqk\"\nboard = \"10x12\"",
            13 * 120,
            (|square| 21 + 10 * (square / 8) + square % 8) as fn(usize) -> usize,
        ),
        // The first of two rows, by square.
        (
            "order = \"PNBRQKpnbrqk..\"\nsquares = { first = \"a8\" }\nindex = \"square-piece\"",
            14 * 64,
            |square| 14 * (8 * (7 - square / 8) + square % 8) + 12,
        ),
    ] {
        let text = format!(
            "name = \"table\"\nkeys = {FILE}\nlayout = [\"pieces\"]\n[pieces]\n{pieces}\n[en-passant]\n\
             keys = \"square\"\ntable = \"pieces\"\ncounts = \"always\"\n"
        );
        let description = SchemeDescription::parse(&text).unwrap();
        assert_eq!(description.keys_needed(), count);
        let keys = numbers(count);
        let scheme = description.compose(Some(&keys)).unwrap();
        // After the keys of the pieces, one for each square.
        assert_eq!(scheme.keys().len(), 768 + 64);
        for square in 0..64 {
            let slot = 768 + scheme.chess_layout().pieces().squares().index(square);
            assert_eq!(words(&scheme)[slot], keys[place(square)], "{square}");
        }
        let position = super::capture();
        let mut without = position;
        without.en_passant = None;
        let [with, without] = [position, without].map(|position| super::hash(&scheme, &position));
        assert_eq!(with ^ without, keys[place(43)]);
        let again = SchemeDescription::parse(&description.to_string()).unwrap();
        assert_eq!(again.to_string(), description.to_string());
        assert_eq!(words(&again.compose(Some(&keys)).unwrap()), words(&scheme));
        let canonical = SchemeDescription::parse(&scheme.to_text()).unwrap();
        assert_eq!(words(&canonical.compose(None).unwrap()), words(&scheme));
    }
}

/// A program draws for all places of its table.
#[test]
fn a_source_draws_for_places_of_no_feature() {
    let source = "{ source = \"splitmix64\", seed = 120, draw = \"sequential\" }";
    let pieces = "order = \".PNBRQKpnbrqk\"\nboard = \"10x12\"";
    let drawn = description(source, pieces).compose(None).unwrap();
    let listed = description(FILE, pieces).compose(Some(&numbers(1 + 13 * 120))).unwrap();
    assert_eq!(words(&drawn), words(&listed));
    // The source makes other keys for the layout alone.
    assert_eq!(drawn.source(), None);
}

#[test]
fn other_orders_and_boards_are_refused() {
    for (pieces, expected) in [
        ("order = \".PNBRQKpnbrq\"", "the twelve letters"),
        ("order = \"PNBRQKpnbrqk\"\nboard = \"9x9\"", "\"8x8\", \"10x12\" or \"0x88\""),
        (&*format!("order = \"{}PNBRQKpnbrqk\"", ".".repeat(53)), "the twelve letters"),
        ("order = \"PNBRQKpnbrqk\"\nindex = \"role-square-color\"", "the colors of each role"),
        ("order = \"PpnNBbRrQqKk\"\nindex = \"role-square-color\"", "the colors of each role"),
        ("order = \".PpNnBbRrQqKk.\"\nindex = \"role-square-color\"", "the colors of each role"),
        ("order = \".PpNnBbRrQqKk\"\nindex = \"role-square-color\"", "the colors of each role"),
        ("order = \"PpNnBbRrQqKk\"\nindex = \"color-square-role\"", "the roles of one color"),
        ("order = \"PNBRQKpnbrkq\"\nindex = \"color-square-role\"", "the roles of one color"),
        ("order = \"PNBRQKpnbrqk.\"\nindex = \"color-square-role\"", "the roles of one color"),
    ] {
        let text =
            format!("name = \"table\"\nkeys = {FILE}\nlayout = [\"pieces\"]\n[pieces]\n{pieces}\n");
        let error = SchemeDescription::parse(&text).unwrap_err();
        assert!(error.expected.starts_with(expected), "{error}");
    }
}
