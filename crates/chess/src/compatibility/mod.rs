//! Features that can stand together in a legal position of standard chess, and those by which two
//! positions can differ.

mod board;
mod positions;
mod split;

use zobrist::Feature;

use crate::feature::ChessFeature;
use crate::layout::ChessLayout;
use crate::scheme::Scheme;
use crate::vocabulary::{Color, EnPassant};
use positions::PartialPositions;
pub use split::Split;

/// Decides which features can stand together in a legal position of standard chess.
///
/// A dependency among the keys of a layout matters to chess only when positions can have its
/// features. That can mean two things:
///
/// - [`can_stand_together`](Compatibility::can_stand_together): one position has all of them.
///   Without them, something with the same hash is left, which is a position only if no king, no
///   rook that may castle and so on was among them.
/// - [`splits`](Compatibility::splits): two positions have the same hash because of them. The two
///   differ in exactly these features, of which each has a part. Features that exclude each other,
///   such as a king here and a king there, may be in different parts.
///
/// Neither implies the other.
///
/// # Requirements of a position
/// - One piece per square; no pawns on the first and the last rank; one king per side, not
///   adjacent; at most eight pawns per side, counting each officer beyond the first set (one queen,
///   two rooks, two knights, a bishop on each color of squares) as a promoted pawn.
/// - A castling right has its king on e1 or e8 and its rook in the corner. Of the sixteen sets of
///   rights, a position has one.
/// - One capture en passant at most. The pawn that is captured belongs to the side that does not
///   move and stands on its fourth rank, with the two squares that it crossed empty. By
///   [`EnPassant::PseudoLegal`] a pawn of the side to move stands beside it; by
///   [`EnPassant::Legal`] it may capture.
/// - One of the features that exclude each other, as the two sides to move do, a piece and an empty
///   square, a capture en passant and that none counts, or two halfmove clocks. Where every
///   position has one of them, a difference has two or none.
/// - A king that may castle, a pawn that may capture en passant and one that may be captured are no
///   other pieces in a layout where they are pieces of their own: a king like others has no right.
/// - What every position has stands, and is no part of a difference.
/// - The side that does not move is not in check, and the checks of the other could have been
///   given by one move: not three, not two by pawns or knights, not two on one line, and after a
///   double step by that pawn or through the square that it left.
/// - No features of variants, no castling rook or king of Chess960, none of the features that
///   belong to pawn hashes only, and none that no position has.
///
/// A property without features in the layout is free: two positions may differ in it, too. The
/// halfmove clock may be any, whatever else a position has.
///
/// This is what the crate `shakmaty` requires, and with it:
///
/// - A set or a division that is refused is that of no positions, whatever its size. The tests of
///   `zobrist-shakmaty` take all pairs of positions that one or two moves join, from positions of
///   games and from made ones with every kind of move: each differs in features that split as they
///   are divided between the pair.
/// - One that is not refused can be completed to positions, if it is as small as dependencies are;
///   those tests do so with samples. Of larger ones it is not checked whether the board is too
///   crowded for a king or a piece that shields it.
///
/// It is not checked whether a game can reach the positions.
///
/// ```
/// use zobrist_chess::{CastlingRights, ChessLayout, Color, Compatibility, EnPassant, Role};
///
/// let layout = ChessLayout::POLYGLOT;
/// let rules = Compatibility::new(layout, EnPassant::PseudoLegal);
///
/// let king_side = CastlingRights { white: [Some(7), None], black: [None; 2] };
/// let right = layout.castling(king_side).next().unwrap();
/// let knight = |square| layout.piece(Color::White, Role::Knight, square);
///
/// assert!(rules.can_stand(right));
/// assert!(rules.can_stand_together(&[right, knight(5)]));
/// assert!(!rules.can_stand_together(&[right, knight(4)])); // where the king must stand
/// assert!(!rules.can_stand(layout.piece(Color::White, Role::Pawn, 0)));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Compatibility {
    layout: ChessLayout,
    en_passant: EnPassant,
}

impl Compatibility {
    /// Creates the rules of a layout whose en passant files count by the given rule.
    #[must_use]
    pub const fn new(layout: ChessLayout, en_passant: EnPassant) -> Compatibility {
        Compatibility { layout, en_passant }
    }

