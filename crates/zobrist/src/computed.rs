//! Keys that are computed when they are needed.

use core::fmt::{self, Debug};
use core::marker::PhantomData;

use crate::key::Key;
use crate::keys::Keys;
use crate::layout::{Feature, Layout};
use crate::source::SplitMix64;

/// Keys without a table: the key of a feature is a mixing function of its slot, computed at each
/// use.
///
/// The function is that of [`SplitMix64`]. The draw at index i is the finalizer of the generator,
/// applied to seed + (i + 1) · 0x9e3779b97f4a7c15 modulo 2^64. A key of up to 64 bits is the high
/// bits of the draw at its slot; a key of 128 bits is the draws at 2 · slot and 2 · slot + 1, the
/// first high. These are the keys of [`Source::splitmix64`](crate::Source::splitmix64) of the same
/// seed, drawn [`sequential`](crate::Source::sequential)ly, so that a program with a table and one
/// without agree.
///
/// ```
/// use zobrist::{Computed, Hasher, Kind, Source};
///
/// // 512³ sites of two kinds: a table of 64-bit keys would take 2 GiB.
/// const ATOM: Kind = Kind::first("atom", 2 * 512 * 512 * 512);
/// const KEYS: Computed<u64> = Computed::new(7, ATOM.layout());
///
/// let mut hasher = Hasher::new(KEYS);
/// hasher.insert(ATOM.at(200_000_000));
/// hasher.replace(ATOM.at(200_000_000), ATOM.at(3));
///
/// // The key is the one that a table has.
/// const FEW: Kind = Kind::first("few", 18);
/// let table = Source::splitmix64(7).sequential().table_u64::<18>(FEW.layout());
/// assert_eq!(hasher.hash(), table[FEW.at(3)]);
/// ```
///
/// # When to use it
/// - For layouts whose table exceeds the cache or the memory: a key costs some ten operations and
///   no access to memory.
/// - On processors where arithmetic is cheap and memory is not: in a shader of a GPU, whose keys
///   then agree with those here, or on a microcontroller.
///
/// # When not to use it
/// - For a layout of a few thousand features: a table stays in the cache, and reading a key from it
///   takes a quarter to a half of the time. The group `core` of the repository's benchmarks
///   compares the two.
/// - When a guarantee is wanted. There is none, as for every seeded generator: the keys of
///   [`Source::bch`](crate::Source::bch) are linearly independent in small sets, and need a table.
/// - For a layout that may grow in the middle: a key depends on its slot, so that a new kind before
///   others changes their keys.
pub struct Computed<K> {
    seed: u64,
    layout: Layout,
    key: PhantomData<fn() -> K>,
}

impl<K: Key> Computed<K> {
    /// Creates the keys of a seed. Every seed is good.
    #[must_use]
    pub const fn new(seed: u64, layout: Layout) -> Computed<K> {
        const { assert!(K::BITS >= 1 && K::BITS <= 128, "a key has 1 to 128 bits") };
        Computed { seed, layout, key: PhantomData }
    }

    /// Returns the seed.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        self.seed
    }
}

impl<K: Key> Keys for Computed<K> {
    type Key = K;

    #[inline]
    fn key(&self, feature: Feature) -> K {
        self.layout.expect_own(feature);
        let slot = feature.slot();
        assert!(slot < self.layout.len(), "a feature is of the layout of its keys");
        let draw = |index| u128::from(SplitMix64::number(self.seed, index));
        let slot = slot as u64;
        K::from_word(if K::BITS <= 64 {
            draw(slot) >> (64 - K::BITS)
        } else {
            (draw(2 * slot) << 64 | draw(2 * slot + 1)) >> (128 - K::BITS)
        })
    }

    fn layout(&self) -> Layout {
        self.layout
    }
}

// Derived, these would hold only for key types that have them too.

impl<K> Clone for Computed<K> {
    fn clone(&self) -> Computed<K> {
        *self
    }
}

impl<K> Copy for Computed<K> {}

impl<K> PartialEq for Computed<K> {
    fn eq(&self, other: &Computed<K>) -> bool {
        (self.seed, self.layout) == (other.seed, other.layout)
    }
}

impl<K> Eq for Computed<K> {}

impl<K> Debug for Computed<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Computed").field("seed", &self.seed).field("layout", &self.layout).finish()
    }
}
