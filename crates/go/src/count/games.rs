//! The number of games under positional superko.

use core::fmt::{self, Display};
use core::num::NonZeroUsize;
use core::sync::atomic::{AtomicUsize, Ordering};
use std::collections::HashMap;
use std::thread;

use super::graph::Graph;
use crate::board::{Board, BoardSizeError};

/// The error of a board whose games cannot be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GamesError {
    /// No board has this size.
    Size(BoardSizeError),
    /// Counting would never end.
    Endless {
        /// The number of points of the board.
        points: usize,
    },
}

impl Display for GamesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GamesError::Size(error) => error.fmt(f),
            GamesError::Endless { points } => write!(
                f,
                "the games on a board of {points} points are not counted: with 41 positions (4x1) \
                 there are 2*10^9, with 57 (2x2) 4*10^11, and the smallest board of 5 points (5x1) \
                 has 113 positions; expected at most 4 points"
            ),
        }
    }
}

impl core::error::Error for GamesError {}

/// Counts the games: the sequences of moves from the empty board, the empty one included, in which
/// no position occurs twice. Either color may move at any time, since the other may pass; passes
/// are not counted as moves, and suicide is allowed.
///
/// Boards of up to four points; the answer for 2 × 2 has twelve digits and takes 70
/// seconds of processor time, shared among `threads` threads, or fewer if the system refuses some.
///
/// ```
/// use std::num::NonZeroUsize;
///
/// assert_eq!(zobrist_go::count::games(3, 1, NonZeroUsize::MIN)?, 907);
/// # Ok::<(), zobrist_go::count::GamesError>(())
/// ```
///
/// # Errors
/// When no board has this size, or it has more than four points.
pub fn games(width: usize, height: usize, threads: NonZeroUsize) -> Result<u64, GamesError> {
    // A size that no board has is reported first: its product may overflow.
    Board::new(width, height).map_err(GamesError::Size)?;
    if width * height > 4 {
        return Err(GamesError::Endless { points: width * height });
    }
    let paths = Paths::new(&Graph::new(width, height).map_err(GamesError::Size)?);
    Ok(paths.count(threads))
}

/// The end of a path, and the positions that it has not visited, as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct State {
    at: u8,
    left: u64,
}

/// The paths through a graph of up to 64 nodes that visit no node twice.
struct Paths {
    /// For each node, the ends of its arrows, as bits.
    next: [u64; 64],
    /// The images of nodes, and of all sets of eight nodes at eight places.
    symmetries: Vec<(Vec<usize>, [[u64; 256]; 8])>,
    start: State,
}

/// Number of states that keeps all threads busy to the end.
const MIN_STATES: usize = 1 << 16;

impl Paths {
    fn new(graph: &Graph) -> Paths {
        let nodes = graph.arrows.len();
        assert!(nodes <= 64, "a set of nodes fits in a word");
        let mut next = [0; 64];
        for (node, arrows) in graph.arrows.iter().enumerate() {
            for (to, moves) in arrows {
                // True of boards of four points; paths are counted, not moves.
                assert!(*moves == 1, "at most one move leads from a position to another");
                next[node] |= 1 << to;
            }
        }
        let symmetries = graph
            .symmetries
            .iter()
            .map(|map| {
                let image = |place: usize, set: usize| {
                    (0..8)
                        .filter(|bit| set >> bit & 1 == 1)
                        .filter_map(|bit| map.get(8 * place + bit))
                        .fold(0, |image, node| image | 1 << node)
                };
                let sets = core::array::from_fn(|place| core::array::from_fn(|s| image(place, s)));
                (map.clone(), sets)
            })
            .collect();
        let all = u64::MAX >> (64 - nodes);
        let start = State { at: graph.start as u8, left: all & !(1 << graph.start) };
        Paths { next, symmetries, start }
    }

    fn count(&self, threads: NonZeroUsize) -> u64 {
        // Ply by ply while there are few states: those that a symmetry maps to each other are one,
        // with the number of paths that lead there.
        let mut total = 0;
        let mut states = HashMap::from([(self.start, 1)]);
        while !states.is_empty() && states.len() < MIN_STATES {
            total += states.values().sum::<u64>();
            let mut after = HashMap::new();
            for (state, paths) in states {
                self.for_each_next(state, |next| {
                    *after.entry(self.canonical(next)).or_insert(0) += paths;
                });
            }
            states = after;
        }
        // Then each of them to the end.
        let states: Vec<(State, u64)> = states.into_iter().collect();
        let taken = AtomicUsize::new(0);
        let work = || {
            let mut sum = 0;
            while let Some((state, paths)) = states.get(taken.fetch_add(1, Ordering::Relaxed)) {
                sum += paths * self.from(state.at, state.left);
            }
            sum
        };
        // A thread that the system refuses leaves its share to the others.
        thread::scope(|scope| {
            let spawn = |_| thread::Builder::new().spawn_scoped(scope, work).ok();
            let others: Vec<_> = (1..threads.get()).map_while(spawn).collect();
            total += work();
            others.into_iter().fold(total, |total, other| total + other.join().expect("no panic"))
        })
    }

    fn for_each_next(&self, state: State, mut visit: impl FnMut(State)) {
        let mut next = self.next[usize::from(state.at)] & state.left;
        while next != 0 {
            let at = next.trailing_zeros() as u8;
            visit(State { at, left: state.left & !(1 << at) });
            next &= next - 1;
        }
    }

    /// The least image of a state under the symmetries.
    fn canonical(&self, state: State) -> State {
        let image = |(nodes, sets): &(Vec<usize>, [[u64; 256]; 8])| {
            let bytes = state.left.to_le_bytes();
            let left =
                sets.iter().zip(bytes).fold(0, |left, (set, byte)| left | set[usize::from(byte)]);
            State { at: nodes[usize::from(state.at)] as u8, left }
        };
        self.symmetries.iter().map(image).min().unwrap_or(state)
    }

    /// The number of paths from a state on, the empty one included.
    fn from(&self, at: u8, left: u64) -> u64 {
        let mut next = self.next[usize::from(at & 63)] & left;
        let mut paths = 1 + u64::from(next.count_ones());
        while next != 0 {
            let at = next.trailing_zeros() as u8;
            let left = left & !(1 << at);
            // Its end is already counted; only its continuations are walked.
            if self.next[usize::from(at & 63)] & left != 0 {
                paths += self.from(at, left) - 1;
            }
            next &= next - 1;
        }
        paths
    }
}
