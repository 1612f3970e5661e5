//! Tables of keys of pieces with places that no piece has (a row for no piece, or a board with a
//! border), or in an order of their own.

use alloc::vec::Vec;

use crate::layout::Pieces;
use crate::vocabulary::{Color, Role};

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

/// The rows of a table of keys of pieces that take turns on each square, where the square is the
/// middle index of three.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Interleaved {
    /// The two colors of a role: `[role][square][color]`.
    Colors,
    /// The roles of a color: `[color][square][role]`.
    Roles,
}

impl Interleaved {
    /// Both orders.
    pub const ALL: [Interleaved; 2] = [Interleaved::Colors, Interleaved::Roles];

    /// Returns the name of the index in a scheme file: `role-square-color` or `color-square-role`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Interleaved::Colors => "role-square-color",
            Interleaved::Roles => "color-square-role",
        }
    }

    /// The order of rows that the index needs, in words.
    #[cfg(feature = "file")]
    pub(super) const fn expected(self) -> &'static str {
        match self {
            Interleaved::Colors => {
                "the colors of each role side by side, as in \"PpNnBbRrQqKk\", for `index = \
                 \"role-square-color\"`"
            }
            Interleaved::Roles => {
                "the roles of one color, then those of the other in that order, as in \
                 \"PNBRQKpnbrqk\", for `index = \"color-square-role\"`"
            }
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
    /// The rows that take turns on each square; `None` if the keys of one piece, or those of one
    /// square, follow one another.
    pub interleaved: Option<Interleaved>,
    /// The row whose keys are those of the squares of captures en passant; `None` if they are not
    /// in the table.
    pub en_passant_row: Option<u8>,
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
        interleaved: None,
        en_passant_row: None,
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
        let table = PieceTable { rows, row_count: letters.len() as u8, board, ..PieceTable::PLAIN };
        Some((pieces, table))
    }

    /// Returns the table with rows that take turns; `None` if their order does not fit.
    #[cfg(feature = "file")]
    pub(super) fn interleave(self, pieces: &Pieces, of: Interleaved) -> Option<PieceTable> {
        let rows = usize::from(self.row_count);
        let half = rows / 2;
        let piece = |row: usize| {
            let place = self.rows.iter().position(|of_piece| usize::from(*of_piece) == row);
            place.map(|place| pieces.order()[place])
        };
        let partners = |row: usize| match of {
            Interleaved::Colors => [piece(2 * row), piece(2 * row + 1)],
            Interleaved::Roles => [piece(row), piece(row + half)],
        };
        let first = (0..half).find_map(|row| partners(row)[0])?.0;
        let fits = |pair: [Option<(Color, Role)>; 2]| match pair {
            [None, None] => true,
            [Some((color, role)), Some(other)] => color == first && other == (!color, role),
            _ => false,
        };
        let is_even = rows % 2 == 0;
        let table = PieceTable { interleaved: Some(of), ..self };
        (is_even && (0..half).all(|row| fits(partners(row)))).then_some(table)
    }

    /// The first row of no piece.
    #[cfg(feature = "file")]
    pub(super) fn row_of_no_piece(&self) -> Option<u8> {
        (0..self.row_count).find(|row| !self.rows.contains(row))
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
            table[self.index(pieces, self.rows[piece], square)]
        };
        (0..768).map(key).collect()
    }

    /// Returns the keys of a row on the 64 squares, in their order, of a table of all keys.
    pub(super) fn row(&self, pieces: &Pieces, row: u8, table: &[u128]) -> Vec<u128> {
        (0..64).map(|square| table[self.index(pieces, row, square)]).collect()
    }

    /// The index of the key of a row on a square. Rows that take turns on each square are a block,
    /// and each block has all squares.
    fn index(&self, pieces: &Pieces, row: u8, square: usize) -> usize {
        let (rows, row) = (usize::from(self.row_count), usize::from(row));
        let block = match self.interleaved {
            Some(Interleaved::Colors) => 2,
            Some(Interleaved::Roles) => rows / 2,
            None if pieces.is_by_square() => rows,
            None => 1,
        };
        let first = row / block * block * self.board.places();
        first + self.board.place(square) * block + row % block
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
