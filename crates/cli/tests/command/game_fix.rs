//! `zobrist check --fix`: the games that it writes, its reports, and what it refuses.

use std::fs;

use crate::tool::{COMPRESSIONS, Folder, SAMPLE, ZOBRIST, gz, zip, zobrist_on};

/// Games that need mends, and one that needs none, made for this test.
const MESSY: &str = "; From a club.\n\n[event \"Club\"]\n[White \"Alder\"]\n[Black \u{201c}Birch\u{201d}]\n[Result \"1:0\"]\n\n\
    1. e4 {best} e5 (1... c5) 2. Nf3 1-0\n\n\
    [Event \"Club\"]\n[White \"Birch\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 Kd7 1/2-1/2\n\n\
    [Event \"Club\"]\n[Result \"?\"]\n\n1. d4 d5\n\n2. c4 *\n\n\
    [Event \"Club\"]\n[Result \"0-1\"]\n\n1. 0-0?? 0-1\n\n\
    [Event \"Club\"]\n[White \"Alder\"]\n[Result \"0-1\"]\n\n1.  Ng1-f3   d5 0-1\n; the end\n";

/// The games mended. The fourth has an illegal move.
const MENDED: &str = "; From a club.\n\n[Event \"Club\"]\n[White \"Alder\"]\n[Black \"Birch\"]\n[Result \"1-0\"]\n\n\
    1. e4 {best} e5 (1... c5) 2. Nf3 1-0\n\n\
    [Event \"Club\"]\n[White \"Birch\"]\n[Result \"1/2-1/2\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 Kd7 1/2-1/2\n\n\
    [Event \"Club\"]\n[Result \"*\"]\n\n1. d4 d5\n\n2. c4 *\n\n\
    [Event \"Club\"]\n[Result \"0-1\"]\n\n1. 0-0?? 0-1\n\n\
    [Event \"Club\"]\n[White \"Alder\"]\n[Result \"0-1\"]\n\n1.  Ng1-f3   d5 0-1\n; the end\n";

/// The games without the illegal move, and their mends.
fn readable(games: &str) -> String {
    games.replace("0-0??", "e4")
}

/// The messages of a run with this exit status, the closing line without its time.
#[track_caller]
fn fixed<'a>(
    folder: &Folder,
    args: impl IntoIterator<Item = &'a str>,
    code: i32,
) -> (String, String) {
    let run = folder.zobrist(["check", "--fix"].into_iter().chain(args));
    assert_eq!((run.code, run.stdout.as_str()), (code, ""), "{}", run.stderr);
    (run.stderr, run.closing)
}

fn text(folder: &Folder, name: &str) -> String {
    fs::read_to_string(folder.path(name)).unwrap()
}

/// The hashes and positions of all games of a file.
fn positions(folder: &Folder, name: &str) -> String {
    let run = folder.zobrist(["hash", name, "--input", "pgn"]);
    assert!(run.code < 2, "{}", run.stderr);
    run.stdout
}

#[test]
fn tags_are_mended_and_nothing_else() {
    let folder = Folder::with("games.pgn", readable(MESSY));
    let (told, closing) = fixed(&folder, ["games.pgn", "-o", "fixed.pgn"], 0);
    assert_eq!(
        told,
        "zobrist: spelling of Result: 1 mended\n\
         zobrist: missing Result: 2 mended\n\
         zobrist: SetUp beside FEN: 1 mended\n\
         zobrist: case of a tag's name: 1 mended\n\
         zobrist: quotes of a tag: 1 mended\n"
    );
    assert_eq!(closing, "zobrist: 5 games, 3 mended, 0 rejected in … s: fixed.pgn\n");
    assert_eq!(text(&folder, "fixed.pgn"), readable(MENDED));
    assert_eq!(positions(&folder, "fixed.pgn"), positions(&folder, "games.pgn"));
    // A second time, nothing is to be mended.
    let (told, closing) = fixed(&folder, ["fixed.pgn", "-o", "again.pgn"], 0);
    assert_eq!(told, "zobrist: nothing was to be mended\n");
    assert_eq!(closing, "zobrist: 5 games, 0 mended, 0 rejected in … s: again.pgn\n");
    assert_eq!(text(&folder, "again.pgn"), text(&folder, "fixed.pgn"));
}

