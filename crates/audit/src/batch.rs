//! Sums that are compared with each other at a time.

use alloc::vec::Vec;

use crate::count::binomial;
use crate::digest::KeySum;
use crate::duplicate_filter::TARGET_DIGESTS;
use crate::sum_table::{SumRun, SumTables};

/// Digests of sums in one array, with the runs that they come from.
#[derive(Clone, Debug, Default)]
pub(crate) struct Batch {
    digests: Vec<u32>,
    /// Where the digests of each run start.
    runs: Vec<(u32, SumRun)>,
}

impl Batch {
    pub(crate) fn clear(&mut self) {
        self.digests.clear();
        self.runs.clear();
    }

    pub(crate) fn digests(&self) -> &[u32] {
        &self.digests
    }

    /// Adds all sums of `size` keys that have the label.
    pub(crate) fn add(&mut self, tables: &SumTables, size: usize, label: u32) {
        let Batch { digests, runs } = self;
        tables.append(size, label, digests, |start, run| runs.push((start as u32, run)));
    }

    /// The sum at a place.
    pub(crate) fn sum(&self, tables: &SumTables, place: usize) -> KeySum {
        let number = self.runs.partition_point(|(start, _)| *start as usize <= place) - 1;
        let (start, run) = self.runs[number];
        tables.sum(run, place - start as usize)
    }
}

/// The approximate size in bytes of a batch of `kept` sums, made of runs of the table and sets of
/// `added` keys, that are compared with each other, or with other sums.
pub(crate) fn bytes(keys: usize, kept: u128, added: usize, with_others: bool) -> u128 {
    let runs = binomial(keys, added) * size_of::<(u32, SumRun)>() as u128;
    // Vectors grow by doubling; what is compared is sorted too.
    let digests = (kept + TARGET_DIGESTS as u128) * 2 * 4;
    digests + runs * 2 + if with_others { kept * 8 } else { 0 }
}
