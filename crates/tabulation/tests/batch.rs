//! Every kernel that this processor has equals the definition.

use std::io::{self, Write};

use proptest::prelude::*;
use zobrist::tabulation::{Mixed, Simple, Tornado, Twisted};
use zobrist_tabulation::{Batch, Kernel};

/// Hashes of keys: by definition, and by each kernel that this processor has.
struct Hashes {
    expected: Vec<u128>,
    by_kernel: Vec<(Kernel, Vec<u128>)>,
}

/// The comparisons are compiled once for each type of keys, not for each function.
type Function<X> = fn(&[X]) -> Hashes;

fn check<X>(function: Function<X>, keys: &[X]) {
    let Hashes { expected, by_kernel } = function(keys);
    assert!(!by_kernel.is_empty());
    for (kernel, hashes) in by_kernel {
        assert_eq!(hashes, expected, "{kernel}");
    }
}

fn check_every_length<X>(function: Function<X>, keys: &[X]) {
    (0..=200).for_each(|length| check(function, &keys[..length]));
}

/// Slices of any alignment.
fn check_any_keys<X: Arbitrary + 'static>(function: Function<X>) {
    proptest!(|(keys in prop::collection::vec(any::<X>(), 0..300), from in 0..8_usize)| {
        check(function, keys.get(from..).unwrap_or_default());
    });
}

/// Checks which kernels a function has here: `with` gives that of a batch if there is one.
fn check_kernels(
    name: &str,
    vectors: Option<Kernel>,
    with: fn(Kernel) -> Option<Kernel>,
    new: Kernel,
) {
    let kernels = [Some(Kernel::Scalar), vectors];
    for kernel in Kernel::ALL {
        let there = kernels.contains(&Some(kernel)) && kernel.is_available();
        assert_eq!(with(kernel), there.then_some(kernel));
        if kernels.contains(&Some(kernel)) && !there {
            // Directly: the test runner hides the output of a test that passes.
            let mut stderr = io::stderr();
            writeln!(stderr, "{name}: this processor has no {kernel}: not tested").unwrap();
        }
    }
    let fastest = kernels.into_iter().flatten().rfind(|it| it.is_available());
    assert_eq!(Some(new), fastest);
}

macro_rules! equal {
    ($($name:ident: $function:ty, $key:ty, $vectors:expr;)*) => {$(
        mod $name {
            use super::*;

            static FUNCTION: $function = <$function>::seeded(7);

            fn hashes(keys: &[$key]) -> Hashes {
                let expected = keys.iter().map(|key| u128::from(FUNCTION.hash_by_definition(*key)));
                let batches = Kernel::ALL.into_iter().filter_map(|it| Batch::with(&FUNCTION, it));
                let by_kernel = batches.map(|batch| {
                    let mut hashes = vec![0; keys.len()];
                    batch.hash_all(keys, &mut hashes);
                    (batch.kernel(), hashes.into_iter().map(u128::from).collect())
                });
                Hashes { expected: expected.collect(), by_kernel: by_kernel.collect() }
            }

            #[test]
            fn every_length() {
                let key = |number: $key| number.wrapping_mul(0x9e37_79b1_u32 as $key).rotate_left(13);
                check_every_length(hashes, &(0..201).map(key).collect::<Vec<$key>>());
            }

            /// Each bit of a key, so that each lane of each vector looks up each entry once.
            #[test]
            fn every_bit() {
                let bits = (0..<$key>::BITS).map(|bit| (1 as $key) << bit);
                let keys: Vec<$key> = bits.flat_map(|bit| (0..67).map(move |by| bit.rotate_left(by))).collect();
                check(hashes, &keys);
            }

            #[test]
            fn the_expected_kernels_are_available() {
                let with = |kernel| Batch::with(&FUNCTION, kernel).map(|batch| batch.kernel());
                check_kernels(stringify!($name), $vectors, with, Batch::new(&FUNCTION).kernel());
            }

            #[test]
            fn any_keys() {
                check_any_keys::<$key>(hashes);
            }
        }
    )*};
}

equal! {
    six_bits_32_to_32: Simple<u32, 6, 64>, u32, Some(Kernel::Avx512);
    six_bits_32_to_64: Simple<u64, 6, 64>, u32, Some(Kernel::Avx512);
    six_bits_64_to_32: Simple<u32, 11, 64>, u64, Some(Kernel::Avx512);
    six_bits_64_to_64: Simple<u64, 11, 64>, u64, Some(Kernel::Avx512);
    six_bits_128_to_128: Simple<u128, 22, 64>, u128, None;
    four_bits_32_to_32: Simple<u32, 8, 16>, u32, Some(Kernel::Avx2);
    four_bits_32_to_64: Simple<u64, 8, 16>, u32, Some(Kernel::Avx2);
    four_bits_64_to_32: Simple<u32, 16, 16>, u64, Some(Kernel::Avx2);
    four_bits_64_to_64: Simple<u64, 16, 16>, u64, Some(Kernel::Avx2);
    simple_8: Simple<u64, 1>, u8, None;
    simple_16: Simple<u32, 2>, u16, None;
    six_bits_8: Simple<u32, 2, 64>, u8, None;
    six_bits_16: Simple<u64, 3, 64>, u16, None;
    four_bits_8: Simple<u128, 2, 16>, u8, None;
    four_bits_16: Simple<u64, 4, 16>, u16, None;
    twisted_8: Twisted<u64, 1>, u8, None;
    twisted_16: Twisted<u64, 2>, u16, None;
    mixed_six_bits_8: Mixed<u64, 2, 4, 64>, u8, None;
    mixed_six_bits_16: Mixed<u64, 3, 4, 64>, u16, None;
    tornado_four_bits_8: Tornado<u32, 2, 4, 16>, u8, None;
    tornado_four_bits_16: Tornado<u128, 4, 4, 16>, u16, None;
    simple_32: Simple<u64, 4>, u32, None;
    simple_64: Simple<u64, 8>, u64, None;
    simple_128: Simple<u64, 16>, u128, None;
    twisted_64: Twisted<u64, 8>, u64, None;
    mixed_64: Mixed<u64, 8>, u64, None;
    tornado_64: Tornado<u64, 8>, u64, None;
    six_bits_32_to_128: Simple<u128, 6, 64>, u32, None;
    six_bits_64_to_128: Simple<u128, 11, 64>, u64, None;
    four_bits_32_to_128: Simple<u128, 8, 16>, u32, None;
    four_bits_64_to_128: Simple<u128, 16, 16>, u64, None;
    twisted_six_bits_64: Twisted<u64, 11, 64>, u64, None;
    mixed_four_bits_32: Mixed<u32, 8, 4, 16>, u32, None;
    tornado_six_bits_128: Tornado<u128, 22, 4, 64>, u128, None;
}

#[test]
#[should_panic = "one hash per key"]
fn slices_of_different_lengths_panic() {
    let function = Simple::<u64, 11, 64>::seeded(1);
    Batch::new(&function).hash_all(&[1, 2], &mut [0]);
}

#[test]
fn batches_can_be_shared() {
    fn common<T: Clone + std::fmt::Debug + Send + Sync>() {}
    common::<Batch<Simple<u64, 11, 64>>>();
    common::<Batch<Twisted<u64, 8>>>();
    common::<Kernel>();
}
