//! Stored forms for serde, with the feature `serde`. They are written by hand: the derive macro
//! would add five crates to a program that stores a hash.

use core::fmt::{self, Display};
use core::marker::PhantomData;
use core::str::FromStr;

use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::fingerprint::Fingerprint;
use crate::key::{Hex, Key, Pair, Sum48};
use crate::source::SourceName;

/// In text such as JSON, the form that it displays, `0x` and all hex digits, since not every reader
/// of JSON has integers of 64 bits; else a number of the least width.
impl<K: Key> Serialize for Hex<K> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let word = self.0.to_word();
        match K::BITS {
            _ if serializer.is_human_readable() => serializer.collect_str(self),
            ..=32 => serializer.serialize_u32(word as u32),
            33..=64 => serializer.serialize_u64(word as u64),
            _ => serializer.serialize_u128(word),
        }
    }
}

/// Reads what is written, with all digits of the width, of either case.
impl<'de, K: Key> Deserialize<'de> for Hex<K> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Hex<K>, D::Error> {
        let word = match K::BITS {
            _ if deserializer.is_human_readable() => {
                return deserializer.deserialize_str(HexVisitor(PhantomData));
            }
            ..=32 => u32::deserialize(deserializer)?.into(),
            33..=64 => u64::deserialize(deserializer)?.into(),
            _ => u128::deserialize(deserializer)?,
        };
        match word.checked_shr(K::BITS) {
            Some(1..) => Err(D::Error::custom(format_args!(
                "expected a key of {} bits, got the number {word:#x}",
                K::BITS
            ))),
            _ => Ok(Hex(K::from_word(word))),
        }
    }
}

struct HexVisitor<K>(PhantomData<K>);

impl<K: Key> Visitor<'_> for HexVisitor<K> {
    type Value = Hex<K>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "0x and {} hex digits", K::BITS.div_ceil(4))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Hex<K>, E> {
        let digits = text.strip_prefix("0x").filter(|digits| {
            digits.len() == K::BITS.div_ceil(4) as usize
                && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
        });
        let word = digits.and_then(|digits| u128::from_str_radix(digits, 16).ok());
        let word = word.filter(|word| word.checked_shr(K::BITS).is_none_or(|rest| rest == 0));
        let invalid = || E::invalid_value(Unexpected::Str(text), &self);
        word.map(|word| Hex(K::from_word(word))).ok_or_else(invalid)
    }
}

/// As [`Hex`].
macro_rules! key {
    ($($key:ty),*) => {$(
        impl Serialize for $key {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                Hex(*self).serialize(serializer)
            }
        }

        impl<'de> Deserialize<'de> for $key {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$key, D::Error> {
                Ok(Hex::deserialize(deserializer)?.0)
            }
        }
    )*};
}

key!(Pair, Sum48);

/// The hash as [`Hex`], then the element. The order of the lanes gives the element its meaning.
#[cfg(feature = "alloc")]
impl<K: Key> Serialize for crate::Canonical<K> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (Hex(self.hash), self.element).serialize(serializer)
    }
}

#[cfg(feature = "alloc")]
impl<'de, K: Key> Deserialize<'de> for crate::Canonical<K> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (Hex(hash), element) = Deserialize::deserialize(deserializer)?;
        Ok(crate::Canonical { hash, element })
    }
}

/// As text in every format: what `Display` writes and `FromStr` reads.
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

text!(Fingerprint: "a fingerprint", SourceName: "the name of a source");

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
