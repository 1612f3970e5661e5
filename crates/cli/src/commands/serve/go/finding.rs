//! Findings of `zobrist go check`, with the plies at which the page shows them.

use serde::Serialize;

use crate::commands::go::faults::Fault;

/// A row of `zobrist go check`, and its plies.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Finding {
    /// The columns of the row.
    pub variation: u64,
    #[serde(rename = "move")]
    pub number: u64,
    pub player: Option<String>,
    pub point: Option<String>,
    pub fault: String,
    pub earlier: Option<u64>,
    pub cycle: Option<u64>,
    /// The ply after the move, or the last one before it if it could not be played.
    pub ply: usize,
    /// The ply whose position is repeated.
    pub earlier_ply: Option<usize>,
    /// False if the line ends there, since the move could not be played.
    pub played: bool,
}

impl From<Fault> for Finding {
    fn from(fault: Fault) -> Finding {
        Finding {
            variation: fault.variation,
            number: fault.number,
            player: fault.player.map(|player| player.to_string()),
            point: fault.point.map(|point| point.to_string()),
            fault: fault.what,
            earlier: fault.repetition.map(|repeated| repeated.earlier),
            cycle: fault.repetition.map(|repeated| repeated.cycle),
            ply: fault.ply,
            earlier_ply: fault.repetition.map(|repeated| repeated.earlier_ply),
            played: fault.is_played,
        }
    }
}
