//! One thread of a search: negamax with principal variation search.
//!
//! # Repetitions
//! A score is a proof that one player reaches a value. Where the proof ends at a repetition,
//! endless play goes on from the earlier position in the same proof; if all cycles in it are worth
//! enough, so is any endless play through them. A proof that refers to no position above its own is
//! thus complete, and holds wherever the position comes up, whatever the path. One that does refer
//! to a position above is not stored.

use std::hash::{Hash, Hasher};
use std::panic::resume_unwind;
use std::thread::{self, Builder, ScopedJoinHandle};

use crate::game::Game;
use crate::key_mixer::KeyMixer;
use crate::limits::{CHECK_INTERVAL, Limits, Stopped};
use crate::table::{Bound, SearchTable, TtEntry, Work};
use crate::value::{MAX_PLIES, earlier, in_range, later};

/// The depth of a search to the end of the game, however long.
pub(crate) const END: u32 = 1 << 30;

/// The number of plies that a search recurses on one stack. At a multiple of it the search goes on
/// in a new thread, which takes microseconds; few games go so deep. A ply takes hundreds of bytes
/// of the stack, or kibibytes without optimization.
const PLIES_PER_STACK: usize = 250;

const _: () = assert!(MAX_PLIES.is_multiple_of(PLIES_PER_STACK));

/// A ply below all others.
const NO_PLY: isize = isize::MAX;

/// The range of values that matter to the caller; beyond it a bound of the value is enough.
#[derive(Clone, Copy)]
pub(crate) struct Window {
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
    /// True if the line of best moves is wanted.
    pub(crate) line: bool,
}

impl Window {
    /// The null window that decides if the value is at least `beta`.
    pub(crate) fn null(beta: i32) -> Window {
        Window { alpha: beta - 1, beta, line: false }
    }

    /// The window of the position after a move, for the other player.
    pub(crate) fn child(self) -> Window {
        Window { alpha: -later(self.beta), beta: -later(self.alpha), line: self.line }
    }
}

/// The result of searching a position.
#[derive(Clone, Copy)]
pub(crate) struct Score {
    /// The value; a bound of it if at or beyond the edge of the window.
    pub(crate) value: i32,
    /// True if the value depends on no estimate.
    pub(crate) is_exact: bool,
}

struct Candidate<M> {
    m: M,
    priority: i32,
    /// Its place in the game's list of moves.
    index: u16,
}

/// One thread of a search.
pub(crate) struct Worker<'a, G: Game, T> {
    table: &'a T,
    limits: &'a Limits<'a>,
    /// Number of the thread. Thread 0 keeps the game's order of moves.
    number: u64,
    pub(crate) nodes: u64,
    /// The ply of the earliest position that the last score depends on as one that was repeated;
    /// `NO_PLY` if there is none above the position of the score. Stays so in games that do not
    /// repeat.
    depends_on: isize,
    /// Scratch space for the moves of one position.
    list: Vec<G::Move>,
    /// A stack of the ordered moves of all positions from the root to the current one.
    candidates: Vec<Candidate<G::Move>>,
    /// The principal variation from each ply on.
    lines: Vec<Vec<G::Move>>,
}

impl<'a, G: Game, T: SearchTable<G::Key>> Worker<'a, G, T> {
    pub(crate) fn new(table: &'a T, limits: &'a Limits<'a>, number: u64) -> Self {
        Worker {
            table,
            limits,
            number,
            nodes: 0,
            depends_on: NO_PLY,
            list: Vec::new(),
            candidates: Vec::new(),
            lines: Vec::new(),
        }
    }

