//! The text before the tags and moves of a game.

use memchr::memchr;

use super::word::{BYTE_ORDER_MARK, after_line_end, is_blank, line_end, starts_line};

/// Ctrl-Z, with which DOS ends a text.
const END_OF_FILE: u8 = 0x1a;

/// The blanks, comments and escaped lines before the first tag, move or other word of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Preamble {
    /// Offset of that tag or word, or the length of the text.
    pub end: usize,
    /// Offset of the first comment after the last empty line, or `end` if there is none.
    pub last_comments: usize,
    /// Offset of a comment that is not terminated; `end` is then the length of the text.
    pub open_comment: Option<usize>,
}

impl Preamble {
    /// Reads from `at` on.
    pub(super) fn read(text: &[u8], mut at: usize) -> Preamble {
        let (mut comment, mut open_comment) = (None, None);
        // True if only blanks have come on the line.
        let mut line_is_blank = starts_line(text, at);
        while let Some(&byte) = text.get(at) {
            match byte {
                b'\n' | b'\r' => {
                    at = after_line_end(text, at);
                    if line_is_blank {
                        comment = None;
                    }
                    line_is_blank = true;
                }
                b'%' if line_is_blank => {
                    line_is_blank = false;
                    at = line_end(text, at);
                }
                b'{' | b';' => {
                    comment = comment.or(Some(at));
                    line_is_blank = false;
                    let end = match byte {
                        b';' => Some(line_end(text, at)),
                        _ => memchr(b'}', &text[at..]).map(|length| at + length + 1),
                    };
                    open_comment = if end.is_none() { Some(at) } else { None };
                    at = end.unwrap_or(text.len());
                }
                b'>' if line_is_blank => at += 1,
                END_OF_FILE => at += 1,
                _ if is_blank(byte) => at += 1,
                _ if text[at..].starts_with(BYTE_ORDER_MARK) => at += BYTE_ORDER_MARK.len(),
                _ => break,
            }
        }
        Preamble { end: at, last_comments: comment.unwrap_or(at), open_comment }
    }
}
