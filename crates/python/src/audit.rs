//! `zobrist.audit`: every small set of keys that XORs to zero.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use numpy::{PyReadonlyArray1, PyReadonlyArray2};
use pyo3::exceptions::{PyMemoryError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use zobrist::Guarantee;
use zobrist::gf2::rank;
use zobrist_audit::{Findings, MAX_WEIGHT, OutOfMemory, SearchError, SearchPlan};
use zobrist_chess::{Scheme, with_any_scheme};
use zobrist_shakmaty::parallel::on_threads;

use crate::arguments::memory_of;
use crate::keys_array::words_of;
use crate::scheme::{PyScheme, scheme_of};
use crate::work::{Counters, Progress, long, threads as threads_of};

/// Memory that a search may take unless the caller says otherwise.
const MEMORY: usize = 4 << 30;

/// Finds every small set of keys that XORs to zero.
///
/// Two states share a hash when the keys by which they differ XOR to zero: a dependency. All of up
/// to ``weight`` keys are found, so that an empty result is a proof. Indices count from 0. A zero
/// key is a dependency of weight 1, and two equal keys are one of weight 2.
///
/// Args:
///     keys: a Scheme, the name of a built-in one, or the path of a TOML file; or an array of NumPy
///         of the dtype ``uint32`` or ``uint64``, or ``uint64`` of the shape (n, 2) with the high
///         half first; or a list of ``int``.
///     weight: the largest number of keys in a dependency, 1 to 12.
///     bits: the width of a key. By default that of the scheme or of the array; for a list 64, or
///         128 if a key needs more.
///     list: list at most this many dependencies, the smallest first; all are counted.
///     threads: by default one for each core.
///     memory: the memory that the search may take: a number of bytes, or a text such as
///         ``"512MiB"``.
///     progress: a function that takes a ``Progress``, which counts sums, or True for a bar of
///         tqdm, or False. By default a bar, if tqdm is installed and standard error is a terminal.
///
/// Returns:
///     An Audit.
///
/// Raises:
///     SchemeError: there is no such scheme, or it lacks the width.
///     TypeError: the keys are of another type.
///     ValueError: the keys add instead of XOR, there are none or too many of them, one does not
///         fit the width, or the search needs more memory than it may take.
///     MemoryError: the system refuses the memory.
///
/// Cost: for 781 keys of 64 bits, less than a second up to weight 6, a few seconds on one core and
/// 50 MiB up to 8, a few minutes on two cores and 500 MiB up to 9; each weight more takes some
/// hundred times as long. Other Python threads run meanwhile. Ctrl-C stops the search after the
/// parts in progress, but not while it makes its tables, which takes some seconds from weight 9 on.
///
/// >>> import zobrist
/// >>> zobrist.audit("polyglot", 4)
/// <zobrist.Audit of 781 keys of 64 bits: rank 64, no dependency of up to 4 keys>
/// >>> audit = zobrist.audit([1, 2, 4, 7, 2], 4)
/// >>> audit.dependencies
/// [[1, 4], [0, 1, 2, 3], [0, 2, 3, 4]]
#[pyfunction]
#[pyo3(signature = (
    keys, weight, *, bits = None, list = Findings::DEFAULT_LIMIT, threads = None, memory = None,
    progress = None
))]
#[pyo3(
    text_signature = "(keys, weight, *, bits=None, list=10000, threads=None, memory='4GiB', progress=None)"
)]
#[expect(clippy::too_many_arguments, reason = "they are the options of Python's caller")]
pub(crate) fn audit(
    py: Python,
    keys: &Bound<PyAny>,
    weight: i64,
    bits: Option<u32>,
    list: usize,
    threads: Option<i64>,
    memory: Option<&Bound<PyAny>>,
    progress: Option<&Bound<PyAny>>,
) -> PyResult<Audit> {
    let threads = threads_of(threads)?;
    let memory = match memory {
        Some(_) => memory_of(memory)?,
        None => MEMORY,
    };
    let weight = match u32::try_from(weight) {
        Ok(weight @ 1..=MAX_WEIGHT) => weight,
        _ => {
            let reason = format!("weight: expected 1 to {MAX_WEIGHT}, got {weight}");
            return Err(PyValueError::new_err(reason));
        }
    };
    let KeySet { keys, bits, guarantee } = KeySet::of(keys, bits)?;
    let plan = SearchPlan::new(&keys, weight).map_err(unplanned)?.with_limit(list);
    let threads = threads.min(NonZeroUsize::new(plan.parts()).unwrap_or(NonZeroUsize::MIN));
    refuse_too_large(&plan, threads, memory)?;
    let counters = Arc::new(Counters::default());
    let sums = u64::try_from(plan.sums()).unwrap_or(u64::MAX);
    let progress = Progress::new(py, progress, "auditing keys", "sums", Some(sums))?;
    let search = || (search(plan, threads, &counters), rank(&keys));
    let (findings, rank) = long(py, &progress, &counters, search)?;
    let findings = findings.map_err(|error| PyMemoryError::new_err(error.to_string()))?;
    let dependencies = findings.dependencies.iter();
    Ok(Audit {
        keys: keys.len(),
        bits,
        rank,
        weight,
        guarantee: guarantee.to_string(),
        smallest: findings.smallest(),
        counts: (1..=weight).map(|weight| findings.of_weight(weight)).collect(),
        dependencies: dependencies.map(|found| found.indices().to_vec()).collect(),
        is_complete: findings.is_complete(),
    })
}

