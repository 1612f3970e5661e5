//! The stages of a search: by how many conditions, and how their sums are made.

use alloc::vec::Vec;
use core::ops::RangeInclusive;

use crate::fives::COLOR;
use crate::lemma::Coordinates;
use crate::plan::{Stage, choose};
use crate::sums::MOST;
use crate::{drawers, filter, fives, nine};

/// How the sums of a stage are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// Of one key each, sorted when the search was planned.
    Equal,
    /// From the table.
    Table,
    /// By [`Fours`](crate::fours::Fours).
    Fours,
    /// By [`Nine`](crate::nine::Nine).
    Nine,
}

/// How many keys make up the sums of the table: three, except for small weights, and for so
/// many keys that the table would not fit the cache when two will do.
pub(crate) fn tabled(keys: usize, weight: u32) -> usize {
    let large = choose(keys, MOST) > 1 << 22 && weight <= 8;
    if large { 2 } else { MOST }.min(weight.div_ceil(2) as usize)
}

/// The bits of a label: so many that the sums compared at a time fit the filter.
pub(crate) fn label_bits(keys: usize, weight: u32, tabled: usize) -> u32 {
    let kept = choose(keys, (weight / 2) as usize);
    let wanted = (kept / filter::COMFORTABLE as u128 + 1).next_power_of_two().ilog2();
    // Runs no shorter than some tens of sums.
    let most = (choose(keys, tabled) / 32 + 1).ilog2();
    wanted.min(most).min(20).max(if weight >= 9 { 5 } else { 3 })
}

/// The bits of a label in the stages that are not done by the table.
#[derive(Clone, Copy)]
pub(crate) struct Ways {
    pub(crate) fours: Option<u32>,
    pub(crate) nine: Option<u32>,
}

impl Ways {
    /// The ways for different keys of some rank. Small sets are left to the table.
    pub(crate) fn new(words: &[u128], weight: u32, rank: u32) -> Ways {
        let large = rank >= 48 && choose(words.len(), 4) >= 1 << 27;
        let first = Coordinates::new(words, COLOR);
        // So many that about `most` sums of four keys have the same label.
        let label_of = |conditions: &[u128], most: usize| {
            let sums = even_sums(words, 4, conditions);
            let cells = (sums / most as u128 + 1).next_power_of_two().max(4);
            conditions.len() as u32 + cells.ilog2()
        };
        Ways {
            fours: (weight >= 8 && large)
                .then(|| label_of(&first.masks()[..3], drawers::COMFORTABLE)),
            nine: (weight == 9 && large && first.conditions(9) == COLOR)
                .then(|| label_of(first.masks(), nine::COMFORTABLE)),
        }
    }
}

impl Stage {
    /// The whole of a search for zero and equal keys.
    pub(crate) fn of_equal(weight: u32, keys: usize) -> Stage {
        Stage {
            weights: 1..=weight,
            kept: 1..=1,
            compared: None,
            conditions: Vec::new(),
            sums: keys as u128,
            parts: 0..1,
            bits: 0,
            labels_per_part: 1,
            way: Way::Equal,
        }
    }
}

/// The stages by increasing weight; see `lemma.rs` for the conditions.
pub(crate) fn stages(
    words: &[u128],
    weight: u32,
    (tabled, bits): (usize, u32),
    coordinates: &Coordinates,
    ways: Ways,
) -> Vec<Stage> {
    let mut stages = Vec::new();
    let mut first_part = 0;
    let mut push = |weights: RangeInclusive<u32>, kept: RangeInclusive<u32>, compared| {
        let (way, bits) = match (ways, &weights) {
            (Ways { fours: Some(bits), .. }, weights) if *weights == (1..=8) => (Way::Fours, bits),
            (Ways { nine: Some(bits), .. }, weights) if *weights == (9..=9) => (Way::Nine, bits),
            _ => (Way::Table, bits),
        };
        let sufficient = |weight: u32| match (way, weight) {
            (Way::Table, ..7) => 0,
            _ => coordinates.conditions(weight),
        };
        let k = weights.clone().map(sufficient).min().unwrap_or(0);
        let conditions = coordinates.masks()[..k as usize].to_vec();
        let made = |size: u32| match (way, size) {
            (Way::Nine, 5) => fives::sums(words, coordinates),
            _ => even_sums(words, size as usize, &conditions),
        };
        let sums: u128 = kept.clone().chain(compared).map(made).sum();
        let cells = 1_usize << (bits - k);
        // Some millions of sums per part.
        let cell = (sums / cells as u128).max(1);
        let labels_per_part =
            ((1 << 22) / cell).clamp(1, cells as u128).next_power_of_two().min(cells as u128);
        let parts = first_part..first_part + cells / labels_per_part as usize;
        first_part = parts.end;
        let labels_per_part = labels_per_part as usize;
        stages.push(Stage {
            weights,
            kept,
            compared,
            conditions,
            sums,
            parts,
            bits,
            labels_per_part,
            way,
        });
    };
    let r = tabled as u32;
    let mut half = if ways.fours.is_some() {
        push(1..=8, 0..=4, None);
        5
    } else {
        push(1..=weight.min(2 * r), 1..=r, None);
        r + 1
    };
    while 2 * half <= weight {
        push(2 * half - 1..=2 * half, half - 1..=half, None);
        half += 1;
    }
    if weight > 2 * r && weight % 2 == 1 {
        push(weight..=weight, half - 1..=half - 1, Some(half));
    }
    stages
}

/// How many sets of `size` keys have sums that are even under all masks.
fn even_sums(words: &[u128], size: usize, masks: &[u128]) -> u128 {
    let values = 1 << masks.len();
    // By size, then by what the sum is under the masks.
    let mut sets = alloc::vec![0_u128; (size + 1) * values];
    sets[0] = 1;
    for word in words {
        let label = masks
            .iter()
            .fold(0, |label, mask| label << 1 | ((word & mask).count_ones() % 2) as usize);
        for smaller in (0..size).rev() {
            for value in 0..values {
                let more = sets[smaller * values + value];
                let with = &mut sets[(smaller + 1) * values + (value ^ label)];
                *with = with.saturating_add(more);
            }
        }
    }
    sets[size * values]
}
