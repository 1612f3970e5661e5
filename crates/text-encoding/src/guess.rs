//! The encoding of a file of games, found by its text that is not UTF-8.

use std::collections::HashSet;
use std::io::{self, ErrorKind, Read};
use std::mem;
use std::sync::{Arc, OnceLock};

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};

use crate::text_encoding::TextEncoding;

/// Different words after which the encoding is found.
const WORDS: usize = 200;

/// Length of the text that is searched for them, from its first word that is not UTF-8 on, in
/// bytes.
const MAX_AHEAD: usize = 8 << 20;

/// Bytes that are read at once of that text.
const BLOCK: usize = 64 << 10;

/// Length of the beginning of a word that counts, before its first byte that is not UTF-8.
const MAX_BEGIN: usize = 64;

/// The encoding of a file, once it is known. The default is one to be found.
#[derive(Clone, Debug, Default)]
pub struct FileEncoding {
    given: Option<TextEncoding>,
    found: Arc<OnceLock<TextEncoding>>,
}

impl FileEncoding {
    /// An encoding that the user gives.
    #[must_use]
    pub fn given(encoding: TextEncoding) -> FileEncoding {
        FileEncoding { given: Some(encoding), found: Arc::default() }
    }

    /// Returns the encoding that was found, if it was needed so far.
    #[must_use]
    pub fn found(&self) -> Option<TextEncoding> {
        self.found.get().copied()
    }

    /// Returns the encoding of the text that was read so far; the default one if that is UTF-8.
    #[must_use]
    pub fn get(&self) -> TextEncoding {
        self.given.or(self.found()).unwrap_or_default()
    }
}

/// Finds the encoding of texts in memory, as [`WithEncoding`] does of a file.
/// `None` if all are UTF-8.
///
/// Cost: that of a check for UTF-8, at several GB/s.
///
/// ```
/// use zobrist_text_encoding::encoding_of_texts;
///
/// let games = b"[White \"Dvo\xf8\xe1k, Ji\xf8\xed\"]\n\n1. e4 *\n";
/// assert_eq!(encoding_of_texts([&games[..]]).unwrap().name(), "windows-1250");
/// assert_eq!(encoding_of_texts(["[White \"Dvořák\"]\n".as_bytes()]), None);
/// ```
pub fn encoding_of_texts<'a>(texts: impl IntoIterator<Item = &'a [u8]>) -> Option<TextEncoding> {
    let mut words = Words::default();
    let mut rest = MAX_AHEAD;
    let mut are_utf8 = true;
    for text in texts {
        let Err(error) = str::from_utf8(text) else { continue };
        are_utf8 = false;
        let text = &text[begin_before(text, error.valid_up_to())..];
        let length = text.len().min(rest);
        rest -= length;
        if words.add(&text[..length]) || rest == 0 {
            break;
        }
    }
    (!are_utf8).then(|| words.encoding())
}

/// Reads a file, and finds its encoding when text comes that is not UTF-8. The text after it is
/// read ahead then, so that the encoding is known before that text is handed on.
#[derive(Debug)]
pub struct WithEncoding<R> {
    reader: R,
    found: FileEncoding,
    /// The beginning of the word with which the text ends so far.
    begin: Vec<u8>,
    /// The first bytes of the character with which it ends.
    cut: Vec<u8>,
    /// Text that was read ahead and is handed on next, from `at` on.
    ahead: Vec<u8>,
    at: usize,
    /// The error that comes after it.
    failure: Option<io::Error>,
}

impl<R: Read> WithEncoding<R> {
    /// Reads from `reader`, and puts the encoding into `found`.
    pub fn new(reader: R, found: FileEncoding) -> WithEncoding<R> {
        let (begin, cut, ahead) = (Vec::new(), Vec::new(), Vec::new());
        WithEncoding { reader, found, begin, cut, ahead, at: 0, failure: None }
    }

