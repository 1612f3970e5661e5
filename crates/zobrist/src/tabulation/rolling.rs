//! The rolling hash by a cyclic polynomial.

use super::tables::{Draws, fill, no_gather};

/// The hash of every window of a stream of bytes, in a few operations from one to the next: the
/// cyclic polynomial, also called buzhash.
///
/// The hash of a window of w bytes is the XOR of a random number for each of them, that of the
/// last byte as it is, that of the one before rotated left by one, and so on.
///
/// # Guarantees
/// With random tables and w ≤ 64, any 65 − w consecutive bits of the hash are pairwise
/// independent; all 64 need not even be uniform (Cohen, "Recursive hashing functions for n-grams",
/// 1997; Lemire and Kaser, "Recursive n-gram hashing is pairwise independent, at best", 2010).
/// With longer windows, exchanging two bytes that are 64 apart changes nothing, and a window of one
/// byte repeated may have hash zero: always if its length is a multiple of 128.
///
/// # When not to use it
/// As a name for the content of a window: too few of its bits are independent. For input chosen by
/// an adversary, who can make all windows agree in the bits that are looked at.
///
/// ```
/// use zobrist::tabulation::Rolling;
///
/// static ROLLING: Rolling = Rolling::seeded(2026, 5);
///
/// let text = b"bananas";
/// let first = ROLLING.hash(b"banan");
/// assert_eq!(ROLLING.roll(first, b'b', b'a'), ROLLING.hash(b"anana"));
///
/// let low_bits = 0b11;
/// let end = ROLLING.find(text, low_bits); // of the first window with two zeros there
/// assert_eq!(end, (5..=7).find(|end| ROLLING.hash(&text[end - 5..*end]) & low_bits == 0));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Rolling {
    entering: [u64; 256],
    /// Rotated by the length of the window.
    leaving: [u64; 256],
    window: usize,
}

impl Rolling {
    /// Creates a function with a table from [`SplitMix64`](crate::source::SplitMix64), for windows
    /// of `window` bytes.
    ///
    /// # Panics
    /// When the window has no byte.
    #[must_use]
    pub const fn seeded(seed: u64, window: usize) -> Rolling {
        let mut draws = Draws::new(seed);
        let [table] = fill!([[0; 256]; 1], draws.u64());
        Rolling::from_table(table, window)
    }

    /// Creates a function with a given table.
    ///
    /// # Panics
    /// When the window has no byte.
    #[must_use]
    pub const fn from_table(entering: [u64; 256], window: usize) -> Rolling {
        assert!(window > 0, "a window has at least one byte");
        let mut leaving = entering;
        let mut byte = 0;
        while byte < 256 {
            leaving[byte] = entering[byte].rotate_left((window % 64) as u32);
            byte += 1;
        }
        Rolling { entering, leaving, window }
    }

    /// Returns the number of bytes in a window.
    #[must_use]
    pub const fn window(&self) -> usize {
        self.window
    }

    /// Returns the hash of a window by definition. Costs one look-up per byte.
    ///
    /// # Panics
    /// When `bytes` is not as long as a window.
    #[must_use]
    pub fn hash(&self, bytes: &[u8]) -> u64 {
        assert_eq!(bytes.len(), self.window, "the bytes are as long as the window");
        (0..).zip(bytes.iter().rev()).fold(0, |hash, (age, byte)| {
            no_gather();
            hash ^ self.entering[usize::from(*byte)].rotate_left(age % 64)
        })
    }

    /// Returns the hash of the next window: `leaving` is the first byte of this one, `entering` the
    /// last of the next.
    #[inline(always)]
    #[must_use]
    pub fn roll(&self, hash: u64, leaving: u8, entering: u8) -> u64 {
        hash.rotate_left(1)
            ^ self.leaving[usize::from(leaving)]
            ^ self.entering[usize::from(entering)]
    }

    /// Returns the hashes of all windows of `bytes` in order; none, if there are fewer bytes than a
    /// window has.
    pub fn hashes<'b>(&self, bytes: &'b [u8]) -> impl Iterator<Item = u64> + use<'b, '_> {
        let first = bytes.get(..self.window).map(|window| self.hash(window));
        let mut pairs = bytes.iter().zip(bytes.iter().skip(self.window));
        core::iter::successors(first, move |hash| {
            pairs.next().map(|(leaving, entering)| self.roll(*hash, *leaving, *entering))
        })
    }

    /// Returns where the first window ends whose hash has zeros at all ones of `mask`: the cut of
    /// content-defined chunking. `None` if there is none, as in fewer bytes than a window has.
    #[must_use]
    pub fn find(&self, bytes: &[u8], mask: u64) -> Option<usize> {
        let mut hash = self.hash(bytes.get(..self.window)?);
        if hash & mask == 0 {
            return Some(self.window);
        }
        let entering = &bytes[self.window..];
        let leaving = &bytes[..entering.len()];
        let (leaving_blocks, entering_blocks) = (leaving.chunks_exact(8), entering.chunks_exact(8));
        let (leaving_rest, entering_rest) =
            (leaving_blocks.remainder(), entering_blocks.remainder());
        for (block, (leaving, entering)) in leaving_blocks.zip(entering_blocks).enumerate() {
            // The change is rotated in place of the hash, which leaves one XOR between a window and
            // the next.
            for place in 0..8 {
                let turn = place as u32 + 1;
                let change = self.leaving[usize::from(leaving[place])]
                    ^ self.entering[usize::from(entering[place])];
                hash ^= change.rotate_right(turn);
                if hash & mask.rotate_right(turn) == 0 {
                    return Some(self.window + block * 8 + place + 1);
                }
            }
            hash = hash.rotate_left(8);
        }
        let done = bytes.len() - entering_rest.len();
        leaving_rest.iter().zip(entering_rest).zip(done + 1..).find_map(|((out, new), end)| {
            hash = self.roll(hash, *out, *new);
            (hash & mask == 0).then_some(end)
        })
    }
}
