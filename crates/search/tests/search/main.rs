//! The search equals its slow definition, and visits the numbers of nodes that are recorded here.

mod any_type;
mod connect_four;
mod cyclic_game;
mod definition;
mod laws;
mod limits;
mod nim;
mod nodes;
mod panics;
mod paths;
mod random_game;
mod repetition;
mod rook_ending;
mod superko;

use std::num::NonZeroUsize;

fn threads(count: usize) -> NonZeroUsize {
    NonZeroUsize::new(count).unwrap()
}
