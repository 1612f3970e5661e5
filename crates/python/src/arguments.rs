//! Arguments that several functions take: paths, sizes, kinds of duplicates.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use pyo3::exceptions::{PyImportError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use zobrist_index::{Duplicates, TextEncoding, UnknownEncoding};
use zobrist_input::bytes_of_size;
use zobrist_shakmaty::pgn::{Language, ParseLanguageError};

/// One path, or an iterable of paths.
///
/// # Errors
/// TypeError for anything else, and ValueError if there is none, or one is `-`: standard input
/// belongs to Python.
pub(crate) fn paths_of(name: &str, value: &Bound<PyAny>) -> PyResult<Vec<PathBuf>> {
    let wrong = |got: &Bound<PyAny>| -> PyResult<PyErr> {
        let got = got.get_type().name()?;
        Ok(PyTypeError::new_err(format!("{name}: expected a path or a list of paths, got {got}")))
    };
    let mut paths = Vec::new();
    match value.extract::<PathBuf>() {
        Ok(path) => paths.push(path),
        Err(_) => {
            let Ok(items) = value.try_iter() else { return Err(wrong(value)?) };
            for item in items {
                let item = item?;
                match item.extract() {
                    Ok(path) => paths.push(path),
                    Err(_) => return Err(wrong(&item)?),
                }
            }
        }
    }
    if paths.is_empty() {
        return Err(PyValueError::new_err(format!("{name}: expected at least one path, got none")));
    }
    paths.iter().try_for_each(|path| refuse_half_url(name, path))?;
    if paths.iter().any(|path| path == Path::new("-")) {
        let reason = "expected paths of files, got \"-\"; \"./-\" is a file of that name";
        return Err(PyValueError::new_err(format!("{name}: {reason}")));
    }
    Ok(paths)
}

/// A folder, or the URL of one.
///
/// # Errors
/// TypeError for anything else, and ValueError for a URL that `pathlib` has changed.
pub(crate) fn folder_of(name: &str, value: &Bound<PyAny>) -> PyResult<PathBuf> {
    let Ok(folder) = value.extract::<PathBuf>() else {
        let got = value.get_type().name()?;
        return Err(PyTypeError::new_err(format!("{name}: expected a path or a URL, got {got}")));
    };
    refuse_half_url(name, &folder)?;
    Ok(folder)
}

/// Refuses the URL of which `pathlib` makes `s3:/bucket`.
fn refuse_half_url(name: &str, path: &Path) -> PyResult<()> {
    let text = path.to_string_lossy();
    let rest = ["s3:/", "https:/", "http:/"].iter().find_map(|start| text.strip_prefix(start));
    if rest.is_some_and(|rest| !rest.starts_with('/')) {
        let expected = format!("{name}: expected a URL as a str, got {text:?}");
        return Err(PyValueError::new_err(format!(
            "{expected}: pathlib.Path takes a slash away from a URL"
        )));
    }
    Ok(())
}

/// The number of bytes of some files as they are on the disk; `None` if that is not known.
pub(crate) fn bytes_of(paths: &[PathBuf]) -> Option<u64> {
    let size = |path: &PathBuf| Some(path.metadata().ok().filter(|meta| meta.is_file())?.len());
    paths.iter().map(size).sum()
}

/// A number of plies.
///
/// # Errors
/// ValueError when it is negative, or not below 2^32.
pub(crate) fn plies_of(max_ply: Option<i64>) -> PyResult<Option<u32>> {
    let number = |plies: i64| {
        u32::try_from(plies).map_err(|_| {
            PyValueError::new_err(format!("max_ply: expected 0 to 4294967295, got {plies}"))
        })
    };
    max_ply.map(number).transpose()
}

/// An Elo that players must have.
///
/// # Errors
/// ValueError when it is none.
pub(crate) fn elo_of(min_elo: Option<i64>) -> PyResult<Option<u16>> {
    let number = |elo: i64| match u16::try_from(elo) {
        Ok(elo) if (1..=9999).contains(&elo) => Ok(elo),
        _ => Err(PyValueError::new_err(format!("min_elo: expected 1 to 9999, got {elo}"))),
    };
    min_elo.map(number).transpose()
}

/// The least memory that is accepted, in bytes.
const MIN_MEMORY: u64 = 16 << 20;

