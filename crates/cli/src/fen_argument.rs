//! FENs that are given as arguments.

use anyhow::{Context, Result};
use shakmaty::Chess;
use shakmaty::variant::VariantPosition;
use zobrist_shakmaty::{ReadPositionError, read_position, read_variant_position};

use crate::schemes::VariantOption;

/// Reads a FEN or EPD of standard chess.
pub fn read_chess(fen: &str) -> Result<Chess> {
    read_argument(fen, |line| read_position(line, None))
}

/// Reads a FEN or EPD of a variant.
pub fn read_variant(fen: &str, variant: VariantOption) -> Result<VariantPosition> {
    read_argument(fen, |line| read_variant_position(line, variant.rules(), variant.castling_mode()))
}

/// Reads a position with `read`, without the blanks around it.
fn read_argument<P>(
    text: &str,
    read: impl FnOnce(&[u8]) -> Result<P, ReadPositionError>,
) -> Result<P> {
    let line = text.trim_start();
    let blanks = text.len() - line.len();
    read(line.trim_end().as_bytes())
        .map_err(|error| error.after_prefix(blanks))
        .with_context(|| format!("cannot read the position {text:?}"))
}
