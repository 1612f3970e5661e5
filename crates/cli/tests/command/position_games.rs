//! The games of a position, as they stand in their files: `index games` and
//! `explore --pgn --from-source`.

use std::fs;

use assert_cmd::Command;

use crate::tool::{Folder, Run, SAMPLE, ZOBRIST, gz};

/// Two games that reach one position, by other orders of moves, and one that does not.
const GAMES: &str = "[Event \"Club\"]\n[White \"Ann\"]\n[Black \"Bea\"]\n[Date \"2023.05.01\"]\n\
    [Result \"1-0\"]\n\n{an old line}\n\n1. e4 {the pawn} c5 (1... e5 2. Nf3) 2. Nf3 $1 1-0\n\n\
    [White \"Carol\"]\n[Black \"Ann\"]\n[Result \"*\"]\n\n1. d4 d5 {not this} *\n\n\
    [White \"Bea\"]\n[Black \"Ann\"]\n[Date \"2024.01.02\"]\n[Result \"0-1\"]\n\n\
    1. Nf3 c5 2. e4 ; the other way\nd6 0-1\n";

/// The texts of the games, as they are in the file.
fn originals() -> [String; 3] {
    let [second, third] = ["[White \"Carol", "[White \"Bea"].map(|tag| GAMES.find(tag).unwrap());
    [&GAMES[..second], &GAMES[second..third], &GAMES[third..]]
        .map(|text| format!("{}\n\n", text.trim_end()))
}

const LINE: &str = "e4 c5 Nf3";
const FEN: &str = "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";

fn index_of(name: &str, content: impl AsRef<[u8]>) -> Folder {
    let folder = Folder::with(name, content);
    folder.zobrist(["index", "build", "idx", name, "--relative"]).done();
    folder
}

#[track_caller]
fn games<'a>(folder: &Folder, args: impl IntoIterator<Item = &'a str>) -> Run {
    folder.zobrist(["index", "games", "idx"].into_iter().chain(args))
}

/// Runs the command with a cache of its own.
#[track_caller]
fn explore<'a>(folder: &Folder, args: impl IntoIterator<Item = &'a str>, input: &str) -> Run {
    let mut command = Command::new(ZOBRIST);
    command.arg("explore").args(args).args(["--pgn"]).current_dir(folder.path("."));
    command.write_stdin(input.to_owned());
    let output = command.env("XDG_CACHE_HOME", folder.path("cache")).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run::of(output.status.code().expect("no signal"), text(output.stdout), text(output.stderr))
}

#[track_caller]
fn written(run: Run, closing: &str) -> String {
    assert_eq!((run.code, run.stderr), (0, format!("zobrist: {closing}\n")));
    run.stdout
}

#[test]
fn an_index_gives_the_annotated_games_of_a_position() {
    let [first, second, third] = originals();
    for (name, content) in [("a.pgn", GAMES.as_bytes().to_vec()), ("a.pgn.gz", gz(GAMES))] {
        let folder = index_of(name, content);
        for position in [
            &["--moves", LINE][..],
            &["--moves", "1.Nf3 c5 2.e4"],
            &["--fen", FEN],
            &[
                "--fen",
                "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
                "--moves",
                "Nf3",
            ],
        ] {
            let run = games(&folder, position.iter().copied().chain(["--from-source"]));
            let all = written(run, "wrote 2 of 2 games in this position");
            assert_eq!(all, first.clone() + &third, "{position:?}");
            let run = games(
                &folder,
                position.iter().copied().chain(["--from-source", "--result", "0-1"]),
            );
            let lost = written(run, "wrote 1 of 2 games in this position: result 0-1");
            assert_eq!(lost, third, "{position:?}");
        }
        let all = games(&folder, ["--fen", "startpos", "--from-source"]);
        let all = written(all, "wrote 3 of 3 games in this position");
        assert_eq!(all, [&*first, &*second, &*third].concat());
        let run = games(&folder, ["--variant", "atomic"]);
        let none = "wrote 0 of 0 games in this position\nzobrist: no game reached this position";
        assert_eq!(written(run, none), "");
    }
}

#[test]
fn the_games_of_a_position_are_written_in_every_format() {
    let folder = index_of("a.pgn", GAMES);
    let rows = games(&folder, ["--moves", LINE, "--format", "csv"]);
    let rows = written(rows, "wrote 2 of 2 games in this position");
    let rows: Vec<&str> = rows.lines().collect();
    assert_eq!(rows.len(), 3, "{rows:?}");
    assert!(rows[1].starts_with("0,a.pgn,1,Ann,Bea,") && rows[2].starts_with("2,a.pgn,3,Bea,Ann,"));
    let run = games(&folder, ["--moves", LINE, "-o", "out.pgn"]);
    assert_eq!(written(run, "wrote 2 of 2 games in this position"), "");
    let pgn = fs::read_to_string(folder.path("out.pgn")).unwrap();
    assert_eq!(pgn.matches("[Event ").count(), 2);
    assert!(pgn.contains("1. Nf3 c5 2. e4 d6 0-1"), "{pgn}");
}

