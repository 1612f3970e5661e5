//! Diagnosis: by which conventions another program made its hashes, given its keys.
//!
//! A hash is a sum of keys, and which keys a program takes is linear over GF(2) in a few hundred
//! unknown bits: which block of keys each piece has, which key each right, and so on. Every sample
//! is one equation for each bit of its hash. [`unknowns`] names the bits, [`system`] solves for
//! them, [`decode`] reads conventions out of the solution, and [`guess`] makes a scheme of them,
//! which then has to explain the samples.
//!
//! Where the keys are unknown, too, they are the unknowns: [`solved`] solves for them and for the
//! conventions by which they explain the samples.

mod castling;
mod decode;
mod difference;
mod equations;
mod guess;
mod sample;
mod search;
mod solved;
mod system;
mod unknowns;

pub use difference::Difference;
pub use sample::{Sample, fits};
pub use search::{Conventions, Diagnosis, diagnose};
pub use solved::{KeySolution, SolvedKeys, solve_keys};
