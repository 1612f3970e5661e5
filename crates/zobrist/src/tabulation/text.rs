//! Position-wise Zobrist hashing of texts.

use super::{HashWord, Mixed};
use crate::key::Group;

/// The incremental hash of a text of bytes: the XOR, over all positions, of the hash of "this
/// byte is at this position". Bytes can be appended, replaced and removed from the end.
///
/// The text itself is not kept: the caller that changes it says which byte was there. A byte with
/// its position is one key, position · 256 + byte, of a [`Mixed`] function, and not two characters
/// of simple tabulation, which would give the same hash to texts that differ in the order of their
/// bytes. The empty text has hash zero; a byte 0 is a byte like any other. A position has 56 bits.
///
/// # Guarantees
/// With random tables, texts that differ in one byte, or by one more at the end, have the same hash
/// of b bits with probability 2^−b. If two bytes of a text are exchanged, or a byte that occurs
/// twice is replaced both times by the same other, the keys that come and go are four that may
/// vanish from [`Mixed`] tabulation: both texts have the same hash with probability 2 · 10⁻⁸,
/// however wide it is. With eight derived characters, by a `Mixed<V, 8, 8>`, it is 4 · 10⁻¹⁶.
///
/// Cost: about `D` + 2 look-ups per byte when appended by [`extend`](Text::extend); two hashes of
/// `u64` for a byte that is replaced, however long the text.
///
/// ```
/// use zobrist::tabulation::{Mixed, Text};
///
/// static HASH: Mixed<u64, 8, 8> = Mixed::<u64, 8, 8>::seeded(2026); // eight derived
///
/// let mut text = Text::new(&HASH);
/// text.extend(b"cat");
/// text.replace(0, b'c', b'b');
/// text.push(b's');
/// assert_eq!(text.hash(), Text::of(&HASH, b"bats").hash());
/// text.pop(b's');
/// assert_eq!((text.len(), text.hash()), (3, Text::of(&HASH, b"bat").hash()));
/// ```
///
/// # When not to use it
/// For texts that are hashed once and not changed: a hash of whole words is several times as fast.
/// For texts that an adversary chooses: see [`SetHash`](super::SetHash). As elements of a set,
/// unless hashed once more: the XOR of two texts does not tell which byte belongs to which.
///
/// # Equality
/// Two texts are equal when their hashes and their lengths are. The functions are not compared:
/// between texts by different functions, equality says nothing.
#[derive(Clone, Copy, Debug)]
pub struct Text<'t, V: HashWord, const D: usize = 4> {
    function: &'t Mixed<V, 8, D>,
    len: u64,
    hash: V,
}

impl<'t, V: HashWord, const D: usize> Text<'t, V, D> {
    /// Creates the hash of the empty text.
    pub const fn new(function: &'t Mixed<V, 8, D>) -> Self {
        Text { function, len: 0, hash: V::ZERO }
    }

    /// Creates the hash of a text from its stored value by this function and its length, to
    /// continue from there.
    ///
    /// ```
    /// use zobrist::tabulation::{Mixed, Text};
    ///
    /// static HASH: Mixed<u64, 8, 8> = Mixed::<u64, 8, 8>::seeded(2026);
    /// let text = Text::of(&HASH, b"content-");
    /// let (hash, len) = (text.hash(), text.len()); // stored
    ///
    /// let mut again = Text::from_hash(&HASH, hash, len);
    /// again.extend(b"defined");
    /// assert_eq!(again, Text::of(&HASH, b"content-defined"));
    /// ```
    pub const fn from_hash(function: &'t Mixed<V, 8, D>, hash: V, len: u64) -> Self {
        Text { function, len, hash }
    }

    /// Computes the hash of a whole text.
    pub fn of(function: &'t Mixed<V, 8, D>, text: &[u8]) -> Self {
        let mut hash = Text::new(function);
        hash.extend(text);
        hash
    }

    /// Returns the hash of a text by definition, for tests.
    pub fn hash_by_definition(function: &Mixed<V, 8, D>, text: &[u8]) -> V {
        (0_u64..).zip(text).fold(V::ZERO, |hash, (position, byte)| {
            hash.plus(function.hash_by_definition(position << 8 | u64::from(*byte)))
        })
    }

    /// Returns the hash of the text.
    #[inline]
    pub fn hash(&self) -> V {
        self.hash
    }

    /// Returns the number of bytes.
    #[inline]
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Returns true if the text is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Appends a byte.
    #[inline]
    pub fn push(&mut self, byte: u8) {
        self.hash = self.hash.plus(self.key(self.len, byte));
        self.len += 1;
    }

    /// Removes the last byte, which is `byte`.
    ///
    /// # Panics
    /// When the text is empty.
    #[inline]
    pub fn pop(&mut self, byte: u8) {
        self.len = self.len.checked_sub(1).expect("only a text with a byte can lose one");
        self.hash = self.hash.minus(self.key(self.len, byte));
    }

    /// Replaces the byte `old` at a position by `new`.
    ///
    /// # Panics
    /// When the text has no such position.
    #[inline]
    pub fn replace(&mut self, position: u64, old: u8, new: u8) {
        assert!(position < self.len, "position {position} is outside a text of {} bytes", self.len);
        let hash = self.hash.minus(self.key(position, old));
        self.hash = hash.plus(self.key(position, new));
    }

    /// Appends bytes.
    pub fn extend(&mut self, mut bytes: &[u8]) {
        // In a run of 256 positions, all characters but the lowest are the same.
        while !bytes.is_empty() {
            let low = self.len as u8;
            let (run, rest) = bytes.split_at(bytes.len().min(256 - usize::from(low)));
            let high = (1..7).fold(V::Entry::ZERO, |sum, place| {
                let character = (self.len >> (8 * place)) as usize % 256;
                sum.plus(self.function.entry(place + 1, character))
            });
            for (position, byte) in (usize::from(low)..).zip(run) {
                let here = self.function.entry(1, position % 256);
                let byte = self.function.entry(0, usize::from(*byte));
                self.hash = self.hash.plus(self.function.finish(high.plus(here).plus(byte)));
            }
            self.len += run.len() as u64;
            bytes = rest;
        }
    }

    #[inline]
    fn key(&self, position: u64, byte: u8) -> V {
        self.function.hash(position << 8 | u64::from(byte))
    }
}

/// Compares the hashes and the lengths.
impl<V: HashWord, const D: usize> PartialEq for Text<'_, V, D> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        (self.len, self.hash) == (other.len, other.hash)
    }
}

impl<V: HashWord, const D: usize> Eq for Text<'_, V, D> {}
