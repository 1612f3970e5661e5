//! The words of the moves of a game, and the blanks and line ends between them.

use memchr::memchr2;
use shakmaty::{Color, KnownOutcome, Outcome};

/// The kind of token that begins with a byte.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ByteClass {
    Letter,
    Digit,
    Sign,
    /// Skipped: blanks, dots, closing brackets, and closing braces and parentheses without an
    /// opening one.
    Gap,
    /// The first byte of what may be a space of Unicode, and no space of ASCII.
    Lead,
    LineEnd,
    /// `[`, with which a tag begins.
    Bracket,
    Brace,
    Semicolon,
    Parenthesis,
    Dollar,
    /// `!` or `?`.
    Glyph,
    Star,
}

impl ByteClass {
    #[inline(always)]
    fn ends_word(self) -> bool {
        self as u8 >= ByteClass::Gap as u8
    }
}

pub(super) static CLASSES: [ByteClass; 256] = {
    let mut classes = [ByteClass::Sign; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b' ' | b'\t' | b'\x0c' | b'.' | b']' | b'}' | b')' => ByteClass::Gap,
            b'a'..=b'z' | b'A'..=b'Z' => ByteClass::Letter,
            b'0'..=b'9' => ByteClass::Digit,
            b'\n' | b'\r' => ByteClass::LineEnd,
            b'[' => ByteClass::Bracket,
            b'{' => ByteClass::Brace,
            b';' => ByteClass::Semicolon,
            b'(' => ByteClass::Parenthesis,
            b'$' => ByteClass::Dollar,
            b'!' | b'?' => ByteClass::Glyph,
            b'*' => ByteClass::Star,
            0x85 | 0xa0 | 0xc2 | 0xe1..=0xe3 | 0xef => ByteClass::Lead,
            _ => ByteClass::Sign,
        };
        byte += 1;
    }
    classes
};

/// Returns the length of the word that begins at `start`.
#[inline(always)]
pub(super) fn word_length(text: &[u8], start: usize) -> usize {
    let length = plain_length(text, start);
    // Only bytes that may begin a space are not ASCII among those that end a word.
    match text.get(start + length) {
        Some(0x80..) => longer_length(text, start, length),
        _ => length,
    }
}

/// Returns the length of a word whose first bytes, `length` of them, end before what may be a
/// space.
#[cold]
fn longer_length(text: &[u8], start: usize, mut length: usize) -> usize {
    loop {
        let at = start + length;
        let is_lead = text.get(at).is_some_and(|byte| CLASSES[*byte as usize] == ByteClass::Lead);
        if !is_lead || space_length(text, at).is_some() {
            return length;
        }
        length += 1;
        length += plain_length(text, start + length);
    }
}

/// Returns the length in bytes of the space of Unicode at an offset: one that is seen, such as that
/// without a break, or is not, such as the marks of a direction of writing; of Windows-1252, too.
/// An ellipsis counts as one, since it stands for dots.
#[cold]
pub(crate) fn space_length(text: &[u8], at: usize) -> Option<usize> {
    match text[at..] {
        // Not within a character of UTF-8.
        [0x85 | 0xa0, ..] => (at == 0 || text[at - 1] < 0x80).then_some(1),
        [0xc2, 0x85 | 0xa0 | 0xad, ..] => Some(2),
        [0xe1, 0x9a, 0x80, ..] | [0xe2, 0x81, 0x9f..=0xa0, ..] => Some(3),
        [0xe2, 0x80, 0x80..=0x8f | 0xa6 | 0xa8..=0xaf, ..] => Some(3),
        [0xe3, 0x80, 0x80, ..] | [0xef, 0xbb, 0xbf, ..] => Some(3),
        _ => None,
    }
}

/// Returns the length of the part of a word that begins at `start` and in which nothing can be a
/// space.
///
/// Words of up to seven bytes, as almost all are, need no branch.
#[inline(always)]
pub(super) fn plain_length(text: &[u8], start: usize) -> usize {
    let Some(bytes) = text[start..].first_chunk::<8>() else {
        return long_word_length(&text[start..]);
    };
    let mut ends = 0_u32;
    for (at, byte) in bytes.iter().enumerate() {
        ends |= u32::from(CLASSES[*byte as usize].ends_word()) << at;
    }
    if ends == 0 { long_word_length(&text[start..]) } else { ends.trailing_zeros() as usize }
}

