//! Simulations of alloys as files describe them; `docs/lattice-config.md` is the specification.

mod alloy;
pub mod atoms;
mod averages;
mod columns;
mod config;
mod energies;
mod engine;
mod engine_error;
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
mod vacancy_table;
mod values;

pub use alloy::{Alloy, VACANCY};
pub use averages::Averages;
pub use columns::{Column, ColumnKind, ColumnValues};
pub use config::{Config, Limits};
pub use engine::{AnyEnergies, AnyModel, Engine, EngineModel};
pub use engine_error::{AdvanceError, BeginError, ResumeRunError};
pub use lock::{LockError, RecallLock};
pub use method_table::Method;
pub use models::Models;
pub use observer::{Cell, Row};
pub use output_table::{ClusterOutput, Every, Output};
pub use recall_table::TOLERANCE;
pub use run::{Advance, Due, Run};
pub use vacancy_table::Formation;
