//! Solves Go on a small board exactly: area scoring, positional superko, the empty board, Black
//! first.
//!
//! ```text
//! cargo run --release -p zobrist-go --example solve_small -- 5 1
//! cargo run --release -p zobrist-go --example solve_small -- 2 2 forbidden
//! ```
//!
//! Under superko the value of a situation (board, turn, passes) depends on the positions before it,
//! so that a table from situations to values is wrong. This table keeps, with each result, what it
//! depended on. A result is a proof that one player, the prover, reaches a score; it names
//! two sets of positions:
//!
//! - `made`: positions that the prover's own plays make. None may have occurred before.
//! - `banned`: earlier positions that kept the other player from a play. All must have occurred.
//!
//! Wherever both hold, the proof holds move by move: each of the prover's plays is legal, and the
//! other player has no play that the proof does not answer. (If some of theirs are illegal now, so
//! much the better.) Sets are small, since a proof needs one move of the prover at each turn.

use std::collections::HashMap;

use zobrist_go::{Color, Game, GoSituation, Move, PlayError, Rule, Rules, Step, Suicide};

/// Results kept of one situation.
const MAX_RESULTS: usize = 64;

/// A set of positions by their numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Positions(Vec<u64>);

impl Positions {
    fn insert(&mut self, number: usize) {
        if self.0.len() <= number / 64 {
            self.0.resize(number / 64 + 1, 0);
        }
        self.0[number / 64] |= 1 << (number % 64);
    }

    fn remove(&mut self, number: usize) {
        if let Some(word) = self.0.get_mut(number / 64) {
            *word &= !(1 << (number % 64));
        }
    }

    fn extend(&mut self, other: &Positions) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word |= other);
    }

    fn meets(&self, other: &Positions) -> bool {
        self.0.iter().zip(&other.0).any(|(word, other)| word & other != 0)
    }

    fn is_within(&self, other: &Positions) -> bool {
        let others = other.0.iter().chain(std::iter::repeat(&0));
        self.0.iter().zip(others).all(|(word, other)| word & !other == 0)
    }
}

/// A proof that Black scores `score` or more (the prover is Black), or less (White).
#[derive(Clone, Debug)]
struct Proof {
    prover: Color,
    score: isize,
    made: Positions,
    banned: Positions,
}

/// Solves games on boards of one size, with a table that is kept from one to the next.
struct Solver {
    game: Game,
    numbers: HashMap<u64, usize>,
    /// The positions of the game so far.
    past: Positions,
    table: HashMap<u64, Vec<Proof>>,
    nodes: u64,
}

impl Solver {
    fn new(game: Game) -> Solver {
        let (numbers, table) = (HashMap::new(), HashMap::new());
        let past = Positions::default();
        let mut solver = Solver { game: game.clone(), numbers, past, table, nodes: 0 };
        solver.restart(game);
        solver
    }

    /// Goes on with another game on a board of this size, under the same rules. The table stays.
    fn restart(&mut self, game: Game) {
        assert_eq!(game.rules().ko, Rule::Positional, "the proofs are for positional superko");
        self.past = Positions::default();
        for (_, hash) in game.history().iter() {
            let number = self.number(hash);
            self.past.insert(number);
        }
        self.game = game;
    }

    fn number(&mut self, hash: u64) -> usize {
        let next = self.numbers.len();
        *self.numbers.entry(hash).or_insert(next)
    }

    /// The value of the game for Black, by bisection.
    fn value(&mut self) -> isize {
        let points = (self.game.board().width() * self.game.board().height()) as isize;
        let (mut low, mut high) = (-points, points);
        let last = self.game.history().iter().rev();
        let passes = last.take_while(|(step, _)| matches!(step, Step::Pass(_))).count();
        while low < high {
            let score = low + (high - low + 1) / 2;
            match self.prove(passes, score).prover {
                Color::Black => low = score,
                Color::White => high = score - 1,
            }
        }
        low
    }

