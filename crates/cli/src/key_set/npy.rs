//! Keys in NumPy's format for one array (`.npy`, versions 1 to 3).

use anyhow::{Result, bail};

use super::file::List;
use crate::place::Place;

/// What every such file begins with.
pub const MAGIC: &[u8] = b"\x93NUMPY";

/// Reads an array of integers, its elements in their order. If keys are wider than elements,
/// as `bits` tells, neighbours are one key, the first of them high.
///
/// # Errors
/// When it is not a complete array of integers.
pub fn read(place: Place, bits: Option<u32>) -> Result<List> {
    let bytes = place.bytes;
    let wrong = |offset: usize, reason: String| place.error(offset, reason);
    let Some([major, _minor]) = bytes.strip_prefix(MAGIC).and_then(<[u8]>::first_chunk) else {
        return Err(wrong(0, "expected a NumPy array, which begins with \\x93NUMPY".to_owned()));
    };
    let (length, start) = match (major, bytes.get(8..10), bytes.get(8..12)) {
        (1, Some(&[a, b]), _) => (u32::from(u16::from_le_bytes([a, b])), 10),
        (2 | 3, _, Some(&[a, b, c, d])) => (u32::from_le_bytes([a, b, c, d]), 12),
        _ => {
            let reason = format!("expected a version from 1 to 3 of NumPy's format, got {major}");
            return Err(wrong(6, reason));
        }
    };
    let end = start + length as usize;
    let Some(header) = bytes.get(start..end) else {
        let reason = format!("expected a header of {length} bytes, got {}", bytes.len() - start);
        return Err(wrong(start, reason));
    };
    let header = String::from_utf8_lossy(header);
    let Some((element, items, columns)) = parse_header(&header) else {
        let reason = format!(
            "expected an array of integers of 8 to 64 bits in C order, got {}; convert it with \
             numpy.ascontiguousarray(array).astype('uint64')",
            header.trim()
        );
        return Err(wrong(start, reason));
    };
    let data = &bytes[end..];
    if items.checked_mul(element.bytes) != Some(data.len()) {
        let reason = format!(
            "expected {items} elements of {} bytes, got {} bytes",
            element.bytes,
            data.len()
        );
        return Err(wrong(end, reason));
    }
    let words = data.chunks_exact(element.bytes).map(|bytes| {
        let join = |word: u128, byte: &u8| word << 8 | u128::from(*byte);
        if element.big_endian {
            bytes.iter().fold(0, join)
        } else {
            bytes.iter().rev().fold(0, join)
        }
    });
    let width = 8 * element.bytes as u32;
    // As keys of 128 bits are exported.
    let is_pairs = width == 64 && columns == Some(2) && bits.is_none();
    if is_pairs {
        crate::say(&format!(
            "zobrist: {}: rows of two numbers of 64 bits are taken for keys of 128 bits, the first \
             number high; --bits 64 takes each number for a key\n",
            place.file
        ));
    }
    let bits = if is_pairs { Some(128) } else { bits };
    let (keys, bits) = join(words.collect(), width, bits).map_err(|reason| wrong(end, reason))?;
    if width == 8 && bits == 8 {
        bail!(
            "{}: elements of 8 bits are not keys by themselves; say with --bits how many bits a \
             key has",
            place.file
        );
    }
    Ok(List { joins: Some(width), ..List::new(keys, bits) })
}

/// Keys made from words that are next to each other, the first of them high, if the user says
/// that keys are wider.
pub fn join(words: Vec<u128>, width: u32, bits: Option<u32>) -> Result<(Vec<u128>, u32), String> {
    let parts = bits.unwrap_or(width) / width;
    if parts < 2 {
        return Ok((words, bits.unwrap_or(width)));
    }
    let parts = parts as usize;
    if !words.len().is_multiple_of(parts) {
        return Err(format!(
            "expected {parts} numbers of {width} bits for each key of {} bits, got {} numbers",
            bits.unwrap_or(width),
            words.len()
        ));
    }
    let key = |words: &[u128]| words.iter().fold(0, |key, word| key << width | word);
    Ok((words.chunks_exact(parts).map(key).collect(), width * parts as u32))
}

struct Element {
    big_endian: bool,
    bytes: usize,
}

