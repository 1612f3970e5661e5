//! Reads the operations of EPD after a position. Their meaning is ignored.

use memchr::{memchr, memchr2};

use super::error::{Expected, FenError};
use super::text::Text;

/// True for the first byte of an operation, also of one that lacks its opcode.
#[inline]
pub(super) fn begins(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b';'
}

/// Reads operations up to the end of the line. The word `moves` is none: in the UCI protocol, moves
/// follow it.
pub(super) fn read(text: &mut Text) -> Result<(), FenError> {
    while !text.is_at_end() {
        read_operation(text)?;
        while text.byte().is_some_and(is_blank) {
            text.advance();
        }
    }
    Ok(())
}

fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}

/// Reads an opcode and its operands up to the semicolon. In double quotes, a semicolon is text.
fn read_operation(text: &mut Text) -> Result<(), FenError> {
    let rest = text.rest();
    let ends_word = |byte: &u8| is_blank(*byte) || *byte == b';';
    let opcode = &rest[..rest.iter().position(ends_word).unwrap_or(rest.len())];
    if !opcode.first().is_some_and(u8::is_ascii_alphabetic) || opcode == b"moves" {
        return Err(text.fault_of(word(rest), Expected::Operation));
    }
    let mut at = opcode.len();
    loop {
        let Some(found) = memchr2(b';', b'"', &rest[at..]) else {
            return Err(text.fault_of(word(rest), Expected::Operation));
        };
        at += found + 1;
        if rest[at - 1] == b';' {
            break;
        }
        match memchr(b'"', &rest[at..]) {
            Some(closing) => at += closing + 1,
            None => {
                text.advance_by(at - 1);
                return Err(text.fault_of(text.rest(), Expected::ClosingQuote));
            }
        }
    }
    let is_of_opcode = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    if !opcode.iter().all(is_of_opcode) {
        return Err(text.fault_of(opcode, Expected::Opcode));
    }
    text.advance_by(at);
    Ok(())
}

/// Returns the text up to the next space.
fn word(text: &[u8]) -> &[u8] {
    &text[..memchr(b' ', text).unwrap_or(text.len())]
}
