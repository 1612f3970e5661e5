//! The places of vacancies and atoms, and how far they came.

use std::collections::BTreeMap;

use super::settings::Tracking;
use crate::configuration::{Configuration, Species};
use crate::lattice::Site;
use crate::out_of_memory::{OutOfMemory, filled, room};
use crate::structure::Offset;

/// The number of a site whose atom is not followed.
const NONE: u32 = u32::MAX;

/// The atoms that are followed: numbered after the vacancies, solutes before atoms of the host,
/// each in the order of the sites at the start.
#[derive(Clone, Debug)]
pub(super) struct Atoms {
    vacancies: usize,
    solutes: usize,
    /// By number: the sites of vacancies and atoms.
    sites: Vec<Site>,
    /// By number, without the vacancies: the displacement from the first site, in fine units, as if
    /// the box had no end.
    pub(super) displacements: Vec<[i64; 3]>,
    /// By site: the number of what is there, or [`NONE`].
    numbers: Vec<u32>,
}

impl Atoms {
    /// Follows the atoms of a configuration, if any are to be followed.
    pub(super) fn new(
        configuration: &Configuration,
        vacancies: &[Site],
        tracking: Tracking,
    ) -> Result<Option<Atoms>, OutOfMemory> {
        if tracking == Tracking::Vacancies {
            return Ok(None);
        }
        let occupants = configuration.occupants();
        let solutes = occupants.iter().filter(|species| **species > Species::VACANCY).count();
        let followed = match tracking {
            Tracking::All => occupants.len(),
            _ => vacancies.len() + solutes,
        };
        let mut sites = room(followed)?;
        sites.extend_from_slice(vacancies);
        let lattice = configuration.lattice();
        let of = |is_followed: fn(Species) -> bool| {
            lattice.sites().filter(move |site| is_followed(occupants[site.index()]))
        };
        sites.extend(of(|species| species > Species::VACANCY));
        if tracking == Tracking::All {
            sites.extend(of(Species::is_host));
        }
        let mut atoms = Atoms {
            vacancies: vacancies.len(),
            solutes,
            displacements: filled([0; 3], followed - vacancies.len())?,
            numbers: filled(NONE, occupants.len())?,
            sites,
        };
        atoms.number();
        Ok(Some(atoms))
    }

    /// Writes the numbers onto the sites.
    fn number(&mut self) {
        for (number, site) in self.sites.iter().enumerate() {
            // There are fewer than 2³² sites.
            self.numbers[site.index()] = number as u32;
        }
    }

    /// Follows a vacancy that goes from one site to another along a vector, and the atom that comes
    /// from there.
    #[inline]
    pub(super) fn exchange(&mut self, from: Site, to: Site, vector: Offset) {
        let (vacancy, atom) = (self.numbers[from.index()], self.numbers[to.index()]);
        self.numbers.swap(from.index(), to.index());
        self.sites[vacancy as usize] = to;
        if atom != NONE {
            self.sites[atom as usize] = from;
            let displacement = &mut self.displacements[atom as usize - self.vacancies];
            (0..3).for_each(|axis| displacement[axis] -= i64::from(vector[axis]));
        }
    }

    /// The atoms that are elsewhere after some exchanges, as [`exchange`](Self::exchange) would
    /// make them: by number, without the vacancies, their sites and displacements.
    pub(super) fn after(
        &self,
        exchanges: impl Iterator<Item = (Site, Site, Offset)>,
    ) -> BTreeMap<usize, (Site, [i64; 3])> {
        let (mut numbers, mut moved) = (BTreeMap::new(), BTreeMap::new());
        for (from, to, vector) in exchanges {
            let [vacancy, atom] = [from, to]
                .map(|site| numbers.get(&site).copied().unwrap_or(self.numbers[site.index()]));
            numbers.extend([(from, atom), (to, vacancy)]);
            if atom != NONE {
                let number = atom as usize - self.vacancies;
                let (site, displacement) =
                    moved.entry(number).or_insert((from, self.displacements[number]));
                *site = from;
                (0..3).for_each(|axis| displacement[axis] -= i64::from(vector[axis]));
            }
        }
        moved
    }

    /// The sites of the solutes, by number.
    pub(super) fn solutes(&self) -> &[Site] {
        &self.sites[self.vacancies..][..self.solutes]
    }

    /// The sites of the vacancies, then those of the solutes.
    pub(super) fn others(&self) -> &[Site] {
        &self.sites[..self.vacancies + self.solutes]
    }

    /// The sites of all atoms, by number.
    pub(super) fn all(&self) -> &[Site] {
        &self.sites[self.vacancies..]
    }

    /// Puts the vacancies and all atoms on sites, by number; `None` if these are not the sites of
    /// such species, each once.
    pub(super) fn restore(
        &mut self,
        configuration: &Configuration,
        vacancies: &[Site],
        atoms: &[Site],
    ) -> Option<()> {
        if vacancies.len() != self.vacancies || vacancies.len() + atoms.len() != self.sites.len() {
            return None;
        }
        let occupants = configuration.occupants();
        for (number, site) in atoms.iter().enumerate() {
            let species = *occupants.get(site.index())?;
            let is_right = match number < self.solutes {
                true => species > Species::VACANCY,
                false => species.is_host(),
            };
            if !is_right {
                return None;
            }
        }
        self.sites.clear();
        self.sites.extend_from_slice(vacancies);
        self.sites.extend_from_slice(atoms);
        self.numbers.fill(NONE);
        self.number();
        // If a site is named twice, only the second number stands there.
        let stands = |(number, site): (usize, &Site)| self.numbers[site.index()] == number as u32;
        self.sites.iter().enumerate().all(stands).then_some(())
    }
}
