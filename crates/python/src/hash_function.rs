//! `zobrist.hash`.

use std::sync::Arc;

use arrow_array::types::UInt64Type;
use arrow_array::{
    ArrayRef, FixedSizeListArray, Int32Array, Int64Array, PrimitiveArray, UInt32Array,
};
use arrow_buffer::NullBuffer;
use arrow_schema::{DataType, Field};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::arguments::need_numpy;
use crate::column::Column;
use crate::hash::{Hashes, Hashing, Words};
use crate::keys_array::KeyArray;
use crate::position::RawPosition;
use crate::rules::Rules;
use crate::scheme::scheme_or_polyglot;
use crate::work::{Counters, Progress, guarded, long};

/// Columns of fewer rows are hashed on the calling thread: it takes less than a millisecond.
const SHORT: usize = 2048;

/// Hashes one position, or a column of them.
///
/// The default scheme, ``polyglot``, gives the keys of Polyglot's books and of
/// ``chess.polyglot.zobrist_hash``. Indexes are keyed by ``fide`` unless they were built with
/// another scheme: for a join with an index, take ``scheme="fide", signed=True``, or
/// ``Index.keys``, which hashes by the index's own scheme.
///
/// Args:
///     x: a position is a FEN (four to six fields, and what a variant adds) or a ``chess.Board``; a
///         column is a list, an array of NumPy, a column of Arrow, Polars or pandas, or anything
///         else that yields positions.
///     scheme: the name of a built-in scheme, the path of a TOML file that describes one, or a
///         Scheme.
///     bits: the width of a hash: 32, 64 or 128. By default that of the scheme, which is 64 for
///         those that are built in. Of these, ``zobrist`` alone has others.
///     variant: ``chess``, ``chess960``, ``atomic``, ``antichess``, ``kingofthehill``, ``3check``,
///         ``crazyhouse``, ``racingkings`` or ``horde``. By default a FEN is chess, or Chess960 if
///         its castling field implies it, and a board is what it says of itself. Only ``zobrist``
///         has keys for what variants add, such as pockets; other schemes leave that out, as
///         python-chess does.
///     errors: ``"raise"``, or ``"null"``: a row that is missing or no legal position has no key.
///     signed: give the same bits as signed integers, as the columns ``key`` of an index have them.
///     threads: for a column; by default one for each core.
///     progress: for a column: a function that takes a ``Progress``, or True for a bar of tqdm, or
///         False. By default a bar, if tqdm is installed and standard error is a terminal.
///
/// Returns:
///     For one position an ``int``, or with ``errors="null"`` perhaps None. For a column an array
///     of NumPy of the dtype ``uint64``, ``uint32`` for 32 bits, with ``signed`` ``int64`` or
///     ``int32``; for 128 bits ``uint64`` of the shape (n, 2), the high half first. With
///     ``errors="null"`` a KeyArray.
///
/// Raises:
///     PositionError: a position cannot be read or is not legal; ``row`` says which, from 0.
///     SchemeError: there is no such scheme, or it lacks the width.
///     TypeError: what was given is no position and no column of text.
///
/// Cost: some four million FENs a second and core (bench/README.md). Other Python threads run
/// meanwhile, and Ctrl-C stops it.
///
/// >>> import zobrist
/// >>> start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
/// >>> hex(zobrist.hash(start))
/// '0x463b96181691fc9c'
/// >>> zobrist.hash([start, "4k3/8/8/8/8/8/8/4K3 w - - 0 1"])
/// array([5060803636482931868, 6810935200397857990], dtype=uint64)
/// >>> zobrist.hash([start, "no position"], errors="null")[1] is None
/// True
#[pyfunction]
#[pyo3(signature = (
    x, scheme = None, *, bits = None, variant = None, errors = "raise", signed = false,
    threads = None, progress = None
))]
#[pyo3(
    text_signature = "(x, scheme='polyglot', *, bits=None, variant=None, errors='raise', signed=False, threads=None, progress=None)"
)]
#[expect(clippy::too_many_arguments, reason = "they are the options of Python's caller")]
pub(crate) fn hash<'py>(
    py: Python<'py>,
    x: &Bound<'py, PyAny>,
    scheme: Option<&Bound<'py, PyAny>>,
    bits: Option<u32>,
    variant: Option<&str>,
    errors: &str,
    signed: bool,
    threads: Option<i64>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let rules = Rules::named(variant)?;
    let scheme = scheme_or_polyglot(py, scheme, bits)?;
    if signed && scheme.bits() > 64 {
        let reason = "signed: expected hashes of 64 or 32 bits, got 128; take the two halves";
        return Err(PyValueError::new_err(reason));
    }
    let hashing =
        Hashing { scheme, rules, nulls: nulls(errors)?, threads: crate::work::threads(threads)? };
    if let Some(position) = RawPosition::of(x)? {
        let hash = match hashing.one(&position) {
            Err(_) if hashing.nulls => return Ok(py.None().into_bound(py)),
            hash => hash?,
        };
        return number(py, hash, hashing.scheme.bits(), signed);
    }
    if !hashing.nulls {
        need_numpy(py)?;
    }
    let column = Column::of(x)?;
    let hashes = hash_column(py, &column, &hashing, progress)?;
    to_python(py, hashes, hashing.nulls, signed)
}

