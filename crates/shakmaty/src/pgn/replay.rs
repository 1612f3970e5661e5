//! Every position of a game, with its hash.

use zobrist::Changes;
use zobrist_chess::Scheme;

use super::fault::Fault;
use super::lead::Lead;
use super::start::Start;
use super::tag::Tags;
use super::token::{Token, TokenKind, Tokens};
use super::word::WordError;
use crate::game_error::{GameError, Unterminated};
use crate::hashed::Hashed;
use crate::positions::Positions;
use crate::rules::HashablePosition;
use crate::set_up::{Begun, GameOptions};

/// Replays the main line of one game and hands every position to `positions`.
///
/// `text` is that of one game, as [`GameScanner`](crate::GameScanner) cuts it; `changes` is where the
/// features of the first position and all changes go. The tags `FEN` and `Variant` are obeyed.
/// Returns the number of plies, or `None` if the text has no game: no tag, no move, no result.
///
/// # Errors
/// When the game cannot be read to its end. Positions before the fault have been handed over by
/// then, all of them valid.
pub fn replay_game<S: Scheme, C: Changes>(
    text: &[u8],
    options: GameOptions,
    changes: C,
    positions: &mut impl Positions<S, C>,
) -> Result<Option<usize>, Fault> {
    let lead = Lead::read(text, 0);
    if let Some(offset) = lead.open_comment {
        return Err(Fault::at(offset, 0, GameError::Unterminated(Unterminated::Comment)));
    }
    if lead.end == text.len() {
        return Ok(None);
    }
    let mut tags = Tags::new(text, lead.end);
    let mut start = Start::default();
    let mut begun = false;
    for tag in tags.by_ref() {
        let tag = tag?;
        let value = tag.value();
        begun = true;
        positions.tag(tag.name, &value);
        start.add(&tag, &value);
    }
    let moves = if tags.at() == lead.end { lead.comment } else { tags.at() };
    match start.game(options, changes, lead.end)? {
        Begun::Chess(game) => replay_moves(text, moves, begun, game, positions),
        Begun::Other(game) => replay_moves(text, moves, begun, game, positions),
    }
}

/// Replays the moves that begin at `at`. Nothing was handed over yet: if the game has `begun`, the
/// first position is, else a comment alone may follow, which is no game.
fn replay_moves<S: Scheme, P: HashablePosition, C: Changes>(
    text: &[u8],
    at: usize,
    mut begun: bool,
    mut game: Hashed<S, P, C>,
    positions: &mut impl Positions<S, C>,
) -> Result<Option<usize>, Fault> {
    if begun {
        positions.position(0, None, &game);
    }
    let (mut ply, mut ended) = (0, false);
    let mut tokens = Tokens::new(text, at);
    for token in tokens.by_ref() {
        let token = token.map_err(|fault| Fault { plies: ply, ..fault })?;
        match token.kind {
            TokenKind::Move | TokenKind::Result(_) if !begun => {
                begun = true;
                positions.position(0, None, &game);
            }
            _ => {}
        }
        match token.kind {
            TokenKind::Move if ended => {
                return Err(Fault::at(token.offset, ply, GameError::MoreText));
            }
            TokenKind::Move => {
                let m =
                    token.to_move(game.position()).map_err(|error| no_move(&token, ply, error))?;
                ply += 1;
                game.play_unchecked(m);
                positions.position(ply, Some(m), &game);
            }
            TokenKind::Result(result) => {
                ended = true;
                positions.result(result);
            }
            TokenKind::Comment => positions.comment(token.text),
            TokenKind::Annotation | TokenKind::Variation => {}
        }
    }
    let rest = Lead::read(text, tokens.at());
    match rest.open_comment {
        Some(at) => Err(Fault::at(at, ply, GameError::Unterminated(Unterminated::Comment))),
        None if rest.end < text.len() => Err(Fault::at(rest.end, ply, GameError::MoreText)),
        None => Ok(begun.then_some(ply)),
    }
}

#[cold]
fn no_move(token: &Token<'_>, plies: usize, error: WordError) -> Fault {
    let word = String::from_utf8_lossy(token.text).into_owned();
    let ambiguous = error == WordError::Ambiguous;
    let error = match error {
        WordError::NoMove => GameError::Word { word },
        _ => GameError::Move { ply: plies + 1, san: word, ambiguous },
    };
    Fault::at(token.offset, plies, error)
}
