//! The keys of an engine of one's own, described by a file: every command takes them, and a check
//! finds the engine's mistakes.

use std::collections::BTreeSet;

use crate::rookie::{Engine, ROOKIE, folder, lines, positions};
use crate::tool::{Folder, Run, SAMPLE, zobrist};

fn check(folder: &Folder, lines: &str, args: &[&str]) -> Run {
    folder.write("lines.txt", lines);
    let check = ["hash", "--check", "lines.txt"];
    folder.zobrist(check.into_iter().chain(args.iter().copied()))
}

const ROOKIE_ARGS: [&str; 2] = ["--scheme", "rookie.toml"];

#[test]
fn the_description_is_the_engine() {
    let engine = Engine::new();
    let folder = folder(&engine);
    let positions = positions(3_067);
    let run = check(&folder, &lines(&positions, |fen| engine.hash(fen)), &ROOKIE_ARGS);
    assert_eq!((run.code, run.stdout.as_str()), (0, ""));
    assert_eq!(run.stderr, "zobrist: 3067 lines, 0 wrong\n");
    let pawns = lines(&positions, |fen| engine.pawn_hash(fen));
    let run = check(&folder, &pawns, &["--scheme", "rookie.toml", "--key", "pawn"]);
    assert_eq!((run.code, run.stdout.as_str()), (0, ""), "{}", run.stderr);
}

/// Keys in an array `[6][64][2]` or `[2][64][6]`, as C writes it: the square is the middle
/// index, and a check names mistakes as before.
#[test]
fn keys_whose_last_index_is_the_color_or_the_role() {
    let engine = &Engine::new();
    let folder = folder(engine);
    let mut keys = vec![engine.black_to_move];
    keys.extend((0..16).map(|set: usize| {
        let rights = "KQkq".char_indices().filter(|(bit, _)| set >> bit & 1 == 1);
        engine.rights(&rights.map(|(_, right)| right).collect::<String>())
    }));
    keys.extend("abcdefgh".chars().map(|file| engine.file(file)));
    let squares: Vec<String> = (1..=8)
        .flat_map(|rank| "abcdefgh".chars().map(move |file| format!("{file}{rank}")))
        .collect();
    let braces = |inner: Vec<String>| format!("{{ {} }}", inner.join(", "));
    let hex = |key: u64| format!("0x{key:016x}ULL");
    for (index, order, groups) in [
        ("role-square-color", "PpNnBbRrQqKk", vec!["Pp", "Nn", "Bb", "Rr", "Qq", "Kk"]),
        ("color-square-role", "PNBRQKpnbrqk", vec!["PNBRQK", "pnbrqk"]),
    ] {
        let of_square = |group: &str, square: &String| {
            braces(group.chars().map(|piece| hex(engine.piece(piece, square))).collect())
        };
        let of_group = |group: &&str| braces(squares.iter().map(|s| of_square(group, s)).collect());
        let table = braces(groups.iter().map(of_group).collect());
        let rest: Vec<String> = keys.iter().map(|key| hex(*key)).collect();
        let (sets, files) = (braces(rest[1..17].to_vec()), braces(rest[17..].to_vec()));
        folder.write(
            "zobrist.h",
            format!(
                "const uint64_t Piece[{}][64][{}] = {table};\nconst uint64_t Turn = {};\n\
                 const uint64_t Castling[16] = {sets};\nconst uint64_t EnPassant[8] = {files};\n",
                groups.len(),
                groups[0].len(),
                rest[0]
            ),
        );
        let toml = ROOKIE.replace("\"PNBRQKpnbrqk\"", &format!("{order:?}"));
        folder.write("rookie.toml", toml.replace("\"piece-square\"", &format!("{index:?}")));
        let mut text = lines(&positions(300), |fen| engine.hash(fen));
        let planted = engine.planted_mistakes();
        for (fen, difference, _) in planted {
            text += &format!("{:016x}\t{fen}\n", engine.hash(fen) ^ difference);
        }
        let (rows, messages) = check(&folder, &text, &ROOKIE_ARGS).rejected();
        assert!(messages.starts_with("zobrist: 310 lines, 10 wrong\n"), "{index}: {messages}");
        // The features of a cause stand in the order of their slots, which is another one here.
        let features = |cause: &str| cause.split(" + ").map(str::to_owned).collect::<BTreeSet<_>>();
        let found = rows.lines().map(|row| features(row.split('\t').nth(3).unwrap()));
        let expected = planted.map(|(_, _, cause)| features(cause));
        assert_eq!(found.collect::<Vec<_>>(), expected, "{index}");
        // As a program without unsigned numbers prints them, after two that are no keys.
        let table = groups.iter().flat_map(|group| {
            squares.iter().flat_map(|square| group.chars().map(|piece| engine.piece(piece, square)))
        });
        let signed = table.chain(keys.iter().copied()).map(|key| format!("{}\n", key as i64));
        folder.write(
            "keys.txt",
            ["7\n-8\n".to_owned()].into_iter().chain(signed).collect::<String>(),
        );
        let toml = std::fs::read_to_string(folder.path("rookie.toml")).unwrap();
        let lines = "{ lines = \"keys.txt\", skip = 2 }";
        folder.write("rookie.toml", toml.replace("{ file = \"zobrist.h\" }", lines));
        let of_lines = check(&folder, &text, &ROOKIE_ARGS).rejected();
        assert_eq!(of_lines, (rows, messages), "{index}");
    }
}