/// An amount of memory: a number of bytes, or a text such as `512MiB`.
///
/// # Errors
/// TypeError for anything else, ValueError for less than 16 MiB or a text that is no size.
pub(crate) fn memory_of(value: Option<&Bound<PyAny>>) -> PyResult<usize> {
    let Some(value) = value else { return Ok(1 << 30) };
    let bytes = if let Ok(text) = value.extract::<String>() {
        bytes_of_size(&text).map_err(|error| PyValueError::new_err(format!("memory: {error}")))?
    } else if let Ok(bytes) = value.extract::<u64>() {
        bytes
    } else {
        let got = value.repr()?;
        let expected = "memory: expected a number of bytes or a size such as \"512MiB\"";
        return Err(PyTypeError::new_err(format!("{expected}, got {got}")));
    };
    match usize::try_from(bytes) {
        Ok(bytes) if bytes as u64 >= MIN_MEMORY => Ok(bytes),
        _ => {
            let got = value.repr()?;
            Err(PyValueError::new_err(format!("memory: expected at least 16MiB, got {got}")))
        }
    }
}

/// Which games count as the same; `None` if all count.
///
/// # Errors
/// ValueError for another value than `None`, a bool, `exact` and `players`.
pub(crate) fn dedup_of(value: Option<&Bound<PyAny>>) -> PyResult<Option<Duplicates>> {
    let Some(value) = value else { return Ok(None) };
    if let Ok(flag) = value.extract::<bool>() {
        return Ok(flag.then_some(Duplicates::Exact));
    }
    match value.extract::<String>().as_deref() {
        Ok("exact") => Ok(Some(Duplicates::Exact)),
        Ok("players") => Ok(Some(Duplicates::Players)),
        _ => {
            let got = value.repr()?;
            let expected = "dedup: expected False, True, \"exact\" or \"players\"";
            Err(PyValueError::new_err(format!("{expected}, got {got}")))
        }
    }
}

/// The encoding of names that are not UTF-8.
///
/// # Errors
/// ValueError when there is no such encoding.
pub(crate) fn encoding_of(name: Option<&str>) -> PyResult<Option<TextEncoding>> {
    let named = |name: &str| {
        name.parse()
            .map_err(|error: UnknownEncoding| PyValueError::new_err(format!("encoding: {error}")))
    };
    name.map(named).transpose()
}

/// The language whose letters of the pieces are read: English, unless another is named.
///
/// # Errors
/// ValueError when there is no such language.
pub(crate) fn language_of(name: Option<&str>) -> PyResult<Language> {
    let named = |name: &str| {
        name.parse().map_err(|error: ParseLanguageError| {
            PyValueError::new_err(format!("language: {error}"))
        })
    };
    name.map_or(Ok(Language::English), named)
}

/// The number of files of a table of an index.
///
/// # Errors
/// ValueError when it is not from 1 to 65,536.
pub(crate) fn files_per_table(number: Option<usize>) -> PyResult<Option<NonZeroUsize>> {
    const MAX: usize = 1 << 16;
    let Some(number) = number else { return Ok(None) };
    match NonZeroUsize::new(number).filter(|number| number.get() <= MAX) {
        Some(number) => Ok(Some(number)),
        None => {
            let expected = format!("files_per_table: expected 1 to {MAX}, got {number}");
            Err(PyValueError::new_err(expected))
        }
    }
}

/// One of some words, or the error that names them.
pub(crate) fn choice<T: Copy>(name: &str, got: &str, choices: &[(&str, T)]) -> PyResult<T> {
    if let Some((_, value)) = choices.iter().find(|(word, _)| *word == got) {
        return Ok(*value);
    }
    let words: Vec<String> = choices.iter().map(|(word, _)| format!("{word:?}")).collect();
    let (last, first) = words.split_last().expect("there are choices");
    let words = format!("{} or {last}", first.join(", "));
    Err(PyValueError::new_err(format!("{name}: expected {words}, got {got:?}")))
}

/// Fails if arrays of NumPy cannot be made, before a long call has done its work.
pub(crate) fn need_numpy(py: Python) -> PyResult<()> {
    if let Err(error) = py.import("numpy") {
        let reason = format!("columns of keys are arrays of NumPy: pip install numpy ({error})");
        return Err(PyImportError::new_err(reason));
    }
    Ok(())
}
