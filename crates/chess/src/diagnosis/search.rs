//! The search for conventions that explain most samples.

use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;

use zobrist::source::SplitMix64;
use zobrist::{Combine, Key};

use super::decode::guesses;
use super::difference::Difference;
use super::guess::{Composition, Given, Guess};
use super::sample::{Sample, fits};
use super::system::System;
use super::unknowns::{Choice, Equation, Equations, Unknowns, set_of_rights};
use crate::composed::ComposedScheme;
use crate::scheme::Scheme;

/// By which conventions another program made its hashes, as [`diagnose`] returns it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Diagnosis {
    /// The program has the keys of the scheme, and these conventions.
    Conventions(Conventions),
    /// No conventions that are known explain most of the samples with the keys of the scheme.
    Unknown,
    /// Nothing was tried: the keys of the scheme combine by a sum, which is not linear in bits.
    NotTried,
}

/// Conventions that explain most samples.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Conventions {
    /// The differences to the scheme; none if the scheme itself explains most samples.
    pub differences: Vec<Difference>,
    /// The scheme with these conventions, under the same name. Nothing is stored by it.
    pub scheme: ComposedScheme,
    /// The number of samples whose hashes are those by this scheme.
    pub fits: usize,
    /// The number of samples.
    pub of: usize,
}

/// The most samples that make equations; all samples verify.
const MAX_SAMPLES: usize = 1000;
/// The number of random orders of the samples that are tried.
const ATTEMPTS: u64 = 50;
/// The number for each of the other orders of the parts.
const ATTEMPTS_BY_ORDER: u64 = 6;
/// The number for each of these where the given order explains most samples.
const ATTEMPTS_FOR_BETTER: u64 = 3;
/// The number of orders that are tried after one that explains most samples, for those that it does
/// not.
const MORE_ATTEMPTS: u64 = 4;
/// The number of equations that have to follow from others where some samples are wrong.
const CONFIRMATION: usize = 64;
/// The number of samples by which guesses are compared before all samples are looked at.
const SELECTION: usize = 32;
/// The number of guesses that are then left.
const SELECTED: usize = 64;

/// Finds the conventions by which another program made the hashes of samples, given its keys: the
/// order of parts, pieces and squares, what is keyed of the turn, of castling and of en passant,
/// and a constant of all hashes.
///
/// Most samples have to follow from the conventions, and more bits of them than conventions can
/// choose, so that what is found is not chance: three samples of 64 bits at the least, and several
/// dozen before another order of pieces is found. Up to a thousand make equations; all are looked
/// at. A convention of which the samples show nothing, such as en passant without a capture, is
/// taken as the scheme has it. The result depends on the scheme and the samples alone.
///
/// ```
/// use zobrist::source::SplitMix64;
/// use zobrist::{Hasher, Keys};
/// use zobrist_chess::{Color, Diagnosis, Polyglot, PositionParts, Sample, Scheme, diagnose};
///
/// // A program with Polyglot's keys, which forgot that the key of the turn is White's.
/// let mut random = SplitMix64::new(1);
/// let samples: Vec<Sample> = (0..50)
///     .map(|_| {
///         let free = random.next_u64() & random.next_u64();
///         let mut pieces = [[0; 6]; 2];
///         for square in (0..64).filter(|square| free >> square & 1 == 1) {
///             let piece = (random.next_u64() % 12) as usize;
///             pieces[piece / 6][piece % 6] |= 1 << square;
///         }
///         let turn = if random.next_u64() % 2 == 0 { Color::White } else { Color::Black };
///         let position = PositionParts::new(pieces, turn);
///         let mut hasher = Hasher::new(Polyglot);
///         Polyglot.for_each_feature(&position, |feature| hasher.insert(feature));
///         let hash = hasher.hash() ^ Polyglot.keys()[780];
///         Sample::new(hash.into(), position)
///     })
///     .collect();
/// let Diagnosis::Conventions(found) = diagnose(&Polyglot, &samples) else { panic!() };
/// assert_eq!(found.differences.len(), 1);
/// assert_eq!(
///     found.differences[0].to_string(),
///     "the turn is keyed for black: key-for = \"black\""
/// );
/// assert_eq!((found.fits, found.of), (50, 50));
/// ```
pub fn diagnose<S: Scheme>(scheme: &S, samples: &[Sample]) -> Diagnosis {
    if !scheme.is_linear() {
        return Diagnosis::NotTried;
    }
    let keys: Vec<u128> = scheme.keys().iter().map(|key| key.to_word()).collect();
    let mut given = Given {
        layout: *scheme.chess_layout(),
        rule: scheme.en_passant(),
        keys: &keys,
        bits: scheme.bits(),
    };
    // Where most hashes are those of the scheme, the pieces have their keys where it says.
    let are_pieces_known = 2 * fits(scheme, samples) > samples.len();
    let mut differences = Vec::new();
    let mut found = search(&given, samples, ATTEMPTS);
    if found.as_ref().is_none_or(|found| found.fits < samples.len()) {
        let attempts = if found.is_some() { ATTEMPTS_FOR_BETTER } else { ATTEMPTS_BY_ORDER };
        let first_of_pieces = given.first_of_pieces();
        for other in given.with_parts_in_other_orders() {
            if are_pieces_known && other.first_of_pieces() != first_of_pieces {
                continue;
            }
            let better = search(&other, samples, attempts)
                .filter(|better| found.as_ref().is_none_or(|found| better.fits > found.fits));
            if better.is_some() {
                found = better;
                differences = vec![Difference::Parts(other.layout.parts().collect())];
                given = other;
            }
        }
    }
    let Some(found) = found else { return Diagnosis::Unknown };
    differences.extend(found.guess.differences(&given));
    let Composition { layout, keys, rule } = found.guess.compose(&given);
    let name = scheme.name();
    match ComposedScheme::new(name, layout, rule, given.bits, Combine::Xor, &keys) {
        Ok(scheme) => Diagnosis::Conventions(Conventions {
            differences,
            fits: fits(&scheme, samples),
            of: samples.len(),
            scheme,
        }),
        Err(_) => Diagnosis::Unknown,
    }
}

