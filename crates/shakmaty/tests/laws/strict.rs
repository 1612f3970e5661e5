//! The law of strict reading: it accepts a line if and only if a slow definition does, as the same
//! position.

use shakmaty::EnPassantMode;
use shakmaty::fen::Fen;
use shakmaty::variant::{Variant, VariantPosition};
use zobrist_shakmaty::{
    ReadPositionError, Strictness, fen, read_variant_position, read_variant_position_with,
};

const VARIANTS: [Variant; 3] = [Variant::Chess, Variant::ThreeCheck, Variant::Crazyhouse];

/// Content for all bytes.
pub(crate) fn law(line: &[u8]) {
    let _ = accepts(line);
}

/// Asserts the law, and returns true if one of the variants accepts the line.
pub(crate) fn accepts(line: &[u8]) -> bool {
    let results = VARIANTS.map(|variant| check(line, variant));
    results.contains(&true)
}

fn check(line: &[u8], variant: Variant) -> bool {
    let context = || format!("{variant}: {}", line.escape_ascii());
    let read = |strictness| read_variant_position_with(line, variant, None, strictness);
    let lenient = |line| read_variant_position(line, variant, None).map(text).ok();
    let whole = split(line).filter(|(fen, operations)| {
        str::from_utf8(line).is_ok()
            && fen::read(fen).is_ok()
            && fields(fen).skip(4).all(is_number_or_checks)
            && are_operations(operations.strip_prefix(b";").unwrap_or(operations))
    });
    let expected = whole.and_then(|(fen, _)| lenient(fen));
    match read(Strictness::Strict) {
        Ok(position) => assert_eq!(Some(text(position)), expected, "{}", context()),
        Err(error) => {
            assert_eq!(None, expected, "{error}: {}", context());
            check_error(line, &error);
        }
    }
    let is_short = fields(line).count() < 4;
    match read(Strictness::AllowMissing) {
        Ok(position) if is_short => {
            assert_eq!(Some(text(position)), lenient(line), "{}", context())
        }
        Ok(position) => assert_eq!(Some(text(position)), expected, "{}", context()),
        Err(error) => {
            let accepted = if is_short { lenient(line) } else { expected.clone() };
            assert_eq!(None, accepted, "{error}: {}", context());
            check_error(line, &error);
        }
    }
    expected.is_some()
}

fn text(position: VariantPosition) -> String {
    Fen::from_position(&position, EnPassantMode::Always).to_string()
}

fn check_error(line: &[u8], error: &ReadPositionError) {
    let column = error.column().unwrap_or(1);
    assert!((1..=line.len() + 1).contains(&column), "{error}: {}", line.escape_ascii());
    if let ReadPositionError::NotFen(error) = error
        && let Some(got) = &error.got
    {
        let rest = String::from_utf8_lossy(&line[column - 1..]);
        assert!(!got.is_empty() && rest.starts_with(&**got), "{error}: {}", line.escape_ascii());
    }
}

fn is_separator(byte: &u8) -> bool {
    b" _".contains(byte)
}

fn fields(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(is_separator).filter(|field| !field.is_empty())
}

/// Splits a line of at least four fields before the first operation, or the semicolon before it.
fn split(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let begins =
        |at: &usize| !is_separator(&line[*at]) && (*at == 0 || is_separator(&line[at - 1]));
    let starts: Vec<usize> = (0..line.len()).filter(begins).collect();
    let is_operation = |at: &&usize| line[**at].is_ascii_alphabetic() || line[**at] == b';';
    let operation = starts.get(4..)?.iter().find(is_operation).copied();
    let semicolon = (starts[3] + 1..line.len()).find(|at| line[*at] == b';');
    Some(line.split_at([operation, semicolon].into_iter().flatten().min().unwrap_or(line.len())))
}

fn is_number_or_checks(field: &[u8]) -> bool {
    let are_digits = |text: &&[u8]| !text.is_empty() && text.iter().all(u8::is_ascii_digit);
    let parts: Vec<&[u8]> = field.split(|byte| *byte == b'+').collect();
    match &parts[..] {
        [number] => are_digits(number),
        [white, black] | [b"", white, black] => are_digits(white) && are_digits(black),
        _ => false,
    }
}

/// The opcodes of the standard that have operands.
const KNOWN: &str = "acd acn acs am bm c0 c1 c2 c3 c4 c5 c6 c7 c8 c9 ce dm eco fmvn hmvc id nic pm pv rc sv tcgs tcri \
                     tcsi v0 v1 v2 v3 v4 v5 v6 v7 v8 v9";

fn are_operations(text: &[u8]) -> bool {
    let start = text.iter().position(|byte| !b" \t".contains(byte));
    let Some(start) = start else { return true };
    let text = &text[start..];
    let mut is_quoted = false;
    let end = text.iter().position(|byte| {
        is_quoted ^= *byte == b'"';
        *byte == b';' && !is_quoted
    });
    let opcode =
        text[..end.unwrap_or(text.len())].split(|byte| b" \t".contains(byte)).next().unwrap();
    let Some(end) = end else {
        // The semicolon after the last one may be missing.
        let is_depth =
            opcode.len() > 1 && opcode[0] == b'D' && opcode[1..].iter().all(u8::is_ascii_digit);
        let is_known = is_depth || KNOWN.split(' ').any(|known| known.as_bytes() == opcode);
        return is_known && !is_quoted && !text[opcode.len()..].trim_ascii().is_empty();
    };
    opcode.first().is_some_and(u8::is_ascii_alphabetic)
        && opcode.iter().all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(byte))
        && opcode != b"moves"
        && are_operations(&text[end + 1..])
}
