//! Observables of an alloy: clusters, short-range order, surroundings of vacancies, displacements.
//!
//! A sample costs as much as the atoms that it is about, not as much as the box: each observable
//! takes the list of their sites, each site once. Tables of a lattice are prepared once, in
//! [`Shells`], [`Clusters`] and [`PureSites`].
//!
//! | observable | symbol | unit |
//! |---|---|---|
//! | [`Clusters`]: number, mean, largest, histogram | *n*, ⟨*s*⟩ | 1, atoms |
//! | [`order`]: Warren–Cowley parameter by shell | α*ₘ*(A, B) | 1 |
//! | [`SoluteCounts`]: pairs of solutes, lone solutes | | 1 |
//! | [`around`]: neighbors of a species around vacancies, by shell | | atoms |
//! | [`PureSites`]: sites with the host alone in two shells | | sites |
//! | [`squared_displacement`] | ⟨R²⟩ | *a*² |
//!
//! In a box so small that several neighbors of a site are one site, each counts; a box so small
//! that a site is its own neighbor is refused when shells are prepared.
//!
//! ```
//! use zobrist::source::Xoshiro256PlusPlus;
//! use zobrist_lattice::observables::{Clusters, Shells, around, order};
//! use zobrist_lattice::{Configuration, Lattice, Site, Species, Structure};
//!
//! let copper = Species(2);
//! let lattice = Lattice::new(Structure::Bcc, [16, 16, 16])?;
//! let mut alloy = Configuration::new(lattice);
//! let mut random = Xoshiro256PlusPlus::new(1);
//! alloy.scatter(Species::VACANCY, 1, &mut random)?;
//! alloy.scatter(copper, 82, &mut random)?;
//!
//! let (mut clusters, shells) = (Clusters::new(lattice, 1)?, Shells::new(lattice, 2)?);
//! let solutes: Vec<Site> = alloy.sites_of(copper).collect();
//! let vacancies: Vec<Site> = alloy.sites_of(Species::VACANCY).collect();
//! let concentration = solutes.len() as f64 / lattice.len() as f64;
//!
//! let sizes = clusters.of(&solutes);
//! assert_eq!(sizes.atoms(), 82);
//! println!("{} of 2 or more, {:?}", sizes.at_least(2).number(), sizes.at_least(2).mean());
//! println!("{:?}", order(&alloy, &solutes, copper, concentration, &shells));
//! println!("{:?}", around(&alloy, &vacancies, copper, &shells));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod clusters;
mod order;
mod pure_sites;
mod shells;

use crate::structure::Structure;

pub use clusters::{ClusterSizes, Clusters};
pub use order::{SoluteCounts, around, order};
pub use pure_sites::PureSites;
pub use shells::{ObservableError, Shells};

/// Returns the mean of the squares of displacements, in squares of the lattice constant; `None` if
/// there are none. Displacements are in fine units, unwrapped: not reduced to the box.
///
/// With the time *t*, the diffusion coefficient of a random walk in *d* dimensions is lim ⟨R²⟩ / (2
/// *d t*) (A. Einstein, Annalen der Physik 322, 1905, pp. 549–560), where *d* is 2 for the square
/// lattice and 3 for the others.
///
/// ```
/// use zobrist_lattice::Structure;
/// use zobrist_lattice::observables::squared_displacement;
///
/// // To the center of a cube, and by two lattice constants.
/// let mean = squared_displacement(Structure::Bcc, [[1, 1, 1], [4, 0, 0]]);
/// assert_eq!(mean, Some((0.75 + 4.0) / 2.0));
/// assert_eq!(squared_displacement(Structure::Bcc, []), None);
/// ```
///
/// Components above 2⁶⁰ in size count as 2⁶⁰, which no simulation reaches.
pub fn squared_displacement(
    structure: Structure,
    displacements: impl IntoIterator<Item = [i64; 3]>,
) -> Option<f64> {
    let (mut sum, mut count) = (0.0, 0_u64);
    for displacement in displacements {
        let fine = displacement.map(|along| i128::from(along.clamp(-LONGEST, LONGEST)));
        sum += structure.wide_norm(fine) as f64 / structure.norm_unit() as f64;
        count += 1;
    }
    (count > 0).then(|| sum / count as f64)
}

/// Upper bound on a component, so that squares fit in 128 bits.
const LONGEST: i64 = 1 << 60;
