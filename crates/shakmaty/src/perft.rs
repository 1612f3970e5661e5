//! Counting move paths and different positions.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use zobrist::Hasher as StateHasher;
use zobrist_chess::{Scheme, SchemeKeys, Wide};

use crate::hashed::Hashed;
use crate::parallel::{in_parallel, in_parallel_with};
use crate::rules::HashablePosition;
use crate::seen::{Batches, Seen};

/// Counts the move paths of `depth` plies from a position, on `threads` threads, at most 1,024.
///
/// ```
/// use std::num::NonZeroUsize;
///
/// use shakmaty::Chess;
/// use zobrist_shakmaty::perft;
///
/// assert_eq!(perft(&Chess::default(), 3, NonZeroUsize::MIN), 8902);
/// ```
pub fn perft<P: HashablePosition + Send + Sync>(
    position: &P,
    depth: u32,
    threads: NonZeroUsize,
) -> u64 {
    // Two plies give enough pieces of work for any number of cores.
    let split = depth.saturating_sub(1).min(2);
    let roots = descendants(position, split);
    let counts = in_parallel(&roots, threads, |root| shakmaty::perft(root, depth - split));
    counts.into_iter().sum()
}

/// Counts the different positions after exactly 1, 2, … `depth` plies, by the conventions of the
/// scheme `S`, compared with 128 bits, on `threads` threads, at most 1,024.
///
/// A position that several paths of the same length reach is expanded once, and all plies are
/// counted in one pass. Costs 20 to 40 bytes for each position of each ply.
///
/// ```
/// use std::num::NonZeroUsize;
///
/// use shakmaty::Chess;
/// use zobrist_chess::{Fen, Fide};
/// use zobrist_shakmaty::unique_positions;
///
/// let start = Chess::default();
/// assert_eq!(unique_positions::<Fide, _>(&start, 3, NonZeroUsize::MIN), [20, 400, 5362]);
/// assert_eq!(unique_positions::<Fen, _>(&start, 3, NonZeroUsize::MIN), [20, 400, 7602]);
/// ```
pub fn unique_positions<S: Scheme, P: HashablePosition + Send + Sync>(
    position: &P,
    depth: u32,
    threads: NonZeroUsize,
) -> Vec<u64> {
    let seen: Vec<Seen> = (0..depth).map(|_| Seen::new()).collect();
    let Some((last, before)) = seen.split_last() else { return Vec::new() };
    let (first, others) = before.split_at(shared_on_one_thread(seen.len()));
    let roots = first_plies::<S, P>(position, first);
    count(&roots, others, last, threads);
    seen.iter().map(Seen::len).collect()
}

/// Yields the number of different positions after exactly 1, 2, … plies, each counted when it is
/// asked for, as [`unique_positions`] counts them.
///
/// Costs what [`unique_positions`] does, and more if plies hardly grow: positions of a ply that are
/// few, or at most twice those of the previous ply, are held as they are, `size_of::<P>()` bytes
/// and a hash each, and each ply beyond that is counted afresh from there.
pub fn unique_positions_by_ply<S: Scheme, P: HashablePosition + Send + Sync>(
    position: &P,
    threads: NonZeroUsize,
) -> impl Iterator<Item = u64> {
    let start = WideHashed::<S, P>::with(position.clone(), StateHasher::new(SchemeKeys::new()));
    let mut level = vec![start];
    let (mut before, mut beyond) = (1, 0);
    std::iter::from_fn(move || {
        // By the factor by which it last grew.
        let held = level.len() as u64;
        if beyond > 0 || held * held / before > HELD.max(2 * held) {
            beyond += 1;
            let before: Vec<Seen> = (1..beyond).map(|_| Seen::new()).collect();
            let last = Seen::new();
            count(&level, &before, &last, threads);
            return Some(last.len());
        }
        let seen = Seen::new();
        let children: Vec<Vec<_>> =
            in_parallel(&level, threads, |parent| new_children(parent, &seen).collect());
        before = held.max(1);
        level = children.into_iter().flatten().collect();
        Some(level.len() as u64)
    })
}

/// Up to this many positions are few.
const HELD: u64 = 1 << 18;

