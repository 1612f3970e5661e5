//! Tells a text that may be a game from one that cannot.

use zobrist_shakmaty::pgn::{Game, TokenKind};

/// The most words after a first word with a number among which one is like a move, as in
/// `1. xyz e5`.
const WORDS: usize = 8;

/// True if the text of one game has a tag, or begins with a result or a word like a move, or has a
/// number that a word like a move follows. The game need not be whole or legal.
#[must_use]
pub fn has_game(text: &[u8]) -> bool {
    let game = Game::new(text, 0);
    if game.tags().next().is_some() {
        return true;
    }
    let mut is_first = true;
    // The number of words that may yet follow the first, if that has a number.
    let mut near = 0;
    for token in game.tokens() {
        // A comment or a variation without an end is the fault of a game.
        let Ok(token) = token else { return true };
        let (is_like_a_game, is_numbered) = match token.kind {
            TokenKind::Result(_) => (true, false),
            TokenKind::Move => {
                (token.is_like_a_move(), is_number_before(&game.text()[..token.offset]))
            }
            TokenKind::Comment | TokenKind::Annotation | TokenKind::Variation => continue,
        };
        if is_like_a_game && (is_first || is_numbered || near > 0) {
            return true;
        }
        near = match is_first && is_numbered {
            true => WORDS,
            false => near.saturating_sub(1),
        };
        is_first = false;
    }
    false
}

/// True if the last word of a text is a number, whatever signs stand after it, such as those of
/// `1.` or `1…`.
fn is_number_before(text: &[u8]) -> bool {
    text.iter().rfind(|byte| byte.is_ascii_alphanumeric()).is_some_and(u8::is_ascii_digit)
}
