//! Moves as people and engines write them: the words of a game of PGN, or those of UCI.

use std::error::Error;
use std::fmt::{self, Display};

use shakmaty::san::{San, SanError};
use shakmaty::uci::UciMove;
use shakmaty::{Move, Position, Role, Square};
use zobrist_shakmaty::pgn::{TokenKind, Tokens};
use zobrist_shakmaty::{HashablePosition, null_move};

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
#[must_use]
pub fn move_of_word(word: &str) -> Option<&str> {
    let word = without_number(word);
    (!word.is_empty() && word != "e.p.").then_some(word)
}

/// Returns true if the word, which has no number before it, is written like a move.
#[must_use]
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

/// Plays a line of moves, such as `1.e4 e5 2.Nf3` or `e2e4 e7e5`, and calls `each` with the
/// position after each of them.
///
/// The words are those of the moves of a game of PGN, in any of its spellings: comments,
/// variations, annotations and results may stand among them, and null moves: `0000`, `null`, `--` or
/// `Z0`.
///
/// # Errors
/// When a word is not a legal move, or a null move in check, or a move comes after a result. The
/// position is then that before it.
pub fn play_moves<P: HashablePosition>(
    moves: &str,
    position: &mut P,
    mut each: impl FnMut(&P),
) -> Result<(), MoveTextError> {
    play_steps(moves, position, true, |_, position| each(position)).map_err(
        |WordError { word, error }| {
            let word = word.map(|word| format!(" {word:?}")).unwrap_or_default();
            MoveTextError(format!("cannot play{word} in the line {moves:?}: {error}"))
        },
    )
}

/// A word of a line of moves that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WordError {
    /// The word; `None` if a comment or a variation has no end.
    pub word: Option<String>,
    /// The reason.
    pub error: MoveTextError,
}

impl Display for WordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.word {
            Some(word) => write!(f, "cannot play {word:?}: {}", self.error),
            None => self.error.fmt(f),
        }
    }
}

impl Error for WordError {}

/// Plays a line of moves as [`play_moves`] does, and calls `each` with each move and the position
/// after it. A null move is an error.
///
/// # Errors
/// As [`play_moves`], without the line.
pub fn play_words<P: HashablePosition>(
    moves: &str,
    position: &mut P,
    mut each: impl FnMut(Move, &P),
) -> Result<(), WordError> {
    play_steps(moves, position, false, |played, after| {
        each(played.expect("null moves are refused"), after);
    })
}

/// Plays a line of moves, and of null moves if they may be, which `each` is called with as `None`.
fn play_steps<P: HashablePosition>(
    moves: &str,
    position: &mut P,
    may_pass: bool,
    mut each: impl FnMut(Option<Move>, &P),
) -> Result<(), WordError> {
    let no_word = |reason: String| WordError { word: None, error: MoveTextError(reason) };
    let mut has_result = false;
    let mut tokens = Tokens::new(moves.as_bytes());
    for token in tokens.by_ref() {
        let token = token.map_err(|error| no_word(error.to_string()))?;
        let word = || String::from_utf8_lossy(token.text).into_owned();
        let failed = |error| WordError { word: Some(word()), error };
        match token.kind {
            TokenKind::Result(_) => has_result = true,
            TokenKind::Move if has_result && token.is_like_a_move() => {
                return Err(failed(MoveTextError("expected no move after the result".to_owned())));
            }
            // Words after a result, such as "resigns".
            TokenKind::Move if has_result => {}
            TokenKind::Move if matches!(token.text, b"--" | b"Z0" | b"null" | b"0000") => {
                let wrong = |reason: &str| failed(MoveTextError(reason.to_owned()));
                if !may_pass {
                    return Err(wrong("expected a move, got a null move"));
                }
                *position = null_move(position).ok_or_else(|| wrong("no null move in check"))?;
                each(None, position);
            }
            TokenKind::Move => {
                let read = token.to_move(position);
                let m = read.or_else(|_| read_move(&word(), position)).map_err(failed)?;
                position.play_unchecked(m);
                each(Some(m), position);
            }
            TokenKind::Comment | TokenKind::Annotation | TokenKind::Variation => {}
        }
    }
    let rest = moves[tokens.offset()..].trim_matches(|c: char| c.is_whitespace() || c == '\0');
    match rest.lines().next() {
        Some(tag) => Err(no_word(format!("expected moves alone, got the tag {tag}"))),
        None => Ok(()),
    }
}

/// An error that names the legal moves that look like a word.
fn not_legal(error: impl Display, word: &str, position: &impl Position) -> MoveTextError {
    MoveTextError(format!("{error}{}", did_you_mean(&moves_like(word, position))))
}

