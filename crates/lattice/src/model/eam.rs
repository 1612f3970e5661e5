//! Energies of the embedded-atom method, with every atom on its lattice site.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use super::barrier::{Barrier, UNITS_PER_EV, barrier, reverse_barrier, units};
use super::error::{ModelError, checked, migration};
use super::interface::{EvaluationError, Jump, Model, SharedModel};
use super::setfl::Setfl;
use crate::bytes::fingerprint;
use crate::configuration::{Configuration, Species};
use crate::lattice::{Lattice, Site};
use crate::model::substitution::SubstitutionEnergy;
use crate::neighbors::Neighbors;
use crate::structure::{Offset, Structure};

/// The embedded-atom method (M. S. Daw and M. I. Baskes, Physical Review B 29, 1984,
/// pp. 6443–6453) on a rigid lattice: E = Σ F(ρ_i) + ½ Σ φ(r_ij), ρ_i = Σ ρ(r_ij), over the atoms
/// on their sites; a vacancy contributes nothing. In the form of M. W. Finnis and J. E. Sinclair
/// (Philosophical Magazine A 50, 1984, pp. 45–55), generalized to alloys as in files of
/// [`SetflForm::FinnisSinclair`](super::SetflForm), the density ρ(r_ij) at atom i depends on both
/// its own species and that of atom j. A jump of an atom of species X has the barrier
/// E_m(X) + ΔE/2: atoms do not relax, and the saddle point enters through E_m alone.
///
/// ```
/// use zobrist_lattice::model::{EamModel, Model, Setfl};
/// use zobrist_lattice::{Configuration, Lattice, Structure};
///
/// // F(ρ) = −ρ and ρ(r) = 1/8 up to r = 3, no pairs: the energy of an atom is −1 for eight
/// // neighbors.
/// let file = "a\nb\nc\n1 Xx\n4 1.0 4 1.0 3.0\n\
///             0 1.0 2.0 bcc\n0 -1 -2 -3\n.125 .125 .125 .125\n0 0 0 0\n";
/// let potential = Setfl::read(file.as_bytes())?;
/// let lattice = Lattice::new(Structure::Bcc, [4, 4, 4])?;
/// // At 2.9 Å, second neighbors stand within the cutoff too.
/// let model = EamModel::new(lattice, 3.1, &potential, &[Some(0), None], &[0.65, 0.0])?;
/// assert_eq!(model.energy(&Configuration::new(lattice)), Some(-128.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct EamModel {
    reach: Vec<Offset>,
    /// The sites within the cutoff, and the shell of each.
    near: Neighbors,
    shells: Vec<usize>,
    potential: Setfl,
    elements: Vec<Option<usize>>,
    /// The density that an atom adds at a site of a shell, by shell and species, in units of 1 /
    /// `scale`: one table for all that feel it, or one for each species that does.
    densities: Vec<i64>,
    /// The length of such a table; 0 where there is one for all.
    densities_apart: usize,
    scale: f64,
    /// φ in units, by shell, species and species.
    pairs: Vec<i64>,
    migration: Vec<i64>,
    /// The last density of the tables of F(ρ), in units of 1 / `scale`.
    last_density: i64,
    /// Distance in Å of the nearest atoms within the cutoff that are beyond the tables of ρ(r) and
    /// r·φ(r), if there are any.
    beyond_distances: Option<f64>,
    /// Common to all clones.
    outside: Arc<Outside>,
}

