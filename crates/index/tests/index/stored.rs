//! An index that was stored when its version of the format was new: every later version must read
//! it.

use std::fs;
use std::path::{Path, PathBuf};

use shakmaty::variant::{Variant, VariantPosition};
use shakmaty::{Chess, Position};
use zobrist_index::{GameResult, Index, SchemeId, Select};

use crate::recount::{Tables, games};
use crate::tables;
use crate::tool::faults;

const STORED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/stored");

fn stored() -> PathBuf {
    Path::new(STORED).join("index")
}

/// Copies an index, since a check locks the folder.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let place: PathBuf = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &place);
        } else {
            fs::copy(&path, &place).unwrap();
        }
    }
}

#[test]
fn a_stored_index_is_opened_and_has_no_fault() {
    let index = Index::open(stored()).unwrap();
    assert_eq!((index.scheme().name(), index.games()), ("fide", 25));
    assert_eq!((index.version(), index.info().segments), (1, 2));
    let sources: Vec<_> =
        index.sources().iter().map(|source| (&*source.file, source.games)).collect();
    assert_eq!(sources, [("engine.pgn", 12), ("kinds.pgn", 13)]);
    let folder = tempfile::tempdir().unwrap();
    copy(&stored(), folder.path());
    assert_eq!(faults(folder.path()), Vec::<String>::new());
}

#[test]
fn a_stored_index_answers() {
    let index = Index::open(stored()).unwrap();
    let moves = |position: &VariantPosition| {
        let moves = index.moves(position).unwrap();
        let counts = moves.iter().map(|count| {
            let counts =
                [count.counts.white, count.counts.draws, count.counts.black, count.counts.unknown];
            (
                count.played.to_string(),
                counts,
                count.counts.elo_sum,
                count.counts.elo_count,
                count.counts.years,
            )
        });
        counts.collect::<Vec<_>>()
    };
    let mut position = VariantPosition::new(Variant::Chess);
    let played = moves(&position);
    assert_eq!(played.iter().map(|row| row.1.iter().sum::<u64>()).sum::<u64>(), ALL_FROM_START);
    let most_played = ("e2e4".to_owned(), [2, 0, 4, 0], 24_114, 12, Some((2024, 2025)));
    assert_eq!(played[0], most_played);
    for san in ["d4", "c6"] {
        let m = san.parse::<shakmaty::san::San>().unwrap().to_move(&position).unwrap();
        position = position.play(m).unwrap();
    }
    let found = index.games_with(&position, 9).unwrap();
    let (ply, game) = (found[0].ply, &found[0].game);
    assert_eq!((ply, game.game_id, game.result), (2, 0, GameResult::Black));
    assert_eq!(game.white_name.as_deref(), Some("Stockfish 15.1 (1621)"));
    assert_eq!((game.white_elo, game.black_elo), (Some(1621), Some(2182)));
    assert_eq!(
        (game.date.as_deref(), &*game.file, game.offset),
        (Some("2025.06.08"), "engine.pgn", 0)
    );
    assert_eq!(game.game, 1);
    assert_eq!(game.moves.len(), 78);
    assert_eq!(game.tags, "{\"Termination\":\"checkmate\"}");

    let atomic = moves(&VariantPosition::new(Variant::Atomic));
    assert_eq!(atomic, [("g1f3".to_owned(), [0, 0, 1, 0], 0, 0, None)]);
    assert!(
        index.games_with(&Chess::default(), usize::MAX).unwrap().len() as u64 >= ALL_FROM_START
    );
}

/// Number of games that begin with a move from the start position of chess.
const ALL_FROM_START: u64 = 13;

#[test]
fn every_row_of_a_stored_index_is_that_of_a_recount() {
    tables::assert_equal(&tables::read(&stored()), &recounted());
}

/// The tables that the games of the stored index have.
fn recounted() -> Tables {
    let names = ["engine.pgn", "kinds.pgn"];
    let texts = names.map(|name| fs::read_to_string(Path::new(STORED).join(name)).unwrap());
    assert_eq!(texts.iter().map(|text| games(text).len()).sum::<usize>(), 25);
    let files = names.into_iter().zip(texts.iter().map(|text| &**text));
    Tables::of(files, SchemeId::Fide, Select::default())
}
