//! Counting move paths and different positions.

use std::error::Error;
use std::fmt::{self, Display};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use zobrist::Hasher;
use zobrist_chess::{Scheme, SchemeKeys, Wide};

use crate::hashed::Hashed;
use crate::parallel;
use crate::position_set::{Batches, PositionSet, Refused};
use crate::rules::HashablePosition;

/// Counts the move paths of `depth` plies from a position, on `threads` threads, at most 1,024, or
/// fewer if the system refuses some.
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
    let counts = parallel::map(&roots, threads, |root| shakmaty::perft(root, depth - split));
    counts.into_iter().sum()
}

/// The reason why positions were not counted or visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CountError {
    /// The system refused the memory for the set of positions.
    Refused {
        /// The number of positions that the sets held, those of all plies together.
        positions: u64,
    },
}

impl Display for CountError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CountError::Refused { positions } => write!(
                f,
                "the system refused the memory to distinguish more than {positions} positions; \
                 count fewer plies"
            ),
        }
    }
}

impl Error for CountError {}

/// Counts the different positions after exactly 1, 2, … `depth` plies, by the conventions of the
/// scheme `S`, compared with 128 bits, on `threads` threads, at most 1,024, or fewer if the system
/// refuses some.
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
/// assert_eq!(unique_positions::<Fide, _>(&start, 3, NonZeroUsize::MIN)?, [20, 400, 5362]);
/// assert_eq!(unique_positions::<Fen, _>(&start, 3, NonZeroUsize::MIN)?, [20, 400, 7602]);
/// # Ok::<(), zobrist_shakmaty::CountError>(())
/// ```
///
/// # Errors
/// When the system refuses the memory for the positions.
pub fn unique_positions<S: Scheme, P: HashablePosition + Send + Sync>(
    position: &P,
    depth: u32,
    threads: NonZeroUsize,
) -> Result<Vec<u64>, CountError> {
    let seen: Vec<PositionSet> = (0..depth).map(|_| PositionSet::new()).collect();
    let Some((last, before)) = seen.split_last() else { return Ok(Vec::new()) };
    let (first, others) = before.split_at(shared_on_one_thread(seen.len()));
    first_plies::<S, P>(position, first)
        .and_then(|roots| count(&roots, others, last, threads))
        .map_err(|Refused| refused(&seen))?;
    Ok(seen.iter().map(PositionSet::len).collect())
}

fn refused<'a>(seen: impl IntoIterator<Item = &'a PositionSet>) -> CountError {
    CountError::Refused { positions: seen.into_iter().map(PositionSet::len).sum() }
}

/// Yields the number of different positions after exactly 1, 2, … plies, each counted when it is
/// asked for, as [`unique_positions`] counts them.
///
/// Costs what [`unique_positions`] does, and more if plies hardly grow: positions of a ply that are
/// few, or at most twice those of the previous ply, are held as they are, `size_of::<P>()` bytes
/// and a hash each, and each ply beyond that is counted afresh from there.
///
/// A ply whose positions do not fit in memory is an error, and so are all after it.
pub fn unique_positions_by_ply<S: Scheme, P: HashablePosition + Send + Sync>(
    position: &P,
    threads: NonZeroUsize,
) -> impl Iterator<Item = Result<u64, CountError>> {
    let start = WideHashed::<S, P>::with(position.clone(), Hasher::new(SchemeKeys::new()));
    let mut level = vec![start];
    let (mut before, mut beyond) = (1, 0);
    std::iter::from_fn(move || {
        // By the factor by which it last grew.
        let held = level.len() as u64;
        if beyond > 0 || held * held / before > HELD.max(2 * held) {
            beyond += 1;
            let seen: Vec<PositionSet> = (0..beyond).map(|_| PositionSet::new()).collect();
            let (last, before) = seen.split_last()?;
            let counted = count(&level, before, last, threads);
            return Some(counted.map(|()| last.len()).map_err(|Refused| refused(&seen)));
        }
        let seen = PositionSet::new();
        match next_level(&level, &seen, threads) {
            Ok(next) => {
                before = held.max(1);
                level = next;
                Some(Ok(level.len() as u64))
            }
            Err(Refused) => Some(Err(refused([&seen]))),
        }
    })
}

