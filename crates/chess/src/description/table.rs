//! Tables of keys of pieces with places that no piece has: a row for no piece, or a board with a
//! border.

use alloc::vec::Vec;

use crate::layout::Pieces;

/// The board that the keys of a piece are counted on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum KeyBoard {
    /// 64 squares.
    #[default]
    Squares,
    /// 120 squares: twelve rows of ten, of which those of the board begin at 21.
    Mailbox,
    /// 128 squares: eight rows of sixteen, of which the board is the first half.
    Hex88,
}

impl KeyBoard {
    /// All boards.
    pub const ALL: [KeyBoard; 3] = [KeyBoard::Squares, KeyBoard::Mailbox, KeyBoard::Hex88];

    /// Returns the name in a scheme file: `8x8`, `10x12` or `0x88`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            KeyBoard::Squares => "8x8",
            KeyBoard::Mailbox => "10x12",
            KeyBoard::Hex88 => "0x88",
        }
    }

    /// Returns the number of places of a piece.
    #[must_use]
    pub const fn places(self) -> usize {
        match self {
            KeyBoard::Squares => 64,
            KeyBoard::Mailbox => 120,
            KeyBoard::Hex88 => 128,
        }
    }

    /// Returns the place of a square number, 8 · row + column.
    const fn place(self, square: usize) -> usize {
        let (row, column) = (square / 8, square % 8);
        match self {
            KeyBoard::Squares => square,
            KeyBoard::Mailbox => 21 + 10 * row + column,
            KeyBoard::Hex88 => 16 * row + column,
        }
    }
}

/// A table of keys of pieces: the row of each piece, and the board of a row. A table of twelve rows
/// of 64 squares has a key for each feature and no other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PieceTable {
    /// The row of each piece, in the order of the scheme.
    pub rows: [u8; 12],
    /// The number of rows.
    pub row_count: u8,
    /// The board of a row.
    pub board: KeyBoard,
}

/// The largest number of rows.
#[cfg(feature = "file")]
const MAX_ROWS: usize = 64;

impl PieceTable {
    /// The table without other places.
    pub const PLAIN: PieceTable = PieceTable {
        rows: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
        row_count: 12,
        board: KeyBoard::Squares,
    };

    /// Parses the letters of the pieces in the order of their rows, with a dot for a row of no
    /// piece.
    #[cfg(feature = "file")]
    pub(super) fn parse(letters: &str, board: KeyBoard) -> Option<(Pieces, PieceTable)> {
        let pieces: alloc::string::String =
            letters.chars().filter(|letter| *letter != '.').collect();
        let pieces = Pieces::parse(&pieces)?;
        if letters.len() > MAX_ROWS {
            return None;
        }
        let mut rows = [0; 12];
        let with_piece = (0..).zip(letters.chars()).filter(|(_, letter)| *letter != '.');
        rows.iter_mut().zip(with_piece).for_each(|(row, (place, _))| *row = place);
        Some((pieces, PieceTable { rows, row_count: letters.len() as u8, board }))
    }

    /// Returns the number of keys in the table.
    #[must_use]
    pub const fn places(&self) -> usize {
        self.row_count as usize * self.board.places()
    }

    /// Returns the keys of the features, in slot order, of a table of all keys.
    pub(super) fn select(&self, pieces: &Pieces, table: &[u128]) -> Vec<u128> {
        let key = |slot: usize| {
            let (piece, square) = match pieces.is_by_square() {
                true => (slot % 12, slot / 12),
                false => (slot / 64, slot % 64),
            };
            let (row, place) = (usize::from(self.rows[piece]), self.board.place(square));
            table[match pieces.is_by_square() {
                true => place * usize::from(self.row_count) + row,
                false => row * self.board.places() + place,
            }]
        };
        (0..768).map(key).collect()
    }

    /// The letters with a dot for each row of no piece.
    pub(super) fn letters(&self, pieces: &Pieces) -> alloc::string::String {
        let letter = |row: u8| {
            let piece = self.rows.iter().position(|of_piece| *of_piece == row);
            piece.map_or('.', |piece| pieces.letters()[piece])
        };
        (0..self.row_count).map(letter).collect()
    }
}
