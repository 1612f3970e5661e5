//! The layout of a description: its parts, in order, and their sections.

use alloc::format;
use alloc::vec::Vec;

use zobrist::Layout;

use super::fields::{DescriptionError, Section, Value};
use super::table::{Interleaved, KeyBoard, PieceTable};
use super::{GivenKeys, LAST_CLOCK, given};
use crate::layout::{
    Castling, ChessLayout, Clock, Corner, EnPassantKeys, Part, Pieces, RightOrder, Run, Squares,
    Turn,
};
use crate::vocabulary::{Color, EnPassant};

type Result<T> = core::result::Result<T, DescriptionError>;

/// The names in `layout`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Name {
    Pieces,
    Turn,
    Castling,
    EnPassant,
    Clock,
    Pocket,
    /// A part without a section.
    Plain(Part),
}

const NAMES: [(&str, Name); 13] = [
    ("pieces", Name::Pieces),
    ("turn", Name::Turn),
    ("castling", Name::Castling),
    ("en-passant", Name::EnPassant),
    ("empty", Name::Plain(Part::EmptySquares)),
    ("no-en-passant", Name::Plain(Part::NoEnPassant)),
    ("start", Name::Plain(Part::Start)),
    ("no-pawns", Name::Plain(Part::NoPawns)),
    ("clock", Name::Clock),
    ("promoted", Name::Plain(Part::Promoted)),
    ("pocket", Name::Pocket),
    ("checks", Name::Plain(Part::Checks)),
    ("variant", Name::Plain(Part::Variant)),
];

/// The contents of `layout` and its sections.
pub(super) struct Parts {
    pub(super) layout: ChessLayout,
    pub(super) piece_table: PieceTable,
    pub(super) en_passant: EnPassant,
    pub(super) start: Option<u128>,
    pub(super) turn: Option<GivenKeys>,
    pub(super) castling: Option<GivenKeys>,
    pub(super) en_passant_keys: Option<GivenKeys>,
    pub(super) clock: Option<GivenKeys>,
    /// The number of keys that are not given, those of places of no feature included.
    pub(super) drawn: usize,
}

/// The names in `layout` with their places.
struct Listed<'a>(Vec<(Name, Value<'a>)>);

impl<'a> Listed<'a> {
    fn take(file: &mut Section<'a>) -> Result<Listed<'a>> {
        let value = file.require("layout")?;
        let mut listed = Listed(Vec::new());
        for item in value.items("an array of the names of parts")? {
            let name = item.one_of(&NAMES)?;
            if listed.find(name).is_some() {
                return Err(item.error("each part once", format!("{} again", item.shown())));
            }
            listed.0.push((name, item));
        }
        match listed.find(Name::Pieces) {
            Some(_) => Ok(listed),
            None => Err(value.error("\"pieces\" in `layout`", "none")),
        }
    }

    fn find(&self, name: Name) -> Option<Value<'a>> {
        self.0.iter().find(|(listed, _)| *listed == name).map(|(_, value)| *value)
    }

    /// Takes the section of a part, which has one if it is listed.
    fn section(
        &self,
        file: &mut Section<'a>,
        name: &str,
        part: Name,
        known: &[&str],
    ) -> Result<Option<Section<'a>>> {
        let section = file.section(name, known)?;
        match self.find(part) {
            Some(listed) if section.is_none() => {
                let expected = format!("a section `[{name}]` for {}", listed.shown());
                Err(listed.error(expected, "none"))
            }
            _ => Ok(section),
        }
    }

    /// Takes the keys that the section of a part gives for its own features, and checks that the
    /// part is listed if it has others, and only then.
    fn values(
        &self,
        section: &mut Section<'a>,
        name: &str,
        part: Name,
        keys: Option<Part>,
        bits: u32,
    ) -> Result<Option<GivenKeys>> {
        let own = keys.and_then(Part::kind);
        let given = match own {
            Some((_, count)) => given::values(section, bits, count)?,
            None => None,
        };
        match (self.find(part), &given) {
            (Some(listed), Some(_)) => Err(listed
                .error(format!("no {name:?} in `layout`, since `values` gives its keys"), "it")),
            (None, Some(_)) => Ok(given),
            _ => self.agree(section, name, part, own.is_some()).map(|()| None),
        }
    }

    /// Checks that a part is listed if it has keys of its own, and only then.
    fn agree(&self, section: &Section<'a>, name: &str, part: Name, has_own: bool) -> Result<()> {
        match (self.find(part), has_own) {
            (None, true) => Err(section.error(
                format!("{name:?} in `layout`, for a section with keys of its own"),
                "none",
            )),
            (Some(listed), false) => Err(listed.error(
                format!("only parts with keys of their own, which `[{name}]` has not"),
                listed.shown(),
            )),
            _ => Ok(()),
        }
    }
}

