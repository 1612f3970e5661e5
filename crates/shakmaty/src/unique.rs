//! Counting and visiting the different positions of a game tree.

use std::error::Error;
use std::fmt::{self, Display};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use zobrist::Hasher;
use zobrist_chess::{Scheme, Wide};

use crate::hashable::HashablePosition;
use crate::hashed::Hashed;
use crate::parallel;
use crate::position_set::{BatchedInserts, OutOfMemory, PositionSet};

/// The error of positions that could not be counted or visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CountError {
    /// The system refused memory for the sets of positions.
    OutOfMemory {
        /// The number of positions in the sets of all plies together.
        positions: u64,
    },
}

impl CountError {
    fn out_of_memory<'a>(sets: impl IntoIterator<Item = &'a PositionSet>) -> CountError {
        CountError::OutOfMemory { positions: sets.into_iter().map(PositionSet::len).sum() }
    }
}

impl Display for CountError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CountError::OutOfMemory { positions } => write!(
                f,
                "the system refused the memory to distinguish more than {positions} positions; \
                 count fewer plies"
            ),
        }
    }
}

impl Error for CountError {}

/// Counts the different positions after exactly 1, 2, … `depth` plies, on `threads` threads, at
/// most 1,024, or fewer if the system refuses some. Positions are compared by 128-bit hashes, by
/// the conventions of the scheme.
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
/// assert_eq!(unique_positions(&Fide, &start, 3, NonZeroUsize::MIN)?, [20, 400, 5362]);
/// assert_eq!(unique_positions(&Fen, &start, 3, NonZeroUsize::MIN)?, [20, 400, 7602]);
/// # Ok::<(), zobrist_shakmaty::CountError>(())
/// ```
///
/// # Errors
/// When the system refuses the memory for the positions.
pub fn unique_positions<S: Scheme, P: HashablePosition + Send + Sync>(
    scheme: &S,
    position: &P,
    depth: u32,
    threads: NonZeroUsize,
) -> Result<Vec<u64>, CountError> {
    let sets = sets(depth as usize);
    let Some((last, before)) = sets.split_last() else { return Ok(Vec::new()) };
    let (first, others) = before.split_at(plies_on_one_thread(sets.len()));
    first_plies(scheme, position, first)
        .and_then(|roots| fill_last(&roots, others, last, threads))
        .map_err(|OutOfMemory| CountError::out_of_memory(&sets))?;
    Ok(sets.iter().map(PositionSet::len).collect())
}

/// Yields the number of different positions after exactly 1, 2, … plies, each when it is asked for,
/// as [`unique_positions`] counts them.
///
/// Costs as much as [`unique_positions`], and more if plies hardly grow. The positions of a ply
/// that has at most 2^18, or at most twice as many as the ply before, are kept, `size_of::<P>()`
/// bytes and a hash each; every ply after the last one kept is counted anew from there.
///
/// A ply whose positions do not fit in memory is an error, and so are all later ones.
pub fn unique_positions_by_ply<S: Scheme, P: HashablePosition + Send + Sync>(
    scheme: &S,
    position: &P,
    threads: NonZeroUsize,
) -> impl Iterator<Item = Result<u64, CountError>> {
    let mut level = vec![start(scheme, position)];
    let (mut before, mut beyond) = (1, 0);
    std::iter::from_fn(move || {
        // The next ply is expected to grow by the factor by which this one grew.
        let kept = level.len() as u64;
        if beyond > 0 || kept * kept / before > MAX_KEPT.max(2 * kept) {
            beyond += 1;
            let sets = sets(beyond);
            let (last, others) = sets.split_last()?;
            let counted = fill_last(&level, others, last, threads);
            return Some(
                counted
                    .map(|()| last.len())
                    .map_err(|OutOfMemory| CountError::out_of_memory(&sets)),
            );
        }
        let set = PositionSet::new();
        match next_level(&level, &set, threads) {
            Ok(next) => {
                before = kept.max(1);
                level = next;
                Some(Ok(level.len() as u64))
            }
            Err(OutOfMemory) => Some(Err(CountError::out_of_memory([&set]))),
        }
    })
}

/// Number of positions of a ply that are kept however fast plies grow.
const MAX_KEPT: u64 = 1 << 18;

/// Returns the different positions one ply after those of `level`.
fn next_level<S: Scheme, P: HashablePosition + Send + Sync>(
    level: &[WideHashed<S, P>],
    set: &PositionSet,
    threads: NonZeroUsize,
) -> Result<Vec<WideHashed<S, P>>, OutOfMemory> {
    let expand = |found: &mut Vec<_>, parent: &WideHashed<S, P>| {
        for child in children(parent) {
            if set.insert(child.changes().hash())? {
                found.try_reserve(1).map_err(|_| OutOfMemory)?;
                found.push(child);
            }
        }
        Ok(())
    };
    let shares = parallel::try_fold(level, threads, Vec::new, expand, Ok)?;
    let mut next = Vec::new();
    next.try_reserve_exact(shares.iter().map(Vec::len).sum()).map_err(|_| OutOfMemory)?;
    shares.into_iter().for_each(|share| next.extend(share));
    Ok(next)
}

