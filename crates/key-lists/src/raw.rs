//! Keys in bytes alone, one after the other.

use zobrist_input::{Place, Result, bail, error};

use crate::join::{Halves, join};
use crate::list::KeyList;

/// Default width of a key, in bits.
const DEFAULT_BITS: u32 = 64;

/// Order of the bytes of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ByteOrder {
    Little,
    Big,
}

/// Reads keys of `bits` bits, or with `halves` two lists of their halves. `width_option` names the
/// option that gives a width.
///
/// # Errors
/// When the file ends within a key.
pub(crate) fn read(
    place: Place,
    order: ByteOrder,
    bits: Option<u32>,
    halves: Option<Halves>,
    width_option: &str,
) -> Result<KeyList> {
    let bits = bits.unwrap_or(DEFAULT_BITS);
    let width = if halves.is_some() { bits / 2 } else { bits };
    let (bytes, size) = (place.bytes, width as usize / 8);
    let rest = bytes.len() % size;
    if rest > 0 {
        bail!(
            "{} (byte {}): expected numbers of {size} bytes and nothing else, got {rest} bytes after {} \
             of them; {width_option} gives another width of keys",
            place.file,
            bytes.len() - rest,
            bytes.len() / size,
        );
    }
    let join_bytes = |number: u128, byte: &u8| number << 8 | u128::from(*byte);
    let number = |bytes: &[u8]| match order {
        ByteOrder::Little => bytes.iter().rev().fold(0, join_bytes),
        ByteOrder::Big => bytes.iter().fold(0, join_bytes),
    };
    let numbers = bytes.chunks_exact(size).map(number).collect();
    let (keys, bits) = join(numbers, width, Some(bits), halves)
        .map_err(|reason| error!("{}: {reason}", place.file))?;
    Ok(KeyList::new(keys, bits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_orders_and_halves() {
        let bytes: Vec<u8> = (1..=16).collect();
        let read = |order, bits, halves| {
            let list = read(Place::new("k", &bytes), order, bits, halves, "--bits").unwrap();
            (list.keys, list.bits)
        };
        let long = vec![0x0807_0605_0403_0201, 0x100f_0e0d_0c0b_0a09];
        assert_eq!(read(ByteOrder::Little, None, None), (long.clone(), 64));
        let swapped = long.iter().map(|key: &u128| (*key as u64).swap_bytes().into()).collect();
        assert_eq!(read(ByteOrder::Big, Some(64), None), (swapped, 64));
        assert_eq!(read(ByteOrder::Little, Some(32), None).0[1], 0x0807_0605);
        assert_eq!(read(ByteOrder::Little, Some(128), None), (vec![long[1] << 64 | long[0]], 128));
        let halves = read(ByteOrder::Little, None, Some(Halves::LowHigh));
        assert_eq!(halves.0, [0x0c0b_0a09_0403_0201, 0x100f_0e0d_0807_0605]);
    }

    #[test]
    fn a_file_that_ends_within_a_key() {
        let place = Place::new("k", &[0; 19]);
        let error = read(place, ByteOrder::Big, None, None, "--bits").unwrap_err().to_string();
        let reason =
            "k (byte 16): expected numbers of 8 bytes and nothing else, got 3 bytes after 2";
        assert!(error.contains(reason), "{error}");
    }
}
