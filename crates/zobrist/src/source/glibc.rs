//! The generator behind `random()` and `rand()` of the GNU C library.

/// `random()` of the GNU C library, seeded by `srandom(seed)`: the additive feedback generator of its default
/// state of 128 bytes (`TYPE_3`), r\[i\] = r\[i - 3\] + r\[i - 31\] modulo 2^32, whose number is the
/// high 31 bits of r\[i\]. `rand()` after `srand(seed)` gives the same numbers.
///
/// Engines that were written on Linux draw their keys from it. The C standard does not define the
/// numbers, and other libraries have others.
///
/// ```
/// use zobrist::source::GlibcRandom;
///
/// assert_eq!(GlibcRandom::new(1).next_u31(), 1_804_289_383);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct GlibcRandom {
    state: [u32; LONG],
    /// Index of r\[i - 31\], whose place r\[i\] takes.
    oldest: usize,
}

/// The long distance of the feedback, and the size of the state.
const LONG: usize = 31;
/// The short distance of the feedback.
const SHORT: usize = 3;

impl GlibcRandom {
    /// Creates a generator seeded as by `srandom`. Seed 0 gives the numbers of seed 1.
    pub const fn new(seed: u32) -> GlibcRandom {
        let mut state = [0; LONG];
        // The library takes the seed for a signed number.
        let mut word = if seed == 0 { 1 } else { seed as i32 as i64 };
        state[0] = word as u32;
        let mut i = 1;
        while i < LONG {
            // Its remainder has the sign of the product, as in C.
            word = 16_807 * word % 0x7fff_ffff;
            if word < 0 {
                word += 0x7fff_ffff;
            }
            state[i] = word as u32;
            i += 1;
        }
        // The first three numbers count as the latest.
        let mut generator = GlibcRandom { state, oldest: SHORT };
        let mut discarded = 0;
        while discarded < 10 * LONG {
            generator.next_u31();
            discarded += 1;
        }
        generator
    }

    /// Draws the next number, of 31 bits.
    pub const fn next_u31(&mut self) -> u32 {
        let before = self.state[(self.oldest + LONG - SHORT) % LONG];
        let sum = self.state[self.oldest].wrapping_add(before);
        self.state[self.oldest] = sum;
        self.oldest = (self.oldest + 1) % LONG;
        sum >> 1
    }

    /// Draws four numbers as one: the low 16 bits of each, the first of them lowest. This is the most
    /// frequent way in engines, after T. Romstad's program that looks for magic numbers.
    ///
    /// Another way is to combine numbers shifted by 0, 15, 30, 45 and 60 by OR, for which they
    /// are too long: many bits are then set more often than not. For such keys combine
    /// the numbers of [`next_u31`](GlibcRandom::next_u31) in the same way.
    pub const fn next_u64(&mut self) -> u64 {
        let mut draw = 0;
        let mut shift = 0;
        while shift < 64 {
            draw |= (self.next_u31() as u64 & 0xffff) << shift;
            shift += 16;
        }
        draw
    }
}
