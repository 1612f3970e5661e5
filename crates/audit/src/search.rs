//! The search itself: tables that are shared, and workers that do one part after another.

use alloc::vec::Vec;

use crate::batch::{Batch, Sum, tabled_sum};
use crate::drawers::{DRAWER, Drawers};
use crate::filter::{COMFORTABLE, Members, Repeats};
use crate::findings::Findings;
use crate::fours::Fours;
use crate::marks::Marks;
use crate::nine::{Kept, Nine};
use crate::plan::{OutOfMemory, SearchPlan, Stage};
use crate::stages::Way;
use crate::sums::{Subsets, Table};

/// A search that is ready: its tables are made. Threads share it, each with a
/// [`worker`](DependencySearch::worker).
#[derive(Clone, Debug)]
pub struct DependencySearch {
    plan: SearchPlan,
    tables: Tables,
}

#[derive(Clone, Debug)]
struct Tables {
    sums: Option<Tabled>,
    fours: Option<Fours>,
    nine: Option<Nine>,
}

/// What [`Way::Table`] takes its sums from.
#[derive(Clone, Debug)]
pub(crate) struct Tabled {
    pub(crate) table: Table,
    /// By size.
    pub(crate) subsets: Vec<Subsets>,
}

impl Tabled {
    fn new(plan: &SearchPlan) -> Result<Tabled, OutOfMemory> {
        let subsets: Vec<Subsets> = plan
            .listed()
            .map(|size| Subsets::new(&plan.images, size, plan.bits))
            .collect::<Result<_, _>>()?;
        let table = Table::new(&plan.images, &subsets[plan.tabled - 1], plan.tabled, plan.bits)?;
        Ok(Tabled { table, subsets })
    }
}

impl DependencySearch {
    pub(crate) fn new(plan: SearchPlan) -> Result<DependencySearch, OutOfMemory> {
        let sums = plan.bits_for(Way::Table).map(|_| Tabled::new(&plan));
        let (words, coordinates) = (&plan.words, &plan.coordinates);
        let fours = plan.bits_for(Way::Fours).map(|bits| Fours::new(words, coordinates, bits));
        let nine = plan.bits_for(Way::Nine).map(|bits| Nine::new(words, coordinates, bits));
        let (sums, fours, nine) = (sums.transpose()?, fours.transpose()?, nine.transpose()?);
        Ok(DependencySearch { plan, tables: Tables { sums, fours, nine } })
    }

    /// Returns the plan.
    pub fn plan(&self) -> &SearchPlan {
        &self.plan
    }

    /// Returns the number of parts.
    pub fn parts(&self) -> usize {
        self.plan.parts()
    }

    fn tabled(&self) -> &Tabled {
        self.tables.sums.as_ref().expect("made for this stage")
    }

    /// Creates a worker, which does parts with memory of its own.
    pub fn worker(&self) -> SearchWorker<'_> {
        SearchWorker {
            search: self,
            batch: Batch::default(),
            repeats: Repeats::new(),
            members: None,
            drawers: None,
            kept: None,
            equal: Vec::new(),
        }
    }
}

/// A worker of a search, which does parts one after another.
#[derive(Clone, Debug)]
pub struct SearchWorker<'a> {
    search: &'a DependencySearch,
    batch: Batch,
    repeats: Repeats,
    /// Made when first needed.
    members: Option<Members>,
    drawers: Option<Drawers>,
    kept: Option<Kept>,
    equal: Vec<Sum>,
}

