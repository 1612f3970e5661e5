//! The names of the players of an index, to be suggested while one types.

use std::cmp::Reverse;
use std::collections::HashMap;

use memchr::memmem;

use super::index::Index;
use crate::error::IndexError;
use crate::filter::{Likeness, PlayerName, folded};
use crate::format::table::GameColumns;
use crate::tags::utf8;

/// The names of all players, with the number of their games.
///
/// Memory: about four times the bytes of the different names.
///
/// ```
/// use zobrist_index::{BuildOptions, Index, IndexBuilder, PlayerName};
///
/// # let folder = std::env::temp_dir().join(format!("zobrist-names-{}", std::process::id()));
/// let games = b"[White \"Carlsen, Magnus\"]\n[Black \"Caruana, F\"]\n\n1. e4 *\n\n\
///               [White \"Carlsen, Magnus\"]\n[Black \"Svidler, P\"]\n\n1. d4 *\n";
/// let mut builder = IndexBuilder::create(&folder, BuildOptions::default())?;
/// builder.add_pgn("games.pgn", games)?;
/// builder.finish()?;
///
/// let names = Index::open(&folder)?.player_names()?;
/// let suggested = |text: &str| -> Vec<(String, u64)> {
///     let found = names.suggest(&PlayerName::new(text).unwrap(), 10);
///     found.iter().map(|(name, games)| (name.to_string(), *games)).collect()
/// };
/// assert_eq!(suggested("car"), [("Carlsen, Magnus".to_owned(), 2), ("Caruana, F".to_owned(), 1)]);
/// assert_eq!(suggested("carlson"), [("Carlsen, Magnus".to_owned(), 2)]);
/// # std::fs::remove_dir_all(folder).ok();
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct PlayerNames {
    names: Vec<(String, u64)>,
    /// The names, folded, with a line end after each.
    folded: String,
    /// Where each begins in `folded`.
    starts: Vec<usize>,
    /// Where words begin in `folded`, but for the first of each name.
    words: Vec<usize>,
    /// The letters of each.
    letters: Vec<u64>,
}

impl Index {
    /// Returns the names of all players, those of White and of Black, with the number of their
    /// games. A name is what the tag says: two spellings are two names. Empty names and `?` are
    /// left out.
    ///
    /// Cost: reads two columns of all games.
    ///
    /// # Errors
    /// When a file is missing, cannot be read or is [damaged](Index#damage).
    pub fn player_names(&self) -> Result<PlayerNames, IndexError> {
        let mut counts: HashMap<Vec<u8>, u64> = HashMap::new();
        let mut groups = self.game_groups();
        while let Some(group) = groups.next()? {
            let rows: Vec<usize> = (0..group.rows.len).collect();
            for column in ["white_name", "black_name"] {
                let names = group.file.texts_at::<GameColumns>(group.rows.group, column, &rows)?;
                for name in names.iter().flatten() {
                    match counts.get_mut(name.data()) {
                        Some(games) => *games += 1,
                        None => drop(counts.insert(name.data().to_vec(), 1)),
                    }
                }
            }
        }
        let names = counts.into_iter().map(|(name, games)| (utf8(&name).into_owned(), games));
        Ok(PlayerNames::of(names))
    }
}

impl PlayerNames {
    /// Names with the number of their games; those that stand twice are added.
    fn of(names: impl IntoIterator<Item = (String, u64)>) -> PlayerNames {
        let mut all: HashMap<String, u64> = HashMap::new();
        for (name, games) in names {
            *all.entry(name).or_default() += games;
        }
        let mut names: Vec<(String, u64)> = all.into_iter().collect();
        names.retain(|(name, _)| !matches!(name.trim(), "" | "?"));
        names.sort_unstable_by(|(one, some), (other, games)| {
            (Reverse(some), one).cmp(&(Reverse(games), other))
        });
        let mut found = PlayerNames::default();
        for (name, _) in &names {
            found.starts.push(found.folded.len());
            let text = folded(name.as_bytes()).replace('\n', " ");
            found.letters.push(letters(&text));
            let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte >= 0x80;
            let ends = text.bytes().enumerate().filter(|(_, byte)| !is_letter(*byte));
            found.words.extend(ends.map(|(at, _)| found.folded.len() + at + 1));
            found.folded.push_str(&text);
            found.folded.push('\n');
        }
        found.names = names;
        found
    }

