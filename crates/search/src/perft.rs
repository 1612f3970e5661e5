//! Counting move paths, with a table for positions that several paths reach.

use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{self, Builder};

use zobrist_transposition::{Long, Pack, Table, TwoTier};

use crate::game::Game;
use crate::limits::MAX_THREADS;

/// A number of move paths below 2^53, the payload of a [`PerftTable`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathCount(u64);

impl Pack for PathCount {
    const BITS: u32 = 53;
    #[inline(always)]
    fn pack(self) -> u128 {
        self.0.into()
    }
    #[inline(always)]
    fn unpack(bits: u128) -> Self {
        PathCount(bits as u64)
    }
}

/// A table for [`perft()`]: a slot holds all 128 bits of a key, so that no position is taken for
/// another unless all bits of their hashes agree.
pub type PerftTable = Table<u128, PathCount, TwoTier, Long>;

const _: () = assert!(PerftTable::SLOT_LAYOUT.tag_bits() == 128);

/// Counts the move paths of `depth` plies from a position, on `threads` threads, at most 1,024, or
/// fewer and the calling one if the system refuses some. A path consists of moves that
/// [`Game::moves`] lists. The count saturates at `u64::MAX`.
///
/// With a table, positions that were reached before with as many plies to go are not counted again.
/// The table may be used for one position of the same game after another.
///
/// It recurses once per ply on threads with the default stack: an optimized program has room for
/// thousands of plies, and more may end the process.
///
/// ```
/// use std::num::NonZeroUsize;
/// use zobrist_search::{Game, PerftTable, perft};
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
/// let table = PerftTable::new(1 << 20)?;
/// assert_eq!(perft(&Counters([0; 2]), 32, two, Some(&table)), 1 << 32); // at once
/// assert_eq!(perft(&Counters([0; 2]), 12, two, None), 1 << 12);
/// # Ok::<(), zobrist_transposition::AllocateError>(())
/// ```
pub fn perft<G: Game<Key = u128>>(
    game: &G,
    depth: u32,
    threads: NonZeroUsize,
    table: Option<&PerftTable>,
) -> u64 {
    // The positions after two plies are enough work items for any number of threads.
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
    let threads = threads.get().min(MAX_THREADS).min(roots.len());
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
            // The system refused a thread.
            work();
        }
        for worker in workers {
            // Passes on the panic of a game.
            worker.join().unwrap_or_else(|why| resume_unwind(why));
        }
    });
    sum.into_inner()
}

/// Counts on one thread. `moves` is a stack of the moves of the positions above this one.
fn count<G: Game<Key = u128>>(
    game: &mut G,
    depth: u32,
    moves: &mut Vec<G::Move>,
    table: Option<&PerftTable>,
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
    // A count holds for one depth, so the depth is part of the key.
    let key = game.hash() ^ u128::from(depth).wrapping_mul(DEPTH_KEY);
    if let Some(PathCount(paths)) = table.and_then(|table| table.probe(key)) {
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
    if let Some(table) = table.filter(|_| paths >> PathCount::BITS == 0) {
        table.store(key, PathCount(paths), paths);
    }
    paths
}

/// An odd number without a pattern, by which depths become part of keys: the fractional part of pi,
/// except for its last bit.
const DEPTH_KEY: u128 = 0x243f_6a88_85a3_08d3_1319_8a2e_0370_7345;
