//! The laws that the fuzz targets of `fuzz/` try to break, as properties: of arbitrary
//! bytes, of texts that are almost right, and of games that were played.

mod hasher;
mod pgn_text;
mod playout;
mod position;
mod replay;
mod scanner;

use proptest::prelude::*;

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..300)
}

fn playout_pgn() -> impl Strategy<Value = String> {
    playout::playout().prop_map(|game| game.pgn())
}

proptest! {
    #[test]
    fn scanner_of_bytes(text in bytes()) {
        scanner::law(&text);
    }

    #[test]
    fn scanner_of_pgn_text(text in pgn_text::text()) {
        scanner::law(&text);
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
    fn hasher_of_bytes(changes in bytes()) {
        hasher::law(&changes);
    }
}
