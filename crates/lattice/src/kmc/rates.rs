//! The vacancies, and the rates of their jumps.

use super::settings::{RampPosition, Settings};
use crate::configuration::{Configuration, Species};
use crate::lattice::{Lattice, Site};
use crate::model::{Barrier, Model};
use crate::neighbors::Neighbors;
use crate::out_of_memory::{OutOfMemory, collected, filled};

/// All vacancies, with the barriers and rates of their jumps.
#[derive(Clone, Debug)]
pub(crate) struct Rates {
    lattice: Lattice,
    /// The number of jumps that a vacancy has.
    directions: usize,
    /// By vacancy; `barriers`, `prefactors` and `rates` are by vacancy and direction.
    pub(crate) sites: Vec<Site>,
    positions: Vec<[i32; 3]>,
    /// True if the barriers are those of the present surroundings.
    pub(crate) known: Vec<bool>,
    pub(crate) barriers: Vec<f64>,
    /// In 1/s, as the model gave them; not a number where it is that of the species. Empty if all
    /// are `frequency`.
    given: Vec<f64>,
    /// The numbers that hold for them. They are never recalled: others may recall with other
    /// prefactors of the species.
    prefactors: Vec<f64>,
    /// By species, in 1/s.
    of_species: Vec<f64>,
    /// The lowest barrier from which a rate was computed.
    pub(crate) lowest: f64,
    rates: Vec<f64>,
    sums: Vec<f64>,
    /// The largest distance along each axis of a site on which a jump depends.
    range: [i32; 3],
    frequency: f64,
    /// 1 / kT, per eV.
    beta: f64,
}

/// The Boltzmann constant in eV/K: exact in the SI of 2019, to ten digits.
pub const BOLTZMANN: f64 = 8.617_333_262e-5;

/// Lower rates, in 1/s, count as zero: the times of their jumps would overflow a double, and
/// the clock with them.
const MIN_RATE: f64 = 1e-290;

/// 1 / kT, per eV.
fn beta(temperature: f64) -> f64 {
    1.0 / (BOLTZMANN * temperature)
}

impl Rates {
    pub(crate) fn new(
        model: &dyn Model,
        sites: Vec<Site>,
        settings: &Settings,
    ) -> Result<Rates, OutOfMemory> {
        let lattice = model.lattice();
        let structure = lattice.structure();
        let directions = structure.directions().len();
        let around = structure.around_defect(model.reach());
        let range = |axis: usize| around.iter().map(|offset| offset[axis].abs()).max().unwrap_or(0);
        let all = sites.len() * directions;
        let has_prefactors = model.gives_prefactors() || !settings.prefactors.is_empty();
        let of = |species| settings.prefactors.get(&Species(species as u8)).copied();
        let frequency = settings.attempt_frequency;
        let of_species = (0..model.species_count()).map(|species| of(species).unwrap_or(frequency));
        let positions = sites.iter().map(|site| lattice.position(*site));
        Ok(Rates {
            lattice,
            directions,
            positions: collected(positions, sites.len())?,
            known: filled(false, sites.len())?,
            barriers: filled(f64::INFINITY, all)?,
            given: filled(f64::NAN, if has_prefactors { all } else { 0 })?,
            prefactors: filled(f64::NAN, if has_prefactors { all } else { 0 })?,
            of_species: of_species.collect(),
            lowest: f64::INFINITY,
            rates: filled(0.0, all)?,
            sums: filled(0.0, sites.len())?,
            sites,
            range: [range(0), range(1), range(2)],
            frequency,
            beta: beta(RampPosition::at(settings, 0.0).temperature(settings)),
        })
    }

    /// The barriers of a vacancy, by direction.
    pub(crate) fn barriers_of(&self, vacancy: usize) -> &[f64] {
        &self.barriers[vacancy * self.directions..][..self.directions]
    }

    /// The number of jumps that a vacancy has.
    pub(crate) fn directions(&self) -> usize {
        self.directions
    }

