//! Bitmaps that fit the cache: which of many digests may occur twice.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

/// This many digests fill an eighth of the bitmap.
pub(crate) const COMFORTABLE: usize = 1 << 18;

const WORDS: usize = 1 << 15;

/// The bytes that the filters of a worker take, or more for a search that finds many.
pub(crate) const BYTES: u128 = (8 * WORDS + 3 * 4 * MARK_WORDS) as u128 + (1 << 22);

/// Hits are gathered from this many digests at a time, so that a `u8` counts them.
const BLOCK: usize = 255;

/// Finds the digests that occur more than once.
#[derive(Clone, Debug)]
pub(crate) struct Repeats {
    seen: Box<[u64; WORDS]>,
    hits: Vec<u32>,
    /// Digest in the high half, place in the low.
    found: Vec<u64>,
    kept: Vec<u64>,
}

impl Repeats {
    pub(crate) fn new() -> Repeats {
        let seen = vec![0; WORDS].into_boxed_slice().try_into().expect("the slice has this length");
        Repeats { seen, hits: Vec::new(), found: Vec::new(), kept: Vec::new() }
    }

    /// All digests that occur more than once, each with its place in the low half, sorted; a
    /// few others may be among them.
    pub(crate) fn of(&mut self, digests: &[u32]) -> &[u64] {
        self.found.clear();
        let small = 1 << 10;
        if digests.len() < small {
            self.found.extend(digests.iter().zip(0..).map(pack));
        } else {
            self.first_pass(digests);
            // More passes, with other bits of a hash, as long as they help.
            for multiplier in [0x9e37_79b1_u32, 0x85eb_ca6b] {
                if self.found.len() >= small {
                    self.pass(multiplier);
                }
            }
        }
        self.found.sort_unstable();
        &self.found
    }

    /// Marks the low bits of each digest; digests that are already marked are hits, whose high
    /// bits are then marked. What has the mark of a hit is kept: the hits and the digests
    /// equal to them.
    fn first_pass(&mut self, digests: &[u32]) {
        self.seen.fill(0);
        self.hits.clear();
        for block in digests.chunks(BLOCK) {
            let mut hits = [0; 256];
            let mut count = 0_u8;
            for digest in block {
                let word = &mut self.seen[*digest as usize >> 6 & (WORDS - 1)];
                let hit = *word >> (digest & 63) & 1;
                *word |= 1 << (digest & 63);
                hits[usize::from(count)] = *digest;
                count += hit as u8;
            }
            self.hits.extend_from_slice(&hits[..usize::from(count)]);
        }
        self.seen.fill(0);
        for digest in &self.hits {
            self.seen[(digest >> 17) as usize] |= 1 << (digest >> 11 & 63);
        }
        for (block, start) in digests.chunks(BLOCK).zip((0..).step_by(BLOCK)) {
            let mut hits = [0; 256];
            let mut count = 0_u8;
            for (digest, place) in block.iter().zip(0_u8..) {
                hits[usize::from(count)] = place;
                count += (self.seen[(digest >> 17) as usize] >> (digest >> 11 & 63) & 1) as u8;
            }
            let those = hits[..usize::from(count)].iter();
            self.found.extend(
                those.map(|place| pack((&block[usize::from(*place)], start + u32::from(*place)))),
            );
        }
    }

    /// The same among what was found so far, by a hash.
    fn pass(&mut self, multiplier: u32) {
        let hash = |packed: u64| ((packed >> 32) as u32).wrapping_mul(multiplier);
        let low = |packed: u64| (hash(packed) as usize >> 11 & 0x7fff, hash(packed) >> 26);
        let high = |packed: u64| {
            let other = hash(packed) ^ hash(packed) >> 15;
            (other as usize & 0x7fff, other >> 15 & 63)
        };
        self.seen.fill(0);
        self.kept.clear();
        for packed in &self.found {
            let (word, bit) = low(*packed);
            if self.seen[word] >> bit & 1 == 1 {
                self.kept.push(*packed);
            }
            self.seen[word] |= 1 << bit;
        }
        self.seen.fill(0);
        for packed in &self.kept {
            let (word, bit) = high(*packed);
            self.seen[word] |= 1 << bit;
        }
        let seen = &self.seen;
        self.found.retain(|packed| {
            let (word, bit) = high(*packed);
            seen[word] >> bit & 1 == 1
        });
    }
}

