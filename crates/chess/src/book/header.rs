//! The header of a book, whose text is stored in pieces of eight bytes.

use core::error::Error;
use core::fmt::{self, Debug, Display, Write};
use core::iter;

use super::entry::BookEntry;

/// The header of a book: its variants and a comment. Source: the header format `pgheader`
/// 1.0 of Polyglot's books.
///
/// ```
/// use zobrist_chess::{Book, book_header};
///
/// let bytes = book_header(&["normal"], "Played in Køge.")?.collect::<Vec<_>>().concat();
/// let book = Book::new(&bytes).unwrap();
/// let header = book.header()?.unwrap();
/// assert_eq!(header.version(), "1.0");
/// assert!(header.variants().eq(["normal"]));
/// assert_eq!(header.comment().to_string(), "Played in Køge.");
/// assert!(book.is_empty());
/// # Ok::<(), zobrist_chess::BookHeaderError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct BookHeader<'a> {
    version: HeaderText<'a>,
    /// The lines of the variants, and what follows them.
    variants: HeaderText<'a>,
    count: usize,
    comment: HeaderText<'a>,
}

const MAGIC: &[u8] = b"@PG@\n";
const VERSION: &[u8] = b"1.0";

impl<'a> BookHeader<'a> {
    /// Returns the number of records at the beginning of the bytes of a book that are a header, 0
    /// without one.
    ///
    /// The first record begins with the magic, all have the key 0, and the last is the first with a
    /// NUL in its text. Records of nothing but zeros after it are padding and belong to the header.
    /// No move is written like the magic, so that an entry is not taken for a header.
    #[must_use]
    pub fn records_at(bytes: &[u8]) -> usize {
        let mut records = bytes.chunks_exact(BookEntry::SIZE);
        let is_null = |record: &[u8]| record[..8] == [0; 8];
        let begins = |record: &[u8]| is_null(record) && record[8..].starts_with(MAGIC);
        if !records.clone().next().is_some_and(begins) {
            return 0;
        }
        let is_text = |record: &&[u8]| is_null(record) && !record[8..].contains(&0);
        let text = records.clone().take_while(is_text).count();
        if !records.nth(text).is_some_and(is_null) {
            return text;
        }
        text + 1 + records.take_while(|record| *record == [0; BookEntry::SIZE]).count()
    }

    /// Reads a header from the bytes of its records, which must be all of them.
    ///
    /// # Errors
    /// When they do not hold a header of version 1.
    pub fn read(records: &'a [u8]) -> Result<BookHeader<'a>, BookHeaderError> {
        let line = |text: HeaderText<'a>| text.split_at(b'\n');
        let all = HeaderText::all(records);
        let (text, _) = all.split_at(0).ok_or(BookHeaderError::Unterminated)?;
        if let Some(offset) = text.not_utf8() {
            return Err(BookHeaderError::NotUtf8 { offset });
        }
        let version = line(text).filter(|(magic, _)| *magic == "@PG@");
        let (version, text) =
            version.and_then(|(_, text)| line(text)).ok_or(BookHeaderError::Version)?;
        if !version.split_at(b'.').is_some_and(|(major, _)| major == "1") {
            return Err(BookHeaderError::Version);
        }
        let fields = || {
            let (fields, text) = line(text)?;
            let (count, variants) = line(text)?;
            let (fields, count) = (fields.number()?, count.number()?);
            // The count is a field itself, and later versions may have more after the variants.
            let after = fields.checked_sub(1).filter(|lines| *lines >= count)?;
            // A line has at least a byte, so a claim of too many soon fails.
            let comment = (0..after).try_fold(variants, |text, _| Some(line(text)?.1))?;
            Some(BookHeader { version, variants, count, comment })
        };
        fields().ok_or(BookHeaderError::Fields)
    }

    /// Returns the version of the format, such as `1.0`.
    #[must_use]
    pub fn version(&self) -> HeaderText<'a> {
        self.version
    }

    /// Returns the variants that the book is for, by their names in the Chess Engine Communication
    /// Protocol, such as `normal`.
    pub fn variants(&self) -> impl Iterator<Item = HeaderText<'a>> + use<'a> {
        let mut rest = self.variants;
        iter::from_fn(move || {
            let (variant, after) = rest.split_at(b'\n')?;
            rest = after;
            Some(variant)
        })
        .take(self.count)
    }

    /// Returns the comment: any other text about the book.
    #[must_use]
    pub fn comment(&self) -> HeaderText<'a> {
        self.comment
    }
}

/// Returns the records of a header, to be written before the entries of a book.
///
/// # Errors
/// When a variant holds a line break or a NUL, or the comment a NUL.
pub fn book_header<'a>(
    variants: &'a [&'a str],
    comment: &'a str,
) -> Result<impl Iterator<Item = [u8; BookEntry::SIZE]> + use<'a>, BookHeaderError> {
    if variants.iter().any(|variant| variant.contains(['\n', '\0'])) {
        return Err(BookHeaderError::VariantText);
    }
    if comment.contains('\0') {
        return Err(BookHeaderError::CommentText);
    }
    let mut bytes = MAGIC
        .iter()
        .chain(VERSION)
        .copied()
        .chain(*b"\n")
        .chain(digits(variants.len() + 1))
        .chain(*b"\n")
        .chain(digits(variants.len()))
        .chain(*b"\n")
        .chain(variants.iter().flat_map(|variant| variant.bytes().chain(*b"\n")))
        .chain(comment.bytes())
        .chain(*b"\0")
        .fuse();
    Ok(iter::from_fn(move || {
        let mut record = [0; BookEntry::SIZE];
        record[8] = bytes.next()?;
        record[9..].fill_with(|| bytes.next().unwrap_or(0));
        Some(record)
    }))
}

