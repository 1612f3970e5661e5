//! Tabulation hashing of many keys at a time, and LtHash.
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
//! The hash families, with what is known of each, are in [`zobrist::tabulation`]. This crate adds
//! what needs unsafe code or dependencies: a [`Batch`] hashes a slice with the fastest [`Kernel`]
//! that the processor has, and `LtHash` is a hash of sets that an adversary may choose.
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
//! what is left over is hashed one by one.
//!
//! # Stability
//! Hashes never change: the same seed gives the same hashes in every version from 0.1.0 on, with
//! every kernel, on every machine, as [`zobrist::tabulation`] defines them. Those of `LtHash` are
//! those of the crate `solana-lattice-hash`.
//!
//! # Features
//! `lthash` (off by default): `LtHash`, by the crates `solana-lattice-hash` and `blake3`.

#![deny(unsafe_op_in_unsafe_fn)]

mod batch;
mod function;
mod kernel;
mod planes;

#[cfg(feature = "lthash")]
mod lt_hash;

pub use batch::Batch;
pub use function::Function;
pub use kernel::Kernel;
#[cfg(feature = "lthash")]
pub use lt_hash::LtHash;

/// The README's examples are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
