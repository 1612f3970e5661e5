//! Conventions and keys that follow from positions and their hashes, when no key is known.

use alloc::vec::Vec;

use zobrist::Combine;
use zobrist::source::SplitMix64;

use super::equations::{Inserted, KeyEquations};
use super::sample::{RULES, Sample};
use crate::composed::ComposedScheme;
use crate::layout::{Castling, ChessLayout, EnPassantKeys, Part, Pieces, RightOrder, Turn};
use crate::vocabulary::{Color, EnPassant};

/// The conventions of a program whose keys are not known, as [`solve_keys`] returns them.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum KeySolution {
    /// The keys combine by XOR, and these are conventions and keys that give the hashes.
    Solved(SolvedKeys),
    /// The lowest bits of the hashes combine by XOR and the others do not: the keys combine by a
    /// sum.
    Sum,
    /// Too few samples follow from others to tell anything from chance.
    TooFew {
        /// The number of different samples.
        of: usize,
        /// The number of these of which none follows from others.
        independent: usize,
    },
    /// No keys of pieces, castling, en passant and turn give the hashes.
    Unknown,
}

/// Conventions and keys that give the hashes of samples.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SolvedKeys {
    /// The scheme. Its keys give the hashes of all positions that are combinations of the samples;
    /// those of features that no sample has are zero.
    pub scheme: ComposedScheme,
    /// The rules of en passant by which as many samples are right; the scheme has the first.
    pub rules: Vec<EnPassant>,
    /// True if the samples show the convention of castling: another would be wrong, or would have
    /// more keys than the samples need.
    pub shows_castling: bool,
    /// True if the samples show the convention of en passant.
    pub shows_en_passant: bool,
    /// True if the samples show whether the side to move is keyed.
    pub shows_turn: bool,
    /// The number of samples of which none follows from others: what is known of the keys.
    pub independent: usize,
    /// The number of different samples.
    pub of: usize,
    /// The samples that contradict the others, by their index in the list that was given.
    pub wrong: Vec<usize>,
}

/// The most samples that are looked at.
const MAX_SAMPLES: usize = 4000;
/// The least number of samples that have to follow from others: 64 bits each are no chance.
const CONFIRMATION: usize = 16;
/// The share of samples that may contradict the others: one of this many.
const WRONG_SHARE: usize = 50;
/// The number of orders of the samples that are tried where some contradict the others.
const ORDERS: u64 = 4;

/// A layout, and the rule by which a capture en passant counts in it.
#[derive(Clone, Copy)]
struct Model {
    castling: Option<Castling>,
    en_passant: Option<EnPassantKeys>,
    rule: EnPassant,
    turn: bool,
    /// True if every hash has a constant.
    start: bool,
}

/// The samples by one model.
struct Fit {
    equations: KeyEquations,
    /// The indices of the samples that contradict those before them.
    wrong: Vec<usize>,
    /// The number of samples that follow from those before them.
    follow: usize,
}

impl Model {
    fn layout(&self) -> ChessLayout {
        let parts = [
            Some(Part::Pieces(Pieces::of("PNBRQKpnbrqk"))),
            self.turn.then_some(Part::Turn(Turn::Of(Color::Black))),
            self.castling.map(Part::Castling),
            self.en_passant.map(Part::EnPassant),
            // Last, so that its key is zero where others can take it over, as those of kings do.
            self.start.then_some(Part::Start),
        ];
        ChessLayout::of(&parts.into_iter().flatten().collect::<Vec<_>>())
    }

    /// Takes the samples in an order, of each hash the bits of a mask.
    fn fit(&self, samples: &[Sample], order: &[usize], mask: u128) -> Fit {
        let layout = self.layout();
        let mut fit = Fit {
            equations: KeyEquations::new(layout.layout().len()),
            wrong: Vec::new(),
            follow: 0,
        };
        for index in order {
            let sample = &samples[*index];
            let position = sample.by(self.rule);
            let mut slots = Vec::with_capacity(40);
            layout.for_each_feature(&position, |feature| slots.push(feature.slot()));
            match fit.equations.insert(&slots, sample.hash & mask) {
                Inserted::Independent => {}
                Inserted::Follows => fit.follow += 1,
                Inserted::Contradicts => fit.wrong.push(*index),
            }
        }
        fit
    }
}

impl Fit {
    /// True if what follows is no chance, and few samples contradict it.
    fn is_sure(&self, of: usize) -> bool {
        self.follow >= CONFIRMATION && self.wrong.len() * WRONG_SHARE <= of
    }
}

