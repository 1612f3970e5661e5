//! Which keys of a program differ from those of a scheme, by the lines that are wrong.

use std::collections::BTreeMap;
use std::fmt::Write;

use zobrist::{AnyKey, Feature, Group, Key};
use zobrist_input::counted;
use zobrist_key_lists::SlotScheme;

use crate::hash::check::summary::Summary;
use crate::line_job::SlotSample;

/// The largest number of keys that differ and are listed.
const MAX_KEYS: usize = 20;

/// The smallest number of lines that show the key of a slot, so that no mistake of a few lines is
/// taken for it.
const MIN_LINES: usize = 3;

/// Says which keys differ if the first lines are right with them, or that all have a constant, or
/// that the keys are not those of the scheme. `None` if the rows say enough.
pub(super) fn hint(
    scheme: &SlotScheme,
    summary: &Summary,
    samples: &[SlotSample],
) -> Option<String> {
    if samples.iter().all(|sample| sample.error == AnyKey::ZERO) {
        return None;
    }
    let lines = counted(samples.len() as u64, "line", "lines");
    if let Some(constant) = constant(samples) {
        let constant = digits(scheme, constant);
        return Some(format!(
            "zobrist: every hash has the constant {constant} besides; with it, the first {lines} are \
             right\n"
        ));
    }
    let others = other_keys(samples);
    let has_unexplained = summary.has_unexplained_lines();
    let key_of = |error: AnyKey, slot: Feature| scheme.keys()[slot.slot()].plus(error);
    let owner = |key: AnyKey| scheme.keys().iter().position(|other| *other == key);
    match others {
        Some(others)
            if has_unexplained
                || others.iter().all(|(slot, error)| owner(key_of(*error, *slot)).is_some()) =>
        {
            let keys = counted(others.len() as u64, "key differs", "keys differ");
            let mut text = format!("zobrist: {keys}; with these, the first {lines} are right:\n");
            for (slot, error) in others {
                let key = key_of(error, slot);
                let name = scheme.describe(slot.slot());
                write!(text, "  {name}: {}", digits(scheme, key)).expect("a string takes all");
                if let Some(other) = owner(key) {
                    let other = scheme.describe(other);
                    write!(text, ", the key of {other}").expect("a string takes all");
                }
                text.push('\n');
            }
            Some(text)
        }
        None if summary.most_are_wrong() && !summary.most_are_explained() => Some(format!(
            "zobrist: most lines are wrong, and no few keys that differ explain it: the keys are \
             others than those of `{}`, or its slots have other numbers\n",
            scheme.name()
        )),
        _ => None,
    }
}

/// The error of all lines, if it is one and no slot is in all of them.
fn constant(samples: &[SlotSample]) -> Option<AnyKey> {
    let [first, ..] = samples else { return None };
    let is_common = |slot: &Feature| samples.iter().all(|sample| has(sample, *slot));
    let is_constant = samples.iter().all(|sample| sample.error == first.error);
    (samples.len() >= MIN_LINES && is_constant && !first.slots.iter().any(is_common))
        .then_some(first.error)
}

fn has(sample: &SlotSample, slot: Feature) -> bool {
    sample.slots.binary_search(&slot).is_ok()
}

/// Slots with what is added to their keys, by which all lines are right. Found one by one: each
/// time the slot and the error that most of its lines have, and that most wrong lines have.
fn other_keys(samples: &[SlotSample]) -> Option<BTreeMap<Feature, AnyKey>> {
    let mut left: Vec<AnyKey> = samples.iter().map(|sample| sample.error).collect();
    let mut found: BTreeMap<Feature, AnyKey> = BTreeMap::new();
    while left.iter().any(|error| *error != AnyKey::ZERO) {
        let (slot, error) = likeliest(samples, &left)?;
        let sum = found.get(&slot).map_or(error, |known| known.plus(error));
        found.insert(slot, sum);
        if found.len() > MAX_KEYS {
            return None;
        }
        for (left, _) in left.iter_mut().zip(samples).filter(|(_, sample)| has(sample, slot)) {
            *left = left.minus(error);
        }
    }
    found.retain(|_, error| *error != AnyKey::ZERO);
    Some(found)
}

/// The slot and the error that make the most lines right, those that they make wrong deducted.
/// `None` if none makes [`MIN_LINES`] more lines right than wrong.
fn likeliest(samples: &[SlotSample], left: &[AnyKey]) -> Option<(Feature, AnyKey)> {
    let mut lines: BTreeMap<(Feature, u128), (usize, AnyKey)> = BTreeMap::new();
    let mut right: BTreeMap<Feature, usize> = BTreeMap::new();
    for (sample, error) in samples.iter().zip(left) {
        for slot in &sample.slots {
            match *error == AnyKey::ZERO {
                true => *right.entry(*slot).or_default() += 1,
                false => lines.entry((*slot, error.to_word())).or_insert((0, *error)).0 += 1,
            }
        }
    }
    let gain = |slot: Feature, count: usize| {
        count.checked_sub(right.get(&slot).copied().unwrap_or(0)).filter(|gain| *gain >= MIN_LINES)
    };
    let rated = lines.iter().filter_map(|((slot, _), (count, error))| {
        Some((gain(*slot, *count)?, std::cmp::Reverse(*slot), *error))
    });
    rated.max_by_key(|(gain, slot, _)| (*gain, *slot)).map(|(_, slot, error)| (slot.0, error))
}

fn digits(scheme: &SlotScheme, key: AnyKey) -> String {
    let digits = scheme.bits().div_ceil(4) as usize;
    format!("0x{:0digits$x}", key.to_word())
}
