//! Questions to an index.

mod answer;
mod beginnings;
mod duplicated;
mod filtered;
mod game_counts;
mod index;
mod listed_games;
mod matching_games;
mod move_count;
mod openings;
mod other_orders;
mod performance;
mod player_names;
mod question;
mod stored_game;
mod tally;
mod unfiltered;
mod visits;

pub use beginnings::BeginningGame;
pub use duplicated::DuplicateGame;
pub use filtered::GamesOf;
pub use game_counts::GameCounts;
pub use index::{Index, IndexInfo, TableInfo};
pub use move_count::{MoveCount, MoveOrder, PlayerScore};
pub use openings::{Opening, opening_of};
pub use performance::fide_performance;
pub use player_names::PlayerNames;
pub use question::{Answer, GroupCounts, GroupedBy, Question};
pub use stored_game::{FoundGame, GameOrder, StoredGame};
