//! The facts of a game that filters ask for, and their collection while PGN is read.

use std::borrow::Cow;

use shakmaty::Outcome;
use zobrist_shakmaty::GameResultTag;
use zobrist_text_encoding::TextEncoding;

use super::game_date::GameDate;
use crate::tags::{GameResult, elo};

/// The facts of a game that filters ask for: its columns in the table of games. Texts are UTF-8 or
/// else Latin-1. The default is a game without tags.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct GameFacts<'a> {
    /// The tag `White`.
    pub white_name: Option<&'a [u8]>,
    /// The tag `Black`.
    pub black_name: Option<&'a [u8]>,
    /// The tag `WhiteElo`, if it is an Elo: from 1 to 9999.
    pub white_elo: Option<i32>,
    /// The tag `BlackElo`, if it is an Elo: from 1 to 9999.
    pub black_elo: Option<i32>,
    /// The result.
    pub result: GameResult,
    /// The tag `Date`, as it is.
    pub date: Option<&'a [u8]>,
    /// The tag `UTCDate`, as it is.
    pub utc_date: Option<&'a [u8]>,
    /// The tag `Event`.
    pub event: Option<&'a [u8]>,
    /// The tag `TimeControl`.
    pub time_control: Option<&'a [u8]>,
}

impl GameFacts<'_> {
    /// Returns the date of the game.
    #[must_use]
    pub fn game_date(&self) -> GameDate {
        GameDate::of(self.date, self.utc_date)
    }
}

/// Collects what a filter asks of a game while the game is read. It is the same as what an index of
/// the game stores: of a tag that occurs twice the last one counts, and of an Elo the last one that
/// is an Elo.
///
/// ```
/// use zobrist_index::TagFacts;
/// use zobrist_index::shakmaty::Outcome;
///
/// let mut tags = TagFacts::default();
/// tags.tag(b"White", b"Carlsen, Magnus");
/// tags.tag(b"WhiteElo", b"2850");
/// tags.end(Outcome::from_ascii(b"1-0").unwrap());
/// let game = tags.facts();
/// assert_eq!((game.white_elo, game.black_elo), (Some(2850), None));
/// assert_eq!(game.result.as_str(), "1-0");
/// ```
#[derive(Clone, Debug, Default)]
pub struct TagFacts {
    /// The texts of [`TEXTS`].
    texts: [Option<Vec<u8>>; TEXTS.len()],
    elos: [Option<i32>; 2],
    result: GameResultTag,
    encoding: TextEncoding,
    has_decoded: bool,
    /// Memory for the texts of the next game.
    spare: Vec<Vec<u8>>,
}

/// The tags that are texts.
const TEXTS: [&[u8]; 6] = [b"White", b"Black", b"Date", b"UTCDate", b"Event", b"TimeControl"];

impl TagFacts {
    /// Text of this and later games that is not UTF-8 is read by this encoding, and not by the
    /// default one.
    pub fn read_by(&mut self, encoding: TextEncoding) {
        self.encoding = encoding;
    }

    /// True if a text of the game is not UTF-8.
    #[must_use]
    pub fn has_decoded(&self) -> bool {
        self.has_decoded
    }

    /// Takes a tag, with its value as [`GameVisitor::tag`](zobrist_shakmaty::GameVisitor::tag)
    /// gives it. Other tags do not count.
    pub fn tag(&mut self, name: &[u8], value: &[u8]) {
        match name {
            b"WhiteElo" => self.elo(0, value),
            b"BlackElo" => self.elo(1, value),
            b"Result" => self.result.tag(value),
            _ => {
                if let Some(text) = TEXTS.iter().position(|tag| *tag == name) {
                    let spare = || self.spare.pop().unwrap_or_default();
                    let text = self.texts[text].get_or_insert_with(spare);
                    text.clear();
                    let value = self.encoding.decode(value);
                    self.has_decoded |= matches!(value, Cow::Owned(_));
                    text.extend_from_slice(value.as_bytes());
                }
            }
        }
    }

    fn elo(&mut self, side: usize, value: &[u8]) {
        self.elos[side] = elo(value).map(i32::from).or(self.elos[side]);
    }

    /// Takes the result after the moves, which counts if no tag has one.
    pub fn end(&mut self, result: Outcome) {
        self.result.end(result);
    }

    /// Returns the facts of the game so far.
    pub fn facts(&self) -> GameFacts<'_> {
        let [white_name, black_name, date, utc_date, event, time_control] =
            self.texts.each_ref().map(Option::as_deref);
        let [white_elo, black_elo] = self.elos;
        let result = GameResult::from(self.result.result());
        GameFacts {
            white_name,
            black_name,
            white_elo,
            black_elo,
            result,
            date,
            utc_date,
            event,
            time_control,
        }
    }

    /// Forgets the game, for the next one. The memory for its texts is kept.
    pub fn clear(&mut self) {
        self.spare.extend(self.texts.iter_mut().filter_map(Option::take));
        self.elos = [None; 2];
        self.result = GameResultTag::default();
        self.has_decoded = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_become_facts_and_are_forgotten() {
        let mut tags = TagFacts::default();
        for (name, value) in [
            ("White", "First"),
            ("White", "Carlsen, Magnus"),
            ("Black", ""),
            ("WhiteElo", " 2850 "),
            ("WhiteElo", "?"),
            ("BlackElo", "0"),
            ("Result", "*"),
            ("Date", "2023.??.??"),
            ("UTCDate", "2023.05.01"),
            ("Event", "Titled Tuesday"),
            ("TimeControl", "180+1"),
            ("Site", "?"),
        ] {
            tags.tag(name.as_bytes(), value.as_bytes());
        }
        tags.end(Outcome::from_ascii(b"0-1").unwrap());
        let expected = GameFacts {
            white_name: Some(b"Carlsen, Magnus"),
            black_name: Some(b""),
            white_elo: Some(2850),
            black_elo: None,
            result: GameResult::Black,
            date: Some(b"2023.??.??"),
            utc_date: Some(b"2023.05.01"),
            event: Some(b"Titled Tuesday"),
            time_control: Some(b"180+1"),
        };
        assert_eq!(tags.facts(), expected);
        tags.clear();
        assert_eq!(tags.facts(), GameFacts::default());
        tags.tag(b"Event", b"M\xfcnchen");
        assert_eq!(tags.facts().event, Some("München".as_bytes()));
        assert!(tags.has_decoded());
        tags.read_by("windows-1250".parse().unwrap());
        tags.clear();
        assert!(!tags.has_decoded());
        tags.tag(b"White", b"Dvo\xf8\xe1k");
        assert_eq!(tags.facts().white_name, Some("Dvořák".as_bytes()));
    }
}
