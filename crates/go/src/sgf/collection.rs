//! The games of a collection, one after the other.

use core::mem;

use super::charset::Charset;
use super::error::{Fault, SgfError, TextPosition};
use super::header::{self, NEAR, begins_game};
use super::read::{self, Broken, Whole};
use super::record::Record;

/// A game of a collection.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Entry<'a> {
    /// The text from the opening to the closing parenthesis.
    pub text: &'a [u8],
    /// The place of the opening parenthesis.
    pub place: TextPosition,
    /// The game.
    pub record: Record,
}

impl Entry<'_> {
    /// Returns the value of a property of the first node, such as `PB`, the name of the player of
    /// Black, without its escapes; of several values, the last. The bytes are in the charset of the
    /// game. `None` if the node does not have the property.
    ///
    /// ```
    /// use zobrist_go::sgf::games;
    ///
    /// let text = br"(;GM[1]SZ[9]PB[Ada [1\]]RE[B+R];B[ee])";
    /// let game = games(text).next().unwrap()?;
    /// assert_eq!(game.property("PB").unwrap(), b"Ada [1]");
    /// assert_eq!(game.property("PW"), None);
    /// # Ok::<(), zobrist_go::sgf::SgfError>(())
    /// ```
    pub fn property(&self, name: &str) -> Option<Vec<u8>> {
        header::property(self.text, name.as_bytes())
    }
}

/// Reads the games of a collection, in order. Whatever comes before a game and is not SGF is
/// skipped, as the format says. After a game whose brackets are wrong, the next one is looked for
/// at the beginning of a line. A game whose first node has no semicolon counts, too, if it begins
/// with a property of one or two capital letters, such as `(GM[1]`.
///
/// Text that is not UTF-8 may occur in comments and names, which are skipped. If the first node
/// names Big5, GBK, Shift_JIS or a similar charset in its property `CA`, and within the first 16
/// KiB, characters of two bytes are taken whole: the second byte may be that of a bracket. A game
/// that is UTF-8 is taken as that, whatever it names.
///
/// A pass is written as an empty move, or as `tt` on boards of up to 19 columns and rows; without a
/// size the board is 19 × 19. Small letters in the names of properties mean nothing. What some
/// programs write is understood if it can mean only one thing: space within a point or a number,
/// `PL[1]` or `PL[black]` for Black and `PL[2]` or `PL[white]` for White, and an empty property
/// `GM`.
///
/// # Errors
/// When a game is not SGF, a property without a value included, or is of another game than Go, or
/// when its size cannot be read or no board has it, or when it has more than 1,048,576 nodes or
/// sets up more than 4,194,304 points. The games after it are read nevertheless. Anything else that
/// cannot be read is reported by the [`fault`](super::Node::fault) of its node.
pub fn games(collection: &[u8]) -> impl Iterator<Item = Result<Entry<'_>, SgfError>> {
    let mut games = Games::new(collection);
    core::iter::from_fn(move || games.next())
}

/// Reads one game, as [`games`] does, from a text that begins with it, maybe after space. Games
/// after it are not read.
///
/// # Errors
/// As [`games`], and when something else comes before the game or after it.
pub fn read(text: &[u8]) -> Result<Record, SgfError> {
    let space = text.len() - text.trim_ascii_start().len();
    let start = TextPosition::START.after(&text[..space]);
    let unexpected = |place, byte| SgfError { place, fault: Fault::Unexpected(byte) };
    match text.get(space) {
        None => return Err(NOTHING),
        Some(b'(') => {}
        Some(other) => return Err(unexpected(start, *other)),
    }
    let game = Games::new(text).read(start).map_err(|broken| broken.error)?;
    let record = game.record?;
    let rest = text[game.end..].trim_ascii_start();
    match rest.first() {
        None | Some(b'(') => Ok(record),
        Some(other) => {
            Err(unexpected(TextPosition::START.after(&text[..text.len() - rest.len()]), *other))
        }
    }
}

const NOTHING: SgfError = SgfError { place: TextPosition::START, fault: Fault::Nothing };

/// Finding that a game or a value has no end costs a look at all that follows, so there must be a
/// limit to it.
const MAX_LOOKS: usize = 100;

struct Games<'a> {
    text: &'a [u8],
    /// The place from which the next game is looked for.
    place: TextPosition,
    /// True if a game has been found.
    any: bool,
    /// The number of times that all of the text was read in vain.
    looks: usize,
    /// The byte of the first `CA` after the beginning of a game, or the end.
    charset_name: usize,
}

impl<'a> Games<'a> {
    fn new(text: &'a [u8]) -> Games<'a> {
        Games { text, place: TextPosition::START, any: false, looks: 0, charset_name: 0 }
    }

    fn next(&mut self) -> Option<Result<Entry<'a>, SgfError>> {
        if !self.find(|_| true) {
            return (!mem::replace(&mut self.any, true)).then_some(Err(NOTHING));
        }
        self.any = true;
        let place = self.place;
        if self.looks > MAX_LOOKS {
            self.go_to(self.text.len());
            return Some(Err(SgfError { place, fault: Fault::TooManyOpen }));
        }
        Some(match self.read(place) {
            Ok(Whole { end, record }) => {
                self.go_to(end);
                let text = &self.text[place.offset..end];
                record.map(|record| Entry { text, place, record })
            }
            Err(Broken { error, resume, reached_end }) => {
                self.looks += usize::from(reached_end);
                self.go_to(resume);
                self.find(|place| place.column == 1);
                Err(error)
            }
        })
    }

    fn go_to(&mut self, offset: usize) {
        self.place = self.place.after(&self.text[self.place.offset..offset]);
    }

    /// Goes to the next game that begins at a place that will do, or to the end.
    fn find(&mut self, will_do: impl Fn(TextPosition) -> bool) -> bool {
        loop {
            let rest = &self.text[self.place.offset..];
            let Some(skipped) = rest.iter().position(|byte| *byte == b'(') else {
                self.go_to(self.text.len());
                return false;
            };
            self.go_to(self.place.offset + skipped);
            if begins_game(&rest[skipped..]) && will_do(self.place) {
                return true;
            }
            self.go_to(self.place.offset + 1);
        }
    }

    /// Reads the game at a place. The places of its brackets depend on the charset, and the charset on
    /// the text between them: any but the plain one must lead to a text that names it.
    fn read(&mut self, start: TextPosition) -> Result<Whole, Broken> {
        let end = |game: &Result<Whole, Broken>| game.as_ref().ok().map(|game| game.end);
        let plain = read::game(self.text, start, Charset::Plain);
        let charset = self.charset(start.offset, end(&plain));
        if charset == Charset::Plain {
            return plain;
        }
        let named = read::game(self.text, start, charset);
        let holds = match end(&named) {
            Some(end) => self.charset(start.offset, Some(end)) == charset,
            None => plain.is_err(),
        };
        if holds {
            return named;
        }
        // This attempt may have gone far, and came to nothing.
        self.looks += 1;
        plain
    }

    /// Returns the charset of the game that begins at a byte, given its end if it has one.
    fn charset(&mut self, start: usize, end: Option<usize>) -> Charset {
        let game = &self.text[start..end.unwrap_or(self.text.len())];
        if end.is_some() && str::from_utf8(game).is_ok() {
            return Charset::Plain;
        }
        if self.charset_name <= start {
            let found = self.text[start..].windows(2).position(|name| name == b"CA");
            self.charset_name = found.map_or(self.text.len(), |after| start + after);
        }
        let is_near = self.charset_name < start + game.len().min(NEAR);
        if is_near { header::charset(game) } else { Charset::Plain }
    }
}
