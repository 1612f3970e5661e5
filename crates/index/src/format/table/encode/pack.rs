//! Numbers packed into as few bits as they take, the lowest bits first.

/// A number that is packed.
pub(super) trait Packed: Copy + PartialEq {
    fn bits(self) -> u64;
}

macro_rules! packed {
    ($($number:ty),*) => {$(
        impl Packed for $number {
            #[inline(always)]
            fn bits(self) -> u64 {
                self as u64
            }
        }
    )*};
}

// Definition levels are not negative.
packed!(i16, u16, u64);

/// The number of bits that the numbers take whose bits, by OR, are these.
#[inline]
pub(super) fn width(bits: u64) -> usize {
    (u64::BITS - bits.leading_zeros()) as usize
}

/// Appends numbers of `width` bits each; those after the last whole group of eight are left out.
///
/// # Panics
/// If `width` is more than 64.
pub(super) fn pack<T: Packed>(values: &[T], width: usize, out: &mut Vec<u8>) {
    // With a constant width the compiler knows the place of every bit.
    macro_rules! of_width {
        ($($width:literal)*) => {
            match width {
                0 => {}
                $($width => pack_groups::<T, $width>(values, out),)*
                _ => panic!("expected at most 64 bits, got {width}"),
            }
        };
    }
    of_width! {
        1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32
        33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62
        63 64
    }
}

/// Eight numbers of 64 bits, in bytes.
const MOST: usize = 64;

/// Eight numbers fill `WIDTH` bytes.
fn pack_groups<T: Packed, const WIDTH: usize>(values: &[T], out: &mut Vec<u8>) {
    let (groups, _) = values.as_chunks::<8>();
    let start = out.len();
    let end = start + groups.len() * WIDTH;
    // Whole words are written; the next group overwrites what is too much.
    out.resize(end + MOST, 0);
    let mut rest = &mut out[start..];
    for group in groups {
        let mut words = [0; MOST / 8];
        for (number, value) in group.iter().enumerate() {
            let value = value.bits();
            let (word, bit) = (number * WIDTH / 64, number * WIDTH % 64);
            words[word] |= value << bit;
            if bit + WIDTH > 64 {
                words[word + 1] |= value >> (64 - bit);
            }
        }
        let bytes = rest.first_chunk_mut::<MOST>().expect("there is room for the widest group");
        for (bytes, word) in
            bytes.as_chunks_mut::<8>().0.iter_mut().zip(words).take(WIDTH.div_ceil(8))
        {
            *bytes = word.to_le_bytes();
        }
        rest = &mut rest[WIDTH..];
    }
    out.truncate(end);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn each_bit_is_in_its_place(
            numbers in proptest::collection::vec(any::<u64>(), 0..40),
            width in 0..=64usize,
            before in 0..3usize,
        ) {
            let mask = if width == 64 { u64::MAX } else { (1 << width) - 1 };
            let numbers: Vec<u64> = numbers.iter().map(|number| number & mask).collect();
            let whole = numbers.len() / 8 * 8;
            let mut expected = vec![0; whole * width / 8];
            for bit in 0..whole * width {
                let number = numbers[bit / width];
                expected[bit / 8] |= ((number >> (bit % width) & 1) as u8) << (bit % 8);
            }
            let mut got = vec![7; before];
            pack(&numbers, width, &mut got);
            prop_assert_eq!(&got[..before], &vec![7; before][..]);
            prop_assert_eq!(&got[before..], &expected[..]);
        }
    }
}
