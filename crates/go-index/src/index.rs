//! An index that is open for questions.

use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;

use zobrist_tables::{Columns, TableError};
use zobrist_tables::{RowRange, RowReader, Table, TableFile};

use crate::builder::GameFacts;
use crate::error::GoIndexError;
use crate::folder;
use crate::line::Line;
use crate::manifest::{GamesEntry, GoSource, Manifest, TableEntry};
use crate::tables::{GameColumns, OccurrenceColumns, format};
use crate::window::{Found, Window, find};

/// An index of games of Go.
#[derive(Debug)]
pub struct GoIndex {
    path: PathBuf,
    manifest: Manifest,
    occurrences: Vec<TableFile>,
    games: Vec<GamesFile>,
}

/// A file of games.
#[derive(Debug)]
struct GamesFile {
    file: TableFile,
    /// The number of its first game.
    first: u64,
    /// True if all of its games can be replayed to their ends.
    is_whole: bool,
}

/// Choice of games, and the facts about them that are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct GoQuestion<'a> {
    /// Only games of a player with this in the name, in capitals or not.
    pub player: Option<&'a str>,
    /// True if the names of players and files are wanted; else these facts are empty.
    pub names: bool,
}

impl GoIndex {
    /// Opens an index, and reads the footers of its files.
    ///
    /// # Errors
    /// When there is none, or it is damaged, of another format or version, or cannot be read.
    pub fn open(path: impl AsRef<Path>) -> Result<GoIndex, GoIndexError> {
        let path = path.as_ref();
        let dir = folder::open(path)?;
        let manifest =
            folder::manifest(&dir)?.ok_or_else(|| GoIndexError::NotAnIndex(path.to_owned()))?;
        fn opened<T: Table>(
            dir: &zobrist_tables::Dir,
            TableEntry { file, summary }: &TableEntry,
        ) -> Result<TableFile, GoIndexError> {
            let file = folder::open_file(dir, file)?;
            Ok(TableFile::open(file, &T::SPEC, summary, &format())?)
        }
        let occurrences = manifest.segments.iter();
        let occurrences = occurrences
            .map(|file| opened::<OccurrenceColumns>(&dir, file))
            .collect::<Result<_, _>>()?;
        let mut first = 0;
        let mut games = Vec::new();
        for GamesEntry { whole, entry } in &manifest.game_files {
            let (file, rows) = (opened::<GameColumns>(&dir, entry)?, entry.summary.rows);
            games.push(GamesFile { file, first, is_whole: *whole == rows });
            first += rows;
        }
        Ok(GoIndex { path: path.to_owned(), manifest, occurrences, games })
    }

