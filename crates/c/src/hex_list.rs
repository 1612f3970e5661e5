//! Lists of keys in hex, one a line, and what an export says of them in its comments.

use zobrist::{Combine, Fingerprint};

use crate::status::{Failure, Result, ZOBRIST_FORMAT};

/// The first line of an export.
const MADE_BY: &str = "# Keys for Zobrist hashing, made by `zobrist keys export`.";

/// Keys in the lines of a text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct HexList<'t> {
    /// Each of at most 64 bits.
    pub(crate) keys: Vec<u64>,
    pub(crate) statement: Option<Statement<'t>>,
}

/// What an export states of its keys.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Statement<'t> {
    pub(crate) name: &'t str,
    pub(crate) bits: u32,
    pub(crate) combine: Combine,
    /// Names and sizes of the kinds.
    pub(crate) kinds: Vec<(&'t str, usize)>,
    /// `None` if the name in the comment may not be the one that it was computed with.
    pub(crate) fingerprint: Option<Fingerprint>,
    /// That of a scheme which is described by a text, and so not computed from keys.
    pub(crate) scheme: Option<Fingerprint>,
}

impl<'t> HexList<'t> {
    /// Reads a text: lines of hex digits, with `0x` or without, and of comments after `#` or `//`.
    pub(crate) fn parse(text: &'t str) -> Result<HexList<'t>> {
        let statement = match text.lines().next() {
            Some(MADE_BY) => Some(Statement::parse(text)?),
            _ => None,
        };
        let mut keys = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let end = [line.find('#'), line.find("//")].into_iter().flatten().min();
            let line = line[..end.unwrap_or(line.len())].trim();
            if !line.is_empty() {
                let key = key(line)
                    .ok_or_else(|| wrong(number + 1, "a key of at most 16 hex digits", line))?;
                keys.push(key);
            }
        }
        Ok(HexList { keys, statement })
    }
}

fn key(text: &str) -> Option<u64> {
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")).unwrap_or(text);
    // `from_str_radix` takes a sign.
    let is_hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    if is_hex { u64::from_str_radix(digits, 16).ok() } else { None }
}

impl<'t> Statement<'t> {
    fn parse(text: &'t str) -> Result<Statement<'t>> {
        let (mut name, mut source, mut fingerprint, mut scheme) = (None, None, None, None);
        let (mut bits, mut kinds) = (None, None);
        let comments = text.lines().map_while(|line| line.strip_prefix("# "));
        for (number, line) in comments.enumerate() {
            let Some((field, value)) = line.split_once(": ") else { continue };
            let place = number + 1;
            let print = || value.parse().map_err(|_| wrong(place, "a fingerprint", value));
            match field {
                "name" => name = Some(value),
                "source" => source = Some(value),
                "bits" => bits = Some(width(place, value)?),
                "layout" => kinds = Some(layout(place, value)?),
                "fingerprint" => fingerprint = Some(print()?),
                "scheme fingerprint" => scheme = Some(print()?),
                _ => {}
            }
        }
        let missing = |field: &str| wrong(1, &format!("an export that states its {field}"), "none");
        // A set without a name of its own has the name of its source.
        let name = name.or(source).ok_or_else(|| missing("source"))?;
        let (bits, combine) = bits.ok_or_else(|| missing("bits"))?;
        let kinds = kinds.ok_or_else(|| missing("layout"))?;
        // Comments replace some characters of a name, and the fingerprint depends on the name.
        let is_changed = name.contains('_') || name.contains("* /");
        let fingerprint = fingerprint.filter(|_| !is_changed);
        Ok(Statement { name, bits, combine, kinds, fingerprint, scheme })
    }
}

/// `64`, or `48, added modulo 2^48`.
fn width(line: usize, text: &str) -> Result<(u32, Combine)> {
    let (bits, adds) = match text.split_once(", added modulo 2^") {
        Some((bits, _)) => (bits, true),
        None => (text, false),
    };
    match (bits.parse::<u32>(), adds) {
        (Ok(bits @ 1..=128), false) => Ok((bits, Combine::Xor)),
        (Ok(bits @ 1..=64), true) => Ok((bits, Combine::Sum(bits))),
        _ => Err(wrong(line, "a number of bits", text)),
    }
}

/// `769 = piece 768 + turn 1`.
fn layout(line: usize, text: &str) -> Result<Vec<(&str, usize)>> {
    let kind = |kind| {
        let (name, size) = str::split_once(kind, ' ')?;
        Some((name, size.parse().ok()?))
    };
    let kinds = text.split_once(" = ").map(|(_, kinds)| kinds.split(" + ").map(kind));
    let kinds = kinds.and_then(|kinds| kinds.collect());
    kinds.ok_or_else(|| wrong(line, "a layout such as `769 = piece 768 + turn 1`", text))
}

fn wrong(line: usize, expected: &str, got: &str) -> Failure {
    let got: String = got.chars().take(40).collect();
    Failure::new(ZOBRIST_FORMAT, format!("line {line}: expected {expected}, got {got:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_comments() {
        let list = HexList::parse("0xff\n\n// none\n 9d39247e33776d41 # the first\nA\n").unwrap();
        assert_eq!(list, HexList { keys: vec![0xff, 0x9d39_247e_3377_6d41, 10], statement: None });
        for (text, got) in
            [("1\n+2", "+2"), ("1\n-", "-"), ("1\n0x", "0x"), ("1\n11111111111111111", "1111")]
        {
            let error = format!("{:?}", HexList::parse(text).unwrap_err());
            assert!(error.contains("line 2: expected a key") && error.contains(got), "{error}");
        }
    }

    #[test]
    fn statements() {
        let text = "# Keys for Zobrist hashing, made by `zobrist keys export`.\n# source: mine\n\
                    # bits: 48, added modulo 2^48\n# layout: 3 = stone 2 + turn 1\n# stone: of\n\
                    #   two: lines\n# fingerprint: 0123456789abcdef\n1\n2\n3\n";
        let list = HexList::parse(text).unwrap();
        let statement = list.statement.unwrap();
        assert_eq!((statement.name, statement.bits), ("mine", 48));
        assert_eq!(statement.combine, Combine::Sum(48));
        assert_eq!(statement.kinds, [("stone", 2), ("turn", 1)]);
        assert_eq!(statement.fingerprint.unwrap().to_u64(), 0x0123_4567_89ab_cdef);
        for (from, to, line, expected) in [
            ("bits: 48, added modulo 2^48", "bits: many", 3, "a number of bits"),
            ("layout: 3 = stone 2 + turn 1", "layout: 3 = stone", 4, "a layout"),
            ("0123456789abcdef", "0123", 7, "a fingerprint"),
            ("# source: mine\n", "", 1, "states its source"),
        ] {
            let error = format!("{:?}", HexList::parse(&text.replace(from, to)).unwrap_err());
            assert!(
                error.contains(&format!("line {line}: ")) && error.contains(expected),
                "{error}"
            );
        }
    }
}
