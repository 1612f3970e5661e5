//! Sums of few keys, sorted by label, so that those with a given label are runs in memory.

use alloc::vec::Vec;

use crate::lemma::Coordinates;
use crate::plan::OutOfMemory;

/// At most this many keys make up the sums that are kept.
pub(crate) const MOST: usize = 3;

/// A key as the search sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Image {
    pub(crate) label: u32,
    pub(crate) digest: u32,
}

impl Image {
    /// The image of a key, with a label of `bits` bits.
    pub(crate) fn of(coordinates: &Coordinates, bits: u32, key: u128) -> Image {
        let label = coordinates.label(key) & ((1 << bits) - 1);
        Image { label, digest: coordinates.digest(key) as u32 }
    }
}

/// A set of up to three keys, by their ascending indices, and its sum.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Subset {
    pub(crate) label: u32,
    pub(crate) digest: u32,
    /// Ascending; what is not used is zero.
    members: [u16; MOST],
    size: u16,
}

impl Subset {
    const EMPTY: Subset = Subset { label: 0, digest: 0, members: [0; MOST], size: 0 };

    pub(crate) fn members(&self) -> &[u16] {
        &self.members[..usize::from(self.size)]
    }

    /// The least index, or `keys`, which is above all, if there is none.
    #[inline]
    pub(crate) fn bound(&self, keys: usize) -> usize {
        self.members().first().map_or(keys, |first| usize::from(*first))
    }

    fn with(mut self, index: u16, image: Image) -> Subset {
        self.label ^= image.label;
        self.digest ^= image.digest;
        self.members[usize::from(self.size)] = index;
        self.size += 1;
        self
    }
}

/// All sets of a given size, by label, and those of one label by their greatest index, then
/// the one before, and so on.
#[derive(Clone, Debug)]
pub(crate) struct Subsets {
    sorted: Vec<Subset>,
    /// Where each label starts, and the end.
    starts: Vec<u32>,
}

impl Subsets {
    pub(crate) fn new(images: &[Image], size: usize, bits: u32) -> Result<Subsets, OutOfMemory> {
        let mut starts = filled((1 << bits) + 1, 0_u32)?;
        each(images, size, &mut |subset| starts[subset.label as usize + 1] += 1);
        for label in 0..1 << bits {
            starts[label + 1] += starts[label];
        }
        let mut sorted = filled(starts[1 << bits] as usize, Subset::EMPTY)?;
        each(images, size, &mut |subset| {
            let next = &mut starts[subset.label as usize];
            sorted[*next as usize] = subset;
            *next += 1;
        });
        starts.rotate_right(1);
        starts[0] = 0;
        Ok(Subsets { sorted, starts })
    }

    /// The sets of one label, and the place of the first among all.
    pub(crate) fn labelled(&self, label: u32) -> (&[Subset], usize) {
        let start = self.starts[label as usize] as usize;
        (&self.sorted[start..self.starts[label as usize + 1] as usize], start)
    }

    pub(crate) fn all(&self) -> &[Subset] {
        &self.sorted
    }
}

/// Calls `call` for each set of `size` keys: the greatest index grows slowest.
fn each(images: &[Image], size: usize, call: &mut dyn FnMut(Subset)) {
    let key = |index: usize| (index as u16, images[index]);
    match size {
        0 => call(Subset::EMPTY),
        1 => (0..images.len()).for_each(|a| {
            let (a, image) = key(a);
            call(Subset::EMPTY.with(a, image));
        }),
        _ => (0..images.len()).for_each(|last| {
            let (last, image) = key(last);
            each(&images[..usize::from(last)], size - 1, &mut |subset| {
                call(subset.with(last, image));
            });
        }),
    }
}

/// The sums of all sets of a given size: by label, and those of one label by their greatest
/// index.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    digests: Vec<u32>,
    /// For each label, for each index and one past the last: where the first sum is whose
    /// greatest index is not below it.
    ends: Vec<u32>,
    keys: usize,
}

impl Table {
    /// Makes the table of the sets that one more key makes of those in `smaller`.
    pub(crate) fn new(
        images: &[Image],
        smaller: &Subsets,
        size: usize,
        bits: u32,
    ) -> Result<Table, OutOfMemory> {
        let count = crate::plan::choose(images.len(), size) as usize;
        let mut digests = filled(count, 0_u32)?;
        let mut ends = filled((images.len() + 1) << bits, 0_u32)?;
        // The loops below read only these two, packed.
        let (mut lasts, mut parts) =
            (filled(smaller.all().len(), 0_u16)?, filled(smaller.all().len(), 0_u32)?);
        for (subset, (last, part)) in smaller.all().iter().zip(lasts.iter_mut().zip(&mut parts)) {
            // One past, so that the empty set comes before any key.
            *last = subset.members().last().map_or(0, |last| last + 1);
            *part = subset.digest;
        }
        let mut place = 0;
        let mut rows = ends.chunks_exact_mut(images.len() + 1);
        for label in 0..1 << bits {
            let row = rows.next().expect("a row for each label");
            for (index, image) in images.iter().enumerate() {
                row[index] = place as u32;
                let start = smaller.starts[(label ^ image.label) as usize] as usize;
                let end = smaller.starts[(label ^ image.label) as usize + 1] as usize;
                for (last, part) in lasts[start..end].iter().zip(&parts[start..end]) {
                    if usize::from(*last) > index {
                        break;
                    }
                    digests[place] = part ^ image.digest;
                    place += 1;
                }
            }
            row[images.len()] = place as u32;
        }
        debug_assert_eq!(place, count);
        Ok(Table { digests, ends, keys: images.len() })
    }

    /// The digests of one label whose indices are all below `bound`, and the place of the
    /// first.
    #[inline]
    pub(crate) fn run(&self, label: u32, bound: usize) -> (&[u32], usize) {
        let row = &self.ends[label as usize * (self.keys + 1)..][..self.keys + 1];
        let start = row[0] as usize;
        (&self.digests[start..row[bound] as usize], start)
    }

    /// The set at a place of a label's run: one of `smaller`, and one more above them.
    pub(crate) fn members<'a>(
        &self,
        images: &[Image],
        smaller: &'a Subsets,
        label: u32,
        place: usize,
    ) -> (&'a [u16], u16) {
        let row = &self.ends[label as usize * (self.keys + 1)..][..self.keys + 1];
        let last = row.partition_point(|end| *end as usize <= place) - 1;
        let (those, _) = smaller.labelled(label ^ images[last].label);
        (those[place - row[last] as usize].members(), last as u16)
    }
}

/// What an iterator yields, at most `len` items, or how many bytes could not be allocated.
pub(crate) fn collected<T>(
    items: impl Iterator<Item = T>,
    len: usize,
) -> Result<Vec<T>, OutOfMemory> {
    let mut vector = Vec::new();
    vector
        .try_reserve_exact(len)
        .map_err(|_| OutOfMemory { bytes: len as u128 * size_of::<T>() as u128 })?;
    vector.extend(items);
    Ok(vector)
}

/// A vector of `len` copies, or how many bytes could not be allocated.
pub(crate) fn filled<T: Copy>(len: usize, value: T) -> Result<Vec<T>, OutOfMemory> {
    let mut vector = Vec::new();
    vector
        .try_reserve_exact(len)
        .map_err(|_| OutOfMemory { bytes: len as u128 * size_of::<T>() as u128 })?;
    vector.resize(len, value);
    Ok(vector)
}
