//! Observables of the vacancies and atoms of a simulation.

use super::simulation::Kmc;
use crate::configuration::Species;
use crate::lattice::Site;
use crate::model::Model;

impl<M: Model> Kmc<M> {
    /// Returns the sites of the vacancies, by their numbers.
    pub fn vacancies(&self) -> &[Site] {
        &self.rates.sites
    }

    /// Returns the displacement of a vacancy from where it began, in fine units, as if the box had
    /// no end. Within a basin that is left in one step, whole turns around the box are not counted,
    /// and it is not known whether two vacancies have exchanged places.
    ///
    /// # Panics
    /// When there is no such vacancy.
    pub fn displacement(&self, vacancy: usize) -> [i64; 3] {
        self.displacements[vacancy]
    }

    /// Returns the sites of all solutes, in the order of the atoms' sites at the start: an atom
    /// keeps its place in the list.
    ///
    /// # Panics
    /// When no atoms are followed ([`Settings::tracking`](crate::Settings::tracking)).
    pub fn solutes(&self) -> &[Site] {
        self.atoms.as_ref().expect(UNTRACKED).solutes()
    }

    /// Returns the sites of all vacancies, then those of all solutes: the list that
    /// [`Model::energy_of`] takes.
    ///
    /// # Panics
    /// When no atoms are followed ([`Settings::tracking`](crate::Settings::tracking)).
    pub fn others(&self) -> &[Site] {
        self.atoms.as_ref().expect(UNTRACKED).others()
    }

    /// Returns the displacements of all vacancies or atoms of a species from where they began, in
    /// fine units, as if the box had no end, each time in the same order:
    /// [`places_of`](Kmc::places_of) without the sites.
    ///
    /// # Panics
    /// When atoms of the species are not followed
    /// ([`Settings::tracking`](crate::Settings::tracking)).
    pub fn displacement_of(&self, species: Species) -> impl Iterator<Item = [i64; 3]> {
        self.places_of(species).map(|(_, displacement)| displacement)
    }

    /// Returns the sites of all vacancies or atoms of a species, and their displacements from where
    /// they began, in fine units, as if the box had no end, each time in the same order. Within a
    /// basin, atoms have the limits of [`displacement`](Kmc::displacement), too: as atoms of one
    /// species are not told apart, it is not known which of them has gone to which place.
    ///
    /// Costs a pass over the solutes; for the host, over its atoms.
    ///
    /// ```
    /// use zobrist_lattice::model::PairModel;
    /// use zobrist_lattice::{Configuration, Kmc, Lattice, Settings, Site, Species, Structure};
    ///
    /// let lattice = Lattice::new(Structure::Bcc, [4, 4, 4])?;
    /// let mut iron = Configuration::new(lattice);
    /// iron.set(Site(0), Species::VACANCY);
    /// let mut kmc = Kmc::new(PairModel::iron_copper(lattice)?, iron, Settings::new(600.0, 1))?;
    /// kmc.run(2)?;
    /// let (site, displacement) = kmc.places_of(Species::VACANCY).next().unwrap();
    /// // In bcc, a cell has 2 fine units along each axis.
    /// let place = displacement.map(|along| along.rem_euclid(4 * 2) as i32);
    /// assert_eq!(lattice.position(site), place);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// When atoms of the species are not followed
    /// ([`Settings::tracking`](crate::Settings::tracking)).
    pub fn places_of(&self, species: Species) -> impl Iterator<Item = (Site, [i64; 3])> {
        let of_vacancies = match species {
            Species::VACANCY => &self.displacements[..],
            _ => &[],
        };
        let atoms = (species != Species::VACANCY).then(|| {
            let atoms = self.atoms.as_ref().expect(UNTRACKED);
            let (solutes, all) = (atoms.solutes().len(), atoms.all());
            let hosts = self.configuration().occupants().len() - atoms.others().len();
            assert!(!species.is_host() || all.len() - solutes == hosts, "{UNTRACKED}");
            let numbers = if species.is_host() { solutes..all.len() } else { 0..solutes };
            let displacements = &atoms.displacements[numbers.clone()];
            all[numbers].iter().zip(displacements)
        });
        let is_of = move |site: &Site| self.configuration().occupant(*site) == species;
        let of_atoms = atoms.into_iter().flatten().filter(move |(site, _)| is_of(site));
        let of_vacancies = self.vacancies().iter().zip(of_vacancies);
        of_vacancies.chain(of_atoms).map(|(site, displacement)| (*site, *displacement))
    }

    /// Returns the free time per pure site up to the present [`time`](Kmc::time): ∫ n / N dt, where
    /// n is the number of vacancies that have the host alone in their first two shells, and N the
    /// number of pure sites, on which a vacancy would have, vacancies taken for the host
    /// ([`PureSites::count`](crate::observables::PureSites::count) with the solutes). Both are
    /// those of each moment; while there are no pure sites, nothing is added. The time at each
    /// temperature counts `weight(temperature in K)` times. In s if `weight` is a number without a
    /// unit, as `|_| 1.0`; then it is the mean concentration of vacancies in the matrix, times the
    /// time.
    ///
    /// A step that leaves a basin counts with the mean parts of the time that its states take, so
    /// that the mean is right; a part of its time, in proportion.
    ///
    /// # Panics
    /// When free time is not added up
    /// ([`Settings::track_free_time`](crate::Settings::track_free_time)).
    pub fn free_time_per_site_over(&self, weight: impl Fn(f64) -> f64) -> f64 {
        self.free_time_per_site_at(self.time(), weight)
    }

    /// Returns what [`free_time_per_site_over`](Kmc::free_time_per_site_over) will be at a time, in
    /// s, if no step happens before: what it is at `time` when [`step_until`](Kmc::step_until) has
    /// returned `None` for it. For a time that is past, returns the present value. With a weight
    /// that is not negative, it never decreases.
    ///
    /// # Panics
    /// As [`free_time_per_site_over`](Kmc::free_time_per_site_over).
    pub fn free_time_per_site_at(&self, time: f64, weight: impl Fn(f64) -> f64) -> f64 {
        let free_time = self.free_time.as_ref().expect("settings with `track_free_time`");
        let ramp = self.settings.ramp.iter().map(|stage| stage.temperature);
        let temperatures = ramp.chain([self.settings.temperature]);
        let sums = free_time.sums.iter().map(|sum| sum.time()).zip(temperatures);
        // A stage that adds nothing does not, whatever its weight.
        let sums = sums.filter(|(sum, _)| *sum > 0.0);
        let past: f64 = sums.map(|(sum, temperature)| sum * weight(temperature)).sum();
        // No step goes on beyond the end.
        let more = time.min(self.settings.end) - self.time();
        let share = match &self.stay {
            Some(stay) => stay.mean_free,
            None => free_time.share(self.configuration(), &self.rates.sites),
        };
        if more > 0.0 && share > 0.0 {
            past + share * more * weight(self.temperature())
        } else {
            past
        }
    }
}

const UNTRACKED: &str = "settings with a `tracking` that includes these atoms";
