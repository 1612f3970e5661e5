//! Games that are rejected as a whole; later games keep their numbers.

use crate::tool::{COMPRESSIONS, Folder, column, zobrist_on};

const GAMES: &str = r#"[Event "1"]

1. e4 e5 2. Nf3 *

[Event "2"]

1. e4 e5
2. Ke3 Nc6 *

[Event "3"]

1. d4 { never closed

1... d5 *

[Event "4"]

1. c4 *

[Event "5"]
[Variant "Shogi"]

1. c4 *

[Event "6"]
[Variant "Atomic"]

1. c4 *

[Event "7"]
[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]

1. c4 *

[Event "8"]

1. Nf3 Nf6 2. Ng1 Ng8 3. Nc3 Nc6 4. Nd3 *

[Event "9"]

1. c4
"#;

/// The line and the byte of a text.
fn place(text: &str, what: &str) -> String {
    let byte = text.find(what).unwrap();
    let line = text[..byte].matches('\n').count() + 1;
    format!("{line} (byte {byte})")
}

fn messages_for(name: &str) -> String {
    let at = |what| format!("zobrist: {name}:{}", place(GAMES, what));
    [
        at("Ke3") + ": game 2: illegal move Ke3 at ply 3",
        at("{ never") + ": game 3: expected PGN, got an unterminated comment",
        at("Shogi") + ": game 5: unknown variant \"Shogi\"",
        at("Atomic")
            + ": game 6: the scheme has no features for variants, got a game of atomic; `--scheme \
               zobrist` has them",
        at("8/8/8/8")
            + ": game 7: FEN tag: expected a legal position, got one with empty board, missing king",
        at("Nd3") + ": game 8: illegal move Nd3 at ply 7; --keep-valid keeps the moves before it",
        "zobrist: rejected 6 of 9 games\n".to_owned(),
    ]
    .join("\n")
}

#[test]
fn each_bad_game_is_reported_and_the_rest_is_done() {
    let folder = Folder::with("bad.pgn", GAMES);
    let (rows, messages) = folder.zobrist(["hash", "bad.pgn"]).rejected();
    assert_eq!(messages, messages_for("bad.pgn"));
    assert_eq!(column(&rows, 1).join(" "), "1 1 1 1 4 4 9 9");
    assert_eq!(column(&rows, 2).join(" "), "0 1 2 3 0 1 0 1");
}

#[test]
fn near_promotions_are_rejected() {
    let fen = "[FEN \"4k3/7P/8/8/8/8/8/4K3 w - - 0 1\"]\n\n";
    for (word, reason) in [
        ("h4Q", "illegal move h4Q at ply 1"),
        ("h8K", "illegal move h8K at ply 1"),
        ("h8", "illegal move h8 at ply 1"),
        ("h8,", "illegal move h8, at ply 1"),
        ("Rh8Q", "expected a move, got \"Rh8Q\""),
    ] {
        let game = format!("{fen}1. {word} Kd7 *\n");
        let (rows, messages) = zobrist_on(&game, ["hash", "--input", "pgn"]).rejected();
        assert_eq!(rows, "");
        let place = place(&game, word);
        let message = format!("zobrist: standard input:{place}: game 1: {reason}\n");
        assert!(messages.starts_with(&message), "{messages}");
    }
}

#[test]
fn compressed_files_too() {
    let (rows, _) = zobrist_on(GAMES, ["hash", "--input", "pgn"]).rejected();
    for (end, compress) in COMPRESSIONS {
        let name = format!("bad.pgn.{end}");
        let folder = Folder::with(&name, compress(GAMES.as_bytes()));
        let run = folder.zobrist(["hash", &name]);
        assert_eq!(run.rejected(), (rows.clone(), messages_for(&name)));
    }
}

#[test]
fn other_lines_of_other_systems() {
    let games = format!("\u{feff}{}", GAMES.replace('\n', "\r\n"));
    let (rows, messages) = zobrist_on(&games, ["hash", "--input", "pgn"]).rejected();
    assert_eq!(column(&rows, 1).join(" "), "1 1 1 1 4 4 9 9");
    for what in ["Ke3", "{ never", "Shogi", "Atomic", "8/8/8/8", "Nd3"] {
        let place = place(&games, what);
        assert!(messages.contains(&format!("input:{place}: game ")), "{place}: {messages}");
    }
}

#[test]
fn a_scheme_with_variants_accepts_only_the_requested_one() {
    let on = |more: &[&'static str]| {
        let args = ["hash", "--input", "pgn", "--scheme", "zobrist"];
        zobrist_on(GAMES, args.into_iter().chain(more.iter().copied())).rejected()
    };
    let (rows, _) = on(&[]);
    assert_eq!(column(&rows, 1).join(" "), "1 1 1 1 4 4 6 6 9 9");
    let (rows, messages) = on(&["--variant", "chess"]);
    assert_eq!(column(&rows, 1).join(" "), "1 1 1 1 4 4 9 9");
    assert!(messages.contains("game 6: expected a game of chess, got one of atomic\n"));
    // Games without a tag are read as the requested variant.
    let (rows, messages) = on(&["--variant", "horde"]);
    assert_eq!(rows, "");
    assert!(messages.contains("game 1: illegal move e4 at ply 1\n"), "{messages}");
    assert!(messages.contains("game 6: expected a game of horde, got one of atomic\n"));
}

#[test]
fn strict_stops_at_the_first() {
    let (rows, messages) = zobrist_on(GAMES, ["hash", "--input", "pgn", "--strict"]).rejected();
    assert_eq!(column(&rows, 1), ["1"; 4]);
    assert_eq!(
        messages,
        format!(
            "zobrist: standard input:{}: game 2: illegal move Ke3 at ply 3\n\
             zobrist: rejected 1 of 2 games; stopped at the first\n",
            place(GAMES, "Ke3")
        )
    );
}

#[test]
fn no_format_prints_rows_of_a_bad_game() {
    for format in ["text", "csv", "jsonl"] {
        let args = ["hash", "--input", "pgn", "--format", format];
        let (rows, _) = zobrist_on("1. e4 e5 2. Ke3 *\n", args).rejected();
        assert!(!rows.contains("463b96181691fc9c"), "{rows}");
    }
}

/// Games for several chunks, some of them bad.
#[test]
fn places_are_right_beyond_the_first_chunk() {
    let (mut text, mut expected, mut rows) = (String::new(), String::new(), 0);
    for number in 1..=3000 {
        text += &format!("[Event \"{number}\"]\n[Site \"{}\"]\n\n", "s".repeat(number % 97));
        if number % 499 == 0 {
            text += "1. e4 { a comment\nof two lines } e5\n";
            let line = text.matches('\n').count() + 1;
            expected += &format!(
                "zobrist: standard input:{line} (byte {}): game {number}: illegal move Qh6 at ply 3\n",
                text.len() + "2. ".len()
            );
            text += "2. Qh6 Nc6 *\n\n";
        } else {
            text += "1. e4 { a comment\nof two lines } e5\n2. Qh5 Nc6 *\n\n";
            rows += 5;
        }
    }
    assert!(text.len() > 256 << 10);
    expected += "zobrist: rejected 6 of 3000 games\n";
    for jobs in ["1", "4"] {
        let args = ["hash", "--input", "pgn", "--jobs", jobs];
        let (found, messages) = zobrist_on(&text, args).rejected();
        assert_eq!(messages, expected);
        assert_eq!(found.lines().count(), rows);
        assert_eq!(column(&found, 1).last(), Some(&"3000"));
    }
}

#[test]
fn a_game_of_more_than_sixteen_mebibytes_is_skipped() {
    for end in ["\n", "\r\n"] {
        let before = format!("[Event \"1\"]{end}{end}1. c4 *{end}{end}");
        let long = format!(
            "[Event \"2\"]{end}{end}1. e4 {{ {}}} e5 *{end}{end}",
            "lorem\n".repeat(3 << 20)
        );
        let after =
            format!("[Event \"3\"]{end}{end}1. d4 *{end}{end}[Event \"4\"]{end}{end}1. Kd2 *{end}");
        let text = format!("{before}{long}{after}");
        let folder = Folder::with("long.pgn", &text);
        let (rows, messages) = folder.zobrist(["hash", "long.pgn"]).rejected();
        assert_eq!(column(&rows, 1).join(" "), "1 1 3 3");
        let at = |byte: usize| format!("{} (byte {byte})", text[..byte].matches('\n').count() + 1);
        assert_eq!(
            messages,
            format!(
                "zobrist: long.pgn:{}: expected at most 16777216 bytes, got more; skipped\n\
                 zobrist: long.pgn:{}: game 4: illegal move Kd2 at ply 1\n\
                 zobrist: rejected 2 of 4 games\n",
                at(before.len()),
                at(text.len() - end.len() - "Kd2 *".len()),
            )
        );
    }
}

/// Zeros appear where a disk has lost data.
#[test]
fn zeros_do_not_vanish() {
    let (rows, messages) = zobrist_on([0; 100], ["hash", "--input", "pgn"]).rejected();
    assert_eq!(rows, "");
    let told = "zobrist: no game in standard input: it looks like zero bytes alone; ";
    assert!(messages.starts_with(told), "{messages}");
    // At the end of a text they are told.
    let games = "1. e4 \0\0\0\0 2. Nf3 *\n\n1. d4 *\n\n\0\0";
    let (rows, messages) = zobrist_on(games, ["hash", "--input", "pgn"]).rejected();
    assert_eq!(column(&rows, 1).join(" "), "2 2");
    // They may be read before or after the game is rejected.
    let mut messages: Vec<&str> = messages.lines().collect();
    messages[..2].sort_unstable();
    assert_eq!(
        messages,
        [
            "zobrist: standard input: left out 2 zero bytes at its end",
            "zobrist: standard input:1 (byte 6): game 1: expected a move, got \"\\0\\0\\0\\0\"",
            "zobrist: rejected 1 of 2 games",
        ]
    );
}

#[test]
fn words_that_resemble_moves_are_not_skipped() {
    let games = "1. e4 e5 2. Nf3 Ng9 *\n\n1. e4 xyz e5 *\n\n1. d4 N d5! 2. c4 e.p. *\n";
    let (rows, messages) = zobrist_on(games, ["hash", "--input", "pgn"]).rejected();
    assert_eq!(column(&rows, 1).join(" "), "3 3 3 3");
    assert_eq!(
        messages,
        "zobrist: standard input:1 (byte 16): game 1: expected a move, got \"Ng9\"; --keep-valid keeps the moves \
         before it\n\
         zobrist: standard input:3 (byte 29): game 2: expected a move, got \"xyz\"\n\
         zobrist: rejected 2 of 3 games\n"
    );
}
