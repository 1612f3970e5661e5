//! Queries to an index.

use std::collections::HashMap;
use std::fmt;
use std::path::Path;
use std::sync::{Arc, Mutex};

use shakmaty::{Move, Position};
use zobrist_chess::{AnyScheme, PackedMove, Zobrist};
use zobrist_shakmaty::{
    GameVisitor, HashablePosition, Hashed, StartTags, replay_packed_moves, unpack_move,
};

use crate::error::IndexError;
use crate::folder::ReadFolder;
use crate::game_stats::GameResult;
use crate::manifest::{IndexedSource, KeyedFile, Manifest};
use crate::name::{NameHasher, NameKeys, PositionName};
use crate::replayer::{OPTIONS, moves};
use crate::stored::{StoredGames, read_games};
use crate::table::{
    Columns, FileSummary, GameColumns, GameRow, Occurrence, OccurrenceColumns, PositionColumns,
    PositionRow, RowReader, Rows, Table, TableFile,
};

/// Number of files that stay open: systems allow a process some hundreds.
const MAX_OPEN_FILES: usize = 100;

/// An index that is open for queries by any number of threads.
///
/// Files are opened when a query needs them, and stay open, a hundred at most. They are those that
/// the index had when it was opened: what others have added since is not among the answers. Once
/// somebody has merged or rebuilt the index, a query that needs a file that was not open is an
/// error ([`IndexError::MissingFile`]): open the index again and repeat the query. It does not do so itself,
/// since game numbers that it returned before may then belong to other games.
///
/// # Damage
/// A query compares the checksum of everything that it reads, so that damage is an error and never
/// another answer. An index of version 1 has no checksums of pages: damage within one may change an
/// answer there. [`verify`](crate::verify) checks every byte of either.
pub struct Index {
    folder: ReadFolder,
    manifest: Manifest,
    scheme: AnyScheme,
    files: Mutex<HashMap<String, Arc<TableFile>>>,
}

impl fmt::Debug for Index {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Index")
            .field("folder", &self.folder.path())
            .field("scheme", &self.scheme.name())
            .field("games", &self.manifest.games)
            .finish_non_exhaustive()
    }
}

/// A move that was played in a position, with the number of its games by result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MoveCount {
    /// The move; [`to_move`](MoveCount::to_move) makes it one of shakmaty's.
    pub played: PackedMove,
    /// The number of games that White won.
    pub white: u64,
    /// The number of draws.
    pub draws: u64,
    /// The number of games that Black won.
    pub black: u64,
    /// The number of games whose result is not known.
    pub unknown: u64,
    /// The sum of the known Elos of both players, over all of the games.
    pub elo_sum: u64,
    /// The number of Elos in that sum.
    pub elo_count: u64,
    /// The first and the last year in which it was played, of the games whose year is known.
    pub years: Option<(i32, i32)>,
    /// The number of the first of the games.
    pub first_game_id: u64,
}

impl MoveCount {
    /// Returns the move in the position that the index was asked about, as shakmaty's; `None` if it
    /// is not legal there, which in an undamaged index it always is.
    ///
    /// ```
    /// use zobrist_index::shakmaty::{Chess, Position};
    /// use zobrist_index::{BuildOptions, Index, IndexBuilder};
    ///
    /// # let folder = std::env::temp_dir().join(format!("zobrist-to-move-{}", std::process::id()));
    /// let mut builder = IndexBuilder::create(&folder, BuildOptions::default())?;
    /// builder.add_pgn("games.pgn", b"1. Nf3 Nf6 *\n")?;
    /// builder.finish()?;
    ///
    /// // The most played line.
    /// let index = Index::open(&folder)?;
    /// let (mut position, mut line) = (Chess::default(), Vec::new());
    /// while let Some(m) = index.moves(&position)?.first().and_then(|count| count.to_move(&position)) {
    ///     line.push(m.to_string());
    ///     position.play_unchecked(m);
    /// }
    /// assert_eq!(line, ["Ng1-f3", "Ng8-f6"]);
    /// # std::fs::remove_dir_all(folder).ok();
    /// # Ok::<(), zobrist_index::IndexError>(())
    /// ```
    pub fn to_move<P: Position>(&self, position: &P) -> Option<Move> {
        unpack_move(position, self.played)
    }

    /// Returns the number of games.
    pub const fn games(&self) -> u64 {
        self.white + self.draws + self.black + self.unknown
    }

