//! Text without case and accents, for comparison.

use std::sync::OnceLock;

use unicode_normalization::char::{decompose_canonical, is_combining_mark};

use crate::tags::utf8;

/// Folds text, which is UTF-8 or else Latin-1: each character is made lower case and decomposed
/// (NFD), marks are removed, and letters that do not decompose become [plain](plain_letter).
///
/// Each character is folded by itself, so that a part of a text, folded, is a part of the folded
/// text.
pub(crate) fn folded(text: &[u8]) -> String {
    let common = common_characters();
    let mut folded = String::with_capacity(text.len());
    for character in utf8(text).chars() {
        match common.get(character as usize) {
            _ if character.is_ascii() => folded.push(character.to_ascii_lowercase()),
            Some(character) => folded.push_str(character),
            None => fold(character, &mut folded),
        }
    }
    folded
}

/// The characters of Latin, Greek and Cyrillic, folded once and for all: most names consist of
/// them, and decomposing takes several times as long as looking up.
fn common_characters() -> &'static [String] {
    static COMMON: OnceLock<Vec<String>> = OnceLock::new();
    COMMON.get_or_init(|| {
        let folded = |character| {
            let mut folded = String::new();
            fold(character, &mut folded);
            folded
        };
        ('\0'..'\u{530}').map(folded).collect()
    })
}

/// Appends a character, folded.
fn fold(character: char, folded: &mut String) {
    for lower in character.to_lowercase() {
        decompose_canonical(lower, |part| {
            if !is_combining_mark(part) {
                match plain_letter(part) {
                    Some(plain) => folded.push_str(plain),
                    None => folded.push(part),
                }
            }
        });
    }
}

/// The letters that stand for one whose stroke or form is no mark to Unicode, as the transform
/// Latin-ASCII of the Unicode CLDR has them, and the sigma that ends Greek words, as Unicode's case
/// folding has it.
fn plain_letter(letter: char) -> Option<&'static str> {
    Some(match letter {
        'æ' => "ae",
        'œ' => "oe",
        'ø' => "o",
        'ł' => "l",
        'đ' | 'ð' => "d",
        'þ' => "th",
        'ß' => "ss",
        'ħ' => "h",
        'ŧ' => "t",
        'ŋ' => "n",
        'ı' => "i",
        'ĸ' => "q",
        'ſ' => "s",
        'ς' => "σ",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use unicode_normalization::UnicodeNormalization;

    use super::*;

    /// The definition, over the whole text.
    fn by_definition(text: &str) -> String {
        let lower: String = text.chars().flat_map(char::to_lowercase).collect();
        let mut folded = String::new();
        for part in lower.nfd().filter(|part| !is_combining_mark(*part)) {
            folded += plain_letter(part).map_or(part.to_string(), str::to_owned).as_str();
        }
        folded
    }

    #[test]
    fn case_and_accents_do_not_count() {
        for (text, expected) in [
            ("Carlsen, Magnus", "carlsen, magnus"),
            ("Müller", "muller"),
            ("Mu\u{308}ller", "muller"),
            ("Łukasz", "lukasz"),
            ("Ǿrsted", "orsted"),
            ("ÆGIR Þór Đorđe", "aegir thor dorde"),
            ("Groß GROẞ GROSS", "gross gross gross"),
            ("İstanbul ISTANBUL ıstanbul", "istanbul istanbul istanbul"),
            ("Ångström A\u{212b}", "angstrom aa"),
            ("Алёхин Й", "алехин и"),
            ("ΣΊΣΥΦΟΣ σίσυφος", "σισυφοσ σισυφοσ"),
            ("Đặng Nguyễn", "dang nguyen"),
            ("諸葛", "諸葛"),
        ] {
            assert_eq!(folded(text.as_bytes()), expected);
            assert_eq!(by_definition(text), expected);
        }
        assert_eq!(folded(b"M\xfcller"), "muller", "Latin-1");
    }

    #[test]
    fn every_character_by_itself_is_folded_as_in_a_text_and_only_once() {
        for character in '\0'..=char::MAX {
            let text = character.to_string();
            let once = folded(text.as_bytes());
            assert_eq!(once, by_definition(&text), "{character:?}");
            assert_eq!(folded(once.as_bytes()), once, "{character:?}");
        }
    }

    proptest! {
        #[test]
        fn texts_are_folded_by_the_definition(text: String) {
            prop_assert_eq!(folded(text.as_bytes()), by_definition(&text));
        }
    }
}