/// Solves for the conventions and the keys of a program from positions and their hashes alone: how
/// castling and en passant are keyed and by which rule, if the side to move is, and a key for each
/// piece on each square.
///
/// Each sample is a linear equation over GF(2) in up to 850 unknown keys. Some hundred samples are
/// enough where positions recur in part, as in games; each that follows from the others confirms
/// the conventions by all of its bits. Of several conventions that give the hashes, the one with
/// the fewest keys is returned. Samples that contradict the others are named, up to one of fifty.
/// The keys are not those of the program, of which sums alone can be known, but they give the same
/// hashes. The first 4000 different samples are looked at, in some 10^9 steps for 64-bit words at
/// most.
///
/// ```
/// use zobrist_chess::{Color, KeySolution, PositionParts, Sample, solve_keys};
///
/// // Two kings on an empty board: too little to tell.
/// let mut pieces = [[0; 6]; 2];
/// (pieces[0][5], pieces[1][5]) = (1 << 4, 1 << 60);
/// let sample = Sample::new(0x1234, PositionParts::new(pieces, Color::White));
/// let solution = solve_keys(&[sample], 64);
/// assert!(matches!(solution, KeySolution::TooFew { of: 1, independent: 1 }));
/// ```
///
/// # Panics
/// When `bits` is not 16, 24, 32, 64 or 128.
#[must_use]
pub fn solve_keys(samples: &[Sample], bits: u32) -> KeySolution {
    assert!(matches!(bits, 16 | 24 | 32 | 64 | 128), "hashes have 16, 24, 32, 64 or 128 bits");
    let order = different(samples);
    let of = order.len();
    let finest = |rule| Model {
        castling: Some(Castling::Sets(RightOrder::STANDARD)),
        en_passant: Some(EnPassantKeys::Square),
        rule,
        turn: true,
        start: true,
    };
    let mut fits: Vec<(Model, Fit)> = RULES
        .into_iter()
        .rev()
        .map(finest)
        .map(|model| (model, best(&model, samples, &order)))
        .collect();
    let least = fits.iter().map(|(_, fit)| fit.wrong.len()).min().unwrap_or(0);
    fits.retain(|(_, fit)| fit.wrong.len() == least);
    let rules: Vec<EnPassant> = fits.iter().map(|(model, _)| model.rule).collect();
    let (mut model, mut fit) = fits.swap_remove(0);
    if fit.follow + fit.wrong.len() < CONFIRMATION {
        return KeySolution::TooFew { of, independent: of - fit.follow - fit.wrong.len() };
    }
    if !fit.is_sure(of) {
        let low = model.fit(samples, &order, 1);
        let is_sum = low.wrong.is_empty() && low.follow >= 4 * CONFIRMATION;
        return if is_sum { KeySolution::Sum } else { KeySolution::Unknown };
    }
    // From the fewest keys: the first that explains as much.
    let castling = [None, Some(Castling::Rights(RightOrder::STANDARD)), model.castling];
    let castling = castling.map(|castling| Model { castling, ..model });
    let shows_castling = coarsen(&mut model, &mut fit, &castling, samples, &order);
    let keys = [None, Some(EnPassantKeys::File), model.en_passant];
    let keys = keys.map(|en_passant| Model { en_passant, ..model });
    let shows_en_passant = coarsen(&mut model, &mut fit, &keys, samples, &order);
    let turn = [false, true].map(|turn| Model { turn, ..model });
    let shows_turn = coarsen(&mut model, &mut fit, &turn, samples, &order);
    let mut keys = fit.equations.solve();
    if keys.last() == Some(&0) {
        model.start = false;
        keys.pop();
    }
    let independent = of - fit.follow - fit.wrong.len();
    let scheme =
        ComposedScheme::new("guessed", model.layout(), model.rule, bits, Combine::Xor, &keys);
    match scheme {
        Ok(scheme) => KeySolution::Solved(SolvedKeys {
            scheme,
            rules,
            shows_castling,
            shows_en_passant,
            shows_turn,
            independent,
            of,
            wrong: fit.wrong,
        }),
        // A hash has more bits than were said.
        Err(_) => KeySolution::Unknown,
    }
}

/// Takes the first of some models, from the fewest keys, by which no more samples are wrong.
/// Returns true if the samples tell it from the next: that has more keys and explains no more, or
/// the one before is wrong.
fn coarsen(
    model: &mut Model,
    fit: &mut Fit,
    models: &[Model],
    samples: &[Sample],
    order: &[usize],
) -> bool {
    let (mut is_shown, follow) = (false, fit.follow);
    for coarser in &models[..models.len() - 1] {
        let other = best(coarser, samples, order);
        if other.wrong.len() <= fit.wrong.len() {
            is_shown |= other.follow > follow;
            (*model, *fit) = (*coarser, other);
            return is_shown;
        }
        is_shown = true;
    }
    is_shown
}

/// The samples by a model, in the given order or a random one in which fewer contradict others.
fn best(model: &Model, samples: &[Sample], order: &[usize]) -> Fit {
    let mut best = model.fit(samples, order, u128::MAX);
    for attempt in 0..ORDERS {
        let wrong = best.wrong.len();
        // Where nothing holds, no order helps.
        if wrong == 0 || wrong > best.follow {
            break;
        }
        let mut random = SplitMix64::new(attempt);
        let mut order = order.to_vec();
        for last in (1..order.len()).rev() {
            order.swap(last, (random.next_u64() % (last as u64 + 1)) as usize);
        }
        let other = model.fit(samples, &order, u128::MAX);
        if other.wrong.len() < wrong {
            best = other;
        }
    }
    best.wrong.sort_unstable();
    best
}

/// The indices of the first different samples.
fn different(samples: &[Sample]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..samples.len()).collect();
    let key = |index: &usize| (samples[*index].hash, *index);
    order.sort_unstable_by_key(key);
    order.dedup_by(|a, b| samples[*a] == samples[*b]);
    order.sort_unstable();
    order.truncate(MAX_SAMPLES);
    order
}
