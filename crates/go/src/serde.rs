//! Stored forms for serde, with the feature `serde`: text in every format.

use std::fmt::{self, Display};
use std::marker::PhantomData;
use std::str::FromStr;

use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::color::Color;
use crate::game::Move;
use crate::point::Point;

/// A type that is what `Display` writes and `FromStr` reads.
macro_rules! text {
    ($($type:ty: $expected:literal),*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                deserializer.deserialize_str(TextVisitor($expected, PhantomData))
            }
        }
    )*};
}

text!(Point: "a point such as D4", Move: "a point such as D4, or pass");

struct TextVisitor<T>(&'static str, PhantomData<T>);

impl<T: FromStr<Err: Display>> Visitor<'_> for TextVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

const NAMES: [(Color, &str); 2] = [(Color::Black, "black"), (Color::White, "white")];

impl Serialize for Color {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(NAMES[self.index()].1)
    }
}

impl<'de> Deserialize<'de> for Color {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Color, D::Error> {
        deserializer.deserialize_str(ColorVisitor)
    }
}

struct ColorVisitor;

impl Visitor<'_> for ColorVisitor {
    type Value = Color;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("black or white")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Color, E> {
        let found = NAMES.iter().find(|(_, name)| *name == text);
        let found = found.map(|(color, _)| *color);
        found.ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
    }
}