/// A guess with what it explains.
struct RankedGuess {
    guess: Guess,
    fits: usize,
    rank: Rank,
}

/// The order of guesses: those that explain more, without a constant and with fewer differences are
/// better.
type Rank = (usize, bool, Reverse<usize>);

impl RankedGuess {
    /// True if this is no chance: most samples follow, and they have more bits than can be chosen.
    /// The choice is one of orders of pieces, squares and rights (less than 64 bits), of the
    /// samples that follow and of the constant; 64 bits are left over.
    fn is_sure(&self, given: &Given<'_>, samples: &[Sample]) -> bool {
        let bits = given.bits as usize;
        let constant = if self.guess.constant == 0 { 0 } else { bits };
        2 * self.fits > samples.len() && self.fits * bits >= 128 + samples.len() + constant
    }
}

/// The best guess that is no chance, if there is one.
fn search(given: &Given<'_>, samples: &[Sample], attempts: u64) -> Option<RankedGuess> {
    let unknowns = Unknowns::of(&given.layout);
    let choices: Vec<(Choice, Equations<'_>)> = Choice::all(&given.layout, given.rule)
        .into_iter()
        .map(|choice| (choice, Equations::new(&given.layout, unknowns, &choice, given.keys)))
        .collect();
    let mut best: Option<RankedGuess> = None;
    let mut attempts = 0..attempts;
    while let Some(attempt) = attempts.next() {
        let was_sure = best.as_ref().is_some_and(|best| best.is_sure(given, samples));
        let order = random_order(samples, attempt);
        // Then no other order says more.
        let mut all_are_consistent = true;
        for (choice, equations) in &choices {
            let solution = solve(equations, unknowns, given.bits, &order);
            all_are_consistent &=
                solution.as_ref().is_some_and(|all| all.consistent.len() == order.len());
            let Some(solution) = solution else { continue };
            let guesses = guesses(given, choice, &unknowns, &solution.values);
            let found = select(given, guesses, &solution.consistent, samples);
            let Some(found) = found else { continue };
            if best.as_ref().is_none_or(|best| found.rank > best.rank) {
                best = Some(found);
            }
        }
        if all_are_consistent {
            break;
        }
        let Some(best) = best.as_ref().filter(|best| best.is_sure(given, samples)) else {
            continue;
        };
        if best.fits == samples.len() {
            break;
        }
        if !was_sure {
            attempts.end = attempts.end.min(attempt + 1 + MORE_ATTEMPTS);
        }
    }
    best.filter(|best| best.is_sure(given, samples))
}

/// A random order of the samples, those with the rights of the first before others: their equations
/// have the fewest unknowns, so that a wrong sample soon contradicts.
fn random_order(samples: &[Sample], attempt: u64) -> Vec<&Sample> {
    let mut order: Vec<&Sample> = samples.iter().collect();
    let mut random = SplitMix64::new(attempt);
    for last in (1..order.len()).rev() {
        order.swap(last, (random.next_u64() % (last as u64 + 1)) as usize);
    }
    order.truncate(MAX_SAMPLES);
    if let Some(first) = order.first().map(|sample| set_of_rights(sample)) {
        order.sort_by_key(|sample| set_of_rights(sample) != first);
    }
    order
}

/// The values of the unknowns, and the samples that they follow from.
struct Solution<'a> {
    values: Vec<Option<bool>>,
    consistent: Vec<&'a Sample>,
}

