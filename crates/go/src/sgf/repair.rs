//! Damaged games: what is missing, cut or not escaped is mended in a copy of the text.

use core::fmt::{self, Display};

use super::charset::Charset;
use super::cursor::Cursor;
use super::error::{SgfError, TextPosition};
use super::header::{begins_game, begins_root};
use super::value::capitals;

/// A repair of a damaged game, and its place.
///
/// ```
/// use zobrist_go::sgf::{Damage, games_repaired};
///
/// let cut = b"(;SZ[9]PB[Ada [3d]];B[ee];W[ec];B[g";
/// let record = games_repaired(cut).next().unwrap()?.record;
/// assert_eq!(record.nodes().flat_map(|node| node.moves).count(), 2);
/// let damages: Vec<_> = record.repairs().iter().map(|repair| repair.damage).collect();
/// assert_eq!(damages, [Damage::UnescapedBracket, Damage::CutProperty]);
/// assert_eq!(record.repairs()[1].place.offset, 32);
/// # Ok::<(), zobrist_go::sgf::SgfError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Repair {
    /// The place of the damage in the text that was given to
    /// [`games_repaired`](super::games_repaired).
    pub place: TextPosition,
    /// The damage.
    pub damage: Damage,
}

impl Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.damage)
    }
}

/// Damage of a game in SGF that [`games_repaired`](super::games_repaired) repairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Damage {
    /// The opening parenthesis is missing; it is supplied.
    NoOpening,
    /// The closing parenthesis is missing: the game ends where the text does, or where another game
    /// begins.
    NoClosing,
    /// The text ends within a property. The value without an end is left out, and so is the
    /// property if it has no other.
    CutProperty,
    /// A closing bracket within a value has no backslash before it; it is taken as a part of the
    /// value.
    UnescapedBracket,
    /// A second closing bracket follows the value of a move, a point or a number, which cannot hold
    /// one; it is left out.
    StrayBracket,
    /// The first node of a variation has no semicolon; it is supplied.
    NoSemicolon,
    /// A byte order mark stands between nodes or properties; it is left out.
    StrayMark,
}

impl Damage {
    /// Returns the damage in words, on one line, without its repair.
    #[must_use]
    pub fn description(self) -> &'static str {
        match self {
            Damage::NoOpening => "this game has no opening parenthesis",
            Damage::NoClosing => "this game has no closing parenthesis",
            Damage::CutProperty => "this game is cut within a property",
            Damage::UnescapedBracket => "a bracket within a value is not escaped",
            Damage::StrayBracket => "a second bracket closes a value",
            Damage::NoSemicolon => "this variation has no semicolon",
            Damage::StrayMark => "a byte order mark within a game",
        }
    }

    fn repair(self) -> &'static str {
        match self {
            Damage::NoOpening | Damage::NoSemicolon => "read as if it had one",
            Damage::NoClosing | Damage::CutProperty => "read up to here",
            Damage::UnescapedBracket => "read as a part of the value",
            Damage::StrayBracket | Damage::StrayMark => "left out",
        }
    }
}

/// The damage and its repair.
impl Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.description(), self.repair())
    }
}

/// A mended copy of the text of a game.
pub(super) struct MendedGame {
    /// The game, from its opening to its closing parenthesis.
    pub text: Vec<u8>,
    /// The byte after the game in the text that it was copied from.
    pub end: usize,
    pub repairs: Vec<Repair>,
    /// Bytes of the copy from which on they are those of the text from another byte on, in order.
    shifts: Vec<(usize, usize)>,
}

impl MendedGame {
    /// The byte of the text that a byte of the copy was copied from, or the one after it if it was
    /// supplied.
    fn original(&self, at: usize) -> usize {
        let after = self.shifts.partition_point(|(copied, _)| *copied <= at);
        let next = self.shifts.get(after).map_or(self.end, |(_, original)| *original);
        let (copied, original) = self.shifts[after - 1];
        next.min(original + (at - copied))
    }

    /// Gives faults their places in the text, in which the game begins at `start`.
    pub(super) fn replace<'e>(
        &self,
        text: &[u8],
        start: TextPosition,
        errors: impl Iterator<Item = &'e mut SgfError>,
    ) {
        let mut last = start;
        for error in errors {
            let offset = self.original(error.place.offset);
            let from = if offset < last.offset { start } else { last };
            error.place = from.after(&text[from.offset..offset]);
            last = error.place;
        }
    }
}

