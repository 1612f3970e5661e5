//! Checks columns of text that come by the Arrow C data interface.
//!
//! A producer hands over addresses. `arrow-array` trusts the offsets and the bytes behind them:
//! text that is not UTF-8, or offsets that do not ascend, would be undefined behavior as soon as a
//! row is read. So each row that is not null is checked first. Only the producer knows how long the
//! buffers are.

use std::str::from_utf8;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type,
    UInt32Type, UInt64Type,
};
use arrow_array::{Array, GenericStringArray, OffsetSizeTrait, StringViewArray};
use arrow_buffer::ArrowNativeType;
use arrow_schema::DataType;

/// The largest number of bytes that a view holds itself.
const INLINE: usize = 12;

/// Checks the rows of a chunk of text.
///
/// # Errors
/// The first row, from 0, that cannot be read, and the reason.
pub(crate) fn check_text(chunk: &dyn Array) -> Result<(), (usize, String)> {
    match chunk.data_type() {
        DataType::Utf8 => check_offsets(chunk.as_string::<i32>()),
        DataType::LargeUtf8 => check_offsets(chunk.as_string::<i64>()),
        DataType::Utf8View => check_views(chunk.as_string_view()),
        _ => Ok(()),
    }
}

fn check_offsets<O: OffsetSizeTrait>(texts: &GenericStringArray<O>) -> Result<(), (usize, String)> {
    let bytes = texts.value_data();
    for (row, ends) in texts.value_offsets().windows(2).enumerate() {
        if texts.is_null(row) {
            continue;
        }
        let [start, end] = [ends[0], ends[1]].map(|offset| offset.to_usize());
        let text = start.zip(end).and_then(|(start, end)| bytes.get(start..end));
        let Some(text) = text else {
            let expected = format!("expected offsets that ascend up to {}", bytes.len());
            return Err((row, format!("{expected}, got {:?} and {:?}", ends[0], ends[1])));
        };
        check_utf8(text).map_err(|reason| (row, reason))?;
    }
    Ok(())
}

fn check_views(texts: &StringViewArray) -> Result<(), (usize, String)> {
    let buffers = texts.data_buffers();
    for (row, view) in texts.views().iter().enumerate() {
        if texts.is_null(row) {
            continue;
        }
        // The length; then the text, or its first four bytes, its buffer and its offset.
        let bytes = view.to_le_bytes();
        let word = |at: usize| (view >> (32 * at)) as u32 as usize;
        let length = word(0);
        let text = match length {
            0..=INLINE => Some(&bytes[4..4 + length]),
            _ => {
                let (buffer, start) = (buffers.get(word(2)), word(3));
                buffer.and_then(|buffer| buffer.as_slice().get(start..start.checked_add(length)?))
            }
        };
        let Some(text) = text else {
            let got = format!("{length} bytes from {} of buffer {}", word(3), word(2));
            return Err((row, format!("expected a text within its buffers, got {got}")));
        };
        check_utf8(text).map_err(|reason| (row, reason))?;
    }
    Ok(())
}

fn check_utf8(text: &[u8]) -> Result<(), String> {
    from_utf8(text).map(drop).map_err(|error| {
        format!("expected UTF-8, got something else at byte {} of the text", error.valid_up_to())
    })
}

/// The keys of a dictionary of `values` values, with `None` for a row that is null.
///
/// # Errors
/// The first row whose key is that of no value, and the reason.
pub(crate) fn keys_of(
    keys: &dyn Array,
    values: usize,
) -> Result<Vec<Option<usize>>, (usize, String)> {
    match keys.data_type() {
        DataType::Int8 => checked_keys::<Int8Type>(keys, values),
        DataType::Int16 => checked_keys::<Int16Type>(keys, values),
        DataType::Int32 => checked_keys::<Int32Type>(keys, values),
        DataType::Int64 => checked_keys::<Int64Type>(keys, values),
        DataType::UInt8 => checked_keys::<UInt8Type>(keys, values),
        DataType::UInt16 => checked_keys::<UInt16Type>(keys, values),
        DataType::UInt32 => checked_keys::<UInt32Type>(keys, values),
        DataType::UInt64 => checked_keys::<UInt64Type>(keys, values),
        other => Err((0, format!("expected keys that are integers, got {other}"))),
    }
}

fn checked_keys<T: ArrowPrimitiveType>(
    keys: &dyn Array,
    values: usize,
) -> Result<Vec<Option<usize>>, (usize, String)> {
    let keys = keys.as_primitive::<T>();
    let checked = keys.iter().enumerate().map(|(row, key)| {
        let Some(key) = key else { return Ok(None) };
        match key.to_usize().filter(|key| *key < values) {
            Some(key) => Ok(Some(key)),
            None => Err((row, format!("expected a key below {values}, got {key:?}"))),
        }
    });
    checked.collect()
}
