//! Truncated files: the input before the failure is processed.

use crate::tool::{
    COMPRESSIONS, Compress, Folder, START, START_ROW, column, many_lines, rows_of, zobrist_on, zst,
};

#[test]
fn input_before_a_failure_is_processed() {
    // Split into many blocks, since lines that hardly compress would take long to make.
    let lines = many_lines(40_000);
    let rows = rows_of(&lines);
    for (end, compress) in COMPRESSIONS {
        let whole = compress(lines.as_bytes());
        let name = format!("cut.fen.{end}");
        let folder = Folder::with(&name, &whole[..whole.len() * 3 / 4]);
        folder.write("next.fen", START);
        let (found, messages) = folder.zobrist(["hash", &name, "next.fen"]).rejected();
        let found = found.replace(&format!("\t{name}\n"), "\n");
        let next = START_ROW.replace('\n', "\tnext.fen\n");
        let before = found.strip_suffix(&*next).expect("the next file is done");
        assert!(rows.starts_with(before), "{end}");
        // A failure is reported at the end of the last whole line.
        let line = before.lines().count() + 1;
        let byte = before.len() - 17 * (line - 1);
        assert!(line > 10_000, "{end}: {line}");
        let place = format!("zobrist: {name}:{line} (byte {byte}): cannot be read further: ");
        assert!(messages.starts_with(&place), "{place} {messages}");
        let lost = format!(
            "; the rest of this line and what follows are lost\n\
             zobrist: rejected 1 of {} lines\n",
            line + 1
        );
        assert!(messages.ends_with(&lost), "{lost} {messages}");
    }
}

#[test]
fn a_break_between_lines_loses_no_line() {
    let cut = |compress: Compress, bytes: usize| {
        let mut whole = compress(format!("{START}\n").as_bytes());
        whole.truncate(whole.len() - bytes);
        zobrist_on(whole, ["hash"]).rejected()
    };
    for (end, compress) in COMPRESSIONS {
        // The end of a file is its checksum, except with zstd, which has none here.
        let (rows, messages) = cut(compress, 1);
        if end == "gz" {
            assert_eq!(rows, START_ROW);
            assert_eq!(
                messages,
                "zobrist: standard input:2 (byte 57): cannot be read further: \
                 the compressed file is truncated, or followed by something else; what \
                 follows is lost\n\
                 zobrist: rejected 1 of 2 lines\n"
            );
        }
        assert!(messages.contains("cannot be read further"), "{end}: {messages}");
    }
}

#[test]
fn each_truncation_is_noticed() {
    for (end, compress) in &COMPRESSIONS[1..] {
        let whole = compress(format!("{START}\n").as_bytes());
        for length in 6..whole.len() {
            let (_, messages) = zobrist_on(&whole[..length], ["hash"]).rejected();
            let truncated = "cannot be read further: the compressed file is truncated, or followed by \
                             something else; ";
            assert!(messages.contains(truncated), "{end}, {length} bytes: {messages}");
        }
    }
}

#[test]
fn a_file_that_only_begins_like_a_compressed_one_is_rejected() {
    for (end, compress) in COMPRESSIONS {
        let (rows, messages) = zobrist_on(&compress(START.as_bytes())[..5], ["hash"]).rejected();
        assert_eq!(rows, "");
        let place = "zobrist: standard input:1 (byte 0): cannot be read further: ";
        assert!(messages.starts_with(place), "{end}: {messages}");
        assert!(
            messages.ends_with("; what follows is lost\nzobrist: rejected 1 of 1 lines\n"),
            "{end}: {messages}"
        );
    }
}

#[test]
fn bytes_after_a_compressed_file_are_reported_and_its_contents_kept() {
    for (end, compress) in COMPRESSIONS {
        for garbage in [&b"garbage"[..], b"\0\0garbage"] {
            let file = [&compress(format!("{START}\n").as_bytes())[..], garbage].concat();
            let (rows, messages) = zobrist_on(file, ["hash"]).rejected();
            assert_eq!(rows, START_ROW, "{end}");
            let place = "zobrist: standard input:2 (byte 57): cannot be read further: ";
            assert!(messages.starts_with(place), "{end}: {messages}");
            assert!(messages.ends_with("zobrist: rejected 1 of 2 lines\n"), "{end}: {messages}");
        }
    }
}

