//! The letters of the pieces in other languages.

use std::error::Error;
use std::fmt::{self, Display};
use std::str::FromStr;

use shakmaty::uci::UciMove;

use super::word::is_dash;

/// A language in whose letters moves are written: those of the standard of PGN (section 17).
///
/// ```
/// use zobrist_shakmaty::pgn::{Language, games};
/// use zobrist_shakmaty::shakmaty::{Chess, Square};
///
/// let dutch: Language = "nl".parse()?;
/// assert_eq!(dutch, Language::Dutch);
///
/// let game = games(b"1. Pf3 *").next().unwrap();
/// let knight = game.tokens().in_language(dutch).next().unwrap()?;
/// assert_eq!(knight.to_move_in(dutch, &Chess::default())?.to(), Square::F3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
#[expect(missing_docs, reason = "they are names of languages")]
pub enum Language {
    Czech,
    Danish,
    Dutch,
    #[default]
    English,
    Estonian,
    Finnish,
    French,
    German,
    Hungarian,
    Icelandic,
    Italian,
    Norwegian,
    Polish,
    Portuguese,
    Romanian,
    Spanish,
    Swedish,
}

/// The letters of English: of the pawn, the knight, the bishop, the rook, the queen and the king.
const ENGLISH: &[u8; 6] = b"PNBRQK";

impl Language {
    /// All languages, by their names.
    pub const ALL: [Language; 17] = [
        Language::Czech,
        Language::Danish,
        Language::Dutch,
        Language::English,
        Language::Estonian,
        Language::Finnish,
        Language::French,
        Language::German,
        Language::Hungarian,
        Language::Icelandic,
        Language::Italian,
        Language::Norwegian,
        Language::Polish,
        Language::Portuguese,
        Language::Romanian,
        Language::Spanish,
        Language::Swedish,
    ];

    /// The code of ISO 639-1, such as `de`, which is also how it is parsed.
    #[must_use]
    pub const fn code(self) -> &'static str {
        self.row().0
    }

    /// The name in English.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.row().1
    }

    /// The letters of the pawn, the knight, the bishop, the rook, the queen and the king, in ASCII.
    #[must_use]
    pub const fn letters(self) -> &'static str {
        self.row().2
    }

    const fn row(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Language::Czech => ("cs", "Czech", "PJSVDK"),
            Language::Danish => ("da", "Danish", "BSLTDK"),
            Language::Dutch => ("nl", "Dutch", "OPLTDK"),
            Language::English => ("en", "English", "PNBRQK"),
            Language::Estonian => ("et", "Estonian", "PROVLK"),
            Language::Finnish => ("fi", "Finnish", "PRLTDK"),
            Language::French => ("fr", "French", "PCFTDR"),
            Language::German => ("de", "German", "BSLTDK"),
            Language::Hungarian => ("hu", "Hungarian", "GHFBVK"),
            Language::Icelandic => ("is", "Icelandic", "PRBHDK"),
            Language::Italian => ("it", "Italian", "PCATDR"),
            Language::Norwegian => ("no", "Norwegian", "BSLTDK"),
            Language::Polish => ("pl", "Polish", "PSGWHK"),
            Language::Portuguese => ("pt", "Portuguese", "PCBTDR"),
            Language::Romanian => ("ro", "Romanian", "PCNTDR"),
            Language::Spanish => ("es", "Spanish", "PCATDR"),
            Language::Swedish => ("sv", "Swedish", "BSLTDK"),
        }
    }

    /// The English letter of the piece, not a pawn, that a capital letter stands for.
    pub(super) fn piece(self, letter: u8) -> Option<u8> {
        let number = self.letters().bytes().position(|own| own == letter)?;
        (number > 0).then(|| ENGLISH[number])
    }

    /// A word with the letters of English in place of those of this language: that of the piece,
    /// and that of a promotion. `None` if a letter is of no piece. Castling, figurines and moves in
    /// the notation of UCI have none of a language.
    pub(super) fn to_english(self, word: &str) -> Option<String> {
        let is_castling = word.starts_with(['O', 'o', '0'])
            && word.chars().nth(1).is_some_and(|next| is_dash(next) || "Oo0".contains(next));
        let is_uci = word.starts_with(|letter: char| letter.is_ascii_lowercase())
            && word.parse::<UciMove>().is_ok();
        if is_castling || is_uci {
            return Some(word.to_owned());
        }
        let mut word = word.to_owned().into_bytes();
        if let Some(first) = word.first().copied().filter(u8::is_ascii_uppercase) {
            let pawn = self.letters().as_bytes()[0];
            word[0] = match self.piece(first) {
                Some(piece) => piece,
                None if first == pawn && word.get(1) == Some(&b'@') => b'P',
                None => return None,
            };
        }
        let rank = word.iter().rposition(u8::is_ascii_digit);
        if let Some(rank) = rank.filter(|rank| matches!(word[*rank], b'1' | b'8')) {
            let end = &mut word[rank + 1..];
            let mut letters = end.iter_mut().filter(|byte| byte.is_ascii_alphabetic());
            if let (Some(letter), None) = (letters.next(), letters.next()) {
                let piece = self.piece(letter.to_ascii_uppercase())?;
                *letter =
                    if letter.is_ascii_lowercase() { piece.to_ascii_lowercase() } else { piece };
            }
        }
        // Letters of ASCII took the place of others.
        String::from_utf8(word).ok()
    }
}

