//! The file of the games of a segment, written as they come.

use zobrist_chess::AnyScheme;

use crate::error::IndexError;
use crate::format::folder::Folder;
use crate::format::manifest::GamesFile;
use crate::format::table::{
    Columns, Disk, EncodedGroup, GameColumns, Table, TableWriter, format_of,
};
use zobrist_tables::TableError;

/// Writes a file of games with consecutive numbers.
pub(crate) struct GamesWriter {
    /// The name of the file.
    name: String,
    /// The number of the first game.
    first: u64,
    /// The games that are not yet written.
    columns: GameColumns,
    writer: TableWriter,
}

impl GamesWriter {
    /// Creates a writer of a new file of this name, of games numbered from `first` on.
    ///
    /// # Errors
    /// When the file cannot be created.
    pub(crate) fn create(
        folder: &Folder,
        name: String,
        first: u64,
        scheme: &AnyScheme,
    ) -> Result<GamesWriter, IndexError> {
        let writer = TableWriter::create::<GameColumns>(folder.create(&name)?, &format_of(scheme))?;
        Ok(GamesWriter { name, first, columns: GameColumns::default(), writer })
    }

    /// Writes the games for which `keep` is true, numbered from `first` on.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(crate) fn append(
        &mut self,
        games: &GameColumns,
        keep: &[bool],
        first: u64,
    ) -> Result<(), IndexError> {
        self.columns.append_numbered(games, keep, first);
        if self.columns.is_full() { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<(), IndexError> {
        let rows = 0..self.columns.len();
        let group = EncodedGroup::new(&self.columns, rows);
        let group = group.map_err(|error| TableError::parquet(self.writer.path(), error))?;
        self.writer.append(group, None)?;
        self.columns.clear();
        Ok(())
    }

    /// Writes the rest and the footer, and leaves the file to the disk.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(crate) fn finish(mut self, disk: &Disk) -> Result<GamesFile, IndexError> {
        if self.columns.len() > 0 {
            self.flush()?;
        }
        Ok(GamesFile::of_several(self.name, self.first, self.writer.finish(disk)?))
    }
}