#[test]
fn games_that_need_nothing_are_the_same_bytes() {
    let folder = Folder::with("crlf.pgn", readable(MENDED).replace('\n', "\r\n"));
    fixed(&folder, ["crlf.pgn", "-o", "a.pgn"], 0);
    assert_eq!(text(&folder, "a.pgn"), text(&folder, "crlf.pgn"));
    fixed(&folder, [SAMPLE, "-o", "sample.pgn"], 0);
    let mut plain = String::new();
    let file = fs::File::open(SAMPLE).unwrap();
    std::io::Read::read_to_string(&mut flate2::read::GzDecoder::new(file), &mut plain).unwrap();
    assert!(text(&folder, "sample.pgn") == plain);
    for nothing in ["", "\n\n"] {
        folder.write("nothing.pgn", nothing);
        fixed(&folder, ["nothing.pgn", "-o", "n.pgn", "--force"], 0);
        assert_eq!(text(&folder, "n.pgn"), nothing);
    }
    folder.write("comment.pgn", "; only a comment\n");
    let (told, _) = fixed(&folder, ["comment.pgn", "-o", "c.pgn"], 1);
    assert!(told.starts_with("zobrist: no game in comment.pgn: it looks like comments alone; "));
    assert!(!folder.path("c.pgn").exists());
}

#[test]
fn line_ends_are_those_of_the_game() {
    let folder = Folder::with("games.pgn", readable(MESSY).replace('\n', "\r\n"));
    fixed(&folder, ["games.pgn", "-o", "fixed.pgn"], 0);
    assert_eq!(text(&folder, "fixed.pgn"), readable(MENDED).replace('\n', "\r\n"));
}

#[test]
fn rejected_games_are_copied_and_reported() {
    let folder = Folder::with("games.pgn", MESSY);
    let (told, closing) = fixed(&folder, ["games.pgn", "-o", "fixed.pgn"], 1);
    let at = MESSY.find("0-0??").unwrap();
    let line = MESSY[..at].matches('\n').count() + 1;
    let report = format!(
        "zobrist: games.pgn:{line} (byte {at}): game 4: illegal move 0-0 at ply 1; copied as it is\n\
         zobrist: rejected 1 of 5 games\n"
    );
    assert!(told.starts_with(&report), "{told}");
    assert_eq!(closing, "zobrist: 4 games, 3 mended, 1 rejected in … s: fixed.pgn\n");
    assert_eq!(text(&folder, "fixed.pgn"), MENDED);
    assert_eq!(positions(&folder, "fixed.pgn"), positions(&folder, "games.pgn"));
}

/// The result after the moves is never changed, nor is a tag that contradicts it or the last
/// position.
#[test]
fn contradictions_are_copied_and_reported() {
    let games = "[Result \"1-0\"]\n\n1. e4 0-1\n\n[Event \"a\"]\n[Result \"1:0\"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n";
    let folder = Folder::with("games.pgn", games);
    let (told, closing) = fixed(&folder, ["games.pgn", "-o", "fixed.pgn"], 1);
    assert_eq!(
        told,
        format!(
            "zobrist: games.pgn:1 (byte 9): game 1: the tag Result says 1-0, the moves end with 0-1; left as \
             it is\n\
             zobrist: games.pgn:6 (byte {}): game 2: result: expected 0-1 (checkmate), got 1-0; left as it is\n\
             zobrist: spelling of Result: 1 mended\n\
             zobrist: left faults in 2 of 2 games\n",
            games.find("1:0").unwrap()
        )
    );
    assert_eq!(closing, "zobrist: 2 games, 1 mended, 0 rejected in … s: fixed.pgn\n");
    assert_eq!(text(&folder, "fixed.pgn"), games.replace("1:0", "1-0"));
    let (_, closing) = fixed(&folder, ["fixed.pgn", "-o", "again.pgn"], 1);
    assert!(closing.contains(" 0 mended,"), "{closing}");
    assert_eq!(text(&folder, "again.pgn"), text(&folder, "fixed.pgn"));
}

