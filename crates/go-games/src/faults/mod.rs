//! Faults of a recorded game: repetitions, illegal moves, turns, handicap and result.

mod fault;
mod handicap;
mod header;
mod points;
mod replay;
mod score;

use super::read::Game;
pub use fault::{Comparison, Fault, FaultKind, Standard, Uncompared};
use header::Header;
use replay::Replay;

/// Replays the main line of a game and all variations, and hands every fault to `report`, in the
/// order of the file. Returns if the result was compared with the board.
///
/// # Errors
/// When no board has the size of the game.
pub fn for_each_fault(
    game: &Game<'_>,
    standard: Standard,
    report: impl FnMut(Fault),
) -> Result<Comparison, String> {
    Replay::check(&game.entry.record, &Header::of(game), standard, report)
}
