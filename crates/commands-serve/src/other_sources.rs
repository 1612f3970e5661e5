//! Sources that are not games of chess: games of Go, and runs of a lattice.

use std::path::PathBuf;
use std::sync::{PoisonError, RwLock};

use anyhow::Result;
use zobrist_console::ending::Ending;
use zobrist_go_games::sources::holds_sgf;
use zobrist_go_index::is_go_index;

use super::go::GoGames;
use super::lattice::{LatticeRuns, is_csv};
use super::library::Added;

/// The sources by what they hold, told by the ends of their names.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct SourcesByKind {
    pub(crate) chess: Vec<PathBuf>,
    pub(crate) go: Vec<PathBuf>,
    pub(crate) lattice: Vec<PathBuf>,
}

impl SourcesByKind {
    pub(crate) fn of(sources: Vec<PathBuf>) -> SourcesByKind {
        let mut sorted = SourcesByKind::default();
        for source in sources {
            let same = match &source {
                source if holds_sgf(source) || is_go_index(source) => &mut sorted.go,
                source if is_csv(source) => &mut sorted.lattice,
                _ => &mut sorted.chess,
            };
            same.push(source);
        }
        sorted
    }
}

/// Games of Go and runs of a lattice that are served.
#[derive(Debug)]
pub(crate) struct OtherSources {
    pub(crate) go: RwLock<Option<GoGames>>,
    pub(crate) lattice: Option<LatticeRuns>,
}

impl OtherSources {
    /// Reads the files of both. Games and rows that are rejected are reported, and the ending says
    /// so.
    ///
    /// # Errors
    /// When a file cannot be read, or does not hold what its name says.
    pub(crate) fn read(sorted: &SourcesByKind) -> Result<(OtherSources, Ending)> {
        let (mut others, mut is_sound) =
            (OtherSources { go: RwLock::default(), lattice: None }, true);
        if !sorted.go.is_empty() {
            let (games, ending) = GoGames::read(&sorted.go)?;
            others.go = RwLock::new(Some(games));
            is_sound &= matches!(ending, Ending::Done);
        }
        if !sorted.lattice.is_empty() {
            let (runs, ending) = LatticeRuns::read(&sorted.lattice)?;
            others.lattice = Some(runs);
            is_sound &= matches!(ending, Ending::Done);
        }
        Ok((others, Ending::done_if(is_sound)))
    }

    /// The number of games of Go.
    pub(crate) fn go_games(&self) -> usize {
        self.go.read().unwrap_or_else(PoisonError::into_inner).as_ref().map_or(0, GoGames::len)
    }

    /// Adds games of Go of a file, under a name, as a source.
    pub(crate) fn add_go(&self, games: GoGames, name: &str) -> Added {
        let mut go = self.go.write().unwrap_or_else(PoisonError::into_inner);
        let count = games.len() as u64;
        Added { number: go.get_or_insert_default().add(games, name), games: count }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_what_a_source_holds() {
        let paths = |names: &[&str]| names.iter().map(PathBuf::from).collect::<Vec<_>>();
        let all = paths(&["a.pgn", "b.sgf", "-", "c.csv", "index", "d.SGF.gz"]);
        let expected = SourcesByKind {
            chess: paths(&["a.pgn", "-", "index"]),
            go: paths(&["b.sgf", "d.SGF.gz"]),
            lattice: paths(&["c.csv"]),
        };
        assert_eq!(SourcesByKind::of(all), expected);
    }
}
