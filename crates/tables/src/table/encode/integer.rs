//! The integers of Parquet.

use parquet::file::statistics::{Statistics, ValueStatistics};

/// An integer of Parquet: INT32 or INT64.
pub trait Integer: Copy + Ord + 'static {
    /// The type in Parquet.
    const TYPE: parquet::basic::Type;
    /// Size in bytes.
    const BYTES: usize;

    /// The number as 64 bits: its own, and zeros.
    fn bits(self) -> u64;

    fn from_bits(bits: u64) -> Self;

    /// The difference, which wraps around at the bounds of the type.
    fn minus(self, other: Self) -> Self;

    fn widen(self) -> i64;

    /// Appends numbers in `PLAIN` encoding.
    fn put_plain(values: &[Self], out: &mut Vec<u8>);

    /// The statistics of a column without nulls.
    fn statistics(min: Self, max: Self) -> Statistics;

    /// The number as the column index holds it.
    fn bound(self) -> Vec<u8>;
}

macro_rules! integers {
    ($($integer:ident, $unsigned:ident, $parquet:ident, $statistics:ident;)*) => {$(
        impl Integer for $integer {
            const TYPE: parquet::basic::Type = parquet::basic::Type::$parquet;
            const BYTES: usize = size_of::<$integer>();

            #[inline(always)]
            fn bits(self) -> u64 {
                (self as $unsigned).into()
            }

            #[inline(always)]
            fn from_bits(bits: u64) -> $integer {
                bits as $integer
            }

            #[inline(always)]
            fn minus(self, other: $integer) -> $integer {
                self.wrapping_sub(other)
            }

            #[inline(always)]
            fn widen(self) -> i64 {
                self.into()
            }

            fn put_plain(values: &[$integer], out: &mut Vec<u8>) {
                let start = out.len();
                out.resize(start + values.len() * Self::BYTES, 0);
                let (places, _) = out[start..].as_chunks_mut();
                for (place, value) in places.iter_mut().zip(values) {
                    *place = value.to_le_bytes();
                }
            }

            fn statistics(min: $integer, max: $integer) -> Statistics {
                let statistics = ValueStatistics::new(Some(min), Some(max), None, Some(0), false);
                Statistics::$statistics(statistics.with_backwards_compatible_min_max(true))
            }

            fn bound(self) -> Vec<u8> {
                self.to_le_bytes().into()
            }
        }
    )*};
}

integers! {
    i32, u32, INT32, Int32;
    i64, u64, INT64, Int64;
}
