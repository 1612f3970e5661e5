//! Weights in the sixteen bits of an entry.

/// Scales a weight of a position whose largest weight is `largest` to fit in sixteen bits.
///
/// If all weights of the position fit, they stay as they are; otherwise the largest becomes 65535
/// and the others keep their proportion to it, rounded to the nearest, but never to 0 unless they
/// are 0.
///
/// ```
/// use zobrist_chess::scale_weight;
///
/// assert_eq!(scale_weight(1000, 65535), 1000);
/// assert_eq!(scale_weight(131_070, 131_070), 65535);
/// assert_eq!(scale_weight(1000, 131_070), 500);
/// assert_eq!([0, 1].map(|weight| scale_weight(weight, u64::MAX)), [0, 1]);
/// ```
///
/// # Panics
/// When the weight is larger than the largest.
pub const fn scale_weight(weight: u64, largest: u64) -> u16 {
    assert!(weight <= largest, "no weight is larger than the largest");
    const MOST: u64 = u16::MAX as u64;
    if largest <= MOST {
        return weight as u16;
    }
    let scaled = (weight as u128 * MOST as u128 + largest as u128 / 2) / largest as u128;
    if scaled == 0 && weight > 0 { 1 } else { scaled as u16 }
}
