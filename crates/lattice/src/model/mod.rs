//! Where barriers come from: models of the energy of a jump.
//!
//! A barrier must be the same to the last bit wherever the surroundings are the same, or a
//! trajectory would depend on what was recalled. Sums of floating-point numbers depend on their
//! order, and the order depends on the direction of the jump; the models here therefore add up
//! whole numbers. [`PairModel`] counts energies in 10⁻¹² eV, so that published energies with up to
//! twelve decimals are exact; [`EamModel`] rounds the energy of each site to that unit, and
//! densities to 52 bits below the largest.

mod delayed;
mod eam;
mod error;
mod pair;
mod parameters;
mod setfl;
mod table;

pub use delayed::Delayed;
pub use eam::EamModel;
pub use error::ModelError;
pub use pair::PairModel;
pub use parameters::PairParameters;
pub use setfl::{Element, Setfl, SetflError};

use zobrist::Fnv1a;

use crate::configuration::Configuration;
use crate::fnv::Fnv1aExt;
use crate::lattice::{Lattice, Site};
use crate::species::Species;
use crate::structure::{Offset, Structure};

/// A jump of a vacancy: it exchanges places with a neighbour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Jump {
    /// Where the vacancy is.
    pub vacancy: Site,
    /// Where it goes, and where the atom comes from.
    pub to: Site,
    /// The place of the way from one to the other in
    /// [`Structure::directions`](crate::Structure::directions).
    pub direction: usize,
}

/// The energy barriers of the jumps of vacancies on a lattice.
///
/// Implement it for rates of your own: an external program, a neural network, a table. For recall
/// to be exact, two things are required. The barrier depends only on what is within
/// [`reach`](Model::reach) of the two sites. And it is the same, to the last bit, for two jumps if
/// a symmetry of the site's point group takes one and its surroundings to the other.
///
/// ```
/// use zobrist_lattice::model::{Jump, Model};
/// use zobrist_lattice::{Configuration, Lattice, Offset, Species, Structure};
///
/// /// Copper beside the vacancy lowers its barriers.
/// struct Lowered {
///     lattice: Lattice,
///     reach: Vec<Offset>,
/// }
///
/// impl Model for Lowered {
///     fn lattice(&self) -> Lattice {
///         self.lattice
///     }
///     fn species_count(&self) -> usize {
///         3
///     }
///     fn reach(&self) -> &[Offset] {
///         &self.reach
///     }
///     fn barrier(&self, configuration: &Configuration, jump: Jump) -> f64 {
///         let sites = self.reach.iter().map(|way| self.lattice.neighbour(jump.vacancy, *way));
///         let copper = sites.filter(|site| configuration.occupant(*site) == Species(2)).count();
///         0.65 - 0.01 * copper as f64
///     }
///     fn fingerprint(&self) -> u64 {
///         1 // another one whenever the barriers become others
///     }
/// }
///
/// let lattice = Lattice::new(Structure::Bcc, [4, 4, 4])?;
/// let model = Lowered { lattice, reach: Structure::Bcc.directions() };
/// let mut configuration = Configuration::new(lattice);
/// let vacancy = lattice.site_at([0, 0, 0]).unwrap();
/// let to = lattice.neighbour(vacancy, model.reach[7]);
/// configuration.set(vacancy, Species::VACANCY);
/// configuration.set(to, Species(2));
/// assert_eq!(model.barrier(&configuration, Jump { vacancy, to, direction: 7 }), 0.64);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Model {
    /// Returns the lattice that the model is made for.
    fn lattice(&self) -> Lattice;

    /// Returns the number of species that the model has barriers for, including the host and the
    /// vacancy.
    fn species_count(&self) -> usize;

    /// Returns how far the model sees: the offsets, from a site of the first kind, of all sites
    /// around the vacancy on which a barrier depends. It depends on the same offsets around the
    /// jumping atom. Zero is not among them.
    fn reach(&self) -> &[Offset];

    /// Returns the barrier of a jump in eV: finite, or infinite if the jump is impossible.
    ///
    /// The configuration is of the model's lattice, with a vacancy on `jump.vacancy` and
    /// something else on `jump.to`.
    fn barrier(&self, configuration: &Configuration, jump: Jump) -> f64;

    /// Appends the barriers of several jumps to `barriers`, in their order. The jumps of one
    /// vacancy are adjacent. Implement this if many at once are faster, in parallel or in another
    /// program; the values are those of [`barrier`](Model::barrier).
    fn barriers(&self, configuration: &Configuration, jumps: &[Jump], barriers: &mut Vec<f64>) {
        barriers.extend(jumps.iter().map(|jump| self.barrier(configuration, *jump)));
    }

    /// Returns the barrier of the jump back in eV, if the model knows it without computing: to the
    /// last bit what [`barrier`](Model::barrier) returns for it. `atom` is the species that jumps,
    /// and `barrier` the barrier of the way there. This saves recall by jumps up to half of
    /// its evaluations.
    fn barrier_back(&self, atom: Species, barrier: f64) -> Option<f64> {
        let _ = (atom, barrier);
        None
    }

    /// Returns a number that changes whenever the barriers do: files with a different number are
    /// not used.
    fn fingerprint(&self) -> u64;

    /// Returns the energy of a configuration in eV, if the model knows it.
    fn energy(&self, configuration: &Configuration) -> Option<f64> {
        let _ = configuration;
        None
    }
}

