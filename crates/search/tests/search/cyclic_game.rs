//! Random games on graphs with cycles, and rules for what a repetition means.

use zobrist_search::{DECIDED, Game, LOST, Repeated, loss_in, win_in};

use crate::random_game::mix;

/// What a position means that comes up again on the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Endless {
    /// It is worth this to player 0.
    Worth(i32),
    /// It is lost for the player who has checked with all of their moves since; a draw if both
    /// have, or neither.
    Perpetual,
}

/// Positions are numbers; those of player 0 are even. A hash function decides where moves lead and
/// which of them check.
#[derive(Clone, Debug)]
pub(crate) struct CyclicGame {
    seed: u64,
    size: u32,
    endless: Endless,
    /// True if the game says that repetitions depend on no ply.
    says_no_plies: bool,
    at: u32,
    /// The positions before this one, and if the move from each to the next checked.
    path: Vec<(u32, bool)>,
}

impl CyclicGame {
    pub(crate) fn new(seed: u64, size: u32, endless: Endless) -> Self {
        CyclicGame { seed, size, endless, says_no_plies: false, at: 0, path: Vec::new() }
    }

    pub(crate) fn with_no_plies(self) -> Self {
        CyclicGame { says_no_plies: true, ..self }
    }

    fn random(&self, of: u64) -> u64 {
        mix(mix(self.seed ^ u64::from(self.at)) ^ of)
    }

    /// The place in the path of the same position.
    fn cycle(&self) -> Option<usize> {
        self.path.iter().rposition(|(earlier, _)| *earlier == self.at)
    }

    fn is_over(&self) -> bool {
        self.random(1).is_multiple_of(4) && self.at > 0
    }
}

impl Game for CyclicGame {
    type Key = u64;
    type Move = u32;
    type Undo = ();
    const REPEATS: bool = true;

    fn hash(&self) -> u64 {
        u64::from(self.at + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
    fn moves(&self, moves: &mut Vec<u32>) {
        let count = if self.is_over() { 0 } else { 1 + self.random(2) % 3 };
        let to = |m| (self.random(16 + m) % u64::from(self.size)) as u32;
        moves.extend((0..count).map(|m| to(m) & !1 | !self.at & 1));
    }
    fn make(&mut self, to: u32) {
        let checks = self.random(64 + u64::from(to)).is_multiple_of(2);
        self.path.push((self.at, checks));
        self.at = to;
    }
    fn unmake(&mut self, _: u32, _: ()) {
        self.at = self.path.pop().expect("a move was made").0;
    }
    fn score(&self) -> i32 {
        match self.random(3) % 8 {
            0..2 if self.is_over() => LOST,
            2 if self.is_over() => win_in(0),
            3 if self.is_over() => loss_in(3),
            score => (score as i32 - 4) * 5,
        }
    }
    fn repeated(&self) -> Option<Repeated> {
        let first = self.cycle()?;
        let checks =
            |parity| self.path[first..].iter().all(|(from, checks)| from % 2 != parity || *checks);
        let worth = match self.endless {
            Endless::Worth(worth) => worth,
            Endless::Perpetual => DECIDED * (i32::from(checks(1)) - i32::from(checks(0))),
        };
        let value = if self.at.is_multiple_of(2) { worth } else { -worth };
        Some(Repeated {
            value,
            plies: if self.says_no_plies { 0 } else { self.path.len() - first },
        })
    }
}

/// The same graph without [`Game::repeated`]. The hash covers the path or, in the controls, not.
#[derive(Clone, Debug)]
pub(crate) struct PathGame {
    pub(crate) game: CyclicGame,
    /// True if moves to earlier positions are illegal; otherwise the game ends there in a draw.
    pub(crate) is_superko: bool,
    pub(crate) is_path_hashed: bool,
}

impl Game for PathGame {
    type Key = u64;
    type Move = u32;
    type Undo = ();

    fn hash(&self) -> u64 {
        // The order of the positions does not matter.
        let path = self.game.path.iter().map(|(at, _)| mix(u64::from(*at) + 1));
        let path = path.fold(0, |all, at| all ^ at);
        self.game.hash() ^ if self.is_path_hashed { path } else { 0 }
    }
    fn moves(&self, moves: &mut Vec<u32>) {
        if self.game.cycle().is_none() {
            self.game.moves(moves);
        }
        if self.is_superko {
            let path = &self.game.path;
            moves.retain(|to| *to != self.game.at && path.iter().all(|(at, _)| at != to));
        }
    }
    fn make(&mut self, to: u32) {
        self.game.make(to);
    }
    fn unmake(&mut self, to: u32, _: ()) {
        self.game.unmake(to, ());
    }
    fn score(&self) -> i32 {
        if self.game.cycle().is_some() { 0 } else { self.game.score() }
    }
}
