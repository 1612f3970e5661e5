//! Moves as people and engines write them: SAN or UCI notation, with or without numbers.

use anyhow::{Result, anyhow};
use shakmaty::san::{San, SanError};
use shakmaty::uci::UciMove;
use shakmaty::{Move, Position};

/// Returns the move in a word such as "e4", "1.e4" or "e2e4", without the number and dots before
/// it; `None` if there is none, as in "1." and in "e.p." after "exf6".
pub fn move_of_word(word: &str) -> Option<&str> {
    let word = without_number(word);
    (!word.is_empty() && word != "e.p.").then_some(word)
}

/// Returns true if the word, which has no number before it, is written like a move.
pub fn is_like_a_move(word: &str) -> bool {
    word.parse::<UciMove>().is_ok() || parse_san(word).is_ok()
}

/// Reads a legal move. In UCI notation, the king castles by its own target or by that of the rook.
pub fn read_move(word: &str, position: &impl Position) -> Result<Move> {
    if let Ok(uci) = word.parse::<UciMove>() {
        return uci.to_move(position).map_err(|_| anyhow!("illegal move"));
    }
    parse_san(word)?.to_move(position).map_err(|error| match error {
        SanError::IllegalSan => anyhow!("illegal move"),
        SanError::AmbiguousSan => anyhow!("ambiguous move: more than one piece can make it"),
    })
}

fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.starts_with('.') { rest.trim_start_matches('.') } else { word }
}

fn parse_san(word: &str) -> Result<San> {
    let san = word.trim_end_matches(['+', '#', '!', '?']);
    let san = san.strip_suffix("e.p.").unwrap_or(san);
    let castling = san.starts_with("0-0").then(|| san.replace('0', "O"));
    let san = castling.as_deref().unwrap_or(san).parse();
    san.map_err(|_| anyhow!("expected a move such as Nf3 or g1f3"))
}
