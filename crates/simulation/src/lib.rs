//! Simulations of alloys by kinetic Monte Carlo, as files describe them.
//!
//! A [`Config`] is read from TOML, and `docs/lattice-config.md` is its specification; it makes a
//! [`Run`], which does one step after another and says when a row or a picture is due. [`Ensemble`]
//! has the means of runs with several seeds.
//!
//! ```
//! use zobrist_simulation::{Advance, Config, Limits, Run};
//!
//! let text = r#"
//!     seed = 7
//!     temperature = 773.0
//!     end_time = 1e-7
//!     lattice = { structure = "bcc", cells = [6, 6, 6] }
//!     composition = { host = "Fe", fractions = { Fe = 0.95, Cu = 0.05 }, vacancies = 1 }
//!     model = { kind = "iron-copper" }
//! "#;
//! let config = Config::of_text(text, "alloy.toml", "".into(), Limits::default())?;
//! let (start, settings) = config.start(config.settings.clone())?;
//! let mut run = Run::begin(&config, config.engine_model()?, start, settings)?;
//! while run.advance()? != Advance::Over {}
//! assert_eq!(run.time(), Some(1e-7));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`atoms`] reads and writes files of atoms, and [`evaluator`] asks another program for barriers
//! and energies.

#![forbid(unsafe_code)]
#![warn(clippy::must_use_candidate)]

mod alloy;
mod atat;
pub mod atoms;
mod columns;
mod composition_table;
mod config;
mod displacements;
mod dump;
mod dump_table;
mod energies;
mod engine;
mod engine_error;
mod ensemble;
pub mod evaluator;
mod lock;
mod method_table;
mod models;
mod observer;
mod output_table;
mod own_barriers;
mod ramp_table;
mod recall_table;
mod run;
mod schedule;
mod start;
mod vacancy_table;
mod values;

pub use alloy::{Alloy, VACANCY};
pub use columns::{Column, ColumnKind, ColumnValues};
pub use config::{Config, Limits};
pub use displacements::{DisplacementRow, Displacements};
pub use dump::{DumpFile, DumpFrames};
pub use dump_table::DumpOutput;
pub use engine::{AnyEnergies, AnyModel, Engine, EngineModel};
pub use engine_error::{AdvanceError, BeginError, ResumeRunError};
pub use ensemble::{Ensemble, EnsembleRow, Mean};
pub use lock::{LockError, RecallLock};
pub use method_table::Method;
pub use models::Models;
pub use observer::{Cell, Row};
pub use output_table::{ClusterOutput, Every, Output};
pub use recall_table::TOLERANCE;
pub use run::{Advance, Due, Run};
pub use vacancy_table::Formation;

/// The README's example is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_can_be_sent_and_shared() {
        fn shared<T: Send + Sync>() {}
        fn sent<T: Send>() {}
        shared::<AdvanceError>();
        shared::<Config>();
        shared::<Ensemble>();
        shared::<evaluator::Evaluator>();
        sent::<Run>();
    }
}
