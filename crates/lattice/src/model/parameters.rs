//! Tables of pair energies.

use super::error::{ModelError, checked};

/// The energies of a [`PairModel`](super::PairModel), in eV. Tables are by
/// [`Species`](crate::Species): the host, the vacancy and the solutes.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PairParameters {
    /// For each shell of neighbors, nearest first, the energy of a pair of species: a square,
    /// symmetric table.
    pub pairs: Vec<Vec<Vec<f64>>>,
    /// The migration energy of an atom of each species, 0 or more. The entry of the vacancy is not
    /// used.
    pub migration: Vec<f64>,
}

impl PairParameters {
    /// Creates tables of pairs by shell, and migration energies by species, in eV.
    /// [`PairModel::new`](super::PairModel::new) checks them.
    #[must_use]
    pub const fn new(pairs: Vec<Vec<Vec<f64>>>, migration: Vec<f64>) -> PairParameters {
        PairParameters { pairs, migration }
    }

    /// Returns the energies of iron, the vacancy and copper, with pairs on two shells of bcc:
    /// Vincent, Becquart and Domain (2008), as distributed with OpenKMC.
    #[must_use]
    pub fn iron_copper() -> PairParameters {
        // By rows: Fe, vacancy, Cu.
        let first = [[-0.611, -0.163, -0.480], [-0.163, 0.126, -0.102], [-0.480, -0.102, -0.414]];
        let second = [[-0.611, -0.163, -0.571], [-0.163, -0.014, -0.180], [-0.571, -0.180, -0.611]];
        PairParameters {
            pairs: [first, second].iter().map(|shell| shell.map(Vec::from).to_vec()).collect(),
            migration: vec![0.65, 0.0, 0.56],
        }
    }

    /// Returns the number of species, the host and the vacancy included.
    #[must_use]
    pub fn species_count(&self) -> usize {
        self.migration.len()
    }

    /// The energies of all pairs in units, by shell, species and species.
    pub(super) fn units(&self) -> Result<Vec<i64>, ModelError> {
        let species = self.species_count();
        let length = |what, expected, got| match got == expected {
            true => Ok(()),
            false => Err(ModelError::Length { what, expected, got }),
        };
        if !(2..=256).contains(&species) {
            let what = "species (the host, the vacancy and at most 254 solutes)";
            return Err(ModelError::Length { what, expected: 2, got: species });
        }
        let shells = self.pairs.len();
        if !(1..=200).contains(&shells) {
            let what = "shells with energies (at most 200)";
            return Err(ModelError::Length { what, expected: 1, got: shells });
        }
        let mut pairs = Vec::new();
        for (shell, table) in self.pairs.iter().enumerate() {
            length("a table of pair energies", species, table.len())?;
            for (a, row) in table.iter().enumerate() {
                length("a row of pair energies", species, row.len())?;
                for (b, energy) in row.iter().enumerate() {
                    pairs.push(checked("a pair energy", *energy)?);
                    // An earlier row had the right length.
                    if b < a && table[b][a] != *energy {
                        let got = [*energy, table[b][a]];
                        return Err(ModelError::Asymmetric { shell, species: [a, b], got });
                    }
                }
            }
        }
        Ok(pairs)
    }
}
