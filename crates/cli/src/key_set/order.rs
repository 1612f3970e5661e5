//! The order of the pieces and squares in a layout of chess.

use serde::Serialize;
use zobrist_chess::{ChessFeature, ChessLayout, Color, Role};

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
    /// The order of a layout, found by decoding its features; `None` if it has none of pieces.
    pub fn of(layout: ChessLayout) -> Option<PieceOrder> {
        let features = layout.layout().features();
        let pieces = features.filter_map(|feature| match layout.decode(feature) {
            Some(ChessFeature::Piece { color, role, square }) => {
                Some((letter(color, role), square))
            }
            _ => None,
        });
        order(pieces)
    }
}

fn order(features: impl Iterator<Item = (char, usize)>) -> Option<PieceOrder> {
    let (mut pieces, mut squares) = (String::new(), Vec::new());
    let mut is_by_piece = true;
    for (number, (piece, square)) in features.enumerate() {
        if number == 1 {
            is_by_piece = pieces.starts_with(piece);
        }
        if !pieces.contains(piece) {
            pieces.push(piece);
        }
        if !squares.contains(&square) {
            squares.push(square);
        }
    }
    let names: Vec<String> = squares.into_iter().map(name).collect();
    let squares = match names.as_slice() {
        [] => return None,
        [first, second, .., last] if names.len() > 3 => format!("{first} {second} … {last}"),
        few => few.join(" "),
    };
    Some(PieceOrder {
        pieces,
        squares,
        nesting: if is_by_piece { "by-piece" } else { "by-square" },
    })
}

fn letter(color: Color, role: Role) -> char {
    let letter = match role {
        Role::Pawn => 'P',
        Role::Knight => 'N',
        Role::Bishop => 'B',
        Role::Rook => 'R',
        Role::Queen => 'Q',
        Role::King => 'K',
    };
    if color == Color::White { letter } else { letter.to_ascii_lowercase() }
}

fn name(square: usize) -> String {
    format!("{}{}", char::from(b'a' + (square % 8) as u8), square / 8 + 1)
}

#[cfg(test)]
mod tests {
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
        let by_square = (0..64).rev().flat_map(|square| [('k', square), ('K', square)]);
        let order = order(by_square).unwrap();
        assert_eq!(
            (order.pieces.as_str(), order.squares.as_str(), order.nesting),
            ("kK", "h8 g8 … a1", "by-square")
        );
        assert_eq!(super::order([].into_iter()), None);
        assert_eq!(super::order([('K', 4), ('K', 0)].into_iter()).unwrap().squares, "e1 a1");
    }
}
