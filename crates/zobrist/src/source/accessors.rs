//! What a source says of itself, and the check of what is asked of it.

use super::bch::Code;
use super::generator::Generator;
use super::named::{DrawOrder, MAX_CAPACITY, PERIOD, SourceError, SourceName};
use super::{Economy, Join, Order, Recipe, Seeded, Source};

impl Source<'_> {
    /// Returns the name of the source; `None` if none of the names stands for it, as for published
    /// numbers. The name says nothing about the seed, the stream, the order of the draws, those
    /// [skipped](Source::skipped) and the way in which they are [joined](Source::join).
    #[must_use]
    pub const fn source_name(self) -> Option<SourceName> {
        Some(match self.recipe {
            Recipe::Bch { .. } => SourceName::Bch,
            Recipe::Published { .. } => return None,
            Recipe::Seeded(Seeded { generator, economy, .. }) => match (generator, economy) {
                (_, Economy::None) => SourceName::of(generator),
                (Generator::SplitMix64, Economy::Overlapping) => SourceName::Overlapping,
                (Generator::SplitMix64, Economy::Rotated { period: PERIOD }) => SourceName::Rotated,
                _ => return None,
            },
        })
    }

    /// Returns the order of the draws; `None` if the source has no stream.
    #[must_use]
    pub const fn draw_order(self) -> Option<DrawOrder> {
        match self.recipe {
            Recipe::Seeded(Seeded { order: Order::ByKind, .. }) => Some(DrawOrder::ByKind),
            Recipe::Seeded(Seeded { order: Order::Sequential, .. }) => Some(DrawOrder::Sequential),
            _ => None,
        }
    }

    /// Returns the number of draws that are thrown away before the first key of each stream; `None`
    /// if the source has no stream.
    #[must_use]
    pub const fn skipped(self) -> Option<u32> {
        match self.recipe {
            Recipe::Seeded(Seeded { skip, .. }) => Some(skip),
            _ => None,
        }
    }

    /// Returns the words of a seed of several; `None` for a seed that is one number, and for the
    /// other sources.
    #[must_use]
    pub const fn seed_words(&self) -> Option<&[u64]> {
        match &self.recipe {
            Recipe::Seeded(Seeded { words: Some(words), .. }) => Some(words.as_slice()),
            _ => None,
        }
    }

    /// Returns the stream of a generator that has many; `None` for its default one, and for the
    /// other sources.
    #[must_use]
    pub const fn chosen_stream(self) -> Option<u64> {
        match self.recipe {
            Recipe::Seeded(Seeded { stream, .. }) => stream,
            _ => None,
        }
    }

    /// Returns the way in which numbers are joined to keys; `None` for that of the generator.
    #[must_use]
    pub const fn join(self) -> Option<Join> {
        match self.recipe {
            Recipe::Seeded(Seeded { join, .. }) => join,
            _ => None,
        }
    }

    /// Returns the capacity of a code; `None` for the other sources.
    #[must_use]
    pub const fn capacity(self) -> Option<usize> {
        match self.recipe {
            Recipe::Bch { capacity, .. } => Some(capacity),
            _ => None,
        }
    }

    /// Checks that the source has keys of `bits` bits for a layout of `features` features: what
    /// would panic where the keys are made.
    ///
    /// ```
    /// use zobrist::Source;
    ///
    /// assert!(Source::bch(1, 1024).check(939, 64).is_ok());
    /// assert!(Source::published(&[1, 2, 3]).check(4, 64).is_err());
    /// ```
    ///
    /// # Errors
    /// When there are too many features, or the keys are too narrow or too wide.
    pub const fn check(self, features: usize, bits: u32) -> Result<(), SourceError> {
        let (least, most) = match self.recipe {
            Recipe::Published { .. } => (8, 64),
            Recipe::Seeded(Seeded { economy: Economy::Rotated { period }, .. }) if period > 8 => {
                (period, 128)
            }
            _ => (8, 128),
        };
        if bits < least || bits > most {
            return Err(SourceError::Bits { least, most, got: bits });
        }
        match self.recipe {
            Recipe::Bch { capacity, .. }
                if capacity > MAX_CAPACITY || features > Code::new(bits, capacity).capacity() =>
            {
                Err(SourceError::Capacity { features, got: capacity })
            }
            Recipe::Published { words, .. } if words.len() != features => {
                Err(SourceError::Published { features, words: words.len() })
            }
            _ => Ok(()),
        }
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    extern crate std;

    use std::panic::catch_unwind;

    use super::*;
    use crate::layout::Layout;

    /// `check` refuses what would panic, and nothing else.
    #[test]
    fn checks_agree_with_panics() {
        static SIZES: [usize; 4] = [3, 128, 129, 300];
        let sources = [
            Source::bch(1, 100),
            Source::bch(1, 300),
            Source::published(&[1, 2, 3]),
            Source::splitmix64(1),
            Source::splitmix64(1).rotated(64),
            Source::splitmix64(1).overlapping(),
        ];
        for source in sources {
            for size in SIZES {
                for bits in [7, 8, 32, 48, 64, 65, 128] {
                    let layout = Layout::of(&[("key", size)]);
                    let made = catch_unwind(|| source.words(layout, bits)).is_ok();
                    assert_eq!(source.check(size, bits).is_ok(), made, "{source} {size} {bits}");
                }
            }
        }
    }
}
