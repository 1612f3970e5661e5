//! Replicas of a simulation that exchange their temperatures.

use std::error::Error;
use std::fmt::{self, Display};
use std::num::NonZeroUsize;
use std::thread;

use zobrist::source::Xoshiro256PlusPlus;

use super::error::ExchangeError;
use super::simulation::Metropolis;
use crate::ensemble::Ensemble;
use crate::kmc::BOLTZMANN;
use crate::model::SubstitutionEnergy;
use crate::variates::uniform;

/// Simulations of one alloy at several temperatures, which exchange them: a replica that is caught
/// in a valley at a low temperature leaves it at a high one, and comes back (R. H. Swendsen and
/// J.-S. Wang, Physical Review Letters 57, 1986, pp. 2607–2609; K. Hukushima and K. Nemoto, Journal
/// of the Physical Society of Japan 65, 1996, pp. 1604–1608).
///
/// In a round, each replica does a number of steps; then neighbors in temperature are tried, the
/// pairs (0, 1), (2, 3), … and (1, 2), (3, 4), … in turn. Two with the inverse temperatures β and
/// β′ exchange them with the probability min(1, exp((β − β′) (H − H′))), where H is E − Σ μ_s n_s
/// with fixed chemical potentials, and E otherwise. At every temperature the configurations have
/// their weights in equilibrium.
///
/// Each replica draws from its own seed, and the exchanges from another: the result does not depend
/// on the number of threads.
///
/// ```
/// use zobrist::source::Xoshiro256PlusPlus;
/// use zobrist_lattice::model::PairModel;
/// use zobrist_lattice::{Configuration, Lattice, Metropolis, Replicas, Settings, Species, Structure};
///
/// let lattice = Lattice::new(Structure::Bcc, [6, 6, 6])?;
/// let mut alloy = Configuration::new(lattice);
/// alloy.scatter(Species(2), 20, &mut Xoshiro256PlusPlus::new(1))?;
/// let model = PairModel::iron_copper(lattice)?;
/// let chains = [500.0, 600.0, 720.0].into_iter().zip(1..).map(|(kelvin, seed)| {
///     Metropolis::new(&model, alloy.clone(), Settings::new(kelvin, seed))
/// });
/// let mut replicas = Replicas::new(chains.collect::<Result<_, _>>()?, 7)?;
/// let threads = std::num::NonZeroUsize::new(2).unwrap();
/// let mut coldest = zobrist_lattice::Fluctuations::default();
/// for _ in 0..20 {
///     replicas.round(200, threads)?;
///     coldest.push(replicas.at(0).energy());
/// }
/// assert!(coldest.mean().unwrap().value < -1800.0); // eV
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Replicas<M> {
    /// By replica.
    chains: Vec<Metropolis<M>>,
    /// By temperature, lowest first: the replica that has it.
    order: Vec<usize>,
    random: Xoshiro256PlusPlus,
    rounds: u64,
    /// By pair of neighbors: the exchanges tried, and made.
    tried: Vec<[u64; 2]>,
}

impl<M: SubstitutionEnergy + Send> Replicas<M> {
    /// Takes simulations of one alloy at different temperatures, each with a seed of its own.
    ///
    /// # Errors
    /// When there are none, two have the same temperature or seed, one is annealed, or they differ
    /// in their model or ensemble.
    pub fn new(chains: Vec<Metropolis<M>>, seed: u64) -> Result<Replicas<M>, ReplicaError> {
        let Some(first) = chains.first() else { return Err(ReplicaError::None) };
        let fingerprint = first.model().fingerprint();
        let ensemble = first.settings().ensemble.clone();
        for (number, chain) in chains.iter().enumerate() {
            let settings = chain.settings();
            let mut before = chains[..number].iter().map(Metropolis::settings);
            let is_again = before.any(|before| {
                before.temperature == settings.temperature || before.seed == settings.seed
            });
            if is_again {
                return Err(ReplicaError::Again { replica: number });
            }
            let is_like = chain.model().fingerprint() == fingerprint
                && chain.model().lattice() == first.model().lattice()
                && settings.ensemble == ensemble
                && settings.annealing.is_empty();
            if !is_like {
                return Err(ReplicaError::Other { replica: number });
            }
        }
        let mut order: Vec<usize> = (0..chains.len()).collect();
        let kelvin = |replica: usize| chains[replica].settings().temperature;
        order.sort_by(|a, b| kelvin(*a).total_cmp(&kelvin(*b)));
        let tried = vec![[0; 2]; chains.len() - 1];
        Ok(Replicas { random: Xoshiro256PlusPlus::new(seed), chains, order, rounds: 0, tried })
    }

