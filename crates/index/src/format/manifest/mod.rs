//! The manifest: the files of an index, and the sources of its games.

use serde::{Deserialize, Serialize};
use zobrist_chess::AnyScheme;
use zobrist_shakmaty::pgn::GameScanner;
use zobrist_storage::{SourceDigest, SourceHasher};
use zobrist_text_encoding::TextEncoding;

use crate::filter::{GameDate, PartialDate};
use crate::format::key_scheme;
use crate::format::parts::Parts;
use crate::format::table::FileSummary;
use crate::options::Select;
use crate::version::{FORMAT, FORMAT_VERSION};

/// The files that make up an index, and the sources of its games. The names of the fields are
/// stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Manifest {
    pub(crate) format: String,
    pub(crate) version: u32,
    pub(crate) scheme: String,
    pub(crate) fingerprint: String,
    /// The canonical text of the scheme.
    pub(crate) scheme_text: String,
    pub(crate) games: u64,
    /// The number that the next segment gets.
    pub(crate) next_segment: u32,
    /// The number of bits of a key that say which part of all keys it belongs to.
    pub(crate) part_bits: u32,
    pub(crate) sources: Vec<IndexedSource>,
    pub(crate) segments: Vec<Segment>,
    pub(crate) game_files: Vec<GamesFile>,
}

impl Manifest {
    /// The manifest of an index without games.
    pub(crate) fn new(scheme: &AnyScheme) -> Manifest {
        Manifest {
            format: FORMAT.to_owned(),
            version: FORMAT_VERSION,
            scheme: scheme.name().to_owned(),
            fingerprint: scheme.fingerprint().to_string(),
            scheme_text: key_scheme::text_of(scheme),
            games: 0,
            next_segment: 1,
            part_bits: Parts::BITS,
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

    /// The parts of all keys, which have been checked.
    pub(crate) fn parts(&self) -> Parts {
        Parts::by(self.part_bits).unwrap_or(Parts::MIN)
    }

    /// Divides all keys into more parts.
    pub(crate) fn divide_into(&mut self, parts: Parts) {
        let more = parts.bits().saturating_sub(self.part_bits);
        self.part_bits += more;
        for segment in &mut self.segments {
            for file in segment.positions.iter_mut().chain(&mut segment.occurrences) {
                file.parts = (file.parts.0 << more, file.parts.1 << more);
            }
        }
    }

    /// Removes the sources for which `keep` is false, without their games.
    pub(crate) fn keep_sources(&mut self, keep: impl Fn(&IndexedSource) -> bool) {
        let kept: Vec<bool> = self.sources.iter().map(keep).collect();
        let renumbered = |source: usize| kept[..source].iter().filter(|kept| **kept).count();
        for file in &mut self.game_files {
            file.source = file.source.filter(|source| kept[*source]).map(renumbered);
        }
        let mut kept = kept.iter();
        self.sources.retain(|_| *kept.next().expect("one for each source"));
    }

    /// The number that the next game gets: after all numbers that are taken or kept free.
    pub(crate) fn next_game(&self) -> u64 {
        self.game_files.last().map_or(0, |file| file.bound)
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
    /// The path of the file as it is stored: absolute, or as it was given. `-` is standard input.
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
    /// [`BuildOptions::keep_valid`](crate::BuildOptions::keep_valid) up to there, duplicates
    /// included.
    pub shortened: u64,
    /// The digest of its bytes as they are on the disk, if it is a file and all of it was read.
    pub digest: Option<SourceDigest>,
    /// True if it could not be read to its end, and the part that could be read was accepted.
    pub partial: bool,
    /// True if games with a bad move were taken up to that move, by
    /// [`BuildOptions::keep_valid`](crate::BuildOptions::keep_valid).
    pub keep_valid: bool,
    /// The date at which its games begin: of the known dates of those that the index holds, the one
    /// with the earliest first day, and of several the most exact one. `None` if no date is known.
    pub first_date: Option<PartialDate>,
    /// The date at which its games end: the one with the latest last day, as
    /// [`first_date`](IndexedSource::first_date).
    pub last_date: Option<PartialDate>,
    /// The number of the [rule](GameScanner::RULE) by which it was divided into games.
    pub rule: u32,
    /// The encoding by which text of its games was read that is not UTF-8. `None` if all is UTF-8,
    /// or if several pieces of it were read by different ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub encoding: Option<TextEncoding>,
}

impl IndexedSource {
    /// True if it was divided into games by the rule of today.
    #[must_use]
    pub fn has_rule_of_today(&self) -> bool {
        self.rule == GameScanner::RULE
    }

    /// Records that all of its bytes have gone through a hasher, unless the file has another size
    /// by now.
    pub(crate) fn read_to_end(&mut self, read: &SourceHasher) {
        if self.bytes == Some(read.bytes()) {
            self.digest = Some(read.digest());
        }
    }

    /// Takes note of the date of one of its games.
    pub(crate) fn note_date(&mut self, date: GameDate) {
        let Some(date) = date.known() else { return };
        self.first_date = Some(self.first_date.map_or(date, |first| first.earlier(date)));
        self.last_date = Some(self.last_date.map_or(date, |last| last.later(date)));
    }
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

impl GamesFile {
    /// A file of games of several sources, or of one that was read as a whole.
    pub(crate) fn of_several(file: String, first: u64, summary: FileSummary) -> GamesFile {
        let bound = first + summary.rows;
        GamesFile { file, first, bound, source: None, offset: None, before: 0, summary }
    }

    /// The games and bytes of the source before its own games, but for those that their rows count.
    pub(crate) fn base(&self) -> PieceBase {
        PieceBase { games: self.before, bytes: self.offset.unwrap_or(0) }
    }
}

/// The games and bytes of a source before the piece that a file of games is from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PieceBase {
    /// The number of games, rejected ones included.
    pub(crate) games: u64,
    /// The number of bytes, after decompression.
    pub(crate) bytes: u64,
}

impl PieceBase {
    /// The number of a game within its source, from that within the piece.
    pub(crate) fn game(self, of_piece: i64) -> u64 {
        self.games.saturating_add_signed(of_piece)
    }

    /// The offset of a game in its source, from that in the piece.
    pub(crate) fn offset(self, of_piece: u64) -> u64 {
        self.bytes.saturating_add(of_piece)
    }
}

/// A file of consecutive games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct GamesFile {
    pub(crate) file: String,
    /// The number of its first game.
    pub(crate) first: u64,
    /// The number after the last one that is kept free for its games.
    pub(crate) bound: u64,
    /// The number of the source that all of its games are from; missing if they are from several.
    pub(crate) source: Option<usize>,
    /// Where the piece of the source that its games are from begins, in bytes after decompression;
    /// missing if the source was read as a whole.
    pub(crate) offset: Option<u64>,
    /// The number of games of the source before that piece, which the column `game` does not count.
    pub(crate) before: u64,
    #[serde(flatten)]
    pub(crate) summary: FileSummary,
}