impl EamModel {
    /// Creates the model of a potential on a lattice whose constant is `lattice_constant`, in Å.
    ///
    /// `elements` has an entry for each [`Species`]: its element, counted from 0 in the order of
    /// the file, or none; the vacancy has none. `migration` has the migration energy of each
    /// species in eV, 0 or more; that of the vacancy is not used.
    ///
    /// # Errors
    /// When the lists do not match, a number is not sensible (energies at the densities that a site
    /// can have: up to 1,000 eV), the cutoff is below the nearest neighbors or above 10 lattice
    /// constants, or the box is so small that an atom sees itself.
    pub fn new(
        lattice: Lattice,
        lattice_constant: f64,
        potential: &Setfl,
        elements: &[Option<usize>],
        migration_energies: &[f64],
    ) -> Result<EamModel, ModelError> {
        let count = potential.elements().len();
        if let Some(got) = elements.iter().flatten().find(|element| **element >= count) {
            return Err(ModelError::NoElement { elements: count, got: *got });
        }
        let species = elements.len();
        if species < 2 || elements[Species::VACANCY.index()].is_some() {
            let what = "elements (of the host, none for the vacancy, then of the solutes)";
            return Err(ModelError::Length { what, expected: 2, got: species });
        }
        let migration = migration(migration_energies, species)?;
        if !(lattice_constant > 0.0 && lattice_constant.is_finite()) {
            return Err(ModelError::Value { what: "the lattice constant", got: lattice_constant });
        }
        let structure = lattice.structure();
        let cutoff = potential.cutoff() / lattice_constant;
        let offsets = if cutoff <= 10.0 { structure.within(cutoff) } else { Vec::new() };
        if offsets.len() < structure.directions().len() {
            return Err(ModelError::Cutoff { got: cutoff });
        }
        let near = Neighbors::new(lattice, &offsets)?;

        let shells: Vec<&[Offset]> =
            offsets.chunk_by(|a, b| structure.norm(*a) == structure.norm(*b)).collect();
        let distances: Vec<f64> =
            shells.iter().map(|shell| structure.distance(shell[0]) * lattice_constant).collect();
        let sizes = shells.iter().enumerate();
        let shells: Vec<usize> = sizes.flat_map(|(at, shell)| vec![at; shell.len()]).collect();
        let of = |element: Option<usize>, value: &dyn Fn(usize) -> f64| element.map_or(0.0, value);
        let depends = potential.density_depends_on_receiver();
        // Where any element feels the same, the first stands for all.
        let receivers = if depends { elements } else { &[Some(0)] };
        let mut plain: Vec<f64> = Vec::new();
        for at in receivers {
            for r in &distances {
                let density = |from: &Option<usize>| {
                    of(*at, &|at| of(*from, &|from| potential.density(at, from, *r)))
                };
                plain.extend(elements.iter().map(density));
            }
        }
        let densities_apart = if depends { distances.len() * species } else { 0 };
        let largest = plain.iter().fold(0.0f64, |max, density| max.max(density.abs()));
        if !largest.is_finite() {
            return Err(ModelError::Value { what: "a density", got: largest });
        }
        for (at, element) in elements.iter().enumerate() {
            let Some(element) = element else { continue };
            // No atom of this species feels a density beyond these; the energies there must be
            // small enough to be summed.
            let (mut low, mut high) = (0.0, 0.0);
            for shell in &shells {
                let densities = &plain[at * densities_apart + shell * species..][..species];
                low += densities.iter().fold(0.0, |low: f64, density| low.min(*density));
                high += densities.iter().fold(0.0, |high: f64, density| high.max(*density));
            }
            for part in 0..=1000 {
                let density = low + (high - low) * f64::from(part) / 1000.0;
                checked("an embedding energy", potential.embedding(*element, density))?;
            }
        }
        // A power of two, so that whole numbers below 2⁵² represent densities; fewer bits if the
        // sum of many would not fit, or if the power would be infinite.
        let bits = (61.0 - (offsets.len() as f64).log2().ceil()).min(51.0);
        let power = (bits - largest.log2().floor()).min(1023.0);
        let scale = if largest > 0.0 { power.exp2() } else { 1.0 };
        let densities = plain.iter().map(|density| (density * scale).round() as i64).collect();
        let mut pairs = Vec::new();
        for r in &distances {
            for a in elements {
                for b in elements {
                    let energy = of(*a, &|a| of(*b, &|b| potential.pair(a, b, *r)));
                    pairs.push(checked("a pair energy", energy)?);
                }
            }
        }
        let mut reach = around_twice(structure, &offsets);
        reach.retain(|offset| *offset != [0; 3]);
        let last_density = (potential.last_density() * scale) as i64;
        let beyond_distances = distances.into_iter().find(|r| *r > potential.last_distance());
        let (potential, elements) = (potential.clone(), elements.to_vec());
        Ok(EamModel {
            reach,
            near,
            shells,
            potential,
            elements,
            densities,
            densities_apart,
            scale,
            pairs,
            migration,
            last_density,
            beyond_distances,
            outside: Arc::default(),
        })
    }