/// Takes `layout` and the sections of its parts.
pub(super) fn read(file: &mut Section<'_>, bits: u32) -> Result<Parts> {
    let listed = Listed::take(file)?;
    let (pieces, mut piece_table) = pieces(file, &listed)?;
    let (turn, turn_values) = turn(file, &listed, bits)?;
    let (castling, castling_values) = castling(file, &listed, bits)?;
    let (en_passant, counts, en_passant_values) =
        en_passant(file, &listed, &mut piece_table, bits)?;
    let start = start(file, &listed, bits)?;
    let (clock, clock_keys) = clock(file, &listed, bits)?;
    let pocket = pocket(file, &listed)?;
    let of_name = |name| match name {
        Name::Pieces => Some(Part::Pieces(pieces)),
        Name::Turn => turn.map(Part::Turn),
        Name::Castling => castling.map(Part::Castling),
        Name::EnPassant => en_passant.map(Part::EnPassant),
        Name::Clock => clock.map(Part::Clock),
        Name::Pocket => pocket,
        Name::Plain(part) => Some(part),
    };
    let mut parts: Vec<Part> = listed.0.iter().filter_map(|(name, _)| of_name(*name)).collect();
    let drawn = Layout::of(&parts.iter().filter_map(|part| part.kind()).collect::<Vec<_>>()).len();
    let drawn = drawn - 768 + piece_table.places();
    let on_slots =
        [turn.map(Part::Turn), castling.map(Part::Castling), en_passant.map(Part::EnPassant)];
    parts.extend(on_slots.into_iter().flatten().filter(|part| part.kind().is_none()));
    parts.extend(start.map(|_| Part::Start));
    parts.extend(turn.filter(|_| turn_values.is_some()).map(Part::Turn));
    parts.extend(castling.filter(|_| castling_values.is_some()).map(Part::Castling));
    let is_given = en_passant_values.is_some() || piece_table.en_passant_row.is_some();
    parts.extend(en_passant.filter(|_| is_given).map(Part::EnPassant));
    parts.extend(clock.filter(|_| clock_keys.is_some()).map(Part::Clock));
    Ok(Parts {
        layout: ChessLayout::of(&parts),
        piece_table,
        en_passant: counts,
        start,
        turn: turn_values,
        castling: castling_values,
        en_passant_keys: en_passant_values,
        clock: clock_keys,
        drawn,
    })
}

fn pieces<'a>(file: &mut Section<'a>, listed: &Listed<'a>) -> Result<(Pieces, PieceTable)> {
    let known = ["order", "squares", "board", "index"];
    let Some(mut section) = listed.section(file, "pieces", Name::Pieces, &known)? else {
        return Err(file.error("a section `[pieces]`", "none"));
    };
    let order = section.require("order")?;
    let board = match section.take("board") {
        None => KeyBoard::default(),
        Some(value) => value.one_of(&KeyBoard::ALL.map(|board| (board.name(), board)))?,
    };
    let pieces = order.as_text().and_then(|letters| PieceTable::parse(letters, board));
    let (mut pieces, mut table) = pieces.ok_or_else(|| {
        order.wrong("the twelve letters \"PNBRQKpnbrqk\" in the order of the keys, each once")
    })?;
    if let Some(value) = section.take("squares") {
        let mut table = value.section("a table with `first` and `run`", &["first", "run"])?;
        let mut squares = Squares::A1_BY_RANK;
        if let Some(first) = table.take("first") {
            squares.first = first.one_of(&Corner::ALL.map(|corner| (corner.name(), corner)))?;
        }
        if let Some(run) = table.take("run") {
            squares.run = run.one_of(&[Run::Rank, Run::File].map(|run| (run.name(), run)))?;
        }
        pieces = pieces.on(squares);
    }
    if let Some(index) = section.take("index") {
        let [colors, roles] = Interleaved::ALL.map(|of| (of.name(), (false, Some(of))));
        let choices =
            [("piece-square", (false, None)), ("square-piece", (true, None)), colors, roles];
        let (is_by_square, interleaved) = index.one_of(&choices)?;
        if is_by_square {
            pieces = pieces.by_square();
        }
        if let Some(of) = interleaved {
            table = table.interleave(&pieces, of).ok_or_else(|| order.wrong(of.expected()))?;
        }
    }
    Ok((pieces, table))
}