/// Calls `each` with every different position after exactly `depth` plies, in no particular order,
/// until it returns `Break`; a few more calls may follow. Runs on `threads` threads, at most 1,024,
/// or fewer if the system refuses some. Positions are compared by 128-bit hashes, by the
/// conventions of the scheme.
///
/// Costs as much as [`unique_positions`].
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
/// for_each_unique_position(&Fide, &Chess::default(), 3, NonZeroUsize::MIN, |position| {
///     checks.fetch_add(u32::from(position.is_check()), Ordering::Relaxed);
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!(checks.into_inner(), 12);
/// # Ok::<(), zobrist_shakmaty::CountError>(())
/// ```
///
/// # Errors
/// When the system refuses the memory for the positions.
pub fn for_each_unique_position<S: Scheme, P: HashablePosition + Send + Sync>(
    scheme: &S,
    position: &P,
    depth: u32,
    threads: NonZeroUsize,
    each: impl Fn(&P) -> ControlFlow<()> + Sync,
) -> Result<(), CountError> {
    let sets = sets(depth as usize);
    let stopped = AtomicBool::new(false);
    let visit = |node: &WideHashed<S, P>| {
        if stopped.load(Ordering::Relaxed) {
            return Err(Ended::Stopped);
        }
        match each(node.position()) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => {
                stopped.store(true, Ordering::Relaxed);
                Err(Ended::Stopped)
            }
        }
    };
    let (first, others) = sets.split_at(plies_on_one_thread(sets.len()));
    let ended = first_plies(scheme, position, first).map_err(Ended::from).and_then(|roots| {
        let work = |(): &mut (), root| expand(root, others, &mut |node| visit(node));
        parallel::try_fold(&roots, threads, || (), work, Ok)
    });
    match ended {
        Ok(_) | Err(Ended::Stopped) => Ok(()),
        Err(Ended::OutOfMemory) => Err(CountError::out_of_memory(&sets)),
    }
}

/// The reason why a search of a tree ended early.
enum Ended {
    /// The caller returned `Break`.
    Stopped,
    OutOfMemory,
}

impl From<OutOfMemory> for Ended {
    fn from(OutOfMemory: OutOfMemory) -> Ended {
        Ended::OutOfMemory
    }
}

fn sets(plies: usize) -> Vec<PositionSet> {
    (0..plies).map(|_| PositionSet::new()).collect()
}

/// Returns how many of the first plies are expanded on one thread, to give enough roots to share.
fn plies_on_one_thread(plies: usize) -> usize {
    plies.saturating_sub(1).min(2)
}

/// Inserts into `last` the different positions after one ply more than `sets` has sets.
///
/// Most positions are those of the last ply, which are only counted: they are inserted in batches.
fn fill_last<S: Scheme, P: HashablePosition + Send + Sync>(
    roots: &[WideHashed<S, P>],
    sets: &[PositionSet],
    last: &PositionSet,
    threads: NonZeroUsize,
) -> Result<(), OutOfMemory> {
    let work = |inserts: &mut BatchedInserts, root| {
        expand(root, sets, &mut |parent| {
            children(parent).try_for_each(|child| inserts.push(child.changes().hash()))
        })
    };
    parallel::try_fold(
        roots,
        threads,
        || BatchedInserts::into_set(last),
        work,
        BatchedInserts::finish,
    )?;
    Ok(())
}

/// Returns the different positions after as many plies as `sets` has sets.
fn first_plies<S: Scheme, P: HashablePosition>(
    scheme: &S,
    position: &P,
    sets: &[PositionSet],
) -> Result<Vec<WideHashed<S, P>>, OutOfMemory> {
    let mut level = Vec::new();
    expand(&start(scheme, position), sets, &mut |node| {
        level.push(node.clone());
        Ok::<(), OutOfMemory>(())
    })?;
    Ok(level)
}

type WideHashed<S, P> = Hashed<S, P, Hasher<Wide<S>>>;

fn start<S: Scheme, P: HashablePosition>(scheme: &S, position: &P) -> WideHashed<S, P> {
    Hashed::with(scheme.clone(), position.clone(), Hasher::new(Wide(scheme.clone())))
}

/// Calls `leaf` with every position after as many plies as `sets` has sets, except those that the
/// sets have already at their ply.
fn expand<S: Scheme, P: HashablePosition, E: From<OutOfMemory>>(
    position: &WideHashed<S, P>,
    sets: &[PositionSet],
    leaf: &mut impl FnMut(&WideHashed<S, P>) -> Result<(), E>,
) -> Result<(), E> {
    let Some((set, deeper)) = sets.split_first() else { return leaf(position) };
    for child in children(position) {
        if set.insert(child.changes().hash())? {
            expand(&child, deeper, leaf)?;
        }
    }
    Ok(())
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
