//! The laws of the PGN reader: games, tags and tokens are where their offsets say and leave no word
//! out, and a file that is read in pieces has the same games.

use std::io::{self, Read};
use std::mem;
use std::ops::Range;

use shakmaty::Move;
use zobrist::Changes;
use zobrist_chess::{Fide, Scheme};
use zobrist_shakmaty::pgn::{self, Game, Reader, Tag, Token, TokenKind, Tokens, replay_game};
use zobrist_shakmaty::{GameOptions, GameVisitor, HashablePosition, Hashed};

/// Content for all bytes.
pub(crate) fn law(text: &[u8]) {
    let mut end = 0;
    let games: Vec<Game<'_>> = pgn::games(text).collect();
    for game in &games {
        let start = game.offset() as usize;
        assert!(start >= end, "games do not overlap");
        assert_no_word(text, end..start, Place::Moves);
        end = start + game.text().len();
        assert_eq!(&text[start..end], game.text());
        assert!(!game.is_empty());
        if let Some(after) = of_tags(game)
            && let Some(after) = of_tokens(game.text(), after, game.tokens())
            && replay_game(&Fide, game.text(), GameOptions::default(), (), &mut Nothing).is_ok()
        {
            let place = if game.tokens().next().is_some() { Place::Moves } else { Place::Tags };
            assert_no_word(game.text(), after..game.text().len(), place);
        }
    }
    let is_comment_alone = |rest: &[u8]| pgn::games(rest).next().is_none();
    assert!(is_comment_alone(&text[end..]), "no game after the last");
    let found: Vec<_> = games.iter().map(|game| (game.offset(), game.text().to_vec())).collect();
    for piece in [1, 7, usize::MAX] {
        let mut reader = Reader::new(Pieces { text, piece });
        for game in &found {
            let read = reader.next_game().unwrap().expect("a game of the text");
            assert_eq!((read.offset(), read.text()), (game.0, &*game.1));
        }
        assert!(reader.next_game().unwrap().is_none());
    }
}

/// Returns the offset after the last tag; `None` if a tag is not closed.
fn of_tags(game: &Game<'_>) -> Option<usize> {
    let mut after = 0;
    for tag in game.tags() {
        let Ok(Tag { offset, name, raw, value_offset, .. }) = tag else { return None };
        assert_no_word(game.text(), after..offset, Place::Tags);
        assert!(offset >= after && game.text()[offset] == b'[');
        assert_eq!(&game.text()[value_offset..value_offset + raw.len()], raw);
        assert!(!name.contains(&b'\n') && !raw.contains(&b'\n'));
        assert!(tag.unwrap().value().len() <= raw.len());
        after = value_offset + raw.len();
    }
    Some(after)
}

/// Asserts that tokens are at their offsets, do not overlap, and have every word after the offset
/// `end`. Returns the offset after the last; `None` after a fault.
fn of_tokens(text: &[u8], mut end: usize, tokens: Tokens<'_>) -> Option<usize> {
    let mut place = Place::Tags;
    for token in tokens {
        let Token { offset, text: word, kind, .. } = match token {
            Ok(token) => token,
            Err(fault) => {
                assert!(fault.offset >= end && fault.offset < text.len());
                return None;
            }
        };
        assert!(offset >= end, "tokens do not overlap");
        assert_no_word(text, end..offset, mem::replace(&mut place, Place::Moves));
        end = offset + word.len();
        assert_eq!(&text[offset..end], word);
        match kind {
            // The letter of a piece or a file may stand apart from its word, and the sign of a
            // promotion.
            TokenKind::Move => {
                let mut words = word.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
                let (first, second) = (words.next().unwrap(), words.next());
                let is_joined = |rest: &[u8]| first.len() == 1 || rest.starts_with(b"=");
                assert!(second.is_none_or(is_joined) && words.next().is_none(), "{word:?}");
                assert_eq!(word.trim_ascii(), word);
            }
            TokenKind::Result(_) => {
                assert!(!word.is_empty() && !word.iter().any(u8::is_ascii_whitespace));
            }
            TokenKind::Variation => {
                assert_eq!((text[offset - 1], text[end]), (b'(', b')'));
                of_tokens(word, 0, Tokens::new(word));
            }
            _ => {}
        }
    }
    Some(end)
}

/// Where a part of a text is.
enum Place {
    /// Between tags, or before the first token.
    Tags,
    /// Behind a token, or between games.
    Moves,
}

/// Asserts that a part of a text has nothing but comments, escaped lines, numbers of moves, halves
/// of results and signs; among tags, also brackets without a value.
fn assert_no_word(text: &[u8], part: Range<usize>, place: Place) {
    let mut begins_line = part.start == 0 || text[part.start - 1] == b'\n';
    let mut rest = &*String::from_utf8_lossy(&text[part.clone()]);
    let mut words = String::new();
    while let Some(letter) = rest.chars().next() {
        let end_of_line = || rest.find(['\n', '\r']).unwrap_or(rest.len());
        let end = match (letter, &place) {
            ('{', _) => rest.find('}').map_or(rest.len(), |at| at + 1),
            ('[', Place::Tags) => rest.find([']', '\n']).unwrap_or(rest.len()),
            (';', _) => end_of_line(),
            ('%', _) if begins_line => end_of_line(),
            _ => {
                words.push(letter);
                letter.len_utf8()
            }
        };
        let is_margin = letter.is_whitespace() || matches!(letter, '>' | '\u{feff}' | '\u{1a}');
        begins_line = matches!(letter, '\n' | '\r') || begins_line && is_margin;
        rest = &rest[end..];
    }
    for word in words.split(|letter: char| !letter.is_alphanumeric()) {
        let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
        let part = String::from_utf8_lossy(&text[part.clone()]);
        assert!(is_number || word == "\u{bd}", "{word:?} of {part:?} is in no token");
    }
}

/// Asks for nothing.
struct Nothing;

impl<S: Scheme, C: Changes> GameVisitor<S, C> for Nothing {
    fn position<P: HashablePosition>(&mut self, _: usize, _: Option<Move>, _: &Hashed<S, P, C>) {}
}

/// A file that is read in pieces of a given size.
struct Pieces<'a> {
    text: &'a [u8],
    piece: usize,
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = buffer.len().min(self.piece);
        self.text.read(&mut buffer[..length])
    }
}
