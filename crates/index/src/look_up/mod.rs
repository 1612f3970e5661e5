//! Questions to an index.

mod answer;
mod duplicated;
mod filtered;
mod groups;
mod index;
mod info;
mod kept_games;
mod move_count;
mod question;
mod questions;
mod same_position;
mod seen_games;
mod stored_game;
mod tally;
mod visits;

pub use duplicated::DuplicateGame;
pub use index::Index;
pub use info::{IndexInfo, TableInfo};
pub use move_count::{MoveCount, PlayerScore};
pub use question::{Answer, Question};
pub use seen_games::SeenGames;
pub use stored_game::{FoundGame, StoredGame};
