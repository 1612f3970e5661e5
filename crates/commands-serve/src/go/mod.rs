//! Games of Go that are served.

mod explored;
mod games;
mod header;
mod line;

pub(crate) use explored::{Explored, Region};
pub(crate) use games::GoGames;