    /// Creates the rules of a scheme, from its layout and its en passant rule.
    pub fn of(scheme: &impl Scheme) -> Compatibility {
        Compatibility::new(*scheme.chess_layout(), scheme.en_passant())
    }

    /// Returns true if some position has this feature.
    #[must_use]
    pub fn can_stand(&self, feature: Feature) -> bool {
        self.can_stand_together(&[feature])
    }

    /// Returns true if some two positions differ in this feature, among others: a position has it,
    /// and another has not. A search among features for the differences of positions can leave out
    /// the others.
    #[must_use]
    pub fn can_differ(&self, feature: Feature) -> bool {
        let is_in_all = self.layout.decode(feature) == Some(ChessFeature::Start);
        !is_in_all && self.can_stand(feature)
    }

    /// Returns true if some position has all of these features.
    #[must_use]
    pub fn can_stand_together(&self, features: &[Feature]) -> bool {
        let Some(positions) = self.placed::<1>(features, 0) else { return false };
        Color::ALL.into_iter().any(|turn| {
            let mut positions = positions.clone();
            positions.decide_turns([turn]).is_some()
                && positions.complete(self.en_passant).is_some()
        })
    }

    /// Returns the ways to divide a dependency between two positions that have everything else in
    /// common; each pair of positions appears once, whichever is called the first.
    ///
    /// Takes 2^(n−1) steps of a microsecond for n features when the iterator is read to its end.
    ///
    /// ```
    /// use zobrist_chess::{ChessLayout, Color, Compatibility, EnPassant, Role};
    ///
    /// let layout = ChessLayout::POLYGLOT;
    /// let rules = Compatibility::new(layout, EnPassant::PseudoLegal);
    /// let king = |square| layout.piece(Color::White, Role::King, square);
    ///
    /// // A king is on one square in the one position, on another in the other.
    /// assert!(!rules.can_stand_together(&[king(0), king(9)]));
    /// assert_eq!(rules.splits(&[king(0), king(9)]).next().unwrap().mask(), 0b01);
    /// // Of one king alone, one position would have none.
    /// assert!(rules.can_stand_together(&[king(0)]));
    /// assert!(rules.splits(&[king(0)]).next().is_none());
    /// ```
    ///
    /// # Panics
    /// When there are no features, or more than 64.
    pub fn splits<'a>(&self, features: &'a [Feature]) -> impl Iterator<Item = Split> + use<'a> {
        let rules = *self;
        let last = features.len().checked_sub(1).filter(|last| *last < 64);
        let masks = 1_u64 << last.expect("a dependency has 1 to 64 features");
        (0..masks).flat_map(move |mask| rules.split(features, mask))
    }

    /// Returns the pairs of positions of which the first has the features whose bit of `mask` is 0,
    /// the second those whose bit is 1. There is one for each choice of the sides to move: two when
    /// either may be to move, up to four in a layout without a feature for it.
    ///
    /// # Panics
    /// When there are more than 64 features.
    pub fn split<'a>(
        &self,
        features: &'a [Feature],
        mask: u64,
    ) -> impl Iterator<Item = Split> + use<'a> {
        assert!(features.len() <= 64, "a mask has a bit for each of up to 64 features");
        let rules = *self;
        let turns =
            Color::ALL.into_iter().flat_map(|first| Color::ALL.map(|second| [first, second]));
        let placed = rules.placed::<2>(features, mask).map(|positions| positions.boards());
        placed.into_iter().flat_map(move |boards| {
            turns.clone().filter_map(move |turns| {
                let mut positions = PartialPositions::of(&rules.layout, boards);
                positions.decide_turns(turns)?;
                let boards = positions.complete(rules.en_passant)?;
                Some(Split::new(rules.layout, mask, boards))
            })
        })
    }

    /// Places the features in one position or two.
    fn placed<const N: usize>(
        &self,
        features: &[Feature],
        mask: u64,
    ) -> Option<PartialPositions<'_, N>> {
        let mut positions = PartialPositions::<N>::new(&self.layout);
        for (index, feature) in features.iter().enumerate() {
            let second = N > 1 && mask >> index & 1 == 1;
            positions.place(second.into(), self.layout.decode(*feature)?)?;
        }
        Some(positions)
    }
}
