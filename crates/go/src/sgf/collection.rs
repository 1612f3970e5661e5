//! The games of a collection, one after the other.

use core::cell::Cell;
use core::mem;

use super::charset::Charset;
use super::error::{Fault, SgfError, TextPosition};
use super::header::{self, NEAR, begins_game};
use super::properties::Value;
use super::read::{self, BrokenGame, WholeGame};
use super::record::Record;
use super::repair::{mend, without_opening};

/// A game of a collection.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Entry<'a> {
    /// The text from the opening to the closing parenthesis, as far as they are there.
    pub text: &'a [u8],
    /// The place of the opening parenthesis, or where it is missing.
    pub place: TextPosition,
    /// The game.
    pub record: Record,
}

impl Entry<'_> {
    /// Returns the value of a property of the first node, such as `PB`, the name of the player of
    /// Black, as [`Value::text`](super::Value::text) does; of several values, the last. The bytes
    /// are in the charset of the game. `None` if the node does not have the property.
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
        self.record.node(0).property(name).map(Value::text)
    }
}

/// Reads the games of a collection, in order. Whatever comes before a game and is not SGF is
/// skipped, as the format says. After a game whose brackets are wrong, the next one is looked for
/// at the beginning of a line. A game whose first node has no semicolon counts, too, if it begins
/// with a property of one or two capital letters, such as `(GM[1]`.
///
/// Text that is not UTF-8 may occur in comments and names, which are not looked into. If the first
/// node names Big5, GBK, Shift_JIS or a similar charset in its property `CA`, and within the first
/// 16 KiB, characters of two bytes are taken whole: the second byte may be that of a bracket. A
/// game that is UTF-8 is taken as that, whatever it names. A game in one of these charsets that
/// does not name it may be read wrongly, without a fault: [`games_in`] is for these.
///
/// A pass is written as an empty move, or as `tt` on boards of up to 19 columns and rows; without a
/// size the board is 19 × 19. Small letters in the names of properties mean nothing. Spellings of
/// some programs are understood if they can mean only one thing: space within a point or a number,
/// `PL[1]` or `PL[black]` for Black and `PL[2]` or `PL[white]` for White, and an empty property
/// `GM`.
///
/// # Errors
/// When a game is not SGF, a property without a value included, or is of another game than Go, or
/// when its size cannot be read or no board has it, or when it has more than 1,048,576 nodes or
/// sets up more than 4,194,304 points. The games after it are read nevertheless. Anything else that
/// cannot be read is reported by the [`fault`](super::Node::fault) of its node.
pub fn games(collection: &[u8]) -> impl Iterator<Item = Result<Entry<'_>, SgfError>> {
    games_in(collection, |game| game.charset)
}

/// Reads the games of a collection, as [`games`] does, by the charset that `choose` returns for
/// each game that is not ASCII. It is asked once for each of these, in order, before the game is
/// read; after very many games in a row that have no end, it may not be asked for some.
///
/// ```
/// use zobrist_go::sgf::{Charset, Entry, games, games_in};
///
/// // A comment in Shift_JIS whose last byte is that of a backslash.
/// let text = b"(;SZ[9];B[ee]C[\x95\x5c];W[ec])";
/// let moves = |game: &Entry| game.record.nodes().flat_map(|node| node.moves).count();
/// let game = games_in(text, |_| Charset::ShiftJis).next().unwrap()?;
/// assert_eq!(moves(&game), 2);
/// // Otherwise the bracket is escaped, and White's move is a part of the comment.
/// assert_eq!(moves(&games(text).next().unwrap()?), 1);
/// # Ok::<(), zobrist_go::sgf::SgfError>(())
/// ```
///
/// # Errors
/// As [`games`].
pub fn games_in<'a>(
    collection: &'a [u8],
    choose: impl FnMut(&Unread<'a>) -> Charset,
) -> impl Iterator<Item = Result<Entry<'a>, SgfError>> {
    let mut games = Games::new(collection, choose);
    core::iter::from_fn(move || games.next())
}

