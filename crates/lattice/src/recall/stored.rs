//! Names of values, and values that a recall can keep, save and compare.

use crate::configuration::Species;

/// A value that a recall can keep: one or several numbers, such as the barrier of a jump in eV or
/// those of all directions.
///
/// Barriers, unlike rates, serve every temperature.
pub trait Stored: Sized {
    /// The number of numbers that every value has; `None` if it varies.
    const LENGTH: Option<usize>;

    /// Returns the numbers.
    fn numbers(&self) -> &[f64];

    /// Returns the value with these numbers; `None` if there are not as many as a value has.
    fn from_numbers(numbers: &[f64]) -> Option<Self>;

    /// Returns the number of bytes that the value has outside of itself.
    fn heap_bytes(&self) -> usize {
        0
    }
}

impl Stored for f64 {
    const LENGTH: Option<usize> = Some(1);

    fn numbers(&self) -> &[f64] {
        std::slice::from_ref(self)
    }

    fn from_numbers(numbers: &[f64]) -> Option<f64> {
        let [number] = numbers else { return None };
        Some(*number)
    }
}

impl<const N: usize> Stored for [f64; N] {
    const LENGTH: Option<usize> = Some(N);

    fn numbers(&self) -> &[f64] {
        self
    }

    fn from_numbers(numbers: &[f64]) -> Option<[f64; N]> {
        numbers.try_into().ok()
    }
}

macro_rules! of_any_length {
    ($($list:ty: $capacity:ident;)*) => {$(
        impl Stored for $list {
            const LENGTH: Option<usize> = None;

            fn numbers(&self) -> &[f64] {
                self
            }

            fn from_numbers(numbers: &[f64]) -> Option<$list> {
                Some(numbers.into())
            }

            fn heap_bytes(&self) -> usize {
                self.$capacity() * size_of::<f64>()
            }
        }
    )*};
}

of_any_length! {
    Vec<f64>: capacity;
    Box<[f64]>: len;
}

/// The largest differences between two values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Deviation {
    pub(super) value: f64,
    /// As a fraction of the larger number, or of 1 if both are below.
    pub(super) scaled: f64,
    /// As a fraction of the larger prefactor.
    pub(super) prefactor: f64,
}

/// The largest difference between two values, number by number, and apart from it that of their
/// second halves if these are prefactors. If one number is none and the other is, or if the lengths
/// differ, it is infinite.
pub(super) fn deviation<V: Stored>(one: &V, other: &V, prefactors: bool) -> Deviation {
    let (one, other) = (one.numbers(), other.numbers());
    if one.len() != other.len() {
        return Deviation { value: f64::INFINITY, scaled: f64::INFINITY, prefactor: 0.0 };
    }
    let largest = |one: &[f64], other: &[f64], of: fn(f64, f64) -> f64| {
        let difference = |(a, b): (&f64, &f64)| match of(*a, *b) {
            _ if a == b || (a.is_nan() && b.is_nan()) => 0.0,
            far if far.is_nan() => f64::INFINITY,
            far => far,
        };
        one.iter().zip(other).map(difference).fold(0.0, f64::max)
    };
    let split = if prefactors { one.len() / 2 } else { one.len() };
    let ((one, one_prefactors), (other, other_prefactors)) =
        (one.split_at(split), other.split_at(split));
    Deviation {
        value: largest(one, other, |a, b| (a - b).abs()),
        scaled: largest(one, other, |a, b| (a - b).abs() / a.abs().max(b.abs()).max(1.0)),
        prefactor: largest(one_prefactors, other_prefactors, |a, b| {
            (a - b).abs() / if a.abs() > b.abs() { a.abs() } else { b.abs() }
        }),
    }
}

/// True if a difference is within a tolerance. Numbers that were rounded to multiples of the
/// tolerance differ by it and by the rounding of their binary digits.
pub(super) fn is_within(difference: f64, tolerance: f64) -> bool {
    difference <= tolerance + tolerance.min(4.0 * f64::EPSILON)
}

/// The largest number of digits after the point that are looked for.
pub(super) const MAX_DIGITS: u32 = 9;

/// The digits after the point of the numbers in which two values differ, the most that one of them
/// has; more than [`MAX_DIGITS`] if one has more. 0 if none differs.
pub(super) fn digits<V: Stored>(one: &V, other: &V) -> u32 {
    // A prefactor that is not given is no number.
    let differ = |(a, b): &(&f64, &f64)| a != b && !(a.is_nan() && b.is_nan());
    let pairs = one.numbers().iter().zip(other.numbers()).filter(differ);
    pairs.flat_map(|(a, b)| [*a, *b]).map(digits_of).max().unwrap_or(0)
}

fn digits_of(number: f64) -> u32 {
    let is_whole = |digits: &u32| {
        let shifted = number * 10_f64.powi(*digits as i32);
        (shifted - shifted.round()).abs() <= 4.0 * f64::EPSILON * shifted.abs()
    };
    (0..=MAX_DIGITS).find(is_whole).unwrap_or(MAX_DIGITS + 1)
}

