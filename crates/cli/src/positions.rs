//! Positions given as arguments: a FEN, or the moves that lead to the position.

use anyhow::{Context, Result};
use clap::Args;
use shakmaty::Position;
use shakmaty::variant::VariantPosition;

use crate::fen_argument::read_variant;
use crate::move_text::{is_like_a_move, move_of_word, read_move};
use crate::schemes::VariantOption;

/// The position that a command works on.
#[derive(Args, Clone, Debug)]
pub struct PositionOptions {
    /// Position to look up [default: the start position of the variant]
    #[arg(long, conflicts_with = "moves")]
    fen: Option<String>,
    /// Moves from the start position, such as "e4 c5" or "1.e4 c5 2.Nf3"
    #[arg(long)]
    moves: Option<String>,
    #[command(flatten)]
    pub variant: VariantOption,
}

impl PositionOptions {
    pub fn read(&self) -> Result<VariantPosition> {
        match &self.fen {
            Some(fen) => read_variant(fen, self.variant),
            None => play(self.moves.as_deref().unwrap_or_default(), self.variant),
        }
    }
}

/// Reads a FEN or a line of moves. A FEN has slashes and does not begin with a move.
pub fn read(text: &str, variant: VariantOption) -> Result<VariantPosition> {
    if text.contains('/') { read_fen_or_moves(text, variant) } else { play(text, variant) }
}

/// Reads a text that is probably a FEN: it is read as moves only if it begins with a move.
pub fn read_fen_or_moves(text: &str, variant: VariantOption) -> Result<VariantPosition> {
    match text.split_whitespace().find_map(move_of_word) {
        Some(word) if is_like_a_move(word) => play(text, variant),
        _ => read_variant(text, variant),
    }
}

/// Plays moves in SAN or UCI notation from the start position.
fn play(line: &str, variant: VariantOption) -> Result<VariantPosition> {
    let mut position = VariantPosition::new(variant.rules());
    for word in line.split_whitespace().filter_map(move_of_word) {
        let m = read_move(word, &position)
            .with_context(|| format!("cannot play {word:?} in the line {line:?}"))?;
        position.play_unchecked(m);
    }
    Ok(position)
}
