//! The games that an index has stored, one batch after another.

use std::num::NonZeroUsize;

use zobrist_chess::AnyScheme;
use zobrist_shakmaty::{GameError, parallel};

use super::replayer::{Replayed, Replayer};
use crate::error::IndexError;
use crate::format::manifest::{GamesFile, Manifest, PieceBase};
use crate::format::table::{
    Columns, GameColumns, GameRow, RowRange, RowReader, Table, TableFile, format_of,
};
use zobrist_tables::ReadFile;

/// Number of games in memory at once.
const BATCH: usize = 1 << 9;

/// All games of a manifest in order.
pub(crate) struct StoredGames<'a, F> {
    /// Opens the file of a name and size.
    open: F,
    scheme: &'a AnyScheme,
    files: std::slice::Iter<'a, GamesFile>,
    /// The file that is being read, those of its rows that are left, and what stands before its
    /// piece of the source.
    current: Option<(TableFile, std::vec::IntoIter<RowRange>, PieceBase)>,
}

impl<'a, F: Fn(&str, u64) -> Result<ReadFile, IndexError>> StoredGames<'a, F> {
    pub(crate) fn new(open: F, manifest: &'a Manifest, scheme: &'a AnyScheme) -> Self {
        StoredGames { open, scheme, files: manifest.game_files.iter(), current: None }
    }

    fn read(&mut self) -> Result<Option<(Vec<GameRow>, PieceBase)>, IndexError> {
        loop {
            if let Some((file, rows, base)) = &mut self.current {
                if let Some(rows) = rows.next() {
                    return Ok(Some((read_games(file, rows)?, *base)));
                }
                self.current = None;
            }
            let Some(of) = self.files.next() else { return Ok(None) };
            let GamesFile { file, summary, .. } = of;
            let file = (self.open)(file, summary.bytes)?;
            let file = TableFile::open(file, &GameColumns::SPEC, summary, &format_of(self.scheme))?;
            let rows = file.all().flat_map(in_batches).collect::<Vec<_>>();
            self.current = Some((file, rows.into_iter(), of.base()));
        }
    }
}

/// Rows in batches that fit in memory.
pub(crate) fn in_batches(rows: RowRange) -> impl Iterator<Item = RowRange> {
    (0..rows.len).step_by(BATCH).map(move |start| RowRange {
        group: rows.group,
        start: rows.start + start,
        len: BATCH.min(rows.len - start),
    })
}

/// Some games of a file.
pub(crate) fn read_games(file: &TableFile, rows: RowRange) -> Result<Vec<GameRow>, IndexError> {
    let mut games = GameColumns::default();
    let most = rows.len;
    RowReader::new(file, vec![rows]).read(&mut games, most)?;
    debug_assert_eq!(games.len(), most);
    Ok(games.rows())
}

/// Some games of a file in ascending order: no more than their pages are read, and each of these
/// once.
pub(crate) fn read_few_games(
    file: &TableFile,
    rows: Vec<RowRange>,
) -> Result<Vec<GameRow>, IndexError> {
    let mut games = GameColumns::default();
    let most: usize = rows.iter().map(|rows| rows.len).sum();
    let mut reader = RowReader::of_few(file, rows);
    while games.len() < most && reader.read(&mut games, most)? {}
    debug_assert_eq!(games.len(), most);
    Ok(games.rows())
}

/// Some stored games that were replayed.
pub(crate) struct ReplayedGames {
    pub(crate) games: Vec<GameRow>,
    pub(crate) replayed: Replayed,
    /// The numbers of those that cannot be replayed.
    pub(crate) faults: Vec<(u64, GameError)>,
}

/// Replays the games of a file on several threads, and hands them to `done` in their order. `read`
/// reads some rows, and may leave out games or cut them into several lots.
///
/// # Errors
/// The errors of `read` and `done`.
pub(crate) fn replay_file(
    file: &TableFile,
    replayer: &Replayer,
    threads: NonZeroUsize,
    read: impl Fn(RowRange) -> Result<Vec<Vec<GameRow>>, IndexError> + Sync,
    mut done: impl FnMut(ReplayedGames) -> Result<(), IndexError>,
) -> Result<(), IndexError> {
    let batches: Vec<RowRange> = file.all().flat_map(in_batches).collect();
    for round in batches.chunks(4 * threads.get()) {
        let replayed = parallel::try_map(round, threads, |rows| {
            let replay = |games: Vec<GameRow>| {
                let (replayed, faults) = replayer.replay_stored(&games);
                ReplayedGames { games, replayed, faults }
            };
            Ok::<_, IndexError>(read(*rows)?.into_iter().map(replay).collect::<Vec<_>>())
        })?;
        replayed.into_iter().flatten().try_for_each(&mut done)?;
    }
    Ok(())
}

impl<F: Fn(&str, u64) -> Result<ReadFile, IndexError>> Iterator for StoredGames<'_, F> {
    /// Some games, and what stands before the piece of their source that they are from.
    type Item = Result<(Vec<GameRow>, PieceBase), IndexError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}
