//! Tables: a key for every feature of a layout.

#[cfg(feature = "alloc")]
use alloc::{boxed::Box, collections::TryReserveError, vec::Vec};
use core::fmt::{self, Debug};
use core::ops::Index;

use crate::fingerprint::Fingerprint;
use crate::key::{Group, Key, Pair, Sum48};
use crate::layout::{Feature, Layout};
use crate::message::Message;
use crate::source::{Guarantee, Source, Words};

/// The keys that a hasher reads: one for each feature of a layout.
///
/// A table and a reference to one are the common cases. An `Arc`, `Rc` or `Box` of one serves a
/// board that owns keys made at run time ([`Source::keys`] has an example); there is no `Arc` on
/// processors without atomic operations on pointers, such as ARMv6-M. A type that names a `static`,
/// which [`static_keys!`](crate::static_keys) declares, makes a hasher as small as its hash.
///
#[cfg_attr(not(feature = "alloc"), doc = "[`Source::keys`]: crate#features")]
pub trait Keys {
    /// The type of a key.
    type Key: Group;

    /// Returns the key of a feature, which is looked up by its slot alone.
    ///
    /// A feature of another layout whose slot lies within this one is detected in debug builds
    /// alone: in release builds the result is the key of the feature that has the slot here.
    ///
    /// # Panics
    /// When the slot of the feature is outside the layout that the keys were made for; in debug
    /// builds, when a kind of another layout has made it.
    fn key(&self, feature: Feature) -> Self::Key;

    /// Returns the layout that the keys were made for.
    fn layout(&self) -> Layout;
}

