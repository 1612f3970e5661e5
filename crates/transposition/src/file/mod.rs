//! Tables in files: saved, loaded, and shared by processes.

mod error;
mod header;
mod magic;
mod save;
#[cfg(shared_files)]
mod shared;

pub use error::{OpenError, SaveError};
