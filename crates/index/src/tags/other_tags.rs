//! The tags of a game that have no column of their own: a JSON object of strings, in the order of
//! the game.

use std::fmt;

use serde::de::{Deserializer, MapAccess, Visitor};

/// Appends a tag to an object that is not closed yet.
pub(crate) fn push(tags: &mut Vec<u8>, name: &str, value: &str) {
    tags.push(if tags.is_empty() { b'{' } else { b',' });
    let mut append = |text: &str, end: &[u8]| {
        serde_json::to_writer(&mut *tags, text).expect("memory can be written to");
        tags.extend_from_slice(end);
    };
    append(name, b":");
    append(value, b"");
}

/// Closes an object, which may be empty or closed already.
pub(crate) fn close(tags: &mut Vec<u8>) {
    if tags.is_empty() {
        tags.push(b'{');
    }
    if tags.last() != Some(&b'}') {
        tags.push(b'}');
    }
}

/// All tags of an object, in their order; `None` if it is none.
pub(crate) fn read(tags: &[u8]) -> Option<Vec<(String, String)>> {
    struct Pairs;
    impl<'de> Visitor<'de> for Pairs {
        type Value = Vec<(String, String)>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object of strings")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut pairs = Vec::new();
            while let Some(pair) = map.next_entry()? {
                pairs.push(pair);
            }
            Ok(pairs)
        }
    }
    serde_json::Deserializer::from_slice(tags).deserialize_map(Pairs).ok()
}
