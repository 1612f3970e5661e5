//! Finds the languages by whose letters a game that cannot be read is legal as a whole.

use super::game::Game;
use super::language::{Language, Languages};
use super::notation::is_like_a_move;
use super::token::TokenKind;

/// The languages by whose letters a game is legal as a whole; `is_legal` replays it by those of one. Only those are
/// tried in which every letter of the game is a piece, and only if one of the letters is none in English: a game with
/// English letters has a bad move, even if some language makes another move of it.
#[cold]
pub(super) fn fitting(text: &[u8], is_legal: impl Fn(Language) -> bool) -> Languages {
    let letters = letters(text);
    if letters.iter().all(|letter| Language::English.piece(*letter).is_some()) {
        return Languages::default();
    }
    let mut tried: Vec<(&str, bool)> = Vec::new();
    let fits = |language: &Language| {
        let own = language.letters();
        // Several languages have the same letters.
        if let Some((_, is_legal)) = tried.iter().find(|(tried, _)| *tried == own) {
            return *is_legal;
        }
        let piece = |letter: &u8| language.piece(*letter);
        let is_legal = letters.iter().all(|letter| piece(letter).is_some()) && is_legal(*language);
        tried.push((own, is_legal));
        is_legal
    };
    Language::ALL.into_iter().filter(fits).collect()
}

/// The capital letters with which the moves of a game begin or promote, castling apart, each once.
fn letters(text: &[u8]) -> Vec<u8> {
    let mut letters = Vec::new();
    for token in Game::new(text, 0).tokens().map_while(Result::ok) {
        let word = token.text;
        let is_move = word.len() == 1 || is_like_a_move(word);
        if token.kind != TokenKind::Move || !is_move {
            continue;
        }
        let is_castling = matches!(word, [b'O', b'O' | b'-' | 0xe2, ..]);
        let ends = if is_castling { [None; 2] } else { [word.first(), word.last()] };
        for letter in ends.into_iter().flatten().filter(|letter| letter.is_ascii_uppercase()) {
            if !letters.contains(letter) {
                letters.push(*letter);
            }
        }
    }
    letters
}