    /// Does a number of steps of each replica, in up to `threads` threads, and then tries exchanges
    /// of temperatures. With one thread it is the caller's.
    ///
    /// # Errors
    /// When a step fails: that of the first replica that failed, and no temperatures are exchanged.
    ///
    /// # Panics
    /// When the system refuses a thread.
    pub fn round(&mut self, steps: u64, threads: NonZeroUsize) -> Result<(), ExchangeError> {
        let share = self.chains.len().div_ceil(threads.get());
        if threads.get() == 1 {
            self.chains.iter_mut().try_for_each(|chain| chain.run(steps))?;
        } else {
            thread::scope(|scope| {
                let shares = self.chains.chunks_mut(share);
                let run = |chains: &mut [Metropolis<M>]| {
                    chains.iter_mut().try_for_each(|chain| chain.run(steps))
                };
                let all: Vec<_> = shares.map(|chains| scope.spawn(move || run(chains))).collect();
                let ends = all.into_iter().map(|one| one.join().expect("a replica ends"));
                ends.collect::<Vec<_>>().into_iter().collect::<Result<(), _>>()
            })?;
        }
        self.exchange();
        Ok(())
    }

    /// Tries the exchanges of one round.
    fn exchange(&mut self) {
        let first = (self.rounds % 2) as usize;
        self.rounds += 1;
        for pair in (first..self.tried.len()).step_by(2) {
            let [one, other] = [self.order[pair], self.order[pair + 1]];
            let of = |replica: usize| {
                let chain = &self.chains[replica];
                (1.0 / (BOLTZMANN * chain.settings().temperature), self.generalized(replica))
            };
            let ((beta, energy), (other_beta, other_energy)) = (of(one), of(other));
            let exponent = (beta - other_beta) * (energy - other_energy);
            let accepted = uniform(&mut self.random) < exponent.exp();
            self.tried[pair][0] += 1;
            if accepted {
                self.tried[pair][1] += 1;
                let kelvin = self.chains[one].settings.temperature;
                let other_kelvin = self.chains[other].settings.temperature;
                self.chains[one].settings.temperature = other_kelvin;
                self.chains[other].settings.temperature = kelvin;
                self.order.swap(pair, pair + 1);
            }
        }
    }

    /// The energy of a replica in eV, less that of its chemical potentials.
    fn generalized(&self, replica: usize) -> f64 {
        let chain = &self.chains[replica];
        let potentials = match &chain.settings().ensemble {
            Ensemble::SemiGrand { potentials } => Some(potentials),
            _ => None,
        };
        let each = potentials.into_iter().flatten();
        let sum: f64 = each.map(|(species, mu)| mu * chain.sites_of(*species).len() as f64).sum();
        chain.energy() - sum
    }

    /// Returns the number of temperatures.
    #[must_use]
    #[allow(clippy::len_without_is_empty)] // There is one or more.
    pub fn len(&self) -> usize {
        self.chains.len()
    }

    /// Returns the simulation that has a temperature at present, by its number, lowest first.
    ///
    /// # Panics
    /// When there are not as many.
    #[must_use]
    pub fn at(&self, temperature: usize) -> &Metropolis<M> {
        &self.chains[self.order[temperature]]
    }

    /// Returns the number of the replica that has each temperature, lowest first.
    #[must_use]
    pub fn order(&self) -> &[usize] {
        &self.order
    }

    /// Returns, for each pair of neighbors in temperature, the exchanges tried and those made.
    #[must_use]
    pub fn exchanges(&self) -> &[[u64; 2]] {
        &self.tried
    }
}

/// The error of simulations that cannot exchange temperatures.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ReplicaError {
    /// There is no simulation.
    None,
    /// A simulation has the temperature or the seed of one before it.
    Again {
        /// Its number, from 0.
        replica: usize,
    },
    /// A simulation is of another model or ensemble than the first, or is annealed.
    Other {
        /// Its number, from 0.
        replica: usize,
    },
}

impl Display for ReplicaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplicaError::None => f.write_str("expected one simulation or more, got none"),
            ReplicaError::Again { replica } => write!(
                f,
                "simulation {replica}: expected a temperature and a seed of its own, got those of one \
                 before it"
            ),
            ReplicaError::Other { replica } => write!(
                f,
                "simulation {replica}: expected the model, the lattice and the ensemble of the first, \
                 without an annealing, got others"
            ),
        }
    }
}

impl Error for ReplicaError {}