#[cold]
fn long_word_length(text: &[u8]) -> usize {
    text.iter().take_while(|byte| !CLASSES[**byte as usize].ends_word()).count()
}

/// Returns the result that a word denotes, with any dash. The inner `None` is for `1/2`, half a
/// result.
#[cold]
pub(super) fn result(word: &[u8]) -> Option<Option<Outcome>> {
    Some(match word {
        b"1-0" => Some(Outcome::Known(KnownOutcome::Decisive { winner: Color::White })),
        b"0-1" => Some(Outcome::Known(KnownOutcome::Decisive { winner: Color::Black })),
        b"1/2-1/2" => Some(Outcome::Known(KnownOutcome::Draw)),
        b"1/2" => None,
        _ if word.is_ascii() => return None,
        _ => {
            let word = str::from_utf8(word).ok()?.replace(is_dash, "-");
            let word = word.replace('\u{bd}', "1/2");
            return if word.is_ascii() { result(word.as_bytes()) } else { None };
        }
    })
}

/// True for a hyphen, a dash or a minus.
pub(crate) fn is_dash(letter: char) -> bool {
    matches!(letter, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}

/// True if a word is castling written with zeros.
pub(super) fn is_castling(word: &[u8]) -> bool {
    let Some(rest) = word.strip_prefix(b"0") else { return false };
    let rest = str::from_utf8(rest).unwrap_or_default();
    rest.strip_prefix(is_dash).is_some_and(|rest| rest.starts_with(['0', 'O', 'o']))
}

/// True if the text after some digits shows that they are a move number: a colon or a comma, which
/// is not that of `1:0`.
#[cold]
pub(super) fn is_number_before(text: &[u8]) -> bool {
    matches!(text, [b':' | b',', rest @ ..] if !rest.first().is_some_and(u8::is_ascii_digit))
}

/// True if a word has only signs, as "+-" and "\u{b1}". NUL is not a sign: it appears where a disk
/// has lost data.
#[cold]
pub(super) fn are_signs(word: &[u8]) -> bool {
    !String::from_utf8_lossy(word).contains(|c: char| c.is_alphanumeric() || c == '\0')
}

/// True for a null move, as programs write it: no game has one.
pub(crate) fn is_null_move(word: &[u8]) -> bool {
    matches!(word, b"--" | b"--+" | b"--#" | b"Z0" | b"null" | b"0000")
}

/// The beginning of the tag with which most games begin.
pub(super) const EVENT: &[u8] = b"[Event \"";

pub(super) const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// True for the bytes that separate words on a line.
pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r')
}

/// True if a line begins at `at`.
pub(super) fn starts_line(text: &[u8], at: usize) -> bool {
    at == 0 || matches!(text[at - 1], b'\n' | b'\r')
}

/// Returns the text without leading blanks.
pub(super) fn trim_blanks_start(text: &[u8]) -> &[u8] {
    let blanks = text.iter().take_while(|byte| is_blank(**byte)).count();
    &text[blanks..]
}

/// Returns the line without what stands before its first word: blanks, and the `>` of a line that
/// is quoted in a message.
pub(super) fn trim_margin(line: &[u8]) -> &[u8] {
    let margin = line.iter().take_while(|byte| is_blank(**byte) || **byte == b'>').count();
    &line[margin..]
}

/// Returns the offset of the first line end from `at` on, or the length of the text. A line ends
/// with a line feed, a carriage return, or both.
pub(super) fn line_end(text: &[u8], at: usize) -> usize {
    memchr2(b'\n', b'\r', &text[at..]).map_or(text.len(), |length| at + length)
}

/// Returns the offset after the line end at `at`.
pub(super) fn after_line_end(text: &[u8], at: usize) -> usize {
    at + if text[at..].starts_with(b"\r\n") { 2 } else { 1 }
}

/// Returns the text without blanks around it.
pub(super) fn trim_blanks(text: &[u8]) -> &[u8] {
    let text = trim_blanks_start(text);
    let blanks = text.iter().rev().take_while(|byte| is_blank(**byte)).count();
    &text[..text.len() - blanks]
}
