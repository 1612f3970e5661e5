//! Reading an index from a store like S3, made by moto.

// No item of a test can be reached from outside: `pub` means visible in other files.
#![allow(unreachable_pub)]

mod store;
#[path = "../../../storage/tests/remote/tool.rs"]
mod tool;
