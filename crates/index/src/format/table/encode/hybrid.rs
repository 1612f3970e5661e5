//! Parquet's hybrid of runs and packed numbers (`RLE`), for dictionary indices and levels.

use super::pack::{Packed, pack, width as width_of};
use super::thrift::put_unsigned;

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
    let width = width_of(indices.iter().fold(0, |bits, index| bits | index).into());
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
