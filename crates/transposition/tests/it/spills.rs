//! Payloads whose `pack` sets bits above `BITS`: these bits are ignored, and never get into another
//! field.

use zobrist_transposition::{Long, Pack, SlotSize, Small, Table, TwoTier, Wide, payload};

/// A number whose sign fills all bits above it.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Signed(i16);

impl Pack for Signed {
    const BITS: u32 = 16;
    fn pack(self) -> u128 {
        self.0 as u128
    }
    fn unpack(bits: u128) -> Signed {
        Signed(bits as i16)
    }
}

/// A number from -4 to 3 in three bits, whose sign fills all bits above it.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Narrow(i8);

impl Pack for Narrow {
    const BITS: u32 = 3;
    fn pack(self) -> u128 {
        self.0 as u128
    }
    fn unpack(bits: u128) -> Narrow {
        Narrow(((bits as i8) << 5) >> 5)
    }
}

payload! {
    #[derive(PartialEq, Debug)]
    struct Fields {
        number: Signed,
        rest: u8,
        narrow: Narrow = 3,
        last: bool,
    }
}

/// A key with few ones in its tag, which a sign would fill with ones.
const KEY: u64 = 0x1234_5678_0000_0001;

fn is_stored_under_its_key<V: Pack + PartialEq + std::fmt::Debug, S: SlotSize>(values: [V; 2]) {
    let table = Table::<u64, V, TwoTier, S>::new(64).unwrap();
    for value in values {
        table.store(KEY, value, 1);
        assert_eq!(table.probe(KEY), Some(value));
    }
    assert_eq!(table.entries().count(), 1);
    table.new_generation();
    assert_eq!(table.update(KEY, |_| values[0]), Some(values[0]));
    assert_eq!(table.probe(KEY), Some(values[0]));
    let entry = table.entries().next().unwrap();
    assert_eq!((entry.grade, entry.age), (1, 0), "grade and generation are those of the store");
    // All ones in the tag.
    assert_eq!(table.probe(KEY | 0xffff_ffff_ffff), None);
}

fn in_slots_of_all_sizes<V: Pack + PartialEq + std::fmt::Debug>(values: [V; 2]) {
    is_stored_under_its_key::<V, Small>(values);
    is_stored_under_its_key::<V, Wide>(values);
    is_stored_under_its_key::<V, Long>(values);
}

#[test]
fn a_sign_is_no_part_of_a_tag() {
    in_slots_of_all_sizes([Signed(-1), Signed(i16::MIN)]);
    in_slots_of_all_sizes([Narrow(-1), Narrow(3)]);
}

#[test]
fn a_sign_is_no_part_of_the_next_value() {
    in_slots_of_all_sizes([(Narrow(-2), 0_u8), (Narrow(-1), 7)]);
    in_slots_of_all_sizes([[Narrow(-2), Narrow(0), Narrow(1)], [Narrow(1), Narrow(-4), Narrow(0)]]);
    in_slots_of_all_sizes([Some(Narrow(-2)), None]);
    in_slots_of_all_sizes([
        Fields { number: Signed(-1), rest: 0, narrow: Narrow(-1), last: false },
        Fields { number: Signed(-7), rest: 9, narrow: Narrow(-4), last: true },
    ]);
}

/// The type of the field ignores the width in `pack_in`.
#[test]
fn a_field_is_no_wider_than_it_says() {
    #[derive(Clone, Copy, PartialEq, Debug)]
    struct Careless(u8);
    impl Pack for Careless {
        const BITS: u32 = 8;
        fn pack(self) -> u128 {
            self.0.into()
        }
        fn unpack(bits: u128) -> Careless {
            Careless(bits as u8)
        }
        fn pack_in(self, _: u32) -> u128 {
            u128::from(self.0) | u128::MAX << 8
        }
    }
    payload! {
        #[derive(PartialEq, Debug)]
        struct Two {
            careless: Careless,
            other: u8,
        }
    }
    let two = Two { careless: Careless(5), other: 6 };
    assert_eq!(two.pack(), 0x0605);
    assert_eq!(Two::unpack(two.pack()), two);
}

/// A value that does not fit three bits would be found as another.
#[test]
#[cfg(debug_assertions)]
#[should_panic = "a value of 3 bits packs into 0x5"]
fn a_value_that_loses_bits_panics_in_debug() {
    #[derive(Clone, Copy)]
    struct Lossy(u8);
    impl Pack for Lossy {
        const BITS: u32 = 3;
        fn pack(self) -> u128 {
            self.0.into()
        }
        fn unpack(bits: u128) -> Lossy {
            Lossy(bits as u8)
        }
    }
    Table::<u64, Lossy>::new(64).unwrap().store(1, Lossy(0x55), 1);
}

#[test]
#[cfg(debug_assertions)]
#[should_panic = "a value of 3 bits packs into 0x8"]
fn a_part_that_loses_bits_panics_in_debug() {
    (Narrow(0x8), 7_u8).pack();
}

#[test]
#[cfg(debug_assertions)]
#[should_panic = "a value of 3 bits packs into"]
fn an_update_that_loses_bits_panics_in_debug() {
    let table = Table::<u64, Narrow>::new(64).unwrap();
    table.store(1, Narrow(3), 1);
    table.update(1, |_| Narrow(-5));
}
