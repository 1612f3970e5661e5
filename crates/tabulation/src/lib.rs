//! Tabulation hashing of slices of keys in vector registers, and functions with random tables.
//!
//! ```
//! use zobrist::tabulation::Simple;
//! use zobrist_tabulation::Batch;
//!
//! let function = Simple::<u64, 11, 64>::seeded(2026); // 64 bits of a `u64`, six bits per character
//! let keys = [7_u64; 1000];
//! let mut hashes = [0; 1000];
//! Batch::new(&function).hash_all(&keys, &mut hashes);
//! assert_eq!(hashes[0], function.hash(7_u64));
//! ```
//!
//! The hash families and their guarantees are in [`zobrist::tabulation`]. This crate adds the code
//! that needs unsafe blocks: a [`Batch`] hashes a slice with the fastest [`Kernel`] that the
//! processor has. It also adds what needs an operating system: [`Random`] makes functions with
//! tables of its random numbers, for which the guarantees hold, and [`RandomState`] hands them to
//! maps.
//!
//! | function | instructions | speed, for 64-bit keys and hashes |
//! |---|---|---|
//! | `Simple<u64, 11, 64>`, six bits per character | AVX-512 VBMI | the fastest |
//! | `Simple<u64, 16, 16>`, four bits | AVX2 | the fastest where there is no AVX-512 VBMI |
//! | `Simple<u64, 8>`, eight bits | any | the fastest one by one |
//!
//! `bench/README.md` has the figures. The width of a character is part of a function: characters of
//! six bits make different hashes from those of eight. There is no code for NEON: it could not be
//! tested.
//!
//! # When not to use it
//! For keys that come one by one: [`Simple::hash`](zobrist::tabulation::Simple::hash) in characters
//! of eight bits is faster. The smallest batch that pays off is a block of 64 keys (32 with AVX2);
//! the rest of a slice is hashed one by one. For sets whose elements an adversary chooses: use
//! LtHash, for instance of the crate `solana-lattice-hash`.
//!
//! # Stability
//! Hashes never change: the same seed gives the same hashes in every version from 0.1.0 on, with
//! every kernel, on every machine, as [`zobrist::tabulation`] defines them.

#![deny(unsafe_op_in_unsafe_fn)]
#![warn(clippy::must_use_candidate)]

mod batch;
mod kernel;
mod planes;
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
mod random;

pub use batch::{Batch, Function};
pub use kernel::Kernel;
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use random::{Random, RandomState, random_words};

/// Compiles and runs the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