/// The most bytes of a game that are looked at for ends of values with brackets that are not
/// escaped.
const MAX_LOOK: usize = 1 << 20;

const MARK: &[u8] = b"\xef\xbb\xbf";

/// Mends a game that begins at a place. Returns `None` if it has no damage, or some that is not
/// repaired.
///
/// Costs as much as to read the game.
pub(super) fn mend(text: &[u8], start: TextPosition, charset: Charset) -> Option<MendedGame> {
    let cursor = Cursor { text, at: start.offset, charset };
    let mended = MendedGame {
        text: Vec::new(),
        end: 0,
        repairs: Vec::new(),
        shifts: vec![(0, start.offset)],
    };
    let mut mender = Mender {
        cursor,
        mended,
        copied: start.offset,
        place: start,
        nodes: 0,
        has_size: false,
        looked: 0,
    };
    mender.game()?;
    let Mender { cursor, mut mended, .. } = mender;
    mended.end = cursor.at;
    (!mended.repairs.is_empty()).then_some(mended)
}

/// Returns the byte of a text at which a game begins that has no opening parenthesis: with the
/// semicolon of its first node, or without it by a property that only first nodes have. If
/// `is_first` is false, other games stand before it, and its first property must be one of those in
/// any case.
pub(super) fn without_opening(text: &[u8], is_first: bool) -> Option<usize> {
    let begins = |line: &&[u8]| {
        let game = unmarked(line);
        let node = game.strip_prefix(b";").map(<[u8]>::trim_ascii_start);
        let is_root = begins_root(&[b"(", &game[..game.len().min(64)]].concat());
        is_root || is_first && is_outermost(text, game) && node.is_some_and(begins_property)
    };
    let line = text.split_inclusive(|byte| *byte == b'\n').find(begins)?;
    Some(offset_in(text, unmarked(line)))
}

/// True if nothing but space and a mark stands before the part of a text.
fn is_outermost(text: &[u8], part: &[u8]) -> bool {
    unmarked(text).len() == text.len() - offset_in(text, part)
}

/// A text without space and a byte order mark before it.
fn unmarked(text: &[u8]) -> &[u8] {
    let text = text.trim_ascii_start();
    text.strip_prefix(MARK).unwrap_or(text).trim_ascii_start()
}

fn offset_in(text: &[u8], part: &[u8]) -> usize {
    part.as_ptr().addr() - text.as_ptr().addr()
}

struct Mender<'a> {
    cursor: Cursor<'a>,
    mended: MendedGame,
    /// The byte up to which the text was copied or left out.
    copied: usize,
    /// The place of the last repair, or the beginning.
    place: TextPosition,
    /// The number of semicolons.
    nodes: usize,
    /// True if the first node has a size.
    has_size: bool,
    /// The number of bytes that were looked at for ends of values.
    looked: usize,
}