/// A hash, and the content that it stands for if hashes are not trusted.
///
/// Made from a hash alone, or from a hash and the configuration or environment that has it:
/// [`Configuration::occupants`](crate::Configuration::occupants), or what
/// [`Environments::image`](crate::Environments::image) gives under the element of the name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Name<'a, K = u64> {
    /// The hash.
    pub hash: K,
    /// The content with this hash. Read only by [`Verification::Content`].
    pub content: Option<&'a [Species]>,
}

impl<'a, K> Name<'a, K> {
    pub(super) fn to_compare(&self) -> &'a [Species] {
        self.content.expect("a recall that compares contents is given them")
    }
}

impl<K> From<K> for Name<'_, K> {
    fn from(hash: K) -> Self {
        Name { hash, content: None }
    }
}

impl<'a, K> From<(K, &'a [Species])> for Name<'a, K> {
    fn from((hash, content): (K, &'a [Species])) -> Self {
        Name { hash, content: Some(content) }
    }
}

/// The proof that a stored value belongs to the name asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Verification {
    /// The hash. Among n names with b bits, about n² / 2^(b+1) pairs are then mistaken for each
    /// other: with 64 bits one if six billion are kept, and with 32 one if 93,000 are. A name that
    /// is the least of 48 images, as that of an environment is, collides with another 24 times as
    /// often. The type of the keys chooses b.
    #[default]
    Hash,
    /// The content, which is stored and compared. A name costs the bytes of its content in
    /// addition, and is never mistaken for another.
    Content,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tolerance_lets_pass_what_is_rounded_to_it() {
        for tolerance in [1e-2, 1e-6, 1e-9] {
            for i in 0..1000 {
                // Two neighbors among the multiples of the tolerance, from 0.3 to 5.3.
                let k = (0.3 / tolerance) as i64 + (i as f64 * 0.005 / tolerance) as i64;
                let [a, b] = [k, k + 1].map(|k| k as f64 / (1.0 / tolerance).round());
                let Deviation { scaled, .. } = deviation(&a, &b, false);
                assert!(is_within(scaled, tolerance), "{a} {b}");
                let Deviation { value, .. } = deviation(&a, &(b + 0.01 * tolerance), false);
                assert!(!is_within(value, tolerance), "{a} {b}");
            }
        }
        assert!(is_within(0.0, 0.0) && !is_within(f64::MIN_POSITIVE, 0.0));
        assert!(!is_within(f64::INFINITY, 1e-6));
        // Above 1, it is a fraction.
        assert_eq!(deviation(&4.0, &4.0625, false).scaled, 0.0625 / 4.0625);
    }

    #[test]
    fn digits_after_the_point() {
        for (number, expected) in [
            (0.0, 0),
            (-3.0, 0),
            (0.5, 1),
            (0.654321, 6),
            (-12.3456, 4),
            (1e-6, 6),
            (0.1 + 0.2, 1),
            (1.0 / 3.0, MAX_DIGITS + 1),
            (0.123456789012, MAX_DIGITS + 1),
            (f64::NAN, MAX_DIGITS + 1),
            (f64::INFINITY, MAX_DIGITS + 1),
        ] {
            assert_eq!(digits_of(number), expected, "{number}");
        }
        assert_eq!(digits(&[0.25, 1.0 / 3.0], &[0.5, 1.0 / 3.0]), 2);
        assert_eq!(digits(&[0.25], &[0.25]), 0);
        assert_eq!(digits(&[0.25, f64::NAN], &[0.5, f64::NAN]), 2);
    }

    #[test]
    fn deviations() {
        fn value<V: Stored>(one: &V, other: &V) -> f64 {
            let Deviation { value, prefactor, .. } = deviation(one, other, false);
            assert_eq!(prefactor, 0.0);
            value
        }
        assert_eq!(value(&0.65, &0.65), 0.0);
        assert_eq!(value(&[0.5, 1.0], &[0.25, 1.125]), 0.25);
        assert_eq!(value(&vec![1.0], &vec![1.0, 2.0]), f64::INFINITY);
        assert_eq!(value(&f64::NAN, &1.0), f64::INFINITY);
        assert_eq!(value(&f64::NAN, &f64::NAN), 0.0);
        assert_eq!(value(&f64::INFINITY, &f64::INFINITY), 0.0);
        assert_eq!(value(&f64::INFINITY, &f64::NEG_INFINITY), f64::INFINITY);
    }

    #[test]
    fn prefactors_deviate_by_fractions() {
        let prefactor = |a: f64, b: f64| {
            let deviation = deviation(&[0.5, a], &[0.25, b], true);
            assert_eq!(deviation.value, 0.25);
            deviation.prefactor
        };
        assert_eq!(prefactor(6e12, 6e12), 0.0);
        assert_eq!((prefactor(6e12, 8e12), prefactor(8e12, 6e12)), (0.25, 0.25));
        assert_eq!(prefactor(f64::NAN, f64::NAN), 0.0);
        assert_eq!(
            (prefactor(f64::NAN, 6e12), prefactor(6e12, f64::NAN)),
            (f64::INFINITY, f64::INFINITY)
        );
    }
}
