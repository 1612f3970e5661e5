//! Positions with the hashes that another program gives them.

use zobrist::{Group, Key};

use crate::layout::{EnPassantCapture, PositionParts};
use crate::scheme::Scheme;
use crate::vocabulary::EnPassant;

/// A position with the hash that another program gives it, and the capture en passant by each rule.
///
/// The rules of chess are the caller's to apply. A capture that counts by [`EnPassant::Legal`]
/// counts by the two other rules, and one that counts by [`EnPassant::PseudoLegal`] by
/// [`EnPassant::Always`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Sample {
    /// The hash by the other program.
    pub hash: u128,
    /// The position; its capture en passant is not looked at.
    pub position: PositionParts,
    /// The capture that counts by [`EnPassant::Always`].
    pub always: Option<EnPassantCapture>,
    /// The capture that counts by [`EnPassant::PseudoLegal`].
    pub beside: Option<EnPassantCapture>,
    /// The capture that counts by [`EnPassant::Legal`].
    pub legal: Option<EnPassantCapture>,
}

/// The rules of captures en passant from the strictest: what counts by one counts by those after
/// it.
pub(super) const RULES: [EnPassant; 3] =
    [EnPassant::Legal, EnPassant::PseudoLegal, EnPassant::Always];

impl Sample {
    /// Creates a sample of a position in which no capture en passant counts by any rule.
    #[must_use]
    pub const fn new(hash: u128, position: PositionParts) -> Sample {
        Sample { hash, position, always: None, beside: None, legal: None }
    }

    /// Returns the position with the capture en passant that counts by a rule.
    #[must_use]
    pub fn by(&self, rule: EnPassant) -> PositionParts {
        let en_passant = match rule {
            EnPassant::Always => self.always,
            EnPassant::PseudoLegal => self.beside,
            EnPassant::Legal => self.legal,
        };
        PositionParts { en_passant, ..self.position }
    }
}

/// Returns the number of samples whose hash is the one by a scheme.
///
/// ```
/// use zobrist_chess::{Color, Fen, Fide, Polyglot, PositionParts, Sample, fits};
///
/// // Kings on e1 and e8, White to move: the three schemes agree.
/// let mut pieces = [[0; 6]; 2];
/// pieces[Color::White as usize][5] = 1 << 4;
/// pieces[Color::Black as usize][5] = 1 << 60;
/// let position = PositionParts::new(pieces, Color::White);
/// let hash = 0x5e85_4d7a_97eb_14c6;
/// let samples = [Sample::new(hash, position)];
/// assert_eq!(fits(&Polyglot, &samples), 1);
/// assert_eq!(fits(&Fide, &samples), 1);
/// assert_eq!(fits(&Fen, &samples), 1);
/// ```
pub fn fits<S: Scheme>(scheme: &S, samples: &[Sample]) -> usize {
    let is_right = |sample: &&Sample| {
        let mut sum = S::Key::ZERO;
        let position = sample.by(scheme.en_passant());
        scheme.for_each_feature(&position, |feature| sum = sum.plus(scheme.key(feature)));
        sum.to_word() == sample.hash
    };
    samples.iter().filter(is_right).count()
}
