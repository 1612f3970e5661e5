//! Runs, into which the building of an index is cut: what each reads, and how many games it may have.
//!
//! Read a piece with [`FoundInput::only_piece`](crate::FoundInput::only_piece).

mod cut;
mod room;

pub use self::cut::{RunPieces, SourceSize, cut};
pub use self::room::{GameSample, room};
