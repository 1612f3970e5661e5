//! Filters of games and positions: the meaning of each condition, without any storage.

mod date;
mod elo_range;
mod error;
mod fold;
mod game_date;
mod nearest;
mod outcome;
mod parse_date;
mod query;
mod speed;
mod tag_facts;
mod text_part;
mod word_changes;
mod words;

pub use date::PartialDate;
pub use elo_range::EloRange;
pub use error::FilterError;
pub(crate) use fold::folded;
pub use game_date::GameDate;
pub(crate) use nearest::Likeness;
pub use nearest::NearestNames;
pub use outcome::PlayerOutcome;
pub use query::{Condition, Filter};
pub use speed::Speed;
pub use tag_facts::{GameFacts, TagFacts};
pub use text_part::{PlayerName, TextPart};
