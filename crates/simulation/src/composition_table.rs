//! The table `[composition]`: fractions of elements, or a file with their atoms.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use toml::Spanned;
use zobrist_input::{Place, Result};

use crate::alloy::{Fractions, VACANCY, check_element};
use crate::atoms::VACANCY_SYMBOL;

/// The table `[composition]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Composition {
    host: Spanned<String>,
    fractions: Option<Spanned<Fractions>>,
    vacancies: Option<Spanned<usize>>,
    start: Option<Spanned<PathBuf>>,
    missing: Option<Spanned<String>>,
    tolerance: Option<Spanned<f64>>,
    types: Option<Spanned<Vec<Spanned<String>>>>,
    frame: Option<Spanned<i64>>,
}

/// Where the atoms come from.
pub(crate) enum Origin<'a> {
    /// They are scattered at random.
    Scattered {
        /// The fraction of each element.
        fractions: &'a Spanned<Fractions>,
        /// The number of vacancies.
        vacancies: usize,
    },
    /// They are those of a file.
    File(StartFile),
}

/// A file with the atoms at the start, and what is to be made of it.
#[derive(Clone, Debug)]
pub(crate) struct StartFile {
    pub(crate) path: PathBuf,
    /// The byte of the configuration that names it.
    pub(crate) at: usize,
    /// True if a site without an atom has the host, not a vacancy.
    pub(crate) is_host_missing: bool,
    /// The largest distance in Å of an atom from its site; a tenth of that of nearest neighbors if
    /// it is `None`.
    pub(crate) tolerance: Option<f64>,
    /// The elements of the types 1, 2, … of a dump of LAMMPS.
    pub(crate) types: Vec<String>,
    /// The number of the frame: from 0, or below 0 from the end.
    pub(crate) frame: i64,
}

impl Composition {
    /// The name of the host.
    pub(crate) fn host(&self) -> &Spanned<String> {
        &self.host
    }

    /// Where the atoms come from. The path of a file is relative to `folder`; `at` is the byte at
    /// which the table begins.
    ///
    /// # Errors
    /// When keys of both or of neither are there, or a value is not one of those that are expected.
    pub(crate) fn origin(&self, at: usize, folder: &Path, place: Place<'_>) -> Result<Origin<'_>> {
        let element = |key: &str, name: &str, at: usize| {
            check_element(name).map_err(|reason| place.error(at, format!("`{key}`: {reason}")))
        };
        element("host", self.host.get_ref(), self.host.span().start)?;
        // The fraction of vacancies has an error of its own.
        let fractions = self.fractions.iter().flat_map(|fractions| fractions.get_ref());
        for (name, fraction) in fractions.filter(|(name, _)| *name != VACANCY) {
            element("fractions", name, fraction.span().start)?;
        }
        for name in self.types().filter(|name| name.get_ref() != VACANCY_SYMBOL) {
            element("types", name.get_ref(), name.span().start)?;
        }
        let Some(start) = &self.start else { return self.scattered(at, place) };
        let scattering = [
            ("fractions", self.fractions.as_ref().map(Spanned::span)),
            ("vacancies", self.vacancies.as_ref().map(Spanned::span)),
        ];
        if let Some((key, span)) = first_of(scattering) {
            let reason = format!(
                "expected the atoms in `start` alone, got `{key}` too: the file has all of them; leave `{key}` out"
            );
            return Err(place.error(span.start, reason));
        }
        let path = start.get_ref();
        if path.as_os_str().is_empty() {
            let reason = "`start`: expected the path of a file, got \"\"";
            return Err(place.error(start.span().start, reason));
        }
        let missing = self.missing.as_ref();
        let is_host_missing = match missing.map(|missing| missing.get_ref().as_str()) {
            None | Some(VACANCY) => false,
            Some("host") => true,
            Some(got) => {
                let at = missing.map_or(0, |missing| missing.span().start);
                let reason = format!("`missing`: expected \"vacancy\" or \"host\", got {got:?}");
                return Err(place.error(at, reason));
            }
        };
        if let Some(tolerance) = &self.tolerance {
            let got = *tolerance.get_ref();
            if !(got >= 0.0 && got.is_finite()) {
                let reason = format!("`tolerance`: expected a length of 0 Å or more, got {got}");
                return Err(place.error(tolerance.span().start, reason));
            }
        }
        Ok(Origin::File(StartFile {
            // A file with the name `-`, not standard input.
            path: if path == Path::new("-") { folder.join("./-") } else { folder.join(path) },
            at: start.span().start,
            is_host_missing,
            tolerance: self.tolerance.as_ref().map(|tolerance| *tolerance.get_ref()),
            types: self.types().map(|name| name.get_ref().clone()).collect(),
            frame: self.frame.as_ref().map_or(-1, |frame| *frame.get_ref()),
        }))
    }

    fn types(&self) -> impl Iterator<Item = &Spanned<String>> {
        self.types.iter().flat_map(|types| types.get_ref())
    }

    fn scattered(&self, at: usize, place: Place<'_>) -> Result<Origin<'_>> {
        let of_files = [
            ("missing", self.missing.as_ref().map(Spanned::span)),
            ("tolerance", self.tolerance.as_ref().map(Spanned::span)),
            ("types", self.types.as_ref().map(Spanned::span)),
            ("frame", self.frame.as_ref().map(Spanned::span)),
        ];
        if let Some((key, span)) = first_of(of_files) {
            let reason = format!("`{key}`: expected it beside `start`, the file that it is about");
            return Err(place.error(span.start, reason));
        }
        let Some(fractions) = &self.fractions else {
            let reason = "[composition]: expected `fractions` of the elements, or a file `start` with the atoms, got \
                          neither";
            return Err(place.error(at, reason));
        };
        let Some(vacancies) = &self.vacancies else {
            let reason =
                "[composition]: expected the number of `vacancies` beside `fractions`, got none";
            return Err(place.error(at, reason));
        };
        Ok(Origin::Scattered { fractions, vacancies: *vacancies.get_ref() })
    }
}

/// The first of some keys that the table has.
fn first_of<const N: usize>(
    keys: [(&'static str, Option<std::ops::Range<usize>>); N],
) -> Option<(&'static str, std::ops::Range<usize>)> {
    keys.into_iter().find_map(|(key, span)| Some((key, span?)))
}
