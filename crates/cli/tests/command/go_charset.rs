//! `zobrist go`: games in SGF in the charsets of the world.

use encoding_rs::{BIG5, EUC_KR, Encoding, GBK, SHIFT_JIS, WINDOWS_1252};

use crate::tool::{Folder, column, zobrist, zobrist_on};

/// Charsets, and a text in which a bracket or a backslash is the last byte of a character, or could
/// be taken for one.
const SAMPLES: [(&Encoding, &str, &str); 5] = [
    (SHIFT_JIS, "Shift_JIS", "表"),
    (GBK, "GBK", "韩国的誠"),
    (BIG5, "Big5", "許功蓋功"),
    (EUC_KR, "EUC-KR", "이창호똠방각하"),
    (WINDOWS_1252, "ISO-8859-1", "José"),
];

fn bytes(encoding: &'static Encoding, text: &str) -> Vec<u8> {
    let (bytes, _, is_wrong) = encoding.encode(text);
    assert!(!is_wrong, "{text}");
    bytes.into_owned()
}

/// A game of two moves, with a text before and between them.
fn game(root: &str, encoding: &'static Encoding, text: &str) -> Vec<u8> {
    let text = format!("(;GM[1]SZ[9]{root}PB[{text}]PW[x];B[ee]C[{text}];W[ec]N[{text}])\n");
    bytes(encoding, &text)
}

/// The numbers of the moves in the rows of `go hash`.
fn moves(rows: &str) -> String {
    column(rows, 3).join("")
}

#[test]
fn a_named_charset_is_read_without_a_warning() {
    for (encoding, name, text) in SAMPLES {
        let run = zobrist_on(game(&format!("CA[{name}]"), encoding, text), ["go", "hash"]);
        assert_eq!(moves(&run.done()), "012", "{name}");
    }
    let utf8 = "\u{feff}(;GM[1]SZ[9]PB[表];B[ee]C[表];W[ec])";
    assert_eq!(moves(&zobrist_on(utf8, ["go", "hash"]).done()), "012");
}

/// Without a name, no move is lost; where it could have been, that is said once a file.
#[test]
fn a_charset_that_is_not_named_is_told_by_the_bytes() {
    for (encoding, name, text) in SAMPLES {
        let run = zobrist_on(game("", encoding, text), ["go", "hash"]);
        assert_eq!((run.code, moves(&run.stdout).as_str()), (0, "012"), "{name}");
        let is_double = [SHIFT_JIS, GBK, BIG5].contains(&encoding);
        if !is_double {
            assert_eq!(run.stderr, "", "{name}");
            continue;
        }
        let warning = format!(
            "zobrist: standard input: line 1: this game names no charset, and where its values end \
             depends on that; it is read as {name} by its bytes; --charset NAME says which it is\n"
        );
        assert_eq!(run.stderr, warning);
        // With --charset there is no doubt.
        let told = zobrist_on(game("", encoding, text), ["go", "hash", "--charset", name]);
        assert_eq!(moves(&told.done()), "012");
    }
}

#[test]
fn a_wrong_name_is_seen() {
    let (text, as_read) = ("表", "it is read as Shift_JIS by its bytes");
    let run = zobrist_on(game("CA[UTF-8]", SHIFT_JIS, text), ["go", "hash"]);
    assert_eq!(moves(&run.stdout), "012");
    assert!(run.stderr.contains("names \"UTF-8\", which it is not in, and "), "{}", run.stderr);
    assert!(run.stderr.contains(as_read), "{}", run.stderr);
    // Nearly all bytes are ISO 8859-1, so that it is believed, and what that costs is said.
    let game = bytes(SHIFT_JIS, "(;GM[1]SZ[9]CA[ISO-8859-1];B[ee]C[表];W[ec])");
    let run = zobrist_on(&game, ["go", "hash"]);
    assert_eq!(moves(&run.stdout), "01");
    let what =
        "this game names \"ISO-8859-1\" and is read so, but more of it could be read as Shift_JIS;";
    assert!(run.stderr.contains(what), "{}", run.stderr);
    let told = zobrist_on(&game, ["go", "hash", "--charset", "sjis"]).done();
    assert_eq!(moves(&told), "012");
}