    /// Adds the names of another index.
    pub fn add(&mut self, other: &PlayerNames) {
        let names = std::mem::take(&mut self.names);
        *self = PlayerNames::of(names.into_iter().chain(other.names.iter().cloned()));
    }

    /// Returns the number of different names.
    #[must_use]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Returns true if there is no name.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Returns at most `most` names for a text that somebody types, with the number of their games:
    /// first those that begin with it, then those with a word that does, then the others that
    /// [have it](PlayerName::is_in), each in the order of their games, the most first; and then, if
    /// there is room, those that are [near](crate::NearestNames), the nearest first.
    ///
    /// Cost: a search in the bytes of all names, as far as there is room, and for near ones a
    /// comparison with each name that has two thirds of the letters.
    #[must_use]
    pub fn suggest(&self, text: &PlayerName, most: usize) -> Vec<(&str, u64)> {
        let mut found = self.beginning_with(text, most);
        if found.len() < most {
            found.extend(self.with_word(text, most));
            found.extend(self.with_words(text, most));
            found.extend(self.with_part(text, most));
            found.sort_unstable_by_key(|(rank, name)| (*name, *rank));
            found.dedup_by_key(|(_, name)| *name);
            // Names are in the order of their games.
            found.sort_unstable();
        }
        if found.len() < most {
            let seen = &found;
            let near: Vec<(usize, usize)> = self.near(text, seen);
            found.extend(near);
        }
        found.truncate(most);
        found.iter().map(|(_, name)| (&*self.names[*name].0, self.names[*name].1)).collect()
    }

    /// The first names that begin with the text, each with its rank, 0. Of each rank, no more than
    /// `most` can be among the suggestions.
    fn beginning_with(&self, text: &PlayerName, most: usize) -> Vec<(usize, usize)> {
        let (text, bytes) = (text.as_folded().as_bytes(), self.folded.as_bytes());
        let starts = self.starts.iter().enumerate();
        let begins = starts.filter(|(_, start)| begins_at(bytes, **start, text));
        begins.map(|(name, _)| (0, name)).take(most).collect()
    }

    /// The first names with a word that begins with the text, each with its rank, 1.
    fn with_word(&self, text: &PlayerName, most: usize) -> Vec<(usize, usize)> {
        let (text, bytes) = (text.as_folded().as_bytes(), self.folded.as_bytes());
        let mut name = 0;
        let begins = self.words.iter().filter(|at| begins_at(bytes, **at, text));
        let mut found: Vec<(usize, usize)> = Vec::new();
        for at in begins {
            name = self.name_at(*at, name);
            if found.last().is_none_or(|(_, last)| *last != name) {
                found.push((1, name));
                if found.len() >= most {
                    break;
                }
            }
        }
        found
    }

    /// The first names that have the text as a whole, each with the rank of one that has it within a
    /// word, 2.
    fn with_part(&self, text: &PlayerName, most: usize) -> Vec<(usize, usize)> {
        let finder = memmem::Finder::new(text.as_folded());
        let bytes = self.folded.as_bytes();
        let mut found: Vec<(usize, usize)> = Vec::new();
        let (mut name, mut from) = (0, 0);
        while found.len() < most
            && let Some(at) = finder.find(&bytes[from..]).map(|at| from + at)
        {
            name = self.name_at(at, name);
            found.push((2, name));
            from = self.end_of(name);
        }
        found
    }

    /// The first names of which several words of the text begin words, each with its rank, 1.
    fn with_words(&self, text: &PlayerName, most: usize) -> Vec<(usize, usize)> {
        let Some(longest) = text.longest_word() else { return Vec::new() };
        let finder = memmem::Finder::new(longest);
        let bytes = self.folded.as_bytes();
        let mut found: Vec<(usize, usize)> = Vec::new();
        let (mut name, mut from) = (0, 0);
        while found.len() < most
            && let Some(at) = finder.find(&bytes[from..]).map(|at| from + at)
        {
            name = self.name_at(at, name);
            if text.begins_words_of(self.folded_name(name)) {
                found.push((1, name));
            }
            from = self.end_of(name);
        }
        found
    }

