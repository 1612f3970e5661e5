//! The moves of a position that are shown, and their order.

use clap::ValueEnum;
use shakmaty::{Color, Move};
use zobrist_index::{MoveCount, MoveOrder};

/// Which moves are shown, and in which order.
#[derive(clap::Args, Clone, Copy, Debug)]
pub struct ShownMoves {
    /// Show only the first N moves
    #[arg(long, value_name = "N", help_heading = "Output")]
    pub top: Option<usize>,
    /// Show only moves of at least N games
    #[arg(
        long,
        value_name = "N",
        default_value = "1",
        hide_default_value = true,
        help_heading = "Output",
        hide_short_help = true
    )]
    pub min_games: u64,
    /// Which moves come first: those of the most games, of the best score of the side to move, of
    /// the highest Elo, or those that were played last
    #[arg(
        long,
        value_enum,
        value_name = "ORDER",
        default_value = "games",
        help_heading = "Output",
        hide_short_help = true
    )]
    pub sort: MoveOrderName,
}

/// The order of moves, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MoveOrderName {
    Games,
    Score,
    Elo,
    Year,
}

impl From<MoveOrderName> for MoveOrder {
    fn from(name: MoveOrderName) -> MoveOrder {
        match name {
            MoveOrderName::Games => MoveOrder::Games,
            MoveOrderName::Score => MoveOrder::Score,
            MoveOrderName::Elo => MoveOrder::Elo,
            MoveOrderName::Year => MoveOrder::Year,
        }
    }
}

impl ShownMoves {
    /// Sorts the moves, which are in the order of their games, and leaves out those that are not
    /// shown.
    pub fn sort(self, counts: &mut Vec<(Move, MoveCount)>, turn: Color) {
        counts.retain(|(_, count)| count.games() >= self.min_games);
        MoveOrder::from(self.sort).sort(counts, turn, |(_, count)| count);
        if let Some(top) = self.top {
            counts.truncate(top);
        }
    }
}
