//! Parts of names and other texts.

use std::cmp::Reverse;
use std::fmt::{self, Display};
use std::str::FromStr;

use memchr::memchr2_iter;

use super::error::FilterError;
use super::fold::folded;

/// A part of the name of a player, as it is written in PGN.
pub type PlayerName = TextPart;

/// A part of a text, such as a name, that is found without regard to case and accents, or several
/// words of it in any order.
///
/// `carlsen` is a part of `Carlsen, Magnus`, `muller` and `MÜLLER` are parts of `Müller`, and
/// `lukasz` is one of `Łukasz`; `Mueller` is none. If the whole is not a part, each of its words
/// must begin a different word of the text: `magnus carlsen` is found in `Carlsen, Magnus`, and so
/// is `carlsen, m`, which is found in `Carlsen,M.` too. Words are divided by blanks, commas and
/// dots. Blanks around the part do not count.
///
/// Case is that of Unicode. Accents are the marks that canonical decomposition (NFD) sets apart
/// from their letter; `æ œ ø ł đ ð þ ß ħ ŧ ŋ ı ĸ ſ`, which it leaves whole, count as
/// `ae oe o l d d th ss h t n i q s`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextPart {
    text: String,
    folded: String,
    /// The words of `folded`, the longest first, if there are several.
    words: Vec<String>,
}

impl TextPart {
    /// Returns the part that is this text.
    ///
    /// # Errors
    /// [`FilterError::NoText`] if nothing is left of it without blanks around it and without marks.
    pub fn new(text: &str) -> Result<TextPart, FilterError> {
        let text = text.trim();
        let folded = folded(text.as_bytes());
        if folded.is_empty() {
            return Err(FilterError::NoText { got: text.to_owned() });
        }
        let mut words: Vec<String> = words(&folded).map(str::to_owned).collect();
        words.sort_unstable_by_key(|word| Reverse(word.len()));
        if words.len() < 2 {
            words.clear();
        }
        Ok(TextPart { text: text.to_owned(), folded, words })
    }

    /// Returns the text as it was given.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns true if it is a part of a text, which is UTF-8 or else taken for Latin-1, or if its
    /// words begin words of the text.
    ///
    /// Cost: for ASCII that of a search; for any other text, and for several words that are not
    /// found together, that of folding it, with one allocation.
    #[must_use]
    pub fn is_in(&self, text: &[u8]) -> bool {
        if text.is_ascii() {
            return self.is_part_of_ascii(text)
                || !self.words.is_empty() && self.begins_words_of(&folded(text));
        }
        let text = folded(text);
        text.contains(&self.folded) || self.begins_words_of(&text)
    }

    /// The text, folded.
    pub(crate) fn as_folded(&self) -> &str {
        &self.folded
    }

    /// The longest of several words, folded; `None` if there is only one.
    pub(crate) fn longest_word(&self) -> Option<&str> {
        self.words.first().map(String::as_str)
    }

    /// True if each of several words begins a different word of a folded text.
    pub(crate) fn begins_words_of(&self, text: &str) -> bool {
        let mut rest: Vec<&str> = words(text).collect();
        // Of words that begin with the longest, whichever is taken, as many are left for its own
        // beginnings.
        !self.words.is_empty()
            && self.words.iter().all(|word| {
                let found = rest.iter().position(|name| name.starts_with(word.as_str()));
                found.map(|at| rest.swap_remove(at)).is_some()
            })
    }

    fn is_part_of_ascii(&self, text: &[u8]) -> bool {
        let part = self.folded.as_bytes();
        // Folded text has no upper case, and a part that is not ASCII is not found.
        let Some(last) = text.len().checked_sub(part.len()) else { return false };
        let first = part[0];
        memchr2_iter(first, first.to_ascii_uppercase(), &text[..=last])
            .any(|at| text[at..at + part.len()].eq_ignore_ascii_case(part))
    }
}

/// The words of a folded text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_gap = |letter: char| letter.is_whitespace() || letter == ',' || letter == '.';
    text.split(is_gap).filter(|word| !word.is_empty())
}

impl FromStr for TextPart {
    type Err = FilterError;

    fn from_str(text: &str) -> Result<TextPart, FilterError> {
        TextPart::new(text)
    }
}

