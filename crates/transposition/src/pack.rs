//! Payloads packed into bits, and structs of named bit fields, without a derive.

use std::num::{
    NonZeroI8, NonZeroI16, NonZeroI32, NonZeroI64, NonZeroI128, NonZeroU8, NonZeroU16, NonZeroU32,
    NonZeroU64, NonZeroU128,
};

/// A payload of a table: a value that packs into at most 128 bits.
///
/// [`unpack`](Pack::unpack) makes a valid value from *any* `BITS` bits, so that a table holds
/// nothing but values, even if a file is damaged or another process wrote to it. Implemented for
/// the integers, those that are not zero, floating-point numbers, `char`, `bool`, `()` (for a set
/// of keys), options, arrays and tuples; [`payload!`](crate::payload) makes structs of named fields,
/// and [`pack_enum!`](crate::pack_enum) packs an enum without fields.
///
/// ```
/// use zobrist_transposition::{Pack, pack_enum};
///
/// #[derive(Clone, Copy, PartialEq, Debug)]
/// enum Bound {
///     Lower,
///     Upper,
///     Exact,
/// }
/// pack_enum!(Bound: Lower, Upper, Exact);
///
/// assert_eq!(<(Bound, i8)>::BITS, 10);
/// assert_eq!(<(Bound, i8)>::unpack((Bound::Exact, -5).pack()), (Bound::Exact, -5));
/// ```
pub trait Pack: Copy {
    /// The number of bits that a value needs, at most 128.
    const BITS: u32;

    /// Returns the value in the low [`BITS`](Pack::BITS) bits. The others are ignored, so that a
    /// negative number may be packed with its sign in all of them, as `-1_i8 as u128` is. In debug
    /// builds, a value that needs one of them, and so would be found as another, panics when it is
    /// stored.
    fn pack(self) -> u128;

    /// Returns the value of these bits; those above [`BITS`](Pack::BITS) are zero. Never fails: any
    /// bits are some value.
    fn unpack(bits: u128) -> Self;

    /// Returns the value in fewer bits than its type has: the low `bits` of [`pack`](Pack::pack).
    /// Bits above them are ignored. Fields of [`payload!`](crate::payload) with a width of their own
    /// use it.
    #[inline(always)]
    fn pack_in(self, bits: u32) -> u128 {
        self.pack() & low_bits(bits)
    }

    /// Returns the value that [`pack_in`](Pack::pack_in) packed into `bits` bits. Signed integers
    /// are sign-extended.
    #[inline(always)]
    #[must_use]
    fn unpack_from(word: u128, _bits: u32) -> Self {
        Self::unpack(word)
    }
}

/// Packs a value and cuts off bits above [`BITS`](Pack::BITS), which belong to the next part, or to
/// the tag.
#[inline(always)]
pub(crate) fn bits_of<T: Pack>(value: T) -> u128 {
    let all = value.pack();
    let bits = all & low_bits(T::BITS);
    debug_assert!(
        all == bits || T::unpack(bits).pack() == all,
        "a value of {} bits packs into {all:#x}",
        T::BITS,
    );
    bits
}

/// A word whose low `bits` bits are ones.
#[inline(always)]
#[doc(hidden)]
#[must_use]
pub const fn low_bits(bits: u32) -> u128 {
    match bits {
        0 => 0,
        128.. => u128::MAX,
        _ => (1 << bits) - 1,
    }
}

macro_rules! unsigned {
    ($($integer:ty),*) => {$(
        impl Pack for $integer {
            const BITS: u32 = <$integer>::BITS;
            #[inline(always)]
            fn pack(self) -> u128 {
                self as u128
            }
            #[inline(always)]
            fn unpack(bits: u128) -> Self {
                bits as $integer
            }
        }
    )*};
}

macro_rules! signed {
    ($($integer:ty as $unsigned:ty),*) => {$(
        impl Pack for $integer {
            const BITS: u32 = <$integer>::BITS;
            #[inline(always)]
            fn pack(self) -> u128 {
                self as $unsigned as u128
            }
            #[inline(always)]
            fn unpack(bits: u128) -> Self {
                bits as $integer
            }
            #[inline(always)]
            fn unpack_from(word: u128, bits: u32) -> Self {
                if bits == 0 {
                    return 0; // a shift by all bits is none
                }
                let unused = Self::BITS - bits;
                ((word as $integer) << unused) >> unused
            }
        }
    )*};
}