/// Takes the samples that agree with those before. Returns the solution if these are more than the
/// others, and either all or many enough to confirm one another.
fn solve<'a>(
    equations: &Equations<'_>,
    unknowns: Unknowns,
    bits: u32,
    order: &[&'a Sample],
) -> Option<Solution<'a>> {
    let (first, others) = order.split_first()?;
    // The differences to the first sample have no constant.
    let reference: Equation = equations.of(first);
    let mut system = System::new(unknowns.len());
    let mut consistent = vec![*first];
    let mut wrong = 0;
    for sample in others {
        let rows = equations.of(sample).minus(&reference, bits);
        if system.absorb(rows.into_iter()) {
            consistent.push(sample);
        } else {
            wrong += 1;
            if wrong > consistent.len() + 2 {
                return None;
            }
        }
    }
    let equations = (consistent.len() - 1) * bits as usize;
    let is_confirmed = wrong == 0 || equations >= system.rank() + CONFIRMATION;
    (consistent.len() > wrong && is_confirmed)
        .then(|| Solution { values: system.solve(), consistent })
}

/// The best of the guesses.
fn select(
    given: &Given<'_>,
    mut guesses: Vec<Guess>,
    consistent: &[&Sample],
    samples: &[Sample],
) -> Option<RankedGuess> {
    if guesses.len() > SELECTED {
        let some = &consistent[..consistent.len().min(SELECTION)];
        let mut ranked: Vec<RankedGuess> =
            guesses.iter().map(|guess| evaluate(given, guess, some.iter().copied())).collect();
        ranked.sort_by_key(|found| Reverse(found.rank));
        guesses = ranked.into_iter().take(SELECTED).map(|found| found.guess).collect();
    }
    // The last of equals is taken: from the end on, that is the first.
    let all = guesses.iter().rev().map(|guess| evaluate(given, guess, samples.iter()));
    all.max_by_key(|found| found.rank)
}

/// Counts the samples that follow from a guess with the constant by which most do.
fn evaluate<'a>(
    given: &Given<'_>,
    guess: &Guess,
    samples: impl Iterator<Item = &'a Sample>,
) -> RankedGuess {
    let composition = Guess { constant: 0, ..*guess }.compose(given);
    let mut constants: Vec<u128> =
        samples.map(|sample| sample.hash ^ composition.hash(sample)).collect();
    constants.sort_unstable();
    let runs = constants.chunk_by(|one, other| one == other);
    // Of equal counts, the smallest constant: zero, if it is among them.
    let (fits, constant) = runs
        .map(|run| (run.len(), run[0]))
        .max_by_key(|(fits, constant)| (*fits, Reverse(*constant)))
        .unwrap_or((0, 0));
    let guess = Guess { constant, ..*guess };
    let rank = (fits, constant == 0, Reverse(guess.differences(given).len()));
    RankedGuess { guess, fits, rank }
}
