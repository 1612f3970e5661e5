//! Moves as people and engines write them: SAN or UCI notation, with or without numbers.

use std::error::Error;
use std::fmt::{self, Display};

use shakmaty::san::{San, SanError};
use shakmaty::uci::UciMove;
use shakmaty::{Move, Position, Role, Square};

use crate::suggestions::did_you_mean;

/// A move that cannot be read or played: what was expected, and the legal moves that look like it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveTextError(String);

impl Display for MoveTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for MoveTextError {}

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
///
/// # Errors
/// When it is none; the error names the legal moves that look like it.
pub fn read_move(word: &str, position: &impl Position) -> Result<Move, MoveTextError> {
    if let Ok(uci) = word.parse::<UciMove>() {
        return uci.to_move(position).map_err(|_| not_legal("illegal move", word, position));
    }
    let san = parse_san(word).map_err(|error| not_legal(error, word, position))?;
    san.to_move(position).map_err(|error| match error {
        SanError::IllegalSan => not_legal("illegal move", word, position),
        SanError::AmbiguousSan => {
            not_legal("ambiguous move: more than one piece can make it", word, position)
        }
    })
}

/// Plays a line of moves, such as `1.e4 e5 2.Nf3` or `e2e4 e7e5`, and calls `each` with the position after
/// each of them.
///
/// # Errors
/// When a word is not a legal move. The position is then that before it.
pub fn play_moves<P: Position>(
    moves: &str,
    position: &mut P,
    mut each: impl FnMut(&P),
) -> Result<(), MoveTextError> {
    for word in moves.split_whitespace().filter_map(move_of_word) {
        let m = read_move(word, position).map_err(|error| {
            MoveTextError(format!("cannot play {word:?} in the line {moves:?}: {error}"))
        })?;
        position.play_unchecked(m);
        each(position);
    }
    Ok(())
}

/// An error that names the legal moves that look like a word.
fn not_legal(error: impl Display, word: &str, position: &impl Position) -> MoveTextError {
    MoveTextError(format!("{error}{}", did_you_mean(&moves_like(word, position))))
}

/// The most moves that an error names.
const MAX_SUGGESTIONS: usize = 6;

/// The legal moves that look like a word: those that are written with the same letters and digits in
/// either case or, if there are none, those of the same piece to the same square, or else those to the
/// same square, or in UCI notation from the same square. Of a word that is written like a move, all of
/// the same piece are the last resort, of pawns those of the same file.
fn moves_like(word: &str, position: &impl Position) -> Vec<String> {
    let plain = |text: &str| -> String {
        let kept = text.chars().filter(|c| c.is_ascii_alphanumeric() && *c != 'x');
        kept.map(|c| c.to_ascii_lowercase()).collect()
    };
    let wanted = plain(word);
    let legal: Vec<(Move, String)> = position
        .legal_moves()
        .into_iter()
        .map(|m| (m, San::from_move(position, m).to_string()))
        .collect();
    let names = |is_like: &dyn Fn(&Move, &str) -> bool| -> Vec<String> {
        let like = legal.iter().filter(|(m, san)| is_like(m, san));
        like.map(|(_, san)| san.clone()).take(MAX_SUGGESTIONS).collect()
    };
    let to = word.as_bytes().windows(2).rev().find_map(|at| Square::from_ascii(at).ok());
    let (from, role) = match word.parse::<UciMove>() {
        Ok(UciMove::Normal { from, .. }) => (Some(from), position.board().role_at(from)),
        Ok(_) => (None, None),
        Err(_) => (None, word.chars().next().map(|c| Role::from_char(c).unwrap_or(Role::Pawn))),
    };
    let goes_there = |m: &Move| to == Some(m.to());
    let mut like = names(&|_, san| plain(san) == wanted);
    if like.is_empty() {
        like = names(&|m, _| goes_there(m) && Some(m.role()) == role);
    }
    if like.is_empty() {
        like = names(&|m, _| if from.is_some() { m.from() == from } else { goes_there(m) });
    }
    if !is_like_a_move(word) {
        return like;
    }
    if like.is_empty() && role == Some(Role::Pawn) {
        let file = word.bytes().next();
        like = names(&|m, san| m.role() == Role::Pawn && san.bytes().next() == file);
    } else if like.is_empty() {
        like = names(&|m, _| Some(m.role()) == role);
    }
    like
}

fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.starts_with('.') { rest.trim_start_matches('.') } else { word }
}

fn parse_san(word: &str) -> Result<San, &'static str> {
    let san = word.trim_end_matches(['+', '#', '!', '?']);
    let san = san.strip_suffix("e.p.").unwrap_or(san);
    let castling = san.starts_with("0-0").then(|| san.replace('0', "O"));
    let san = castling.as_deref().unwrap_or(san).parse();
    san.map_err(|_| "expected a move such as Nf3 or g1f3")
}

#[cfg(test)]
mod tests {
    use shakmaty::Chess;
    use shakmaty::fen::Fen;

    use super::*;

    fn error(word: &str, fen: &str) -> String {
        let fen: Fen = fen.parse().unwrap();
        let position: Chess = fen.into_position(shakmaty::CastlingMode::Standard).unwrap();
        read_move(word, &position).unwrap_err().to_string()
    }

    #[test]
    fn a_move_that_is_not_legal_names_those_that_look_like_it() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        // Two knights can go to d2.
        let knights = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";
        for (word, fen, expected) in [
            ("nf3", start, "expected a move such as Nf3 or g1f3; did you mean Nf3?"),
            ("Bf3", start, "illegal move; did you mean f3 or Nf3?"),
            ("e2e5", start, "illegal move; did you mean e3 or e4?"),
            ("b1d2", start, "illegal move; did you mean Na3 or Nc3?"),
            ("Qh9", start, "expected a move such as Nf3 or g1f3"),
            ("e5", start, "illegal move; did you mean e3 or e4?"),
            ("Nf6", start, "illegal move; did you mean Na3, Nc3, Nf3 or Nh3?"),
            ("Nxf3", start, "illegal move; did you mean Nf3?"),
            (
                "Nd2",
                knights,
                "ambiguous move: more than one piece can make it; did you mean Nbd2 or Nfd2?",
            ),
        ] {
            assert_eq!(error(word, fen), expected, "{word}");
        }
    }
}
