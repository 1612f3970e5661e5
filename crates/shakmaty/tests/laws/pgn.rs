//! The laws of the PGN reader: tags and tokens are where their offsets say, and a file that is read
//! in pieces has the same games.

use std::io::{self, Read};

use zobrist_shakmaty::pgn::{self, Game, Reader, Tag, Token, TokenKind, Tokens};

/// Holds for all bytes.
pub(crate) fn law(text: &[u8]) {
    let mut end = 0;
    let games: Vec<Game<'_>> = pgn::games(text).collect();
    for game in &games {
        let start = game.offset() as usize;
        assert!(start >= end, "games do not overlap");
        end = start + game.text().len();
        assert_eq!(&text[start..end], game.text());
        assert!(!game.is_empty());
        of_tags(game);
        of_tokens(game.text(), game.tokens());
    }
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

fn of_tags(game: &Game<'_>) {
    let mut after = 0;
    for tag in game.tags() {
        let Ok(Tag { offset, name, raw, value_offset, .. }) = tag else { return };
        assert!(offset >= after && game.text()[offset] == b'[');
        assert_eq!(&game.text()[value_offset..value_offset + raw.len()], raw);
        assert!(!name.contains(&b'\n') && !raw.contains(&b'\n'));
        assert!(tag.unwrap().value().len() <= raw.len());
        after = value_offset + raw.len();
    }
}

/// Asserts that tokens are at their offsets and do not overlap.
fn of_tokens(text: &[u8], tokens: Tokens<'_>) {
    let mut end = 0;
    for token in tokens {
        let Token { offset, text: word, kind } = match token {
            Ok(token) => token,
            Err(fault) => {
                assert!(fault.offset >= end && fault.offset < text.len());
                return;
            }
        };
        assert!(offset >= end, "tokens do not overlap");
        end = offset + word.len();
        assert_eq!(&text[offset..end], word);
        match kind {
            // The letter of a piece or a file may stand apart from its word, and the sign of a promotion.
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
                of_tokens(word, Tokens::new(word));
            }
            _ => {}
        }
    }
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
