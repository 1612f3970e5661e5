//! Index of games of Go: where a position, a corner or a side was played, and what came next.
//!
//! An index is a folder of Parquet files, which DuckDB, Polars, Spark and pandas read, and a
//! manifest; `docs/go-index-format.md` specifies it. It has the main line of every game, and a key
//! for every whole board, every corner of 9 x 9 and 7 x 7 points and every side of 11 x 7 points of
//! its positions, up to rotation, reflection and colors. A question reads the games that have a key
//! and replays each, so that no two windows are mistaken for each other.
//!
//! ```
//! use zobrist_go::sgf::read;
//! use zobrist_go::{Board, Color};
//! use zobrist_go_index::{
//!     GameFacts, GamePreparer, GoBuildOptions, GoIndex, GoIndexBuilder, GoQuestion, Line, Window,
//! };
//!
//! # let folder = tempfile::tempdir()?;
//! # let folder = folder.path().join("index");
//! let mut builder = GoIndexBuilder::new(&folder, GoBuildOptions::default())?;
//! let mut preparer = GamePreparer::default();
//! for (number, text) in (1..).zip(["(;SZ[19];B[pd];W[dp];B[qf])", "(;SZ[19];W[dp];B[cn])"]) {
//!     let line = Line::of(&read(text.as_bytes())?);
//!     let facts = GameFacts { file: "a.sgf".to_owned(), number, ..GameFacts::default() };
//!     builder.add(preparer.prepare(&line, facts).expect("a board"))?;
//! }
//! builder.finish()?;
//!
//! let index = GoIndex::open(&folder)?;
//! let mut board = Board::new(19, 19)?;
//! board.place(Color::Black, "Q16".parse()?)?;
//! let corner = Window::corner(&board, 9, true, true)?;
//! let mut next = Vec::new();
//! index.explore(&corner, GoQuestion::default(), |_, found| next.extend(found.next))?;
//! let names: Vec<_> = next.iter().map(|(color, played)| format!("{color} {played}")).collect();
//! assert_eq!(names, ["Black R14", "White R14"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # When not to use it
//! For a question that is asked once: [`find`] looks through a game in microseconds, and reading the
//! files takes longer than that. For variations: only main lines are kept.
//!
//! # Cost
//! About 3.4 kB on the disk for a game of 230 moves, and a hundred microseconds to add it. A
//! question reads some pages of keys, and takes some ten microseconds for each game that has the
//! key; bench/README.md has the figures.

#![forbid(unsafe_code)]
#![warn(clippy::must_use_candidate)]

mod bits;
mod builder;
mod error;
mod folder;
mod index;
mod keys;
mod line;
mod manifest;
mod part;
mod replay;
mod sgf_text;
mod symmetry;
mod tables;
mod version;
mod window;

pub use builder::{
    BuildCounts, GameFacts, GamePreparer, GoBuildOptions, GoIndexBuilder, PreparedGame,
};
pub use error::GoIndexError;
pub use folder::is_go_index;
pub use index::{GoIndex, GoQuestion};
pub use line::{Line, Step};
pub use manifest::GoSource;
pub use part::Part;
pub use replay::{LineError, check};
pub use symmetry::Symmetry;
pub use version::{FORMAT, FORMAT_VERSION};
pub use window::{Found, Window, WindowError, find};

/// The README's example is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(test)]
mod tests;