#[test]
fn a_position_without_games_is_explained() {
    let folder = index_of("a.pgn", GAMES);
    for (args, expected) in [
        (
            &["--moves", "a4"][..],
            "zobrist: wrote 0 of 0 games in this position\nzobrist: no game reached this position\n",
        ),
        // White could castle: no game came here without these rights.
        (
            &["--fen", "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b kq - 1 2"],
            "zobrist: wrote 0 of 0 games in this position\n\
             zobrist: no game reached this position, but 2 games did with rights KQkq\n",
        ),
        // Carol is there, but not in this position.
        (
            &["--moves", LINE, "--player", "carol"],
            "zobrist: wrote 0 of 2 games in this position: carol\n\
             zobrist: by itself, carol leaves 0 games\n",
        ),
        (
            &["--moves", LINE, "--player", "carlo", "--result", "1-0"],
            "zobrist: wrote 0 of 2 games in this position: carlo; result 1-0\n\
             zobrist: by itself, result 1-0 leaves 1 game, carlo leaves 0 games\n\
             zobrist: no player fits \"carlo\"; the nearest name is \"Carol\"\n",
        ),
    ] {
        let run = games(&folder, args.iter().copied());
        assert_eq!((run.code, &*run.stdout, &*run.stderr), (0, "", expected), "{args:?}");
    }
    let message = games(&folder, ["--moves", "e4 e9"]).refused();
    assert!(message.contains("e9"), "{message}");
    let message = games(&folder, ["--fen", "not a position"]).refused();
    assert!(message.contains("cannot read the position"), "{message}");
}

/// The games that `explore --pgn` takes from the answer to a question.
#[test]
fn an_index_gives_the_games_that_explore_gives() {
    let folder = Folder::new();
    folder.zobrist(["index", "build", "idx", SAMPLE, "--relative"]).done();
    for filter in [&[][..], &["--player", "(2850)"], &["--result", "1/2-1/2", "--since", "2025"]] {
        for (moves, least) in [("d4 d5 c4", 20), ("e4 c5 Nf3 d6", 3), ("", 100)] {
            let args = ["--moves", moves].into_iter().chain(filter.iter().copied());
            let explored = explore(&folder, ["idx"].into_iter().chain(args.clone()), "");
            let count = explored.stdout.matches("[Event ").count();
            assert!(count >= least || !filter.is_empty(), "{count} {moves}");
            assert_eq!(games(&folder, args.clone()).stdout, explored.stdout, "{moves} {filter:?}");
            let args = args.chain(["--from-source"]);
            let copied = games(&folder, args.clone()).stdout;
            assert_eq!(copied.matches("[Event ").count(), count);
            assert_eq!(explore(&folder, ["idx"].into_iter().chain(args), "").stdout, copied);
        }
    }
}

#[test]
fn explore_copies_the_games_of_a_position_from_their_files() {
    let [first, _, third] = originals();
    let folder = index_of("a.pgn", GAMES);
    folder.write("b.pgn", "1. e4 c5 2. Nf3 {of another file} *\n");
    let other = "1. e4 c5 2. Nf3 {of another file} *\n\n";
    for sources in [&["a.pgn", "b.pgn"][..], &["idx", "b.pgn"]] {
        for (more, expected) in [
            (&[][..], first.clone() + &third + other),
            (&["--games", "2"], first.clone() + &third),
            (&["--sort-games", "newest"], third.clone() + &first + other),
            (&["--sort-games", "newest", "--games", "1"], third.clone()),
            (&["--result", "0-1"], third.clone()),
            (&["--player", "ann", "--as", "white"], first.clone()),
        ] {
            let args = sources.iter().chain(&["--moves", LINE, "--from-source"]).chain(more);
            let run = explore(&folder, args.copied(), "");
            assert_eq!((run.code, &*run.stderr), (0, ""), "{sources:?} {more:?}");
            assert_eq!(run.stdout, expected, "{sources:?} {more:?}");
        }
    }
    // A game that stands in both counts once.
    let args = ["idx", "a.pgn", "--dedup", "--moves", LINE, "--from-source"];
    assert_eq!(explore(&folder, args, "").stdout, first.clone() + &third);
    let args = ["a.pgn", "--moves", LINE, "--player", "carlo", "--from-source"];
    let run = explore(&folder, args, "");
    assert_eq!((run.code, &*run.stdout), (0, ""));
    assert!(run.stderr.ends_with("the nearest name is \"Carol\"\n"), "{}", run.stderr);
    let folder = Folder::with("a.pgn", GAMES);
    let message = folder.zobrist(["explore", "a.pgn", "--from-source"]).refused();
    assert!(message.contains("--pgn"), "{message}");
}

#[test]
fn games_that_cannot_be_copied_are_reported_and_left_out() {
    let folder = index_of("a.pgn", GAMES);
    let [first, _, third] = originals();
    let args = ["idx", "-", "--moves", LINE, "--from-source"];
    for (order, expected) in [("first", first.clone() + &third), ("newest", third.clone() + &first)]
    {
        let args = args.into_iter().chain(["--sort-games", order]);
        let (games, messages) = explore(&folder, args, "1. e4 c5 2. Nf3 *\n").rejected();
        assert_eq!(games, expected, "{order}");
        let expected = "zobrist: standard input is not a file: what was read from it is gone; 1 game \
                        is not written\n";
        assert_eq!(messages, expected);
    }
    folder.write("a.pgn", "1. e4 c5 2. Nf3 *\n");
    for run in [
        games(&folder, ["--moves", LINE, "--from-source"]),
        explore(&folder, ["idx", "--moves", LINE, "--from-source"], ""),
    ] {
        let (games, messages) = run.rejected();
        assert_eq!(games, "");
        let expected =
            "zobrist: a.pgn has changed since the index was built; 2 games are not written\n";
        assert!(messages.starts_with(expected), "{messages}");
    }
}
