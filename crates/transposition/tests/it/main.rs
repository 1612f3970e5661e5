//! Tests of the crate in one program, but for those that need a process of their own, those that
//! Miri runs, and the laws.

mod callers;
#[cfg(feature = "files")]
mod files;
#[cfg(feature = "files")]
mod machines;
#[path = "../support/of_nodes.rs"]
mod of_nodes;
mod rates;
mod refusal;
mod sealed;
mod sizes;
mod spills;
#[cfg(feature = "files")]
mod texts;
mod traits;
