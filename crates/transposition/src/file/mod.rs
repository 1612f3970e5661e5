//! Tables in files: saved, loaded, and shared by processes.

mod bytes;
mod error;
mod header;
mod lock;
mod magic;
mod open;
mod save;
#[cfg(shared_files)]
mod shared;
mod start;
mod text;

pub use error::{OpenError, SaveError};
pub use text::table_file_text;
