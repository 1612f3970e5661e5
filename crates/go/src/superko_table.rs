//! A table of results that is right under superko: each result carries what it takes of the path.

use core::fmt::{self, Debug};
use std::collections::HashMap;

use crate::game::Game;
use crate::proof::Proof;

/// Results kept of one situation.
const MAX_RESULTS: usize = 64;

/// A position of a [`SuperkoTable`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PathPosition(usize);

/// Positions by their numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Positions(Vec<u64>);

impl Positions {
    fn insert(&mut self, PathPosition(number): PathPosition) {
        if self.0.len() <= number / 64 {
            self.0.resize(number / 64 + 1, 0);
        }
        self.0[number / 64] |= 1 << (number % 64);
    }

    fn remove(&mut self, PathPosition(number): PathPosition) {
        if let Some(word) = self.0.get_mut(number / 64) {
            *word &= !(1 << (number % 64));
        }
    }

    fn contains(&self, PathPosition(number): PathPosition) -> bool {
        self.0.get(number / 64).is_some_and(|word| word >> (number % 64) & 1 > 0)
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
        let others = other.0.iter().chain(core::iter::repeat(&0));
        self.0.iter().zip(others).all(|(word, other)| word & !other == 0)
    }
}

/// The part of a path that a result depends on: positions that must not have occurred before, since
/// the prover's plays make them, and positions that must have, since superko then forbids a play of
/// the other player.
///
/// A result is a proof that one player, the prover, reaches something. Where both hold, it holds
/// move by move: each of the prover's plays is legal, and the other player has no play that the
/// proof does not answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PathConditions {
    made: Positions,
    banned: Positions,
}

impl PathConditions {
    /// Adds a position that must have occurred: a play of the player who is not the prover would
    /// repeat it.
    pub fn ban(&mut self, position: PathPosition) {
        self.banned.insert(position);
    }

    /// Adds the conditions of another result, on which this one depends.
    pub fn extend(&mut self, other: &PathConditions) {
        self.made.extend(&other.made);
        self.banned.extend(&other.banned);
    }

    /// Turns the conditions of the result after a play into those of the result before it. The
    /// position that the play made is no longer part of the past, and it must not have occurred if
    /// the prover made it.
    pub fn step_back(&mut self, position: PathPosition, by_prover: bool) {
        self.banned.remove(position);
        if by_prover {
            self.made.insert(position);
        }
    }

    /// True if the result holds whatever came before.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        [&self.made, &self.banned].iter().all(|set| set.0.iter().all(|word| *word == 0))
    }
}

/// A table of results that is right under positional superko.
///
/// There the value of a situation (board, turn, passes) depends on the positions before it, so that
/// a table from situations to values is wrong: [`GoSituation`](crate::GoSituation#superko) has an
/// example of two points. Here the key of a result is the situation *and* the part of the path that
/// it depends on ([`PathConditions`]); a look-up returns a result only if the path of now agrees.
/// That the path belongs to the key of a result which depends on it is the idea of A. Kishimoto and
/// M. Müller, "A General Solution to the Graph History Interaction Problem", AAAI 2004,
/// pp. 644–649. They add a hash of the whole path; here it is the positions that matter, so that a
/// result also holds on other paths.
///
/// The table knows the positions of the game by their hashes and takes equal hashes for equal
/// positions. The search tells it of each play: [`enter`](SuperkoTable::enter) before it looks
/// further, [`leave`](SuperkoTable::leave) after. The example `solve_small` is such a search.
///
/// ```
/// use zobrist_go::{Game, GoSituation, PathConditions, Rules, SuperkoTable};
///
/// let mut game = Game::new(2, 1, Rules::TROMP_TAYLOR)?;
/// let mut table = SuperkoTable::new(&game);
/// let key = game.board().hash() ^ GoSituation::hash::<u64>(game.to_move(), 0, None);
///
/// // A result that needs a position which has not occurred yet.
/// let outcome = game.check(game.to_move(), "A1".parse()?)?;
/// let position = table.position(outcome.hash);
/// let mut conditions = PathConditions::default();
/// conditions.step_back(position, true);
/// table.insert(key, "won", conditions);
/// assert_eq!(table.look_up(key, |_| true).map(|(result, _)| *result), Some("won"));
///
/// // Once it has occurred, the result is not found.
/// table.enter(position);
/// assert_eq!(table.look_up(key, |_| true), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// At most 64 results of one situation are kept, the last ones. A set takes a bit for every
/// position that the table has seen, up to the greatest number in it.
pub struct SuperkoTable<R> {
    numbers: HashMap<u64, usize>,
    /// The positions of the game so far.
    past: Positions,
    results: HashMap<u64, Vec<(R, PathConditions)>>,
}

impl<R> SuperkoTable<R> {
    /// Creates a table for searches from a game.
    #[must_use]
    pub fn new<P: Proof<u64>>(game: &Game<u64, P>) -> SuperkoTable<R> {
        let (numbers, results) = (HashMap::new(), HashMap::new());
        let mut table = SuperkoTable { numbers, past: Positions::default(), results };
        table.restart(game);
        table
    }

    /// Goes on with another game on a board of the same size and under the same rules. The results
    /// stay.
    pub fn restart<P: Proof<u64>>(&mut self, game: &Game<u64, P>) {
        self.past = Positions::default();
        for (_, hash) in game.history().iter() {
            let position = self.position(hash);
            self.past.insert(position);
        }
    }

    /// Returns the position with this hash of a board.
    pub fn position(&mut self, hash: u64) -> PathPosition {
        let next = self.numbers.len();
        PathPosition(*self.numbers.entry(hash).or_insert(next))
    }

    /// Adds a position to the path: a play made it, for the first time.
    ///
    /// # Panics
    /// When it is on the path: superko forbids the play.
    pub fn enter(&mut self, position: PathPosition) {
        assert!(!self.past.contains(position), "superko forbids a position that has occurred");
        self.past.insert(position);
    }

    /// Takes a position off the path, when the play that made it is taken back.
    pub fn leave(&mut self, position: PathPosition) {
        self.past.remove(position);
    }

    /// Returns the last of the results of a situation that `suits` and whose conditions hold on the
    /// path.
    pub fn look_up(
        &self,
        key: u64,
        mut suits: impl FnMut(&R) -> bool,
    ) -> Option<(&R, &PathConditions)> {
        let holds = |conditions: &PathConditions| {
            !conditions.made.meets(&self.past) && conditions.banned.is_within(&self.past)
        };
        let mut results = self.results.get(&key)?.iter().rev();
        let found = results.find(|(result, conditions)| suits(result) && holds(conditions))?;
        Some((&found.0, &found.1))
    }

    /// Adds a result of a situation. If there are 64, the oldest goes.
    pub fn insert(&mut self, key: u64, result: R, conditions: PathConditions) {
        let results = self.results.entry(key).or_default();
        if results.len() == MAX_RESULTS {
            results.remove(0);
        }
        results.push((result, conditions));
    }

    /// Returns the number of results.
    #[must_use]
    pub fn len(&self) -> usize {
        self.results.values().map(Vec::len).sum()
    }

    /// Returns true if there is no result.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.results.is_empty()
    }
}

impl<R> Debug for SuperkoTable<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (positions, results) = (self.numbers.len(), self.len());
        write!(f, "SuperkoTable of {results} results and {positions} positions")
    }
}