    /// True if a text is UTF-8 after the text before it; the last character may be cut. At the end
    /// of the file the text is empty.
    fn is_utf8(&mut self, text: &[u8]) -> bool {
        if self.cut.is_empty() && text.is_ascii() {
            return true;
        }
        let mut rest = text.iter();
        while !self.cut.is_empty() {
            let Some(byte) = rest.next() else { return !text.is_empty() };
            self.cut.push(*byte);
            match str::from_utf8(&self.cut) {
                Ok(_) => self.cut.clear(),
                Err(error) if error.error_len().is_none() => {}
                Err(_) => return false,
            }
        }
        match str::from_utf8(rest.as_slice()) {
            Ok(_) => true,
            Err(error) if error.error_len().is_some() => false,
            Err(error) => {
                self.cut.extend_from_slice(&rest.as_slice()[error.valid_up_to()..]);
                true
            }
        }
    }

    /// Keeps the beginning of the word with which a text ends.
    fn keep_begin(&mut self, text: &[u8]) {
        // Bytes of the character that is cut may be among them.
        const MAX: usize = MAX_BEGIN + 3;
        let last = &text[text.len().saturating_sub(MAX)..];
        let begin = begin_of_word(last);
        if begin > 0 || text.len() > MAX {
            self.begin.clear();
        }
        self.begin.extend_from_slice(&last[begin..]);
        let more = self.begin.len().saturating_sub(MAX);
        self.begin.drain(..more);
        let whole = self.begin.iter().position(|byte| !is_continuation(*byte));
        self.begin.drain(..whole.unwrap_or(self.begin.len()));
    }

    /// Finds the encoding, given the text that is not UTF-8.
    #[cold]
    fn find(&mut self, text: &[u8]) {
        let mut words = Words::default();
        let mut known = mem::take(&mut self.begin);
        known.extend_from_slice(text);
        let fault = str::from_utf8(&known).map_or_else(|error| error.valid_up_to(), str::len);
        known.drain(..begin_before(&known, fault));
        let mut used = 0;
        loop {
            // Words that may go on are left for the next time.
            let is_over = known.len() >= MAX_AHEAD || self.failure.is_some();
            let end = if is_over { known.len().min(MAX_AHEAD) } else { begin_of_word(&known) };
            if words.add(&known[used..end.max(used)]) || is_over {
                break;
            }
            used = end.max(used);
            let start = known.len();
            known.resize(start + BLOCK, 0);
            let read = self.reader.read(&mut known[start..]);
            known.truncate(start + *read.as_ref().unwrap_or(&0));
            self.ahead.extend_from_slice(&known[start..]);
            match read {
                Ok(0) => {
                    words.add(&known[used..]);
                    break;
                }
                Err(error) if error.kind() != ErrorKind::Interrupted => self.failure = Some(error),
                _ => {}
            }
        }
        self.found.found.set(words.encoding()).ok();
    }
}

impl<R: Read> Read for WithEncoding<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at < self.ahead.len() {
            let length = buffer.len().min(self.ahead.len() - self.at);
            buffer[..length].copy_from_slice(&self.ahead[self.at..][..length]);
            self.at += length;
            if self.at == self.ahead.len() {
                (self.ahead, self.at) = (Vec::new(), 0);
            }
            return Ok(length);
        }
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        let read = self.reader.read(buffer)?;
        if self.found.found().is_none() && !buffer.is_empty() {
            let text = &buffer[..read];
            if self.is_utf8(text) {
                self.keep_begin(text);
            } else {
                self.find(text);
            }
        }
        Ok(read)
    }
}

/// True for the bytes between words. None of them is the second half of a character in any
/// encoding.
fn is_gap(byte: u8) -> bool {
    byte < b'0'
}

/// Returns the offset at which the last word of a text begins; the end of the text if none does.
fn begin_of_word(text: &[u8]) -> usize {
    text.iter().rposition(|byte| is_gap(*byte)).map_or(0, |gap| gap + 1)
}

