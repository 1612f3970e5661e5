//! Tables in files: saved, loaded, and shared by processes.

mod error;
mod header;
mod save;
#[cfg(all(feature = "native", unix, not(loom), not(miri)))]
mod shared;

pub use error::{OpenError, SaveError};
#[cfg(all(feature = "native", unix, not(loom), not(miri)))]
pub(crate) use header::{GENERATION, HEADER};