fn unplanned(error: SearchError) -> PyErr {
    match error {
        SearchError::OutOfMemory(error) => PyMemoryError::new_err(error.to_string()),
        error => PyValueError::new_err(format!("keys: {error}")),
    }
}

fn refuse_too_large(plan: &SearchPlan, threads: NonZeroUsize, memory: usize) -> PyResult<()> {
    const MIB: u128 = 1 << 20;
    let (bytes, memory) = (plan.bytes(threads.get()), memory as u128);
    if bytes <= memory {
        return Ok(());
    }
    let (needed, allowed) = (bytes / MIB + 1, memory / MIB);
    Err(PyValueError::new_err(format!(
        "memory: the search needs about {needed} MiB on {threads} threads, and may take {allowed} MiB; \
         take a smaller weight, fewer threads, or allow more by memory=\"{needed}MiB\""
    )))
}

/// Finds all dependencies of a plan, or some of them if the counters stop it.
fn search(
    plan: SearchPlan,
    threads: NonZeroUsize,
    counters: &Counters,
) -> Result<Findings, OutOfMemory> {
    let limit = plan.limit();
    let search = plan.prepare()?;
    let next = AtomicUsize::new(0);
    let found = on_threads(threads.get(), || {
        let (mut worker, mut findings) = (search.worker(), Findings::with_limit(limit));
        while !counters.is_stopped() {
            let part = next.fetch_add(1, Ordering::Relaxed);
            if part >= search.parts() {
                break;
            }
            let found = worker.run(part);
            let sums = u64::try_from(found.sums).unwrap_or(u64::MAX);
            counters.done.fetch_add(sums, Ordering::Relaxed);
            findings.merge(found);
        }
        findings
    });
    let mut findings = Findings::with_limit(limit);
    found.into_iter().for_each(|found| findings.merge(found));
    Ok(findings)
}

/// Keys that combine by XOR.
struct KeySet {
    keys: Vec<u128>,
    bits: u32,
    guarantee: Guarantee,
}

impl KeySet {
    fn of(keys: &Bound<PyAny>, bits: Option<u32>) -> PyResult<KeySet> {
        if keys.is_instance_of::<PyScheme>() || keys.extract::<PathBuf>().is_ok() {
            return KeySet::of_scheme(keys, bits);
        }
        let (keys, width) = numbers(keys)?;
        if keys.is_empty() {
            return Err(PyValueError::new_err("keys: expected at least one, got none"));
        }
        let bits = bits.unwrap_or(width);
        if !(1..=128).contains(&bits) {
            return Err(PyValueError::new_err(format!("bits: expected 1 to 128, got {bits}")));
        }
        let fits = |key: &u128| key.checked_shr(bits).unwrap_or(0) == 0;
        if let Some(index) = keys.iter().position(|key| !fits(key)) {
            let key = keys[index];
            let reason =
                format!("keys: expected keys of {bits} bits, got {key:#x} at index {index}");
            return Err(PyValueError::new_err(reason));
        }
        Ok(KeySet { keys, bits, guarantee: Guarantee::None })
    }

    fn of_scheme(scheme: &Bound<PyAny>, bits: Option<u32>) -> PyResult<KeySet> {
        let scheme = scheme_of(scheme, bits)?;
        let (name, bits) = (scheme.name(), scheme.bits());
        let (is_linear, guarantee) =
            with_any_scheme!(&scheme, scheme => (scheme.is_linear(), scheme.guarantee()));
        if !is_linear {
            return Err(PyValueError::new_err(format!(
                "keys: expected keys that combine by XOR, got those of the scheme {name}, which add \
                 modulo 2^{bits}: linear independence says nothing about sums"
            )));
        }
        Ok(KeySet { keys: words_of(&scheme), bits, guarantee })
    }
}

