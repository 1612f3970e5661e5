//! Finds a member of a JSON object without changing the object's text.

use std::borrow::Cow;
use std::fmt;

use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::syntax::KEY;

/// Members of an object.
#[derive(Debug, Default)]
pub(crate) struct Members<'a> {
    /// The value of the member that was looked for.
    pub(crate) value: Option<&'a RawValue>,
    /// True if the object has the member that is to be appended.
    pub(crate) has_key: bool,
}

impl<'a> Members<'a> {
    /// Reads a line as an object and looks for a member.
    ///
    /// # Errors
    /// When the line is no object, or has the member twice.
    pub(crate) fn read(line: &'a [u8], name: &str) -> Result<Members<'a>, String> {
        let mut reader = serde_json::Deserializer::from_slice(line);
        let members = reader.deserialize_map(Search(name));
        let members = members.and_then(|members| reader.end().map(|()| members));
        members.map_err(|error| {
            let text = error.to_string();
            let text = text.split(" at line ").next().unwrap_or_default();
            match error.is_data() {
                true => {
                    format!("expected a JSON object: {}", text.replace(", expected an object", ""))
                }
                false => format!("column {}: expected a JSON object: {text}", error.column()),
            }
        })
    }
}

/// The text of a string in JSON; `None` for another value.
pub(crate) fn text(value: &RawValue) -> Option<Cow<'_, str>> {
    let inner = value.get().strip_prefix('"')?.strip_suffix('"')?;
    match inner.contains('\\') {
        false => Some(inner.into()),
        true => serde_json::from_str::<String>(value.get()).ok().map(Cow::Owned),
    }
}

/// Visits the members of an object.
struct Search<'s>(&'s str);

/// Name of a member.
enum Name {
    Wanted,
    Key,
    Other,
}

impl<'de> Visitor<'de> for Search<'_> {
    type Value = Members<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members<'de>, A::Error> {
        let mut members = Members::default();
        while let Some(name) = map.next_key_seed(Search(self.0))? {
            match name {
                Name::Wanted if members.value.is_some() => {
                    return Err(A::Error::custom(format!("got the member `{}` twice", self.0)));
                }
                Name::Wanted => members.value = Some(map.next_value()?),
                Name::Key => {
                    members.has_key = true;
                    map.next_value::<IgnoredAny>()?;
                }
                Name::Other => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(members)
    }
}

impl<'de> DeserializeSeed<'de> for Search<'_> {
    type Value = Name;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Name, D::Error> {
        deserializer.deserialize_str(Compare(self.0))
    }
}

/// Compares the name of a member.
struct Compare<'s>(&'s str);

impl Visitor<'_> for Compare<'_> {
    type Value = Name;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name")
    }

    fn visit_str<E>(self, name: &str) -> Result<Name, E> {
        Ok(match name {
            name if name == self.0 => Name::Wanted,
            KEY => Name::Key,
            _ => Name::Other,
        })
    }
}
