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
pub use question::{Answer, Question};
pub use stored_game::{FoundGame, GameOrder, StoredGame};
