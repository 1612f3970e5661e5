//! The games that an index has stored, one batch after another.

use zobrist_chess::AnyScheme;

use crate::error::IndexError;
use crate::manifest::{GamesFile, Manifest};
use crate::open_file::OpenFile;
use crate::table::{Columns, GameColumns, GameRow, RowReader, Rows, Table, TableFile};

/// Number of games in memory at once.
const BATCH: usize = 1 << 9;

/// All games of a manifest in order.
pub(crate) struct StoredGames<'a, F> {
    /// Opens the file of a name.
    open: F,
    scheme: &'a AnyScheme,
    files: std::slice::Iter<'a, GamesFile>,
    /// The file that is being read, and those of its rows that are left.
    current: Option<(TableFile, std::vec::IntoIter<Rows>)>,
}

impl<'a, F: Fn(&str) -> Result<OpenFile, IndexError>> StoredGames<'a, F> {
    pub(crate) fn new(open: F, manifest: &'a Manifest, scheme: &'a AnyScheme) -> Self {
        StoredGames { open, scheme, files: manifest.game_files.iter(), current: None }
    }

    fn read(&mut self) -> Result<Option<Vec<GameRow>>, IndexError> {
        loop {
            if let Some((file, rows)) = &mut self.current {
                if let Some(rows) = rows.next() {
                    return read_games(file, rows).map(Some);
                }
                self.current = None;
            }
            let Some(GamesFile { file, summary, .. }) = self.files.next() else { return Ok(None) };
            let file =
                TableFile::open((self.open)(file)?, &GameColumns::SPEC, summary, self.scheme)?;
            let rows = file.all().flat_map(in_batches).collect::<Vec<_>>();
            self.current = Some((file, rows.into_iter()));
        }
    }
}

/// Rows in batches that fit in memory.
pub(crate) fn in_batches(rows: Rows) -> impl Iterator<Item = Rows> {
    (0..rows.len).step_by(BATCH).map(move |start| Rows {
        group: rows.group,
        start: rows.start + start,
        len: BATCH.min(rows.len - start),
    })
}

/// Some games of a file.
pub(crate) fn read_games(file: &TableFile, rows: Rows) -> Result<Vec<GameRow>, IndexError> {
    let mut games = GameColumns::default();
    let most = rows.len;
    RowReader::new(file, vec![rows]).read(&mut games, most)?;
    debug_assert_eq!(games.len(), most);
    Ok(games.rows())
}

impl<F: Fn(&str) -> Result<OpenFile, IndexError>> Iterator for StoredGames<'_, F> {
    type Item = Result<Vec<GameRow>, IndexError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}
