//! Keys in NumPy's format for one array (`.npy`, versions 1 to 3); npyz parses its header.

use npyz::{DType, Endianness, NpyHeader, Order, TypeChar};

use super::join::{Halves, join};
use super::list::{KeyList, check_bits};
use crate::error::{Result, bail};
use crate::listener::Listener;
use crate::place::Place;

/// First bytes of the format.
pub(super) const MAGIC: &[u8] = b"\x93NUMPY";

/// The largest header that NumPy itself reads, in bytes.
const MAX_HEADER: usize = 10_000;
/// Maximum number of digits of all sizes together, whose product then fits 64 bits.
const MAX_DIGITS: usize = 19;

/// Reads an array of integers in the order of its elements. If `bits` is wider than an element,
/// consecutive elements make one key, the first of them high; with `halves`, the array holds two lists
/// of halves. `width_option` names the option that gives a width.
///
/// # Errors
/// When it is not a complete array of integers.
pub(super) fn read(
    place: Place,
    bits: Option<u32>,
    halves: Option<Halves>,
    width_option: &str,
    listener: &dyn Listener,
) -> Result<KeyList> {
    let (header, element, begin) = open(place)?;
    let width = 8 * element.bytes as u32;
    // The form in which keys of 128 bits are exported.
    let is_pairs =
        width == 64 && matches!(header.shape(), [_, 2]) && bits.is_none() && halves.is_none();
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
fn open(place: Place) -> Result<(NpyHeader, Element, usize)> {
    let bytes = place.bytes;
    let Some([major, _minor]) = bytes.strip_prefix(MAGIC).and_then(<[u8]>::first_chunk) else {
        return Err(place.error(0, "expected a NumPy array, which begins with \\x93NUMPY"));
    };
    let (length, start) = match (major, bytes.get(8..10), bytes.get(8..12)) {
        (1, Some(&[a, b]), _) => (u32::from(u16::from_le_bytes([a, b])), 10),
        (2 | 3, _, Some(&[a, b, c, d])) => (u32::from_le_bytes([a, b, c, d]), 12),
        _ => {
            let reason = format!("expected a version from 1 to 3 of NumPy's format, got {major}");
            return Err(place.error(6, reason));
        }
    };
    let begin = start + length as usize;
    let Some(text) = bytes.get(start..begin) else {
        let reason = format!("expected a header of {length} bytes, got {}", bytes.len() - start);
        return Err(place.error(start, reason));
    };
    let header = Some(bytes).filter(|_| is_simple(text)).map(NpyHeader::from_reader);
    let header = header.and_then(Result::ok).and_then(|header| {
        let element = Element::of(&header)?;
        let in_order = header.shape().len() < 2 || header.order() == Order::C;
        in_order.then_some((header, element))
    });
    let Some((header, element)) = header else {
        let text = String::from_utf8_lossy(text);
        let reason = format!(
            "expected an array of integers of 8 to 64 bits in C order, got {}; convert it with \
             numpy.ascontiguousarray(array).astype('uint64')",
            text.trim().chars().take(200).collect::<String>()
        );
        return Err(place.error(start, reason));
    };
    let (items, data) = (header.len(), bytes.len() - begin);
    if items.checked_mul(element.bytes as u64) != Some(data as u64) {
        let reason =
            format!("expected {items} elements of {} bytes, got {data} bytes", element.bytes);
        return Err(place.error(begin, reason));
    }
    Ok((header, element, begin))
}

/// True for a header that npyz parses without overflow and in time linear in its length: its parser
/// takes twice as long for each nested bracket, multiplies the sizes without a check, and may panic
/// on sums.
fn is_simple(header: &[u8]) -> bool {
    let (mut depth, mut max_depth) = (0_usize, 0);
    for byte in header {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        max_depth = max_depth.max(depth);
    }
    let digits = header.iter().filter(|byte| byte.is_ascii_digit()).count();
    let is_decimal = !header.iter().any(|byte| b"+-xXbB".contains(byte));
    header.len() <= MAX_HEADER && max_depth <= 2 && digits <= MAX_DIGITS && is_decimal
}

/// Type of an element: a signed or unsigned integer.
struct Element {
    big_endian: bool,
    bytes: usize,
}

impl Element {
    fn of(header: &NpyHeader) -> Option<Element> {
        let DType::Plain(element) = header.dtype() else { return None };
        let is_integer = matches!(element.type_char(), TypeChar::Int | TypeChar::Uint);
        let bytes =
            element.num_bytes().filter(|bytes| is_integer && matches!(bytes, 1 | 2 | 4 | 8));
        Some(Element { big_endian: element.endianness() == Endianness::Big, bytes: bytes? })
    }

    fn number(&self, bytes: &[u8]) -> u128 {
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
    use crate::listener::Nobody;

    fn array(header: &str, data: &[u8]) -> Vec<u8> {
        let length = u16::try_from(header.len()).unwrap().to_le_bytes();
        [MAGIC, &[1, 0], &length, header.as_bytes(), data].concat()
    }

    fn read_array(header: &str, data: &[u8], bits: Option<u32>) -> Result<KeyList> {
        read(Place { file: "a.npy", bytes: &array(header, data) }, bits, None, "--bits", &Nobody)
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
        let list = read(
            Place { file: "a.npy", bytes: &little },
            None,
            Some(Halves::LowHigh),
            "--bits",
            &Nobody,
        );
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
            ("", None, "of integers"),
            (
                "{'descr': '<i8', 'fortran_order': False, 'shape': (1,)}",
                Some(32),
                "a.npy:1 (byte 65): expected keys of 32 bits, got 0x7000000000000000 as key 0 (from 0)",
            ),
            // Headers that npyz parses in exponential time or with overflow.
            (
                &format!("{{'descr': {}1{}}}", "[".repeat(1000), "]".repeat(1000)),
                None,
                "of integers",
            ),
            (
                "{'descr': '<u4', 'fortran_order': False, 'shape': (4294967296, 4294967296, 2)}",
                None,
                "of integers",
            ),
            (
                "{'descr': '<u4', 'fortran_order': False, 'shape': (0x100000000, 0x100000000)}",
                None,
                "of integers",
            ),
            ("{'descr': '<u8', 'fortran_order': False, 'shape': (-1,)}", None, "of integers"),
            (
                &format!(
                    "{{'descr': '<u8', 'fortran_order': False, 'shape': ({},)}}",
                    "9".repeat(9000)
                ),
                None,
                "of integers",
            ),
            (
                &format!(
                    "{{'descr': '<u8', 'fortran_order': False, 'shape': (1,){}}}",
                    " ".repeat(10_000)
                ),
                None,
                "of integers",
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
                read(
                    Place { file: "a.npy", bytes: &whole[..length] },
                    None,
                    None,
                    "--bits",
                    &Nobody
                )
                .is_err()
            );
        }
    }
}
