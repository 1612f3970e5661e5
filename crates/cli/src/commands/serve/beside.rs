//! Sources that are not games of chess: games of Go, and runs of a lattice.

use std::path::PathBuf;

use anyhow::Result;

use super::go::{GoGames, is_sgf};
use super::lattice::{LatticeRuns, is_csv};
use crate::ending::Ending;

/// The sources by what they hold, told by the ends of their names.
#[derive(Debug, Default, PartialEq)]
pub struct Sorted {
    pub chess: Vec<PathBuf>,
    pub go: Vec<PathBuf>,
    pub lattice: Vec<PathBuf>,
}

impl Sorted {
    pub fn of(sources: Vec<PathBuf>) -> Sorted {
        let mut sorted = Sorted::default();
        for source in sources {
            let same = match &source {
                source if is_sgf(source) => &mut sorted.go,
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
pub struct Beside {
    pub go: Option<GoGames>,
    pub lattice: Option<LatticeRuns>,
}

impl Beside {
    /// Reads the files of both. What is rejected of them is reported, and the ending says so.
    ///
    /// # Errors
    /// When a file cannot be read, or does not hold what its name says.
    pub fn read(sorted: &Sorted) -> Result<(Beside, Ending)> {
        let mut is_sound = true;
        let mut note = |ending| is_sound &= matches!(ending, Ending::Done);
        let go = (!sorted.go.is_empty()).then(|| GoGames::read(&sorted.go)).transpose()?;
        let lattice =
            (!sorted.lattice.is_empty()).then(|| LatticeRuns::read(&sorted.lattice)).transpose()?;
        let go = go.map(|(games, ending)| {
            note(ending);
            games
        });
        let lattice = lattice.map(|(runs, ending)| {
            note(ending);
            runs
        });
        Ok((Beside { go, lattice }, Ending::done_if(is_sound)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_what_a_source_holds() {
        let paths = |names: &[&str]| names.iter().map(PathBuf::from).collect::<Vec<_>>();
        let all = paths(&["a.pgn", "b.sgf", "-", "c.csv", "index", "d.SGF.gz"]);
        let expected = Sorted {
            chess: paths(&["a.pgn", "-", "index"]),
            go: paths(&["b.sgf", "d.SGF.gz"]),
            lattice: paths(&["c.csv"]),
        };
        assert_eq!(Sorted::of(all), expected);
    }
}
