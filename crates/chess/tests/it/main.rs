//! Tests of the crate in one program, but for the laws and the audits that take minutes.

mod board;
mod book;
mod compatibility;
mod descriptions;
mod diagnosis;
mod tables;
mod traits;
