//! Finds digests that are among given ones.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::arrays::{Bitmap, GroupStarts, boxed_array};

/// The approximate size of a filter in bytes, without the digests.
pub(crate) const BYTES: u128 = (3 * 8 * WORDS) as u128;

const WORDS: usize = 1 << 16;
const BUCKETS: usize = 1 << 16;
/// Number of digests that are tested at a time.
const BLOCK: usize = 1 << 12;

#[derive(Clone, Debug)]
pub(crate) struct MembershipFilter {
    /// The low bits of each digest, the high bits, and a hash.
    by_low: Bitmap<WORDS>,
    by_high: Bitmap<WORDS>,
    by_hash: Bitmap<WORDS>,
    /// Digests and their places, grouped by their high bits.
    sorted: Vec<(u32, u32)>,
    starts: GroupStarts,
    hits: Box<[u32; BLOCK]>,
}

impl MembershipFilter {
    pub(crate) fn new() -> MembershipFilter {
        MembershipFilter {
            by_low: Bitmap::new(),
            by_high: Bitmap::new(),
            by_hash: Bitmap::new(),
            sorted: Vec::new(),
            starts: GroupStarts::new(BUCKETS),
            hits: boxed_array(),
        }
    }

    /// Replaces the members.
    pub(crate) fn set_members(&mut self, digests: &[u32]) {
        for bitmap in [&mut self.by_low, &mut self.by_high, &mut self.by_hash] {
            bitmap.clear();
        }
        self.starts.clear();
        for digest in digests {
            self.by_low.insert(*digest);
            self.by_high.insert(high(*digest));
            self.by_hash.insert(hash(*digest));
            self.starts.count(bucket(*digest));
        }
        self.starts.lay_out();
        self.sorted.resize(digests.len(), (0, 0));
        for (digest, place) in digests.iter().zip(0..) {
            self.sorted[self.starts.next(bucket(*digest))] = (*digest, place);
        }
        self.starts.finish();
    }

    /// XORs `difference` to each digest of a run. Calls `call` for each result that is a member:
    /// with its place in the run and that of the member.
    #[inline]
    pub(crate) fn find(
        &mut self,
        run: &[u32],
        difference: u32,
        mut call: impl FnMut(usize, usize),
    ) {
        for (block, start) in run.chunks(BLOCK).zip((0..).step_by(BLOCK)) {
            let mut count = 0;
            for (digest, place) in block.iter().zip(0..) {
                self.hits[count & (BLOCK - 1)] = place;
                count += usize::from(self.by_low.contains(digest ^ difference));
            }
            for place in &self.hits[..count] {
                let digest = block[*place as usize] ^ difference;
                if !self.by_high.contains(high(digest)) || !self.by_hash.contains(hash(digest)) {
                    continue;
                }
                let bucket = bucket(digest);
                for (member, its_place) in &self.sorted[self.starts.range(bucket..bucket + 1)] {
                    if *member == digest {
                        call(start + *place as usize, *its_place as usize);
                    }
                }
            }
        }
    }
}

#[inline(always)]
fn high(digest: u32) -> u32 {
    digest >> (32 - Bitmap::<WORDS>::BITS)
}

#[inline(always)]
fn hash(digest: u32) -> u32 {
    high(digest.wrapping_mul(0x9e37_79b1))
}

#[inline(always)]
fn bucket(digest: u32) -> usize {
    (digest >> (32 - BUCKETS.ilog2())) as usize
}
