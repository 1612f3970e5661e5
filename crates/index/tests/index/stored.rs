//! Indexes that earlier builds wrote, one of each version: every later version must read them.

use std::fs;
use std::path::{Path, PathBuf};

use parquet::record::Field;
use shakmaty::variant::{Variant, VariantPosition};
use shakmaty::{Chess, Position};
use zobrist_index::{
    BuildOptions, GameResult, Index, IndexBuilder, IndexError, MergeOptions, SchemeId, Select,
};

use crate::recount::{Tables, games};
use crate::rewritten;
use crate::tables;
use crate::tool::{bytes, faults, merge, threads};

const STORED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/stored");

/// The folders of the stored indexes, of the same games.
const FOLDERS: [&str; 2] = ["index-v1", "index-v2"];

fn stored(folder: &str) -> Index {
    Index::open(Path::new(STORED).join(folder)).unwrap()
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

/// Copies the index to a folder in which it can be locked and changed.
pub(crate) fn copy_to(folder: &Path) {
    copy(&Path::new(STORED).join("index-v1"), folder);
}

#[test]
fn stored_indexes_are_opened_and_have_no_fault() {
    for (stored_in, version) in FOLDERS.into_iter().zip([1, 2]) {
        let index = stored(stored_in);
        assert_eq!((index.scheme().name(), index.games()), ("fide", 25));
        assert_eq!((index.version(), index.info().segments), (version, 2));
        let sources: Vec<_> =
            index.sources().iter().map(|source| (&*source.file, source.games)).collect();
        assert_eq!(sources, [("engine.pgn", 12), ("kinds.pgn", 13)]);
        let folder = tempfile::tempdir().unwrap();
        copy(&Path::new(STORED).join(stored_in), folder.path());
        assert_eq!(faults(folder.path()), Vec::<String>::new());
    }
}

#[test]
fn stored_indexes_answer() {
    FOLDERS.into_iter().for_each(answers);
}

fn answers(stored_in: &str) {
    let index = stored(stored_in);
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
    // Version 1 does not have it.
    assert_eq!(game.game, (stored_in != "index-v1").then_some(1));
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
fn every_row_of_the_stored_indexes_is_that_of_a_recount() {
    let expected = recounted().of_version_1();
    tables::assert_equal(&tables::read(&Path::new(STORED).join("index-v1")), &expected);
    tables::assert_equal(&tables::read(&Path::new(STORED).join("index-v2")), &recounted());
}

/// The tables that the games of the stored index have.
fn recounted() -> Tables {
    let names = ["engine.pgn", "kinds.pgn"];
    let texts = names.map(|name| fs::read_to_string(Path::new(STORED).join(name)).unwrap());
    assert_eq!(texts.iter().map(|text| games(text).len()).sum::<usize>(), 25);
    let files = names.into_iter().zip(texts.iter().map(|text| &**text));
    Tables::of(files, SchemeId::Fide, Select::default())
}

#[test]
fn a_stored_index_of_version_1_is_not_added_to() {
    let folder = tempfile::tempdir().unwrap();
    copy_to(folder.path());
    let before = bytes(folder.path());
    let error = IndexBuilder::append(folder.path(), BuildOptions::default()).err().unwrap();
    assert!(matches!(&error, IndexError::OldVersion(path) if path == folder.path()), "{error:?}");
    let message = error.to_string().replace(&*folder.path().to_string_lossy(), "FOLDER");
    assert_eq!(
        message,
        "FOLDER: expected an index of format version 2, got version 1, which can only be read; \
         merge it, which writes version 2"
    );
    assert!(bytes(folder.path()) == before);
}

/// Whether or not it fits into the memory at once, and into how many files it is written.
#[test]
fn a_stored_index_is_merged_into_the_present_version() {
    let old = stored("index-v1");
    let games: Vec<_> = old.game_batches().flat_map(Result::unwrap).collect();
    for (memory, files) in
        [(1, None), (1 << 30, None), (1 << 30, Some(3)), (1, Some(300)), (1 << 30, Some(300))]
    {
        let folder = tempfile::tempdir().unwrap();
        copy_to(folder.path());
        let mut options = MergeOptions::default();
        (options.memory, options.files) = (memory, files.map(threads));
        zobrist_index::merge(folder.path(), options).unwrap();
        let manifest = tables::manifest(folder.path());
        assert_eq!(manifest["version"], 2);
        let expected = recounted().of_unknown_numbers();
        tables::assert_equal(&tables::read(folder.path()), &expected);
        assert_eq!(faults(folder.path()), Vec::<String>::new());
        let index = Index::open(folder.path()).unwrap();
        assert_eq!((index.games(), index.info().segments), (25, 1));
        let files = files.unwrap_or(1);
        assert_eq!((index.info().positions.files, index.info().occurrences.files), (files, files));
        assert_eq!(index.sources(), old.sources());
        // The same games with the same numbers: both read the same columns.
        assert_eq!(index.game_batches().flat_map(Result::unwrap).collect::<Vec<_>>(), games);
        assert!(games.iter().all(|game| game.game.is_none()));
        let start = Chess::default();
        assert_eq!(index.moves(&start).unwrap(), old.moves(&start).unwrap());
        assert_eq!(index.games_with(&start, 99).unwrap(), old.games_with(&start, 99).unwrap());
        // And it can be added to.
        let mut builder = IndexBuilder::append(folder.path(), BuildOptions::default()).unwrap();
        builder.add_pgn("more.pgn", b"1. h4 *\n").unwrap();
        builder.finish().unwrap();
        let game = Index::open(folder.path()).unwrap().game(25).unwrap();
        assert_eq!((game.game_id, game.game), (25, Some(1)));
        assert_eq!(faults(folder.path()), Vec::<String>::new());
    }
}

#[test]
fn a_stored_index_is_replaced_by_one_of_the_present_version() {
    let folder = tempfile::tempdir().unwrap();
    copy_to(folder.path());
    let mut options = BuildOptions::default();
    assert!(matches!(
        IndexBuilder::create(folder.path(), options.clone()).err(),
        Some(IndexError::Exists(_))
    ));
    options.replace = true;
    let mut builder = IndexBuilder::create(folder.path(), options).unwrap();
    builder.add_pgn("games.pgn", b"1. h4 *\n").unwrap();
    builder.finish().unwrap();
    assert_eq!(tables::manifest(folder.path())["version"], 2);
    assert_eq!(Index::open(folder.path()).unwrap().games(), 1);
    assert_eq!(faults(folder.path()), Vec::<String>::new());
    assert_eq!(bytes(folder.path()).len(), 4, "files of the old index are left");
}

/// Two columns of version 2 are among the other tags in version 1, wherever they stand there.
#[test]
fn tags_of_a_stored_index_become_columns() {
    let folder = tempfile::tempdir().unwrap();
    copy_to(folder.path());
    let path = folder.path().join("games/000001-000.parquet");
    let mut rows = rewritten::rows(&path);
    let columns = tables::metadata(&path).file_metadata().schema_descr().columns().to_vec();
    let tags = columns.iter().position(|column| column.name() == "tags").unwrap();
    let texts = [
        r#"{"UTCDate":"2025.06.07","Termination":"checkmate","TimeControl":"60+1"}"#,
        r#"{"Termination":"TimeControl","TimeControl":"-"}"#,
    ];
    for (row, text) in rows.iter_mut().zip(texts) {
        row[tags] = Field::Str(text.to_owned());
    }
    rewritten::write(&path, &rows, None);
    rewritten::know_version_1(folder.path(), &path);
    let check = || {
        let index = Index::open(folder.path()).unwrap();
        let columns = [0, 1, 2].map(|number| {
            let game = index.game(number).unwrap();
            (game.utc_date, game.time_control, game.tags)
        });
        let text = |text: &str| Some(text.to_owned());
        let checkmate = r#"{"Termination":"checkmate"}"#.to_owned();
        assert_eq!(columns[0], (text("2025.06.07"), text("60+1"), checkmate));
        assert_eq!(columns[1], (None, text("-"), r#"{"Termination":"TimeControl"}"#.to_owned()));
        assert_eq!((&columns[2].0, &columns[2].1), (&None, &None));
        assert_eq!(faults(folder.path()), Vec::<String>::new());
    };
    check();
    merge(folder.path(), 1 << 24, 1).unwrap();
    assert_eq!(tables::manifest(folder.path())["version"], 2);
    check();
    let games = tables::read(folder.path()).games;
    assert_eq!(
        (games[0].text("UTCDate"), games[0].text("TimeControl")),
        (Some("2025.06.07"), Some("60+1"))
    );
}

/// Pages of version 1 have no checksums: those of its files are compared before they get new ones.
#[test]
fn damage_to_a_stored_index_is_not_merged() {
    let folder = tempfile::tempdir().unwrap();
    copy_to(folder.path());
    let before = bytes(folder.path());
    for (path, whole) in before.iter().filter(|(path, _)| !path.ends_with("manifest.json")) {
        for at in (0..whole.len()).step_by(whole.len() / 40) {
            let mut damaged = whole.clone();
            damaged[at] ^= 1 << (at % 8);
            fs::write(path, damaged).unwrap();
            let error = merge(folder.path(), 1 << 24, 1).unwrap_err();
            assert!(matches!(error, IndexError::Damaged { .. }), "{error}");
            assert_eq!(faults(folder.path()).len(), 1);
        }
        fs::write(path, whole).unwrap();
    }
    assert!(bytes(folder.path()) == before);
}