unsigned!(u8, u16, u32, u64, u128);
signed!(i8 as u8, i16 as u16, i32 as u32, i64 as u64, i128 as u128);

macro_rules! not_zero {
    ($($not_zero:ty as $integer:ty),*) => {$(
        /// Zero bits, which no value packs into, are 1.
        impl Pack for $not_zero {
            const BITS: u32 = <$integer>::BITS;
            #[inline(always)]
            fn pack(self) -> u128 {
                self.get().pack()
            }
            #[inline(always)]
            fn unpack(bits: u128) -> Self {
                Self::unpack_from(bits, Self::BITS)
            }
            #[inline(always)]
            fn unpack_from(word: u128, bits: u32) -> Self {
                <$not_zero>::new(<$integer>::unpack_from(word, bits))
                    .unwrap_or(const { <$not_zero>::new(1).unwrap() })
            }
        }
    )*};
}

not_zero!(NonZeroU8 as u8, NonZeroU16 as u16, NonZeroU32 as u32, NonZeroU64 as u64);
not_zero!(NonZeroU128 as u128, NonZeroI8 as i8, NonZeroI16 as i16, NonZeroI32 as i32);
not_zero!(NonZeroI64 as i64, NonZeroI128 as i128);

macro_rules! float {
    ($($float:ty as $bits:ty),*) => {$(
        /// By its bits, so that every value, NaN too, comes back as it was.
        impl Pack for $float {
            const BITS: u32 = <$bits>::BITS;
            #[inline(always)]
            fn pack(self) -> u128 {
                u128::from(self.to_bits())
            }
            #[inline(always)]
            fn unpack(bits: u128) -> Self {
                <$float>::from_bits(bits as $bits)
            }
        }
    )*};
}

float!(f32 as u32, f64 as u64);

/// Bits that are no code point are U+FFFD, the replacement character.
impl Pack for char {
    const BITS: u32 = 21;
    #[inline(always)]
    fn pack(self) -> u128 {
        u128::from(self)
    }
    #[inline(always)]
    fn unpack(bits: u128) -> Self {
        char::from_u32(bits as u32).unwrap_or(char::REPLACEMENT_CHARACTER)
    }
}

impl Pack for () {
    const BITS: u32 = 0;
    #[inline(always)]
    fn pack(self) -> u128 {
        0
    }
    #[inline(always)]
    fn unpack(_: u128) -> Self {}
}

impl Pack for bool {
    const BITS: u32 = 1;
    #[inline(always)]
    fn pack(self) -> u128 {
        u128::from(self)
    }
    #[inline(always)]
    fn unpack(bits: u128) -> Self {
        bits & 1 == 1
    }
}

/// Takes one bit more than the value, the lowest, which is 1 for `Some`.
impl<T: Pack> Pack for Option<T> {
    const BITS: u32 = 1 + T::BITS;
    #[inline(always)]
    fn pack(self) -> u128 {
        self.map_or(0, |value| bits_of(value) << 1 | 1)
    }
    #[inline(always)]
    fn unpack(bits: u128) -> Self {
        (bits & 1 == 1).then(|| T::unpack(bits >> 1))
    }
}

/// Packs the first element into the lowest bits.
impl<T: Pack, const N: usize> Pack for [T; N] {
    const BITS: u32 = N as u32 * T::BITS;
    #[inline(always)]
    fn pack(self) -> u128 {
        self.iter().rev().fold(0, |bits, value| shift_left(bits, T::BITS) | bits_of(*value))
    }
    #[inline(always)]
    fn unpack(bits: u128) -> Self {
        core::array::from_fn(|i| {
            T::unpack(shift_right(bits, i as u32 * T::BITS) & low_bits(T::BITS))
        })
    }
}

