//! Energies of pairs on a few shells.

use super::barrier::{Barrier, UNITS_PER_EV, barrier, reverse_barrier};
use super::error::{ModelError, migration};
use super::interface::{EvaluationError, Jump, Model, SharedModel};
use super::parameters::PairParameters;
use crate::bytes::fingerprint;
use crate::configuration::{Configuration, Species};
use crate::lattice::{Lattice, Site};
use crate::model::substitution::SubstitutionEnergy;
use crate::neighbors::Neighbors;
use crate::structure::{Offset, Structure};

/// Energies of pairs: E = ½ Σ ε(shell, species, species) over all sites and their
/// neighbors. A jump of an atom of species X has the barrier E_m(X) + ΔE/2, ΔE being the energy
/// after the exchange minus that before. The time goes into the atoms around that are not of the
/// host.
///
/// In a box so small that several neighbors are the same site, each counts.
///
/// ```
/// use zobrist_lattice::model::{Jump, Model, PairModel};
/// use zobrist_lattice::{Configuration, Lattice, Species, Structure};
///
/// let lattice = Lattice::new(Structure::Bcc, [8, 8, 8])?;
/// let model = PairModel::iron_copper(lattice)?;
/// let mut iron = Configuration::new(lattice);
/// assert_eq!(model.energy(&iron), Some(1024.0 * -4.277)); // 4 · 0.611 + 3 · 0.611 per site
///
/// let vacancy = lattice.site_at([0, 0, 0]).unwrap();
/// let to = lattice.neighbor(vacancy, [1, 1, 1]);
/// iron.set(vacancy, Species::VACANCY);
/// assert_eq!(model.barrier(&iron, Jump::new(vacancy, to, 7)), 0.65); // no change of the energy
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PairModel {
    reach: Vec<Offset>,
    /// The sites within reach of a site, and the shell of each, from 0.
    near: Neighbors,
    near_shells: Vec<usize>,
    /// The sites around the vacancy that any jump depends on.
    around: Neighbors,
    /// For each of them and each direction, its shells around the vacancy and around the atom that
    /// jumps, from 1; 0 if it is in no shell or is the other end.
    shells: Vec<[u8; 2]>,
    /// The place of the atom around the vacancy, by direction.
    atoms: Vec<usize>,
    species: usize,
    /// In units: by shell from 0, species and species.
    pairs: Vec<i64>,
    migration: Vec<i64>,
    /// The change in energy by a jump if the host is all around, by direction and species of the
    /// atom.
    plain: Vec<i64>,
    /// The change in addition by a bond that the atom forms with a species other than the
    /// host; by shell from 1, species of the atom and other species. For shell 0 it is zero.
    gains: Vec<i64>,
}

impl PairModel {
    /// Creates the model of iron with copper and vacancies on bcc: [`PairParameters::iron_copper`].
    ///
    /// # Errors
    /// When the box is so small that a neighbor of a site is the site itself.
    ///
    /// # Panics
    /// When the lattice is not bcc.
    pub fn iron_copper(lattice: Lattice) -> Result<PairModel, ModelError> {
        assert_eq!(lattice.structure(), Structure::Bcc, "iron and copper are on bcc");
        PairModel::new(lattice, &PairParameters::iron_copper())
    }

    /// Creates the model with these energies on a lattice.
    ///
    /// # Errors
    /// When the tables do not match, an energy is not finite or is above 1,000 eV, a migration
    /// energy is below 0, or the box is so small that a neighbor of a site is the site itself.
    pub fn new(lattice: Lattice, parameters: &PairParameters) -> Result<PairModel, ModelError> {
        let species = parameters.species_count();
        let migration = migration(&parameters.migration, species)?;
        let pairs = parameters.units()?;
        let structure = lattice.structure();
        let shells = structure.shells(parameters.pairs.len());
        let reach = shells.concat();
        let near = Neighbors::new(lattice, &reach)?;
        let center = lattice.sites().next().expect("a lattice has a site");
        let site = |vector: Offset| lattice.neighbor(center, vector);
        // Farther sites may be the vacancy again; bonds with it do not change.
        let mut offsets = structure.around_defect(&reach);
        offsets.retain(|vector| site(*vector) != center);
        let shell_of = |vector: Offset| shells.iter().position(|shell| shell.contains(&vector));
        let numbered = |vector: Offset| shell_of(vector).map_or(0, |shell| shell as u8 + 1);
        let vectors = structure.directions();
        let mut links = Vec::with_capacity(offsets.len() * vectors.len());
        for offset in &offsets {
            for vector in &vectors {
                // The bonds between the two ends of a jump stay as they are, in all images.
                let near = if site(*offset) == site(*vector) { 0 } else { numbered(*offset) };
                let next = reach.iter().find(|next| structure.after(*vector, **next) == *offset);
                links.push([near, next.map_or(0, |next| numbered(*next))]);
            }
        }
        let place = |vector: &Offset| offsets.iter().position(|other| other == vector);
        let atoms =
            vectors.iter().map(|vector| place(vector).expect("a jump leads elsewhere")).collect();
        let around = Neighbors::new(lattice, &offsets)?;
        let (plain, gains) = (Vec::new(), Vec::new());
        let mut model = PairModel {
            reach,
            near,
            near_shells: Vec::new(),
            around,
            shells: links,
            atoms,
            species,
            pairs,
            migration,
            plain,
            gains,
        };
        model.near_shells = model.shells_of_reach();
        model.fill(shells.len());
        Ok(model)
    }