fn turn<'a>(
    file: &mut Section<'a>,
    listed: &Listed<'a>,
    bits: u32,
) -> Result<(Option<Turn>, Option<GivenKeys>)> {
    let section = listed.section(file, "turn", Name::Turn, &["key-for", "keys", "values"])?;
    let Some(mut section) = section else { return Ok((None, None)) };
    if let Some(keys) = section.take("keys") {
        keys.one_of(&[("slot", ())])?;
        listed.agree(&section, "turn", Name::Turn, false)?;
        section.finish("beside `keys`")?;
        return Ok((Some(Turn::Slot), None));
    }
    let Some(key_for) = section.take("key-for") else {
        return Err(section.error("a field `key-for` or `keys`", "none"));
    };
    let turn = key_for.one_of(&[
        ("black", Turn::Of(Color::Black)),
        ("white", Turn::Of(Color::White)),
        ("both", Turn::Both),
    ])?;
    let part = Some(Part::Turn(turn));
    let values = listed.values(&mut section, "turn", Name::Turn, part, bits)?;
    Ok((Some(turn), values))
}

fn castling<'a>(
    file: &mut Section<'a>,
    listed: &Listed<'a>,
    bits: u32,
) -> Result<(Option<Castling>, Option<GivenKeys>)> {
    let known = ["keys", "order", "when", "sides", "by", "values"];
    let section = listed.section(file, "castling", Name::Castling, &known)?;
    let Some(mut section) = section else { return Ok((None, None)) };
    let value = section.require("keys")?;
    let keys = value.one_of(&[
        ("rights", Some(Castling::Rights(RightOrder::STANDARD))),
        ("sets", Some(Castling::Sets(RightOrder::STANDARD))),
        ("rooks", Some(Castling::RookSquares)),
        ("kings", Some(Castling::Kings)),
        ("slots", Some(Castling::Slots)),
        ("none", None),
    ])?;
    let keys = match keys {
        Some(Castling::Rights(order)) => {
            let order = rights(&mut section, order)?;
            let is_lost = match section.take("when") {
                None => false,
                Some(value) => value.one_of(&[("present", false), ("lost", true)])?,
            };
            Some(if is_lost { Castling::LostRights(order) } else { Castling::Rights(order) })
        }
        Some(Castling::Sets(order)) => {
            let order = rights(&mut section, order)?;
            Some(match sides(&mut section)? {
                None => Castling::Sets(order),
                Some(first) => Castling::SideSets(order, first),
            })
        }
        Some(Castling::RookSquares) => Some(
            section
                .require("by")?
                .one_of(&[("square", Castling::RookSquares), ("file", Castling::RookFiles)])?,
        ),
        keys => keys,
    };
    let part = keys.map(Part::Castling);
    let values = listed.values(&mut section, "castling", Name::Castling, part, bits)?;
    section.finish(format!("beside `keys = {}`", value.shown()))?;
    Ok((keys, values))
}

/// The side that comes first where each has keys of its own; `None` where both share them.
fn sides(section: &mut Section<'_>) -> Result<Option<Color>> {
    let Some(value) = section.take("sides") else { return Ok(None) };
    value.one_of(&[("wb", Some(Color::White)), ("bw", Some(Color::Black))])
}

fn rights(section: &mut Section<'_>, default: RightOrder) -> Result<RightOrder> {
    let Some(value) = section.take("order") else { return Ok(default) };
    let order = value.as_text().and_then(RightOrder::parse);
    order.ok_or_else(|| value.wrong("the four letters \"KQkq\", that of bit 0 first, each once"))
}

