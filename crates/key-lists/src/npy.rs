//! Keys in NumPy's format for one array (`.npy`, versions 1.0 to 3.0).

use zobrist_input::{Listener, Place, Result, bail};

use crate::join::{Halves, join};
use crate::list::{KeyList, check_bits};
use crate::npy_header::{self, Element, Header, HeaderError};

/// First bytes of the format.
pub(crate) const MAGIC: &[u8] = b"\x93NUMPY";

/// The largest header that NumPy itself reads, in bytes.
const MAX_HEADER: usize = 10_000;

/// Reads an array of integers in the order of its elements. If `bits` is wider than an element,
/// consecutive elements make one key, the first of them high; with `halves`, the array holds two
/// lists of halves. `width_option` names the option that gives a width.
///
/// # Errors
/// When it is not a complete array of integers.
pub(crate) fn read(
    place: Place,
    bits: Option<u32>,
    halves: Option<Halves>,
    width_option: &str,
    listener: &dyn Listener,
) -> Result<KeyList> {
    let (header, begin) = open(place)?;
    let element = header.element;
    let width = 8 * element.bytes as u32;
    // The form in which keys of 128 bits are exported.
    let is_pairs =
        width == 64 && matches!(header.shape[..], [_, 2]) && bits.is_none() && halves.is_none();
    if is_pairs {
        listener.notice(&format!(
            "{}: rows of two numbers of 64 bits are taken for keys of 128 bits, the first \
             number high; {width_option} 64 takes each number for a key",
            place.file
        ));
    }
    let integer = if is_pairs { Some(128) } else { bits };
    let data = &place.bytes[begin..];
    let numbers = data.chunks_exact(element.bytes).map(|bytes| element.number(bytes)).collect();
    let (keys, own_bits) =
        join(numbers, width, integer, halves).map_err(|reason| place.error(begin, reason))?;
    for (index, key) in keys.iter().enumerate() {
        check_bits(*key, index, bits)
            .map_err(|reason| place.error(begin + index * data.len() / keys.len(), reason))?;
    }
    if own_bits == 8 {
        bail!(
            "{}: elements of 8 bits are not keys by themselves; say with {width_option} how many \
             bits a key has",
            place.file
        );
    }
    Ok(KeyList { number_width: Some(width), ..KeyList::new(keys, own_bits) })
}

/// Reads the header; returns the offset of the elements, too. The number of bytes is that of the
/// shape.
pub(crate) fn open(place: Place) -> Result<(Header, usize)> {
    let (start, begin) = header_range(place)?;
    let text = &place.bytes[start..begin];
    let shown = || String::from_utf8_lossy(text).trim().chars().take(200).collect::<String>();
    let header = match npy_header::parse(text) {
        Ok(header) if !header.fortran_order || header.shape.len() < 2 => header,
        Ok(_) | Err(HeaderError::OtherType) => {
            let reason = format!(
                "expected an array of integers of 8 to 64 bits in C order, got {}; convert it with \
                 numpy.ascontiguousarray(array).astype('uint64')",
                shown()
            );
            return Err(place.error(start, reason));
        }
        Err(HeaderError::Syntax { offset, reason }) => {
            return Err(place.error(start + offset, reason));
        }
    };
    let items = header.shape.iter().try_fold(1_u64, |items, size| items.checked_mul(*size));
    let Some(items) = items else {
        let reason = format!("expected fewer than 2^64 elements, got {}", shown());
        return Err(place.error(start, reason));
    };
    let (size, data) = (header.element.bytes, place.bytes.len() - begin);
    if items.checked_mul(size as u64) != Some(data as u64) {
        let reason = format!("expected {items} elements of {size} bytes, got {data} bytes");
        return Err(place.error(begin, reason));
    }
    Ok((header, begin))
}

