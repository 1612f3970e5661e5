//! A simulation as a TOML file describes it; `docs/lattice-config.md` is the specification.

use std::fs::File;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use toml::Spanned;
use zobrist::source::Xoshiro256PlusPlus;
use zobrist_lattice::model::Model;
use zobrist_lattice::{Configuration, Flicker, Lattice, Settings, Structure};

use super::alloy::{Alloy, Composition};
use super::energies::{Energies, ModelTable};
use super::evaluator::Geometry;
use super::models::Models;
use super::parsed::parsed;
use super::recall_table::RecallTable;
use crate::compression::decompress_text;
use crate::error::{Context, Result};
use crate::place::Place;
use crate::whole;

/// A simulation that is ready to begin.
#[derive(Clone, Debug)]
pub struct Config {
    /// The lattice.
    pub lattice: Lattice,
    /// The species and their numbers.
    pub alloy: Alloy,
    /// The number of steps.
    pub steps: u64,
    /// The number of rows of observables, not counting the first.
    pub samples: u64,
    /// For the trajectory, the keys and the recall; their `seed` is the one that
    /// [`start`](Config::start) draws from.
    pub settings: Settings,
    /// The file of the recall, if anything is recalled.
    pub recall_file: Option<PathBuf>,
    /// The largest difference that an audit may find between barriers in eV, and between prefactors
    /// as a fraction.
    pub recall_tolerance: f64,
    /// The name of the file, for messages.
    name: String,
    energies: Energies,
    folder: PathBuf,
    limits: Limits,
}

/// The limits in bytes, after decompression, on the files that are held in memory.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// On the configuration.
    pub config: u64,
    /// On the potential, and on the atoms at the start.
    pub input: u64,
}

impl Default for Limits {
    /// Returns 1 MiB for the configuration and 64 MiB for the others.
    fn default() -> Limits {
        Limits { config: whole::DESCRIPTION, input: whole::LIST }
    }
}

impl Config {
    /// Reads a file.
    ///
    /// # Errors
    /// When it cannot be read, or does not describe a simulation.
    pub fn read(path: &Path, limits: Limits) -> Result<Config> {
        let name = path.display().to_string();
        let context = || format!("cannot read {name}");
        let text = File::open(path)
            .and_then(|file| whole::text(decompress_text(file, &name)?, limits.config));
        let text = text.with_context(context)?;
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        Config::of_text(&text, &name, folder, limits)
    }

    /// Reads a text. Paths in it are relative to `folder`; `name` is for messages.
    ///
    /// # Errors
    /// When it does not describe a simulation.
    pub fn of_text(text: &str, name: &str, folder: PathBuf, limits: Limits) -> Result<Config> {
        let place = Place { file: name, bytes: text.as_bytes() };
        let document: Document = toml::from_str(text).map_err(|error| {
            let reason = error.message().lines().collect::<Vec<_>>().join(" ");
            place.error(error.span().unwrap_or_default().start, reason)
        })?;
        document.checked(place, folder, limits)
    }

    /// Draws the start from one seed and returns it: the species on every site, and the settings with the seed of
    /// the trajectory.
    ///
    /// # Errors
    /// When there are more atoms than sites, or the system refuses the memory.
    pub fn start(&self, mut settings: Settings) -> Result<(Configuration, Settings)> {
        let mut random = Xoshiro256PlusPlus::new(settings.seed);
        let configuration = self.alloy.scattered(self.lattice, &mut random);
        let configuration = configuration.context(&self.name)?;
        settings.seed = random.next_u64();
        Ok((configuration, settings))
    }

    /// Returns the model of the energy.
    ///
    /// # Errors
    /// As [`models`](Config::models).
    pub fn model(&self) -> Result<Box<dyn Model + Send>> {
        Ok(self.models()?.one())
    }

    /// Returns models of the energy, one for each of several simulations.
    ///
    /// # Errors
    /// When a file cannot be read or is no potential, the parameters do not fit the lattice, or the
    /// barriers are those of a function.
    pub fn models(&self) -> Result<Models> {
        let limit = self.limits.input;
        let models = self.energies.models(self.lattice, &self.alloy, &self.folder, limit);
        models.context(&self.name)
    }

