//! Programs with work similar to building an index. Each does less, as printed with its time.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use zobrist_chess::Polyglot;

use super::recount::Recount;
use crate::peers::{installed, python};
use crate::{child, games, generate};

/// Number of games for python-chess, which would need minutes for all.
const FOR_PYTHON: usize = 500;

/// Runs each installed peer once on a file of games. The index takes `ours` seconds for it on one
/// core.
pub(crate) fn run(path: &Path, ours: f64) -> Result<()> {
    let text = fs::read(path)?;
    let expected = Recount::of(&Polyglot, &text)?;
    println!("  peers, each on one core; the index on one core beside them:");
    polyglot(path, &expected, ours)?;
    pgn_extract(path, &expected, ours)?;
    let some: Vec<u8> = games::split(&text).take(FOR_PYTHON).collect::<Vec<_>>().concat();
    python_chess(&some, ours / expected.plies as f64)
}

fn print(name: &str, work: &str, plies: u64, seconds: f64, ours: f64) {
    println!(
        "  {name}: {:.3} million plies/s; the index is {:.2} times as fast; {work}",
        plies as f64 / seconds / 1e6,
        seconds / ours
    );
}

fn polyglot(path: &Path, expected: &Recount, ours: f64) -> Result<()> {
    let Some(polyglot) = installed("polyglot") else {
        println!("  polyglot: left out, not installed");
        return Ok(());
    };
    let folder = tempfile::tempdir_in(generate::folder()?)?;
    let made = child::run(
        Command::new(polyglot)
            .current_dir(folder.path())
            .args(["make-book", "-min-game", "1", "-max-ply", "1000", "-bin", "book.bin", "-pgn"])
            .arg(path),
    )?;
    // The first count is of all (position, move), before those without a score are removed.
    let entries = made
        .stdout
        .lines()
        .find_map(|line| line.strip_suffix(" entries."))
        .context("polyglot prints the number of its entries")?;
    let entries: u64 = entries.trim().parse()?;
    ensure!(entries == expected.different(false), "polyglot has {entries} entries");
    let work = format!(
        "{}; it counts (position, move) in memory and writes those that scored, sorted: no \
         Elo, years, occurrences or games",
        child::memory(made.peak)
    );
    print("polyglot make-book", &work, expected.plies, made.seconds, ours);
    Ok(())
}

fn pgn_extract(path: &Path, expected: &Recount, ours: f64) -> Result<()> {
    let Some(pgn_extract) = installed("pgn-extract") else {
        println!("  pgn-extract: left out, not installed");
        return Ok(());
    };
    let folder = tempfile::tempdir_in(generate::folder()?)?;
    let output = folder.path().join("hashes.pgn");
    let mut extract = Command::new(pgn_extract);
    extract.args(["-s", "--notags", "--hashcomments", "-w1000", "-o"]).arg(&output).arg(path);
    let extracted = child::run(&mut extract)?;
    let (hashes, sum) = comments(&fs::read_to_string(&output)?)?;
    ensure!(hashes == expected.plies, "pgn-extract printed {hashes} hashes");
    ensure!(sum == expected.sum, "pgn-extract gives different hashes");
    let work = "it writes the moves with a hash after each: nothing is sorted or counted";
    print("pgn-extract --hashcomments", work, expected.plies, extracted.seconds, ours);
    Ok(())
}

/// Returns the number and the sum of the hashes in comments.
fn comments(text: &str) -> Result<(u64, u64)> {
    let (mut hashes, mut sum) = (0, 0_u64);
    for comment in text.split('{').skip(1) {
        let (hash, _) = comment.split_once('}').context("a comment ends")?;
        hashes += 1;
        sum = sum.wrapping_add(u64::from_str_radix(hash.trim(), 16)?);
    }
    Ok((hashes, sum))
}

const PYTHON: &str = "
import sys, time
import chess, chess.pgn, chess.polyglot
class Hashes(chess.pgn.BaseVisitor):
    def begin_game(self):
        self.plies, self.total = -1, 0
    def visit_board(self, board):
        self.plies += 1
        if self.plies > 0:
            self.total += chess.polyglot.zobrist_hash(board)
    def result(self):
        return self.plies, self.total
with open(sys.argv[1]) as games:
    plies = total = 0
    start = time.perf_counter()
    while (game := chess.pgn.read_game(games, Visitor=Hashes)) is not None:
        plies += game[0]
        total += game[1]
print(time.perf_counter() - start, plies, total % 2**64, chess.__version__)
";

/// Compares with `ours` seconds a ply.
fn python_chess(games: &[u8], ours: f64) -> Result<()> {
    let expected = Recount::of(&Polyglot, games)?;
    let folder = tempfile::tempdir()?;
    let input = folder.path().join("some.pgn");
    fs::write(&input, games)?;
    let Some(printed) = python(PYTHON, &input) else { return Ok(()) };
    let mut fields = printed.split_whitespace();
    let mut next = || fields.next().context("python-chess printed too little");
    let seconds: f64 = next()?.parse()?;
    let (plies, sum): (u64, u64) = (next()?.parse()?, next()?.parse()?);
    ensure!(plies == expected.plies, "python-chess played {plies} plies");
    ensure!(sum == expected.sum, "python-chess gives different hashes");
    let work = format!("it replays {FOR_PYTHON} games and hashes their positions, no more");
    print(&format!("python-chess {}", next()?), &work, plies, seconds, ours * plies as f64);
    Ok(())
}
