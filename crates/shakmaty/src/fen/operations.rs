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
    // Perft suites write a semicolon before each operation.
    if text.byte() == Some(b';') {
        text.advance();
        skip_blanks(text);
    }
    while !text.is_at_end() {
        read_operation(text)?;
        skip_blanks(text);
    }
    Ok(())
}

fn skip_blanks(text: &mut Text) {
    while text.byte().is_some_and(is_blank) {
        text.advance();
    }
}

fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}

/// Reads an opcode and its operands up to the semicolon, or to the end of the line after a known
/// opcode. In double quotes, a semicolon is text.
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
            if is_known(opcode) && !rest[opcode.len()..].trim_ascii().is_empty() {
                text.advance_by(rest.len());
                return Ok(());
            }
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

/// True for the opcodes of the standard of EPD that have operands, and for the depths of perft
/// suites, as `D1`. Another word, without a semicolon after it, is more likely a fault of the line.
fn is_known(opcode: &[u8]) -> bool {
    match opcode {
        [b'D', depth @ ..] => !depth.is_empty() && depth.iter().all(u8::is_ascii_digit),
        [b'c' | b'v', b'0'..=b'9'] => true,
        _ => OPCODES.contains(&opcode),
    }
}

const OPCODES: [&[u8]; 19] = [
    b"acd", b"acn", b"acs", b"am", b"bm", b"ce", b"dm", b"eco", b"fmvn", b"hmvc", b"id", b"nic",
    b"pm", b"pv", b"rc", b"sv", b"tcgs", b"tcri", b"tcsi",
];

/// Returns the text up to the next space.
fn word(text: &[u8]) -> &[u8] {
    &text[..memchr(b' ', text).unwrap_or(text.len())]
}
