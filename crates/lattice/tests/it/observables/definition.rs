//! The slow, obvious definitions: passes over all sites, and neighbors looked up one by one.

use std::collections::BTreeMap;

use zobrist_lattice::{Configuration, Lattice, Site, Species};

/// The neighbors of every site, by site and shell, each from 0. One that is a neighbor several
/// times is listed as often.
pub(crate) struct Table(Vec<Vec<Vec<Site>>>);

impl Table {
    pub(crate) fn new(lattice: Lattice, shells: usize) -> Table {
        let shells = lattice.structure().shells(shells);
        let of_site = |site| {
            let of_shell = |shell: &Vec<[i32; 3]>| {
                shell.iter().map(|offset| lattice.neighbor(site, *offset)).collect()
            };
            shells.iter().map(of_shell).collect()
        };
        Table(lattice.sites().map(of_site).collect())
    }

    fn shells(&self) -> usize {
        self.0[0].len()
    }

    fn shell(&self, site: Site, shell: usize) -> &[Site] {
        &self.0[site.index()][shell]
    }

    fn all(&self, site: Site) -> impl Iterator<Item = Site> {
        self.0[site.index()].iter().flatten().copied()
    }

    /// True if a site is its own neighbor.
    pub(crate) fn is_cramped(&self) -> bool {
        (0..self.0.len() as u32).map(Site).any(|site| self.all(site).any(|other| other == site))
    }
}

/// The number of clusters of each size that the chosen species form together: labels spread
/// until none changes.
pub(crate) fn clusters(
    table: &Table,
    configuration: &Configuration,
    is_chosen: impl Fn(Species) -> bool,
) -> Vec<(usize, usize)> {
    let sites = configuration.lattice().sites();
    let chosen = sites.filter(|site| is_chosen(configuration.occupant(*site)));
    let mut labels: BTreeMap<Site, Site> = chosen.map(|site| (site, site)).collect();
    loop {
        let before = labels.clone();
        for site in before.keys() {
            let beside = table.all(*site).filter_map(|neighbor| labels.get(&neighbor)).min();
            if let Some(least) = beside.copied() {
                let label = labels.get_mut(site).unwrap();
                *label = least.min(*label);
            }
        }
        if labels == before {
            break;
        }
    }
    let mut sizes: BTreeMap<Site, usize> = BTreeMap::new();
    for label in labels.values() {
        *sizes.entry(*label).or_default() += 1;
    }
    let mut histogram: BTreeMap<usize, usize> = BTreeMap::new();
    for size in sizes.values() {
        *histogram.entry(*size).or_default() += 1;
    }
    histogram.into_iter().collect()
}

/// The species of the neighbors in a shell around the sites of one species, one after the other.
fn species_around(
    table: &Table,
    configuration: &Configuration,
    center: Species,
    shell: usize,
) -> Vec<Species> {
    let neighbors = configuration.sites_of(center).flat_map(|site| table.shell(site, shell));
    neighbors.map(|neighbor| configuration.occupant(*neighbor)).collect()
}

fn count(all: &[Species], species: Species) -> f64 {
    all.iter().filter(|other| **other == species).count() as f64
}

/// The mean number of neighbors of `species` in each shell around the sites of `center`.
pub(crate) fn around(
    table: &Table,
    configuration: &Configuration,
    center: Species,
    species: Species,
) -> Option<Vec<f64>> {
    let centers = configuration.count(center);
    let mean = |shell| {
        count(&species_around(table, configuration, center, shell), species) / centers as f64
    };
    (centers > 0).then(|| (0..table.shells()).map(mean).collect())
}

/// 1 − P(B|A) / c_B in each shell.
pub(crate) fn order(
    table: &Table,
    configuration: &Configuration,
    a: Species,
    b: Species,
) -> Option<Vec<f64>> {
    let concentration = count(configuration.occupants(), b) / configuration.lattice().len() as f64;
    let alpha = |shell| {
        let all = species_around(table, configuration, a, shell);
        1.0 - count(&all, b) / all.len() as f64 / concentration
    };
    let is_defined = configuration.count(a) > 0 && configuration.count(b) > 0;
    is_defined.then(|| (0..table.shells()).map(alpha).collect())
}

/// Pairs of solutes that are nearest neighbors, and solutes without such a neighbor.
pub(crate) fn solutes(table: &Table, configuration: &Configuration) -> (u64, u64) {
    let is_solute = |site: &Site| configuration.occupant(*site).0 >= 2;
    let (mut ends, mut lone) = (0, 0);
    for site in configuration.lattice().sites().filter(is_solute) {
        match table.shell(site, 0).iter().filter(|site| is_solute(site)).count() {
            0 => lone += 1,
            count => ends += count as u64,
        }
    }
    assert_eq!(ends % 2, 0, "each pair has two ends");
    (ends / 2, lone)
}

/// True if the shells around a site hold the host alone; with `vacancies_are_host`, the host and
/// vacancies.
pub(crate) fn is_pure(
    table: &Table,
    configuration: &Configuration,
    site: Site,
    vacancies_are_host: bool,
) -> bool {
    table.all(site).all(|neighbor| match configuration.occupant(neighbor) {
        Species::HOST => true,
        Species::VACANCY => vacancies_are_host,
        _ => false,
    })
}

/// The number of sites with the host or a vacancy where `is_pure` is true.
pub(crate) fn pure_sites(
    table: &Table,
    configuration: &Configuration,
    vacancies_are_host: bool,
) -> usize {
    let sites = configuration.lattice().sites();
    let free = sites.filter(|site| configuration.occupant(*site).0 < 2);
    free.filter(|site| is_pure(table, configuration, *site, vacancies_are_host)).count()
}
