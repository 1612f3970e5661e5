//! Reads moves in short or long algebraic notation, or in that of UCI.

use std::error::Error;
use std::fmt::{self, Display};

use shakmaty::san::{San, SanError};
use shakmaty::uci::UciMove;
use shakmaty::{CastlingSide, File, Move, Rank, Role, Square};

use super::language::Language;
use super::spelling;
use super::word::is_null_move;
use crate::hashable::HashablePosition;
use crate::san::find_move;

/// The error of a word that is not a legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MoveError {
    /// The word is not a move in any notation.
    NotAMove,
    /// The move is illegal. Null moves are.
    Illegal,
    /// The word denotes several legal moves.
    Ambiguous,
}

impl Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let got = match self {
            MoveError::NotAMove => "a word that is not a move",
            MoveError::Illegal => "an illegal move",
            MoveError::Ambiguous => "an ambiguous move",
        };
        write!(f, "expected a legal move, got {got}")
    }
}

impl Error for MoveError {}

/// Reads the legal move that a word denotes.
#[inline(always)]
pub(super) fn read_move<P: HashablePosition>(position: &P, word: &[u8]) -> Result<Move, MoveError> {
    if let Some(san) = read_san(word)
        && let Ok(m) = find_move(position, san)
    {
        return Ok(m);
    }
    read_rare_move(position, word)
}

/// Reads a move in a spelling that [`read_san`] does not read, or returns the error of one that is
/// not legal.
#[cold]
#[inline(never)]
fn read_rare_move<P: HashablePosition>(position: &P, word: &[u8]) -> Result<Move, MoveError> {
    let text = String::from_utf8_lossy(word);
    if is_null_move(word) {
        return Err(MoveError::Illegal);
    }
    let Some((letter, rest)) = text.split_once(|letter: char| letter.is_ascii_whitespace()) else {
        return read_spelling(position, &spelling::plain(&text));
    };
    // A promotion after a blank, or a letter apart from its word.
    let joined = read_spelling(position, &spelling::plain(&[letter, rest.trim_start()].concat()));
    match joined {
        // A novelty, before the next move.
        Err(_) if letter == "N" => read_spelling(position, &spelling::plain(rest.trim_start())),
        joined => joined,
    }
}

/// Reads the legal move that a word denotes by the letters of a language other than English.
#[cold]
#[inline(never)]
pub(super) fn read_move_in<P: HashablePosition>(
    language: Language,
    position: &P,
    word: &[u8],
) -> Result<Move, MoveError> {
    let text = String::from_utf8_lossy(word);
    let read = |word: &str| {
        let english = language.to_english(word).ok_or(MoveError::NotAMove)?;
        let joined: String = english.split_ascii_whitespace().collect();
        read_move(position, joined.as_bytes())
    };
    match read(&text) {
        // A novelty or a diagram, before the next move.
        Err(error) => match text.split_once(|letter: char| letter.is_ascii_whitespace()) {
            // Apart from its square, an English knight.
            Some(("N", rest))
                if language.piece(b'N').is_none()
                    && read_move(
                        position,
                        &[b"N", rest.trim_ascii_start().as_bytes()].concat(),
                    )
                    .is_ok() =>
            {
                Err(error)
            }
            Some(("N" | "D", rest)) => read(rest.trim_ascii_start()),
            _ => Err(error),
        },
        read => read,
    }
}

/// Reads a word in plain spelling.
fn read_spelling<P: HashablePosition>(position: &P, word: &str) -> Result<Move, MoveError> {
    let san = read_san(word.as_bytes());
    let error = match san.map(|san| san.to_move(position)) {
        Some(Ok(m)) => return Ok(m),
        Some(Err(SanError::AmbiguousSan)) => MoveError::Ambiguous,
        Some(Err(SanError::IllegalSan)) => MoveError::Illegal,
        None => MoveError::NotAMove,
    };
    // Captures without their sign, but not `d5` for `exd5`, and moves with one that capture
    // nothing.
    if let Some(San::Normal { role, file, rank, capture, to, promotion }) = san
        && (role != Role::Pawn || file.is_some())
        && let Ok(m) =
            (San::Normal { role, file, rank, capture: !capture, to, promotion }).to_move(position)
    {
        return Ok(m);
    }
    if let Some(m) = capture_by_files(position, word) {
        return m;
    }
    // The king castles by his own squares, too.
    let uci = word.strip_prefix('K').unwrap_or(word);
    match UciMove::from_ascii(uci.as_bytes()) {
        Ok(UciMove::Null) | Err(_) => Err(error),
        Ok(uci) => match uci.to_move(position) {
            Ok(m) if !word.starts_with('K') || m.is_castle() => Ok(m),
            _ => Err(MoveError::Illegal),
        },
    }
}

/// The capture of a pawn by its file and the next, as in `ed`; `None` if a word is written
/// otherwise.
fn capture_by_files<P: HashablePosition>(
    position: &P,
    word: &str,
) -> Option<Result<Move, MoveError>> {
    let (from, to) = match *word.as_bytes() {
        [from, to] | [from, b'x', to] => (file(from)?, file(to)?),
        _ => return None,
    };
    if from.distance(to) != 1 {
        return None;
    }
    let is_meant = |m: &Move| {
        m.role() == Role::Pawn
            && m.is_capture()
            && m.promotion().is_none()
            && m.from().is_some_and(|square| square.file() == from)
            && m.to().file() == to
    };
    let moves = position.legal_moves();
    let mut meant = moves.into_iter().filter(is_meant);
    Some(match (meant.next(), meant.next()) {
        (Some(m), None) => Ok(m),
        (Some(_), Some(_)) => Err(MoveError::Ambiguous),
        (None, _) => Err(MoveError::Illegal),
    })
}

