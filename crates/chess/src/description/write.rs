//! The text of a scheme: the file that describes it, and the canonical text.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::{self, Display};

use zobrist::source::Join;
use zobrist::{Combine, Source};

use super::of::{STOCKFISH_SOURCE, polyglot_source};
use super::table::KeyBoard;
use super::{GivenKeys, KeysFrom, SchemeDescription};
use crate::any_scheme::AnyScheme;
use crate::composed::ComposedScheme;
use crate::layout::{Castling, EnPassantKeys, Part, RightOrder, Turn};
use crate::secondary::{Also, SecondaryKey};
use crate::vocabulary::{Color, Role};

impl ComposedScheme {
    /// Returns the canonical text of the scheme: the file that describes it with all of its keys in
    /// hex, one for each slot in order. It does not depend on how the scheme was written, and is
    /// what the fingerprint is made of.
    #[must_use]
    pub fn to_text(&self) -> String {
        SchemeDescription::of(&AnyScheme::from(self.clone())).canonical().to_string()
    }
}

/// Writes the file, with every value that has a default.
impl Display for SchemeDescription {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        field(f, "name", quoted(&self.name))?;
        field(f, "bits", self.bits)?;
        match self.combine {
            Combine::Xor => field(f, "combine", quoted("xor"))?,
            Combine::Sum(bits) => field(f, "combine", quoted(&format!("sum{bits}")))?,
        }
        field(f, "keys", self.keys_text())?;
        let names = self.layout.parts().filter_map(|part| self.listed_name(part));
        field(f, "layout", list(names))?;
        self.write_pieces(f)?;
        self.write_turn(f)?;
        self.write_castling(f)?;
        self.write_en_passant(f)?;
        if let Some(key) = self.start {
            f.write_str("[start]\n")?;
            field(f, "key", quoted(&hex(key, self.bits)))?;
        }
        self.write_clock(f)?;
        self.write_pocket(f)?;
        self.secondary.iter().try_for_each(|key| write_secondary(f, key))
    }
}

impl SchemeDescription {
    fn keys_text(&self) -> String {
        let hex = |keys: &[u128]| format!("{{ hex = {} }}", hex_lines(keys, self.bits));
        match &self.keys {
            KeysFrom::Source(source) => source_text(*source)
                .unwrap_or_else(|| hex(&source.words(self.keys_layout(), self.bits))),
            KeysFrom::File { path, skip } => file_text("file", path, *skip),
            KeysFrom::Lines { path, skip } => file_text("lines", path, *skip),
            KeysFrom::Raw { path, big_endian } => {
                let endian = if *big_endian { "big" } else { "little" };
                format!("{{ raw = {}, endian = \"{endian}\" }}", quoted(path))
            }
            KeysFrom::Hex(keys) => hex(keys),
        }
    }

