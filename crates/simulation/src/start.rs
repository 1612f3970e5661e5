//! The start of a simulation from a file of atoms.

use std::collections::BTreeMap;
use std::fmt::{self, Debug};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use zobrist_input::{Context, FileError, Place, Result, bail, counted, error};
use zobrist_lattice::{Configuration, Lattice, OutOfMemory, Site, Species};

use crate::alloy::{Alloy, MAX_ELEMENTS, VACANCY, check_element};
use crate::atoms::{Frame, VACANCY_SYMBOL, place_on_lattice, read_frame};
use crate::composition_table::{Origin, StartFile};

/// The share of the distance of nearest neighbors up to which an atom belongs to a site.
const TOLERANCE: f64 = 0.1;

/// The atoms of a file, before they are placed on the sites of a lattice.
pub(crate) struct StartAtoms {
    file: StartFile,
    frame: Frame,
}

/// The species on the sites that do not have the host.
#[derive(Clone)]
pub(crate) struct Start {
    /// The file that they come from.
    path: PathBuf,
    others: Arc<[(Site, Species)]>,
}

/// The alloy, and its atoms if they come from a file, which may have `limit` bytes after
/// decompression. `elements` are those that the model has.
///
/// # Errors
/// When the fractions are no composition, or the file cannot be read or has too many elements.
pub(crate) fn alloy_of(
    origin: Origin<'_>,
    host: &str,
    elements: Vec<String>,
    lattice: Lattice,
    limit: u64,
    place: Place<'_>,
) -> Result<(Alloy, Option<StartAtoms>)> {
    match origin {
        Origin::Scattered { fractions, vacancies } => {
            Ok((Alloy::of_fractions(host, fractions, vacancies, lattice, place)?, None))
        }
        Origin::File(file) => {
            let at = file.at;
            let read = || {
                let atoms = StartAtoms::read(file, limit)?;
                Ok::<_, FileError>((atoms.alloy(host, elements, lattice)?, Some(atoms)))
            };
            read().with_context(|| cannot_begin(at, place))
        }
    }
}

fn cannot_begin(at: usize, place: Place<'_>) -> FileError {
    place.error(at, "cannot begin with the atoms of `start`")
}

impl StartAtoms {
    /// Reads the frame of a file.
    fn read(file: StartFile, limit: u64) -> Result<StartAtoms> {
        let frame = read_frame(&file.path, file.frame, &file.types, limit)?;
        if let Some(atom) = frame.atoms.iter().find(|atom| atom.symbol == VACANCY) {
            bail!(
                "{}:{}: expected {VACANCY_SYMBOL} as the symbol of a vacancy, got {VACANCY:?}",
                frame.file,
                atom.line
            );
        }
        for atom in frame.atoms.iter().filter(|atom| atom.symbol != VACANCY_SYMBOL) {
            let line = atom.line;
            check_element(&atom.symbol)
                .map_err(|reason| error!("{}:{line}: {reason}", frame.file))?;
        }
        Ok(StartAtoms { file, frame })
    }

    /// The alloy of the atoms, which has all `elements` that a model knows, even those without an
    /// atom: the species of a run are then the same whichever of its states it starts from.
    fn alloy(
        &self,
        host: &str,
        elements: impl IntoIterator<Item = String>,
        lattice: Lattice,
    ) -> Result<Alloy> {
        let named = elements.into_iter().filter(|name| name != host && name != VACANCY);
        let mut solutes: BTreeMap<String, usize> = named.map(|name| (name, 0)).collect();
        let [mut hosts, mut vacancies] = [0, 0];
        for atom in &self.frame.atoms {
            match atom.symbol.as_str() {
                VACANCY_SYMBOL => vacancies += 1,
                symbol if symbol == host => hosts += 1,
                symbol => match solutes.get_mut(symbol) {
                    Some(count) => *count += 1,
                    None => drop(solutes.insert(symbol.to_owned(), 1)),
                },
            }
        }
        // If there are more atoms than sites, they cannot be placed.
        let missing = lattice.len().saturating_sub(self.frame.atoms.len());
        *(if self.file.is_host_missing { &mut hosts } else { &mut vacancies }) += missing;
        if solutes.len() >= MAX_ELEMENTS {
            bail!(
                "{}: expected {MAX_ELEMENTS} elements at most, got {}",
                self.frame.file,
                solutes.len() + 1
            );
        }
        Ok(Alloy::new(host, [hosts, vacancies], solutes))
    }

    /// Places the atoms on the sites of a lattice with a lattice constant in Å.
    ///
    /// # Errors
    /// When their box is not that of the lattice, an atom fits no site, or two are on one.
    pub(crate) fn placed(
        self,
        alloy: &Alloy,
        lattice: Lattice,
        constant: f64,
        place: Place<'_>,
    ) -> Result<Start> {
        let structure = lattice.structure();
        let tolerance = self.file.tolerance.unwrap_or_else(|| {
            let step = structure.cartesian(structure.directions()[0]);
            TOLERANCE * constant * step.iter().map(|x| x * x).sum::<f64>().sqrt()
        });
        let sites = place_on_lattice(&self.frame, lattice, constant, tolerance)
            .with_context(|| cannot_begin(self.file.at, place))?;
        let numbers: BTreeMap<&str, Species> =
            alloy.names().iter().zip(0..).map(|(name, n)| (name.as_str(), Species(n))).collect();
        let missing = if self.file.is_host_missing { Species::HOST } else { Species::VACANCY };
        let species = |atom: Option<usize>| match atom {
            None => missing,
            Some(atom) => match self.frame.atoms[atom].symbol.as_str() {
                VACANCY_SYMBOL => Species::VACANCY,
                symbol => numbers[symbol],
            },
        };
        let all = lattice.sites().zip(sites).map(|(site, atom)| (site, species(atom)));
        let others = all.filter(|(_, species)| *species != Species::HOST).collect();
        Ok(Start { path: self.file.path, others })
    }

    /// Checks that there is a vacancy, which a simulation by jumps needs.
    ///
    /// # Errors
    /// When there is none.
    pub(crate) fn check_vacancies(&self, alloy: &Alloy, place: Place<'_>) -> Result<()> {
        if alloy.count(Species::VACANCY) > 0 {
            return Ok(());
        }
        let (file, atoms) = (&self.frame.file, self.frame.atoms.len());
        let atoms = counted(atoms, "atom", "atoms");
        let missing = match self.file.is_host_missing {
            true => "and sites without an atom have the host, since `missing` is \"host\"",
            false => "one on each site",
        };
        let reason = format!(
            "expected a vacancy, without which no atom jumps, got {atoms} in {file} and no \
             {VACANCY_SYMBOL} among them, {missing}"
        );
        Err(place.error(self.file.at, reason))
    }
}

impl Start {
    /// The file that the atoms come from.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The configuration.
    ///
    /// # Errors
    /// When the system refuses a byte for each site.
    pub(crate) fn configuration(&self, lattice: Lattice) -> Result<Configuration, OutOfMemory> {
        let mut configuration = Configuration::try_new(lattice)?;
        for (site, species) in self.others.iter() {
            configuration.set(*site, *species);
        }
        Ok(configuration)
    }
}

/// Leaves out the sites, since there can be millions.
impl Debug for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Start { path, others } = self;
        f.debug_struct("Start").field("path", path).field("others", &others.len()).finish()
    }
}
