//! Tests of the crate in one program.

mod collisions;
mod dependencies;
mod traits;
