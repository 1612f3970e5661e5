//! How long comments and strings are in program text.

use memchr::memmem;

use super::language::Language;
use super::tokens::is_word;

/// How far to look for the end of an attribute.
const LONGEST: usize = 4096;

/// The length of what comes before `end`.
fn until(text: &[u8], end: &[u8]) -> usize {
    memmem::find(text, end).unwrap_or(text.len())
}

/// The length of a line, and of those that a backslash joins to it in C.
pub fn line(text: &[u8], language: Language) -> usize {
    let mut end = until(text, b"\n");
    while language == Language::C && end < text.len() {
        let line = text[..end].strip_suffix(b"\r").unwrap_or(&text[..end]);
        if !line.ends_with(b"\\") {
            break;
        }
        end += 1 + until(&text[end + 1..], b"\n");
    }
    end
}

/// The length of a Rust attribute, such as `#[cfg(test)]`.
pub fn attribute(text: &[u8]) -> Option<usize> {
    let mut depth = 0;
    for (at, byte) in text.iter().take(LONGEST).enumerate().skip_while(|(_, byte)| **byte != b'[') {
        match byte {
            b'[' => depth += 1,
            b']' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at + 1);
        }
    }
    None
}

/// The length of a comment from `/*` on, with those inside it if they nest.
pub fn comment(text: &[u8], language: Language) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < text.len() {
        match &text[at..] {
            [b'/', b'*', ..] if depth == 0 || language == Language::Rust => depth += 1,
            [b'*', b'/', ..] => depth -= 1,
            rest => {
                at += 1 + memchr::memchr2(b'/', b'*', &rest[1..]).unwrap_or(rest.len() - 1);
                continue;
            }
        }
        at += 2;
        if depth == 0 {
            return at;
        }
    }
    text.len()
}

/// The length of a string, with its quotes. `None` if it may not span lines and nothing ends it on
/// its line.
pub fn quoted(text: &[u8], quote: u8, over_lines: bool) -> Option<usize> {
    let mut at = 1;
    while let Some(byte) = text.get(at) {
        match byte {
            b'\n' if !over_lines => return None,
            b'\\' => at += 2,
            _ if *byte == quote => return Some(at + 1),
            _ => at += 1,
        }
    }
    over_lines.then_some(text.len())
}

/// The length of a character or a string in single quotes; `None` if the quote is that of a
/// lifetime, and a word follows that no quote ends.
pub fn character(text: &[u8]) -> Option<usize> {
    let word = text[1..].iter().take_while(|byte| is_word(**byte)).count();
    let is_lifetime = word > 0 && !text[1].is_ascii_digit() && text.get(1 + word) != Some(&b'\'');
    if is_lifetime { None } else { quoted(text, b'\'', false) }
}

/// The length of a string in which backslashes do not escape, or that spans lines: `"""…"""`,
/// `'''…'''`, `R"x(…)x"`, `r#"…"#` and C#'s `@"…"`.
pub fn raw(text: &[u8], at: usize, language: Language) -> Option<usize> {
    let rest = &text[at..];
    let before = &text[..at];
    // If nothing ends it, the whole rest is in it.
    let closed = |start: usize, end: &[u8]| {
        let inside = memmem::find(rest.get(start..)?, end);
        Some(inside.map_or(rest.len(), |inside| start + inside + end.len()))
    };
    let quote = rest[0];
    if language != Language::C && quote != b'`' && rest.starts_with(&[quote; 3]) {
        return closed(3, &[quote; 3]);
    }
    if quote != b'"' {
        return None;
    }
    match (language, before) {
        (Language::CSharp, [.., b'@'] | [.., b'@', b'$']) => closed(1, b"\""),
        (Language::C, [.., b'R']) => {
            // A delimiter has up to 16 characters.
            let open = memchr::memchr(b'(', &rest[..rest.len().min(18)])?;
            closed(open, &[b")".as_slice(), &rest[1..open], b"\""].concat())
        }
        (Language::Rust, _) => {
            let hashes = before.iter().rev().take_while(|byte| **byte == b'#').count().min(255);
            let is_raw = before[..at - hashes].ends_with(b"r");
            let end = [b"\"".as_slice(), &b"#".repeat(hashes)].concat();
            if is_raw { closed(1, &end) } else { None }
        }
        _ => None,
    }
}