    /// The name of a part in `layout`, if it is there.
    fn listed_name(&self, part: Part) -> Option<&'static str> {
        part.kind()?;
        (!self.is_given(part)).then(|| part.name())
    }

    fn write_pieces(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pieces = self.layout.pieces();
        f.write_str("[pieces]\n")?;
        field(f, "order", quoted(&self.piece_table.letters(&pieces)))?;
        let squares = pieces.squares();
        let (first, run) = (squares.first.name(), squares.run.name());
        field(f, "squares", format!("{{ first = \"{first}\", run = \"{run}\" }}"))?;
        // The canonical text has no board: its keys are those of features alone.
        if self.piece_table.board != KeyBoard::Squares {
            field(f, "board", quoted(self.piece_table.board.name()))?;
        }
        let index = match self.piece_table.interleaved {
            Some(of) => of.name(),
            None if pieces.is_by_square() => "square-piece",
            None => "piece-square",
        };
        field(f, "index", quoted(index))
    }

    fn write_turn(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(turn) = self.layout.turn_keys() else { return Ok(()) };
        f.write_str("[turn]\n")?;
        match turn {
            Turn::Of(color) => field(f, "key-for", quoted(color.name()))?,
            Turn::Both => field(f, "key-for", quoted("both"))?,
            Turn::Slot => field(f, "keys", quoted("slot"))?,
        }
        self.write_values(f, "values", self.turn.as_ref())
    }

    /// The keys of a part that are given.
    fn write_values(
        &self,
        f: &mut fmt::Formatter<'_>,
        name: &str,
        given: Option<&GivenKeys>,
    ) -> fmt::Result {
        match given {
            None => Ok(()),
            Some(GivenKeys::Listed(keys)) => field(f, name, hex_lines(keys, self.bits)),
            Some(GivenKeys::Linear { multiplier, increment }) => {
                field(f, name, quoted(&format!("lcg({multiplier},{increment})")))
            }
        }
    }

    fn write_pocket(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = self.layout.parts().find_map(|part| match part {
            Part::PocketCounts(count) => Some(count),
            _ => None,
        });
        let Some(count) = counts else { return Ok(()) };
        f.write_str("[pocket]\n")?;
        field(f, "keys", quoted("counts"))?;
        field(f, "count", count)
    }

    fn write_castling(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(castling) = self.layout.castling_keys() else { return Ok(()) };
        f.write_str("[castling]\n")?;
        let letters = |order: RightOrder| ("order", String::from_iter(order.letters()));
        let by = |what: &str| ("by", what.to_owned());
        let (keys, more) = match castling {
            Castling::Rights(order) => ("rights", vec![letters(order)]),
            Castling::LostRights(order) => {
                ("rights", vec![letters(order), ("when", "lost".to_owned())])
            }
            Castling::Sets(order) => ("sets", vec![letters(order)]),
            Castling::SideSets(order, first) => ("sets", vec![letters(order), sides(first)]),
            Castling::RookSquares => ("rooks", vec![by("square")]),
            Castling::RookFiles => ("rooks", vec![by("file")]),
            Castling::Kings => ("kings", vec![]),
            Castling::Slots => ("slots", vec![]),
        };
        field(f, "keys", quoted(keys))?;
        more.into_iter().try_for_each(|(name, value)| field(f, name, quoted(&value)))?;
        self.write_values(f, "values", self.castling.as_ref())
    }

    fn write_en_passant(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let keys = self.layout.en_passant_keys();
        if keys.is_none() && self.layout.layout().kind_named("no-en-passant").is_none() {
            return Ok(());
        }
        f.write_str("[en-passant]\n")?;
        let pawn = |which: &str| Some(("pawn", which.to_owned()));
        let (keys, more) = match keys {
            Some(EnPassantKeys::File) => ("file", None),
            Some(EnPassantKeys::SideFiles(first)) => ("file", Some(sides(first))),
            Some(EnPassantKeys::Square) => ("square", None),
            Some(EnPassantKeys::CapturedPawn) => ("pawns", pawn("captured")),
            Some(EnPassantKeys::CapturingPawn) => ("pawns", pawn("capturing")),
            Some(EnPassantKeys::Slots) => ("slots", None),
            None => ("none", None),
        };
        field(f, "keys", quoted(keys))?;
        more.into_iter().try_for_each(|(name, value)| field(f, name, quoted(&value)))?;
        if self.piece_table.en_passant_row.is_some() {
            field(f, "table", quoted("pieces"))?;
        }
        field(f, "counts", quoted(self.en_passant.name()))?;
        self.write_values(f, "values", self.en_passant_keys.as_ref())
    }

    fn write_clock(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(clock) = self.layout.clock() else { return Ok(()) };
        f.write_str("[clock]\n")?;
        field(f, "from", clock.from)?;
        field(f, "step", clock.step)?;
        match &self.clock {
            None => field(f, "count", clock.count),
            given => self.write_values(f, "keys", given.as_ref()),
        }
    }
}

/// The field of the side that comes first.
fn sides(first: Color) -> (&'static str, String) {
    ("sides", if first == Color::White { "wb" } else { "bw" }.to_owned())
}

/// A file of numbers in braces.
fn file_text(form: &str, path: &str, skip: usize) -> String {
    let skip = if skip == 0 { String::new() } else { format!(", skip = {skip}") };
    format!("{{ {form} = {}{skip} }}", quoted(path))
}

