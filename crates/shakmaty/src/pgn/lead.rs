//! Comments before a game.

use memchr::memchr;

use super::bytes::{BYTE_ORDER_MARK, is_blank, is_empty_line, line_end, starts_line};

/// The mark with which DOS ends a text.
const END_OF_FILE: u8 = 0x1a;

/// A text up to its first tag, move or other word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lead {
    /// The offset of that tag or word, or the length of the text.
    pub end: usize,
    /// The offset of the first comment after the last empty line, or `end` if there is none.
    pub comment: usize,
    /// The offset of a comment that is not terminated; `end` is then the length of the text.
    pub open_comment: Option<usize>,
}

impl Lead {
    /// Reads over blanks, empty lines, comments and escaped lines from `at` on.
    pub fn read(text: &[u8], mut at: usize) -> Lead {
        let mut comment = None;
        let mut open_comment = None;
        // Whether only blanks came before on this line, and where it begins.
        let (mut line_is_blank, mut line) = (starts_line(text, at), at);
        while let Some(&byte) = text.get(at) {
            match byte {
                b'\n' => {
                    at += 1;
                    if is_empty_line(&text[line..at]) {
                        comment = None;
                    }
                    (line_is_blank, line) = (true, at);
                }
                b'%' if line_is_blank => at = line_end(text, at),
                b';' => {
                    comment = comment.or(Some(at));
                    at = line_end(text, at);
                }
                b'{' => {
                    comment = comment.or(Some(at));
                    line_is_blank = false;
                    let end = memchr(b'}', &text[at..]).map(|length| at + length + 1);
                    open_comment = if end.is_none() { Some(at) } else { None };
                    at = end.unwrap_or(text.len());
                }
                END_OF_FILE => at += 1,
                _ if is_blank(byte) => at += 1,
                _ if text[at..].starts_with(BYTE_ORDER_MARK) => at += BYTE_ORDER_MARK.len(),
                _ => break,
            }
        }
        Lead { end: at, comment: comment.unwrap_or(at), open_comment }
    }
}
