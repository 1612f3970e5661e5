//! Lattices for kinetic Monte Carlo: states of a substitutional alloy and the local
//! environments of its vacancies, named by Zobrist keys.

#![forbid(unsafe_code)]

mod basin;
mod configuration;
mod environment;
mod fnv;
mod kmc;
mod lattice;
mod neighbours;
mod random;
mod recall;
mod species;
mod state;
mod structure;
mod variates;

pub mod model;

pub use basin::{AbsorbingChain, ChainError, Exit, Exits, Paths};
pub use configuration::Configuration;
pub use environment::Environments;
pub use kmc::{
    BOLTZMANN, Bound, Event, Flicker, Kmc, KmcError, RecallMode, RecallModeNameError, ResumeError,
    Settings, StepError, Verification,
};
pub use lattice::{Lattice, LatticeError, Site};
pub use neighbours::{Neighbours, OffsetError};
pub use recall::{Audit, AuditReport, LoadError, Name, Origin, Recall, Statistics, Stored, Verify};
pub use species::Species;
pub use state::{ScatterError, State};
pub use structure::{Offset, Operation, PointGroup, Structure, StructureNameError};
pub use zobrist::Canonical;