    /// The name with a byte of all folded names, which is not before another name.
    fn name_at(&self, at: usize, not_before: usize) -> usize {
        let mut name = not_before;
        while self.starts.get(name + 1).is_some_and(|next| *next <= at) {
            name += 1;
        }
        name
    }

    /// The end of a folded name, after its line end.
    fn end_of(&self, name: usize) -> usize {
        self.starts.get(name + 1).map_or(self.folded.len(), |next| *next)
    }

    /// The names that are near and not among `seen`, the nearest first.
    fn near(&self, text: &PlayerName, seen: &[(usize, usize)]) -> Vec<(usize, usize)> {
        let likeness = Likeness::to(text.as_str());
        // A name is near if a third of the letters of the whole, or of a word, must be changed:
        // it lacks no more of them.
        let whole = text.as_folded();
        let parts: Vec<(u64, u32)> = [whole]
            .into_iter()
            .chain(whole.split(|letter: char| !letter.is_alphanumeric()))
            .map(|part| {
                let length = part.chars().filter(|letter| letter.is_alphanumeric()).count();
                (letters(part), (length / 3) as u32)
            })
            .filter(|(letters, _)| *letters != 0)
            .collect();
        let mut found: Vec<(usize, usize)> = Vec::new();
        for (name, letters) in self.letters.iter().enumerate() {
            let may_be = parts.iter().any(|(part, most)| (part & !letters).count_ones() <= *most);
            if may_be
                && likeness.may_be_near(self.folded_name(name))
                && let Some(distance) = likeness.distance(self.folded_name(name).as_bytes())
                && !seen.iter().any(|(_, other)| *other == name)
            {
                found.push((distance, name));
            }
        }
        found.sort_unstable();
        found
    }

    fn folded_name(&self, name: usize) -> &str {
        &self.folded[self.starts[name]..self.end_of(name) - 1]
    }
}

/// True if a text of at least a byte stands at a place of others. Mostly the first byte tells.
fn begins_at(bytes: &[u8], at: usize, text: &[u8]) -> bool {
    bytes.get(at) == text.first() && bytes[at..].starts_with(text)
}

