//! Games of Go that are served.

mod finding;
mod games;
mod header;
mod line;

pub(crate) use games::GoGames;
