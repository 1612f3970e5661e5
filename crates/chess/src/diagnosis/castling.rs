//! The conventions of castling that a solution allows.

use alloc::vec;
use alloc::vec::Vec;

use super::guess::{CastlingGuess, orders};
use super::unknowns::CastlingUnknowns;
use crate::layout::{Castling, RightOrder};

/// The guesses that agree best with the values of the unknowns, the given convention first among
/// those that agree as well.
pub(super) fn guesses(
    unknowns: CastlingUnknowns,
    given: Option<Castling>,
    values: &[Option<bool>],
) -> Vec<CastlingGuess> {
    let candidates = match unknowns {
        CastlingUnknowns::Fixed => return vec![CastlingGuess::Given],
        _ if values.iter().all(Option::is_none) => {
            vec![CastlingGuess::Given, CastlingGuess::Unkeyed]
        }
        CastlingUnknowns::Rooks => vec![CastlingGuess::Given, CastlingGuess::Unkeyed],
        CastlingUnknowns::Rights => {
            let mut all = vec![CastlingGuess::Unkeyed];
            all.extend(orders_of_rights().map(CastlingGuess::Rights));
            all
        }
        CastlingUnknowns::Sets => {
            let mut all =
                vec![CastlingGuess::Unkeyed, CastlingGuess::Rights(keys_of_rights(values))];
            all.extend(orders_of_rights().map(|order| CastlingGuess::Sets(RightOrder(order))));
            all
        }
    };
    let misses = |guess: &CastlingGuess| match unknowns {
        CastlingUnknowns::Sets => misses_of_sets(guess, values),
        _ => misses_of_rights(guess, values),
    };
    let least = candidates.iter().map(misses).min().unwrap_or(0);
    let mut best: Vec<CastlingGuess> = candidates
        .into_iter()
        .filter(|guess| misses(guess) == least)
        .map(|guess| if is_given(guess, given) { CastlingGuess::Given } else { guess })
        .collect();
    best.sort_by_key(|guess| *guess != CastlingGuess::Given);
    best
}

/// True for a guess that says in other terms what is given.
fn is_given(guess: CastlingGuess, given: Option<Castling>) -> bool {
    match (guess, given) {
        (CastlingGuess::Given, _) => true,
        (CastlingGuess::Sets(order), Some(Castling::Sets(own))) => order == own,
        (CastlingGuess::Rights(keys), Some(Castling::Rights(own))) => {
            (0..4).all(|right| usize::from(keys[right]) == own.place(right))
        }
        _ => false,
    }
}

/// All orders of the four rights.
fn orders_of_rights() -> impl Iterator<Item = [u8; 4]> {
    orders(&[0, 1, 2, 3]).into_iter().map(|order| core::array::from_fn(|place| order[place]))
}

/// The number of rights with a value that the guess does not have.
fn misses_of_rights(guess: &CastlingGuess, values: &[Option<bool>]) -> usize {
    let per_right = values.len() / 4;
    let expected = |right: usize, key: usize| match guess {
        CastlingGuess::Unkeyed => false,
        CastlingGuess::Rights(keys) => usize::from(keys[right]) == key,
        _ => true,
    };
    let is_missed = |right: &usize| {
        let values = &values[per_right * right..per_right * (right + 1)];
        let mut values = values.iter().enumerate();
        values.any(|(key, value)| value.is_some_and(|value| value != expected(*right, key)))
    };
    (0..4).filter(is_missed).count()
}

/// The keys of a set of rights in the difference to the empty set, one bit each; `None` if a bit is
/// open.
fn difference_of(set: usize, values: &[Option<bool>]) -> Option<u16> {
    let Some(from) = set.checked_sub(1) else { return Some(0) };
    let values = values[16 * from..16 * set].iter().enumerate();
    values.map(|(key, value)| Some(u16::from((*value)?) << key)).sum()
}

/// The number of sets with values that the guess does not have.
fn misses_of_sets(guess: &CastlingGuess, values: &[Option<bool>]) -> usize {
    let expected = |set: usize| -> u16 {
        let rights = (0..4).filter(|right| set >> right & 1 == 1);
        match guess {
            CastlingGuess::Rights(keys) => rights.fold(0, |sum, right| sum ^ 1 << keys[right]),
            CastlingGuess::Sets(order) => {
                1 ^ 1 << rights.map(|right| 1 << order.place(right)).sum::<usize>()
            }
            _ => 0,
        }
    };
    let is_missed =
        |set: &usize| difference_of(*set, values).is_some_and(|keys| keys != expected(*set));
    (1..16).filter(is_missed).count()
}

/// The key of each right if the rights have keys among those of the sets. A right that is never
/// seen takes that of the set that has it alone.
fn keys_of_rights(values: &[Option<bool>]) -> [u8; 4] {
    core::array::from_fn(|right| {
        let without = (0..16_usize).filter(|set| set >> right & 1 == 0);
        let mut counts = [0_usize; 16];
        without.for_each(|set| {
            let pair = difference_of(set, values).zip(difference_of(set | 1 << right, values));
            let change = pair.map(|(without, with)| without ^ with);
            if let Some(change) = change.filter(|change| change.is_power_of_two()) {
                counts[change.trailing_zeros() as usize] += 1;
            }
        });
        let (most, count) = (0..16).zip(counts).max_by_key(|(_, count)| *count).unwrap_or((0, 0));
        if count > 0 { most } else { 1 << right }
    })
}
