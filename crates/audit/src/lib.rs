//! Audits of Zobrist keys: every small set of keys that XORs to zero, the rank and the spread of
//! the keys, and the collisions of given states.
//!
//! Two states share a hash if the keys of the features by which they differ XOR to zero: such a set
//! of keys is a *dependency*, and their number is its *weight*. The search finds every dependency
//! up to a weight, so that an empty result is a proof.
//!
//! ```
//! use zobrist::{Kind, Source};
//! use zobrist_audit::dependencies;
//!
//! // Keys of 12 bits for tic-tac-toe: random ones, and those of the default source.
//! const STONE: Kind = Kind::first("stone", 18);
//! let random = Source::splitmix64(5).words(STONE.layout(), 12);
//! let code = Source::bch(5, 18).words(STONE.layout(), 12);
//!
//! let found = dependencies(&random, 5)?; // all of up to five keys
//! assert_eq!((found.smallest(), found.total()), (Some(4), 3));
//! for dependency in &found.dependencies {
//!     assert_eq!(dependency.indices().iter().fold(0, |sum, index| sum ^ random[*index]), 0);
//! }
//! assert_eq!(dependencies(&code, 5)?.total(), 0); // any five are independent, by theorem
//! # Ok::<(), zobrist_audit::SearchError>(())
//! ```
//!
//! - [`dependencies`] searches at once. A [`SearchPlan`] states the work and the memory first,
//!   and divides the search into parts for several threads or for another day.
//! - [`kernel`] returns a basis of all dependencies; [`rank`](zobrist::gf2::rank) is in the crate
//!   `zobrist`.
//! - [`Spread`] finds zero and equal keys, and measures bit balance, Hamming distances and the
//!   bits that index a table.
//! - [`States`] counts colliding pairs among given states, to compare with [`expected_pairs`], the
//!   birthday bound.
//!
//! # When not to use it
//! - For keys of [`Source::bch`](zobrist::Source::bch): a theorem guarantees more than a search
//!   can reach. Ask [`Source::guarantee`](zobrist::Source::guarantee).
//! - For keys that add, such as [`Sum48`](zobrist::Sum48): a search is refused, since dependencies
//!   under XOR say nothing about sums.
//! - To learn how often states collide that differ in many features: every good set of keys is at
//!   the birthday bound there. [`States`] measures it.
//!
//! # Cost
//! On one core of the machine of `bench/`, 781 keys of 64 bits take less than a second up to
//! weight 6, some seconds and 50 MiB up to weight 8, and some minutes and 500 MiB up to weight 9.
//! [`SearchPlan::sums`] and [`SearchPlan::bytes`] give the work and the memory of any search before
//! it starts. [`Spread::new`] compares all pairs of keys.
//!
//! The crate is `no_std` with `alloc` and has no unsafe code; its only dependency is `zobrist`.
//!
//! # Features
//! `serde` (off by default): [`Findings`] can be stored, such as those of the parts of a search
//! that goes on another day: an object with the names of its fields. A [`Dependency`] is the list
//! of its indices.
//!
//! # The search
//! All sets of at most W different indices whose keys XOR to zero are found, including those that
//! contain smaller ones, such as the union of two disjoint dependencies. A zero key is a dependency
//! of weight 1, two equal keys are one of weight 2.
//!
//! Zero keys and all but one of equal keys are set aside first, and put back in at the
//! end by counting in how many ways they can replace each other. For weights 1 and 2
//! that is all. Among the different keys that are left, a dependency of weight w is two disjoint
//! sets, of ⌊w/2⌋ and ⌈w/2⌉ keys, with equal sums. For w from 7 to 9 a lemma says that of all
//! ways to split a dependency in two there is one where the sum of the smaller half is zero in 3 (7
//! and 8) or 5 bits (9), so that only such sums need to be compared; and that those sums of up
//! to four keys reveal the dependencies of lower weight too. `lemma.rs` proves it.
//!
//! All sums of two or three keys are kept, 4 bytes each, grouped by some bits of the sum, the
//! *label*, and within a label sorted by the greatest index. The sums of four or five keys that
//! have a given label are then made in runs: for each set of one or two more keys the sums of keys
//! with smaller indices that complete the label are adjacent in memory. The part of a sum that is
//! not label goes through a bitmap that fits the cache, and what passes is compared exactly.
//!
//! For hundreds of keys these runs would be short and far apart in memory. In that case the sums
//! of up to four keys are made in blocks of pairs (`four_sums.rs`), and those of five in blocks of
//! pairs and triples (`five_sums.rs`), by the first bits of their labels.
#![no_std]
#![forbid(unsafe_code)]
#![warn(clippy::must_use_candidate)]

extern crate alloc;

mod arrays;
mod buckets;
mod count;
mod digest;
mod duplicate_filter;
mod equal_keys;
mod error;
mod findings;
mod five_sums;
mod four_sums;
mod lemma;
mod meet_in_the_middle;
mod membership_filter;
mod plan;
mod search;
mod splits;
mod spread;
mod stages;
mod states;
mod sum_table;
#[cfg(test)]
mod testing;

pub use count::expected_dependencies;
pub use error::{MAX_WEIGHT, OutOfMemory, SearchError};
pub use findings::{Dependency, Findings, dependencies_by_definition, kernel};
pub use plan::SearchPlan;
pub use search::{DependencySearch, SearchWorker, dependencies};
pub use spread::{BitBalance, HammingDistances, HashEnd, IndexBits, Spread};
pub use stages::Stage;
pub use states::{StateHashes, States, expected_pairs, expected_pairs_by_parity, reveals_parity};

/// The README's example is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
