//! Sources of keys: codes, seeded generators and published tables.
//!
//! From the numbers of any of these, a [`Source`] makes a [`KeyTable`](crate::KeyTable) for a
//! layout, in a `static` or at run time, with the same values.
//!
//! A source is a closed type with `const fn`s and not a trait: on stable Rust a `const fn` cannot
//! call trait methods, and a table in a `static` costs nothing at start-up.

mod accessors;
mod bch;
mod constructors;
mod generator;
mod go_numbers;
mod join;
mod libraries;
mod named;
mod scrambled;
mod seeded;
mod words;

pub use join::Join;
pub use libraries::{CSharpRandom, Drand48, GoRandom, JavaRandom, MinStd, MsvcRand, PythonRandom};
pub use named::{DrawOrder, ParseSourceNameError, SourceError, SourceName};
pub use scrambled::{Pcg32, Pcg64, Xoroshiro128StarStar, Xoshiro256StarStar};
pub use seeded::{
    GlibcRandom, Jsf64, Kiss64, Mt19937, Mt19937x64, SplitMix64, XorShift32, XorShift64Star,
    Xoshiro256PlusPlus,
};

use core::fmt::{self, Display};

use generator::{Economy, Generator, Order, Seeded};
pub(crate) use words::Words;

/// The guarantee of a set of keys: a statement about every small subset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Guarantee {
    /// Nothing is known without an audit.
    None,
    /// Any set of this many keys, or fewer, is linearly independent over GF(2): two states
    /// that differ in at most this many features never share a hash.
    Independent(u32),
}

impl Guarantee {
    /// Returns true if any `count` keys are known to be independent.
    ///
    /// ```
    /// use zobrist::Source;
    ///
    /// const { assert!(Source::bch(1, 1024).guarantee(64).covers(13)) };
    /// ```
    #[must_use]
    pub const fn covers(self, count: u32) -> bool {
        match self {
            Guarantee::None => count == 0,
            Guarantee::Independent(known) => count <= known,
        }
    }
}

impl Display for Guarantee {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Guarantee::None => f.write_str("none"),
            Guarantee::Independent(1) => f.write_str("any 1 key is independent"),
            Guarantee::Independent(count) => write!(f, "any {count} keys are independent"),
        }
    }
}

/// A source of keys: a code, a seeded generator or a published table. Cheap to copy: it holds the
/// recipe, and a reference `'w` to the words of a published table.
///
/// The default choice is [`Source::bch`]. The seeded generators are there to
/// reproduce what others have published, and for layouts that grow.
///
/// ```
/// use zobrist::{Kind, KeyTable, Layout, Source};
///
/// const STONE: Kind = Kind::first("stone", 18);
/// const LAYOUT: Layout = STONE.layout();
///
/// // Seed 1, room for 64 features.
/// static KEYS: KeyTable<u64, { LAYOUT.len() }> = Source::bch(1, 64).table_u64(LAYOUT);
///
/// assert_eq!(KEYS.guarantee().to_string(), "any 15 keys are independent");
/// assert_eq!(KEYS.source().to_string(), "bch(seed 1, capacity 64)");
/// ```
///
/// # How keys are cut from draws
/// A `u32` key is the high half of a 64-bit draw, a [`Sum48`](crate::Sum48) its
/// high 48 bits, a [`Pair`](crate::Pair) (high, low), and a `u128` key two draws, the high one
/// first. A BCH code makes each width separately. [Joined](Source::joined) numbers are a draw of
/// 128 bits, whose low bits are the key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source<'w> {
    recipe: Recipe<'w>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Recipe<'w> {
    Bch {
        seed: u64,
        capacity: usize,
    },
    Seeded(Seeded),
    /// `words` is empty in the source of a table, which has them as its keys.
    Published {
        words: &'w [u64],
        count: usize,
    },
}

