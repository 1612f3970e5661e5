//! The nearest names to those that a filter asks for and that no game has.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::condition::Condition;
use super::likeness::Likeness;
use super::query::Filter;
use super::text_part::TextPart;
use crate::tags::utf8;

/// Number of sums by which names that were seen before are remembered, each in a place of its own.
const REMEMBERED: usize = 1 << 16;

/// Searches names for the nearest ones to those that a filter asks for, as far as no name fits.
///
/// A name is near if at most one letter in three of those asked for must be changed to make it fit; words may
/// stand in any order, and the name may have initials only.
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
    asked: Vec<Asked>,
    most: usize,
    seen: Vec<u64>,
}

/// A name that was asked for.
#[derive(Clone, Debug)]
struct Asked {
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
    /// [`Condition::Players`], and that of the event by [`Condition::Event`]. At most `most` names are kept for
    /// each.
    pub fn of(filter: &Filter, conditions: &[Condition], most: usize) -> NearestNames {
        let players = filter.players.iter().chain(&filter.opponent);
        let players = players.map(|part| (Condition::Players, part));
        let events = filter.event.iter().map(|part| (Condition::Event, part));
        let asked = players.chain(events).filter(|(condition, _)| conditions.contains(condition));
        let asked = asked.map(|(condition, part)| Asked {
            condition,
            part: part.clone(),
            likeness: Likeness::to(part.as_str()),
            is_met: false,
            names: Vec::new(),
        });
        NearestNames { asked: asked.collect(), most, seen: vec![0; REMEMBERED] }
    }

    /// Returns true if a name that was asked for by a condition does not fit any that was taken.
    pub fn is_wanted(&self, condition: Condition) -> bool {
        self.asked.iter().any(|asked| asked.condition == condition && !asked.is_met)
    }

    /// Takes a name of a player or of an event, which is UTF-8 or else Latin-1.
    ///
    /// Cost: some nanoseconds for a name that was taken before, and about a microsecond for each name asked for
    /// otherwise.
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

    /// Returns what was asked for and fits no name that was taken, by which condition, and the names that are
    /// near, the nearest first. There may be none.
    pub fn unmet(&self) -> impl Iterator<Item = (Condition, &TextPart, Vec<&str>)> {
        self.asked.iter().filter(|asked| !asked.is_met).map(|asked| {
            let names = asked.names.iter().map(|(_, name)| name.as_str());
            (asked.condition, &asked.part, names.collect())
        })
    }
}

impl Asked {
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

#[cfg(test)]
mod tests {
    use super::*;

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
}
