//! A simulation by exchanges, and its steps.

use std::io::{self, Read, Write};

use zobrist::source::Xoshiro256PlusPlus;

use super::energies::{self, EnergyCache};
use super::error::MetropolisError;
use super::proposal::SiteLists;
use crate::configuration::{Configuration, Species};
use crate::ensemble::{Ensemble, temperature_after};
use crate::kmc::Settings;
use crate::lattice::Site;
use crate::model::{SubstitutionEnergy, UNITS_PER_EV};
use crate::recall::{AuditReport, LoadError, Report, Statistics};
use crate::state::State;

/// A simulation of the equilibrium, at fixed composition unless
/// [`ensemble`](crate::Settings::ensemble) says otherwise: the species on two sites, anywhere in
/// the box, are exchanged (K. Kawasaki, Physical Review 145, 1966, pp. 224–230, exchanges
/// neighbors) with the probability min(1, exp(−ΔE / kT)) (N. Metropolis, A. W. Rosenbluth, M. N.
/// Rosenbluth, A. H. Teller and E. Teller, The Journal of Chemical Physics 21, 1953, pp.
/// 1087–1092). In the long run, configurations occur with their Boltzmann weights. Steps are no
/// time.
///
/// A step proposes two sites with different species, every such pair being equally likely: the
/// number of these pairs is that of the composition, so that a proposal is as likely as its
/// reverse. Vacancies are a species like any other, and none are needed. A step draws two numbers,
/// one for the pair and one for the decision, whatever is recalled: with one seed, every
/// [`RecallMode`](crate::RecallMode) has the same chain of states, to the last bit of the energy.
///
/// In a semi-grand [`Ensemble`] a step proposes another species for one site instead, also with two
/// numbers. Temperatures that change with the steps are an [annealing](crate::AnnealingStage).
///
/// [`Settings`] about jumps are not used: the attempt frequency, the prefactors, whether barriers
/// below 0 are allowed, what is followed, and whether free time is added up. Flicker, a ramp and an
/// end are refused, since there is no time. Recall is by the environment of a site, with or without
/// symmetry: it keeps the energies of all species there, relative to the host.
///
/// # When recall pays
/// A name costs a read of the surroundings, and an addition for each image of each atom there that
/// is not of the host. Energies of pairs on a few shells cost no more than that: do not recall
/// them. Embedded atoms cost about the square of the number of neighbors. In a dilute alloy with a
/// short cutoff nearly all are recalled, and a step takes a fraction of the time. It is the
/// surroundings that decide, within twice the cutoff: with a long one there are hundreds of sites,
/// which hold several solutes even at one in a hundred, and seldom recur; then symmetry helps, and
/// a long run, but much is computed all the same. In a rich alloy nothing recurs, and recall only
/// costs.
///
/// ```
/// use zobrist::source::Xoshiro256PlusPlus;
/// use zobrist_lattice::model::PairModel;
/// use zobrist_lattice::{Configuration, Lattice, Metropolis, Settings, Species, Structure};
///
/// let lattice = Lattice::new(Structure::Bcc, [8, 8, 8])?;
/// let mut alloy = Configuration::new(lattice); // iron everywhere
/// alloy.scatter(Species(2), 50, &mut Xoshiro256PlusPlus::new(1))?; // copper
///
/// let model = PairModel::iron_copper(lattice)?;
/// let mut metropolis = Metropolis::new(model, alloy, Settings::new(773.0, 42))?;
/// let before = metropolis.energy();
/// metropolis.run(10_000)?;
/// assert!(metropolis.energy() < before - 1.0); // eV: copper forms clusters
/// assert_eq!(metropolis.configuration().count(Species(2)), 50);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Metropolis<M> {
    pub(super) model: M,
    pub(super) settings: Settings,
    pub(super) state: State,
    pub(super) sites: SiteLists,
    /// The species of substitutions; none in the canonical ensemble.
    pub(super) active: Vec<Species>,
    pub(super) cache: Box<dyn EnergyCache>,
    pub(super) random: Xoshiro256PlusPlus,
    /// In units of 10⁻¹² eV.
    pub(super) energy: i128,
    /// Hits and misses are those before the present recall was created or loaded.
    pub(super) counts: Counts,
}

