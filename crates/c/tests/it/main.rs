//! Tests of the interface as C and C++ see it.

#[cfg(unix)]
mod compile;
#[cfg(unix)]
mod engine;
mod header;
#[cfg(unix)]
mod install;
#[cfg(unix)]
mod programs;
