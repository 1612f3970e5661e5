//! Runs of `zobrist lattice run` that are served.

mod pictures;
mod runs;
mod table;

pub(crate) use pictures::PICTURE_POLICY;
pub(crate) use runs::{LatticeRuns, is_csv};
