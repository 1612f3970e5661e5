//! Conventions that a solution of the equations allows.

use alloc::vec;
use alloc::vec::Vec;

use super::castling;
use super::guess::{EnPassantGuess, Given, Guess, TurnGuess, orders};
use super::sample::RULES;
use super::unknowns::{Choice, EnPassantUnknowns, TurnUnknowns, Unknowns};
use crate::layout::Turn;
use crate::vocabulary::{Color, EnPassant};

/// The most guesses that are made of one solution.
const MOST: usize = 4096;
/// The most pieces without a block whose orders are all tried.
const MAX_OPEN: usize = 4;

/// Returns all guesses that agree with the values of the unknowns. Conventions that these leave
/// open are as given in the first guess, and otherwise in the next ones.
pub(super) fn guesses(
    given: &Given<'_>,
    choice: &Choice,
    unknowns: &Unknowns,
    values: &[Option<bool>],
) -> Vec<Guess> {
    let castling = castling::guesses(
        unknowns.castling,
        given.layout.castling_keys(),
        &values[unknowns.castling()],
    );
    let turns = turns(given.layout.turn_keys(), unknowns.turn, &values[unknowns.turn()]);
    let en_passant = match choice.rule {
        Some(rule) => vec![EnPassantGuess { rule: Some(rule), reversed: false }],
        None => captures(given.rule, unknowns.en_passant, &values[unknowns.en_passant()]),
    };
    let kept = &values[unknowns.kept()];
    let kept = core::array::from_fn(|part| kept[part].unwrap_or(true));
    let mut guesses = Vec::new();
    for blocks in blocks(values) {
        for castling in &castling {
            for turn in &turns {
                for en_passant in &en_passant {
                    guesses.push(Guess {
                        blocks,
                        squares: choice.squares,
                        by_square: choice.by_square,
                        castling: *castling,
                        turn: *turn,
                        en_passant: *en_passant,
                        kept,
                        constant: 0,
                    });
                }
            }
        }
    }
    guesses.truncate(MOST);
    guesses
}

/// The blocks of the pieces. A piece without a block that only it has keeps its own if that is
/// free.
fn blocks(values: &[Option<bool>]) -> Vec<[u8; 12]> {
    let claims: [Option<u8>; 12] = core::array::from_fn(|place| {
        let values = &values[12 * place..12 * (place + 1)];
        let has = |block: &u8| values[usize::from(*block)] == Some(true);
        let is_sure = values.iter().all(Option::is_some);
        let mut blocks = (0..12).filter(has);
        blocks.next().filter(|_| is_sure && blocks.next().is_none())
    });
    let is_alone = |claim: &u8| claims.iter().filter(|other| **other == Some(*claim)).count() == 1;
    let claims = claims.map(|claim| claim.filter(is_alone));
    let mut open: Vec<usize> = (0..12).filter(|place| claims[*place].is_none()).collect();
    let mut free: Vec<u8> = (0..12).filter(|block| !claims.contains(&Some(*block))).collect();
    let mut blocks = claims.map(|claim| claim.unwrap_or(0));
    // A piece that can have its own block has it.
    let own: Vec<usize> =
        open.iter().copied().filter(|place| free.contains(&(*place as u8))).collect();
    let keep = |list: &mut Vec<usize>| list.retain(|place| !own.contains(place));
    if open.len() > MAX_OPEN {
        own.iter().for_each(|place| blocks[*place] = *place as u8);
        keep(&mut open);
        free.retain(|block| !own.contains(&usize::from(*block)));
        open.iter().zip(&free).for_each(|(place, block)| blocks[*place] = *block);
        return vec![blocks];
    }
    let mut all: Vec<[u8; 12]> = orders(&free)
        .into_iter()
        .map(|free| {
            open.iter().zip(free).for_each(|(place, block)| blocks[*place] = block);
            blocks
        })
        .collect();
    let moved = |blocks: &[u8; 12]| (0..12).filter(|place| blocks[*place] != *place as u8).count();
    all.sort_by_key(moved);
    all
}

/// The guesses of the turn. Keys for one side and for the other differ by a constant alone.
fn turns(given: Option<Turn>, unknowns: TurnUnknowns, values: &[Option<bool>]) -> Vec<TurnGuess> {
    let candidates: Vec<(TurnGuess, &[bool])> = match (unknowns, given) {
        (TurnUnknowns::One, Some(Turn::Of(color))) => vec![
            (TurnGuess::Given, &[true]),
            (TurnGuess::Of(!color, 0), &[true]),
            (TurnGuess::Unkeyed, &[false]),
        ],
        (TurnUnknowns::Two, _) => vec![
            (TurnGuess::Given, &[true, true]),
            (TurnGuess::Swapped, &[true, true]),
            (TurnGuess::Of(Color::White, 0), &[true, false]),
            (TurnGuess::Of(Color::Black, 0), &[true, false]),
            (TurnGuess::Of(Color::White, 1), &[false, true]),
            (TurnGuess::Of(Color::Black, 1), &[false, true]),
            (TurnGuess::Unkeyed, &[false, false]),
        ],
        _ => vec![(TurnGuess::Given, &[])],
    };
    let agrees = |expected: &[bool]| {
        values.iter().zip(expected).all(|(value, bit)| value.is_none_or(|value| value == *bit))
    };
    candidates.into_iter().filter(|(_, bits)| agrees(bits)).map(|(guess, _)| guess).collect()
}

/// The guesses of captures en passant that agree best with the values.
fn captures(
    given: EnPassant,
    unknowns: EnPassantUnknowns,
    values: &[Option<bool>],
) -> Vec<EnPassantGuess> {
    let directions: &[bool] = match unknowns {
        EnPassantUnknowns::Fixed => {
            return vec![EnPassantGuess { rule: Some(given), reversed: false }];
        }
        EnPassantUnknowns::Files => &[false, true],
        EnPassantUnknowns::Squares => &[false],
    };
    let rules = [Some(given)]
        .into_iter()
        .chain(RULES.map(Some).into_iter().filter(|rule| *rule != Some(given)));
    let candidates: Vec<EnPassantGuess> = directions
        .iter()
        .flat_map(|reversed| rules.clone().map(|rule| EnPassantGuess { rule, reversed: *reversed }))
        .chain([EnPassantGuess { rule: None, reversed: false }])
        .collect();
    let per_class = directions.len();
    let misses = |guess: &EnPassantGuess| {
        let is_missed = |(number, value): (usize, &Option<bool>)| {
            let (class, direction) = (number / per_class, directions[number % per_class]);
            let counts = guess.rule.is_some_and(|rule| RULES[class..].contains(&rule));
            value.is_some_and(|value| value != (counts && direction == guess.reversed))
        };
        values.iter().enumerate().filter(|value| is_missed(*value)).count()
    };
    let least = candidates.iter().map(misses).min().unwrap_or(0);
    candidates.iter().filter(|guess| misses(guess) == least).copied().collect()
}
