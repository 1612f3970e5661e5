//! Every kernel that this processor has equals the definition.

use std::io::{self, Write};

use proptest::prelude::*;
use zobrist::tabulation::{Mixed, Simple, Tornado, Twisted};
use zobrist_tabulation::{Batch, Kernel};

macro_rules! equal {
    ($($name:ident: $function:ty, $key:ty, $vectors:expr;)*) => {$(
        mod $name {
            use super::*;

            static FUNCTION: $function = <$function>::seeded(7);

            fn check(keys: &[$key]) {
                let expected: Vec<_> =
                    keys.iter().map(|key| FUNCTION.hash_by_definition(*key)).collect();
                for batch in Kernel::ALL.into_iter().filter_map(|it| Batch::with(&FUNCTION, it)) {
                    let mut hashes = vec![0; keys.len()];
                    batch.hash_all(keys, &mut hashes);
                    assert_eq!(hashes, expected, "{}", batch.kernel());
                }
            }

            #[test]
            fn every_length() {
                let key = |number: $key| number.wrapping_mul(0x9e37_79b1).rotate_left(13);
                let keys: Vec<$key> = (0..201).map(key).collect();
                (0..=200).for_each(|length| check(&keys[..length]));
            }

            /// Each bit of a key, so that each lane of each vector looks up each entry once.
            #[test]
            fn every_bit() {
                let bits = (0..<$key>::BITS).map(|bit| (1 as $key) << bit);
                let keys: Vec<$key> = bits.flat_map(|bit| (0..67).map(move |by| bit.rotate_left(by))).collect();
                check(&keys);
            }

            #[test]
            fn the_expected_kernels_are_available() {
                let kernels = [Some(Kernel::Scalar), $vectors];
                for kernel in Kernel::ALL {
                    let there = kernels.contains(&Some(kernel)) && kernel.is_available();
                    let batch = Batch::with(&FUNCTION, kernel);
                    assert_eq!(batch.map(|batch| batch.kernel()), there.then_some(kernel));
                    if kernels.contains(&Some(kernel)) && !there {
                        // Directly: the test runner hides the output of a test that passes.
                        let name = stringify!($name);
                        writeln!(io::stderr(), "{name}: this processor has no {kernel}: not tested")
                            .unwrap();
                    }
                }
                let fastest = kernels.into_iter().flatten().filter(|it| it.is_available()).last();
                assert_eq!(Some(Batch::new(&FUNCTION).kernel()), fastest);
            }

            proptest! {
                /// Slices of any alignment.
                #[test]
                fn any_keys(keys in prop::collection::vec(any::<$key>(), 0..300), from in 0..8_usize) {
                    check(keys.get(from..).unwrap_or_default());
                }
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