fn en_passant<'a>(
    file: &mut Section<'a>,
    listed: &Listed<'a>,
    table: &mut PieceTable,
    bits: u32,
) -> Result<(Option<EnPassantKeys>, EnPassant, Option<GivenKeys>)> {
    let known = ["keys", "pawn", "sides", "table", "counts", "values"];
    let section = listed.section(file, "en-passant", Name::EnPassant, &known)?;
    let without = listed.find(Name::Plain(Part::NoEnPassant));
    let Some(mut section) = section else {
        return match without {
            None => Ok((None, EnPassant::Always, None)),
            Some(value) => {
                Err(value.error("a section `[en-passant]` that says which captures count", "none"))
            }
        };
    };
    let value = section.require("keys")?;
    let keys = value.one_of(&[
        ("file", Some(EnPassantKeys::File)),
        ("square", Some(EnPassantKeys::Square)),
        ("pawns", Some(EnPassantKeys::CapturedPawn)),
        ("slots", Some(EnPassantKeys::Slots)),
        ("none", None),
    ])?;
    let keys = match keys {
        Some(EnPassantKeys::File) => Some(match sides(&mut section)? {
            None => EnPassantKeys::File,
            Some(first) => EnPassantKeys::SideFiles(first),
        }),
        Some(EnPassantKeys::CapturedPawn) => Some(section.require("pawn")?.one_of(&[
            ("captured", EnPassantKeys::CapturedPawn),
            ("capturing", EnPassantKeys::CapturingPawn),
        ])?),
        keys => keys,
    };
    let of_table = match keys {
        Some(EnPassantKeys::Square) => section.take("table"),
        _ => None,
    };
    if let Some(value) = of_table {
        value.one_of(&[("pieces", ())])?;
        let expected = "a dot in `order` of `[pieces]`, the row of no piece, for `table`";
        let row = table.row_of_no_piece().ok_or_else(|| value.error(expected, "none"))?;
        table.en_passant_row = Some(row);
    }
    let counts = match keys.is_some() || without.is_some() {
        false => EnPassant::Always,
        true => {
            let [legal, beside, always] = EnPassant::ALL.map(|rule| (rule.name(), rule));
            section.require("counts")?.one_of(&[always, beside, legal])?
        }
    };
    if table.en_passant_row.is_some() {
        if let Some(listed) = listed.find(Name::EnPassant) {
            let expected = "no \"en-passant\" in `layout`, since `table` gives its keys";
            return Err(listed.error(expected, "it"));
        }
        section.finish("beside `table`")?;
        return Ok((keys, counts, None));
    }
    let part = keys.map(Part::EnPassant);
    let values = listed.values(&mut section, "en-passant", Name::EnPassant, part, bits)?;
    section.finish(format!("beside `keys = {}`", value.shown()))?;
    Ok((keys, counts, values))
}

/// The largest number of numbers of a piece in a pocket that have features.
const MAX_POCKET_COUNTS: u64 = 128;

/// The pockets, which may have a section.
fn pocket<'a>(file: &mut Section<'a>, listed: &Listed<'a>) -> Result<Option<Part>> {
    let Some(mut section) = file.section("pocket", &["keys", "count"])? else {
        return Ok(Some(Part::Pocket));
    };
    if listed.find(Name::Pocket).is_none() {
        return Err(section.error("\"pocket\" in `layout`, for a section `[pocket]`", "none"));
    }
    if section.require("keys")?.one_of(&[("bits", true), ("counts", false)])? {
        section.finish("beside `keys = \"bits\"`")?;
        return Ok(Some(Part::Pocket));
    }
    let count = section.require("count")?.number(1..=MAX_POCKET_COUNTS)? as u8;
    Ok(Some(Part::PocketCounts(count)))
}

fn start<'a>(file: &mut Section<'a>, listed: &Listed<'a>, bits: u32) -> Result<Option<u128>> {
    let Some(mut section) = file.section("start", &["key"])? else { return Ok(None) };
    if let Some(value) = listed.find(Name::Plain(Part::Start)) {
        return Err(value.error("no \"start\" in `layout`, since `[start]` gives its key", "it"));
    }
    section.require("key")?.key(bits).map(Some)
}

/// The largest number of features of the clock.
const MAX_CLOCK_FEATURES: u64 = 1024;

/// The clock, and its keys if they are given.
fn clock<'a>(
    file: &mut Section<'a>,
    listed: &Listed<'a>,
    bits: u32,
) -> Result<(Option<Clock>, Option<GivenKeys>)> {
    let known = ["from", "step", "count", "keys"];
    let section = listed.section(file, "clock", Name::Clock, &known)?;
    let Some(mut section) = section else { return Ok((None, None)) };
    let is_listed = listed.find(Name::Clock).is_some();
    // 16 bits each, so that no sum of them exceeds 32.
    let most = if is_listed { u16::MAX.into() } else { LAST_CLOCK };
    let from = section.require("from")?.number(0..=most.into())? as u32;
    let step = section.require("step")?.number(1..=u16::MAX.into())? as u32;
    if is_listed {
        let count = section.require("count")?.number(1..=MAX_CLOCK_FEATURES)? as u32;
        section.finish("beside \"clock\" in `layout`, which has its keys with the others")?;
        return Ok((Some(Clock { from, step, count }), None));
    }
    let Some(value) = section.take("keys") else {
        return Err(section.error("\"clock\" in `layout`, or a field `keys`", "none"));
    };
    let count = (LAST_CLOCK - from) / step + 1;
    let keys = given::given(value, bits, count as usize)?;
    section.finish("without \"clock\" in `layout`: given keys go up to 150")?;
    Ok((Some(Clock { from, step, count }), Some(keys)))
}
