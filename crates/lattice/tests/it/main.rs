//! Small tests of the crate in one program: none of them needs a process of its own.

mod correlation;
mod environments;
mod errors;
mod exits;
mod observables;
mod traits;
