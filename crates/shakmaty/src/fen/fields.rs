//! Reads the fields after the board: castling rights, by side or by the file of the rook; the
//! halfmove clock and the move number; and the checks of Three-check before or after them.
//!
//! Strictly, a field has nothing but what it should, and the operations of EPD may follow any, also
//! without a space before a semicolon.

use core::num::NonZeroU32;

use shakmaty::{Bitboard, Board, ByColor, Color, File, RemainingChecks, Setup, Square};

use super::error::{Expected, FenError};
use super::operations;
use super::text::Text;

/// Reads castling rights as the squares of their rooks, and the separators after them.
#[inline]
pub(super) fn read_castling(text: &mut Text, board: &Board) -> Result<Bitboard, FenError> {
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

/// Reads the remaining fields of a line.
#[inline]
pub(super) fn read_counters(
    text: &mut Text,
    setup: &mut Setup,
    strict: bool,
) -> Result<(), FenError> {
    let has_ended = |text: &Text| match text.byte() {
        Some(byte) => strict && operations::begins(byte),
        None => true,
    };
    if has_ended(text) {
        return Ok(());
    }
    match number(text, strict) {
        Ok(halfmoves) => setup.halfmoves = halfmoves,
        Err(digits) => {
            let fault = |text: &Text| text.fault_after(digits, Expected::Halfmoves);
            setup.remaining_checks = Some(read_checks(text, strict, fault)?);
            if has_ended(text) {
                return Ok(());
            }
            let halfmoves = number(text, strict);
            setup.halfmoves =
                halfmoves.map_err(|digits| text.fault_after(digits, Expected::Halfmoves))?;
        }
    }
    if has_ended(text) {
        return Ok(());
    }
    let fullmoves = number(text, strict);
    let fullmoves = fullmoves.map_err(|digits| text.fault_after(digits, Expected::Fullmoves))?;
    setup.fullmoves = NonZeroU32::new(fullmoves).unwrap_or(NonZeroU32::MIN);
    if !has_ended(text) && setup.remaining_checks.is_none() {
        let fault = |text: &Text| text.fault_of_field(Expected::EndOfLine);
        setup.remaining_checks = Some(read_checks(text, strict, fault)?);
    }
    Ok(())
}

/// Reads a field of digits. If another byte is in it, nothing is read, and the number of digits
/// before that byte is returned. As in shakmaty, a number above `u32::MAX` may be followed by any
/// bytes up to the end of its field, unless reading is strict.
#[inline]
fn number(text: &mut Text, strict: bool) -> Result<u32, usize> {
    let mut value = 0_u32;
    let mut digits = 0;
    for byte in text.rest() {
        let digit = match byte {
            b'0'..=b'9' => u32::from(byte - b'0'),
            b' ' | b'_' if digits > 0 => break,
            b';' if strict && digits > 0 => break,
            _ => return Err(digits),
        };
        let Some(tens) = value.checked_mul(10) else {
            let word = text.word_of(strict);
            match word.iter().position(|byte| !byte.is_ascii_digit()) {
                Some(digits) if strict => return Err(digits),
                _ => text.advance_by(word.len()),
            }
            text.skip_separators();
            return Ok(u32::MAX);
        };
        value = tens.saturating_add(digit);
        digits += 1;
    }
    text.advance_by(digits);
    text.skip_separators();
    Ok(value)
}

/// Reads a field of checks, or returns `fault` if it is not one at all.
#[cold]
fn read_checks(
    text: &mut Text,
    strict: bool,
    fault: impl FnOnce(&Text) -> FenError,
) -> Result<ByColor<RemainingChecks>, FenError> {
    let word = text.word_of(strict);
    match checks(word, strict) {
        Some(checks) => {
            text.advance_by(word.len());
            text.skip_separators();
            Ok(checks)
        }
        None if word.contains(&b'+') => Err(text.fault_of_field(Expected::Checks)),
        None => Err(fault(text)),
    }
}

/// Reads remaining checks, as `3+3`, or given checks, as `+0+0`.
fn checks(word: &[u8], strict: bool) -> Option<ByColor<RemainingChecks>> {
    let mut numbers = word.splitn(3, |byte| *byte == b'+');
    let (white, black) = match (numbers.next()?, numbers.next()?, numbers.next()) {
        (b"", white, Some(black)) => {
            let left = |given| 3_u32.checked_sub(given);
            let black =
                if strict { number_of_checks(black)? } else { signed_number_of_checks(black)? };
            (left(number_of_checks(white)?)?, left(black)?)
        }
        (white, black, None) => (number_of_checks(white)?, number_of_checks(black)?),
        _ => return None,
    };
    Some(ByColor { white: white.try_into().ok()?, black: black.try_into().ok()? })
}

/// Reads a number of checks. Numbers that overflow saturate.
fn number_of_checks(digits: &[u8]) -> Option<u32> {
    let are_digits = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
    let add =
        |value: u32, digit: &u8| value.saturating_mul(10).saturating_add(u32::from(digit - b'0'));
    are_digits.then(|| digits.iter().fold(0, add))
}

/// Reads a number of checks with an optional sign, as shakmaty reads the second number of `+0+0`.
fn signed_number_of_checks(number: &[u8]) -> Option<u32> {
    match number {
        [b'-', digits @ ..] => number_of_checks(digits).filter(|value| *value == 0),
        [b'+', digits @ ..] | digits => number_of_checks(digits),
    }
}
