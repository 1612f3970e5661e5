//! `zobrist go`: games in SGF that are damaged or in UTF-16, read as far as they go.

use crate::tool::{Folder, column, gz, zip, zobrist_on};

const HEAD: &str = "(;GM[1]FF[4]SZ[9]";

/// The moves in the rows of `go hash`, and what is said, without an exit status of 1.
#[track_caller]
fn read(text: impl AsRef<[u8]>) -> (String, String) {
    let run = zobrist_on(text, ["go", "hash"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    (column(&run.stdout, 3).join(""), run.stderr)
}

#[test]
fn damaged_games_have_their_moves_and_a_note() {
    for (text, at, note) in [
        (
            format!("{HEAD};B[ee];W[ec]"),
            "1 (byte 29)",
            "this game has no closing parenthesis; read up to here",
        ),
        (
            format!("{};B[ee];W[ec])", &HEAD[1..]),
            "1 (byte 0)",
            "this game has no opening parenthesis; read as if it had one",
        ),
        (
            format!("{HEAD};B[ee];W[ec]\nC[some te"),
            "2 (byte 30)",
            "this game is cut within a property; read up to here",
        ),
        (
            "(;SZ[9]US[abc[3d]];B[ee];W[ec])".to_owned(),
            "1 (byte 16)",
            "a bracket within a value is not escaped; read as a part of the value",
        ),
        (
            "(;FF[4]SZ[9]RU[Japanese]\n\n;B[ed]C[abc \\[\\] def \\\\\\[\\\\]\n]\n\n;W[gd]\n)"
                .to_owned(),
            "3 (byte 53)",
            "a bracket within a value is not escaped; read as a part of the value",
        ),
    ] {
        let (moves, messages) = read(&text);
        assert_eq!(moves, "012", "{text}");
        assert_eq!(messages, format!("zobrist: standard input:{at}: {note}\n"), "{text}");
        let damage = note.split(';').next().unwrap();
        for command in ["hash", "check", "duplicates"] {
            let (_, messages) = zobrist_on(&text, ["go", command, "--strict"]).rejected();
            assert!(messages.contains("rejected 1 of 1 games"), "{command} {text}: {messages}");
            let reason = format!("{at}: {damage}; --strict reads no damaged games\n");
            assert!(messages.contains(&reason), "{command} {text}: {messages}");
        }
    }
    // The rows are those of the whole game.
    let whole = zobrist_on(format!("{HEAD};B[ee];W[ec])"), ["go", "hash"]).done();
    assert_eq!(zobrist_on(format!("{HEAD};B[ee];W[ec]"), ["go", "hash"]).stdout, whole);
}

/// Neither are its variations read as games, nor is it passed over.
#[test]
fn a_game_without_its_opening_is_rejected_if_strict() {
    let variations = format!("{};W[gg](;B[ge];W[ce])(;B[cg]))", &HEAD[1..]);
    let (rows, messages) = zobrist_on(variations, ["go", "hash", "--strict"]).rejected();
    assert_eq!(rows, "");
    let reason = "this game has no opening parenthesis; --strict reads no damaged games";
    assert!(messages.contains(&format!("standard input:1 (byte 0): {reason}\n")), "{messages}");
    let second = "(;SZ[9];B[ee];W[ec])\n;SZ[9];B[cc];W[gg])";
    for command in ["hash", "check", "duplicates"] {
        let (_, messages) = zobrist_on(second, ["go", command, "--strict"]).rejected();
        assert!(
            messages.contains(&format!("standard input:2 (byte 21): {reason}\n")),
            "{messages}"
        );
    }
}

/// A bracket after a move costs no more than itself.
#[test]
fn a_second_bracket_after_a_move_is_left_out() {
    let (moves, messages) = read("(;SZ[9];B[ee]];W[ec])");
    assert_eq!(moves, "012");
    let note = "standard input:1 (byte 13): a second bracket closes a value; left out";
    assert_eq!(messages, format!("zobrist: {note}\n"));
}

/// One note of a kind for each game, and ten of a kind in all.
#[test]
fn notes_are_no_flood() {
    let (moves, messages) = read(format!("{HEAD};B[ee]C[a [1] b [2] c]N[[x]];W[ec])"));
    assert_eq!((moves.as_str(), messages.lines().count()), ("012", 1), "{messages}");
    let games = format!("{HEAD};B[ee]\n").repeat(15);
    let (moves, messages) = read(&games);
    assert_eq!(moves, "01".repeat(15));
    let lines: Vec<&str> = messages.lines().collect();
    assert_eq!(lines.len(), 11, "{messages}");
    assert!(lines[10].starts_with("zobrist: 5 more: this game has no closing parenthesis"));
}

/// A file that could not be read to its end is one rejection, as before.
#[test]
fn a_compressed_file_cut_short_is_rejected() {
    let game = format!("{HEAD}{})", ";B[ee];W[ec]C[x]".repeat(2000));
    let mut file = gz(game);
    file.truncate(file.len() / 2);
    let (_, messages) = zobrist_on(file, ["go", "hash"]).rejected();
    assert!(messages.ends_with("rejected 1 of 1 games\n"), "{messages}");
}

fn utf16(text: &str, is_big: bool) -> Vec<u8> {
    let bytes = |unit: u16| if is_big { unit.to_be_bytes() } else { unit.to_le_bytes() };
    text.encode_utf16().flat_map(bytes).collect()
}

/// In either order, with a byte order mark or without, plain, compressed, and in an archive.
#[test]
fn utf16_has_the_rows_of_utf8() {
    let text = format!("{HEAD}CA[GBK]PB[黑棋 é];B[ee]C[白];W[ec])\n{HEAD};B[gg]");
    let folder = Folder::with("a.sgf", &text);
    let plain = folder.zobrist(["go", "hash", "a.sgf"]).stdout;
    assert_eq!(column(&plain, 3).join(""), "01201");
    for (mark, is_big) in [("\u{feff}", false), ("\u{feff}", true), ("", false), ("", true)] {
        let bytes = utf16(&format!("{mark}{text}"), is_big);
        folder.write("a.sgf", &bytes);
        let run = folder.zobrist(["go", "hash", "a.sgf"]);
        assert_eq!((run.code, &run.stdout), (0, &plain), "{}", run.stderr);
        let note = "zobrist: a.sgf is in UTF-16; read as UTF-8, in which bytes are counted\n";
        assert!(run.stderr.starts_with(note), "{}", run.stderr);
        folder.write("b.sgf.gz", gz(&bytes));
        folder.write("c.zip", zip(&[("d.sgf", &bytes[..])]));
        for file in ["b.sgf.gz", "c.zip"] {
            let run = folder.zobrist(["go", "hash", file]);
            assert_eq!(column(&run.stdout, 0), column(&plain, 0), "{file}: {}", run.stderr);
        }
        let found = folder.zobrist(["go", "find", "a.sgf", "a.sgf"]);
        assert_eq!(column(&found.stdout, 1), ["1", "2"], "{}", found.stderr);
        // Cut in the middle of a character.
        let cut = zobrist_on(&bytes[..bytes.len() - 5], ["go", "hash"]);
        assert_eq!((cut.code, column(&cut.stdout, 3).join("").as_str()), (0, "0120"));
        let (_, strict) = folder.zobrist(["go", "hash", "--strict", "a.sgf"]).rejected();
        assert!(strict.contains("got UTF-16"), "{strict}");
    }
}

#[test]
fn loadsgf_reads_damaged_games() {
    let folder = Folder::with("cut.sgf", format!("{HEAD}KM[6,5];B[ee];W[ec];B[g"));
    folder.write("wide.sgf", utf16(&format!("\u{feff}{HEAD}KM[0];B[ee];W[ec])"), false));
    for (file, note) in [
        ("cut.sgf", "line 1, column 38: this game is cut within a property; read up to here"),
        ("wide.sgf", "it is in UTF-16; read as UTF-8"),
    ] {
        let commands = format!("loadsgf {file}\nlist_stones w\n");
        let run = folder.zobrist_on(commands, ["go", "gtp"]);
        assert_eq!(run.stdout, "=\n\n= E7\n\n", "{file}");
        assert_eq!(run.stderr, format!("zobrist: loadsgf: {file}: {note}\n"));
    }
}

/// The charset that a game names is believed even if its text ends in the middle of a character.
#[test]
fn a_cut_character_does_not_change_the_charset() {
    let game = b"(;SZ[9]CA[Shift_JIS]PB[\x95\x5c];B[ee]C[\x95\x5c [3d]];W[ec]C[\x95";
    let (moves, messages) = read(game);
    assert_eq!(moves, "012", "{messages}");
    assert_eq!(messages.lines().count(), 2, "{messages}");
}
