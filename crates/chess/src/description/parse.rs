//! From a TOML file to a description.

use alloc::borrow::ToOwned;
use alloc::format;

use toml::Spanned;
use toml::de::DeTable;
use zobrist::Combine;

use super::fields::{DescriptionError, Section, Value};
use super::{SchemeDescription, keys, parts, secondary};
use crate::composed::is_name;

const FIELDS: [&str; 13] = [
    "name",
    "bits",
    "combine",
    "keys",
    "layout",
    "pieces",
    "turn",
    "castling",
    "en-passant",
    "start",
    "clock",
    "pocket",
    "secondary",
];

impl SchemeDescription {
    /// Parses the file that describes a scheme.
    ///
    /// # Errors
    /// When the text is not TOML, or it does not describe a scheme: with the line and the column,
    /// what was expected and what came. A name of a built-in scheme with other values is found by
    /// [`compose`](Self::compose), which has the keys.
    pub fn parse(text: &str) -> Result<SchemeDescription, DescriptionError> {
        let document = document(text)?;
        let mut file = Section::new(text, 0, document.get_ref(), &FIELDS)?;
        let (_, name) = name(&mut file)?;
        let (bits, combine) = width(&mut file)?;
        let parts = parts::read(&mut file, bits)?;
        let secondary = secondary::read(&mut file, &parts.layout, &parts.piece_table)?;
        let keys = keys::read(&mut file, bits, parts.drawn)?;
        Ok(SchemeDescription {
            name: name.to_owned(),
            bits,
            combine,
            keys,
            layout: parts.layout,
            piece_table: parts.piece_table,
            en_passant: parts.en_passant,
            start: parts.start,
            turn: parts.turn,
            castling: parts.castling,
            en_passant_keys: parts.en_passant_keys,
            clock: parts.clock,
            secondary,
        })
    }
}

/// The TOML of a text.
pub(super) fn document(text: &str) -> Result<Spanned<DeTable<'_>>, DescriptionError> {
    DeTable::parse(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        let reason = error.message().lines().collect::<alloc::vec::Vec<_>>().join(", ");
        DescriptionError::new(text, at, "TOML", reason)
    })
}

/// Takes the name of the scheme, with its place.
pub(super) fn name<'a>(file: &mut Section<'a>) -> Result<(Value<'a>, &'a str), DescriptionError> {
    let value = file.require("name")?;
    let expected = "a name of words of a-z and 0-9, joined by `-`, `_` or `.`";
    let name = value.text(expected)?;
    if is_name(name) { Ok((value, name)) } else { Err(value.wrong(expected)) }
}

/// The number of bits of a key, and how keys combine.
pub(super) fn width(file: &mut Section<'_>) -> Result<(u32, Combine), DescriptionError> {
    let combine = match file.take("combine") {
        None => Combine::Xor,
        Some(value) => value.one_of(&[
            ("xor", Combine::Xor),
            ("sum16", Combine::Sum(16)),
            ("sum24", Combine::Sum(24)),
            ("sum32", Combine::Sum(32)),
            ("sum47", Combine::Sum(47)),
            ("sum48", Combine::Sum(48)),
            ("sum64", Combine::Sum(64)),
        ])?,
    };
    let bits = file.take("bits");
    let Some(value) = bits else {
        return Ok((if let Combine::Sum(bits) = combine { bits } else { 64 }, combine));
    };
    let bits = value.number(0..=u64::MAX);
    match combine {
        Combine::Xor => match bits {
            Ok(bits @ (16 | 24 | 32 | 64 | 128)) => Ok((bits as u32, combine)),
            _ => Err(value.wrong("16, 24, 32, 64 or 128")),
        },
        Combine::Sum(sum) if bits == Ok(sum.into()) => Ok((sum, combine)),
        Combine::Sum(sum) => Err(value.wrong(format!("{sum}, the bits of `sum{sum}`"))),
    }
}
