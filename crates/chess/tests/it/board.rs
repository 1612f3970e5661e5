//! The published Polyglot positions, hashed from a board of our own: what an engine
//! without any rules library does.

use zobrist::Hasher;
use zobrist_chess::{CastlingRights, Color, EnPassant, Polyglot, Role};

/// Enough of FEN for the published vectors.
fn hash(fen: &str) -> u64 {
    let fields: Vec<&str> = fen.split(' ').collect();
    let layout = Polyglot::LAYOUT;
    let mut hasher = Hasher::new(Polyglot);
    let turn = if fields[1] == "w" { Color::White } else { Color::Black };
    let mut pawns_to_move = 0;
    for (rank, row) in fields[0].split('/').rev().enumerate() {
        let mut file = 0;
        for letter in row.chars() {
            match "pnbrqk".find(letter.to_ascii_lowercase()) {
                None => file += letter.to_digit(10).unwrap() as usize,
                Some(role) => {
                    let color =
                        if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
                    if role == 0 && color == turn {
                        pawns_to_move |= 1_u64 << (8 * rank + file);
                    }
                    hasher.insert(layout.piece(color, Role::ALL[role], 8 * rank + file));
                    file += 1;
                }
            }
        }
    }
    let right = |letter, file| fields[2].contains(letter).then_some(file);
    let rights = CastlingRights {
        white: [right('K', 7), right('Q', 0)],
        black: [right('k', 7), right('q', 0)],
    };
    hasher.insert_all(layout.castling(rights));
    if fields[3] != "-" {
        let file = fields[3].as_bytes()[0] - b'a';
        if EnPassant::is_pseudo_legal(file, turn, pawns_to_move) {
            hasher.insert_all(layout.en_passant(file.into()));
        }
    }
    hasher.insert_all(layout.turn(turn));
    hasher.hash()
}

#[test]
fn the_nine_published_positions() {
    let lines = include_str!("../vectors/polyglot.csv").lines().skip(1);
    let mut count = 0;
    for line in lines {
        let (expected, fen) = line.split_once(',').unwrap();
        assert_eq!(format!("{:016x}", hash(fen)), expected, "{fen}");
        count += 1;
    }
    assert_eq!(count, 9);
}

#[test]
fn pseudo_legal_en_passant_does_not_wrap_around_the_board() {
    // A pawn on h5 does not stand beside one on a5, nor on the rank below.
    assert!(!EnPassant::is_pseudo_legal(0, Color::White, 1 << 39));
    assert!(!EnPassant::is_pseudo_legal(0, Color::White, 1 << 31));
    assert!(!EnPassant::is_pseudo_legal(7, Color::White, 1 << 32));
    assert!(!EnPassant::is_pseudo_legal(7, Color::White, 1 << 40));
    assert!(EnPassant::is_pseudo_legal(0, Color::White, 1 << 33));
    assert!(EnPassant::is_pseudo_legal(7, Color::Black, 1 << 30));
    assert!(!EnPassant::is_pseudo_legal(7, Color::Black, 1 << 24));
}
