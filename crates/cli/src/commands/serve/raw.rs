//! Rows of the command as parts of larger JSON objects.

use serde::Serialize;
use serde_json::value::RawValue;

/// The row of JSON lines that `append` writes.
pub fn raw(append: impl FnOnce(&mut Vec<u8>)) -> Box<RawValue> {
    let mut row = Vec::new();
    append(&mut row);
    let row = String::from_utf8(row).expect("rows of JSON are UTF-8");
    RawValue::from_string(row).expect("rows of JSON are JSON")
}

/// An object with the fields of two, in their order.
pub fn joined(first: &RawValue, second: &impl Serialize) -> Box<RawValue> {
    let second = serde_json::to_string(second).expect("answers can be written as JSON");
    // Each without its braces.
    let fields = [first.get().trim_end(), &second].map(|object| &object[1..object.len() - 1]);
    RawValue::from_string(format!("{{{}}}", fields.join(",")))
        .expect("both are objects with fields")
}