/// Reads the games of a collection, as [`games`] does, and damaged ones as far as they go.
/// [`Record::repairs`] says what was repaired, and where; it is empty for all other games, which
/// cost what they cost `games`. [`Damage`](super::Damage) lists the repairs.
///
/// A bracket that is not escaped belongs to its value if neither a property, a node nor the end of
/// a part can follow it, and a later bracket closes the value. After a move, a point or a number,
/// which hold none, it is left out. A game that has no opening parenthesis is found where the text
/// begins with a semicolon and a property, or at a line that begins with a property of first nodes,
/// `GM`, `FF`, `SZ`, `CA` or `AP`, with a semicolon before it or not. In parentheses, a game that
/// begins with one of these ends a game before it that has no closing parenthesis.
///
/// ```
/// use zobrist_go::sgf::games_repaired;
///
/// let mut games = games_repaired(b";SZ[9];B[ee];W[ec])\n(;SZ[9];B[gg]");
/// let repairs: Vec<String> = games.by_ref().map(|game| {
///     game.unwrap().record.repairs()[0].to_string()
/// }).collect();
/// assert_eq!(repairs, [
///     "line 1, column 1: this game has no opening parenthesis; read as if it had one",
///     "line 2, column 14: this game has no closing parenthesis; read up to here",
/// ]);
/// ```
///
/// # Errors
/// As [`games`], for games with other damage. A game that is cut in its first node, before its
/// size, is not repaired.
pub fn games_repaired(collection: &[u8]) -> impl Iterator<Item = Result<Entry<'_>, SgfError>> {
    games_repaired_in(collection, |game| game.charset)
}

/// Reads the games of a collection, as [`games_repaired`] does, by the charset that `choose`
/// returns for each game that is not ASCII, as by [`games_in`].
///
/// # Errors
/// As [`games_repaired`].
pub fn games_repaired_in<'a>(
    collection: &'a [u8],
    choose: impl FnMut(&Unread<'a>) -> Charset,
) -> impl Iterator<Item = Result<Entry<'a>, SgfError>> {
    let mut games = Games { repairs: true, ..Games::new(collection, choose) };
    core::iter::from_fn(move || games.next())
}

/// Reads one game, as [`games`] does, from a text that begins with it, maybe after space. Games
/// after it are not read.
///
/// # Errors
/// As [`games`], and when something else comes before the game or after it.
pub fn read(text: &[u8]) -> Result<Record, SgfError> {
    read_one(text, |game| game.charset)
}

/// Reads one game, as [`read()`] does, by a charset, whatever the game names.
///
/// # Errors
/// As [`read()`].
pub fn read_in(text: &[u8], charset: Charset) -> Result<Record, SgfError> {
    let mut record = read_one(text, |_| charset)?;
    // The charset of a game in ASCII is not asked for.
    record.charset = charset;
    Ok(record)
}

fn read_one<'a>(
    text: &'a [u8],
    choose: impl FnMut(&Unread<'a>) -> Charset,
) -> Result<Record, SgfError> {
    let space = text.len() - text.trim_ascii_start().len();
    let start = TextPosition::START.after(&text[..space]);
    let unexpected = |place, byte| SgfError { place, fault: Fault::Unexpected(byte) };
    match text.get(space) {
        None => return Err(NOTHING),
        Some(b'(') => {}
        Some(other) => return Err(unexpected(start, *other)),
    }
    let (_, game) = Games::new(text, choose).read(start);
    let game = game.map_err(|broken| broken.error)?;
    let record = game.record?;
    let rest = text[game.end..].trim_ascii_start();
    match rest.first() {
        None | Some(b'(') => Ok(record),
        Some(other) => {
            Err(unexpected(TextPosition::START.after(&text[..text.len() - rest.len()]), *other))
        }
    }
}

/// A game whose charset is to be chosen.
#[derive(Debug)]
#[non_exhaustive]
pub struct Unread<'a> {
    /// The text of the game, from its opening parenthesis to the closing one if every byte that
    /// looks like a bracket is one. If it has no end so, the text up to its fault and 16 KiB more,
    /// whatever that is; if it has no beginning, its first 16 KiB.
    pub text: &'a [u8],
    /// The place of the opening parenthesis.
    pub place: TextPosition,
    /// The charset by which [`games`] reads it.
    pub charset: Charset,
    /// The text of the collection.
    all: &'a [u8],
    /// The number of times that all of the text was read in vain.
    looks: Cell<usize>,
}