#[test]
fn a_failure_after_a_game_loses_no_game() {
    for (end, compress) in COMPRESSIONS {
        for (games, read, lost) in [
            ("1. e4 *\n\n1. d4 *\n\n", 3, "; what follows is lost\n"),
            ("1. e4 *\r\n\r\n1. d4 *\r\n\r\n\r\n", 3, "; what follows is lost\n"),
            ("1. e4 *\n\n1. d4 *\n\n[Even", 3, "; this game and what follows are lost\n"),
            ("1. e4 *\n\n1. d4 *\n", 3, "; what follows is lost\n"),
            ("1. e4 *\n\n1. d4\n", 2, "; this game and what follows are lost\n"),
            ("1. e4 *\n\n1. d4 {and\n\n", 2, "; this game and what follows are lost\n"),
            ("1. e4 *\n\n[White \"a\"]\n\n", 2, "; this game and what follows are lost\n"),
        ] {
            let file = [&compress(games.as_bytes())[..], b"garbage"].concat();
            let (rows, messages) = zobrist_on(file, ["hash", "--input", "pgn"]).rejected();
            assert_eq!(rows.lines().count(), 2 * (read - 1), "{end} {games:?}: {messages}");
            let count = format!("zobrist: rejected 1 of {read} games\n");
            assert!(messages.ends_with(&format!("{lost}{count}")), "{end} {games:?}: {messages}");
        }
    }
}

#[test]
fn a_flipped_bit_is_found() {
    let lines = many_lines(5_000);
    let rows = rows_of(&lines);
    for (end, compress) in &COMPRESSIONS[1..] {
        let mut file = compress(lines.as_bytes());
        let middle = file.len() / 2;
        file[middle] ^= 0x10;
        let run = zobrist_on(file, ["hash"]);
        assert_eq!(run.code, 1, "{end}");
        assert!(run.stdout.len() <= rows.len());
        assert!(run.stderr.contains("cannot be read further"), "{end}: {}", run.stderr);
    }
}

#[test]
fn a_truncated_game_is_rejected_and_has_a_number() {
    let games: String = (1..=80_000)
        .map(|number| format!("[Event \"{number}\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n"))
        .collect();
    for (end, compress) in COMPRESSIONS {
        let whole = compress(games.as_bytes());
        let name = format!("cut.pgn.{end}");
        let folder = Folder::with(&name, &whole[..whole.len() * 3 / 4]);
        folder.write("next.pgn", "1. e4 *\n");
        let (rows, messages) = folder.zobrist(["hash", &name, "next.pgn"]).rejected();
        let numbers: Vec<usize> =
            column(&rows, 1).iter().map(|number| number.parse().unwrap()).collect();
        let (before, next) = numbers.split_last_chunk::<2>().unwrap();
        let whole_games = before.len() / 5;
        assert!(whole_games > 1000 && before.len() == 5 * whole_games);
        assert_eq!(before.last(), Some(&whole_games));
        assert_eq!(*next, [1, 1]);
        assert!(
            messages.contains("; this game and what follows are lost\n")
                || messages.contains("; what follows is lost\n"),
            "{messages}"
        );
        let count = format!("zobrist: rejected 1 of {} games\n", whole_games + 2);
        assert!(messages.ends_with(&count), "{messages}");
    }
}

#[test]
fn messages_come_in_the_order_of_the_file_and_strict_has_one() {
    let mut file = zst(format!("{START}\nbad\n{START}\n"));
    file.extend(&zst("never whole")[..8]);
    let (rows, messages) = zobrist_on(&file, ["hash"]).rejected();
    assert_eq!(rows, START_ROW.repeat(2));
    let lines: Vec<&str> = messages.lines().collect();
    let place = "zobrist: standard input:2 (byte 57): column 2: expected";
    assert!(lines[0].starts_with(place), "{messages}");
    assert!(lines[1].starts_with("zobrist: standard input:4 (byte 118): cannot"), "{messages}");
    assert_eq!(lines[2], "zobrist: rejected 2 of 4 lines");

    let (rows, messages) = zobrist_on(&file, ["hash", "--strict"]).rejected();
    assert_eq!(rows, START_ROW);
    assert_eq!(messages.lines().count(), 2, "{messages}");
    assert!(messages.ends_with("zobrist: rejected 1 of 2 lines; stopped at the first\n"));
}
