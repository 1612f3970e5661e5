//! Lines of `hash --check` after the tab: a FEN or `startpos`, and after the word `moves` the moves
//! from there.

use std::fmt::{self, Display};

use shakmaty::variant::VariantPosition;
use shakmaty::{Move, Position};
use zobrist_chess::Scheme;
use zobrist_commands_input::positions::START;
use zobrist_console::message::quote;
use zobrist_game_text::{move_of_word, read_move};
use zobrist_shakmaty::{ReadPositionError, hash as hash_of, null_move};

use crate::hash::position_lines::PositionReader;

/// The word before the moves.
const MOVES: &str = "moves";

/// A line that was read.
#[derive(Clone, Copy)]
pub(crate) struct Checked<'a, K> {
    /// The hash in the line.
    pub(crate) got: K,
    /// The correct hash.
    pub(crate) expected: K,
    /// The FEN, with the moves from there.
    pub(crate) text: &'a str,
}

impl<K: Eq> Checked<'_, K> {
    pub(crate) fn is_right(&self) -> bool {
        self.got == self.expected
    }
}

/// A FEN, or `startpos`, and the moves from there, as they are written.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct LoggedPosition<'a> {
    pub(crate) fen: &'a str,
    pub(crate) moves: Vec<MoveWord<'a>>,
}

/// A move, as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MoveWord<'a> {
    /// Without the number before it.
    pub(crate) text: &'a str,
    /// In bytes, from 1.
    pub(crate) column: usize,
}

impl<'a> LoggedPosition<'a> {
    /// Splits a text in which the word `moves` begins at a column.
    fn split(text: &'a str, column: usize) -> LoggedPosition<'a> {
        let (fen, moves) = text.split_at(column - 1);
        let mut words = Vec::new();
        let mut next = column + MOVES.len();
        for word in moves[MOVES.len()..].split(' ') {
            if let Some(text) = move_of_word(word) {
                words.push(MoveWord { text, column: next + word.len() - text.len() });
            }
            next += word.len() + 1;
        }
        LoggedPosition { fen, moves: words }
    }

    /// Splits a text, if it has moves. Its position is not read if it has none.
    pub(crate) fn with_moves(reader: &PositionReader, text: &'a str) -> Option<LoggedPosition<'a>> {
        if let Some(rest) = after_start(text) {
            let moves = rest.trim_start_matches(' ');
            let is_moves = moves.split(' ').next() == Some(MOVES);
            return is_moves.then(|| LoggedPosition::split(text, text.len() - moves.len() + 1));
        }
        match reader.read(text.as_bytes(), |_| (), |_| ()) {
            Err(ReadPositionError::TrailingMoves { column }) => {
                Some(LoggedPosition::split(text, column))
            }
            _ => None,
        }
    }
}

/// The text after the word `startpos`, if that stands in place of the FEN.
fn after_start(text: &str) -> Option<&str> {
    text.strip_prefix(START).filter(|rest| rest.is_empty() || rest.starts_with(' '))
}

/// Returns a text without the words of the UCI protocol before a FEN or before `startpos`.
pub(crate) fn without_words(text: &str) -> &str {
    let rest = text.strip_prefix("position ").unwrap_or(text);
    rest.strip_prefix("fen ").unwrap_or(rest)
}

/// The position that a text gives, after its moves.
pub(crate) fn position(reader: &PositionReader, text: &str) -> Result<VariantPosition, LineError> {
    let (fen, words) = match LoggedPosition::with_moves(reader, text) {
        Some(line) => (line.fen, line.moves),
        None => (text, Vec::new()),
    };
    let mut position = match after_start(fen) {
        Some(rest) if rest.trim_ascii().is_empty() => VariantPosition::new(reader.variant.rules()),
        Some(rest) => {
            let word = rest.trim_ascii().to_owned();
            return Err(LineError::AfterStart { column: START.len() + 2, word });
        }
        None => {
            let position = reader.read(fen.as_bytes(), VariantPosition::Chess, |position| position);
            position.map_err(LineError::Position)?
        }
    };
    for step in moves_of(&position, &words)? {
        step.play(&mut position).expect("the moves were played when they were read");
    }
    Ok(position)
}

/// The hash of the position that a text gives, after its moves.
pub(crate) fn hash<S: Scheme>(
    scheme: &S,
    reader: &PositionReader,
    text: &str,
) -> Result<S::Key, LineError> {
    if after_start(text).is_some() {
        return Ok(hash_of(scheme, &position(reader, text)?));
    }
    match reader.read(text.as_bytes(), |p| hash_of(scheme, &p), |p| hash_of(scheme, &p)) {
        Ok(hash) => Ok(hash),
        Err(ReadPositionError::TrailingMoves { .. }) => {
            Ok(hash_of(scheme, &position(reader, text)?))
        }
        Err(error) => Err(LineError::Position(error)),
    }
}

/// A move, or none: the side to move changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Move(Move),
    Null,
}

/// The words of a null move: that of the UCI protocol, and that of logs.
const NULL: [&str; 2] = ["0000", "null"];

impl Step {
    /// Plays the step.
    ///
    /// # Errors
    /// When the side that passes is in check.
    pub(crate) fn play(self, position: &mut VariantPosition) -> Result<(), &'static str> {
        match self {
            Step::Move(m) => position.play_unchecked(m),
            Step::Null => *position = null_move(position).ok_or("no null move in check")?,
        }
        Ok(())
    }
}

