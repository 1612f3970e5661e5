//! The orders of games by their names.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use zobrist_index::GameOrder;

/// Reads the order of games.
pub fn game_orders() -> impl TypedValueParser<Value = GameOrder> {
    PossibleValuesParser::new(["newest", "strongest", "first"]).map(|order| match &*order {
        "newest" => GameOrder::Newest,
        "strongest" => GameOrder::Strongest,
        _ => GameOrder::First,
    })
}
