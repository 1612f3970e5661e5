//! An index that is open for questions: its manifest, its version and sizes, and the files that
//! were opened.

use std::collections::HashMap;
use std::fmt;
use std::path::Path;
use std::sync::{Arc, Mutex};

use zobrist_chess::AnyScheme;

use crate::error::IndexError;
use crate::format::PositionName;
use crate::format::folder::ReadFolder;
use crate::format::manifest::{IndexedSource, KeyedFile, Manifest};
use crate::format::table::{FileSummary, GameColumns, RowReader, Table, TableFile, format_of};
use zobrist_tables::TableError;

/// Number of files that stay open: systems allow a process some hundreds.
const MAX_OPEN_FILES: usize = 100;

/// An index that is open for queries by any number of threads.
///
/// Files are opened when a query needs them, and stay open, a hundred at most. They are those that
/// the index had when it was opened: what others have added since is not among the answers. Once
/// somebody has merged or rebuilt the index, a query that needs a file that was not open is an
/// error ([`IndexError::MissingFile`]): open the index again and repeat the query. It does not do
/// so itself, since game numbers that it returned before may then belong to other games.
///
/// # Damage
/// A query compares the checksum of everything that it reads, so that damage is an error and never
/// another answer. [`verify`](crate::verify) checks every byte.
pub struct Index {
    pub(super) folder: ReadFolder,
    pub(super) manifest: Manifest,
    pub(super) scheme: AnyScheme,
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

impl Index {
    /// Opens the index of a folder. Only its manifest is read, and nothing is ever written in it.
    /// The folder stays the one that was opened if it is moved; a path through a link is followed,
    /// links within the folder are not.
    ///
    /// With the feature `object-storage`, it may be a URL ([`remote`](crate::remote)). Its files
    /// are then checked as always, and nothing is asked beyond the needs of a query.
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

    /// Returns the version of the format: 1, which answers without filters only, or 2.
    pub fn version(&self) -> u32 {
        self.manifest.version
    }

    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        self.manifest.games
    }

    /// Returns the files that the games came from, for builds that named them.
    pub fn sources(&self) -> &[IndexedSource] {
        &self.manifest.sources
    }

    /// Returns the version of the format, the number of segments and the sizes of the tables.
    pub fn info(&self) -> IndexInfo {
        let keyed = |files: fn(&crate::format::manifest::Segment) -> &[KeyedFile]| {
            let files = self.manifest.segments.iter().flat_map(files).map(|file| file.summary);
            TableInfo::of(files)
        };
        IndexInfo {
            version: self.manifest.version,
            part_bits: self.manifest.part_bits,
            segments: self.manifest.segments.len(),
            positions: keyed(|segment| &segment.positions),
            occurrences: keyed(|segment| &segment.occurrences),
            games: TableInfo::of(self.manifest.game_files.iter().map(|file| file.summary)),
        }
    }

    /// Opens the file of a segment that holds a position, if there is one.
    pub(super) fn file_of<T: Table>(
        &self,
        files: &[KeyedFile],
        name: PositionName,
    ) -> Result<Option<Arc<TableFile>>, IndexError> {
        let part = self.manifest.parts().of(name.key as i64);
        let file = files.iter().find(|file| (file.parts.0..file.parts.1).contains(&part));
        file.map(|file| self.open_file::<T>(&file.file, &file.summary)).transpose()
    }

    pub(super) fn open_file<T: Table>(
        &self,
        name: &str,
        summary: &FileSummary,
    ) -> Result<Arc<TableFile>, IndexError> {
        let mut files = self.files.lock().expect("no thread panics here");
        if let Some(file) = files.get(name) {
            return Ok(Arc::clone(file));
        }
        let file = self.folder.open_sized(name, summary.bytes)?;
        let mut file = TableFile::open(file, &T::SPEC, summary, &format_of(&self.scheme))?;
        // Pages of texts are larger, and each is needed less often.
        if T::NAME != GameColumns::NAME {
            file.keep_dictionaries();
        }
        let file = Arc::new(file);
        if files.len() >= MAX_OPEN_FILES {
            files.clear();
        }
        files.insert(name.to_owned(), Arc::clone(&file));
        Ok(file)
    }

    /// Reads at most `most` of the rows of a key.
    pub(super) fn read_key<T: Table>(
        &self,
        file: &TableFile,
        name: PositionName,
        most: usize,
        found: &mut T,
    ) -> Result<(), IndexError> {
        let key = name.key as i64;
        let rows = file.find(&(key..=key)).map_err(|e| TableError::parquet(file.path(), e))?;
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

/// The version of an index, the number of its segments and the sizes of its tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct IndexInfo {
    /// The version of the format.
    pub version: u32,
    /// The number of bits of a key that say which of the parts of a table it belongs to: 8 to 16.
    pub part_bits: u32,
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
    pub(super) fn of(files: impl Iterator<Item = FileSummary>) -> TableInfo {
        files.fold(TableInfo::default(), |sum, file| TableInfo {
            files: sum.files + 1,
            rows: sum.rows + file.rows,
            bytes: sum.bytes + file.bytes,
        })
    }
}
