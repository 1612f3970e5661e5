//! Games that are held in memory until they are written as a segment.

use std::num::NonZeroUsize;

use crate::aggregate::write_rows;
use crate::error::IndexError;
use crate::facts::Facts;
use crate::folder::Folder;
use crate::manifest::{GamesFile, KeyedFile, Segment};
use crate::parallel;
use crate::replayer::Replayed;
use crate::scheme::IndexScheme;
use crate::table::{Games, Occurrences, Positions, Table, TableWriter};
use crate::visit::{PARTS, Parted, Visit, sort_part};

/// About how many rows a file has.
const FILE_ROWS: usize = 1 << 20;

/// Games that are not yet part of a segment.
pub(crate) struct Batch {
    number: u32,
    scheme: IndexScheme,
    /// The number of the first game.
    first: u32,
    facts: Vec<Facts>,
    chunks: Vec<Chunk>,
    visits: usize,
    games: TableWriter<Games>,
    games_file: String,
}

/// What was replayed at once.
struct Chunk {
    /// The number of each game in the index, or [`LEFT_OUT`].
    games: Vec<u32>,
    visits: Parted,
}

const LEFT_OUT: u32 = u32::MAX;

impl Batch {
    /// A batch that becomes the segment of this number, its games numbered from `first` on.
    ///
    /// # Errors
    /// When the file of its games cannot be made.
    pub fn new(
        folder: &Folder,
        number: u32,
        first: u32,
        scheme: IndexScheme,
    ) -> Result<Batch, IndexError> {
        let games_file = file_name(Games::NAME, number, 0);
        let games = TableWriter::create(folder.unfinished(&games_file)?, scheme)?;
        let (facts, chunks) = (Vec::new(), Vec::new());
        Ok(Batch { number, scheme, first, facts, chunks, visits: 0, games, games_file })
    }

    /// How many games there are.
    pub fn games(&self) -> u32 {
        self.facts.len() as u32
    }

    /// How many bytes are held.
    pub fn memory(&self) -> usize {
        self.visits * size_of::<Visit>() + self.facts.len() * size_of::<Facts>()
    }

    /// Takes the games over for which `keep` holds.
    ///
    /// # Errors
    /// When the file of games cannot be written, or there are too many.
    pub fn add(&mut self, replayed: Replayed, keep: &[bool]) -> Result<(), IndexError> {
        let mut next = self.first + self.games();
        let kept = keep.iter().filter(|keep| **keep).count();
        if next as usize + kept > i32::MAX as usize {
            return Err(IndexError::TooManyGames);
        }
        self.games.columns.extend(&replayed.games, keep, next);
        self.games.flush_if_full()?;
        let mut games = Vec::with_capacity(keep.len());
        for (keep, facts) in keep.iter().zip(replayed.facts) {
            if *keep {
                games.push(next);
                self.facts.push(facts);
                next += 1;
            } else {
                games.push(LEFT_OUT);
            }
        }
        self.visits += replayed.visits.len();
        self.chunks.push(Chunk { games, visits: replayed.visits });
        Ok(())
    }

    /// Sorts and writes everything. Files are divided by key, and each is written by one
    /// thread.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn write(
        self,
        folder: &Folder,
        threads: NonZeroUsize,
    ) -> Result<(Segment, GamesFile), IndexError> {
        let files = files_of(self.visits);
        let written = parallel::for_each(threads, files, |file| {
            let parts = file * PARTS / files..(file + 1) * PARTS / files;
            let writer = |table| {
                let name = file_name(table, self.number, file);
                Ok::<_, IndexError>((folder.unfinished(&name)?, name))
            };
            let (path, positions_name) = writer(Positions::NAME)?;
            let mut positions = TableWriter::<Positions>::create(path, self.scheme)?;
            let (path, occurrences_name) = writer(Occurrences::NAME)?;
            let mut occurrences = TableWriter::<Occurrences>::create(path, self.scheme)?;
            let (mut visits, mut spare) = (Vec::new(), Vec::new());
            for part in parts.clone() {
                self.gather(part, &mut visits);
                sort_part(&mut visits, &mut spare);
                write_rows(&mut visits, self.first, &self.facts, &mut positions, &mut occurrences)?;
            }
            let parts = (parts.start, parts.end);
            let facts = positions.finish()?;
            let positions = KeyedFile { file: positions_name, parts, facts };
            let facts = occurrences.finish()?;
            Ok((positions, KeyedFile { file: occurrences_name, parts, facts }))
        })?;
        let (positions, occurrences) = written.into_iter().unzip();
        let segment = Segment { number: self.number, positions, occurrences };
        let facts = self.games.finish()?;
        Ok((segment, GamesFile { file: self.games_file, first: self.first, facts }))
    }

    /// The visits of a part, those of left-out games aside, numbered as the index numbers
    /// their games.
    fn gather(&self, part: usize, visits: &mut Vec<Visit>) {
        visits.clear();
        for chunk in &self.chunks {
            let numbered = chunk.visits.part(part).iter().map(|visit| {
                let game = chunk.games[visit.game as usize];
                Visit { game, ..*visit }
            });
            visits.extend(numbered.filter(|visit| visit.game != LEFT_OUT));
        }
    }
}

/// Into how many files so many rows are divided.
pub(crate) fn files_of(rows: usize) -> usize {
    rows.div_ceil(FILE_ROWS).next_power_of_two().min(PARTS)
}

/// The name of a file of a table.
pub(crate) fn file_name(table: &str, segment: u32, file: usize) -> String {
    format!("{table}/{segment:06}-{file:03}.parquet")
}
