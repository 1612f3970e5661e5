//! A search of the root position: settings, threads and results.
//!
//! [`Search::solve`] asks yes-or-no questions only. A null window cuts most, and the answers to one
//! question are in the table for the next: from "is it a win?", two or three lead to the value.
//! Without a table each would repeat the work; [`Search::deepen`] then compares better.

use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, Builder, ScopedJoinHandle};
use std::time::{Duration, Instant};

use crate::alpha_beta::{END, Score, Window, Worker};
use crate::game::Game;
use crate::limits::{Limits, MAX_THREADS, Stopped};
use crate::table::SearchTable;
use crate::value::{MAX_BOUND, MAX_PLIES};

/// An alpha-beta search and its settings: the table, the number of threads, and the limits at which
/// it gives up.
///
/// With one thread and the same table at the start, the number of nodes is the same on every run.
/// Several threads all search the same position, with some moves in another order, and share the
/// table (lazy SMP): a result of one thread saves the others the work. Without a table they share
/// nothing.
///
/// ```
/// use std::thread::available_parallelism;
/// use zobrist_search::connect_four::ConnectFour;
/// use zobrist_search::{PackedEntry, Search};
/// use zobrist_transposition::Table;
///
/// let game = ConnectFour::<7, 6>::with_moves("455463224554")?; // columns from 1
/// let table = Table::<u64, PackedEntry>::new(1 << 24)?;
/// let search = Search::new(&table).threads(available_parallelism()?).max_nodes(100_000_000);
/// let solution = search.solve(&game);
/// assert!(solution.is_solved());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Search<'a, T> {
    table: &'a T,
    threads: NonZeroUsize,
    max_nodes: u64,
    max_time: Option<Duration>,
    stop: Option<&'a AtomicBool>,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Solution<M> {
    /// The value of the position, for the player to move; an estimate if it is not solved.
    pub value: i32,
    /// A lower and an upper bound of the value with best play, both certain.
    pub bounds: (i32, i32),
    /// The depth of the last completed search in plies; `None` if the searches went to the end of
    /// the game, as those of [`solve`](Search::solve) do.
    pub depth: Option<u32>,
    /// The principal variation: the best moves of both players from the position on, fewer if a
    /// limit was reached while looking for them. In a game that repeats it ends at a repetition, or
    /// before one that the best moves known would run into. If the position is not solved, that of
    /// the last completed search of [`deepen`](Search::deepen); [`solve`](Search::solve) then has
    /// none.
    pub line: Vec<M>,
    /// The number of positions searched, by all threads.
    pub nodes: u64,
}

impl<M> Solution<M> {
    /// Returns true if the value is that of best play to the end of the game.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.bounds.0 == self.bounds.1
    }
}

/// The answer of [`Search::decide`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Decision {
    /// True if the value is at least the one asked for; `None` when a limit was reached before that
    /// was known.
    pub holds: Option<bool>,
    /// The number of positions searched, by all threads.
    pub nodes: u64,
}

impl<'a, T> Search<'a, T> {
    /// Creates a search on one thread, without limits, that keeps its results in a table, or, with
    /// `&()`, nowhere.
    pub fn new(table: &'a T) -> Self {
        Search {
            table,
            threads: NonZeroUsize::MIN,
            max_nodes: u64::MAX,
            max_time: None,
            stop: None,
        }
    }

    /// Sets the number of threads; more than 1,024 are taken as 1,024, and fewer are used if the
    /// system refuses some. More threads than cores are of no use.
    #[must_use]
    pub fn threads(self, threads: NonZeroUsize) -> Self {
        Search { threads, ..self }
    }

    /// Limits the number of nodes of all threads together; each thread may search up to 256 more.
    #[must_use]
    pub fn max_nodes(self, max_nodes: u64) -> Self {
        Search { max_nodes, ..self }
    }

    /// Limits the time of each call of [`decide`](Search::decide), [`solve`](Search::solve) and
    /// [`deepen`](Search::deepen), which give up within 256 nodes after it: the nodes then differ
    /// from run to run. A search always visits the root.
    ///
    /// ```
    /// use std::time::Duration;
    /// use zobrist_search::Search;
    /// use zobrist_search::connect_four::ConnectFour;
    ///
    /// let search = Search::new(&()).max_time(Duration::from_millis(20));
    /// let solution = search.deepen(&ConnectFour::<7, 6>::new(), 42);
    /// assert!(!solution.is_solved() && !solution.line.is_empty());
    /// ```
    #[must_use]
    pub fn max_time(self, max_time: Duration) -> Self {
        Search { max_time: Some(max_time), ..self }
    }

    /// Gives up soon after the flag has been set.
    #[must_use]
    pub fn stop(self, stop: &'a AtomicBool) -> Self {
        Search { stop: Some(stop), ..self }
    }

    /// Decides if the value of a position is at least `value`, with the game played to its end. At
    /// least 1 means that the player to move wins, at least 0 that they do not lose. The answer is
    /// `None` at a limit, if the game may take 2,000 plies or more, and if the system refuses one
    /// of the threads that a search needs every 250 plies for its stack.
    pub fn decide<G: Game>(&self, game: &G, value: i32) -> Decision
    where
        T: SearchTable<G::Key>,
    {
        let mut run = Run::new(self);
        let score = run.search(game, Window::null(value.clamp(-MAX_BOUND, MAX_BOUND)), END);
        Decision { holds: score.ok().map(|(score, _)| score.value >= value), nodes: run.nodes }
    }

