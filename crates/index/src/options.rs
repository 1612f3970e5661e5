//! What an index takes of the games that it is given.

use std::num::NonZeroUsize;

use serde::{Deserialize, Serialize};

use crate::scheme::IndexScheme;

/// The options for building an index.
///
/// ```
/// use zobrist_index::{BuildOptions, IndexScheme};
///
/// let mut options = BuildOptions::default();
/// options.select.max_ply = Some(40);
/// assert_eq!(options.scheme, IndexScheme::Fide);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BuildOptions {
    /// The scheme, which says which positions are one. An index has one scheme: what is added
    /// follows it.
    pub scheme: IndexScheme,
    /// The games and positions that are taken.
    pub select: Select,
    /// How much may be held in memory, in bytes. When the rows of the games that were added take
    /// a third of it, they are sorted and written to the disk as a segment, and games for
    /// [`Select::dedup`] to remember may take half of it. Any value will do, but a small one makes
    /// many segments to merge in [`finish`](crate::IndexBuilder::finish); the command takes 16 MiB
    /// or more. Each thread needs some 25 MiB beside it.
    pub memory: usize,
    /// The number of threads that sort, write and merge. Replaying is the caller's:
    /// [`IndexBuilder`](crate::IndexBuilder) says how.
    pub threads: NonZeroUsize,
}

impl Default for BuildOptions {
    /// Returns the scheme `fide`, all of every game, 1 GiB, one thread.
    fn default() -> Self {
        BuildOptions {
            scheme: IndexScheme::Fide,
            select: Select::default(),
            memory: 1 << 30,
            threads: NonZeroUsize::MIN,
        }
    }
}

/// The games and positions that an index takes of its sources.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Select {
    /// The number of plies of each game that count: positions from ply 0 up to, but without, this
    /// one. `None` takes all.
    pub max_ply: Option<u32>,
    /// The Elo that both players must have at least; games without one are left out. `None` takes
    /// all.
    pub min_elo: Option<u16>,
    /// Whether a game is left out whose moves, result and tags `Variant`, `FEN`, `White`, `Black`
    /// and `Date` are those of a game before it. Tags are compared as text: a start position that is
    /// told in other words is another.
    pub dedup: bool,
}
