//! Observables, each beside its slow, obvious definition: in Rust on small boxes of every
//! structure, and in Python on dumps.

mod definition;
mod dumps;

use proptest::prelude::*;
use zobrist::source::Xoshiro256PlusPlus;
use zobrist_lattice::observables::{
    ClusterSizes, Clusters, ObservableError, PureSites, Shells, SoluteCounts, around, order,
    squared_displacement,
};
use zobrist_lattice::{Configuration, Lattice, OffsetError, Site, Species, Structure};

use definition::Table;

/// The host, the vacancy and two solutes.
const SPECIES: [Species; 4] = [Species::HOST, Species::VACANCY, Species(2), Species(3)];

/// An alloy with each species in the given proportions, the host last.
fn alloy(lattice: Lattice, parts: [u64; 4], seed: u64) -> Configuration {
    let mut random = Xoshiro256PlusPlus::new(seed);
    let mut alloy = Configuration::new(lattice);
    let total: u64 = parts.iter().sum();
    for site in lattice.sites() {
        let mut drawn = random.next_u64() % total;
        let mut species = 0;
        while drawn >= parts[species] {
            drawn -= parts[species];
            species += 1;
        }
        alloy.set(site, SPECIES[(species + 1) % 4]);
    }
    alloy
}

/// The sites of the chosen species, in no order.
fn sites_of(alloy: &Configuration, is_chosen: impl Fn(Species) -> bool) -> Vec<Site> {
    let mut sites: Vec<Site> = alloy.lattice().sites().collect();
    sites.retain(|site| is_chosen(alloy.occupant(*site)));
    sites.sort_by_key(|site| site.0.wrapping_mul(0x9e37_79b9));
    sites
}

fn is_solute(species: Species) -> bool {
    species > Species::VACANCY
}

/// Boxes down to a single cell: in those of two cells, opposite neighbors are one site.
fn small_box() -> impl Strategy<Value = Lattice> {
    (prop::sample::select(Structure::ALL.to_vec()), [1..5_usize, 1..5, 1..5]).prop_map(
        |(structure, [x, y, z])| {
            let z = if structure == Structure::Square { 1 } else { z };
            Lattice::new(structure, [x, y, z]).unwrap()
        },
    )
}

/// Vacancies, two solutes and the host, from none of them to nothing else.
fn parts() -> impl Strategy<Value = [u64; 4]> {
    [0..3_u64, 0..4, 0..3, 1..12]
}

fn assert_near(found: Option<Vec<f64>>, expected: Option<Vec<f64>>) {
    assert_eq!(found.is_some(), expected.is_some());
    let (found, expected) = (found.unwrap_or_default(), expected.unwrap_or_default());
    assert_eq!(found.len(), expected.len());
    let near = |(a, b): (&f64, &f64)| (a - b).abs() < 1e-12;
    assert!(found.iter().zip(&expected).all(near), "{found:?} {expected:?}");
}