/// Each of ten mistakes is named, those of four features too.
#[test]
fn ten_planted_mistakes_are_named() {
    let engine = &Engine::new();
    let folder = folder(engine);
    let planted = engine.planted_mistakes();
    let mut text = lines(&positions(300), |fen| engine.hash(fen));
    for (fen, difference, _) in planted {
        text += &format!("{:016x}\t{fen}\n", engine.hash(fen) ^ difference);
    }
    let (rows, messages) = check(&folder, &text, &ROOKIE_ARGS).rejected();
    let found: Vec<&str> = rows.lines().map(|row| row.split('\t').nth(3).unwrap()).collect();
    assert_eq!(found, planted.map(|(_, _, cause)| cause));
    assert!(messages.starts_with("zobrist: 310 lines, 10 wrong\n"), "{messages}");
    for (index, (_, _, cause)) in planted.iter().enumerate() {
        let line = format!("  {cause}: 1 line, at {}\n", 301 + index);
        assert!(messages.contains(&line), "{messages}");
    }
}

#[test]
fn a_cause_is_counted_with_its_first_line() {
    let engine = Engine::new();
    let folder = folder(&engine);
    let fens = positions(400);
    // A surplus file in every line in which White has moved last and nothing is hashed.
    let is_wrong = |fen: &str| fen.contains(" b ") && fen.contains(" - ");
    let text =
        lines(&fens, |fen| engine.hash(fen) ^ if is_wrong(fen) { engine.file('h') } else { 0 });
    let wrong: Vec<usize> = (0..400).filter(|line| is_wrong(&fens[*line])).collect();
    let (rows, messages) = check(&folder, &text, &ROOKIE_ARGS).rejected();
    assert_eq!(rows.lines().count(), wrong.len());
    assert_eq!(
        messages,
        format!(
            "zobrist: 400 lines, {0} wrong\n  surplus en passant file h: {0} lines, first at {1}\n",
            wrong.len(),
            wrong[0] + 1
        )
    );
}

/// The message of the check when most lines are wrong.
#[track_caller]
fn diagnosis(lines: &str, toml: &str) -> String {
    let engine = Engine::new();
    let folder = folder(&engine);
    folder.write("rookie.toml", toml);
    let (_, messages) = check(&folder, lines, &ROOKIE_ARGS).rejected();
    messages
}

