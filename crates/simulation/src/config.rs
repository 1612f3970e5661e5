//! A simulation as a TOML file describes it; `docs/lattice-config.md` is the specification.

use std::fs::File;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use toml::Spanned;
use zobrist::source::Xoshiro256PlusPlus;
use zobrist_input::{Context, FileError, Place, Result, bail, decompress_text, whole};
use zobrist_lattice::{Configuration, Flicker, Lattice, RecallMode, Settings, Species, Structure};

use crate::alloy::{Alloy, VACANCY, check_element};
use crate::composition_table::{Composition, Origin};
use crate::dump::DumpFrames;
use crate::energies::{CLUSTERS, Energies, ModelTable};
use crate::engine::{AnyModel, EngineModel};
use crate::evaluator::Geometry;
use crate::method_table::{Method, MethodTable};
use crate::models::Models;
use crate::output_table::{Output, OutputTable};
use crate::own_barriers::OwnBarriers;
use crate::ramp_table::{self, RampTable};
use crate::recall_table::{RecallTable, audit_seed};
use crate::start::{Start, alloy_of};
use crate::vacancy_table::{Formation, VacancyTable};
use crate::values::{count, parsed, positive};

/// A simulation that is ready to begin.
#[derive(Clone, Debug)]
pub struct Config {
    /// The lattice.
    pub lattice: Lattice,
    /// The species and their numbers.
    pub alloy: Alloy,
    /// The largest number of steps, if there is one. If not, there is an
    /// [`end`](Settings::end) of the time.
    pub steps: Option<u64>,
    /// The number of rows of observables, not counting the first, unless
    /// [`output`](Config::output) says when there are rows.
    pub samples: u64,
    /// The kind of step.
    pub method: Method,
    /// The formation of vacancies, if time is to be that of a crystal in equilibrium.
    pub formation: Option<Formation>,
    /// The output besides the columns of every row; `None` without a table `[output]`.
    pub output: Option<Output>,
    /// The lattice constant in Å, for positions in files.
    pub lattice_constant: f64,
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
    /// The atoms at the start, if they come from a file.
    start: Option<Start>,
    folder: PathBuf,
    limits: Limits,
}

