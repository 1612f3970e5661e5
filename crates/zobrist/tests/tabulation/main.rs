//! Tabulation hashing: fast paths against definitions, and guarantees with controls that fail.

mod avalanche;
mod definitions;
mod edits;
mod independence;
mod maps;
mod probing;
mod rolling;
mod sets;
mod text;
mod values;