/// Each game of a file has its own charset; the file has one warning.
#[test]
fn a_collection_may_be_mixed() {
    let mut file = Vec::new();
    for (encoding, _, text) in SAMPLES {
        file.extend(game("", encoding, text));
    }
    file.extend("(;GM[1]SZ[9]PB[表];B[ee]C[表];W[ec])".as_bytes());
    file.extend(game("CA[GB2312]", GBK, "围棋誠"));
    let run = zobrist_on(file, ["go", "hash"]);
    assert_eq!(moves(&run.stdout), "012".repeat(7));
    assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    assert!(run.stderr.contains("(as are 2 more games)"), "{}", run.stderr);
}

#[test]
fn warnings_of_many_files_are_counted() {
    let folder = Folder::new();
    let names: Vec<String> = (0..13).map(|number| format!("{number}.sgf")).collect();
    for name in &names {
        folder.write(name, game("", SHIFT_JIS, "表"));
    }
    let args = ["go", "hash"].into_iter().chain(names.iter().map(String::as_str));
    let run = folder.zobrist(args);
    assert_eq!(moves(&run.stdout), "012".repeat(13));
    let lines: Vec<&str> = run.stderr.lines().collect();
    assert_eq!(lines.len(), 11, "{}", run.stderr);
    assert!(lines[10].starts_with("zobrist: 3 more: warnings of charsets"), "{}", lines[10]);
}

/// Quotes of values are in the charset of their game.
#[test]
fn messages_show_the_text_of_the_game() {
    let text = bytes(SHIFT_JIS, "(;CA[Shift_JIS]SZ[9];B[表];W[aa])");
    let (rows, messages) = zobrist_on(&text, ["go", "check"]).rejected();
    assert!(rows.contains("cannot read B[表]"), "{rows}");
    assert_eq!(messages, "");
    let (_, messages) = zobrist_on(text, ["go", "hash"]).rejected();
    assert!(messages.contains("cannot read B[表]"), "{messages}");
    let text = bytes(GBK, "(;CA[GBK]SZ[围])");
    let (_, messages) = zobrist_on(text, ["go", "check"]).rejected();
    assert!(messages.contains("cannot read SZ[围]"), "{messages}");
}

/// A file that ends in the middle of a character, and a text that does.
#[test]
fn cut_characters_cost_no_more_than_themselves() {
    let whole = game("CA[Shift_JIS]", SHIFT_JIS, "表");
    let half = bytes(SHIFT_JIS, "(;SZ[9]CA[Shift_JIS];B[aa]C[表");
    let file = [&whole[..], &half[..half.len() - 1]].concat();
    let (rows, messages) = zobrist_on(&file, ["go", "hash", "--strict"]).rejected();
    assert_eq!(moves(&rows), "012");
    assert!(messages.contains("this game is cut within a property; --strict"), "{messages}");
    let run = zobrist_on(&file, ["go", "hash"]);
    assert_eq!((run.code, moves(&run.stdout).as_str()), (0, "01201"));
    assert!(run.stderr.contains("this game is cut within a property"), "{}", run.stderr);
    let cut = b"(;SZ[9]PB[\xe6\x97\xa5\xe6\x9c\xac\xe8];B[ee]C[x];W[ec])";
    assert_eq!(moves(&zobrist_on(cut, ["go", "hash"]).done()), "012");
}

#[test]
fn an_unknown_charset_is_refused() {
    for name in ["klingon", "utf-16", ""] {
        let error = zobrist(["go", "check", "--charset", name]).refused();
        assert!(error.contains("no charset of SGF: expected one of utf-8, gbk,"), "{error}");
    }
}