/// Returns the offset at which the word begins that is not UTF-8 from `fault` on, or the last bytes
/// of it that count.
fn begin_before(text: &[u8], fault: usize) -> usize {
    let mut start = fault.saturating_sub(MAX_BEGIN);
    while start < fault && is_continuation(text[start]) {
        start += 1;
    }
    start + begin_of_word(&text[start..fault])
}

/// True for the bytes of a character after its first in UTF-8.
fn is_continuation(byte: u8) -> bool {
    (0x80..0xc0).contains(&byte)
}

/// The different words of a text that are not UTF-8, and not damaged UTF-8.
#[derive(Default)]
struct Words {
    seen: HashSet<Vec<u8>>,
    /// The words in their order, each with a line end.
    text: Vec<u8>,
}

impl Words {
    /// Adds those of some whole words; returns true once there are enough.
    fn add(&mut self, text: &[u8]) -> bool {
        let is_other =
            |word: &&[u8]| str::from_utf8(word).is_err() && !TextEncoding::is_damaged_utf8(word);
        for word in text.split(|byte| is_gap(*byte)).filter(is_other) {
            if self.seen.len() == WORDS {
                return true;
            }
            if self.seen.insert(word.to_owned()) {
                self.text.extend_from_slice(word);
                self.text.push(b'\n');
            }
        }
        self.seen.len() == WORDS
    }

    /// Returns the encoding that they look like; the default one if there are none.
    fn encoding(&self) -> TextEncoding {
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
        detector.feed(&self.text, true);
        let guess = detector.guess(None, Utf8Detection::Deny);
        guess.name().parse().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use proptest::prelude::*;

    use super::*;

    /// Names in UTF-8, and the encodings that tell them.
    const NAMES: [(&str, &[&str]); 9] = [
        (
            "Wojtaszek, Radosław\nGajewski, Grzegorz\nŚwiercz, Dariusz\nSoćko, Bartosz\nŁukasik, Piotr\n\
             Kędzierski, Paweł\nKraków",
            &["windows-1250", "ISO-8859-2"],
        ),
        (
            "Navara, David\nDvořák, Jiří\nLaznička, Viktor\nŠtoček, Jiří\nHráček, Zbyněk\nPlzeň",
            &["windows-1250", "ISO-8859-2"],
        ),
        (
            "Šarić, Ivan\nKožul, Zdenko\nBrkić, Ante\nŽaja, Ivan\nĐurić, Stefan",
            &["windows-1250", "ISO-8859-2"],
        ),
        (
            "Карпов, Анатолий\nКаспаров, Гарри\nМосква",
            &["windows-1251", "KOI8-U", "ISO-8859-5", "IBM866"],
        ),
        ("Іванчук, Василь\nКиїв\nЛьвів", &["windows-1251", "KOI8-U"]),
        ("Müller, Karsten\nHübner, Robert\nKöln", &["windows-1252"]),
        ("Lautier, Joël\nBacrot, Étienne\nMuñoz, José\nOrléans", &["windows-1252"]),
        ("Yılmaz, Mustafa\nŞanal, Vahap\nİpatov\nGöğüş\nEskişehir", &["windows-1254"]),
        ("Παπαϊωάννου, Ιωάννης\nΚοτρωνιάς, Βασίλειος\nΑθήνα", &["windows-1253"]),
    ];

    /// The bytes of a text in an encoding of single bytes, by trying all of them.
    fn encoded(text: &str, encoding: &str) -> Vec<u8> {
        let encoding: TextEncoding = encoding.parse().unwrap();
        let byte = |char: char| {
            let is_it = |byte: &u8| encoding.decode(&[*byte]) == char.to_string();
            (0..=255).find(is_it).unwrap_or_else(|| panic!("{char} in {encoding}"))
        };
        text.chars().map(byte).collect()
    }

    #[test]
    fn names_tell_the_encoding() {
        for (names, encodings) in NAMES {
            for encoding in encodings {
                let games: String = names
                    .lines()
                    .map(|name| format!("[White \"{name}\"]\n\n1. e4 *\n\n"))
                    .collect();
                let text = encoded(&games, encoding);
                let found = encoding_of_texts([&text[..]]).unwrap();
                assert_eq!(found.name(), *encoding, "{names}");
                assert_eq!(found.decode(&text), games);
                assert_eq!(encoding_of_texts([games.as_bytes()]), None);
            }
        }
    }

    #[test]
    fn two_hundred_words_are_enough_and_8_mib_are_the_most() {
        // Letters of windows-1251 that come after the most words count for nothing.
        let german: String = (0..WORDS).map(|word| format!("M\u{fc}ller{word} ")).collect();
        let german = encoded(&german, "windows-1252");
        let russian = encoded(&"Карпов Анатолий ".repeat(3), "windows-1251");
        let all = [&german[..], &russian].concat();
        assert_eq!(encoding_of_texts([&all[..]]).unwrap().name(), "windows-1252");
        let few = encoded("Müller ", "windows-1252");
        for (gap, encoding) in [(MAX_AHEAD, "windows-1252"), (100, "windows-1251")] {
            let text = [&few[..], &vec![b' '; gap], &russian].concat();
            assert_eq!(encoding_of_texts([&text[..]]).unwrap().name(), encoding);
        }
    }

    #[test]
    fn a_character_that_is_cut_tells_nothing() {
        let cut = "[White \"Каспаров, Гарри\"]\n".as_bytes();
        let cut = [&cut[..cut.len() - 4], b"\"]\n"].concat();
        assert_eq!(encoding_of_texts([&cut[..]]).unwrap(), TextEncoding::default());
        let czech = encoded("Dvořák Štoček Jiří", "windows-1250");
        assert_eq!(encoding_of_texts([&cut[..], &czech]).unwrap().name(), "windows-1250");
    }

    /// A reader that gives at most this many bytes at once.
    struct Slow(Cursor<Vec<u8>>, usize);

    impl Read for Slow {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let length = buffer.len().min(self.1);
            self.0.read(&mut buffer[..length])
        }
    }

