//! The origin of the values of a recall.

use zobrist::{Fnv1a, Key};

use crate::environment::Environments;
use crate::fnv::Fnv1aExt;
use crate::state::State;

/// The potential, lattice and keys that the values of a recall belong to: with others they mean
/// nothing. Every file carries its origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Origin {
    /// A fingerprint of everything that the values follow from: the energies, and how a barrier is
    /// made from them.
    pub potential: u64,
    /// A fingerprint of the sites that are named, and of the construction of their names.
    pub lattice: u64,
    /// The seed of the keys.
    pub seed: u64,
}

impl<K: Key> Environments<K> {
    /// Returns the origin of values under the names of these environments. The size of the
    /// box does not matter, so that values computed in one box serve in any other, unless the
    /// box is so small that there are images of one site around a vacancy.
    pub fn origin(&self, potential: u64) -> Origin {
        let mut fnv = Fnv1a::new();
        fnv.text("environments");
        fnv.text(self.lattice().structure().name());
        fnv.number(self.view_count() as u64);
        for class in self.classes() {
            fnv.number(class.len() as u64);
            class.iter().for_each(|offset| fnv.vector(*offset));
        }
        let center = self.lattice().sites().next().expect("a lattice has a site");
        let sites: Vec<_> = self.around().sites(center).collect();
        for (i, site) in sites.iter().enumerate() {
            fnv.vector(self.around().offsets()[i]);
            let first = sites.iter().position(|other| other == site);
            fnv.number(first.expect("the site itself is among them") as u64);
        }
        for operation in self.group().operations() {
            operation.rows().into_iter().for_each(|row| fnv.vector(row));
        }
        fnv.number(self.species_count() as u64);
        fnv.number(self.fingerprint().to_u64());
        Origin { potential, lattice: fnv.finish(), seed: self.seed() }
    }
}

impl<K: Key> State<K> {
    /// Returns the origin of values under the hashes of states.
    pub fn origin(&self, potential: u64) -> Origin {
        let mut fnv = Fnv1a::new();
        fnv.text("states");
        fnv.text(self.lattice().structure().name());
        self.lattice().cells().into_iter().for_each(|count| fnv.number(count as u64));
        fnv.number(self.species_count() as u64);
        fnv.number(self.fingerprint().to_u64());
        Origin { potential, lattice: fnv.finish(), seed: self.seed().unwrap_or(0) }
    }
}