impl Display for TextPart {
    /// Writes the text as it was given.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The definition.
    fn is_in(part: &TextPart, text: &[u8]) -> bool {
        let (part, text) = (folded(part.text.as_bytes()), folded(text));
        let asked: Vec<&str> = words(&part).collect();
        text.contains(&part)
            || asked.len() > 1 && begin_all(&asked, &words(&text).collect::<Vec<_>>())
    }

    /// True if the words asked for begin different words, by trying all.
    fn begin_all(asked: &[&str], words: &[&str]) -> bool {
        let Some((first, others)) = asked.split_first() else { return true };
        (0..words.len()).any(|at| {
            let rest = [&words[..at], &words[at + 1..]].concat();
            words[at].starts_with(first) && begin_all(others, &rest)
        })
    }

    #[test]
    fn parts_are_found_without_case_and_accents() {
        for (part, text, expected) in [
            ("carlsen", "Carlsen, Magnus", true),
            (" magnus ", "Carlsen, Magnus", true),
            ("Carlsen,Magnus", "Carlsen, Magnus", true),
            ("Magnus Carlsen", "Carlsen, Magnus", true),
            ("ada lindqvist", "Lindqvist, Ada", true),
            ("ivanov, a", "Ivanov,A", true),
            ("ivanov, a", "A. Ivanov", true),
            ("a ivanov a", "A. Ivanov", false),
            ("a ab", "Abel, Ann", true),
            ("ab ab", "Abel, Ann", false),
            ("müller t", "MULLER,THOMAS", true),
            ("magnus carlsen", "Carlsen,M", false),
            ("agnus carlsen", "Carlsen, Magnus", false),
            ("DrNykterstein", "drnykterstein", true),
            ("Müller", "muller", true),
            ("MULLER", "Müller", true),
            ("Müller", "Mueller", false),
            ("Lukasz", "Łukasz", true),
            ("Łukasz", "LUKASZ", true),
            ("strasse", "Straße", true),
            ("?", "?", true),
            ("carlsen", "carlse", false),
            ("carlsen", "", false),
            ("[", "{", false),
            ("@", "`", false),
            ("Алехин", "АЛЁХИН", true),
            ("Алехин", "Alekhine", false),
        ] {
            let part = TextPart::new(part).unwrap();
            assert_eq!(part.is_in(text.as_bytes()), expected, "{part} in {text}");
            assert_eq!(is_in(&part, text.as_bytes()), expected, "{part} in {text}");
        }
        assert!(TextPart::new("müller").unwrap().is_in(b"M\xdcLLER"), "Latin-1");
    }

    #[test]
    fn a_part_of_every_text_is_an_error() {
        for text in ["", "  ", "\u{301}"] {
            let error = TextPart::new(text).unwrap_err();
            assert_eq!(error, FilterError::NoText { got: text.trim().to_owned() });
        }
    }

    /// Letters that fold to each other or to two, and others, so that parts are found.
    fn letters(count: std::ops::Range<usize>) -> impl Strategy<Value = String> {
        let any = prop_oneof![
            9 => prop::sample::select("aAäÄbB ,.æÆeEßsSıIiİøoŁl\u{301}Σςσ".chars().collect::<Vec<_>>()),
            1 => any::<char>(),
        ];
        prop::collection::vec(any, count).prop_map(String::from_iter)
    }

    proptest! {
        #[test]
        fn search_follows_the_definition(
            part in letters(1..4),
            text in letters(0..12),
            ascii in "[aAbBeE ,.]{0,12}",
            bytes: Vec<u8>,
        ) {
            if let Ok(part) = TextPart::new(&part) {
                for text in [text.as_bytes(), ascii.as_bytes(), &bytes] {
                    prop_assert_eq!(part.is_in(text), is_in(&part, text));
                }
            }
        }

        #[test]
        fn a_part_that_was_cut_out_is_found(
            before in letters(0..6),
            part in letters(1..4),
            after in letters(0..6),
        ) {
            let text = format!("{before}{part}{after}");
            if let Ok(part) = TextPart::new(&part) {
                prop_assert!(part.is_in(text.as_bytes()));
            }
        }
    }
}