    /// Returns the number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.manifest.games
    }

    /// Returns the number of games that were rejected when the index was built, or that it has only
    /// as far as they can be read.
    #[must_use]
    pub fn rejected(&self) -> u64 {
        self.manifest.rejected
    }

    /// Returns the sources of the games.
    #[must_use]
    pub fn sources(&self) -> &[GoSource] {
        &self.manifest.sources
    }

    /// Checks every byte of every file.
    ///
    /// # Errors
    /// When one is not what was written: the first that is found.
    pub fn verify(&self) -> Result<(), GoIndexError> {
        let files = self.occurrences.iter().chain(self.games.iter().map(|games| &games.file));
        for (file, entry) in files.zip(self.manifest.files()) {
            file.check_all_pages(&entry.summary)?;
        }
        Ok(())
    }

    /// Hands every game that looks like a window to `each`, in the order of the games, with the
    /// first place and what came next there. Returns the number of games that were looked at: those
    /// of the player, but for games that cannot be replayed to their end and are not found before.
    ///
    /// Reads the games that have the key of the window, and replays each; for a window without a
    /// [key](Window::key), all games.
    ///
    /// # Errors
    /// When a file is damaged or cannot be read.
    pub fn explore(
        &self,
        window: &Window,
        question: GoQuestion<'_>,
        mut each: impl FnMut(GameFacts, Found),
    ) -> Result<u64, GoIndexError> {
        let mut candidates = match window.key() {
            Some(key) => Some(self.games_with(key)?),
            None => None,
        };
        let wanted = question.player.map(str::to_lowercase);
        let mut groups = Vec::new();
        for GamesFile { file, first, is_whole } in &self.games {
            let mut start = *first;
            for range in file.all() {
                let own = candidates.as_mut().map(|games| take_below(games, start, range.len));
                let (is_whole, wanted) = (*is_whole, wanted.as_deref());
                groups.push((Group { file, range, is_whole, wanted }, own));
                start += range.len as u64;
            }
        }
        if let Some(game) = candidates.and_then(|games| games.into_iter().next()) {
            let what = format!("expected a game of the index, got game {game}");
            return Err(GoIndexError::damaged(&self.path, what));
        }
        let explore = |(group, own): &(Group<'_>, Option<Vec<usize>>)| {
            group.explore(window, own.as_deref(), question.names)
        };
        let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get).min(MAX_THREADS);
        let mut looked_at = 0;
        // Few at once, since their games are held in memory.
        for some in groups.chunks(threads * GROUPS_AT_ONCE) {
            for explored in in_parallel(some, threads, explore) {
                let (games, found) = explored?;
                looked_at += games;
                found.into_iter().for_each(|(facts, found)| each(facts, found));
            }
        }
        Ok(looked_at)
    }

    /// Hands every game and its line to `each`, in the order of the games.
    ///
    /// # Errors
    /// When a file is damaged or cannot be read.
    pub fn for_each_game(&self, mut each: impl FnMut(GameFacts, Line)) -> Result<(), GoIndexError> {
        for GamesFile { file, is_whole, .. } in &self.games {
            for range in file.all() {
                let group = Group { file, range, is_whole: *is_whole, wanted: None };
                let all: Vec<usize> = (0..group.range.len).collect();
                let (facts, lines) = (group.facts(&all, true)?, group.lines(&all)?);
                facts.into_iter().zip(lines).for_each(|(facts, line)| each(facts, line));
            }
        }
        Ok(())
    }

    /// The games that have a key, ascending, in reverse order so that they can be taken off.
    fn games_with(&self, key: u64) -> Result<Vec<u64>, GoIndexError> {
        let key = key as i64;
        let mut columns = OccurrenceColumns::default();
        for file in &self.occurrences {
            let found = file.find(&(key..=key));
            let found = found.map_err(|error| TableError::parquet(file.path(), error))?;
            let mut reader = RowReader::of_key(file, found, key);
            while reader.read(&mut columns, usize::MAX)? {}
        }
        let mut games: Vec<u64> = columns.rows().iter().map(|row| row.game_id).collect();
        games.sort_unstable_by(|a, b| b.cmp(a));
        games.dedup();
        Ok(games)
    }
}

/// The most threads that look through games.
const MAX_THREADS: usize = 16;

/// Number of row groups that a thread looks through before others wait for it.
const GROUPS_AT_ONCE: usize = 8;

