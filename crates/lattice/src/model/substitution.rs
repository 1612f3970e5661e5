//! The interface between a simulation by exchanges and the energies of its configurations.

use crate::configuration::Configuration;
use crate::lattice::{Lattice, Site};
use crate::structure::Offset;

/// Energies of configurations, and their changes when the species on one site changes.
///
/// Energies are whole numbers of 10⁻¹² eV ([`UNITS_PER_EV`](super::UNITS_PER_EV)), so that changes
/// add up to differences of energies to the last digit. Implement it for energies of your own. For
/// recall to be exact, three things are required. The energies of a substitution depend only on the
/// species at [`surroundings`](SubstitutionEnergy::surroundings). They are the same to the unit for
/// two sites if a symmetry of the site's point group takes the surroundings of one to those of the
/// other. And they are differences of [`total`](SubstitutionEnergy::total).
///
/// ```
/// use zobrist_lattice::model::{SubstitutionEnergy, UNITS_PER_EV};
/// use zobrist_lattice::{Configuration, Lattice, Offset, Site, Species, Structure};
///
/// /// Every pair of copper atoms that are nearest neighbors lowers the energy by 0.1 eV.
/// struct Clustering {
///     lattice: Lattice,
///     nearest: Vec<Offset>,
/// }
///
/// impl Clustering {
///     fn copper_around(&self, configuration: &Configuration, site: Site) -> i64 {
///         let sites = self.nearest.iter().map(|offset| self.lattice.neighbor(site, *offset));
///         sites.filter(|site| configuration.occupant(*site) == Species(2)).count() as i64
///     }
/// }
///
/// const PAIR: i64 = -(UNITS_PER_EV as i64) / 10;
///
/// impl SubstitutionEnergy for Clustering {
///     fn lattice(&self) -> Lattice {
///         self.lattice
///     }
///     fn species_count(&self) -> usize {
///         3
///     }
///     fn surroundings(&self) -> &[Offset] {
///         &self.nearest
///     }
///     fn substitution(&self, configuration: &Configuration, site: Site, energies: &mut Vec<i64>) {
///         energies.extend([0, 0, PAIR * self.copper_around(configuration, site)]);
///     }
///     fn total(&self, configuration: &Configuration) -> i128 {
///         let copper = configuration.sites_of(Species(2));
///         let twice: i64 = copper.map(|site| self.copper_around(configuration, site)).sum();
///         i128::from(PAIR * twice / 2)
///     }
///     fn fingerprint(&self) -> u64 {
///         1 // changes whenever the energies do
///     }
/// }
///
/// let lattice = Lattice::new(Structure::Bcc, [4, 4, 4])?;
/// let model = Clustering { lattice, nearest: Structure::Bcc.directions() };
/// let mut alloy = Configuration::new(lattice);
/// alloy.set(Site(0), Species(2));
/// let beside = lattice.neighbor(Site(0), model.nearest[3]);
/// let mut energies = Vec::new();
/// model.substitution(&alloy, beside, &mut energies);
/// alloy.set(beside, Species(2));
/// assert_eq!(model.total(&alloy), i128::from(energies[2]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait SubstitutionEnergy {
    /// Returns the lattice that the energies are made for.
    fn lattice(&self) -> Lattice;

    /// Returns the number of species that have energies, including the host and the vacancy.
    fn species_count(&self) -> usize;

    /// Returns the offsets, from a site of the first kind, of all sites on which the energies of a
    /// substitution depend. Zero is not among them: the energies do not depend on the species that
    /// is replaced.
    fn surroundings(&self) -> &[Offset];

    /// Appends to `energies`, which is empty, an entry for each species: the energy of the
    /// configuration with that species on `site` minus the energy with the host there, in 10⁻¹² eV.
    /// At most 1,000 eV, with either sign: a simulation refuses more.
    fn substitution(&self, configuration: &Configuration, site: Site, energies: &mut Vec<i64>);

    /// Returns the energy of a configuration in 10⁻¹² eV. Costs a pass over the sites.
    fn total(&self, configuration: &Configuration) -> i128;

    /// Returns a number that changes whenever the energies do: files with a different number are
    /// not used.
    fn fingerprint(&self) -> u64;

    /// Returns warnings for people: peculiarities of what the model was made of, and whatever was
    /// computed so far outside the range that it is made for.
    fn warnings(&self) -> Vec<String> {
        Vec::new()
    }
}

macro_rules! forward {
    ($($pointer:ty),*) => {$(
        impl<M: SubstitutionEnergy + ?Sized> SubstitutionEnergy for $pointer {
            fn lattice(&self) -> Lattice {
                (**self).lattice()
            }
            fn species_count(&self) -> usize {
                (**self).species_count()
            }
            fn surroundings(&self) -> &[Offset] {
                (**self).surroundings()
            }
            fn substitution(&self, configuration: &Configuration, site: Site, energies: &mut Vec<i64>) {
                (**self).substitution(configuration, site, energies);
            }
            fn total(&self, configuration: &Configuration) -> i128 {
                (**self).total(configuration)
            }
            fn fingerprint(&self) -> u64 {
                (**self).fingerprint()
            }
            fn warnings(&self) -> Vec<String> {
                (**self).warnings()
            }
        }
    )*};
}

forward!(&M, Box<M>, std::sync::Arc<M>);