proptest! {
    /// Prepared tables serve for several alloys, one after the other.
    #[test]
    fn observables_are_their_definitions(
        lattice in small_box(),
        shells in 1..4_usize,
        alloys in prop::collection::vec((parts(), any::<u64>()), 1..4),
    ) {
        let table = Table::new(lattice, shells);
        if table.is_cramped() {
            for error in [
                Shells::new(lattice, shells).unwrap_err(),
                Clusters::new(lattice, shells).unwrap_err(),
            ] {
                let is_own = matches!(error, ObservableError::Offset(OffsetError::OwnCenter { .. }));
                prop_assert!(is_own, "{}", error);
            }
            return Ok(());
        }
        let mut clusters = Clusters::new(lattice, shells).unwrap();
        let shells_of = Shells::new(lattice, shells).unwrap();
        for (parts, seed) in alloys {
            let alloy = alloy(lattice, parts, seed);
            let solutes = sites_of(&alloy, is_solute);

            let sizes = clusters.of(&solutes);
            let expected = definition::clusters(&table, &alloy, is_solute);
            prop_assert_eq!(sizes.histogram(), expected);
            let one_species = clusters.of(&sites_of(&alloy, |species| species == Species(2)));
            let expected = definition::clusters(&table, &alloy, |species| species == Species(2));
            prop_assert_eq!(one_species.histogram(), expected);

            let counts = SoluteCounts::of(&alloy, &solutes, &shells_of);
            prop_assert_eq!((counts.pairs, counts.lone), definition::solutes(&table, &alloy));

            for a in SPECIES {
                let sites_of_a = sites_of(&alloy, |species| species == a);
                let mut sums = vec![0.0; shells];
                for b in SPECIES {
                    let found = around(&alloy, &sites_of_a, b, &shells_of);
                    assert_near(found, definition::around(&table, &alloy, a, b));
                    let concentration = alloy.count(b) as f64 / lattice.len() as f64;
                    let found = order(&alloy, &sites_of_a, b, concentration, &shells_of);
                    for (sum, alpha) in sums.iter_mut().zip(found.iter().flatten()) {
                        *sum += concentration * alpha;
                    }
                    assert_near(found, definition::order(&table, &alloy, a, b));
                }
                // Every neighbor is of some species.
                prop_assert!(sums.iter().all(|sum| sum.abs() < 1e-12), "{:?}", sums);
            }
        }
    }

    #[test]
    fn pure_sites_are_their_definition(
        lattice in small_box(),
        alloys in prop::collection::vec(([0..2_u64, 0..2, 0..2, 1..60], any::<u64>()), 1..4),
    ) {
        let table = Table::new(lattice, 2);
        if table.is_cramped() {
            prop_assert!(PureSites::new(lattice).is_err());
            return Ok(());
        }
        let mut pure_sites = PureSites::new(lattice).unwrap();
        for (parts, seed) in alloys {
            let alloy = alloy(lattice, parts, seed);
            let solutes = sites_of(&alloy, is_solute);
            let others = sites_of(&alloy, |species| !species.is_host());
            for (others, vacancies_are_host) in [(solutes, true), (others, false)] {
                let expected = definition::pure_sites(&table, &alloy, vacancies_are_host);
                prop_assert_eq!(pure_sites.count(&alloy, &others), expected);
            }
            for site in lattice.sites() {
                let expected = definition::is_pure(&table, &alloy, site, false);
                prop_assert_eq!(pure_sites.is_pure(&alloy, site), expected);
            }
        }
    }

    #[test]
    fn displacements_are_lengths_in_space(
        moved in prop::collection::vec([-1000..1000_i32, -1000..1000, -1000..1000], 0..6),
    ) {
        for structure in Structure::ALL {
            let square = |fine: &[i32; 3]| {
                structure.cartesian(*fine).iter().map(|along| along * along).sum::<f64>()
            };
            let expected = moved.iter().map(square).sum::<f64>() / moved.len() as f64;
            let found = squared_displacement(structure, moved.iter().map(|d| d.map(i64::from)));
            match found {
                Some(found) => prop_assert!((found - expected).abs() <= 1e-12 * expected),
                None => prop_assert!(moved.is_empty()),
            }
        }
    }

    #[test]
    fn clusters_of_at_least_a_size(sizes in prop::collection::vec(1..9_usize, 0..20), least in 0..11_usize) {
        // Rows of atoms, each in a plane of its own.
        let lattice = Lattice::new(Structure::Sc, [40, 10, 2]).unwrap();
        let mut sites = Vec::new();
        for (i, size) in sizes.iter().enumerate() {
            sites.extend((0..*size).map(|y| lattice.site_at([2 * i as i32, y as i32, 0]).unwrap()));
        }
        let all = Clusters::new(lattice, 1).unwrap().of(&sites);
        prop_assert_eq!((all.number(), all.atoms()), (sizes.len(), sites.len()));
        prop_assert_eq!(all.at_least(1), all.clone());
        let large: Vec<usize> = sizes.into_iter().filter(|size| *size >= least).collect();
        let found = all.at_least(least);
        prop_assert_eq!(found.number(), large.len());
        prop_assert_eq!(found.largest(), large.iter().copied().max().unwrap_or(0));
        let mean = large.iter().sum::<usize>() as f64 / large.len() as f64;
        prop_assert_eq!(found.mean(), (!large.is_empty()).then_some(mean));
    }
}

/// Nothing to count is no error.
#[test]
fn no_sites() {
    let lattice = Lattice::new(Structure::Hcp, [3, 3, 3]).unwrap();
    let (iron, shells) = (Configuration::new(lattice), Shells::new(lattice, 2).unwrap());
    let sizes = Clusters::new(lattice, 2).unwrap().of(&[]);
    assert_eq!(sizes, ClusterSizes::default());
    assert_eq!((sizes.number(), sizes.mean(), sizes.largest(), sizes.atoms()), (0, None, 0, 0));
    assert_eq!(order(&iron, &[], Species(2), 0.5, &shells), None);
    assert_eq!(order(&iron, &[Site(0)], Species(2), 0.0, &shells), None);
    assert_eq!(order(&iron, &[Site(0)], Species(2), f64::NAN, &shells), None);
    assert_eq!(around(&iron, &[], Species(2), &shells), None);
    assert_eq!(SoluteCounts::of(&iron, &[], &shells), SoluteCounts::default());
    assert_eq!(PureSites::new(lattice).unwrap().count(&iron, &[]), lattice.len());
    assert_eq!(squared_displacement(Structure::Hcp, []), None);
}

