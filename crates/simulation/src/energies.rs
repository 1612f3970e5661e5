//! The model of the energies of an alloy, and its parameters.

use std::collections::BTreeMap;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Deserialize;
use toml::Spanned;
use zobrist_input::whole::Limited;
use zobrist_input::{Context, FileError, Place, Result, decompress_text};
use zobrist_lattice::model::{
    ClusterModel, Delayed, EamModel, Model, PairModel, PairParameters, Setfl, SetflForm,
};
use zobrist_lattice::{Lattice, Species, Structure};
use zobrist_storage::open_regular;

use crate::alloy::{Alloy, VACANCY};
use crate::atat;
use crate::engine::AnyEnergies;
use crate::evaluator::CommandModel;
use crate::models::Models;
use crate::own_barriers::{OwnBarriers, OwnKeys, ProgramKeys};
use crate::values::positive;

/// The table `[model]`. Its keys depend on its kind.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ModelTable {
    kind: Spanned<String>,
    migration: Option<BTreeMap<String, f64>>,
    shell: Option<Vec<BTreeMap<String, f64>>>,
    file: Option<PathBuf>,
    folder: Option<PathBuf>,
    lattice_constant: Option<Spanned<f64>>,
    command: Option<Spanned<Vec<String>>>,
    workers: Option<Spanned<u64>>,
    batch: Option<Spanned<u64>>,
    timeout: Option<Spanned<f64>>,
    reach: Option<Spanned<f64>>,
    fingerprint: Option<Spanned<String>>,
    delay: Option<Spanned<f64>>,
    prefactor: Option<Spanned<BTreeMap<String, Spanned<f64>>>>,
    allow_negative_barriers: Option<Spanned<bool>>,
}

impl ModelTable {
    /// The name of the kind.
    pub(crate) fn kind(&self) -> &Spanned<String> {
        &self.kind
    }

    /// The elements that the model has, whatever the atoms are. The file of a potential is not read
    /// for them: it may have more.
    pub(crate) fn elements(&self) -> Vec<String> {
        let mut elements: Vec<String> = match self.kind.get_ref().as_str() {
            "iron-copper" => ["Fe", "Cu"].map(String::from).into(),
            _ => Vec::new(),
        };
        elements.extend(self.migration.iter().flat_map(|table| table.keys().cloned()));
        elements.extend(self.prefactor.iter().flat_map(|table| table.get_ref().keys().cloned()));
        elements
    }

