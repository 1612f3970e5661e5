//! Builds an index in memory that is bounded: games go to their file as they come, keys into sorted
//! runs, which are merged at the end.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::path::Path;

use zobrist_tables::{
    Columns, Disk, EncodedGroup, RowReader, Table, TableError, TableFile, TableWriter,
};

use crate::error::GoIndexError;
use crate::folder::Folder;
use crate::keys::LineKeys;
use crate::line::Line;
use crate::manifest::{GamesEntry, GoSource, MAX_GAMES, Manifest, TableEntry, file_name};
use crate::tables::{GameColumns, GameRow, Occurrence, OccurrenceColumns, format};

/// Facts about a game that an index keeps beside its moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameFacts {
    /// The name of its file.
    pub file: String,
    /// Its number within the file, from 1.
    pub number: u64,
    /// The name of Black, if there is one.
    pub black: Option<String>,
    /// The name of White, if there is one.
    pub white: Option<String>,
    /// The result as SGF has it.
    pub result: Option<String>,
    /// The date as it is written.
    pub date: Option<String>,
}

/// A game with its keys, as an index takes it.
#[derive(Debug)]
pub struct PreparedGame {
    row: GameRow,
    keys: Vec<u64>,
}

impl PreparedGame {
    /// Returns true if the game can be replayed to its end.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.row.whole == 1
    }
}

/// Computes the keys of games; each thread has its own. It keeps some 200 kB for each size of
/// board.
#[derive(Default)]
pub struct GamePreparer {
    keys: HashMap<(usize, usize), Option<LineKeys>>,
}

impl std::fmt::Debug for GamePreparer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GamePreparer").finish_non_exhaustive()
    }
}

impl GamePreparer {
    /// Computes the keys of a game. A game that cannot be replayed to its end has keys as far as it
    /// can; `None` if no board has its size.
    pub fn prepare(&mut self, line: &Line, facts: GameFacts) -> Option<PreparedGame> {
        let (width, height) = line.size();
        let keys = self.keys.entry(line.size()).or_insert_with(|| LineKeys::new(line.size()));
        let (keys, is_whole) = keys.as_mut()?.of(line);
        let text = |text: Option<String>| text.map(String::into_bytes);
        let row = GameRow {
            game_id: 0,
            file: facts.file.into_bytes(),
            game: facts.number,
            black: text(facts.black),
            white: text(facts.white),
            result: text(facts.result),
            date: text(facts.date),
            width: width as u32,
            height: height as u32,
            moves: line.moves() as u32,
            whole: is_whole.into(),
            line: line.to_bytes(),
        };
        Some(PreparedGame { row, keys: keys.to_vec() })
    }
}

/// Counts of a finished build.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct BuildCounts {
    /// The games that were added.
    pub games: u64,
    /// The rows of keys that were added.
    pub occurrences: u64,
    /// The size of all files of the index, in bytes.
    pub bytes: u64,
}

/// Options for building an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GoBuildOptions {
    /// The memory for keys, in bytes; at least 64 KiB are used.
    pub memory: usize,
    /// Replaces an index that is there already.
    pub replace: bool,
    /// Adds to an index that is there already, and creates one if there is none.
    pub add: bool,
    /// Takes a source also if the index has one with the same digest.
    pub again: bool,
}

impl Default for GoBuildOptions {
    fn default() -> GoBuildOptions {
        GoBuildOptions { memory: 1 << 30, replace: false, add: false, again: false }
    }
}

/// Builds an index, or adds games to one. Nothing in the folder changes before
/// [`finish`](GoIndexBuilder::finish), which replaces the manifest in one step; a run that fails or
/// is killed leaves files that the next run removes.
#[derive(Debug)]
pub struct GoIndexBuilder {
    folder: Folder,
    manifest: Manifest,
    next_game: u64,
    games: GameColumns,
    game_file: Option<(String, TableWriter)>,
    /// Rows of keys: 64 bits of key, then the number of the game.
    rows: Vec<u128>,
    max_rows: usize,
    again: bool,
    runs: Vec<TableEntry>,
    /// Number of added games that can be replayed to their ends.
    whole: u64,
    counts: BuildCounts,
}

