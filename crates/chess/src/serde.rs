//! Stored forms for serde, with the feature `serde`.

use core::fmt::{self, Display};
use core::marker::PhantomData;

use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::packed_move::PackedMove;
use crate::scheme_id::SchemeId;
use crate::vocabulary::{Color, Role};

/// A hash of 64 bits as a [`Hex`](zobrist::Hex).
pub(crate) mod hex {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use zobrist::Hex;

    pub(crate) fn serialize<S: Serializer>(key: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        Hex(*key).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
        Ok(Hex::deserialize(from)?.0)
    }
}

/// A value of a list, each with a name.
trait Named: Copy + 'static {
    const ALL: &'static [Self];
    /// What is expected, before the names.
    const NOUN: &'static str;
    fn write_name(self, to: &mut dyn fmt::Write) -> fmt::Result;
}

impl Named for Color {
    const ALL: &'static [Color] = &Color::ALL;
    const NOUN: &'static str = "a color";
    fn write_name(self, to: &mut dyn fmt::Write) -> fmt::Result {
        to.write_str(self.name())
    }
}

impl Named for Role {
    const ALL: &'static [Role] = &Role::ALL;
    const NOUN: &'static str = "a role";
    fn write_name(self, to: &mut dyn fmt::Write) -> fmt::Result {
        to.write_str(self.name())
    }
}

/// The name of the scheme, with the width where it is not that of the name alone.
impl Named for SchemeId {
    const ALL: &'static [SchemeId] = &SchemeId::ALL;
    const NOUN: &'static str = "a scheme";
    fn write_name(self, to: &mut dyn fmt::Write) -> fmt::Result {
        match self.bits() {
            64 => to.write_str(self.name()),
            bits => write!(to, "{}-{bits}", self.name()),
        }
    }
}

struct NameOf<T>(T);

impl<T: Named> Display for NameOf<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write_name(f)
    }
}

/// The rest of a text that what is written has to be; `None` once it differs.
struct Rest<'a>(Option<&'a str>);

impl fmt::Write for Rest<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 = self.0.and_then(|rest| rest.strip_prefix(text));
        Ok(())
    }
}

struct NameVisitor<T>(PhantomData<T>);

impl<T: Named> Visitor<'_> for NameVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", T::NOUN)?;
        let names = T::ALL.iter().enumerate();
        names.into_iter().try_for_each(|(number, value)| {
            write!(f, "{} {}", if number > 0 { "," } else { "" }, NameOf(*value))
        })
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        let is_named = |value: &T| {
            let mut rest = Rest(Some(text));
            value.write_name(&mut rest).is_ok() && rest.0 == Some("")
        };
        let found = T::ALL.iter().copied().find(is_named);
        found.ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
    }
}

macro_rules! named {
    ($($type:ty),*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(&NameOf(*self))
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                deserializer.deserialize_str(NameVisitor(PhantomData))
            }
        }
    )*};
}

named!(Color, Role, SchemeId);

/// In text such as JSON, the form that it displays, or the number if the bits are of no move; else
/// the number.
impl Serialize for PackedMove {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() && has_text(*self) {
            serializer.collect_str(self)
        } else {
            serializer.serialize_u16(self.bits())
        }
    }
}

impl<'de> Deserialize<'de> for PackedMove {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PackedMove, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_any(MoveVisitor)
        } else {
            u16::deserialize(deserializer).map(PackedMove::from_bits)
        }
    }
}

/// True if the text of a move has all of its bits.
fn has_text(m: PackedMove) -> bool {
    match m.from() {
        Some(_) => m.bits() >> 12 == 0 || m.promotion().is_some(),
        None => m.dropped().is_some() && m.bits() >> 6 & 63 == 0,
    }
}

/// Reads a move as it is displayed.
fn read_move(text: &str) -> Option<PackedMove> {
    let square = |name: &[u8]| match name {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some(file - b'a' + 8 * (rank - b'1')),
        _ => None,
    };
    let role = |letter: u8, color| {
        Role::ALL.into_iter().find(|role| role.letter(color) == char::from(letter))
    };
    match text.as_bytes() {
        b"0000" => Some(PackedMove::NONE),
        [letter, b'@', to @ ..] => {
            Some(PackedMove::drop(role(*letter, Color::White)?, square(to)?))
        }
        [from @ .., file, rank] if from.len() == 2 => {
            let found = PackedMove::new(square(from)?, square(&[*file, *rank])?, None);
            Some(found).filter(|found| *found != PackedMove::NONE)
        }
        [from @ .., file, rank, letter] if from.len() == 2 => {
            let role = role(*letter, Color::Black).filter(|role| *role != Role::Pawn)?;
            Some(PackedMove::new(square(from)?, square(&[*file, *rank])?, Some(role)))
        }
        _ => None,
    }
}

struct MoveVisitor;

impl Visitor<'_> for MoveVisitor {
    type Value = PackedMove;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a move such as e2e4, e7e8q or N@c6, or its number of 16 bits")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<PackedMove, E> {
        read_move(text).ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
    }

    fn visit_u64<E: Error>(self, bits: u64) -> Result<PackedMove, E> {
        let small = u16::try_from(bits).map(PackedMove::from_bits);
        small.map_err(|_| E::invalid_value(Unexpected::Unsigned(bits), &self))
    }
}
