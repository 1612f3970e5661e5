//! However the work is divided, the tables are the same.

use zobrist_index::{BuildOptions, Index, SchemeId, Select};

use crate::recount::Tables;
use crate::tables;
use crate::tool::{Folder, append, build, bytes, faults, feed, merge, sample, threads};

#[test]
fn threads_and_memory_change_no_row() {
    let text = sample(120);
    let mut all = Vec::new();
    for (count, memory, at_once) in [(1, 1 << 30, 120), (3, 1 << 30, 7), (2, 1, 1), (1, 1 << 18, 5)]
    {
        let folder = Folder::new();
        let mut options = BuildOptions::default();
        (options.threads, options.memory) = (threads(count), memory);
        let files = [folder.games("games.pgn", &text)];
        let mut builder = build(&folder.index(), options, &files);
        feed(&mut builder, &files, at_once, usize::MAX);
        builder.finish().unwrap();
        let index = Index::open(folder.index()).unwrap();
        assert_eq!(index.info().segments, 1);
        assert_eq!(faults(&folder.index()), Vec::<String>::new());
        let mut tables = tables::read(&folder.index());
        tables.games.iter_mut().for_each(|game| game.file.clear());
        all.push(tables);
    }
    let expected = Tables::of([("", &*text)], SchemeId::Fide, Select::default());
    for tables in &all {
        tables::assert_equal(tables, &expected);
    }
}

/// Visits of many games at once are divided in several pieces, each with its left-out games.
#[test]
fn games_at_once_or_a_few_at_a_time_are_the_same() {
    let text = sample(400) + &sample(700);
    let [all, few] = [1100, 7].map(|at_once| {
        let folder = Folder::new();
        let mut options = BuildOptions::default();
        options.select.dedup = Some(zobrist_index::Duplicates::Exact);
        let files = [folder.games("games.pgn", &text)];
        let mut builder = build(&folder.index(), options, &files);
        feed(&mut builder, &files, at_once, usize::MAX);
        let built = builder.finish().unwrap();
        assert_eq!((built.games, built.duplicates), (700, 400));
        let mut tables = tables::read(&folder.index());
        tables.games.iter_mut().for_each(|game| game.file.clear());
        tables
    });
    assert!(few.occurrences.len() > 2 << 15);
    tables::assert_equal(&all, &few);
}

#[test]
fn the_same_games_give_the_same_bytes() {
    let text = sample(600);
    let folders = [1, 2, 3, 5].map(|count| {
        let folder = Folder::new();
        let mut options = BuildOptions::default();
        options.threads = threads(count);
        let mut builder = build(&folder.index(), options, &[]);
        let replayed = builder.replayer().replay_text("games.pgn", text.as_bytes());
        builder.add(replayed).unwrap();
        builder.finish().unwrap();
        let files = bytes(&folder.index());
        files
            .into_iter()
            .map(|(path, bytes)| (path.file_name().unwrap().to_owned(), bytes))
            .collect::<Vec<_>>()
    });
    let positions = folders[0].iter().find(|(name, _)| name != "manifest.json").unwrap();
    assert!(positions.1.len() > 100_000, "{} bytes are one row group", positions.1.len());
    assert!(folders.iter().all(|files| *files == folders[0]));
}

#[test]
fn what_is_added_counts_with_the_rest() {
    let texts = [sample(30), TEXT.to_owned(), sample(45)];
    let folder = Folder::new();
    let files: Vec<_> =
        (0..).zip(&texts).map(|(n, t)| folder.games(&format!("{n}.pgn"), t)).collect();
    let options = BuildOptions::default();
    let mut builder = build(&folder.index(), options.clone(), &files[..1]);
    feed(&mut builder, &files[..1], 10, usize::MAX);
    builder.finish().unwrap();
    for file in &files[1..] {
        let mut options = options.clone();
        // The scheme is that of the index.
        options.scheme = SchemeId::Polyglot.into();
        options.memory = 1;
        let file = std::slice::from_ref(file);
        let mut builder = append(&folder.index(), options, file);
        assert_eq!(builder.scheme().name(), "fide");
        feed(&mut builder, file, 10, usize::MAX);
        let built = builder.finish().unwrap();
        assert_eq!(
            built.games,
            crate::recount::games(&std::fs::read_to_string(&file[0]).unwrap()).len() as u64
        );
    }
    let names: Vec<_> = files.iter().map(|file| file.to_string_lossy().into_owned()).collect();
    let expected = Tables::of(
        names.iter().map(|name| &**name).zip(texts.iter().map(|text| &**text)),
        SchemeId::Fide,
        Select::default(),
    );
    let index = Index::open(folder.index()).unwrap();
    assert_eq!((index.info().segments, index.info().games.files), (3, 1 + 1 + 5));
    let sources: Vec<_> = index.sources().iter().map(|s| (&*s.file, s.games, s.rejected)).collect();
    assert_eq!(sources, [(&*names[0], 30, 0), (&*names[1], 1, 0), (&*names[2], 45, 0)]);
    tables::assert_equal(&tables::read(&folder.index()), &expected);
    assert_eq!(faults(&folder.index()), Vec::<String>::new());

    merge(folder.index(), 1, 2).unwrap();
    tables::assert_equal(&tables::read(&folder.index()), &expected);
    assert_eq!(faults(&folder.index()), Vec::<String>::new());
    let merged = bytes(&folder.index());
    let index = Index::open(folder.index()).unwrap();
    assert_eq!(index.info().segments, 1);
    let named: usize = ["positions", "occurrences", "games"]
        .map(|table| tables::files(&folder.index(), table).concat().len())
        .iter()
        .sum();
    assert_eq!(merged.len(), named + 1, "files are left that the manifest does not name");
    // Nothing is left to merge, only what a merge leaves that is killed in its last step.
    std::fs::write(folder.index().join("positions/000001-0000.parquet"), "").unwrap();
    merge(folder.index(), 1, 2).unwrap();
    assert!(bytes(&folder.index()) == merged);
}

const TEXT: &str = "[Variant \"Atomic\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n";

#[test]
fn an_index_of_no_games_has_no_rows() {
    let folder = Folder::new();
    let built = folder.build(BuildOptions::default(), "");
    assert_eq!(built.games, 0);
    let index = Index::open(folder.index()).unwrap();
    assert_eq!(index.games(), 0);
    assert!(index.moves(&shakmaty::Chess::default()).unwrap().is_empty());
    assert!(index.games_with(&shakmaty::Chess::default(), 10).unwrap().is_empty());
    assert_eq!(faults(&folder.index()), Vec::<String>::new());
    merge(folder.index(), 1, 1).unwrap();

    let files = [folder.games("more.pgn", TEXT)];
    let mut builder = append(&folder.index(), BuildOptions::default(), &files);
    feed(&mut builder, &files, 1, 1);
    assert_eq!(builder.finish().unwrap().games, 1);
    assert_eq!(faults(&folder.index()), Vec::<String>::new());
}

#[test]
fn an_index_that_is_built_again_is_another() {
    let folder = Folder::new();
    folder.build(BuildOptions::default(), &sample(10));
    let mut options = BuildOptions::default();
    options.scheme = SchemeId::Zobrist64.into();
    folder.build(options, &sample(3));
    let file = folder.games("games.pgn", &sample(3));
    let expected = Tables::of(
        [(&*file.to_string_lossy(), &*sample(3))],
        SchemeId::Zobrist64,
        Select::default(),
    );
    tables::assert_equal(&tables::read(&folder.index()), &expected);
    assert_eq!(bytes(&folder.index()).len(), 4, "files of the old index are left");
}
