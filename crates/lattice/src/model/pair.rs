//! Energies of pairs on a few shells.

use super::error::{checked, migration};
use super::{Jump, Model, ModelError, barrier, fingerprint};
use crate::configuration::Configuration;
use crate::lattice::Lattice;
use crate::neighbours::Neighbours;
use crate::species::Species;
use crate::structure::{Offset, Structure};

/// The energies of a [`PairModel`], in eV. Tables are by [`Species`]: the host, the vacancy and
/// the solutes.
#[derive(Clone, Debug, PartialEq)]
pub struct PairParameters {
    /// For each shell of neighbours, nearest first, the energy of a pair of species; a
    /// square and symmetric table.
    pub pairs: Vec<Vec<Vec<f64>>>,
    /// The migration energy of an atom of each species. That of the vacancy is not used.
    pub migration: Vec<f64>,
}

impl PairParameters {
    /// Iron, the vacancy and copper, pairs on two shells of bcc: Vincent, Becquart and Domain
    /// (2008), as distributed with OpenKMC.
    pub fn iron_copper() -> PairParameters {
        // By rows: Fe, vacancy, Cu.
        let first = [[-0.611, -0.163, -0.480], [-0.163, 0.126, -0.102], [-0.480, -0.102, -0.414]];
        let second = [[-0.611, -0.163, -0.571], [-0.163, -0.014, -0.180], [-0.571, -0.180, -0.611]];
        PairParameters {
            pairs: [first, second].iter().map(|shell| shell.map(Vec::from).to_vec()).collect(),
            migration: vec![0.65, 0.0, 0.56],
        }
    }

    /// How many species there are.
    pub fn species(&self) -> usize {
        self.migration.len()
    }
}

/// Energies of pairs: E = ½ Σ ε(shell, species, species) over all sites and their
/// neighbours. A jump of an atom of species X has the barrier E_m(X) + ΔE/2, ΔE being the
/// energy after the exchange less that before.
///
/// In a box so small that several neighbours are one site, each counts.
///
/// ```
/// use zobrist_lattice::model::{Jump, Model, PairModel};
/// use zobrist_lattice::{Configuration, Lattice, Species, Structure};
///
/// let lattice = Lattice::new(Structure::Bcc, [8, 8, 8])?;
/// let model = PairModel::iron_copper(lattice)?;
/// let mut iron = Configuration::new(lattice);
/// assert_eq!(model.energy(&iron), Some(1024.0 * -4.277)); // 4 · 0.611 + 3 · 0.611 a site
///
/// let vacancy = lattice.site_at([0, 0, 0]).unwrap();
/// let to = lattice.neighbour(vacancy, [1, 1, 1]);
/// iron.set(vacancy, Species::VACANCY);
/// assert_eq!(model.barrier(&iron, Jump { vacancy, to, direction: 7 }), 0.65); // the energy is as before
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PairModel {
    reach: Vec<Offset>,
    /// The sites around the vacancy that any jump depends on.
    around: Neighbours,
    /// Those in reach of the vacancy: shell and place.
    near: Vec<(usize, usize)>,
    directions: Vec<Direction>,
    species: usize,
    /// In units: by shell, species and species.
    pairs: Vec<i64>,
    migration: Vec<i64>,
}

/// What a jump in one direction depends on besides the sites in reach of the vacancy.
#[derive(Clone, Debug)]
struct Direction {
    /// The place of the atom around the vacancy.
    atom: usize,
    /// The shells at which the atom stands around the vacancy: several, where images
    /// of it do.
    bonds: Vec<usize>,
    /// The neighbours of the atom but the vacancy: shell and place around the vacancy.
    beyond: Vec<(usize, usize)>,
}

impl PairModel {
    /// Iron with copper and vacancies on bcc: [`PairParameters::iron_copper`].
    ///
    /// # Errors
    /// When the box is so small that a neighbour of a site is the site itself.
    ///
    /// # Panics
    /// When the lattice is not bcc.
    pub fn iron_copper(lattice: Lattice) -> Result<PairModel, ModelError> {
        assert_eq!(lattice.structure(), Structure::Bcc, "iron and copper are on bcc");
        PairModel::new(lattice, &PairParameters::iron_copper())
    }

