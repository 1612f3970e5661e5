//! Indexes generated games of Go with `zobrist go index`, and asks for corners with `zobrist go
//! explore`, as whole processes.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use zobrist_go::{Board, Color, Point};

use crate::command;
use crate::go_find::record;
use crate::playouts::{Random, play_on};

/// Games in all, and games in a file.
const GAMES: usize = 100_000;
const IN_A_FILE: usize = 10_000;
const MOVES: usize = 230;
const SIDE: usize = 19;

/// Games begin with sequences in the four corners, each one of so many, which have so many moves.
const OPENINGS: usize = 500;
const OPENING_MOVES: usize = 6;

const QUESTIONS: usize = 100;

pub(crate) fn run() -> Result<()> {
    let zobrist = command::build()?;
    let folder = tempfile::tempdir()?;
    let files = folder.path().join("games");
    fs::create_dir(&files)?;
    let mut asked = Vec::new();
    for file in 0..GAMES / IN_A_FILE {
        let mut text = String::new();
        for number in file * IN_A_FILE..(file + 1) * IN_A_FILE {
            let moves = moves(number as u64);
            text += &record(&moves, |point| point);
            if number.is_multiple_of(GAMES / QUESTIONS) {
                // Every other question is about an opening, which several games have.
                let until = if asked.len() % 2 == 0 { 4 * OPENING_MOVES } else { MOVES / 2 };
                asked.extend(corner(&moves[..until]));
            }
        }
        fs::write(files.join(format!("{file:03}.sgf")), text)?;
    }
    println!("\ngo_index: {GAMES} games of {MOVES} moves on {SIDE}x{SIDE}");

    let index = folder.path().join("index");
    let begun = Instant::now();
    let output = Command::new(&zobrist).args(["go", "index"]).args([&index, &files]).output()?;
    let seconds = begun.elapsed().as_secs_f64();
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success() && said.contains(&format!("{GAMES} games")), "{said}");
    let minutes = seconds / 60.0 * 100_000.0 / GAMES as f64;
    println!("  {seconds:.1} s, {minutes:.2} minutes for 100000 games (gate: 4 on two cores)");
    let bytes = size(&index)? as f64 / GAMES as f64;
    println!("  {bytes:.0} bytes a game (gate: 6000, aim: 4000)");

    let mut times = Vec::new();
    for stones in &asked {
        let begun = Instant::now();
        let output = Command::new(&zobrist)
            .args(["go", "explore"])
            .arg(&index)
            .args(["--corner", stones])
            .output()?;
        let milliseconds = begun.elapsed().as_secs_f64() * 1e3;
        let said = String::from_utf8_lossy(&output.stderr);
        let found = said.strip_prefix("zobrist: found in ").and_then(|said| said.split(' ').next());
        let found: u64 = found.and_then(|found| found.parse().ok()).context("no count")?;
        ensure!(found > 0, "the corner is that of a game: {stones}: {said}");
        times.push((milliseconds, found));
    }
    times.sort_by(|a, b| a.0.total_cmp(&b.0));
    for (name, at) in [("median", times.len() / 2), ("slowest", times.len() - 1)] {
        let (milliseconds, found) = times[at];
        println!(
            "  a corner, {name} of {}: {milliseconds:.1} ms, in {found} games (gate: 50 ms)",
            times.len()
        );
    }
    Ok(())
}

/// Size of all files, in bytes.
fn size(folder: &Path) -> Result<u64> {
    let mut bytes = 0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let meta = entry.metadata()?;
        bytes += if meta.is_dir() { size(&entry.path())? } else { meta.len() };
    }
    Ok(bytes)
}

/// An opening in each corner, then random moves that fill no eyes.
fn moves(seed: u64) -> Vec<Point> {
    let mut random = Random::new(seed);
    let mut board = Board::new(SIDE, SIDE).expect("there are boards of this size");
    let mut color = Color::Black;
    let mut moves = Vec::new();
    for corner in 0..4 {
        let mut opening = Random::new(1 << 32 | random.below(OPENINGS) as u64);
        let mut made = 0;
        while made < OPENING_MOVES {
            let (x, y) = (2 + opening.below(6), 2 + opening.below(6));
            let flipped = |at: usize, flips: bool| if flips { SIDE - 1 - at } else { at };
            let point = Point::new(flipped(x, corner & 1 > 0), flipped(y, corner & 2 > 0));
            let point = point.expect("on the board");
            if board.place(color, point).is_ok() {
                moves.push(point);
                color = !color;
                made += 1;
            }
        }
    }
    play_on(&mut board, color, &mut random, &mut moves, MOVES);
    moves
}

/// The stones of the lower left corner after some moves, as `--corner` takes them; `None` if there
/// are none.
fn corner(moves: &[Point]) -> Option<String> {
    let mut board = Board::new(SIDE, SIDE).expect("there are boards of this size");
    for (number, point) in moves.iter().enumerate() {
        board.place([Color::Black, Color::White][number % 2], *point).expect("it was played");
    }
    let is_near = |point: &Point| point.column() < 9 && point.row() < 9;
    let name =
        |(color, point)| format!("{}:{point}", if color == Color::Black { 'b' } else { 'w' });
    let stones = board.stones().filter(|(_, point)| is_near(point)).map(name);
    let stones = stones.collect::<Vec<_>>().join(" ");
    (!stones.is_empty()).then_some(stones)
}
