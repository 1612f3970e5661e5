//! Output on a terminal: no control character of a name, a tag or an argument reaches it, and
//! elsewhere text is exact.

use std::process::Command;

use zobrist_chess::book_header;

use crate::tool::{Folder, ZOBRIST, on_terminal, without_emphasis};

/// Sets the title of a terminal; the other characters change the direction of text, or begin a
/// sequence in one character.
const HOSTILE: &str = "\u{1b}]0;owned\u{7}\u{202e}\u{9b}2J";
const SHOWN: &str = "\\u{1b}]0;owned\\u{7}\\u{202e}\\u{9b}2J";

/// The status and the screen after a command line of the shell.
fn screen(folder: &Folder, line: &str) -> Option<(i32, String)> {
    let output = on_terminal(folder, line)?;
    let screen = String::from_utf8(output.stdout).unwrap();
    Some((output.status.code().unwrap(), screen.replace("\r\n", "\n")))
}

/// Like `screen`, for text of visible characters and layout only. Emphasis is left out.
#[track_caller]
fn shown(folder: &Folder, line: &str) -> Option<(i32, String)> {
    let (code, screen) = screen(folder, line)?;
    let screen = without_emphasis(&screen);
    let is_obeyed = |c: char| c.is_control() && c != '\n' && c != '\t' || is_directional(c);
    assert!(!screen.contains(is_obeyed), "{line}: {screen:?}");
    Some((code, screen))
}

fn is_directional(c: char) -> bool {
    "\u{61c}\u{200e}\u{200f}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}"
        .contains(c)
}

/// Standard output and standard error of a command line, to pipes.
fn piped(folder: &Folder, line: &str) -> (Vec<u8>, Vec<u8>) {
    let mut command = Command::new("sh");
    command.args(["-c", line]).env("XDG_CACHE_HOME", folder.path("cache"));
    let output = command.env("ZOBRIST", ZOBRIST).current_dir(folder.path(".")).output().unwrap();
    (output.stdout, output.stderr)
}

fn contains(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}

