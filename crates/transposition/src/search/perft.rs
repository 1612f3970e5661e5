//! Counting move paths, with a table for positions that several paths reach.

use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{self, Builder};

use super::game::Game;
use crate::pack::{Pack, low};
use crate::policy::TwoTier;
use crate::slot_layout::Long;
use crate::table::Table;
use crate::workers::workers;

/// A number of move paths below 2^53.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paths(u64);

impl Pack for Paths {
    const BITS: u32 = 53;
    #[inline(always)]
    fn pack(self) -> u128 {
        self.0.into()
    }
    #[inline(always)]
    fn unpack(bits: u128) -> Self {
        Paths(bits as u64)
    }
}

/// A table for [`perft()`]: a slot holds all 128 bits of a key, so that no position is taken for another
/// unless all bits of their hashes agree.
pub type PathTable = Table<u128, Paths, TwoTier, Long>;

const _: () = assert!(PathTable::SLOT_LAYOUT.tag == 128);

/// Counts the move paths of `depth` plies from a position, on `threads` threads, at most 1,024, or
/// fewer and the calling one if the system refuses some. A path consists of moves that [`Game::moves`]
/// lists. `u64::MAX` stands for that many or more.
///
/// With a table, positions that were reached before with as many plies to go are not counted again. The
/// table may be used for one position of the same game after another.
///
/// Calls itself for each ply, on threads with the usual stack: an optimised program has room for
/// some thousands of plies, and more may end the process.
///
/// ```
/// use std::num::NonZeroUsize;
/// use zobrist_transposition::search::{Game, PathTable, perft};
///
/// /// Two counters that count up to 40, one at a time.
/// #[derive(Clone)]
/// struct Counters([u8; 2]);
///
/// impl Game for Counters {
///     type Key = u128;
///     type Move = usize;
///     type Undo = ();
///     fn hash(&self) -> u128 {
///         let [a, b] = self.0.map(u128::from);
///         a.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835) ^ b << 57
///     }
///     fn moves(&self, moves: &mut Vec<usize>) {
///         moves.extend((0..2).filter(|i| self.0[*i] < 40));
///     }
///     fn make(&mut self, i: usize) {
///         self.0[i] += 1;
///     }
///     fn unmake(&mut self, i: usize, _: ()) {
///         self.0[i] -= 1;
///     }
///     fn score(&self) -> i32 {
///         0
///     }
/// }
///
/// let two = NonZeroUsize::new(2).unwrap();
/// let table = PathTable::new(1 << 20)?;
/// assert_eq!(perft(&Counters([0; 2]), 32, two, Some(&table)), 1 << 32); // at once
/// assert_eq!(perft(&Counters([0; 2]), 12, two, None), 1 << 12);
/// # Ok::<(), zobrist_transposition::AllocateError>(())
/// ```
pub fn perft<G: Game<Key = u128>>(
    game: &G,
    depth: u32,
    threads: NonZeroUsize,
    table: Option<&PathTable>,
) -> u64 {
    // Two plies make enough pieces of work for any number of threads.
    let split = depth.saturating_sub(1).min(2);
    let mut roots = vec![game.clone()];
    let mut list = Vec::new();
    for _ in 0..split {
        let parents = std::mem::take(&mut roots);
        for parent in parents {
            list.clear();
            parent.moves(&mut list);
            roots.extend(list.iter().map(|m| {
                let mut child = parent.clone();
                child.make(*m);
                child
            }));
        }
    }
    let threads = workers(threads, roots.len());
    let (roots, sum) = (Mutex::new(roots), AtomicU64::new(0));
    thread::scope(|scope| {
        let work = || {
            let mut moves = Vec::new();
            let next = || roots.lock().expect("no thread panics with the lock held").pop();
            while let Some(mut root) = next() {
                let paths = count(&mut root, depth - split, &mut moves, table);
                let add = |sum: u64| Some(sum.saturating_add(paths));
                sum.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add).ok();
            }
        };
        let workers: Vec<_> =
            (0..threads).map_while(|_| Builder::new().spawn_scoped(scope, work).ok()).collect();
        if workers.len() < threads {
            // The system refuses more.
            work();
        }
        for worker in workers {
            // When a game panics, its own message says best why.
            worker.join().unwrap_or_else(|why| resume_unwind(why));
        }
    });
    sum.into_inner()
}

/// `moves` is empty, or holds the moves of the positions above.
fn count<G: Game<Key = u128>>(
    game: &mut G,
    depth: u32,
    moves: &mut Vec<G::Move>,
    table: Option<&PathTable>,
) -> u64 {
    if depth == 0 {
        return 1;
    }
    let first = moves.len();
    if depth == 1 {
        game.moves(moves);
        let count = (moves.len() - first) as u64;
        moves.truncate(first);
        return count;
    }
    // The number of plies to go is part of the question, so it is part of the key.
    let key = game.hash() ^ u128::from(depth).wrapping_mul(PLIES_TO_GO);
    if let Some(Paths(paths)) = table.and_then(|table| table.probe(key)) {
        return paths;
    }
    game.moves(moves);
    let mut paths = 0;
    for i in first..moves.len() {
        let m = moves[i];
        let undo = game.make(m);
        paths = u64::saturating_add(paths, count(game, depth - 1, moves, table));
        game.unmake(m, undo);
    }
    moves.truncate(first);
    if let Some(table) = table.filter(|_| u128::from(paths) <= low(Paths::BITS)) {
        table.store(key, Paths(paths), paths);
    }
    paths
}

/// An odd number without a pattern: the fractional part of pi, except for its last bit.
const PLIES_TO_GO: u128 = 0x243f_6a88_85a3_08d3_1319_8a2e_0370_7345;
