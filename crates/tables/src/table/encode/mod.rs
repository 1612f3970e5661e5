//! Column chunks of Parquet, encoded in memory.
//!
//! The Parquet library writes no checksums of pages, and its dictionaries hash each value. This
//! encoder gives each page its CRC-32, and finds small numbers by their place in a table. The bytes
//! depend on nothing but the values: the same rows make the same file.

mod chunk;
mod dictionary;
mod integer;
mod thrift;

use std::cell::RefCell;

use parquet::basic::Encoding;
use parquet::errors::{ParquetError, Result};

pub(super) use chunk::{ColumnPlan, EncodedColumn};
pub(super) use dictionary::ByteStrings;
pub(super) use integer::Integer;

use self::chunk::{ChunkWriter, Zstd, bounds};
use self::dictionary::{IntegerDictionary, index_strings};
use super::spec::Storage;
use chunk::{PageRange, count, divide, pages};
use packed::{put_delta, put_indices, put_levels};

/// Working memory, which each thread keeps: many thousand columns are encoded, one after the other.
#[derive(Default)]
struct Scratch {
    body: Vec<u8>,
    indices: Vec<u16>,
    dictionary: Option<IntegerDictionary>,
    zstd: Zstd,
}

/// Memory for a page that a thread keeps, in bytes: few pages are larger.
const KEPT_PAGE_BYTES: usize = 2 << 20;

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

/// Encodes a column of integers: the values that are present and, if some may be missing, the
/// definition level of each row, 0 or 1.
///
/// # Errors
/// When there are more or fewer values than levels of 1, or the column has another type.
pub(super) fn encode_integers<I: Integer>(
    plan: ColumnPlan,
    values: &[I],
    levels: Option<&[i16]>,
) -> Result<EncodedColumn> {
    check(&plan, I::TYPE, values.len(), levels)?;
    let pages = pages(levels.map_or(values.len(), <[i16]>::len), plan.page_rows, levels);
    let bounds = if plan.has_bounds { Some(bounds(values, &pages)?) } else { None };
    SCRATCH.with_borrow_mut(|Scratch { body, indices, dictionary, zstd }| {
        if let Storage::Dictionary | Storage::DictionaryZstd = plan.storage {
            let dictionary = dictionary.get_or_insert_with(IntegerDictionary::new);
            if dictionary.index(values, indices) {
                let mut chunk = ChunkWriter::new(plan, Encoding::RLE_DICTIONARY, zstd);
                body.clear();
                dictionary.put::<I>(body);
                chunk.dictionary(dictionary.len(), body)?;
                put_pages(&mut chunk, &pages, levels, body, |page, body| {
                    put_indices(&indices[page.values.clone()], body);
                })?;
                return chunk.finish(bounds);
            }
        }
        let is_delta = plan.storage == Storage::Delta;
        let encoding = if is_delta { Encoding::DELTA_BINARY_PACKED } else { Encoding::PLAIN };
        let mut chunk = ChunkWriter::new(plan, encoding, zstd);
        put_pages(&mut chunk, &pages, levels, body, |page, body| {
            let values = &values[page.values.clone()];
            if is_delta { put_delta(values, body) } else { I::put_plain(values, body) }
        })?;
        chunk.finish(bounds)
    })
}

/// Encodes a column of byte strings, as [`encode_integers`] does numbers.
///
/// # Errors
/// As there, when a string is too long for a page, and when differences or bounds of byte strings
/// are asked for.
pub(super) fn encode_bytes(
    plan: ColumnPlan,
    strings: ByteStrings,
    levels: Option<&[i16]>,
) -> Result<EncodedColumn> {
    check(&plan, parquet::basic::Type::BYTE_ARRAY, strings.len(), levels)?;
    if plan.has_bounds || plan.storage == Storage::Delta {
        return Err(ParquetError::NYI(format!(
            "bounds and differences are of integers: column {} has byte strings",
            plan.descr.name()
        )));
    }
    let pages = pages(levels.map_or(strings.len(), <[i16]>::len), plan.page_rows, levels);
    SCRATCH.with_borrow_mut(|Scratch { body, indices, zstd, .. }| {
        if let Storage::Dictionary | Storage::DictionaryZstd = plan.storage
            && let Some((dictionary, values)) = index_strings(strings, indices)
        {
            let mut chunk = ChunkWriter::new(plan, Encoding::RLE_DICTIONARY, zstd);
            chunk.dictionary(values, &dictionary)?;
            put_pages(&mut chunk, &pages, levels, body, |page, body| {
                put_indices(&indices[page.values.clone()], body);
            })?;
            return chunk.finish(None);
        }
        let mut chunk = ChunkWriter::new(plan, Encoding::PLAIN, zstd);
        let pages = divide(pages, levels, strings);
        put_pages(&mut chunk, &pages, levels, body, |page, body| {
            strings.put(page.values.clone(), body);
        })?;
        chunk.finish(None)
    })
}

/// Appends the data pages: the levels of each, then what `put` appends.
fn put_pages(
    chunk: &mut ChunkWriter,
    pages: &[PageRange],
    levels: Option<&[i16]>,
    body: &mut Vec<u8>,
    put: impl Fn(&PageRange, &mut Vec<u8>),
) -> Result<()> {
    for page in pages {
        body.clear();
        if let Some(levels) = levels {
            put_levels(&levels[page.rows.clone()], body);
        }
        put(page, body);
        chunk.data(page.rows.len(), body)?;
    }
    body.clear();
    body.shrink_to(KEPT_PAGE_BYTES);
    chunk.shrink_to(KEPT_PAGE_BYTES);
    Ok(())
}

/// Checks that values and levels are those of a column as planned.
fn check(
    plan: &ColumnPlan,
    value_type: parquet::basic::Type,
    values: usize,
    levels: Option<&[i16]>,
) -> Result<()> {
    let name = plan.descr.name();
    let wrong = |what: String| Err(ParquetError::General(what));
    if plan.descr.physical_type() != value_type {
        let expected = plan.descr.physical_type();
        return wrong(format!("expected {expected} in column {name}, got {value_type}"));
    }
    let is_optional = plan.descr.max_def_level() > 0;
    if is_optional != levels.is_some() || plan.descr.max_rep_level() > 0 {
        return wrong(format!("expected levels if rows of column {name} may be missing"));
    }
    if plan.has_bounds && is_optional {
        return wrong(format!("expected a required column for bounds, got {name}"));
    }
    let present = levels.map_or(values, count);
    if present != values {
        return wrong(format!("expected {present} values in column {name}, got {values}"));
    }
    Ok(())
}

mod packed;
#[cfg(test)]
mod tests;
