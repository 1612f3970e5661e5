//! The spellings of moves, results and annotations.

use shakmaty::san::San;
use shakmaty::{Move, Outcome, Position};

use super::tag_lines::excerpt;

/// Returns how a move is written, if that is not as in the standard but for the signs of check and mate.
pub(super) fn of_move(word: &[u8], m: Move, position: &impl Position) -> Option<String> {
    let san = San::from_move(position, m).to_string();
    // A novelty is one token with the move that follows.
    if let [b'N', b' ' | b'\t' | b'\r' | b'\n', rest @ ..] = word
        && is_usual(rest.trim_ascii_start(), &san)
    {
        return of_annotation(b"N");
    }
    (!is_usual(word, &san)).then(|| format!("{} for {san}", excerpt(word)))
}

fn is_usual(word: &[u8], san: &str) -> bool {
    let plain = word.strip_suffix(b"+").or(word.strip_suffix(b"#")).unwrap_or(word);
    // A pawn that is dropped may have its letter.
    plain == san.as_bytes()
        || plain.strip_prefix(b"P").is_some_and(|pawn| pawn == san.as_bytes() && pawn[0] == b'@')
}

/// Returns how a result is written, if that is not as in the standard.
pub(super) fn of_result(word: &[u8], result: Outcome) -> Option<String> {
    let plain = result.to_string();
    (word != plain.as_bytes()).then(|| format!("{} for {plain}", excerpt(word)))
}

/// Returns how an annotation is written, if that is not as in the standard.
pub(super) fn of_annotation(word: &[u8]) -> Option<String> {
    match word {
        b"N" => Some("N for $146".to_owned()),
        b"D" => Some("D for $220".to_owned()),
        b"mate" | b"e.p." | b"ep" => Some(format!("{} alone", excerpt(word))),
        _ => None,
    }
}