/// The type of an element, the number of elements, if they are integers in C order, and how
/// many make a row of a table.
fn parse_header(header: &str) -> Option<(Element, usize, Option<usize>)> {
    let value = |name: &str| {
        let rest = header.split_once(&format!("'{name}'"))?.1;
        Some(rest.trim_start().strip_prefix(':')?.trim_start())
    };
    let descr = value("descr")?.strip_prefix('\'')?.split_once('\'')?.0;
    let (order, kind) = descr.split_at_checked(1)?;
    let bytes = kind.strip_prefix(['u', 'i'])?.parse().ok()?;
    if !matches!(bytes, 1 | 2 | 4 | 8) || !matches!(order, "<" | ">" | "|") {
        return None;
    }
    let shape = value("shape")?.strip_prefix('(')?.split_once(')')?.0;
    let sizes = shape.split(',').map(str::trim).filter(|size| !size.is_empty());
    let sizes: Vec<usize> = sizes.map(|size| size.parse().ok()).collect::<Option<_>>()?;
    let in_order = sizes.len() < 2 || value("fortran_order")?.starts_with("False");
    let items = sizes.iter().try_fold(1_usize, |items, size| items.checked_mul(*size))?;
    let columns = if let [_, columns] = sizes[..] { Some(columns) } else { None };
    in_order.then_some((Element { big_endian: order == ">", bytes }, items, columns))
}

/// An array of words of `bytes` bytes each, in rows of `columns`.
pub fn write(words: &[u128], bytes: usize, columns: usize) -> Vec<u8> {
    let rows = words.len() / columns;
    let shape = if columns == 1 { format!("({rows},)") } else { format!("({rows}, {columns})") };
    let mut header =
        format!("{{'descr': '<u{bytes}', 'fortran_order': False, 'shape': {shape}, }}");
    // The data begins at a multiple of 64; the header ends with a newline.
    let begin = (10 + header.len() + 1).next_multiple_of(64);
    header.push_str(&" ".repeat(begin - 10 - header.len() - 1));
    header.push('\n');
    let length = u16::try_from(header.len()).expect("the header is short");
    let mut file = [MAGIC, &[1, 0], &length.to_le_bytes(), header.as_bytes()].concat();
    for word in words {
        file.extend_from_slice(&word.to_le_bytes()[..bytes]);
    }
    file
}

#[cfg(test)]
mod tests {
    use super::*;

    fn array(header: &str, data: &[u8]) -> Vec<u8> {
        let length = u16::try_from(header.len()).unwrap().to_le_bytes();
        [MAGIC, &[1, 0], &length, header.as_bytes(), data].concat()
    }

    fn read_array(header: &str, data: &[u8], bits: Option<u32>) -> Result<List> {
        read(Place { file: "a.npy", bytes: &array(header, data) }, bits)
    }

    #[test]
    fn what_is_written_is_read() {
        let words: Vec<u128> = (0..781).map(|i| i * 0x1234_5678_9abc).collect();
        let list = read(Place { file: "", bytes: &write(&words, 8, 1) }, None).unwrap();
        assert_eq!((list.keys, list.bits), (words.clone(), 64));
        let pairs = write(&words[..780], 8, 2);
        let list = read(Place { file: "", bytes: &pairs }, Some(128)).unwrap();
        assert_eq!((list.keys.len(), list.keys[1]), (390, words[2] << 64 | words[3]));
    }

    #[test]
    fn byte_orders_signs_and_shapes() {
        let data = [1, 2, 3, 4, 5, 6, 7, 8];
        let keys = |header: &str, bits| read_array(header, &data, bits).unwrap().keys;
        let little = "{'descr': '<u4', 'fortran_order': False, 'shape': (2,)}";
        assert_eq!(keys(little, None), [0x0403_0201, 0x0807_0605]);
        let big = "{\"descr\": 1, 'descr':'>i4','shape':(2, 1),'fortran_order':False,}";
        assert_eq!(keys(big, None), [0x0102_0304, 0x0506_0708]);
        assert_eq!(keys(big, Some(64)), [0x0102_0304_0506_0708]);
        let bytes = "{'descr': '|u1', 'fortran_order': False, 'shape': (2, 4)}";
        assert_eq!(keys(bytes, Some(32)), [0x0102_0304, 0x0506_0708]);
        let scalar = "{'descr': '>u8', 'fortran_order': True, 'shape': ()}";
        assert_eq!(keys(scalar, None), [0x0102_0304_0506_0708]);
    }

    #[test]
    fn what_is_no_list_of_keys() {
        let data = [0; 8];
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
        ] {
            let error = read_array(header, &data, bits).unwrap_err().to_string();
            assert!(error.starts_with("a.npy:") && error.contains(reason), "{error}");
        }
        let whole = array("{'descr': '<u8', 'fortran_order': False, 'shape': (1,)}", &data);
        for length in 0..whole.len() {
            assert!(read(Place { file: "a.npy", bytes: &whole[..length] }, None).is_err());
        }
    }
}