    /// The model on a lattice.
    ///
    /// # Errors
    /// When the tables do not fit each other, an energy is not finite or above 1,000 eV, or
    /// the box is so small that a neighbour of a site is the site itself.
    pub fn new(lattice: Lattice, parameters: &PairParameters) -> Result<PairModel, ModelError> {
        let species = parameters.species();
        let migration = migration(&parameters.migration, species)?;
        let pairs = table(parameters, species)?;
        let structure = lattice.structure();
        let shells = structure.shells(parameters.pairs.len());
        let reach = shells.concat();
        Neighbours::new(lattice, &reach)?;
        let centre = lattice.sites().next().expect("a lattice has a site");
        let site = |way: Offset| lattice.neighbour(centre, way);
        // Farther sites may be the vacancy again; with it, nothing changes.
        let mut offsets = structure.around_defect(&reach);
        offsets.retain(|way| site(*way) != centre);
        let place = |way: Offset| offsets.iter().position(|other| *other == way);
        let shell_of = |way: Offset| shells.iter().position(|shell| shell.contains(&way));
        let direction = |way: Offset| Direction {
            atom: place(way).expect("a jump leads to another site"),
            bonds: reach
                .iter()
                .filter(|to| site(**to) == site(way))
                .filter_map(|to| shell_of(*to))
                .collect(),
            beyond: reach
                .iter()
                .filter_map(|next| Some((shell_of(*next)?, place(structure.after(way, *next))?)))
                .collect(),
        };
        let directions = structure.directions().into_iter().map(direction).collect();
        let near = offsets.iter().enumerate();
        let near = near.filter_map(|(place, way)| Some((shell_of(*way)?, place))).collect();
        let around = Neighbours::new(lattice, &offsets)?;
        Ok(PairModel { reach, around, near, directions, species, pairs, migration })
    }

    /// The energies of a shell with a species, by the other species.
    #[inline]
    fn row(&self, shell: usize, species: usize) -> &[i64] {
        &self.pairs[(shell * self.species + species) * self.species..][..self.species]
    }

    /// What the energy gains when an atom stands in the place of the vacancy, for all its bonds
    /// there.
    #[inline]
    fn filled(&self, occupants: &[Species], atom: usize) -> i64 {
        self.near.iter().map(|(shell, place)| self.gain(*shell, atom, occupants[*place])).sum()
    }

    /// What a bond gains when its one end becomes an atom and no longer a vacancy.
    #[inline]
    fn gain(&self, shell: usize, atom: usize, other: Species) -> i64 {
        let row = |species| self.row(shell, species)[other.index()];
        row(atom) - row(Species::VACANCY.index())
    }

    /// The barrier of a jump. `filled` is that of the atom, as if it stood in both places.
    #[inline]
    fn jump(&self, occupants: &[Species], direction: &Direction, filled: i64) -> f64 {
        let species = occupants[direction.atom];
        let atom = species.index();
        // The bonds between the two sites stay as they are.
        let bonds: i64 = direction.bonds.iter().map(|shell| self.gain(*shell, atom, species)).sum();
        let emptied = direction.beyond.iter();
        let emptied: i64 =
            emptied.map(|(shell, place)| self.gain(*shell, atom, occupants[*place])).sum();
        barrier(self.migration[atom], filled - bonds - emptied)
    }

    /// The energy in units of 10⁻¹² eV, by its definition.
    fn total(&self, configuration: &Configuration) -> i128 {
        let mut occupants = Vec::new();
        let mut twice = 0;
        for (site, species) in configuration.lattice().sites().zip(configuration.occupants()) {
            self.around.read(configuration, site, &mut occupants);
            for (shell, place) in &self.near {
                let row = self.row(*shell, species.index());
                twice += i128::from(row[occupants[*place].index()]);
            }
        }
        twice / 2
    }
}

impl Model for PairModel {
    fn lattice(&self) -> Lattice {
        self.around.lattice()
    }

    fn species(&self) -> usize {
        self.species
    }

    fn reach(&self) -> &[Offset] {
        &self.reach
    }

    fn barrier(&self, configuration: &Configuration, jump: Jump) -> f64 {
        let mut occupants = Vec::with_capacity(self.around.offsets().len());
        self.around.read(configuration, jump.vacancy, &mut occupants);
        let direction = &self.directions[jump.direction];
        let filled = self.filled(&occupants, occupants[direction.atom].index());
        self.jump(&occupants, direction, filled)
    }

    fn barriers(&self, configuration: &Configuration, jumps: &[Jump], barriers: &mut Vec<f64>) {
        let mut occupants = Vec::with_capacity(self.around.offsets().len());
        for jumps in jumps.chunk_by(|a, b| a.vacancy == b.vacancy) {
            self.around.read(configuration, jumps[0].vacancy, &mut occupants);
            // Most atoms around are of one species.
            let mut last = (usize::MAX, 0);
            for jump in jumps {
                let direction = &self.directions[jump.direction];
                let atom = occupants[direction.atom].index();
                if last.0 != atom {
                    last = (atom, self.filled(&occupants, atom));
                }
                barriers.push(self.jump(&occupants, direction, last.1));
            }
        }
    }

