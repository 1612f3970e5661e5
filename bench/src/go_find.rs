//! Looks for a position among generated games of Go with `zobrist go find`, from file to rows.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use anyhow::{Result, ensure};
use zobrist_go::{Board, Color, Point};

use crate::command;
use crate::playouts::{Random, play_on};

/// Games in all, and games in a file of the folder.
const GAMES: usize = 20_000;
const IN_A_FILE: usize = 10;
const MOVES: usize = 230;
const SIDE: usize = 19;
const ROUNDS: usize = 7;

/// The position is that of this game after this many moves, with columns and rows exchanged.
const WANTED: usize = 12_345;
const WANTED_MOVES: usize = 120;

pub(crate) fn run() -> Result<()> {
    let zobrist = command::build()?;
    let folder = tempfile::tempdir()?;
    let many = folder.path().join("many");
    fs::create_dir(&many)?;
    let games: Vec<Vec<Point>> = (0..GAMES).map(|number| moves(number as u64)).collect();
    let texts: Vec<String> = games.iter().map(|moves| record(moves, |point| point)).collect();
    let one = folder.path().join("games.sgf");
    fs::write(&one, texts.concat())?;
    for (number, texts) in texts.chunks(IN_A_FILE).enumerate() {
        fs::write(many.join(format!("{number:05}.sgf")), texts.concat())?;
    }
    let turned = |point: Point| Point::new(point.row(), point.column()).expect("a square");
    let position = folder.path().join("position.sgf");
    fs::write(&position, record(&games[WANTED][..WANTED_MOVES], turned))?;

    let bytes: usize = texts.iter().map(String::len).sum();
    println!(
        "\ngo_find: {GAMES} games of {MOVES} moves on {SIDE}x{SIDE}, {bytes} bytes (target: 20000 games/s on two cores)"
    );
    let games_in = |place: &Path, game: usize, options: &[&str]| -> Result<f64> {
        let begun = Instant::now();
        let output = Command::new(&zobrist)
            .args(["go", "find"])
            .arg(&position)
            .arg(place)
            .args(options)
            .output()?;
        let seconds = begun.elapsed().as_secs_f64();
        let rows = String::from_utf8(output.stdout)?;
        let expected = format!("\t{game}\t0\t{WANTED_MOVES}\tdiagonal\tfalse\n");
        ensure!(rows.lines().count() == 1 && rows.ends_with(&expected), "got {rows}");
        Ok(GAMES as f64 / seconds)
    };
    let all = [
        ("one file", &one, WANTED + 1, &[][..]),
        ("one file, colors swapped too", &one, WANTED + 1, &["--colors"]),
        ("one file, one thread", &one, WANTED + 1, &["--jobs", "1"]),
        ("2000 files in a folder", &many, WANTED % IN_A_FILE + 1, &[]),
    ];
    let mut speeds = all.map(|_| Vec::new());
    for _ in 0..ROUNDS {
        for ((_, place, game, options), speeds) in all.iter().zip(&mut speeds) {
            speeds.push(games_in(place, *game, options)?);
        }
    }
    for ((name, ..), speeds) in all.iter().zip(&mut speeds) {
        speeds.sort_by(f64::total_cmp);
        let (low, middle, high) = (speeds[0], speeds[ROUNDS / 2], speeds[ROUNDS - 1]);
        println!("  {name:<30} {middle:>8.0} games/s ({low:.0} to {high:.0})");
    }
    Ok(())
}

/// Random moves that fill no eyes, so that stones are captured as in games.
fn moves(seed: u64) -> Vec<Point> {
    let mut random = Random::new(seed);
    let mut board = Board::new(SIDE, SIDE).expect("there are boards of this size");
    let mut moves = Vec::new();
    play_on(&mut board, Color::Black, &mut random, &mut moves, MOVES);
    moves
}

pub(crate) fn record(moves: &[Point], image: impl Fn(Point) -> Point) -> String {
    let mut text = format!("(;FF[4]GM[1]SZ[{SIDE}]KM[6.5]PB[Black]PW[White]RE[B+R]\n");
    for (number, point) in moves.iter().enumerate() {
        let point = image(*point);
        let letter = |at: usize| char::from(b'a' + at as u8);
        let color = ['B', 'W'][number % 2];
        let (column, row) = (letter(point.column()), letter(SIDE - 1 - point.row()));
        write!(text, ";{color}[{column}{row}]").expect("a String takes all");
    }
    text + ")\n"
}
