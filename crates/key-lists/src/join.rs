//! Joins several numbers to one key.

/// Order of two lists of halves of keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halves {
    /// All low words, then all high words.
    LowHigh,
    /// All high words, then all low words.
    HighLow,
}

/// Makes keys from numbers of `width` bits; returns the width of the keys, too. With `halves`, a
/// key has a number from the first and one from the second half of the list. Otherwise it has as
/// many consecutive numbers as fit `bits`, the first of them high.
///
/// # Errors
/// When `bits` or the count of numbers does not allow it.
pub(crate) fn join(
    numbers: Vec<u128>,
    width: u32,
    bits: Option<u32>,
    halves: Option<Halves>,
) -> Result<(Vec<u128>, u32), String> {
    match halves {
        Some(halves) => two_lists(&numbers, width, bits, halves),
        None => consecutive(numbers, width, bits),
    }
}

fn two_lists(
    numbers: &[u128],
    width: u32,
    bits: Option<u32>,
    halves: Halves,
) -> Result<(Vec<u128>, u32), String> {
    let expected = bits.map_or(64, |bits| bits / 2);
    if width > expected || bits.is_some_and(|bits| bits != 2 * width) {
        let at_most = if bits.is_none() { "at most " } else { "" };
        return Err(format!(
            "expected halves of {at_most}{expected} bits, got numbers of {width} bits"
        ));
    }
    if !numbers.len().is_multiple_of(2) {
        return Err(format!(
            "expected as many low words as high words, got {} numbers of {width} bits",
            numbers.len()
        ));
    }
    let (first, second) = numbers.split_at(numbers.len() / 2);
    let (low, high) = match halves {
        Halves::LowHigh => (first, second),
        Halves::HighLow => (second, first),
    };
    let keys = high.iter().zip(low).map(|(high, low)| high << width | low);
    Ok((keys.collect(), 2 * width))
}

fn consecutive(
    numbers: Vec<u128>,
    width: u32,
    bits: Option<u32>,
) -> Result<(Vec<u128>, u32), String> {
    let parts = bits.unwrap_or(width) / width;
    if parts < 2 {
        return Ok((numbers, bits.unwrap_or(width)));
    }
    if !numbers.len().is_multiple_of(parts as usize) {
        return Err(format!(
            "expected {parts} numbers of {width} bits for each key of {} bits, got {} numbers",
            parts * width,
            numbers.len()
        ));
    }
    let key = |numbers: &[u128]| numbers.iter().fold(0, |key, number| key << width | number);
    Ok((numbers.chunks_exact(parts as usize).map(key).collect(), width * parts))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn consecutive_numbers_and_lists_of_halves() {
        let keys = |bits, halves| join(vec![1, 2, 3, 4], 32, bits, halves);
        assert_eq!(keys(None, None), Ok((vec![1, 2, 3, 4], 32)));
        assert_eq!(keys(Some(64), None), Ok((vec![1 << 32 | 2, 3 << 32 | 4], 64)));
        assert_eq!(keys(Some(128), None).unwrap().0, [1 << 96 | 2 << 64 | 3 << 32 | 4]);
        assert_eq!(keys(None, Some(Halves::LowHigh)), Ok((vec![3 << 32 | 1, 4 << 32 | 2], 64)));
        assert_eq!(keys(Some(64), Some(Halves::HighLow)).unwrap().0, [1 << 32 | 3, 2 << 32 | 4]);
    }

    #[test]
    fn numbers_that_cannot_be_joined() {
        let low_high = Some(Halves::LowHigh);
        for (width, bits, halves, reason) in [
            (32, Some(64), None, "expected 2 numbers of 32 bits for each key of 64 bits, got 3"),
            (32, None, low_high, "as many low words as high words, got 3 numbers of 32 bits"),
            (64, Some(64), low_high, "halves of 32 bits, got numbers of 64 bits"),
            (16, Some(64), low_high, "halves of 32 bits, got numbers of 16 bits"),
            (128, None, low_high, "halves of at most 64 bits, got numbers of 128 bits"),
        ] {
            let error = join(vec![1, 2, 3], width, bits, halves).unwrap_err();
            assert!(error.contains(reason), "{error}");
        }
    }
}