    fn fingerprint(&self) -> u64 {
        let shape = [self.species as u64, self.reach.len() as u64];
        let energies = self.pairs.iter().chain(&self.migration).map(|energy| *energy as u64);
        fingerprint("pairs", shape.into_iter().chain(energies))
    }

    fn energy(&self, configuration: &Configuration) -> Option<f64> {
        Some(self.total(configuration) as f64 / super::UNITS_PER_EV)
    }
}

/// The energies of all pairs in units, by shell, species and species.
fn table(parameters: &PairParameters, species: usize) -> Result<Vec<i64>, ModelError> {
    let length = |what, expected, got| match got == expected {
        true => Ok(()),
        false => Err(ModelError::Length { what, expected, got }),
    };
    if !(2..=256).contains(&species) {
        let what = "species (the host, the vacancy and at most 254 solutes)";
        return Err(ModelError::Length { what, expected: 2, got: species });
    }
    if parameters.pairs.is_empty() {
        return Err(ModelError::Length { what: "shells with energies", expected: 1, got: 0 });
    }
    let mut pairs = Vec::new();
    for (shell, table) in parameters.pairs.iter().enumerate() {
        length("a table of pair energies", species, table.len())?;
        for (a, row) in table.iter().enumerate() {
            length("a row of pair energies", species, row.len())?;
            for (b, energy) in row.iter().enumerate() {
                pairs.push(checked("a pair energy", *energy)?);
                // A row before was of the right length.
                if b < a && table[b][a] != *energy {
                    let got = [*energy, table[b][a]];
                    return Err(ModelError::Asymmetric { shell, species: [a, b], got });
                }
            }
        }
    }
    Ok(pairs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::Site;
    use crate::random::below;
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

    /// Every barrier against the total energy before and after.
    fn barriers_are_differences(lattice: Lattice, shells: usize) {
        let parameters = odd(shells, 4);
        let model = PairModel::new(lattice, &parameters).expect("there is room");
        let ways = lattice.structure().directions();
        let mut random = Xoshiro256PlusPlus::new(9);
        for _ in 0..8 {
            let mut configuration = Configuration::new(lattice);
            for site in lattice.sites() {
                configuration.set(site, Species(below(&mut random, 4) as u8));
            }
            let vacancy = Site(below(&mut random, lattice.len() as u64) as u32);
            configuration.set(vacancy, Species::VACANCY);
            let to = |direction: usize| lattice.neighbour(vacancy, ways[direction]);
            let jumps: Vec<Jump> = (0..ways.len())
                .map(|direction| Jump { vacancy, to: to(direction), direction })
                .filter(|jump| configuration.occupant(jump.to) != Species::VACANCY)
                .collect();
            let mut together = Vec::new();
            model.barriers(&configuration, &jumps, &mut together);
            for (jump, together) in jumps.iter().zip(together) {
                let mut after = configuration.clone();
                after.exchange(jump.vacancy, jump.to);
                let change = model.total(&after) - model.total(&configuration);
                let atom = configuration.occupant(jump.to).index();
                let expected = barrier(model.migration[atom], change as i64);
                assert_eq!(model.barrier(&configuration, *jump), expected, "{lattice} {jump:?}");
                assert_eq!(together, expected);
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
                // Where shells reach the next image of a site itself, take fewer.
                let most = (1..=shells)
                    .filter(|count| {
                        Neighbours::new(room, &structure.shells(*count).concat()).is_ok()
                    })
                    .max();
                barriers_are_differences(room, most.expect("nearest neighbours"));
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
        // The binding of the vacancy to copper: two alone, less both together.
        let energy = |atoms: &[(Site, u8)]| {
            let mut configuration = Configuration::new(lattice);
            for (site, species) in atoms {
                configuration.set(*site, Species(*species));
            }
            model.total(&configuration)
        };
        for (way, binding) in [([1, 1, 1], 70), ([2, 0, 0], 57)] {
            let copper = lattice.neighbour(vacancy, way);
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
        assert!(error(|p| p.pairs.clear()).contains("shells"));
        let small = Lattice::new(Structure::Bcc, [4, 4, 1]).expect("a lattice");
        let error = PairModel::iron_copper(small).expect_err("too small");
        assert!(matches!(error, ModelError::Offset(_)));
    }
}
