//! FENs that are given as arguments. Fields may be missing at the end, but nothing else may follow
//! the position than operations of EPD.

use anyhow::{Context, Result};
use shakmaty::Chess;
use shakmaty::variant::VariantPosition;
use zobrist_shakmaty::{
    ReadPositionError, Strictness, read_position_with, read_variant_position_with,
};

use crate::schemes::VariantOption;

/// Reads a FEN or EPD of standard chess.
pub fn read_chess(fen: &str) -> Result<Chess> {
    read_argument(fen, |line| read_position_with(line, None, Strictness::AllowMissing))
}

/// Reads a FEN or EPD of a variant.
pub fn read_variant(fen: &str, variant: VariantOption) -> Result<VariantPosition> {
    read_variant_with(fen, variant, Strictness::AllowMissing)
}

/// Reads a FEN or EPD of a variant, as strictly as asked.
pub fn read_variant_with(
    fen: &str,
    variant: VariantOption,
    strictness: Strictness,
) -> Result<VariantPosition> {
    let (rules, mode) = (variant.rules(), variant.castling_mode());
    read_argument(fen, |line| read_variant_position_with(line, rules, mode, strictness))
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
