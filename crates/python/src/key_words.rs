//! Keys as columns and arrays.

use std::sync::Arc;

use arrow_array::{ArrayRef, StringArray, UInt32Array, UInt64Array};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use zobrist::Key;
use zobrist_chess::{AnyScheme, Scheme, with_any_scheme};

use crate::arguments::need_numpy;

/// The keys of a scheme in slot order, as numbers.
pub(crate) fn words_of(scheme: &AnyScheme) -> Vec<u128> {
    with_any_scheme!(scheme, scheme => scheme.keys().iter().map(|key| key.to_word()).collect())
}

/// The keys of a scheme as an array of NumPy.
pub(crate) fn key_array<'py>(py: Python<'py>, scheme: &AnyScheme) -> PyResult<Bound<'py, PyAny>> {
    need_numpy(py)?;
    let keys = words_of(scheme).into_iter();
    Ok(match scheme.bits() {
        ..=32 => PyArray1::from_vec(py, keys.map(|key| key as u32).collect()).into_any(),
        33..=64 => PyArray1::from_vec(py, keys.map(|key| key as u64).collect()).into_any(),
        _ => {
            let halves = keys.flat_map(|key| [(key >> 64) as u64, key as u64]);
            let halves: Vec<u64> = halves.collect();
            let rows = halves.len() / 2;
            PyArray1::from_vec(py, halves).reshape([rows, 2])?.into_any()
        }
    })
}

/// A column of keys: UInt64, UInt32 for up to 32 bits, and above 64 bits text of hex digits.
pub(crate) fn key_column(words: &[u128], bits: u32) -> ArrayRef {
    let words = words.iter().copied();
    match bits {
        ..=32 => Arc::new(words.map(|word| Some(word as u32)).collect::<UInt32Array>()),
        33..=64 => Arc::new(words.map(|word| Some(word as u64)).collect::<UInt64Array>()),
        _ => {
            let digits = bits.div_ceil(4) as usize;
            let texts = words.map(|word| Some(format!("{word:0digits$x}")));
            Arc::new(texts.collect::<StringArray>())
        }
    }
}
