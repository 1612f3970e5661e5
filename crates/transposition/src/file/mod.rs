//! Tables in files: saved, loaded, and shared by processes.

mod error;
mod header;
mod lines_checksum;
mod load;
mod new_file;
mod open;
mod repair;
mod save;
#[cfg(shared_files)]
mod shared;

pub use error::{OpenError, SaveError};
pub use header::table_file_text;