/// A site that is listed twice is one atom.
#[test]
fn repeated_sites_of_a_cluster() {
    let lattice = Lattice::new(Structure::Sc, [5, 5, 5]).unwrap();
    let mut clusters = Clusters::new(lattice, 1).unwrap();
    assert_eq!(clusters.of(&[Site(3), Site(3), Site(4), Site(3)]).histogram(), [(2, 1)]);
}

/// The perfect order of Cu₃Au has −1/3 and 1, and the same for gold beside copper.
#[test]
fn order_of_cu3au() {
    let lattice = Lattice::new(Structure::Fcc, [4, 4, 4]).unwrap();
    let (copper, gold) = (Species::HOST, Species(2));
    let mut alloy = Configuration::new(lattice);
    for site in lattice.sites().filter(|site| lattice.position(*site).iter().all(|x| x % 2 == 0)) {
        alloy.set(site, gold);
    }
    let shells = Shells::new(lattice, 2).unwrap();
    for (a, b, concentration) in [(gold, copper, 0.75), (copper, gold, 0.25)] {
        let sites: Vec<Site> = alloy.sites_of(a).collect();
        let found = order(&alloy, &sites, b, concentration, &shells);
        assert_near(found, Some(vec![-1.0 / 3.0, 1.0]));
    }
}

#[test]
fn shells_that_cannot_be_prepared() {
    let lattice = Lattice::new(Structure::Fcc, [30, 30, 30]).unwrap();
    for got in [0, Shells::MAX + 1, usize::MAX] {
        let error = Shells::new(lattice, got).unwrap_err();
        assert_eq!(error, ObservableError::Shells { got, max: Shells::MAX });
        assert_eq!(Clusters::new(lattice, got).unwrap_err(), error);
        assert_eq!(error.to_string(), format!("shells of neighbors: expected 1 to 32, got {got}"));
    }
    for structure in Structure::ALL {
        let depth = if structure == Structure::Square { 1 } else { 30 };
        let lattice = Lattice::new(structure, [30, 30, depth]).unwrap();
        assert_eq!(Shells::new(lattice, Shells::MAX).unwrap().sizes().len(), Shells::MAX);
    }
    let small = Lattice::new(Structure::Fcc, [4, 1, 4]).unwrap();
    let error = PureSites::new(small).unwrap_err().to_string();
    assert!(error.contains("which leads to its own center"), "{error}");
}

/// After a call that panics, the next one starts anew.
#[test]
fn sites_of_another_lattice() {
    let lattice = Lattice::new(Structure::Bcc, [3, 3, 3]).unwrap();
    let mut clusters = Clusters::new(lattice, 1).unwrap();
    let mut pure_sites = PureSites::new(lattice).unwrap();
    let iron = Configuration::new(lattice);
    let foreign = [Site(0), Site(1), Site(54)];
    let fails = |call: &mut dyn FnMut()| {
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(call)).is_err()
    };
    assert!(fails(&mut || _ = clusters.of(&foreign)));
    assert!(fails(&mut || _ = pure_sites.count(&iron, &foreign)));
    assert_eq!(clusters.of(&[Site(7)]).histogram(), [(1, 1)]);
    assert_eq!(pure_sites.count(&iron, &[]), 54);
}

#[test]
#[should_panic = "the configuration belongs to the lattice"]
fn a_configuration_of_another_lattice() {
    let [one, other] = [4, 5].map(|x| Lattice::new(Structure::Bcc, [x, 5, 5]).unwrap());
    let _ =
        around(&Configuration::new(one), &[Site(0)], Species(2), &Shells::new(other, 1).unwrap());
}

/// Exact where a square has more than 53 bits, and bounded where it does not fit in 128.
#[test]
fn displacements_as_long_as_they_come() {
    let one = |structure, displacement| squared_displacement(structure, [displacement]).unwrap();
    assert_eq!(one(Structure::Sc, [1 << 40, 0, 0]), 2_f64.powi(80));
    assert_eq!(one(Structure::Hcp, [(1 << 40) + 1, (1 << 40) + 1, 0]), {
        (((1_i128 << 40) + 1).pow(2)) as f64 / 9.0
    });
    assert_eq!(one(Structure::Hcp, [i64::MIN, i64::MAX, i64::MIN]), 2_f64.powi(120));
    assert_eq!(one(Structure::Bcc, [i64::MIN; 3]), 3.0 * 2_f64.powi(118));
}