impl Mender<'_> {
    /// Copies the game, with its repairs. `None` if there is a damage that is not repaired.
    fn game(&mut self) -> Option<()> {
        let text = self.cursor.text;
        // The parentheses that are open, and of these the last ones that no node follows.
        let (mut depth, mut bare) = (0_usize, Vec::new());
        if self.cursor.peek() != Some(b'(') {
            self.note(self.cursor.at, Damage::NoOpening);
            let opening: &[u8] = if self.cursor.peek() == Some(b';') { b"(" } else { b"(;" };
            self.insert(self.cursor.at, opening);
            depth = 1;
        }
        loop {
            let byte = self.cursor.peek();
            let at = self.cursor.at;
            match byte {
                None => return self.close(depth, &bare, at, Damage::NoClosing),
                Some(_) if is_padding(&text[at..]) => {
                    return self.close(depth, &bare, at, Damage::NoClosing);
                }
                Some(b'(') if depth > 0 && begins_root(&text[at..]) => {
                    return self.close(depth, &bare, at, Damage::NoClosing);
                }
                Some(b'(') => {
                    depth += 1;
                    bare.push(at);
                    self.cursor.at += 1;
                    let next = text[at + 1..].trim_ascii_start();
                    if depth > 1 && begins_property(next) {
                        let node = offset_in(text, next);
                        self.note(node, Damage::NoSemicolon);
                        self.insert(node, b";");
                    }
                }
                Some(b')') => {
                    depth -= 1;
                    bare.pop();
                    self.cursor.at += 1;
                    if depth == 0 {
                        self.copy_to(self.cursor.at);
                        return Some(());
                    }
                }
                Some(b';') => {
                    self.nodes += 1;
                    bare.clear();
                    self.cursor.at += 1;
                }
                Some(letter) if letter.is_ascii_alphabetic() => {
                    bare.clear();
                    if !self.property()? {
                        // Without a size, stones may stand on any board.
                        let is_known = self.nodes > 1 || self.has_size;
                        let damage = Damage::CutProperty;
                        return is_known.then(|| self.close(depth, &[], text.len(), damage))?;
                    }
                }
                Some(_) if text[at..].starts_with(MARK) => {
                    self.note(at, Damage::StrayMark);
                    self.leave_out(at, at + MARK.len());
                    self.cursor.at = at + MARK.len();
                }
                Some(_) => return None,
            }
        }
    }

    /// Ends the game at a byte, where `depth` parentheses are open.
    fn close(&mut self, depth: usize, bare: &[usize], at: usize, damage: Damage) -> Option<()> {
        // Variations that have only begun are left out.
        let depth = depth - bare.len();
        if depth == 0 {
            return None;
        }
        self.copy_to(bare.first().copied().unwrap_or(at).max(self.copied));
        if damage != Damage::CutProperty {
            self.note(at, damage);
        }
        self.mended.text.extend(core::iter::repeat_n(b')', depth));
        if damage == Damage::CutProperty || is_padding(&self.cursor.text[at..]) {
            self.cursor.at = self.cursor.text.len();
        }
        Some(())
    }

    /// Copies a property. Returns false if the text ends in it, and `None` if its name has no
    /// value.
    fn property(&mut self) -> Option<bool> {
        let (text, start) = (self.cursor.text, self.cursor.at);
        let name = self.cursor.name();
        let cut = |mender: &mut Self, from: usize| {
            mender.copy_to(from);
            mender.note(from, Damage::CutProperty);
            mender.copied = text.len();
            Some(false)
        };
        if self.cursor.peek() != Some(b'[') {
            let is_end = is_padding(&text[self.cursor.at..]);
            return if is_end { cut(self, start) } else { None };
        }
        let mut from = start;
        while self.cursor.peek() == Some(b'[') {
            let inside = self.cursor.at + 1;
            if from != start {
                from = self.cursor.at;
            }
            let Some(len) = self.cursor.charset.value_len(&text[inside..]) else {
                return cut(self, from);
            };
            let end = self.value_end(inside + len, holds_no_text(name));
            self.cursor.at = end + 1;
            from = end + 1;
            self.has_size |= self.nodes < 2 && &capitals(name) == b"SZ";
        }
        Some(true)
    }

    /// Returns the end of a value of which a bracket is the first that is not escaped: that, or a
    /// later one that opens nothing if no node and no property can follow the first. Those before
    /// it are escaped. If the value is no text, brackets that follow the first at once are left
    /// out, and the last of them is returned.
    fn value_end(&mut self, first: usize, is_no_text: bool) -> usize {
        let Cursor { text, charset, .. } = self.cursor;
        if continues(&text[first + 1..]) {
            return first;
        }
        if is_no_text {
            if let Some((stray, after)) = stray_brackets(text, first + 1) {
                self.note(stray, Damage::StrayBracket);
                self.leave_out(stray, after);
                return after - 1;
            }
        }
        let (mut at, mut open, mut within) = (first + 1, 0_usize, vec![first]);
        let limit = text.len().min(first + MAX_LOOK.saturating_sub(self.looked));
        while at < limit {
            match text[at] {
                b'(' if text[at - 1] == b'\n' && begins_game(&text[at..]) => break,
                b'[' => {
                    open += 1;
                    at += 1;
                }
                b']' => {
                    let is_end = continues(&text[at + 1..]);
                    match open.checked_sub(1) {
                        None if is_end => {
                            self.note(first, Damage::UnescapedBracket);
                            within.iter().for_each(|bracket| self.insert(*bracket, b"\\"));
                            return at;
                        }
                        // It closes a value that is as it should be.
                        Some(_) if is_end => break,
                        left => open = left.unwrap_or(0),
                    }
                    within.push(at);
                    at += 1;
                }
                b'\\' => at += 1 + charset.width(text.get(at + 1..).unwrap_or_default()),
                _ => at += charset.width(&text[at..]),
            }
        }
        self.looked += at - first;
        first
    }

    fn note(&mut self, at: usize, damage: Damage) {
        let from = self.place;
        self.place = from.after(&self.cursor.text[from.offset..at]);
        self.mended.repairs.push(Repair { place: self.place, damage });
    }

    fn copy_to(&mut self, at: usize) {
        self.mended.text.extend_from_slice(&self.cursor.text[self.copied..at]);
        self.copied = at;
    }

    fn insert(&mut self, at: usize, supplied: &[u8]) {
        self.copy_to(at);
        self.mended.text.extend_from_slice(supplied);
        self.mended.shifts.push((self.mended.text.len(), at));
    }

    fn leave_out(&mut self, from: usize, to: usize) {
        self.copy_to(from);
        self.copied = to;
        self.mended.shifts.push((self.mended.text.len(), to));
    }
}

