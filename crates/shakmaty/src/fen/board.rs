//! Reads the board of a line of FEN, with promoted pieces and the pocket of Crazyhouse.

use shakmaty::{Bitboard, Board, ByColor, ByRole, Piece, Setup, Square};

use super::error::{Expected, FenError};
use super::text::Text;

/// Maximum number of pieces in both pockets.
const MAX_POCKET: usize = 64;

/// Reads the board, promoted pieces and pockets, and the separators after them.
#[inline]
pub(super) fn read(text: &mut Text, setup: &mut Setup) -> Result<(), FenError> {
    let rest = text.rest();
    match read_plain(rest) {
        Some((board, length)) if rest.get(length) != Some(&b'~') => {
            setup.board = board;
            text.advance_by(length);
        }
        _ => read_carefully(text, setup)?,
    }
    match text.byte() {
        Some(b'[') => setup.pockets = Some(read_pocket(text, Some(b']'))?),
        Some(b'/') => setup.pockets = Some(read_pocket(text, None)?),
        _ => {}
    }
    text.end_field(Expected::EndOfBoard)
}

/// Reads a board and returns its length, or `None` if it has promoted pieces or a fault.
///
/// Does not branch on the kind of a byte, which the processor cannot predict.
#[inline]
fn read_plain(bytes: &[u8]) -> Option<(Board, usize)> {
    // For each of the four bits of a piece's number, the squares of the pieces that have it.
    let mut bits = [0_u64; 4];
    let mut at = 0;
    for rank in 0..8 {
        if rank > 0 {
            if bytes.get(at) != Some(&b'/') {
                return None;
            }
            at += 1;
        }
        let (mut pieces, mut file) = (0_u32, 0);
        while file < 8 {
            let meaning = &MEANINGS[usize::from(*bytes.get(at)?)];
            pieces |= meaning.piece << file;
            file += meaning.squares;
            at += 1;
        }
        if file > 8 {
            return None;
        }
        for (squares, of_rank) in bits.iter_mut().zip(pieces.to_le_bytes()) {
            *squares = *squares << 8 | u64::from(of_rank);
        }
    }
    let [ones, twos, fours, white] = bits.map(Bitboard);
    // Roles have the numbers of shakmaty: pawn 1, knight 2, bishop 3, rook 4, queen 5, king 6.
    let by_role = ByRole {
        pawn: ones & !twos & !fours,
        knight: twos & !ones & !fours,
        bishop: ones & twos,
        rook: fours & !ones & !twos,
        queen: ones & fours,
        king: twos & fours,
    };
    let by_color = ByColor { black: (ones | twos | fours) & !white, white };
    let board = Board::try_from_bitboards(by_role, by_color);
    Some((board.expect("a square has one number"), at))
}

/// The meaning of a byte of the board.
#[derive(Clone, Copy)]
struct Meaning {
    /// Number of a piece, its role from 1 to 6 plus 8 if it is white, with one bit in each byte.
    piece: u32,
    /// Number of squares that the byte describes.
    squares: u32,
}

static MEANINGS: [Meaning; 256] = {
    // More squares than a rank has.
    let mut meanings = [Meaning { piece: 0, squares: 64 }; 256];
    let mut squares = 1;
    while squares <= 8 {
        meanings[b'0' as usize + squares] = Meaning { piece: 0, squares: squares as u32 };
        squares += 1;
    }
    let mut byte = 0;
    while byte < 128 {
        if let Some(piece) = Piece::from_char(byte as u8 as char) {
            let number = (piece.color as u32) << 3 | piece.role as u32;
            let spread = number & 1 | (number & 2) << 7 | (number & 4) << 14 | (number & 8) << 21;
            meanings[byte] = Meaning { piece: spread, squares: 1 };
        }
        byte += 1;
    }
    meanings
};

/// Reads a board with promoted pieces, or returns the error of its first fault.
#[cold]
fn read_carefully(text: &mut Text, setup: &mut Setup) -> Result<(), FenError> {
    let (mut ranks_below, mut left, mut last) = (7_u8, 8_u8, None);
    let mut at = 0;
    for byte in text.rest() {
        let square = || Square::new(u32::from(8 * ranks_below + 8 - left));
        let piece = Piece::from_char(char::from(*byte)).filter(|_| left > 0);
        match (byte, piece, last) {
            (_, Some(piece), _) => {
                setup.board.set_piece_at(square(), piece);
                last = Some(square());
                left -= 1;
            }
            (b'~', _, Some(square)) => {
                setup.promoted.add(square);
                last = None;
            }
            (b'1'..=b'8', ..) if byte - b'0' <= left => {
                left -= byte - b'0';
                last = None;
            }
            (b'/', ..) if left == 0 && ranks_below > 0 => {
                (ranks_below, left) = (ranks_below - 1, 8);
                last = None;
            }
            _ => break,
        }
        at += 1;
    }
    let expected = match (left, ranks_below) {
        (0, 0) => {
            text.advance_by(at);
            return Ok(());
        }
        (0, _) => Expected::Slash,
        _ if at == 0 => Expected::Board,
        _ => Expected::Squares(left),
    };
    Err(text.fault_after(at, expected))
}

/// Reads a pocket up to its closing bracket, or to the end of the field.
#[cold]
fn read_pocket(text: &mut Text, close: Option<u8>) -> Result<ByColor<ByRole<u8>>, FenError> {
    let mut pockets = ByColor::<ByRole<u8>>::default();
    let mut pieces = 0;
    text.advance();
    loop {
        match text.byte_of_field() {
            None if close.is_none() => return Ok(pockets),
            Some(byte) if close == Some(byte) => {
                text.advance();
                return Ok(pockets);
            }
            _ if pieces == MAX_POCKET => return Err(text.fault(Expected::EndOfPocket)),
            byte => match byte.and_then(|byte| Piece::from_char(char::from(byte))) {
                Some(piece) => {
                    *pockets.piece_mut(piece) += 1;
                    pieces += 1;
                    text.advance();
                }
                None => return Err(text.fault(Expected::Pocket)),
            },
        }
    }
}
