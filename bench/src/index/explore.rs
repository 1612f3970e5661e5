//! Queries an index, including the start of the process.

use std::fs;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use shakmaty::Chess;
use shakmaty::san::San;
use zobrist_chess::Fide;
use zobrist_shakmaty::Hashed;

use super::recount::Recount;
use super::{Built, number};
use crate::paired::quartiles;
use crate::{child, command, generate};

const RUNS: usize = 50;
const MOVES: [&str; 2] = ["e4", "c5"];

pub(crate) fn run() -> Result<()> {
    let (path, made) = generate::kept(100_000)?;
    println!(
        "\nexplore: {} by {RUNS} processes, one after another, in an index of {} games (target: \
         20 ms)",
        MOVES.join(" "),
        made.games
    );
    let command = command::build()?;
    let built = Built::new(&command, &path, &[])?;
    let expected = Recount::of(&Fide, &fs::read(&path)?)?.played_from(key()?);

    let mut times = Vec::new();
    // The first run loads the command into the cache, and does not count.
    for run in 0..=RUNS {
        let mut explore = Command::new(&command);
        explore.arg("explore").arg(built.path()).args(["--format", "jsonl", "--moves"]);
        let explored = child::run(explore.arg(MOVES.join(" ")))?;
        let moves = explored.stdout.lines().filter(|line| line.contains("\"type\":\"move\""));
        let games: Vec<u64> = moves.map(|line| number(line, "games")).collect::<Result<_>>()?;
        ensure!(games.is_sorted_by(|a, b| a >= b), "the most played move is not the first");
        let games: u64 = games.iter().sum();
        ensure!(games == expected, "expected moves of {expected} games, got {games}");
        if run > 0 {
            times.push(explored.seconds * 1e3);
        }
    }
    let [low, median, high] = quartiles(times);
    println!("  zobrist explore: {median:.1} ms ({low:.1} to {high:.1}), {expected} games");
    Ok(())
}

/// Returns the key of the position after the moves.
fn key() -> Result<u64> {
    let mut game = Hashed::new(Fide, Chess::default());
    for san in MOVES {
        let san: San = san.parse()?;
        let m = san.to_move(game.position()).context("the moves are legal")?;
        game.play_unchecked(m);
    }
    Ok(game.hash())
}
