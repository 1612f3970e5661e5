//! Functions with tables from the operating system's generator of random numbers.

use std::hash::{BuildHasher, Hash};
use std::io;
use std::sync::Arc;

use zobrist::Key;
use zobrist::tabulation::{
    BuildKeyHasher, HashFunction, HashWord, KeyHasher, Mixed, Simple, Tornado, Twisted,
};

/// A function whose whole tables can come from the operating system, so that the guarantees of its
/// family, which are for random tables, hold.
///
/// A function from a seed of 64 bits is one of 2^64, however many tables there are: no theorem on
/// random tables is about it. Here every bit of every table is read from the operating system
/// (`getrandom` on Linux), 16 KiB for a `Simple<u64, 8>`. Its generator is a cipher with a key that
/// nobody knows: a guarantee fails only for keys that tell its numbers from random ones, for which
/// no method is known. It says nothing about an adversary who learns hashes and then chooses keys:
/// the guarantees are for keys that do not depend on the tables.
///
/// The hashes differ from run to run. Do not store them, unless with the tables
/// ([`Simple::tables`]).
///
/// ```
/// use zobrist::tabulation::{Simple, Tornado};
/// use zobrist_tabulation::Random;
///
/// let simple = Simple::<u64, 8>::random(); // 3-independent
/// let tornado: Tornado<u64, 8> = Random::random();
/// assert_ne!(simple.hash(7_u64), tornado.hash(7_u64));
/// ```
///
/// Implement it for a function of your own by [`from_words`](Random::from_words). Not there on
/// `wasm32-unknown-unknown`, which has no operating system: give `from_words` numbers of the host.
pub trait Random: Sized {
    /// Creates a function with tables cut from numbers of 64 bits.
    fn from_words(next: impl FnMut() -> u64) -> Self;

    /// Creates a function with random tables.
    ///
    /// # Errors
    /// When the operating system gives no random numbers.
    fn try_random() -> io::Result<Self> {
        filled(random_words)
    }

    /// Creates a function with random tables.
    ///
    /// # Panics
    /// When the operating system gives no random numbers, as
    /// [`std::hash::RandomState`](std::hash::RandomState) does.
    #[must_use]
    fn random() -> Self {
        Self::try_random().unwrap_or_else(|error| {
            panic!("the operating system gives no random numbers for tables: {error}")
        })
    }
}

macro_rules! random {
    ($($bound:ident $family:ident $(<const $derived:ident>)?;)*) => {$(
        impl<V: $bound, const C: usize, $(const $derived: usize,)? const A: usize> Random
            for $family<V, C, $($derived,)? A>
        {
            fn from_words(next: impl FnMut() -> u64) -> Self {
                $family::from_words(next)
            }
        }
    )*};
}

random! {
    Key Simple;
    HashWord Twisted;
    HashWord Mixed<const D>;
    HashWord Tornado<const D>;
}

/// Returns random words of the operating system: for the table of a
/// [`Rolling`](zobrist::tabulation::Rolling), or tables of your own.
///
/// # Errors
/// When the operating system gives none.
///
/// ```
/// use zobrist::tabulation::Rolling;
///
/// let rolling = Rolling::from_table(zobrist_tabulation::random_words()?, 48);
/// # assert_eq!(rolling.window(), 48);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn random_words<const N: usize>() -> io::Result<[u64; N]> {
    let mut bytes = vec![0; 8 * N];
    getrandom::fill(&mut bytes)?;
    let (words, _) = bytes.as_chunks();
    Ok(std::array::from_fn(|place| u64::from_ne_bytes(words[place])))
}

/// Number of words that one system call reads.
const CHUNK: usize = 512;

