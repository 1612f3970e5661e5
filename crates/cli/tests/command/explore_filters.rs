//! `zobrist explore` with filters, and with several sources.

use assert_cmd::Command;

use crate::tool::{Folder, Run, ZOBRIST};

const GAMES: &str = "\
[White \"Müller, Jörg\"]
[Black \"Łoś, Jan\"]
[Result \"1-0\"]
[WhiteElo \"2400\"]
[BlackElo \"2300\"]
[Date \"2023.05.01\"]
[Event \"Café Cup\"]
[TimeControl \"180+2\"]

1. e4 c5 2. Nf3 1-0

[White \"los, jan\"]
[Black \"Muller\"]
[Result \"1/2-1/2\"]
[WhiteElo \"2310\"]
[BlackElo \"2410\"]
[Date \"2023.??.??\"]

1. e4 c5 2. c3 1/2-1/2

[White \"Muller\"]
[Black \"Ann\"]
[Result \"0-1\"]
[Date \"????.??.??\"]
[UTCDate \"2021.01.31\"]

1. e4 e5 0-1

[White \"Ann\"]
[Result \"*\"]

1. d4 *
";

/// Runs the command with a cache of its own.
#[track_caller]
fn explore<'a>(folder: &Folder, args: impl IntoIterator<Item = &'a str>) -> Run {
    explore_of(folder, args, "")
}

#[track_caller]
fn explore_of<'a>(folder: &Folder, args: impl IntoIterator<Item = &'a str>, input: &str) -> Run {
    let mut command = Command::new(ZOBRIST);
    command.arg("explore").args(args).current_dir(folder.path("."));
    command.write_stdin(input.to_owned());
    let output = command.env("XDG_CACHE_HOME", folder.path("cache")).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run::of(output.status.code().expect("no signal"), text(output.stdout), text(output.stderr))
}

#[test]
fn a_line_above_the_table_says_what_was_asked_and_how_many_games_are_left() {
    let folder = Folder::with("a.pgn", GAMES);
    let table = explore(&folder, ["a.pgn", "--player", "muller", "--since", "2023"]).done();
    let expected = "\
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
muller; since 2023: 2 of 4 games in this position
move   games   share  white  draws  black   elo  last  score  perf  opening
e4         2  100.0%  50.0%  50.0%   0.0%  2355  2023  75.0%  2498  B00 King's Pawn Game
total      2  100.0%  50.0%  50.0%   0.0%  2355  2023  75.0%  2498
";
    assert_eq!(table, expected);
    let csv = explore(&folder, ["a.pgn", "--player", "Los", "--as", "white", "--format", "csv"]);
    assert_eq!(
        csv.stdout,
        "uci,san,games,white,draws,black,unknown,average_elo,last_year,other_orders,eco,opening,\
         player_score\n\
         e2e4,e4,1,0,1,0,0,2360,2023,0,B00,King's Pawn Game,0.5\n"
    );
    assert_eq!(csv.stderr, "zobrist: Los as White: 1 of 4 games in this position\n");
    let args =
        ["a.pgn", "--elo", "2300..", "--moves", "e4 c5", "--games", "1", "--format", "jsonl"];
    let rows = explore(&folder, args).done();
    let rows: Vec<&str> = rows.lines().collect();
    assert_eq!(rows.len(), 4);
    assert_eq!(
        rows[0],
        "{\"type\":\"position\",\
         \"fen\":\"rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\",\
         \"opening\":{\"eco\":\"B20\",\"name\":\"Sicilian Defense\"},\
         \"filter\":\"both Elos 2300 or more\",\"games\":2,\"reached\":2,\"duplicates\":0,\
         \"white\":1,\"draws\":1,\"black\":0,\"unknown\":0,\"average_elo\":2355,\
         \"last_year\":2023,\"ended\":0,\"score\":0.75}"
    );
    assert!(rows[1].starts_with("{\"type\":\"move\",\"uci\":\"g1f3\""), "{}", rows[1]);
    assert!(rows[3].starts_with("{\"type\":\"game\",\"game_id\":0,"), "{}", rows[3]);
}

/// The number of games that each filter leaves at the start position.
#[test]
fn each_filter_leaves_the_games_that_meet_it() {
    let folder = Folder::with("a.pgn", GAMES);
    for (args, expected) in [
        (&["--player", "müller"][..], 3),
        (&["--player", "muller", "--as", "black"], 1),
        (&["--player", "ann", "--player", "łoś"], 4),
        (&["--player", "muller", "--opponent", "los"], 2),
        (&["--opponent", "ann"], 2),
        (&["--since", "2023"], 2),
        (&["--since", "2023.02"], 1),
        (&["--until", "2022"], 1),
        (&["--since", "2021.01.31", "--until", "2021.01.31"], 1),
        (&["--player", "muller", "--result", "won"], 1),
        (&["--player", "muller", "--result", "drawn"], 1),
        (&["--player", "muller", "--result", "lost"], 1),
        (&["--opponent", "muller", "--result", "lost"], 1),
        (&["--elo", "2310..2410"], 1),
        (&["--min-elo", "2300"], 2),
        (&["--elo", "..2399"], 0),
        (&["--result", "1/2-1/2"], 1),
        (&["--result", "*"], 1),
        (&["--event", "cafe"], 1),
        (&["--time-control", "180+2"], 1),
        (&["--time-control", "180"], 0),
        (&["--max-ply", "1"], 4),
        (&["--player", "muller", "--result", "1-0", "--since", "2023"], 1),
    ] {
        let all = ["a.pgn", "--format", "jsonl"].iter().chain(args).copied();
        let run = explore(&folder, all);
        assert_eq!(run.code, 0, "{}", run.stderr);
        let first = run.stdout.lines().next().unwrap();
        let found = format!("\"games\":{expected},\"reached\":4,");
        assert!(first.contains(&found), "{args:?}: {first}");
    }
}

#[test]
fn a_filter_that_leaves_nothing_is_named() {
    let folder = Folder::with("a.pgn", GAMES);
    let message = |args: &[&'static str]| {
        let run = explore(&folder, ["a.pgn"].iter().chain(args).copied());
        assert_eq!(run.code, 0, "{}", run.stderr);
        run.stderr
    };
    assert_eq!(
        message(&["--since", "2024", "--player", "muller"]),
        "zobrist: none of 4 games in this position meets all that is asked for; by itself, since 2024 leaves 0 games, muller leaves 3 games\n"
    );
    assert_eq!(
        message(&["--result", "0-1", "--player", "los"]),
        "zobrist: none of 4 games in this position meets all that is asked for; by itself, result 0-1 leaves 1 game, los leaves 2 games\n"
    );
    assert_eq!(
        message(&["--moves", "a4", "--result", "0-1"]),
        "zobrist: no game reached this position\n"
    );
    assert_eq!(
        message(&["--moves", "e4", "--max-ply", "1"]),
        "zobrist: none of 3 games in this position meets all that is asked for; by itself, before ply 1 leaves 0 games\n"
    );
}

#[test]
fn wrong_filters_are_refused_before_any_work() {
    let folder = Folder::with("a.pgn", GAMES);
    for (args, expected) in [
        (&["--since", "2023.13"][..], "2023.13"),
        (&["--until", "yesterday"], "yesterday"),
        (&["--since", "2024", "--until", "2023"], "2024"),
        (&["--elo", "2500..2400"], "2500"),
        (&["--elo", "strong"], "strong"),
        (&["--as", "white"], "--player"),
        (&["--result", "2-0"], "2-0"),
    ] {
        let all = ["a.pgn"].iter().chain(args).copied();
        let message = explore(&folder, all).refused();
        assert!(message.contains(expected), "{args:?}: {message}");
    }
    assert!(!folder.path("cache").exists());
}

#[test]
fn several_sources_are_asked_together_and_duplicates_count_once() {
    let folder = Folder::with("a.pgn", GAMES);
    std::fs::create_dir(folder.path("more")).unwrap();
    folder.write("more/b.pgn", "[White \"Bea\"]\n\n1. a4 *\n");
    folder.write("more/notes.txt", "1. h4 *\n");
    folder.write("more/._b.pgn", "\0\u{5}\u{16}\u{7}");
    folder.zobrist(["index", "build", "idx", "a.pgn"]).done();
    let games = |args: &[&'static str]| {
        let run = explore(&folder, args.iter().chain(&["--format", "csv"]).copied());
        assert_eq!(run.code, 0, "{}", run.stderr);
        let count = |line: &str| line.split(',').nth(2).unwrap().parse::<u64>().unwrap();
        run.stdout.lines().skip(1).map(count).sum::<u64>()
    };
    assert_eq!(games(&["a.pgn"]), 4);
    assert_eq!(games(&["more"]), 1);
    assert_eq!(games(&["m*/*.pgn", "a.pgn"]), 5);
    assert_eq!(games(&["idx", "a.pgn", "more"]), 9);
    assert_eq!(games(&["idx", "a.pgn", "more", "--dedup"]), 5);
    assert_eq!(games(&["idx", "a.pgn", "--dedup=players"]), 4);
    assert_eq!(games(&["idx", "a.pgn", "--dedup", "--result", "1-0"]), 1);
    let run = explore(&folder, ["idx", "a.pgn", "--dedup"]);
    let expected = "all games: 4 of 8 games in this position; left out 4 games seen before\n";
    assert!(run.stdout.contains(expected), "{}", run.stdout);
    // Once, with a message, if the same is named twice.
    let run = explore(&folder, ["idx", "./idx", "--format", "csv"]);
    assert_eq!(run.code, 1);
    assert!(run.stderr.contains("./idx is named twice; its games count once"), "{}", run.stderr);
    // Standard input, beside others.
    let run = explore_of(&folder, ["-", "more", "--format", "csv"], "1. b3 *\n");
    assert!(run.stdout.contains("b2b3,b3,1,"), "{}", run.stdout);
    assert!(run.stdout.contains("a2a4,a4,1,"), "{}", run.stdout);
    let message = explore(&folder, ["none*.pgn"]).refused();
    assert!(
        message.contains("expected files or folders that match none*.pgn, got none"),
        "{message}"
    );
}

#[test]
fn sources_of_different_schemes_do_not_mix() {
    let folder = Folder::with("a.pgn", GAMES);
    folder.zobrist(["index", "build", "idx", "a.pgn", "--scheme", "polyglot"]).done();
    let message = explore(&folder, ["idx", "a.pgn"]).refused();
    assert!(message.contains("expected sources of one scheme, got idx by polyglot ("), "{message}");
    let rows = explore(&folder, ["idx", "a.pgn", "--scheme", "polyglot", "--format", "csv"]).done();
    assert!(rows.contains("e2e4,e4,6,"), "{rows}");
}

/// Variants and castling rooks are told apart as without filters.
#[test]
fn other_positions_with_the_same_key_are_told_apart() {
    let chess = "[White \"A\"]\n\n1. e4 *\n\n";
    let crazyhouse = "[White \"A\"]\n[Variant \"Crazyhouse\"]\n\n1. d4 *\n\n";
    let set_up = "[White \"A\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n\
                  [SetUp \"1\"]\n\n1. c4 *\n\n";
    let folder = Folder::with("a.pgn", [chess, crazyhouse, set_up, crazyhouse, chess].concat());
    for (variant, expected) in [
        (
            &[][..],
            "uci,san,games,white,draws,black,unknown,average_elo,last_year,other_orders,eco,opening,player_score\n\
                   e2e4,e4,2,0,0,0,2,,,0,B00,King's Pawn Game,\nc2c4,c4,1,0,0,0,1,,,0,A10,English Opening,\n",
        ),
        (
            &["--variant", "crazyhouse"],
            "uci,san,games,white,draws,black,unknown,average_elo,\
                                        last_year,other_orders,eco,opening,player_score\nd2d4,d4,2,0,0,0,2,,,0,,,\n",
        ),
    ] {
        let args = ["a.pgn", "--player", "a", "--format", "csv"].iter().chain(variant).copied();
        assert_eq!(explore(&folder, args).stdout, expected);
    }
}