fn write_secondary(f: &mut fmt::Formatter<'_>, key: &SecondaryKey) -> fmt::Result {
    let is_bare = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    match !key.name.is_empty() && key.name.chars().all(is_bare) {
        true => writeln!(f, "[secondary.{}]", key.name)?,
        false => writeln!(f, "[secondary.{}]", quoted(&key.name))?,
    }
    let all = Color::ALL.into_iter().flat_map(|color| Role::ALL.map(|role| (color, role)));
    let pieces = all
        .filter(|(color, role)| key.pieces.contains(*color, *role))
        .map(|(color, role)| role.letter(color));
    field(f, "pieces", quoted(&pieces.collect::<String>()))?;
    let by = match (key.by_count, key.counts.of_total) {
        (false, _) => "square",
        (true, false) => "count",
        (true, true) => "total",
    };
    field(f, "by", quoted(by))?;
    if key.by_count {
        if key.counts.offset > 0 {
            field(f, "offset", key.counts.offset)?;
        }
        key.counts.stride.map_or(Ok(()), |stride| field(f, "stride", stride))?;
    }
    let also = ALSO.into_iter().filter(|(_, part)| key.also.contains(part));
    field(f, "also", list(also.map(|(name, _)| name)))
}

/// The names of what a secondary key may have besides pieces.
pub(super) const ALSO: [(&str, Also); 5] = [
    ("start", Also::Start),
    ("no-pawns", Also::NoPawns),
    ("turn", Also::Turn),
    ("castling", Also::Castling),
    ("en-passant", Also::EnPassant),
];

/// Writes a field; the names of all fields take as many columns.
fn field(f: &mut fmt::Formatter<'_>, name: &str, value: impl Display) -> fmt::Result {
    writeln!(f, "{name:<8} = {value}")
}

fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    format!("[{}]", names.map(quoted).collect::<Vec<_>>().join(", "))
}

/// The source in braces; `None` for one that has no name.
fn source_text(source: Source) -> Option<String> {
    if source == polyglot_source() {
        return Some("{ source = \"polyglot\" }".to_owned());
    }
    if source == STOCKFISH_SOURCE {
        return Some("{ source = \"stockfish\" }".to_owned());
    }
    let mut text = format!("{{ source = \"{}\", seed = ", source.source_name()?);
    text += &match source.seed_words() {
        Some(words) => format!("{words:?}"),
        None => source.seed()?.to_string(),
    };
    if let Some(stream) = source.chosen_stream() {
        text += &format!(", stream = {stream}");
    }
    if let Some(draw) = source.draw_order() {
        text += &format!(", draw = \"{draw}\"");
    }
    if let Some(skip) = source.skipped().filter(|skip| *skip > 0) {
        text += &format!(", skip = {skip}");
    }
    if let Some(join) = source.join() {
        text += &format!(", join = {}", join_text(join));
    }
    if let Some(capacity) = source.capacity() {
        text += &format!(", capacity = {capacity}");
    }
    Some(text + " }")
}

/// The way in which numbers are joined, in braces, without defaults.
fn join_text(join: Join) -> String {
    let mut text = format!("{{ shifts = {:?}", join.shifts());
    if join.dropped() > 0 {
        text += &format!(", drop = {}", join.dropped());
    }
    if join.taken() < 64 {
        text += &format!(", bits = {}", join.taken());
    }
    text + if join.is_by_or() { ", by = \"or\" }" } else { " }" }
}

/// A key with all of its digits.
fn hex(key: u128, bits: u32) -> String {
    format!("0x{key:0width$x}", width = bits.div_ceil(4) as usize)
}

/// Keys in an array, one a line.
fn hex_lines(keys: &[u128], bits: u32) -> String {
    let mut text = "[\n".to_owned();
    for key in keys {
        text += &format!("    \"{}\",\n", hex(*key, bits));
    }
    text + "]"
}

/// A string of TOML.
fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => quoted += &format!("\\u{:04x}", u32::from(c)),
            c => quoted.push(c),
        }
    }
    quoted + "\""
}
