//! Values that a recall can keep, save and compare.

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
    /// As a fraction of the larger prefactor.
    pub(super) prefactor: f64,
}

/// The largest difference between two values, number by number, and apart from it that of their second
/// halves if these are prefactors. If one number is none and the other is, or if the lengths differ, it
/// is infinite.
pub(super) fn deviation<V: Stored>(one: &V, other: &V, prefactors: bool) -> Deviation {
    let (one, other) = (one.numbers(), other.numbers());
    if one.len() != other.len() {
        return Deviation { value: f64::INFINITY, prefactor: 0.0 };
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
        prefactor: largest(one_prefactors, other_prefactors, |a, b| {
            (a - b).abs() / if a.abs() > b.abs() { a.abs() } else { b.abs() }
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deviations() {
        fn value<V: Stored>(one: &V, other: &V) -> f64 {
            let Deviation { value, prefactor } = deviation(one, other, false);
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
