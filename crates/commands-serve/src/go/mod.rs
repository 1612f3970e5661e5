//! Games of Go that are served.

mod games;
mod header;
mod line;

pub(crate) use games::GoGames;
