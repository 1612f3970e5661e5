//! The order of the pieces and squares in a layout of chess.

use serde::Serialize;
use shakmaty::Square;
use zobrist_chess::{ChessLayout, Part, Pieces};

/// The order in which keys of pieces on squares are taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PieceOrder {
    /// The letters of FEN, such as `PNBRQKpnbrqk`.
    pub pieces: String,
    /// The first two squares and the last, such as `a1 b1 … h8`.
    pub squares: String,
    /// Nesting of the two: `by-piece` if all squares of a piece stand together, else `by-square`.
    pub nesting: &'static str,
}

impl PieceOrder {
    /// The order of a layout; `None` if it has no keys of pieces.
    pub fn of(layout: ChessLayout) -> Option<PieceOrder> {
        layout.parts().find_map(|part| match part {
            Part::Pieces(pieces) => Some(PieceOrder::of_pieces(pieces)),
            _ => None,
        })
    }

    fn of_pieces(pieces: Pieces) -> PieceOrder {
        let squares = pieces.squares();
        let [first, second, last] =
            [0, 1, 63].map(|index| Square::new(squares.square(index) as u32));
        PieceOrder {
            pieces: pieces.letters().into_iter().collect(),
            squares: format!("{first} {second} … {last}"),
            nesting: if pieces.is_by_square() { "by-square" } else { "by-piece" },
        }
    }
}

#[cfg(test)]
mod tests {
    use zobrist_chess::{Corner, Run, Squares};

    use super::*;

    #[test]
    fn layouts_of_chess() {
        // Polyglot's description lists the black pawn first; Stockfish's arrays begin with white.
        for (layout, pieces) in [
            (ChessLayout::POLYGLOT, "pPnNbBrRqQkK"),
            (ChessLayout::POLYGLOT_SETS, "pPnNbBrRqQkK"),
            (ChessLayout::STOCKFISH, "PNBRQKpnbrqk"),
        ] {
            let order = PieceOrder::of(layout).unwrap();
            assert_eq!(order.squares, "a1 b1 … h8");
            assert_eq!((order.pieces.as_str(), order.nesting), (pieces, "by-piece"));
        }
    }

    #[test]
    fn other_orders() {
        let squares = Squares { first: Corner::H8, run: Run::File };
        let pieces = Pieces::of("kKqQrRbBnNpP").on(squares).by_square();
        let order = PieceOrder::of(ChessLayout::of(&[Part::Pieces(pieces)])).unwrap();
        assert_eq!(
            (order.pieces.as_str(), order.squares.as_str(), order.nesting),
            ("kKqQrRbBnNpP", "h8 h7 … a1", "by-square")
        );
        // Slots of pawns that no pawn can take are in the order of the squares all the same.
        let order = PieceOrder::of(ChessLayout::CHESS_768).unwrap();
        assert_eq!(order.squares, "a1 b1 … h8");
    }
}
