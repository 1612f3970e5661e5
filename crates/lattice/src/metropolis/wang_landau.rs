//! Densities of states by the method of Wang and Landau.

use std::error::Error;
use std::fmt::{self, Display};

use super::error::ExchangeError;
use super::simulation::Metropolis;
use super::step::Proposed;
use crate::kmc::BOLTZMANN;
use crate::model::{SubstitutionEnergy, UNITS_PER_EV};

/// Bins of equal width over a range of energies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EnergyBins {
    /// In units of 10⁻¹² eV.
    least: i128,
    width: i128,
    count: usize,
}

impl EnergyBins {
    /// Creates `count` bins, each `width` wide, the first from `least` on, both in eV. A bin has
    /// its lower edge, not its upper; edges are rounded to 10⁻¹² eV.
    ///
    /// # Errors
    /// When there is no bin, the width is below 10⁻¹² eV, or a number is not finite or above 10⁹ eV
    /// with either sign.
    pub fn new(least: f64, width: f64, count: usize) -> Result<EnergyBins, WangLandauError> {
        let is_good = least.abs() <= 1e9 && (1e-12..=1e9).contains(&width) && count > 0;
        if !is_good {
            return Err(WangLandauError::Bins { least, width, count });
        }
        let units = |energy: f64| (energy * UNITS_PER_EV).round() as i128;
        Ok(EnergyBins { least: units(least), width: units(width), count })
    }

    /// Returns the number of bins.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// Returns the lower edge of a bin in eV.
    #[must_use]
    pub fn edge(&self, bin: usize) -> f64 {
        (self.least + bin as i128 * self.width) as f64 / UNITS_PER_EV
    }

    /// The bin of an energy in units.
    fn bin(&self, energy: i128) -> Option<usize> {
        let bin = (energy - self.least).div_euclid(self.width);
        usize::try_from(bin).ok().filter(|bin| *bin < self.count)
    }
}

/// The density of states of an alloy: the number of its configurations by energy, up to a factor,
/// from which every mean in equilibrium follows, at every temperature.
///
/// A walk through the configurations accepts a change from an energy E to E′ with the probability
/// min(1, g(E) / g(E′)), multiplies g of the energy where it is by a factor f after each step, and
/// so comes to visit all energies alike (F. Wang and D. P. Landau, Physical Review Letters 86,
/// 2001, pp. 2050–2053). ln f, at first 1, is halved when all bins that were ever visited have been
/// visited since the last time, and 1,000 steps have been done for each of them; once it is below
/// 1/t it is 1/t, where t is the number of steps divided by that of these bins, so that the error
/// falls like 1/√t and does not stay (R. E. Belardinelli and V. D. Pereyra, The Journal of Chemical
/// Physics 127, 2007, 184105). When a bin is visited for the first time, it takes the least g of
/// the others, and ln f is 1 again.
///
/// The steps are those of the simulation that it is given, at fixed composition or, with a
/// semi-grand [`Ensemble`](crate::Ensemble), over all compositions; temperature, chemical
/// potentials and κ have no effect. A change to an energy outside of the bins is not made.
///
/// ```
/// use zobrist_lattice::model::PairModel;
/// use zobrist_lattice::{Configuration, EnergyBins, Lattice, Metropolis, Settings, Site, Species};
/// use zobrist_lattice::{Structure, WangLandau};
///
/// let lattice = Lattice::new(Structure::Bcc, [3, 3, 3])?;
/// let mut iron = Configuration::new(lattice);
/// for site in 0..4 {
///     iron.set(Site(7 * site), Species(2)); // four atoms of copper
/// }
/// let model = PairModel::iron_copper(lattice)?;
/// let chain = Metropolis::new(&model, iron, Settings::new(300.0, 1))?;
/// let bins = EnergyBins::new(chain.energy() - 1.0, 0.1, 20)?;
/// let mut walk = WangLandau::new(chain, bins)?;
/// walk.run(20_000)?;
/// let [cold, warm] = [300.0, 3000.0].map(|kelvin| walk.mean_energy(kelvin));
/// assert!(cold < warm);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct WangLandau<M> {
    chain: Metropolis<M>,
    bins: EnergyBins,
    by_bin: Vec<Bin>,
    /// The number of bins that were ever visited.
    known: usize,
    /// Those of them that were visited since ln f changed.
    visited: usize,
    modification: f64,
    /// True once ln f is 1/t.
    is_late: bool,
    steps: u64,
    /// The steps when ln f changed.
    since: u64,
}

