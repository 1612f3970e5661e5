//! Negamax alpha-beta over one position after another.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, Builder, ScopedJoinHandle};

use zobrist::Key;

use super::findings::{Findings, Work};
use super::game::{Game, MOST_PLIES, earlier, in_range, later};
use super::node::{Bound, Finding};

/// The depth of a search to the end of the game, however long.
pub(super) const END: u32 = 1 << 30;

/// A search calls itself for each ply, and a thread's stack is limited: after this many plies it
/// goes on in a new thread, one for each visit. That takes microseconds, and few games go so deep.
/// A ply takes some hundreds of bytes of the stack, or some kibibytes if unoptimised.
const PLIES_PER_STACK: usize = 250;

const _: () = assert!(MOST_PLIES.is_multiple_of(PLIES_PER_STACK));

/// What the threads of one search share.
pub(super) struct Limits<'a> {
    /// The nodes of all threads, rounded down.
    nodes: AtomicU64,
    most: u64,
    stop: Option<&'a AtomicBool>,
    /// One thread has the result.
    pub(super) done: AtomicBool,
}

/// How many nodes a thread searches before it looks at the limits.
const BETWEEN_LOOKS: u64 = 256;

impl<'a> Limits<'a> {
    pub(super) fn new(most: u64, stop: Option<&'a AtomicBool>) -> Limits<'a> {
        Limits { nodes: AtomicU64::new(0), most, stop, done: AtomicBool::new(false) }
    }

    fn are_reached(&self) -> bool {
        let nodes = self.nodes.fetch_add(BETWEEN_LOOKS, Ordering::Relaxed) + BETWEEN_LOOKS;
        nodes >= self.most
            || self.done.load(Ordering::Relaxed)
            || self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

/// A limit was reached.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stopped;

/// The question asked of a position: its value, if between `alpha` and `beta`, else a bound.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
    /// Whether the line of best moves is wanted.
    pub(super) line: bool,
}

impl Window {
    /// Whether the value is at least `beta`.
    pub(super) fn null(beta: i32) -> Window {
        Window { alpha: beta - 1, beta, line: false }
    }

    /// The same question asked of the position after a move.
    pub(super) fn child(self) -> Window {
        Window { alpha: -later(self.beta), beta: -later(self.alpha), line: self.line }
    }
}

/// An answer: the value, which at or beyond the edge of the window is a bound, and whether the end
/// of the game was reached wherever that mattered.
#[derive(Clone, Copy)]
pub(super) struct Answer {
    pub(super) value: i32,
    pub(super) complete: bool,
}

struct Choice<M> {
    m: M,
    hint: i32,
    index: u16,
}

/// One thread of a search.
pub(super) struct Worker<'a, G: Game, F> {
    findings: &'a F,
    limits: &'a Limits<'a>,
    /// 0 for the one that keeps the game's order of moves.
    number: u64,
    pub(super) nodes: u64,
    list: Vec<G::Move>,
    /// The moves of all positions from the root to the present one.
    choices: Vec<Choice<G::Move>>,
    /// The best moves from each ply on.
    lines: Vec<Vec<G::Move>>,
}

impl<'a, G: Game, F: Findings<G::Key>> Worker<'a, G, F> {
    pub(super) fn new(findings: &'a F, limits: &'a Limits<'a>, number: u64) -> Self {
        Worker {
            findings,
            limits,
            number,
            nodes: 0,
            list: Vec::new(),
            choices: Vec::new(),
            lines: Vec::new(),
        }
    }

