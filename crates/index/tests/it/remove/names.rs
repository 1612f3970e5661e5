//! The source that a name means, and what is refused.

use std::path::PathBuf;

use zobrist_index::{BuildOptions, IndexBuilder, IndexError, ResumePoint, SourceFile};

use super::tool::{World, feed, sources};

/// An index of sources that are named as here, each of one game.
fn index_of(names: &[&str]) -> World {
    let world = World::new();
    let sources = names.iter().map(SourceFile::new).collect();
    let mut builder =
        IndexBuilder::create_from_sources(world.index(), BuildOptions::default(), sources).unwrap();
    for (source, name) in names.iter().enumerate() {
        let file = if *name == "-" { "standard input" } else { name };
        let replayed = builder.replayer().replay_text(file, b"1. e4 *\n");
        let reached = ResumePoint { source, ..ResumePoint::default() };
        builder.add_from_source(source, replayed, 0, reached).unwrap();
    }
    builder.finish().unwrap();
    world
}

#[test]
fn a_source_is_named_by_its_path_or_the_end_of_it() {
    let here = std::env::current_dir().unwrap().join("here.pgn");
    let here = here.to_str().unwrap();
    let names = ["/x/a.pgn", "/y/a.pgn", "b.pgn", "/x/b.pgn", "/x/c.pgn", "-", "/x/-", here];
    for (given, expected) in [
        ("/x/a.pgn", "/x/a.pgn"),
        ("y/a.pgn", "/y/a.pgn"),
        ("b.pgn", "b.pgn"),
        ("x/b.pgn", "/x/b.pgn"),
        ("c.pgn", "/x/c.pgn"),
        ("-", "-"),
        ("standard input", "-"),
        ("x/-", "/x/-"),
        ("./here.pgn", here),
        ("here.pgn", here),
    ] {
        let world = index_of(&names);
        let removed = world.remove(given).unwrap();
        assert_eq!((&*removed.source, removed.games, removed.left), (expected, 1, 7), "{given}");
        assert!(world.open().sources().iter().all(|source| source.file != expected));
        world.assert_sound();
    }
    let world = index_of(&names[..7]);
    let before = world.bytes();
    for (given, expected) in [
        ("a.pgn", "expected the name of one source, got a.pgn, which can be /x/a.pgn, /y/a.pgn"),
        (
            "bishop.pgn",
            "expected the name of a source of the index, got bishop.pgn; the index has /x/b.pgn, \
             b.pgn, -, /x/-, /x/a.pgn, /x/c.pgn, /y/a.pgn",
        ),
    ] {
        let error = world.remove(given).unwrap_err();
        assert!(matches!(error, IndexError::NoSource { .. }), "{error:?}");
        assert_eq!(error.to_string(), expected);
    }
    assert!(world.bytes() == before);
}

#[test]
fn at_most_ten_sources_are_listed_those_with_the_nearest_names_first() {
    let names: Vec<String> = (10..23).map(|number| format!("/x/games-{number}.pgn")).collect();
    let world = index_of(&names.iter().map(String::as_str).collect::<Vec<_>>());
    let error = world.remove("games-2.pgn").unwrap_err().to_string();
    let start = "expected the name of a source of the index, got games-2.pgn; the index has \
                 /x/games-20.pgn, /x/games-21.pgn, /x/games-22.pgn, /x/games-10.pgn, ";
    assert!(error.starts_with(start), "{error}");
    assert!(error.ends_with("/x/games-16.pgn and 3 more"), "{error}");
    let error = index_of(&[]).remove("a.pgn").unwrap_err().to_string();
    assert_eq!(error, "expected the name of a source, but the index has none, got a.pgn");
}

#[test]
fn all_sources_of_a_name_go() {
    let world = World::new();
    let (a, b) = (world.games("a.pgn", "1. e4 *\n"), world.games("b.pgn", "1. d4 *\n"));
    world.build(BuildOptions::default(), &[a.clone(), b]);
    world.add(BuildOptions::default(), std::slice::from_ref(&a));
    let removed = world.remove("a.pgn").unwrap();
    assert_eq!((removed.games, removed.entries, removed.left), (2, 2, 1));
    assert_eq!(world.numbers(), [1]);
    world.assert_sound();
}

#[test]
fn duplicates_are_counted_that_can_be_of_games_that_went() {
    let world = World::new();
    let texts = ["1. e4 *\n", "1. d4 *\n\n1. e4 *\n", "1. e4 *\n\n1. d4 *\n\n1. c4 *\n"];
    let files: Vec<PathBuf> = texts
        .iter()
        .enumerate()
        .map(|(number, text)| world.games(&format!("{number}.pgn"), text))
        .collect();
    let mut options = BuildOptions::default();
    options.select.dedup = Some(zobrist_index::Duplicates::Exact);
    world.build(options.clone(), &files[..2]);
    world.add(options.clone(), &files[2..]);
    let found: Vec<u64> = world.open().sources().iter().map(|source| source.duplicates).collect();
    assert_eq!(found, [0, 1, 2]);
    // Duplicates of the first source are of earlier games.
    assert_eq!(world.remove("1.pgn").unwrap().duplicates, 2);
    let removed = world.remove("0.pgn").unwrap();
    assert_eq!((removed.duplicates, removed.left), (2, 1));
    // The games that went are not remembered.
    world.add(options, &files[..1]);
    assert_eq!(world.open().games(), 2);
    world.assert_sound();
}

#[test]
fn games_that_carry_another_name_are_not_guessed_at() {
    let world = World::new();
    let files = [world.games("a.pgn", "1. e4 *\n"), world.games("b.pgn", "1. d4 *\n")];
    let mut builder =
        IndexBuilder::create_from_sources(world.index(), BuildOptions::default(), sources(&files))
            .unwrap();
    let replayed = builder.replayer().replay_text("other.pgn", b"1. e4 *\n");
    builder.add_from_source(0, replayed, 0, ResumePoint::default()).unwrap();
    builder.finish().unwrap();
    let before = world.bytes();
    let error = world.remove("a.pgn").unwrap_err();
    assert!(matches!(error, IndexError::OtherGames { expected: 1, got: 0, .. }), "{error:?}");
    assert!(world.bytes() == before);
    assert_eq!(world.open().games(), 1);
}

#[test]
fn a_folder_without_an_index_is_refused() {
    let world = World::new();
    assert!(matches!(world.remove("a.pgn"), Err(IndexError::NotAnIndex(_))));
}

#[test]
fn a_source_is_not_removed_while_somebody_writes() {
    let world = World::new();
    let files = [world.games("a.pgn", "1. e4 *\n")];
    world.build(BuildOptions::default(), &files);
    let mut builder = IndexBuilder::append_from_sources(
        world.index(),
        {
            let mut options = BuildOptions::default();
            options.again = true;
            options
        },
        sources(&files),
    )
    .unwrap();
    assert!(matches!(world.remove("a.pgn"), Err(IndexError::Busy(_))));
    feed(&mut builder, &files);
    builder.finish().unwrap();
    assert_eq!(world.remove("a.pgn").unwrap().entries, 2);
}
