//! Lattices for kinetic Monte Carlo: states of a substitutional alloy and the local environments of
//! its vacancies, named by Zobrist keys, so that barriers computed once are recalled wherever the
//! same state or environment recurs.
//!
//! ```
//! use zobrist_lattice::{Configuration, Environments, Lattice, Recall, Species, Structure};
//!
//! // Iron with a copper atom beside a vacancy.
//! let lattice = Lattice::new(Structure::Bcc, [16, 16, 16])?;
//! let mut alloy = Configuration::new(lattice);
//! let mut vacancy = lattice.site_at([0, 0, 0]).unwrap();
//! alloy.set(vacancy, Species::VACANCY);
//! alloy.set(lattice.neighbor(vacancy, [1, 1, 1]), Species(2));
//!
//! // An atom's energy depends on two shells of neighbors, so that a jump depends on 21 sites.
//! let (reach, group) = (Structure::Bcc.shells(2).concat(), Structure::Bcc.point_group());
//! let jumps = Environments::of_jumps(lattice, &reach, 3, &group, 2005)?;
//!
//! // Walk, and compute the barrier of a jump only where none was computed before.
//! let mut barriers = Recall::with_entries(100_000);
//! let (mut around, mut names, mut evaluations) = (Vec::new(), Vec::new(), 0);
//! for step in 0..1000 {
//!     jumps.read(&alloy, vacancy, &mut around);
//!     jumps.names(&around, &mut names);
//!     for name in &names {
//!         barriers.get_or_compute(name.hash, || {
//!             evaluations += 1;
//!             0.65 // costly with a real potential
//!         });
//!     }
//!     let there = lattice.neighbor(vacancy, Structure::Bcc.directions()[step * step % 8]);
//!     alloy.exchange(vacancy, there);
//!     vacancy = there;
//! }
//! assert!(evaluations < 50); // of 8,000
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Structure`] gives directions, shells of neighbors and symmetries in whole numbers, a
//! [`Lattice`] a periodic box of it. A [`State`] keeps a [`Configuration`] and its hash together:
//! recalling whole states is the method of Mason, Hudson and Sutton (Computer Physics
//! Communications 165, 2005, p. 37). [`Environments`] name the sites that one vacancy, or one jump,
//! depends on, up to symmetry; these names recur sooner by orders of magnitude. A [`Recall`] keeps
//! values within a bound, verifies them as far as you ask, and saves and audits them.
//!
//! A [`model`] gives the barriers: pair energies, the embedded-atom method, or your own. [`Kmc`]
//! simulates by residence times, with recall of any [`RecallMode`] and the same trajectory in all
//! of them; if it flickers between a few states, it leaves them in one step, drawn from the exact
//! distribution by an [`AbsorbingChain`]. [`Metropolis`] samples the equilibrium at fixed
//! composition by exchanges of atoms, or in a semi-grand [`Ensemble`], with energies recalled by the
//! environment of a site; [`Replicas`] exchange temperatures, [`WangLandau`] finds the density of
//! states, and [`Fluctuations`] give heat capacities and susceptibilities.
//!
//! # When not to use it
//! - If a barrier costs less than the name of its environment, as a sum over a few pairs does.
//! - If energies have a long range, as those of charges do: environments then hardly ever recur.
//! - For atoms off their sites: a name is made of the species on the sites alone.
//!
//! # Stability
//! Names follow from a seed by the definitions of [`State`] and [`Environments`], for ever;
//! `docs/recall-format.md` is the specification of the files that hold them, and
//! `docs/checkpoint-format.md` that of stopped simulations.
//!
//! # Features
//! `serde` (off by default): a [`Configuration`] is an object of its [`Lattice`], which is one of
//! the name of the structure and the cells, and the number of the species on every site. A
//! [`Species`] and a [`Site`] are their numbers, a [`Structure`] and a [`RecallMode`] their names.
//! Recalls and stopped simulations have files of their own, and settings are read from files by
//! `zobrist-simulation`.
//!
//! Apart from `std`, the crate depends only on the core, and on serde if it is asked for.

#![forbid(unsafe_code)]
#![warn(clippy::must_use_candidate)]

mod basin;
mod bytes;
mod configuration;
mod ensemble;
mod environment;
mod fluctuations;
mod kmc;
mod lattice;
mod metropolis;
mod neighbors;
mod out_of_memory;
mod recall;
#[cfg(feature = "serde")]
mod serde;
mod state;
mod structure;
mod variates;

pub mod model;
pub mod observables;

pub use basin::{AbsorbingChain, ChainError, Exit, ExitSampler, Exits};
pub use configuration::{Configuration, ScatterError, Species};
pub use ensemble::{AnnealingStage, Ensemble};
pub use environment::Environments;
pub use fluctuations::{Estimate, Fluctuations};
pub use kmc::{
    BOLTZMANN, Bound, CheckpointParameter, Event, Flicker, Kmc, KmcError, ParseRecallModeError,
    RecallMode, RecallTable, ResumeError, Settings, Stage, StepError, Tracking,
};
pub use lattice::{Lattice, LatticeError, Site};
pub use metropolis::{
    EnergyBins, Exchange, ExchangeError, Metropolis, MetropolisError, MetropolisResumeError,
    ReplicaError, Replicas, WangLandau, WangLandauError,
};
pub use neighbors::{Neighbors, OffsetError};
pub use out_of_memory::OutOfMemory;
pub use recall::{
    Audit, AuditReport, LoadError, MergeError, Merged, Name, Origin, Recall, Statistics, Stored,
    Verification, merge_recalls,
};
pub use state::State;
pub use structure::{Offset, Operation, ParseStructureError, PointGroup, Structure};
pub use zobrist::{Canonical, Guarantee};

/// The README's examples are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