/// The different positions one ply below `level`.
fn next_level<S: Scheme, P: HashablePosition + Send + Sync>(
    level: &[WideHashed<S, P>],
    seen: &PositionSet,
    threads: NonZeroUsize,
) -> Result<Vec<WideHashed<S, P>>, Refused> {
    let expand = |found: &mut Vec<_>, parent: &WideHashed<S, P>| {
        for child in children(parent) {
            if seen.insert(child.changes().hash())? {
                found.try_reserve(1).map_err(|_| Refused)?;
                found.push(child);
            }
        }
        Ok(())
    };
    let shares = parallel::try_fold(level, threads, Vec::new, expand, Ok)?;
    let mut next = Vec::new();
    next.try_reserve_exact(shares.iter().map(Vec::len).sum()).map_err(|_| Refused)?;
    shares.into_iter().for_each(|share| next.extend(share));
    Ok(next)
}

/// Up to this many positions are few.
const HELD: u64 = 1 << 18;

/// Calls `each` with every different position after exactly `depth` plies, on `threads` threads, at
/// most 1,024, or fewer if the system refuses some, in no particular order, until it says stop; a few
/// more calls may follow. Positions differ by the conventions of the scheme `S`, compared with 128
/// bits.
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
/// })?;
/// assert_eq!(checks.into_inner(), 12); // as many as there are paths, which happen to differ
/// # Ok::<(), zobrist_shakmaty::CountError>(())
/// ```
///
/// # Errors
/// When the system refuses the memory for the positions.
pub fn for_each_unique_position<S: Scheme, P: HashablePosition + Send + Sync>(
    position: &P,
    depth: u32,
    threads: NonZeroUsize,
    each: impl Fn(&P) -> ControlFlow<()> + Sync,
) -> Result<(), CountError> {
    let seen: Vec<PositionSet> = (0..depth).map(|_| PositionSet::new()).collect();
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
    let (first, others) = seen.split_at(shared_on_one_thread(seen.len()));
    let ended = first_plies::<S, P>(position, first).map_err(Ended::from).and_then(|roots| {
        let work = |(): &mut (), root| expand(root, others, &mut |node| visit(node));
        parallel::try_fold(&roots, threads, || (), work, Ok)
    });
    match ended {
        Ok(_) | Err(Ended::Stopped) => Ok(()),
        Err(Ended::Refused) => Err(refused(&seen)),
    }
}

/// The reason why a search of a tree ended early.
enum Ended {
    /// The caller said stop.
    Stopped,
    Refused,
}

impl From<Refused> for Ended {
    fn from(Refused: Refused) -> Ended {
        Ended::Refused
    }
}

/// Puts into `last` the different positions one ply below those that are reached from `roots` in as
/// many plies as `seen` has sets.
///
/// Most positions are those of the last ply, and nothing is done with them but counting: they are
/// inserted a batch at a time.
fn count<S: Scheme, P: HashablePosition + Send + Sync>(
    roots: &[WideHashed<S, P>],
    seen: &[PositionSet],
    last: &PositionSet,
    threads: NonZeroUsize,
) -> Result<(), Refused> {
    let work = |batches: &mut Batches, root| {
        expand(root, seen, &mut |parent| {
            children(parent).try_for_each(|child| batches.push(child.changes().hash()))
        })
    };
    parallel::try_fold(roots, threads, || Batches::of(last), work, Batches::finish)?;
    Ok(())
}

/// How many of so many plies are expanded on one thread, which finds enough work to share.
fn shared_on_one_thread(plies: usize) -> usize {
    plies.saturating_sub(1).min(2)
}

/// The different positions after as many plies as `seen` has sets, which are few.
fn first_plies<S: Scheme, P: HashablePosition>(
    position: &P,
    seen: &[PositionSet],
) -> Result<Vec<WideHashed<S, P>>, Refused> {
    let start = WideHashed::<S, P>::with(position.clone(), Hasher::new(SchemeKeys::new()));
    let mut level = Vec::new();
    expand(&start, seen, &mut |node| {
        level.push(node.clone());
        Ok::<(), Refused>(())
    })?;
    Ok(level)
}

type WideHashed<S, P> = Hashed<S, P, Hasher<SchemeKeys<Wide<S>>>>;

/// Visits the positions below that were not reached before by a path of the same length.
fn expand<S: Scheme, P: HashablePosition, E: From<Refused>>(
    position: &WideHashed<S, P>,
    seen: &[PositionSet],
    leaf: &mut impl FnMut(&WideHashed<S, P>) -> Result<(), E>,
) -> Result<(), E> {
    let Some((ply, deeper)) = seen.split_first() else { return leaf(position) };
    for child in children(position) {
        if ply.insert(child.changes().hash())? {
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
