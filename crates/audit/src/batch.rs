//! Sums that are looked at together: their digests in one row, and how to tell from a
//! place which keys they are of.

use alloc::vec::Vec;

use crate::plan::{SearchPlan, Stage, choose};
use crate::search::Tabled;

/// A set of keys, by ascending indices, and its sum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Sum {
    pub(crate) word: u128,
    members: [u16; 6],
    size: u8,
}

impl Sum {
    /// The sum of a set, given in any order.
    pub(crate) fn new(set: &[u16], word: u128) -> Sum {
        let mut members = [0; 6];
        members[..set.len()].copy_from_slice(set);
        members[..set.len()].sort_unstable();
        Sum { word, members, size: set.len() as u8 }
    }

    pub(crate) fn members(&self) -> &[u16] {
        &self.members[..usize::from(self.size)]
    }
}

/// Digests of sums, of one label after the other.
#[derive(Clone, Debug, Default)]
pub(crate) struct Batch {
    digests: Vec<u32>,
    segments: Vec<Segment>,
}

/// Adjacent digests, and what they are.
#[derive(Clone, Copy, Debug)]
struct Segment {
    start: u32,
    label: u32,
    /// The place of the first in the table, or in the list of subsets of its size.
    place: u32,
    kind: Kind,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    /// From the list of subsets of this size.
    Listed(u8),
    /// From the table, each with a subset added: its size, and which one it is.
    Tabled(u8, u32),
}

impl Batch {
    pub(crate) fn clear(&mut self) {
        self.digests.clear();
        self.segments.clear();
    }

    pub(crate) fn digests(&self) -> &[u32] {
        &self.digests
    }

    /// Adds all sums of `size` keys that have the label.
    pub(crate) fn add(&mut self, plan: &SearchPlan, tables: &Tabled, size: usize, label: u32) {
        let mut segment = |digests: &Vec<u32>, place: usize, kind| {
            let (start, place) = (digests.len() as u32, place as u32);
            self.segments.push(Segment { start, label, place, kind });
        };
        if size < plan.tabled {
            let (those, place) = tables.subsets[size].labelled(label);
            segment(&self.digests, place, Kind::Listed(size as u8));
            self.digests.extend(those.iter().map(|subset| subset.digest));
            return;
        }
        let added = size - plan.tabled;
        for (subset, number) in tables.subsets[added].all().iter().zip(0..) {
            let bound = subset.bound(plan.words.len());
            let (run, place) = tables.table.run(label ^ subset.label, bound);
            if !run.is_empty() {
                segment(&self.digests, place, Kind::Tabled(added as u8, number));
                self.digests.extend(run.iter().map(|digest| digest ^ subset.digest));
            }
        }
    }

    /// The sum at a place.
    pub(crate) fn sum(&self, plan: &SearchPlan, tables: &Tabled, place: usize) -> Sum {
        let number = self.segments.partition_point(|segment| segment.start as usize <= place) - 1;
        let segment = &self.segments[number];
        let place = segment.place as usize + place - segment.start as usize;
        match segment.kind {
            Kind::Listed(size) => {
                sum(plan, tables.subsets[usize::from(size)].all()[place].members(), &[])
            }
            Kind::Tabled(added, number) => {
                tabled_sum(plan, tables, segment.label, place, usize::from(added), number)
            }
        }
    }
}

/// The sum that has a label, made of what the table has at a place and a subset.
pub(crate) fn tabled_sum(
    plan: &SearchPlan,
    tables: &Tabled,
    label: u32,
    place: usize,
    added: usize,
    number: u32,
) -> Sum {
    let subset = &tables.subsets[added].all()[number as usize];
    let smaller = &tables.subsets[plan.tabled - 1];
    let (those, last) = tables.table.members(&plan.images, smaller, label ^ subset.label, place);
    let mut all = [0; 4];
    all[..those.len()].copy_from_slice(those);
    all[those.len()] = last;
    sum(plan, &all[..=those.len()], subset.members())
}

fn sum(plan: &SearchPlan, first: &[u16], then: &[u16]) -> Sum {
    let mut sum = Sum { size: (first.len() + then.len()) as u8, ..Sum::default() };
    for (place, index) in first.iter().chain(then).enumerate() {
        sum.members[place] = *index;
        sum.word ^= plan.words[usize::from(*index)];
    }
    sum
}

/// About how many bytes the batches of a stage take.
pub(crate) fn bytes(plan: &SearchPlan, stage: &Stage) -> u128 {
    let kept = choose(plan.words.len(), *stage.kept.end() as usize) >> plan.bits;
    let added = (*stage.kept.end() as usize).saturating_sub(plan.tabled);
    let segments = choose(plan.words.len(), added) * size_of::<Segment>() as u128;
    // Vectors grow by doubling; what is compared is sorted too.
    let digests = (kept + crate::filter::COMFORTABLE as u128) * 2 * 4;
    digests + segments * 2 + if stage.compared.is_some() { kept * 8 } else { 0 }
}