/// The encoding is that of the file, or the one that is given.
#[test]
fn text_that_is_not_utf_8_becomes_it() {
    let latin: &[u8] = b"[White \"M\xfcller\"]\n[Result \"*\"]\n\n1. e4 {sch\xf6n} *\n";
    let german = "[White \"Müller\"]\n[Result \"*\"]\n\n1. e4 {schön} *\n";
    let czech: &[u8] = b"[White \"Dvo\xf8\xe1k, Ji\xf8\xed\"]\n[Black \"\x8ato\xe8ek, Ji\xf8\xed\"]\n[Result \"*\"]\n\n*\n";
    let czech_utf8 = "[White \"Dvořák, Jiří\"]\n[Black \"Štoček, Jiří\"]\n[Result \"*\"]\n\n*\n";
    for (bytes, text_of, encoding) in
        [(latin, german, "windows-1252"), (czech, czech_utf8, "windows-1250")]
    {
        let folder = Folder::with("games.pgn", [bytes, b"\n", text_of.as_bytes()].concat());
        let (told, _) = fixed(&folder, ["games.pgn", "-o", "fixed.pgn"], 0);
        assert_eq!(
            told,
            format!(
                "zobrist: games.pgn: tags of 1 game are not UTF-8, first of game 1; they were read as \
                 {encoding}, which they look like; --encoding NAME says otherwise\n\
                 zobrist: text that was not UTF-8: 1 mended\n"
            )
        );
        assert_eq!(text(&folder, "fixed.pgn"), format!("{text_of}\n{text_of}"));
        let (told, _) = fixed(&folder, ["fixed.pgn", "-o", "again.pgn"], 0);
        assert_eq!(told, "zobrist: nothing was to be mended\n");
    }
    let folder =
        Folder::with("koi8.pgn", b"[White \"\xeb\xc1\xd2\xd0\xcf\xd7\"]\n[Result \"*\"]\n\n*\n");
    let args = ["koi8.pgn", "-o", "fixed.pgn", "--encoding", "koi8-r"];
    let (told, _) = fixed(&folder, args, 0);
    assert_eq!(told, "zobrist: text that was not UTF-8: 1 mended\n");
    assert_eq!(text(&folder, "fixed.pgn"), "[White \"Карпов\"]\n[Result \"*\"]\n\n*\n");
}

#[test]
fn compressed_files_and_pipes_are_read() {
    for (end, compress) in COMPRESSIONS {
        let folder = Folder::new();
        folder.write(&format!("games.pgn.{end}"), compress(readable(MESSY).as_bytes()));
        fixed(&folder, [&*format!("games.pgn.{end}"), "-o", "fixed.pgn"], 0);
        assert_eq!(text(&folder, "fixed.pgn"), readable(MENDED), "{end}");
        let piped = compress(readable(MESSY).as_bytes());
        for args in [&["check", "--fix", "-o", "-"][..], &["check", "-", "--fix", "-o", "-"]] {
            let run = zobrist_on(&piped, args.iter().copied());
            assert_eq!((run.code, run.stdout), (0, readable(MENDED)), "{end}: {}", run.stderr);
        }
    }
}

#[test]
fn an_input_is_never_the_output() {
    let folder = Folder::with("games.pgn", MESSY);
    fs::hard_link(folder.path("games.pgn"), folder.path("link.pgn")).unwrap();
    for output in ["games.pgn", "./games.pgn", "link.pgn"] {
        let args = ["check", "games.pgn", "--fix", "-o", output, "--force"];
        let message = folder.zobrist(args).refused();
        assert_eq!(
            message,
            format!("zobrist: cannot write {output}: it is an input; give another name\n")
        );
    }
    let open = fs::File::open(folder.path("games.pgn")).unwrap();
    let mut command = std::process::Command::new(ZOBRIST);
    command.current_dir(folder.path(".")).args(["check", "--fix", "-o", "games.pgn", "--force"]);
    let output = command.stdin(open).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "by standard input");
    assert_eq!(text(&folder, "games.pgn"), MESSY);
}

#[test]
fn options_of_rows_and_those_of_a_file_exclude_each_other() {
    let folder = Folder::with("games.pgn", MESSY);
    folder.write("there.pgn", "there");
    let message = folder.zobrist(["check", "games.pgn", "--fix", "-o", "there.pgn"]).refused();
    assert!(message.contains("the file exists; give --force"), "{message}");
    assert_eq!(text(&folder, "there.pgn"), "there");
    for args in [
        &["--fix"][..],
        &["-o", "a.pgn"],
        &["--fix", "-o", "a.pgn", "--only", "elo"],
        &["--fix", "-o", "a.pgn", "--skip", "elo"],
        &["--fix", "-o", "a.pgn", "--format", "csv"],
    ] {
        folder.zobrist(["check", "games.pgn"].into_iter().chain(args.iter().copied())).refused();
    }
    assert!(!folder.path("a.pgn").exists());
}

#[test]
fn strict_writes_nothing_after_a_rejected_game() {
    let folder = Folder::with("games.pgn", MESSY);
    folder.write("there.pgn", "there");
    let args = ["games.pgn", "-o", "there.pgn", "--force", "--strict"];
    let run = folder.zobrist(["check", "--fix"].into_iter().chain(args));
    assert_eq!(run.code, 1);
    let end = "zobrist: rejected 1 of 4 games; stopped at the first\n\
               zobrist: nothing was written to there.pgn\n";
    assert!(run.stderr.ends_with(end), "{}", run.stderr);
    assert_eq!(text(&folder, "there.pgn"), "there");
}

