//! Texts that are added in one call, without sources.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};

use zobrist_index::{BuildOptions, Index, IndexBuilder, Replayed, SchemeId, Select};

use crate::recount::Tables;
use crate::tables;
use crate::tool::{Folder, append, build, bytes, sample};

#[test]
fn a_text_of_many_chunks_gives_the_tables_of_its_games() {
    let bad = "[White \"bad\"]\n\n1. e4 e5 2. Ke3 *\n\n";
    let good = sample(500);
    let middle = good.match_indices("[Event ").nth(250).unwrap().0;
    let text = format!("{bad}{}{bad}{}{bad}", &good[..middle], &good[middle..]);
    assert!(text.len() > 3 * (128 << 10), "{} bytes are few chunks", text.len());

    let folder = Folder::new();
    let mut builder = IndexBuilder::create(folder.index(), BuildOptions::default()).unwrap();
    let whole = builder.replayer().replay_text("games.pgn", text.as_bytes());
    let rejected = builder.add_pgn("games.pgn", text.as_bytes()).unwrap();
    let places = |rejected: &[zobrist_index::RejectedGame]| -> Vec<_> {
        rejected.iter().map(|game| (game.number, game.at)).collect()
    };
    assert_eq!(places(&rejected), places(&whole.rejected));
    let numbers: Vec<_> = rejected.iter().map(|game| game.number).collect();
    assert_eq!(numbers, [0, 251, 502]);
    let moves: Vec<_> = text.match_indices("Ke3 *").map(|(at, _)| at).collect();
    assert_eq!(rejected.iter().map(|game| game.at).collect::<Vec<_>>(), moves);
    let built = builder.finish().unwrap();
    assert_eq!((built.games, built.rejected), (500, 3));

    let expected = Tables::of([("games.pgn", &*good)], SchemeId::Fide, Select::default());
    let expected = expected.numbered((2..=251).chain(253..=502));
    tables::assert_equal(&tables::read(&folder.index()), &expected);
    let index = Index::open(folder.index()).unwrap();
    for number in [0, 249, 250, 499] {
        let offset = index.game(number).unwrap().offset as usize;
        assert!(text[offset..].trim_start().starts_with("[Event "), "game {number} at {offset}");
    }
}

#[test]
fn texts_are_appended_and_an_empty_one_adds_nothing() {
    let folder = Folder::new();
    let mut builder = IndexBuilder::create(folder.index(), BuildOptions::default()).unwrap();
    assert!(builder.add_pgn("none.pgn", b"").unwrap().is_empty());
    builder.add_pgn("first.pgn", b"1. e4 *\n").unwrap();
    builder.finish().unwrap();
    let mut builder = IndexBuilder::append(folder.index(), BuildOptions::default()).unwrap();
    builder.add_pgn("second.pgn", b"1. d4 *\n\n1. c4 *\n").unwrap();
    assert_eq!(builder.finish().unwrap().games, 2);
    let index = Index::open(folder.index()).unwrap();
    let files = [0, 1, 2].map(|number| index.game(number).unwrap().file);
    assert_eq!(files, ["first.pgn", "second.pgn", "second.pgn"]);
}

/// Games that an interrupted run added cannot be recognized: they must not count twice.
#[test]
fn an_interrupted_build_without_sources_is_not_taken_up() {
    let mut options = BuildOptions::default();
    options.memory = 1;
    for appended in [false, true] {
        let folder = Folder::new();
        let text = sample(20);
        let begin = || match appended {
            false => IndexBuilder::create(folder.index(), options.clone()).unwrap(),
            true => IndexBuilder::append(folder.index(), options.clone()).unwrap(),
        };
        if appended {
            folder.build(options.clone(), &sample(3));
        }
        let mut builder = begin();
        builder.add_pgn("games.pgn", text.as_bytes()).unwrap();
        // As a process leaves it that is killed.
        let left = bytes(&folder.index().join(".building"));
        drop(builder);
        left.iter().for_each(|(path, content)| fs::write(path, content).unwrap());
        let segments = fs::read_dir(folder.index().join(".building/positions")).unwrap();
        assert!(segments.count() > 0, "a segment was written");

        let mut builder = begin();
        builder.add_pgn("games.pgn", text.as_bytes()).unwrap();
        assert_eq!(builder.finish().unwrap().games, 20);
        let games = Index::open(folder.index()).unwrap().games();
        assert_eq!(games, if appended { 23 } else { 20 });
    }
}

