//! Keys in JSON: an array, or the object that `keys export --lang json` writes.

use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, SeqAccess, Unexpected, Visitor};
use serde_json::value::RawValue;
use zobrist_input::{FileError, Place, Result};

use crate::arrays::Arrays;
use crate::groups::Groups;
use crate::hex::{self, Digits};
use crate::layout_file::{self, KindSize};
use crate::list::{KeyList, check_bits};
use crate::metadata::{self, Conventions};

/// Reads an array of hex strings or numbers, or an object that has one as `keys`. `bits` is the
/// width of a key, if it is known.
///
/// # Errors
/// When it is something else, or a key is wider.
pub(crate) fn read(place: Place, bits: Option<u32>) -> Result<KeyList> {
    let start = place.bytes.iter().position(|byte| !byte.is_ascii_whitespace());
    if start.is_none_or(|start| place.bytes[start] != b'{') {
        return Ok(keys(place, place.bytes, bits)?.list());
    }
    let object: Object =
        serde_json::from_slice(place.bytes).map_err(|error| wrong(place, place.bytes, &error))?;
    let own_bits = object.bits.filter(|bits| (1..=128).contains(bits));
    let mut list = keys(place, object.keys.get().as_bytes(), bits.or(own_bits))?.list();
    list.bits = own_bits.unwrap_or(list.bits);
    list.layout = object.layout.and_then(layout_file::of_sizes);
    list.adds = metadata::adds(object.combine.as_deref());
    list.name = object.name;
    list.assumed = object.conventions.is_some_and(|conventions| conventions.assumed);
    list.fingerprint = object.fingerprint;
    list.scheme_fingerprint = object.scheme_fingerprint.and_then(|text| text.parse().ok());
    Ok(list)
}

/// The keys of an array, which is a part of the file.
fn keys(place: Place, array: &[u8], bits: Option<u32>) -> Result<Keys> {
    let mut keys = Keys { bits, ..Keys::default() };
    let mut deserializer = serde_json::Deserializer::from_slice(array);
    deserializer
        .deserialize_seq(Elements(&mut keys))
        .and_then(|()| deserializer.end())
        .map_err(|error| hex::advised(keys.wrong.as_bytes(), wrong(place, array, &error)))?;
    Ok(keys)
}

/// An error of the parser at its place in the file; `text` is a part of the file.
fn wrong(place: Place, text: &[u8], error: &serde_json::Error) -> FileError {
    let lines = text.split_inclusive(|byte| *byte == b'\n');
    let before: usize = lines.take(error.line().saturating_sub(1)).map(<[u8]>::len).sum();
    let mut at = before + error.column().saturating_sub(1);
    if error.is_data() {
        at = start_of_value(text, at);
    }
    let part = text.as_ptr().addr() - place.bytes.as_ptr().addr();
    let message = error.to_string();
    let reason = message.rsplit_once(" at line ").map_or(message.as_str(), |(reason, _)| reason);
    // The text may only begin like JSON.
    place.error(part + at, format!("read as JSON: {reason}"))
}

/// Start of the string or word that ends at `end`.
fn start_of_value(text: &[u8], end: usize) -> usize {
    let is_before = |byte: &u8| match text.get(end) {
        Some(b'"') => *byte == b'"',
        _ => !byte.is_ascii_alphanumeric() && !b"+-.".contains(byte),
    };
    let before = &text[..end.min(text.len())];
    match (text.get(end), before.iter().rposition(is_before)) {
        (Some(b'"'), Some(start)) => start,
        (Some(byte), Some(start)) if byte.is_ascii_alphanumeric() => start + 1,
        _ => end,
    }
}

/// An object with keys and metadata.
#[derive(Deserialize)]
struct Object<'a> {
    #[serde(borrow)]
    keys: &'a RawValue,
    name: Option<String>,
    bits: Option<u32>,
    combine: Option<String>,
    layout: Option<Vec<KindSize>>,
    conventions: Option<Conventions>,
    fingerprint: Option<String>,
    scheme_fingerprint: Option<String>,
}

/// The keys of an array, nested or not.
#[derive(Default)]
struct Keys {
    /// The width of a key, if it is known.
    bits: Option<u32>,
    keys: Vec<u128>,
    strings: Digits,
    any_number: bool,
    /// A string that is no key.
    wrong: String,
    groups: Groups,
}

impl Keys {
    fn push<E: Error>(&mut self, key: u128) -> Result<(), E> {
        check_bits(key, self.keys.len(), self.bits).map_err(E::custom)?;
        self.keys.push(key);
        self.groups.literal();
        Ok(())
    }

    fn list(self) -> KeyList {
        let bits = match (self.any_number, hex::width_of(&self.keys)) {
            (true, width) => width.max(hex::integer_width(self.strings.bits())),
            (false, _) => self.strings.bits(),
        };
        KeyList { arrays: Arrays(self.groups.arrays()), ..KeyList::new(self.keys, bits) }
    }
}

/// The elements of an array.
struct Elements<'a>(&'a mut Keys);

impl<'de> Visitor<'de> for Elements<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array of keys (hex strings or whole numbers)")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut array: A) -> Result<(), A::Error> {
        self.0.groups.open();
        while array.next_element_seed(Element(self.0))?.is_some() {}
        self.0.groups.close();
        Ok(())
    }
}

/// A key, or an array of keys.
struct Element<'a>(&'a mut Keys);

impl<'de> DeserializeSeed<'de> for Element<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Element<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key (a hex string or a whole number)")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        let (key, digits) = hex::key(text.as_bytes()).map_err(|reason| {
            self.0.wrong = text.to_owned();
            E::custom(reason)
        })?;
        self.0.strings.add(digits);
        self.0.push(key)
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<(), E> {
        self.0.any_number = true;
        self.0.push(number.into())
    }

    /// Languages without unsigned integers write large keys as negative numbers.
    fn visit_i64<E: Error>(self, number: i64) -> Result<(), E> {
        self.visit_u64(number.cast_unsigned())
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<(), E> {
        Err(E::custom(format_args!(
            "expected a whole number below 2^64, got {number:?}; write wider keys as hex strings"
        )))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, array: A) -> Result<(), A::Error> {
        Elements(self.0).visit_seq(array)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<(), E> {
        Err(E::invalid_type(Unexpected::Bool(value), &self))
    }
}
