//! Tests of the crate in one program, but for tabulation hashing and the laws.

mod generators;
mod hashers;
mod history;
mod sources;
mod symmetry;