macro_rules! forward {
    ($($pointer:ty),*) => {$(
        impl<M: Model + ?Sized> Model for $pointer {
            fn lattice(&self) -> Lattice {
                (**self).lattice()
            }
            fn species_count(&self) -> usize {
                (**self).species_count()
            }
            fn reach(&self) -> &[Offset] {
                (**self).reach()
            }
            fn barrier(&self, configuration: &Configuration, jump: Jump) -> f64 {
                (**self).barrier(configuration, jump)
            }
            fn barriers(&self, configuration: &Configuration, jumps: &[Jump], barriers: &mut Vec<f64>) {
                (**self).barriers(configuration, jumps, barriers);
            }
            fn barrier_back(&self, atom: Species, barrier: f64) -> Option<f64> {
                (**self).barrier_back(atom, barrier)
            }
            fn fingerprint(&self) -> u64 {
                (**self).fingerprint()
            }
            fn energy(&self, configuration: &Configuration) -> Option<f64> {
                (**self).energy(configuration)
            }
        }
    )*};
}

forward!(&M, Box<M>, std::sync::Arc<M>);

/// The unit of energies that are summed: 10⁻¹² eV.
const UNITS_PER_EV: f64 = 1e12;

/// An energy in whole units of 10⁻¹² eV, to the nearest.
fn units(energy: f64) -> i64 {
    (energy * UNITS_PER_EV).round() as i64
}

/// A barrier, from twice the migration energy and the change in energy, both in units. The only
/// rounding is that of one division.
fn barrier(migration: i64, change: i64) -> f64 {
    (2 * migration + change) as f64 / (2.0 * UNITS_PER_EV)
}

/// The barrier of the jump back: the energy changes by as much the other way, so that both barriers
/// add up to twice the migration energy. Exact, since whole units of half 10⁻¹² eV can be recovered
/// from a double up to 1,000 eV; beyond that they may not be, and the barrier is not known.
fn barrier_back(migration: i64, barrier: f64) -> Option<f64> {
    let there = (barrier * (2.0 * UNITS_PER_EV)).round() as i64;
    (barrier.abs() <= 1000.0).then(|| (4 * migration - there) as f64 / (2.0 * UNITS_PER_EV))
}

/// The offsets of the sites reached by one or two of the offsets; zero may be among them.
fn around_twice(structure: Structure, offsets: &[Offset]) -> Vec<Offset> {
    let two = offsets.iter().flat_map(|a| offsets.iter().map(|b| structure.after(*a, *b)));
    let mut all: Vec<Offset> = offsets.iter().copied().chain(two).collect();
    all.sort_by_key(|way| (structure.norm(*way), *way));
    all.dedup();
    all
}

/// The fingerprint of a model: FNV-1a over its name, a NUL, and numbers.
fn fingerprint(name: &str, numbers: impl IntoIterator<Item = u64>) -> u64 {
    let mut fnv = Fnv1a::new();
    fnv.text(name);
    numbers.into_iter().for_each(|number| fnv.number(number));
    fnv.finish()
}
