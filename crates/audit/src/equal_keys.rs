//! Zero keys and equal keys: set aside before the search, put back in after it.

use alloc::vec;
use alloc::vec::Vec;
use core::iter::once;

use crate::arrays::try_collect;
use crate::count::binomial;
use crate::error::OutOfMemory;
use crate::findings::{Dependency, Findings};

/// Keys in order, each beside its index, so that comparisons do not miss the cache.
pub(crate) struct SortedKeys {
    keys: Vec<(u128, usize)>,
    /// The number of zero keys, which come first.
    zeros: usize,
}

impl SortedKeys {
    pub(crate) fn new(words: &[u128]) -> Result<SortedKeys, OutOfMemory> {
        let mut keys = try_collect(words.iter().copied().zip(0..), words.len())?;
        keys.sort_unstable();
        let zeros = keys.partition_point(|(word, _)| *word == 0);
        Ok(SortedKeys { keys, zeros })
    }

    /// The number of different keys other than zero. Equals [`KeyClasses::len`], for a fraction
    /// of the cost of the classes.
    pub(crate) fn different(&self) -> usize {
        self.keys[self.zeros..].chunk_by(|a, b| a.0 == b.0).count()
    }
}

/// Classes of equal keys, and the zero keys.
///
/// A set of keys XORs to zero if and only if, of the different keys other than zero, those that
/// occur in it an odd number of times do. So a dependency of different keys, or none, is a pattern
/// for dependencies of all keys: of each class an odd number of keys if the pattern has it and an
/// even number otherwise, and of the zero keys any number.
#[derive(Clone, Debug)]
pub(crate) struct KeyClasses {
    zeros: Vec<usize>,
    /// The indices of all other keys: those of equal keys side by side, ascending, the classes
    /// in the order of the first of each.
    members: Vec<usize>,
    /// Where each class starts in `members`, and the end.
    starts: Vec<usize>,
    /// The classes of more than one key.
    repeated: Vec<usize>,
}

impl KeyClasses {
    pub(crate) fn new(sorted: &SortedKeys) -> Result<KeyClasses, OutOfMemory> {
        let (zeros, others) = sorted.keys.split_at(sorted.zeros);
        // Each with its first index: a look-up for each comparison would miss the cache.
        let classes = others.chunk_by(|a, b| a.0 == b.0).map(|class| (class[0].1, class));
        let mut classes = try_collect(classes, sorted.different())?;
        classes.sort_unstable_by_key(|(first, _)| *first);
        let ends = classes.iter().scan(0, |end, (_, class)| {
            *end += class.len();
            Some(*end)
        });
        let starts = try_collect(once(0).chain(ends), classes.len() + 1)?;
        let is_repeated = |class: &usize| classes[*class].1.len() > 1;
        let count = (0..classes.len()).filter(is_repeated).count();
        let repeated = try_collect((0..classes.len()).filter(is_repeated), count)?;
        let index = |(_, index): &(u128, usize)| *index;
        let members = classes.iter().flat_map(|(_, class)| class.iter().map(index));
        let members = try_collect(members, others.len())?;
        let zeros = try_collect(zeros.iter().map(index), zeros.len())?;
        Ok(KeyClasses { zeros, members, starts, repeated })
    }

    pub(crate) fn bytes(&self) -> u128 {
        let indices = [&self.zeros, &self.members, &self.starts, &self.repeated];
        indices.map(|indices| indices.len() * size_of::<usize>()).iter().sum::<usize>() as u128
    }

    /// The number of different keys other than zero.
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

    /// Counts and lists the dependencies of at most `weight` keys that have a pattern, given by its
    /// classes in ascending order.
    pub(crate) fn expand(&self, pattern: &[u16], weight: u32, findings: &mut Findings) {
        if self.repeated.is_empty() && self.zeros.is_empty() {
            if !pattern.is_empty() {
                findings.add_count(pattern.len(), 1);
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
            walk.findings.add_count(weight, *count);
            walk.extend(0, weight);
        }
    }

    /// The number of sets of up to `weight` keys without a pattern, but for the empty one.
    pub(crate) fn of_no_pattern(&self, weight: usize) -> u128 {
        self.counts(&[], weight)[1..].iter().fold(0, |sum, count| sum.saturating_add(*count))
    }

    /// The number of sets that have the pattern, by weight.
    fn counts(&self, pattern: &[u16], weight: usize) -> Vec<u128> {
        let mut counts = vec![0_u128; weight + 1];
        counts[0] = 1;
        let mut choose_from = |size: usize, fits: &dyn Fn(usize) -> bool| {
            for total in (0..=weight).rev() {
                let choices = (0..=total.min(size))
                    .filter(|taken| fits(*taken))
                    .map(|taken| counts[total - taken].saturating_mul(binomial(size, taken)));
                counts[total] = choices.fold(0, u128::saturating_add);
            }
        };
        choose_from(self.zeros.len(), &|_| true);
        for class in self.repeated_outside(pattern) {
            choose_from(self.class(class).len(), &|taken| taken % 2 == 0);
        }
        for class in pattern {
            choose_from(self.class(usize::from(*class)).len(), &|taken| taken % 2 == 1);
        }
        counts
    }

    /// The classes of more than one key that are not in a pattern.
    fn repeated_outside(&self, pattern: &[u16]) -> impl Iterator<Item = usize> {
        let is_outside = |class: &usize| !pattern.iter().any(|of| usize::from(*of) == *class);
        self.repeated.iter().copied().filter(is_outside)
    }
}

/// Depth-first walk over the sets with a pattern in the order of their indices, up to the limit
/// of the findings.
struct Walk<'a> {
    findings: &'a mut Findings,
    /// The indices that may take part, ascending, each with its class; zero keys have none.
    items: Vec<(usize, Option<usize>)>,
    /// For each class: the place of its last item, and true if its parity is not yet right.
    classes: Vec<(usize, bool)>,
    /// The number of classes whose parity is not yet right.
    needed: usize,
    taken: Vec<usize>,
    listed: usize,
}

impl<'a> Walk<'a> {
    fn new(keys: &KeyClasses, pattern: &[u16], findings: &'a mut Findings) -> Walk<'a> {
        let mut items: Vec<_> = keys.zeros.iter().map(|index| (*index, None)).collect();
        let others = keys.repeated_outside(pattern).map(|class| (class, false));
        let all = pattern.iter().map(|class| (usize::from(*class), true)).chain(others);
        let mut classes = Vec::new();
        for (class, needed) in all {
            let members = keys.class(class);
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

    /// Extends the set by `left` items from the place `first` on.
    fn extend(&mut self, first: usize, left: usize) {
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
            self.flip_parity(class);
            if self.needed < left {
                self.taken.push(index);
                self.extend(place + 1, left - 1);
                self.taken.pop();
            }
            self.flip_parity(class);
            if class.is_some_and(|class| self.classes[class] == (place, true)) {
                // Without this item, its class could no longer come out right.
                return;
            }
        }
    }

    fn flip_parity(&mut self, class: Option<usize>) {
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
    fn different_keys_are_as_many_as_classes() {
        let words = [7, 0, 3, 7, 0, 9, 3, 7, u128::MAX];
        for (words, different) in [(&words[..], 4), (&words[1..2], 0), (&words[..0], 0)] {
            let sorted = SortedKeys::new(words).unwrap();
            assert_eq!(sorted.different(), different);
            assert_eq!(KeyClasses::new(&sorted).unwrap().len(), different);
        }
    }
}
