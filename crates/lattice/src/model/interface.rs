//! The interface between a simulation and a model of its barriers.

use crate::configuration::Configuration;
use crate::lattice::{Lattice, Site};
use crate::species::Species;
use crate::structure::Offset;

/// A jump of a vacancy: it exchanges places with a neighbor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Jump {
    /// The site of the vacancy.
    pub vacancy: Site,
    /// The site that it jumps to, from which the atom comes.
    pub to: Site,
    /// The index of the jump vector, from one to the other, in
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
///         let sites = self.reach.iter().map(|offset| self.lattice.neighbor(jump.vacancy, *offset));
///         let copper = sites.filter(|site| configuration.occupant(*site) == Species(2)).count();
///         0.65 - 0.01 * copper as f64
///     }
///     fn fingerprint(&self) -> u64 {
///         1 // changes whenever the barriers do
///     }
/// }
///
/// let lattice = Lattice::new(Structure::Bcc, [4, 4, 4])?;
/// let model = Lowered { lattice, reach: Structure::Bcc.directions() };
/// let mut configuration = Configuration::new(lattice);
/// let vacancy = lattice.site_at([0, 0, 0]).unwrap();
/// let to = lattice.neighbor(vacancy, model.reach[7]);
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

    /// Returns the range of the model: the offsets, from a site of the first kind, of all sites
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

    /// Returns the barrier of the reverse jump in eV, if the model knows it without computing: to the
    /// last bit the result of [`barrier`](Model::barrier) for that jump. `atom` is the species that
    /// jumps, and `barrier` the barrier of the forward jump. This saves recall by jumps up to half of
    /// its evaluations.
    fn reverse_barrier(&self, atom: Species, barrier: f64) -> Option<f64> {
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
            fn reverse_barrier(&self, atom: Species, barrier: f64) -> Option<f64> {
                (**self).reverse_barrier(atom, barrier)
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