    /// The keys about jumps that are given, with their places in bytes.
    pub(crate) fn places_of_jumps(&self) -> [(&'static str, Option<usize>); 3] {
        let negative = self.allow_negative_barriers.as_ref();
        [
            ("`delay`", self.delay.as_ref().map(|delay| delay.span().start)),
            ("`prefactor`", self.prefactor.as_ref().map(|table| table.span().start)),
            ("`allow_negative_barriers`", negative.map(|allowed| allowed.span().start)),
        ]
    }
}

impl ModelTable {
    /// The keys that only some kinds have, with true for those that are given.
    fn keys(&self) -> [(&'static str, bool); 11] {
        [
            ("migration", self.migration.is_some()),
            ("shell", self.shell.is_some()),
            ("file", self.file.is_some()),
            ("folder", self.folder.is_some()),
            ("lattice_constant", self.lattice_constant.is_some()),
            ("command", self.command.is_some()),
            ("workers", self.workers.is_some()),
            ("batch", self.batch.is_some()),
            ("timeout", self.timeout.is_some()),
            ("reach", self.reach.is_some()),
            ("fingerprint", self.fingerprint.is_some()),
        ]
    }
}

/// The kind of a cluster expansion.
pub(crate) const CLUSTERS: &str = "cluster-expansion";

/// The keys of barriers of one's own; those of a function are the first three.
const OWN_KEYS: [&str; 7] =
    ["lattice_constant", "reach", "fingerprint", "command", "workers", "batch", "timeout"];

/// The source of the energies.
#[derive(Clone, Debug)]
pub(crate) struct Energies {
    kind: Kind,
    delay: Option<Duration>,
    prefactors: BTreeMap<Species, f64>,
    allows_negative_barriers: bool,
}

/// Upper bound on the delay of a barrier, in seconds: thirty years.
const MAX_DELAY: f64 = 1e9;

#[derive(Clone, Debug)]
enum Kind {
    IronCopper,
    Pair(PairParameters),
    Eam {
        file: PathBuf,
        lattice_constant: f64,
        migration: Vec<f64>,
    },
    /// The folder with the files of the expansion.
    Clusters(PathBuf),
    Own(OwnBarriers),
}

/// A model as its kind is: all but the last know energies, too.
enum Built {
    Pair(Box<PairModel>),
    Eam(Box<EamModel>),
    Clusters(Box<ClusterModel>),
    Own(CommandModel),
}

impl Energies {
    /// A program will run in `folder`.
    ///
    /// # Errors
    /// When a key of the kind is missing, a key of another kind is present, a species has no
    /// energy, or barriers of one's own do not fit into the box.
    pub(crate) fn new(
        table: Spanned<ModelTable>,
        alloy: &Alloy,
        lattice: Lattice,
        folder: &Path,
        place: Place<'_>,
    ) -> Result<Energies> {
        let structure = lattice.structure();
        let at = table.span().start;
        let table = table.into_inner();
        let keys = table.keys();
        let ModelTable { kind, migration, shell, file, lattice_constant, delay, .. } = table;
        let prefactors = match &table.prefactor {
            Some(table) => prefactors(table.get_ref(), alloy, place)?,
            None => BTreeMap::new(),
        };
        let negative = table.allow_negative_barriers;
        let allows_negative_barriers = negative.is_some_and(Spanned::into_inner);
        let wrong = |reason: String| place.error(at, reason);
        let missing = |key: &str| {
            wrong(format!("[model] of kind {kind:?}: expected `{key}`", kind = kind.get_ref()))
        };
        let wanted: &[&str] = match kind.get_ref().as_str() {
            "iron-copper" => &[],
            "pair" => &["migration", "shell"],
            "eam" => &["migration", "file", "lattice_constant"],
            CLUSTERS => &["folder"],
            "command" => &OWN_KEYS,
            "function" => &OWN_KEYS[..3],
            got => {
                let reason = format!(
                    "expected the kind \"iron-copper\", \"pair\", \"eam\", {CLUSTERS:?}, \"command\" or \
                     \"function\", got {got:?}"
                );
                return Err(place.error(kind.span().start, reason));
            }
        };
        if let Some((key, _)) = keys.iter().find(|(key, there)| *there && !wanted.contains(key)) {
            let kind = kind.get_ref();
            return Err(wrong(format!(
                "[model] of kind {kind:?}: it has no `{key}`; leave it out"
            )));
        }
        let migration = migration.map(|table| by_species(&table, alloy)).transpose();
        let migration = migration.map_err(|reason| wrong(format!("`migration`: {reason}")))?;
        let kind = match kind.get_ref().as_str() {
            "iron-copper" => {
                if structure != Structure::Bcc {
                    return Err(wrong(format!("iron is bcc; expected that, got {structure}")));
                }
                let expected = ["Fe", VACANCY, "Cu"];
                if alloy.names().iter().zip(expected).any(|(got, expected)| got != expected)
                    || alloy.names().len() > 3
                {
                    let got = alloy.names().join(", ");
                    return Err(wrong(format!(
                        "expected the host Fe and no other element than Cu, got {got}"
                    )));
                }
                Kind::IronCopper
            }
            "pair" => {
                let shells = shell.ok_or_else(|| missing("shell"))?;
                let pairs = shells.iter().enumerate().map(|(number, shell)| {
                    pairs(shell, alloy).map_err(|reason| {
                        wrong(format!("[[model.shell]] {}: {reason}", number + 1))
                    })
                });
                Kind::Pair(PairParameters::new(
                    pairs.collect::<Result<_>>()?,
                    migration.ok_or_else(|| missing("migration"))?,
                ))
            }
            CLUSTERS => {
                if structure == Structure::Square {
                    let reason = "[model] of kind \"cluster-expansion\": expected sc, bcc, fcc or hcp, got square";
                    return Err(wrong(reason.to_owned()));
                }
                Kind::Clusters(table.folder.ok_or_else(|| missing("folder"))?)
            }
            "command" | "function" => {
                let program = match kind.get_ref().as_str() {
                    "command" => Some(ProgramKeys {
                        command: table.command.ok_or_else(|| missing("command"))?,
                        workers: table.workers,
                        batch: table.batch,
                        timeout: table.timeout,
                    }),
                    _ => None,
                };
                let keys = OwnKeys {
                    program,
                    lattice_constant: lattice_constant
                        .ok_or_else(|| missing("lattice_constant"))?,
                    reach: table.reach.ok_or_else(|| missing("reach"))?,
                    fingerprint: table.fingerprint.ok_or_else(|| missing("fingerprint"))?,
                };
                Kind::Own(OwnBarriers::new(keys, lattice, alloy, folder, place)?)
            }
            _ => Kind::Eam {
                file: file.ok_or_else(|| missing("file"))?,
                lattice_constant: positive(
                    "lattice_constant",
                    &lattice_constant.ok_or_else(|| missing("lattice_constant"))?,
                    place,
                )?,
                migration: migration.ok_or_else(|| missing("migration"))?,
            },
        };
        let delay = delay.map(|delay| match *delay.get_ref() {
            seconds if (0.0..=MAX_DELAY).contains(&seconds) => Ok(Duration::from_secs_f64(seconds)),
            got => {
                let reason =
                    format!("`delay`: expected from 0 to {MAX_DELAY:e} seconds, got {got:?}");
                Err(place.error(delay.span().start, reason))
            }
        });
        Ok(Energies { kind, delay: delay.transpose()?, prefactors, allows_negative_barriers })
    }

