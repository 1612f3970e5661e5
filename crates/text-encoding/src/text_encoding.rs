//! Encodings of the text of tags that is not UTF-8.

use std::borrow::Cow;
use std::error::Error;
use std::fmt::{self, Debug, Display};
use std::str::{FromStr, Utf8Error};

use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, SHIFT_JIS, UTF_8, WINDOWS_1250, WINDOWS_1251,
    WINDOWS_1252,
};
use serde::{Deserialize, Serialize};

/// An encoding by which the text of tags is read where it is not UTF-8: one of the WHATWG's
/// Encoding Standard in which ASCII is single bytes. The default is windows-1252, which has the
/// letters of Latin-1.
///
/// ```
/// use zobrist_text_encoding::TextEncoding;
///
/// let encoding: TextEncoding = "latin2".parse()?;
/// assert_eq!(encoding.name(), "ISO-8859-2");
/// assert_eq!(encoding.decode(b"Dvo\xf8\xe1k"), "Dvořák");
/// assert_eq!(encoding.decode("Dvořák".as_bytes()), "Dvořák");
/// assert!("klingon".parse::<TextEncoding>().is_err());
/// # Ok::<(), zobrist_text_encoding::UnknownEncoding>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TextEncoding(&'static Encoding);

/// Names that an error lists.
const NAMES: &str = "utf-8, windows-1250 to -1258, iso-8859-1 to -16, koi8-r, koi8-u, ibm866, macintosh, \
                     x-mac-cyrillic, gbk, gb18030, big5, shift_jis, euc-jp, euc-kr";

impl TextEncoding {
    /// Returns its name in the Encoding Standard.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// Decodes a text. One that is UTF-8 stays as it is, and is borrowed. In encodings of East Asia
    /// two bytes of a text are UTF-8 by chance: there, it must have a character of three bytes or
    /// more, or be ASCII. Of [damaged UTF-8](TextEncoding::is_damaged_utf8), other bytes alone are
    /// decoded, and a cut character at the end is [`char::REPLACEMENT_CHARACTER`]. A text with
    /// bytes that the encoding does not have is read as windows-1252, which has all.
    #[inline]
    #[must_use]
    pub fn decode(self, text: &[u8]) -> Cow<'_, str> {
        match str::from_utf8(text) {
            Ok(utf8) if utf8.is_ascii() || !self.is_double() => Cow::Borrowed(utf8),
            Ok(utf8) if utf8.chars().any(|char| char.len_utf8() > 2) => Cow::Borrowed(utf8),
            _ => Cow::Owned(self.decode_bytes(text)),
        }
    }

    /// True if some characters are two bytes.
    fn is_double(self) -> bool {
        [GBK, GB18030, BIG5, SHIFT_JIS, EUC_JP, EUC_KR].contains(&self.0)
    }

    /// True if a text is UTF-8 but for few bytes, so that these are wrong, or its last character is
    /// cut. It has two characters of two bytes, or one of three or four, for each place that is
    /// wrong, and at least one. Text in other encodings hardly ever looks so.
    #[must_use]
    pub fn is_damaged_utf8(text: &[u8]) -> bool {
        let (mut weight, mut faults) = (0, 0);
        let mut rest = text.len();
        for chunk in text.utf8_chunks() {
            // Characters of two bytes are often valid by chance.
            let weights = chunk.valid().chars().filter(|char| !char.is_ascii());
            weight += weights.map(|char| if char.len_utf8() > 2 { 2 } else { 1 }).sum::<usize>();
            rest -= chunk.valid().len() + chunk.invalid().len();
            faults += usize::from(!chunk.invalid().is_empty() && !is_cut(rest, chunk.invalid()));
        }
        weight >= 1 && weight >= 2 * faults
    }

    #[cold]
    fn decode_bytes(self, text: &[u8]) -> String {
        let strict = || self.0.decode_without_bom_handling_and_without_replacement(text);
        let latin = || WINDOWS_1252.decode_without_bom_handling(text).0;
        match self.is_double().then(strict).flatten() {
            Some(decoded) => decoded.into_owned(),
            None if TextEncoding::is_damaged_utf8(text) => self.decode_damaged(text),
            None => strict().unwrap_or_else(latin).into_owned(),
        }
    }

    /// Decodes damaged UTF-8.
    fn decode_damaged(self, text: &[u8]) -> String {
        let is_single = self.0.is_single_byte();
        let encoding = if is_single { self.0 } else { WINDOWS_1252 };
        let mut decoded = String::with_capacity(text.len());
        let mut rest = text.len();
        for chunk in text.utf8_chunks() {
            decoded.push_str(chunk.valid());
            rest -= chunk.valid().len() + chunk.invalid().len();
            match chunk.invalid() {
                invalid if is_cut(rest, invalid) => decoded.push(char::REPLACEMENT_CHARACTER),
                invalid => decoded += &encoding.decode_without_bom_handling(invalid).0,
            }
        }
        decoded
    }
}