/// Calls `each` with every different position after exactly `depth` plies, on `threads` threads, at
/// most 1,024, in no particular order, until it says stop; a few more calls may follow. Positions
/// differ by the conventions of the scheme `S`, compared with 128 bits.
///
/// Costs what [`unique_positions`] does.
///
/// ```
/// use std::num::NonZeroUsize;
/// use std::ops::ControlFlow;
/// use std::sync::atomic::{AtomicU32, Ordering};
///
/// use shakmaty::{Chess, Position};
/// use zobrist_chess::Fide;
/// use zobrist_shakmaty::for_each_unique_position;
///
/// let checks = AtomicU32::new(0);
/// for_each_unique_position::<Fide, _>(&Chess::default(), 3, NonZeroUsize::MIN, |position| {
///     checks.fetch_add(u32::from(position.is_check()), Ordering::Relaxed);
///     ControlFlow::Continue(())
/// });
/// assert_eq!(checks.into_inner(), 12); // as many as there are paths, which happen to differ
/// ```
pub fn for_each_unique_position<S: Scheme, P: HashablePosition + Send + Sync>(
    position: &P,
    depth: u32,
    threads: NonZeroUsize,
    each: impl Fn(&P) -> ControlFlow<()> + Sync,
) {
    let seen: Vec<Seen> = (0..depth).map(|_| Seen::new()).collect();
    let stopped = AtomicBool::new(false);
    visit_leaves::<S, P>(position, &seen, threads, |position| {
        if stopped.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        each(position).map_break(|()| stopped.store(true, Ordering::Relaxed))
    });
}

/// Calls `leaf` with the different positions after as many plies as `seen` has sets. A break ends
/// one thread's work on one of the first positions.
fn visit_leaves<S: Scheme, P: HashablePosition + Send + Sync>(
    position: &P,
    seen: &[Seen],
    threads: NonZeroUsize,
    leaf: impl Fn(&P) -> ControlFlow<()> + Sync,
) {
    let (first, others) = seen.split_at(shared_on_one_thread(seen.len()));
    let roots = first_plies::<S, P>(position, first);
    in_parallel(&roots, threads, |root| expand(root, others, &mut |node| leaf(node.position())));
}

/// Puts into `last` the different positions one ply below those that are reached from `roots` in as
/// many plies as `seen` has sets.
///
/// Most positions are those of the last ply, and nothing is done with them but counting: they are
/// inserted a batch at a time.
fn count<S: Scheme, P: HashablePosition + Send + Sync>(
    roots: &[WideHashed<S, P>],
    seen: &[Seen],
    last: &Seen,
    threads: NonZeroUsize,
) {
    in_parallel_with(
        roots,
        threads,
        || Batches::of(last),
        |batches, root| {
            expand(root, seen, &mut |parent| {
                children(parent).for_each(|child| batches.push(child.changes().hash()));
                ControlFlow::Continue(())
            })
        },
    );
}

/// How many of so many plies are expanded on one thread, which finds enough work to share.
fn shared_on_one_thread(plies: usize) -> usize {
    plies.saturating_sub(1).min(2)
}

/// The different positions after as many plies as `seen` has sets.
fn first_plies<S: Scheme, P: HashablePosition>(
    position: &P,
    seen: &[Seen],
) -> Vec<WideHashed<S, P>> {
    let start = WideHashed::<S, P>::with(position.clone(), StateHasher::new(SchemeKeys::new()));
    seen.iter().fold(vec![start], |level, ply| {
        level.iter().flat_map(|parent| new_children(parent, ply)).collect()
    })
}

type WideHashed<S, P> = Hashed<S, P, StateHasher<SchemeKeys<Wide<S>>>>;

/// Visits the positions below that were not reached before by a path of the same length.
fn expand<S: Scheme, P: HashablePosition>(
    position: &WideHashed<S, P>,
    seen: &[Seen],
    leaf: &mut impl FnMut(&WideHashed<S, P>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let Some((ply, deeper)) = seen.split_first() else { return leaf(position) };
    new_children(position, ply).try_for_each(|child| expand(&child, deeper, leaf))
}

fn new_children<S: Scheme, P: HashablePosition>(
    parent: &WideHashed<S, P>,
    ply: &Seen,
) -> impl Iterator<Item = WideHashed<S, P>> {
    children(parent).filter(|child| ply.insert(child.changes().hash()))
}

fn children<S: Scheme, P: HashablePosition>(
    parent: &WideHashed<S, P>,
) -> impl Iterator<Item = WideHashed<S, P>> {
    parent.position().legal_moves().into_iter().map(|m| {
        let mut child = parent.clone();
        child.play_unchecked(m);
        child
    })
}

/// All positions after `plies` plies, once per path.
fn descendants<P: HashablePosition>(position: &P, plies: u32) -> Vec<P> {
    let mut level = vec![position.clone()];
    for _ in 0..plies {
        level = level
            .iter()
            .flat_map(|parent| {
                parent.legal_moves().into_iter().map(|m| {
                    let mut child = parent.clone();
                    child.play_unchecked(m);
                    child
                })
            })
            .collect();
    }
    level
}