    /// The prefactors in 1/s of the species that have one.
    pub(crate) fn prefactors(&self) -> &BTreeMap<Species, f64> {
        &self.prefactors
    }

    /// True if jumps with barriers below 0 are done.
    pub(crate) fn allows_negative_barriers(&self) -> bool {
        self.allows_negative_barriers
    }

    /// The lattice constant in Å, if the model has one.
    pub(crate) fn lattice_constant(&self) -> Option<f64> {
        match &self.kind {
            Kind::Eam { lattice_constant, .. } => Some(*lattice_constant),
            Kind::Own(own) => Some(own.lattice_constant()),
            Kind::IronCopper | Kind::Pair(_) | Kind::Clusters(_) => None,
        }
    }

    /// True for a cluster expansion, which knows neither barriers nor vacancies.
    pub(crate) fn are_of_clusters(&self) -> bool {
        matches!(self.kind, Kind::Clusters(_))
    }

    /// The species of the model, each of which has keys: those of the alloy, and copper in any
    /// iron.
    pub(crate) fn species_count(&self, alloy: &Alloy) -> usize {
        match &self.kind {
            Kind::IronCopper => PairParameters::iron_copper().species_count(),
            _ => alloy.names().len(),
        }
    }

    /// The file of the potential, if there is one; its path is relative to `folder`.
    pub(crate) fn potential(&self, folder: &Path) -> Option<PathBuf> {
        match &self.kind {
            Kind::Eam { file, .. } => Some(folder.join(file)),
            _ => None,
        }
    }

    /// The barriers of one's own, if the model is of such a kind.
    pub(crate) fn own(&self) -> Option<&OwnBarriers> {
        match &self.kind {
            Kind::Own(own) => Some(own),
            _ => None,
        }
    }

    /// The models; paths of files are relative to `folder`, and a file may have `limit` bytes.
    pub(crate) fn models(
        &self,
        lattice: Lattice,
        alloy: &Alloy,
        folder: &Path,
        limit: u64,
    ) -> Result<Models> {
        Ok(match self.built(lattice, alloy, folder, limit)? {
            Built::Pair(model) => self.delayed(*model),
            Built::Eam(model) => self.delayed(*model),
            Built::Clusters(_) => {
                return Err(FileError::new(
                    "[model] of kind \"cluster-expansion\": it has energies and no barriers; expected \
                     [method] of kind \"metropolis\"",
                ));
            }
            Built::Own(model) => self.delayed(model),
        })
    }

    /// The models that take the delay for each barrier.
    fn delayed(&self, model: impl Model + Clone + Send + Sync + 'static) -> Models {
        match self.delay {
            Some(delay) => Models::of(Delayed::new(model, delay)),
            None => Models::of(model),
        }
    }

    /// The model of energies, as [`models`](Energies::models).
    pub(crate) fn substitution(
        &self,
        lattice: Lattice,
        alloy: &Alloy,
        folder: &Path,
        limit: u64,
    ) -> Result<AnyEnergies> {
        Ok(match self.built(lattice, alloy, folder, limit)? {
            Built::Pair(model) => model,
            Built::Eam(model) => model,
            Built::Clusters(model) => model,
            Built::Own(_) => {
                return Err(FileError::new(
                    "[method] of kind \"metropolis\": expected a [model] with energies, of kind \
                     \"iron-copper\", \"pair\", \"eam\" or \"cluster-expansion\", got barriers of \
                     one's own",
                ));
            }
        })
    }