/// True if the last bytes of a text that are not UTF-8, with `after` bytes after them, are the
/// first ones of a character.
fn is_cut(after: usize, invalid: &[u8]) -> bool {
    let is_begin = |error: Utf8Error| error.error_len().is_none();
    after == 0 && str::from_utf8(invalid).is_err_and(is_begin)
}

impl Default for TextEncoding {
    fn default() -> Self {
        TextEncoding(WINDOWS_1252)
    }
}

impl Debug for TextEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TextEncoding({})", self.name())
    }
}

impl Display for TextEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl From<TextEncoding> for String {
    fn from(encoding: TextEncoding) -> String {
        encoding.name().to_owned()
    }
}

impl TryFrom<String> for TextEncoding {
    type Error = UnknownEncoding;

    fn try_from(name: String) -> Result<TextEncoding, UnknownEncoding> {
        name.parse()
    }
}

/// Reads a name of the Encoding Standard, or one that Windows and programs use, such as `cp1250`,
/// `win1251`, `latin2`, `iso8859-5` and `KOI8R`. Case and signs do not count.
impl FromStr for TextEncoding {
    type Err = UnknownEncoding;

    fn from_str(name: &str) -> Result<TextEncoding, UnknownEncoding> {
        let standard = |name: &str| Encoding::for_label(name.as_bytes());
        let encoding = standard(name).or_else(|| {
            let letters = name.chars().filter(char::is_ascii_alphanumeric);
            let letters = letters.collect::<String>().to_ascii_lowercase();
            let after = |prefixes: &[&str]| prefixes.iter().find_map(|p| letters.strip_prefix(p));
            let page = after(&["windows", "win", "cp", "ansi", "mswin"]);
            match (page.unwrap_or(&letters), after(&["iso8859", "8859", "isolatin"])) {
                (_, Some(part)) => standard(&format!("iso-8859-{part}")),
                ("utf8", _) => Some(UTF_8),
                ("koi8r", _) => standard("koi8-r"),
                ("koi8u", _) => standard("koi8-u"),
                ("cyrillic", _) => Some(WINDOWS_1251),
                ("easteurope", _) => Some(WINDOWS_1250),
                ("gb2312" | "936", _) => Some(GBK),
                ("big5hkscs" | "950", _) => Some(BIG5),
                ("sjis" | "shiftjis" | "932", _) => Some(SHIFT_JIS),
                ("eucjp", _) => Some(EUC_JP),
                ("euckr" | "949" | "uhc", _) => Some(EUC_KR),
                (number, _) => standard(&format!("cp{number}")).or_else(|| standard(number)),
            }
        });
        let encoding = encoding.filter(|encoding| encoding.is_ascii_compatible());
        encoding.map(TextEncoding).ok_or_else(|| UnknownEncoding(name.to_owned()))
    }
}

/// No encoding of games has this name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownEncoding(pub String);

impl Display for UnknownEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected an encoding of games, one of {NAMES}; got {:?}", self.0)
    }
}