impl<'a> Unread<'a> {
    /// Returns the name of the charset in the property `CA` of the first node, if it is within the
    /// first 16 KiB.
    pub fn named(&self) -> Option<&'a [u8]> {
        header::charset(self.text).map(|(_, name)| name)
    }

    /// Reads the game by a charset; `None` when it cannot be read so.
    ///
    /// By a charset that is not that of the game, values end too late and hide the properties after
    /// them, or too early, so that the rest of the value is no SGF. Costs as much as to read the
    /// game.
    pub fn read_in(&self, charset: Charset) -> Option<Entry<'a>> {
        if !self.text.starts_with(b"(") {
            return None;
        }
        match read::game(self.all, self.place, charset) {
            Ok(WholeGame { end, record, .. }) => {
                let text = &self.all[self.place.offset..end];
                Some(Entry { text, place: self.place, record: record.ok()? })
            }
            Err(broken) => {
                self.looks.set(self.looks.get() + usize::from(broken.reached_end));
                None
            }
        }
    }
}

const NOTHING: SgfError = SgfError { place: TextPosition::START, fault: Fault::Nothing };

/// Finding that a game or a value has no end costs a look at all that follows, so there must be a
/// limit to it.
const MAX_LOOKS: usize = 100;

/// The charset of a game without an end is asked for at most this many bytes of text, beyond those
/// of the collection.
const MAX_ASKED: usize = 1 << 20;

struct Games<'a, F> {
    text: &'a [u8],
    choose: F,
    /// The place from which the next game is looked for.
    place: TextPosition,
    /// True if a game has been found.
    any: bool,
    /// The number of times that all of the text was read in vain.
    looks: usize,
    /// The number of bytes of games without an end for which a charset was asked.
    asked: usize,
    /// The byte of the first `CA` after the beginning of a game, or the end.
    charset_name: usize,
    /// True if damaged games are repaired.
    repairs: bool,
}

