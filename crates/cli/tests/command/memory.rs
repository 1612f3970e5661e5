//! Memory does not grow with the input.

use std::fs;
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};

use crate::tool::{Folder, SAMPLE, ZOBRIST, many_lines};

/// Peak memory of a process, in bytes.
fn peak(child: &Child) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    let kibibytes = line.split_whitespace().nth(1).unwrap();
    kibibytes.parse::<u64>().unwrap() << 10
}

/// Peak memory of a run by the time it has read `size` bytes.
fn peak_after(args: &[&str], piece: &str, size: usize) -> u64 {
    let mut child = Command::new(ZOBRIST)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    for _ in 0..size.div_ceil(piece.len()) {
        input.write_all(piece.as_bytes()).unwrap();
    }
    let peak = peak(&child);
    drop(input);
    assert!(child.wait().unwrap().success());
    peak
}

const MIB: usize = 1 << 20;

fn lines() -> String {
    many_lines(20_000)
}

fn games() -> String {
    let game = "[Event \"?\"]\n[Result \"*\"]\n\n1. e4 { [%clk 0:03:00] } e5 2. Nf3 Nc6 *\n\n";
    game.repeat(10_000)
}

#[test]
fn lines_and_games_are_streamed() {
    for (args, piece) in [
        (&["hash", "--jobs", "2"][..], lines()),
        (&["hash", "--jobs", "2", "--input", "pgn"], games()),
        (&["hash", "--jobs", "2", "--text"], lines()),
        (&["hash", "--bytes"], "x".repeat(MIB)),
    ] {
        let peak = peak_after(args, &piece, 48 * MIB);
        assert!(peak < 32 << 20, "{args:?} held {peak} bytes");
    }
}

#[test]
#[ignore = "several seconds"]
fn two_hundred_megabytes_are_streamed() {
    for (args, piece) in [(&["hash"][..], lines()), (&["hash", "--input", "pgn"], games())] {
        let peak = peak_after(args, &piece, 200 * MIB);
        assert!(peak < 100 << 20, "{args:?} held {peak} bytes");
    }
}

/// A tree of SGF is held in memory, with its text: no more than ten times that. The rows of its
/// main line are more than a pipe holds, so that the run waits after it has read all.
#[test]
fn nested_variations_take_no_more_than_ten_times_their_text() {
    let depth = (1 << 20) - 1;
    let text = format!("(;SZ[9]{}{})", "(;B[tt]".repeat(depth), ")".repeat(depth));
    let folder = Folder::with("nested.sgf", &text);
    let mut child = Command::new(ZOBRIST)
        .args(["go", "hash", "nested.sgf"])
        .current_dir(folder.path(""))
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut rows = child.stdout.take().unwrap();
    rows.read_exact(&mut [0]).unwrap();
    let peak = peak(&child);
    let size = text.len() as u64;
    assert!(size < peak && peak < 10 * size, "{size} bytes of text took {peak}");
    let mut rest = Vec::new();
    rows.read_to_end(&mut rest).unwrap();
    assert_eq!(rest.split(|byte| *byte == b'\n').count(), 1 + (1 << 20));
    assert!(child.wait().unwrap().success());
}

/// The control: memory that must grow is measured.
#[test]
fn different_positions_are_kept() {
    let mut games = String::new();
    let sample = fs::File::open(SAMPLE).unwrap();
    flate2::read::GzDecoder::new(sample).read_to_string(&mut games).unwrap();
    let args = ["hash", "--jobs", "2", "--input", "pgn", "--unique"];
    let streamed = peak_after(&args[..5], &games, games.len());
    let kept = peak_after(&args, &games, games.len());
    // Two hundred thousand positions of 128 bits.
    assert!(kept > streamed + 3_200_000, "{streamed} and {kept} bytes");
}
