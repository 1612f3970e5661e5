//! The values of a seed, which never change; `make.py` printed them from the definitions.

use std::fmt::Write;

use zobrist::tabulation::{Mixed, Rolling, Simple, Text, Tornado, Twisted};

const KEY: u128 = 0x0123_4567_89ab_cdef_fedc_ba98_7654_3210;

#[test]
fn values_of_seeds_do_not_change() {
    let mut lines = String::new();
    macro_rules! line {
        ($name:literal, $family:ident<$hash:ty, $($count:literal),*>, $key:ty) => {{
            // Tables of up to 160 KiB each: in one frame, all of them would overflow the stack of a
            // test, and do on s390x.
            #[inline(never)]
            fn hash() -> $hash {
                $family::<$hash, $($count),*>::seeded(2026).hash(KEY as $key)
            }
            let bits = (<$key>::BITS, <$hash>::BITS);
            writeln!(lines, "{} {} {} {:#x}", $name, bits.0, bits.1, hash()).unwrap();
        }};
    }
    macro_rules! family {
        ($name:literal, $family:ident) => {
            family!($name, $family, 1, u8);
            family!($name, $family, 2, u16);
            family!($name, $family, 4, u32);
            family!($name, $family, 8, u64);
            family!($name, $family, 16, u128);
        };
        ($name:literal, $family:ident, $count:literal, $key:ty) => {
            line!($name, $family<u32, $count>, $key);
            line!($name, $family<u64, $count>, $key);
            line!($name, $family<u128, $count>, $key);
        };
    }
    family!("simple", Simple);
    family!("twisted", Twisted);
    family!("mixed", Mixed);
    family!("tornado", Tornado);
    line!("simple in 6 bits", Simple<u64, 2, 64>, u8);
    line!("simple in 6 bits", Simple<u64, 3, 64>, u16);
    line!("simple in 6 bits", Simple<u64, 6, 64>, u32);
    line!("simple in 6 bits", Simple<u64, 11, 64>, u64);
    line!("simple in 6 bits", Simple<u64, 22, 64>, u128);
    line!("simple in 4 bits", Simple<u64, 2, 16>, u8);
    line!("simple in 4 bits", Simple<u64, 4, 16>, u16);
    line!("simple in 4 bits", Simple<u64, 8, 16>, u32);
    line!("simple in 4 bits", Simple<u64, 16, 16>, u64);
    line!("simple in 4 bits", Simple<u64, 32, 16>, u128);
    let text: Vec<u8> = (0..512).map(|place| place as u8).collect();
    let hash = Text::of(&Mixed::<u64, 8>::seeded(2026), &text).hash();
    writeln!(lines, "text {hash:#x}").unwrap();
    let narrow = Text::of(&Mixed::<u64, 8, 8>::seeded(2026), &text).hash();
    let wide = Text::of(&Mixed::<u128, 8, 8>::seeded(2026), &text).hash();
    writeln!(lines, "text by eight 64 {narrow:#x}\ntext by eight 128 {wide:#x}").unwrap();
    writeln!(lines, "rolling {:#x}", Rolling::seeded(2026, 70).hash(&text[..70])).unwrap();
    assert_eq!(lines, include_str!("values.txt"));
}
