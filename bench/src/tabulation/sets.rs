//! Hashes of sets: what an element costs, and a forgery.

use std::hint::black_box;

use zobrist::gf2::Elimination;
use zobrist::tabulation::{Mixed, Multiset, Set, SetHash};

use crate::paired::{compare, contestant};

const ELEMENTS: u64 = 1 << 12;

pub(crate) fn run() {
    let mixed = Mixed::<u64, 8>::seeded(1);
    let hashes = || (0..ELEMENTS).map(|element| mixed.hash_by_definition(element));
    let expected = [hashes().fold(0, |all, hash| all ^ hash), hashes().fold(0, u64::wrapping_add)];
    compare(
        "tabulation: an element of a set",
        ELEMENTS,
        20,
        &mut [
            contestant("Set by Mixed", || {
                let mut set = Set::new(&mixed);
                set.insert_all(0..black_box(ELEMENTS));
                set.hash()
            }),
            contestant("Multiset by Mixed", || {
                let mut set = Multiset::new(&mixed);
                set.insert_all(0..black_box(ELEMENTS));
                set.hash()
            }),
        ],
        |index, hash| assert_eq!(*hash, expected[index]),
    );

    compare(
        "tabulation: a set of 64-bit hashes, forged by elimination (a whole forgery)",
        1,
        200,
        &mut [contestant("elements that XOR to zero", || {
            let mut elimination = Elimination::new();
            (0..)
                .find_map(|element| {
                    let mut forged = elimination.insert(mixed.hash(element).into())?;
                    forged.push(element as usize);
                    Some(forged)
                })
                .expect("65 hashes of 64 bits are dependent")
        })],
        |_, forged| {
            let sum = forged.iter().fold(0, |sum, element| sum ^ mixed.hash(*element as u64));
            assert!(sum == 0 && !forged.is_empty());
        },
    );
}
