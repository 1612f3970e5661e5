//! What can be said of a set of keys by computation.

mod gf2;

pub use gf2::{Basis, rank};
