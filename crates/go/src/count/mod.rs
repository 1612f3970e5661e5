//! Exhaustive counts of small boards: positions, their classes, and games.

mod games;
mod graph;
mod positions;

pub use games::{GamesError, games};
pub use positions::{Classes, MAX_POINTS, PositionsError, classes, positions};
