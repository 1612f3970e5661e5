//! Simulations: the same in every mode, stopped and gone on with, and what they report.

mod atoms;
mod audit;
mod back;
mod checkpoint;
mod common;
mod counts;
mod eam;
mod finnis_sinclair;
mod flicker;
mod free_time;
mod graph;
mod means;
mod modes;
#[cfg(all(target_arch = "x86_64", target_os = "linux", target_pointer_width = "64"))]
mod pinned;
mod prefactors;
mod ramp;
mod retry;
mod setfl;
mod solutes;
mod stays;
mod stored;
mod table;
mod until;
