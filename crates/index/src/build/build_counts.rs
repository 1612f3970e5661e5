//! Counts of the games that a build has taken and left out.

use std::ops::AddAssign;

use crate::format::manifest::IndexedSource;
use crate::games::Replayed;

/// The numbers of games that a builder has added and left out, including those of an interrupted
/// run that it resumed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct BuildCounts {
    /// The number of games that were added.
    pub games: u64,
    /// The number of positions that were added: for each game one more than its plies, unless
    /// [`Select::max_ply`](crate::Select::max_ply) takes fewer.
    pub positions: u64,
    /// The number of games that could not be replayed.
    pub rejected: u64,
    /// The number of games that were left out by [`Select::min_elo`](crate::Select::min_elo).
    pub below_elo: u64,
    /// The number of games that were left out as duplicates, by
    /// [`Select::dedup`](crate::Select::dedup).
    pub duplicates: u64,
    /// The number of games that were shortened, by
    /// [`BuildOptions::keep_valid`](crate::BuildOptions::keep_valid), duplicates included.
    pub shortened: u64,
    /// The number of sources that were [accepted in part](crate::IndexBuilder::accept_part).
    pub partial: u64,
}

impl BuildCounts {
    /// Returns true if no game was rejected or shortened, and no source was accepted in part.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.rejected == 0 && self.shortened == 0 && self.partial == 0
    }

    /// The counts of games that were replayed: those for which `keep` is true are taken, and
    /// `rejected` could not be.
    pub(crate) fn of_replayed(replayed: &Replayed, keep: &[bool], rejected: u64) -> BuildCounts {
        let games = keep.iter().filter(|keep| **keep).count() as u64;
        BuildCounts {
            games,
            rejected,
            below_elo: replayed.below_elo,
            duplicates: keep.len() as u64 - games,
            shortened: replayed.shortened.len() as u64,
            ..BuildCounts::default()
        }
    }

    /// The counts of the games of a source.
    pub(crate) fn of_source(source: &IndexedSource) -> BuildCounts {
        let &IndexedSource { games, rejected, below_elo, duplicates, shortened, .. } = source;
        let (positions, partial) = (0, u64::from(source.partial));
        BuildCounts { games, positions, rejected, below_elo, duplicates, shortened, partial }
    }

    /// Adds the counts of games to those of the source that they came from.
    pub(crate) fn add_to(&self, source: &mut IndexedSource) {
        for (sum, more) in [
            (&mut source.games, self.games),
            (&mut source.rejected, self.rejected),
            (&mut source.below_elo, self.below_elo),
            (&mut source.duplicates, self.duplicates),
            (&mut source.shortened, self.shortened),
        ] {
            *sum = sum.saturating_add(more);
        }
    }
}

impl AddAssign for BuildCounts {
    fn add_assign(&mut self, other: BuildCounts) {
        for (sum, more) in [
            (&mut self.games, other.games),
            (&mut self.positions, other.positions),
            (&mut self.rejected, other.rejected),
            (&mut self.below_elo, other.below_elo),
            (&mut self.duplicates, other.duplicates),
            (&mut self.shortened, other.shortened),
            (&mut self.partial, other.partial),
        ] {
            *sum = sum.saturating_add(more);
        }
    }
}
