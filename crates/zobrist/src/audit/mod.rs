//! Audits of a set of keys: what computation can tell about it.
//!
//! - [`rank`], [`kernel`]: linear algebra over GF(2).
//! - [`Spread`]: repeated keys, bit balance, Hamming distances, index bits.
//! - [`SearchPlan`]: every dependency of small weight, with nothing left out.
//! - [`States`]: colliding pairs among many states, counted, beside the birthday bound.
//!
//! Two states share a hash when the keys of the features by which they differ XOR to
//! zero. So what matters about a set of keys is its dependencies; the rest is there to
//! find mistakes, such as a seed that gives the same number twice.
//!
// Without the feature, links to what needs it lead to its section.
#![cfg_attr(
    not(feature = "alloc"),
    doc = "[`kernel`]: crate#features
[`Spread`]: crate#features
[`SearchPlan`]: crate#features
[`States`]: crate#features"
)]

mod gf2;

#[cfg(feature = "alloc")]
mod collisions;
#[cfg(feature = "alloc")]
mod dependence;
#[cfg(feature = "alloc")]
mod kernel;
#[cfg(feature = "alloc")]
mod spread;

#[cfg(feature = "alloc")]
pub use collisions::{Hashes, States, expected_pairs, expected_pairs_by_parity, tells_parity};
#[cfg(feature = "alloc")]
pub use dependence::{
    Dependency, DependencySearch, Findings, MAX_WEIGHT, OutOfMemory, SearchError, SearchPlan,
    SearchWorker, Stage, dependencies, dependencies_by_definition, expected_dependencies,
};
pub use gf2::{Basis, rank};
#[cfg(feature = "alloc")]
pub use kernel::{Elimination, kernel};
#[cfg(feature = "alloc")]
pub use spread::{Distances, End, IndexBits, OnesOfBit, Spread};
