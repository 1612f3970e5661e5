//! An index read by third-party programs: DuckDB, Polars, pandas and pyarrow, with python-chess to
//! recount it.

use std::env;
use std::path::Path;
use std::process::{Command, Output};

use crate::tool::{Folder, SAMPLE, ZOBRIST, say};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/readers/recount.py");
const MODULES: &str = "import chess, duckdb, pandas, polars, pyarrow";

/// The Python with the readers. `None`, reported on standard error, if there is none; with
/// `ZOBRIST_READERS=required` there must be one.
pub fn python() -> Option<String> {
    python_with(MODULES)
}

/// A Python that can run this line of imports, on the same terms.
pub fn python_with(imports: &str) -> Option<String> {
    let python = env::var("ZOBRIST_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let why = match Command::new(&python).args(["-c", imports]).output() {
        Ok(output) if output.status.success() => return Some(python),
        Ok(output) => String::from_utf8_lossy(&output.stderr).into_owned(),
        Err(error) => error.to_string(),
    };
    let message = format!(
        "{python} cannot `{imports}`; install tests/readers/requirements.txt and name the \
         Python that has them in ZOBRIST_PYTHON: {why}"
    );
    let required = env::var("ZOBRIST_READERS").is_ok_and(|value| value == "required");
    assert!(!required, "{message}");
    say(&message);
    None
}

fn recount(python: &str, index: &Path, files: &[&Path]) -> Output {
    Command::new(python)
        .args(["-B", SCRIPT, "--zobrist", ZOBRIST])
        .arg(index)
        .args(files)
        .output()
        .unwrap()
}

#[track_caller]
fn agrees(python: &str, index: &Path, files: &[&Path]) {
    let output = recount(python, index, files);
    let [out, err] =
        [output.stdout, output.stderr].map(|b| String::from_utf8_lossy(&b).into_owned());
    assert!(output.status.success(), "{out}{err}");
}

#[test]
fn an_index_of_the_sample_matches_counts_of_other_programs() {
    let Some(python) = python() else { return };
    let folder = Folder::new();
    folder.zobrist(["index", "build", "index", SAMPLE]).done();
    agrees(&python, &folder.path("index"), &[Path::new(SAMPLE)]);
}

/// Tags that are repeated, missing and odd, with escapes and in Latin-1; results from the tag and
/// from the end of the moves; a repetition; castling, en passant and promotions; Chess960, with
/// positions that share a key but not the check.
const ODD: &[u8] = b"[Event \"A \\\"quoted\\\" \\\\ event\"]
[White \"M\xfcller\"]
[Black \"M\xc3\xbcller\"]
[WhiteElo \"2500\"]
[BlackElo \"?\"]
[Date \"????.??.??\"]
[UTCDate \"2019.03.01\"]
[Annotator \"first\"]
[Annotator \"second\"]
[Result \"*\"]

1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 a6 6. e5 d5 7. exd6 1-0

[Event \"first\"]
[Event \"last\"]
[Date \"1851.06.21\"]
[White \"\"]
[WhiteElo \"0\"]
[BlackElo \" 1350 \"]
[Result \"1/2-1/2\"]

1. Nf3 Nf6 2. c4 Nc6 3. Qb3 e5 4. Qe3 e4 5. d4 0-1

1. c4 e5 2. d4 Nc6 3. Qd3 Nf6 4. Nf3 e4 5. Qe3 *

[FEN \"r3k2r/8/8/8/8/8/p7/4K3 w kq - 0 1\"]
[SetUp \"1\"]
[Result \"0-1\"]

1. Kf2 O-O+ 2. Ke3 a1=N 0-1

[FEN \"r3k2r/6P1/8/8/8/8/8/4K3 w kq - 0 1\"]
[SetUp \"1\"]
[Date \"2024-05-01\"]

1. Kf2 O-O-O 2. gxh8=R 1/2-1/2

[Variant \"Chess960\"]
[FEN \"1rk1r3/4p3/8/8/8/8/4P3/1RK1R3 w KQkq - 0 1\"]
[WhiteElo \"2000\"]
[BlackElo \"2100\"]

1. O-O O-O-O 1-0

[Variant \"Chess960\"]
[FEN \"r1k1r2r/8/8/8/8/8/8/R1K1R2R w HAha - 0 1\"]

1. Kd2 *

[Variant \"Chess960\"]
[FEN \"r1k1r2r/8/8/8/8/8/8/R1K1R2R w EAea - 0 1\"]

1. Kd2 *

[Variant \"Chess960\"]
[FEN \"r1k1r2r/8/8/8/8/8/8/R1K1R2R w HAea - 0 1\"]

1. Kd2 *

[Variant \"Chess960\"]
[FEN \"r1k1r2r/8/8/8/8/8/8/R1K1R2R w EAha - 0 1\"]

1. Kd2 *

";

const MORE: &[u8] = b"[White \"A\"]
[Date \"1990\"]
[WhiteElo \"2200\"]
[Result \"1-0\"]

1. Nf3 Nf6 2. Ng1 Ng8 1-0

[Result \"1-0\"]

1. e4 c5 1-0
";

#[test]
fn odd_games_in_two_segments_match_counts_of_other_programs() {
    let Some(python) = python() else { return };
    let folder = Folder::with("odd.pgn", ODD);
    folder.write("more.pgn", MORE);
    let (odd, more) = (folder.path("odd.pgn"), folder.path("more.pgn"));
    for (scheme, files) in [("fide", "1"), ("polyglot", "300")] {
        let build = ["index", "build", scheme, "odd.pgn", "--scheme", scheme, "--files", files];
        let encoding = ["--encoding", "windows-1252"];
        folder.zobrist(build.into_iter().chain(encoding)).done();
        folder.zobrist(["index", "add", scheme, "more.pgn", "--max-ply", "3"]).done();
        agrees(&python, &folder.path(scheme), &[&odd, &more]);
        folder.zobrist(["index", "merge", scheme]).done();
        agrees(&python, &folder.path(scheme), &[&odd, &more]);
    }
}

/// The recount itself can fail: by a result, by a move, and by a missing game.
#[test]
fn a_recount_of_other_games_differs() {
    let Some(python) = python() else { return };
    let folder = Folder::with("games.pgn", MORE);
    folder.zobrist(["index", "build", "index", "games.pgn"]).done();
    let more = String::from_utf8(MORE.to_vec()).unwrap();
    for (other, what) in [
        (more.replace("c5 1-0", "c6 1-0"), "games, row 1"),
        (more.replace("[Result \"1-0\"]\n\n1. e4", "[Result \"0-1\"]\n\n1. e4"), "games, row 1"),
        (more.clone() + "\n1. d4 *\n", "games, rows"),
    ] {
        folder.write("other.pgn", other);
        let output = recount(&python, &folder.path("index"), &[&folder.path("other.pgn")]);
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && message.contains(what), "{message}");
    }
}
