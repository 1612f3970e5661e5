//! Reads the main line of a game as it is written, with the numbers of its moves and the results
//! that it gives.

use shakmaty::{Color, Outcome, Position};

use super::spellings::{Number, Spellings, of_annotation, of_move, of_result, read_gap};
use super::tag_lines::{TagLine, excerpt, last, quoted};
use crate::game_start::{GameOptions, is_unknown};
use crate::pgn::{Game, Token, TokenKind};
use crate::result_tag::result_of_tag;

/// Notes on the main line.
#[derive(Debug)]
pub(super) struct MoveReader {
    pub(super) numbers: MoveNumbers,
    pub(super) results: Results,
    /// `None` if spellings are not looked for.
    pub(super) spellings: Option<Spellings>,
}

/// Reads the main line, up to its end or a bad move. Returns true if there is none.
pub(super) fn read_moves(
    game: &Game<'_>,
    tags: &[TagLine<'_>],
    options: GameOptions,
    reader: &mut MoveReader,
) -> bool {
    let Ok(mut position) = game.start_position(options) else { return false };
    let text = game.text();
    let (mut at, mut ply, mut ended) = (tags.last().map_or(0, |line| line.tag.end), 0, false);
    let mut number: Option<Number> = None;
    for token in game.tokens() {
        let Ok(token) = token else { return false };
        let (start, end) = outside(text, &token);
        let read = read_gap(text, at..start.max(at), ply, reader.spellings.as_mut());
        number = read.or(number);
        at = end;
        let spelled = match token.kind {
            TokenKind::Move if ended => Some(format!("{} after the result", excerpt(token.text))),
            TokenKind::Move => {
                let Ok(m) = token.to_move(&position) else { return false };
                ply += 1;
                let number = number.take();
                reader.numbers.before_move(number, ply, &position, &excerpt(token.text));
                let is_wanted = reader.spellings.is_some();
                let spelled = is_wanted.then(|| of_move(token.text, m, &position)).flatten();
                position.play_unchecked(m);
                spelled
            }
            TokenKind::Result(result) => {
                ended = true;
                reader.results.add(result, ply);
                of_result(token.text, result)
            }
            TokenKind::Annotation => of_annotation(token.text),
            TokenKind::Comment | TokenKind::Variation => None,
        };
        if let (Some(spellings), Some(spelled)) = (&mut reader.spellings, spelled) {
            spellings.add(ply, spelled);
        }
    }
    read_gap(text, at.min(text.len())..text.len(), ply, reader.spellings.as_mut());
    true
}

/// The place of a token with its braces, parentheses or dollar.
fn outside(text: &[u8], token: &Token<'_>) -> (usize, usize) {
    let (start, end) = (token.offset, token.offset + token.text.len());
    let before = start.checked_sub(1).and_then(|at| text.get(at));
    match token.kind {
        TokenKind::Comment if before == Some(&b';') => (start - 1, end),
        TokenKind::Comment | TokenKind::Variation => (start - 1, end + 1),
        TokenKind::Annotation if before == Some(&b'$') => (start - 1, end),
        _ => (start, end),
    }
}

/// The first number that is wrong.
#[derive(Debug, Default)]
pub(super) struct MoveNumbers {
    wrong: Option<(usize, String)>,
}

impl MoveNumbers {
    /// Takes the number that stands before the move to a ply, if one does.
    pub(super) fn before_move(
        &mut self,
        number: Option<Number>,
        ply: usize,
        position: &impl Position,
        word: &str,
    ) {
        let Some(got) = number.filter(|_| self.wrong.is_none()) else { return };
        let is_white = position.turn() == Color::White;
        let expected = position.fullmoves().get();
        if got.value == expected && !(is_white && got.dots > 1) {
            return;
        }
        let dots = |is_black| if is_black { "..." } else { "." };
        let (shown, value) = (dots(got.dots > 1), got.value);
        let expected = format!("{expected}{}", dots(!is_white));
        self.wrong = Some((ply, format!("expected {expected} before {word}, got {value}{shown}")));
    }

    pub(super) fn ply(&self) -> usize {
        self.wrong.as_ref().map_or(0, |(ply, _)| *ply)
    }

    pub(super) fn detail(self) -> Option<String> {
        self.wrong.map(|(_, detail)| detail)
    }
}

/// The results of a game.
#[derive(Debug)]
pub(super) struct Results {
    /// The result that the tag means, and its value.
    tag: Option<(Outcome, Vec<u8>)>,
    /// Those after the moves.
    after: Vec<Outcome>,
    /// The ply after which they stand.
    ply: usize,
}

impl Results {
    pub(super) fn new(tags: &[TagLine<'_>]) -> Results {
        let value = last(tags, "Result");
        let meant = |value| result_of_tag(value).map_or(Outcome::Unknown, Outcome::Known);
        let tag = value.map(|value| (meant(value), value.to_owned()));
        Results { tag, after: Vec::new(), ply: 0 }
    }

    /// Takes a result after a ply.
    pub(super) fn add(&mut self, result: Outcome, ply: usize) {
        self.after.push(result);
        self.ply = ply;
    }

    pub(super) fn ply(&self) -> usize {
        self.ply
    }

    /// Returns in what they differ.
    pub(super) fn detail(&self) -> Option<String> {
        let known = self.after.iter().find(|result| matches!(result, Outcome::Known(_)));
        let first = known.or(self.after.first());
        let mut details = Vec::new();
        match (&self.tag, first) {
            (Some((Outcome::Unknown, value)), _) if value != b"*" && !is_unknown(value) => {
                details.push(format!("the tag {} means no result", quoted(value)));
            }
            (Some((tag, _)), Some(after)) if tag != after => {
                details.push(format!("the tag says {tag}, the moves end with {after}"));
            }
            _ => {}
        }
        if let [first, rest @ ..] = &self.after[..]
            && !rest.is_empty()
        {
            let rest: Vec<String> = rest.iter().take(8).map(Outcome::to_string).collect();
            details.push(format!("after {first} comes {}", rest.join(", ")));
        }
        (!details.is_empty()).then(|| details.join("; "))
    }
}
