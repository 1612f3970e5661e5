//! Positions given as arguments: a FEN, or the moves that lead to the position.

use anyhow::{Context, Result, anyhow};
use clap::Args;
use shakmaty::san::{San, SanError};
use shakmaty::uci::UciMove;
use shakmaty::variant::VariantPosition;
use shakmaty::{Move, Position};

use crate::fen_argument::read_variant;
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
        // "e.p." after "exf6" is no move.
        if word.is_empty() || word == "e.p." {
            continue;
        }
        let m = read_move(word, &position)
            .with_context(|| format!("cannot play {word:?} in the line {line:?}"))?;
        position.play_unchecked(m);
    }
    Ok(position)
}

/// The move in "1.e4", "1." and "1...", without the number and dots before it.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.starts_with('.') { rest.trim_start_matches('.') } else { word }
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