impl<M: SubstitutionEnergy> Metropolis<M> {
    /// Creates a simulation that begins with `configuration`. Costs a pass over the sites.
    ///
    /// # Errors
    /// When the configuration is of a different lattice from the model, has a species that the
    /// model does not know, or has one species alone; when the temperature is not above zero and
    /// finite; when the recall mode is not one of sites; when flicker is looked for, or there is a
    /// ramp or an end; when the box is too small for what is read around a site by recall; or when
    /// the system refuses memory for the keys of all sites and their lists.
    ///
    /// # Panics
    /// When the model does not have from 2 to 256 species, or (species − 1) · sites is 2³² or more.
    pub fn new(
        model: M,
        configuration: Configuration,
        settings: Settings,
    ) -> Result<Metropolis<M>, MetropolisError> {
        let (lattice, species) = (model.lattice(), model.species_count());
        let got = configuration.lattice();
        if got != lattice {
            return Err(MetropolisError::Lattice { expected: lattice, got });
        }
        check(settings.temperature)?;
        if settings.flicker.is_some() {
            return Err(MetropolisError::Flicker);
        }
        if !settings.ramp.is_empty() {
            return Err(MetropolisError::Ramp);
        }
        if settings.end != f64::INFINITY {
            return Err(MetropolisError::End { got: settings.end });
        }
        for (site, got) in lattice.sites().zip(configuration.occupants()) {
            if got.index() >= species {
                return Err(MetropolisError::Species { site, expected: species, got: *got });
            }
        }
        let sites = SiteLists::new(&configuration, species)?;
        check_ensemble(&settings, species)?;
        let active = settings.ensemble.active();
        if settings.ensemble == Ensemble::Canonical && sites.pairs() == 0 {
            return Err(MetropolisError::OneSpecies { got: configuration.occupants()[0] });
        }
        if settings.ensemble != Ensemble::Canonical
            && (active.len() < 2 || sites.count(&active) == 0)
        {
            return Err(MetropolisError::NoSubstitution);
        }
        let cache = energies::new(&model, &settings)?;
        let energy = model.total(&configuration);
        let state =
            State::try_from_configuration_with_keys(configuration, species, settings.key_seed)?;
        Ok(Metropolis {
            sites,
            cache,
            random: Xoshiro256PlusPlus::new(settings.seed),
            energy,
            counts: Counts::default(),
            state,
            model,
            settings,
            active,
        })
    }

    /// Returns the temperature in K at which the next step is decided: that of the settings, or of
    /// their annealing after the steps so far.
    #[must_use]
    pub fn temperature(&self) -> f64 {
        let Settings { annealing, temperature, .. } = &self.settings;
        match &annealing[..] {
            [] => *temperature,
            stages => temperature_after(stages, *temperature, self.counts.steps),
        }
    }

    /// Changes the temperature, in K, from the next step on, or that at the start of an annealing.
    /// The recall serves every temperature.
    ///
    /// # Errors
    /// When it is not above zero and finite; it is then as it was.
    pub fn set_temperature(&mut self, temperature: f64) -> Result<(), MetropolisError> {
        check(temperature)?;
        self.settings.temperature = temperature;
        Ok(())
    }

    /// Returns the state.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Returns the species on every site.
    pub fn configuration(&self) -> &Configuration {
        self.state.configuration()
    }

    /// Returns the sites of a species, in no order that means anything. Costs nothing.
    ///
    /// # Panics
    /// When the model does not know the species.
    pub fn sites_of(&self, species: Species) -> &[Site] {
        &self.sites.lists()[species.index()]
    }

    /// Returns the model.
    pub fn model(&self) -> &M {
        &self.model
    }

    /// Returns the settings, with the present temperature.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns the energy of the configuration in eV. It is added up exchange by exchange, in whole
    /// units of 10⁻¹² eV: the same as [`total`](SubstitutionEnergy::total) at any time.
    pub fn energy(&self) -> f64 {
        self.energy as f64 / UNITS_PER_EV
    }

    /// Returns the number of steps performed: of exchanges that were proposed.
    pub fn steps(&self) -> u64 {
        self.counts.steps
    }

    /// Returns the number of exchanges that were made.
    pub fn accepted(&self) -> u64 {
        self.counts.accepted
    }