#[test]
fn a_wrong_description_is_found_out_and_said() {
    let engine = Engine::new();
    let text = lines(&positions(400), |fen| engine.hash(fen));
    for (wrong, right) in [
        (r#"order    = "pPnNbBrRqQkK""#, r#"order = "PNBRQKpnbrqk""#),
        (r#"order    = "PNBRKQpnbrqk""#, r#"order = "PNBRQKpnbrqk""#),
        (r#"squares  = { first = "a8", run = "rank" }"#, r#"first = "a1""#),
        (r#"squares  = { first = "a1", run = "file" }"#, r#"run = "rank""#),
        (r#"key-for  = "white""#, r#"key-for = "black""#),
        (r#"order    = "kqKQ""#, r#"order = "KQkq""#),
        (r#"counts   = "beside""#, r#"counts = "always""#),
        (r#"counts   = "legal""#, r#"counts = "always""#),
    ] {
        let field = wrong.split(['=', ' ']).next().unwrap();
        let mut replaced = false;
        let toml: String = ROOKIE
            .lines()
            .map(|line| {
                let is_castling = wrong.contains("kqKQ");
                let is_it = line.starts_with(field) && line.contains("KQkq") == is_castling;
                let is_it = is_it && !replaced;
                replaced |= is_it;
                format!("{}\n", if is_it { wrong } else { line })
            })
            .collect();
        assert_ne!(toml, ROOKIE, "{wrong}");
        let messages = diagnosis(&text, &toml);
        // Most lines have no capture and all rights or none: the wrong ones are named one by one.
        if field == "counts" || wrong.contains("kqKQ") {
            let cause = if field == "counts" { "en passant file" } else { "castling rights" };
            assert!(messages.contains(&format!("surplus {cause}")), "{messages}");
            let hint = "lines are right with counts = \"always\": the program seems to count en passant \
                        by another rule\n";
            assert_eq!(messages.contains(hint), field == "counts", "{messages}");
            continue;
        }
        assert!(messages.contains("with other conventions:\n"), "{wrong}: {messages}");
        assert!(messages.contains(right), "{wrong}: {messages}");
    }
}

#[test]
fn keys_of_nobody_are_said_to_be_unknown() {
    let engine = Engine::new();
    let folder = folder(&engine);
    let text = lines(&positions(100), |fen| engine.hash(fen));
    let (_, messages) = check(&folder, &text, &[]).rejected();
    assert!(
        messages.contains("100 lines, 100 wrong\n  no sum of few features explains it: "),
        "{messages}"
    );
    assert!(messages.contains("the keys are none that are known"), "{messages}");
    // Keys of a built-in scheme are recognized.
    let fen = zobrist(["hash", "--scheme", "fen", SAMPLE]).done();
    let lines: String = fen
        .lines()
        .take(100)
        .map(|row| row.split('\t').collect::<Vec<_>>())
        .map(|row| format!("{}\t{}\n", row[0], row[3]))
        .collect();
    let (_, messages) = check(&folder, &lines, &ROOKIE_ARGS).rejected();
    assert!(messages.contains("say --scheme fen\n"), "{messages}");
}

#[test]
fn the_file_serves_in_every_command_of_positions() {
    let engine = Engine::new();
    let folder = folder(&engine);
    let start = crate::tool::START;
    let hash = format!("{:016x}", engine.hash(start));
    let rookie = |args: &[&str]| folder.zobrist(args.iter().copied().chain(ROOKIE_ARGS)).done();
    assert_eq!(
        rookie(&["explain", start]).lines().last().unwrap().split('\t').nth(1),
        Some(&*hash)
    );
    let diff = rookie(&["diff", "", "e4"]);
    assert!(diff.starts_with(&format!("a\t{hash}\t")), "{diff}");
    assert!(diff.contains("\ten passant file e\n"), "{diff}");
    assert_eq!(rookie(&["perft", "3", "--unique"]), "1\t20\n2\t400\n3\t7602\n");
    let unique = rookie(&["hash", "--unique", SAMPLE]);
    let always = zobrist(["hash", "--unique", "--scheme", "fen", SAMPLE]).done();
    assert_eq!(unique.lines().count(), always.lines().count());
    let pawns = rookie(&["explain", start, "--key", "pawn"]);
    assert_eq!(pawns.lines().count(), 16);
    let last = format!("{:016x}", engine.pawn_hash(start));
    assert_eq!(pawns.lines().last().unwrap().split('\t').nth(1), Some(&*last));
}

/// An index holds the scheme, and opens without the file.
#[test]
fn an_index_by_the_file_opens_without_it() {
    let engine = Engine::new();
    let folder = folder(&engine);
    let games = "1. e4 e5 2. Nf3 *\n\n1. d4 d5 *\n";
    folder.write("games.pgn", games);
    let explore = |source: &str, args: &[&str]| {
        let all = ["explore", source, "--format", "csv"].into_iter().chain(args.iter().copied());
        folder.zobrist(all).done()
    };
    folder.zobrist(["index", "build", "idx", "games.pgn", "--scheme", "rookie.toml"]).done();
    let from_file = explore("games.pgn", &ROOKIE_ARGS);
    folder.write("rookie.toml", "");
    folder.write("zobrist.h", "");
    assert_eq!(explore("idx", &[]), from_file);
    assert!(from_file.contains("e2e4,e4,1,"), "{from_file}");
    let info = folder.zobrist(["index", "info", "idx"]).done();
    assert!(info.contains("rookie"), "{info}");
    folder.zobrist(["index", "verify", "idx"]).done();
}

#[test]
fn a_scheme_with_a_clock_is_refused_where_transpositions_meet() {
    let folder = Folder::with("games.pgn", "1. e4 *\n");
    let clock = ["--scheme", "stockfish-15.1"];
    for args in [
        &["perft", "2", "--unique"][..],
        &["index", "build", "idx", "games.pgn"],
        &["explore", "games.pgn"],
    ] {
        let run = folder.zobrist(args.iter().copied().chain(clock));
        assert!(run.refused().contains("clock"), "{args:?}");
    }
    let hash = folder.zobrist(["explain", "e4", "--scheme", "stockfish-15.1"]).done();
    assert!(hash.lines().count() > 32);
}

#[test]
fn mistakes_in_the_files_are_named_by_place() {
    let engine = Engine::new();
    let folder = folder(&engine);
    let check = || folder.zobrist(["schemes", "check", "rookie.toml"]);
    let words = check().done();
    assert!(
        words.starts_with("rookie: 793 keys of 64 bits that combine by XOR; rank 64"),
        "{words}"
    );
    assert!(
        words.contains("; 1 when Black is to move; 16 for the sets of castling rights"),
        "{words}"
    );
    let hash = format!("  {:016x}  hash\n", engine.hash(crate::tool::START));
    assert!(words.ends_with(&hash), "{words}");
    for (wrong, message) in [
        ("bits     = 65", "rookie.toml: line 2, column 12: expected 16, 24, 32, 64 or 128, got 65"),
        ("order    = \"PNBRQK\"", "rookie.toml: line 7, column 12: expected"),
        ("keys     = { file = \"none.h\" }", "none.h"),
    ] {
        let field = wrong.split(' ').next().unwrap();
        let mut done = false;
        let toml: String = ROOKIE
            .lines()
            .map(|line| {
                let replace = !done && line.starts_with(field);
                done |= replace;
                format!("{}\n", if replace { wrong } else { line })
            })
            .collect();
        folder.write("rookie.toml", &toml);
        let refused = check().refused();
        assert!(refused.contains(message), "{refused}");
    }
    folder.write("rookie.toml", ROOKIE.replace(r#""turn", "castling""#, r#""castling", "turn""#));
    let refused = check().refused();
    assert!(refused.contains("got 768, 1, 16, 8, in the order of the file"), "{refused}");
    folder.write("rookie.toml", ROOKIE.replace("rookie", "polyglot"));
    assert!(check().refused().contains("polyglot"));
    let header = folder.zobrist(["hash", "--scheme", "zobrist.h"]).refused();
    assert!(header.contains("chess-896, NAME.toml]"), "{header}");
    let missing = folder.zobrist(["hash", "--scheme", "nowhere.toml"]).refused();
    assert!(missing.contains("nowhere.toml"), "{missing}");
}

#[test]
fn schemes_are_shown_as_files_that_read_back() {
    let folder = Folder::new();
    for name in [
        "polyglot",
        "fide",
        "fen",
        "zobrist",
        "stockfish-1.9",
        "stockfish-2.3",
        "stockfish-11",
        "stockfish-15.1",
        "stockfish-18",
        "chess-768",
        "chess-793",
        "chess-832",
        "chess-896",
    ] {
        let file = folder.zobrist(["schemes", "show", name]).done();
        folder.write("scheme.toml", &file);
        let again = folder.zobrist(["schemes", "show", "scheme.toml"]).done();
        assert_eq!(again, file);
        let by = |scheme: &str| zobrist_explain(&folder, scheme);
        assert_eq!(by("scheme.toml"), by(name), "{name}");
        let words = folder.zobrist(["schemes", "check", "scheme.toml"]).done();
        assert!(words.starts_with(&format!("{name}: ")), "{words}");
    }
}

fn zobrist_explain(folder: &Folder, scheme: &str) -> String {
    folder.zobrist(["explain", "e4 c5 Nf3 d6", "--scheme", scheme]).done()
}

/// Wrong lines that come late are no matter of conventions.
#[test]
fn lines_that_are_right_at_first_are_no_other_scheme() {
    let engine = Engine::new();
    let folder = folder(&engine);
    let mut text = lines(&positions(1_100), |fen| engine.hash(fen));
    text += &lines(&positions(1_500), |_| 1);
    let (_, messages) = check(&folder, &text, &ROOKIE_ARGS).rejected();
    assert!(messages.starts_with("zobrist: 2600 lines, 1500 wrong\n"), "{messages}");
    let fits = "but 1100 are right, which no hash is by chance: the keys of these lines and their order \
                are those of `rookie`; the first wrong line is 1101\n";
    assert!(messages.ends_with(fits), "{messages}");
}

/// A secondary key by count is made of numbers of pieces, not of pieces on squares.
#[test]
fn pieces_that_are_counted_have_numbers() {
    let start = crate::tool::START;
    let args = ["explain", start, "--scheme", "stockfish-15.1", "--key", "material"];
    let rows = zobrist(args).done();
    assert_eq!(rows.lines().count(), 32);
    assert!(rows.contains("\twhite pawn number 8\n") && !rows.contains("\twhite pawn h1\n"));
    let message = zobrist(["explain", start, "--key", "pawn"]).refused();
    assert!(message.contains("the scheme `polyglot` has no secondary keys"), "{message}");
    let none = ["explain", start, "--scheme", "stockfish-15.1", "--key", "king"];
    assert!(zobrist(none).refused().contains("expected material or pawn"));
}

/// The pairs of keys of a layout are indexed up to a size.
#[test]
fn a_large_layout_is_checked_without_causes() {
    let folder = Folder::new();
    folder.write(
        "large.toml",
        r#"name   = "large"
keys   = { source = "splitmix64", seed = 1 }
layout = ["pieces", "turn", "castling", "en-passant", "empty", "promoted", "clock"]
[pieces]
order = "PNBRQKpnbrqk"
[turn]
key-for = "black"
[castling]
keys = "rooks"
by = "square"
[en-passant]
keys = "square"
counts = "legal"
[clock]
from = 0
step = 1
count = 1024
"#,
    );
    let (rows, _) =
        check(&folder, &format!("1\t{}\n", crate::tool::START), &["--scheme", "large.toml"])
            .rejected();
    assert!(rows.contains("\ttoo many features to search\t"), "{rows}");
}
