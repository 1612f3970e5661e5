//! Zero keys and equal keys: set aside before the search, put back in after it.

use alloc::vec;
use alloc::vec::Vec;
use core::iter::once;

use crate::findings::{Dependency, Findings};
use crate::plan::OutOfMemory;
use crate::sums::collected;

/// Keys by value: which are zero, and which are the same.
///
/// A set of keys XORs to zero when, of the different keys that are not zero, those that occur
/// in it an odd number of times do. So a dependency of different keys, or none, is a pattern
/// for dependencies of all keys: of each class of equal keys an odd number if the pattern has
/// it and an even number otherwise, and of the zero keys any number.
#[derive(Clone, Debug)]
pub(crate) struct Repeated {
    zeros: Vec<usize>,
    /// The indices of all other keys: those of equal keys side by side, ascending, the classes
    /// in the order of the first of each.
    members: Vec<usize>,
    /// Where each class starts in `members`, and the end.
    starts: Vec<usize>,
    /// The classes of more than one key.
    several: Vec<usize>,
}

/// Keys in order, each beside its index, lest a look-up for each comparison miss the cache.
pub(crate) struct Sorted {
    keys: Vec<(u128, usize)>,
    /// How many are zero; these come first.
    zeros: usize,
}

impl Sorted {
    pub(crate) fn new(words: &[u128]) -> Result<Sorted, OutOfMemory> {
        let mut keys = collected(words.iter().copied().zip(0..), words.len())?;
        keys.sort_unstable();
        let zeros = keys.partition_point(|(word, _)| *word == 0);
        Ok(Sorted { keys, zeros })
    }

    /// How many different keys there are that are not zero: what [`Repeated::len`] returns, for
    /// a fraction of what the classes cost.
    pub(crate) fn different(&self) -> usize {
        self.keys[self.zeros..].chunk_by(|a, b| a.0 == b.0).count()
    }
}

impl Repeated {
    pub(crate) fn new(sorted: &Sorted) -> Result<Repeated, OutOfMemory> {
        let (zeros, others) = sorted.keys.split_at(sorted.zeros);
        // Each with its first index: a look-up for each comparison would miss the cache.
        let classes = others.chunk_by(|a, b| a.0 == b.0).map(|class| (class[0].1, class));
        let mut classes = collected(classes, sorted.different())?;
        classes.sort_unstable_by_key(|(first, _)| *first);
        let ends = classes.iter().scan(0, |end, (_, class)| {
            *end += class.len();
            Some(*end)
        });
        let starts = collected(once(0).chain(ends), classes.len() + 1)?;
        let is_several = |class: &usize| classes[*class].1.len() > 1;
        let count = (0..classes.len()).filter(is_several).count();
        let several = collected((0..classes.len()).filter(is_several), count)?;
        let index = |(_, index): &(u128, usize)| *index;
        let members = classes.iter().flat_map(|(_, class)| class.iter().map(index));
        let members = collected(members, others.len())?;
        let zeros = collected(zeros.iter().map(index), zeros.len())?;
        Ok(Repeated { zeros, members, starts, several })
    }

    /// About how many bytes they take.
    pub(crate) fn bytes(&self) -> u128 {
        let indices = [&self.zeros, &self.members, &self.starts, &self.several];
        indices.map(|indices| indices.len() * size_of::<usize>()).iter().sum::<usize>() as u128
    }

    /// How many different keys there are that are not zero.
    pub(crate) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The first index of each class.
    pub(crate) fn firsts(&self) -> impl Iterator<Item = usize> {
        (0..self.len()).map(|class| self.class(class)[0])
    }

    fn class(&self, number: usize) -> &[usize] {
        &self.members[self.starts[number]..self.starts[number + 1]]
    }

    /// Counts and lists the dependencies of up to `weight` keys whose pattern is the classes
    /// `pattern`, ascending.
    pub(crate) fn expand(&self, pattern: &[u16], weight: u32, findings: &mut Findings) {
        if self.several.is_empty() && self.zeros.is_empty() {
            if !pattern.is_empty() {
                findings.count(pattern.len(), 1);
                let first = |class: &u16| self.class(usize::from(*class))[0];
                findings.list(Dependency::new(pattern.iter().map(first).collect()));
            }
            return;
        }
        let mut counts = self.counts(pattern, weight as usize);
        if pattern.is_empty() {
            counts[0] = 0;
        }
        let mut walk = Walk::new(self, pattern, findings);
        for (weight, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            walk.findings.count(weight, *count);
            walk.from(0, weight);
        }
    }