    /// F of an atom at a site where the densities add up to `density`, in units.
    fn embedding(&self, species: Species, density: i64) -> i64 {
        let Some(element) = self.elements[species.index()] else { return 0 };
        if !(0..=self.last_density).contains(&density) {
            self.outside.note(density);
        }
        units(self.potential.embedding(element, density as f64 / self.scale))
    }

    /// The density that an atom of `from` on a shell adds at an atom of `at`.
    #[inline]
    fn density(&self, at: Species, shell: usize, from: Species) -> i64 {
        let table = at.index() * self.densities_apart;
        self.densities[table + shell * self.elements.len() + from.index()]
    }

    #[inline]
    fn pair(&self, shell: usize, a: Species, b: Species) -> i64 {
        let count = self.elements.len();
        self.pairs[(shell * count + a.index()) * count + b.index()]
    }

    /// The sites around one, each with its shell.
    fn around(&self, site: Site) -> impl Iterator<Item = (usize, Site)> {
        self.shells.iter().copied().zip(self.near.sites(site))
    }

    /// The density at an atom on a site, and its pairs, where `occupant` gives the species on each
    /// other site.
    fn at(&self, site: Site, atom: Species, occupant: impl Fn(Site) -> Species) -> (i64, i64) {
        let densities = &self.densities[atom.index() * self.densities_apart..];
        self.around(site).fold((0, 0), |(density, pairs), (shell, other)| {
            let other = occupant(other);
            let added = densities[shell * self.elements.len() + other.index()];
            (density + added, pairs + self.pair(shell, atom, other))
        })
    }

    /// Returns the barrier of a jump in eV.
    #[must_use]
    pub fn barrier(&self, configuration: &Configuration, jump: Jump) -> f64 {
        let Jump { vacancy, to, direction } = jump;
        let lattice = self.near.lattice();
        debug_assert_eq!(
            lattice.neighbor(vacancy, lattice.structure().directions()[direction]),
            to
        );
        let atom = configuration.occupant(to);
        let before = |site| configuration.occupant(site);
        let after = |site| match site {
            _ if site == vacancy => atom,
            _ if site == to => Species::VACANCY,
            _ => configuration.occupant(site),
        };
        let (density_before, pairs_before) = self.at(to, atom, before);
        let (density_after, pairs_after) = self.at(vacancy, atom, after);
        let mut change = pairs_after - pairs_before;
        change += self.embedding(atom, density_after) - self.embedding(atom, density_before);
        let mut seen: Vec<Site> = self.near.sites(vacancy).chain(self.near.sites(to)).collect();
        seen.sort_unstable();
        seen.dedup();
        for site in seen.into_iter().filter(|site| *site != vacancy && *site != to) {
            let species = configuration.occupant(site);
            if species != Species::VACANCY {
                let (before, _) = self.at(site, species, before);
                let (after, _) = self.at(site, species, after);
                if before != after {
                    change += self.embedding(species, after) - self.embedding(species, before);
                }
            }
        }
        barrier(self.migration[atom.index()], change)
    }

    /// Returns the [notes](Setfl::notes) on the potential, and what was computed outside its tables
    /// so far, by this model or its clones.
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings: Vec<String> =
            self.potential.notes().iter().map(ToString::to_string).collect();
        if let Some(distance) = self.beyond_distances {
            warnings.push(format!(
                "expected tables of ρ(r) and r·φ(r) up to the cutoff, {} Å, got them up to {} Å, and \
                 atoms {distance} Å apart; beyond the tables their last values are taken, as LAMMPS \
                 does",
                self.potential.cutoff(),
                self.potential.last_distance()
            ));
        }
        warnings.extend(self.outside.warnings(self.potential.last_density(), self.scale));
        warnings
    }

    /// The energy in units of 10⁻¹² eV, by its definition.
    fn total(&self, configuration: &Configuration) -> i128 {
        let sites = configuration.lattice().sites().zip(configuration.occupants());
        let (mut embedding, mut twice) = (0, 0);
        for (site, species) in sites.filter(|(_, species)| **species != Species::VACANCY) {
            let (density, pairs) = self.at(site, *species, |site| configuration.occupant(site));
            embedding += i128::from(self.embedding(*species, density));
            twice += i128::from(pairs);
        }
        embedding + twice / 2
    }
}

