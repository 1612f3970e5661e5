//! The words of a game's moves.
//!
//! `pgn-reader` silently skips a word that it cannot read, and all moves after a variation that is
//! not closed. What was meant as a move must not vanish like that.

mod plain;

use memchr::memchr;
use shakmaty::san::SanPlus;

use crate::games::{without_space, without_tags};
use plain::count_plain_moves;

/// What the reader would skip, with its offset in the text of the game.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum PassedOver {
    /// A word of the main line that is neither a move nor known to be something else.
    Word(usize, String),
    /// A variation that is not closed.
    Variation(usize),
}

/// The first thing that the reader would skip, if it has read `plies` moves.
pub(crate) fn passed_over(text: &[u8], plies: Option<usize>) -> Option<PassedOver> {
    let start = start_of_moves(text);
    // As many words that could be moves as moves were read: nothing was skipped.
    if plies.is_some() && plies == count_plain_moves(&text[start..]) {
        return None;
    }
    let mut words = Words::new(text, start);
    let could_be_moves = words.by_ref().filter(|(_, word)| could_be_move(word)).count();
    if plies == Some(could_be_moves) && words.variations.is_empty() {
        return None;
    }
    let mut words = Words::new(text, start);
    let unknown = words.find(|(_, word)| !is_known(word));
    match unknown {
        Some((at, word)) => Some(PassedOver::Word(at, String::from_utf8_lossy(word).into())),
        None => words.variations.first().copied().map(PassedOver::Variation),
    }
}

/// Whether a word is a move or unknown. Faster than reading it, which has been done.
fn could_be_move(word: &[u8]) -> bool {
    let number = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    match word.get(number) {
        None => word.starts_with(b"00"),
        Some(first) if first.is_ascii_alphabetic() => word.len() > 2 || !is_annotation(word),
        Some(_) => !is_result(word) && !is_annotation(word),
    }
}

/// Whether a word is a move, a move number, a result or an annotation.
fn is_known(word: &[u8]) -> bool {
    let move_number = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    match &word[move_number..] {
        // 0000 is what some programs write for a move.
        [] => !word.starts_with(b"00"),
        after => {
            SanPlus::from_ascii(after).is_ok()
                || is_result(word)
                || word.starts_with(b"0-0")
                || is_annotation(word)
        }
    }
}

fn is_result(word: &[u8]) -> bool {
    let ascii = String::from_utf8_lossy(word).replace(['\u{2013}', '\u{2014}'], "-");
    matches!(ascii.replace('\u{bd}', "1/2").as_str(), "1-0" | "0-1" | "1/2-1/2" | "1/2")
}

/// Signs alone, as "+-" and "\u{b1}", or one or two letters, as "N" for a novelty and the parts of
/// "e.p.". A NUL is no sign: it appears where a disk has lost what was written.
fn is_annotation(word: &[u8]) -> bool {
    let is_no_sign = |c: char| c.is_alphanumeric() || c == '\0';
    let signs = !String::from_utf8_lossy(word).contains(is_no_sign);
    signs || word.len() <= 2 && word.iter().all(u8::is_ascii_alphabetic)
}

/// Where the moves of a game begin, after its tags.
fn start_of_moves(text: &[u8]) -> usize {
    let mut at = if text.starts_with("\u{feff}".as_bytes()) { 3 } else { 0 };
    while at < text.len() {
        // A tag ends with its line, whether or not it is closed.
        let end = memchr(b'\n', &text[at..]).map_or(text.len(), |end| at + end + 1);
        let line = without_space(&text[at..end]);
        let moves = if line.starts_with(b"%") { b"" } else { without_tags(line) };
        if !moves.is_empty() {
            return end - moves.len();
        }
        at = end;
    }
    at
}

/// The words outside comments, variations and annotations.
struct Words<'a> {
    text: &'a [u8],
    at: usize,
    /// Where the open variations begin.
    variations: Vec<usize>,
}

impl<'a> Words<'a> {
    /// The words from a place onwards.
    fn new(text: &'a [u8], at: usize) -> Words<'a> {
        Words { text, at, variations: Vec::new() }
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = (usize, &'a [u8]);

    fn next(&mut self) -> Option<(usize, &'a [u8])> {
        let text = self.text;
        while let Some(&byte) = text.get(self.at) {
            let start = self.at;
            let rest = &text[start..];
            let through = |end: u8| memchr(end, rest).map_or(rest.len(), |found| found + 1);
            let starts_line = text[..start].ends_with(b"\n");
            if byte == b'[' && starts_line {
                // The next game.
                return None;
            }
            self.at += match byte {
                b'%' if starts_line => through(b'\n'),
                b'{' => through(b'}'),
                b';' => through(b'\n'),
                b'$' => 1 + word_length(&rest[1..]),
                _ => word_length(rest).max(1),
            };
            match byte {
                b'(' => self.variations.push(start),
                b')' => drop(self.variations.pop()),
                _ if is_word_end(byte) || starts_line && byte == b'%' => {}
                _ if self.variations.is_empty() => return Some((start, &text[start..self.at])),
                _ => {}
            }
        }
        None
    }
}

fn word_length(text: &[u8]) -> usize {
    text.iter().take_while(|byte| !is_word_end(**byte)).count()
}

#[inline(always)]
fn is_word_end(byte: u8) -> bool {
    static WORD_ENDS: [bool; 256] = {
        let mut ends = [false; 256];
        let bytes = b" \t\n\r\x0c{}()!?$;.*[]";
        let mut index = 0;
        while index < bytes.len() {
            ends[bytes[index] as usize] = true;
            index += 1;
        }
        ends
    };
    WORD_ENDS[byte as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_reader_would_pass_over_is_found() {
        let word = |at, word: &str| Some(PassedOver::Word(at, word.to_owned()));
        for (text, expected) in [
            ("1. e4 e5 2. Nf3 Ng9 *", word(16, "Ng9")),
            ("1. e4 xyz e5 *", word(6, "xyz")),
            ("1. e4 e5 2. \u{2658}f3", word(12, "\u{2658}f3")),
            ("1. e4 ~e5", word(6, "~e5")),
            ("1. e4 0000", word(6, "0000")),
            ("1. e4 \0\0 Nf3", word(6, "\0\0")),
            ("1. e4 *\n\u{1a}", None),
            ("[Event \"1. xyz\"]\n\n1.e4 e9", word(23, "e9")),
            ("[A \"\\\"] xyz\"] [B \"x\"] 1. e4 Rx9", word(28, "Rx9")),
            ("hello world", word(0, "hello")),
            ("1. e4 (1. d4 (1. c4) e5", Some(PassedOver::Variation(6))),
            ("1. e4 e5 2. Nf3! Nc6 $13 3. O-O-O# 0-0 4.0-0-0+ Nf6 1-0", None),
            ("1. exd6 e.p. N +- \u{b1} {xyz} (1. xyz (abc) def) ; ghi\n% jkl\n2. P@e4 a8=Q+", None),
            ("1e4 e5 2Nf3 -- 1/2-1/2", None),
            ("1. e4 0\u{2013}1 \u{bd}-\u{bd}", None),
            ("{unterminated xyz", None),
            ("1. e4\n[xyz \"\"]", None),
            ("\u{feff}[Event \"xyz\"]\n1. e4", None),
        ] {
            assert_eq!(passed_over(text.as_bytes(), None), expected, "{text}");
        }
    }
}
