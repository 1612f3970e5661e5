//! Sums of few keys, sorted by label, so that those with a given label are runs in memory.
//!
//! Of the sets of one size, at most [`MAX_SIZE`], only the digests are kept, 4 bytes each: the
//! *table*. Smaller sets are listed with their members. A larger sum is that of a set of the table
//! and a listed set with greater indices. A *batch* has the sums that are compared with each other
//! at a time, as runs of the tables.

use alloc::vec::Vec;

use crate::arrays::{GroupStarts, try_filled};
use crate::count::binomial;
use crate::digest::KeySum;
use crate::duplicate_filter::TARGET_DIGESTS;
use crate::error::OutOfMemory;
use crate::lemma::Coordinates;

/// The largest size of the sets in the table.
pub(crate) const MAX_SIZE: usize = 3;

/// The label and the low half of the digest of a key.
#[derive(Clone, Copy, Debug)]
struct KeyImage {
    label: u32,
    digest: u32,
}

/// A set of up to three keys, and its sum.
#[derive(Clone, Copy, Debug)]
struct Subset {
    label: u32,
    digest: u32,
    /// Ascending indices; unused places are zero.
    members: [u16; MAX_SIZE],
    size: u16,
}

impl Subset {
    const EMPTY: Subset = Subset { label: 0, digest: 0, members: [0; MAX_SIZE], size: 0 };

    fn members(&self) -> &[u16] {
        &self.members[..usize::from(self.size)]
    }

    /// The least index; for the empty set `keys`, which is above all indices.
    #[inline]
    fn bound(&self, keys: usize) -> usize {
        self.members().first().map_or(keys, |first| usize::from(*first))
    }

    fn with(mut self, index: usize, key: KeyImage) -> Subset {
        self.label ^= key.label;
        self.digest ^= key.digest;
        self.members[usize::from(self.size)] = index as u16;
        self.size += 1;
        self
    }
}

/// All sets of one size, by label, and those of one label by their greatest index, then the one
/// before, and so on.
#[derive(Clone, Debug)]
struct Subsets {
    sorted: Vec<Subset>,
    starts: GroupStarts,
}

impl Subsets {
    fn new(keys: &[KeyImage], size: usize, bits: u32) -> Result<Subsets, OutOfMemory> {
        let mut starts = GroupStarts::try_new(1 << bits)?;
        for_each_subset(keys, size, &mut |subset| starts.count(subset.label as usize));
        let mut sorted = try_filled(starts.lay_out(), Subset::EMPTY)?;
        for_each_subset(keys, size, &mut |subset| {
            sorted[starts.next(subset.label as usize)] = subset;
        });
        starts.finish();
        Ok(Subsets { sorted, starts })
    }

    /// The sets of one label, and the place of the first.
    fn labeled(&self, label: u32) -> (&[Subset], usize) {
        let range = self.starts.range(label as usize..label as usize + 1);
        (&self.sorted[range.clone()], range.start)
    }
}

/// Calls `call` for each set of `size` keys, sorted by the greatest index first.
fn for_each_subset(keys: &[KeyImage], size: usize, call: &mut dyn FnMut(Subset)) {
    match size {
        0 => call(Subset::EMPTY),
        1 => keys.iter().enumerate().for_each(|(a, key)| call(Subset::EMPTY.with(a, *key))),
        _ => keys.iter().enumerate().for_each(|(last, key)| {
            for_each_subset(&keys[..last], size - 1, &mut |subset| call(subset.with(last, *key)));
        }),
    }
}

/// The digests of all sets of one size: by label, and those of one label by their greatest index.
#[derive(Clone, Debug)]
struct Table {
    digests: Vec<u32>,
    /// For each label, for each index and one past the last: the place of the first sum whose
    /// greatest index is not below it.
    ends: Vec<u32>,
}

impl Table {
    /// Makes the table of the sets that are one of `smaller` with one more key.
    fn new(
        keys: &[KeyImage],
        smaller: &Subsets,
        size: usize,
        bits: u32,
    ) -> Result<Table, OutOfMemory> {
        let count = binomial(keys.len(), size) as usize;
        let mut digests = try_filled(count, 0_u32)?;
        let mut ends = try_filled((keys.len() + 1) << bits, 0_u32)?;
        // The loops below read only these two, packed.
        let mut lasts = try_filled(smaller.sorted.len(), 0_u16)?;
        let mut parts = try_filled(smaller.sorted.len(), 0_u32)?;
        for (subset, (last, part)) in smaller.sorted.iter().zip(lasts.iter_mut().zip(&mut parts)) {
            // One past, so that the empty set comes before any key.
            *last = subset.members().last().map_or(0, |last| last + 1);
            *part = subset.digest;
        }
        let mut place = 0;
        for (label, row) in ends.chunks_exact_mut(keys.len() + 1).enumerate() {
            for (index, key) in keys.iter().enumerate() {
                row[index] = place as u32;
                let rest = label ^ key.label as usize;
                let range = smaller.starts.range(rest..rest + 1);
                for (last, part) in lasts[range.clone()].iter().zip(&parts[range]) {
                    if usize::from(*last) > index {
                        break;
                    }
                    digests[place] = part ^ key.digest;
                    place += 1;
                }
            }
            row[keys.len()] = place as u32;
        }
        debug_assert_eq!(place, count);
        Ok(Table { digests, ends })
    }
}