    /// The barrier of a jump, as it was set.
    pub(crate) fn barrier(&self, vacancy: usize, direction: usize) -> Barrier {
        let at = vacancy * self.directions + direction;
        match self.given.get(at) {
            None => Barrier::new(self.barriers[at]),
            Some(prefactor) => Barrier::with_prefactor(self.barriers[at], *prefactor),
        }
    }

    /// Sets the barrier of a jump. The rates follow when the vacancy is settled.
    #[inline]
    pub(crate) fn set(&mut self, vacancy: usize, direction: usize, barrier: Barrier) {
        let at = vacancy * self.directions + direction;
        self.barriers[at] = barrier.energy();
        if let Some(prefactor) = self.given.get_mut(at) {
            *prefactor = barrier.stored_prefactor();
        }
    }

    /// Sets the barriers of some jumps of a vacancy, by direction; the others are impossible.
    #[inline]
    pub(crate) fn set_all(
        &mut self,
        vacancy: usize,
        barriers: impl IntoIterator<Item = (usize, Barrier)>,
    ) {
        let all = vacancy * self.directions..(vacancy + 1) * self.directions;
        let energies = &mut self.barriers[all.clone()];
        energies.fill(f64::INFINITY);
        if self.given.is_empty() {
            for (direction, barrier) in barriers {
                energies[direction] = barrier.energy();
            }
            return;
        }
        let given = &mut self.given[all];
        given.fill(f64::NAN);
        for (direction, barrier) in barriers {
            energies[direction] = barrier.energy();
            given[direction] = barrier.stored_prefactor();
        }
    }

    /// Sets the barriers of all jumps of a vacancy, by direction.
    #[inline]
    pub(crate) fn set_each(&mut self, vacancy: usize, barrier: impl Fn(usize) -> Barrier) {
        let all = vacancy * self.directions..(vacancy + 1) * self.directions;
        for (direction, energy) in self.barriers[all.clone()].iter_mut().enumerate() {
            *energy = barrier(direction).energy();
        }
        if !self.given.is_empty() {
            for (direction, prefactor) in self.given[all].iter_mut().enumerate() {
                *prefactor = barrier(direction).stored_prefactor();
            }
        }
    }

    /// Makes the jumps towards other vacancies impossible: those from a damaged file, or of another
    /// environment with the same hash, need not be.
    #[inline]
    pub(crate) fn block_vacancies(
        &mut self,
        vacancy: usize,
        configuration: &Configuration,
        neighbors: &Neighbors,
    ) {
        for (direction, to) in neighbors.sites(self.sites[vacancy]).enumerate() {
            // A barrier that is impossible already stays as it was stored.
            let is_possible = self.barriers_of(vacancy)[direction] != f64::INFINITY;
            if is_possible && configuration.occupant(to) == Species::VACANCY {
                self.set(vacancy, direction, Barrier::IMPOSSIBLE);
            }
        }
    }

    #[inline]
    pub(crate) fn barriers_of_mut(&mut self, vacancy: usize) -> &mut [f64] {
        &mut self.barriers[vacancy * self.directions..][..self.directions]
    }

    /// The prefactors of a vacancy as a model gave them, by direction; not a number where they are
    /// those of the species.
    pub(crate) fn prefactors_of(&self, vacancy: usize) -> &[f64] {
        &self.given[vacancy * self.directions..][..self.directions]
    }

    pub(crate) fn prefactors_of_mut(&mut self, vacancy: usize) -> &mut [f64] {
        &mut self.given[vacancy * self.directions..][..self.directions]
    }

    /// The rate of a jump, in 1/s.
    #[inline]
    pub(crate) fn rate_of(&self, vacancy: usize, direction: usize) -> f64 {
        self.rates[vacancy * self.directions + direction]
    }

    /// Computes the rates from the barriers of a vacancy, which are known from now on.
    #[inline]
    pub(crate) fn settle(
        &mut self,
        vacancy: usize,
        configuration: &Configuration,
        neighbors: &Neighbors,
    ) {
        if !self.prefactors.is_empty() {
            let all = vacancy * self.directions..(vacancy + 1) * self.directions;
            let sites = neighbors.sites(self.sites[vacancy]);
            let given = self.given[all.clone()].iter().zip(sites);
            for (prefactor, (given, site)) in self.prefactors[all].iter_mut().zip(given) {
                *prefactor = match given.is_nan() {
                    true => self.of_species[configuration.occupant(site).index()],
                    false => *given,
                };
            }
        }
        self.rate(vacancy);
    }