    /// Decides whether Black scores `score` or more, after this number of passes.
    fn prove(&mut self, passes: usize, score: isize) -> Proof {
        self.nodes += 1;
        let mover = self.game.to_move();
        let prover = |black| if black { Color::Black } else { Color::White };
        let nothing = |prover| Proof {
            prover,
            score,
            made: Positions::default(),
            banned: Positions::default(),
        };
        let area = prover(self.game.board().area().difference() >= score);
        if passes >= 2 {
            return nothing(area);
        }
        let key = self.game.board().hash() ^ GoSituation::hash::<u64>(mover, passes, None);
        if let Some(proof) = self.look_up(key, score) {
            return proof;
        }

        // If nothing in reach is good for the mover, the proof is the other player's.
        let mut proof = nothing(!mover);
        for played in self.moves(area == mover) {
            let answer = match self.answer(passes, played, score) {
                Ok(answer) => answer,
                Err(banned) => {
                    banned.into_iter().for_each(|number| proof.banned.insert(number));
                    continue;
                }
            };
            if answer.prover == mover {
                proof = answer;
                break;
            }
            proof.made.extend(&answer.made);
            proof.banned.extend(&answer.banned);
        }
        let results = self.table.entry(key).or_default();
        if results.len() == MAX_RESULTS {
            results.remove(0);
        }
        results.push(proof.clone());
        proof
    }

    /// The moves to try. A pass comes first if the score is good enough.
    fn moves(&self, is_good: bool) -> Vec<Move> {
        let mut moves: Vec<Move> = self.game.board().points().map(Move::Play).collect();
        let at = if is_good { 0 } else { moves.len() };
        moves.insert(at, Move::Pass);
        moves
    }

    /// The proof after a move of the player to move; if superko forbids it, the position that it
    /// would repeat, and nothing if it is not a move for other reasons.
    fn answer(
        &mut self,
        passes: usize,
        played: Move,
        score: isize,
    ) -> Result<Proof, Option<usize>> {
        let mover = self.game.to_move();
        let Move::Play(point) = played else {
            self.game.play(played).expect("a pass is legal");
            let proof = self.prove(passes + 1, score);
            self.game.undo();
            return Ok(proof);
        };
        let number = match self.game.check(mover, point) {
            Ok(outcome) => self.number(outcome.hash),
            Err(PlayError::Repeats { repetition, .. }) => {
                let (_, hash) = self.game.history().get(repetition.earlier).expect("it occurred");
                return Err(Some(self.number(hash)));
            }
            Err(_) => return Err(None),
        };
        self.game.try_play(mover, point).expect("the play is legal");
        self.past.insert(number);
        let mut proof = self.prove(0, score);
        self.past.remove(number);
        self.game.undo();
        // The position is part of the proof, and not of its past.
        proof.banned.remove(number);
        if proof.prover == mover {
            proof.made.insert(number);
        }
        Ok(proof)
    }

    /// A proof of the table that holds with these positions in the past.
    fn look_up(&self, key: u64, score: isize) -> Option<Proof> {
        let suits = |proof: &&Proof| {
            let reaches = match proof.prover {
                Color::Black => proof.score >= score,
                Color::White => proof.score <= score,
            };
            reaches && !proof.made.meets(&self.past) && proof.banned.is_within(&self.past)
        };
        self.table.get(&key)?.iter().rev().find(suits).cloned()
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [width, height, suicide @ ..] = &arguments[..] else {
        return Err("expected WIDTH HEIGHT [allowed|forbidden|multi]".into());
    };
    let suicide = suicide.first().map_or(Ok(Suicide::Allowed), |name| name.parse())?;
    let rules = Rules::new(Rule::Positional, suicide);
    let game = Game::new(width.parse()?, height.parse()?, rules)?;
    // Games are long, and each ply takes a frame of the stack.
    let solve = move || {
        let mut solver = Solver::new(game);
        let value = solver.value();
        (value, solver.nodes, solver.table.values().map(Vec::len).sum::<usize>())
    };
    let thread = std::thread::Builder::new().stack_size(1 << 30).spawn(solve)?;
    let (value, nodes, results) = thread.join().expect("the solver does not panic");
    let board = format!("{width} x {height}, suicide {suicide}");
    println!("{board}: {value:+} for Black; {nodes} nodes, {results} results");
    Ok(())
}

#[cfg(test)]
#[path = "solve_small/tests.rs"]
mod tests;
