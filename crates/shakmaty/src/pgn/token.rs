//! Splits the moves of a game into tokens: moves, comments, annotations, variations and results.

use std::ops::Range;

use memchr::memchr;
use shakmaty::{Move, Outcome};

use super::error::PgnError;
use super::language::Language;
use super::notation::{MoveError, is_like_a_move, read_move, read_move_in};
use super::scan::is_tag;
use super::spelling::plain;
use super::word::{
    ByteClass, CLASSES, EVENT, are_signs, is_castling, is_null_move, is_number_before, line_end,
    plain_length, result, space_length, trim_margin, word_length,
};
use crate::game_error::{GameError, Unterminated};
use crate::hashable::HashablePosition;

/// A token of the moves of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Token<'a> {
    /// Offset of [`text`](Token::text) in the text of the game, in bytes.
    pub offset: usize,
    /// The token as written, without the braces of a comment, the parentheses of a variation or the
    /// number of a move. It need not be UTF-8. A move may have blanks in it, as in `N f3` and
    /// `a8 =Q`.
    pub text: &'a [u8],
    /// The kind of the token.
    pub kind: TokenKind,
}

impl Token<'_> {
    /// Returns the legal move that the token denotes, in short or long algebraic notation or that
    /// of UCI, in any of the spellings that programs write.
    ///
    /// Cost: for most moves of chess, less than shakmaty's `San::from_ascii` and `San::to_move`.
    ///
    /// # Errors
    /// When the token is not a move, or an illegal or ambiguous one.
    #[inline]
    pub fn to_move<P: HashablePosition>(&self, position: &P) -> Result<Move, MoveError> {
        match self.kind {
            TokenKind::Move => read_move(position, self.text),
            _ => Err(MoveError::NotAMove),
        }
    }

    /// True if the token has the form of a move in any notation and language, whether it can be
    /// played or not: `Nf3`, `Sf3`, `♘f3`, `N f3`, `O-O`, but not `Nf9` or a word of a sentence.
    #[must_use]
    pub fn is_like_a_move(&self) -> bool {
        let is_written = |byte: &u8| !byte.is_ascii_whitespace();
        let word: Vec<u8> = self.text.iter().copied().filter(is_written).collect();
        let is_move = self.kind == TokenKind::Move;
        is_move && is_like_a_move(plain(&String::from_utf8_lossy(&word)).as_bytes())
    }

    /// Returns the legal move that the token denotes by the letters of a language alone, in which
    /// the tokens [were read](Tokens::in_language). Moves in the notation of UCI have English
    /// letters.
    ///
    /// # Errors
    /// As [`to_move`](Token::to_move). A letter that is of no piece makes a word that is not a
    /// move.
    #[inline]
    pub fn to_move_in<P: HashablePosition>(
        &self,
        language: Language,
        position: &P,
    ) -> Result<Move, MoveError> {
        match language {
            Language::English => self.to_move(position),
            _ if self.kind != TokenKind::Move => Err(MoveError::NotAMove),
            language => read_move_in(language, position, self.text),
        }
    }
}

/// The kinds of [`Token`]s.
///
/// Closed: the text of moves has nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A move, or a word that is nothing else.
    Move,
    /// A comment, in braces or to the end of its line.
    Comment,
    /// An annotation of the move before it: a glyph such as `!?`, or the number of `$13`.
    Annotation,
    /// A variation in parentheses, as a whole. [`Tokens::new`] reads its text.
    Variation,
    /// The result after the moves.
    Result(Outcome),
}

/// Iterator over the tokens of the moves of a game, from [`Game::tokens`](super::Game::tokens).
///
/// Move numbers and stray signs such as "+-" are skipped. Any other word that is neither a result
/// nor an annotation is a move token, even if no move can be read from it, so that none is lost.
/// The letter of a piece or a file that stands alone and the word after it are one token, `N f3`:
/// [`Token::to_move`] reads the two as one word if that is a legal move. An error ends the
/// iterator.
#[derive(Clone, Debug)]
pub struct Tokens<'a> {
    text: &'a [u8],
    at: usize,
    language: Language,
}

