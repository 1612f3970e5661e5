//! Books of the reference tool, if it is installed.

use std::fs;
use std::process::Command;

use crate::books::small;
use crate::tool::{Folder, SAMPLE, say};

const POLYGLOT: &str = "/usr/games/polyglot";

/// Runs the reference tool; `None`, with a message, if it is not installed.
fn polyglot(folder: &Folder, args: &str) -> Option<String> {
    let run = Command::new(POLYGLOT).args(args.split(' ')).current_dir(folder.path(".")).output();
    match run {
        Ok(output) => Some(String::from_utf8_lossy(&output.stdout).into_owned()),
        Err(_) => {
            say(&format!("{POLYGLOT} is not installed"));
            None
        }
    }
}

/// The rows of a dump, sorted.
fn sorted_dump(folder: &Folder, book: &str) -> Vec<String> {
    let rows = folder.zobrist(["book", "dump", book]).done();
    let mut rows: Vec<String> = rows.lines().map(str::to_owned).collect();
    rows.sort_unstable();
    rows
}

#[test]
fn a_book_of_the_reference_tool_is_sound_and_merged_alike() {
    let folder = Folder::new();
    let mut games = Vec::new();
    let sample = fs::File::open(SAMPLE).unwrap();
    std::io::copy(&mut flate2::read::GzDecoder::new(sample), &mut games).unwrap();
    folder.write("games.pgn", &games);
    let make = |bin: &str, games: &str, plies: &str| {
        let args =
            format!("make-book -pgn games.pgn -bin {bin} -min-game {games} -max-ply {plies}");
        polyglot(&folder, &args)
    };
    if make("often.bin", "3", "30").is_none() {
        return;
    }
    make("all.bin", "1", "12");
    for book in ["often.bin", "all.bin"] {
        let check = folder.zobrist(["book", "check", book]);
        assert_eq!((check.code, check.stdout.as_str()), (0, ""), "{}", check.stderr);
        folder.zobrist(["book", "fix", book, "--force", "-o", "fixed.bin"]);
        assert!(
            fs::read(folder.path("fixed.bin")).unwrap() == fs::read(folder.path(book)).unwrap()
        );
    }
    // No sum is above 16 bits, so both add alike.
    polyglot(&folder, "merge-book -in1 often.bin -in2 all.bin -out theirs.bin");
    folder.zobrist(["book", "merge", "often.bin", "all.bin", "-o", "ours.bin"]).done();
    assert!(sorted_dump(&folder, "theirs.bin") == sorted_dump(&folder, "ours.bin"));
    assert!(sorted_dump(&folder, "ours.bin").len() > 5000);
}

/// The reference tool reads our books with their header and follows equal lines.
#[test]
fn the_reference_tool_reads_our_book() {
    let folder = Folder::with("small.bin", small());
    let Some(info) = polyglot(&folder, "info-book -bin small.bin") else { return };
    let number = |what: &str| {
        let line = info.lines().find(|line| line.starts_with(what)).expect(&info);
        line.rsplit(' ').next().unwrap().parse::<usize>().unwrap()
    };
    assert_eq!(number("Isolated positions"), 0);
    assert!(number("Lines for white") > 0);
    polyglot(&folder, "dump-book -bin small.bin -color white -out lines.txt");
    let lines = fs::read_to_string(folder.path("lines.txt")).unwrap();
    for line in ["1. e4{60%} d5 2. e5{100%} f5 3. exf6{100%}", "4. O-O{100%}", "axb8=N{50%}"] {
        assert!(lines.contains(line), "{line}: {lines}");
    }
}