/// The offset of the text of the header, and of its end.
fn header_range(place: Place) -> Result<(usize, usize)> {
    let bytes = place.bytes;
    let Some([major, minor]) = bytes.strip_prefix(MAGIC).and_then(<[u8]>::first_chunk) else {
        return Err(place.error(0, "expected a NumPy array, which begins with \\x93NUMPY"));
    };
    let start = match (major, minor) {
        (1, 0) => 10,
        (2 | 3, 0) => 12,
        _ => {
            let minor = if *minor == 0 { String::new() } else { format!(".{minor}") };
            let reason =
                format!("expected a version from 1 to 3 of NumPy's format, got {major}{minor}");
            return Err(place.error(6, reason));
        }
    };
    let Some(length) = bytes.get(8..start) else {
        let reason = format!(
            "expected the length of a header in {} bytes, got {}",
            start - 8,
            bytes.len() - 8
        );
        return Err(place.error(8, reason));
    };
    let length = length.iter().rev().fold(0, |length, byte| length << 8 | usize::from(*byte));
    let rest = bytes.len() - start;
    if length > rest {
        let reason = format!("expected a header of {length} bytes, got {rest}");
        return Err(place.error(start, reason));
    }
    if length > MAX_HEADER {
        let reason = format!("expected a header of at most {MAX_HEADER} bytes, got {length}");
        return Err(place.error(8, reason));
    }
    Ok((start, start + length))
}