/// Keys as numbers, and their width.
fn numbers(keys: &Bound<PyAny>) -> PyResult<(Vec<u128>, u32)> {
    // Without NumPy there are no arrays, and asking for one would fail.
    let is_array = keys.hasattr("dtype")?;
    if is_array && let Ok(array) = keys.extract::<PyReadonlyArray1<u64>>() {
        return Ok((array.as_array().iter().map(|key| u128::from(*key)).collect(), 64));
    }
    if is_array && let Ok(array) = keys.extract::<PyReadonlyArray1<u32>>() {
        return Ok((array.as_array().iter().map(|key| u128::from(*key)).collect(), 32));
    }
    if is_array
        && let Ok(array) = keys.extract::<PyReadonlyArray2<u64>>()
        && array.as_array().ncols() == 2
    {
        let array = array.as_array();
        let key = |halves: numpy::ndarray::ArrayView1<u64>| {
            u128::from(halves[0]) << 64 | u128::from(halves[1])
        };
        return Ok((array.rows().into_iter().map(key).collect(), 128));
    }
    const EXPECTED: &str = "keys: expected a scheme, an array of the dtype uint32 or uint64, one of \
                            uint64 of the shape (n, 2), or a list of int";
    if let (Some(dtype), Some(shape)) = (keys.getattr_opt("dtype")?, keys.getattr_opt("shape")?) {
        let reason = format!("{EXPECTED}, got an array of the dtype {dtype} and the shape {shape}");
        return Err(PyTypeError::new_err(reason));
    }
    let items = keys.try_iter().ok().filter(|_| !keys.is_instance_of::<PyBytes>());
    let Some(items) = items else {
        let got = keys.get_type().name()?;
        return Err(PyTypeError::new_err(format!("{EXPECTED}, got {got}")));
    };
    let mut numbers = Vec::new();
    for item in items {
        let item = item?;
        let index = numbers.len();
        // NumPy's integers are none of Python's.
        let Ok(number) = item.call_method0("__index__") else {
            let got = item.get_type().name()?;
            return Err(PyTypeError::new_err(format!("{EXPECTED}, got {got} at index {index}")));
        };
        let Ok(number) = number.extract::<u128>() else {
            let reason =
                format!("keys: expected numbers from 0 to 2^128-1, got {number} at index {index}");
            return Err(PyValueError::new_err(reason));
        };
        numbers.push(number);
    }
    let is_wide = numbers.iter().any(|key| key >> 64 != 0);
    Ok((numbers, if is_wide { 128 } else { 64 }))
}

/// The findings of ``audit`` about keys.
///
/// >>> import zobrist
/// >>> audit = zobrist.audit("zobrist", 4)
/// >>> audit.keys, audit.bits, audit.rank, audit.counts
/// (939, 64, 64, [0, 0, 0, 0])
/// >>> audit.guarantee
/// 'any 13 keys are independent'
#[pyclass(frozen, get_all, eq, module = "zobrist", name = "Audit")]
#[derive(Debug, PartialEq)]
pub(crate) struct Audit {
    /// The number of keys.
    keys: usize,
    /// The width of a key.
    bits: u32,
    /// The rank of the keys, which is at most ``min(keys, bits)``.
    rank: u32,
    /// The largest number of keys of the dependencies that were searched for.
    weight: u32,
    /// The guarantee without a search, such as ``"any 13 keys are independent"``, or ``"none"``.
    guarantee: String,
    /// The number of keys of the smallest dependency; None if there is none of up to ``weight``.
    smallest: Option<u32>,
    /// The number of dependencies of weight 1, 2 and so on, up to ``weight``.
    counts: Vec<u128>,
    /// The dependencies: lists of indices in ascending order, the smallest first. Each access makes
    /// a new list.
    dependencies: Vec<Vec<usize>>,
    /// True if all dependencies are listed, false if only the first are.
    is_complete: bool,
}

#[pymethods]
impl Audit {
    fn __repr__(&self) -> String {
        let Audit { keys, bits, rank, weight, .. } = self;
        let total = self.counts.iter().fold(0_u128, |sum, count| sum.saturating_add(*count));
        let found = match (total, self.smallest) {
            (1, Some(smallest)) => format!("1 dependency of up to {weight} keys, of {smallest}"),
            (_, Some(smallest)) => {
                format!("{total} dependencies of up to {weight} keys, the smallest of {smallest}")
            }
            _ => format!("no dependency of up to {weight} keys"),
        };
        format!("<zobrist.Audit of {keys} keys of {bits} bits: rank {rank}, {found}>")
    }
}