/// The table and the lists of smaller sets.
#[derive(Clone, Debug)]
pub(crate) struct SumTables {
    words: Vec<u128>,
    keys: Vec<KeyImage>,
    table: Table,
    /// The size of the sets in the table.
    size: usize,
    /// By size.
    subsets: Vec<Subsets>,
}

/// A location in the tables where the sums of a run are.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SumRun {
    /// Listed sets of a size, from a place on.
    Listed { size: u8, place: u32 },
    /// Sums of the table of one label, from a place on, each with a listed set added: its size,
    /// and its place in the list.
    Tabled { label: u32, place: u32, added: u8, number: u32 },
}

/// The number of lists that stages need whose largest sums are of `largest` keys: those that
/// complete the sums of the table, and those that the table is made of.
pub(crate) fn lists(size: usize, largest: usize) -> usize {
    size.max((largest + 1).saturating_sub(size))
}

/// The approximate size of the tables in bytes.
pub(crate) fn table_bytes(keys: usize, size: usize, largest: usize, bits: u32) -> u128 {
    let list = |size| binomial(keys, size) * size_of::<Subset>() as u128 + (4 << bits);
    let lists: u128 = (0..lists(size, largest)).map(list).sum();
    lists + binomial(keys, size) * 4 + ((keys as u128 + 1) << bits) * 4
}

impl SumTables {
    /// Makes the tables with labels of `bits` bits for sums of up to `largest` keys.
    pub(crate) fn new(
        words: &[u128],
        coordinates: &Coordinates,
        bits: u32,
        size: usize,
        largest: usize,
    ) -> Result<SumTables, OutOfMemory> {
        let image = |word: &u128| KeyImage {
            label: coordinates.label(*word) & ((1 << bits) - 1),
            digest: coordinates.digest(*word) as u32,
        };
        let keys: Vec<KeyImage> = words.iter().map(image).collect();
        let subsets: Vec<Subsets> = (0..lists(size, largest))
            .map(|size| Subsets::new(&keys, size, bits))
            .collect::<Result<_, _>>()?;
        let table = Table::new(&keys, &subsets[size - 1], size, bits)?;
        Ok(SumTables { words: words.to_vec(), keys, table, size, subsets })
    }

    /// Calls `call` for each run that sums of `size` keys with the label are made of: with the
    /// digests and the difference between them and those of the sums.
    #[inline]
    pub(crate) fn for_each_tabled_run<'a>(
        &'a self,
        size: usize,
        label: u32,
        mut call: impl FnMut(SumRun, &'a [u32], u32),
    ) {
        let added = size - self.size;
        for (subset, number) in self.subsets[added].sorted.iter().zip(0..) {
            let ends = self.ends(label ^ subset.label);
            let (place, end) = (ends[0], ends[subset.bound(self.keys.len())]);
            if place < end {
                let run = SumRun::Tabled { label, place, added: added as u8, number };
                call(run, &self.table.digests[place as usize..end as usize], subset.digest);
            }
        }
    }

    /// Appends the digests of all sums of `size` keys with the label to `digests`. Calls `start`
    /// with each run and the place where its digests start.
    fn append(
        &self,
        size: usize,
        label: u32,
        digests: &mut Vec<u32>,
        mut start: impl FnMut(usize, SumRun),
    ) {
        if size < self.size {
            let (those, place) = self.subsets[size].labeled(label);
            start(digests.len(), SumRun::Listed { size: size as u8, place: place as u32 });
            digests.extend(those.iter().map(|subset| subset.digest));
            return;
        }
        self.for_each_tabled_run(size, label, |run, tabled, difference| {
            start(digests.len(), run);
            digests.extend(tabled.iter().map(|digest| digest ^ difference));
        });
    }

    /// The sum at an offset in a run.
    pub(crate) fn sum(&self, run: SumRun, offset: usize) -> KeySum {
        let (indices, added) = match run {
            SumRun::Listed { size, place } => {
                (self.subsets[usize::from(size)].sorted[place as usize + offset], None)
            }
            SumRun::Tabled { label, place, added, number } => {
                let added = &self.subsets[usize::from(added)].sorted[number as usize];
                (self.tabled(label ^ added.label, place as usize + offset), Some(added))
            }
        };
        let added = added.map_or(&[][..], Subset::members);
        KeySum::new(indices.members().iter().chain(added).copied(), &self.words)
    }

    /// The set of the table at a place among those with the label.
    fn tabled(&self, label: u32, place: usize) -> Subset {
        let ends = self.ends(label);
        let last = ends.partition_point(|end| *end as usize <= place) - 1;
        let (smaller, _) = self.subsets[self.size - 1].labeled(label ^ self.keys[last].label);
        smaller[place - ends[last] as usize].with(last, self.keys[last])
    }

    #[inline]
    fn ends(&self, label: u32) -> &[u32] {
        let len = self.keys.len() + 1;
        &self.table.ends[label as usize * len..][..len]
    }
}

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
pub(crate) fn batch_bytes(keys: usize, kept: u128, added: usize, with_others: bool) -> u128 {
    let runs = binomial(keys, added) * size_of::<(u32, SumRun)>() as u128;
    // Vectors grow by doubling; what is compared is sorted too.
    let digests = (kept + TARGET_DIGESTS as u128) * 2 * 4;
    digests + runs * 2 + if with_others { kept * 8 } else { 0 }
}
