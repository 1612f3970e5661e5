//! Counts the cases of a tree in which incremental hashes often go wrong.

use std::collections::BTreeMap;

use shakmaty::variant::VariantPosition;
use shakmaty::{Bitboard, Color, EnPassantMode, FromSetup, Move, Position, Rank, Role};

use super::{Root, read};

/// A move and the positions around it.
struct Ply<'a> {
    before: &'a VariantPosition,
    m: Move,
    after: &'a VariantPosition,
}

type Case = (&'static str, fn(&Ply) -> bool);

const CASES: [Case; 21] = [
    ("castling", |ply| ply.m.is_castle()),
    ("castling onto a square of one's own", |ply| match (ply.m, ply.m.castling_side()) {
        (Move::Castle { king, rook }, Some(side)) => {
            [side.king_to(ply.us()), side.rook_to(ply.us())]
                .iter()
                .any(|to| *to == king || *to == rook)
        }
        _ => false,
    }),
    ("a right lost by a rook's move", |ply| ply.m.role() == Role::Rook && ply.lost().any()),
    ("a castling rook captured", |ply| ply.captures_castling_rook()),
    ("a castling rook captured in a promotion", |ply| {
        ply.captures_castling_rook() && ply.m.is_promotion()
    }),
    ("en passant", |ply| ply.m.is_en_passant()),
    ("a double step with no pawn beside it", |ply| {
        ply.counts(EnPassantMode::Always) && !ply.counts(EnPassantMode::PseudoLegal)
    }),
    ("an illegal capture en passant", |ply| {
        ply.counts(EnPassantMode::PseudoLegal) && !ply.counts(EnPassantMode::Legal)
    }),
    ("a legal capture en passant", |ply| ply.counts(EnPassantMode::Legal)),
    ("a double step from the first rank", |ply| {
        ply.is_double_step() && !ply.counts(EnPassantMode::Always)
    }),
    ("a promotion", |ply| ply.m.is_promotion()),
    ("a promotion to a king", |ply| ply.m.promotion() == Some(Role::King)),
    ("a castling rook blown up beside a capture", |ply| {
        ply.explodes() && ply.kings() == 2 && ply.lost().without(ply.m.to()).any()
    }),
    ("a king blown up with its rights", |ply| {
        ply.explodes() && ply.kings() == 1 && ply.lost().any()
    }),
    ("a piece blown up by a capture en passant", |ply| {
        let pieces = |position: &VariantPosition| position.board().occupied().count();
        ply.m.is_en_passant() && pieces(ply.after) + 2 < pieces(ply.before)
    }),
    ("a drop", |ply| ply.m.is_put()),
    ("a promoted piece captured", |ply| ply.captures_promoted()),
    ("a promoted piece captured by another", |ply| {
        ply.captures_promoted()
            && ply.m.from().is_some_and(|from| ply.before.promoted().contains(from))
    }),
    ("sixteen pawns in a pocket", |ply| {
        ply.after.pockets().is_some_and(|pockets| pockets[ply.us()].pawn == 16)
    }),
    ("a check that counts", |ply| ply.checks(ply.after) < ply.checks(ply.before)),
    ("the last check by a double step beside a pawn", |ply| {
        ply.checks(ply.after) == Some(0) && ply.counts(EnPassantMode::PseudoLegal)
    }),
];

impl Ply<'_> {
    fn us(&self) -> Color {
        self.before.turn()
    }

    /// Rooks whose castling right is lost.
    fn lost(&self) -> Bitboard {
        self.before.castles().castling_rights() & !self.after.castles().castling_rights()
    }

    fn captures_castling_rook(&self) -> bool {
        self.m.is_capture() && self.lost().contains(self.m.to())
    }

    fn captures_promoted(&self) -> bool {
        self.m.is_capture() && self.before.promoted().contains(self.m.to())
    }

    fn explodes(&self) -> bool {
        self.m.is_capture() && matches!(self.after, VariantPosition::Atomic(_))
    }

    fn kings(&self) -> usize {
        self.after.board().kings().count()
    }

    /// True if an en passant file counts after the move.
    fn counts(&self, mode: EnPassantMode) -> bool {
        self.after.ep_square(mode).is_some()
    }

    fn is_double_step(&self) -> bool {
        let steps = |from: Rank| from.distance(self.m.to().rank());
        self.m.role() == Role::Pawn && self.m.from().is_some_and(|from| steps(from.rank()) == 2)
    }

    fn checks(&self, position: &VariantPosition) -> Option<u32> {
        position.remaining_checks().map(|checks| checks[self.us()].into())
    }
}

/// The number of occurrences of each case.
#[derive(Debug, Default)]
pub(crate) struct Census(BTreeMap<&'static str, u32>);

impl Census {
    /// Counts in the trees of some positions.
    pub(crate) fn walk<P: Position + FromSetup + Into<VariantPosition>>(&mut self, roots: &[Root]) {
        for (fen, depth) in roots {
            self.below(&read::<P>(fen).into(), *depth);
        }
    }

    fn below(&mut self, before: &VariantPosition, depth: u32) {
        if depth == 0 {
            return;
        }
        for m in before.legal_moves() {
            let mut after = before.clone();
            after.play_unchecked(m);
            for (name, occurs) in CASES {
                let occurs = occurs(&Ply { before, m, after: &after });
                *self.0.entry(name).or_default() += u32::from(occurs);
            }
            self.below(&after, depth - 1);
        }
    }

    /// The cases that never occur.
    pub(crate) fn missing(&self) -> Vec<&'static str> {
        let never = |name: &&str| self.0.get(name).is_none_or(|count| *count == 0);
        CASES.iter().map(|(name, _)| *name).filter(never).collect()
    }
}
