//! Reads the main line of a game as it is written.

use shakmaty::Position;

use super::gap::{Number, read_gap};
use super::move_numbers::MoveNumbers;
use super::result::Results;
use super::spelled_words::{of_annotation, of_move, of_result};
use super::spellings::Spellings;
use super::tag_lines::{TagLine, excerpt};
use crate::game_start::GameOptions;
use crate::pgn::{Game, Token, TokenKind};

/// Notes on the main line.
#[derive(Debug)]
pub(super) struct MoveReader {
    pub(super) numbers: MoveNumbers,
    pub(super) results: Results,
    /// `None` if spellings are not looked for.
    pub(super) spellings: Option<Spellings>,
}

/// Reads the main line, up to its end or a bad move. Returns true if there is none.
pub(super) fn read_moves(
    game: &Game<'_>,
    tags: &[TagLine<'_>],
    options: GameOptions,
    reader: &mut MoveReader,
) -> bool {
    let Ok(mut position) = game.start_position(options) else { return false };
    let text = game.text();
    let (mut at, mut ply, mut ended) = (tags.last().map_or(0, |line| line.tag.end), 0, false);
    let mut number: Option<Number> = None;
    for token in game.tokens() {
        let Ok(token) = token else { return false };
        let (start, end) = outside(text, &token);
        let read = read_gap(text, at..start.max(at), ply, reader.spellings.as_mut());
        number = read.or(number);
        at = end;
        let spelled = match token.kind {
            TokenKind::Move if ended => Some(format!("{} after the result", excerpt(token.text))),
            TokenKind::Move => {
                let Ok(m) = token.to_move(&position) else { return false };
                ply += 1;
                let number = number.take();
                reader.numbers.before_move(number, ply, &position, &excerpt(token.text));
                let is_wanted = reader.spellings.is_some();
                let spelled = is_wanted.then(|| of_move(token.text, m, &position)).flatten();
                position.play_unchecked(m);
                spelled
            }
            TokenKind::Result(result) => {
                ended = true;
                reader.results.add(result, ply);
                of_result(token.text, result)
            }
            TokenKind::Annotation => of_annotation(token.text),
            TokenKind::Comment | TokenKind::Variation => None,
        };
        if let (Some(spellings), Some(spelled)) = (&mut reader.spellings, spelled) {
            spellings.add(ply, spelled);
        }
    }
    read_gap(text, at.min(text.len())..text.len(), ply, reader.spellings.as_mut());
    true
}

/// The place of a token with its braces, parentheses or dollar.
fn outside(text: &[u8], token: &Token<'_>) -> (usize, usize) {
    let (start, end) = (token.offset, token.offset + token.text.len());
    let before = start.checked_sub(1).and_then(|at| text.get(at));
    match token.kind {
        TokenKind::Comment if before == Some(&b';') => (start - 1, end),
        TokenKind::Comment | TokenKind::Variation => (start - 1, end + 1),
        TokenKind::Annotation if before == Some(&b'$') => (start - 1, end),
        _ => (start, end),
    }
}