    /// Returns the number of sites for which the model has computed the energies of all species,
    /// not counting those of an audit. Without recall it is two a step.
    pub fn evaluations(&self) -> u64 {
        self.counts.evaluations
    }

    /// Returns the number of names that were found in the recall.
    pub fn hits(&self) -> u64 {
        self.totals().hits
    }

    /// Returns the number of names that were not found in the recall.
    pub fn misses(&self) -> u64 {
        self.totals().misses
    }

    /// Returns the statistics of the recall since it was created or loaded; `None` if nothing is
    /// recalled.
    pub fn statistics(&self) -> Option<Statistics> {
        self.cache.report().map(|report| report.statistics)
    }

    /// Returns the number of entries of the recall and the bytes that they take; `None` if nothing
    /// is recalled.
    pub fn recall_size(&self) -> Option<(usize, usize)> {
        self.cache.report().map(|Report { entries, bytes, .. }| (entries, bytes))
    }

    /// Returns the findings of the audit since the recall was created or loaded; `None` if there is
    /// none. Deviations are in eV.
    pub fn audit_report(&self) -> Option<AuditReport> {
        self.cache.report()?.audit
    }

    /// Saves the recall, for simulations with any temperature and seed:
    /// [`Recall::save`](crate::Recall::save). Writes nothing if nothing is recalled.
    ///
    /// # Errors
    /// When writing fails.
    pub fn save_recall(&self, mut writer: impl Write) -> io::Result<()> {
        self.cache.save(&mut writer, self.model.fingerprint())
    }

    /// Replaces the recall by a saved one. Statistics and audit start over. If nothing is recalled,
    /// nothing is read.
    ///
    /// # Errors
    /// When the saved recall is damaged, or is of another model, lattice, seed of keys, recall mode
    /// or verification, or one of the barriers of jumps. The recall is then as it was.
    pub fn load_recall(&mut self, mut reader: impl Read) -> Result<(), LoadError> {
        let totals = self.totals();
        self.cache.load(&mut reader, self.model.fingerprint(), &self.settings)?;
        self.counts = totals;
        Ok(())
    }

    /// The counts of the whole simulation.
    pub(super) fn totals(&self) -> Counts {
        let Statistics { hits, misses, .. } = self.statistics().unwrap_or_default();
        let before = self.counts;
        Counts { hits: before.hits + hits, misses: before.misses + misses, ..before }
    }
}

/// Checks the ensemble and the annealing.
fn check_ensemble(settings: &Settings, species: usize) -> Result<(), MetropolisError> {
    for (of, number) in settings.ensemble.by_species().into_iter().flatten() {
        if of.is_host() || of.index() >= species || !number.is_finite() {
            let (of, got) = (*of, *number);
            return Err(MetropolisError::Potential { species: of, expected: species, got });
        }
    }
    match settings.ensemble {
        Ensemble::VarianceConstrained { kappa, .. } if !(kappa > 0.0 && kappa.is_finite()) => {
            return Err(MetropolisError::Kappa { got: kappa });
        }
        _ => {}
    }
    let mut before = 0;
    for (number, stage) in settings.annealing.iter().enumerate() {
        if stage.until <= before {
            return Err(MetropolisError::Annealing { stage: number, got: stage.until });
        }
        check(stage.temperature)?;
        before = stage.until;
    }
    Ok(())
}

fn check(temperature: f64) -> Result<(), MetropolisError> {
    match temperature > 0.0 && temperature.is_finite() {
        true => Ok(()),
        false => Err(MetropolisError::Temperature { got: temperature }),
    }
}

/// The steps so far, and the work that they took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) steps: u64,
    pub(super) accepted: u64,
    pub(super) evaluations: u64,
    pub(super) hits: u64,
    pub(super) misses: u64,
}

impl Counts {
    /// The counts in their order in a checkpoint.
    pub(super) fn to_array(self) -> [u64; 5] {
        let Counts { steps, accepted, evaluations, hits, misses } = self;
        [steps, accepted, evaluations, hits, misses]
    }

    pub(super) fn from_array(numbers: [u64; 5]) -> Counts {
        let [steps, accepted, evaluations, hits, misses] = numbers;
        Counts { steps, accepted, evaluations, hits, misses }
    }
}
