//! Filters of games and positions: the meaning of each condition, without any storage.

mod calendar;
mod condition;
mod date;
mod elo_range;
mod error;
mod facts;
mod fold;
mod game_date;
mod likeness;
mod nearest;
mod parse_date;
mod query;
mod tag_facts;
mod text_part;
mod words;

pub use condition::Condition;
pub use date::PartialDate;
pub use elo_range::EloRange;
pub use error::FilterError;
pub use facts::GameFacts;
pub(crate) use fold::folded;
pub use game_date::GameDate;
pub use nearest::NearestNames;
pub use query::Filter;
pub use tag_facts::TagFacts;
pub use text_part::{PlayerName, TextPart};
