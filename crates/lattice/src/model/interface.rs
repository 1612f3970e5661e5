//! The interface between a simulation and a model of its barriers.

use std::error::Error;

use super::barrier::Barrier;
use crate::configuration::{Configuration, Species};
use crate::lattice::{Lattice, Site};
use crate::structure::Offset;

/// A jump of a vacancy: it exchanges places with a neighbor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Jump {
    /// The site of the vacancy.
    pub vacancy: Site,
    /// The site that it jumps to, from which the atom comes.
    pub to: Site,
    /// The index of the jump vector, from one to the other, in
    /// [`Structure::directions`](crate::Structure::directions).
    pub direction: usize,
}

impl Jump {
    /// Creates a jump of `vacancy` to the site `to`, along the direction of this index.
    #[must_use]
    pub const fn new(vacancy: Site, to: Site, direction: usize) -> Jump {
        Jump { vacancy, to, direction }
    }
}

/// The error of a model that cannot give a barrier: any error of its own. The simulation keeps it
/// as the source of [`StepError::Model`](crate::StepError::Model).
pub type EvaluationError = Box<dyn Error + Send + Sync>;

/// The energy barriers of the jumps of vacancies on a lattice.
///
/// Implement it for rates of your own: an external program, a neural network, a table. It may
/// change itself while it computes, and it may fail. For recall to be exact, two things are
/// required. The barrier, and its prefactor if there is one, depend only on what is within
/// [`reach`](Model::reach) of the two sites. And they are the same, to the last bit, for two jumps
/// if a symmetry of the site's point group takes one and its surroundings to the other.
///
/// ```
/// use zobrist_lattice::model::{Barrier, EvaluationError, Jump, Model};
/// use zobrist_lattice::{Configuration, Lattice, Offset, Species, Structure};
///
/// /// Copper beside the vacancy lowers its barriers.
/// struct Lowered {
///     lattice: Lattice,
///     reach: Vec<Offset>,
///     computed: u64,
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
///     fn barrier(
///         &mut self,
///         configuration: &Configuration,
///         jump: Jump,
///     ) -> Result<Barrier, EvaluationError> {
///         self.computed += 1;
///         let sites = self.reach.iter().map(|offset| self.lattice.neighbor(jump.vacancy, *offset));
///         let copper = sites.filter(|site| configuration.occupant(*site) == Species(2)).count();
///         Ok(Barrier::new(0.65 - 0.01 * copper as f64))
///     }
///     fn fingerprint(&self) -> u64 {
///         1 // changes whenever the barriers do
///     }
/// }
///
/// let lattice = Lattice::new(Structure::Bcc, [4, 4, 4])?;
/// let mut model = Lowered { lattice, reach: Structure::Bcc.directions(), computed: 0 };
/// let mut configuration = Configuration::new(lattice);
/// let vacancy = lattice.site_at([0, 0, 0]).unwrap();
/// let to = lattice.neighbor(vacancy, model.reach[7]);
/// configuration.set(vacancy, Species::VACANCY);
/// configuration.set(to, Species(2));
/// let barrier = model.barrier(&configuration, Jump::new(vacancy, to, 7))?;
/// assert_eq!(barrier.energy(), 0.64);
/// # Ok::<(), EvaluationError>(())
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

    /// Returns true if barriers come with a prefactor of their own
    /// ([`Barrier::with_prefactor`]), so that room is made for it wherever they are kept.
    fn gives_prefactors(&self) -> bool {
        false
    }

    /// Returns the barrier of a jump.
    ///
    /// The configuration is of the model's lattice, with a vacancy on `jump.vacancy` and
    /// something else on `jump.to`.
    ///
    /// # Errors
    /// When the model cannot tell. The step is then not done, and can be tried again.
    fn barrier(
        &mut self,
        configuration: &Configuration,
        jump: Jump,
    ) -> Result<Barrier, EvaluationError>;

    /// Appends the barriers of several jumps to `barriers`, in their order. The jumps of one
    /// vacancy are adjacent. Implement this if many at once are faster, in parallel or in another
    /// program; the values are those of [`barrier`](Model::barrier).
    ///
    /// # Errors
    /// As [`barrier`](Model::barrier).
    fn barriers(
        &mut self,
        configuration: &Configuration,
        jumps: &[Jump],
        barriers: &mut Vec<Barrier>,
    ) -> Result<(), EvaluationError> {
        for jump in jumps {
            barriers.push(self.barrier(configuration, *jump)?);
        }
        Ok(())
    }

    /// Returns the barrier of the reverse jump in eV, if the model knows it without computing: to
    /// the last bit the result of [`barrier`](Model::barrier) for that jump. `atom` is the species
    /// that jumps, and `barrier` the barrier of the forward jump. This saves recall by jumps up to
    /// half of its evaluations. It is not asked for if the model [gives
    /// prefactors](Model::gives_prefactors), since the prefactor of the reverse jump would have to
    /// be computed.
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

    /// Returns the energy of a configuration in eV, if the model knows it, given all sites that
    /// hold something other than the host, each once. It equals [`energy`](Model::energy), and can
    /// cost less where these sites are few.
    fn energy_of(&self, configuration: &Configuration, others: &[Site]) -> Option<f64> {
        let _ = others;
        self.energy(configuration)
    }

    /// Returns warnings for people: peculiarities of what the model was made of, and whatever was
    /// computed so far outside the range that it is made for.
    fn warnings(&self) -> Vec<String> {
        Vec::new()
    }
}

