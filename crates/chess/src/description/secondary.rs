//! The secondary keys of a description.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::vec::Vec;

use super::fields::{DescriptionError, Section, Value};
use super::table::{Interleaved, PieceTable};
use super::write::ALSO;
use crate::composed::is_name;
use crate::layout::{Castling, ChessLayout, EnPassantKeys, Part, piece_of};
use crate::secondary::{Also, CountKeys, PieceSet, SecondaryKey};

type Result<T> = core::result::Result<T, DescriptionError>;

/// Takes the sections `[secondary.NAME]`, in the order of their names.
pub(super) fn read(
    file: &mut Section<'_>,
    layout: &ChessLayout,
    table: &PieceTable,
) -> Result<Vec<SecondaryKey>> {
    let mut keys = Vec::new();
    for (name, mut section) in
        file.sections("secondary", &["pieces", "by", "offset", "stride", "also"])?
    {
        if !is_name(name) {
            let expected = "a name of words of a-z and 0-9, joined by `-`, `_` or `.`";
            return Err(section.error(expected, format!("{name:?}")));
        }
        let pieces = pieces(section.require("pieces")?)?;
        let (by_count, of_total) = match section.take("by") {
            None => (false, false),
            Some(value) => value.one_of(&[
                ("square", (false, false)),
                ("count", (true, false)),
                ("total", (true, true)),
            ])?,
        };
        let counts = match by_count {
            true => counts(&mut section, layout, table, of_total)?,
            false => CountKeys::default(),
        };
        let also = section.take("also");
        let also = also.map_or_else(|| Ok(Vec::new()), |value| also_of(value, layout))?;
        if pieces == PieceSet::NONE && also.is_empty() {
            return Err(section.error("pieces or other features in a secondary key", "none"));
        }
        section.finish("beside `by = \"square\"`")?;
        keys.push(SecondaryKey { name: name.to_owned(), pieces, by_count, counts, also });
    }
    Ok(keys)
}

fn counts(
    section: &mut Section<'_>,
    layout: &ChessLayout,
    table: &PieceTable,
    of_total: bool,
) -> Result<CountKeys> {
    let offset = match section.take("offset") {
        None => 0,
        Some(value) => value.number(0..=63)? as u8,
    };
    let stride = match section.take("stride") {
        None => None,
        Some(value) if layout.pieces().is_by_square() => {
            return Err(value.wrong("no `stride` beside `index = \"square-piece\"`"));
        }
        Some(value) if table.interleaved.is_some() => {
            let index = table.interleaved.map_or("", Interleaved::name);
            return Err(value.wrong(format!("no `stride` beside `index = \"{index}\"`")));
        }
        Some(value) => Some(value.number(1..=64)? as u8),
    };
    Ok(CountKeys { offset, stride, of_total })
}

fn pieces(value: Value<'_>) -> Result<PieceSet> {
    let expected = "letters of FEN such as \"Pp\", each once";
    let mut set = PieceSet::NONE;
    for letter in value.text(expected)?.bytes() {
        match piece_of(letter) {
            Some((color, role)) if !set.contains(color, role) => set = set.with(color, role),
            _ => return Err(value.wrong(expected)),
        }
    }
    Ok(set)
}

fn also_of(value: Value<'_>, layout: &ChessLayout) -> Result<Vec<Also>> {
    let mut also = Vec::new();
    for item in value.items("an array of strings")? {
        let part = item.one_of(&ALSO)?;
        if also.contains(&part) {
            return Err(item.wrong("each once"));
        }
        if !has(layout, part) {
            let shown = item.shown();
            return Err(item.error("something that the scheme has keys for", shown));
        }
        also.push(part);
    }
    Ok(also)
}

/// True if the layout keys what a secondary key may have besides pieces.
fn has(layout: &ChessLayout, also: Also) -> bool {
    layout.parts().any(|part| match also {
        Also::Start => part == Part::Start,
        Also::NoPawns => part == Part::NoPawns,
        Also::Turn => matches!(part, Part::Turn(_)),
        // Kings and pawns that are pieces of their own count as pieces.
        Also::Castling => matches!(part, Part::Castling(keys) if keys != Castling::Kings),
        Also::EnPassant => match part {
            Part::NoEnPassant => true,
            Part::EnPassant(keys) => {
                !matches!(keys, EnPassantKeys::CapturedPawn | EnPassantKeys::CapturingPawn)
            }
            _ => false,
        },
    })
}
