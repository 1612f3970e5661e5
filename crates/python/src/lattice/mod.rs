//! `zobrist.lattice`: simulations of alloys, with barriers by a function if one likes.

mod columns;
mod config;
mod dict;
mod failure;
mod files;
mod function_model;
mod outcome;
mod result;
mod run_function;
mod simulation;
mod views;

pub(crate) use self::result::{Run, run_of};
pub(crate) use self::run_function::run;