/// A model that never fails and does not change: several simulations, in several threads too, can
/// use one by reference, since a reference to it is a [`Model`] as well.
pub trait SharedModel: Model {
    /// Appends what [`Model::barriers`] appends.
    fn shared_barriers(
        &self,
        configuration: &Configuration,
        jumps: &[Jump],
        barriers: &mut Vec<Barrier>,
    );
}

impl<M: SharedModel + ?Sized> Model for &M {
    fn lattice(&self) -> Lattice {
        (**self).lattice()
    }

    fn species_count(&self) -> usize {
        (**self).species_count()
    }

    fn reach(&self) -> &[Offset] {
        (**self).reach()
    }

    fn gives_prefactors(&self) -> bool {
        (**self).gives_prefactors()
    }

    fn barrier(
        &mut self,
        configuration: &Configuration,
        jump: Jump,
    ) -> Result<Barrier, EvaluationError> {
        let mut barriers = Vec::with_capacity(1);
        self.shared_barriers(configuration, &[jump], &mut barriers);
        Ok(barriers[0])
    }

    fn barriers(
        &mut self,
        configuration: &Configuration,
        jumps: &[Jump],
        barriers: &mut Vec<Barrier>,
    ) -> Result<(), EvaluationError> {
        self.shared_barriers(configuration, jumps, barriers);
        Ok(())
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

    fn energy_of(&self, configuration: &Configuration, others: &[Site]) -> Option<f64> {
        (**self).energy_of(configuration, others)
    }

    fn warnings(&self) -> Vec<String> {
        (**self).warnings()
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
            fn gives_prefactors(&self) -> bool {
                (**self).gives_prefactors()
            }
            fn barrier(
                &mut self,
                configuration: &Configuration,
                jump: Jump,
            ) -> Result<Barrier, EvaluationError> {
                (**self).barrier(configuration, jump)
            }
            fn barriers(
                &mut self,
                configuration: &Configuration,
                jumps: &[Jump],
                barriers: &mut Vec<Barrier>,
            ) -> Result<(), EvaluationError> {
                (**self).barriers(configuration, jumps, barriers)
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
            fn energy_of(&self, configuration: &Configuration, others: &[Site]) -> Option<f64> {
                (**self).energy_of(configuration, others)
            }
            fn warnings(&self) -> Vec<String> {
                (**self).warnings()
            }
        }
    )*};
}

forward!(&mut M, Box<M>);
