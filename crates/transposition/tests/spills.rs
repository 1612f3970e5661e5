//! Payloads of one's own whose bits are more than they say: debug builds panic.
#![cfg(debug_assertions)]

use zobrist_transposition::{Pack, Table};

/// A whole number from -4 to 3, whose sign is packed into more bits than it says.
#[derive(Clone, Copy)]
struct Spills(i8);

impl Pack for Spills {
    const BITS: u32 = 3;
    fn pack(self) -> u128 {
        self.0 as u128
    }
    fn unpack(bits: u128) -> Spills {
        Spills(((bits as i8) << 5) >> 5)
    }
}

#[test]
#[should_panic = "a value of 3 bits packs into 0xffffffffffffffffffffffffffffffff"]
fn a_payload_that_spills_into_the_tag_panics_in_debug() {
    Table::<u64, Spills>::new(64).unwrap().store(1, Spills(-1), 1);
}

#[test]
#[should_panic = "a value of 3 bits packs into"]
fn an_update_that_spills_panics_in_debug() {
    let table = Table::<u64, Spills>::new(64).unwrap();
    table.store(1, Spills(3), 1);
    table.update(1, |_| Spills(-4));
}

#[test]
#[should_panic = "a value of 3 bits packs into"]
fn a_part_that_spills_into_the_next_panics_in_debug() {
    (Spills(-2), 7_u8).pack();
}