    /// Finds the value of a position with the game played to its end, and a line of best moves.
    ///
    /// It runs a series of null-window searches, as MTD(f) does, the first of which decides if the
    /// position is won. That relies on a table, in which each search finds the results of the last.
    ///
    /// It gives up where [`decide`](Search::decide) does.
    pub fn solve<G: Game>(&self, game: &G) -> Solution<G::Move>
    where
        T: SearchTable<G::Key>,
    {
        let mut run = Run::new(self);
        let (mut lower, mut upper, mut guess) = (-MAX_BOUND, MAX_BOUND, 1);
        while lower < upper {
            let beta = if guess == lower { guess + 1 } else { guess };
            let Ok((score, _)) = run.search(game, Window::null(beta), END) else { break };
            guess = score.value;
            if guess < beta { upper = guess } else { lower = guess }
        }
        let mut line = Vec::new();
        if lower == upper {
            run.follow(game, lower, &mut line);
        }
        let value = if upper < 0 { upper } else { lower.max(0) };
        Solution { value, bounds: (lower, upper), depth: None, line, nodes: run.nodes }
    }

    /// Searches one ply deep, then two, and so on to `depth` plies or until the game is solved;
    /// 1,999 plies at most.
    pub fn deepen<G: Game>(&self, game: &G, depth: u32) -> Solution<G::Move>
    where
        T: SearchTable<G::Key>,
    {
        let mut run = Run::new(self);
        let bounds = (-MAX_BOUND, MAX_BOUND);
        let mut solution =
            Solution { value: 0, bounds, depth: Some(0), line: Vec::new(), nodes: 0 };
        for depth in 0..=depth.min(MAX_PLIES as u32 - 1) {
            let window = Window { alpha: -MAX_BOUND, beta: MAX_BOUND, line: true };
            let Ok((score, line)) = run.search(game, window, depth) else { break };
            (solution.value, solution.line, solution.depth) = (score.value, line, Some(depth));
            if score.is_exact {
                (solution.bounds, solution.depth) = ((score.value, score.value), None);
                if !ends_game(game, &solution.line) {
                    solution.line.clear();
                    run.follow(game, score.value, &mut solution.line);
                }
                break;
            }
        }
        solution.nodes = run.nodes;
        solution
    }
}

/// True if the game is over after these moves, or goes on as it did before.
fn ends_game<G: Game>(game: &G, line: &[G::Move]) -> bool {
    let (mut game, mut moves) = (game.clone(), Vec::new());
    for m in line {
        game.make(*m);
    }
    if G::REPEATS && !line.is_empty() && game.repeated().is_some() {
        return true;
    }
    game.moves(&mut moves);
    moves.is_empty()
}

/// Stops the other threads when the game panics in one, which would otherwise wait for them.
struct StopOnPanic<'a>(&'a AtomicBool);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

/// A series of searches of one root, and the nodes they have taken so far.
struct Run<'s, 'a, T> {
    search: &'s Search<'a, T>,
    nodes: u64,
    /// The time at which it gives up, if that is limited.
    end: Option<Instant>,
}

impl<'s, 'a, T> Run<'s, 'a, T> {
    fn new(search: &'s Search<'a, T>) -> Self {
        // A time beyond what a clock can show is no limit.
        let end = search.max_time.and_then(|time| Instant::now().checked_add(time));
        Run { search, nodes: 0, end }
    }

    fn limits(&self) -> Limits<'a> {
        let max_nodes = self.search.max_nodes.saturating_sub(self.nodes);
        Limits::new(max_nodes, self.end, self.search.stop)
    }

    /// Returns true if one more search of the root may begin: the first always may. A search checks
    /// its limits only every 256 nodes, and many small ones would not check them at all.
    fn may_go_on(&self) -> bool {
        let is_within = self.nodes < self.search.max_nodes;
        self.nodes == 0 || is_within && !self.limits().is_ended_from_outside()
    }

    /// Searches the root on all threads. The first that has a result stops the others.
    fn search<G: Game>(
        &mut self,
        game: &G,
        window: Window,
        depth: u32,
    ) -> Result<(Score, Vec<G::Move>), Stopped>
    where
        T: SearchTable<G::Key>,
    {
        if !self.may_go_on() {
            return Err(Stopped);
        }
        let limits = &self.limits();
        let table = self.search.table;
        let one = |number: usize, mut game: G| {
            let _guard = StopOnPanic(&limits.done);
            let mut worker = Worker::<G, T>::new(table, limits, number as u64);
            let score = worker.search(&mut game, window, depth, 0);
            if score.is_ok() {
                limits.done.store(true, Ordering::Relaxed);
            }
            (score.map(|score| (score, worker.line())), worker.nodes)
        };
        let results = thread::scope(|scope| {
            let others: Vec<_> = (1..self.search.threads.get().min(MAX_THREADS))
                .map_while(|number| {
                    let game = game.clone();
                    // If the system refuses a thread, fewer search.
                    Builder::new().spawn_scoped(scope, move || one(number, game)).ok()
                })
                .collect();
            let mut results = vec![one(0, game.clone())];
            // Passes on the panic of a game.
            let join =
                |other: ScopedJoinHandle<_>| other.join().unwrap_or_else(|why| resume_unwind(why));
            results.extend(others.into_iter().map(join));
            results
        });
        self.nodes += results.iter().map(|(_, nodes)| nodes).sum::<u64>();
        results.into_iter().find_map(|(score, _)| score.ok()).ok_or(Stopped)
    }

    fn follow<G: Game>(&mut self, game: &G, value: i32, line: &mut Vec<G::Move>)
    where
        T: SearchTable<G::Key>,
    {
        let limits = self.limits();
        let mut worker = Worker::new(self.search.table, &limits, 0);
        worker.follow(&mut game.clone(), value, line);
        self.nodes += worker.nodes;
    }
}
