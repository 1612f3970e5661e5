//! Converts a file of FEN lines to rows of hashes: the whole command, including reading and
//! writing, against the work in memory and against python-chess; and FEN readers alone.

use std::fs::{self, File};
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use shakmaty::fen::Fen;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position, Setup};
use zobrist_chess::Polyglot;
use zobrist_shakmaty::{fen, hash, read_position};

use crate::paired::{compare, contestant};
use crate::peers::python;
use crate::{command, games};

/// Number of copies of the sample positions in the file.
const COPIES: usize = 5;
/// Number of lines for python-chess, which would need a minute for all.
const FOR_PYTHON: usize = 20_000;

pub(crate) fn run() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let input = folder.path().join("positions.fen");
    let output = folder.path().join("rows.txt");
    let mode = EnPassantMode::PseudoLegal;
    let one: String = games::positions()?
        .iter()
        .map(|position| format!("{}\n", Fen::from_position(position, mode)))
        .collect();
    let text = one.repeat(COPIES);
    fs::write(&input, &text)?;
    let lines = text.lines().count() as u64;

    readers(&text, lines);
    let command = command::build()?;
    let expected = bare(&text);
    let zobrist = |jobs: &str| run_command(&command, jobs, &input, &output);
    compare(
        &format!("lines: {lines} FEN lines to rows (aims: 1.3 on one core, near 2.6 on two)"),
        lines,
        7,
        &mut [
            contestant("shakmaty in memory: parse, validate, hash", || bare(&text)),
            contestant("zobrist-shakmaty in memory: the same", || ours(&text)),
            contestant("zobrist hash --jobs 1, file to file", || zobrist("1")),
            contestant("zobrist hash --jobs 2, file to file", || zobrist("2")),
        ],
        |index, sum| {
            // Rows of the command are read after its time has been taken.
            let sum = if index < 2 { *sum } else { sum_of_rows(&output) };
            assert_eq!(sum, expected);
        },
    );
    against_python(&one, folder.path())
}

/// Times the readers of FEN alone.
fn readers(text: &str, lines: u64) {
    let occupied = |setup: &Setup| setup.board.occupied().0;
    let sum_of = |read: &dyn Fn(&[u8]) -> Setup| {
        text.lines().map(|line| occupied(&read(line.as_bytes()))).fold(0, u64::wrapping_add)
    };
    let theirs = |line: &[u8]| Fen::from_ascii(line).expect("we wrote it").into_setup();
    let ours = |line: &[u8]| fen::read(line).expect("we wrote it");
    let expected = sum_of(&theirs);
    compare(
        &format!("lines: {lines} FEN lines to setups (aim: 1.9)"),
        lines,
        7,
        &mut [
            contestant("shakmaty", || sum_of(&theirs)),
            contestant("zobrist_shakmaty::fen", || sum_of(&ours)),
        ],
        |_, sum| assert_eq!(*sum, expected),
    );
}

/// Sums the hashes of all lines, by zobrist-shakmaty.
fn ours(text: &str) -> u64 {
    text.lines()
        .map(|line| {
            let position: Chess = read_position(line.as_bytes(), None).expect("we wrote it");
            hash(&Polyglot, &position)
        })
        .fold(0, u64::wrapping_add)
}

/// Sums the hashes of all lines, by shakmaty alone.
fn bare(text: &str) -> u64 {
    text.lines()
        .map(|line| {
            let fen = Fen::from_ascii(line.as_bytes()).expect("we wrote it");
            let position: Chess =
                fen.into_position(CastlingMode::Standard).expect("it came from a game");
            position.zobrist_hash::<Zobrist64>(EnPassantMode::PseudoLegal).0
        })
        .fold(0, u64::wrapping_add)
}

/// Runs the command from file to file. Returns 0, as its rows are summed later.
fn run_command(command: &Path, jobs: &str, input: &Path, output: &Path) -> u64 {
    let status = Command::new(command)
        .args(["hash", "--jobs", jobs])
        .arg(input)
        .stdout(File::create(output).expect("the folder is ours"))
        .status()
        .expect("the command was built");
    assert!(status.success());
    0
}

fn sum_of_rows(file: &Path) -> u64 {
    fs::read_to_string(file)
        .expect("the command wrote it")
        .lines()
        .map(|row| u64::from_str_radix(&row[..16], 16).expect("a row begins with a hash"))
        .fold(0, u64::wrapping_add)
}

const PYTHON: &str = "
import sys, time
import chess, chess.polyglot
lines = open(sys.argv[1]).read().splitlines()
start = time.perf_counter()
total = 0
for line in lines:
    total += chess.polyglot.zobrist_hash(chess.Board(line))
print(time.perf_counter() - start, total % 2**64, chess.__version__)
";

fn against_python(text: &str, folder: &Path) -> Result<()> {
    let some: String = text.split_inclusive('\n').take(FOR_PYTHON).collect();
    let input = folder.join("some.fen");
    fs::write(&input, &some)?;
    let Some(printed) = python(PYTHON, &input) else { return Ok(()) };
    let mut fields = printed.split_whitespace();
    let mut next = || fields.next().context("python-chess printed too little");
    let (seconds, sum, version): (f64, u64, _) = (next()?.parse()?, next()?.parse()?, next()?);
    ensure!(sum == bare(&some), "python-chess gives different hashes");

    let command = command::build()?;
    let output = folder.join("some.txt");
    let start = Instant::now();
    run_command(&command, "1", &input, &output);
    let ours = start.elapsed().as_secs_f64();
    ensure!(sum_of_rows(&output) == sum, "the command gives different hashes");
    println!(
        "  python-chess {version}: {:.0} ns a line; the command on one core, process start \
         included, is {:.0} times as fast (target: 50)",
        seconds * 1e9 / FOR_PYTHON as f64,
        seconds / ours
    );
    Ok(())
}
