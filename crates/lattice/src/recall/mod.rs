//! Recall: values by name, within a bound, verified, saved and audited.

mod audit;
mod batch;
mod error;
mod file;
mod header;
mod merge;
mod name;
mod origin;
mod report;
mod store;
mod stored;
mod values;

pub use audit::{Audit, AuditReport};
pub use error::LoadError;
pub use merge::{MergeError, Merged, merge_recalls};
pub use name::{Name, Verification};
pub use origin::Origin;
pub use stored::Stored;
pub use values::{Recall, Statistics};

pub(crate) use batch::Batch;
pub(crate) use report::Report;
pub(crate) use values::{Others, Sought};
