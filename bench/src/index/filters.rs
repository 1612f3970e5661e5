//! Questions with filters to an index of a million games, through the library.

use std::num::NonZeroUsize;
use std::time::Instant;

use anyhow::{Result, ensure};
use shakmaty::{Chess, Position};
use zobrist_index::{Filter, GameResult, Index, PlayerName, Question};

use super::Built;
use crate::paired::quartiles;
use crate::{command, generate};

const GAMES: u64 = 1_000_000;
const RUNS: usize = 7;

pub(crate) fn run() -> Result<()> {
    let (path, made) = generate::kept(GAMES)?;
    println!(
        "\nfilters: questions to an index of {} generated games, opened for each, on two threads \
         (targets: 300 ms at the start position, 30 ms at a position of 1,000 games)",
        made.games
    );
    let built = Built::new(&command::build()?, &path, &[])?;
    let index = Index::open(built.path())?;
    let filters = filters()?;
    // The obvious definition: every game is looked at.
    let mut expected = vec![0; filters.len()];
    for games in index.game_batches() {
        for game in games? {
            for (filter, count) in filters.iter().zip(&mut expected) {
                *count += u64::from(filter.matches(&game.facts()));
            }
        }
    }
    let start = Chess::default();
    let rare = rare_position(&index)?;
    for (name, position) in [("the start position", &start), ("a rare position", &rare)] {
        for (filter, expected) in filters.iter().zip(&expected) {
            let mut times = Vec::new();
            let (mut kept, mut reached) = (0, 0);
            for _ in 0..RUNS {
                let begin = Instant::now();
                let index = Index::open(built.path())?;
                let threads = NonZeroUsize::new(2).expect("two is not zero");
                let question = Question::new(position).filter(filter).threads(threads);
                let answer = index.answer(&question)?;
                times.push(begin.elapsed().as_secs_f64() * 1e3);
                (kept, reached) = (answer.kept, answer.reached);
            }
            if position == &start {
                ensure!(reached == made.games, "expected {} games, got {reached}", made.games);
                ensure!(kept == *expected, "{filter}: expected {expected} games, got {kept}");
            }
            let [fast, median, slow] = quartiles(times);
            println!(
                "  {name}, {filter}: {kept} of {reached} games, {median:.1} ms ({fast:.1} to \
                 {slow:.1})"
            );
        }
    }
    Ok(())
}

fn filters() -> Result<Vec<Filter>> {
    let mut player = Filter::default();
    player.players = vec![PlayerName::new("dahl")?];
    player.since = Some("2015".parse()?);
    let mut elo = Filter::default();
    elo.elo = Some("2400..".parse()?);
    let mut won = Filter::default();
    won.result = Some(GameResult::White);
    won.until = Some("2018.06".parse()?);
    Ok(vec![player, elo, won])
}

/// The first position of the most played line that about a thousand games reached.
fn rare_position(index: &Index) -> Result<Chess> {
    let mut position = Chess::default();
    loop {
        let moves = index.moves(&position)?;
        let games: u64 = moves.iter().map(|count| count.games()).sum();
        ensure!(games >= 500, "no position of about 1,000 games");
        if games <= 1500 {
            return Ok(position);
        }
        // The move that leads nearest to a thousand games, but not below.
        let next = moves.iter().rfind(|count| count.games() >= 1000).or(moves.first());
        let m = next.and_then(|count| count.to_move(&position));
        let Some(m) = m else { anyhow::bail!("the line ends") };
        position.play_unchecked(m);
    }
}
