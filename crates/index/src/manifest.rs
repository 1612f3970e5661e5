//! The manifest: the files of an index, and the sources of its games.

use serde::{Deserialize, Serialize};
use zobrist_chess::AnyScheme;

use crate::digest::SourceDigest;
use crate::options::Select;
use crate::table::{FORMAT_VERSION, FileSummary};

/// The files that make up an index, and the sources of its games. The names of the fields are stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Manifest {
    pub(crate) format: String,
    pub(crate) version: u64,
    pub(crate) scheme: String,
    pub(crate) fingerprint: String,
    /// The canonical text of the scheme, if it is not built in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) scheme_text: Option<String>,
    pub(crate) games: u32,
    /// The number that the next segment gets.
    pub(crate) next_segment: u32,
    pub(crate) sources: Vec<IndexedSource>,
    pub(crate) segments: Vec<Segment>,
    pub(crate) game_files: Vec<GamesFile>,
}

/// The name of the format, in the manifest.
pub(crate) const FORMAT: &str = "zobrist-index";

impl Manifest {
    /// The manifest of an index without games.
    pub(crate) fn new(scheme: &AnyScheme) -> Manifest {
        Manifest {
            format: FORMAT.to_owned(),
            version: FORMAT_VERSION.into(),
            scheme: scheme.name().to_owned(),
            fingerprint: scheme.fingerprint().to_string(),
            scheme_text: match scheme {
                AnyScheme::BuiltIn(_) => None,
                AnyScheme::Composed(scheme) => Some(scheme.to_text()),
            },
            games: 0,
            next_segment: 1,
            sources: Vec::new(),
            segments: Vec::new(),
            game_files: Vec::new(),
        }
    }

    /// True if both are of the same scheme.
    pub(crate) fn has_scheme_of(&self, other: &Manifest) -> bool {
        self.scheme == other.scheme
            && self.fingerprint == other.fingerprint
            && self.scheme_text == other.scheme_text
    }

    /// All files, by their names in the folder, and what is known about them.
    pub(crate) fn files(&self) -> impl Iterator<Item = (&str, &FileSummary)> {
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
    pub(crate) number: u32,
    pub(crate) positions: Vec<KeyedFile>,
    pub(crate) occurrences: Vec<KeyedFile>,
}

/// A file of some of the keys.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct KeyedFile {
    pub(crate) file: String,
    /// The parts of all keys that it holds: from the first of these up to, but excluding, the
    /// second.
    pub(crate) parts: (usize, usize),
    #[serde(flatten)]
    pub(crate) summary: FileSummary,
}

/// A file of consecutive games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct GamesFile {
    pub(crate) file: String,
    /// The number of its first game.
    pub(crate) first: u32,
    #[serde(flatten)]
    pub(crate) summary: FileSummary,
}
