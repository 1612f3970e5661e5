//! Indexes of small files, and the rows of their tables.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use parquet::file::reader::SerializedFileReader;
use parquet::record::{Field, Row};
use serde_json::Value;
use tempfile::TempDir;
use zobrist_index::{
    BuildOptions, Index, IndexBuilder, IndexError, MergeOptions, RemovalCounts, ResumePoint,
    SourceFile, verify,
};

/// Games of the sample, from one up to another.
pub(crate) fn sample(from: usize, to: usize) -> String {
    use std::io::Read;
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/engine-games.pgn.gz");
    let mut text = String::new();
    flate2::read::GzDecoder::new(File::open(path).unwrap()).read_to_string(&mut text).unwrap();
    let start = |game: usize| text.match_indices("[Event ").nth(game).unwrap().0;
    text[start(from)..start(to)].to_owned()
}

/// A folder with an index and the files that it is made of.
pub(crate) struct World(TempDir);

impl World {
    pub(crate) fn new() -> World {
        World(tempfile::tempdir().unwrap())
    }

    pub(crate) fn index(&self) -> PathBuf {
        self.0.path().join("index")
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file of games and says where it is.
    pub(crate) fn games(&self, name: &str, text: &str) -> PathBuf {
        fs::create_dir_all(self.path(name).parent().unwrap()).unwrap();
        fs::write(self.path(name), text).unwrap();
        self.path(name)
    }

    /// Builds the index of some files.
    pub(crate) fn build(&self, options: BuildOptions, files: &[PathBuf]) {
        let mut builder =
            IndexBuilder::create_from_sources(self.index(), options, sources(files)).unwrap();
        feed(&mut builder, files);
        builder.finish().unwrap();
    }

    /// Adds some files, even if they are in the index.
    pub(crate) fn add(&self, mut options: BuildOptions, files: &[PathBuf]) {
        options.again = true;
        let mut builder =
            IndexBuilder::append_from_sources(self.index(), options, sources(files)).unwrap();
        feed(&mut builder, files);
        builder.finish().unwrap();
    }

    pub(crate) fn open(&self) -> Index {
        Index::open(self.index()).unwrap()
    }

    pub(crate) fn remove(&self, source: impl AsRef<Path>) -> Result<RemovalCounts, IndexError> {
        zobrist_index::remove(self.index(), source, MergeOptions::default())
    }

    /// Fails if a check finds anything.
    #[track_caller]
    pub(crate) fn assert_sound(&self) {
        let mut faults = Vec::new();
        let threads = std::num::NonZeroUsize::MIN;
        let report = &mut |fault: &str| faults.push(fault.to_owned());
        verify(self.index(), 1 << 24, threads, report).unwrap();
        assert_eq!(faults, Vec::<String>::new());
    }

    /// The rows of a table, segment by segment and file by file.
    pub(crate) fn rows(&self, table: &str) -> Vec<Row> {
        let manifest = fs::read(self.index().join("manifest.json")).unwrap();
        let manifest: Value = serde_json::from_slice(&manifest).unwrap();
        let files: Vec<&Value> = match table {
            "games" => manifest["game_files"].as_array().unwrap().iter().collect(),
            _ => {
                let segments = manifest["segments"].as_array().unwrap().iter();
                segments.flat_map(|segment| segment[table].as_array().unwrap()).collect()
            }
        };
        let rows = files.into_iter().flat_map(|file| {
            let file = File::open(self.index().join(file["file"].as_str().unwrap())).unwrap();
            let rows = SerializedFileReader::new(file).unwrap().into_iter();
            rows.map(Result::unwrap).collect::<Vec<_>>()
        });
        rows.collect()
    }

    /// The numbers of the games, in the order of the table.
    pub(crate) fn numbers(&self) -> Vec<i64> {
        let games = self.rows("games");
        let first = |row: &Row| match row.get_column_iter().next() {
            Some((name, Field::Long(number))) if name == "game_id" => *number,
            other => panic!("expected the number of a game, got {other:?}"),
        };
        games.iter().map(first).collect()
    }

    /// All files but those of a run that is not done, and their bytes.
    pub(crate) fn bytes(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let mut found = Vec::new();
        for table in ["", "positions", "occurrences", "games"] {
            for entry in fs::read_dir(self.index().join(table)).unwrap() {
                let path = entry.unwrap().path();
                if path.is_file() {
                    found.push((path.clone(), fs::read(&path).unwrap()));
                }
            }
        }
        found.sort();
        found
    }
}

pub(crate) fn sources(files: &[PathBuf]) -> Vec<SourceFile> {
    files.iter().map(SourceFile::new).collect()
}

/// Adds all games of some files.
pub(crate) fn feed(builder: &mut IndexBuilder, files: &[PathBuf]) {
    for (source, file) in files.iter().enumerate() {
        let text = fs::read(file).unwrap();
        let name = file.to_string_lossy();
        let replayed = builder.replayer().replay_text(&name, &text);
        let reached = ResumePoint { source, offset: text.len() as u64, ..ResumePoint::default() };
        builder.add_from_source(source, replayed, 0, reached).unwrap();
    }
}
