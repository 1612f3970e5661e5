//! The sources of an index as rows.

use std::time::{Duration, SystemTime};

use zobrist_console::rows::{Format, Value};
use zobrist_index::{IndexedSource, TextEncoding};

const COLUMNS: [&str; 15] = [
    "type",
    "file",
    "games",
    "first_date",
    "last_date",
    "rejected",
    "below_elo",
    "duplicates",
    "shortened",
    "partial",
    "keep_valid",
    "bytes",
    "modified",
    "digest",
    "encoding",
];

/// Appends a row for each source, below their header. Only objects have a type: other rows have no
/// other kind among them.
pub(crate) fn append(format: Format, out: &mut Vec<u8>, sources: &[IndexedSource]) {
    let first = if format == Format::Jsonl { 0 } else { 1 };
    out.extend(format.header(&COLUMNS[first..]));
    for source in sources {
        let [first_date, last_date] =
            [source.first_date, source.last_date].map(|date| date.map(|date| date.to_string()));
        let modified = source.modified.map(iso_8601);
        let digest = source.digest.map(|digest| digest.to_string());
        let values = [
            Value::Text("source"),
            Value::Text(&source.file),
            Value::Number(source.games),
            Value::text_or_null(first_date.as_deref()),
            Value::text_or_null(last_date.as_deref()),
            Value::Number(source.rejected),
            Value::Number(source.below_elo),
            Value::Number(source.duplicates),
            Value::Number(source.shortened),
            Value::Flag(source.partial),
            Value::Flag(source.keep_valid),
            Value::number_or_null(source.bytes),
            Value::text_or_null(modified.as_deref()),
            Value::text_or_null(digest.as_deref()),
            Value::text_or_null(source.encoding.map(TextEncoding::name)),
        ];
        format.append(out, &COLUMNS[first..], &values[first..]);
    }
}

/// A time in nanoseconds since 1970, to the last digit that is not zero. All are before the year 2555.
fn iso_8601(nanoseconds: u64) -> String {
    let time = SystemTime::UNIX_EPOCH + Duration::from_nanos(nanoseconds);
    humantime::format_rfc3339(time).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_exact() {
        for (nanoseconds, expected) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_400_000_000_001, "2000-02-29T00:00:00.000000001Z"),
            (u64::MAX, "2554-07-21T23:34:33.709551615Z"),
        ] {
            assert_eq!(iso_8601(nanoseconds), expected);
        }
    }
}
