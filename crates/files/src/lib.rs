//! Readers for the command and the Python package: compressed files, games in chunks, lists of keys
//! and schemes of one's own.
//!
//! ```
//! use std::sync::Arc;
//! use zobrist_files::{ChunkUnit, Chunks, Content, Listener, Nobody, find_all};
//!
//! let folder = std::env::temp_dir().join(format!("zobrist-files-{}", std::process::id()));
//! std::fs::create_dir_all(&folder)?;
//! let path = folder.join("games.pgn");
//! std::fs::write(&path, "1. e4 e5 *\n\n1. d4 *\n")?;
//!
//! let listener: Arc<dyn Listener> = Arc::new(Nobody);
//! let found = find_all(&[path], Content::Text, &listener)?;
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
mod byte_digest;
mod byte_source;
mod chunks;
mod compression;
mod counted;
pub mod csv;
mod encoding;
mod error;
mod frames;
mod index_url;
mod ingest;
mod input;
mod key_list;
mod kinds;
mod layout_file;
pub mod leftovers;
mod listener;
mod move_text;
mod other_kind;
mod piece;
mod pipeline;
mod place;
mod rejection;
pub mod runs;
mod scheme_file;
pub mod simulation;
mod size;
mod sources;
mod suggestions;
mod watched;
pub mod whole;
mod whole_files;
mod zeros;

pub use broken_file::{BrokenFile, BrokenFileWords};
pub use buffers::Buffers;
pub use byte_digest::ByteDigest;
pub use byte_source::open_source;
pub use chunks::{Chunk, ChunkGame, ChunkUnit, Chunks, MAX_LINE, Notes, without_mark};
pub use compression::{FileFormat, decompress_text, plain_name};
pub use counted::counted;
pub use encoding::encoding_of_texts;
pub use error::{FileError, Result};
pub use frames::frames;
pub use index_url::is_index_url;
pub use ingest::{IngestError, Watch, ingest};
pub use input::{
    Content, FoundInput, Input, find_all, find_each, find_one, refuse_standard_input_twice,
};
pub use key_list::{
    ASSUMED_CONVENTIONS, Arrays, Halves, KeyList, KeyListFormat, KeyListOptions, Lines,
    integer_width, read_key_list,
};
pub use layout_file::read_layout;
pub use listener::{Listener, Nobody};
pub use move_text::{
    MoveTextError, WordError, is_like_a_move, move_of_word, play_moves, play_words, read_move,
};
pub use other_kind::{JUDGED_BYTES, OtherKind, has_game, judge};
pub use piece::{Piece, PieceStart, PieceText};
pub use pipeline::in_order;
pub use place::{Place, line_of};
pub use rejection::{KEPT, Rejection, Remedy};
pub use scheme_file::{describes_scheme, read_scheme, read_scheme_within};
pub use size::{bytes_of_size, size_in_words};
pub use sources::{NamedAgain, Sources};
pub use suggestions::{did_you_mean, most_similar};
pub use whole_files::{WholeFile, WholeFiles};