    /// Builds the tables of changes in energy by jumps.
    fn fill(&mut self, shells: usize) {
        let host = Species::HOST.index();
        self.gains = vec![0; self.species * self.species];
        for shell in 1..=shells as u8 {
            for atom in 0..self.species {
                let gain = |other| self.gain(shell, atom, other);
                let gains: Vec<i64> = (0..self.species).map(|s| gain(s) - gain(host)).collect();
                self.gains.extend(gains);
            }
        }
        let directions = self.atoms.len();
        for direction in 0..directions {
            for atom in 0..self.species {
                let links = self.shells.iter().skip(direction).step_by(directions);
                let gain = |shell| self.gain(shell, atom, host);
                let plain = links.map(|[near, next]| gain(*near) - gain(*next)).sum();
                self.plain.push(plain);
            }
        }
    }

    /// The change in energy of a bond of a shell when one of its ends turns from a vacancy into an
    /// atom.
    fn gain(&self, shell: u8, atom: usize, other: usize) -> i64 {
        let Some(shell) = shell.checked_sub(1) else { return 0 };
        let row = |species| self.row(shell.into(), species)[other];
        row(atom) - row(Species::VACANCY.index())
    }

    /// The energies of a shell with a species, by the other species.
    #[inline]
    fn row(&self, shell: usize, species: usize) -> &[i64] {
        &self.pairs[(shell * self.species + species) * self.species..][..self.species]
    }

    /// Returns the barrier of a jump in eV.
    #[must_use]
    pub fn barrier(&self, configuration: &Configuration, jump: Jump) -> f64 {
        let mut barriers = Vec::with_capacity(1);
        self.shared_barriers(configuration, &[jump], &mut barriers);
        barriers[0].energy()
    }

    /// The energy in units of 10⁻¹² eV. Tested to be equal to its definition, a sum over all bonds
    /// of all sites, which takes longer by the ratio of the host to everything else.
    fn total(&self, configuration: &Configuration) -> i128 {
        let sites = configuration.lattice().sites();
        self.total_of(configuration, sites.filter(|site| !configuration.occupant(*site).is_host()))
    }

    /// [`total`](PairModel::total), given the sites that hold something other than the host.
    fn total_of(&self, configuration: &Configuration, others: impl Iterator<Item = Site>) -> i128 {
        let lattice = configuration.lattice();
        let reach = Neighbors::new(lattice, &self.reach)
            .expect("the offsets were checked when the model was made");
        let shells = self.shells_of_reach();
        let host = Species::HOST.index();
        let plain = |shell: usize| i128::from(self.row(shell, host)[host]);
        let mut occupants = Vec::new();
        // As if the host were everywhere, plus how far the bonds of others are from that. A bond is
        // seen from both ends, but a bond with the host from only one.
        let mut twice =
            lattice.len() as i128 * shells.iter().map(|shell| plain(*shell)).sum::<i128>();
        for site in others {
            let species = configuration.occupant(site);
            reach.read(configuration, site, &mut occupants);
            for (shell, other) in shells.iter().zip(&occupants) {
                let more =
                    i128::from(self.row(*shell, species.index())[other.index()]) - plain(*shell);
                twice += if other.is_host() { 2 * more } else { more };
            }
        }
        twice / 2
    }

    /// The shell of each offset of the reach, from 0.
    fn shells_of_reach(&self) -> Vec<usize> {
        let structure = self.around.lattice().structure();
        let norms = self.reach.chunk_by(|a, b| structure.norm(*a) == structure.norm(*b));
        norms.enumerate().flat_map(|(shell, offsets)| vec![shell; offsets.len()]).collect()
    }
}

impl Model for PairModel {
    fn lattice(&self) -> Lattice {
        self.around.lattice()
    }

