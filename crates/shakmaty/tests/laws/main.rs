//! The laws of the fuzz targets in `fuzz/`, as properties of arbitrary bytes, of nearly valid
//! texts, and of random games.

mod fen;
mod fen_lines;
mod hasher;
mod pgn;
mod pgn_text;
mod playout;
mod position;
mod replay;
mod scanner;
mod strict;

use proptest::prelude::*;
use zobrist::Hasher;
use zobrist_chess::Zobrist;
use zobrist_shakmaty::pgn::replay_game;
use zobrist_shakmaty::{
    GameOptions, GameVisitor, HashablePosition, Hashed, hash, read_variant_position,
};

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..300)
}

/// Pieces of PGN syntax in any order.
fn syntax() -> impl Strategy<Value = Vec<u8>> {
    let pieces: &[&str] = &[
        "\n",
        "\n",
        "\n\n",
        "\r\n",
        "\r\n\r\n",
        "[Event \"a\"]",
        "[A \"b\"]",
        "[A",
        "\"]",
        "[",
        "]",
        "\"",
        "\\",
        "{",
        "}",
        "{c}",
        "(",
        ")",
        ";",
        "%",
        "\n%",
        "\u{feff}",
        "\x1a",
        " ",
        "\r",
        "$",
        "1.",
        "e4",
        "x",
        "*",
    ];
    prop::collection::vec(prop::sample::select(pieces), 0..16)
        .prop_map(|pieces| pieces.concat().into_bytes())
}

/// Pieces of EPD syntax in any order.
fn operations() -> impl Strategy<Value = String> {
    let pieces: &[&str] = &[
        " ",
        " ",
        ";",
        ";",
        "\"",
        "bm e4",
        "id \"a;b\"",
        "c0",
        "moves",
        "é",
        "\t",
        "_",
        "-",
        "+0+0",
    ];
    prop::collection::vec(prop::sample::select(pieces), 0..10).prop_map(|pieces| pieces.concat())
}

fn playout_pgn() -> impl Strategy<Value = String> {
    playout::playout().prop_map(|game| game.pgn())
}

/// The hash of the last position.
struct LastHash(u64);

impl GameVisitor<Zobrist<u64>, Hasher<Zobrist<u64>>> for LastHash {
    fn position<P: HashablePosition>(
        &mut self,
        _: usize,
        _: Option<shakmaty::Move>,
        position: &Hashed<Zobrist<u64>, P>,
    ) {
        self.0 = position.hash();
    }
}

proptest! {
    /// Legal games must be accepted, of which the laws say nothing.
    #[test]
    fn random_games_are_accepted(game in playout::playout()) {
        let expected = hash(&Zobrist::<u64>::new(), &game.end);
        let mut options = GameOptions::default();
        options.allow_variants = true;
        let mut last = LastHash(0);
        let scheme = Zobrist::<u64>::new();
        let hasher = Hasher::new(scheme);
        let plies = replay_game(&scheme, game.pgn().as_bytes(), options, hasher, &mut last);
        prop_assert_eq!(plies.unwrap(), Some(game.moves.len()));
        prop_assert_eq!(last.0, expected);
        let fen = game.fen();
        let read = read_variant_position(fen.as_bytes(), game.variant, None);
        prop_assert_eq!(hash(&Zobrist::<u64>::new(), &read.unwrap()), expected);
    }

    #[test]
    fn scanner_of_bytes(text in bytes()) {
        scanner::law(&text);
    }

    #[test]
    fn laws_of_games_of_syntax(text in syntax()) {
        scanner::law(&text);
        pgn::law(&text);
        replay::law(&text);
    }

    #[test]
    fn scanner_of_pgn_text(text in pgn_text::text()) {
        scanner::law(&text);
    }

    #[test]
    fn pgn_of_bytes(text in bytes()) {
        pgn::law(&text);
    }

    #[test]
    fn pgn_of_pgn_text(text in pgn_text::text()) {
        pgn::law(&text);
    }

    #[test]
    fn pgn_of_damaged_games(text in playout::damaged(playout_pgn())) {
        pgn::law(&text);
    }

    #[test]
    fn replay_of_bytes(text in bytes()) {
        replay::law(&text);
    }

    #[test]
    fn replay_of_pgn_text(text in pgn_text::text()) {
        replay::law(&text);
    }

    #[test]
    fn replay_of_games(text in playout_pgn()) {
        replay::law(text.as_bytes());
    }

    #[test]
    fn replay_of_damaged_games(text in playout::damaged(playout_pgn())) {
        replay::law(&text);
    }

    #[test]
    fn position_of_bytes(line in bytes()) {
        position::law(&line);
    }

    #[test]
    fn position_of_games(line in playout::playout().prop_map(|game| game.fen())) {
        position::law(line.as_bytes());
    }

    #[test]
    fn position_of_damaged_lines(
        line in playout::damaged(playout::playout().prop_map(|game| game.fen() + " bm e4;")),
    ) {
        position::law(&line);
    }

    #[test]
    fn fen_of_bytes(line in bytes()) {
        fen::law(&line);
    }

    #[test]
    fn fen_of_games(line in playout::playout().prop_map(|game| game.fen())) {
        fen::law(line.as_bytes());
    }

    #[test]
    fn fen_of_damaged_lines(
        line in playout::damaged(playout::playout().prop_map(|game| game.fen())),
    ) {
        fen::law(&line);
    }

    #[test]
    fn strict_of_bytes(line in bytes()) {
        strict::law(&line);
    }

    #[test]
    fn strict_of_games(game in playout::playout(), operations in operations()) {
        strict::law((game.fen() + &operations).as_bytes());
    }

    #[test]
    fn strict_of_damaged_lines(
        line in playout::damaged(
            (playout::playout(), operations()).prop_map(|(game, end)| game.fen() + &end),
        ),
    ) {
        strict::law(&line);
    }

    #[test]
    fn hasher_of_bytes(changes in bytes()) {
        hasher::law(&changes);
    }
}
