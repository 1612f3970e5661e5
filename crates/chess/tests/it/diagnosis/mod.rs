//! The diagnosis of hashes that another program made, tried on hashes by composed schemes whose
//! conventions are known.

#![cfg(feature = "alloc")]

mod conventions;
mod others;
mod positions;
mod solved;
mod wrong;
