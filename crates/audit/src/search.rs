//! The search: tables that are shared, and workers that do one part after another.
//!
//! A part depends on nothing but the keys and the weight. Threads, progress and resuming on another
//! day come down to a list of part numbers, and the crate needs neither threads nor files.

use alloc::vec::Vec;

use zobrist::Key;

use crate::arrays::Bitmap;
use crate::buckets::{BUCKET_MASK, RadixBuckets};
use crate::digest::{KeySum, PartialDigest};
use crate::duplicate_filter::{DuplicateFilter, TARGET_DIGESTS};
use crate::error::{OutOfMemory, SearchError};
use crate::findings::Findings;
use crate::four_sums::FourSums;
use crate::meet_in_the_middle::{FourSumBuffer, MeetInTheMiddle};
use crate::membership_filter::MembershipFilter;
use crate::plan::SearchPlan;
use crate::splits::SplitCounter;
use crate::stages::Method;
use crate::sum_table::{Batch, SumTables};

/// Up to this many duplicate digests of a label are looked up one by one.
const ONE_BY_ONE: usize = 6;

/// Number of shares in which sums are compared if they do not fit the buckets.
const SHARES: u32 = 16;

/// Finds all dependencies of up to `weight` keys, on this thread and without a stop. A
/// [`SearchPlan`] does the same in parts.
///
/// ```
/// use zobrist_audit::dependencies;
///
/// let found = dependencies(&[1_u64, 2, 0, 3, 4, 7], 5)?;
/// assert_eq!(found.total(), 7);
/// assert_eq!(found.smallest(), Some(1));
/// assert_eq!(found.dependencies[1].indices(), [0, 1, 3]);
/// # Ok::<(), zobrist_audit::SearchError>(())
/// ```
///
/// # Errors
/// As [`SearchPlan::new`]. A long search is not refused: ask the plan first.
///
/// # Panics
/// When memory for the tables cannot be allocated.
pub fn dependencies<K: Key>(keys: &[K], weight: u32) -> Result<Findings, SearchError> {
    let search = SearchPlan::new(keys, weight)?.prepare().expect("memory for the tables");
    let mut worker = search.worker();
    let mut findings = Findings::new();
    (0..search.parts()).for_each(|part| findings.merge(worker.run(part)));
    Ok(findings)
}

impl SearchPlan {
    /// Makes the tables that all parts share: for 781 keys and weight 8 this takes next to no
    /// time, for weight 9 some seconds.
    ///
    /// # Errors
    /// When the memory for them cannot be allocated.
    pub fn prepare(self) -> Result<DependencySearch, OutOfMemory> {
        let (words, coordinates) = (&self.words, &self.coordinates);
        let (size, largest) = (self.table_size, self.largest_tabled());
        let tables = self
            .label_bits(Method::Table)
            .map(|bits| SumTables::new(words, coordinates, bits, size, largest));
        let fours =
            self.label_bits(Method::FourSums).map(|bits| FourSums::new(words, coordinates, bits));
        let meet_in_the_middle = self
            .label_bits(Method::MeetInTheMiddle)
            .map(|bits| MeetInTheMiddle::new(words, coordinates, bits));
        let (tables, fours, meet_in_the_middle) =
            (tables.transpose()?, fours.transpose()?, meet_in_the_middle.transpose()?);
        Ok(DependencySearch { plan: self, tables, fours, meet_in_the_middle })
    }
}

/// A search whose tables are made. Threads share it, each with a
/// [`worker`](DependencySearch::worker).
#[derive(Clone, Debug)]
pub struct DependencySearch {
    plan: SearchPlan,
    /// Each of the three is made if a stage uses it.
    tables: Option<SumTables>,
    fours: Option<FourSums>,
    meet_in_the_middle: Option<MeetInTheMiddle>,
}

impl DependencySearch {
    /// Returns the plan.
    #[must_use]
    pub fn plan(&self) -> &SearchPlan {
        &self.plan
    }

