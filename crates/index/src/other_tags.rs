//! The tags of a game that have no column of their own: a JSON object of strings, in the order of the
//! game.

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

/// Takes a tag out of an object; `None` if it does not have it. One that cannot be read has no tags.
pub(crate) fn take(tags: &mut Vec<u8>, name: &str) -> Option<Vec<u8>> {
    // Most games have no such tag.
    let quoted = format!("\"{name}\":");
    if !tags.windows(quoted.len()).any(|window| window == quoted.as_bytes()) {
        return None;
    }
    let mut all = read(tags)?;
    let at = all.iter().position(|(other, _)| other == name)?;
    let (_, value) = all.remove(at);
    tags.clear();
    all.iter().for_each(|(name, value)| push(tags, name, value));
    close(tags);
    Some(value.into_bytes())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_taken_out_and_the_others_stay_in_their_order() {
        let mut tags =
            br#"{"ECO":"C20","TimeControl":"180+2 \"blitz\"","Annotator":"\u00e9"}"#.to_vec();
        assert_eq!(take(&mut tags, "UTCDate"), None);
        assert_eq!(take(&mut tags, "TimeControl").unwrap(), b"180+2 \"blitz\"");
        assert_eq!(tags, "{\"ECO\":\"C20\",\"Annotator\":\"é\"}".as_bytes());
        // The name in a value is no tag.
        let mut tags = br#"{"X":"\"UTCDate\":"}"#.to_vec();
        assert_eq!(take(&mut tags, "UTCDate"), None);
        assert_eq!(tags, br#"{"X":"\"UTCDate\":"}"#);
        let mut tags = br#"{"UTCDate":"2020.01.02"}"#.to_vec();
        assert_eq!(take(&mut tags, "UTCDate").unwrap(), b"2020.01.02");
        assert_eq!(tags, b"{}");
    }
}
