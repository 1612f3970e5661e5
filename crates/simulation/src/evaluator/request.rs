//! Requests: a jump and the species around it.

use zobrist_lattice::Species;

/// A jump whose barrier is asked for, made by [`Geometry::requests`](super::Geometry::requests).
/// Coordinates are in the [`View`](super::View) of that number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Request {
    pub(super) view: usize,
    pub(super) atom: Species,
    pub(super) sites: Vec<Species>,
}

impl Request {
    /// Returns the number of the view of the jump: the argument of
    /// [`Geometry::view`](super::Geometry::view).
    #[must_use]
    pub fn view(&self) -> usize {
        self.view
    }

    /// Returns the species of the atom that jumps.
    #[must_use]
    pub fn atom(&self) -> Species {
        self.atom
    }

    /// Returns the species on the sites of the view, in their order.
    #[must_use]
    pub fn sites(&self) -> &[Species] {
        &self.sites
    }
}

/// Appends the beginning of the line of a request.
pub(super) fn write_id(id: u64, line: &mut Vec<u8>) {
    line.extend_from_slice(b"{\"id\":");
    line.extend_from_slice(id.to_string().as_bytes());
}
