//! Zobrist hashing: the hash of a state is the XOR of the keys of its features, one random number
//! for each, and a change to the state updates the hash in a few operations.
//!
//! ```
//! use zobrist::{Hasher, KeyTable, Kind, Layout, Source};
//!
//! // The features of tic-tac-toe: a stone of X or O on one of nine squares.
//! const STONE: Kind = Kind::first("stone", 2 * 9);
//! const LAYOUT: Layout = STONE.layout();
//!
//! // A key for each, made at compile time: seed 2026, room for 64 features.
//! static KEYS: KeyTable<u64, { LAYOUT.len() }> = Source::bch(2026, 64).table_u64(LAYOUT);
//!
//! let mut hasher = Hasher::new(&KEYS);
//! hasher.insert(STONE.at(4)); // X takes the center
//! hasher.insert(STONE.at(9)); // O takes a corner
//!
//! assert_eq!(hasher.hash(), KEYS[STONE.at(9)] ^ KEYS[STONE.at(4)]); // in any order
//! assert_eq!(KEYS.guarantee().to_string(), "any 15 keys are independent");
//! ```
//!
//! [`Kind`]s chain into a [`Layout`]: the features that a game has. A [`Source`] makes a
//! [`KeyTable`] for it, by default from an error-correcting code, so that states that differ in few
//! features *never* share a hash; [`Computed`] keys need no table. A [`Hasher`] keeps the hash of a
//! state up to date while features come and go; [`Checked`] does so too, and finds the move that
//! went wrong. A [`History`] detects repeated states under a [`Rule`]: superko, simple ko,
//! repetition; a [`PersistentHistory`] shares its past in a search tree, and [`ReversibleMoves`]
//! find a repetition one move ahead. [`Symmetries`] and
//! [`Lanes`] keep a hash for every image of a state, and [`Canonical`] names its class.
//! [`tabulation`] makes hash functions for integers, texts and sets from the same tables. Keys are
//! elements of a [`Group`]: integers under XOR, [`Pair`] and [`Sum48`] for languages with smaller
//! numbers, arrays for several hashes at once.
//!
//! The crate `zobrist-audit` examines a set of keys: dependencies, spread, collisions.
//!
//! # When not to use it
//! - For untrusted input: anyone who knows the keys can make two states with the same hash by
//!   linear algebra, and for keys of [`Source::bch`] even without the seed. Use secret random
//!   keys ([`Source::keys`] has an example) and keep the hashes secret too, or use a
//!   cryptographic hash.
//! - For states that are not made of features that come and go: a hash of the bytes
//!   is simpler.
//! - As a proof that two states are equal, if n states are kept with b bits and n² / 2^(b+1) is
//!   not small: compare the states, or use more bits.
//!
//! # Stability
//! The keys of a source never change: the same seed
//! gives the same keys in every version from 0.1.0 on. The changelog has a
//! heading for key values.
//!
//! # Features
//! `alloc` (default): [`KeyVec`], [`History`], [`Symmetries`], [`Checked`],
//! [`Differences`] and [`gf2::Elimination`]. Without it the crate allocates nothing.
//!
//! `serde` (off by default): stored forms. [`Hex`], [`Pair`] and [`Sum48`] are `0x` and all hex
//! digits in text such as JSON, whose readers need not have integers of 64 bits, and numbers
//! elsewhere; a plain `u64` stays a number, so give [`Hex`] to serde. [`Canonical`] is a list of the
//! hash and the element, and [`Fingerprint`] and [`SourceName`](source::SourceName) are the texts
//! that they display. Keys have no form: they are made again from their source.
//!
//! The crate never needs `std`, depends on nothing but serde if that is asked for, and has no
//! unsafe code.
//!
//! # Targets
//! Any that has `core`, with `alloc` or without, for every width of a pointer, order of
//! bytes and set of atomic operations; all values are equal everywhere. The repository compiles
//! the crate for Linux, Windows, WebAssembly and ARMv6-M, and runs tests of it on x86-64, AArch64
//! and s390x, which is big-endian. Where pointers have no atomic operations,
//! [`PersistentHistory`] stays within one thread.
//!
// Without the feature, links to its items lead to this section.
#![cfg_attr(
    not(feature = "alloc"),
    doc = "[`Canonical`]: #features
[`Checked`]: #features
[`Differences`]: #features
[`History`]: #features
[`gf2::Elimination`]: #features
[`KeyVec`]: #features
[`Lanes`]: #features
[`PersistentHistory`]: #features
[`ReversibleMoves`]: #features
[`Rule`]: #features
[`Source::keys`]: #features
[`Symmetries`]: #features"
)]
#![no_std]
#![forbid(unsafe_code)]
#![warn(clippy::must_use_candidate)]

#[cfg(feature = "alloc")]
extern crate alloc;

mod any_key;
mod changes;
mod computed;
mod fingerprint;
mod hasher;
mod key;
mod keys;
mod layout;
mod message;
mod name;
mod tally;

#[cfg(feature = "alloc")]
mod checked;
#[cfg(feature = "alloc")]
mod differences;
#[cfg(feature = "alloc")]
mod history;
#[cfg(feature = "serde")]
mod serde;
#[cfg(feature = "alloc")]
mod symmetry;

pub mod gf2;
pub mod source;
pub mod tabulation;

pub use any_key::{AnyKey, Combine};
pub use changes::{Changes, Incremental, Only};
#[cfg(feature = "alloc")]
pub use checked::{Checked, CheckedDelta, Mismatch};
pub use computed::Computed;
#[cfg(feature = "alloc")]
pub use differences::Differences;
pub use fingerprint::{Fingerprint, Fnv1a, ParseFingerprintError};
pub use hasher::{Delta, Hasher};
#[cfg(feature = "alloc")]
pub use history::{
    Exact, History, Keep, PersistentHistory, Repetition, ReversibleMoves, ReversibleMovesError,
    Rule, Step, Trust, Upcoming, Verify,
};
pub use key::{Group, Hex, Key, Pair, Sum48};
#[cfg(feature = "alloc")]
pub use keys::KeyVec;
pub use keys::{KeyTable, Keys};
pub use layout::{Feature, Kind, Layout, MAX_KINDS};
pub use name::MAX_NAME;
pub use source::{Guarantee, Source};
#[cfg(feature = "alloc")]
pub use symmetry::{Canonical, Grid, Lanes, Symmetries, SymmetryError, stabilizer};
pub use tally::Tally;

/// The README's example is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