impl Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error of a text that is the code of no language.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseLanguageError {
    /// The text.
    pub got: String,
}

impl Display for ParseLanguageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let codes = Language::ALL.map(Language::code).join(", ");
        write!(f, "expected the code of a language ({codes}), got {:?}", self.got)
    }
}

impl Error for ParseLanguageError {}

impl FromStr for Language {
    type Err = ParseLanguageError;

    /// Reads a code, or a name in English, in any case.
    fn from_str(text: &str) -> Result<Language, ParseLanguageError> {
        let is_meant = |language: &Language| {
            [language.code(), language.name()].iter().any(|name| name.eq_ignore_ascii_case(text))
        };
        let named = Language::ALL.into_iter().find(is_meant);
        named.ok_or_else(|| ParseLanguageError { got: text.to_owned() })
    }
}

/// A set of languages.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Languages(u32);

impl Languages {
    /// The languages, by their names.
    pub fn iter(self) -> impl Iterator<Item = Language> {
        Language::ALL.into_iter().filter(move |language| self.0 & 1 << *language as u32 != 0)
    }

    /// True if there are none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl FromIterator<Language> for Languages {
    fn from_iter<I: IntoIterator<Item = Language>>(languages: I) -> Languages {
        Languages(languages.into_iter().fold(0, |set, language| set | 1 << language as u32))
    }
}

impl fmt::Debug for Languages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// Writes the names, as in `Danish, German or Swedish`.
impl Display for Languages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.iter().map(Language::name).collect();
        match names.split_last() {
            Some((last, [])) => f.write_str(last),
            Some((last, rest)) => write!(f, "{} or {last}", rest.join(", ")),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_names_are_read() {
        for language in Language::ALL {
            assert_eq!(language.code().parse(), Ok(language));
            assert_eq!(language.name().to_uppercase().parse(), Ok(language));
        }
        let error = "xx".parse::<Language>().unwrap_err().to_string();
        assert!(error.starts_with("expected the code of a language (cs, da, nl, en, "), "{error}");
        assert!(error.ends_with("sv), got \"xx\""), "{error}");
    }

    #[test]
    fn letters_become_those_of_english() {
        for (language, word, expected) in [
            (Language::German, "Sf3", Some("Nf3")),
            (Language::German, "Sbxd2+", Some("Nbxd2+")),
            (Language::German, "bxa8=D#", Some("bxa8=Q#")),
            (Language::German, "a8D", Some("a8Q")),
            (Language::German, "a8=d", Some("a8=q")),
            (Language::German, "a8 =T", Some("a8 =R")),
            (Language::German, "a8(L)", Some("a8(B)")),
            (Language::German, "a8=\u{2655}", Some("a8=\u{2655}")),
            (Language::German, "\u{2658}f3", Some("\u{2658}f3")),
            (Language::German, "O-O-O+", Some("O-O-O+")),
            (Language::German, "e4", Some("e4")),
            (Language::German, "exd6ep", Some("exd6ep")),
            (Language::German, "Sg1-f3", Some("Ng1-f3")),
            (Language::German, "e7e8q", Some("e7e8q")),
            (Language::German, "Nf3", None),
            (Language::German, "a8=Q", None),
            // Pawns are written without a letter.
            (Language::German, "Be4", None),
            (Language::German, "B@e4", Some("P@e4")),
            (Language::Dutch, "O-O", Some("O-O")),
            (Language::Dutch, "Pf3", Some("Nf3")),
            (Language::Estonian, "Oc4", Some("Bc4")),
            (Language::Estonian, "OO", Some("OO")),
            (Language::French, "Rf1", Some("Kf1")),
            (Language::Romanian, "Ne2", Some("Be2")),
        ] {
            assert_eq!(language.to_english(word).as_deref(), expected, "{language}: {word}");
        }
    }
}