/// The most moves that an error names.
const MAX_SUGGESTIONS: usize = 6;

/// The legal moves that look like a word: those that are written with the same letters and digits
/// in either case or, if there are none, those of the same piece to the same square, or else those
/// to the same square, or in UCI notation from the same square. Of a word that is written like a
/// move, all of the same piece are the last resort, of pawns those of the same file.
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
    use shakmaty::fen::Fen;
    use shakmaty::{Chess, EnPassantMode};
    use zobrist_shakmaty::pgn::replay_game;
    use zobrist_shakmaty::{Fide, GameOptions, GameVisitor, Hashed};

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

    /// The positions after the moves of a line.
    fn line(moves: &str) -> Result<Vec<String>, String> {
        let mut fens = Vec::new();
        let mut position = Chess::default();
        let played = play_moves(moves, &mut position, |position| {
            fens.push(Fen::from_position(position, EnPassantMode::Legal).to_string());
        });
        played.map(|()| fens).map_err(|error| error.to_string())
    }

    /// The positions of a game after its moves, by the reader of games.
    #[derive(Default)]
    struct Fens(Vec<String>);

    impl GameVisitor<Fide, ()> for Fens {
        fn position<P: HashablePosition>(
            &mut self,
            ply: usize,
            _: Option<Move>,
            position: &Hashed<Fide, P, ()>,
        ) {
            if ply > 0 {
                let fen = Fen::from_position(position.position(), EnPassantMode::Legal);
                self.0.push(fen.to_string());
            }
        }
    }

    #[test]
    fn a_line_has_the_words_of_games() {
        for (moves, plies) in [
            ("1. N f3 N f6 2. e 4", 3),
            ("1. e4 {best} e5 (1... c5 2. Nf3) 2. Nf3! $1 Nc6 1/2-1/2 agreed", 4),
            ("1.e4 d5 2.ed Qd5 3.Nc3 N Qa5 D", 6),
            ("1: e4 e5 2, Ng1-f3 Nb8-c6 3. Bf1-c4 Bc5 4. o-o *", 7),
            ("1\u{2026} e4\u{a0}e5 \u{2658}f3 +- \u{265e}c6 = 1-0 1-0", 4),
            ("e2e4 e7e5 g1f3 ; to the end\nb8c6", 4),
            ("f3 e5 g4 Qh4++ mate 0-1", 4),
            ("> 1. e4\n> e5\r2. Nf3\0", 3),
            ("", 0),
        ] {
            let game = format!("{moves} *");
            let mut fens = Fens::default();
            replay_game(&Fide, game.as_bytes(), GameOptions::default(), (), &mut fens).ok();
            let got = line(moves);
            assert_eq!(got.as_ref().map(Vec::len), Ok(plies), "{moves}");
            assert_eq!(got, Ok(fens.0), "{moves}");
        }
    }

    /// After a null move the other side moves, and no capture en passant is left.
    #[test]
    fn a_line_may_have_null_moves() {
        for word in ["0000", "null", "--", "Z0"] {
            let fens = line(&format!("e2e4 {word} e4e5 d7d5 {word} {word} g1f3")).unwrap();
            assert_eq!(fens.len(), 7);
            assert!(fens[1].ends_with("/PPPP1PPP/RNBQKBNR w KQkq - 0 1"), "{}", fens[1]);
            assert!(fens[3].contains(" w KQkq d6 "), "{}", fens[3]);
            assert!(fens[4].contains(" b KQkq - "), "{}", fens[4]);
            assert!(fens[5].contains(" w KQkq - "), "{}", fens[5]);
        }
        let error = play_words("e4 -- e5", &mut Chess::default(), |_, _| {}).unwrap_err();
        assert_eq!(error.to_string(), "cannot play \"--\": expected a move, got a null move");
    }

    #[test]
    fn no_word_of_a_line_vanishes() {
        for (moves, error) in [
            ("e4 xyz", "\"xyz\" in the line \"e4 xyz\": expected a move such as Nf3 or g1f3"),
            ("e4 f6 Qh5 0000", "\"0000\" in the line \"e4 f6 Qh5 0000\": no null move in check"),
            ("e4 nul", "\"nul\" in the line \"e4 nul\": expected a move such as Nf3 or g1f3"),
            ("1-0 e4", "\"e4\" in the line \"1-0 e4\": expected no move after the result"),
            ("e4 {and", " in the line \"e4 {and\": expected PGN, got an unterminated comment"),
            ("e4\n[Event \"x\"]", "expected moves alone, got the tag [Event \"x\"]"),
        ] {
            let got = line(moves).unwrap_err();
            assert!(got.contains(error), "{got}");
        }
    }
}