impl<'a> Tokens<'a> {
    /// Reads a text of moves without tags, such as that of a [variation](TokenKind::Variation).
    /// Offsets are those in `moves`.
    #[must_use]
    pub fn new(moves: &'a [u8]) -> Tokens<'a> {
        Tokens::starting_at(moves, 0)
    }

    /// Reads the moves of a game from the offset `at` on.
    pub(super) fn starting_at(text: &'a [u8], at: usize) -> Tokens<'a> {
        Tokens { text, at, language: Language::English }
    }

    /// Takes the letters of a language for those of pieces, which decide what a letter that stands
    /// apart from its square is, and a letter in parentheses.
    #[must_use]
    pub fn in_language(self, language: Language) -> Tokens<'a> {
        Tokens { language, ..self }
    }

    /// Returns the offset up to which the text was read: after the last token, the end of the game.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.at
    }

    #[inline(always)]
    fn token(&self, range: Range<usize>, kind: TokenKind) -> Option<Result<Token<'a>, PgnError>> {
        Some(Ok(Token { offset: range.start, text: &self.text[range], kind }))
    }

    /// Returns an error, and ends the iterator.
    #[cold]
    fn unterminated(
        &mut self,
        at: usize,
        what: Unterminated,
    ) -> Option<Result<Token<'a>, PgnError>> {
        self.at = self.text.len();
        Some(Err(PgnError::new(at, 0, GameError::Unterminated(what))))
    }

    /// Reads the rest of a word whose digits are at `start..at`; `None` if it is a move number.
    #[inline(never)]
    fn word_of_digits(&mut self, start: usize) -> Option<Token<'a>> {
        let number = start..self.at;
        if is_number_before(&self.text[number.end..]) {
            self.at += 1;
            return None;
        }
        self.at = start + word_length(self.text, start);
        let word = &self.text[start..self.at];
        let (start, kind) = match result(word) {
            Some(result) => (start, TokenKind::Result(result?)),
            // No number before a move, as in `1:0`.
            None if matches!(self.text.get(number.end), Some(b':' | b',')) => {
                (start, TokenKind::Move)
            }
            None if number.end < self.at && !is_castling(word) => (number.end, TokenKind::Move),
            // Some programs write 0000 for a null move.
            None if number.end < self.at || word.starts_with(b"00") => (start, TokenKind::Move),
            None => return None,
        };
        Some(Token { offset: start, text: &self.text[start..self.at], kind })
    }

    /// Reads a word that begins with a letter and may go on after its letters and digits, or be no
    /// move.
    #[cold]
    #[inline(never)]
    fn rare_word(&mut self, start: usize) -> TokenKind {
        self.at = start + word_length(self.text, start);
        self.extend_word(start);
        match self.text[start..self.at] {
            [_] => self.short_word(start),
            [_, last] if last.is_ascii_alphabetic() => self.short_word(start),
            [b'm', b'a', b't', b'e'] => TokenKind::Annotation,
            _ => TokenKind::Move,
        }
    }

    /// Reads a word of a letter or two at `start..at`.
    fn short_word(&mut self, start: usize) -> TokenKind {
        let language = self.language;
        match self.text[start..self.at] {
            // A diagram.
            [b'D'] if language.piece(b'D').is_none() => TokenKind::Annotation,
            [b'e'] if self.text[self.at..].starts_with(b".p.") => {
                self.at += b".p.".len();
                TokenKind::Annotation
            }
            [b'e', b'p'] => TokenKind::Annotation,
            [letter]
                if matches!(letter, b'N' | b'a'..=b'h') || language.piece(letter).is_some() =>
            {
                let kind = match self.end_of_joined(letter) {
                    Some(end) => {
                        self.at = end;
                        TokenKind::Move
                    }
                    // A novelty or a diagram.
                    None if matches!(letter, b'N' | b'D') => TokenKind::Annotation,
                    None => TokenKind::Move,
                };
                self.extend_word(start);
                kind
            }
            _ => TokenKind::Move,
        }
    }

    /// The end of the next word, if it may be the rest of a word that has begun with a letter
    /// before `at`.
    fn end_of_joined(&self, letter: u8) -> Option<usize> {
        let text = self.text;
        let gap =
            text[self.at..].iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n'));
        let next = self.at + gap.count();
        let end = next + word_length(text, next.min(text.len()));
        let word = &text[next.min(text.len())..end.min(text.len())];
        let is_number = text.get(end) == Some(&b'.') && word.iter().all(u8::is_ascii_digit);
        let is_rest = match word {
            [b'a'..=b'h' | b'x' | b':', ..] => true,
            // The rank of a pawn that goes forward, or of the piece that goes.
            [b'1'..=b'8'] | [b'1'..=b'8', b'=' | b'+' | b'#', ..] => letter.is_ascii_lowercase(),
            [b'1'..=b'8', b'a'..=b'h' | b'x' | b':', ..] => letter.is_ascii_uppercase(),
            _ => false,
        };
        (is_rest && !is_number).then_some(end)
    }

    /// Adds to the word at `start..at` what belongs to it although it is no part of a word: a
    /// promotion in parentheses or after a blank, and the dots of `e.p.`
    #[cold]
    #[inline(never)]
    fn extend_word(&mut self, start: usize) {
        let piece = |byte: u8| self.language.piece(byte.to_ascii_uppercase());
        let is_piece = |byte: u8| piece(byte).is_some_and(|piece| piece != b'K');
        let is_on_last_rank = matches!(self.text[self.at - 1], b'1' | b'8');
        let more = match self.text[self.at..] {
            [b'(', piece, b')', ..] if is_on_last_rank && is_piece(piece) => 3,
            [b'(', b'=', piece, b')', ..] if is_on_last_rank && is_piece(piece) => 4,
            [b' ', b'=', piece, ..] if is_on_last_rank && is_piece(piece) => 3,
            [b'.', b'p', b'.', ..] if self.text[start + 1..self.at].ends_with(b"e") => 3,
            _ => return,
        };
        self.at += more;
        self.at += word_length(self.text, self.at);
    }

    /// Reads a word that begins with a sign; `None` if it is nothing but signs.
    #[inline(never)]
    fn word_of_signs(&mut self, start: usize) -> Option<TokenKind> {
        self.at = start + word_length(self.text, start);
        let word = &self.text[start..self.at];
        match result(word) {
            Some(result) => result.map(TokenKind::Result),
            None if are_signs(word) && !is_null_move(word) => None,
            None => Some(TokenKind::Move),
        }
    }

    #[inline(always)]
    fn skip_while(&mut self, is_skipped: impl Fn(u8) -> bool) {
        while self.text.get(self.at).is_some_and(|byte| is_skipped(*byte)) {
            self.at += 1;
        }
    }

    /// Returns true if a line with a tag follows the line end before `at`, perhaps after empty
    /// lines: another game begins.
    fn ends_before(&self, at: usize) -> bool {
        let line = trim_margin(&self.text[at..]);
        line.starts_with(b"[") && is_tag(&line[..line_end(line, 0)])
    }

    /// Returns the offset after the variation that begins at `start`, or the offset and the kind of
    /// a variation or comment that is not terminated.
    fn end_of_variation(&self, start: usize) -> Result<usize, (usize, Unterminated)> {
        let mut depth = 1_usize;
        let mut at = start + 1;
        while let Some(&byte) = self.text.get(at) {
            at += 1;
            match byte {
                b'(' => depth += 1,
                b')' if depth == 1 => return Ok(at),
                b')' => depth -= 1,
                b'{' => match memchr(b'}', &self.text[at..]) {
                    Some(length) => at += length + 1,
                    None => return Err((at - 1, Unterminated::Comment)),
                },
                b';' => at = line_end(self.text, at),
                b'\n' | b'\r' if self.text.get(at) == Some(&b'%') => at = line_end(self.text, at),
                b'\n' | b'\r' if self.ends_before(at) => break,
                _ => {}
            }
        }
        Err((start, Unterminated::Variation))
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Result<Token<'a>, PgnError>;

    #[inline(always)]
    fn next(&mut self) -> Option<Result<Token<'a>, PgnError>> {
        let text = self.text;
        loop {
            if text.get(self.at) == Some(&b' ') {
                self.at += 1;
            }
            let start = self.at;
            let byte = *text.get(start)?;
            match CLASSES[byte as usize] {
                ByteClass::Gap => self.at += 1,
                ByteClass::Letter => {
                    self.at = start + plain_length(text, start);
                    let kind = if is_plain_end(text, self.at) {
                        TokenKind::Move
                    } else {
                        self.rare_word(start)
                    };
                    return self.token(start..self.at, kind);
                }
                ByteClass::Digit => {
                    self.skip_while(|byte| byte.is_ascii_digit());
                    if text.get(self.at) == Some(&b'.') && !text[start..].starts_with(b"00") {
                        self.skip_while(|byte| byte == b'.');
                    } else if let Some(token) = self.word_of_digits(start) {
                        return Some(Ok(token));
                    }
                }
                ByteClass::LineEnd => {
                    self.at += 1;
                    if text.get(self.at) == Some(&b'%') {
                        self.at = line_end(text, self.at);
                    } else if text.get(self.at) == Some(&b'>') {
                        self.skip_while(|byte| matches!(byte, b'>' | b' '));
                    } else if self.ends_before(self.at) {
                        let end = self.at;
                        self.text = &text[..end];
                        return None;
                    }
                }
                ByteClass::Bracket if text[start..].starts_with(EVENT) => {
                    self.text = &text[..start];
                    return None;
                }
                ByteClass::Bracket => self.at += 1,
                ByteClass::Brace => {
                    let Some(length) = memchr(b'}', &text[start..]) else {
                        return self.unterminated(start, Unterminated::Comment);
                    };
                    self.at += length + 1;
                    return self.token(start + 1..self.at - 1, TokenKind::Comment);
                }
                ByteClass::Semicolon => {
                    self.at = line_end(text, start);
                    let comment = text[start + 1..self.at].trim_ascii_end();
                    let end = start + 1 + comment.len();
                    return self.token(start + 1..end, TokenKind::Comment);
                }
                ByteClass::Parenthesis => match self.end_of_variation(start) {
                    Ok(end) => {
                        self.at = end;
                        return self.token(start + 1..end - 1, TokenKind::Variation);
                    }
                    Err((at, what)) => return self.unterminated(at, what),
                },
                ByteClass::Dollar => {
                    self.at = start + 1 + word_length(text, start + 1);
                    let word = &text[start + 1..self.at];
                    let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
                    if digits < word.len() && !are_signs(&word[digits..]) {
                        return self.token(start..self.at, TokenKind::Move);
                    }
                    let end = start + 1 + digits;
                    return self.token(start + 1..end, TokenKind::Annotation);
                }
                ByteClass::Glyph => {
                    self.skip_while(|byte| matches!(byte, b'!' | b'?'));
                    return self.token(start..self.at, TokenKind::Annotation);
                }
                ByteClass::Star => {
                    self.at += 1;
                    return self.token(start..self.at, TokenKind::Result(Outcome::Unknown));
                }
                ByteClass::Lead if let Some(length) = space_length(text, start) => {
                    self.at += length
                }
                // Disks and editors of old end a file with zeros.
                ByteClass::Sign if byte == 0 && are_zeros_at_the_end(text, start) => {
                    self.at = text.len();
                    return None;
                }
                ByteClass::Sign | ByteClass::Lead => {
                    if let Some(kind) = self.word_of_signs(start) {
                        return self.token(start..self.at, kind);
                    }
                }
            }
        }
    }
}

/// True if a word ends at an offset, and in no letter: it is a move, and nothing after it belongs
/// to it.
#[inline(always)]
fn is_plain_end(text: &[u8], end: usize) -> bool {
    let Some(&[after, next]) = text[end..].first_chunk() else { return false };
    let goes_on = (after == b'(') | (after == b'.') | (after == b' ') & (next == b'=');
    // A byte above ASCII may be a space, or a part of the word.
    !(goes_on | !after.is_ascii() | text[end - 1].is_ascii_alphabetic())
}

/// True if nothing but zeros comes from an offset on, and something has come before.
#[cold]
fn are_zeros_at_the_end(text: &[u8], start: usize) -> bool {
    let (before, rest) = text.split_at(start);
    rest.iter().all(|byte| *byte == 0) && before.iter().any(u8::is_ascii_graphic)
}
