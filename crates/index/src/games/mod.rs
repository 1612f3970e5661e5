//! Games as they go into an index and come out of it: replayed, compared and read again.

mod current_game;
mod identity;
mod replayer;
mod seen;
mod stored;
mod visit;

pub(crate) use identity::GameIdentity;
pub use replayer::{GamesText, Replayed, Replayer};
pub(crate) use replayer::{OPTIONS, moves};
pub use seen::SeenGames;
pub(crate) use seen::{Seen, SeenPlayers};
pub(crate) use stored::{StoredGames, read_few_games, read_games, replay_file};
#[cfg(test)]
pub(crate) use visit::Visits;
pub(crate) use visit::{PARTS, PartitionedVisits, Visit};