    /// By weight, how many sets have the pattern.
    fn counts(&self, pattern: &[u16], weight: usize) -> Vec<u128> {
        let mut counts = vec![0_u128; weight + 1];
        counts[0] = 1;
        let mut times = |size: usize, fits: &dyn Fn(usize) -> bool| {
            for total in (0..=weight).rev() {
                let ways = (0..=total.min(size)).filter(|taken| fits(*taken)).map(|taken| {
                    counts[total - taken].saturating_mul(crate::plan::choose(size, taken))
                });
                counts[total] = ways.fold(0, u128::saturating_add);
            }
        };
        times(self.zeros.len(), &|_| true);
        for class in self.others(pattern) {
            times(self.class(class).len(), &|taken| taken % 2 == 0);
        }
        for class in pattern {
            times(self.class(usize::from(*class)).len(), &|taken| taken % 2 == 1);
        }
        counts
    }

    /// The classes of more than one key that are not in a pattern.
    fn others(&self, pattern: &[u16]) -> impl Iterator<Item = usize> {
        let is_other = |class: &usize| !pattern.iter().any(|its| usize::from(*its) == *class);
        self.several.iter().copied().filter(is_other)
    }
}

/// Lists sets with a pattern in the order of their indices, until enough are listed.
struct Walk<'a> {
    findings: &'a mut Findings,
    /// The indices that may take part, ascending, each with its class; zero keys have none.
    items: Vec<(usize, Option<usize>)>,
    /// For each class: the place of its last item, and whether an odd number more is needed.
    classes: Vec<(usize, bool)>,
    needed: usize,
    taken: Vec<usize>,
    listed: usize,
}

impl<'a> Walk<'a> {
    fn new(repeated: &Repeated, pattern: &[u16], findings: &'a mut Findings) -> Walk<'a> {
        let mut items: Vec<_> = repeated.zeros.iter().map(|index| (*index, None)).collect();
        let others = repeated.others(pattern).map(|class| (class, false));
        let all = pattern.iter().map(|class| (usize::from(*class), true)).chain(others);
        let mut classes = Vec::new();
        for (class, needed) in all {
            let members = repeated.class(class);
            items.extend(members.iter().map(|index| (*index, Some(classes.len()))));
            classes.push((0, needed));
        }
        items.sort_unstable();
        for (place, (_, class)) in items.iter().enumerate() {
            if let Some(class) = class {
                classes[*class].0 = place;
            }
        }
        Walk { findings, items, classes, needed: pattern.len(), taken: Vec::new(), listed: 0 }
    }

    fn from(&mut self, first: usize, left: usize) {
        if left == 0 {
            if self.needed == 0 {
                self.findings.list(Dependency::new(self.taken.clone()));
                self.listed += 1;
            }
            return;
        }
        for place in first..self.items.len() {
            if self.listed >= self.findings.limit {
                return;
            }
            let (index, class) = self.items[place];
            self.turn(class);
            if self.needed < left {
                self.taken.push(index);
                self.from(place + 1, left - 1);
                self.taken.pop();
            }
            self.turn(class);
            if class.is_some_and(|class| self.classes[class] == (place, true)) {
                // Without this item, its class could no longer come out right.
                return;
            }
        }
    }

    fn turn(&mut self, class: Option<usize>) {
        if let Some(class) = class {
            let needed = &mut self.classes[class].1;
            *needed = !*needed;
            self.needed = if *needed { self.needed + 1 } else { self.needed - 1 };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_counted_without_their_classes() {
        let words = [7, 0, 3, 7, 0, 9, 3, 7, u128::MAX];
        for (words, different) in [(&words[..], 4), (&words[1..2], 0), (&words[..0], 0)] {
            let sorted = Sorted::new(words).unwrap();
            assert_eq!(
                (sorted.different(), Repeated::new(&sorted).unwrap().len()),
                (different, different)
            );
        }
    }
}