/// The limits in bytes, after decompression, on the files that are held in memory.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
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
        let place = Place::new(name, text.as_bytes());
        let document: Document = toml::from_str(text).map_err(|error| {
            let reason = error.message().lines().collect::<Vec<_>>().join(" ");
            place.error(error.span().unwrap_or_default().start, reason)
        })?;
        document.checked(place, folder, limits)
    }

    /// Draws the start from one seed and returns it: the species on every site, and the settings
    /// with the seed of the trajectory. If the atoms come from a file, their places do not depend
    /// on the seed; that of the trajectory is the first that is drawn from it.
    ///
    /// # Errors
    /// When there are more atoms than sites, or the system refuses the memory.
    pub fn start(&self, mut settings: Settings) -> Result<(Configuration, Settings)> {
        let mut random = Xoshiro256PlusPlus::new(settings.seed);
        let configuration = match &self.start {
            Some(start) => start.configuration(self.lattice).context(&self.name)?,
            None => self.alloy.scattered(self.lattice, &mut random).context(&self.name)?,
        };
        let vacancies = configuration.count(Species::VACANCY);
        if self.energies.are_of_clusters() && vacancies > 0 {
            bail!(
                "{}: [model] of kind \"cluster-expansion\": expected no vacancies, which its clusters do \
                 not have, got {vacancies}",
                self.name
            );
        }
        settings.seed = random.next_u64();
        Ok((configuration, settings))
    }

    /// Takes another seed, for the places of the atoms and the trajectory.
    pub fn set_seed(&mut self, seed: u64) {
        self.settings.seed = seed;
        self.settings.audit = self.settings.audit.map(|audit| audit.with_seed(audit_seed(seed)));
    }

    /// Returns the simulated time in s at which the simulation ends, if it is bounded.
    #[must_use]
    pub fn end_time(&self) -> Option<f64> {
        Some(self.settings.end).filter(|end| end.is_finite())
    }

    /// Returns the model of the barriers.
    ///
    /// # Errors
    /// As [`models`](Config::models).
    pub fn model(&self) -> Result<AnyModel> {
        Ok(self.models()?.one())
    }

    /// Returns models of the energy, one for each of several simulations.
    ///
    /// # Errors
    /// When a file cannot be read or is no potential, the parameters do not fit the lattice, the
    /// program of the barriers is not there or may not be run, or they are those of a function.
    pub fn models(&self) -> Result<Models> {
        if let Some(own) = self.energies.own() {
            // Before a run replaces anything: the workers start at its first step.
            own.find_program()?;
        }
        let limit = self.limits.input;
        let models = self.energies.models(self.lattice, &self.alloy, &self.folder, limit);
        models.context(&self.name)
    }

    /// Returns the sites of each jump and the fingerprint of the barriers, if they are one's own.
    #[must_use]
    pub fn own_barriers(&self) -> Option<(&Geometry, &str)> {
        self.energies.own().map(|own| (own.geometry(), own.fingerprint()))
    }

    /// Returns true if the barriers come from a program that runs beside the simulation.
    pub fn has_program(&self) -> bool {
        self.energies.own().is_some_and(OwnBarriers::is_program)
    }

    /// Returns true if the barriers are those of a function, which [`models`](Config::models) does
    /// not know: whoever has it makes a model of it and of [`own_barriers`](Config::own_barriers).
    pub fn is_of_function(&self) -> bool {
        self.energies.own().is_some_and(OwnBarriers::is_of_function)
    }

    /// Returns what the method computes with: the model of the barriers, or of the energies.
    ///
    /// # Errors
    /// As [`model`](Config::model).
    pub fn engine_model(&self) -> Result<EngineModel> {
        if self.method == Method::Kinetic {
            return self.model().map(EngineModel::Kinetic);
        }
        let limit = self.limits.input;
        let model = self.energies.substitution(self.lattice, &self.alloy, &self.folder, limit);
        model.map(EngineModel::Metropolis).context(&self.name)
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
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the file of the potential, if the model has one.
    #[must_use]
    pub fn potential(&self) -> Option<PathBuf> {
        self.energies.potential(&self.folder)
    }

    /// Returns what writes the frames of the dump, if there is to be one.
    ///
    /// # Errors
    /// When the name of an element cannot stand in a file of atoms, or the lattice constant is not
    /// from 0.001 to 10⁶ Å.
    pub fn dump_frames(&self) -> Result<Option<DumpFrames>> {
        let dump = self.output.as_ref().and_then(|output| output.dump.as_ref());
        let frames = dump.map(|dump| {
            let writer = dump.writer(self.lattice, self.lattice_constant, &self.alloy)?;
            let has_trajectories = dump.trajectories;
            Ok::<_, FileError>(DumpFrames {
                writer,
                compression: dump.compression,
                has_trajectories,
            })
        });
        frames.transpose().with_context(|| format!("{}: [output.dump]", self.name))
    }

    /// Returns the file of the atoms at the start, if they come from one.
    pub fn start_file(&self) -> Option<&Path> {
        self.start.as_ref().map(Start::path)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    seed: u64,
    temperature: Spanned<f64>,
    steps: Option<u64>,
    end_time: Option<Spanned<f64>>,
    #[serde(default = "default_samples")]
    samples: Spanned<u64>,
    attempt_frequency: Option<Spanned<f64>>,
    key_seed: Option<u64>,
    lattice: Spanned<LatticeTable>,
    composition: Spanned<Composition>,
    model: Spanned<ModelTable>,
    recall: Option<RecallTable>,
    flicker: Option<Spanned<FlickerTable>>,
    method: Option<Spanned<MethodTable>>,
    #[serde(default)]
    ramp: Vec<Spanned<RampTable>>,
    vacancy: Option<Spanned<VacancyTable>>,
    output: Option<Spanned<OutputTable>>,
}

fn default_samples() -> Spanned<u64> {
    Spanned::new(0..0, 100)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LatticeTable {
    structure: Spanned<String>,
    cells: Spanned<Vec<usize>>,
    constant: Option<Spanned<f64>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FlickerTable {
    window: Spanned<u64>,
    states: Spanned<u64>,
}

impl FlickerTable {
    fn checked(&self, place: Place<'_>) -> Result<Flicker> {
        let window = count("window", &self.window, u64::from(u32::MAX), place)?;
        let states = *self.states.get_ref();
        if !(2..=256).contains(&states) {
            let reason = format!("`states`: expected from 2 to 256, got {states}");
            return Err(place.error(self.states.span().start, reason));
        }
        Ok(Flicker::new(window as u32, states as usize))
    }
}

impl Document {
    fn checked(self, place: Place<'_>, folder: PathBuf, limits: Limits) -> Result<Config> {
        count("samples", &self.samples, u64::MAX, place)?;
        let temperature = positive("temperature", &self.temperature, place)?;
        let mut settings = Settings::new(temperature, self.seed);
        if let Some(frequency) = &self.attempt_frequency {
            settings.attempt_frequency = positive("attempt_frequency", frequency, place)?;
        }
        if let Some(seed) = self.key_seed {
            settings.key_seed = seed;
        }
        let flicker = self.flicker.as_ref().map(|table| table.get_ref().checked(place));
        settings.flicker = flicker.transpose()?;
        settings.ramp = ramp_table::stages(&self.ramp, place)?;
        match &self.end_time {
            Some(end) => settings.end = positive("end_time", end, place)?,
            None if self.steps.is_none() => {
                let reason = "expected `steps` or `end_time`, so that the run ends, got neither";
                return Err(place.error(0, reason));
            }
            None => {}
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
        let composition = self.composition.get_ref();
        let origin = composition.origin(self.composition.span().start, &folder, place)?;
        let (host, elements) = (composition.host().get_ref(), self.model.get_ref().elements());
        if let Origin::File(_) = origin {
            // They become elements of the alloy.
            for name in elements.iter().filter(|name| *name != VACANCY) {
                let at = self.model.span().start;
                check_element(name)
                    .map_err(|reason| place.error(at, format!("[model]: {reason}")))?;
            }
        }
        let (alloy, atoms) = alloy_of(origin, host, elements, lattice, limits.input, place)?;
        let output = self.output.as_ref().map(|output| output.get_ref().checked(&alloy, place));
        let output = output.transpose()?;
        let formation = self.vacancy.as_ref().map(|table| table.get_ref().checked(place));
        let formation = formation.transpose()?;
        let method = self.method.as_ref().map(|method| method.get_ref().checked(place));
        let method = method.transpose()?.unwrap_or_default();
        self.check_method(method, &settings, place)?;
        if let (Some(atoms), Method::Kinetic) = (&atoms, method) {
            atoms.check_vacancies(&alloy, place)?;
        }
        if let (Some(end), Some(output)) = (&self.end_time, &self.output)
            && let Some((at, got)) = output.get_ref().picture_after(*end.get_ref())
        {
            let end = end.get_ref();
            let reason = format!("`pictures`: expected times up to `end_time`, {end} s, got {got}");
            return Err(place.error(at, reason));
        }
        let constant = self.lattice.get_ref().constant.as_ref();
        let constant =
            constant.map(|constant| positive("constant", constant, place)).transpose()?;
        let energies = Energies::new(self.model, &alloy, lattice, &folder, place)?;
        let of_model = energies.lattice_constant();
        if let Some((expected, key)) = of_model.zip(self.lattice.get_ref().constant.as_ref())
            && expected != *key.get_ref()
        {
            let reason = format!(
                "`constant`: expected {expected} Å, the `lattice_constant` of [model], got {}; \
                 leave it out",
                key.get_ref()
            );
            return Err(place.error(key.span().start, reason));
        }
        let lattice_constant = constant.or(of_model).unwrap_or(1.0);
        let start = atoms.map(|atoms| atoms.placed(&alloy, lattice, lattice_constant, place));
        let start = start.transpose()?;
        settings.prefactors = energies.prefactors().clone();
        settings.allow_negative_barriers = energies.allows_negative_barriers();
        let config = Config {
            lattice,
            alloy,
            steps: self.steps,
            samples: *self.samples.get_ref(),
            method,
            formation,
            output,
            lattice_constant,
            settings,
            recall_file: recall_file.map(|file| folder.join(file)),
            recall_tolerance,
            name: place.file.to_owned(),
            energies,
            start,
            folder,
            limits,
        };
        config.check_keys().map_err(|reason| place.error(self.lattice.span().start, reason))?;
        Ok(config)
    }

    /// Checks that all tables belong to the method.
    fn check_method(&self, method: Method, settings: &Settings, place: Place<'_>) -> Result<()> {
        if method == Method::Kinetic {
            let kind = self.model.get_ref().kind();
            if kind.get_ref() == CLUSTERS {
                let reason = format!(
                    "[model] of kind {CLUSTERS:?}: it has energies and no barriers; expected [method] of \
                     kind \"metropolis\""
                );
                return Err(place.error(kind.span().start, reason));
            }
            return Ok(());
        }
        let output = self.output.as_ref().map(Spanned::get_ref);
        let displacements = ["displacement", "host-displacement"];
        let refused = [
            ("`end_time`", self.end_time.as_ref().map(|end| end.span().start)),
            ("[[ramp]]", self.ramp.first().map(|ramp| ramp.span().start)),
            ("[vacancy]", self.vacancy.as_ref().map(|table| table.span().start)),
            ("`attempt_frequency`", self.attempt_frequency.as_ref().map(|it| it.span().start)),
            ("[flicker]", self.flicker.as_ref().map(|table| table.span().start)),
            ("times in [output]", output.and_then(OutputTable::place_of_times)),
            (
                "displacements in [output]",
                output.and_then(|output| displacements.iter().find_map(|it| output.place_of(it))),
            ),
            (
                "trajectories in [output.dump]",
                output.and_then(|output| output.dump.as_ref()?.place_of_trajectories()),
            ),
        ];
        let of_model = self.model.get_ref().places_of_jumps();
        if let Some((what, at)) =
            refused.iter().chain(&of_model).find_map(|(what, at)| Some((what, (*at)?)))
        {
            let reason = format!(
                "[method] of kind \"{method}\": it has no time and no jumps, and so no {what}; leave \
                 that out"
            );
            return Err(place.error(at, reason));
        }
        let kind = self.model.get_ref().kind();
        if matches!(kind.get_ref().as_str(), "command" | "function") {
            let reason = format!(
                "[method] of kind \"{method}\": expected a model that knows energies, \
                 \"iron-copper\", \"pair\", \"eam\" or {CLUSTERS:?}, got {:?}",
                kind.get_ref()
            );
            return Err(place.error(kind.span().start, reason));
        }
        let modes = [RecallMode::None, RecallMode::Environment, RecallMode::EnvironmentSymmetry];
        if let Some(recall) = self.recall.as_ref().filter(|_| !modes.contains(&settings.recall)) {
            let reason = format!(
                "[method] of kind \"{method}\": expected the recall mode \"none\", \"environment\" or \
                 \"environment-symmetry\", got {:?}",
                recall.mode.get_ref()
            );
            return Err(place.error(recall.mode.span().start, reason));
        }
        Ok(())
    }
}