    /// Returns the sites of each jump and the fingerprint of the barriers, if they are one's own.
    ///
    /// # Errors
    /// When they do not fit the lattice.
    pub fn own_barriers(&self) -> Result<Option<(Geometry, &str)>> {
        let Some(own) = self.energies.own() else { return Ok(None) };
        let geometry = own.geometry(self.lattice, &self.alloy).context(&self.name)?;
        Ok(Some((geometry, own.fingerprint())))
    }

    /// Checks that the keys of the box can be numbered.
    fn check_keys(&self) -> Result<(), String> {
        let sites = self.lattice.len() as u64;
        let species = self.energies.species_count(&self.alloy) as u64 - 1;
        let keys = species * sites;
        if keys >= 1 << 32 {
            return Err(format!(
                "{sites} sites, each with a key for {species} species, take {keys} keys: expected \
                 fewer than 2^32; take a smaller box"
            ));
        }
        Ok(())
    }

    /// Returns the name of the file, for messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the file of the potential, if the model has one.
    pub fn potential(&self) -> Option<PathBuf> {
        self.energies.potential(&self.folder)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    seed: u64,
    temperature: Spanned<f64>,
    steps: u64,
    #[serde(default = "default_samples")]
    samples: Spanned<u64>,
    attempt_frequency: Option<Spanned<f64>>,
    key_seed: Option<u64>,
    lattice: Spanned<LatticeTable>,
    composition: Spanned<Composition>,
    model: Spanned<ModelTable>,
    recall: Option<RecallTable>,
    flicker: Option<Spanned<FlickerTable>>,
}

fn default_samples() -> Spanned<u64> {
    Spanned::new(0..0, 100)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LatticeTable {
    structure: Spanned<String>,
    cells: Spanned<Vec<usize>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FlickerTable {
    window: u32,
    states: usize,
}

impl Document {
    fn checked(self, place: Place<'_>, folder: PathBuf, limits: Limits) -> Result<Config> {
        let positive = |name: &str, value: &Spanned<f64>| {
            let number = *value.get_ref();
            if number > 0.0 && number.is_finite() {
                return Ok(number);
            }
            let reason = format!("`{name}`: expected a number above 0, got {number}");
            Err(place.error(value.span().start, reason))
        };
        if *self.samples.get_ref() == 0 {
            let reason = "`samples`: expected one row of observables or more, got 0";
            return Err(place.error(self.samples.span().start, reason));
        }
        let temperature = positive("temperature", &self.temperature)?;
        let mut settings = Settings::new(temperature, self.seed);
        if let Some(frequency) = &self.attempt_frequency {
            settings.attempt_frequency = positive("attempt_frequency", frequency)?;
        }
        if let Some(seed) = self.key_seed {
            settings.key_seed = seed;
        }
        if let Some(flicker) = &self.flicker {
            let &FlickerTable { window, states } = flicker.get_ref();
            settings.flicker = Some(Flicker { window, states });
        }
        let recall_file = match &self.recall {
            Some(recall) => recall.apply(&mut settings, place)?,
            None => None,
        };
        let recall_tolerance = RecallTable::tolerance(self.recall.as_ref(), place)?;

        let structure = &self.lattice.get_ref().structure;
        let structure: Structure = parsed(structure, place)?;
        // As an array it would lose a fourth number silently.
        let cells = &self.lattice.get_ref().cells;
        let three = <[usize; 3]>::try_from(cells.get_ref().as_slice()).map_err(|_| {
            let got = cells.get_ref().len();
            let reason = format!("`cells`: expected 3 numbers, one for each axis, got {got}");
            place.error(cells.span().start, reason)
        })?;
        let lattice = Lattice::new(structure, three)
            .map_err(|error| place.error(self.lattice.span().start, error))?;
        let alloy = Alloy::new(self.composition.get_ref(), lattice, place)?;
        let energies = Energies::new(self.model, &alloy, structure, place)?;
        let config = Config {
            lattice,
            alloy,
            steps: self.steps,
            samples: *self.samples.get_ref(),
            settings,
            recall_file: recall_file.map(|file| folder.join(file)),
            recall_tolerance,
            name: place.file.to_owned(),
            energies,
            folder,
            limits,
        };
        config.check_keys().map_err(|reason| place.error(self.lattice.span().start, reason))?;
        Ok(config)
    }
}