const MARK_WORDS: usize = 1 << 17;
const MARK_BITS: u32 = MARK_WORDS.ilog2() + 5;
const BUCKETS: usize = 1 << 16;
/// This many digests are looked at together.
const RUN: usize = 1 << 12;

/// Which values of some bits occur.
#[derive(Clone, Debug)]
struct Marks(Box<[u32; MARK_WORDS]>);

impl Marks {
    #[inline(always)]
    fn mark(&mut self, value: u32) {
        self.0[(value >> 5) as usize & (MARK_WORDS - 1)] |= 1 << (value & 31);
    }

    #[inline(always)]
    fn has(&self, value: u32) -> bool {
        self.0[(value >> 5) as usize & (MARK_WORDS - 1)] >> (value & 31) & 1 == 1
    }
}

/// Finds digests that are among others.
#[derive(Clone, Debug)]
pub(crate) struct Members {
    /// Marks of the low bits of each digest, of the high ones, and of a hash.
    lows: Marks,
    highs: Marks,
    hashes: Marks,
    /// Where the digests are, by their high bits, and the end.
    starts: Vec<u32>,
    /// Digest and place.
    sorted: Vec<(u32, u32)>,
    hits: Box<[u32; RUN]>,
}

impl Members {
    pub(crate) fn new() -> Members {
        let marks = || Marks(array());
        Members {
            lows: marks(),
            highs: marks(),
            hashes: marks(),
            starts: vec![0; BUCKETS + 1],
            sorted: Vec::new(),
            hits: array(),
        }
    }

    /// Takes these digests, and forgets those before.
    pub(crate) fn take(&mut self, digests: &[u32]) {
        for marks in [&mut self.lows, &mut self.highs, &mut self.hashes] {
            marks.0.fill(0);
        }
        self.starts.fill(0);
        for digest in digests {
            self.lows.mark(*digest);
            self.highs.mark(high(*digest));
            self.hashes.mark(hash(*digest));
            self.starts[bucket(*digest) + 1] += 1;
        }
        for bucket in 0..BUCKETS {
            self.starts[bucket + 1] += self.starts[bucket];
        }
        self.sorted.resize(digests.len(), (0, 0));
        for (digest, place) in digests.iter().zip(0..) {
            let next = &mut self.starts[bucket(*digest)];
            self.sorted[*next as usize] = (*digest, place);
            *next += 1;
        }
        self.starts.rotate_right(1);
        self.starts[0] = 0;
    }

    /// Calls `call` for each digest of the run, changed by `difference`, that is among those
    /// taken: with its place in the run, and with the place among those taken.
    #[inline]
    pub(crate) fn find(
        &mut self,
        run: &[u32],
        difference: u32,
        mut call: impl FnMut(usize, usize),
    ) {
        for (block, start) in run.chunks(RUN).zip((0..).step_by(RUN)) {
            let mut count = 0;
            for (digest, place) in block.iter().zip(0..) {
                self.hits[count & (RUN - 1)] = place;
                count += usize::from(self.lows.has(digest ^ difference));
            }
            for place in &self.hits[..count] {
                let digest = block[*place as usize] ^ difference;
                if !self.highs.has(high(digest)) || !self.hashes.has(hash(digest)) {
                    continue;
                }
                let bucket = bucket(digest);
                let those = self.starts[bucket] as usize..self.starts[bucket + 1] as usize;
                for (taken, its_place) in &self.sorted[those] {
                    if *taken == digest {
                        call(start + *place as usize, *its_place as usize);
                    }
                }
            }
        }
    }
}

#[inline(always)]
fn high(digest: u32) -> u32 {
    digest >> (32 - MARK_BITS)
}

#[inline(always)]
fn hash(digest: u32) -> u32 {
    high(digest.wrapping_mul(0x9e37_79b1))
}

#[inline(always)]
fn bucket(digest: u32) -> usize {
    (digest >> (32 - BUCKETS.ilog2())) as usize
}

fn array<T: Copy + Default, const LEN: usize>() -> Box<[T; LEN]> {
    let boxed = vec![T::default(); LEN].into_boxed_slice().try_into();
    boxed.unwrap_or_else(|_| unreachable!("the slice has this length"))
}

fn pack((digest, place): (&u32, u32)) -> u64 {
    u64::from(*digest) << 32 | u64::from(place)
}
