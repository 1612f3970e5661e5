//! A search as its caller sees it: limits, threads and results.

use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, Builder, ScopedJoinHandle};

use super::alpha_beta::{Answer, END, Limits, Stopped, Window, Worker};
use super::findings::Findings;
use super::game::{ALL, Game, MOST_PLIES};
use crate::workers::workers;

/// A search and its settings: where it keeps what it finds out, its number of threads, and when it gives
/// up.
///
/// With one thread and the same table at the start, the number of nodes is the same on every run.
/// Several threads all search the same position, with some moves in another order, and share the table:
/// what one finds out the others need not search again. Without a table they share nothing.
///
/// ```
/// use std::thread::available_parallelism;
/// use zobrist_transposition::Table;
/// use zobrist_transposition::games::ConnectFour;
/// use zobrist_transposition::search::{Node, Search, plies_to_end, win_in};
///
/// let game = ConnectFour::<7, 6>::with_moves("455463224554")?; // columns from 1
/// let table = Table::<u64, Node>::new(1 << 24)?;
/// let search = Search::new(&table).threads(available_parallelism()?).nodes(100_000_000);
/// let solution = search.solve(&game);
/// assert!(solution.is_solved());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Search<'a, F> {
    findings: &'a F,
    threads: NonZeroUsize,
    nodes: u64,
    stop: Option<&'a AtomicBool>,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Solution<M> {
    /// The value of the position, for the player to move; an estimate if it is not solved.
    pub value: i32,
    /// What is certain: the value with best play is no less than the first number and no more than the
    /// second.
    pub bounds: (i32, i32),
    /// The depth of the last completed search in plies; `None` if the searches went to the end of
    /// the game, as those of [`solve`](Search::solve) do.
    pub depth: Option<u32>,
    /// The best moves of both players from the position on, fewer if a limit was reached while
    /// looking for them. If it is not solved, those of the last completed search of
    /// [`deepen`](Search::deepen); none by [`solve`](Search::solve).
    pub line: Vec<M>,
    /// The number of positions searched, by all threads.
    pub nodes: u64,
}

impl<M> Solution<M> {
    /// Returns whether the value is that of best play to the end of the game.
    pub fn is_solved(&self) -> bool {
        self.bounds.0 == self.bounds.1
    }
}

/// The answer of [`Search::decide`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Decision {
    /// Whether the value is at least the one asked for; `None` when a limit was reached before that was
    /// known.
    pub holds: Option<bool>,
    /// The number of positions searched, by all threads.
    pub nodes: u64,
}

impl<'a, F> Search<'a, F> {
    /// Creates a search on one thread, without limits, that keeps what it finds out in a table, or, with
    /// `&()`, nowhere.
    pub fn new(findings: &'a F) -> Self {
        Search { findings, threads: NonZeroUsize::MIN, nodes: u64::MAX, stop: None }
    }

    /// Sets the number of threads; more than 1,024 are taken as 1,024, and fewer are used if the
    /// system refuses some. More threads than cores are of no use.
    #[must_use]
    pub fn threads(self, threads: NonZeroUsize) -> Self {
        Search { threads, ..self }
    }

    /// Limits the number of nodes of all threads together; each may search a few hundred more.
    #[must_use]
    pub fn nodes(self, nodes: u64) -> Self {
        Search { nodes, ..self }
    }

    /// Gives up soon after the flag has been set.
    #[must_use]
    pub fn stop(self, stop: &'a AtomicBool) -> Self {
        Search { stop: Some(stop), ..self }
    }

    /// Decides whether the value of a position is at least `value`, with the game played to its
    /// end. At least 1 means that the player to move wins, at least 0 that they do not lose. The
    /// answer is not known if the game may take 2,000 plies or more, or the system refuses a thread,
    /// for its stack, to a search of many plies.
    pub fn decide<G: Game>(&self, game: &G, value: i32) -> Decision
    where
        F: Findings<G::Key>,
    {
        let mut run = Run::new(self);
        let answer = run.search(game, Window::null(value.clamp(-ALL, ALL)), END);
        Decision { holds: answer.ok().map(|(answer, _)| answer.value >= value), nodes: run.nodes }
    }

