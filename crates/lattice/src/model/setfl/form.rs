//! The two forms of setfl files, which nothing in a file tells apart, and the elements of a file.

use std::fmt::{self, Display};
use std::path::Path;

/// The form of a setfl file. Nothing at its head says which it is.
///
/// With one element both are the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SetflForm {
    /// One density function for each element, as LAMMPS reads with `pair_style eam/alloy`.
    #[default]
    Alloy,
    /// One density function for each ordered pair of elements, as LAMMPS reads with
    /// `pair_style eam/fs`: the k-th in the block of an element is the density that an atom of it
    /// adds at an atom of the k-th element.
    FinnisSinclair,
}

/// Endings of compressed files, which stand behind that of the form.
const COMPRESSIONS: [&str; 4] = ["gz", "zst", "bz2", "xz"];

impl SetflForm {
    /// Returns the form that the name of a file stands for: Finnis–Sinclair for `.fs`, also before
    /// `.gz`, `.zst`, `.bz2` or `.xz`, in either case of letters, and else alloy. It is a
    /// convention, not a promise: a file of the other form is an error when it is read.
    ///
    /// ```
    /// use zobrist_lattice::model::SetflForm;
    ///
    /// assert_eq!(SetflForm::of_file_name("FeP.eam.fs.gz"), SetflForm::FinnisSinclair);
    /// assert_eq!(SetflForm::of_file_name("fs/FeCu.eam.alloy"), SetflForm::Alloy);
    /// ```
    pub fn of_file_name(name: impl AsRef<Path>) -> SetflForm {
        let is = |path: &Path, endings: &[&str]| {
            let got = path.extension().and_then(|got| got.to_str()).unwrap_or_default();
            endings.iter().any(|ending| got.eq_ignore_ascii_case(ending))
        };
        let plain = name.as_ref();
        let plain = if is(plain, &COMPRESSIONS) { &plain.with_extension("") } else { plain };
        if is(plain, &["fs"]) { SetflForm::FinnisSinclair } else { SetflForm::Alloy }
    }

    /// The density functions in the block of one of `elements` elements.
    pub(super) fn density_functions(self, elements: usize) -> usize {
        match self {
            SetflForm::Alloy => 1,
            SetflForm::FinnisSinclair => elements,
        }
    }

    pub(super) fn other(self) -> SetflForm {
        match self {
            SetflForm::Alloy => SetflForm::FinnisSinclair,
            SetflForm::FinnisSinclair => SetflForm::Alloy,
        }
    }
}

/// `eam/alloy` or `eam/fs`.
impl Display for SetflForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            SetflForm::Alloy => "eam/alloy",
            SetflForm::FinnisSinclair => "eam/fs",
        })
    }
}

/// The properties of an element in a setfl file, besides its functions.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Element {
    /// Its name, such as `Fe`.
    pub name: String,
    /// Its atomic number.
    pub number: u32,
    /// Its mass, in atomic units.
    pub mass: f64,
    /// The constant of its lattice, in Å, if the file has it.
    pub lattice_constant: Option<f64>,
    /// The name of its lattice, such as `bcc`, if the file has it.
    pub lattice: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_tell_the_form() {
        for name in
            ["Fe.fs", "a.b.eam.fs", "x/Fe.FS", "Fe.fs.gz", "Fe.fs.ZST", "Fe.fs.bz2", "F.fs.xz"]
        {
            assert_eq!(SetflForm::of_file_name(name), SetflForm::FinnisSinclair, "{name}");
        }
        for name in
            ["Fe.alloy", "Fe.set", "fs", ".fs", "fs.gz", "Fe.fs.txt", "Fe.fs.gz.gz", "x.fs/Fe", ""]
        {
            assert_eq!(SetflForm::of_file_name(name), SetflForm::Alloy, "{name}");
        }
    }
}
