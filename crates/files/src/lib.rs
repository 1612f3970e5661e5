//! Readers for the command and the Python package: compressed files, games in chunks, lists of keys
//! and schemes of one's own.
//!
//! ```
//! use std::sync::Arc;
//! use zobrist_files::{ChunkUnit, Chunks};
//! use zobrist_input::{Holds, Listener, Nobody, find_all};
//!
//! let folder = std::env::temp_dir().join(format!("zobrist-files-{}", std::process::id()));
//! std::fs::create_dir_all(&folder)?;
//! let path = folder.join("games.pgn");
//! std::fs::write(&path, "1. e4 e5 *\n\n1. d4 *\n")?;
//!
//! let listener: Arc<dyn Listener> = Arc::new(Nobody);
//! let found = find_all(&[path], Holds::Text, &listener)?;
//! let games: usize = Chunks::new(found, ChunkUnit::Games).map(|chunk| chunk.games().count()).sum();
//! assert_eq!(games, 2);
//! # std::fs::remove_dir_all(folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Not for a program that has its text in memory: `zobrist-shakmaty` reads PGN and FEN without files.
//!
//! # Features
//! - `object-storage`, off by default: files of games may be `https://`, `http://` and `s3://` URLs, by the feature of
//!   `zobrist-index`.

#![forbid(unsafe_code)]

pub mod book;
mod broken_file;
mod buffers;
mod chunks;
pub mod csv;
mod index_url;
mod ingest;
mod move_text;
mod other_kind;
mod pipeline;
mod rejection;
pub mod runs;
mod sources;
mod suggestions;
mod zeros;

pub use broken_file::{BrokenFile, BrokenFileWords};
pub use buffers::Buffers;
pub use chunks::{Chunk, ChunkGame, ChunkUnit, Chunks, MAX_LINE, Notes};
pub use index_url::is_index_url;
pub use ingest::{IngestError, Watch, ingest};
pub use move_text::{
    MoveTextError, WordError, is_like_a_move, move_of_word, play_moves, play_words, read_move,
};
pub use other_kind::{JUDGED_BYTES, OtherKind, has_game, judge};
pub use pipeline::in_order;
pub use rejection::{KEPT, Rejection, Remedy};
pub use sources::{NamedAgain, Sources};
pub use suggestions::{did_you_mean, most_similar};