    fn built(&self, lattice: Lattice, alloy: &Alloy, folder: &Path, limit: u64) -> Result<Built> {
        Ok(match &self.kind {
            Kind::IronCopper => {
                Built::Pair(Box::new(PairModel::iron_copper(lattice).map_err(FileError::new)?))
            }
            Kind::Pair(parameters) => {
                Built::Pair(Box::new(PairModel::new(lattice, parameters).map_err(FileError::new)?))
            }
            Kind::Eam { file, lattice_constant, migration } => {
                let path = folder.join(file);
                let what = || format!("cannot read the potential {}", path.display());
                let file = open_regular(&path).with_context(what)?;
                let text = decompress_text(file, &path.to_string_lossy()).with_context(what)?;
                let text = BufReader::new(Limited::new(text, limit));
                let potential =
                    Setfl::read_as(text, SetflForm::of_file_name(&path)).with_context(what)?;
                let elements = elements(&potential, alloy).with_context(what)?;
                let model =
                    EamModel::new(lattice, *lattice_constant, &potential, &elements, migration);
                Built::Eam(Box::new(model.map_err(FileError::new)?))
            }
            Kind::Clusters(files) => {
                let parameters =
                    atat::read(&folder.join(files), lattice.structure(), alloy, limit)?;
                let model = ClusterModel::new(lattice, &parameters).map_err(FileError::new)?;
                Built::Clusters(Box::new(model))
            }
            Kind::Own(own) => Built::Own(own.model()?),
        })
    }
}

/// The numbers in a potential of the elements of an alloy.
fn elements(potential: &Setfl, alloy: &Alloy) -> Result<Vec<Option<usize>>> {
    let number = |name: &String| {
        if name == VACANCY {
            return Ok(None);
        }
        let found = potential.elements().iter().position(|element| element.name == *name);
        found.map(Some).with_context(|| {
            let names: Vec<_> = potential.elements().iter().map(|e| e.name.as_str()).collect();
            format!("expected the element {name}, got {}", names.join(", "))
        })
    };
    alloy.names().iter().map(number).collect()
}

/// The prefactors of the species that have one.
fn prefactors(
    table: &BTreeMap<String, Spanned<f64>>,
    alloy: &Alloy,
    place: Place<'_>,
) -> Result<BTreeMap<Species, f64>> {
    let mut prefactors = BTreeMap::new();
    for (name, value) in table {
        let number = alloy.names().iter().position(|other| other == name && name != VACANCY);
        let number = number.ok_or_else(|| {
            let reason = format!("`prefactor`: {name} is no element of the composition");
            place.error(value.span().start, reason)
        })?;
        let value = positive(&format!("prefactor.{name}"), value, place)?;
        prefactors.insert(Species(number as u8), value);
    }
    Ok(prefactors)
}

/// A migration energy for each species; the vacancy has none.
fn by_species(table: &BTreeMap<String, f64>, alloy: &Alloy) -> Result<Vec<f64>, String> {
    if let Some(name) = table.keys().find(|name| *name == VACANCY || !alloy.names().contains(name))
    {
        return Err(format!("{name} is no element of the composition"));
    }
    let energy = |name: &String| match table.get(name) {
        // Below 0, atoms would jump more often than they attempt it.
        Some(energy) if (0.0..=1000.0).contains(energy) => Ok(*energy),
        Some(got) => Err(format!("{name}: expected an energy from 0 to 1000 eV, got {got}")),
        None if name == VACANCY => Ok(0.0),
        None => Err(format!("expected an energy in eV for {name}")),
    };
    alloy.names().iter().map(energy).collect()
}

/// The energies of the pairs of a shell, as a square table.
fn pairs(shell: &BTreeMap<String, f64>, alloy: &Alloy) -> Result<Vec<Vec<f64>>, String> {
    let names = alloy.names();
    if let Some(name) = names.iter().find(|name| name.contains('-')) {
        return Err(format!(
            "expected elements without '-', which stands between the two of a pair, got {name:?}"
        ));
    }
    let is_pair = |key: &str| {
        let species = |name: &str| names.iter().any(|other| other == name);
        key.split_once('-').is_some_and(|(a, b)| species(a) && species(b))
    };
    if let Some(key) = shell.keys().find(|key| !is_pair(key)) {
        let example = format!("{}-{}", names[0], VACANCY);
        return Err(format!("expected pairs of species such as {example:?}, got {key:?}"));
    }
    if let Some((key, got)) = shell.iter().find(|(_, energy)| !(-1000.0..=1000.0).contains(*energy))
    {
        return Err(format!("{key}: expected an energy from -1000 to 1000 eV, got {got}"));
    }
    let energy = |a: &String, b: &String| {
        let (one, other) = (shell.get(&format!("{a}-{b}")), shell.get(&format!("{b}-{a}")));
        match (one, other) {
            (Some(energy), None) | (None, Some(energy)) => Ok(*energy),
            (Some(energy), Some(_)) if a == b => Ok(*energy),
            (Some(_), Some(_)) => {
                Err(format!("{a}-{b} and {b}-{a} are one pair: give one of them"))
            }
            (None, None) => Err(format!("expected an energy in eV for the pair {a}-{b}")),
        }
    };
    names.iter().map(|a| names.iter().map(|b| energy(a, b)).collect()).collect()
}
