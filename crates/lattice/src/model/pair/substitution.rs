//! Energies of substitutions, by pairs.

use super::PairModel;
use crate::configuration::Configuration;
use crate::fnv::fingerprint;
use crate::lattice::{Lattice, Site};
use crate::model::substitution::SubstitutionEnergy;
use crate::structure::Offset;

impl SubstitutionEnergy for PairModel {
    fn lattice(&self) -> Lattice {
        self.near.lattice()
    }

    fn species_count(&self) -> usize {
        self.species
    }

    /// Returns the shells that have energies.
    fn surroundings(&self) -> &[Offset] {
        &self.reach
    }

    fn substitution(&self, configuration: &Configuration, site: Site, energies: &mut Vec<i64>) {
        energies.resize(self.species, 0);
        for (shell, other) in self.near_shells.iter().zip(self.near.sites(site)) {
            // The table is symmetric.
            let row = self.row(*shell, configuration.occupant(other).index());
            energies.iter_mut().zip(row).for_each(|(energy, pair)| *energy += pair);
        }
        let host = energies[0];
        energies.iter_mut().for_each(|energy| *energy -= host);
    }

    fn total(&self, configuration: &Configuration) -> i128 {
        PairModel::total(self, configuration)
    }

    /// Returns a fingerprint of the energies of pairs: migration energies do not matter.
    fn fingerprint(&self) -> u64 {
        let shape = [self.species as u64, self.reach.len() as u64];
        let energies = self.pairs.iter().map(|energy| *energy as u64);
        fingerprint("substitutions by pairs", shape.into_iter().chain(energies))
    }
}
