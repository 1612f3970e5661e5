//! Observables by their definitions, over all sites.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex};

use zobrist_lattice::{Configuration, Offset, Site, Species, Structure};

type Shells = Vec<Vec<Offset>>;

/// The neighbors of a site in each shell.
pub(crate) fn shells(configuration: &Configuration, site: Site, count: usize) -> Vec<Vec<Site>> {
    // Computed once: they are asked for at every site of every state.
    static SHELLS: LazyLock<Mutex<HashMap<(Structure, usize), Shells>>> =
        LazyLock::new(Mutex::default);
    let lattice = configuration.lattice();
    let structure = lattice.structure();
    let mut known = SHELLS.lock().unwrap();
    let shells = known.entry((structure, count)).or_insert_with(|| structure.shells(count));
    let of = |shell: &Vec<[i32; 3]>| {
        shell.iter().map(|offset| lattice.neighbor(site, *offset)).collect()
    };
    shells.iter().map(of).collect()
}

/// The sizes of the clusters of some species, connected within shells, smallest first.
pub(crate) fn clusters(
    configuration: &Configuration,
    species: &[Species],
    count: usize,
) -> Vec<usize> {
    let is_in = |site: Site| species.contains(&configuration.occupant(site));
    let mut left: Vec<Site> = configuration.lattice().sites().filter(|site| is_in(*site)).collect();
    let mut sizes = Vec::new();
    while let Some(first) = left.pop() {
        let (mut size, mut border) = (0, vec![first]);
        while let Some(site) = border.pop() {
            size += 1;
            for neighbor in shells(configuration, site, count).concat() {
                if let Some(at) = left.iter().position(|other| *other == neighbor) {
                    border.push(left.swap_remove(at));
                }
            }
        }
        sizes.push(size);
    }
    sizes.sort_unstable();
    sizes
}

/// The mean number of atoms of `b` in a shell (from 1) around the sites of `a`.
pub(crate) fn around(configuration: &Configuration, a: Species, b: Species, shell: usize) -> f64 {
    let centers: Vec<Site> = configuration.sites_of(a).collect();
    let count = |site: &Site| {
        let around = &shells(configuration, *site, shell)[shell - 1];
        around.iter().filter(|site| configuration.occupant(**site) == b).count()
    };
    centers.iter().map(count).sum::<usize>() as f64 / centers.len() as f64
}

/// The Warren–Cowley parameter.
pub(crate) fn order(configuration: &Configuration, a: Species, b: Species, shell: usize) -> f64 {
    let concentration = configuration.count(b) as f64 / configuration.lattice().len() as f64;
    let size = configuration.lattice().structure().shells(shell)[shell - 1].len();
    1.0 - around(configuration, a, b, shell) / size as f64 / concentration
}

/// True if a vacancy on a site has, or would have, no solute in its first two shells, and no other
/// vacancy unless these are taken for the host.
pub(crate) fn is_free(configuration: &Configuration, site: Site, vacancies_count: bool) -> bool {
    let is_host = |site: &Site| match configuration.occupant(*site) {
        Species::HOST => true,
        Species::VACANCY => !vacancies_count,
        _ => false,
    };
    shells(configuration, site, 2).concat().iter().all(is_host)
}