    /// Finds the value of a position with the game played to its end, and a line of best moves.
    ///
    /// Asks one question after another, each whether the value is at least some number, beginning
    /// with "is it a win?". That relies on a table, in which each search finds what the last one
    /// found out.
    ///
    /// Gives up, as at a limit, if a question needs a line of 2,000 plies or more, or a thread that the
    /// system refuses ([`decide`](Search::decide)).
    pub fn solve<G: Game>(&self, game: &G) -> Solution<G::Move>
    where
        F: Findings<G::Key>,
    {
        let mut run = Run::new(self);
        let (mut lower, mut upper, mut guess) = (-ALL, ALL, 1);
        while lower < upper {
            let beta = if guess == lower { guess + 1 } else { guess };
            let Ok((answer, _)) = run.search(game, Window::null(beta), END) else { break };
            guess = answer.value;
            if guess < beta { upper = guess } else { lower = guess }
        }
        let mut line = Vec::new();
        if lower == upper {
            run.follow(game, lower, &mut line);
        }
        let value = if upper < 0 { upper } else { lower.max(0) };
        Solution { value, bounds: (lower, upper), depth: None, line, nodes: run.nodes }
    }

    /// Searches one ply deep, then two, and so on to `depth` plies or until the game is solved; 1,999
    /// plies at most.
    pub fn deepen<G: Game>(&self, game: &G, depth: u32) -> Solution<G::Move>
    where
        F: Findings<G::Key>,
    {
        let mut run = Run::new(self);
        let mut solution =
            Solution { value: 0, bounds: (-ALL, ALL), depth: Some(0), line: Vec::new(), nodes: 0 };
        for depth in 0..=depth.min(MOST_PLIES as u32 - 1) {
            let window = Window { alpha: -ALL, beta: ALL, line: true };
            let Ok((answer, line)) = run.search(game, window, depth) else { break };
            (solution.value, solution.line, solution.depth) = (answer.value, line, Some(depth));
            if answer.complete {
                (solution.bounds, solution.depth) = ((answer.value, answer.value), None);
                solution.line.clear();
                run.follow(game, answer.value, &mut solution.line);
                break;
            }
        }
        solution.nodes = run.nodes;
        solution
    }
}

/// Stops the other threads when the game panics in one, which would otherwise wait for them.
struct StopsOthers<'a>(&'a AtomicBool);

impl Drop for StopsOthers<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

/// A search that is going on.
struct Run<'s, 'a, F> {
    search: &'s Search<'a, F>,
    nodes: u64,
}

impl<'s, 'a, F> Run<'s, 'a, F> {
    fn new(search: &'s Search<'a, F>) -> Self {
        Run { search, nodes: 0 }
    }

    fn limits(&self) -> Limits<'a> {
        Limits::new(self.search.nodes.saturating_sub(self.nodes), self.search.stop)
    }

    /// Whether one more search of the root may begin: the first always may. A search checks its
    /// limits only after a few hundred nodes, and many small ones would not check them at all.
    fn may_go_on(&self) -> bool {
        let Search { nodes, stop, .. } = self.search;
        let is_stopped = stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
        self.nodes == 0 || self.nodes < *nodes && !is_stopped
    }

    /// One search of the root by all threads. The first that has the answer stops the others.
    fn search<G: Game>(
        &mut self,
        game: &G,
        window: Window,
        depth: u32,
    ) -> Result<(Answer, Vec<G::Move>), Stopped>
    where
        F: Findings<G::Key>,
    {
        if !self.may_go_on() {
            return Err(Stopped);
        }
        let limits = &self.limits();
        let findings = self.search.findings;
        let one = |number: usize, mut game: G| {
            let _guard = StopsOthers(&limits.done);
            let mut worker = Worker::<G, F>::new(findings, limits, number as u64);
            let answer = worker.search(&mut game, window, depth, 0);
            if answer.is_ok() {
                limits.done.store(true, Ordering::Relaxed);
            }
            (answer.map(|answer| (answer, worker.line())), worker.nodes)
        };
        let results = thread::scope(|scope| {
            let others: Vec<_> = (1..workers(self.search.threads, usize::MAX))
                .map_while(|number| {
                    let game = game.clone();
                    // Where the system refuses one, fewer threads search.
                    Builder::new().spawn_scoped(scope, move || one(number, game)).ok()
                })
                .collect();
            let mut results = vec![one(0, game.clone())];
            // When a game panics, its own message says best why.
            let join =
                |other: ScopedJoinHandle<_>| other.join().unwrap_or_else(|why| resume_unwind(why));
            results.extend(others.into_iter().map(join));
            results
        });
        self.nodes += results.iter().map(|(_, nodes)| nodes).sum::<u64>();
        results.into_iter().find_map(|(answer, _)| answer.ok()).ok_or(Stopped)
    }

    fn follow<G: Game>(&mut self, game: &G, value: i32, line: &mut Vec<G::Move>)
    where
        F: Findings<G::Key>,
    {
        let limits = self.limits();
        let mut worker = Worker::new(self.search.findings, &limits, 0);
        worker.follow(&mut game.clone(), value, line);
        self.nodes += worker.nodes;
    }
}