impl SearchWorker<'_> {
    /// Does a part and returns its findings, which depend on the number of the part alone.
    ///
    /// # Panics
    /// When there is no such part.
    pub fn part(&mut self, part: usize) -> Findings {
        let plan = &self.search.plan;
        let stage = plan.stages().iter().find(|stage| stage.parts.contains(&part));
        let stage = stage.expect("the search has such a part");
        let mut found = Found { plan, stage, findings: Findings::limited(plan.limit) };
        if part == 0 {
            plan.repeated.expand(&[], plan.weight, &mut found.findings);
        }
        let first = (part - stage.parts.start) * stage.labels_per_part;
        let shift = stage.conditions.len() as u32;
        self.batch.clear();
        for number in first..first + stage.labels_per_part {
            let label = (number as u32) << shift;
            match stage.way {
                Way::Equal => {
                    found.findings.sums += stage.sums;
                    continue;
                }
                Way::Fours => {
                    self.fours(label, &mut found);
                    continue;
                }
                Way::Nine => {
                    self.nine(label, &mut found);
                    continue;
                }
                Way::Table => {}
            }
            for size in stage.kept.clone() {
                self.batch.add(plan, self.search.tabled(), size as usize, label);
            }
            if let Some(size) = stage.compared {
                self.compare_with(size as usize, label, &mut found);
                self.batch.clear();
            } else if self.batch.digests().len() >= COMFORTABLE / 2 {
                self.compare_all(&mut found);
                self.batch.clear();
            }
        }
        self.compare_all(&mut found);
        found.findings.settle();
        found.findings
    }

    /// Compares the sums of the batch with each other.
    fn compare_all(&mut self, found: &mut Found) {
        if self.batch.digests().is_empty() {
            return;
        }
        let (plan, tables) = (&self.search.plan, self.search.tabled());
        found.findings.sums += self.batch.digests().len() as u128;
        let repeats = self.repeats.of(self.batch.digests());
        for same in repeats.chunk_by(|a, b| a >> 32 == b >> 32).filter(|same| same.len() > 1) {
            self.equal.clear();
            let places = same.iter().map(|packed| *packed as u32 as usize);
            self.equal.extend(places.map(|place| self.batch.sum(plan, tables, place)));
            self.equal.sort_unstable();
            found.pairs(&self.equal);
        }
    }

    /// Compares the sums of up to four keys of this label with each other.
    fn fours(&mut self, label: u32, found: &mut Found) {
        let fours = self.search.tables.fours.as_ref().expect("made for this stage");
        let drawers = self.drawers.get_or_insert_with(Drawers::new);
        self.equal.clear();
        let Some((made, repeated)) = drawers.repeats(fours, label) else {
            return self.fours_in_shares(label, found);
        };
        found.findings.sums += u128::from(made);
        if repeated.len() <= ONE_BY_ONE {
            for seen in repeated {
                fours.resolve(label, *seen, DRAWER, &mut self.equal);
            }
        } else {
            let marks = Marks::of(repeated.iter().map(|(low, _)| *low), 16);
            let wanted = |(low, high)| {
                marks.has(low) && repeated.binary_search(&(low, high & DRAWER)).is_ok()
            };
            fours.wanted(label, wanted, &mut self.equal);
        }
        self.equal.sort_unstable();
        found.pairs(&self.equal);
    }

    /// The same if there are more sums of one label than the drawers have room for, or many
    /// in one drawer.
    fn fours_in_shares(&mut self, label: u32, found: &mut Found) {
        let fours = self.search.tables.fours.as_ref().expect("made for this stage");
        for share in 0..SHARES {
            self.equal.clear();
            fours.wanted(label, |(low, _)| low % SHARES == share, &mut self.equal);
            found.findings.sums += self.equal.len() as u128;
            self.equal.sort_unstable();
            found.pairs(&self.equal);
        }
    }

    /// Compares the sums of four keys of this label with those of five.
    fn nine(&mut self, label: u32, found: &mut Found) {
        let nine = self.search.tables.nine.as_ref().expect("made for this stage");
        let kept = self.kept.get_or_insert_with(Kept::new);
        found.findings.sums += kept.compare(nine, label, |four, five| found.pair(four, five));
    }

    /// Compares the sums of the batch with all sums of `size` keys that have the label.
    fn compare_with(&mut self, size: usize, label: u32, found: &mut Found) {
        let (plan, tables) = (&self.search.plan, self.search.tabled());
        found.findings.sums += self.batch.digests().len() as u128;
        let members = self.members.get_or_insert_with(Members::new);
        members.take(self.batch.digests());
        let added = size - plan.tabled;
        for (subset, number) in tables.subsets[added].all().iter().zip(0..) {
            let bound = subset.bound(plan.words.len());
            let (run, first) = tables.table.run(label ^ subset.label, bound);
            found.findings.sums += run.len() as u128;
            members.find(run, subset.digest, |place, kept| {
                let sum = tabled_sum(plan, tables, label, first + place, added, number);
                let kept = self.batch.sum(plan, tables, kept);
                if kept.word == sum.word {
                    found.pair(&kept, &sum);
                }
            });
        }
    }
}

