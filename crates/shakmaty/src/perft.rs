//! Counting move paths.

use std::num::NonZeroUsize;

use crate::hashable::HashablePosition;
use crate::parallel;

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
    // The positions after two plies are enough to share among any number of cores.
    let split = depth.saturating_sub(1).min(2);
    let mut roots = vec![position.clone()];
    for _ in 0..split {
        roots = roots.iter().flat_map(children).collect();
    }
    let counts = parallel::map(&roots, threads, |root| shakmaty::perft(root, depth - split));
    counts.into_iter().sum()
}

fn children<P: HashablePosition>(parent: &P) -> impl Iterator<Item = P> {
    parent.legal_moves().into_iter().map(|m| {
        let mut child = parent.clone();
        child.play_unchecked(m);
        child
    })
}
