//! The table `[output.dump]`: the atoms at each row.

use serde::Deserialize;
use toml::Spanned;
use zobrist_input::{Place, Result};
use zobrist_lattice::{Lattice, Species};

use crate::alloy::Alloy;
use crate::atoms::{Compression, DumpFormat, FrameWriter};

/// The table `[output.dump]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DumpTable {
    format: Option<Spanned<String>>,
    compress: Option<Spanned<String>>,
    only: Option<Spanned<Vec<Spanned<String>>>>,
    trajectories: Option<Spanned<bool>>,
}

/// The dump of a run: a file with a frame for each row.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DumpOutput {
    /// The format.
    pub format: DumpFormat,
    /// The compression.
    pub compression: Compression,
    /// The species that are written, each once; `None` for all.
    pub only: Option<Vec<Species>>,
    /// True if atoms are written with the site where they began and their unwrapped position.
    pub trajectories: bool,
}

impl DumpTable {
    /// # Errors
    /// When a format, a compression or a species is not known, or no species is to be written.
    pub(crate) fn checked(&self, alloy: &Alloy, place: Place<'_>) -> Result<DumpOutput> {
        let name = |value: &Option<Spanned<String>>| {
            value.as_ref().map(|value| (value.get_ref().clone(), value.span().start))
        };
        let format = match name(&self.format) {
            None => DumpFormat::ExtendedXyz,
            Some((name, _)) if name == "xyz" => DumpFormat::ExtendedXyz,
            Some((name, _)) if name == "lammps" => DumpFormat::Lammps,
            Some((got, at)) => {
                let reason = format!("`format`: expected \"xyz\" or \"lammps\", got {got:?}");
                return Err(place.error(at, reason));
            }
        };
        let compression = match name(&self.compress) {
            None => Compression::Plain,
            Some((name, _)) if name == "gz" => Compression::Gzip,
            Some((name, _)) if name == "zst" => Compression::Zstd,
            Some((got, at)) => {
                let reason = format!(
                    "`compress`: expected \"gz\" or \"zst\", or no such key for a plain file, got {got:?}"
                );
                return Err(place.error(at, reason));
            }
        };
        let only = self.only.as_ref().map(|only| species_of(only, alloy, place)).transpose()?;
        let trajectories = self.trajectories.as_ref().is_some_and(|value| *value.get_ref());
        Ok(DumpOutput { format, compression, only, trajectories })
    }

    /// The byte at which trajectories are asked for.
    pub(crate) fn place_of_trajectories(&self) -> Option<usize> {
        let asked = self.trajectories.as_ref().filter(|value| *value.get_ref());
        asked.map(|value| value.span().start)
    }
}

fn species_of(
    only: &Spanned<Vec<Spanned<String>>>,
    alloy: &Alloy,
    place: Place<'_>,
) -> Result<Vec<Species>> {
    let names = alloy.names();
    if only.get_ref().is_empty() {
        let reason = format!("`only`: expected one of {} or more, got none", names.join(", "));
        return Err(place.error(only.span().start, reason));
    }
    let mut species = Vec::new();
    for name in only.get_ref() {
        let got = name.get_ref();
        let number = names.iter().position(|other| other == got).ok_or_else(|| {
            let reason =
                format!("`only`: no species {got:?}: expected some of {}", names.join(", "));
            place.error(name.span().start, reason)
        })?;
        species.push(Species(number as u8));
    }
    species.sort_unstable();
    species.dedup();
    Ok(species)
}

impl DumpOutput {
    /// Returns the ending of the name of the file: `.xyz` or `.dump`, and that of the compression.
    #[must_use]
    pub fn ending(&self) -> &'static str {
        match (self.format, self.compression) {
            (DumpFormat::ExtendedXyz, Compression::Plain) => ".xyz",
            (DumpFormat::ExtendedXyz, Compression::Gzip) => ".xyz.gz",
            (DumpFormat::ExtendedXyz, Compression::Zstd) => ".xyz.zst",
            (DumpFormat::Lammps, Compression::Plain) => ".dump",
            (DumpFormat::Lammps, Compression::Gzip) => ".dump.gz",
            (DumpFormat::Lammps, Compression::Zstd) => ".dump.zst",
        }
    }

    /// Returns true if atoms of the host are to be followed.
    #[must_use]
    pub fn follows_host(&self) -> bool {
        self.trajectories && self.only.as_ref().is_none_or(|only| only.contains(&Species::HOST))
    }

    /// Returns a writer of its frames. `constant` is the lattice constant in Å.
    ///
    /// # Errors
    /// When the name of an element cannot stand in a file of atoms, or the lattice constant is out
    /// of range: [`FrameWriter::new`].
    pub fn writer(&self, lattice: Lattice, constant: f64, alloy: &Alloy) -> Result<FrameWriter> {
        FrameWriter::new(self.format, lattice, constant, alloy.names(), self.only.as_deref())
    }
}
