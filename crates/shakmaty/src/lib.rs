//! Zobrist hashes of [`shakmaty`]'s positions, in the schemes of [`zobrist_chess`].
#![forbid(unsafe_code)]

mod features;
mod hashed;
mod perft;
mod rules;

pub use features::{en_passant_mode, for_each_feature, hash};
pub use hashed::{Hashed, Undo};
pub use perft::{perft, unique_positions};
pub use rules::Rules;