macro_rules! tuples {
    ($(($($part:ident $value:ident),+))*) => {$(
        /// Packs the first element into the lowest bits.
        impl<$($part: Pack),+> Pack for ($($part,)+) {
            const BITS: u32 = 0 $(+ $part::BITS)+;
            #[inline(always)]
            fn pack(self) -> u128 {
                let ($($value,)+) = self;
                let (mut bits, mut at) = (0, 0);
                $(bits |= shift_left(bits_of($value), at); at += $part::BITS;)+
                let _ = at;
                bits
            }
            #[inline(always)]
            fn unpack(bits: u128) -> Self {
                let mut at = 0;
                $(let $value = $part::unpack(shift_right(bits, at) & low_bits($part::BITS)); at += $part::BITS;)+
                let _ = at;
                ($($value,)+)
            }
        }
    )*};
}

tuples! {
    (A a)
    (A a, B b)
    (A a, B b, C c)
    (A a, B b, C c, D d)
    (A a, B b, C c, D d, E e)
    (A a, B b, C c, D d, E e, F f)
}

/// Shifts to the left by up to 128 bits.
#[inline(always)]
#[doc(hidden)]
#[must_use]
pub const fn shift_left(bits: u128, by: u32) -> u128 {
    if by >= 128 { 0 } else { bits << by }
}

/// Shifts to the right by up to 128 bits.
#[inline(always)]
#[doc(hidden)]
#[must_use]
pub const fn shift_right(bits: u128, by: u32) -> u128 {
    if by >= 128 { 0 } else { bits >> by }
}

/// Packs an enum without fields, whose variants are listed: `pack_enum!(Bound: Lower, Upper, Exact);`
/// into as few bits as number them, from 0 in the order of the list. Other bits are the last one.
///
/// ```
/// use zobrist_transposition::{Pack, pack_enum};
///
/// #[derive(Clone, Copy, PartialEq, Debug)]
/// enum Color {
///     White = 5,
///     Black = 9,
/// }
/// pack_enum!(Color: White, Black);
///
/// assert_eq!((Color::BITS, Color::Black.pack()), (1, 1));
/// ```
///
/// A variant that the list lacks does not compile:
///
/// ```compile_fail
/// # use zobrist_transposition::pack_enum;
/// #[derive(Clone, Copy)]
/// enum Bound { Lower, Upper, Exact }
/// pack_enum!(Bound: Lower, Upper);
/// ```
#[macro_export]
macro_rules! pack_enum {
    ($name:ident: $($variant:ident),+ $(,)?) => {
        impl $crate::Pack for $name {
            const BITS: u32 = {
                let count = [$(stringify!($variant)),+].len();
                usize::BITS - (count - 1).leading_zeros()
            };
            #[inline(always)]
            fn pack(self) -> u128 {
                #[allow(dead_code)]
                enum Number { $($variant),+ }
                match self { $($name::$variant => Number::$variant as u128),+ }
            }
            #[inline(always)]
            fn unpack(bits: u128) -> Self {
                const VARIANTS: &[$name] = &[$($name::$variant),+];
                VARIANTS[(bits as usize).min(VARIANTS.len() - 1)]
            }
        }
    };
}