/// Reads the argument `errors=`: true for nulls.
pub(crate) fn nulls(errors: &str) -> PyResult<bool> {
    match errors {
        "raise" => Ok(false),
        "null" => Ok(true),
        other => {
            let reason = format!("errors: expected \"raise\" or \"null\", got {other:?}");
            Err(PyValueError::new_err(reason))
        }
    }
}

/// Hashes a column, with progress if it is long.
pub(crate) fn hash_column(
    py: Python,
    column: &Column,
    hashing: &Hashing,
    progress: Option<&Bound<PyAny>>,
) -> PyResult<Hashes> {
    let counters = Arc::new(Counters::default());
    let rows = column.len();
    if rows <= SHORT {
        return guarded(|| Ok(hashing.column(column, &counters)?));
    }
    let progress = Progress::new(py, progress, "hashing", "rows", Some(rows as u64))?;
    Ok(long(py, &progress, &counters, || hashing.column(column, &counters))??)
}

/// A key as a number of Python.
pub(crate) fn number<'py>(
    py: Python<'py>,
    hash: u128,
    bits: u32,
    signed: bool,
) -> PyResult<Bound<'py, PyAny>> {
    Ok(match (signed, bits) {
        (true, ..=32) => (hash as u32 as i32).into_pyobject(py)?.into_any(),
        (true, _) => (hash as u64 as i64).into_pyobject(py)?.into_any(),
        (false, _) => hash.into_pyobject(py)?.into_any(),
    })
}

/// The hashes as an array of NumPy, or of Arrow if some may be missing.
pub(crate) fn to_python(
    py: Python<'_>,
    Hashes { words, valid }: Hashes,
    nulls: bool,
    signed: bool,
) -> PyResult<Bound<'_, PyAny>> {
    if nulls {
        let nulls = Some(NullBuffer::from(valid)).filter(|nulls| nulls.null_count() > 0);
        let array: ArrayRef = match (words, signed) {
            (Words::W32(words), false) => Arc::new(UInt32Array::new(words.into(), nulls)),
            (Words::W32(words), true) => Arc::new(Int32Array::new(as_i32(words).into(), nulls)),
            (Words::W64(words), false) => {
                Arc::new(PrimitiveArray::<UInt64Type>::new(words.into(), nulls))
            }
            (Words::W64(words), true) => Arc::new(Int64Array::new(as_i64(words).into(), nulls)),
            (Words::W128(words), _) => {
                let halves = Arc::new(PrimitiveArray::<UInt64Type>::new(words.into(), None));
                let field = Arc::new(Field::new("half", DataType::UInt64, false));
                Arc::new(FixedSizeListArray::new(field, 2, halves, nulls))
            }
        };
        return Ok(Bound::new(py, KeyArray { array })?.into_any());
    }
    Ok(match (words, signed) {
        (Words::W32(words), false) => PyArray1::from_vec(py, words).into_any(),
        (Words::W32(words), true) => PyArray1::from_vec(py, as_i32(words)).into_any(),
        (Words::W64(words), false) => PyArray1::from_vec(py, words).into_any(),
        (Words::W64(words), true) => PyArray1::from_vec(py, as_i64(words)).into_any(),
        (Words::W128(words), _) => {
            let rows = words.len() / 2;
            PyArray1::from_vec(py, words).reshape([rows, 2])?.into_any()
        }
    })
}

// In place: the compiler reuses the memory.
fn as_i32(words: Vec<u32>) -> Vec<i32> {
    words.into_iter().map(|word| word as i32).collect()
}

fn as_i64(words: Vec<u64>) -> Vec<i64> {
    words.into_iter().map(|word| word as i64).collect()
}
