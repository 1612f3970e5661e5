//! Recall: values by name, within a bound, verified, saved and audited.
//!
//! A recall keeps barriers and not rates: a rate belongs to a temperature, and the barrier is the
//! part that takes long. It is no transposition table, which may lose entries and accepts any bits
//! for a payload: a recall evicts the least recently used entry and nothing else, may compare whole
//! contents, and keeps its bound to the byte.

mod audit;
mod batch;
mod error;
mod file;
mod header;
mod merge;
mod store;
mod stored;
mod values;

pub use audit::{Audit, AuditReport};
pub use error::LoadError;
pub use header::Origin;
pub use merge::{MergeError, Merged, merge_recalls};
pub use stored::{Name, Stored, Verification};
pub use values::{Recall, Statistics};

pub(crate) use batch::Batch;
pub(crate) use values::{OtherWriters, RecallOutcome, Report};