impl Element {
    /// The bits of an element.
    pub(crate) fn number(&self, bytes: &[u8]) -> u128 {
        let join = |number: u128, byte: &u8| number << 8 | u128::from(*byte);
        match self.big_endian {
            true => bytes.iter().fold(0, join),
            false => bytes.iter().rev().fold(0, join),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zobrist_input::Nobody;

    fn array(header: &str, data: &[u8]) -> Vec<u8> {
        let length = u16::try_from(header.len()).unwrap().to_le_bytes();
        [MAGIC, &[1, 0], &length, header.as_bytes(), data].concat()
    }

    fn read_array(header: &str, data: &[u8], bits: Option<u32>) -> Result<KeyList> {
        read(Place::new("a.npy", &array(header, data)), bits, None, "--bits", &Nobody)
    }

    #[test]
    fn byte_orders_signs_and_shapes() {
        let data = [1, 2, 3, 4, 5, 6, 7, 8];
        let keys = |header: &str, bits| read_array(header, &data, bits).unwrap().keys;
        let little = "{'descr': '<u4', 'fortran_order': False, 'shape': (2,)}";
        assert_eq!(keys(little, None), [0x0403_0201, 0x0807_0605]);
        let big = "{'descr':'>i4','shape':(2, 1),\"fortran_order\":False}";
        assert_eq!(keys(big, None), [0x0102_0304, 0x0506_0708]);
        assert_eq!(keys(big, Some(64)), [0x0102_0304_0506_0708]);
        let bytes = "{'descr': '|u1', 'fortran_order': False, 'shape': (2, 4)}";
        assert_eq!(keys(bytes, Some(32)), [0x0102_0304, 0x0506_0708]);
        let scalar = "{'descr': '>u8', 'fortran_order': True, 'shape': ()}";
        assert_eq!(keys(scalar, None), [0x0102_0304_0506_0708]);
        let little = array(little, &data);
        let list =
            read(Place::new("a.npy", &little), None, Some(Halves::LowHigh), "--bits", &Nobody);
        assert_eq!(list.unwrap().keys, [0x0807_0605_0403_0201]);
    }

    #[test]
    fn arrays_that_are_not_keys_are_refused() {
        let data = [0, 0, 0, 0, 0, 0, 0, 0x70];
        for (header, bits, reason) in [
            ("{'descr': '<f8', 'fortran_order': False, 'shape': (1,)}", None, "of integers"),
            (
                "{'descr': [('a', '<u8')], 'fortran_order': False, 'shape': (1,)}",
                None,
                "of integers",
            ),
            ("{'descr': '<u4', 'fortran_order': True, 'shape': (1, 2)}", None, "in C order"),
            ("{'descr': '<u8', 'fortran_order': False, 'shape': (2,)}", None, "got 8 bytes"),
            (
                "{'descr': '<u4', 'fortran_order': False, 'shape': (2,)}",
                Some(128),
                "4 numbers of 32",
            ),
            ("{'descr': '|u1', 'fortran_order': False, 'shape': (8,)}", None, "--bits"),
            ("", None, "a.npy:1 (byte 10): expected { in the header of a NumPy array, got "),
            (
                "{'descr': '<i8', 'fortran_order': False, 'shape': (1,)}",
                Some(32),
                "a.npy:1 (byte 65): expected keys of 32 bits, got 0x7000000000000000 as key 0 (from 0)",
            ),
            // Brackets within brackets, and sizes without bounds.
            (
                &format!("{{'descr': {}1{}}}", "[".repeat(1000), "]".repeat(1000)),
                None,
                "of integers",
            ),
            (
                "{'descr': '<u4', 'fortran_order': False, 'shape': (4294967296, 4294967296, 2)}",
                None,
                "fewer than 2^64 elements",
            ),
            (
                "{'descr': '<u4', 'fortran_order': False, 'shape': (0x100000000, 0x100000000)}",
                None,
                "a comma",
            ),
            (
                "{'descr': '<u8', 'fortran_order': False, 'shape': (-1,)}",
                None,
                "a.npy:1 (byte 61): expected a decimal number below 2^64",
            ),
            (
                &format!(
                    "{{'descr': '<u8', 'fortran_order': False, 'shape': ({},)}}",
                    "9".repeat(9000)
                ),
                None,
                "a decimal number below 2^64",
            ),
            (
                &format!(
                    "{{'descr': '<u8', 'fortran_order': False, 'shape': (1,){}}}",
                    " ".repeat(10_000)
                ),
                None,
                "(byte 8): expected a header of at most 10000 bytes, got 10055",
            ),
            (
                "{'descr': '<u8', 'fortran_order': False, 'shape': (999999999999999999,)}",
                None,
                "expected 999999999999999999 elements",
            ),
        ] {
            let error = read_array(header, &data, bits).unwrap_err().to_string();
            assert!(error.starts_with("a.npy:") && error.contains(reason), "{error}");
        }
        let whole = array("{'descr': '<u8', 'fortran_order': False, 'shape': (1,)}", &data);
        for length in 0..whole.len() {
            assert!(
                read(Place::new("a.npy", &whole[..length]), None, None, "--bits", &Nobody).is_err()
            );
        }
    }

    #[test]
    fn versions_and_lengths_are_checked() {
        let text = "{'descr': '|u1', 'fortran_order': False, 'shape': (2,)}";
        let with = |start: &[u8]| [MAGIC, start, text.as_bytes(), &[0x12, 0x34]].concat();
        let length = u8::try_from(text.len()).unwrap();
        let read_bytes = |bytes: &[u8]| {
            let read = read(Place::new("a.npy", bytes), Some(16), None, "--bits", &Nobody);
            read.map(|list| list.keys).map_err(|error| error.to_string())
        };
        for start in [&[1, 0, length, 0][..], &[2, 0, length, 0, 0, 0], &[3, 0, length, 0, 0, 0]] {
            assert_eq!(read_bytes(&with(start)).unwrap(), [0x1234]);
        }
        for (start, reason) in [
            (
                &[0, 0, length, 0][..],
                "(byte 6): expected a version from 1 to 3 of NumPy's format, got 0",
            ),
            (
                &[4, 0, length, 0],
                "(byte 6): expected a version from 1 to 3 of NumPy's format, got 4",
            ),
            (
                &[1, 7, length, 0],
                "(byte 6): expected a version from 1 to 3 of NumPy's format, got 1.7",
            ),
            (&[1, 0, 99, 0], "(byte 10): expected a header of 99 bytes, got 57"),
            (&[3, 0, 0, 0, 0, 255], "(byte 12): expected a header of 4278190080 bytes, got 57"),
        ] {
            let error = read_bytes(&with(start)).unwrap_err();
            assert_eq!(error, format!("a.npy:1 {reason}"));
        }
        let error = read_bytes(&[MAGIC, &[2, 0, 9]].concat()).unwrap_err();
        assert!(
            error.ends_with("(byte 8): expected the length of a header in 4 bytes, got 1"),
            "{error}"
        );
    }
}