    /// Returns the mean of the known Elos; `None` if none is known.
    pub fn average_elo(&self) -> Option<f64> {
        (self.elo_count > 0).then(|| self.elo_sum as f64 / self.elo_count as f64)
    }
}

impl From<PositionRow> for MoveCount {
    fn from(row: PositionRow) -> MoveCount {
        MoveCount {
            played: PackedMove::from_bits(row.played),
            white: row.white,
            draws: row.draws,
            black: row.black,
            unknown: row.unknown,
            elo_sum: row.elo_sum as u64,
            elo_count: row.elo_count as u64,
            years: row.first_year.zip(row.last_year),
            first_game_id: row.first_game_id,
        }
    }
}

/// A game that an index has stored.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StoredGame {
    /// The number of the game in the index, from 0.
    pub game_id: u64,
    /// The number of the game in its file, from 1; rejected games count. `None` if it is not known: the
    /// index was of version 1 at first.
    pub game: Option<u64>,
    /// The value of the tag `White`.
    pub white_name: Option<String>,
    /// The value of the tag `Black`.
    pub black_name: Option<String>,
    /// The Elo of White, from 1 to 9999, if the tag is such a number.
    pub white_elo: Option<i32>,
    /// The Elo of Black, from 1 to 9999, if the tag is such a number.
    pub black_elo: Option<i32>,
    /// The result by the tag, or by what follows the moves if the tag gives none.
    pub result: GameResult,
    /// The value of the tag `Date`.
    pub date: Option<String>,
    /// The value of the tag `UTCDate`.
    pub utc_date: Option<String>,
    /// The value of the tag `Event`.
    pub event: Option<String>,
    /// The value of the tag `Site`.
    pub site: Option<String>,
    /// The value of the tag `Round`.
    pub round: Option<String>,
    /// The value of the tag `TimeControl`.
    pub time_control: Option<String>,
    /// The tags that decide the first position.
    pub start_tags: StartTags,
    /// The other tags, as a JSON object.
    pub tags: String,
    /// The moves, from the first position on.
    pub moves: Vec<PackedMove>,
    /// The name of the source that it was read from.
    pub file: String,
    /// The offset of the game in the source, in bytes after decompression.
    pub offset: u64,
}

/// A game that reached a position, as [`Index::games_with`] finds it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FoundGame {
    /// The first ply at which it did: 0 is the position before the first move.
    pub ply: u32,
    /// The game.
    pub game: StoredGame,
}

impl StoredGame {
    /// The game of a row. `before` is the number of games of the source before the piece that it is
    /// from.
    fn of(row: GameRow, before: u64) -> StoredGame {
        let text = |text: Vec<u8>| String::from_utf8_lossy(&text).into_owned();
        StoredGame {
            game_id: row.game_id,
            game: row.game.map(|game| before + game as u64),
            white_name: row.white_name.map(text),
            black_name: row.black_name.map(text),
            white_elo: row.white_elo,
            black_elo: row.black_elo,
            result: GameResult::from_stored(&row.result),
            date: row.date.map(text),
            utc_date: row.utc_date.map(text),
            event: row.event.map(text),
            site: row.site.map(text),
            round: row.round.map(text),
            time_control: row.time_control.map(text),
            start_tags: StartTags { variant: row.variant, fen: row.fen },
            tags: text(row.tags),
            moves: moves(&row.moves).collect(),
            file: text(row.file),
            offset: row.offset,
        }
    }
}

impl Index {
    /// Opens the index of a folder. Only its manifest is read, and nothing is ever written in it. The
    /// folder stays the one that was opened if it is moved; a path through a link is followed, links
    /// within the folder are not.
    ///
    /// # Errors
    /// When there is none, or this version cannot read it.
    pub fn open(folder: impl AsRef<Path>) -> Result<Index, IndexError> {
        let folder = ReadFolder::open(folder.as_ref())?;
        let (manifest, scheme) = folder.manifest()?;
        let files = Mutex::new(HashMap::new());
        Ok(Index { folder, manifest, scheme, files })
    }

