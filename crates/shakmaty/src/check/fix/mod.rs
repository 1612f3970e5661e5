//! Mends the tags and the encoding of games, and nothing else.

mod encoding;
mod mend;
mod tags;

use std::fmt;

use shakmaty::Outcome;

use self::encoding::{Decode, in_utf8};
pub use self::mend::Mend;
use self::tags::{GameText, mend_tags};
use super::finding::FindingType;
use super::referee::Referee;
use super::text::tag_lines::TagLine;
use crate::pgn::{Game, GameScanner, Language, PgnError, TokenKind};
use crate::result_tag::{GameResultTag, result_of_tag};
use mend::Edits;

/// Mends the tags of games, one after the other; use one for each thread.
///
/// A tag `Result` that means a result is written as `1-0`, `0-1` or `1/2-1/2`, and one that is
/// missing or says nothing (`*`, `?` or empty) as the result after the moves. `SetUp "1"` is put
/// beside a `FEN`. Names of the standard get its case, and typographic quotes around values become
/// `"`. Text that is not UTF-8 is [decoded](FixOptions::decode). Every other byte stays. A game has
/// the same moves, result and first position as before, and one that was mended needs nothing more.
///
/// Left as they are: a tag `Result` that contradicts the result after the moves; games without
/// tags, or whose last tag is not closed before words; and the tags `Event` of a game that has one
/// after an empty line, which would begin another game if it were mended.
///
/// ```
/// use zobrist_shakmaty::check::{GameFixer, Mend};
///
/// let mut fixer = GameFixer::new();
/// let game = b"[white \"Alder\"]\n[Result \"1:0\"]\n\n1. e4 e5 1-0\n";
/// let fixed = fixer.fix(game)?;
/// assert_eq!(fixed.text(game), b"[White \"Alder\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n");
/// assert_eq!(fixed.mends(), [Mend::TagName, Mend::ResultSpelling]);
/// # Ok::<(), zobrist_shakmaty::pgn::PgnError>(())
/// ```
#[derive(Debug)]
pub struct GameFixer {
    referee: Referee,
}

/// Options of [`GameFixer::fix_with`].
#[derive(Clone, Copy, Default)]
#[non_exhaustive]
pub struct FixOptions<'a> {
    /// True if the first or last line of the game is that of another game, too, as in
    /// `1-0 [Event "…"]`. The game is then left as it is, since the place where the two are divided
    /// may depend on all of the line.
    pub shares_line: bool,
    /// Decodes a part of the text that is not ASCII, and returns UTF-8 as it is: the value of a
    /// tag, or a word elsewhere. `None` leaves text that is not UTF-8 as it is.
    pub decode: Option<Decode<'a>>,
}

impl fmt::Debug for FixOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut options = f.debug_struct("FixOptions");
        options.field("shares_line", &self.shares_line).field("decodes", &self.decode.is_some());
        options.finish()
    }
}

/// A game that is mended.
#[derive(Clone, Debug, Default)]
pub struct FixedGame {
    /// `None` if nothing is mended.
    text: Option<Vec<u8>>,
    mends: Vec<Mend>,
    unmended: Vec<Unmended>,
}

/// A fault that is left as it is: results that contradict each other or the last position, and tags
/// or letters with which the game would be read otherwise if they were mended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unmended {
    /// Offset in the text of the game, in bytes: that of the value of the tag `Result`, of the
    /// result after the moves, or of the first tag.
    pub offset: usize,
    /// The fault in words.
    pub detail: String,
}

impl FixedGame {
    /// Returns the text: `game`, which was fixed, if nothing had to be mended.
    #[must_use]
    pub fn text<'a>(&'a self, game: &'a [u8]) -> &'a [u8] {
        self.text.as_deref().unwrap_or(game)
    }

    /// Returns the mends, in the order of the tags; that of the encoding comes first.
    #[must_use]
    pub fn mends(&self) -> &[Mend] {
        &self.mends
    }

    /// Returns the faults that were left.
    #[must_use]
    pub fn unmended(&self) -> &[Unmended] {
        &self.unmended
    }
}

impl Default for GameFixer {
    fn default() -> GameFixer {
        GameFixer::new()
    }
}

impl GameFixer {
    /// A fixer, which has seen no game yet.
    #[must_use]
    pub fn new() -> GameFixer {
        GameFixer { referee: Referee::new().looking_for(&[FindingType::WrongResult]) }
    }

    /// Refuses games whose `FEN` has castling rights or an en passant square that cannot be.
    #[must_use]
    pub fn strict(self) -> GameFixer {
        GameFixer { referee: self.referee.strict() }
    }

    /// Reads the moves by the letters of a language.
    #[must_use]
    pub fn in_language(self, language: Language) -> GameFixer {
        GameFixer { referee: self.referee.in_language(language) }
    }

    /// Mends one game, as cut by [`GameScanner`](crate::pgn::GameScanner), with default options. A
    /// text that is no game stays as it is.
    ///
    /// Cost: that of [`Referee::check`], and for a game that is mended twice that.
    ///
    /// # Errors
    /// When the game cannot be read to its end, because of a bad move or for another reason.
    pub fn fix(&mut self, game: &[u8]) -> Result<FixedGame, PgnError> {
        self.fix_with(game, FixOptions::default())
    }