#[test]
fn tags_of_games() {
    let folder = Folder::with(
        "a.pgn",
        format!("[White \"{HOSTILE}\"]\n[Black \"a\tb\"]\n[Event \"x\"]\n\n1. e4 *\n"),
    );
    let explore = "\"$ZOBRIST\" explore a.pgn --games 1";
    let (table, _) = piped(&folder, explore);
    assert!(contains(&table, &format!("\n{HOSTILE} - a\tb  *  ?  x\n")));
    let (csv, _) = piped(&folder, &format!("{explore} --format csv"));
    assert!(contains(&csv, HOSTILE));
    let (jsonl, _) = piped(&folder, &format!("{explore} --format jsonl"));
    assert!(contains(&jsonl, "\"white_name\":\"\\u001b]0;owned\\u0007\u{202e}\u{9b}2J\""));

    let Some((code, table)) = shown(&folder, explore) else { return };
    assert!(table.contains(&format!("\n{SHOWN} - a\\u{{9}}b  *  ?  x\n")), "{table}");
    assert_eq!(code, 0);
    // CSV is for programs.
    let (_, there) = screen(&folder, &format!("{explore} --format csv")).unwrap();
    assert_eq!(there.as_bytes(), csv);
    let (_, there) = shown(&folder, &format!("{explore} --format jsonl")).unwrap();
    assert!(there.contains(r#""white_name":"\u001b]0;owned\u0007\u202e\u009b2J""#), "{there}");
    let last = |rows: &str| -> serde_json::Value {
        serde_json::from_str(rows.lines().last().unwrap()).unwrap()
    };
    assert_eq!(last(&there), last(str::from_utf8(&jsonl).unwrap()));
}

#[test]
fn tables_with_keys() {
    let fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    let folder = Folder::with("a.tsv", format!("{HOSTILE}\tfen\r\n{HOSTILE}\t{fen}\r\n"));
    folder.write("a.jsonl", format!("{{\"a\":\"\u{202e}\",\"fen\":\"{fen}\"}}\n"));
    let hash = "\"$ZOBRIST\" hash --column fen";
    let (rows, _) = piped(&folder, &format!("{hash} a.tsv"));
    let key = "5e854d7a97eb14c6";
    let exact = format!("{HOSTILE}\tfen\tkey\r\n{HOSTILE}\t{fen}\t{key}\r\n");
    assert_eq!(rows, exact.as_bytes());
    let Some((code, rows)) = shown(&folder, &format!("{hash} a.tsv")) else { return };
    assert!(rows.ends_with(&format!("\n{SHOWN}\t{fen}\t{key}\n")), "{rows}");
    assert_eq!(code, 0);
    let (_, rows) = shown(&folder, &format!("{hash} a.jsonl")).unwrap();
    assert!(rows.starts_with("{\"a\":\"\\u202e\",\"fen\":"), "{rows}");
}

#[test]
fn lines_that_are_repeated() {
    let folder = Folder::with("a.txt", format!("{HOSTILE}\na\tb\r\nc\rd\n"));
    folder.write("b.txt", b"\x9b2J\xff\n");
    let hash = "\"$ZOBRIST\" hash --text a.txt";
    let (rows, _) = piped(&folder, hash);
    assert!(contains(&rows, &format!("\t{HOSTILE}\n")) && contains(&rows, "\ta\tb\n"));
    assert!(contains(&rows, "\tc\rd\n"));
    let (bytes, _) = piped(&folder, "\"$ZOBRIST\" hash --text b.txt");
    assert!(bytes.ends_with(b"\t\x9b2J\xff\n"), "{bytes:?}");

    let Some((_, rows)) = shown(&folder, hash) else { return };
    let texts: Vec<&str> = rows.lines().map(|row| row.split_once('\t').unwrap().1).collect();
    assert_eq!(texts, [SHOWN, "a\\u{9}b", "c\\u{d}d"]);
    let (_, rows) = shown(&folder, "\"$ZOBRIST\" hash --text b.txt").unwrap();
    assert!(rows.ends_with("\t\u{fffd}2J\u{fffd}\n"), "{rows}");
}

#[test]
fn rejections() {
    let game = format!("[Variant \"{HOSTILE}\"]\n\n1. e4 *\n");
    let folder = Folder::with("a.pgn", game);
    folder.write("a.sgf", format!("(;SZ[{HOSTILE}];B[aa])(;SZ[3];B[{HOSTILE}])"));
    folder.write("a.fen", format!("{HOSTILE} w - - 0 1\n"));
    folder.write("keys.c", "U64 k[] = {0x1\u{9b}};\n");
    folder.write("check.txt", format!("{HOSTILE}\t8/8/8/8/8/8/8/8 w - - 0 1\n"));
    for line in [
        "hash a.pgn",
        "go check a.sgf",
        "go hash a.sgf",
        "hash a.fen",
        "hash --check check.txt",
        "index build idx a.pgn",
        "keys generate keys.c",
        "keys generate --layout keys.c",
        "book make a.pgn -o book.bin",
    ] {
        let line = format!("\"$ZOBRIST\" {line} 2>&1");
        let Some((code, _)) = shown(&folder, &line) else { return };
        assert_ne!(code, 0, "{line}");
    }
    let (_, output) = shown(&folder, "\"$ZOBRIST\" hash a.pgn").unwrap();
    assert!(output.contains(SHOWN) && output.contains("a.pgn:"), "{output}");
    // Most messages quote their echoes; this one shows a character as it is.
    let (_, exact) = piped(&folder, "\"$ZOBRIST\" keys generate keys.c");
    assert!(contains(&exact, "got `0x1\u{9b}`"), "{exact:?}");
    let (_, output) = shown(&folder, "\"$ZOBRIST\" keys generate keys.c").unwrap();
    assert!(output.contains("got `0x1\\u{9b}`"), "{output}");
}

#[cfg(target_os = "linux")]
#[test]
fn names_of_files() {
    let folder = Folder::new();
    let name = format!("{HOSTILE}\nzobrist: all is well");
    folder.write(&name, "8/8/8/8/8/8/8/8 w - - 0 1\n");
    let file = "\"$(cat name)\"";
    folder.write("name", &name);
    let shown_name = format!("{SHOWN}\\u{{a}}zobrist: all is well");

    let (_, exact) = piped(&folder, &format!("\"$ZOBRIST\" hash {file}"));
    assert!(contains(&exact, &format!("zobrist: {name}:1 (byte 0): ")), "{exact:?}");
    let (row, _) = piped(&folder, &format!("\"$ZOBRIST\" hash --bytes {file}"));
    let broken = name.replace('\n', "\\n");
    assert!(row.starts_with(b"\\") && contains(&row, &format!("\t{broken}\n")));

    let Some((code, output)) = shown(&folder, &format!("\"$ZOBRIST\" hash {file}")) else { return };
    assert_eq!(code, 1);
    assert!(output.starts_with(&format!("zobrist: {shown_name}:1 (byte 0): ")), "{output}");
    let (_, row) = shown(&folder, &format!("\"$ZOBRIST\" hash --bytes {file}")).unwrap();
    assert!(row.ends_with(&format!("\t{SHOWN}\\nzobrist: all is well\n")), "{row}");
    let (code, output) = shown(&folder, &format!("\"$ZOBRIST\" hash {file}.none")).unwrap();
    assert_eq!(code, 2);
    assert!(output.starts_with(&format!("zobrist: cannot open {shown_name}.none: ")), "{output}");
    // Its extension is shown, too, and keys are read from it by name.
    let (code, output) =
        shown(&folder, &format!("\"$ZOBRIST\" keys audit {file} --weight 1")).unwrap();
    assert!(code == 2 && output.contains(&shown_name), "{output}");
    for line in ["book dump", "index info", "lattice run", "go check", "explore", "perft 1 --fen"] {
        let (code, output) = shown(&folder, &format!("\"$ZOBRIST\" {line} {file}.none")).unwrap();
        assert!(code == 2 && output.contains("owned"), "{line}: {output}");
    }
}

/// Errors of the command line repeat the arguments.
#[test]
fn arguments() {
    let folder = Folder::with("hostile", HOSTILE);
    for line in [
        "--\"$(cat hostile)\"",
        "\"$(cat hostile)\"",
        "hash --format \"$(cat hostile)\"",
        "hash --jobs \"$(cat hostile)\"",
        "keys generate polyglot \"$(cat hostile)\"",
        "keys audit --without \"$(cat hostile)\" polyglot",
        "keys generate --layout \"$(cat hostile)\"",
        "hash --scheme fide \"$(printf '\\377')\" --nonsense",
    ] {
        let Some((code, output)) = screen(&folder, &format!("\"$ZOBRIST\" {line}")) else { return };
        assert_eq!(code, 2, "{line}: {output}");
        // The colors are those of the command.
        let mut plain = String::new();
        let mut rest = output.as_str();
        while let Some((before, after)) = rest.split_once("\u{1b}[") {
            plain += before;
            let end = after.find(|c: char| !c.is_ascii_digit() && c != ';').unwrap();
            assert_eq!(&after[end..=end], "m", "{line}: {output:?}");
            rest = &after[end + 1..];
        }
        plain += rest;
        let is_obeyed = |c: char| c.is_control() && c != '\n' || is_directional(c);
        assert!(!plain.contains(is_obeyed), "{line}: {output:?}");
        let is_repeated = !line.contains("nonsense");
        assert_eq!(plain.contains("\\u{1b}]0;owned"), is_repeated, "{line}: {output:?}");
    }
}

#[test]
fn headers_of_books() {
    let header = book_header(&["normal", HOSTILE], HOSTILE).unwrap();
    let folder = Folder::with("a.bin", header.collect::<Vec<_>>().concat());
    let check = "\"$ZOBRIST\" book check a.bin";
    let Some((_, output)) = shown(&folder, check) else { return };
    assert!(output.contains(&format!("header of normal, {SHOWN}: \"{SHOWN}\"")), "{output}");
}

#[test]
fn rows_of_go_check() {
    let folder = Folder::with("name", HOSTILE);
    folder.write(HOSTILE, "(;SZ[3];B[aa];W[aa])(;SZ[3];B[\u{202e}z])");
    let check = "\"$ZOBRIST\" go check \"$(cat name)\"";
    let (exact, _) = piped(&folder, check);
    let exact = String::from_utf8(exact).unwrap();
    assert!(exact.starts_with(&format!("{HOSTILE}\t1\t0\t2\t")), "{exact}");
    let Some((code, rows)) = shown(&folder, check) else { return };
    assert_eq!(code, 1);
    assert!(rows.starts_with(&format!("{SHOWN}\t1\t0\t2\t")), "{rows}");
    assert_eq!(rows.lines().count(), 2);
    let (_, jsonl) = shown(&folder, &format!("{check} --format jsonl")).unwrap();
    let name = r#"{"file":"\u001b]0;owned\u0007\u202e\u009b2J","#;
    assert!(jsonl.lines().all(|row| row.starts_with(name)), "{jsonl}");
    let (_, csv) = screen(&folder, &format!("{check} --format csv")).unwrap();
    assert!(csv.contains(&format!("\n{HOSTILE},1,0,2,")), "{csv:?}");
}

#[test]
fn answers_over_gtp() {
    let folder =
        Folder::with("in.gtp", "1 play \u{202e}x a1\nplay black \u{2066}z9\u{200f}\nname\n");
    let gtp = "\"$ZOBRIST\" go gtp < in.gtp";
    let (exact, _) = piped(&folder, gtp);
    let exact = String::from_utf8(exact).unwrap();
    let Some((_, answers)) = shown(&folder, gtp) else { return };
    assert!(answers.starts_with("?1 ") && answers.contains("Zobrist\n\n"), "{answers}");
    assert_eq!(answers, exact);
}

/// Rows to a file are exact while messages go to a terminal, and the other way round.
#[test]
fn each_stream_is_judged_by_itself() {
    let folder = Folder::with("a.txt", format!("{HOSTILE}\n"));
    folder.write("keys.c", "U64 k[] = {0x1\u{9b}};\n");
    // A bar may be drawn meanwhile.
    let line = "\"$ZOBRIST\" hash --text a.txt > rows; \"$ZOBRIST\" keys generate keys.c >> rows";
    let Some((_, output)) = screen(&folder, line) else { return };
    assert!(output.contains("got `0x1\\u{9b}`"), "{output:?}");
    assert!(contains(&std::fs::read(folder.path("rows")).unwrap(), HOSTILE));
    let (_, output) = shown(&folder, "\"$ZOBRIST\" keys generate keys.c 2> messages").unwrap();
    assert_eq!(output, "");
    let messages = std::fs::read(folder.path("messages")).unwrap();
    assert!(contains(&messages, "got `0x1\u{9b}`"), "{messages:?}");
    let (_, row) = shown(&folder, "\"$ZOBRIST\" hash --text a.txt 2> messages").unwrap();
    assert!(row.ends_with(&format!("\t{SHOWN}\n")), "{row}");
}

/// Output made from a list of keys has the name of the list. A file written from a terminal is
/// exact.
#[test]
fn sets_of_keys() {
    let json = r#"{"name":"\u001bme\u202e\u009b","keys":["01","02","03"]}"#;
    let folder = Folder::with("k.json", json);
    let audit = "\"$ZOBRIST\" keys audit k.json --weight 1";
    let export = "\"$ZOBRIST\" keys export k.json --lang";
    let (exact, _) = piped(&folder, audit);
    assert!(contains(&exact, "set            \u{1b}me\u{202e}\u{9b}, 3 keys"));
    let (exact, _) = piped(&folder, &format!("{export} json"));
    assert!(contains(&exact, "\"name\": \"\\u001bme\u{202e}\u{9b}\""));

    // Without the bar.
    let Some((_, output)) = shown(&folder, &format!("{audit} 2> /dev/null")) else { return };
    assert!(output.contains("set            \\u{1b}me\\u{202e}\\u{9b}, 3 keys"), "{output}");
    let (_, output) = shown(&folder, &format!("{audit} --format jsonl 2> /dev/null")).unwrap();
    assert!(output.contains(r#""set":"\u001bme\u202e\u009b""#), "{output}");
    let (_, output) = shown(&folder, &format!("{export} json")).unwrap();
    assert!(output.contains(r#""name": "\u001bme\u202e\u009b""#), "{output}");
    for lang in ["json", "c", "hex", "python"] {
        shown(&folder, &format!("{export} {lang}")).unwrap();
        shown(&folder, &format!("{export} {lang} --force -o keys")).unwrap();
        let exact = piped(&folder, &format!("{export} {lang}")).0;
        assert!(std::fs::read(folder.path("keys")).unwrap() == exact, "{lang}");
    }
    let (_, output) = shown(&folder, &format!("{export} npy -o k.npy")).unwrap();
    assert!(
        output.starts_with("zobrist: 3 keys in ") && output.ends_with(" s: k.npy\n"),
        "{output}"
    );
    let about = std::fs::read_to_string(folder.path("k.npy.json")).unwrap();
    assert!(about.contains("\"\\u001bme\u{202e}\u{9b}\""), "{about}");
    // Bytes that are no text are not for a terminal.
    folder.write("a.pgn", "1. e4 1-0\n");
    let (code, output) = shown(&folder, "\"$ZOBRIST\" book make a.pgn -o -").unwrap();
    assert_eq!(
        (code, output.as_str()),
        (2, "zobrist: a book is not for a terminal; name a file with --output\n")
    );
}
