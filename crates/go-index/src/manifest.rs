//! The manifest: the files of an index, and the sources of its games.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use zobrist_storage::SourceDigest;
use zobrist_tables::{FileSummary, Table};

use crate::keys::KEY_BITS;
use crate::tables::{GameColumns, OccurrenceColumns, format};
use crate::version::{FORMAT, FORMAT_VERSION};

/// The files that make up an index, and the sources of its games. The names of the fields are
/// stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Manifest {
    pub(crate) format: String,
    pub(crate) version: u32,
    pub(crate) scheme: String,
    pub(crate) fingerprint: String,
    pub(crate) key_bits: u32,
    pub(crate) games: u64,
    /// The games that were rejected, or are kept only as far as they can be read.
    pub(crate) rejected: u64,
    /// The number that the next segment gets.
    pub(crate) next_segment: u32,
    pub(crate) sources: Vec<GoSource>,
    pub(crate) game_files: Vec<GamesEntry>,
    pub(crate) segments: Vec<TableEntry>,
}

/// A file of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TableEntry {
    pub(crate) file: String,
    #[serde(flatten)]
    pub(crate) summary: FileSummary,
}

/// A file of games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct GamesEntry {
    /// The number of its games that can be replayed to their ends: if all, the column need not be
    /// read.
    pub(crate) whole: u64,
    #[serde(flatten)]
    pub(crate) entry: TableEntry,
}

/// A file that games were read from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct GoSource {
    /// Its path as it is stored, or `-` for standard input.
    pub file: String,
    /// Its size in bytes, if it is a file.
    pub bytes: Option<u64>,
    /// The digest of its bytes, if it is a file.
    pub digest: Option<SourceDigest>,
}

impl GoSource {
    /// Creates a source without size and digest, such as standard input.
    #[must_use]
    pub fn new(file: String) -> GoSource {
        GoSource { file, bytes: None, digest: None }
    }
}

/// The most that numbers of games and segments can be.
pub(crate) const MAX_GAMES: u64 = u32::MAX as u64;
const MAX_SEGMENTS: u32 = 1 << 31;

impl Manifest {
    /// The manifest of an index without games.
    pub(crate) fn new() -> Manifest {
        let format = format();
        Manifest {
            format: FORMAT.to_owned(),
            version: FORMAT_VERSION,
            scheme: format.scheme,
            fingerprint: format.fingerprint,
            key_bits: KEY_BITS,
            games: 0,
            rejected: 0,
            next_segment: 1,
            sources: Vec::new(),
            game_files: Vec::new(),
            segments: Vec::new(),
        }
    }

    /// All files.
    pub(crate) fn files(&self) -> impl Iterator<Item = &TableEntry> {
        self.segments.iter().chain(self.game_files.iter().map(|games| &games.entry))
    }

    /// Checks what is used of a manifest before anything that it says is believed.
    ///
    /// # Errors
    /// A text that says what was expected and what came.
    pub(crate) fn check(&self) -> Result<(), String> {
        let format = format();
        for (name, expected, got) in [
            ("scheme", &format.scheme, &self.scheme),
            ("fingerprint", &format.fingerprint, &self.fingerprint),
        ] {
            if expected != got {
                return Err(format!("expected the {name} {expected}, got {got}"));
            }
        }
        if self.key_bits != KEY_BITS {
            return Err(format!("expected keys of {KEY_BITS} bits, got {}", self.key_bits));
        }
        let mut seen = HashSet::new();
        let segments = self.segments.iter().map(|entry| (OccurrenceColumns::NAME, entry));
        let games = self.game_files.iter().map(|games| (GameColumns::NAME, &games.entry));
        for (table, TableEntry { file, .. }) in segments.chain(games) {
            let Some((_, segment)) = parse(file).filter(|(of, _)| *of == table) else {
                let expected = file_name(table, 1);
                return Err(format!("expected file names such as {expected:?}, got {file:?}"));
            };
            if segment >= self.next_segment {
                let next = self.next_segment;
                return Err(format!("expected segments below {next}, got {file:?}"));
            }
            if !seen.insert(file) {
                return Err(format!("expected every file once, got {file:?} twice"));
            }
        }
        if self.next_segment > MAX_SEGMENTS {
            let got = self.next_segment;
            return Err(format!("expected a next segment up to {MAX_SEGMENTS}, got {got}"));
        }
        let rows = |sum: u64, games: &GamesEntry| sum.checked_add(games.entry.summary.rows);
        let games = self.game_files.iter().try_fold(0, rows);
        if games != Some(self.games) || self.games > MAX_GAMES {
            let expected = self.games;
            return Err(format!("expected {expected} games in the files, got {games:?}"));
        }
        Ok(())
    }

    /// The number of the next segment, which is then taken.
    pub(crate) fn take_segment(&mut self) -> u32 {
        self.next_segment += 1;
        self.next_segment - 1
    }
}

/// The folders of the tables.
pub(crate) const TABLES: [&str; 2] = [OccurrenceColumns::NAME, GameColumns::NAME];

/// The name of a file of a table.
pub(crate) fn file_name(table: &str, segment: u32) -> String {
    format!("{table}/{segment:06}-0000.parquet")
}

/// The table and the segment of a file such as `games/000001-0000.parquet`; `None` for any text but
/// one that [`file_name`] gives.
pub(crate) fn parse(name: &str) -> Option<(&'static str, u32)> {
    let (table, file) = name.split_once('/')?;
    let table = TABLES.into_iter().find(|known| *known == table)?;
    let segment = file.strip_suffix("-0000.parquet")?.parse().ok()?;
    (segment > 0 && file_name(table, segment) == name).then_some((table, segment))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_parsed_if_this_program_gives_them() {
        assert_eq!(parse("games/000001-0000.parquet"), Some(("games", 1)));
        assert_eq!(parse("occurrences/1234567-0000.parquet"), Some(("occurrences", 1_234_567)));
        for name in [
            "",
            "games/000000-0000.parquet",
            "games/00001-0000.parquet",
            "games/000001-0001.parquet",
            "../games/000001-0000.parquet",
            "games/../000001-0000.parquet",
            "other/000001-0000.parquet",
            "games/+00001-0000.parquet",
            "games/000001-0000.parquet/",
        ] {
            assert_eq!(parse(name), None, "{name}");
        }
    }
}
