//! The names nearest to those that a filter asks for and that no game has, by their distance: names
//! may be misspelt.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::fold::folded;
use super::query::{Condition, Filter};
use super::text_part::TextPart;
use super::word_changes::WordBits;
use crate::tags::utf8;

/// Number of sums by which names that were seen before are remembered, each in a place of its own.
const REMEMBERED: usize = 1 << 16;

/// Searches names for the nearest ones to those that a filter asks for, as far as no name fits.
///
/// A name is near if at most one letter in three of those asked for must be changed to make it fit;
/// words may stand in any order, and the name may have initials only.
///
/// Memory: half a megabyte, and the names that are found.
///
/// ```
/// use zobrist_index::{Condition, Filter, NearestNames, PlayerName};
///
/// let mut filter = Filter::default();
/// filter.players = vec![PlayerName::new("kasparow")?, PlayerName::new("karpov")?];
/// let mut nearest = NearestNames::of(&filter, &[Condition::Players], 5);
/// for name in ["Kasparov, Garry", "Karpov, Anatoly", "Kasparov,G", "Fischer, Robert"] {
///     nearest.take(Condition::Players, name.as_bytes());
/// }
/// let found: Vec<_> = nearest.unmet().collect();
/// assert_eq!(found.len(), 1, "Karpov is there");
/// let (condition, asked, names) = &found[0];
/// assert_eq!((*condition, asked.as_str()), (Condition::Players, "kasparow"));
/// assert_eq!(names, &["Kasparov, Garry", "Kasparov,G"]);
/// # Ok::<(), zobrist_index::FilterError>(())
/// ```
#[derive(Clone, Debug)]
pub struct NearestNames {
    asked: Vec<QueryName>,
    most: usize,
    seen: Vec<u64>,
}

/// A name that was asked for.
#[derive(Clone, Debug)]
struct QueryName {
    condition: Condition,
    part: TextPart,
    likeness: Likeness,
    /// True once a name fits.
    is_met: bool,
    /// The nearest names, with their distance, in the order of these and then of the alphabet.
    names: Vec<(usize, String)>,
}

impl NearestNames {
    /// Takes the names that a filter asks for by some conditions: those of players and opponents by
    /// [`Condition::Players`], and that of the event by [`Condition::Event`]. At most `most` names
    /// are kept for each.
    #[must_use]
    pub fn of(filter: &Filter, conditions: &[Condition], most: usize) -> NearestNames {
        let players = filter.players.iter().chain(&filter.opponent);
        let players = players.map(|part| (Condition::Players, part));
        let events = filter.event.iter().map(|part| (Condition::Event, part));
        let asked = players.chain(events).filter(|(condition, _)| conditions.contains(condition));
        let asked = asked.map(|(condition, part)| QueryName {
            condition,
            part: part.clone(),
            likeness: Likeness::to(part.as_str()),
            is_met: false,
            names: Vec::new(),
        });
        NearestNames { asked: asked.collect(), most, seen: vec![0; REMEMBERED] }
    }

    /// Returns true if a name that was asked for by a condition does not fit any that was taken.
    #[must_use]
    pub fn is_wanted(&self, condition: Condition) -> bool {
        self.asked.iter().any(|asked| asked.condition == condition && !asked.is_met)
    }

    /// Takes a name of a player or of an event, which is UTF-8 or else Latin-1.
    ///
    /// Cost: some nanoseconds for a name that was taken before, and about a microsecond for each
    /// name asked for otherwise.
    pub fn take(&mut self, condition: Condition, name: &[u8]) {
        let mut hasher = DefaultHasher::new();
        (condition, name).hash(&mut hasher);
        // Places that are empty have 0.
        let sum = hasher.finish() | 1;
        let place = &mut self.seen[(sum >> 48) as usize % REMEMBERED];
        if std::mem::replace(place, sum) == sum {
            return;
        }
        let asked = self.asked.iter_mut();
        for asked in asked.filter(|asked| asked.condition == condition && !asked.is_met) {
            asked.take(name, self.most);
        }
    }

    /// Returns what was asked for and fits no name that was taken, by which condition, and the
    /// names that are near, the nearest first. There may be none.
    pub fn unmet(&self) -> impl Iterator<Item = (Condition, &TextPart, Vec<&str>)> {
        self.asked.iter().filter(|asked| !asked.is_met).map(|asked| {
            let names = asked.names.iter().map(|(_, name)| name.as_str());
            (asked.condition, &asked.part, names.collect())
        })
    }
}

