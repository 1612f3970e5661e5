//! The atoms at the end of a run.

use zobrist_lattice::{Configuration, Species};

use super::views::VACANCY;

/// The species on every site, with what they are called and where they are.
#[derive(Clone, Debug)]
pub(super) struct Atoms {
    pub(super) configuration: Configuration,
    /// In Å.
    pub(super) constant: f64,
    pub(super) names: Vec<String>,
}

impl Atoms {
    pub(super) fn new(configuration: Configuration, constant: f64, names: &[String]) -> Atoms {
        Atoms { configuration, constant, names: names.to_vec() }
    }

    /// The symbols, by site. Symbols of vacancies, `X`, are optional.
    pub(super) fn symbols(&self, vacancies: bool) -> Vec<&str> {
        let occupants = self.configuration.occupants().iter();
        let shown = occupants.filter(|species| vacancies || **species != Species::VACANCY);
        shown
            .map(|species| match *species {
                Species::VACANCY => VACANCY,
                species => self.names[species.index()].as_str(),
            })
            .collect()
    }

    /// The coordinates in Å, by site.
    pub(super) fn positions(&self, vacancies: bool) -> Vec<f64> {
        let lattice = self.configuration.lattice();
        let sites = lattice.sites().zip(self.configuration.occupants());
        let shown = sites.filter(|(_, species)| vacancies || **species != Species::VACANCY);
        shown.flat_map(|(site, _)| self.in_angstrom(lattice.position(site))).collect()
    }

    /// The axes of the box in Å, one after the other.
    pub(super) fn cell(&self) -> Vec<f64> {
        let lattice = self.configuration.lattice();
        let axes = (0..3).flat_map(|axis| {
            let mut fine = [0; 3];
            fine[axis] = lattice.structure().period()[axis] * lattice.cells()[axis] as i32;
            self.in_angstrom(fine)
        });
        axes.collect()
    }

    fn in_angstrom(&self, fine: [i32; 3]) -> [f64; 3] {
        self.configuration.lattice().structure().cartesian(fine).map(|x| x * self.constant)
    }
}
