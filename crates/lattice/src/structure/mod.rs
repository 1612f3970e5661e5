//! Crystal structures: the sites of their cells, shells of neighbors, and symmetries.

mod crystal;
mod group;

pub use crystal::{Offset, ParseStructureError, Structure};
pub use group::{Operation, PointGroup};
