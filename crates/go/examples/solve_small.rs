//! Solves Go on a small board exactly: area scoring, positional superko, the empty board, Black
//! first.
//!
//! ```text
//! cargo run --release -p zobrist-go --example solve_small -- 5 1
//! cargo run --release -p zobrist-go --example solve_small -- 2 2 forbidden
//! ```
//!
//! Under superko the value of a situation (board, turn, passes) depends on the positions before it,
//! so that a table from situations to values is wrong. A `SuperkoTable` keeps, with each result,
//! what it depends on. A result is a proof that one player, the prover, reaches a score; its
//! conditions are positions that the prover's own plays make, none of which may have occurred
//! before, and earlier positions that kept the other player from a play, all of which must have.
//! Both sets are small, since a proof needs one move of the prover at each turn.

use zobrist_go::{
    Color, Game, GoSituation, Move, PathConditions, PathPosition, PlayError, Rule, Rules, Suicide,
    SuperkoTable,
};

/// A proof that Black scores `score` or more (the prover is Black), or less (White).
#[derive(Clone, Debug)]
struct Proof {
    prover: Color,
    score: isize,
    conditions: PathConditions,
}

/// Solves games on boards of one size, with a table that is kept from one to the next.
struct Solver {
    game: Game,
    /// The prover and the score of each proof.
    table: SuperkoTable<(Color, isize)>,
    nodes: u64,
}

impl Solver {
    fn new(game: Game) -> Solver {
        let mut solver = Solver { table: SuperkoTable::new(&game), game: game.clone(), nodes: 0 };
        solver.restart(game);
        solver
    }

    /// Goes on with another game on a board of this size, under the same rules. The table stays.
    fn restart(&mut self, game: Game) {
        assert_eq!(game.rules().ko, Rule::Positional, "the proofs are for positional superko");
        self.table.restart(&game);
        self.game = game;
    }

    /// The value of the game for Black, by bisection.
    fn value(&mut self) -> isize {
        let points = (self.game.board().width() * self.game.board().height()) as isize;
        let (mut low, mut high) = (-points, points);
        let passes = self.game.passes();
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
        let nothing = |prover| Proof { prover, score, conditions: PathConditions::default() };
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
                    banned.into_iter().for_each(|position| proof.conditions.ban(position));
                    continue;
                }
            };
            if answer.prover == mover {
                proof = answer;
                break;
            }
            proof.conditions.extend(&answer.conditions);
        }
        self.table.insert(key, (proof.prover, proof.score), proof.conditions.clone());
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
    ) -> Result<Proof, Option<PathPosition>> {
        let mover = self.game.to_move();
        let Move::Play(point) = played else {
            self.game.play(played).expect("a pass is legal");
            let proof = self.prove(passes + 1, score);
            self.game.undo();
            return Ok(proof);
        };
        let position = match self.game.check(mover, point) {
            Ok(outcome) => self.table.position(outcome.hash),
            Err(PlayError::Repeats { repetition, .. }) => {
                let (_, hash) = self.game.history().get(repetition.earlier).expect("it occurred");
                return Err(Some(self.table.position(hash)));
            }
            Err(_) => return Err(None),
        };
        self.game.try_play(mover, point).expect("the play is legal");
        self.table.enter(position);
        let mut proof = self.prove(0, score);
        self.table.leave(position);
        self.game.undo();
        proof.conditions.step_back(position, proof.prover == mover);
        Ok(proof)
    }

    /// A proof of the table that holds with these positions in the past.
    fn look_up(&self, key: u64, score: isize) -> Option<Proof> {
        let reaches = |(prover, proven): &(Color, isize)| match prover {
            Color::Black => *proven >= score,
            Color::White => *proven <= score,
        };
        let ((prover, score), conditions) = self.table.look_up(key, reaches)?;
        Some(Proof { prover: *prover, score: *score, conditions: conditions.clone() })
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
        (value, solver.nodes, solver.table.len())
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