/// True if the values of a property are moves, points or numbers, in which there is no bracket.
fn holds_no_text(name: &[u8]) -> bool {
    const NAMES: [&[u8; 2]; 27] = [
        b"B\0", b"W\0", b"AB", b"AW", b"AE", b"PL", b"MN", b"BL", b"WL", b"OB", b"OW", b"CR",
        b"DD", b"MA", b"SL", b"SQ", b"TR", b"TB", b"TW", b"VW", b"GM", b"FF", b"SZ", b"ST", b"HA",
        b"KM", b"TM",
    ];
    NAMES.contains(&&capitals(name))
}

/// Returns the first of the closing brackets, with space between, that begin at a byte, and the
/// byte after the last; `None` if there are none, or a game cannot go on after them.
fn stray_brackets(text: &[u8], at: usize) -> Option<(usize, usize)> {
    let is_part = |byte: &u8| *byte == b']' || byte.is_ascii_whitespace();
    let len = text[at..].iter().take_while(|byte| is_part(byte)).count();
    let run = &text[at..at + len];
    let first = run.iter().position(|byte| *byte == b']')?;
    let last = run.iter().rposition(|byte| *byte == b']')?;
    let after = at + last + 1;
    continues(&text[after..]).then_some((at + first, after))
}

/// True if a game can go on so after a value, or end.
fn continues(text: &[u8]) -> bool {
    let rest = text.trim_ascii_start();
    let after = || rest[1..].trim_ascii_start();
    match rest.first() {
        _ if is_padding(rest) => true,
        Some(b'[') => true,
        Some(b';') => {
            let node = after();
            is_padding(node) || begins_property(node) || node.starts_with(b";") || closes(node)
        }
        Some(b'(') => begins_part(after()),
        Some(b')') => closes(rest),
        _ => begins_property(rest) || rest.starts_with(MARK),
    }
}

/// True if variations or games can begin or end here.
fn closes(text: &[u8]) -> bool {
    let (byte, after) = match text.split_first() {
        Some((byte @ (b'(' | b')'), after)) => (*byte, after.trim_ascii_start()),
        _ => return false,
    };
    match byte {
        b'(' => begins_part(after),
        _ => is_padding(after) || matches!(after, [b'(' | b')' | b';', ..]),
    }
}

fn begins_part(text: &[u8]) -> bool {
    text.starts_with(b";") || begins_property(text) || is_padding(text)
}

/// True if a property begins here, as programs write it: in capitals, or a long name without space
/// after it.
fn begins_property(text: &[u8]) -> bool {
    let letters = text.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let (name, after) = text.split_at(letters);
    let is_short = letters <= 2 && name.iter().all(u8::is_ascii_uppercase);
    let after = if is_short { after.trim_ascii_start() } else { after };
    name.first().is_some_and(u8::is_ascii_uppercase) && after.starts_with(b"[")
}

/// True if nothing follows but space and bytes with which files are filled up or ended.
fn is_padding(text: &[u8]) -> bool {
    // Nearly all texts begin with something else.
    text.iter().all(|byte| byte.is_ascii_whitespace() || matches!(byte, 0 | 0x1a))
}