    /// The best moves that the last search with a line found.
    pub(super) fn line(&mut self) -> Vec<G::Move> {
        self.lines.first_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Searches a position `ply` moves from the root.
    pub(super) fn search(
        &mut self,
        game: &mut G,
        window: Window,
        depth: u32,
        ply: usize,
    ) -> Result<Answer, Stopped> {
        if ply == 0 || !ply.is_multiple_of(PLIES_PER_STACK) {
            return self.search_here(game, window, depth, ply);
        }
        if ply >= MOST_PLIES {
            return Err(Stopped);
        }
        let deeper = || self.search_here(game, window, depth, ply);
        // Where the system refuses a thread, there is no stack for more plies.
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
    ) -> Result<Answer, Stopped> {
        let before = self.nodes;
        self.nodes += 1;
        if self.nodes.is_multiple_of(BETWEEN_LOOKS) && self.limits.are_reached() {
            return Err(Stopped);
        }
        if window.line {
            self.begin_line(ply);
        }
        let (lower, upper) = game.bounds();
        debug_assert!(lower <= upper, "the bounds of a position are {lower} to {upper}");
        let (lower, upper) = (in_range(lower), in_range(upper));
        if lower == upper || lower >= window.beta {
            return Ok(Answer { value: lower, complete: true });
        }
        if upper <= window.alpha {
            return Ok(Answer { value: upper, complete: true });
        }
        if depth == 0 {
            return Ok(Answer {
                value: in_range(game.score()).clamp(lower, upper),
                complete: false,
            });
        }
        let key = game.hash();
        let found = self.findings.probe(key);
        if let Some(found) = found
            && !window.line
            && found.depth.is_none_or(|found| found >= depth)
            && match found.bound {
                Bound::Exact => true,
                Bound::Lower => found.value >= window.beta,
                Bound::Upper => found.value <= window.alpha,
            }
        {
            return Ok(Answer { value: in_range(found.value), complete: found.depth.is_none() });
        }

        let first = self.choices.len();
        self.list_moves(game, key, found.and_then(|found| found.best));
        let last = self.choices.len();
        if first == last {
            return Ok(Answer { value: in_range(game.score()), complete: true });
        }
        // The bounds narrow the window, so that the line does not end where they are reached.
        let enough = window.beta.min(upper);
        let mut alpha = window.alpha.max(lower - 1);
        let mut best = Answer { value: i32::MIN, complete: true };
        let (mut best_index, mut all_complete) = (0, true);
        for i in first..last {
            let Choice { m, index, .. } = self.choices[i];
            let undo = game.make(m);
            self.findings.prefetch(game.hash());
            let question = Window { alpha, beta: enough, line: window.line };
            let answer = self.ask(game, question, depth - 1, ply, i == first)?;
            game.unmake(m, undo);
            all_complete &= answer.complete;
            if answer.value > best.value {
                (best, best_index) = (answer, index);
                if window.line && (answer.value > alpha || i == first) {
                    self.extend_line(ply, m);
                }
                alpha = alpha.max(best.value);
                if best.value >= enough {
                    break;
                }
            }
        }
        self.choices.truncate(first);

        // A cut-off needs one move, anything else all of them.
        let complete = if best.value >= enough { best.complete } else { all_complete };
        let value = best.value.clamp(lower, upper);
        let bound = if value >= enough && value < upper {
            Bound::Lower
        } else if value <= window.alpha && value > lower {
            Bound::Upper
        } else {
            Bound::Exact
        };
        let depth_found = (!complete).then_some(depth);
        let finding = Finding { value, bound, depth: depth_found, best: Some(best_index) };
        let plies = if depth > END / 2 { 255_u32.saturating_sub(ply as u32) } else { depth };
        self.findings.store(key, finding, Work { nodes: self.nodes - before, depth: plies });
        Ok(Answer { value, complete })
    }

    /// Asks the position after a move for its value, as seen before the move. All but the first are
    /// asked whether they are better at all before they are asked for their value.
    fn ask(
        &mut self,
        game: &mut G,
        window: Window,
        depth: u32,
        ply: usize,
        first: bool,
    ) -> Result<Answer, Stopped> {
        let Window { alpha, beta, line } = window;
        if !first && (line || beta - alpha > 1) {
            let scout = Window { alpha, beta: alpha + 1, line: false };
            let answer = self.ask_once(game, scout, depth, ply)?;
            if answer.value <= alpha || (answer.value >= beta && !line) {
                return Ok(answer);
            }
        }
        self.ask_once(game, window, depth, ply)
    }

    fn ask_once(
        &mut self,
        game: &mut G,
        window: Window,
        depth: u32,
        ply: usize,
    ) -> Result<Answer, Stopped> {
        let answer = self.search(game, window.child(), depth, ply + 1)?;
        Ok(Answer { value: earlier(-answer.value), ..answer })
    }

    /// Appends the moves of the position, with those to be tried first in front.
    #[inline]
    fn list_moves(&mut self, game: &G, key: G::Key, best: Option<u16>) {
        let first = self.choices.len();
        self.list.clear();
        game.moves(&mut self.list);
        for (index, m) in self.list.iter().enumerate() {
            let index = u16::try_from(index).unwrap_or(u16::MAX);
            let hint = if best == Some(index) { i32::MAX } else { game.hint(*m) };
            // By insertion, which keeps the order of equal ones.
            let mut place = self.choices.len();
            self.choices.push(Choice { m: *m, hint, index });
            while place > first && self.choices[place - 1].hint < hint {
                self.choices.swap(place - 1, place);
                place -= 1;
            }
        }
        if self.number > 0 {
            self.vary(first, key);
        }
    }

    /// Swaps two moves here and there for all threads but the first, so that they do not all search
    /// the same: what one finds out, the others need not.
    fn vary(&mut self, first: usize, key: G::Key) {
        let mixed = (key.to_word() as u64 ^ self.number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        if self.choices.len() - first > 1 && mixed >> 62 == 0 {
            self.choices.swap(first, first + 1);
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

    /// A line of moves that keep the value of a position to the end of the game, as far as the
    /// limits allow.
    pub(super) fn follow(&mut self, game: &mut G, mut value: i32, line: &mut Vec<G::Move>) {
        while line.len() < MOST_PLIES {
            self.choices.clear();
            let key = game.hash();
            let best = self.findings.probe(key).and_then(|found| found.best);
            self.list_moves(game, key, best);
            let moves: Vec<G::Move> = self.choices.drain(..).map(|choice| choice.m).collect();
            let Some((last, others)) = moves.split_last() else { return };
            let mut kept = *last;
            for m in others {
                let undo = game.make(*m);
                let answer = self.ask_once(game, Window::null(value), END, 0);
                let Ok(answer) = answer else { return };
                game.unmake(*m, undo);
                if answer.value >= value {
                    kept = *m;
                    break;
                }
            }
            game.make(kept);
            line.push(kept);
            value = -later(value);
        }
    }
}
