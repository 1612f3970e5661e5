//! Zobrist hashes of [`shakmaty`]'s positions, in the schemes of [`zobrist_chess`].
#![forbid(unsafe_code)]

mod features;
mod hashed;
mod perft;
mod pgn;
mod record;
mod rules;

pub use features::{en_passant_mode, for_each_feature, hash};
pub use hashed::{Hashed, Undo};
pub use perft::{perft, unique_positions};
pub use pgn::{GameError, GameOptions, GameScanner, Positions, fault_offset, replay_game};
pub use record::{ReadPositionError, read_position, read_variant_position};
pub use rules::Rules;