macro_rules! keys_of_pointer {
    ($($(#[$cfg:meta])? $pointer:ty;)*) => {$(
        $(#[$cfg])?
        impl<T: Keys + ?Sized> Keys for $pointer {
            type Key = T::Key;
            #[inline(always)]
            fn key(&self, feature: Feature) -> T::Key {
                (**self).key(feature)
            }
            fn layout(&self) -> Layout {
                (**self).layout()
            }
        }
    )*};
}

keys_of_pointer! {
    &T;
    #[cfg(feature = "alloc")] Box<T>;
    #[cfg(feature = "alloc")] alloc::rc::Rc<T>;
    // Not every machine can count references atomically.
    #[cfg(all(feature = "alloc", target_has_atomic = "ptr"))] alloc::sync::Arc<T>;
}

/// The keys of a layout of `N` features in an array, with their guarantee.
///
/// Made by a [`Source`], in a `static` or at run time, with the same values.
#[derive(Clone, PartialEq, Eq)]
pub struct KeyTable<K, const N: usize> {
    keys: [K; N],
    layout: Layout,
    source: Source<'static>,
    guarantee: Guarantee,
}

/// Declares a type without size whose value stands for a table of keys in a `static`, so that a
/// hasher holds no pointer to it, and a board with one is as large as if it held the bare hash.
///
/// ```
/// use zobrist::{Hasher, KeyTable, Kind, Layout, Source, static_keys};
///
/// const STONE: Kind = Kind::first("stone", 18);
/// const LAYOUT: Layout = STONE.layout();
///
/// static_keys! {
///     /// The keys of the board: seed 1, room for 64 features.
///     pub BoardKeys: KeyTable<u64, { LAYOUT.len() }> = Source::bch(1, 64).table_u64(LAYOUT);
/// }
///
/// let mut hasher: Hasher<BoardKeys> = Hasher::default();
/// hasher.insert(STONE.at(4));
/// assert_eq!(hasher.hash(), BoardKeys::get()[STONE.at(4)]);
/// assert_eq!(size_of_val(&hasher), size_of::<u64>());
/// ```
#[macro_export]
macro_rules! static_keys {
    ($($(#[$meta:meta])* $visibility:vis $name:ident: $keys:ty = $value:expr;)*) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        $visibility struct $name;

        impl $name {
            /// Returns the keys.
            #[inline(always)]
            $visibility fn get() -> &'static $keys {
                static KEYS: $keys = $value;
                &KEYS
            }
        }

        impl $crate::Keys for $name {
            type Key = <$keys as $crate::Keys>::Key;
            #[inline(always)]
            fn key(&self, feature: $crate::Feature) -> Self::Key {
                $crate::Keys::key($name::get(), feature)
            }
            fn layout(&self) -> $crate::Layout {
                $crate::Keys::layout($name::get())
            }
        }
    )*};
}

/// The keys of a layout of a size that is known only at run time.
///
/// Made by [`Source::keys`].
#[cfg(feature = "alloc")]
#[derive(Clone, PartialEq, Eq)]
pub struct KeyVec<K> {
    keys: Box<[K]>,
    layout: Layout,
    source: Source<'static>,
    guarantee: Guarantee,
}

/// The methods that both kinds of tables share.
macro_rules! impl_table {
    ($(#[$cfg:meta])? $name:literal, $table:ty $(, const $n:ident)?) => {
        $(#[$cfg])?
        impl<K $(, const $n: usize)?> $table {
            /// Returns the keys in slot order.
            pub const fn as_slice(&self) -> &[K] {
                &self.keys
            }

            /// Returns the number of keys.
            pub const fn len(&self) -> usize {
                self.keys.len()
            }

            /// Returns true if there is no key.
            pub const fn is_empty(&self) -> bool {
                self.keys.is_empty()
            }

            /// Returns the layout that the keys were made for.
            pub const fn layout(&self) -> Layout {
                self.layout
            }

            /// Returns the source that made the keys. That of published numbers comes without the
            /// numbers, and makes no keys: they are the keys themselves.
            pub const fn source(&self) -> Source<'static> {
                self.source
            }

            /// Returns the guarantee that holds for every small set of these keys.
            pub const fn guarantee(&self) -> Guarantee {
                self.guarantee
            }
        }

        $(#[$cfg])?
        impl<K: Key $(, const $n: usize)?> $table {
            /// Returns the fingerprint of these keys as the scheme `name`.
            pub fn fingerprint(&self, name: &str) -> Fingerprint {
                Fingerprint::new(name, self.layout, &self.keys)
            }
        }

        /// Shows what the keys were made for and by, and not the keys.
        $(#[$cfg])?
        impl<K $(, const $n: usize)?> Debug for $table {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct($name)
                    .field("layout", &self.layout)
                    .field("source", &self.source)
                    .field("guarantee", &self.guarantee)
                    .finish_non_exhaustive()
            }
        }

        $(#[$cfg])?
        impl<K $(, const $n: usize)?> Index<Feature> for $table {
            type Output = K;
            #[inline(always)]
            fn index(&self, feature: Feature) -> &K {
                self.layout.expect_own(feature);
                &self.keys[feature.slot()]
            }
        }

        $(#[$cfg])?
        impl<K: Group $(, const $n: usize)?> Keys for $table {
            type Key = K;
            #[inline(always)]
            fn key(&self, feature: Feature) -> K {
                self.layout.expect_own(feature);
                self.keys[feature.slot()]
            }
            fn layout(&self) -> Layout {
                self.layout
            }
        }
    };
}

impl_table!("KeyTable", KeyTable<K, N>, const N);
impl_table!(
    #[cfg(feature = "alloc")]
    "KeyVec",
    KeyVec<K>
);

/// A `const fn` cannot call the methods of a trait, so each key type has its own
/// constructor, with its cut from a word written out.
macro_rules! table_constructors {
    ($($method:ident: $key:ty, $word:ident => $cut:expr;)*) => {
        impl Source<'_> {$(
            #[doc = concat!("Makes a table of `", stringify!($key), "` keys for `layout`.")]
            ///
            /// # Panics
            /// When `N` is not the size of the layout, or the source does not fit
            /// it. In a `static` that is a compile error.
            ///
            /// # Large tables
            /// A table in a `static` is computed by the compiler, in up to 0.3 ms for each key.
            /// From about 60,000 features on (keys of 128 bits from a BCH code; 100,000 for 64
            /// bits; more from seeded generators) the compiler denies the constant: "constant
            /// evaluation is taking a long time". Make such keys when the program starts:
            /// [`Source::keys`] has an example.
            ///
            #[cfg_attr(not(feature = "alloc"), doc = "[`Source::keys`]: crate#features")]
            pub const fn $method<const N: usize>(self, layout: Layout) -> KeyTable<$key, N> {
                if layout.len() != N {
                    Message::new("the layout has ")
                        .number(layout.len())
                        .text(" features and the table ")
                        .number(N)
                        .text(" keys; write the size as KeyTable<_, { LAYOUT.len() }>")
                        .fail();
                }
                let mut words = Words::new(self, layout, <$key as Key>::BITS);
                let $word = 0_u128;
                let mut keys = [$cut; N];
                let mut slot = 0;
                while slot < N {
                    let $word = words.next();
                    keys[slot] = $cut;
                    slot += 1;
                }
                let guarantee = self.guarantee_for(<$key as Key>::BITS, <$key as Key>::LINEAR);
                KeyTable { keys, layout, source: self.without_words(), guarantee }
            }
        )*}
    };
}

table_constructors! {
    table_u32: u32, word => word as u32;
    table_u64: u64, word => word as u64;
    table_u128: u128, word => word;
    table_pair: Pair, word => Pair::truncate(word);
    table_sum48: Sum48, word => Sum48::truncate(word);
}

impl Source<'_> {
    /// Makes keys of any type for a layout of a size that is known only at run time.
    ///
    /// ```
    /// use zobrist::{Keys, Kind, Source};
    ///
    /// const STONE: Kind = Kind::first("stone", 18);
    /// // Seed 1, room for 64 features.
    /// let keys = Source::bch(1, 64).keys::<u64>(STONE.layout());
    /// let table = Source::bch(1, 64).table_u64::<18>(STONE.layout());
    /// assert_eq!(keys.as_slice(), table.as_slice());
    /// ```
    ///
    /// # A large table
    /// These are the keys that a `static` table would have, made when they are first needed, in
    /// less than a microsecond each. The compiler takes a thousand times as long, and denies a
    /// constant table of many features: "constant evaluation is taking a long time".
    ///
    /// ```
    /// use std::sync::LazyLock;
    /// use zobrist::{Hasher, KeyVec, Kind, Source};
    ///
    /// const VOXEL: Kind = Kind::first("voxel", 2 * 64 * 64 * 64);
    ///
    /// // Seed 7, room for 2^19 features.
    /// static KEYS: LazyLock<KeyVec<u64>> =
    ///     LazyLock::new(|| Source::bch(7, 1 << 19).keys(VOXEL.layout()));
    ///
    /// let mut hasher = Hasher::new(&*KEYS);
    /// hasher.insert(VOXEL.at(400_000));
    /// assert_eq!(hasher.hash(), KEYS[VOXEL.at(400_000)]);
    /// ```
    ///
    /// # A board that owns its keys
    /// An `Arc` shares them between boards and threads; cloning a board copies no key.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use zobrist::{Hasher, KeyVec, Kind, Source};
    ///
    /// const STONE: Kind = Kind::first("stone", 18);
    ///
    /// #[derive(Clone)]
    /// struct Board {
    ///     hasher: Hasher<Arc<KeyVec<u64>>>,
    /// }
    ///
    /// let keys = Arc::new(Source::bch(1, 64).keys::<u64>(STONE.layout()));
    /// let mut board = Board { hasher: Hasher::new(keys.clone()) };
    /// board.hasher.insert(STONE.at(4));
    /// assert_eq!(board.clone().hasher.hash(), keys[STONE.at(4)]);
    /// ```
    ///
    /// # Secret keys
    /// No source here is meant for secrets. The standard library has one that is: each
    /// [`RandomState`](https://doc.rust-lang.org/std/hash/struct.RandomState.html) hashes
    /// with a secret that comes from the operating system.
    ///
    /// ```
    /// use std::hash::{BuildHasher, RandomState};
    /// use zobrist::{Guarantee, Kind, Source};
    ///
    /// const STONE: Kind = Kind::first("stone", 18);
    /// let secret = RandomState::new();
    /// let words: Vec<u64> = (0..STONE.size()).map(|slot| secret.hash_one(slot)).collect();
    /// let keys = Source::published(&words).keys::<u64>(STONE.layout());
    /// assert_eq!(keys.guarantee(), Guarantee::None);
    /// ```
    ///
    /// # Panics
    /// When the source does not fit the layout.
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn keys<K: Key>(self, layout: Layout) -> KeyVec<K> {
        self.keys_in(Vec::with_capacity(layout.len()), layout)
    }

    /// Makes the keys of [`keys`](Source::keys), unless there is no memory for them: for layouts
    /// whose size comes from a file or a user.
    ///
    /// # Errors
    /// When the memory cannot be allocated.
    ///
    /// # Panics
    /// When the source does not fit the layout.
    #[cfg(feature = "alloc")]
    pub fn try_keys<K: Key>(self, layout: Layout) -> Result<KeyVec<K>, TryReserveError> {
        let mut room = Vec::new();
        room.try_reserve_exact(layout.len())?;
        Ok(self.keys_in(room, layout))
    }

    /// Makes keys in a vector that has room for them.
    #[cfg(feature = "alloc")]
    fn keys_in<K: Key>(self, mut keys: Vec<K>, layout: Layout) -> KeyVec<K> {
        let mut words = Words::new(self, layout, K::BITS);
        keys.extend((0..layout.len()).map(|_| K::from_word(words.next())));
        let guarantee = self.guarantee_for(K::BITS, K::LINEAR);
        KeyVec { keys: keys.into_boxed_slice(), layout, source: self.without_words(), guarantee }
    }

    /// Makes keys of any width from 8 to 128 bits, for widths that no key type has: each in
    /// the low bits of its word, in slot order. They combine by XOR, and
    /// [`guarantee`](Source::guarantee) states their guarantee.
    ///
    /// ```
    /// use zobrist::{Kind, Source};
    ///
    /// const STONE: Kind = Kind::first("stone", 18);
    /// // Seed 1, room for 64 features; 24 bits each.
    /// let words = Source::bch(1, 64).words(STONE.layout(), 24);
    /// assert!(words.iter().all(|word| *word >> 24 == 0));
    /// ```
    ///
    /// # Panics
    /// When the source does not fit the layout or the width.
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn words(self, layout: Layout, bits: u32) -> Vec<u128> {
        assert!((8..=128).contains(&bits), "keys have 8 to 128 bits");
        let mut words = Words::new(self, layout, bits);
        (0..layout.len()).map(|_| words.next() & (u128::MAX >> (128 - bits))).collect()
    }

    const fn guarantee_for(self, bits: u32, linear: bool) -> Guarantee {
        if linear { self.guarantee(bits) } else { Guarantee::None }
    }
}