/// True if a word has the form of a move in any notation and language: castling, or a square with
/// at most a piece, an origin and a promotion around it. Captures of pawns without ranks, such as
/// `ed`, are words as well.
pub(super) fn is_like_a_move(word: &[u8]) -> bool {
    let text = String::from_utf8_lossy(word);
    let plain = text.trim_end_matches(|letter| !char::is_alphanumeric(letter));
    if matches!(plain.get(..3), Some("O-O" | "0-0" | "o-o")) {
        return true;
    }
    let is_square = |pair: &[u8]| matches!(pair, [b'a'..=b'h', b'1'..=b'8']);
    let Some(to) = plain.as_bytes().windows(2).rposition(is_square) else { return false };
    let (before, after) = (&plain[..to], &plain[to + 2..]);
    let is_origin =
        |letter| char::is_alphabetic(letter) || "12345678x:-=@\u{2013}".contains(letter);
    let is_promotion = |letter: char| letter.is_alphabetic() || "=(/".contains(letter);
    before.chars().count() <= 4
        && before.chars().all(is_origin)
        && after.chars().count() <= 3
        && after.chars().all(is_promotion)
}

#[inline(always)]
fn without_suffix(word: &[u8]) -> &[u8] {
    match word {
        [word @ .., b'+' | b'#'] => word,
        _ => word,
    }
}

/// Reads algebraic notation as shakmaty's `SanPlus::from_ascii` does, and promotions without their
/// sign, as in "a8Q".
#[inline(always)]
fn read_san(word: &[u8]) -> Option<San> {
    let &first = word.first()?;
    let (role, rest) = match ROLES[first as usize] {
        Some(role) => (role, &word[1..]),
        None if matches!(first, b'O' | b'-' | b'Z') => return read_castling_or_null(word),
        // In other languages it is a knight: only a pawn that is dropped has its letter.
        None if word.starts_with(b"P@") => (Role::Pawn, &word[1..]),
        None => (Role::Pawn, word),
    };
    let rest = without_suffix(rest);
    let (squares, promotion) = match *rest {
        [.., b'1'..=b'8'] => (rest, None),
        [ref squares @ .., b'=', role] => (squares, Some(Role::from_char(role.into())?)),
        [ref squares @ .., role] if role != b'=' && is_pawn_move(first) => {
            (squares, Some(Role::from_char(role.into())?))
        }
        _ => return None,
    };
    let (before, &[to_file, to_rank]) = squares.split_last_chunk()?;
    let to = Square::from_coords(file(to_file)?, rank(to_rank)?);
    let (file, rank, capture) = match *before {
        [] => (None, None, false),
        [b'x'] => (None, None, true),
        [b'@'] => return promotion.is_none().then_some(San::Put { role, to }),
        [f, b'x'] => match file(f) {
            Some(file) => (Some(file), None, true),
            None => (None, Some(rank(f)?), true),
        },
        [f] => match file(f) {
            Some(file) => (Some(file), None, false),
            None => (None, Some(rank(f)?), false),
        },
        [f, r] => (Some(file(f)?), Some(rank(r)?), false),
        [f, r, b'x'] => (Some(file(f)?), Some(rank(r)?), true),
        _ => return None,
    };
    Some(San::Normal { role, file, rank, capture, to, promotion })
}

/// The roles by their letters.
static ROLES: [Option<Role>; 256] = {
    let mut roles = [None; 256];
    roles[b'N' as usize] = Some(Role::Knight);
    roles[b'B' as usize] = Some(Role::Bishop);
    roles[b'R' as usize] = Some(Role::Rook);
    roles[b'Q' as usize] = Some(Role::Queen);
    roles[b'K' as usize] = Some(Role::King);
    roles
};

fn read_castling_or_null(word: &[u8]) -> Option<San> {
    match without_suffix(word) {
        b"O-O" => Some(San::Castle(CastlingSide::KingSide)),
        b"O-O-O" => Some(San::Castle(CastlingSide::QueenSide)),
        b"--" | b"Z0" => Some(San::Null),
        _ => None,
    }
}

/// True if a move whose first byte this is is a pawn move.
fn is_pawn_move(first: u8) -> bool {
    matches!(first, b'a'..=b'h')
}

#[inline(always)]
fn file(byte: u8) -> Option<File> {
    File::from_char(byte.into())
}

#[inline(always)]
fn rank(byte: u8) -> Option<Rank> {
    Rank::from_char(byte.into())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use shakmaty::san::SanPlus;

    use super::*;

    proptest! {
        #[test]
        fn san_is_read_as_by_shakmaty(
            word in prop::collection::vec(
                prop::sample::select(b"NBRQKPOZab8hgx12345=@+#-0qnp".as_slice()), 0..9,
            ),
        ) {
            let expected = SanPlus::from_ascii(&word).ok().map(|plus| plus.san);
            let read = read_san(&word);
            if word.starts_with(b"P") && !word.starts_with(b"P@") {
                prop_assert_eq!(read, None);
                return Ok(());
            }
            if read != expected {
                // The sign of a promotion may be missing.
                let sign = without_suffix(&word).len() - 1;
                let signed = [&word[..sign], b"=", &word[sign..]].concat();
                prop_assert_eq!(read, SanPlus::from_ascii(&signed).ok().map(|plus| plus.san));
            }
        }
    }
}