impl GoIndexBuilder {
    /// Locks a folder, which is made if it is missing.
    ///
    /// # Errors
    /// When it holds an index that is neither replaced nor added to, or something else, another
    /// process writes to it, or the index cannot be read.
    pub fn new(
        path: impl AsRef<Path>,
        options: GoBuildOptions,
    ) -> Result<GoIndexBuilder, GoIndexError> {
        let path = path.as_ref();
        let folder = Folder::lock(path)?;
        if folder.old.is_some() && !options.replace && !options.add {
            return Err(GoIndexError::Exists(path.to_owned()));
        }
        let mut manifest = Manifest::new();
        if let Some(old) = &folder.old {
            match options.add {
                true => manifest = old.clone(),
                // New files never get the names of old ones.
                false => manifest.next_segment = old.next_segment,
            }
        }
        Ok(GoIndexBuilder {
            folder,
            next_game: manifest.games,
            manifest,
            games: GameColumns::default(),
            game_file: None,
            rows: Vec::new(),
            // While a run is sorted and written, it needs no other memory.
            max_rows: options.memory.max(1 << 16) / size_of::<u128>(),
            again: options.again,
            runs: Vec::new(),
            whole: 0,
            counts: BuildCounts::default(),
        })
    }

    /// Notes a source of the games that come.
    ///
    /// # Errors
    /// When the index has it already: a file with the same digest, unless
    /// [`again`](GoBuildOptions::again) takes it.
    pub fn add_source(&mut self, source: GoSource) -> Result<(), GoIndexError> {
        let is_same = |known: &&GoSource| known.digest.is_some() && known.digest == source.digest;
        let known = self.manifest.sources.iter().find(is_same).filter(|_| !self.again);
        if let Some(known) = known {
            let known = known.file.clone();
            return Err(GoIndexError::AlreadyIn { path: source.file.into(), known });
        }
        self.manifest.sources.push(source);
        Ok(())
    }

    /// Notes games that were rejected, or are in the index only as far as they can be read.
    pub fn add_rejected(&mut self, games: u64) {
        self.manifest.rejected = self.manifest.rejected.saturating_add(games);
    }

    /// Adds a game, which gets the next number.
    ///
    /// # Errors
    /// When the disk is full, or the index has as many games as it can have.
    pub fn add(&mut self, game: PreparedGame) -> Result<(), GoIndexError> {
        let PreparedGame { row, keys } = game;
        if self.next_game >= MAX_GAMES {
            return Err(GoIndexError::Full(self.folder.path().to_owned()));
        }
        if self.rows.len() + keys.len() > self.max_rows {
            self.write_run()?;
        }
        let game_id = self.next_game;
        self.rows.extend(keys.iter().map(|key| u128::from(*key) << 64 | u128::from(game_id)));
        self.whole += u64::from(row.whole == 1);
        self.games.extend(&[GameRow { game_id, ..row }]);
        self.next_game += 1;
        self.counts.games += 1;
        if self.games.is_full() {
            self.write_games()?;
        }
        Ok(())
    }

    fn write_games(&mut self) -> Result<(), GoIndexError> {
        if self.games.is_empty() {
            return Ok(());
        }
        if self.game_file.is_none() {
            let name = file_name(GameColumns::NAME, self.manifest.take_segment());
            let file = self.folder.create(&name)?;
            let writer = TableWriter::create::<GameColumns>(file, &format())?;
            self.game_file = Some((name, writer));
        }
        let (_, writer) = self.game_file.as_mut().expect("the file was begun");
        append(writer, &self.games)?;
        self.games.clear();
        Ok(())
    }

    /// Sorts the rows in memory and writes them to a file.
    fn write_run(&mut self) -> Result<(), GoIndexError> {
        if self.rows.is_empty() {
            return Ok(());
        }
        self.rows.sort_unstable();
        let rows = self
            .rows
            .iter()
            .map(|row| Ok(Occurrence { key: (row >> 64) as i64, game_id: *row as u64 }));
        let name = file_name(OccurrenceColumns::NAME, self.manifest.take_segment());
        self.runs.push(write_rows(&self.folder, name, rows)?);
        self.rows.clear();
        Ok(())
    }

    /// Merges the runs into one file, unless there is one already.
    fn merge_runs(&mut self) -> Result<(), GoIndexError> {
        if self.runs.len() < 2 {
            return Ok(());
        }
        self.rows = Vec::new();
        let open = |entry: &TableEntry| -> Result<TableFile, GoIndexError> {
            let file = self.folder.open_unfinished(&entry.file)?;
            Ok(TableFile::open(file, &OccurrenceColumns::SPEC, &entry.summary, &format())?)
        };
        let files = self.runs.iter().map(open).collect::<Result<Vec<_>, _>>()?;
        let rows = Merge::new(&files)?;
        let name = file_name(OccurrenceColumns::NAME, self.manifest.take_segment());
        self.runs = vec![write_rows(&self.folder, name, rows)?];
        Ok(())
    }