impl Error for UnknownEncoding {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_programs_use_are_understood() {
        for (name, expected) in [
            ("UTF-8", "UTF-8"),
            ("utf_8", "UTF-8"),
            ("latin1", "windows-1252"),
            ("ISO-8859-1", "windows-1252"),
            ("ascii", "windows-1252"),
            ("Latin-2", "ISO-8859-2"),
            ("8859-2", "ISO-8859-2"),
            ("ISO_8859_15", "ISO-8859-15"),
            ("cp1250", "windows-1250"),
            ("Win1251", "windows-1251"),
            ("Windows 1257", "windows-1257"),
            ("1250", "windows-1250"),
            ("CP866", "IBM866"),
            ("koi8", "KOI8-R"),
            ("KOI8R", "KOI8-R"),
            ("koi8-u", "KOI8-U"),
            ("gb2312", "GBK"),
            ("cp936", "GBK"),
            ("Shift-JIS", "Shift_JIS"),
            ("big5", "Big5"),
            ("EUC_KR", "EUC-KR"),
        ] {
            let got = name.parse::<TextEncoding>().map(TextEncoding::name);
            assert_eq!(got, Ok(expected), "{name}");
        }
        for name in ["", "klingon", "utf-16", "UTF-16LE", "iso-2022-jp", "cp437", "replacement"] {
            let error = name.parse::<TextEncoding>().unwrap_err().to_string();
            assert!(error.contains("windows-1250") && error.ends_with(&format!("{name:?}")));
        }
    }

    #[test]
    fn every_name_is_read_as_it_is_written() {
        for name in ["UTF-8", "windows-1252", "ISO-8859-8-I", "x-mac-cyrillic", "GBK", "gb18030"] {
            let encoding: TextEncoding = name.parse().unwrap();
            let stored = serde_json::to_string(&encoding).unwrap();
            assert_eq!(stored, format!("{name:?}"));
            assert_eq!(serde_json::from_str::<TextEncoding>(&stored).unwrap(), encoding);
        }
    }

    #[test]
    fn utf8_with_few_wrong_bytes_stays_so() {
        for (encoding, text, expected) in [
            // A byte of another encoding, and a character that is cut in two.
            ("windows-1250", &b"Dvo\xc5\x99\xc3\xa1k, Ji\xf8\xc3\xad"[..], "Dvořák, Jiří"),
            ("windows-1251", b"\xd0\x9f\xd1\x91\xd1\x82\xd1", "Пёт\u{fffd}"),
            ("gbk", b"\xe6\x97\xa5\xe6\x9c\xac\xff", "日本ÿ"),
            ("utf-8", b"M\xc3\xbcller, J\xc3", "Müller, J\u{fffd}"),
            ("windows-1252", b"\xe6\x97\xa5\xe6\x9c\xac\xe6\x97", "日本\u{fffd}"),
            // Two of these bytes are UTF-8 by chance.
            ("windows-1251", b"\xcf\xb8\xf2\xf0", "Пётр"),
            ("KOI8-R", b"\xe1\xcc\xa3\xce\xc1", "Алёна"),
            ("KOI8-U", b"\xeb\xc9\xa7\xd7", "Київ"),
            ("windows-1250", b"DR\xd3\xafD\xaf", "DRÓŻDŻ"),
            ("windows-1252", b"Jos\xe9", "José"),
        ] {
            let encoding: TextEncoding = encoding.parse().unwrap();
            assert_eq!(encoding.decode(text), expected);
        }
    }

    #[test]
    fn utf8_stays_and_every_byte_has_a_character() {
        let by = |name: &str| name.parse::<TextEncoding>().unwrap();
        assert_eq!(by("koi8-r").decode("Müller".as_bytes()), "Müller");
        assert_eq!(by("koi8-r").decode(b"\xeb\xc1\xd2\xd0\xcf\xd7"), "Карпов");
        // 执, whose two bytes are UTF-8 by chance, and a text in UTF-8.
        assert_eq!(by("gbk").decode(b"\xd6\xb4"), "执");
        assert_eq!(by("gbk").decode("执 Müller".as_bytes()), "执 Müller");
        // A text in another encoding than the rest of the file.
        assert_eq!(by("gbk").decode(b"M\xfc"), "Mü");
        assert_eq!(by("utf-8").decode(b"M\xfcller"), "Müller");
        let all: Vec<u8> = (0..=255).collect();
        let decoded = TextEncoding::default().decode(&all);
        assert_eq!(decoded.chars().count(), 256);
        assert!(!decoded.contains(char::REPLACEMENT_CHARACTER));
    }
}
