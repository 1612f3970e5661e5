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
//! In a box so small that several neighbors of a site are one site, each counts; a box so small that
//! a site is its own neighbor is refused when shells are prepared.
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

mod around;
mod clusters;
mod displacement;
mod error;
mod numbering;
mod order;
mod pure_sites;
mod shells;
mod solutes;

pub use around::around;
pub use clusters::{ClusterSizes, Clusters};
pub use displacement::squared_displacement;
pub use error::ObservableError;
pub use order::order;
pub use pure_sites::PureSites;
pub use shells::Shells;
pub use solutes::SoluteCounts;
