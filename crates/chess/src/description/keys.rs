//! Where the keys of a description come from.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::vec::Vec;

use zobrist::Source;
use zobrist::source::{DrawOrder, Join, SourceError, SourceName};

use super::KeysFrom;
use super::fields::{DescriptionError, Section, Value, any_of};
use super::of::{STOCKFISH_SOURCE, polyglot_source};

type Result<T> = core::result::Result<T, DescriptionError>;

const FIELDS: [&str; 12] = [
    "source", "seed", "stream", "draw", "skip", "join", "capacity", "file", "lines", "raw",
    "endian", "hex",
];
/// The largest number of numbers before the keys in a file.
const MAX_SKIPPED: u64 = 1 << 24;
const EXPECTED: &str = "a table with one of `source`, `file`, `lines`, `raw` or `hex`";

/// Takes the field `keys`, for `needed` keys of `bits` bits.
pub(super) fn read(file: &mut Section<'_>, bits: u32, needed: usize) -> Result<KeysFrom> {
    let value = file.require("keys")?;
    let mut table = value.section(EXPECTED, &FIELDS)?;
    let mut ways = Vec::new();
    for name in ["source", "file", "lines", "raw", "hex"] {
        ways.extend(table.take(name).map(|value| (name, value)));
    }
    let (way, origin) = match ways.as_slice() {
        [way] => *way,
        [] => return Err(value.error(EXPECTED, "none of them")),
        [_, (name, _), ..] => return Err(value.error(EXPECTED, format!("`{name}`, too"))),
    };
    let path = |value: Value<'_>| value.text("the path of a file").map(ToOwned::to_owned);
    let keys = match way {
        "source" => KeysFrom::Source(source(origin, &mut table, bits, needed)?),
        "file" => KeysFrom::File { path: path(origin)?, skip: skip(&mut table)? },
        "lines" => KeysFrom::Lines { path: path(origin)?, skip: skip(&mut table)? },
        "raw" => KeysFrom::Raw {
            path: path(origin)?,
            big_endian: table.require("endian")?.one_of(&[("little", false), ("big", true)])?,
        },
        _ => KeysFrom::Hex(listed(origin, bits, needed)?),
    };
    table.finish(format!("beside `{way}`"))?;
    Ok(keys)
}

/// The number of numbers before the keys.
fn skip(table: &mut Section<'_>) -> Result<usize> {
    match table.take("skip") {
        None => Ok(0),
        Some(value) => Ok(value.number(0..=MAX_SKIPPED)? as usize),
    }
}

/// Listed keys.
pub(super) fn listed(value: Value<'_>, bits: u32, needed: usize) -> Result<Vec<u128>> {
    let items = value.items("an array of keys in hex digits between quotes")?;
    if items.len() != needed {
        return Err(value.error(format!("{needed} keys"), items.len()));
    }
    items.into_iter().map(|item| item.key(bits)).collect()
}

fn source(
    name: Value<'_>,
    table: &mut Section<'_>,
    bits: u32,
    needed: usize,
) -> Result<Source<'static>> {
    let source = match name.as_text() {
        Some("polyglot") => polyglot_source(),
        Some("stockfish") => STOCKFISH_SOURCE,
        text => {
            let named = text.and_then(|text| text.parse::<SourceName>().ok());
            let named = named.ok_or_else(|| {
                let published = ["polyglot", "stockfish"];
                name.wrong(format!(
                    "the name of a source: {}",
                    any_of(SourceName::NAMES.into_iter().chain(published))
                ))
            })?;
            seeded(named, table, needed)?
        }
    };
    source.check(needed, bits).map_err(|error| match error {
        SourceError::Published { features, words } => name.error(
            format!("a source for {features} keys"),
            format!("{}, which has {words}", name.shown()),
        ),
        SourceError::Bits { least, most, .. } => name.error(
            format!("a source for keys of {bits} bits"),
            format!("{}, whose keys have {least} to {most}", name.shown()),
        ),
        error => name.error(format!("a source for {needed} keys of {bits} bits"), error),
    })?;
    Ok(source)
}

