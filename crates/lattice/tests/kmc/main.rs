//! Simulations: the same in every mode, stopped and gone on with, and what they report.

mod audit;
mod back;
mod checkpoint;
mod common;
mod counts;
mod eam;
mod finnis_sinclair;
mod flicker;
mod modes;
#[cfg(all(target_arch = "x86_64", target_os = "linux", target_pointer_width = "64"))]
mod pinned;
mod solutes;
mod table;