/// The decimal digits of a number.
fn digits(number: usize) -> impl Iterator<Item = u8> {
    let count = number.checked_ilog10().unwrap_or(0);
    (0..=count).rev().map(move |place| b'0' + (number / 10_usize.pow(place) % 10) as u8)
}

/// The reason why a header cannot be read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BookHeaderError {
    /// The text of the header does not end in a NUL.
    Unterminated,
    /// The text of the header is not UTF-8.
    NotUtf8 {
        /// The offset of the first invalid byte in the text.
        offset: usize,
    },
    /// The major version of the header is not 1.
    Version,
    /// The numbers of fields and variants are missing, or there are fewer lines than they say.
    Fields,
    /// A variant holds a line break or a NUL and cannot be written.
    VariantText,
    /// The comment holds a NUL and cannot be written.
    CommentText,
}

impl Display for BookHeaderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BookHeaderError::Unterminated => {
                f.write_str("expected a NUL after the text of the header, got none")
            }
            BookHeaderError::NotUtf8 { offset } => {
                write!(
                    f,
                    "expected a header in UTF-8, got an invalid sequence at byte {offset} of its \
                     text"
                )
            }
            BookHeaderError::Version => f.write_str("expected a header of version 1, got another"),
            BookHeaderError::Fields => f.write_str(
                "expected the numbers of fields and variants in the header, and a line for each, \
                 got fewer",
            ),
            BookHeaderError::VariantText => f.write_str(
                "expected variants without line breaks or NULs for the header, got one that has \
                 them; give each variant separately",
            ),
            BookHeaderError::CommentText => f.write_str(
                "expected a comment without NULs for the header, got a NUL; leave it out",
            ),
        }
    }
}

impl Error for BookHeaderError {}

/// A text of a header: a version, a variant or a comment.
///
/// A header has eight bytes of text per record, so that the text cannot be borrowed as one `str`.
/// It can be printed, compared, or read [character by character](HeaderText::chars).
#[derive(Clone, Copy)]
pub struct HeaderText<'a> {
    /// The bytes of the records.
    records: &'a [u8],
    start: usize,
    end: usize,
}

/// The bytes of a header in each record, after the key.
const PAYLOAD: usize = 8;

impl<'a> HeaderText<'a> {
    /// All bytes that records have for text.
    pub(super) const fn all(records: &'a [u8]) -> HeaderText<'a> {
        HeaderText { records, start: 0, end: records.len() / BookEntry::SIZE * PAYLOAD }
    }

    /// Returns the bytes of the text.
    pub fn bytes(self) -> impl Iterator<Item = u8> + Clone + use<'a> {
        let byte = |at| self.records[at / PAYLOAD * BookEntry::SIZE + PAYLOAD + at % PAYLOAD];
        (self.start..self.end).map(byte)
    }

    /// Returns the number of bytes in the text.
    #[must_use]
    pub const fn len(self) -> usize {
        self.end - self.start
    }

    /// Returns true if the text is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Returns the characters of the text.
    pub fn chars(self) -> impl Iterator<Item = char> + Clone + use<'a> {
        let mut bytes = self.bytes();
        // All of it is UTF-8: that was checked when the header was read.
        iter::from_fn(move || decode(&mut bytes)?)
    }

    /// Splits the text at the first of these bytes, which is in neither part.
    pub(super) fn split_at(self, byte: u8) -> Option<(HeaderText<'a>, HeaderText<'a>)> {
        let at = self.start + self.bytes().position(|other| other == byte)?;
        Some((HeaderText { end: at, ..self }, HeaderText { start: at + 1, ..self }))
    }

    /// The offset of the first byte that is not UTF-8.
    pub(super) fn not_utf8(self) -> Option<usize> {
        let mut bytes = self.bytes();
        let mut good = 0;
        while let Some(character) = decode(&mut bytes) {
            match character {
                Some(character) => good += character.len_utf8(),
                None => return Some(good),
            }
        }
        None
    }

    /// The number that the text is.
    pub(super) fn number(self) -> Option<usize> {
        if self.is_empty() {
            return None;
        }
        self.bytes().try_fold(0_usize, |number, byte| {
            let digit = byte.is_ascii_digit().then(|| usize::from(byte - b'0'))?;
            number.checked_mul(10)?.checked_add(digit)
        })
    }
}

/// The next character; `Some(None)` if there are bytes, but not of a character.
fn decode(bytes: &mut impl Iterator<Item = u8>) -> Option<Option<char>> {
    let mut buffer = [bytes.next()?, 0, 0, 0];
    let len = match buffer[0] {
        0..0x80 => 1,
        0xc0..0xe0 => 2,
        0xe0..0xf0 => 3,
        _ => 4,
    };
    for byte in &mut buffer[1..len] {
        match bytes.next() {
            Some(next) => *byte = next,
            None => return Some(None),
        }
    }
    Some(core::str::from_utf8(&buffer[..len]).ok().and_then(|text| text.chars().next()))
}

impl Display for HeaderText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.chars().try_for_each(|character| f.write_char(character))
    }
}

impl Debug for HeaderText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        self.chars().flat_map(char::escape_debug).try_for_each(|c| f.write_char(c))?;
        f.write_char('"')
    }
}

impl PartialEq<str> for HeaderText<'_> {
    fn eq(&self, other: &str) -> bool {
        self.bytes().eq(other.bytes())
    }
}

impl PartialEq<&str> for HeaderText<'_> {
    fn eq(&self, other: &&str) -> bool {
        *self == **other
    }
}
