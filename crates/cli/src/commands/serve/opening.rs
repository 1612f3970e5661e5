//! Names of openings as JSON has them.

use serde::Serialize;
use zobrist_index::Opening;

/// The name of a position.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Named {
    eco: &'static str,
    name: &'static str,
}

impl From<Opening> for Named {
    fn from(opening: Opening) -> Named {
        Named { eco: opening.eco, name: opening.name }
    }
}
