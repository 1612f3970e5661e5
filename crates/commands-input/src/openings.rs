//! Names of openings in tables and rows.

use zobrist_console::rows::{Format, Value};
use zobrist_index::Opening;

/// `B20 Sicilian Defense`; empty without a name.
pub fn text(opening: Option<Opening>) -> String {
    opening.map_or(String::new(), |Opening { eco, name, .. }| format!("{eco} {name}"))
}

/// The names of the columns: one of objects in JSON, two of texts in other formats.
pub fn columns(format: Format) -> &'static [&'static str] {
    if format == Format::Jsonl { &["opening"] } else { &["eco", "opening"] }
}

/// The fields of an object.
pub fn fields(opening: Opening) -> [(&'static str, Value<'static>); 2] {
    [("eco", Value::Text(opening.eco)), ("name", Value::Text(opening.name))]
}

/// Appends the values of the columns; `fields` are those of the opening, if there is one.
pub fn push<'a>(
    format: Format,
    values: &mut Vec<Value<'a>>,
    fields: Option<&'a [(&'static str, Value<'static>); 2]>,
) {
    match (fields, format) {
        (Some(fields), Format::Jsonl) => values.push(Value::Object(fields)),
        (Some(fields), _) => values.extend(fields.map(|(_, value)| value)),
        (None, Format::Jsonl) => values.push(Value::Null),
        (None, _) => values.extend([Value::Null, Value::Null]),
    }
}
