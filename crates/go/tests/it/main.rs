//! Tests of the crate in one program, but for those that need a process of their own, those that
//! take minutes, and the laws.

mod board;
mod chains;
mod definition;
mod errors;
mod faults;
mod game_rules;
mod ladders;
mod peer;
mod properties;
mod repairs;
mod replay;
mod reuse;
mod round_trip;
mod rulesets;
mod scheme;
mod semicolons;
mod servers;
mod sgf;
mod shapes;
mod share;
mod traits;
