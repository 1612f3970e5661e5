//! Queries an index through the library, newly opened or in use.

use std::fs;
use std::time::Instant;

use anyhow::{Result, ensure};
use shakmaty::{Chess, Move, Position};
use zobrist_chess::Polyglot;
use zobrist_index::Index;
use zobrist_shakmaty::pgn::{GameScanner, replay_game};
use zobrist_shakmaty::{GameOptions, GameVisitor, HashablePosition, Hashed};

use super::Built;
use crate::paired::quartiles;
use crate::{command, generate};

/// Number of queries.
const QUESTIONS: usize = 2000;

pub(crate) fn run() -> Result<()> {
    let (path, made) = generate::kept(100_000)?;
    let command = command::build()?;
    let built = Built::new(&command, &path, &[])?;
    let questions = questions(&fs::read(&path)?, made.games)?;
    println!(
        "\nlook_up: moves of {QUESTIONS} positions of {} generated games, through the library \
         (targets: 2 ms cold, 100 µs warm)",
        made.games
    );
    let warm = Index::open(built.path())?;
    // Warms up every file.
    for question in &questions {
        question.check(&warm)?;
    }
    let times = [
        ("opened for the question", timed(&questions, |q| q.check(&Index::open(built.path())?))?),
        ("open since before", timed(&questions, |q| q.check(&warm))?),
    ];
    for (name, microseconds) in times {
        let [fast, median, slow] = quartiles(microseconds);
        println!("  an index {name}: {median:.0} µs ({fast:.0} to {slow:.0})");
    }
    Ok(())
}

/// A position of a game, and the move played there.
pub(super) struct Question {
    pub(super) position: Chess,
    played: Move,
}

impl Question {
    fn check(&self, index: &Index) -> Result<()> {
        let played = zobrist_shakmaty::pack_move(self.played);
        let moves = index.moves(&self.position)?;
        ensure!(moves.iter().any(|count| count.played == played), "a move is not in the index");
        Ok(())
    }
}

fn timed(questions: &[Question], ask: impl Fn(&Question) -> Result<()>) -> Result<Vec<f64>> {
    let mut microseconds = Vec::new();
    for question in questions {
        let start = Instant::now();
        ask(question)?;
        microseconds.push(start.elapsed().as_secs_f64() * 1e6);
    }
    Ok(microseconds)
}

/// Takes positions from games at regular distances, each at another ply.
pub(super) fn questions(text: &[u8], games: u64) -> Result<Vec<Question>> {
    struct At {
        ply: usize,
        before: Chess,
        question: Option<Question>,
    }
    impl GameVisitor<Polyglot, ()> for At {
        fn position<P: HashablePosition>(
            &mut self,
            ply: usize,
            played: Option<Move>,
            _: &Hashed<Polyglot, P, ()>,
        ) {
            let Some(played) = played else { return };
            if ply == self.ply {
                self.question = Some(Question { position: self.before.clone(), played });
            }
            // The generated games are of standard chess.
            self.before.play_unchecked(played);
        }
    }
    let every = games as usize / QUESTIONS;
    let mut questions = Vec::new();
    let mut rest = text;
    let mut scanner = GameScanner::new();
    for number in 0.. {
        let Some(end) = scanner.end_of_game(rest, true) else { break };
        if number % every == 0 {
            let ply = 1 + questions.len() % 60;
            let mut at = At { ply, before: Chess::default(), question: None };
            replay_game(&Polyglot, &rest[..end], GameOptions::default(), (), &mut at)?;
            questions.extend(at.question);
        }
        rest = &rest[end..];
    }
    ensure!(questions.len() > QUESTIONS / 2, "too few games are long enough");
    Ok(questions)
}
