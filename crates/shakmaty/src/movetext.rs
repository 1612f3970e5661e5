//! The words of a game's moves.
//!
//! `pgn-reader` passes over a word that it cannot read without a word of its own. What
//! was meant for a move must not vanish so.

use memchr::memchr;
use shakmaty::san::SanPlus;

use crate::games::without_tags;

/// The first word of the main line that looks like a move and is none, with its offset
/// in the text of the game.
pub(crate) fn unreadable_move(text: &[u8]) -> Option<(usize, &[u8])> {
    words(text).find(|(_, word)| looks_like_a_move(word) && SanPlus::from_ascii(word).is_err())
}

/// A letter first, and a digit or a third letter: not "e.p.", "N" for a novelty, "+-".
fn looks_like_a_move(word: &[u8]) -> bool {
    word[0].is_ascii_alphabetic() && (word.len() > 2 || word.iter().any(u8::is_ascii_digit))
}

/// The words outside of comments, variations, tags and annotations.
fn words(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut at = if text.starts_with("\u{feff}".as_bytes()) { 3 } else { 0 };
    let mut depth = 0_usize;
    let mut in_tags = true;
    std::iter::from_fn(move || {
        while let Some(&byte) = text.get(at) {
            let rest = &text[at..];
            let through = |end: u8| memchr(end, rest).map_or(rest.len(), |found| found + 1);
            let starts_line = at == 0 || text[at - 1] == b'\n';
            if byte == b'[' && starts_line && !in_tags {
                // The next game.
                return None;
            }
            let start = at;
            at += match byte {
                b'%' if starts_line => through(b'\n'),
                b'[' if in_tags => rest.len() - without_tags(rest).len(),
                b'{' => through(b'}'),
                b';' => through(b'\n'),
                b'$' => 1 + word_length(&rest[1..]),
                _ => word_length(rest).max(1),
            };
            match byte {
                b'(' => depth += 1,
                b')' => depth = depth.saturating_sub(1),
                _ if is_word_end(byte) || starts_line && byte == b'%' => {}
                _ => {
                    in_tags = false;
                    if depth == 0 {
                        return Some((start, &text[start..at]));
                    }
                }
            }
        }
        None
    })
}

fn word_length(text: &[u8]) -> usize {
    text.iter().take_while(|byte| !is_word_end(**byte)).count()
}

fn is_word_end(byte: u8) -> bool {
    byte.is_ascii_whitespace() || b"{}()!?$;.*[]".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_that_was_meant_for_a_move_is_found() {
        for (text, expected) in [
            ("1. e4 e5 2. Nf3 Ng9 *", Some((16, "Ng9"))),
            ("1. e4 xyz e5 *", Some((6, "xyz"))),
            ("[Event \"1. xyz\"]\n\n1.e4 e9", Some((23, "e9"))),
            ("hello world", Some((0, "hello"))),
            ("1. e4 e5 2. Nf3! Nc6 $13 3. O-O-O# 0-0 1-0", None),
            (
                "1. exd6 e.p. N +- {xyz} (1. xyz (abc) def) ; ghi\n% jkl\n2. P@e4 a8=Q+ 1/2-1/2",
                None,
            ),
            ("[A \"\\\"] xyz\"] [B \"x\"] 1. e4 Rx9", Some((28, "Rx9"))),
            ("{unterminated xyz", None),
            ("1. e4\n[xyz \"\"]", None),
            ("\u{feff}[Event \"xyz\"]\n1. e4", None),
        ] {
            let found = unreadable_move(text.as_bytes());
            let found = found.map(|(at, word)| (at, str::from_utf8(word).unwrap()));
            assert_eq!(found, expected, "{text}");
        }
    }
}