#[test]
#[should_panic = "add their games with `add_from_source`"]
fn games_of_sources_are_not_added_without_their_source() {
    let folder = Folder::new();
    let files = [folder.games("games.pgn", "1. e4 *\n")];
    let mut builder = build(&folder.index(), BuildOptions::default(), &files);
    builder.add_pgn("games.pgn", b"1. e4 *\n").ok();
}

#[test]
#[should_panic = "add their games with `add_from_source`"]
fn nor_appended() {
    let folder = Folder::new();
    folder.build(BuildOptions::default(), "1. e4 *\n");
    let files = [folder.games("more.pgn", "1. d4 *\n")];
    let mut builder = append(&folder.index(), BuildOptions::default(), &files);
    let replayed = builder.replayer().replay_text("more.pgn", b"1. d4 *\n");
    builder.add(replayed).ok();
}

/// The scheme of an index is its own, whatever the options of who adds to it say.
#[test]
fn games_that_were_replayed_for_another_builder_are_not_taken() {
    let folder = Folder::new();
    let mut options = BuildOptions::default();
    options.scheme = SchemeId::Zobrist64.into();
    folder.build(options.clone(), "1. e4 *\n");
    let mut few = options;
    few.select.max_ply = Some(1);
    for others in [BuildOptions::default(), few] {
        let elsewhere = Folder::new();
        let other = IndexBuilder::create(elsewhere.index(), others).unwrap();
        let replayed = other.replayer().replay_text("more.pgn", b"1. d4 *\n");
        let taken = catch_unwind(AssertUnwindSafe(|| {
            let mut builder =
                IndexBuilder::append(folder.index(), BuildOptions::default()).unwrap();
            builder.add(replayed)
        }));
        let message = *taken.unwrap_err().downcast::<String>().unwrap();
        assert!(message.contains("replay them with its `replayer`"), "{message}");
    }
    // Of no games there is nothing to say.
    let mut builder = IndexBuilder::append(folder.index(), BuildOptions::default()).unwrap();
    builder.add(Replayed::default()).unwrap();
    let replayed = builder.replayer().replay_text("more.pgn", b"1. d4 *\n");
    builder.add(replayed).unwrap();
    assert_eq!(builder.finish().unwrap().games, 1);
}

/// An index without the games of a call that failed would look like a whole one.
#[test]
fn a_builder_that_has_failed_makes_no_index() {
    let folder = Folder::new();
    folder.build(BuildOptions::default(), "1. a3 *\n");
    let before = bytes(&folder.index());
    let mut options = BuildOptions::default();
    // Each call writes a segment.
    options.memory = 1;
    let mut builder = IndexBuilder::append(folder.index(), options).unwrap();
    builder.add_pgn("first.pgn", b"1. e4 *\n").unwrap();
    // No folder can be made where a file is.
    let [place, aside] =
        ["positions", "aside"].map(|name| folder.index().join(".building").join(name));
    fs::rename(&place, &aside).unwrap();
    fs::write(&place, "").unwrap();
    assert!(builder.add_pgn("second.pgn", b"1. d4 *\n").is_err());
    fs::remove_file(&place).unwrap();
    fs::rename(&aside, &place).unwrap();
    let message = builder.add_pgn("third.pgn", b"1. c4 *\n").unwrap_err().to_string();
    assert!(message.contains("an earlier call failed"), "{message}");
    let message = builder.finish().unwrap_err().to_string();
    assert!(message.contains("an earlier call failed"), "{message}");
    assert!(bytes(&folder.index()) == before);
}