    /// Takes the principal variation of the last search with a line.
    pub(crate) fn line(&mut self) -> Vec<G::Move> {
        self.lines.first_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Searches a position `ply` moves from the root.
    pub(crate) fn search(
        &mut self,
        game: &mut G,
        window: Window,
        depth: u32,
        ply: usize,
    ) -> Result<Score, Stopped> {
        if ply == 0 || !ply.is_multiple_of(PLIES_PER_STACK) {
            return self.search_here(game, window, depth, ply);
        }
        if ply >= MAX_PLIES {
            return Err(Stopped);
        }
        let deeper = || self.search_here(game, window, depth, ply);
        // If the system refuses a thread, there is no stack for more plies.
        let joined = thread::scope(|scope| {
            Builder::new().spawn_scoped(scope, deeper).ok().map(ScopedJoinHandle::join)
        });
        joined.ok_or(Stopped)?.unwrap_or_else(|panic| resume_unwind(panic))
    }

    fn search_here(
        &mut self,
        game: &mut G,
        window: Window,
        depth: u32,
        ply: usize,
    ) -> Result<Score, Stopped> {
        let before = self.nodes;
        self.nodes += 1;
        if self.nodes.is_multiple_of(CHECK_INTERVAL) && self.limits.are_reached() {
            return Err(Stopped);
        }
        if window.line {
            self.begin_line(ply);
        }
        if G::REPEATS {
            self.depends_on = NO_PLY;
            if let Some(repeated) = game.repeated().filter(|_| ply > 0) {
                self.depends_on = ply as isize - repeated.plies as isize;
                return Ok(Score { value: repeated.value_in_range(), is_exact: true });
            }
        }
        let (lower, upper) = game.bounds();
        debug_assert!(lower <= upper, "the bounds of a position are {lower} to {upper}");
        let (lower, upper) = (in_range(lower), in_range(upper));
        if lower == upper || lower >= window.beta {
            return Ok(Score { value: lower, is_exact: true });
        }
        if upper <= window.alpha {
            return Ok(Score { value: upper, is_exact: true });
        }
        if depth == 0 {
            return Ok(Score {
                value: in_range(game.score()).clamp(lower, upper),
                is_exact: false,
            });
        }
        let key = game.hash();
        let found = self.table.probe(key);
        if let Some(found) = found
            && !window.line
            && found.depth.is_none_or(|found| found >= depth)
            && match found.bound {
                Bound::Exact => true,
                Bound::Lower => found.value >= window.beta,
                Bound::Upper => found.value <= window.alpha,
            }
        {
            return Ok(Score { value: in_range(found.value), is_exact: found.depth.is_none() });
        }

        let first = self.candidates.len();
        self.list_moves(game, key, found.and_then(|found| found.best));
        let last = self.candidates.len();
        if first == last {
            return Ok(Score { value: in_range(game.score()), is_exact: true });
        }
        // The bounds narrow the window, so that the line does not end where they are reached.
        let enough = window.beta.min(upper);
        let mut alpha = window.alpha.max(lower - 1);
        let mut best = Score { value: i32::MIN, is_exact: true };
        let (mut best_index, mut all_exact) = (0, true);
        let (mut best_depends_on, mut all_depend_on) = (NO_PLY, NO_PLY);
        for i in first..last {
            let Candidate { m, index, .. } = self.candidates[i];
            let undo = game.make(m);
            self.table.prefetch(game.hash());
            let narrowed = Window { alpha, beta: enough, line: window.line };
            let score = self.search_move(game, narrowed, depth - 1, ply, i == first)?;
            game.unmake(m, undo);
            all_exact &= score.is_exact;
            if G::REPEATS {
                all_depend_on = all_depend_on.min(self.depends_on);
            }
            if score.value > best.value {
                (best, best_index) = (score, index);
                best_depends_on = self.depends_on;
                if window.line && (score.value > alpha || i == first) {
                    self.extend_line(ply, m);
                }
                alpha = alpha.max(best.value);
                if best.value >= enough {
                    break;
                }
            }
        }
        self.candidates.truncate(first);

        // A cut-off depends on one move, any other value on all of them.
        let is_cut_off = best.value >= enough;
        let is_exact = if is_cut_off { best.is_exact } else { all_exact };
        let value = best.value.clamp(lower, upper);
        let bound = if value >= enough && value < upper {
            Bound::Lower
        } else if value <= window.alpha && value > lower {
            Bound::Upper
        } else {
            Bound::Exact
        };
        if G::REPEATS {
            let depends_on = if is_cut_off { best_depends_on } else { all_depend_on };
            if depends_on < ply as isize {
                // The value holds for this path; on others the position above may not be.
                self.depends_on = depends_on;
                return Ok(Score { value, is_exact });
            }
            self.depends_on = NO_PLY;
        }
        let searched = (!is_exact).then_some(depth);
        let entry = TtEntry { value, bound, depth: searched, best: Some(best_index) };
        let plies = if depth > END / 2 { 255_u32.saturating_sub(ply as u32) } else { depth };
        self.table.store(key, entry, Work { nodes: self.nodes - before, depth: plies });
        Ok(Score { value, is_exact })
    }

    /// Searches the position after a move. All moves but the first are searched with a null window
    /// before, to see if they are better at all (principal variation search).
    fn search_move(
        &mut self,
        game: &mut G,
        window: Window,
        depth: u32,
        ply: usize,
        first: bool,
    ) -> Result<Score, Stopped> {
        let Window { alpha, beta, line } = window;
        if !first && (line || beta - alpha > 1) {
            let scout = Window { alpha, beta: alpha + 1, line: false };
            let score = self.search_child(game, scout, depth, ply)?;
            if score.value <= alpha || (score.value >= beta && !line) {
                return Ok(score);
            }
        }
        self.search_child(game, window, depth, ply)
    }

    /// Searches the position after a move of ply `ply`. The window and the score are those of the
    /// player who made it.
    fn search_child(
        &mut self,
        game: &mut G,
        window: Window,
        depth: u32,
        ply: usize,
    ) -> Result<Score, Stopped> {
        let score = self.search(game, window.child(), depth, ply + 1)?;
        Ok(Score { value: earlier(-score.value), ..score })
    }

    /// Pushes the moves of the position in the order of the search: the best move of the table,
    /// then by priority.
    #[inline]
    fn list_moves(&mut self, game: &G, key: G::Key, best: Option<u16>) {
        let first = self.candidates.len();
        self.list.clear();
        game.moves(&mut self.list);
        for (index, m) in self.list.iter().enumerate() {
            let index = u16::try_from(index).unwrap_or(u16::MAX);
            let priority = if best == Some(index) { i32::MAX } else { game.priority(*m) };
            // Insertion sort is stable.
            let mut place = self.candidates.len();
            self.candidates.push(Candidate { m: *m, priority, index });
            while place > first && self.candidates[place - 1].priority < priority {
                self.candidates.swap(place - 1, place);
                place -= 1;
            }
        }
        if self.number > 0 {
            self.vary(first, key);
        }
    }

    /// Swaps the first two moves in a quarter of the positions, other ones for each thread, so that
    /// the threads search different subtrees first.
    fn vary(&mut self, first: usize, key: G::Key) {
        let mut mixer = KeyMixer::new(self.number);
        key.hash(&mut mixer);
        if self.candidates.len() - first > 1 && mixer.finish() >> 62 == 0 {
            self.candidates.swap(first, first + 1);
        }
    }

    fn begin_line(&mut self, ply: usize) {
        while self.lines.len() < ply + 2 {
            self.lines.push(Vec::new());
        }
        self.lines[ply].clear();
        self.lines[ply + 1].clear();
    }

    fn extend_line(&mut self, ply: usize, m: G::Move) {
        let (before, after) = self.lines.split_at_mut(ply + 1);
        before[ply].clear();
        before[ply].push(m);
        before[ply].extend_from_slice(&after[0]);
    }

    /// Plays moves that keep the value of a position to the end of the game, as far as the limits
    /// allow, and appends them to `line`. In a game that repeats it may end before: a result from
    /// the table may need positions that the line has been through, and then no move on keeps the
    /// value.
    pub(crate) fn follow(&mut self, game: &mut G, mut value: i32, line: &mut Vec<G::Move>) {
        while line.len() < MAX_PLIES {
            if G::REPEATS
                && !line.is_empty()
                && let Some(repeated) = game.repeated()
            {
                if repeated.value_in_range() != value {
                    line.pop();
                }
                return;
            }
            self.candidates.clear();
            let key = game.hash();
            let best = self.table.probe(key).and_then(|found| found.best);
            self.list_moves(game, key, best);
            let moves: Vec<G::Move> =
                self.candidates.drain(..).map(|candidate| candidate.m).collect();
            let Some((last, others)) = moves.split_last() else {
                if G::REPEATS && in_range(game.score()) != value {
                    line.pop();
                }
                return;
            };
            // One of the moves keeps the value: the last one, if no other does.
            let (tried, mut kept) = match G::REPEATS {
                true => (&moves[..], None),
                false => (others, Some(*last)),
            };
            for m in tried {
                let undo = game.make(*m);
                let score = self.search_child(game, Window::null(value), END, 0);
                let Ok(score) = score else { return };
                game.unmake(*m, undo);
                if score.value >= value {
                    kept = Some(*m);
                    break;
                }
            }
            let Some(kept) = kept else { return };
            game.make(kept);
            line.push(kept);
            value = -later(value);
        }
    }
}
