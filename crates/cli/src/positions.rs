//! Positions that are given as arguments: FEN, or the moves that lead to them.

use anyhow::{Context, Result, anyhow};
use clap::Args;
use shakmaty::san::{San, SanError};
use shakmaty::uci::UciMove;
use shakmaty::variant::VariantPosition;
use shakmaty::{Chess, Move, Position};
use zobrist_shakmaty::{ReadPositionError, read_position, read_variant_position};

use crate::schemes::VariantOption;

/// Reads a FEN or EPD of chess that was given as an argument.
///
/// # Errors
/// When it is not a legal position.
pub fn read_chess(fen: &str) -> Result<Chess> {
    read_argument(fen, |line| read_position(line, None))
}

/// Reads a FEN or EPD of a variant that was given as an argument.
///
/// # Errors
/// When it is not a legal position of the variant.
pub fn read_variant(fen: &str, variant: VariantOption) -> Result<VariantPosition> {
    read_argument(fen, |line| read_variant_position(line, variant.rules(), variant.castling_mode()))
}

/// Reads a position that was given as an argument, with blanks of any kind around it.
///
/// # Errors
/// When it is not a legal position.
fn read_argument<P>(
    text: &str,
    read: impl FnOnce(&[u8]) -> Result<P, ReadPositionError>,
) -> Result<P> {
    let line = text.trim_start();
    let blanks = text.len() - line.len();
    read(line.trim_end().as_bytes())
        .map_err(|error| error.after(blanks))
        .with_context(|| format!("cannot read the position {text:?}"))
}

/// A position that a command is asked about.
#[derive(Args, Clone, Debug)]
pub struct PositionOptions {
    /// Position to ask about [default: the start position of the variant]
    #[arg(long, conflicts_with = "moves")]
    fen: Option<String>,
    /// Moves from the start position, such as "e4 c5" or "1.e4 c5 2.Nf3"
    #[arg(long)]
    moves: Option<String>,
    #[command(flatten)]
    pub variant: VariantOption,
}

impl PositionOptions {
    /// # Errors
    /// When the FEN is no legal position, or a move cannot be played.
    pub fn read(&self) -> Result<VariantPosition> {
        match &self.fen {
            Some(fen) => read_variant(fen, self.variant),
            None => play(self.moves.as_deref().unwrap_or_default(), self.variant),
        }
    }
}

/// Reads a FEN or a line of moves: a FEN has slashes and does not begin like a move.
///
/// # Errors
/// As [`PositionOptions::read`].
pub fn read(text: &str, variant: VariantOption) -> Result<VariantPosition> {
    if text.contains('/') { read_fen_or_moves(text, variant) } else { play(text, variant) }
}

/// The same for what is more likely a FEN: it is read as moves only if it begins like a move.
///
/// # Errors
/// As [`PositionOptions::read`].
pub fn read_fen_or_moves(text: &str, variant: VariantOption) -> Result<VariantPosition> {
    let mut words = text.split_whitespace().map(without_number);
    match words.find(|word| !word.is_empty()) {
        Some(word) if word.parse::<UciMove>().is_ok() || parse_san(word).is_ok() => {
            play(text, variant)
        }
        _ => read_variant(text, variant),
    }
}

/// Plays moves in SAN or UCI notation from the start position.
fn play(line: &str, variant: VariantOption) -> Result<VariantPosition> {
    let mut position = VariantPosition::new(variant.rules());
    for word in line.split_whitespace() {
        let word = without_number(word);
        // In "exf6 e.p." too, only the move counts.
        if word.is_empty() || word == "e.p." {
            continue;
        }
        let m = read_move(word, &position)
            .with_context(|| format!("cannot play {word:?} in the line {line:?}"))?;
        position.play_unchecked(m);
    }
    Ok(position)
}

/// "1.e4", "1." and "1..." without what comes before the move.
fn without_number(word: &str) -> &str {
    let behind = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if behind.starts_with('.') { behind.trim_start_matches('.') } else { word }
}

fn read_move(word: &str, position: &VariantPosition) -> Result<Move> {
    if let Ok(uci) = word.parse::<UciMove>() {
        return uci.to_move(position).map_err(|_| anyhow!("illegal move"));
    }
    parse_san(word)?.to_move(position).map_err(|error| match error {
        SanError::IllegalSan => anyhow!("illegal move"),
        SanError::AmbiguousSan => anyhow!("ambiguous move: more than one piece can make it"),
    })
}

fn parse_san(word: &str) -> Result<San> {
    let san = word.trim_end_matches(['+', '#', '!', '?']);
    let san = san.strip_suffix("e.p.").unwrap_or(san);
    let castling = san.starts_with("0-0").then(|| san.replace('0', "O"));
    let san = castling.as_deref().unwrap_or(san).parse();
    san.map_err(|_| anyhow!("expected a move such as Nf3 or g1f3"))
}
