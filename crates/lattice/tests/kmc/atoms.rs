//! Atoms that are followed.

use std::collections::HashMap;

use zobrist_lattice::model::{Model, PairModel};
use zobrist_lattice::{
    Configuration, Flicker, Kmc, Lattice, RecallMode, Settings, Site, Species, Structure, Tracking,
};

use crate::common::{end, pairs, scattered};

fn alloys() -> impl Iterator<Item = (PairModel, Configuration)> {
    [(Structure::Bcc, [4, 3, 4]), (Structure::Hcp, [3, 4, 3]), (Structure::Square, [6, 5, 1])]
        .into_iter()
        .map(|(structure, cells)| {
            let lattice = Lattice::new(structure, cells).unwrap();
            (pairs(lattice, 1), scattered(lattice, &[2, 4, 3], 2))
        })
}

fn settings(tracking: Tracking, flicker: bool) -> Settings {
    let mut settings = Settings::new(250.0, 7);
    settings.tracking = tracking;
    settings.flicker = flicker.then_some(Flicker::new(8, 4));
    settings
}

/// The vector of a jump by positions: of all images of its end, the one that is as near as a
/// neighbor.
fn vector(lattice: Lattice, from: Site, to: Site, direction: usize) -> [i64; 3] {
    let structure = lattice.structure();
    let offset = structure.directions()[direction];
    let (a, b) = (lattice.position(from), lattice.position(to));
    let turn = |axis: usize| structure.period()[axis] * lattice.cells()[axis] as i32;
    [offset, offset.map(|x| -x)]
        .into_iter()
        .find(|vector| (0..3).all(|axis| (a[axis] + vector[axis] - b[axis]) % turn(axis) == 0))
        .unwrap()
        .map(i64::from)
}

fn plus(a: [i64; 3], b: [i64; 3]) -> [i64; 3] {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

#[test]
fn displacements_are_the_sums_of_jumps() {
    for (model, start) in alloys() {
        let lattice = model.lattice();
        let mut kmc = Kmc::new(&model, start.clone(), settings(Tracking::All, false)).unwrap();
        // The atoms by the site on which each is: where it began, and how far it came.
        let mut atoms: HashMap<Site, (Site, [i64; 3])> =
            lattice.sites().map(|site| (site, (site, [0; 3]))).collect();
        for _ in 0..3000 {
            let jump = kmc.step().unwrap().jump;
            let along = vector(lattice, jump.vacancy, jump.to, jump.direction);
            let (mut vacancy, mut atom) = (atoms[&jump.vacancy], atoms[&jump.to]);
            vacancy.1 = plus(vacancy.1, along);
            atom.1 = plus(atom.1, along.map(|x| -x));
            atoms.insert(jump.to, vacancy);
            atoms.insert(jump.vacancy, atom);
        }
        for species in (0..4).map(Species) {
            let mut expected: Vec<(Site, [i64; 3])> = atoms.values().copied().collect();
            expected.retain(|(first, _)| start.occupant(*first) == species);
            expected.sort_unstable();
            let expected = expected.iter().map(|(_, moved)| *moved).collect::<Vec<_>>();
            let found: Vec<[i64; 3]> = kmc.displacement_of(species).collect();
            assert_eq!(found, expected, "{} {species:?}", lattice.structure());
            assert!(found.iter().any(|moved| *moved != [0; 3]));
        }
        let firsts: HashMap<Site, Site> =
            atoms.iter().map(|(at, (first, _))| (*first, *at)).collect();
        let solutes = lattice.sites().filter(|site| start.occupant(*site) > Species::VACANCY);
        assert!(solutes.map(|site| firsts[&site]).eq(kmc.solutes().iter().copied()));
    }
}

/// Whatever is left in one step: displacements lead from the first sites to the present ones, up to
/// turns around the box, and add up to zero.
#[test]
fn displacements_lead_to_where_the_atoms_are() {
    for (model, start) in alloys() {
        let lattice = model.lattice();
        let mut kmc = Kmc::new(&model, start.clone(), settings(Tracking::All, true)).unwrap();
        let firsts: Vec<Site> = kmc.others().to_vec();
        kmc.run(2000).unwrap();
        assert!(kmc.exits() > 10);
        let vacancies = kmc.displacement_of(Species::VACANCY);
        let solutes = |species| kmc.displacement_of(Species(species));
        let all = vacancies.chain((2..4).flat_map(solutes)).chain(solutes(0));
        let sum = all.fold([0; 3], plus);
        assert_eq!(sum, [0; 3]);
        let mut of = [1, 2, 3].map(|species| kmc.displacement_of(Species(species)));
        for (first, at) in firsts.iter().zip(kmc.others()) {
            let species = start.occupant(*first);
            assert_eq!(species, kmc.configuration().occupant(*at));
            let moved = of[species.index() - 1].next().unwrap();
            let period = lattice.structure().period();
            for axis in 0..3 {
                let apart = lattice.position(*at)[axis] - lattice.position(*first)[axis];
                let turn = i64::from(period[axis]) * lattice.cells()[axis] as i64;
                assert_eq!((moved[axis] - i64::from(apart)) % turn, 0);
            }
        }
    }
}

#[test]
fn following_changes_nothing_else() {
    for (model, start) in alloys() {
        let run = |tracking| {
            let mut settings = settings(tracking, true);
            settings.recall = RecallMode::EnvironmentSymmetry;
            let mut kmc = Kmc::new(&model, start.clone(), settings).unwrap();
            kmc.run(1000).unwrap();
            kmc
        };
        let plain = run(Tracking::Vacancies);
        for tracking in [Tracking::Solutes, Tracking::All] {
            let kmc = run(tracking);
            assert_eq!(end(&kmc), end(&plain));
            // The list is that of all sites that do not hold the host.
            let mut others = kmc.others().to_vec();
            others.sort_unstable();
            let configuration = kmc.configuration();
            let lattice = configuration.lattice();
            assert!(lattice.sites().filter(|at| !configuration.occupant(*at).is_host()).eq(others));
            assert_eq!(kmc.others()[..2], *kmc.vacancies());
            assert_eq!(kmc.others()[2..], *kmc.solutes());
            let (energy, of) = (model.energy(configuration), kmc.others());
            assert_eq!(model.energy_of(configuration, of), energy);
        }
    }
}

#[test]
#[should_panic(expected = "a `tracking` that includes these atoms")]
fn solutes_that_are_not_followed() {
    let (model, start) = alloys().next().unwrap();
    let kmc = Kmc::new(&model, start, settings(Tracking::Vacancies, false)).unwrap();
    assert_eq!(kmc.displacement_of(Species::VACANCY).count(), 2);
    let _ = kmc.displacement_of(Species(2)).count();
}

#[test]
#[should_panic(expected = "a `tracking` that includes these atoms")]
fn a_host_that_is_not_followed() {
    let (model, start) = alloys().next().unwrap();
    let kmc = Kmc::new(&model, start, settings(Tracking::Solutes, false)).unwrap();
    assert_eq!(kmc.displacement_of(Species(3)).count(), 3);
    let _ = kmc.displacement_of(Species::HOST).count();
}