fn seeded(name: SourceName, table: &mut Section<'_>, needed: usize) -> Result<Source<'static>> {
    let seed = table.require("seed")?;
    let words = match seed.is_array() && name.has_words() {
        true => Some(seed_words(name, seed)?),
        false => None,
    };
    let number = match words {
        Some(_) => 0,
        None => seed.number(0..=u64::MAX)?,
    };
    let draw = match name.has_stream() {
        true => table.take("draw"),
        false => None,
    };
    let draw = match draw {
        None => DrawOrder::default(),
        Some(value) => value.one_of(&[
            (DrawOrder::ByKind.name(), DrawOrder::ByKind),
            (DrawOrder::Sequential.name(), DrawOrder::Sequential),
        ])?,
    };
    let skip = match name.has_stream() {
        true => table.take("skip"),
        false => None,
    };
    let skip = match skip {
        None => 0,
        Some(value) => value.number(0..=Source::MAX_SKIP.into())? as u32,
    };
    let stream = match name.has_streams() {
        true => table.take("stream"),
        false => None,
    };
    let stream = match stream {
        None => None,
        Some(value) => Some(value.number(0..=u64::MAX)?),
    };
    let join = match name.has_stream() {
        true => table.take("join"),
        false => None,
    };
    let join = match join {
        None => None,
        Some(value) => Some(join_of(value)?),
    };
    let capacity = match name {
        SourceName::Bch => table.take("capacity"),
        _ => None,
    };
    let room = match capacity {
        None => None,
        Some(value) => Some(value.number(needed as u64..=1 << 24)? as usize),
    };
    let mut source = name.source(number, draw, room, needed).map_err(|error| match error {
        SourceError::Seed { least, most, .. } => {
            seed.wrong(format!("a seed of {name} from {least} to {most}"))
        }
        error => seed.error(format!("a source of {needed} keys"), error),
    })?;
    if let Some(words) = words {
        source = source.seeded_by(&words);
    }
    if let Some(stream) = stream {
        source = source.stream(stream);
    }
    if let Some(join) = join {
        source = source.joined(join);
    }
    Ok(if name.has_stream() { source.skip(skip) } else { source })
}

/// The words of a seed of several.
fn seed_words(name: SourceName, seed: Value<'_>) -> Result<Vec<u64>> {
    let expected = "an array of 1 to 8 numbers";
    let items = seed.items(expected)?;
    if items.is_empty() || items.len() > 8 {
        return Err(seed.error(expected, items.len()));
    }
    let most = if name == SourceName::Mt19937 { u32::MAX.into() } else { u64::MAX };
    items.into_iter().map(|item| item.number(0..=most)).collect()
}

/// The way in which the numbers of a generator are joined to keys.
fn join_of(value: Value<'_>) -> Result<Join> {
    let expected = "a table with `shifts`";
    let mut table = value.section(expected, &["shifts", "drop", "bits", "by"])?;
    let shifts = table.require("shifts")?;
    let expected = format!("an array of 1 to {} numbers from 0 to 127", Join::MAX);
    let items = shifts.items(&expected)?;
    if items.is_empty() || items.len() > Join::MAX {
        return Err(shifts.error(expected, items.len()));
    }
    let each = items.into_iter().map(|item| item.number(0..=127).map(|shift| shift as u8));
    let mut join = Join::shifted(&each.collect::<Result<Vec<u8>>>()?);
    if let Some(value) = table.take("drop") {
        join = join.without(value.number(0..=63)? as u8);
    }
    if let Some(value) = table.take("bits") {
        join = join.low(value.number(1..=64)? as u8);
    }
    if let Some(value) = table.take("by") {
        if value.one_of(&[("xor", false), ("or", true)])? {
            join = join.by_or();
        }
    }
    Ok(join)
}
