//! Options for building an index.

use std::num::NonZeroUsize;

use serde::{Deserialize, Serialize};
use zobrist_chess::{AnyScheme, SchemeId};
use zobrist_shakmaty::pgn::Language;
use zobrist_text_encoding::TextEncoding;

use super::duplicates::Duplicates;

/// The options for building an index.
///
/// ```
/// use zobrist_index::{BuildOptions, SchemeId};
///
/// let mut options = BuildOptions::default();
/// options.select.max_ply = Some(40);
/// options.scheme = SchemeId::Polyglot.into();
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct BuildOptions {
    /// The scheme, which says which positions count as the same; its hashes must have 64 bits, and
    /// the halfmove clock no part in them. An index has one scheme: what is added follows it. The
    /// index holds the text of a scheme that is not built in.
    pub scheme: AnyScheme,
    /// The games and positions that are taken.
    pub select: Select,
    /// The memory that may be used, in bytes. When the rows of the added games take a third of it,
    /// they are sorted and written to the disk as a segment, and the games that [`Select::dedup`]
    /// remembers may take half of it. Any value will do, but one below 16 MiB makes many segments
    /// to merge in [`finish`](crate::IndexBuilder::finish). Each thread needs about 25 MiB in
    /// addition.
    pub memory: usize,
    /// The number of threads that sort, write and merge. Replaying is up to the caller:
    /// [`IndexBuilder`](crate::IndexBuilder) says how.
    pub threads: NonZeroUsize,
    /// True if [`create`](crate::IndexBuilder::create) may replace an index that is already in the
    /// folder. False by default: it is then an error, [`Exists`](crate::IndexError::Exists).
    pub replace: bool,
    /// True if [`append_from_sources`](crate::IndexBuilder::append_from_sources) may add sources
    /// that are already in the index. False by default: they are then an error,
    /// [`AlreadyIn`](crate::IndexError::AlreadyIn).
    pub again: bool,
    /// True if sources may be [accepted in part](crate::IndexBuilder::accept_part). False by
    /// default.
    pub partial: bool,
    /// True if a game with a bad move (null, illegal, ambiguous or unreadable) is taken up to that
    /// move. False by default: it is then left out as a whole.
    pub keep_valid: bool,
    /// The encoding by which text that is not UTF-8 is read in all sources. `None` leaves it to
    /// whoever reads the files, who tells it with
    /// [`GamesText::encoding`](crate::GamesText::encoding).
    pub encoding: Option<TextEncoding>,
    /// The number of files of the table of positions, and of that of occurrences, at most 65,536.
    /// `None` makes files of 128 to 256 MB.
    pub files: Option<NonZeroUsize>,
}

impl Default for BuildOptions {
    /// Returns the scheme `fide`, all of every game, 1 GiB and one thread; nothing is replaced or
    /// added again.
    fn default() -> Self {
        BuildOptions {
            scheme: SchemeId::Fide.into(),
            select: Select::default(),
            memory: 1 << 30,
            threads: NonZeroUsize::MIN,
            replace: false,
            again: false,
            partial: false,
            keep_valid: false,
            encoding: None,
            files: None,
        }
    }
}

/// The options for [merging](crate::merge) the segments of an index.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct MergeOptions {
    /// The memory that may be used, in bytes.
    pub memory: usize,
    /// The number of threads.
    pub threads: NonZeroUsize,
    /// As [`BuildOptions::files`].
    pub files: Option<NonZeroUsize>,
}

impl Default for MergeOptions {
    /// Returns 1 GiB, one thread and files of 128 to 256 MB.
    fn default() -> Self {
        MergeOptions { memory: 1 << 30, threads: NonZeroUsize::MIN, files: None }
    }
}

/// The games and positions that an index takes from its sources.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Select {
    /// The number of plies of each game that count: positions from ply 0 up to, but excluding, this
    /// one. `None` takes all.
    pub max_ply: Option<u32>,
    /// The least Elo that both players must have; games without one are left out. `None` takes all.
    pub min_elo: Option<u16>,
    /// The kind of duplicates that are left out: games that count as the same as an earlier one of
    /// the index, or of those being added. `None` takes all. Tags are compared as text: a start
    /// position written differently is a different one.
    pub dedup: Option<Duplicates>,
    /// The language whose letters of the pieces are read, as
    /// [`GameOptions::language`](zobrist_shakmaty::GameOptions::language) says. The manifest has
    /// its code.
    #[serde(default, with = "code", skip_serializing_if = "is_english")]
    pub language: Language,
}

fn is_english(language: &Language) -> bool {
    *language == Language::English
}

/// Languages as their codes.
mod code {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use zobrist_shakmaty::pgn::Language;

    pub(super) fn serialize<S: Serializer>(language: &Language, to: S) -> Result<S::Ok, S::Error> {
        language.code().serialize(to)
    }

    pub(super) fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<Language, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}