/// Least number of steps for each known bin between two changes of ln f.
const STEPS_A_BIN: u64 = 1000;

/// A bin of energies.
#[derive(Clone, Copy, Debug, Default)]
struct Bin {
    /// ln g, up to a constant.
    log_density: f64,
    /// The visits so far, and since ln f changed.
    visits: u64,
    recent: u64,
    /// The sum of the energies of the visits, in eV above the lower edge.
    sum: f64,
}

impl<M: SubstitutionEnergy> WangLandau<M> {
    /// Begins with the configuration of a simulation.
    ///
    /// # Errors
    /// When its energy is in none of the bins.
    pub fn new(chain: Metropolis<M>, bins: EnergyBins) -> Result<WangLandau<M>, WangLandauError> {
        let mut walk = WangLandau {
            by_bin: vec![Bin::default(); bins.count],
            known: 0,
            visited: 0,
            modification: 1.0,
            is_late: false,
            steps: 0,
            since: 0,
            chain,
            bins,
        };
        let Some(bin) = walk.bins.bin(walk.chain.energy) else {
            return Err(WangLandauError::Outside { got: walk.chain.energy(), bins });
        };
        walk.visit(bin);
        Ok(walk)
    }

    /// Performs steps.
    ///
    /// # Errors
    /// As [`Metropolis::step`]. The steps before the error have been performed.
    ///
    /// # Panics
    /// When the model does not give an energy for each species.
    pub fn run(&mut self, steps: u64) -> Result<(), ExchangeError> {
        let mut here = self.bins.bin(self.chain.energy).expect("the walk stays in the bins");
        for _ in 0..steps {
            let (bins, by_bin, energy) = (&self.bins, &self.by_bin, self.chain.energy);
            let mut to = here;
            let thermal = BOLTZMANN * self.chain.temperature();
            let decide = |Proposed { units, draw, .. }| {
                let Some(bin) = bins.bin(energy + i128::from(units)) else { return false };
                // One that was never visited has the least density of those that were.
                let log_ratio = match by_bin[bin].visits {
                    0 => 0.0,
                    _ => by_bin[here].log_density - by_bin[bin].log_density,
                };
                let accepted = log_ratio >= 0.0 || draw < log_ratio.exp();
                if accepted {
                    to = bin;
                }
                accepted
            };
            self.chain.attempt(thermal, decide)?;
            here = to;
            self.steps += 1;
            self.visit(here);
        }
        Ok(())
    }

    /// Counts the visit of a bin, and changes ln f when it is time.
    fn visit(&mut self, bin: usize) {
        if self.by_bin[bin].visits == 0 {
            let known = self.by_bin.iter().filter(|bin| bin.visits > 0);
            let least = known.map(|bin| bin.log_density).fold(f64::INFINITY, f64::min);
            self.by_bin[bin].log_density = if least.is_finite() { least } else { 0.0 };
            self.known += 1;
            (self.modification, self.is_late) = (1.0, false);
            self.restart();
        }
        let above = self.chain.energy() - self.bins.edge(bin);
        let time = self.known as f64 / self.steps.max(1) as f64;
        if self.is_late {
            self.modification = time;
        }
        let entry = &mut self.by_bin[bin];
        entry.log_density += self.modification;
        entry.visits += 1;
        entry.sum += above;
        self.visited += usize::from(entry.recent == 0);
        entry.recent += 1;
        let is_long = self.steps - self.since >= STEPS_A_BIN * self.known as u64;
        if !self.is_late && self.visited == self.known && is_long {
            self.modification /= 2.0;
            self.restart();
            self.is_late = self.modification <= time;
        }
    }

    /// Begins to count the visits since ln f changed.
    fn restart(&mut self) {
        self.by_bin.iter_mut().for_each(|bin| bin.recent = 0);
        (self.visited, self.since) = (0, self.steps);
    }