impl QueryName {
    fn take(&mut self, name: &[u8], most: usize) {
        if self.part.is_in(name) {
            self.is_met = true;
            return;
        }
        let Some(distance) = self.likeness.distance(name) else { return };
        if self.names.len() >= most && self.names.last().is_none_or(|last| last.0 < distance) {
            return;
        }
        let new = (distance, utf8(name).into_owned());
        if let Err(place) = self.names.binary_search(&new) {
            self.names.insert(place, new);
            self.names.truncate(most);
        }
    }
}

/// The longest part of a name that is compared, in characters, so that a tag of any length costs
/// little.
const COMPARED: usize = 100;

/// Changes per thousand letters asked for, up to which a name is near: one in three.
const NEAR: usize = 333;

/// A name that was asked for, as letters and digits.
#[derive(Clone, Debug)]
pub(crate) struct Likeness {
    /// The longest first.
    words: Vec<Vec<char>>,
    whole: Vec<char>,
    /// The bits of the words, and of the whole; `None` if one has too many letters.
    bits: Option<(Vec<WordBits>, WordBits)>,
}

impl Likeness {
    /// The likeness to a name.
    pub(crate) fn to(name: &str) -> Likeness {
        let mut words = words(name.as_bytes());
        let whole = words.concat();
        words.sort_by_key(|word| std::cmp::Reverse(word.len()));
        let bits = words.iter().map(|word| WordBits::of(word)).collect::<Option<Vec<_>>>();
        let bits = bits.zip(WordBits::of(&whole));
        Likeness { words, whole, bits }
    }

    /// False if a folded name is not near: neither the whole is, nor a word. Takes some nanoseconds
    /// for a letter, where the [distance](Likeness::distance) takes a microsecond or two.
    pub(crate) fn may_be_near(&self, folded: &str) -> bool {
        let Some((words, whole)) = &self.bits else { return true };
        let is_near = |changes: usize, letters: usize| 1000 * changes <= (NEAR + 1) * letters;
        let is_near_to = |bits: &WordBits,
                          word: &[char],
                          letters: &mut dyn Iterator<Item = char>| {
            let mut column = bits.start();
            // More letters are more changes than there may be.
            letters.take(word.len() * 4 / 3 + 1).for_each(|letter| bits.read(&mut column, letter));
            is_near(column.least, word.len())
        };
        let mut letters = folded.chars().filter(|letter| letter.is_alphanumeric());
        if is_near_to(whole, &self.whole, &mut letters) {
            return true;
        }
        // A single word is the whole, which has been compared with the first one.
        let compared = usize::from(words.len() == 1);
        let of_name = || folded.split(|letter: char| !letter.is_alphanumeric());
        let of_name = || of_name().filter(|other| !other.is_empty()).skip(compared);
        let mut pairs = self.words.iter().zip(words);
        pairs.any(|(word, bits)| of_name().any(|other| is_near_to(bits, word, &mut other.chars())))
    }

    /// The changes that make a part of a name that which was asked for, per thousand letters of the
    /// latter; `None` if they are too many, or if there are no letters.
    ///
    /// A change inserts, removes or replaces a letter, or swaps two neighbors. Each word is
    /// compared with the beginning of a word of the name, in any order; the rest of a word of which
    /// the name has the beginning alone, such as an initial, counts as one change, if the other
    /// words are near by themselves. If that takes fewer changes, the whole is compared with the
    /// beginning of the name, both without blanks.
    pub(crate) fn distance(&self, name: &[u8]) -> Option<usize> {
        let mut rest = words(name);
        if self.whole.is_empty() || rest.is_empty() {
            return None;
        }
        let as_whole = changes(&self.whole, &rest.concat());
        let (mut shortened, mut in_full, mut letters_in_full) = (0, 0, 0);
        for word in &self.words {
            let other = rest.iter().map(|other| word_changes(word, other)).enumerate();
            let other = other.min_by_key(|(_, changes)| *changes);
            let other = other.map(|(place, changes)| (rest.swap_remove(place), changes));
            match other {
                Some((other, _)) if is_short_for(&other, word) => shortened += 1,
                other => {
                    in_full += other.map_or(word.len(), |(_, changes)| changes);
                    letters_in_full += word.len();
                }
            }
        }
        let is_near = |changes, letters| letters > 0 && 1000 * changes / letters <= NEAR;
        let by_words = match is_near(in_full, letters_in_full) {
            true => in_full + shortened,
            false => self.whole.len(),
        };
        let distance = 1000 * as_whole.min(by_words) / self.whole.len();
        (distance <= NEAR).then_some(distance)
    }
}

