//! Files that are read, and files that are not.

use crate::tool::{Folder, START, START_ROW, zobrist, zobrist_on};

#[test]
fn standard_input_is_read_without_a_name_and_as_a_dash() {
    let folder = Folder::with("a.fen", START);
    assert_eq!(zobrist_on(START, ["hash"]).done(), START_ROW);
    assert_eq!(zobrist_on(START, ["hash", "-"]).done(), START_ROW);
    let path = folder.path("a.fen");
    let path = path.to_str().unwrap();
    let rows = zobrist_on("4k3/8/8/8/8/8/8/4K3 w - - 0 1", ["hash", path, "-", path]).done();
    let row = START_ROW.replace('\n', &format!("\t{path}\n"));
    let kings = "5e854d7a97eb14c6\t4k3/8/8/8/8/8/8/4K3 w - - 0 1\tstandard input\n";
    assert_eq!(rows, format!("{row}{kings}{row}"));
}

#[test]
fn standard_input_can_be_read_once() {
    let message = zobrist_on(START, ["hash", "-", "-"]).refused();
    assert_eq!(message, "zobrist: standard input can be read only once; name `-` once\n");
}

#[test]
fn a_missing_file_is_found_before_any_work() {
    let folder = Folder::with("a.fen", START);
    let message = folder.zobrist(["hash", "a.fen", "missing.fen"]).refused();
    assert_eq!(
        message,
        "zobrist: cannot open missing.fen: No such file or directory (os error 2)\n"
    );
    folder.zobrist(["hash", "--format", "csv", "missing.fen"]).refused();
    folder.zobrist(["hash", "--check", "missing.fen"]).refused();
    folder.zobrist(["hash", ""]).refused();
}

#[test]
fn a_directory_is_no_text_and_no_table() {
    let folder = Folder::new();
    for options in [&["--bytes"][..], &["--column", "fen"], &["--check"]] {
        let message = folder.zobrist([&["hash", "."], options].concat()).refused();
        assert_eq!(message, "zobrist: cannot read .: it is a directory; name its files\n");
    }
}

#[test]
fn games_and_positions_mix_only_with_an_option() {
    let folder = Folder::with("a.fen", START);
    folder.write("b.pgn", "*\n");
    for (files, positions) in [
        (["a.fen", "b.pgn"], "a.fen"),
        (["b.pgn", "a.fen"], "a.fen"),
        (["b.pgn", "-"], "standard input"),
    ] {
        let message = folder.zobrist_on(START, ["hash"].into_iter().chain(files)).refused();
        assert_eq!(
            message,
            format!(
                "zobrist: expected inputs of one kind, got games in b.pgn and positions in \
                 {positions}; hash them in two commands, or say --input fen or --input pgn\n"
            )
        );
    }
    let (rows, _) = folder.zobrist(["hash", "--input", "fen", "a.fen", "b.pgn"]).rejected();
    assert_eq!(rows, START_ROW.replace('\n', "\ta.fen\n"));
}

#[test]
fn a_file_may_be_named_like_an_option() {
    let folder = Folder::with("--unique", START);
    assert_eq!(folder.zobrist(["hash", "--", "--unique"]).done(), START_ROW);
    assert_eq!(folder.zobrist(["hash", "./--unique"]).done(), START_ROW);
}

#[test]
fn nonsensical_usage_is_refused() {
    for args in [
        &["hash", "--jobs", "0"][..],
        &["hash", "--jobs", "99999999999999999999999"],
        &["hash", "--jobs", "-1"],
        &["hash", "--format", "xml"],
        &["hash", "--input", "epd"],
        &["hash", "--check", "--unique"],
        &["hash", "--check", "--input", "pgn"],
        &["hash", "--nonsense"],
        &["hash", "--scheme"],
        &["hash", "--scheme", "fide", "--scheme", "fen"],
        &["hash", "--unique", "--unique"],
        &["nonsense"],
        &[],
    ] {
        let message = zobrist(args.iter().copied()).refused();
        assert!(!message.is_empty() && !message.contains("panic"), "{args:?}: {message}");
    }
}
