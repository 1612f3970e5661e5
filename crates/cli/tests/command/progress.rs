//! Progress on a terminal.

use std::fs::File;
use std::io::Read;

use crate::tool::{Folder, SAMPLE, START, on_terminal};

/// Thousands of games that take some seconds in one thread: a bar is drawn after half a second.
const THOUSANDS: usize = if cfg!(debug_assertions) { 40 } else { 120 };

/// A folder with a file of that many games.
fn folder_of_many_games() -> Folder {
    let mut games = String::new();
    flate2::read::GzDecoder::new(File::open(SAMPLE).unwrap()).read_to_string(&mut games).unwrap();
    // The sample has two thousand.
    Folder::with("many.pgn", games.repeat(THOUSANDS / 2))
}

/// The output of a command line of the shell on a terminal.
fn screen(folder: &Folder, line: &str) -> Option<String> {
    let output = on_terminal(folder, line)?;
    let screen = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{line}: {screen}");
    Some(screen.replace("\r\n", "\n"))
}

#[test]
fn a_bar_has_bytes_games_and_plies_per_second() {
    let folder = folder_of_many_games();
    let build = "\"$ZOBRIST\" index build idx many.pgn --jobs 1";
    let Some(output) = screen(&folder, build) else { return };
    for part in [" MiB/", " games, ", " plies/s, ", " left"] {
        assert!(output.contains(part), "{part}: {output:?}");
    }
    // The bar is removed before the last line.
    let last = output.trim_end().rsplit(['\n', '\r']).next().unwrap();
    let samples = THOUSANDS / 2;
    let closing = format!("zobrist: {} games, {} positions, 0 ", samples * 2000, samples * 219_452);
    assert!(last.contains(&closing), "{last:?}");

    let rows = screen(&folder, "\"$ZOBRIST\" hash many.pgn --jobs 1 > /dev/null").unwrap();
    assert!(rows.contains(" plies/s, "), "{rows:?}");
    // There, rows are printed, and no bar is drawn between them.
    let rows = screen(&folder, "\"$ZOBRIST\" hash many.pgn --jobs 1 | tail -n 1").unwrap();
    assert!(rows.contains(" plies/s, "), "{rows:?}");
    let book = "\"$ZOBRIST\" book make many.pgn -o many.bin --jobs 1";
    assert!(screen(&folder, book).unwrap().contains(" plies/s, "), "{book}");
}

/// The pause is long enough for a bar; see the next test.
#[test]
fn nothing_is_drawn_where_nobody_wants_it() {
    let folder = Folder::with("a.pgn", "1. e4 e5 *\n\n".repeat(100));
    let build = "\"$ZOBRIST\" index build idx --replace -";
    for line in [
        format!("{build} --quiet"),
        format!("TERM=dumb {build}"),
        format!("{build} 2> messages; cat messages"),
    ] {
        let is_quiet = line.contains("--quiet");
        let line = format!("{{ cat a.pgn; sleep 1; cat a.pgn; }} | {line}");
        let Some(output) = screen(&folder, &line) else { return };
        assert!(!output.contains(" KiB") && !output.contains('\u{1b}'), "{line}: {output:?}");
        assert_eq!(output.lines().count(), usize::from(!is_quiet), "{line}: {output:?}");
    }
}

#[test]
fn a_pipe_has_a_number_of_bytes() {
    let folder = Folder::with("a.pgn", "1. e4 e5 *\n\n".repeat(100));
    let line = "{ cat a.pgn; sleep 1; cat a.pgn; } | \"$ZOBRIST\" index build idx -";
    let Some(output) = screen(&folder, line) else { return };
    assert!(output.contains(" KiB") && output.contains(", 1s"), "{output:?}");
    assert!(output.contains("zobrist: 200 games, 600 positions, 0 rejected in "), "{output:?}");
}

/// Messages are whole lines above the bar.
#[test]
fn messages_and_the_bar_do_not_mix() {
    let folder = Folder::with("a.pgn", "1. e4 e5 *\n\n".repeat(100_000));
    folder.write("b.pgn", "1. e4 e5 2. Ke3 *\n\n".repeat(5));
    let line = "{ cat a.pgn; sleep 1; cat b.pgn a.pgn; sleep 1; } | \"$ZOBRIST\" book make - -o b.bin; true";
    let Some(output) = screen(&folder, line) else { return };
    for game in 100_001..=100_005 {
        let message = format!(
            "game {game}: illegal move Ke3 at ply 3; --keep-valid keeps the moves before it\n"
        );
        assert!(output.contains(&message), "{output:?}");
    }
}

/// Few rows are printed, so that the terminal would be silent.
#[test]
fn checks_show_a_bar_between_their_rows() {
    let folder = Folder::with("a.pgn", "1. e4 e5 2. Ke3 *\n\n");
    folder.write("a.sgf", "(;SZ[3];B[aa];W[aa])\n");
    folder.write("log", format!("0123456789abcdef\t{START}\n"));
    for (check, file, row) in [
        ("check", "pgn", "illegal-move"),
        ("go check", "sgf", "occupied"),
        ("hash --check", "log", "0123456789abcdef"),
    ] {
        let name = if file == "log" { "log".to_owned() } else { format!("a.{file}") };
        let line = format!("{{ cat {name}; sleep 1; cat {name}; }} | \"$ZOBRIST\" {check} -; true");
        let Some(output) = screen(&folder, &line) else { return };
        assert!(output.contains(" B, "), "{check}: {output:?}");
        let rows = output.split(['\n', '\r']).filter(|line| line.contains(row)).count();
        assert!(rows >= 2, "{check}: {output:?}");
        let last = output.trim_end().rsplit(['\n', '\r']).next().unwrap();
        assert!(!last.contains(" B, "), "{check}: {output:?}");
    }
}

/// Rows of a command that takes more than two seconds end with a closing line on a terminal.
#[test]
fn rows_that_took_long_have_a_closing_line() {
    let folder = Folder::with("a.pgn", "1. e4 e5 *\n\n");
    let slow = "{ cat a.pgn; sleep 3; cat a.pgn; } | \"$ZOBRIST\" hash --input pgn - > rows";
    let Some(output) = screen(&folder, slow) else { return };
    assert!(output.contains("zobrist: 2 games, 0 rejected in 3."), "{output:?}");
    let quick = "cat a.pgn | \"$ZOBRIST\" hash --input pgn - > rows";
    assert_eq!(screen(&folder, quick).unwrap(), "");
    assert_eq!(screen(&folder, &format!("{slow} --quiet")).unwrap(), "");
}
