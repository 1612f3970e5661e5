//! The manifest: the files of an index, and the sources of its games.

use serde::{Deserialize, Serialize};
use zobrist_chess::SchemeId;

use crate::digest::SourceDigest;
use crate::options::Select;
use crate::table::{FORMAT_VERSION, FileSummary};

/// The files that make up an index, and the sources of its games. The names of the fields are stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Manifest {
    pub format: String,
    pub version: u64,
    pub scheme: String,
    pub fingerprint: String,
    pub games: u32,
    /// The number that the next segment gets.
    pub next_segment: u32,
    pub sources: Vec<IndexedSource>,
    pub segments: Vec<Segment>,
    pub game_files: Vec<GamesFile>,
}

/// The name of the format, in the manifest.
pub(crate) const FORMAT: &str = "zobrist-index";

impl Manifest {
    /// The manifest of an index without games.
    pub fn new(scheme: SchemeId) -> Manifest {
        Manifest {
            format: FORMAT.to_owned(),
            version: FORMAT_VERSION.into(),
            scheme: scheme.name().to_owned(),
            fingerprint: scheme.fingerprint().to_string(),
            games: 0,
            next_segment: 1,
            sources: Vec::new(),
            segments: Vec::new(),
            game_files: Vec::new(),
        }
    }

    /// All files, by their names in the folder, and what is known about them.
    pub fn files(&self) -> impl Iterator<Item = (&str, &FileSummary)> {
        let keyed = self.segments.iter().flat_map(|segment| {
            segment.positions.iter().chain(&segment.occurrences).map(|f| (&*f.file, &f.summary))
        });
        keyed.chain(self.game_files.iter().map(|file| (&*file.file, &file.summary)))
    }
}

/// A file that games were read from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct IndexedSource {
    /// The path of the file, as it was given.
    pub file: String,
    /// The size of the file in bytes, if it is a file on the disk.
    pub bytes: Option<u64>,
    /// The time at which it was last changed, in nanoseconds since 1970, if that is known.
    pub modified: Option<u64>,
    /// The games and positions that were taken from it.
    pub select: Select,
    /// The number of its games that the index holds.
    pub games: u64,
    /// The number of games that could not be replayed.
    pub rejected: u64,
    /// The number of games that were left out by [`Select::min_elo`].
    pub below_elo: u64,
    /// The number of games that were left out as duplicates, by [`Select::dedup`].
    pub duplicates: u64,
    /// The number of its games that have a move that could not be read, taken by
    /// [`BuildOptions::keep_valid`](crate::BuildOptions::keep_valid) up to there, duplicates included.
    #[serde(default)]
    pub shortened: u64,
    /// The digest of its bytes as they are on the disk, if it is a file and all of it was read.
    #[serde(default)]
    pub digest: Option<SourceDigest>,
    /// True if it could not be read to its end, and the part that could be read was accepted.
    #[serde(default)]
    pub partial: bool,
}

/// Some rows of the two tables that are sorted by key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Segment {
    pub number: u32,
    pub positions: Vec<KeyedFile>,
    pub occurrences: Vec<KeyedFile>,
}

/// A file of some of the keys.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct KeyedFile {
    pub file: String,
    /// The parts of all keys that it holds: from the first of these up to, but excluding, the
    /// second.
    pub parts: (usize, usize),
    #[serde(flatten)]
    pub summary: FileSummary,
}

/// A file of consecutive games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct GamesFile {
    pub file: String,
    /// The number of its first game.
    pub first: u32,
    #[serde(flatten)]
    pub summary: FileSummary,
}
