//! Constructs different positions with the same hash, by linear algebra over GF(2).
//!
//! A pair of positions with one hash says more than the warning "not for untrusted input", and only
//! a real collision can test how an engine copes with one. The guarantee of a scheme protects
//! against accidents alone.

mod candidates;
mod dependency;
mod elimination;
mod error;
mod parts;
mod position;
mod random;

pub use dependency::{forge_by_dependency, forge_pair};
pub use elimination::forge;
pub use error::ForgeError;
pub use position::position_from_features;
pub use random::random_position;
