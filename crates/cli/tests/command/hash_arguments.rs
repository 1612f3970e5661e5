//! `zobrist hash` of positions that are arguments.

use crate::tool::{Folder, START, START_ROW, zobrist};

/// Kings and a pawn, and the hash of the position.
const PAWN: &str = "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1";
const PAWN_HASH: &str = "b8049493644426c0";

#[test]
fn positions_are_hashed_as_lines_are() {
    assert_eq!(zobrist(["hash", START]).done(), START_ROW);
    assert_eq!(zobrist(["hash", "startpos"]).done(), START_ROW);
    let both = format!("{PAWN_HASH}\t{PAWN}\n{START_ROW}");
    assert_eq!(zobrist(["hash", PAWN, "startpos"]).done(), both);
    assert_eq!(zobrist(["hash", &format!("  {PAWN} \n")]).done(), format!("{PAWN_HASH}\t{PAWN}\n"));
    // Fields may be missing.
    for fen in ["8/8/8/8/8/4k3/4p3/4K3", "8/8/8/8/8/4k3/4p3/4K3 w"] {
        assert_eq!(zobrist(["hash", fen]).done(), format!("{PAWN_HASH}\t{fen}\n"));
    }
    let epd = "8/8/8/8/8/4k3/4p3/4K3 w - - id \"a/b\";";
    assert_eq!(zobrist(["hash", epd]).done(), format!("{PAWN_HASH}\t{epd}\n"));
}

#[test]
fn options_of_lines_hold() {
    let rows = zobrist(["hash", PAWN, START, "--number", "--format", "csv"]).done();
    let expected = format!("hash,line,fen\n{PAWN_HASH},1,{PAWN}\n463b96181691fc9c,2,{START}\n");
    assert_eq!(rows, expected);
    assert_eq!(zobrist(["hash", "--unique", "startpos", PAWN, START]).done().lines().count(), 2);
    let atomic = zobrist(["hash", "--scheme", "zobrist", "--variant", "atomic", "startpos"]).done();
    assert!(atomic.ends_with(&format!("\t{START}\n")) && !atomic.starts_with("9882d27d0682b557"));
    let note = format!("{PAWN} and a note");
    assert_eq!(zobrist(["hash", "--lenient", &note]).done(), format!("{PAWN_HASH}\t{note}\n"));
    zobrist(["hash", &note]).refused();
    let folder = Folder::new();
    assert_eq!(folder.zobrist(["hash", "startpos", "-o", "rows"]).done(), "");
    assert_eq!(std::fs::read_to_string(folder.path("rows")).unwrap(), START_ROW);
}

#[test]
fn an_existing_file_is_a_file() {
    let folder = Folder::with("startpos", format!("{PAWN}\n"));
    assert_eq!(folder.zobrist(["hash", "startpos"]).done(), format!("{PAWN_HASH}\t{PAWN}\n"));
    std::fs::create_dir(folder.path("8")).unwrap();
    folder.write("8/8 w", START);
    assert_eq!(folder.zobrist(["hash", "8/8 w"]).done(), START_ROW);
}

#[test]
fn what_cannot_be_read_is_refused_before_any_row() {
    let message = zobrist(["hash", START, "8/8/8/8/8/4k3/4p3/4K2x w - - 0 1"]).refused();
    assert_eq!(
        message,
        "zobrist: no file has this name: cannot read the position \"8/8/8/8/8/4k3/4p3/4K2x w - - 0 \
         1\": column 22: expected a piece or 1 empty square, got \"x\"\n"
    );
    let folder = Folder::with("a.fen", START);
    let message = folder.zobrist(["hash", PAWN, "a.fen"]).refused();
    assert_eq!(
        message,
        format!(
            "zobrist: expected files or positions, got both: the file a.fen and the position \
             \"{PAWN}\"; hash them in two commands\n"
        )
    );
    // A path with blanks is not a position.
    let message = zobrist(["hash", "my games/of 2026.pgn"]).refused();
    assert!(message.starts_with("zobrist: cannot open my games/of 2026.pgn: "), "{message}");
    for (option, named) in [
        (&["--check"][..], "--check"),
        (&["--column", "fen"], "--column"),
        (&["--keep-valid"], "--keep-valid"),
        (&["--input", "pgn"], "--input pgn"),
    ] {
        let message = zobrist([&["hash", PAWN], option].concat()).refused();
        let expected = format!("zobrist: {named} reads files, and the arguments are positions");
        assert!(message.starts_with(&expected), "{message}");
    }
}
