//! Replays a game of PGN.

use zobrist::Changes;
use zobrist_chess::Scheme;

use super::error::PgnError;
use super::notation::{MoveError, is_like_a_move};
use super::preamble::Preamble;
use super::start_tags::LocatedStartTags;
use super::tag::Tags;
use super::tag_name::canonical;
use super::token::{Token, TokenKind, Tokens};
use crate::game_error::{GameError, Unterminated};
use crate::game_start::{GameOptions, StartedGame};
use crate::game_visitor::GameVisitor;
use crate::hashable::HashablePosition;
use crate::hashed::Hashed;

/// Replays the main line of one game and calls `visitor` with every position.
///
/// `text` is the text of one game, as cut by [`GameScanner`](super::GameScanner). The features of
/// the first position, and all changes to them, go to `changes`. The tags `FEN` and `Variant`
/// decide the first position. Returns the number of plies, or `None` if the text has no tag, move
/// or result.
///
/// # Errors
/// When the game cannot be read to its end. The visitor has then received the positions before the
/// fault, all of them valid.
pub fn replay_game<S: Scheme, C: Changes>(
    scheme: &S,
    text: &[u8],
    options: GameOptions,
    changes: C,
    visitor: &mut impl GameVisitor<S, C>,
) -> Result<Option<usize>, PgnError> {
    let preamble = Preamble::read(text, 0);
    if let Some(offset) = preamble.open_comment {
        return Err(PgnError::new(offset, 0, GameError::Unterminated(Unterminated::Comment)));
    }
    if preamble.end == text.len() {
        return Ok(None);
    }
    let mut tags = Tags::new(text, preamble.end);
    let mut start = LocatedStartTags::default();
    let mut has_begun = false;
    for tag in tags.by_ref() {
        let tag = tag?;
        let value = tag.value();
        has_begun = true;
        let name = canonical(tag.name);
        visitor.tag(name, &value);
        start.add(name, &tag, &value);
    }
    let has_tags = tags.offset() != preamble.end;
    let moves = if has_tags { tags.offset() } else { preamble.last_comments };
    let (game, repaired) = start.start_game(scheme, options, changes, preamble.end)?;
    if repaired {
        visitor.repaired_start();
    }
    match game {
        StartedGame::Chess(game) => replay_moves(text, moves, has_begun, game, visitor),
        StartedGame::Other(game) => replay_moves(text, moves, has_begun, game, visitor),
    }
}

/// Replays the moves from offset `at` on. A text that has not begun by its tags begins with its
/// first move or result: comments alone are not a game.
fn replay_moves<S: Scheme, P: HashablePosition, C: Changes>(
    text: &[u8],
    at: usize,
    mut has_begun: bool,
    mut game: Hashed<S, P, C>,
    visitor: &mut impl GameVisitor<S, C>,
) -> Result<Option<usize>, PgnError> {
    if has_begun {
        visitor.position(0, None, &game);
    }
    let (mut ply, mut ended) = (0, false);
    let mut tokens = Tokens::starting_at(text, at);
    for token in tokens.by_ref() {
        let token = token.map_err(|error| PgnError { plies: ply, ..error })?;
        match token.kind {
            TokenKind::Move | TokenKind::Result(_) if !has_begun => {
                has_begun = true;
                visitor.position(0, None, &game);
            }
            _ => {}
        }
        match token.kind {
            // Words after the result, such as "White resigns", are no moves.
            TokenKind::Move if ended && !is_like_a_move(token.text) => {}
            TokenKind::Move if ended => {
                return Err(PgnError::new(token.offset, ply, GameError::MoreText));
            }
            TokenKind::Move => {
                let m = match token.to_move(game.position()) {
                    Ok(m) => m,
                    Err(error) => {
                        visitor.last_position(ply, &game);
                        return Err(bad_move(&token, ply, error));
                    }
                };
                ply += 1;
                game.play_unchecked(m);
                visitor.position(ply, Some(m), &game);
            }
            TokenKind::Result(result) => {
                ended = true;
                visitor.result(result);
            }
            TokenKind::Comment => visitor.comment(token.text),
            TokenKind::Annotation => visitor.annotation(token.text),
            TokenKind::Variation => {}
        }
    }
    let rest = Preamble::read(text, tokens.offset());
    match rest.open_comment {
        Some(at) => Err(PgnError::new(at, ply, GameError::Unterminated(Unterminated::Comment))),
        None if rest.end < text.len() => Err(PgnError::new(rest.end, ply, GameError::MoreText)),
        None if has_begun => {
            visitor.last_position(ply, &game);
            Ok(Some(ply))
        }
        None => Ok(None),
    }
}

#[cold]
fn bad_move(token: &Token<'_>, plies: usize, error: MoveError) -> PgnError {
    let word = String::from_utf8_lossy(token.text).into_owned();
    let ambiguous = error == MoveError::Ambiguous;
    let error = match error {
        MoveError::NotAMove => GameError::Word { word },
        _ => GameError::Move { ply: plies + 1, san: word, ambiguous },
    };
    PgnError::new(token.offset, plies, error)
}
