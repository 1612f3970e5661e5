//! Where barriers come from.

mod setfl;
mod table;

pub use setfl::{Element, Setfl, SetflError};
