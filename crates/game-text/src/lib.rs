//! Text of games, positions and moves as people hand it in: files cut into chunks for threads, and
//! judged.
//!
//! ```
//! use std::sync::Arc;
//! use zobrist_game_text::{ChunkUnit, Chunks};
//! use zobrist_input::{Content, Listener, Nobody, find_all};
//!
//! let path = std::env::temp_dir().join(format!("zobrist-game-text-{}.pgn", std::process::id()));
//! std::fs::write(&path, "1. e4 e5 *\n\n1. d4 *\n")?;
//!
//! let listener: Arc<dyn Listener> = Arc::new(Nobody);
//! let found = find_all(std::slice::from_ref(&path), Content::Text, &listener)?;
//! let games: usize = Chunks::new(found, ChunkUnit::Games).map(|chunk| chunk.games().count()).sum();
//! assert_eq!(games, 2);
//! # std::fs::remove_file(path)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - [`Chunks`] cuts inputs into whole games, records or lines, and [`in_order`] processes them on
//!   threads. A [`Rejection`] has the place of what was rejected.
//! - [`judge`] says what a file without games looks like.
//! - [`play_moves`] plays a line of moves as people write it; its errors name the moves that look
//!   alike.
//! - [`csv`] reads and writes records.
//!
//! Not for a program that has its text in memory: `zobrist-shakmaty` reads PGN and FEN without
//! files.
//!
//! # Stability
//! Positions, moves and colors are types of the crate [`shakmaty`], which is re-exported as a whole
//! under its own name; none of its types is re-exported as one of ours. A new minor version of
//! shakmaty (0.31 after 0.30) is incompatible with the one before, and so comes with a new minor
//! version of this crate, never with a patch. A program that names these types by the re-export has
//! the same version.

#![forbid(unsafe_code)]
#![warn(clippy::must_use_candidate)]

mod buffers;
mod chunks;
pub mod csv;
mod move_text;
mod other_kind;
mod pipeline;
mod rejection;
mod suggestions;
mod zeros;

#[doc(no_inline)]
pub use shakmaty;

pub use buffers::Buffers;
pub use chunks::{Chunk, ChunkBoundary, ChunkGame, ChunkUnit, Chunks, MAX_LINE, Notes};
pub use move_text::{
    MoveTextError, WordError, is_like_a_move, move_of_word, play_moves, play_words, read_move,
};
pub use other_kind::{JUDGED_BYTES, OtherKind, has_game, judge};
pub use pipeline::in_order;
pub use rejection::{KEPT, Rejection, Remedy};
pub use suggestions::{did_you_mean, most_similar};

/// The README's example is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_can_be_sent_and_shared() {
        fn shared<T: Send + Sync>() {}
        fn sent<T: Send>() {}
        shared::<Buffers>();
        shared::<Notes>();
        shared::<Rejection>();
        sent::<Chunk>();
        sent::<Chunks>();
    }
}
