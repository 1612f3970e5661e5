//! `zobrist book make`.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::tool::{Folder, SAMPLE, gz, say, zst};

/// Three games: 1.e4 won twice and drew once, and one of the games repeats its moves.
const GAMES: &str = "\
[Result \"1-0\"]

1. e4 e5 2. Nf3 Nc6 3. Ng1 Nb8 4. Nf3 Nc6 1-0

[Result \"1-0\"]

1. e4 e5 2. Nf3 Nc6 1-0

[Result \"1/2-1/2\"]

1. e4 e5 2. Nf3 d6 1/2-1/2

";

/// The bytes of a book that these arguments make in a folder.
#[track_caller]
fn book(folder: &Folder, args: &[&str]) -> Vec<u8> {
    let args =
        ["book", "make", "--force", "-o", "book.bin"].into_iter().chain(args.iter().copied());
    assert_eq!(folder.zobrist(args).done(), "");
    fs::read(folder.path("book.bin")).unwrap()
}

/// Key, move and weight of each entry, by hand.
fn entries(book: &[u8]) -> Vec<(u64, u16, u16)> {
    assert_eq!(book.len() % 16, 0);
    let entry = |bytes: &[u8]| {
        assert_eq!(bytes[12..], [0; 4]);
        let word = |at: usize| u16::from_be_bytes([bytes[at], bytes[at + 1]]);
        (u64::from_be_bytes(bytes[..8].try_into().unwrap()), word(8), word(10))
    };
    book.chunks(16).map(entry).collect()
}

const START: u64 = 0x463b_9618_1691_fc9c;
const E4: u64 = 0x823c_9b50_fd11_4196;
const E4_E5: u64 = 0x0844_931a_6ef4_b9a0;

const fn played(from: u16, to: u16) -> u16 {
    from << 6 | to
}

/// A copy of the sample without compression.
fn sample() -> String {
    let mut text = String::new();
    let file = fs::File::open(SAMPLE).unwrap();
    flate2::read::GzDecoder::new(file).read_to_string(&mut text).unwrap();
    text
}

#[test]
fn moves_of_three_games_are_weighed() {
    let folder = Folder::with("games.pgn", GAMES);
    assert_eq!(
        entries(&book(&folder, &["games.pgn"])),
        [(E4_E5, played(6, 21), 5), (START, played(12, 28), 5), (E4, played(52, 36), 1)]
    );
}

#[test]
fn options_choose_and_weigh() {
    let folder = Folder::with("games.pgn", GAMES);
    let with = |args: &str| {
        let args: Vec<&str> = args.split(' ').filter(|arg| !arg.is_empty()).collect();
        entries(&book(&folder, &[&["games.pgn"], args.as_slice()].concat()))
    };
    let weight = |args: &str| -> Vec<u16> { with(args).iter().map(|entry| entry.2).collect() };
    assert_eq!(weight("--win 10 --draw 3 --loss 1"), [23, 23, 5]);
    assert_eq!(weight("--uniform"), [1, 1, 1]);
    assert_eq!(weight("--only white"), [5, 5]);
    assert_eq!(weight("--only black"), [1]);
    assert_eq!(weight("--only black --min-games 1"), [1, 1]);
    assert_eq!(weight("--only black --min-games 2 --keep-zero"), [1, 0]);
    assert_eq!(weight("--max-ply 1"), [5]);
    assert_eq!(weight("--min-score 16.6"), [5, 5, 1]);
    assert_eq!(weight("--min-score 16.7"), [5, 5]);
    assert_eq!(weight("--win 100000 --draw 1"), [65535, 65535, 1]);
    assert_eq!(weight("--win 100000 --draw 1 --scale position"), [65535, 65535, 1]);
    // The game that repeats 2.Nf3 counts twice.
    assert_eq!(weight("--compat --only white --max-ply 7"), [7, 5]);
    assert_eq!(with("--max-ply 1"), [(START, played(12, 28), 5)]);
}

#[test]
fn unknown_results_count_with_their_option() {
    let folder = Folder::with("games.pgn", "1. e4 *\n\n1. d4 0-1\n\n1. c4 1/2-1/2\n\n");
    let moves = |args: &[&str]| -> Vec<(u16, u16)> {
        let made = book(&folder, &[&["games.pgn", "--min-games", "1"], args].concat());
        entries(&made).iter().map(|entry| (entry.1, entry.2)).collect()
    };
    let (e4, c4) = (played(12, 28), played(10, 26));
    assert_eq!(moves(&[]), [(c4, 1)]);
    assert_eq!(moves(&["--unknown", "4"]), [(e4, 4), (c4, 1)]);
    assert_eq!(moves(&["--compat"]), [(e4, 1), (c4, 1)]);
}

/// A set-up game counts where it was played, castling is the king taking its rook, and
/// Chess960 is known.
#[test]
fn set_up_games_count_under_their_own_positions() {
    let game = "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O 1-0\n";
    let folder = Folder::with("games.pgn", game);
    let made = book(&folder, &["games.pgn", "--min-games", "1"]);
    let hash = folder.zobrist(["hash", "--input", "pgn", "games.pgn"]).done();
    let key = u64::from_str_radix(&hash[..16], 16).unwrap();
    assert_eq!(entries(&made), [(key, played(4, 7), 2)]);

    let game =
        "[Variant \"Chess960\"]\n[FEN \"4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1\"]\n\n1. O-O-O 1-0\n";
    folder.write("960.pgn", game);
    let made = book(&folder, &["960.pgn", "--min-games", "1"]);
    assert_eq!(entries(&made)[0].1, played(4, 1));
}

#[test]
fn the_book_does_not_depend_on_order_or_threads() {
    let games = sample();
    let (first, second) = games.split_at(games[..1_500_000].rfind("\n\n[Event ").unwrap() + 2);
    let folder = Folder::with("games.pgn", &games);
    folder.write("first.pgn.zst", zst(first));
    folder.write("second.pgn.gz", gz(second));
    let args = ["--min-games", "1", "--unknown", "1"];
    let expected = book(&folder, &[&["games.pgn"], &args[..]].concat());
    assert!(expected.len() > 1 << 20);
    for (files, jobs) in [
        (&["games.pgn"][..], "1"),
        (&["games.pgn"], "7"),
        (&["first.pgn.zst", "second.pgn.gz"], "2"),
        (&["second.pgn.gz", "first.pgn.zst"], "2"),
    ] {
        let made = book(&folder, &[files, &args, &["--jobs", jobs]].concat());
        assert!(made == expected, "{files:?}, {jobs} jobs");
    }
    // With --compat the order of the games matters, the number of threads does not.
    let expected = book(&folder, &["games.pgn", "--compat", "--jobs", "1"]);
    let made = book(&folder, &["first.pgn.zst", "second.pgn.gz", "--compat", "--jobs", "5"]);
    assert!(made == expected);
}

#[test]
fn a_bad_game_is_reported_and_the_others_counted() {
    let games = format!(
        "{GAMES}[Event \"bad\"]\n\n1. e4 e5 2. Ke3 1-0\n\n[Variant \"Atomic\"]\n\n1. e4 1-0\n\n{GAMES}"
    );
    let folder = Folder::with("games.pgn", GAMES.repeat(2));
    let expected = book(&folder, &["games.pgn"]);
    folder.write("bad.pgn", &games);
    let run = folder.zobrist(["book", "make", "--force", "-o", "book.bin", "bad.pgn"]);
    let (stdout, stderr) = run.rejected();
    assert_eq!(stdout, "");
    let lines: Vec<&str> = stderr.lines().collect();
    let at = games.find("Ke3").unwrap();
    assert_eq!(
        lines[0],
        format!(
            "zobrist: bad.pgn:15 (byte {at}): game 4: illegal move Ke3 at ply 3; --keep-valid keeps the moves before it"
        )
    );
    assert!(
        lines[1].ends_with("the scheme has no features for variants, got a game of atomic"),
        "{stderr}"
    );
    assert_eq!(lines[2..], ["zobrist: rejected 2 of 8 games"]);
    assert!(fs::read(folder.path("book.bin")).unwrap() == expected);
}

#[test]
fn strict_stops_at_the_first_bad_game_and_keeps_the_earlier_book() {
    let folder = Folder::with("games.pgn", format!("{GAMES}1. e5 1-0\n\n1. e6 1-0\n\n"));
    folder.write("book.bin", "before");
    let run =
        folder.zobrist(["book", "make", "--force", "-o", "book.bin", "games.pgn", "--strict"]);
    let (_, stderr) = run.rejected();
    assert_eq!(stderr.lines().count(), 3, "{stderr}");
    assert!(
        stderr.ends_with(
            "zobrist: rejected 1 of 4 games; stopped at the first\n\
             zobrist: no book was written; what was at book.bin is unchanged\n"
        ),
        "{stderr}"
    );
    assert_eq!(fs::read(folder.path("book.bin")).unwrap(), b"before");
    assert_eq!(files(&folder), ["book.bin", "games.pgn"]);
}

fn files(folder: &Folder) -> Vec<String> {
    let name = |file: std::io::Result<fs::DirEntry>| file.unwrap().file_name();
    let mut files: Vec<String> = fs::read_dir(folder.path("."))
        .unwrap()
        .map(|file| name(file).into_string().unwrap())
        .collect();
    files.sort_unstable();
    files
}

#[test]
fn impossible_requests_are_refused_before_any_work() {
    let folder = Folder::with("games.pgn", GAMES);
    let refused = |args: &[&str]| {
        folder.zobrist(["book", "make"].into_iter().chain(args.iter().copied())).refused()
    };
    assert!(refused(&["-o", "book.bin"]).contains("required arguments"));
    assert!(refused(&["-o", "book.bin", "nothing.pgn"]).contains("cannot open nothing.pgn"));
    assert!(refused(&["-o", "no/book.bin", "games.pgn"]).contains("cannot write no/book.bin"));
    assert!(refused(&["-o", ".", "games.pgn"]).contains("cannot write ."));
    assert!(refused(&["-o", "/dev/null", "games.pgn"]).contains("not a file"));
    for args in [
        &["--min-score", "101"][..],
        &["--min-score", "NaN"],
        &["--win", "-1"],
        &["--compat", "--win", "3"],
        &["--compat", "--unknown", "1"],
        &["--uniform", "--scale", "book"],
    ] {
        assert!(refused(&[&["-o", "book.bin", "games.pgn"], args].concat()).contains("error: "));
    }
    assert_eq!(fs::read_to_string(folder.path("games.pgn")).unwrap(), GAMES);
    assert_eq!(files(&folder), ["games.pgn"]);
}

#[test]
fn an_empty_book_is_reported() {
    let folder = Folder::with("games.pgn", "1. e4 1-0\n");
    let run = folder.zobrist(["book", "make", "-o", "book.bin", "games.pgn"]);
    assert_eq!(run.code, 0);
    assert!(run.stderr.starts_with("zobrist: the book is empty"), "{}", run.stderr);
    assert_eq!(fs::read(folder.path("book.bin")).unwrap(), b"");
}

#[test]
fn the_reason_for_an_empty_book_is_reported() {
    let folder = Folder::with("games.pgn", GAMES);
    folder.write("empty.pgn", "");
    folder.write("bad.pgn", "1. e5 1-0\n");
    folder.write("open.pgn", "1. e4 *\n");
    folder.write("none.pgn", "[Event \"x\"]\n\n1-0\n");
    for (args, code, reason) in [
        ("empty.pgn", 0, "there is no game in the input"),
        ("-", 0, "there is no game in the input"),
        ("empty.pgn --max-ply 0", 0, "there is no game in the input"),
        ("bad.pgn", 1, "every game was rejected"),
        ("games.pgn --max-ply 0", 0, "--max-ply 0 takes no ply of any game"),
        (
            "open.pgn",
            0,
            "no game with a result has a move to take; see --unknown, --only and --max-ply",
        ),
        ("none.pgn --compat", 0, "no game has a move to take; see --only and --max-ply"),
        (
            "games.pgn --min-games 4",
            0,
            "no move was played often enough: expected 4 games, got 3 at most; see --min-games",
        ),
        (
            "games.pgn --min-score 90",
            0,
            "no move that was played often enough scored enough and weighs more than 0; see \
             --min-score and --keep-zero",
        ),
    ] {
        let make = ["book", "make", "--force", "-o", "book.bin"];
        let run = folder.zobrist(make.into_iter().chain(args.split(' ')));
        assert_eq!(run.code, code, "{args}: {}", run.stderr);
        let expected = format!("zobrist: the book is empty: {reason}\n");
        assert!(run.stderr.ends_with(&expected), "{args}: {}", run.stderr);
    }
}

/// The path of the reference tool, if it is installed.
fn polyglot() -> Option<&'static str> {
    ["polyglot", "/usr/games/polyglot"]
        .into_iter()
        .find(|tool| Command::new(tool).arg("help").stdin(Stdio::null()).output().is_ok())
}

/// The book that the reference tool makes from a file.
fn reference(tool: &str, folder: &Path, args: &[&str]) -> Vec<u8> {
    let made = Command::new(tool)
        .args(["make-book", "-pgn", "games.pgn", "-bin", "reference.bin"])
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(made.status.success());
    fs::read(folder.join("reference.bin")).unwrap()
}

#[test]
fn compat_makes_the_bytes_of_the_reference_tool() {
    let Some(tool) = polyglot() else {
        say("polyglot is not installed (apt-get install polyglot)");
        return;
    };
    let folder = Folder::with("games.pgn", sample());
    for (theirs, ours) in [
        ("", ""),
        ("-min-game 1", "--min-games 1"),
        ("-min-game 2 -max-ply 21", "--min-games 2 --max-ply 21"),
        ("-min-game 1 -only-white", "--min-games 1 --only white"),
        ("-min-game 1 -only-black", "--min-games 1 --only black"),
        ("-min-game 1 -uniform", "--min-games 1 --uniform"),
        ("-min-score 50", "--min-score 50"),
        ("-min-score 33.4 -min-game 2", "--min-score 33.4 --min-games 2"),
    ] {
        let split = |args: &'static str| args.split_whitespace().collect::<Vec<_>>();
        let expected = reference(tool, &folder.path("."), &split(theirs));
        assert!(!expected.is_empty());
        let made = book(&folder, &[&["games.pgn", "--compat"], split(ours).as_slice()].concat());
        assert!(made == expected, "{theirs}");
        // The control: without --compat, other bytes.
        let other = book(&folder, &[&["games.pgn"], split(ours).as_slice()].concat());
        assert!(other != expected, "{theirs}");
    }
}

#[test]
fn compat_reports_that_the_reference_tool_would_halve() {
    let folder = Folder::with("games.pgn", "1. e4 1-0\n\n".repeat(16_383));
    let made = book(&folder, &["games.pgn", "--compat"]);
    assert_eq!(entries(&made)[0].2, 2 * 16_383);
    folder.write("games.pgn", "1. e4 1-0\n\n".repeat(16_384));
    let run =
        folder.zobrist(["book", "make", "--force", "-o", "book.bin", "games.pgn", "--compat"]);
    assert_eq!(run.code, 0);
    assert!(run.stderr.contains("a move was played 16384 times"), "{}", run.stderr);
    assert_eq!(entries(&fs::read(folder.path("book.bin")).unwrap())[0].2, 2 * 16_384);
}

/// Standard input is empty the second time.
#[test]
fn standard_input_is_not_read_on_both_sides_of_an_index() {
    let folder = Folder::with("games.pgn", GAMES);
    folder.zobrist(["index", "build", "idx", "games.pgn"]).done();
    let message =
        folder.zobrist_on(GAMES, ["book", "make", "-", "idx", "-", "-o", "out.bin"]).refused();
    assert_eq!(message, "zobrist: standard input can be read only once; name `-` once\n");
    assert!(!folder.path("out.bin").exists());
}
