//! The rules by which games count as the same.

use std::hash::{DefaultHasher, Hash, Hasher};

use serde::{Deserialize, Serialize};

use crate::filter::{GameDate, folded};
use crate::tags::{GameResult, utf8};

/// The rule by which games count as duplicates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Duplicates {
    /// Games whose moves, result and tags `Variant`, `FEN`, `White`, `Black` and `Date` are those
    /// of an earlier game.
    #[default]
    Exact,
    /// Games with the [key](PlayersKey) of an earlier one that is kept, and a date that
    /// [agrees](GameDate::agrees_with) with it.
    ///
    /// Dates that agree with a third need not agree with each other. So each game is compared with
    /// the earlier ones that are kept, in their order, and is a duplicate of the first with which
    /// it agrees: [`first_agreeing`]. Another order of the games may leave others.
    Players,
}

/// The parts of a game that [`PlayersKey`] takes. Texts are as the table of games stores them.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct PlayedGame<'a> {
    /// The tag `Variant`.
    pub variant: Option<&'a [u8]>,
    /// The tag `FEN`.
    pub fen: Option<&'a [u8]>,
    /// The moves, two bytes a ply.
    pub moves: &'a [u8],
    /// The result.
    pub result: GameResult,
    /// The tag `White`.
    pub white_name: Option<&'a [u8]>,
    /// The tag `Black`.
    pub black_name: Option<&'a [u8]>,
}

/// 128 bits of what duplicates by [`Duplicates::Players`] have in common: the moves, the result,
/// the tags `Variant` and `FEN` as text, and the surname of each player.
///
/// The surname is the last word before the first comma or, without a comma, the last word of the
/// name, both without case and accents. Words consist of letters and digits; words of one letter
/// are initials and do not count, unless there are no others. So `Carlsen, Magnus`, `Carlsen, M.`,
/// `CARLSEN M` and `Magnus Carlsen` have one key, and so have `van Foreest, J.` and
/// `Jorden van Foreest`. A name without words, such as `?`, is no name: it is equal to a missing
/// one, and to no other.
///
/// Limits: given names do not count, so that sisters and namesakes are one player; the moves, the
/// result and the other player still have to be the same. `Carlsen Magnus` without a comma and
/// names with a word after the surname (`Magnus Carlsen GM`) are other players than
/// `Carlsen, Magnus`. So are spellings that differ in more than case and accents (`Müller` and
/// `Mueller`).
///
/// The values are for use within one run: they may differ between versions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlayersKey(u128);

impl PlayersKey {
    /// Computes the key of a game.
    #[must_use]
    pub fn of(game: &PlayedGame) -> PlayersKey {
        let names = [game.white_name, game.black_name].map(|name| name.and_then(surname));
        let half = |salt: u64| {
            let mut hasher = DefaultHasher::new();
            let fields = (game.variant, game.fen, game.moves, game.result.as_str(), &names);
            (salt, fields).hash(&mut hasher);
            hasher.finish()
        };
        PlayersKey(u128::from(half(0)) << 64 | u128::from(half(1)))
    }

    pub(crate) fn bits(self) -> u128 {
        self.0
    }
}

/// 64 bits of what a game and its beginning have in common beside the moves: the tags `Variant` and
/// `FEN` as text, and the surname of each player, as in [`PlayersKey`].
pub(crate) fn start_and_players(game: &PlayedGame) -> u64 {
    let names = [game.white_name, game.black_name].map(|name| name.and_then(surname));
    let mut hasher = DefaultHasher::new();
    (game.variant, game.fen, &names).hash(&mut hasher);
    hasher.finish()
}

/// The surname in a name, folded; `None` if the name has no words.
fn surname(name: &[u8]) -> Option<String> {
    let name = utf8(name);
    let before_comma = name.split_once(',').map_or(&*name, |(before, _)| before);
    // Without a surname before the comma, the rest is all there is.
    last_word(before_comma).or_else(|| last_word(&name))
}

/// The last word of a text, folded, and of more than one letter if there is such a one.
fn last_word(text: &str) -> Option<String> {
    let text = folded(text.as_bytes());
    let words = || text.split(|letter: char| !letter.is_alphanumeric()).rev();
    let long = words().find(|word| word.chars().nth(1).is_some());
    long.or_else(|| words().find(|word| !word.is_empty())).map(str::to_owned)
}