/// A bit for each letter and digit of a folded text; others share the rest.
fn letters(text: &str) -> u64 {
    let bit = |letter: char| match letter {
        'a'..='z' => letter as u32 - 'a' as u32,
        '0'..='9' => 26 + letter as u32 - '0' as u32,
        _ => 36 + letter as u32 % 28,
    };
    let letters = text.chars().filter(|letter| letter.is_alphanumeric());
    letters.fold(0, |bits, letter| bits | 1 << bit(letter))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn suggested(names: &PlayerNames, text: &str, most: usize) -> Vec<String> {
        let part = PlayerName::new(text).unwrap();
        names.suggest(&part, most).into_iter().map(|(name, _)| name.to_owned()).collect()
    }

    fn of(names: &[(&str, u64)]) -> PlayerNames {
        PlayerNames::of(names.iter().map(|(name, games)| ((*name).to_owned(), *games)))
    }

    #[test]
    fn beginnings_come_before_words_and_parts_and_those_before_near_names() {
        let names = of(&[
            ("Ivanov, Alexander", 5),
            ("Petrov, Ivan", 90),
            ("Divanov, X", 200),
            ("Ivanova, Maria", 7),
            ("Iwanow, A", 1000),
            ("Kasparov, Garry", 1),
            ("?", 10_000),
            ("", 10_000),
        ]);
        assert_eq!(names.len(), 6);
        assert_eq!(
            suggested(&names, "ivan", 10),
            ["Ivanova, Maria", "Ivanov, Alexander", "Petrov, Ivan", "Divanov, X", "Iwanow, A"]
        );
        assert_eq!(suggested(&names, "ivan", 2), ["Ivanova, Maria", "Ivanov, Alexander"]);
        assert_eq!(
            suggested(&names, "Ivanov", 10),
            ["Ivanova, Maria", "Ivanov, Alexander", "Divanov, X", "Iwanow, A"]
        );
        assert_eq!(suggested(&names, "alexander ivan", 1), ["Ivanov, Alexander"]);
        assert_eq!(suggested(&names, "KASPAROW", 10), ["Kasparov, Garry"]);
        assert_eq!(suggested(&names, "xyzzy", 10), [""; 0]);
    }

    #[test]
    fn the_names_of_two_indexes_are_added() {
        let mut names = of(&[("A", 1), ("Jos\u{e9}", 2)]);
        names.add(&of(&[("A", 4), ("B\nJ", 1)]));
        let all = |text: &str| names.suggest(&PlayerName::new(text).unwrap(), 9);
        assert_eq!(all("a"), [("A", 5)]);
        assert_eq!(all("jose"), [("Jos\u{e9}", 2)]);
        assert_eq!(all("b"), [("B\nJ", 1)]);
    }

    /// More players than a million games of tournaments have.
    /// `cargo test --release -p zobrist-index --lib -- --ignored --nocapture suggestions_of`.
    #[test]
    #[ignore = "a figure of a release build"]
    fn suggestions_of_two_hundred_thousand_names_take_at_most_30_ms() {
        // Names of syllables such as `ka`, a hundred of them.
        let word = |mut number: u64, syllables: u32| {
            let mut text = String::new();
            for _ in 0..syllables {
                let [consonant, vowel] = [number % 20, number / 20 % 5].map(|at| at as usize);
                text.extend(["bcdfghjklmnprstvwxyz".as_bytes()[consonant] as char]);
                text.extend(["aeiou".as_bytes()[vowel] as char]);
                number /= 100;
            }
            text[..1].to_uppercase() + &text[1..]
        };
        let name = |number: u64| {
            let mixed = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 10;
            let (surname, given) = (word(mixed, 3 + number as u32 % 3), word(mixed >> 20, 2));
            format!("{surname}, {given} {number}")
        };
        let names = PlayerNames::of((0..200_000).map(|number| (name(number), 1 + number % 7)));
        assert_eq!(names.len(), 200_000);
        // A letter, parts of names, and names with a wrong letter or two letters swapped.
        let of = |number: u64| name(number).split_once(',').unwrap().0.to_lowercase();
        let swapped = |text: String| {
            let mut letters: Vec<char> = text.chars().collect();
            letters.swap(2, 3);
            letters.into_iter().collect::<String>()
        };
        let [one, two, three] = [77, 100_000, 199_998].map(of);
        let wrong = [format!("{one}q"), swapped(two), three.replace(['a', 'e', 'i'], "y")];
        let texts = ["a", "x", "ka", "kat", "uxo", "kasparof", "ka lo", "19999", "xqzwy"];
        for text in texts.into_iter().chain(wrong.iter().map(String::as_str)) {
            let text = PlayerName::new(text).unwrap();
            let mut times: Vec<f64> = (0..9)
                .map(|_| {
                    let begin = std::time::Instant::now();
                    assert!(names.suggest(&text, 10).len() <= 10);
                    begin.elapsed().as_secs_f64() * 1e3
                })
                .collect();
            times.sort_by(f64::total_cmp);
            let median = times[4];
            println!("{}: {median:.1} ms, the median of 9", text.as_str());
            assert!(median <= 30.0, "{}: {times:?}", text.as_str());
        }
    }

    proptest! {
        /// The definition: all names that have the text, and then all that are near.
        #[test]
        fn suggestions_are_the_names_that_a_filter_finds(
            names in prop::collection::vec("[abcde\u{e9}]{1,4}([ ,.][abe]{1,3})?", 1..40),
            text in "[abcde]{1,4}( [abe]{1,2})?",
        ) {
            let names = PlayerNames::of(names.into_iter().map(|name| (name, 1)));
            let part = PlayerName::new(&text).unwrap();
            let got: Vec<&str> =
                names.suggest(&part, usize::MAX).into_iter().map(|(name, _)| name).collect();
            let has = |name: &&str| part.is_in(name.as_bytes());
            let likeness = Likeness::to(&text);
            for (name, _) in &names.names {
                let is_near = likeness.distance(name.as_bytes()).is_some();
                prop_assert_eq!(got.contains(&&**name), has(&&**name) || is_near, "{}", name);
            }
            let first = got.iter().take_while(|name| has(name)).count();
            prop_assert!(got[first..].iter().all(|name| !has(name)), "{:?}", got);
            for most in 0..=got.len() {
                prop_assert_eq!(suggested(&names, &text, most), &got[..most]);
            }
        }
    }
}
