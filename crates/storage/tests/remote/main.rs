//! Reading from and writing to stores, as a library: on a store like S3 made by moto, and on
//! servers of a few lines.

// No item of a test can be reached from outside: `pub` means visible in other files.
#![allow(unreachable_pub)]

mod http;
mod store;
mod tool;
mod upload;
