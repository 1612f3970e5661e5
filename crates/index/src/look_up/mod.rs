//! Questions to an index.

mod answer;
mod beginning_games;
mod duplicated;
mod filtered;
mod game_counts;
mod game_order;
mod games_ahead;
mod games_of;
mod groups;
mod index;
mod info;
mod kept_games;
mod listed_games;
mod move_count;
mod move_order;
mod other_orders;
mod position_rows;
mod question;
mod questions;
mod same_position;
mod seen_games;
mod stored_game;
mod tally;
mod visits;

pub use beginning_games::BeginningGame;
pub use duplicated::DuplicateGame;
pub use game_counts::GameCounts;
pub use game_order::GameOrder;
pub use games_of::GamesOf;
pub use index::Index;
pub use info::{IndexInfo, TableInfo};
pub use move_count::{MoveCount, PlayerScore};
pub use move_order::MoveOrder;
pub use question::{Answer, Question};
pub use seen_games::SeenGames;
pub use stored_game::{FoundGame, StoredGame};
