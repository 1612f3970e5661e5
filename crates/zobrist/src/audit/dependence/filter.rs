//! Bitmaps that fit the cache: which of many digests may stand there twice.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

/// So many digests fill an eighth of the bitmap.
pub(super) const COMFORTABLE: usize = 1 << 18;

const WORDS: usize = 1 << 15;

/// So many bytes the filters of a worker take, or more for a search that finds many.
pub(super) const BYTES: u128 = 8 * (WORDS + JOIN_WORDS) as u128 + (1 << 22);

/// Hits are gathered so many at a time, so that a `u8` counts them.
const BLOCK: usize = 255;

/// Finds the digests that occur more than once.
#[derive(Clone, Debug)]
pub(super) struct Repeats {
    seen: Box<[u64; WORDS]>,
    hits: Vec<u32>,
    /// Digest in the high half, place in the low.
    found: Vec<u64>,
    kept: Vec<u64>,
}

impl Repeats {
    pub(super) fn new() -> Repeats {
        let seen = vec![0; WORDS].into_boxed_slice().try_into().expect("so many words");
        Repeats { seen, hits: Vec::new(), found: Vec::new(), kept: Vec::new() }
    }

    /// All digests that occur more than once, each with its place in the low half, sorted; few
    /// others may be among them.
    pub(super) fn of(&mut self, digests: &[u32]) -> &[u64] {
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

    /// Marks the low bits of each digest; those whose mark is there already are hits, and mark
    /// their high bits. What has the mark of a hit is kept: the hits and the digests equal to
    /// them.
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

const JOIN_WORDS: usize = 1 << 16;

/// Finds digests that are among others.
#[derive(Clone, Debug)]
pub(super) struct Members {
    /// Of each digest two bits of one word.
    marks: Box<[u64; JOIN_WORDS]>,
    /// Where the digests of each word are, and the end.
    starts: Vec<u32>,
    /// Digest and place, by word.
    sorted: Vec<(u32, u32)>,
}

impl Members {
    pub(super) fn new() -> Members {
        let marks = vec![0; JOIN_WORDS].into_boxed_slice().try_into().expect("so many words");
        Members { marks, starts: vec![0; JOIN_WORDS + 1], sorted: Vec::new() }
    }

    /// Takes these digests, and forgets those before.
    pub(super) fn take(&mut self, digests: &[u32]) {
        self.marks.fill(0);
        self.starts.fill(0);
        for digest in digests {
            let (word, one, other) = marks(*digest);
            self.marks[word] |= 1 << one | 1 << other;
            self.starts[word + 1] += 1;
        }
        for word in 0..JOIN_WORDS {
            self.starts[word + 1] += self.starts[word];
        }
        self.sorted.resize(digests.len(), (0, 0));
        for (digest, place) in digests.iter().zip(0..) {
            let next = &mut self.starts[marks(*digest).0];
            self.sorted[*next as usize] = (*digest, place);
            *next += 1;
        }
        self.starts.rotate_right(1);
        self.starts[0] = 0;
    }

    /// Calls for each digest of the run, changed by `difference`, that is among those taken:
    /// with its place in the run, and with the place among those taken.
    #[inline]
    pub(super) fn find(&self, run: &[u32], difference: u32, mut call: impl FnMut(usize, usize)) {
        for (block, start) in run.chunks(BLOCK).zip((0..).step_by(BLOCK)) {
            let mut hits = [0; 256];
            let mut count = 0_u8;
            for (digest, place) in block.iter().zip(0_u8..) {
                let (word, one, other) = marks(digest ^ difference);
                let word = self.marks[word];
                hits[usize::from(count)] = place;
                count += (word >> one & word >> other & 1) as u8;
            }
            for place in &hits[..usize::from(count)] {
                let digest = block[usize::from(*place)] ^ difference;
                let word = marks(digest).0;
                let those = self.starts[word] as usize..self.starts[word + 1] as usize;
                for (taken, its_place) in &self.sorted[those] {
                    if *taken == digest {
                        call(start + usize::from(*place), *its_place as usize);
                    }
                }
            }
        }
    }
}

/// The word of a digest, and two bits of it.
#[inline(always)]
fn marks(digest: u32) -> (usize, u32, u32) {
    (digest as usize >> 6 & (JOIN_WORDS - 1), digest & 63, digest >> 22 & 63)
}

fn pack((digest, place): (&u32, u32)) -> u64 {
    u64::from(*digest) << 32 | u64::from(place)
}