impl<'w> Source<'w> {
    /// Creates the default source: columns of an extended BCH code, filled up with random bits
    /// and mixed by the seed.
    ///
    /// - `seed` chooses the values of the keys. It has no part in the guarantee.
    /// - `capacity` is the number of features that there is room for, now and when the layout
    ///   grows; not the number of bits of a key, which the table decides.
    ///
    /// The [guarantee](Source::guarantee) depends on the capacity and the bits of a key: any 13
    /// keys of 64 bits are independent for a capacity of up to 1024, any 15 up to 512; 25 of 128
    /// bits and 7 of 32 bits up to 1024.
    ///
    /// ```
    /// use zobrist::{Guarantee, Source};
    ///
    /// // Seed 2026, room for 1024 features.
    /// let source = Source::bch(2026, 1024);
    /// assert_eq!(source.guarantee(64), Guarantee::Independent(13)); // keys of 64 bits
    /// assert_eq!(source.guarantee(128), Guarantee::Independent(25));
    /// ```
    ///
    /// A layout with more features than a key has bits has full rank, as a smaller one does,
    /// except by bad luck when there are about as many: some seeds then fall short by one or
    /// two.
    ///
    /// Keys belong to slots and depend on the capacity, not on the size of the layout: a layout
    /// that grows at its end within the capacity keeps the keys it had. Only the field that the
    /// capacity needs matters, so that it is rounded up to a power of two, and to at least 128
    /// for keys of 32 bits, 256 for 64 and 512 for 128: all capacities from 513 to 1024 give the
    /// same keys, and for 64 bits so do all from 1 to 256.
    ///
    /// # Panics
    /// A table panics, at compile time if it is a constant, when its layout is larger than the
    /// capacity rounded in this way, or when the capacity is above 2^24.
    #[must_use]
    pub const fn bch(seed: u64, capacity: usize) -> Source<'w> {
        Source { recipe: Recipe::Bch { seed, capacity } }
    }

    /// Creates a source of given numbers, such as somebody has published, in the order of the
    /// slots. It has no seed and no guarantee.
    ///
    /// # Panics
    /// A table panics when there are not exactly as many words as features, or
    /// when its keys are wider than 64 bits.
    #[must_use]
    pub const fn published(words: &'w [u64]) -> Source<'w> {
        Source { recipe: Recipe::Published { words, count: words.len() } }
    }

    /// The source as a table keeps it.
    pub(crate) const fn without_words(self) -> Source<'static> {
        let recipe = match self.recipe {
            Recipe::Bch { seed, capacity } => Recipe::Bch { seed, capacity },
            Recipe::Seeded(seeded) => Recipe::Seeded(seeded),
            Recipe::Published { count, .. } => Recipe::Published { words: &[], count },
        };
        Source { recipe }
    }

    const fn seeded(generator: Generator, seed: u64) -> Source<'w> {
        Source {
            recipe: Recipe::Seeded(Seeded {
                generator,
                seed,
                words: None,
                stream: None,
                order: Order::ByKind,
                skip: 0,
                join: None,
                economy: Economy::None,
            }),
        }
    }

    /// Draws one stream for all slots in order, as published sets were made. The
    /// default is one stream for each kind, seeded by its name, so that a new
    /// kind leaves the keys of the others as they were.
    ///
    /// # Panics
    /// When the source has no stream: BCH keys and published keys belong to slots.
    #[must_use]
    pub const fn sequential(self) -> Source<'w> {
        self.with_order(Order::Sequential)
    }

    /// Draws one stream for each kind, seeded with the first [`SplitMix64`] number of `seed` XOR
    /// the FNV-1a hash of the kind's name (its high half for generators whose seeds have 32 bits; 1 in place
    /// of 0 for [`XorShift64Star`] and [`XorShift32`]). This is the default.
    ///
    /// # Panics
    /// When the source has no stream.
    #[must_use]
    pub const fn by_kind(self) -> Source<'w> {
        self.with_order(Order::ByKind)
    }

    /// The largest number of draws that [`skip`](Source::skip) takes: 2^24.
    pub const MAX_SKIP: u32 = 1 << 24;

    /// Throws away the first `draws` 64-bit draws of each stream, as programs do that draw other
    /// numbers before their keys, or that warm their generator up for longer. The default is 0.
    /// [`Mt19937`] makes a draw of two of its numbers, [`GlibcRandom`] of four; a
    /// [joined](Source::joined) draw has as many as there are shifts.
    ///
    /// ```
    /// use zobrist::source::Jsf64;
    /// use zobrist::{KeyTable, Kind, Source};
    ///
    /// // Stockfish before version 6: 73 rounds before the first key, of which `Jsf64` makes 20.
    /// const STONE: Kind = Kind::first("stone", 1);
    /// const SOURCE: Source = Source::jsf64(0xd4e1_2c77).sequential().skip(53);
    /// const KEYS: KeyTable<u64, 1> = SOURCE.table_u64(STONE.layout());
    ///
    /// let mut generator = Jsf64::new(0xd4e1_2c77);
    /// for _ in 0..53 {
    ///     generator.next_u64();
    /// }
    /// assert_eq!(KEYS[STONE.at(0)], generator.next_u64());
    /// ```
    ///
    /// # Panics
    /// When the source has no stream, or there are more than [`MAX_SKIP`](Source::MAX_SKIP) draws.
    #[must_use]
    pub const fn skip(self, draws: u32) -> Source<'w> {
        assert!(draws <= Source::MAX_SKIP, "at most 2^24 draws are skipped");
        match self.recipe {
            Recipe::Seeded(seeded) => {
                Source { recipe: Recipe::Seeded(Seeded { skip: draws, ..seeded }) }
            }
            _ => panic!("only a seeded generator has a stream"),
        }
    }

    /// Joins the generator's own numbers to keys in another way than its 64-bit draws.
    ///
    /// # Panics
    /// When the source has no stream.
    #[must_use]
    pub const fn joined(self, join: Join) -> Source<'w> {
        match self.recipe {
            Recipe::Seeded(seeded) => {
                Source { recipe: Recipe::Seeded(Seeded { join: Some(join), ..seeded }) }
            }
            _ => panic!("only a seeded generator has a stream"),
        }
    }

    /// Applies the first economy in the literature: all keys of a stream are read from one
    /// array of numbers at unaligned offsets. Number the bytes of the draws, little-endian;
    /// the key of index i in its kind (in the layout, when sequential) starts at byte i. An
    /// array of N + 7 bytes serves N keys of 64 bits.
    ///
    /// Keys whose slots are close share bits, and a key of the default source is as cheap on
    /// any machine that has 8 KiB of memory: this is for reproducing what others have
    /// published.
    ///
    /// # Panics
    /// When the source has no stream.
    #[must_use]
    pub const fn overlapping(self) -> Source<'w> {
        self.with_economy(Economy::Overlapping)
    }

    /// Applies the second economy in the literature: one number for each `period` consecutive
    /// features (64 for a piece on 64 squares), rotated left by the index of the feature among
    /// them.
    ///
    /// # Panics
    /// When the source has no stream or the period is zero; a table panics when the period
    /// exceeds the bits of its keys, since keys would repeat.
    #[must_use]
    pub const fn rotated(self, period: u32) -> Source<'w> {
        assert!(period > 0, "a rotation has a period of at least 1");
        self.with_economy(Economy::Rotated { period })
    }

    const fn with_order(self, order: Order) -> Source<'w> {
        match self.recipe {
            Recipe::Seeded(seeded) => Source { recipe: Recipe::Seeded(Seeded { order, ..seeded }) },
            _ => panic!("only a seeded generator has a stream"),
        }
    }

    const fn with_economy(self, economy: Economy) -> Source<'w> {
        match self.recipe {
            Recipe::Seeded(seeded) => {
                Source { recipe: Recipe::Seeded(Seeded { economy, ..seeded }) }
            }
            _ => panic!("only a seeded generator has a stream"),
        }
    }

    /// Returns the seed; `None` for published numbers, and for a seed of
    /// [several words](Source::seed_words).
    ///
    /// ```
    /// use zobrist::Source;
    ///
    /// assert_eq!(Source::bch(2026, 64).seed(), Some(2026));
    /// assert_eq!(Source::published(&[1, 2, 3]).seed(), None);
    /// ```
    #[must_use]
    pub const fn seed(self) -> Option<u64> {
        match self.recipe {
            Recipe::Bch { seed, .. } | Recipe::Seeded(Seeded { seed, words: None, .. }) => {
                Some(seed)
            }
            Recipe::Seeded(_) | Recipe::Published { .. } => None,
        }
    }

    /// Returns the guarantee for keys of `bits` bits from this source, in groups where
    /// keys combine by XOR.
    ///
    /// # Panics
    /// When a BCH source is asked for fewer than 8 or more than 128 bits, or has a
    /// capacity above 2^24.
    #[must_use]
    pub const fn guarantee(self, bits: u32) -> Guarantee {
        match self.recipe {
            Recipe::Bch { capacity, .. } => {
                Guarantee::Independent(bch::Code::new(bits, capacity).strength())
            }
            _ => Guarantee::None,
        }
    }
}

impl Display for Source<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.recipe {
            Recipe::Bch { seed, capacity } => write!(f, "bch(seed {seed}, capacity {capacity})"),
            Recipe::Published { count, .. } => write!(f, "published({count} words)"),
            Recipe::Seeded(Seeded {
                generator,
                seed,
                words,
                stream,
                order,
                skip,
                join,
                economy,
            }) => {
                let name = SourceName::of(generator).name();
                let order = match order {
                    Order::ByKind => "by-kind",
                    Order::Sequential => "sequential",
                };
                match words {
                    None => write!(f, "{name}(seed {seed}")?,
                    Some(words) => write!(f, "{name}(seed {:?}", words.as_slice())?,
                }
                if let Some(stream) = stream {
                    write!(f, ", stream {stream}")?;
                }
                write!(f, ", {order}")?;
                if skip > 0 {
                    write!(f, ", skip {skip}")?;
                }
                if let Some(join) = join {
                    write!(f, ", {join}")?;
                }
                match economy {
                    Economy::None => {}
                    Economy::Overlapping => f.write_str(", overlapping")?,
                    Economy::Rotated { period } => write!(f, ", rotated by {period}")?,
                }
                f.write_str(")")
            }
        }
    }
}
