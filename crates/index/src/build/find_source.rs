//! A source of an index, by a name that a user gives.

use std::cmp::Reverse;
use std::fs;
use std::path::{self, Path};

use crate::error::IndexError;
use crate::format::manifest::IndexedSource;

/// The source that is standard input, and the file that its games carry.
pub(crate) const STANDARD_INPUT: [&str; 2] = ["-", "standard input"];

/// The stored name of the source that a path means: the one of this name; else the one at the place
/// that the path leads to from the working directory; else the only one whose path ends with it.
///
/// # Errors
/// [`IndexError::NoSource`] if there is none, or several.
pub(crate) fn find_source<'a>(
    sources: &'a [IndexedSource],
    given: &Path,
) -> Result<&'a str, IndexError> {
    let [dash, standard_input] = STANDARD_INPUT;
    let text = given.to_string_lossy();
    let of_name =
        |name: &str| sources.iter().map(|source| &*source.file).find(|file| *file == name);
    let place = || {
        let place = fs::canonicalize(given).or_else(|_| path::absolute(given)).ok()?;
        of_name(&place.to_string_lossy())
    };
    let input = || if text == standard_input { of_name(dash) } else { None };
    if let Some(found) = of_name(&text).or_else(input).or_else(place) {
        return Ok(found);
    }
    let ends_so = |file: &&str| *file != dash && Path::new(file).ends_with(given);
    let all = distinct(sources.iter().map(|source| &*source.file));
    match &all.iter().copied().filter(ends_so).collect::<Vec<_>>()[..] {
        [found] => Ok(found),
        [] => Err(no_source(&text, nearest(given, all), false)),
        several => Err(no_source(&text, several.to_vec(), true)),
    }
}

fn no_source(given: &str, names: Vec<&str>, is_ambiguous: bool) -> IndexError {
    let names = names.into_iter().map(str::to_owned).collect();
    IndexError::NoSource { given: given.to_owned(), names, is_ambiguous }
}

/// Each name once.
fn distinct<'a>(names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut names: Vec<&str> = names.collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// The names in the order in which their files begin like the one that was given.
fn nearest<'a>(given: &Path, mut names: Vec<&'a str>) -> Vec<&'a str> {
    let file = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    let given = file(given);
    names.sort_by_cached_key(|name| {
        let same = file(Path::new(name));
        Reverse(same.chars().zip(given.chars()).take_while(|(one, other)| one == other).count())
    });
    names
}