    /// Changes the temperature, in K: the rates of all barriers that are known follow.
    pub(crate) fn set_temperature(&mut self, temperature: f64) {
        self.beta = beta(temperature);
        for vacancy in 0..self.sites.len() {
            if self.known[vacancy] {
                self.rate(vacancy);
            }
        }
    }

    /// Computes the rates of a vacancy whose prefactors, if there are any, are all numbers.
    #[inline]
    fn rate(&mut self, vacancy: usize) {
        if self.prefactors.is_empty() {
            self.compute(vacancy, |rates, _| rates.frequency);
        } else {
            self.compute(vacancy, |rates, at| rates.prefactors[at]);
        }
    }

    #[inline]
    fn compute(&mut self, vacancy: usize, prefactor: impl Fn(&Rates, usize) -> f64) {
        let all = vacancy * self.directions..(vacancy + 1) * self.directions;
        let (mut sum, mut lowest) = (0.0, self.lowest);
        for at in all {
            lowest = lowest.min(self.barriers[at]);
            let rate = prefactor(self, at) * (-self.barriers[at] * self.beta).exp();
            self.rates[at] = if rate < MIN_RATE { 0.0 } else { rate };
            sum += self.rates[at];
        }
        self.lowest = lowest;
        self.sums[vacancy] = sum;
        self.known[vacancy] = true;
    }

    /// The sum of all rates.
    #[inline]
    pub(crate) fn total(&self) -> f64 {
        self.sums.iter().sum()
    }

    /// Chooses the vacancy and the direction at the fraction `u` of the sum of all rates, which is
    /// above zero.
    #[inline]
    pub(crate) fn choose(&self, u: f64) -> (usize, usize) {
        let mut left = u * self.total();
        let last = |weights: &[f64]| weights.iter().rposition(|weight| *weight > 0.0).unwrap_or(0);
        let mut vacancy = None;
        for (at, sum) in self.sums.iter().enumerate() {
            if left < *sum {
                vacancy = Some(at);
                break;
            }
            left -= sum;
        }
        // Rounding may leave a little more than the last one has.
        let vacancy = vacancy.unwrap_or_else(|| last(&self.sums));
        let rates = &self.rates[vacancy * self.directions..][..self.directions];
        for (direction, rate) in rates.iter().enumerate() {
            if left < *rate {
                return (vacancy, direction);
            }
            left -= rate;
        }
        (vacancy, last(rates))
    }

    /// Puts a vacancy on a site, without regard to the others that see it.
    pub(crate) fn place(&mut self, vacancy: usize, site: Site) {
        self.sites[vacancy] = site;
        self.positions[vacancy] = self.lattice.position(site);
        self.known[vacancy] = false;
    }

    /// Moves a vacancy. Its barriers, and those of all that see one of the two sites, are no longer
    /// known.
    #[inline]
    pub(crate) fn moved(&mut self, vacancy: usize, to: Site) {
        let before = self.positions[vacancy];
        self.place(vacancy, to);
        let after = self.positions[vacancy];
        if self.sites.len() > 1 {
            for other in 0..self.sites.len() {
                if self.sees(other, before) || self.sees(other, after) {
                    self.known[other] = false;
                }
            }
        }
    }

    /// True if a jump of a vacancy may depend on the site at a position.
    fn sees(&self, vacancy: usize, position: [i32; 3]) -> bool {
        let (cells, period) = (self.lattice.cells(), self.lattice.structure().period());
        (0..3).all(|axis| {
            let length = cells[axis] as i32 * period[axis];
            let apart = (self.positions[vacancy][axis] - position[axis]).abs();
            apart.min(length - apart) <= self.range[axis]
        })
    }
}
