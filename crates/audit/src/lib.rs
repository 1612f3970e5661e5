//! Audits of Zobrist keys: every small set of keys that XORs to zero, the rank and the spread of
//! the keys, and the collisions of given states.
//!
//! Two states share a hash when the keys of the features by which they differ XOR to zero: a
//! *dependency*. The search finds every dependency up to a weight and leaves none out, so that
//! an empty result is a proof.
//!
//! ```
//! use zobrist::{Kind, Source};
//! use zobrist_audit::dependencies;
//!
//! // Keys for tic-tac-toe, random ones and those of the default source, of 16 bits each.
//! let layout = Kind::first("stone", 18).layout();
//! let random = Source::splitmix64(5).words(layout, 16);
//! let code = Source::bch(5, 18).words(layout, 16);
//!
//! let found = dependencies(&random, 6)?; // all of 6 keys or fewer
//! assert_eq!(found.smallest(), Some(5));
//! for dependency in &found.dependencies {
//!     assert_eq!(dependency.indices().iter().fold(0, |sum, index| sum ^ random[*index]), 0);
//! }
//! assert_eq!(dependencies(&code, 6)?.total(), 0); // any 7 are independent, by theorem
//! # Ok::<(), zobrist_audit::SearchError>(())
//! ```
//!
//! - [`dependencies`] searches at once; a [`SearchPlan`] states the work and the memory first,
//!   and divides the search into parts for several threads or for another day.
//! - [`kernel`] is a basis of all dependencies; [`rank`](zobrist::gf2::rank) is in the crate
//!   `zobrist`.
//! - [`Spread`] finds zero and equal keys, and measures bit balance, Hamming distances and the
//!   bits that index a table.
//! - [`States`] counts colliding pairs among given states, to compare with [`expected_pairs`], the
//!   birthday bound.
//!
//! # When not to use it
//! - For keys of [`Source::bch`](zobrist::Source::bch): a theorem guarantees more than a search
//!   can reach. Ask [`Source::guarantee`](zobrist::Source::guarantee).
//! - For keys that add, as [`Sum48`](zobrist::Sum48) does: a search is refused, since dependencies
//!   under XOR say nothing about sums.
//! - To judge how often states collide that differ in many features: every good set of keys is at
//!   the birthday bound there. [`States`] measures it.
//!
//! # Cost
//! The search enumerates the sums of up to half as many keys as the weight has. On one core of the
//! machine of `bench/`, 781 keys of 64 bits take under a second up to weight 6, some seconds and
//! 50 MiB up to weight 8, and some minutes and 500 MiB up to weight 9. A step from an even weight to
//! the next multiplies the sums by about the number of keys divided by half the weight.
//! [`SearchPlan::sums`] and [`SearchPlan::bytes`] are exact beforehand, or nearly so.
//!
//! `no_std` with `alloc`, without unsafe code; the only dependency is `zobrist`.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod batch;
mod collisions;
mod definition;
mod drawers;
mod few;
mod filter;
mod findings;
mod fives;
mod fours;
mod kernel;
mod lemma;
mod marks;
mod nine;
mod plan;
mod repeated;
mod search;
mod spread;
mod stages;
mod sums;

pub use collisions::{Hashes, States, expected_pairs, expected_pairs_by_parity, tells_parity};
pub use definition::{dependencies, dependencies_by_definition};
pub use findings::{Dependency, Findings};
pub use kernel::kernel;
pub use plan::{MAX_WEIGHT, OutOfMemory, SearchError, SearchPlan, Stage, expected_dependencies};
pub use search::{DependencySearch, SearchWorker};
pub use spread::{Distances, End, IndexBits, OnesOfBit, Spread};

/// The README's example is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
