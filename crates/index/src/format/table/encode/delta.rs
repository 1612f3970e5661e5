//! `DELTA_BINARY_PACKED`: differences of neighbors, packed.

use super::integer::Integer;
use super::pack::{pack, width};
use super::thrift::{put_signed, put_unsigned};

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