/// Returns the place of the first of some dates with which a date agrees. The dates are those of
/// the games that are kept of one [`PlayersKey`], in the order of the games: the game of the date
/// is a duplicate of the one at that place, or is kept if there is none.
///
/// Cost: a comparison for each date. The kept ones are of different days, and so there are few but
/// for games without moves.
#[must_use]
pub fn first_agreeing(kept: &[GameDate], date: GameDate) -> Option<usize> {
    kept.iter().position(|other| other.agrees_with(date))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_surname_is_found_in_each_way_to_write_a_name() {
        for (expected, names) in [
            (
                "carlsen",
                &[
                    "Carlsen, Magnus",
                    "Carlsen,M",
                    "Carlsen, M.",
                    "CARLSEN M",
                    "M. Carlsen",
                    "Magnus Carlsen",
                    "Carlsen",
                    "Cärlsen, Magnus, GM",
                    ", Carlsen",
                ][..],
            ),
            ("foreest", &["van Foreest, Jorden", "Jorden van Foreest", "Van Foreest, J."]),
            ("lagrave", &["Vachier-Lagrave, Maxime", "Maxime Vachier-Lagrave"]),
            ("kelly", &["O'Kelly, A.", "A. O’Kelly"]),
            ("drnykterstein", &["DrNykterstein"]),
            ("duda", &["Duda, Jan-Krzysztof"]),
            ("wojtaszek", &["Wójtaszek, R"]),
            ("x", &["X", "x.", "A. X"]),
            ("magnus", &["Carlsen Magnus"]),
            ("player123", &["player123"]),
        ] {
            for name in names {
                assert_eq!(surname(name.as_bytes()).as_deref(), Some(expected), "{name}");
            }
        }
        for name in ["", "?", " , ", "..."] {
            assert_eq!(surname(name.as_bytes()), None, "{name}");
        }
    }

    fn game<'a>(white: &'a str, black: &'a str) -> PlayedGame<'a> {
        PlayedGame {
            moves: &[1, 2, 3, 4],
            result: GameResult::White,
            white_name: Some(white.as_bytes()),
            black_name: Some(black.as_bytes()),
            ..PlayedGame::default()
        }
    }

    #[test]
    fn a_key_depends_on_all_but_given_names_case_and_accents() {
        let first = game("Carlsen, Magnus", "Müller, Karsten");
        let key = PlayersKey::of(&first);
        assert_eq!(key, PlayersKey::of(&game("CARLSEN, M.", "Karsten Muller")));
        for other in [
            game("Carlsen, Magnus", "Mueller, Karsten"),
            game("Müller, Karsten", "Carlsen, Magnus"),
            game("Carlsen, Magnus", "?"),
            PlayedGame { black_name: None, ..first },
            PlayedGame { moves: &[1, 2], ..first },
            PlayedGame { result: GameResult::Draw, ..first },
            PlayedGame { variant: Some(b"Atomic"), ..first },
            PlayedGame { fen: Some(b""), ..first },
        ] {
            assert_ne!(key, PlayersKey::of(&other), "{other:?}");
        }
        let nobody = PlayedGame { white_name: None, ..game("", "B") };
        assert_eq!(PlayersKey::of(&nobody), PlayersKey::of(&game("?", "b")));
    }

    #[test]
    fn a_game_is_a_duplicate_of_the_first_kept_one() {
        let date = |text: &str| GameDate::of(Some(text.as_bytes()), None);
        let mut kept = Vec::new();
        for (text, duplicate_of) in [
            ("2023.05.01", None),
            ("2023.05.02", None),
            ("2023.05.??", Some(0)),
            ("2023.05.02", Some(1)),
            ("2023.??.03", None),
            ("2023.06.??", Some(2)),
            ("2023.06.04", None),
            ("????.??.??", Some(0)),
            ("2022", None),
        ] {
            let date = date(text);
            let found = first_agreeing(&kept, date);
            assert_eq!(found, duplicate_of, "{text}");
            if found.is_none() {
                kept.push(date);
            }
        }
    }
}
