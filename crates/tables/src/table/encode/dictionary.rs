//! Dictionaries: the different values of a column in the order in which they first come, and byte
//! strings in one piece of memory.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::ops::Range;

use super::integer::Integer;

/// Byte strings, one after the other.
#[derive(Clone, Copy, Debug)]
pub struct ByteStrings<'a> {
    pub bytes: &'a [u8],
    /// Where the first string begins.
    pub start: usize,
    /// The end of each string.
    pub ends: &'a [usize],
}

impl<'a> ByteStrings<'a> {
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Where a string begins.
    fn start(&self, string: usize) -> usize {
        if string == 0 { self.start } else { self.ends[string - 1] }
    }

    pub(super) fn iter(self) -> impl Iterator<Item = &'a [u8]> {
        self.range(0..self.len())
    }

    fn range(self, range: Range<usize>) -> impl Iterator<Item = &'a [u8]> {
        let mut start = self.start(range.start);
        self.ends[range]
            .iter()
            .map(move |end| &self.bytes[std::mem::replace(&mut start, *end)..*end])
    }

    /// The size of all strings in `PLAIN` encoding, in bytes.
    pub(super) fn plain_bytes(self) -> usize {
        self.plain_bytes_of(0..self.len())
    }

    /// The size of some strings in `PLAIN` encoding, in bytes.
    pub(super) fn plain_bytes_of(self, range: Range<usize>) -> usize {
        4 * range.len() + self.start(range.end) - self.start(range.start)
    }

    /// Appends some strings in `PLAIN` encoding.
    pub(super) fn put(self, range: Range<usize>, out: &mut Vec<u8>) {
        self.range(range).for_each(|string| Self::put_one(string, out));
    }

    /// Appends a string: its length, then its bytes.
    pub(super) fn put_one(string: &[u8], out: &mut Vec<u8>) {
        out.extend_from_slice(&(string.len() as u32).to_le_bytes());
        out.extend_from_slice(string);
    }
}

/// The most values of a dictionary: with their indices from 1 on, they fit in 16 bits.
const MAX_VALUES: usize = u16::MAX as usize;

/// The most bytes of a dictionary of byte strings.
const MAX_BYTES: usize = 1 << 20;

/// Numbers below this are found by their place in a table, the others by a hash.
const DIRECT: usize = 1 << 16;

/// Places for the others: twice as many as there can be.
const HASHED: usize = 1 << 17;

/// The dictionary of a column of integers. Its memory serves one column after the other.
pub(super) struct IntegerDictionary {
    /// The index of each number, counted from 1, or 0.
    direct: Vec<u16>,
    /// The indices of the other numbers, each at the first free place from its hash on.
    hashed: Vec<u16>,
    /// The places in `hashed` that are taken.
    taken: Vec<u32>,
    /// The bits of the values.
    values: Vec<u64>,
    /// Numbers of others, who may have chosen them, must not meet at one place.
    seed: u64,
}

impl IntegerDictionary {
    pub(super) fn new() -> IntegerDictionary {
        IntegerDictionary {
            direct: vec![0; DIRECT],
            hashed: vec![0; HASHED],
            taken: Vec::new(),
            values: Vec::new(),
            seed: RandomState::new().hash_one(0),
        }
    }

    /// Makes the dictionary of some numbers and their indices. Returns false if plain numbers
    /// take less.
    pub(super) fn index<I: Integer>(&mut self, numbers: &[I], indices: &mut Vec<u16>) -> bool {
        self.clear();
        indices.clear();
        let bits = numbers.iter().fold(0, |bits, number| bits | number.bits());
        if bits < DIRECT as u64 {
            indices.extend(numbers.iter().map(|number| self.find_direct(number.bits())));
        } else {
            for number in numbers {
                let bits = number.bits();
                let is_direct = bits < DIRECT as u64;
                indices.push(if is_direct {
                    self.find_direct(bits)
                } else {
                    self.find_hashed(bits)
                });
                if self.values.len() > MAX_VALUES {
                    return false;
                }
            }
        }
        let plain = numbers.len() * I::BYTES;
        self.values.len() <= MAX_VALUES
            && size(self.values.len() * I::BYTES, self.values.len(), numbers.len()) < plain
    }

    /// The number of values.
    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    /// Appends the values.
    pub(super) fn put<I: Integer>(&self, out: &mut Vec<u8>) {
        let values: Vec<I> = self.values.iter().map(|bits| I::from_bits(*bits)).collect();
        I::put_plain(&values, out);
    }

    fn clear(&mut self) {
        for value in self.values.drain(..) {
            if let Some(place) = self.direct.get_mut(value as usize) {
                *place = 0;
            }
        }
        for place in self.taken.drain(..) {
            self.hashed[place as usize] = 0;
        }
    }

    #[inline(always)]
    fn find_direct(&mut self, bits: u64) -> u16 {
        let index = &mut self.direct[bits as usize];
        if *index == 0 {
            self.values.push(bits);
            // Of one value too many, 0: no matter, for the dictionary is not used then.
            *index = self.values.len() as u16;
        }
        index.wrapping_sub(1)
    }

    fn find_hashed(&mut self, bits: u64) -> u16 {
        let product = u128::from(bits ^ self.seed) * 0x9E37_79B9_7F4A_7C15;
        let mut place = (product >> 64 ^ product) as usize % HASHED;
        loop {
            match self.hashed[place] {
                0 => {
                    self.values.push(bits);
                    self.hashed[place] = self.values.len() as u16;
                    self.taken.push(place as u32);
                    return (self.values.len() - 1) as u16;
                }
                index if self.values[index as usize - 1] == bits => return index - 1,
                _ => place = (place + 1) % HASHED,
            }
        }
    }
}

/// The dictionary of some byte strings in `PLAIN` encoding, and the number of its values. Makes
/// the indices of all strings, too. Returns nothing if plain strings take less.
pub(super) fn index_strings(
    strings: ByteStrings,
    indices: &mut Vec<u16>,
) -> Option<(Vec<u8>, usize)> {
    indices.clear();
    let mut known: HashMap<&[u8], u16> = HashMap::new();
    let mut values = Vec::new();
    // A string often comes several times in a row.
    let mut last: Option<(&[u8], u16)> = None;
    for string in strings.iter() {
        let index = match last {
            Some((same, index)) if same == string => index,
            _ => {
                let new = known.len();
                let index = *known.entry(string).or_insert_with(|| {
                    ByteStrings::put_one(string, &mut values);
                    new as u16
                });
                if known.len() > MAX_VALUES || values.len() > MAX_BYTES {
                    return None;
                }
                index
            }
        };
        last = Some((string, index));
        indices.push(index);
    }
    let pays = size(values.len(), known.len(), strings.len()) < strings.plain_bytes();
    pays.then_some((values, known.len()))
}

/// The size of a dictionary of some bytes, and of the indices of `len` values, in bytes.
fn size(bytes: usize, values: usize, len: usize) -> usize {
    let width = super::packed::width(values.saturating_sub(1) as u64);
    bytes + (len * width).div_ceil(8)
}
