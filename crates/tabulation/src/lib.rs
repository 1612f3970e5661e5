//! Tabulation hashing of many keys at a time.

#![allow(unsafe_code)]

mod batch;
mod function;
mod kernel;
mod planes;

pub use batch::Batch;
pub use function::Function;
pub use kernel::Kernel;