/// Has work done on each item by several threads, and returns the results in order.
fn in_parallel<T: Sync, R: Send>(
    items: &[T],
    threads: usize,
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let run = || {
        let mut done = Vec::new();
        while let number = next.fetch_add(1, Relaxed)
            && let Some(item) = items.get(number)
        {
            done.push((number, work(item)));
        }
        done
    };
    let mut done = thread::scope(|scope| {
        // A thread that the system refuses is one less.
        let others: Vec<_> = (1..threads.min(items.len()))
            .map_while(|_| thread::Builder::new().spawn_scoped(scope, run).ok())
            .collect();
        let mut done = run();
        for other in others {
            done.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        done
    });
    done.sort_unstable_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Takes those off a descending list that are among `len` numbers from `start` on, as rows from 0.
fn take_below(games: &mut Vec<u64>, start: u64, len: usize) -> Vec<usize> {
    let mut rows = Vec::new();
    while let Some(game) = games.pop_if(|game| *game < start + len as u64) {
        rows.extend(usize::try_from(game.wrapping_sub(start)));
    }
    rows
}

/// A row group of games.
struct Group<'a> {
    file: &'a TableFile,
    range: RowRange,
    /// True if all of its games can be replayed to their ends.
    is_whole: bool,
    /// In lower case.
    wanted: Option<&'a str>,
}

/// A column at some rows.
type Values = Vec<Option<Vec<u8>>>;

impl Group<'_> {
    /// As [`GoIndex::explore`], for some of its rows or all.
    fn explore(
        &self,
        window: &Window,
        candidates: Option<&[usize]>,
        names: bool,
    ) -> Result<(u64, Vec<(GameFacts, Found)>), GoIndexError> {
        let all: Vec<usize> = (0..self.range.len).collect();
        let whole = match self.is_whole {
            true => vec![1; all.len()],
            false => self.numbers("whole", &all)?,
        };
        let is_wanted = self.wanted_rows(&all)?;
        let mut is_asked = vec![candidates.is_none(); all.len()];
        for row in candidates.into_iter().flatten() {
            is_asked[*row] = true;
        }
        // Whether a game counts that is not whole depends on where it is found.
        let asked: Vec<usize> = all
            .iter()
            .copied()
            .filter(|row| is_wanted[*row] && (is_asked[*row] || whole[*row] == 0))
            .collect();
        let mut looked_at =
            all.iter().filter(|row| is_wanted[**row] && whole[**row] != 0).count() as u64;
        let mut rows = Vec::new();
        let mut found = Vec::new();
        for (row, line) in asked.iter().zip(self.lines(&asked)?) {
            match find(&line, window) {
                Ok(here) => {
                    looked_at += u64::from(whole[*row] == 0);
                    rows.extend(here.is_some().then_some(*row));
                    found.extend(here);
                }
                Err(_) if whole[*row] == 0 => {}
                Err(error) => {
                    return Err(GoIndexError::damaged(self.file.path(), error.to_string()));
                }
            }
        }
        if found.is_empty() {
            return Ok((looked_at, Vec::new()));
        }
        let facts = self.facts(&rows, names)?;
        Ok((looked_at, facts.into_iter().zip(found).collect()))
    }

    /// The lines of some rows.
    fn lines(&self, rows: &[usize]) -> Result<Vec<Line>, GoIndexError> {
        let damaged =
            || GoIndexError::damaged(self.file.path(), "expected the line of a game, got another");
        let lines = self.texts("line", rows)?.into_iter();
        lines.map(|line| line.as_deref().and_then(Line::from_bytes).ok_or_else(damaged)).collect()
    }

    /// Facts about the games of some rows; without `names` only the result and the date.
    fn facts(&self, rows: &[usize], names: bool) -> Result<Vec<GameFacts>, GoIndexError> {
        let text = |values: &Values, at: usize| {
            let value = values.get(at).cloned().flatten();
            value.map(|value| String::from_utf8_lossy(&value).into_owned())
        };
        let (results, dates) = (self.texts("result", rows)?, self.texts("date", rows)?);
        let names_of = if names { rows } else { &[] };
        let files = self.texts("file", names_of)?;
        let (black, white) = (self.texts("black", names_of)?, self.texts("white", names_of)?);
        let numbers = self.long_numbers("game", names_of)?;
        let facts = (0..rows.len()).map(|at| GameFacts {
            file: text(&files, at).unwrap_or_default(),
            number: numbers.get(at).copied().unwrap_or(0),
            black: text(&black, at),
            white: text(&white, at),
            result: text(&results, at),
            date: text(&dates, at),
        });
        Ok(facts.collect())
    }

    /// For each row, true if it is a game of the player who is wanted.
    fn wanted_rows(&self, all: &[usize]) -> Result<Vec<bool>, GoIndexError> {
        let Some(wanted) = self.wanted else { return Ok(vec![true; all.len()]) };
        let has = |name: &Option<Vec<u8>>| {
            let name = name.as_deref().unwrap_or_default();
            String::from_utf8_lossy(name).to_lowercase().contains(wanted)
        };
        let (black, white) = (self.texts("black", all)?, self.texts("white", all)?);
        Ok(black.iter().zip(&white).map(|(black, white)| has(black) || has(white)).collect())
    }

    fn texts(&self, column: &str, rows: &[usize]) -> Result<Values, GoIndexError> {
        if rows.is_empty() {
            return Ok(Vec::new());
        }
        let values = self.file.texts_at::<GameColumns>(self.range.group, column, rows)?;
        Ok(values.into_iter().map(|value| value.map(|value| value.data().to_vec())).collect())
    }

    fn numbers(&self, column: &str, rows: &[usize]) -> Result<Vec<i32>, GoIndexError> {
        if rows.is_empty() {
            return Ok(Vec::new());
        }
        let values = self.file.numbers_at::<GameColumns>(self.range.group, column, rows)?;
        Ok(values.into_iter().map(|value| value.unwrap_or(0)).collect())
    }

    fn long_numbers(&self, column: &str, rows: &[usize]) -> Result<Vec<u64>, GoIndexError> {
        if rows.is_empty() {
            return Ok(Vec::new());
        }
        let values = self.file.long_numbers_at::<GameColumns>(self.range.group, column, rows)?;
        Ok(values.into_iter().map(|value| value.unwrap_or(0) as u64).collect())
    }
}
