//! Folders that hold an index, something else, or what an interrupted run has left.

use std::fs;
use std::path::Path;

use super::games::{build, random_games};
use crate::{GoBuildOptions, GoIndex, GoIndexBuilder, GoIndexError, GoSource};

fn count(folder: &Path) -> u64 {
    GoIndex::open(folder).unwrap().games()
}

#[test]
fn an_index_is_replaced_or_added_to_only_if_asked() {
    let games = random_games(1, 6, 20);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a/index");
    assert!(matches!(GoIndex::open(&path), Err(GoIndexError::NotAnIndex(_))));
    build(&path, &games, |options| options.add = true).unwrap();
    assert!(matches!(build(&path, &games, |_| ()), Err(GoIndexError::Exists(_))));
    assert_eq!(count(&path), 6);
    build(&path, &games[..2], |options| options.add = true).unwrap();
    assert_eq!(count(&path), 8);
    build(&path, &games[..3], |options| options.replace = true).unwrap();
    assert_eq!(count(&path), 3);
    // The files of the old one are gone.
    assert_eq!(fs::read_dir(path.join("games")).unwrap().count(), 1);
    build(&path, &[], |options| options.replace = true).unwrap();
    assert_eq!(count(&path), 0);
    GoIndex::open(&path).unwrap().verify().unwrap();
}

#[test]
fn other_folders_are_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.txt"), "mine").unwrap();
    let refused = build(folder.path(), &[], |options| options.replace = true);
    assert!(matches!(refused, Err(GoIndexError::NotEmpty(_))), "{refused:?}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    assert!(matches!(GoIndex::open(folder.path()), Err(GoIndexError::NotAnIndex(_))));

    let chess = "{\"format\": \"zobrist-position-index\", \"version\": 1}";
    fs::write(folder.path().join("manifest.json"), chess).unwrap();
    for error in [
        GoIndex::open(folder.path()).unwrap_err(),
        build(folder.path(), &[], |options| options.replace = true).unwrap_err(),
    ] {
        assert!(matches!(error, GoIndexError::Format { .. }), "{error}");
    }
    let other = "{\"format\": \"zobrist-go-index\", \"version\": 2}";
    fs::write(folder.path().join("manifest.json"), other).unwrap();
    let error = GoIndex::open(folder.path()).unwrap_err();
    assert!(matches!(error, GoIndexError::Version { got: 2, .. }), "{error}");
}

/// A run that was killed leaves files: within `.building`, and in place but not in the manifest.
#[test]
fn what_an_interrupted_run_has_left_is_removed() {
    let games = random_games(2, 9, 30);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("index");
    // In the first build of a folder.
    fs::create_dir_all(path.join(".building/games")).unwrap();
    fs::create_dir_all(path.join("occurrences")).unwrap();
    for file in [".building/games/000001-0000.parquet", "occurrences/000002-0000.parquet"] {
        fs::write(path.join(file), "cut").unwrap();
    }
    fs::write(path.join("manifest.json.new"), "cut").unwrap();
    assert!(matches!(GoIndex::open(&path), Err(GoIndexError::NotAnIndex(_))));
    build(&path, &games, |_| ()).unwrap();
    assert_eq!(count(&path), 9);

    // In a later one, which takes the next numbers.
    let mut builder =
        GoIndexBuilder::new(&path, GoBuildOptions { add: true, ..GoBuildOptions::default() })
            .unwrap();
    let busy = GoIndexBuilder::new(&path, GoBuildOptions { add: true, ..Default::default() });
    assert!(matches!(busy, Err(GoIndexError::Busy(_))));
    let mut preparer = crate::GamePreparer::default();
    for (line, facts) in &games {
        builder.add(preparer.prepare(line, facts.clone()).unwrap()).unwrap();
    }
    drop(builder);
    for file in ["games/000007-0000.parquet", "occurrences/000008-0000.parquet", "games/mine.txt"] {
        fs::write(path.join(file), "cut").unwrap();
    }
    assert_eq!(count(&path), 9);
    build(&path, &games[..4], |options| options.add = true).unwrap();
    assert_eq!(count(&path), 13);
    GoIndex::open(&path).unwrap().verify().unwrap();
    let names = |table: &str| fs::read_dir(path.join(table)).unwrap().count();
    assert_eq!((names("games"), names("occurrences")), (3, 2));
    assert!(path.join("games/mine.txt").exists(), "what has another name is not ours");
}

#[test]
fn a_source_is_taken_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("index");
    let source = |file: &str, digit: &str| {
        let mut source = GoSource::new(file.to_owned());
        (source.bytes, source.digest) = (Some(9), Some(digit.repeat(64).parse().unwrap()));
        source
    };
    let mut builder = GoIndexBuilder::new(&path, GoBuildOptions::default()).unwrap();
    builder.add_source(source("a.sgf", "1")).unwrap();
    builder.add_source(GoSource::new("-".to_owned())).unwrap();
    builder.add_source(GoSource::new("-".to_owned())).unwrap();
    builder.finish().unwrap();
    let options = GoBuildOptions { add: true, ..GoBuildOptions::default() };
    let mut builder = GoIndexBuilder::new(&path, options).unwrap();
    let refused = builder.add_source(source("b.sgf", "1")).unwrap_err();
    assert!(refused.to_string().contains("b.sgf, which it has as a.sgf"), "{refused}");
    builder.add_source(source("b.sgf", "2")).unwrap();
    builder.add_rejected(2);
    builder.finish().unwrap();
    let files: Vec<_> =
        GoIndex::open(&path).unwrap().sources().iter().map(|source| source.file.clone()).collect();
    assert_eq!(files, ["a.sgf", "-", "-", "b.sgf"]);
    let options = GoBuildOptions { add: true, again: true, ..GoBuildOptions::default() };
    let mut builder = GoIndexBuilder::new(&path, options).unwrap();
    builder.add_source(source("c.sgf", "1")).unwrap();
    builder.add_rejected(1);
    builder.finish().unwrap();
    let index = GoIndex::open(&path).unwrap();
    assert_eq!((index.sources().len(), index.rejected()), (5, 3));
}

#[cfg(unix)]
#[test]
fn links_are_not_followed() {
    let games = random_games(3, 5, 20);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("index");
    build(&path, &games, |_| ()).unwrap();
    let away = folder.path().join("away");
    fs::rename(path.join("games"), &away).unwrap();
    std::os::unix::fs::symlink(&away, path.join("games")).unwrap();
    let error = GoIndex::open(&path).unwrap_err();
    assert!(error.to_string().contains("expected a folder, got a symbolic link"), "{error}");
}
