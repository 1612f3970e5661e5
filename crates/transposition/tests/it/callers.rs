//! Stores inlined into a caller that is compiled for AVX2, unlike the crate.

#![cfg(target_arch = "x86_64")]
#![allow(unsafe_code)]

use zobrist_transposition::{SlotSize, Small, Table, TwoTier, Wide};

/// Keeps sums in registers of 32 bytes while stores that are inlined here run.
#[target_feature(enable = "avx2")]
fn sum_beside_stores<S: SlotSize>(
    table: &Table<u64, u32, TwoTier, S>,
    rows: &[[i32; 8]],
) -> [i32; 8] {
    let mut sum = [0; 8];
    for (key, row) in (0..).zip(rows) {
        table.store(key << 40, 1, 1);
        for (sum, value) in sum.iter_mut().zip(row) {
            *sum += value;
        }
    }
    sum
}

fn leaves_the_caller_its_registers<S: SlotSize>() {
    if !is_x86_feature_detected!("avx2") {
        eprintln!("not tested: a caller built for AVX2, which this processor does not have");
        return;
    }
    let table = Table::new(1 << 16).unwrap();
    let rows = vec![[1, 2, 3, 4, 5, 6, 7, 8]; 10];
    // SAFETY: The processor has AVX2.
    let sum = unsafe { sum_beside_stores::<S>(&table, &rows) };
    assert_eq!(sum, [10, 20, 30, 40, 50, 60, 70, 80]);
}

#[test]
fn small_slots() {
    leaves_the_caller_its_registers::<Small>();
}

#[test]
fn wide_slots() {
    leaves_the_caller_its_registers::<Wide>();
}
