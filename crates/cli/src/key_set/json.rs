//! Keys in JSON: an array, or an object as `keys export --lang json` writes it.

use std::fmt;

use anyhow::Result;
use serde::de::{Deserialize, Deserializer, SeqAccess, Visitor};

use super::about::About;
use super::file::List;
use super::hex::{self, Digits};
use super::layout;
use crate::place::Place;

/// Reads an array of hex strings or numbers, or an object that has one as `keys`.
///
/// # Errors
/// When it is something else.
pub fn read(place: Place) -> Result<List> {
    let wrong = |error: serde_json::Error| {
        let lines = place.bytes.split_inclusive(|byte| *byte == b'\n');
        let before: usize = lines.take(error.line().saturating_sub(1)).map(<[u8]>::len).sum();
        let text = error.to_string();
        let reason = text.rsplit_once(" at line ").map_or(text.as_str(), |(reason, _)| reason);
        // It may be something else that begins like JSON.
        let reason = format!("read as JSON: {reason}");
        place.error(before + error.column().saturating_sub(1), reason)
    };
    let start = place.bytes.iter().position(|byte| !byte.is_ascii_whitespace());
    if start.is_none_or(|start| place.bytes[start] != b'{') {
        return Ok(serde_json::from_slice::<Keys>(place.bytes).map_err(wrong)?.list());
    }
    let object: Object = serde_json::from_slice(place.bytes).map_err(wrong)?;
    let kinds = object.layout.unwrap_or_default();
    let kinds: Vec<_> = kinds.into_iter().map(|kind| (kind.name, kind.size)).collect();
    let mut list = object.keys.list();
    list.bits = object.bits.filter(|bits| (1..=128).contains(bits)).unwrap_or(list.bits);
    list.layout = layout::of_kinds(&kinds);
    list.name = object.name;
    list.fingerprint = object.fingerprint;
    Ok(list)
}

/// What is said by the object that an export leaves beside an array.
pub fn about(text: &[u8]) -> Option<About> {
    let said: Said = serde_json::from_slice(text).ok()?;
    let kinds: Vec<_> = said.layout.into_iter().map(|kind| (kind.name, kind.size)).collect();
    Some(About {
        name: Some(said.name),
        bits: Some(said.bits).filter(|bits| (1..=128).contains(bits)),
        adds: false,
        layout: layout::of_kinds(&kinds),
        fingerprint: Some(said.fingerprint),
    })
}

#[derive(serde::Deserialize)]
struct Said {
    name: String,
    bits: u32,
    layout: Vec<KindOf>,
    fingerprint: String,
}

#[derive(serde::Deserialize)]
struct Object {
    keys: Keys,
    name: Option<String>,
    bits: Option<u32>,
    layout: Option<Vec<KindOf>>,
    fingerprint: Option<String>,
}

#[derive(serde::Deserialize)]
struct KindOf {
    name: String,
    size: usize,
}

/// Keys, nested or not.
#[derive(Default)]
struct Keys {
    keys: Vec<u128>,
    strings: Digits,
    any_number: bool,
}

impl Keys {
    fn list(self) -> List {
        let bits = match (self.any_number, hex::width_of(&self.keys)) {
            (true, width) => width.max(hex::container(self.strings.bits())),
            (false, _) => self.strings.bits(),
        };
        List::new(self.keys, bits)
    }
}

impl<'de> Deserialize<'de> for Keys {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Keys, D::Error> {
        let mut keys = Keys::default();
        deserializer.deserialize_seq(Elements(&mut keys))?;
        Ok(keys)
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
        while array.next_element_seed(Element(self.0))?.is_some() {}
        Ok(())
    }
}

/// A key, or an array of keys.
struct Element<'a>(&'a mut Keys);

impl<'de> serde::de::DeserializeSeed<'de> for Element<'_> {
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

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<(), E> {
        let (key, digits) = hex::key(text.as_bytes()).map_err(E::custom)?;
        self.0.keys.push(key);
        self.0.strings.add(digits);
        Ok(())
    }

    fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<(), E> {
        self.0.keys.push(number.into());
        self.0.any_number = true;
        Ok(())
    }

    /// As languages whose integers have a sign write them.
    fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<(), E> {
        self.visit_u64(number.cast_unsigned())
    }

    fn visit_f64<E: serde::de::Error>(self, number: f64) -> Result<(), E> {
        Err(E::custom(format!(
            "expected a whole number below 2^64, got {number:?}; write wider keys as hex strings"
        )))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, array: A) -> Result<(), A::Error> {
        Elements(self.0).visit_seq(array)
    }

    fn visit_bool<E: serde::de::Error>(self, value: bool) -> Result<(), E> {
        Err(E::invalid_type(serde::de::Unexpected::Bool(value), &self))
    }
}
