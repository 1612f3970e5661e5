//! Numbers packed into as few bits as they take, the lowest bits first; Parquet's hybrid of runs
//! and packed numbers (`RLE`), for dictionary indices and levels; and packed differences of
//! neighbors (`DELTA_BINARY_PACKED`).

use super::integer::Integer;
use super::thrift::{put_signed, put_unsigned};

/// A number that is packed.
pub(super) trait Packed: Copy + PartialEq {
    const BITS: usize;
    fn bits(self) -> u64;
}

macro_rules! packed {
    ($($number:ty),*) => {$(
        impl Packed for $number {
            const BITS: usize = <$number>::BITS as usize;
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
/// If `width` is more than the bits of the type.
pub(super) fn pack<T: Packed>(values: &[T], width: usize, out: &mut Vec<u8>) {
    // With a constant width the compiler knows the place of every bit. Widths that the type does
    // not have are not compiled.
    macro_rules! of_width {
        ($($width:literal)*) => {
            match width {
                0 => {}
                $($width if const { $width <= T::BITS } => {
                    pack_groups::<T, $width>(values, out)
                })*
                _ => panic!("expected at most {} bits, got {width}", T::BITS),
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

/// Longest packed stretch in groups of eight: its head takes one byte, as with other writers.
const MAX_GROUPS: usize = 63;

/// Appends numbers of `width` bits each.
pub(super) fn put_hybrid<T: Packed>(values: &[T], width: usize, out: &mut Vec<u8>) {
    // The numbers from `packed` to `next`, whole groups of eight, wait to be packed.
    let (mut packed, mut next) = (0, 0);
    while let Some(group) = values[next..].first_chunk::<8>() {
        let first = group[0];
        let differences =
            group.iter().fold(0, |differences, value| differences | (value.bits() ^ first.bits()));
        if differences != 0 {
            next += 8;
            continue;
        }
        let rest = &values[next + 8..];
        let run = 8 + rest.iter().position(|value| *value != first).unwrap_or(rest.len());
        // A run takes its number and two heads: its own, and that of what is packed next.
        if width > 0 && run / 8 * width <= width.div_ceil(8) + 3 {
            next += run / 8 * 8;
            continue;
        }
        put_packed(&values[packed..next], width, out);
        put_run(first, run, width, out);
        next += run;
        packed = next;
    }
    let rest = &values[packed..];
    match rest {
        [] => {}
        // Fewer than eight numbers, all the same.
        [first, others @ ..] if next == packed && others.iter().all(|value| value == first) => {
            put_run(*first, rest.len(), width, out);
        }
        _ => put_packed(rest, width, out),
    }
}

/// Appends a run of one number.
pub(super) fn put_run<T: Packed>(value: T, len: usize, width: usize, out: &mut Vec<u8>) {
    put_unsigned(out, (len as u64) << 1);
    out.extend_from_slice(&value.bits().to_le_bytes()[..width.div_ceil(8)]);
}

/// Appends packed numbers; zeros fill the last group of eight.
fn put_packed<T: Packed>(values: &[T], width: usize, out: &mut Vec<u8>) {
    for values in values.chunks(8 * MAX_GROUPS) {
        out.push((values.len().div_ceil(8) as u8) << 1 | 1);
        pack(values, width, out);
        let (_, rest) = values.as_chunks::<8>();
        if !rest.is_empty() {
            let mut group = [0; 8];
            group.iter_mut().zip(rest).for_each(|(number, value)| *number = value.bits());
            pack(&group, width, out);
        }
    }
}

/// Appends dictionary indices: their width in a byte, then the indices.
pub(super) fn put_indices(indices: &[u16], out: &mut Vec<u8>) {
    let width = width(indices.iter().fold(0, |bits, index| bits | index).into());
    out.push(width as u8);
    put_hybrid(indices, width, out);
}

/// Appends definition levels of 0 and 1 after their length in bytes.
pub(super) fn put_levels(levels: &[i16], out: &mut Vec<u8>) {
    let start = out.len();
    out.extend([0; 4]);
    put_hybrid(levels, 1, out);
    let length = (out.len() - start - 4) as u32;
    out[start..start + 4].copy_from_slice(&length.to_le_bytes());
}

/// Differences in a block. The least difference of a block is subtracted from all of it.
const BLOCK: usize = 512;
/// Differences in a miniblock, which share a width. The readers of the crate `parquet` unpack 64
/// numbers at once, and of fewer, if they are wide, one by one.
const MINIBLOCK: usize = 64;

/// Appends numbers.
pub(super) fn put_delta<I: Integer>(values: &[I], out: &mut Vec<u8>) {
    put_unsigned(out, BLOCK as u64);
    put_unsigned(out, (BLOCK / MINIBLOCK) as u64);
    put_unsigned(out, values.len() as u64);
    put_signed(out, values.first().map_or(0, |first| first.widen()));
    let mut deltas = [I::from_bits(0); BLOCK];
    let mut start = 1;
    while start < values.len() {
        let end = values.len().min(start + BLOCK);
        let deltas = &mut deltas[..end - start];
        let pairs = values[start..end].iter().zip(&values[start - 1..end - 1]);
        for (delta, (value, before)) in deltas.iter_mut().zip(pairs) {
            *delta = value.minus(*before);
        }
        put_block(deltas, out);
        start = end;
    }
}

/// Appends the differences of a block, at least one.
fn put_block<I: Integer>(deltas: &[I], out: &mut Vec<u8>) {
    let min = deltas.iter().copied().fold(deltas[0], I::min);
    put_signed(out, min.widen());
    // The widths of miniblocks without differences stay 0.
    let widths = out.len();
    out.extend([0; BLOCK / MINIBLOCK]);
    for (number, deltas) in deltas.chunks(MINIBLOCK).enumerate() {
        // The last miniblock is filled with zeros.
        let mut above = [0; MINIBLOCK];
        let mut bits = 0;
        for (above, delta) in above.iter_mut().zip(deltas) {
            *above = delta.minus(min).bits();
            bits |= *above;
        }
        let width = width(bits);
        out[widths + number] = width as u8;
        pack(&above, width, out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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
