//! Finds the digests that occur more than once, by a bitmap that fits the cache.

use alloc::vec::Vec;

use crate::arrays::Bitmap;

/// Number of digests that fill an eighth of the bitmap.
pub(crate) const TARGET_DIGESTS: usize = 1 << 18;

/// The approximate size of a filter in bytes: the bitmap and the candidates of a usual search.
pub(crate) const BYTES: u128 = (8 * WORDS) as u128 + (1 << 22);

const WORDS: usize = 1 << 15;
/// Candidates are gathered from this many digests at a time, so that a `u8` counts them.
const BLOCK: usize = 255;
/// Fewer candidates than this are sorted without another pass.
const FEW: usize = 1 << 10;

#[derive(Clone, Debug)]
pub(crate) struct DuplicateFilter {
    bitmap: Bitmap<WORDS>,
    hits: Vec<u32>,
    /// Digest in the high half, place in the low.
    candidates: Vec<u64>,
    kept: Vec<u64>,
}

impl DuplicateFilter {
    pub(crate) fn new() -> DuplicateFilter {
        DuplicateFilter {
            bitmap: Bitmap::new(),
            hits: Vec::new(),
            candidates: Vec::new(),
            kept: Vec::new(),
        }
    }

    /// Returns all digests that occur more than once, each with its place in the low half,
    /// sorted. A few others may be among them.
    pub(crate) fn duplicates(&mut self, digests: &[u32]) -> &[u64] {
        self.candidates.clear();
        if digests.len() < FEW {
            self.candidates.extend(digests.iter().zip(0..).map(pack));
        } else {
            self.first_pass(digests);
            // More passes, with other bits of a hash, as long as they help.
            for multiplier in [0x9e37_79b1_u32, 0x85eb_ca6b] {
                if self.candidates.len() >= FEW {
                    self.next_pass(multiplier);
                }
            }
        }
        self.candidates.sort_unstable();
        &self.candidates
    }

    /// Marks the low bits of each digest. A digest whose bits are already marked is a hit. The
    /// candidates are all digests that have the high bits of a hit.
    fn first_pass(&mut self, digests: &[u32]) {
        self.bitmap.clear();
        self.hits.clear();
        for block in digests.chunks(BLOCK) {
            let mut hits = [0; 256];
            let mut count = 0_u8;
            for digest in block {
                let hit = self.bitmap.contains(*digest);
                self.bitmap.insert(*digest);
                hits[usize::from(count)] = *digest;
                count += u8::from(hit);
            }
            self.hits.extend_from_slice(&hits[..usize::from(count)]);
        }
        self.bitmap.clear();
        self.hits.iter().for_each(|digest| self.bitmap.insert(high(*digest)));
        for (block, start) in digests.chunks(BLOCK).zip((0..).step_by(BLOCK)) {
            let mut hits = [0; 256];
            let mut count = 0_u8;
            for (digest, place) in block.iter().zip(0_u8..) {
                hits[usize::from(count)] = place;
                count += u8::from(self.bitmap.contains(high(*digest)));
            }
            let places = hits[..usize::from(count)].iter();
            self.candidates.extend(
                places.map(|place| pack((&block[usize::from(*place)], start + u32::from(*place)))),
            );
        }
    }

    /// Keeps the candidates that are duplicates by two parts of a hash, marked one after the other
    /// as in the first pass.
    fn next_pass(&mut self, multiplier: u32) {
        let hash = |packed: u64| ((packed >> 32) as u32).wrapping_mul(multiplier);
        let mixed = |packed: u64| hash(packed) ^ hash(packed) >> 15;
        self.bitmap.clear();
        self.kept.clear();
        for packed in &self.candidates {
            if self.bitmap.contains(high(hash(*packed))) {
                self.kept.push(*packed);
            }
            self.bitmap.insert(high(hash(*packed)));
        }
        self.bitmap.clear();
        self.kept.iter().for_each(|packed| self.bitmap.insert(mixed(*packed)));
        self.candidates.retain(|packed| self.bitmap.contains(mixed(*packed)));
    }
}

#[inline(always)]
fn high(digest: u32) -> u32 {
    digest >> (32 - Bitmap::<WORDS>::BITS)
}

fn pack((digest, place): (&u32, u32)) -> u64 {
    u64::from(*digest) << 32 | u64::from(place)
}