    /// Returns the scheme that the index is keyed by: it decides which positions count as the same.
    pub fn scheme(&self) -> &AnyScheme {
        &self.scheme
    }

    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        self.manifest.games
    }

    /// Returns the files that the games came from, for builds that named them.
    pub fn sources(&self) -> &[IndexedSource] {
        &self.manifest.sources
    }

    /// Returns the number of segments and the sizes of the tables.
    pub fn info(&self) -> IndexInfo {
        let keyed = |files: fn(&crate::manifest::Segment) -> &[KeyedFile]| {
            let files = self.manifest.segments.iter().flat_map(files).map(|file| file.summary);
            TableInfo::of(files)
        };
        IndexInfo {
            segments: self.manifest.segments.len(),
            positions: keyed(|segment| &segment.positions),
            occurrences: keyed(|segment| &segment.occurrences),
            games: TableInfo::of(self.manifest.game_files.iter().map(|file| file.summary)),
        }
    }

    /// Returns the moves that were played in a position, the most played first.
    ///
    /// Cost: a page or two of one file per segment; bench/README.md has figures.
    ///
    /// # Errors
    /// When a file is missing, cannot be read, or is seen to be [damaged](Index#damage).
    pub fn moves<P: HashablePosition>(&self, position: &P) -> Result<Vec<MoveCount>, IndexError> {
        let name = PositionName::of(position, &self.scheme);
        let mut moves: HashMap<u16, PositionRow> = HashMap::new();
        for segment in &self.manifest.segments {
            let Some(file) = self.file_of::<PositionColumns>(&segment.positions, name)? else {
                continue;
            };
            let mut found = PositionColumns::default();
            self.read_key(&file, name, usize::MAX, &mut found)?;
            for row in
                found.rows().into_iter().filter(|row| row.check == name.check && row.played != 0)
            {
                moves.entry(row.played).and_modify(|sum| sum.add(&row)).or_insert(row);
            }
        }
        let mut moves: Vec<MoveCount> = moves.into_values().map(MoveCount::from).collect();
        moves.sort_by_key(|count| (std::cmp::Reverse(count.games()), count.played));
        Ok(moves)
    }

    /// Returns the games that reached a position, at most `limit`, in the order of their numbers,
    /// each with the first ply at which it did. Each is replayed to make sure.
    ///
    /// # Errors
    /// When a file is missing, cannot be read, or is seen to be [damaged](Index#damage).
    pub fn games_with<P: HashablePosition>(
        &self,
        position: &P,
        limit: usize,
    ) -> Result<Vec<FoundGame>, IndexError> {
        let name = PositionName::of(position, &self.scheme);
        let mut games = Vec::new();
        for segment in &self.manifest.segments {
            let Some(file) = self.file_of::<OccurrenceColumns>(&segment.occurrences, name)? else {
                continue;
            };
            let mut found = OccurrenceColumns::default();
            let mut last = None;
            // Enough if no game returns to the position and no other position has the key.
            let mut wanted = (limit - games.len()).saturating_mul(2).max(64);
            let mut looked_at = 0;
            while games.len() < limit {
                found.clear();
                self.read_key(&file, name, wanted, &mut found)?;
                for Occurrence { game_id: game, ply, .. } in
                    found.rows().into_iter().skip(looked_at)
                {
                    if last == Some(game) || games.len() == limit {
                        continue;
                    }
                    let (row, before) = self.game_row(game).map_err(|error| match error {
                        IndexError::NoGame(game) => {
                            let what = format!("expected a game of the index, got game {game}");
                            IndexError::damaged(file.path(), what)
                        }
                        error => error,
                    })?;
                    if self.name_at(&row, ply) == Some(name) {
                        last = Some(game);
                        games.push(FoundGame { ply, game: StoredGame::of(row, before) });
                    }
                }
                if found.len() < wanted {
                    break;
                }
                looked_at = found.len();
                wanted = wanted.saturating_mul(4);
            }
        }
        games.sort_by_key(|found: &FoundGame| found.game.game_id);
        Ok(games)
    }

    /// Returns a game by its number in the index.
    ///
    /// # Errors
    /// When there is no such game, or a file is missing, cannot be read, or is seen to be
    /// [damaged](Index#damage).
    pub fn game(&self, game_id: u64) -> Result<StoredGame, IndexError> {
        let (row, before) = self.game_row(game_id)?;
        Ok(StoredGame::of(row, before))
    }

    /// Yields all games in the order of their numbers, a few hundred at a time. After an error, the
    /// rest cannot be given.
    pub fn game_batches(&self) -> impl Iterator<Item = Result<Vec<StoredGame>, IndexError>> + Send {
        let games =
            StoredGames::new(|file| self.folder.open_file(file), &self.manifest, &self.scheme);
        games.map(|games| {
            let (games, before) = games?;
            Ok(games.into_iter().map(|game| StoredGame::of(game, before)).collect())
        })
    }

    /// The row of a game, and the number of games of its source before the piece that it is from.
    fn game_row(&self, number: u64) -> Result<(GameRow, u64), IndexError> {
        let files = &self.manifest.game_files;
        let file = files.partition_point(|file| file.first <= number).checked_sub(1);
        let file = file.map(|file| &files[file]).ok_or(IndexError::NoGame(number))?;
        let row = number - file.first;
        if row >= file.summary.rows {
            return Err(IndexError::NoGame(number));
        }
        let mut row = row as usize;
        let open = self.open_file::<GameColumns>(&file.file, &file.summary)?;
        for Rows { group, len, .. } in open.all() {
            if row < len {
                let rows = Rows { group, start: row, len: 1 };
                let game = read_games(&open, rows)?.pop().ok_or(IndexError::NoGame(number))?;
                return Ok((game, file.before));
            }
            row -= len;
        }
        Err(IndexError::NoGame(number))
    }

    /// Names the position of a game at a ply, by replaying it.
    fn name_at(&self, game: &GameRow, ply: u32) -> Option<PositionName> {
        struct At {
            ply: usize,
            keys: NameKeys,
            name: Option<PositionName>,
        }
        impl GameVisitor<Zobrist<u64>, NameHasher> for At {
            fn position<P: HashablePosition>(
                &mut self,
                ply: usize,
                _: Option<Move>,
                position: &Hashed<Zobrist<u64>, P, NameHasher>,
            ) {
                if ply == self.ply {
                    self.name = Some(self.keys.name(position));
                }
            }
        }
        let keys = NameKeys::of(&self.scheme);
        let hasher = keys.hasher();
        let mut at = At { ply: ply as usize, keys, name: None };
        let start_tags = StartTags { variant: game.variant.clone(), fen: game.fen.clone() };
        let played = moves(&game.moves).take(ply as usize);
        replay_packed_moves(&Zobrist::new(), &start_tags, played, OPTIONS, hasher, &mut at).ok()?;
        at.name
    }

    /// Opens the file of a segment that holds a position, if there is one.
    fn file_of<T: Table>(
        &self,
        files: &[KeyedFile],
        name: PositionName,
    ) -> Result<Option<Arc<TableFile>>, IndexError> {
        let part = self.manifest.parts().of(name.key as i64);
        let file = files.iter().find(|file| (file.parts.0..file.parts.1).contains(&part));
        file.map(|file| self.open_file::<T>(&file.file, &file.summary)).transpose()
    }

    fn open_file<T: Table>(
        &self,
        name: &str,
        summary: &FileSummary,
    ) -> Result<Arc<TableFile>, IndexError> {
        let mut files = self.files.lock().expect("no thread panics here");
        if let Some(file) = files.get(name) {
            return Ok(Arc::clone(file));
        }
        let mut file = TableFile::open::<T>(self.folder.open_file(name)?, summary, &self.scheme)?;
        file.keep_dictionaries();
        let file = Arc::new(file);
        if files.len() >= MAX_OPEN_FILES {
            files.clear();
        }
        files.insert(name.to_owned(), Arc::clone(&file));
        Ok(file)
    }

    /// Reads at most `most` of the rows of a key.
    fn read_key<T: Table>(
        &self,
        file: &TableFile,
        name: PositionName,
        most: usize,
        found: &mut T,
    ) -> Result<(), IndexError> {
        let key = name.key as i64;
        let rows = file.find(&(key..=key)).map_err(|e| IndexError::parquet(file.path(), e))?;
        let mut reader = RowReader::of_key(file, rows, key);
        while found.len() < most {
            let left = most - found.len();
            if !reader.read(found, left)? {
                break;
            }
        }
        Ok(())
    }
}

/// The number of segments of an index and the sizes of its tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct IndexInfo {
    /// The number of segments: a look-up reads a file of each.
    pub segments: usize,
    /// The table of positions: one row for each position and move.
    pub positions: TableInfo,
    /// The table of occurrences: one row for each ply of each game.
    pub occurrences: TableInfo,
    /// The table of games: one row for each game.
    pub games: TableInfo,
}

/// The size of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TableInfo {
    /// The number of files.
    pub files: usize,
    /// The number of rows.
    pub rows: u64,
    /// The size of the files on the disk, in bytes.
    pub bytes: u64,
}

impl TableInfo {
    fn of(files: impl Iterator<Item = FileSummary>) -> TableInfo {
        files.fold(TableInfo::default(), |sum, file| TableInfo {
            files: sum.files + 1,
            rows: sum.rows + file.rows,
            bytes: sum.bytes + file.bytes,
        })
    }
}
