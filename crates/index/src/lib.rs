//! A position index: what was played in every position of a collection of chess games, how often,
//! with what result and by whom, whatever the order of moves.
//!
//! An index is a folder of Parquet files, which DuckDB, Polars, Spark, ClickHouse and pandas
//! read as they are; `docs/index-format.md` is the specification. It is built from games in PGN
//! within bounded memory, and answers from a page or two.
//!
//! ```
//! use zobrist_index::shakmaty::{Chess, Square};
//! use zobrist_index::{BuildOptions, Index, IndexBuilder};
//!
//! # let folder = std::env::temp_dir().join(format!("zobrist-index-doc-{}", std::process::id()));
//! let games = b"[WhiteElo \"2400\"]\n\n1. e4 c5 2. Nf3 1-0\n\n1. Nf3 c5 2. e4 1/2-1/2\n";
//! let mut builder = IndexBuilder::create(&folder, BuildOptions::default())?;
//! let rejected = builder.add_pgn("games.pgn", games)?;
//! assert!(rejected.is_empty());
//! builder.finish()?;
//!
//! // Two orders of moves, one position: what was played before it differs.
//! let index = Index::open(&folder)?;
//! let start = Chess::default();
//! let moves = index.moves(&start)?;
//! assert_eq!(moves.len(), 2);
//! assert_eq!(moves[0].to_move(&start).unwrap().to(), Square::F3);
//! assert_eq!((moves[0].counts.draws, moves[1].counts.white), (1, 1));
//! # std::fs::remove_dir_all(folder).ok();
//! # Ok::<(), zobrist_index::IndexError>(())
//! ```
//!
//! [`IndexBuilder`] builds an index and adds to it, [`Index`] answers questions, [`merge`] combines
//! all segments into one, so that fewer files are read, [`remove`] takes a source out again, and
//! [`verify`] replays every stored game and compares every row. By [`runs`], many tasks build one
//! index, on one machine or on many.
//!
//! With the feature `object-storage`, the folder of an [`Index`] may be a URL: on a web server or
//! in S3. A look-up of moves then takes three requests a segment, after that of the manifest.
//! [`remote`] has the details.
//!
//! # Re-exports
//! This crate can be the only dependency: it re-exports [`HashablePosition`], [`StartTags`],
//! [`GameError`], [`PackedMove`], [`AnyScheme`], [`ComposedScheme`] and [`SchemeId`], and the
//! crates [`shakmaty`], for positions and moves, and [`zobrist_shakmaty`], for hashes, schemes and
//! histories.
//!
//! # When not to use it
//! - For games that come one at a time and must be found at once: each addition is a segment, and
//!   each look-up searches every segment.
//! - For finding positions by pattern or material: the index knows positions only by their names.
//!
//! # Stability
//! Files carry the version of the format, the scheme and its fingerprint; files of another format,
//! a later version or another scheme are rejected with an error that says what to do. Every later
//! version opens them.
//!
//! Positions, moves and colors are types of the crate [`shakmaty`], which is re-exported as a whole
//! under its own name; none of its types is re-exported as one of ours. A new minor version of
//! shakmaty (0.31 after 0.30) is incompatible with the one before, and so comes with a new minor
//! version of this crate, never with a patch. A program that names these types by the re-export has
//! the same version.
//!
//! # Features
//! - `object-storage`, off by default: [`Index::open`] takes URLs (`https://`, `http://` and
//!   `s3://`), and [`remote`] reads files from servers and writes to S3. It adds the crates
//!   `object_store`, `reqwest` and `tokio`, with `ring` for TLS, which needs a C compiler. Without
//!   it, a URL is an error.
//!
//! The `parquet` crate is linked without Arrow, and no SQL engine is linked.
//!
//! # Source code
//! Each folder imports only those above it in this list. `look_up` and `build` import nothing of
//! each other.
//!
//! | folder | contents |
//! |---|---|
//! | `tags/` | text of tags; results, ratings, years |
//! | `filter/` | conditions on games: players, dates, ratings, other tags |
//! | `options/` | options of builds and merges, duplicates |
//! | `error/` | errors and their texts |
//! | `format/` | the stored format: `table/` (columns), `manifest/`, `folder/` (names, commit, cleaning); names of positions |
//! | `games/` | games replayed into visits of positions, stored games, duplicates seen |
//! | `segment/` | one segment: visits sorted into rows, rows into files; merging of segments |
//! | `build/` | [`IndexBuilder`], the journal of a build, [`remove`], [`verify`] |
//! | `runs/` | builds by many tasks |
//! | `look_up/` | [`Index`] and its answers |

#![forbid(unsafe_code)]
#![warn(clippy::must_use_candidate)]

mod build;
mod error;
mod filter;
mod format;
mod games;
mod look_up;
mod options;
pub mod runs;
mod segment;
mod tags;
mod version;

#[doc(no_inline)]
pub use zobrist::Fingerprint;
#[doc(no_inline)]
pub use zobrist_chess::{AnyScheme, ComposedScheme, ParseSchemeIdError, SchemeId};
pub use zobrist_shakmaty::pgn::RejectedGame;
#[doc(no_inline)]
pub use zobrist_shakmaty::{GameError, HashablePosition, PackedMove, StartTags};
#[doc(no_inline)]
pub use zobrist_storage::{FileState, ParseSourceDigestError, SourceDigest, SourceHasher, remote};
#[doc(no_inline)]
pub use zobrist_text_encoding::{TextEncoding, UnknownEncoding};
#[doc(no_inline)]
pub use {shakmaty, zobrist_shakmaty};

pub use build::{
    BuildCounts, ChangedSource, IndexBuilder, RemovalCounts, remove, verify, verify_in,
};
pub use error::{IndexError, KnownBy, KnownSource};
pub use filter::{
    Condition, EloRange, Filter, FilterError, GameDate, GameFacts, NearestNames, PartialDate,
    PlayerName, PlayerOutcome, Speed, TagFacts, TextPart,
};
pub use format::folder::manifest_text;
pub use format::manifest::IndexedSource;
pub use format::table::catches_panics;
pub use format::{Lanes, NameHasher, NameKeys, Named, PositionName, ResumePoint, SourceFile};
pub use games::{GamesText, Replayed, Replayer, SeenGames};
pub use look_up::{
    Answer, BeginningGame, DuplicateGame, FoundGame, GameCounts, GameOrder, GamesOf, GroupCounts,
    GroupedBy, Index, IndexInfo, MoveCount, MoveOrder, Opening, PlayerNames, PlayerScore, Question,
    StoredGame, TableInfo, fide_performance, opening_of,
};
pub use options::{
    BuildOptions, Duplicates, MergeOptions, PlayedGame, PlayersKey, Select, first_agreeing,
};
pub use segment::merge;
pub use tags::GameResult;
pub use version::FORMAT_VERSION;

/// The README's example is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
