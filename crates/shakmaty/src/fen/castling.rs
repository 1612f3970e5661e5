//! Reads castling rights, by side or by the file of the rook.

use shakmaty::{Bitboard, Board, Color, File, Square};

use super::error::{Expected, FenError};
use super::text::Text;

/// Reads castling rights as the squares of their rooks, and the separators after them.
#[inline]
pub(super) fn read(text: &mut Text, board: &Board) -> Result<Bitboard, FenError> {
    let mut rights = Bitboard::EMPTY;
    match text.byte() {
        Some(b'-') => {
            text.advance();
            text.end_field(Expected::EndOfCastling)?;
            return Ok(rights);
        }
        Some(_) => {}
        None => return Err(text.fault(Expected::Castling)),
    }
    while let Some(letter) = text.byte_of_field() {
        let color = Color::from_white(letter.is_ascii_uppercase());
        let Some(rook) = rook(letter.to_ascii_lowercase(), color, board) else {
            return Err(text.fault(Expected::Castling));
        };
        rights.add(rook);
        if are_more_than_two(rights & color.backrank()) {
            return Err(text.fault(Expected::TwoRights));
        }
        text.advance();
    }
    text.skip_separators();
    Ok(rights)
}

fn are_more_than_two(squares: Bitboard) -> bool {
    let without_first = |squares: u64| squares & squares.wrapping_sub(1);
    without_first(without_first(squares.0)) != 0
}

/// Returns the square of the rook that a lower-case letter denotes.
#[inline]
fn rook(letter: u8, color: Color, board: &Board) -> Option<Square> {
    let file = match letter {
        b'k' => File::H,
        b'q' => File::A,
        b'a'..=b'h' => File::new(u32::from(letter - b'a')),
        _ => return None,
    };
    let square = Square::from_coords(file, color.backrank());
    if matches!(letter, b'a'..=b'h') || board.by_piece(color.rook()).contains(square) {
        return Some(square);
    }
    Some(outer_rook(letter, color, board).unwrap_or(square))
}

/// Returns the outermost rook of a side, unless the king is outside it.
#[cold]
fn outer_rook(letter: u8, color: Color, board: &Board) -> Option<Square> {
    let candidates = (board.rooks() | board.kings()) & board.by_color(color) & color.backrank();
    let outermost = if letter == b'k' { candidates.last() } else { candidates.first() };
    outermost.filter(|square| board.rooks().contains(*square))
}