/// Reads the moves from a position, null moves among them.
///
/// # Errors
/// When a word is not a legal move there, or a null move in check.
pub(crate) fn moves_of(
    start: &VariantPosition,
    words: &[MoveWord],
) -> Result<Vec<Step>, LineError> {
    let mut position = start.clone();
    let mut steps = Vec::with_capacity(words.len());
    for MoveWord { text, column } in words {
        let error =
            |reason: String| LineError::Move { column: *column, word: (*text).to_owned(), reason };
        let step = match NULL.contains(text) {
            true => Step::Null,
            false => {
                Step::Move(read_move(text, &position).map_err(|reason| error(reason.to_string()))?)
            }
        };
        step.play(&mut position).map_err(|reason| error(reason.to_owned()))?;
        steps.push(step);
    }
    Ok(steps)
}

/// The error of a text that is not a FEN with legal moves.
#[derive(Debug)]
pub(crate) enum LineError {
    Position(ReadPositionError),
    Move {
        column: usize,
        word: String,
        reason: String,
    },
    /// The word `startpos` is followed by something else than moves.
    AfterStart {
        column: usize,
        word: String,
    },
}

impl LineError {
    /// Returns the error for a longer line, in which the text follows a prefix of `bytes` bytes.
    pub(crate) fn after_prefix(self, bytes: usize) -> LineError {
        match self {
            LineError::Position(error) => LineError::Position(error.after_prefix(bytes)),
            LineError::Move { column, word, reason } => {
                LineError::Move { column: column + bytes, word, reason }
            }
            LineError::AfterStart { column, word } => {
                LineError::AfterStart { column: column + bytes, word }
            }
        }
    }
}

impl Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LineError::Position(error) => write!(f, "{error}"),
            LineError::Move { column, word, reason } => {
                write!(f, "column {column}: cannot play {}: {reason}", quote(word))
            }
            LineError::AfterStart { column, word } => {
                write!(f, "column {column}: expected `moves` after `startpos`, got {}", quote(word))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, Chess, EnPassantMode};
    use zobrist_shakmaty::read_position;

    use super::*;

    #[test]
    fn words_have_their_columns() {
        let text = "4k3/8/8/8/8/8/8/4K3 w - - 0 1 moves e1e2  1... Kd8 2.Kf3 exd6 e.p. ";
        let LoggedPosition { fen, moves } = LoggedPosition::split(text, 31);
        assert_eq!(fen, &text[..30]);
        let expected = ["e1e2", "Kd8", "Kf3", "exd6"];
        assert_eq!(moves.iter().map(|word| word.text).collect::<Vec<_>>(), expected);
        for word in &moves {
            assert!(text[word.column - 1..].starts_with(word.text), "{word:?}");
        }
        for end in ["moves", "moves ", "moves   "] {
            assert_eq!(
                LoggedPosition::split(end, 1),
                LoggedPosition { fen: "", moves: Vec::new() }
            );
        }
    }

    fn play(fen: &[u8], mode: CastlingMode, words: &str) -> Result<Vec<Step>, LineError> {
        let start: Chess = read_position(fen, Some(mode)).unwrap();
        let start = VariantPosition::Chess(start);
        let line = format!("moves {words}");
        moves_of(&start, &LoggedPosition::split(&line, 1).moves)
    }

    #[test]
    fn moves_may_be_written_in_san_or_by_squares() {
        let castling = b"r3k2r/8/8/8/8/8/P6P/R3K2R w KQkq - 0 1";
        for mode in [CastlingMode::Standard, CastlingMode::Chess960] {
            let expected = play(castling, mode, "O-O O-O-O").unwrap();
            for words in ["e1g1 e8c8", "e1h1 e8a8", "1. 0-0 0-0-0", "1.O-O! e8c8"] {
                assert_eq!(play(castling, mode, words).unwrap(), expected, "{mode:?}: {words}");
            }
        }
        let promotion = b"4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
        for (square, san) in [("a7a8q", "a8=Q"), ("a7a8n", "a8=N")] {
            let read = |word| play(promotion, CastlingMode::Standard, word).unwrap();
            assert_eq!(read(square), read(san));
        }
    }

    /// A null move changes the side and ends a capture en passant.
    #[test]
    fn null_moves_change_the_side_alone() {
        let reader = PositionReader::default();
        for word in NULL {
            let text = format!("startpos moves e2e4 {word} e4e5 d7d5 {word} e8d7");
            let after = position(&reader, &text).unwrap();
            let expected = "rnbq1bnr/pppkpppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQ - 2 5";
            let fen = shakmaty::fen::Fen::from_position(&after, EnPassantMode::Always).to_string();
            assert_eq!(
                fen.split(' ').take(4).collect::<Vec<_>>(),
                expected.split(' ').take(4).collect::<Vec<_>>()
            );
        }
    }

    #[test]
    fn the_first_word_that_is_no_legal_move_is_named() {
        let fen = b"4k3/8/8/8/8/8/8/R3K2R w - - 0 1";
        for (words, error) in [
            (
                "Ke2 Ke2",
                "column 11: cannot play \"Ke2\": illegal move; did you mean Kd7, Ke7, Kf7, Kd8 or Kf8?",
            ),
            (
                "e1g1",
                "column 7: cannot play \"e1g1\": illegal move; did you mean Kd1, Kf1, Kd2, Ke2 or Kf2?",
            ),
            ("Rh8 0000", "column 11: cannot play \"0000\": no null move in check"),
            ("Rb1 Kd8 x", "column 15: cannot play \"x\": expected a move such as Nf3 or g1f3"),
            (
                "1. e1e8",
                "column 10: cannot play \"e1e8\": illegal move; did you mean Kd1, Kf1, Kd2, Ke2 or Kf2?",
            ),
        ] {
            let read = play(fen, CastlingMode::Standard, words);
            assert_eq!(read.unwrap_err().to_string(), error);
        }
    }
}
