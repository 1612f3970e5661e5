//! Constructs different positions with the same hash, by linear algebra over GF(2).

mod candidates;
mod dependency;
mod elimination;
mod error;
mod parts;
mod position;
mod random;
mod relations;
mod toggle;

pub use dependency::{forge_by_dependency, forge_pair};
pub use elimination::forge;
pub use error::ForgeError;
pub use position::position_from_features;
pub use random::random_position;