/// The words of a name, which consist of letters and digits.
fn words(name: &[u8]) -> Vec<Vec<char>> {
    let most = 4 * COMPARED;
    // A character of UTF-8 is not cut.
    let is_end = |end: &usize| name.get(*end).is_none_or(|byte| byte & 0xc0 != 0x80);
    let end = (most - 3..=most).rev().find(is_end).unwrap_or(most);
    let folded = folded(&name[..end.min(name.len())]);
    let letters: Vec<char> = folded.chars().take(COMPARED).collect();
    let words = letters.split(|letter| !letter.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(<[char]>::to_vec).collect()
}

/// The changes that make the beginning of a word another word.
fn word_changes(word: &[char], of_name: &[char]) -> usize {
    match is_short_for(of_name, word) {
        true => 1,
        false => changes(word, of_name),
    }
}

fn is_short_for(of_name: &[char], word: &[char]) -> bool {
    of_name.len() < word.len() && word.starts_with(of_name)
}

/// The changes that make the beginning of a text another one.
fn changes(text: &[char], of_name: &[char]) -> usize {
    // The changes between the beginnings of the text and those of the name, a row for each of the
    // text.
    let mut before_last = Vec::new();
    let mut last: Vec<usize> = (0..=of_name.len()).collect();
    for (row, letter) in text.iter().enumerate() {
        let mut next = Vec::with_capacity(last.len());
        next.push(row + 1);
        for (column, other) in of_name.iter().enumerate() {
            let replaced = last[column] + usize::from(letter != other);
            let mut least = replaced.min(last[column + 1] + 1).min(next[column] + 1);
            let is_swapped =
                row > 0 && column > 0 && text[row - 1] == *other && of_name[column - 1] == *letter;
            if is_swapped {
                least = least.min(before_last[column - 1] + 1);
            }
            next.push(least);
        }
        before_last = std::mem::replace(&mut last, next);
    }
    last.into_iter().min().unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn no_more_names_are_kept_than_asked_for_the_nearest_whatever_their_order() {
        let event = Some(TextPart::new("olympiad").unwrap());
        let filter = Filter { event, ..Filter::default() };
        let mut names = [
            "Olympaid 4",
            "Olympaid 1",
            "Olimpaid",
            "Olympaid 2",
            "Olympaid 3",
            "Cup",
            "?",
            "",
            "O",
        ];
        for most in [0, 1, 3, 5] {
            for _ in 0..names.len() {
                names.rotate_left(1);
                let mut nearest = NearestNames::of(&filter, &[Condition::Event], most);
                for name in names.iter().chain(&names) {
                    nearest.take(Condition::Event, name.as_bytes());
                    nearest.take(Condition::Players, b"Olympiad");
                }
                let found: Vec<_> = nearest.unmet().collect();
                let expected = ["Olympaid 1", "Olympaid 2", "Olympaid 3", "Olympaid 4", "Olimpaid"];
                assert_eq!(found[0].2, expected[..most.min(5)]);
            }
        }
    }

    #[test]
    fn nothing_is_wanted_once_a_name_fits() {
        let opponent = Some(TextPart::new("so").unwrap());
        let filter = Filter { opponent, ..Filter::default() };
        let mut nearest = NearestNames::of(&filter, &[Condition::Players, Condition::Event], 5);
        assert!(nearest.is_wanted(Condition::Players) && !nearest.is_wanted(Condition::Event));
        nearest.take(Condition::Players, b"So, Wesley");
        assert!(!nearest.is_wanted(Condition::Players));
        assert_eq!(nearest.unmet().count(), 0);
        let nearest = NearestNames::of(&filter, &[Condition::Event], 5);
        assert!(!nearest.is_wanted(Condition::Players));
    }

    #[test]
    fn names_are_near_that_are_spelt_in_another_way() {
        for (asked, name, expected) in [
            ("kasparow", "Kasparov, Garry", Some(125)),
            ("Karsparov", "Kasparov, Garry", Some(111)),
            ("Garri Kasparow", "Kasparov, Garry", Some(153)),
            ("mueller", "Müller, Karsten", Some(142)),
            ("ivanov, alexander", "Ivanov, A.", Some(66)),
            ("ivanov, boris", "Ivanov, A.", Some(500)),
            ("carlsen, magnus oen", "Carlsen, Magnus", Some(187)),
            ("dr nykterstein", "DrNykterstein", Some(0)),
            ("o'kelly", "OKelly, A", Some(0)),
            ("jan-krzystof duda", "Duda, Jan Krzysztof", Some(66)),
            ("nepo", "Nepomniachtchi", Some(0)),
            ("kim", "Kin", Some(333)),
            ("so", "Xo", Some(500)),
            ("anand", "Adams", Some(600)),
            ("olympiad", "O", None),
            ("jones, alexander", "A. B", None),
            ("carlsen", "?", None),
            ("?", "Carlsen", None),
            ("abcd", "bacd", Some(250)),
        ] {
            let found = Likeness::to(asked).distance(name.as_bytes());
            let expected = expected.filter(|changes| *changes <= NEAR);
            assert_eq!(found, expected, "{asked} and {name}");
        }
    }

    #[test]
    fn of_a_long_name_the_beginning_is_compared() {
        let name = "Carlsen ".repeat(100_000);
        assert_eq!(Likeness::to("carlson").distance(name.as_bytes()), Some(142));
        for before in ["", "1", "12", "123"] {
            let name = before.to_owned() + &"ə".repeat(1000);
            assert_eq!(
                Likeness::to(before).distance(name.as_bytes()).is_some(),
                !before.is_empty()
            );
            assert_eq!(words(name.as_bytes()).concat().len(), COMPARED);
        }
    }

    /// The definition: the least number of changes to any beginning.
    fn by_definition(text: &[char], of_name: &[char]) -> usize {
        fn distance(a: &[char], b: &[char]) -> usize {
            let ([a_rest @ .., a_last], [b_rest @ .., b_last]) = (a, b) else {
                return a.len().max(b.len());
            };
            let replaced = distance(a_rest, b_rest) + usize::from(a_last != b_last);
            let least = replaced.min(distance(a_rest, b) + 1).min(distance(a, b_rest) + 1);
            match (a_rest, b_rest) {
                ([a_rest @ .., a_before], [b_rest @ .., b_before])
                    if (a_before, a_last) == (b_last, b_before) =>
                {
                    least.min(distance(a_rest, b_rest) + 1)
                }
                _ => least,
            }
        }
        let beginnings = (0..=of_name.len()).map(|len| distance(text, &of_name[..len]));
        beginnings.min().expect("there is an empty one")
    }

    proptest! {
        #[test]
        fn changes_follow_the_definition(text in "[abc]{0,5}", of_name in "[abc]{0,5}") {
            let [text, of_name] = [text, of_name].map(|text| text.chars().collect::<Vec<char>>());
            prop_assert_eq!(changes(&text, &of_name), by_definition(&text, &of_name));
        }

        #[test]
        fn changes_by_bits_are_those_of_the_table(
            text in "[abc\u{e9}]{1,64}",
            of_name in "[abc\u{e9}]{0,80}",
        ) {
            let [text, of_name] = [text, of_name].map(|text| text.chars().collect::<Vec<char>>());
            let bits = WordBits::of(&text).unwrap();
            let mut column = bits.start();
            of_name.iter().for_each(|letter| bits.read(&mut column, *letter));
            prop_assert_eq!(column.least, changes(&text, &of_name));
        }

        #[test]
        fn what_is_near_may_be_near(
            asked in "[abc]{1,5}( [abc]{1,4}){0,2}",
            name in "[abc]{1,6}([ ,.-][abc]{1,5}){0,3}",
        ) {
            let likeness = Likeness::to(&asked);
            let is_near = likeness.distance(name.as_bytes()).is_some();
            prop_assert!(!is_near || likeness.may_be_near(&name));
        }
    }
}