    struct Failing;

    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("broken"))
        }
    }

    #[test]
    fn an_error_comes_after_the_text_before_it() {
        let text = b"[White \"M\xfcller\"]\n".to_vec();
        let found = FileEncoding::default();
        let mut reader = WithEncoding::new(Cursor::new(text.clone()).chain(Failing), found.clone());
        let mut read = Vec::new();
        assert_eq!(reader.read_to_end(&mut read).unwrap_err().to_string(), "broken");
        assert_eq!((read, found.get().name()), (text, "windows-1252"));
    }

    proptest! {
        /// However it is read: all bytes come, the encoding is that of the whole text, and it is
        /// known before the first byte comes that is not UTF-8.
        #[test]
        fn reads_do_not_matter(
            pieces in prop::collection::vec(prop::sample::select(vec![
                &b" "[..], b"\"", b"a", b"Dvo\xf8\xe1k", "ř".as_bytes(), "€".as_bytes(), b"\xc3", b"\xe2\x82",
                b"\xc5\x99\xc3\xa1\xf8",
                b"M\xfcller", b"\xca\xe0\xf0\xef\xee\xe2",
            ]), 0..20),
            at_once in 1..9_usize,
            asked in 1..9_usize,
        ) {
            let text = pieces.concat();
            let found = FileEncoding::default();
            let slow = Slow(Cursor::new(text.clone()), at_once);
            let mut reader = WithEncoding::new(slow, found.clone());
            let (mut read, mut buffer) = (Vec::new(), vec![0; asked]);
            loop {
                let length = reader.read(&mut buffer).unwrap();
                if length == 0 {
                    break;
                }
                read.extend_from_slice(&buffer[..length]);
                let faulty = str::from_utf8(&read).is_err_and(|error| error.error_len().is_some());
                prop_assert!(!faulty || found.found().is_some());
            }
            prop_assert_eq!(&read, &text);
            prop_assert_eq!(found.found(), encoding_of_texts([&text[..]]));
        }
    }
}