/// Defines a struct whose fields are packed one after another, the first in the
/// lowest bits. A field takes the bits of its type, or as many as are written after `=`.
///
/// ```
/// use zobrist_transposition::{Pack, payload};
///
/// payload! {
///     /// The result of searching a position.
///     #[derive(PartialEq, Debug)]
///     pub struct Node {
///         /// In hundredths of a pawn.
///         pub score: i16 = 12,
///         pub depth: u8 = 7,
///         pub exact: bool,
///         pub best: u16,
///     }
/// }
///
/// assert_eq!(Node::BITS, 36);
/// let node = Node { score: -2000, depth: 99, exact: true, best: 0xe2e4 };
/// assert_eq!(Node::unpack(node.pack()), node);
/// ```
///
/// A value that does not fit the width of its field is a mistake: debug builds
/// panic, others keep its low bits. The struct implements `Clone`, `Copy` and
/// [`Pack`](crate::Pack).
#[macro_export]
macro_rules! payload {
    (
        $(#[$meta:meta])*
        $visibility:vis struct $name:ident {
            $($(#[$field_meta:meta])* $field_visibility:vis $field:ident: $type:ty $(= $bits:expr)?),+ $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy)]
        $visibility struct $name {
            $($(#[$field_meta])* $field_visibility $field: $type),+
        }

        impl $crate::Pack for $name {
            const BITS: u32 = 0 $(+ $crate::payload!(@bits $type $(= $bits)?))+;

            #[inline(always)]
            fn pack(self) -> u128 {
                let (mut bits, mut at) = (0_u128, 0_u32);
                $(
                    const { assert!($crate::payload!(@bits $type $(= $bits)?) <= <$type as $crate::Pack>::BITS,
                        concat!("the field ", stringify!($field), " is wider than its type")) };
                    let width = $crate::payload!(@bits $type $(= $bits)?);
                    let field = <$type as $crate::Pack>::pack_in(self.$field, width);
                    let field = field & $crate::low_bits(width);
                    debug_assert!(
                        <$type as $crate::Pack>::pack(<$type as $crate::Pack>::unpack_from(field, width))
                            == <$type as $crate::Pack>::pack(self.$field),
                        concat!("the field ", stringify!($field), " has a value that its bits cannot hold"),
                    );
                    bits |= $crate::shift_left(field, at);
                    at += width;
                )+
                let _ = at;
                bits
            }

            #[inline(always)]
            fn unpack(bits: u128) -> Self {
                let mut at = 0_u32;
                $(
                    let width = $crate::payload!(@bits $type $(= $bits)?);
                    let field = $crate::shift_right(bits, at) & $crate::low_bits(width);
                    let $field = <$type as $crate::Pack>::unpack_from(field, width);
                    at += width;
                )+
                let _ = at;
                $name { $($field),+ }
            }
        }
    };
    (@bits $type:ty) => { <$type as $crate::Pack>::BITS };
    (@bits $type:ty = $bits:expr) => { $bits };
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comes_back<T: Pack + PartialEq + std::fmt::Debug>(values: &[T]) {
        for value in values {
            assert_eq!(value.pack() & !low_bits(T::BITS), 0, "{value:?}");
            assert_eq!(T::unpack(value.pack()), *value);
        }
    }

    #[test]
    fn values_come_back_from_their_bits() {
        comes_back(&[0.0_f32, -1.5, f32::MIN_POSITIVE, f32::INFINITY]);
        comes_back(&[0.0_f64, -1.5e-300, f64::NEG_INFINITY]);
        assert_eq!(f32::unpack(f32::NAN.pack()).to_bits(), f32::NAN.to_bits());
        assert!(f64::unpack((-0.0_f64).pack()).is_sign_negative());
        comes_back(&['a', '\0', '\u{d7ff}', '\u{e000}', char::MAX]);
        comes_back(&[NonZeroU8::MIN, NonZeroU8::MAX]);
        comes_back(&[NonZeroU128::MIN, NonZeroU128::MAX]);
        comes_back(&[NonZeroI128::MIN, NonZeroI128::MAX]);
        comes_back(&[Some(NonZeroU16::MAX), None]);
        for negative in [-1, i16::MIN] {
            let bits = bits_of(NonZeroI16::new(negative).unwrap());
            assert_eq!(NonZeroI16::unpack(bits).get(), negative);
        }
    }

    /// A damaged file has any bits.
    #[test]
    fn all_bits_are_values() {
        assert_eq!(char::unpack(0xd800), char::REPLACEMENT_CHARACTER);
        assert_eq!(char::unpack(low_bits(21)), char::REPLACEMENT_CHARACTER);
        assert_eq!(NonZeroU32::unpack(0).get(), 1);
        assert_eq!(NonZeroI64::unpack_from(0, 5).get(), 1);
        assert_eq!(NonZeroI8::unpack_from(0b111, 3).get(), -1);
    }

    #[test]
    fn variants_have_their_places_in_the_list() {
        #[derive(Clone, Copy, PartialEq, Debug)]
        enum Five {
            A = 70,
            B = -3,
            C = 0,
            D = 1,
            E = 2,
        }
        pack_enum!(Five: A, B, C, D, E);
        assert_eq!(Five::BITS, 3);
        let all = [Five::A, Five::B, Five::C, Five::D, Five::E];
        assert_eq!(all.map(Pack::pack), [0, 1, 2, 3, 4]);
        comes_back(&all);
        assert!((4..8).all(|bits| Five::unpack(bits) == Five::E));

        #[derive(Clone, Copy, PartialEq, Debug)]
        enum One {
            Only,
        }
        pack_enum!(One: Only);
        assert_eq!((One::BITS, One::unpack(0)), (0, One::Only));
    }
}