    /// Returns the number of parts.
    #[must_use]
    pub fn parts(&self) -> usize {
        self.plan.parts()
    }

    /// Creates a worker, which runs parts with memory of its own.
    #[must_use]
    pub fn worker(&self) -> SearchWorker<'_> {
        SearchWorker {
            search: self,
            batch: Batch::default(),
            duplicates: DuplicateFilter::new(),
            members: None,
            buckets: None,
            four_sums: None,
            equal: Vec::new(),
        }
    }

    fn tables(&self) -> &SumTables {
        self.tables.as_ref().expect("made for this stage")
    }

    fn fours(&self) -> &FourSums {
        self.fours.as_ref().expect("made for this stage")
    }
}

/// A worker of a search, which runs parts one after another.
#[derive(Clone, Debug)]
pub struct SearchWorker<'a> {
    search: &'a DependencySearch,
    batch: Batch,
    duplicates: DuplicateFilter,
    /// Each of the three is made when first needed.
    members: Option<MembershipFilter>,
    buckets: Option<RadixBuckets>,
    four_sums: Option<FourSumBuffer>,
    equal: Vec<KeySum>,
}

impl SearchWorker<'_> {
    /// Runs a part and returns its findings, which depend on the number of the part alone.
    ///
    /// # Panics
    /// When there is no such part.
    pub fn run(&mut self, part: usize) -> Findings {
        let plan = &self.search.plan;
        let stage = plan.stages().iter().find(|stage| stage.parts.contains(&part));
        let stage = stage.expect("the search has such a part");
        let mut found = SplitCounter { plan, stage, findings: Findings::with_limit(plan.limit) };
        if part == 0 {
            plan.classes.expand(&[], plan.weight, &mut found.findings);
        }
        let first = (part - stage.parts.start) * stage.labels_per_part;
        let labels = (first..first + stage.labels_per_part)
            .map(|number| (number as u32) << stage.conditions.len());
        match stage.method {
            Method::EqualKeys => found.findings.sums += stage.sums,
            Method::Table => self.run_table(labels, &mut found),
            Method::FourSums => labels.for_each(|label| self.run_fours(label, &mut found)),
            Method::MeetInTheMiddle => {
                labels.for_each(|label| self.run_meet_in_the_middle(label, &mut found))
            }
        }
        found.findings.trim();
        found.findings
    }

    /// Compares the sums that the table makes of these labels.
    fn run_table(&mut self, labels: impl Iterator<Item = u32>, found: &mut SplitCounter<'_>) {
        let stage = found.stage;
        self.batch.clear();
        for label in labels {
            for size in stage.kept.clone() {
                self.batch.add(self.search.tables(), size as usize, label);
            }
            if let Some(size) = stage.compared {
                self.compare_with(size as usize, label, found);
                self.batch.clear();
            } else if self.batch.digests().len() >= TARGET_DIGESTS / 2 {
                self.compare_batch(found);
                self.batch.clear();
            }
        }
        self.compare_batch(found);
    }

    /// Compares the sums of the batch with each other.
    fn compare_batch(&mut self, found: &mut SplitCounter<'_>) {
        found.findings.sums += self.batch.digests().len() as u128;
        let duplicates = self.duplicates.duplicates(self.batch.digests());
        for same in duplicates.chunk_by(|a, b| a >> 32 == b >> 32).filter(|same| same.len() > 1) {
            self.equal.clear();
            let places = same.iter().map(|packed| *packed as u32 as usize);
            self.equal.extend(places.map(|place| self.batch.sum(self.search.tables(), place)));
            self.equal.sort_unstable();
            found.add_sorted(&self.equal);
        }
    }

    /// Compares the sums of the batch with all sums of `size` keys that have the label.
    fn compare_with(&mut self, size: usize, label: u32, found: &mut SplitCounter<'_>) {
        let tables = self.search.tables();
        found.findings.sums += self.batch.digests().len() as u128;
        let members = self.members.get_or_insert_with(MembershipFilter::new);
        members.set_members(self.batch.digests());
        tables.for_each_tabled_run(size, label, |run, digests, difference| {
            found.findings.sums += digests.len() as u128;
            members.find(digests, difference, |offset, member| {
                let (sum, member) = (tables.sum(run, offset), self.batch.sum(tables, member));
                if member.word == sum.word {
                    found.add(&member, &sum);
                }
            });
        });
    }

    /// Compares the sums of up to four keys of this label with each other.
    fn run_fours(&mut self, label: u32, found: &mut SplitCounter<'_>) {
        let fours = self.search.fours();
        let buckets = self.buckets.get_or_insert_with(RadixBuckets::new);
        self.equal.clear();
        let Some((made, duplicates)) = buckets.duplicates(fours, label) else {
            return self.run_fours_in_shares(label, found);
        };
        found.findings.sums += u128::from(made);
        if duplicates.len() <= ONE_BY_ONE {
            for digest in duplicates {
                fours.find(label, *digest, BUCKET_MASK, &mut self.equal);
            }
        } else {
            let mut low = Bitmap::<{ 1 << 10 }>::new();
            duplicates.iter().for_each(|digest| low.insert(digest.low >> 16));
            let wanted = |PartialDigest { low: bits, high }| {
                let digest = PartialDigest { low: bits, high: high & BUCKET_MASK };
                low.contains(bits >> 16) && duplicates.binary_search(&digest).is_ok()
            };
            fours.find_all(label, wanted, &mut self.equal);
        }
        self.equal.sort_unstable();
        found.add_sorted(&self.equal);
    }

    /// Compares the sums of up to four keys of this label with each other if they do not fit the
    /// buckets.
    fn run_fours_in_shares(&mut self, label: u32, found: &mut SplitCounter<'_>) {
        for share in 0..SHARES {
            self.equal.clear();
            let in_share = |digest: PartialDigest| digest.low % SHARES == share;
            self.search.fours().find_all(label, in_share, &mut self.equal);
            found.findings.sums += self.equal.len() as u128;
            self.equal.sort_unstable();
            found.add_sorted(&self.equal);
        }
    }

    /// Compares the sums of four keys of this label with those of five.
    fn run_meet_in_the_middle(&mut self, label: u32, found: &mut SplitCounter<'_>) {
        let meet_in_the_middle =
            self.search.meet_in_the_middle.as_ref().expect("made for this stage");
        let buffer = self.four_sums.get_or_insert_with(FourSumBuffer::new);
        let sums = meet_in_the_middle.compare(label, buffer, |four, five| found.add(four, five));
        found.findings.sums += sums;
    }
}

#[cfg(test)]
mod tests {
    use zobrist::source::SplitMix64;

    use super::*;

    /// Some of the keys have so few bits that there are dependencies of every weight.
    #[test]
    fn shares_find_the_same_as_buckets() {
        let mut random = SplitMix64::new(7);
        let mut keys: Vec<u64> = (0..243).map(|_| random.next_u64()).collect();
        keys[40..52].iter_mut().for_each(|key| *key >>= 59);
        let search = SearchPlan::new(&keys, 8).unwrap().prepare().unwrap();
        let plan = search.plan();
        let [stage] = plan.stages() else { panic!("one stage for all weights") };
        let mut worker = search.worker();
        let mut shares = SplitCounter { plan, stage, findings: Findings::new() };
        let mut buckets = shares.clone();
        for number in 0..1 << (stage.bits - stage.conditions.len() as u32) {
            let label = number << stage.conditions.len();
            worker.run_fours(label, &mut buckets);
            worker.run_fours_in_shares(label, &mut shares);
        }
        shares.findings.trim();
        buckets.findings.trim();
        assert!(buckets.findings.total() > 50);
        assert_eq!(shares.findings, buckets.findings);
    }
}
