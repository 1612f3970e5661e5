//! Records and fields of CSV (RFC 4180). A field in quotes may contain commas, line ends and
//! doubled quotes; a quote inside a field that does not begin with one means nothing.

use std::borrow::Cow;
use std::ops::Range;

use memchr::{memchr, memchr2};

/// Length of the first record with its line end; `None` if the text ends before.
#[must_use]
pub fn record_end(text: &[u8]) -> Option<usize> {
    let mut at = 0;
    // Without quotes, a record is a line.
    if let Some(first) = memchr2(b'"', b'\n', text)
        && text[first] == b'\n'
    {
        return Some(first + 1);
    }
    loop {
        let end = field_end(text, at)?;
        match text.get(end)? {
            b',' => at = end + 1,
            _ => return Some(end + 1),
        }
    }
}

/// Length of the last record of a file, or of its first line if the record has a quote that is
/// never closed: what follows can then be read again.
#[must_use]
pub fn last_record_end(text: &[u8]) -> usize {
    let mut at = 0;
    while let Some(end) = field_end(text, at) {
        match text.get(end) {
            Some(b',') => at = end + 1,
            Some(_) => return end + 1,
            None => return text.len(),
        }
    }
    memchr(b'\n', text).map_or(text.len(), |end| end + 1)
}

/// Places of the fields of a record without its line end. `None` stands for a field in quotes that
/// are not closed, after which nothing comes.
pub fn fields(record: &[u8]) -> impl Iterator<Item = Option<Range<usize>>> {
    let mut next = Some(0);
    std::iter::from_fn(move || {
        let start = next.take()?;
        let end = field_end(record, start);
        next = end.filter(|end| record.get(*end) == Some(&b',')).map(|end| end + 1);
        Some(end.map(|end| start..end))
    })
}

/// End of the field that begins at `at`: its comma or line end, or the end of the text. `None` if
/// it is in quotes that are not closed.
fn field_end(text: &[u8], at: usize) -> Option<usize> {
    let mut end = at;
    if text.get(at) == Some(&b'"') {
        end += 1;
        loop {
            end += memchr(b'"', &text[end..])? + 1;
            if text.get(end) != Some(&b'"') {
                break;
            }
            end += 1;
        }
    }
    Some(memchr2(b',', b'\n', &text[end..]).map_or(text.len(), |length| end + length))
}

/// The value of a field; `None` if something follows its closing quote.
#[must_use]
pub fn value(field: &[u8]) -> Option<Cow<'_, [u8]>> {
    let Some(quoted) = field.strip_prefix(b"\"") else { return Some(field.into()) };
    let quoted = quoted.strip_suffix(b"\"")?;
    if memchr(b'"', quoted).is_none() {
        return Some(quoted.into());
    }
    let mut value = Vec::with_capacity(quoted.len());
    let mut rest = quoted;
    while let Some(quote) = memchr(b'"', rest) {
        if rest.get(quote + 1) != Some(&b'"') {
            return None;
        }
        value.extend_from_slice(&rest[..=quote]);
        rest = &rest[quote + 2..];
    }
    value.extend_from_slice(rest);
    Some(value.into())
}

/// Appends a field, in quotes if it needs them.
pub fn append_field(out: &mut Vec<u8>, value: &[u8]) {
    if !value.iter().any(|byte| b"\",\n\r".contains(byte)) {
        return out.extend_from_slice(value);
    }
    out.push(b'"');
    for byte in value {
        out.push(*byte);
        if *byte == b'"' {
            out.push(b'"');
        }
    }
    out.push(b'"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_end_at_line_ends_outside_of_quotes() {
        for (text, expected) in [
            ("", None),
            ("a,b", None),
            ("a,b\nc", Some(4)),
            ("\n", Some(1)),
            ("a,\"b\nc\",d\r\ne", Some(11)),
            ("\"a\"\"\n\"\n", Some(7)),
            ("\"a\n", None),
            ("\"a\"", None),
            // A quote within a field.
            ("5\",b\nc\n", Some(5)),
            ("\"a\"b\"\nc\n", Some(6)),
            (",,\"\n\",\n", Some(7)),
        ] {
            assert_eq!(record_end(text.as_bytes()), expected, "{text:?}");
        }
        for (text, expected) in
            [("a,b", 3), ("a,\"b\nc", 5), ("\"a", 2), ("\"a\nb\"", 5), ("\"a\"\"\nb", 5)]
        {
            assert_eq!(last_record_end(text.as_bytes()), expected, "{text:?}");
        }
    }

    #[test]
    fn fields_end_at_commas_outside_of_quotes() {
        for (record, expected) in [
            ("", &[Some(0..0)][..]),
            ("a,b", &[Some(0..1), Some(2..3)]),
            ("a,", &[Some(0..1), Some(2..2)]),
            ("\"a,\nb\",c", &[Some(0..6), Some(7..8)]),
            ("a,\"b", &[Some(0..1), None]),
        ] {
            assert_eq!(fields(record.as_bytes()).collect::<Vec<_>>(), expected, "{record:?}");
        }
    }

    #[test]
    fn fields_come_back_as_they_were() {
        for text in ["", "a b", "a,b", "a\nb\r\n", "\"", "a\"b\",\"c"] {
            let mut field = Vec::new();
            append_field(&mut field, text.as_bytes());
            assert_eq!(fields(&field).collect::<Vec<_>>(), [Some(0..field.len())], "{text:?}");
            assert_eq!(value(&field).as_deref(), Some(text.as_bytes()), "{text:?}");
        }
    }

    #[test]
    fn fields_in_quotes_lose_them() {
        for (field, expected) in [
            ("", Some("")),
            ("a\"b", Some("a\"b")),
            ("\"\"", Some("")),
            ("\"a,b\"", Some("a,b")),
            ("\"\"\"a\"\" b\"", Some("\"a\" b")),
            ("\"a\"b", None),
            ("\"a\"b\"", None),
            ("\"", None),
        ] {
            let value = value(field.as_bytes());
            assert_eq!(value.as_deref(), expected.map(str::as_bytes), "{field:?}");
        }
    }
}