/// Up to this many digests of a label that occur more than once are looked up one by one.
const ONE_BY_ONE: usize = 6;

/// Without drawers, sums are compared in this many turns.
const SHARES: u32 = 16;

/// What a part finds.
#[derive(Clone)]
struct Found<'a> {
    plan: &'a SearchPlan,
    stage: &'a Stage,
    findings: Findings,
}

impl Found<'_> {
    /// Takes sets in the order of their sums.
    fn pairs(&mut self, sorted: &[Sum]) {
        for equal in sorted.chunk_by(|a, b| a.word == b.word) {
            for (number, sum) in equal.iter().enumerate() {
                equal[..number].iter().for_each(|other| self.pair(other, sum));
            }
        }
    }

    /// Takes two sets with the same sum, each unordered pair once. What they make is counted if
    /// this is the first of the ways to cut it in two.
    fn pair(&mut self, a: &Sum, b: &Sum) {
        let (a, b) = if a.members().len() <= b.members().len() { (a, b) } else { (b, a) };
        let (a, b) = (a.members(), b.members());
        let weight = a.len() + b.len();
        if !self.stage.weights.contains(&(weight as u32)) || a.iter().any(|index| b.contains(index))
        {
            return;
        }
        let mut set = [0; 12];
        set[..a.len()].copy_from_slice(a);
        set[a.len()..weight].copy_from_slice(b);
        let set = &mut set[..weight];
        set.sort_unstable();
        let half = if a.len() == b.len() && b.contains(&set[0]) { b } else { a };
        if self.is_first(set, half) {
            self.plan.repeated.expand(set, self.plan.weight, &mut self.findings);
        }
    }

    /// Whether this is the first of all ways to cut a dependency in two by sets whose sums meet
    /// the conditions: the smaller half is as small as possible. Of two halves of equal size
    /// the one with the first index counts.
    fn is_first(&self, set: &[u16], half: &[u16]) -> bool {
        let conditions = (1 << self.stage.conditions.len()) - 1;
        let label = |index: u16| self.plan.images[usize::from(index)].label & conditions;
        let least = match self.stage.way {
            Way::Fours => set.len().saturating_sub(4),
            Way::Equal | Way::Table | Way::Nine => set.len() / 2,
        };
        let mut chosen = [0; 6];
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

/// Fills `chosen` with the first of `from`, in order, that bring the sum of labels to zero.
fn choose_first(from: &[u16], sum: u32, label: &impl Fn(u16) -> u32, chosen: &mut [u16]) -> bool {
    let Some((next, others)) = chosen.split_first_mut() else {
        return sum == 0;
    };
    (0..from.len()).any(|place| {
        *next = from[place];
        choose_first(&from[place + 1..], sum ^ label(from[place]), label, others)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use zobrist::source::SplitMix64;

    /// Some of the keys have so few bits that there is much to find, of every weight.
    #[test]
    fn shares_find_what_drawers_find() {
        let mut random = SplitMix64::new(7);
        let mut keys: Vec<u64> = (0..243).map(|_| random.next_u64()).collect();
        keys[40..52].iter_mut().for_each(|key| *key >>= 59);
        let search = SearchPlan::new(&keys, 8).unwrap().prepare().unwrap();
        let plan = search.plan();
        let [stage] = plan.stages() else { panic!("one stage for all weights") };
        let mut worker = search.worker();
        let mut shares = Found { plan, stage, findings: Findings::new() };
        let mut drawers = shares.clone();
        for number in 0..1 << (stage.bits - stage.conditions.len() as u32) {
            let label = number << stage.conditions.len();
            worker.fours(label, &mut drawers);
            worker.fours_in_shares(label, &mut shares);
        }
        shares.findings.settle();
        drawers.findings.settle();
        assert!(drawers.findings.total() > 50);
        assert_eq!(shares.findings, drawers.findings);
    }
}
