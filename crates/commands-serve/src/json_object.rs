//! JSON objects that are written field by field, and the hashes and names of files in them. Rows of
//! the command become objects, or parts of them, as they are: their text is neither read nor
//! written again.

use std::path::Path;

use serde::Serialize;
use zobrist::AnyKey;
use zobrist_chess::{ComposedScheme, Scheme};

/// The text of an object up to its last field, without the closing brace.
#[derive(Clone, Debug)]
pub(crate) struct JsonObject(Vec<u8>);

impl JsonObject {
    /// An object without fields.
    pub(crate) fn new() -> JsonObject {
        JsonObject(b"{".to_vec())
    }

    /// The row of JSON lines that `append` writes.
    pub(crate) fn of_row(append: impl FnOnce(&mut Vec<u8>)) -> JsonObject {
        let mut row = Vec::new();
        append(&mut row);
        let end = row.trim_ascii_end().len();
        row.truncate(end);
        assert_eq!(row.pop(), Some(b'}'), "a row of JSON is an object");
        JsonObject(row)
    }

    /// Adds a field.
    #[must_use]
    pub(crate) fn field(mut self, name: &str, value: &impl Serialize) -> JsonObject {
        self.begin(name);
        serde_json::to_writer(&mut self.0, value).expect("answers can be written as JSON");
        self
    }

    /// Adds an object as a field, or null.
    #[must_use]
    pub(crate) fn object(mut self, name: &str, object: Option<JsonObject>) -> JsonObject {
        self.begin(name);
        self.0.extend(object.map_or(b"null".to_vec(), JsonObject::finish));
        self
    }

    /// Adds an array of objects as a field, or null.
    #[must_use]
    pub(crate) fn objects(mut self, name: &str, objects: Option<Vec<JsonObject>>) -> JsonObject {
        self.begin(name);
        let array = objects.map(|objects| {
            let objects: Vec<Vec<u8>> = objects.into_iter().map(JsonObject::finish).collect();
            [b"[", &objects.join(&b',')[..], b"]"].concat()
        });
        self.0.extend(array.unwrap_or_else(|| b"null".to_vec()));
        self
    }

    /// Adds the fields of a structure, of which it has some.
    #[must_use]
    pub(crate) fn fields_of(mut self, fields: &impl Serialize) -> JsonObject {
        let fields = serde_json::to_vec(fields).expect("answers can be written as JSON");
        self.separate();
        self.0.extend_from_slice(&fields[1..fields.len() - 1]);
        self
    }

    /// The text of the whole object.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        self.0.push(b'}');
        self.0
    }

    fn begin(&mut self, name: &str) {
        self.separate();
        serde_json::to_writer(&mut self.0, name).expect("a name can be written as JSON");
        self.0.push(b':');
    }

    fn separate(&mut self) {
        if self.0.len() > 1 {
            self.0.push(b',');
        }
    }
}

/// A hash or a key of a scheme, with a hex digit for four bits. A number of JSON would lose bits.
pub(crate) fn hex(scheme: &ComposedScheme, key: AnyKey) -> String {
    let digits = scheme.bits().div_ceil(4) as usize;
    format!("{:0digits$x}", zobrist::Key::to_word(key))
}

/// The name of a file without its folders, which are nobody's business.
pub(crate) fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn fields_come_in_the_order_in_which_they_are_added() {
        let row = || JsonObject::of_row(|out| out.extend_from_slice(b"{\"a\":1}\n"));
        let object = JsonObject::new()
            .field("name", &"x\"y")
            .object("row", Some(row().field("b", &2)))
            .object("none", None)
            .objects("rows", Some(vec![row(), JsonObject::new()]))
            .objects("empty", Some(Vec::new()))
            .objects("missing", None)
            .fields_of(&json!({ "c": [3] }));
        let expected = "{\"name\":\"x\\\"y\",\"row\":{\"a\":1,\"b\":2},\"none\":null,\
                        \"rows\":[{\"a\":1},{}],\"empty\":[],\"missing\":null,\"c\":[3]}";
        assert_eq!(String::from_utf8(object.finish()).unwrap(), expected);
    }
}
