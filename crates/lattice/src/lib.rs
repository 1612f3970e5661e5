//! Lattices for kinetic Monte Carlo: states of a substitutional alloy and the local
//! environments of its vacancies, named by Zobrist keys.

#![forbid(unsafe_code)]

mod configuration;
mod environment;
mod fnv;
mod lattice;
mod neighbours;
mod random;
mod recall;
mod species;
mod state;
mod structure;

pub use configuration::Configuration;
pub use environment::Environments;
pub use lattice::{Lattice, LatticeError, Site};
pub use neighbours::{Neighbours, OffsetError};
pub use recall::{Audit, AuditReport, LoadError, Name, Origin, Recall, Statistics, Stored, Verify};
pub use species::Species;
pub use state::{ScatterError, State};
pub use structure::{Offset, Operation, PointGroup, Structure, StructureNameError};
pub use zobrist::Canonical;
