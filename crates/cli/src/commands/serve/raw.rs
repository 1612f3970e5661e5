//! Rows of the command as parts of larger JSON objects.

use serde_json::value::RawValue;

/// The row of JSON lines that `append` writes.
pub fn raw(append: impl FnOnce(&mut Vec<u8>)) -> Box<RawValue> {
    let mut row = Vec::new();
    append(&mut row);
    let row = String::from_utf8(row).expect("rows of JSON are UTF-8");
    RawValue::from_string(row).expect("rows of JSON are JSON")
}
