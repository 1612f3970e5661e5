//! From pairs of sets with equal sums to dependencies, each counted once.

use crate::digest::KeySum;
use crate::error::MAX_WEIGHT;
use crate::findings::Findings;
use crate::plan::SearchPlan;
use crate::stages::{Method, Stage};

/// Takes two halves of dependencies, and counts a dependency at the first of all ways to split it.
#[derive(Clone)]
pub(crate) struct SplitCounter<'a> {
    pub(crate) plan: &'a SearchPlan,
    pub(crate) stage: &'a Stage,
    pub(crate) findings: Findings,
}

impl SplitCounter<'_> {
    /// Takes all pairs of sets with equal sums among sorted ones.
    pub(crate) fn add_sorted(&mut self, sums: &[KeySum]) {
        for equal in sums.chunk_by(|a, b| a.word == b.word) {
            for (number, sum) in equal.iter().enumerate() {
                equal[..number].iter().for_each(|other| self.add(other, sum));
            }
        }
    }

    /// Takes two sets with equal sums. Every unordered pair must be given once.
    pub(crate) fn add(&mut self, a: &KeySum, b: &KeySum) {
        let (a, b) = (a.indices(), b.indices());
        let (a, b) = if a.len() <= b.len() { (a, b) } else { (b, a) };
        let weight = a.len() + b.len();
        if !self.stage.weights.contains(&(weight as u32)) || a.iter().any(|index| b.contains(index))
        {
            return;
        }
        let mut set = [0; MAX_WEIGHT as usize];
        set[..a.len()].copy_from_slice(a);
        set[a.len()..weight].copy_from_slice(b);
        let set = &mut set[..weight];
        set.sort_unstable();
        let half = if a.len() == b.len() && b.contains(&set[0]) { b } else { a };
        if self.is_first(set, half) {
            self.plan.classes.expand(set, self.plan.weight, &mut self.findings);
        }
    }

    /// True if no split of a dependency into two sets whose sums meet the conditions comes before
    /// the one with this half. Splits are ordered by the size of the smaller half, then by its
    /// indices. Of two halves of equal size the one with the first index counts.
    fn is_first(&self, set: &[u16], half: &[u16]) -> bool {
        let conditions = (1 << self.stage.conditions.len()) - 1;
        let label = |index: u16| self.plan.labels[usize::from(index)] & conditions;
        let least = match self.stage.method {
            Method::FourSums => set.len().saturating_sub(4),
            Method::EqualKeys | Method::Table | Method::MeetInTheMiddle => set.len() / 2,
        };
        let mut chosen = [0; MAX_WEIGHT as usize / 2];
        let first_of = |size: usize, chosen: &mut [u16]| {
            let first = if set.len() == 2 * size { 1 } else { 0 };
            let start: u32 = set[..first].iter().fold(0, |sum, index| sum ^ label(*index));
            chosen[..first].copy_from_slice(&set[..first]);
            choose_first(&set[first..], start, &label, &mut chosen[first..size])
        };
        let size = (least..=half.len()).find(|size| first_of(*size, &mut chosen));
        debug_assert!(half.len() < least || size.is_some(), "the half itself meets the conditions");
        size == Some(half.len()) && chosen[..half.len()] == *half
    }
}

/// Fills `chosen` with the first indices of `from`, in order, whose labels and `sum` sum to zero.
/// Returns false if there are none.
fn choose_first(from: &[u16], sum: u32, label: &impl Fn(u16) -> u32, chosen: &mut [u16]) -> bool {
    let Some((next, others)) = chosen.split_first_mut() else {
        return sum == 0;
    };
    (0..from.len()).any(|place| {
        *next = from[place];
        choose_first(&from[place + 1..], sum ^ label(from[place]), label, others)
    })
}
