//! Energies of substitutions, by the embedded-atom method.

use super::EamModel;
use crate::configuration::Configuration;
use crate::fnv::fingerprint;
use crate::lattice::{Lattice, Site};
use crate::model::substitution::SubstitutionEnergy;
use crate::species::Species;
use crate::structure::Offset;

impl SubstitutionEnergy for EamModel {
    fn lattice(&self) -> Lattice {
        self.near.lattice()
    }

    fn species_count(&self) -> usize {
        self.elements.len()
    }

    /// Returns what is within twice the cutoff: the energy of a neighbor depends on what it sees.
    fn surroundings(&self) -> &[Offset] {
        &self.reach
    }

    fn substitution(&self, configuration: &Configuration, site: Site, energies: &mut Vec<i64>) {
        let species = (0..self.elements.len()).map(|number| Species(number as u8));
        let before = configuration.occupant(site);
        let mut around: Vec<(usize, Site)> = self.around(site).collect();
        energies.extend(species.clone().map(|atom| {
            let (density, pairs) = self.at(site, atom, |other| configuration.occupant(other));
            self.embedding(atom, density) + pairs
        }));
        // In a small box, one neighbor may be at several offsets, and has one density.
        around.sort_unstable_by_key(|(_, other)| *other);
        let mut seen = Vec::with_capacity(around.len());
        for links in around.chunk_by(|(_, one), (_, other)| one == other) {
            let (_, site) = links[0];
            let neighbor = configuration.occupant(site);
            if neighbor == Species::VACANCY {
                continue;
            }
            self.near.read(configuration, site, &mut seen);
            let density: i64 = self
                .shells
                .iter()
                .zip(&seen)
                .map(|(shell, other)| self.density(neighbor, *shell, *other))
                .sum();
            // An offset and the one that leads back are of one shell.
            let part = |atom| {
                links.iter().map(|(shell, _)| self.density(neighbor, *shell, atom)).sum::<i64>()
            };
            let others = density - part(before);
            for (atom, energy) in species.clone().zip(energies.iter_mut()) {
                *energy += self.embedding(neighbor, others + part(atom));
            }
        }
        let host = energies[0];
        energies.iter_mut().for_each(|energy| *energy -= host);
    }

    fn total(&self, configuration: &Configuration) -> i128 {
        EamModel::total(self, configuration)
    }

    /// Returns a fingerprint of the potential on the lattice: migration energies do not matter.
    fn fingerprint(&self) -> u64 {
        let elements = self.elements.iter().map(|element| element.map_or(0, |e| e as u64 + 1));
        let numbers = self.densities.iter().chain(&self.pairs).map(|number| *number as u64);
        let words = [self.scale.to_bits()].into_iter().chain(elements).chain(numbers);
        fingerprint("substitutions by embedded atoms", words.chain(self.potential.words()))
    }

    fn warnings(&self) -> Vec<String> {
        EamModel::warnings(self)
    }
}