    fn species_count(&self) -> usize {
        self.species
    }

    fn reach(&self) -> &[Offset] {
        &self.reach
    }

    fn barrier(
        &mut self,
        configuration: &Configuration,
        jump: Jump,
    ) -> Result<Barrier, EvaluationError> {
        Ok(Barrier::new(PairModel::barrier(self, configuration, jump)))
    }

    fn barriers(
        &mut self,
        configuration: &Configuration,
        jumps: &[Jump],
        barriers: &mut Vec<Barrier>,
    ) -> Result<(), EvaluationError> {
        self.shared_barriers(configuration, jumps, barriers);
        Ok(())
    }

    fn reverse_barrier(&self, atom: Species, barrier: f64) -> Option<f64> {
        reverse_barrier(self.migration[atom.index()], barrier)
    }

    fn fingerprint(&self) -> u64 {
        let shape = [self.species as u64, self.reach.len() as u64];
        let energies = self.pairs.iter().chain(&self.migration).map(|energy| *energy as u64);
        fingerprint("pairs", shape.into_iter().chain(energies))
    }

    fn energy(&self, configuration: &Configuration) -> Option<f64> {
        Some(self.total(configuration) as f64 / UNITS_PER_EV)
    }

    fn energy_of(&self, configuration: &Configuration, others: &[Site]) -> Option<f64> {
        Some(self.total_of(configuration, others.iter().copied()) as f64 / UNITS_PER_EV)
    }
}

