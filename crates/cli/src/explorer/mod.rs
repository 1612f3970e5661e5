//! Positions and what was played in them, in indexes and files of games.

mod asked;
mod explored;
mod game_orders;
pub mod game_rows;
pub mod heading;
pub mod move_rows;
mod shown_moves;
mod sources;

pub use asked::{ExploreRequest, legal, legal_move, may_be_mended, refuse_mixed_schemes};
pub use explored::{ExploreAnswer, ExploredMove};
pub use game_orders::game_orders;
pub use shown_moves::ShownMoves;
pub use sources::{OpenSource, Sources};
