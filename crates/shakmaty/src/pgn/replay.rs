//! Replays a game of PGN, and finds the languages by whose letters a game that cannot be read is
//! legal.

use shakmaty::Move;
use zobrist::Changes;
use zobrist_chess::{Fide, Scheme};

use super::error::PgnError;
use super::game::{Game, LocatedStartTags};
use super::language::{Language, Languages};
use super::notation::{MoveError, is_like_a_move};
use super::preamble::Preamble;
use super::tag::{Tags, canonical};
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
/// If the options name a language other than English, the game is replayed by its letters, or by
/// those of English if more of it is legal so.
///
/// Cost: with such a language, up to two replays more; so, too, for each language whose letters may
/// fit a game with a bad move.
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
    let language = match options.language {
        Language::English => Language::English,
        _ => language_of(text, options),
    };
    let replayed = replay_in(language, scheme, text, options, changes, visitor);
    match replayed {
        Err(error) if error.is_bad_move() => {
            let is_legal = |language| try_in(language, text, options).is_ok();
            Err(PgnError { languages: fitting(text, is_legal), ..error })
        }
        replayed => replayed,
    }
}

/// The language by whose letters a game is replayed: that of the options, or English if that reads
/// more of it.
#[cold]
fn language_of(text: &[u8], options: GameOptions) -> Language {
    let Err(error) = try_in(options.language, text, options) else { return options.language };
    match try_in(Language::English, text, options) {
        Ok(_) => Language::English,
        Err(other) if other.plies > error.plies => Language::English,
        Err(_) => options.language,
    }
}

/// Replays a game for nobody.
#[cold]
fn try_in(
    language: Language,
    text: &[u8],
    options: GameOptions,
) -> Result<Option<usize>, PgnError> {
    struct Nobody;
    impl GameVisitor<Fide, ()> for Nobody {
        fn position<P: HashablePosition>(
            &mut self,
            _: usize,
            _: Option<Move>,
            _: &Hashed<Fide, P, ()>,
        ) {
        }
    }
    replay_in(language, &Fide, text, options, (), &mut Nobody)
}

/// Replays a game by the letters of a language.
#[inline]
fn replay_in<S: Scheme, C: Changes>(
    language: Language,
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
    let tokens = Tokens::starting_at(text, moves).in_language(language);
    match game {
        StartedGame::Chess(game) => replay_moves(text, tokens, language, has_begun, game, visitor),
        StartedGame::Other(game) => replay_moves(text, tokens, language, has_begun, game, visitor),
    }
}

/// Replays the moves of a game. One that has not begun by its tags begins with its first move or
/// result: comments alone are not a game.
fn replay_moves<S: Scheme, P: HashablePosition, C: Changes>(
    text: &[u8],
    mut tokens: Tokens<'_>,
    language: Language,
    mut has_begun: bool,
    mut game: Hashed<S, P, C>,
    visitor: &mut impl GameVisitor<S, C>,
) -> Result<Option<usize>, PgnError> {
    if has_begun {
        visitor.position(0, None, &game);
    }
    let (mut ply, mut ended) = (0, false);
    while let Some(token) = tokens.next() {
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
                let m = match token.to_move_in(language, game.position()) {
                    Ok(m) => m,
                    Err(error) => {
                        visitor.last_position(ply, &game);
                        return Err(bad_move(&token, tokens, ply, error));
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
fn bad_move(token: &Token<'_>, rest: Tokens<'_>, plies: usize, error: MoveError) -> PgnError {
    let is_last_move = !rest.map_while(Result::ok).any(|token| token.is_like_a_move());
    let word = String::from_utf8_lossy(token.text).into_owned();
    let ambiguous = error == MoveError::Ambiguous;
    let error = match error {
        MoveError::NotAMove => GameError::Word { word },
        _ => GameError::Move { ply: plies + 1, san: word, ambiguous },
    };
    PgnError { is_last_move, ..PgnError::new(token.offset, plies, error) }
}

/// The languages by whose letters a game is legal as a whole; `is_legal` replays it by those of
/// one. Only those are tried in which every letter of the game is a piece, and only if one of the
/// letters is none in English: a game with English letters has a bad move, even if some language
/// makes another move of it.
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