/// Creates a function with tables from chunks of words.
fn filled<F: Random>(mut read: impl FnMut() -> io::Result<[u64; CHUNK]>) -> io::Result<F> {
    let (mut words, mut used, mut error) = ([0; CHUNK], CHUNK, None);
    let function = F::from_words(|| {
        if used == CHUNK && error.is_none() {
            match read() {
                Ok(next) => (words, used) = (next, 0),
                Err(why) => error = Some(why),
            }
        }
        // After a failure the function is dropped, whatever its words.
        let word = words.get(used).copied().unwrap_or_default();
        used = CHUNK.min(used + 1);
        word
    });
    error.map_or(Ok(function), Err)
}

/// A builder of hashers for maps, with a function whose tables are [`Random`]: the counterpart of
/// [`std::hash::RandomState`](std::hash::RandomState).
///
/// A new one, also by `Default`, allocates tables and reads their bytes from the operating system,
/// 16 KiB for a `Simple<u64, 8>`; a clone shares the tables. So make one, and clone it for each
/// map. [`hash_one`](BuildHasher::hash_one), which the maps of the standard library call,
/// borrows the function; `build_hasher` counts a reference.
///
/// ```
/// use std::collections::HashMap;
/// use zobrist::tabulation::Simple;
/// use zobrist_tabulation::RandomState;
///
/// #[derive(Default)]
/// struct Squares {
///     seen: HashMap<u64, u64, RandomState<Simple<u64, 8>>>,
/// }
///
/// let mut squares = Squares::default();
/// squares.seen.insert(12, 144);
///
/// let more = HashMap::<u64, u64, _>::with_hasher(squares.seen.hasher().clone());
/// # assert!(more.is_empty());
/// ```
#[derive(Debug)]
pub struct RandomState<F> {
    build: BuildKeyHasher<Arc<F>>,
}

impl<F: Random> RandomState<F> {
    /// Creates a builder with new tables.
    ///
    /// # Panics
    /// When the operating system gives no random numbers.
    #[must_use]
    pub fn new() -> Self {
        RandomState { build: BuildKeyHasher::new(Arc::new(F::random())) }
    }
}

impl<F> RandomState<F> {
    /// Returns the function.
    #[must_use]
    pub fn function(&self) -> &Arc<F> {
        self.build.function()
    }
}

/// New tables.
impl<F: Random> Default for RandomState<F> {
    fn default() -> Self {
        RandomState::new()
    }
}

/// The same tables.
impl<F> Clone for RandomState<F> {
    fn clone(&self) -> Self {
        RandomState { build: self.build.clone() }
    }
}

impl<F: HashFunction<u64, Hash = u64>> BuildHasher for RandomState<F> {
    type Hasher = KeyHasher<Arc<F>>;

    #[inline]
    fn build_hasher(&self) -> KeyHasher<Arc<F>> {
        self.build.build_hasher()
    }

    #[inline]
    fn hash_one<T: Hash>(&self, value: T) -> u64 {
        self.build.hash_one(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Words(Vec<u64>);

    impl Random for Words {
        fn from_words(next: impl FnMut() -> u64) -> Self {
            Words(std::iter::repeat_with(next).take(2 * CHUNK + 7).collect())
        }
    }

    /// Gives chunks of consecutive numbers, and fails at the given one.
    fn chunks(failing: u64) -> impl FnMut() -> io::Result<[u64; CHUNK]> {
        let mut number = 0;
        move || {
            let first = number * CHUNK as u64;
            number += 1;
            let fails = number == failing;
            assert!(number <= failing, "no chunk is read after a failure");
            if fails {
                Err(io::Error::other("none"))
            } else {
                Ok(std::array::from_fn(|i| first + i as u64))
            }
        }
    }

    #[test]
    fn words_come_once_and_in_order() {
        let Words(words) = filled(chunks(4)).unwrap();
        assert!(words.into_iter().eq(0..2 * CHUNK as u64 + 7));
    }

    #[test]
    fn a_failure_is_an_error() {
        for failing in 1..=3 {
            let error = filled::<Words>(chunks(failing)).err().expect("chunk 3 is needed");
            assert_eq!(error.to_string(), "none");
        }
    }
}
