//! Conversion between shakmaty's moves and moves packed into sixteen bits.

use shakmaty::uci::UciMove;
use shakmaty::{Move, Position, Square};
use zobrist_chess::PackedMove;

use crate::convert;

/// Packs a move into sixteen bits in the encoding of Polyglot's books, where castling is written as
/// the king capturing its own rook.
///
/// ```
/// use shakmaty::Square;
/// use zobrist_shakmaty::pack_move;
///
/// let castles = shakmaty::Move::Castle { king: Square::E1, rook: Square::H1 };
/// assert_eq!(pack_move(castles).to_string(), "e1h1");
/// ```
#[inline]
pub fn pack_move(m: Move) -> PackedMove {
    match m {
        Move::Normal { from, to, promotion, .. } => {
            PackedMove::new(from as u8, to as u8, promotion.map(convert::role))
        }
        Move::EnPassant { from, to } => PackedMove::new(from as u8, to as u8, None),
        Move::Castle { king, rook } => PackedMove::new(king as u8, rook as u8, None),
        Move::Put { role, to } => PackedMove::drop(convert::role(role), to as u8),
    }
}

/// Returns the legal move of a position whose packed form this is; `None` if there is none.
///
/// Castling written as a king's move of two squares is refused: [`unpack_book_move`] reads it.
///
/// ```
/// use shakmaty::Chess;
/// use zobrist_chess::PackedMove;
/// use zobrist_shakmaty::{pack_move, unpack_move};
///
/// let start = Chess::default();
/// let e4 = unpack_move(&start, PackedMove::from_bits(0x031c)).unwrap();
/// assert_eq!(pack_move(e4).to_string(), "e2e4");
/// assert!(unpack_move(&start, PackedMove::NONE).is_none());
/// ```
pub fn unpack_move<P: Position>(position: &P, packed: PackedMove) -> Option<Move> {
    let to = Square::new(packed.to().into());
    let uci = match packed.from() {
        Some(from) => UciMove::Normal {
            from: Square::new(from.into()),
            to,
            promotion: packed.promotion().map(convert::to_role),
        },
        None => UciMove::Put { role: convert::to_role(packed.dropped()?), to },
    };
    uci.to_move(position).ok().filter(|m| pack_move(*m) == packed)
}

/// Returns the legal move of a book's entry in a position; `None` if there is none.
///
/// As [`unpack_move`], but castling may be written as a king's move of two squares, as some
/// programs write it against the format: e1g1, e1c1, e8g8, e8c8. [`pack_move`] of it is then
/// another one. It is castling only where the king stands there with the right to castle; of
/// another piece, it is that piece's move.
///
/// ```
/// use shakmaty::fen::Fen;
/// use shakmaty::{CastlingMode, Chess};
/// use zobrist_chess::PackedMove;
/// use zobrist_shakmaty::{pack_move, unpack_book_move, unpack_move};
///
/// let read = |fen: &str| -> Chess {
///     fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap()
/// };
/// let e1g1 = PackedMove::new(4, 6, None);
/// let king = read("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
/// assert!(unpack_move(&king, e1g1).is_none());
/// assert_eq!(pack_move(unpack_book_move(&king, e1g1).unwrap()).to_string(), "e1h1");
/// let rook = read("k7/8/8/8/8/8/8/K3R3 w - - 0 1");
/// assert_eq!(pack_move(unpack_book_move(&rook, e1g1).unwrap()).to_string(), "e1g1");
/// ```
pub fn unpack_book_move<P: Position>(position: &P, packed: PackedMove) -> Option<Move> {
    unpack_move(position, packed).or_else(|| {
        let from = Square::new(packed.from()?.into());
        if packed.bits() >> 12 != 0 || position.board().king_of(position.turn()) != Some(from) {
            return None;
        }
        let uci = UciMove::Normal { from, to: Square::new(packed.to().into()), promotion: None };
        uci.to_move(position).ok().filter(|m| m.is_castle())
    })
}

#[cfg(test)]
mod tests {
    use shakmaty::variant::{Variant, VariantPosition};

    use super::*;
    use crate::read_position::read_variant_position;

    #[test]
    fn exactly_the_packed_legal_moves_can_be_unpacked() {
        for (variant, fen) in [
            (
                Variant::Chess,
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            ),
            (Variant::Chess, "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1"),
            (Variant::Chess, "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3"),
            (Variant::Chess, "r1k1r2r/8/8/8/8/8/8/R1K1R2R w EAea - 0 1"),
            (Variant::Antichess, "8/P7/8/8/8/8/8/7r w - - 0 1"),
            (Variant::Crazyhouse, "4k3/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1"),
        ] {
            let position: VariantPosition =
                read_variant_position(fen.as_bytes(), variant, None).unwrap();
            let mut packed: Vec<_> =
                position.legal_moves().iter().map(|m| pack_move(*m).bits()).collect();
            packed.sort_unstable();
            let unpacked: Vec<_> = (0..=u16::MAX)
                .filter(|bits| unpack_move(&position, PackedMove::from_bits(*bits)).is_some())
                .collect();
            assert_eq!(packed, unpacked, "{fen}");
        }
    }
}
