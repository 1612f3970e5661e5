//! `zobrist explore`.

use std::fs;
use std::path::PathBuf;
use std::time::SystemTime;

use assert_cmd::Command;

use crate::tool::{COMPRESSIONS, Folder, Run, ZOBRIST, with_sum};

const GAMES: &str = "\
[Event \"Cup, \\\"A\\\"\"]
[White \"Ann\"]
[Black \"Bob\"]
[Result \"1-0\"]
[WhiteElo \"2000\"]
[BlackElo \"1900\"]
[Date \"2020.05.01\"]

1. e4 c5 2. Nf3 1-0

[White \"Cid\"]
[Result \"0-1\"]
[WhiteElo \"2101\"]

1. e4 e5 0-1

1. d4 d5 1/2-1/2

1. e4 c5 *

1. Nf3 *
";

/// Runs the command with a cache of its own.
#[track_caller]
fn explore<'a>(folder: &Folder, args: impl IntoIterator<Item = &'a str>) -> Run {
    let mut command = Command::new(ZOBRIST);
    command.arg("explore").args(args).current_dir(folder.path("."));
    let output = command.env("XDG_CACHE_HOME", folder.path("cache")).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let code = output.status.code().expect("no signal");
    Run::of(code, text(output.stdout), text(output.stderr))
}

/// The manifests in the cache and when each was written.
fn cached(folder: &Folder) -> Vec<(PathBuf, SystemTime)> {
    let Ok(entries) = fs::read_dir(folder.path("cache/zobrist/explore")) else { return vec![] };
    let folders = entries.map(|entry| entry.unwrap().path()).filter(|path| path.is_dir());
    let manifests = folders.map(|folder| folder.join("manifest.json"));
    let times = manifests.map(|path| (path.clone(), path.metadata().unwrap().modified().unwrap()));
    let mut times: Vec<_> = times.collect();
    times.sort();
    times
}

/// The rows after that of the position, which comes first.
#[track_caller]
fn after_position(rows: String) -> String {
    let (position, rest) = rows.split_once('\n').unwrap();
    assert!(position.starts_with("{\"type\":\"position\",\"fen\":"), "{position}");
    rest.to_owned()
}

const ROWS: &str = r#"{"type":"move","uci":"e2e4","san":"e4","games":3,"white":1,"draws":0,"black":1,"unknown":1,"average_elo":2000.3333333333333,"last_year":2020,"other_orders":0,"opening":{"eco":"B00","name":"King's Pawn Game"}}
{"type":"move","uci":"g1f3","san":"Nf3","games":1,"white":0,"draws":0,"black":0,"unknown":1,"average_elo":null,"last_year":null,"other_orders":0,"opening":{"eco":"A04","name":"Zukertort Opening"}}
{"type":"move","uci":"d2d4","san":"d4","games":1,"white":0,"draws":1,"black":0,"unknown":0,"average_elo":null,"last_year":null,"other_orders":0,"opening":{"eco":"A40","name":"Queen's Pawn Game"}}
"#;

#[test]
fn json_lines_of_moves_the_most_played_first() {
    let folder = Folder::with("a.pgn", GAMES);
    let rows = explore(&folder, ["a.pgn", "--format", "jsonl"]).done();
    assert_eq!(after_position(rows), ROWS);
    let line = "1. e 4 {best} c7-c5 (1... e5) 1/2-1/2 agreed";
    let written = explore(&folder, ["a.pgn", "--moves", line, "--format", "jsonl"]).done();
    let rows = explore(&folder, ["a.pgn", "--moves", "1.e4 c5", "--format", "jsonl"]).done();
    assert_eq!(written, rows);
    let expected = "{\"type\":\"move\",\"uci\":\"g1f3\",\"san\":\"Nf3\",\"games\":1,\"white\":1,\"draws\":0,\
                    \"black\":0,\"unknown\":0,\"average_elo\":1950,\"last_year\":2020,\"other_orders\":0,\
                    \"opening\":{\"eco\":\"B27\",\"name\":\"Sicilian Defense\"}}\n";
    assert_eq!(after_position(rows), expected);
    // By FEN, whatever its counters and an en passant square that means nothing.
    let fen = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 7 9";
    let rows = explore(&folder, ["a.pgn", "--fen", fen, "--format", "jsonl"]).done();
    assert_eq!(after_position(rows), expected);
}

#[test]
fn json_lines_of_games_behind_those_of_moves() {
    let folder = Folder::with("a.pgn", GAMES);
    let ask = |games| {
        let args = ["a.pgn", "--moves", "e4", "--games", games, "--format", "jsonl"];
        after_position(explore(&folder, args).done())
    };
    let file = fs::canonicalize(folder.path("a.pgn")).unwrap();
    let file = file.display();
    let offset = GAMES.find("[White \"Cid\"]").unwrap();
    let all = ask("2");
    let rows: Vec<&str> = all.lines().collect();
    assert_eq!(rows.len(), 4);
    assert_eq!(
        rows[0],
        "{\"type\":\"move\",\"uci\":\"c7c5\",\"san\":\"c5\",\"games\":2,\"white\":1,\"draws\":0,\"black\":0,\
         \"unknown\":1,\"average_elo\":1950,\"last_year\":2020,\"other_orders\":0,\
         \"opening\":{\"eco\":\"B20\",\"name\":\"Sicilian Defense\"}}"
    );
    assert_eq!(
        rows[2],
        format!(
            "{{\"type\":\"game\",\"game_id\":0,\"file\":\"{file}\",\"game\":1,\"ply\":1,\
             \"white_name\":\"Ann\",\"black_name\":\"Bob\",\"white_elo\":2000,\
             \"black_elo\":1900,\"result\":\"1-0\",\"date\":\"2020.05.01\",\
             \"event\":\"Cup, \\\"A\\\"\",\"site\":null,\"round\":null,\"offset\":0}}"
        )
    );
    let (_, at) = rows[3].trim_end_matches('}').split_once("\"offset\":").unwrap();
    assert_eq!(GAMES[at.parse().unwrap()..offset].trim(), "");
    let second = format!(
        "{{\"type\":\"game\",\"game_id\":1,\"file\":\"{file}\",\"game\":2,\"ply\":1,\
         \"white_name\":\"Cid\",\"black_name\":null,"
    );
    assert!(rows[3].starts_with(&second), "{}", rows[3]);
    // Comments before a game do not belong to it.
    let comments = "; made by hand\n\n{two\n\nlines}\n\n";
    folder.write("b.pgn", comments.to_owned() + &GAMES.replace("\n\n[White", "\n\n; c\n\n[White"));
    let args = ["b.pgn", "--moves", "e4", "--games", "1", "--format", "jsonl"];
    let rows = explore(&folder, args).done();
    let first = format!("\"offset\":{}}}\n", comments.len());
    assert!(rows.ends_with(&first), "{rows}");
    assert_eq!(ask("9").lines().count(), 5);
    assert_eq!(ask("0").lines().count(), 2);
}

#[test]
fn csv_has_headers() {
    let folder = Folder::with("a.pgn", GAMES);
    let csv = |more: &[&'static str]| {
        let args = ["a.pgn", "--format", "csv"].iter().chain(more).copied();
        explore(&folder, args).done()
    };
    let moves = "uci,san,games,white,draws,black,unknown,average_elo,last_year,other_orders,eco,opening\n\
                 e2e4,e4,3,1,0,1,1,2000.3333333333333,2020,0,B00,King's Pawn Game\n\
                 g1f3,Nf3,1,0,0,0,1,,,0,A04,Zukertort Opening\n\
                 d2d4,d4,1,0,1,0,0,,,0,A40,Queen's Pawn Game\n";
    assert_eq!(csv(&[]), moves);
    let with_games = csv(&["--games", "1"]);
    let file = fs::canonicalize(folder.path("a.pgn")).unwrap();
    let games = format!(
        "game_id,file,game,ply,white_name,black_name,white_elo,black_elo,result,date,event,site,\
         round,offset\n\
         0,{},1,0,Ann,Bob,2000,1900,1-0,2020.05.01,\"Cup, \"\"A\"\"\",,,0\n",
        file.display()
    );
    // One table, of one width.
    assert_eq!(with_games, games);
    let header = games.lines().next().unwrap();
    let none = ["a.pgn", "--format", "csv", "--games", "1", "--moves", "a4"];
    let run = explore(&folder, none);
    assert_eq!((run.code, run.stdout), (0, format!("{header}\n")));
    assert_eq!(run.stderr, "zobrist: no game reached this position\n");
}

#[test]
fn a_table_for_people() {
    let folder = Folder::with("a.pgn", GAMES);
    let table = explore(&folder, ["a.pgn"]).done();
    let expected = "\
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
5 games in this position
move   games   share  white   draws  black   elo  last  score  opening
e4         3   60.0%  50.0%    0.0%  50.0%  2000  2020  50.0%  B00 King's Pawn Game
Nf3        1   20.0%      -       -      -     -     -      -  A04 Zukertort Opening
d4         1   20.0%   0.0%  100.0%   0.0%     -     -  50.0%  A40 Queen's Pawn Game
total      5  100.0%  33.3%   33.3%  33.3%  2000  2020  50.0%
2 games without a known result
";
    assert_eq!(table, expected);
    let table = explore(&folder, ["a.pgn", "--moves", "e4 e5", "--games", "3"]);
    let message = "zobrist: 1 game reached this position, as the last one: no move was played\n";
    assert_eq!((table.code, &*table.stderr), (0, message));
    assert!(table.stdout.contains("\nCid (2101) - ?  0-1  ?  ?\n  game 2 of "), "{}", table.stdout);
    assert!(table.stdout.ends_with("; here at ply 2\n"), "{}", table.stdout);
}

#[test]
fn a_position_that_was_never_reached_has_no_rows() {
    let folder = Folder::with("a.pgn", GAMES);
    let last = "1 game reached this position, as the last one: no move was played";
    for (line, reason) in [("a4", "no game reached this position"), ("e4 c5 Nf3", last)] {
        let args = ["a.pgn", "--moves", line, "--games", "0", "--format", "jsonl"];
        let run = explore(&folder, args);
        assert_eq!(after_position(run.stdout), "");
        assert_eq!((run.code, run.stderr), (0, format!("zobrist: {reason}\n")));
    }
    folder.write("none.pgn", "");
    let run = explore(&folder, ["none.pgn", "--format", "jsonl"]);
    assert_eq!(after_position(run.stdout), "");
    assert_eq!((run.code, &*run.stderr), (0, "zobrist: no game reached this position\n"));
}

#[test]
fn the_index_of_a_file_is_kept_while_the_file_is_unchanged() {
    let folder = Folder::with("a.pgn", GAMES);
    let ask = || after_position(explore(&folder, ["a.pgn", "--format", "jsonl"]).done());
    assert_eq!(cached(&folder), []);
    assert_eq!(ask(), ROWS);
    let first = cached(&folder);
    assert_eq!(first.len(), 1);
    assert_eq!(ask(), ROWS);
    assert_eq!(cached(&folder), first, "the index was built again");

    // With another size.
    folder.write("a.pgn", format!("{GAMES}\n1. Nf3 *\n\n1. Nf3 *\n\n1. Nf3 *\n"));
    assert!(ask().starts_with("{\"type\":\"move\",\"uci\":\"g1f3\",\"san\":\"Nf3\",\"games\":4"));
    let second = cached(&folder);
    assert_eq!(second.len(), 1);
    assert!(second != first);

    // With the same size and another time.
    let time = folder.path("a.pgn").metadata().unwrap().modified().unwrap();
    folder.write("a.pgn", format!("{GAMES}\n1. d4  *\n\n1. d4  *\n\n1. d4  *\n"));
    assert!(folder.path("a.pgn").metadata().unwrap().modified().unwrap() != time);
    assert!(ask().starts_with("{\"type\":\"move\",\"uci\":\"d2d4\",\"san\":\"d4\",\"games\":4"));
    assert!(cached(&folder) != second);
}

#[test]
fn each_list_of_files_and_each_scheme_has_an_index_of_its_own() {
    let folder = Folder::with("a.pgn", GAMES);
    folder.write("b.pgn", "1. a4 *\n");
    let ask = |args: &[&'static str]| {
        let args = args.iter().copied().chain(["--format", "jsonl"]);
        let run = explore(&folder, args);
        assert_eq!(run.code, 0, "{}", run.stderr);
        after_position(run.stdout).lines().count()
    };
    assert_eq!(ask(&["a.pgn"]), 3);
    assert_eq!(ask(&["b.pgn"]), 1);
    assert_eq!(ask(&["a.pgn", "--scheme", "polyglot"]), 3);
    assert_eq!(ask(&["a.pgn", "b.pgn"]), 4);
    let all = cached(&folder);
    assert_eq!(all.len(), 4);
    // One index serves all filters.
    assert_eq!(ask(&["a.pgn", "--min-elo", "1900"]), 1);
    assert_eq!(ask(&["a.pgn", "--max-ply", "1"]), 3);
    assert_eq!(ask(&["a.pgn", "--max-ply", "1", "--moves", "e4"]), 0);
    assert_eq!(ask(&["a.pgn", "--dedup"]), 3);
    assert_eq!(ask(&["a.pgn"]), 3);
    assert_eq!(cached(&folder), all);
}

#[test]
fn a_kept_index_that_is_damaged_is_built_again() {
    let folder = Folder::with("a.pgn", GAMES);
    let ask = || after_position(explore(&folder, ["a.pgn", "--format", "jsonl"]).done());
    assert_eq!(ask(), ROWS);
    let manifest = cached(&folder)[0].0.clone();
    fs::write(&manifest, "{").unwrap();
    assert_eq!(ask(), ROWS);
    let positions = manifest.with_file_name("positions");
    for entry in fs::read_dir(positions).unwrap() {
        fs::write(entry.unwrap().path(), "cut").unwrap();
    }
    assert_eq!(ask(), ROWS);
}

#[test]
fn compressed_files_are_read_as_they_are() {
    let folder = Folder::new();
    for (end, compress) in COMPRESSIONS {
        let name = format!("a.pgn.{end}");
        folder.write(&name, compress(GAMES.as_bytes()));
        let rows = explore(&folder, [&*name, "--format", "jsonl"]).done();
        assert_eq!(after_position(rows), ROWS, "{end}");
    }
}

#[test]
fn tags_are_exact() {
    let game = "[White \"\u{1b}[2JAnn\"]\n[Event \"a\tb\"]\n\n1. e4 *\n";
    let folder = Folder::with("a.pgn", game);
    let table = explore(&folder, ["a.pgn", "--games", "1"]).done();
    assert!(table.contains("\n\u{1b}[2JAnn - ?  *  ?  a\tb\n"), "{table}");
    let rows = explore(&folder, ["a.pgn", "--games", "1", "--format", "jsonl"]).done();
    assert!(rows.contains("\"white_name\":\"\\u001b[2JAnn\""), "{rows}");
}

/// Its index is made for the answer, and nothing is kept.
#[cfg(target_os = "linux")]
#[test]
fn a_pipe_is_read_once_and_its_index_is_not_kept() {
    let folder = Folder::with("a.pgn", "");
    for source in ["/dev/stdin", "-"] {
        let mut command = Command::new(ZOBRIST);
        command.args(["explore", source, "--format", "jsonl"]);
        command.env("XDG_CACHE_HOME", folder.path("cache")).env("TMPDIR", folder.path("."));
        let output = command.write_stdin(GAMES).output().unwrap();
        assert_eq!(after_position(String::from_utf8(output.stdout).unwrap()), ROWS);
        assert_eq!(output.status.code(), Some(0));
        let left = fs::read_dir(folder.path(".")).unwrap();
        let left: Vec<_> = left.map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(left, ["a.pgn"]);
    }
}

#[test]
fn bad_games_are_told_of_each_time() {
    let folder = Folder::with("a.pgn", format!("{GAMES}\n1. e4 e5 2. Ke3 *\n\n1. e4 what *\n"));
    let ask = || explore(&folder, ["a.pgn", "--format", "jsonl"]).rejected();
    let (rows, messages) = ask();
    assert_eq!(after_position(rows), ROWS);
    let file = fs::canonicalize(folder.path("a.pgn")).unwrap();
    let line = GAMES.lines().count() + 2;
    let byte = GAMES.len() + "\n1. e4 e5 2. ".len();
    let place = format!("zobrist: {}:{line} (byte {byte}): game 6: ", file.display());
    assert!(messages.starts_with(&place), "{place} {messages}");
    assert!(messages.ends_with("zobrist: rejected 2 of 7 games\n"), "{messages}");
    let first = cached(&folder);
    let (rows, messages) = ask();
    assert_eq!(after_position(rows), ROWS);
    assert_eq!(
        messages,
        "zobrist: rejected 2 games when the index was built; `zobrist check` reports which\n"
    );
    assert_eq!(cached(&folder), first);
}

#[test]
fn questions_that_are_wrong_cost_no_index() {
    let folder = Folder::with("a.pgn", GAMES);
    for (args, expected) in [
        (["a.pgn", "--fen", "8/8 w"], "zobrist: "),
        (["a.pgn", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"], "zobrist: cannot read the position"),
        (["a.pgn", "--moves", "e5"], "zobrist: cannot play \"e5\" in the line \"e5\""),
        (["a.pgn", "--moves", "e4 what"], "zobrist: cannot play \"what\""),
        (["a.pgn", "--moves", "e4 -- e4"], "zobrist: cannot play \"e4\""),
    ] {
        let message = explore(&folder, args).refused();
        assert!(message.starts_with(expected), "{message}");
    }
    assert_eq!(cached(&folder), []);
    let message = explore(&folder, ["missing.pgn"]).refused();
    assert!(message.starts_with("zobrist: cannot open missing.pgn: No such file"), "{message}");
    fs::create_dir(folder.path("empty")).unwrap();
    let message = explore(&folder, ["empty"]).refused();
    let expected = "zobrist: expected an index or files of games in PGN in empty, got none: their names end in \
                    .pgn or .zip, also before .zst, .gz, .bz2, .xz or .zip, and a pattern such as \
                    'empty/**/*.pgn' searches the folders within\n";
    assert_eq!(message, expected);
    assert_eq!(fs::read_dir(folder.path("empty")).unwrap().count(), 0);
}

#[test]
fn an_index_is_asked_like_a_file() {
    let folder = Folder::with("a.pgn", GAMES);
    folder.zobrist(["index", "build", "idx", "a.pgn"]).done();
    let rows = explore(&folder, ["idx", "--format", "jsonl"]).done();
    assert_eq!(after_position(rows), ROWS);
    assert_eq!(cached(&folder), []);
    let message = explore(&folder, ["idx", "--keep-valid"]).refused();
    assert!(message.contains("the index has its own"), "{message}");
    // The scheme may be named if it is that of the index.
    let args = ["idx", "--format", "jsonl", "--scheme", "fide"];
    assert_eq!(after_position(explore(&folder, args).done()), ROWS);
    let message = explore(&folder, ["idx", "--scheme", "polyglot"]).refused();
    assert!(message.contains("expected an index by the scheme polyglot ("), "{message}");
    assert!(message.contains("got fide ("), "{message}");
}

#[test]
fn variants_are_asked_for() {
    let folder = Folder::with("a.pgn", "1. e4 *\n\n[Variant \"Crazyhouse\"]\n\n1. d4 d5 *\n");
    let ask = |args: &[&'static str]| {
        let args = ["a.pgn", "--format", "jsonl"].iter().chain(args).copied();
        after_position(explore(&folder, args).done())
    };
    assert!(
        ask(&[]).starts_with("{\"type\":\"move\",\"uci\":\"e2e4\"")
            && ask(&[]).lines().count() == 1
    );
    let rows = ask(&["--variant", "crazyhouse"]);
    assert!(rows.starts_with("{\"type\":\"move\",\"uci\":\"d2d4\"") && rows.lines().count() == 1);
}

#[test]
fn castling_is_written_as_people_write_it() {
    let game = "1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. O-O *\n";
    let folder = Folder::with("a.pgn", game);
    let line = "e4 e5 Nf3 Nf6 Be2 Be7";
    let rows = explore(&folder, ["a.pgn", "--moves", line, "--format", "jsonl"]).done();
    let rows = after_position(rows);
    assert!(rows.starts_with("{\"type\":\"move\",\"uci\":\"e1g1\",\"san\":\"O-O\","), "{rows}");
}

#[test]
fn without_a_cache_folder_there_is_a_way_out() {
    let folder = Folder::with("a.pgn", GAMES);
    let mut command = Command::new(ZOBRIST);
    command.args(["explore", "a.pgn"]).current_dir(folder.path("."));
    command.env_clear();
    // A path that is not absolute counts as none.
    for caches in [&[][..], &[("XDG_CACHE_HOME", "cache"), ("HOME", ".")]] {
        let output = command.envs(caches.iter().copied()).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(message.contains("set XDG_CACHE_HOME, or build one with `zobrist index build"));
        assert!(!folder.path("cache").exists());
    }
}

/// A fault of the cache folder is not a fault of the file.
#[test]
fn a_cache_folder_that_cannot_be_used_is_told_with_the_way_out() {
    let folder = Folder::with("a.pgn", GAMES);
    folder.write("cache", "a file");
    let message = explore(&folder, ["a.pgn"]).refused();
    let begin = "zobrist: cannot keep the index in ";
    assert!(message.starts_with(begin), "{message}");
    let end =
        "; set XDG_CACHE_HOME, or build one with `zobrist index build DIR FILE` and name DIR\n";
    assert!(message.ends_with(end), "{message}");
    // Nor can it be removed if it is not a folder.
    fs::remove_file(folder.path("cache")).unwrap();
    explore(&folder, ["a.pgn"]).done();
    let kept = cached(&folder)[0].0.parent().unwrap().to_owned();
    fs::remove_dir_all(&kept).unwrap();
    fs::write(&kept, "a file").unwrap();
    let message = explore(&folder, ["a.pgn"]).refused();
    assert!(message.starts_with(begin) && message.ends_with(end), "{message}");
}

/// A merge removes the files that the manifest named before: whoever has read it asks again.
#[cfg(target_os = "linux")]
#[test]
fn an_index_may_become_another_while_it_is_asked() {
    if !crate::tool::strace_runs() {
        return;
    }
    let folder = Folder::with("a.pgn", GAMES);
    folder.zobrist(["index", "build", "idx", "a.pgn"]).done();
    let (path, later) = (folder.path("idx/manifest.json"), folder.path("later.json"));
    let manifest = fs::read_to_string(&path).unwrap();
    let before = manifest
        .replace("positions/000001-0000", "positions/000009-0000")
        .replace("\"next_segment\": 2", "\"next_segment\": 10");
    assert_eq!(before.matches("9-0000").count() + before.matches(": 10,").count(), 2);
    let before = with_sum(&before);
    // A machine under load may begin to read too late for the old manifest.
    for _ in 0..10 {
        fs::write(&path, &before).unwrap();
        fs::write(&later, &manifest).unwrap();
        // When it reads the manifest again, it waits until there is a new one.
        let child = std::process::Command::new("strace")
            .args(["--quiet=path-resolution", "-o", "log", "-P", "manifest.json"])
            .args(["-e", "trace=openat", "-e", "inject=openat:delay_enter=4000000:when=2"])
            .args([ZOBRIST, "explore", "idx", "--format", "jsonl"])
            .current_dir(folder.path("."))
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_secs(2));
        fs::rename(&later, &path).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
        assert_eq!(after_position(String::from_utf8(output.stdout).unwrap()), ROWS);
        assert_eq!(output.status.code(), Some(0));
        if fs::read_to_string(folder.path("log")).unwrap().matches("openat(").count() == 2 {
            return;
        }
    }
    panic!("the manifest was never read twice");
}