    /// Mends one game, as [`fix`](GameFixer::fix) does.
    ///
    /// ```
    /// use zobrist_shakmaty::check::{FixOptions, GameFixer};
    ///
    /// let latin = |text: &[u8]| match str::from_utf8(text) {
    ///     Ok(text) => text.to_owned(),
    ///     Err(_) => text.iter().map(|byte| char::from(*byte)).collect(),
    /// };
    /// let game = b"[White \"M\xfcller\"]\n\n1. e4 {sch\xf6n} e5 *";
    /// let mut options = FixOptions::default();
    /// options.decode = Some(&latin);
    /// let fixed = GameFixer::new().fix_with(game, options)?;
    /// let expected = "[White \"Müller\"]\n[Result \"*\"]\n\n1. e4 {schön} e5 *";
    /// assert_eq!(fixed.text(game), expected.as_bytes());
    /// # Ok::<(), zobrist_shakmaty::pgn::PgnError>(())
    /// ```
    ///
    /// # Errors
    /// As [`fix`](GameFixer::fix).
    pub fn fix_with(
        &mut self,
        game: &[u8],
        options: FixOptions<'_>,
    ) -> Result<FixedGame, PgnError> {
        let wrong: Option<String> = match self.referee.check(game)? {
            None => return Ok(FixedGame::default()),
            Some(findings) => findings.first().map(|finding| finding.detail.clone()),
        };
        if let Some(fault) = self.referee.bad_move() {
            return Err(fault.clone());
        }
        let result = self.referee.result();
        let read = Game::new(game, 0);
        let tags = TagLine::all(&read);
        let start = read.offset() as usize;
        let mut unmended = Vec::new();
        let mut leave = |offset, detail| unmended.push(Unmended { offset: start + offset, detail });
        if let Some((tag, end)) = result.contradiction() {
            let detail = format!("the tag Result says {tag}, the moves end with {end}");
            leave(place_of_result(&read, &tags), detail);
        }
        if let Some(detail) = wrong {
            leave(place_of_result(&read, &tags), format!("result: {detail}"));
        }
        let mut edits = Edits::default();
        let decoded = options.decode.and_then(|decode| in_utf8(game, decode));
        if decoded.is_some() {
            edits.count(Mend::Encoding);
        }
        mend_tags_of(decoded.as_deref().unwrap_or(game), result, &mut edits);
        let Some(fixed) = edits.apply(decoded.as_deref().unwrap_or(game)).or(decoded) else {
            return Ok(FixedGame { unmended, ..FixedGame::default() });
        };
        let obstacle = if options.shares_line {
            Some("a game that shares a line with another is not mended")
        } else {
            let is_same = self.is_same_game(game, &tags, &fixed, options.decode);
            (!is_same).then_some("if it were mended, the game would be read otherwise")
        };
        if let Some(obstacle) = obstacle {
            leave(tags.first().map_or(0, |line| line.tag.offset), obstacle.to_owned());
            return Ok(FixedGame { unmended, ..FixedGame::default() });
        }
        Ok(FixedGame { text: Some(fixed), mends: edits.into_mends(), unmended })
    }

    /// True if a text is read as the game that was read last, and needs no more mends: a tag that
    /// is not closed, or quotes within one, may hide others from a reader.
    fn is_same_game(
        &mut self,
        game: &[u8],
        tags: &[TagLine<'_>],
        fixed: &[u8],
        decode: Option<Decode<'_>>,
    ) -> bool {
        let (result, plies) = (self.referee.result().result(), self.referee.plies());
        let is_one = |text: &[u8]| GameScanner::new().end_of_game(text, true) == Some(text.len());
        if !matches!(self.referee.check(fixed), Ok(Some(_)))
            || self.referee.bad_move().is_some()
            || (self.referee.result().result(), self.referee.plies()) != (result, plies)
            || is_one(game) && !is_one(fixed)
        {
            return false;
        }
        let mut more = Edits::default();
        mend_tags_of(fixed, self.referee.result(), &mut more);
        if !more.is_empty() || decode.is_some_and(|decode| in_utf8(fixed, decode).is_some()) {
            return false;
        }
        let text = |text: &[u8]| decoded(text, decode);
        let values = |lines: &[TagLine<'_>]| -> Vec<[Vec<u8>; 2]> {
            let others = lines.iter().filter(|line| !matches!(line.name, b"Result" | b"SetUp"));
            others.map(|line| [text(line.name), text(&line.value)]).collect()
        };
        values(tags) == values(&TagLine::all(&Game::new(fixed, 0)))
    }

    /// Returns the result of the last game, by its tag and after its moves.
    #[must_use]
    pub fn result(&self) -> GameResultTag {
        self.referee.result()
    }

    /// True if castling rights or an en passant square that cannot be were left out of the `FEN` of
    /// the last game.
    #[must_use]
    pub fn has_repaired_start(&self) -> bool {
        self.referee.has_repaired_start()
    }

    /// The number of plies of the last game.
    #[must_use]
    pub fn plies(&self) -> u64 {
        self.referee.plies()
    }
}

/// Mends the tags of a text.
fn mend_tags_of(text: &[u8], result: GameResultTag, edits: &mut Edits) {
    let read = Game::new(text, 0);
    let game = GameText { text, start: read.offset() as usize };
    mend_tags(game, &TagLine::all(&read), result, edits);
}

fn decoded(text: &[u8], decode: Option<Decode<'_>>) -> Vec<u8> {
    match decode {
        Some(decode) if !text.is_ascii() => decode(text).into_bytes(),
        _ => text.to_owned(),
    }
}

/// The offset of the result that counts.
fn place_of_result(game: &Game<'_>, tags: &[TagLine<'_>]) -> usize {
    let mut of_tags = tags.iter().rev().filter(|line| line.name == b"Result");
    if let Some(line) = of_tags.next().filter(|line| result_of_tag(&line.value).is_some()) {
        return line.tag.value_offset;
    }
    let tokens = game.tokens().map_while(Result::ok);
    let mut results =
        tokens.filter(|token| matches!(token.kind, TokenKind::Result(Outcome::Known(_))));
    results.next().map_or(0, |token| token.offset)
}
