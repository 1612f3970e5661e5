//! The manifest of version 1, which is only read.

use serde::Deserialize;

use super::{GamesFile, IndexedSource, Manifest, Segment};
use crate::parts::Parts;
use crate::table::{FileSummary, VERSION_1};

/// The fields of version 1.
#[derive(Deserialize)]
pub(crate) struct Manifest1 {
    format: String,
    scheme: String,
    fingerprint: String,
    #[serde(default)]
    scheme_text: Option<String>,
    games: u64,
    next_segment: u32,
    sources: Vec<IndexedSource>,
    segments: Vec<Segment>,
    game_files: Vec<GamesFile1>,
}

#[derive(Deserialize)]
struct GamesFile1 {
    file: String,
    first: u64,
    #[serde(flatten)]
    summary: FileSummary,
}

impl From<Manifest1> for Manifest {
    fn from(old: Manifest1) -> Manifest {
        let games_file = |file: GamesFile1| GamesFile {
            file: file.file,
            first: file.first,
            bound: file.first.saturating_add(file.summary.rows),
            source: None,
            offset: None,
            before: 0,
            summary: file.summary,
        };
        let source =
            |source: IndexedSource| IndexedSource { keep_valid: source.shortened > 0, ..source };
        Manifest {
            format: old.format,
            version: VERSION_1,
            scheme: old.scheme,
            fingerprint: old.fingerprint,
            scheme_text: old.scheme_text,
            games: old.games,
            next_segment: old.next_segment,
            part_bits: Parts::BITS,
            sources: old.sources.into_iter().map(source).collect(),
            segments: old.segments,
            game_files: old.game_files.into_iter().map(games_file).collect(),
        }
    }
}
