//! Forges positions that differ in a given dependency.

use std::collections::BTreeSet;

use shakmaty::Chess;
use zobrist::{Feature, Group, Key};
use zobrist_chess::{Color, Compatibility, PositionParts, Role, Scheme, Split};

use super::error::ForgeError;
use super::parts::{NON_KINGS, feature_set, features_of, position_from_parts, toggle};
use super::position::position_from_features;
use super::random::Random;

/// Number of attempts to complete a pair, for each split of a dependency.
const ATTEMPTS: usize = 200;
/// Number of attempts after which one more piece is added to both boards, to shield a king.
const ATTEMPTS_PER_PIECE: usize = 40;

/// Constructs the position that differs from this one in exactly the features of a dependency, and
/// therefore has the same hash.
///
/// ```
/// use shakmaty::{CastlingMode, Chess, fen::Fen};
/// use zobrist::Feature;
/// use zobrist_chess::Polyglot;
/// use zobrist_shakmaty::{forge_by_dependency, hash};
///
/// let position = "8/7P/p7/8/P7/8/8/K2k4 w - - 0 1".parse::<Fen>()?;
/// let position: Chess = position.into_position(CastlingMode::Standard)?;
///
/// // One of the dependencies of nine of Polyglot's keys.
/// let dependency = [40, 88, 119, 161, 482, 487, 496, 574, 634].map(Feature::from_slot);
/// let other = forge_by_dependency(&Polyglot, &position, &dependency)?;
/// assert_eq!(hash(&Polyglot, &position), 0xfec0_03d0_db73_b1cf);
/// assert_eq!(hash(&Polyglot, &other), 0xfec0_03d0_db73_b1cf);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When keys do not combine by XOR, when the features are not a dependency of the scheme, when the
/// castling rights are those of Chess960, or when the other position is illegal.
pub fn forge_by_dependency(
    scheme: &impl Scheme,
    position: &Chess,
    dependency: &[Feature],
) -> Result<Chess, ForgeError> {
    let toggled = check(scheme, dependency)?;
    let own = features_of(scheme, position)?;
    position_from_features(scheme, &toggle(&own, &toggled)).ok_or(ForgeError::NoPair)
}

/// Constructs two positions of standard chess that differ in exactly the features of a dependency,
/// and therefore have the same hash.
///
/// Common features are added to both: those that the dependency requires, kings, and pieces that
/// shield kings. A seed always gives the same pair.
///
/// # Errors
/// When keys do not combine by XOR, when the features are not a dependency of the scheme, or when
/// no such positions were found. There are none if [`Compatibility::splits`] finds no split of the
/// features.
///
/// Cost: for n features up to 2^n microseconds, and eight bytes for each split.
///
/// # Panics
/// When there are more than 64 features.
pub fn forge_pair(
    scheme: &impl Scheme,
    dependency: &[Feature],
    seed: u64,
) -> Result<[Chess; 2], ForgeError> {
    let differ = check(scheme, dependency)?;
    let mut random = Random::new(seed);
    let rules = Compatibility::of(scheme);
    let mut numbers = split_numbers(rules, dependency);
    let count = numbers.len();
    random.draw(&mut numbers, count);
    let mut splits = numbers
        .into_iter()
        .filter_map(|number| rules.split(dependency, number >> 2).nth((number & 3) as usize));
    splits
        .find_map(|split| complete(scheme, &differ, &split, &mut random))
        .ok_or(ForgeError::NoPair)
}

/// Returns the number of each split of a dependency: four times its mask, plus the number of
/// splits before it with this mask. Of 24 features there may be 2^24 splits, and a split takes more
/// than half a kilobyte.
fn split_numbers(rules: Compatibility, dependency: &[Feature]) -> Vec<u64> {
    let mut numbers: Vec<u64> = Vec::new();
    for split in rules.splits(dependency) {
        let first = split.mask() << 2;
        let next = numbers.last().filter(|last| *last >> 2 == split.mask()).map(|last| last + 1);
        numbers.push(next.unwrap_or(first));
    }
    numbers
}

/// Checks that these are different features whose keys combine to zero, by XOR.
fn check<S: Scheme>(scheme: &S, dependency: &[Feature]) -> Result<BTreeSet<Feature>, ForgeError> {
    let bits = scheme.bits();
    if !scheme.is_linear() {
        return Err(ForgeError::Sum { bits });
    }
    let different: BTreeSet<Feature> = dependency.iter().copied().collect();
    if different.is_empty() || different.len() < dependency.len() {
        return Err(ForgeError::NoPair);
    }
    let features = scheme.chess_layout().layout().len();
    let mut sum = S::Key::ZERO;
    for feature in dependency {
        let slot = feature.slot();
        if slot >= features {
            return Err(ForgeError::Outside { slot, features });
        }
        sum = sum.plus(scheme.key(*feature));
    }
    match sum == S::Key::ZERO {
        true => Ok(different),
        false => Err(ForgeError::Independent { sum: sum.to_word(), bits }),
    }
}

/// Adds kings and shielding pieces at random until both positions are legal and differ in exactly
/// the dependency.
fn complete(
    scheme: &impl Scheme,
    dependency: &BTreeSet<Feature>,
    split: &Split,
    random: &mut Random,
) -> Option<[Chess; 2]> {
    let given = [0, 1].map(|position| split.parts(position));
    let is_missing = |color: &Color| {
        let kings = given.map(|parts| parts.pieces[*color as usize][Role::King as usize]);
        kings == [0, 0]
    };
    let missing: Vec<(Color, Role)> =
        Color::ALL.into_iter().filter(is_missing).map(|color| (color, Role::King)).collect();
    let free: Vec<usize> = (0..64).filter(|square| split.free() >> square & 1 == 1).collect();
    (0..ATTEMPTS).find_map(|attempt| {
        let mut pieces = missing.clone();
        for _ in 0..attempt / ATTEMPTS_PER_PIECE {
            pieces.push((Color::ALL[random.below(2)], NON_KINGS[random.below(NON_KINGS.len())]));
        }
        let mut squares = free.clone();
        random.draw(&mut squares, pieces.len());
        let added: Vec<((Color, Role), usize)> = pieces.into_iter().zip(squares).collect();
        let position = |mut parts: PositionParts| {
            for ((color, role), square) in &added {
                parts.pieces[*color as usize][*role as usize] |= 1 << square;
            }
            position_from_parts(&parts)
        };
        let pair = [position(given[0])?, position(given[1])?];
        let [a, b] = pair.each_ref().map(|position| feature_set(scheme, position));
        (&a ^ &b == *dependency).then_some(pair)
    })
}
