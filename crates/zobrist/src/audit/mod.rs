//! What can be said of a set of keys by computation.

#[cfg(feature = "alloc")]
mod collisions;
mod gf2;

#[cfg(feature = "alloc")]
pub use collisions::{Hashes, States, expected_pairs, expected_pairs_by_parity, tells_parity};
pub use gf2::{Basis, rank};