impl<'a, F: FnMut(&Unread<'a>) -> Charset> Games<'a, F> {
    fn new(text: &'a [u8], choose: F) -> Games<'a, F> {
        let (place, any) = (TextPosition::START, false);
        Games { text, choose, place, any, looks: 0, asked: 0, charset_name: 0, repairs: false }
    }

    fn next(&mut self) -> Option<Result<Entry<'a>, SgfError>> {
        let before = self.place;
        let is_found = self.find(|_| true);
        if self.repairs && self.place.offset > before.offset {
            if let Some(game) = self.read_without_opening(before) {
                self.any = true;
                return Some(Ok(game));
            }
        }
        if !is_found {
            return (!mem::replace(&mut self.any, true)).then_some(Err(NOTHING));
        }
        self.any = true;
        let place = self.place;
        if self.looks > MAX_LOOKS {
            self.go_to(self.text.len());
            return Some(Err(SgfError { place, fault: Fault::TooManyOpen }));
        }
        let (charset, game) = self.read(place);
        if self.repairs && self.is_damaged(&game) {
            if let Some(entry) = self.read_repaired(place, charset) {
                self.looks += usize::from(game.is_err_and(|broken| broken.reached_end));
                return Some(Ok(entry));
            }
        }
        Some(match game {
            Ok(WholeGame { end, record, .. }) => {
                self.go_to(end);
                let text = &self.text[place.offset..end];
                record.map(|record| Entry { text, place, record })
            }
            Err(BrokenGame { error, resume, reached_end }) => {
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

    /// True if a repair may help: the game has no end, or no structure, or it is followed by the
    /// end of a value.
    fn is_damaged(&self, game: &Result<WholeGame, BrokenGame>) -> bool {
        let Ok(WholeGame { end, record, .. }) = game else { return true };
        match record {
            Err(error) => matches!(error.fault, Fault::Unexpected(_) | Fault::NoValue),
            Ok(_) => self.text[*end..].trim_ascii_start().first().is_some_and(|next| {
                let rest = &self.text[*end..];
                let bracket = rest.iter().position(|byte| matches!(byte, b'(' | b'[' | b']'));
                *next != b'(' && bracket.is_some_and(|bracket| rest[bracket] == b']')
            }),
        }
    }

    /// Reads the damaged game at a place, and goes to its end; `None`, and the place stays, if it
    /// has no damage, or one that is not repaired.
    fn read_repaired(&mut self, start: TextPosition, charset: Charset) -> Option<Entry<'a>> {
        let mut mended = mend(self.text, start, charset)?;
        let whole = read::game(&mended.text, TextPosition::START, charset).ok()?;
        let mut record = whole.record.ok()?;
        mended.replace(self.text, start, record.faults_mut());
        record.repairs = mem::take(&mut mended.repairs);
        if mended.text.is_ascii() {
            record.charset = whole.named;
        }
        self.go_to(mended.end);
        let text = &self.text[start.offset..mended.end];
        Some(Entry { text, place: start, record })
    }

    /// Reads a game that has no opening parenthesis, if one begins in the text that was skipped
    /// from a place on. The place stays if there is none.
    fn read_without_opening(&mut self, from: TextPosition) -> Option<Entry<'a>> {
        let skipped = &self.text[from.offset..self.place.offset];
        let start = from.after(&skipped[..without_opening(skipped, !self.any)?]);
        let text = &self.text[start.offset..self.text.len().min(start.offset + NEAR)];
        let mut charset = self.charset(start.offset, None);
        if !text.is_ascii() {
            let looks = Cell::new(self.looks);
            charset = (self.choose)(&Unread { text, place: start, charset, all: self.text, looks });
        }
        let found = mem::replace(&mut self.place, start);
        let entry = self.read_repaired(start, charset);
        if entry.is_none() {
            self.place = found;
        }
        entry
    }

    /// Reads the game at a place. Returns it with the charset by which it was read.
    fn read(&mut self, start: TextPosition) -> (Charset, Result<WholeGame, BrokenGame>) {
        let mut plain = read::game(self.text, start, Charset::Plain);
        let end = end_of(&plain);
        let near = |place: usize| self.text.len().min(place + NEAR);
        let known = match &plain {
            Ok(game) => game.end,
            Err(broken) => near(broken.error.place.offset),
        };
        let text = &self.text[start.offset..known];
        if end.is_some() && text.is_ascii() {
            // It reads the same by every charset; what is added later may not.
            if let Ok(WholeGame { record: Ok(record), named, .. }) = &mut plain {
                record.charset = *named;
            }
            return (Charset::Plain, plain);
        }
        let (charset, game) = self.read_by_name(start, plain);
        if text.is_ascii() {
            return (charset, game);
        }
        if end.is_none() {
            // They may overlap.
            self.asked += text.len();
            if self.asked > MAX_ASKED + self.text.len() {
                return (charset, game);
            }
        }
        let looks = Cell::new(self.looks);
        let unread = Unread { text, place: start, charset, all: self.text, looks };
        let chosen = (self.choose)(&unread);
        self.looks = unread.looks.get();
        let game = if chosen == charset { game } else { read::game(self.text, start, chosen) };
        (chosen, game)
    }

    /// Reads the game at a place by the charset that it names. The places of its brackets depend on
    /// the charset, and the charset on the text between them: any but the plain one must lead to a
    /// text that names it.
    fn read_by_name(
        &mut self,
        start: TextPosition,
        plain: Result<WholeGame, BrokenGame>,
    ) -> (Charset, Result<WholeGame, BrokenGame>) {
        let charset = self.charset(start.offset, end_of(&plain));
        if charset == Charset::Plain {
            return (charset, plain);
        }
        let named = read::game(self.text, start, charset);
        let holds = match end_of(&named) {
            Some(end) => self.charset(start.offset, Some(end)) == charset,
            None => plain.is_err(),
        };
        if holds {
            return (charset, named);
        }
        // This attempt may have gone far, and came to nothing.
        self.looks += 1;
        (Charset::Plain, plain)
    }

    /// Returns the charset that the game that begins at a byte names, given its end if it has one.
    fn charset(&mut self, start: usize, end: Option<usize>) -> Charset {
        let game = &self.text[start..end.unwrap_or(self.text.len())];
        if end.is_some() && core::str::from_utf8(game).is_ok() {
            return Charset::Plain;
        }
        if self.charset_name <= start {
            let found = self.text[start..].windows(2).position(|name| name == b"CA");
            self.charset_name = found.map_or(self.text.len(), |after| start + after);
        }
        let is_near = self.charset_name < start + game.len().min(NEAR);
        let named = if is_near { header::charset(game) } else { None };
        named.map_or(Charset::Plain, |(charset, _)| charset)
    }
}

fn end_of(game: &Result<WholeGame, BrokenGame>) -> Option<usize> {
    game.as_ref().ok().map(|game| game.end)
}
