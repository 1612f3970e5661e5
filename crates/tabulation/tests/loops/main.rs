//! Loops over keys, whose machine code `machine_code.rs` inspects. Not a test itself.

use zobrist::tabulation::{HashFunction, Mixed, Rolling, Simple, Text, Tornado, Twisted};

macro_rules! loops {
    ($($name:ident, $defined:ident: $function:ty, $key:ty => $hash:ty;)*) => {
        $(
            #[inline(never)]
            fn $name(function: &$function, keys: &[$key], hashes: &mut [$hash]) -> $hash {
                function.hash_all(keys, hashes);
                keys.iter().fold(0, |sum: $hash, key| sum.wrapping_add(function.hash(*key)))
            }

            #[inline(never)]
            fn $defined(function: &$function, keys: &[$key], hashes: &mut [$hash]) {
                for (hash, key) in hashes.iter_mut().zip(keys) {
                    *hash = function.hash_by_definition(*key);
                }
            }
        )*

        fn main() {
            $(
                let mut hashes = [0; 9];
                let function = Box::new(<$function>::seeded(1));
                println!("{}", $name(&function, &[7; 9], &mut hashes));
                $defined(&function, &[7; 9], &mut hashes);
                println!("{hashes:?}");
            )*
            println!("{}", fast_text(&Mixed::<u64, 8>::seeded(1), b"text"));
            println!("{:?}", fast_rolling(&Rolling::seeded(1, 3), b"text"));
        }
    };
}

loops! {
    fast_simple_32, defined_simple_32: Simple<u64, 4>, u32 => u64;
    fast_simple_64, defined_simple_64: Simple<u64, 8>, u64 => u64;
    fast_simple_128, defined_simple_128: Simple<u64, 16>, u128 => u64;
    fast_simple_six, defined_simple_six: Simple<u64, 11, 64>, u64 => u64;
    fast_simple_four, defined_simple_four: Simple<u64, 16, 16>, u64 => u64;
    fast_twisted_32, defined_twisted_32: Twisted<u64, 4>, u32 => u64;
    fast_twisted_64, defined_twisted_64: Twisted<u64, 8>, u64 => u64;
    fast_mixed_32, defined_mixed_32: Mixed<u64, 4>, u32 => u64;
    fast_mixed_64, defined_mixed_64: Mixed<u64, 8>, u64 => u64;
    fast_tornado_32, defined_tornado_32: Tornado<u64, 4>, u32 => u64;
    fast_tornado_64, defined_tornado_64: Tornado<u64, 8>, u64 => u64;
    fast_simple_32_to_32, defined_simple_32_to_32: Simple<u32, 4>, u32 => u32;
    fast_simple_64_to_32, defined_simple_64_to_32: Simple<u32, 8>, u64 => u32;
    fast_simple_64_to_128, defined_simple_64_to_128: Simple<u128, 8>, u64 => u128;
    fast_twisted_32_to_32, defined_twisted_32_to_32: Twisted<u32, 4>, u32 => u32;
    fast_twisted_64_to_128, defined_twisted_64_to_128: Twisted<u128, 8>, u64 => u128;
    fast_mixed_32_to_32, defined_mixed_32_to_32: Mixed<u32, 4>, u32 => u32;
    fast_mixed_64_to_128, defined_mixed_64_to_128: Mixed<u128, 8>, u64 => u128;
    fast_tornado_32_to_32, defined_tornado_32_to_32: Tornado<u32, 4>, u32 => u32;
    fast_tornado_64_to_128, defined_tornado_64_to_128: Tornado<u128, 8>, u64 => u128;
}

#[inline(never)]
fn fast_text(function: &Mixed<u64, 8>, text: &[u8]) -> u64 {
    Text::of(function, text).hash()
}

#[inline(never)]
fn fast_rolling(rolling: &Rolling, text: &[u8]) -> (Option<usize>, u64) {
    (rolling.find(text, 0xff), rolling.hashes(text).fold(0, u64::wrapping_add))
}