impl Model for EamModel {
    fn lattice(&self) -> Lattice {
        self.near.lattice()
    }

    fn species_count(&self) -> usize {
        self.elements.len()
    }

    /// Returns what is within twice the cutoff: the energy of a neighbor depends on what it sees.
    fn reach(&self) -> &[Offset] {
        &self.reach
    }

    fn barrier(
        &mut self,
        configuration: &Configuration,
        jump: Jump,
    ) -> Result<Barrier, EvaluationError> {
        Ok(Barrier::new(EamModel::barrier(self, configuration, jump)))
    }

    fn reverse_barrier(&self, atom: Species, barrier: f64) -> Option<f64> {
        reverse_barrier(self.migration[atom.index()], barrier)
    }

    fn fingerprint(&self) -> u64 {
        let elements = self.elements.iter().map(|element| element.map_or(0, |e| e as u64 + 1));
        let numbers = self.densities.iter().chain(&self.pairs).chain(&self.migration);
        let words = [self.scale.to_bits()].into_iter().chain(elements);
        let words = words.chain(numbers.map(|number| *number as u64));
        fingerprint("eam", words.chain(self.potential.words()))
    }

    fn energy(&self, configuration: &Configuration) -> Option<f64> {
        Some(self.total(configuration) as f64 / UNITS_PER_EV)
    }

    fn warnings(&self) -> Vec<String> {
        EamModel::warnings(self)
    }
}

impl SharedModel for EamModel {
    fn shared_barriers(
        &self,
        configuration: &Configuration,
        jumps: &[Jump],
        barriers: &mut Vec<Barrier>,
    ) {
        let barrier = |jump: &Jump| Barrier::new(EamModel::barrier(self, configuration, *jump));
        barriers.extend(jumps.iter().map(barrier));
    }
}

/// The offsets of the sites reached by one or two of the offsets; zero may be among them.
fn around_twice(structure: Structure, offsets: &[Offset]) -> Vec<Offset> {
    let two = offsets.iter().flat_map(|a| offsets.iter().map(|b| structure.after(*a, *b)));
    let mut all: Vec<Offset> = offsets.iter().copied().chain(two).collect();
    all.sort_by_key(|offset| (structure.norm(*offset), *offset));
    all.dedup();
    all
}

/// The lowest and the highest density for which an embedding function was computed outside its
/// table; 0 if there was none on that side.
#[derive(Debug, Default)]
struct Outside {
    lowest: AtomicI64,
    highest: AtomicI64,
}

impl Outside {
    /// Notes a density below 0 or beyond the last of the tables.
    #[cold]
    fn note(&self, density: i64) {
        self.lowest.fetch_min(density, Ordering::Relaxed);
        self.highest.fetch_max(density, Ordering::Relaxed);
    }

    /// The warnings about densities in units of 1 / `scale`, where the tables end at `last`.
    fn warnings(&self, last: f64, scale: f64) -> Vec<String> {
        let [lowest, highest] =
            [&self.lowest, &self.highest].map(|it| it.load(Ordering::Relaxed) as f64 / scale);
        let mut warnings = Vec::new();
        if highest > 0.0 {
            warnings.push(format!(
                "expected densities at the sites up to {last}, where the tables of F(ρ) end, got some \
                 up to {highest}; beyond the tables F is the straight line with the slope at their \
                 ends, as LAMMPS does"
            ));
        }
        if lowest < 0.0 {
            warnings.push(format!(
                "expected densities at the sites of 0 or more, where the tables of F(ρ) begin, got \
                 some down to {lowest}; below 0 F is the cubic of the first interval, as LAMMPS does"
            ));
        }
        warnings
    }
}

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