    /// Returns the simulation, whose configuration is that of the last step.
    #[must_use]
    pub fn chain(&self) -> &Metropolis<M> {
        &self.chain
    }

    /// Returns the bins.
    #[must_use]
    pub fn bins(&self) -> EnergyBins {
        self.bins
    }

    /// Returns ln f, the last number that was added to ln g.
    #[must_use]
    pub fn modification(&self) -> f64 {
        self.modification
    }

    /// Returns true once ln f is 1/t.
    #[must_use]
    pub fn is_late(&self) -> bool {
        self.is_late
    }

    /// Returns the histogram of the walk: by bin, the number of its steps that ended there.
    #[must_use]
    pub fn visits(&self) -> Vec<u64> {
        self.by_bin.iter().map(|bin| bin.visits).collect()
    }

    /// Returns ln of the number of configurations in each bin, if ln of the number of all of them
    /// is `log_states`: N ln 2 for two species on N sites whose numbers are free. `None` for a bin
    /// that was not visited.
    #[must_use]
    pub fn log_densities(&self, log_states: f64) -> Vec<Option<f64>> {
        let known = || self.by_bin.iter().filter(|bin| bin.visits > 0);
        let most = known().map(|bin| bin.log_density).fold(f64::NEG_INFINITY, f64::max);
        let sum: f64 = known().map(|bin| (bin.log_density - most).exp()).sum();
        let shift = log_states - most - sum.ln();
        let density = |bin: &Bin| (bin.visits > 0).then_some(bin.log_density + shift);
        self.by_bin.iter().map(density).collect()
    }

    /// Returns the mean energy in eV at a temperature in K. The energy of a bin is the mean of the
    /// energies of its visits.
    #[must_use]
    pub fn mean_energy(&self, temperature: f64) -> f64 {
        self.moments(temperature)[0]
    }

    /// Returns the heat capacity in eV/K at a temperature in K: (⟨E²⟩ − ⟨E⟩²) / kT². The energy of
    /// a bin is the mean of the energies of its visits.
    #[must_use]
    pub fn heat_capacity(&self, temperature: f64) -> f64 {
        self.moments(temperature)[1] / (BOLTZMANN * temperature * temperature)
    }

    /// The mean and the variance of the energy.
    fn moments(&self, temperature: f64) -> [f64; 2] {
        let thermal = BOLTZMANN * temperature;
        let known = self.by_bin.iter().enumerate().filter(|(_, bin)| bin.visits > 0);
        let levels: Vec<(f64, f64)> = known
            .map(|(number, bin)| {
                let energy = self.bins.edge(number) + bin.sum / bin.visits as f64;
                (energy, bin.log_density - energy / thermal)
            })
            .collect();
        let most = levels.iter().map(|(_, log)| *log).fold(f64::NEG_INFINITY, f64::max);
        let sum: f64 = levels.iter().map(|(_, log)| (log - most).exp()).sum();
        let mean = |of: &dyn Fn(f64) -> f64| {
            levels.iter().map(|(energy, log)| of(*energy) * (log - most).exp()).sum::<f64>() / sum
        };
        let energy = mean(&|energy| energy);
        [energy, mean(&|other| (other - energy).powi(2))]
    }
}

/// The error of a walk that cannot begin.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum WangLandauError {
    /// The numbers make no bins.
    Bins {
        /// The lower edge of the first, in eV.
        least: f64,
        /// The width, in eV.
        width: f64,
        /// The number of bins.
        count: usize,
    },
    /// The energy at the start is in none of the bins.
    Outside {
        /// The energy, in eV.
        got: f64,
        /// The bins.
        bins: EnergyBins,
    },
}

impl Display for WangLandauError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WangLandauError::Bins { least, width, count } => write!(
                f,
                "expected one bin or more, 10⁻¹² eV wide or wider, within 10⁹ eV, got {count} of \
                 {width} eV from {least} eV on"
            ),
            WangLandauError::Outside { got, bins } => write!(
                f,
                "expected a start with an energy from {} to {} eV, the range of the bins, got {got} \
                 eV; take more bins, or anneal the start into them",
                bins.edge(0),
                bins.edge(bins.count)
            ),
        }
    }
}

impl Error for WangLandauError {}