impl SharedModel for PairModel {
    fn shared_barriers(
        &self,
        configuration: &Configuration,
        jumps: &[Jump],
        barriers: &mut Vec<Barrier>,
    ) {
        let mut occupants = Vec::with_capacity(self.around.offsets().len());
        let mut changes: Vec<(usize, i64)> = Vec::with_capacity(jumps.len());
        let (directions, species) = (self.atoms.len(), self.species);
        for jumps in jumps.chunk_by(|a, b| a.vacancy == b.vacancy) {
            self.around.read(configuration, jumps[0].vacancy, &mut occupants);
            changes.clear();
            changes.extend(jumps.iter().map(|jump| {
                let atom = occupants[self.atoms[jump.direction]].index();
                (atom, self.plain[jump.direction * species + atom])
            }));
            for (place, other) in occupants.iter().enumerate() {
                if other.is_host() {
                    continue;
                }
                let shells = &self.shells[place * directions..][..directions];
                for (jump, (atom, change)) in jumps.iter().zip(&mut changes) {
                    let [near, next] = shells[jump.direction].map(usize::from);
                    let gain =
                        |shell| self.gains[(shell * species + *atom) * species + other.index()];
                    *change += gain(near) - gain(next);
                }
            }
            let barrier = |(atom, change): &(usize, i64)| {
                Barrier::new(barrier(self.migration[*atom], *change))
            };
            barriers.extend(changes.iter().map(barrier));
        }
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variates::below;
    use zobrist::source::Xoshiro256PlusPlus;

    /// Energies that are all different, on some shells.
    fn odd(shells: usize, species: usize) -> PairParameters {
        let energy = |shell: usize, a: usize, b: usize| {
            0.001 * (1 + shell * 100 + a.min(b) * 10 + a.max(b)) as f64 + 0.013 * (a * b) as f64
        };
        let row = |shell, a| (0..species).map(|b| energy(shell, a, b)).collect();
        let table = |shell| (0..species).map(|a| row(shell, a)).collect();
        let migration = (0..species).map(|a| 0.5 + 0.1 * a as f64).collect();
        PairParameters { pairs: (0..shells).map(table).collect(), migration }
    }

    /// The energy in units by its definition: half of the sum over all sites and their neighbors.
    fn by_definition(model: &PairModel, configuration: &Configuration) -> i128 {
        let (lattice, shells) = (configuration.lattice(), model.shells_of_reach());
        let bonds = lattice.sites().flat_map(|site| {
            let ends = model.reach.iter().map(move |vector| lattice.neighbor(site, *vector));
            shells.iter().zip(ends).map(move |(shell, end)| {
                let [one, other] = [site, end].map(|site| configuration.occupant(site).index());
                i128::from(model.row(*shell, one)[other])
            })
        });
        bonds.sum::<i128>() / 2
    }

    /// Compares every barrier with the total energies before and after, and those with their
    /// definition.
    fn barriers_are_differences(lattice: Lattice, shells: usize) {
        let parameters = odd(shells, 4);
        let model = PairModel::new(lattice, &parameters).expect("there is room");
        let vectors = lattice.structure().directions();
        let mut random = Xoshiro256PlusPlus::new(9);
        for _ in 0..8 {
            let mut configuration = Configuration::new(lattice);
            for site in lattice.sites() {
                configuration.set(site, Species(below(&mut random, 4) as u8));
            }
            let vacancy = Site(below(&mut random, lattice.len() as u64) as u32);
            configuration.set(vacancy, Species::VACANCY);
            let to = |direction: usize| lattice.neighbor(vacancy, vectors[direction]);
            let jumps: Vec<Jump> = (0..vectors.len())
                .map(|direction| Jump { vacancy, to: to(direction), direction })
                .filter(|jump| configuration.occupant(jump.to) != Species::VACANCY)
                .collect();
            let mut together = Vec::new();
            model.shared_barriers(&configuration, &jumps, &mut together);
            for (jump, together) in jumps.iter().zip(together) {
                let mut after = configuration.clone();
                after.exchange(jump.vacancy, jump.to);
                let [change, before] =
                    [&after, &configuration].map(|all| by_definition(&model, all));
                assert_eq!([change, before], [&after, &configuration].map(|all| model.total(all)));
                let change = change - before;
                let atom = configuration.occupant(jump.to).index();
                let expected = barrier(model.migration[atom], change as i64);
                assert_eq!(model.barrier(&configuration, *jump), expected, "{lattice} {jump:?}");
                assert_eq!(together.energy(), expected);
            }
        }
    }

    #[test]
    fn barriers_are_differences_of_total_energies() {
        for (structure, shells) in
            [(Structure::Sc, 2), (Structure::Bcc, 2), (Structure::Fcc, 3), (Structure::Hcp, 4)]
        {
            for cells in [[5, 6, 4], [2, 2, 2], [2, 3, 4]] {
                let room = Lattice::new(structure, cells).expect("a lattice");
                // If shells reach the next image of a site itself, take fewer.
                let max = (1..=shells)
                    .filter(|count| {
                        Neighbors::new(room, &structure.shells(*count).concat()).is_ok()
                    })
                    .max();
                barriers_are_differences(room, max.expect("nearest neighbors"));
            }
        }
        let square = Lattice::new(Structure::Square, [3, 4, 1]).expect("a lattice");
        barriers_are_differences(square, 2);
    }

    #[test]
    fn iron_and_copper() {
        let lattice = Lattice::new(Structure::Bcc, [6, 6, 6]).expect("a lattice");
        let model = PairModel::iron_copper(lattice).expect("there is room");
        assert_eq!(model.energy(&Configuration::new(lattice)), Some(-4.277 * 432.0));
        let vacancy = lattice.site_at([4, 4, 4]).expect("a site");
        // The binding of the vacancy to copper: the two apart, minus both together.
        let energy = |atoms: &[(Site, u8)]| {
            let mut configuration = Configuration::new(lattice);
            for (site, species) in atoms {
                configuration.set(*site, Species(*species));
            }
            model.total(&configuration)
        };
        for (vector, binding) in [([1, 1, 1], 70), ([2, 0, 0], 57)] {
            let copper = lattice.neighbor(vacancy, vector);
            let apart = energy(&[(vacancy, 1)]) + energy(&[(copper, 2)]) - energy(&[]);
            assert_eq!(apart - energy(&[(vacancy, 1), (copper, 2)]), binding * 1_000_000_000);
        }
        assert_eq!((model.reach().len(), model.around.offsets().len()), (14, 58));
    }

    #[test]
    fn bad_parameters_are_named() {
        let lattice = Lattice::new(Structure::Bcc, [4, 4, 4]).expect("a lattice");
        let error = |change: fn(&mut PairParameters)| {
            let mut parameters = PairParameters::iron_copper();
            change(&mut parameters);
            PairModel::new(lattice, &parameters).expect_err("bad").to_string()
        };
        assert!(error(|p| p.pairs[1][0][2] = 0.5).contains("shell 1: expected the same energy"));
        assert!(error(|p| p.pairs[0][1].truncate(2)).contains("expected 3 entries, got 2"));
        assert!(error(|p| p.migration.push(0.6)).contains("expected 4 entries, got 3"));
        assert!(error(|p| p.migration[0] = f64::NAN).contains("got NaN"));
        let message = error(|p| p.migration[2] = -0.4);
        assert!(message.contains("species 2: expected 0 eV or more, got -0.4"), "{message}");
        assert!(error(|p| p.pairs.clear()).contains("shells"));
        let small = Lattice::new(Structure::Bcc, [4, 4, 1]).expect("a lattice");
        let error = PairModel::iron_copper(small).expect_err("too small");
        assert!(matches!(error, ModelError::Offset(_)));
    }
}