/// A file that cannot be read to its end has games that would be missing.
#[test]
fn damaged_files_make_none() {
    let folder = Folder::with("games.pgn", readable(MESSY));
    let whole = gz(readable(MESSY).repeat(50));
    folder.write("cut.pgn.gz", &whole[..whole.len() - 40]);
    let args = ["check", "games.pgn", "cut.pgn.gz", "--fix", "-o", "fixed.pgn"];
    let message = folder.zobrist(args).refused();
    assert!(message.contains("cannot be read further"), "{message}");
    let end = "nothing was written to fixed.pgn: expected games that can be read or at least copied, got the \
               ones reported above\n";
    assert!(message.ends_with(end), "{message}");
    assert!(!folder.path("fixed.pgn").exists());
}

/// The games of several files follow each other, with an empty line between, and each has its own
/// number.
#[test]
fn several_files_become_one() {
    let game = "[event \"a\"]\n[Result \"*\"]\n\n1. e4 *";
    let folder = Folder::with("a.pgn", game);
    folder.write("b.pgn", format!("\u{feff}{game}\n"));
    folder.write("empty.pgn", "");
    folder.write("c.pgn.zip", zip(&[("c.pgn", game.as_bytes()), ("d.pgn", b"1. d4 e4 *\r\n")]));
    let args = ["a.pgn", "b.pgn", "empty.pgn", "c.pgn.zip", "a.pgn", "-o", "all.pgn"];
    let (told, _) = fixed(&folder, args, 1);
    assert!(
        told.contains("zobrist: c.pgn.zip:6 (byte 41): game 2: illegal move e4 at ply 2"),
        "{told}"
    );
    let mended = game.replace("event", "Event");
    let expected = format!("{mended}\n\n{mended}\n\n{mended}\n\n1. d4 e4 *\r\n\r\n{mended}");
    assert_eq!(text(&folder, "all.pgn"), expected);
}

/// Moves without tags and numbers would be read as more moves of the game before them.
#[test]
fn files_whose_games_would_become_one_are_refused() {
    let folder = Folder::with("a.pgn", "[Event \"a\"]\n\n1. e4");
    folder.write("b.pgn", "Nf3 Nf6 *\n");
    let message = folder.zobrist(["check", "a.pgn", "b.pgn", "--fix", "-o", "all.pgn"]).refused();
    assert_eq!(
        message,
        "zobrist: cannot write the games of b.pgn after those of a.pgn: the first of them would be read as a \
         part of the last; fix each file alone, with an -o of its own\n"
    );
    assert!(!folder.path("all.pgn").exists());
}

/// Many games, for many chunks: the text is the same with any number of threads, and games whose
/// line is that of another are left as they are.
#[test]
fn threads_do_not_change_the_text() {
    let game = |number: usize, name: &str| {
        let comment = "x".repeat(number % 97);
        match number % 3 {
            0 => format!("[{name} \"{number}\"]\n[Result \"*\"]\n\n1. e4 {{{comment}}} e5 *\n\n"),
            1 => format!("[Event \"{number}\"]\n[Result \"*\"]\n\n1. d4 {{{comment}}} *\n\n"),
            _ => "1. c4 1/2-1/2\n\n".to_owned(),
        }
    };
    let games: String = (0..15_000).map(|number| game(number, "event")).collect();
    let expected: String = (0..15_000).map(|number| game(number, "Event")).collect();
    let folder = Folder::with("games.pgn", games);
    for jobs in ["1", "2", "7"] {
        fixed(&folder, ["games.pgn", "-o", "fixed.pgn", "--force", "--jobs", jobs], 0);
        assert!(text(&folder, "fixed.pgn") == expected, "with {jobs} threads");
    }
    let glued = format!("[Event \"a\"]\n[White \"b\"]\n\n1. e4 {{{}}} 1-0 ", "x".repeat(997));
    let glued = glued.repeat(400);
    folder.write("glued.pgn", &glued);
    let (told, _) = fixed(&folder, ["glued.pgn", "-o", "same.pgn"], 1);
    assert!(text(&folder, "same.pgn") == glued);
    assert!(told.contains("a game that shares a line with another is not mended; left as it is\n"));
    assert!(told.ends_with("zobrist: left faults in 400 of 400 games\n"), "{told}");
}