    /// Completes the index: what was added is in it from now on.
    ///
    /// # Errors
    /// When it cannot be written; it is then as before, or as after.
    pub fn finish(mut self) -> Result<BuildCounts, GoIndexError> {
        self.write_games()?;
        self.write_run()?;
        self.merge_runs()?;
        if let Some((file, writer)) = self.game_file.take() {
            let summary = Disk::with(|disk| writer.finish(disk))?;
            let entry = TableEntry { file, summary };
            self.manifest.game_files.push(GamesEntry { whole: self.whole, entry });
        }
        self.counts.occurrences = self.runs.iter().map(|entry| entry.summary.rows).sum();
        self.manifest.segments.append(&mut self.runs);
        self.manifest.games = self.next_game;
        self.folder.commit(&self.manifest)?;
        self.counts.bytes = self.manifest.files().map(|entry| entry.summary.bytes).sum();
        Ok(self.counts)
    }
}

/// Appends columns as a row group.
fn append<T: Table>(writer: &mut TableWriter, columns: &T) -> Result<(), TableError> {
    let group = EncodedGroup::new(columns, 0..columns.len());
    let group = group.map_err(|error| TableError::parquet(writer.path(), error))?;
    writer.append(group, None)
}

/// Number of rows that go into their columns at once.
const ROWS_AT_ONCE: usize = 4096;

/// Writes sorted rows to a file.
fn write_rows(
    folder: &Folder,
    name: String,
    mut rows: impl Iterator<Item = Result<Occurrence, GoIndexError>>,
) -> Result<TableEntry, GoIndexError> {
    Disk::with(|disk| {
        let file = folder.create(&name)?;
        let mut writer = TableWriter::create::<OccurrenceColumns>(file, &format())?;
        let mut columns = OccurrenceColumns::default();
        let mut some = Vec::with_capacity(ROWS_AT_ONCE);
        loop {
            for row in rows.by_ref().take(ROWS_AT_ONCE) {
                some.push(row?);
            }
            columns.extend(&some);
            if columns.is_full() || some.is_empty() && !columns.is_empty() {
                append(&mut writer, &columns)?;
                columns.clear();
            }
            if some.is_empty() {
                break;
            }
            some.clear();
        }
        let summary = writer.finish(disk)?;
        Ok(TableEntry { file: name, summary })
    })
}

/// The rows of several files in order.
struct Merge<'a> {
    inputs: Vec<Input<'a>>,
    /// The next row of each input that has one.
    next: BinaryHeap<Reverse<(Occurrence, usize)>>,
}

struct Input<'a> {
    reader: RowReader<'a>,
    columns: OccurrenceColumns,
    rows: std::vec::IntoIter<Occurrence>,
}

impl<'a> Merge<'a> {
    fn new(files: &'a [TableFile]) -> Result<Merge<'a>, GoIndexError> {
        let inputs = files.iter().map(|file| Input {
            reader: RowReader::new(file, file.all().collect()),
            columns: OccurrenceColumns::default(),
            rows: Vec::new().into_iter(),
        });
        let mut merge = Merge { inputs: inputs.collect(), next: BinaryHeap::new() };
        for input in 0..merge.inputs.len() {
            merge.refill(input)?;
        }
        Ok(merge)
    }

    /// Takes the next row of an input.
    fn refill(&mut self, input: usize) -> Result<(), GoIndexError> {
        let Input { reader, columns, rows } = &mut self.inputs[input];
        if rows.len() == 0 {
            columns.clear();
            // More than a page.
            if !reader.read(columns, 1 << 15)? {
                return Ok(());
            }
            *rows = columns.rows().into_iter();
        }
        self.next.extend(rows.next().map(|row| Reverse((row, input))));
        Ok(())
    }
}

impl Iterator for Merge<'_> {
    type Item = Result<Occurrence, GoIndexError>;

    fn next(&mut self) -> Option<Self::Item> {
        let Reverse((row, input)) = self.next.pop()?;
        Some(self.refill(input).map(|()| row))
    }
}
