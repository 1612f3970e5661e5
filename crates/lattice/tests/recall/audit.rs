//! An audit finds a name that holds too little.

use std::collections::BTreeSet;

use zobrist::source::Xoshiro256PlusPlus;
use zobrist_lattice::{
    Audit, AuditReport, Configuration, Environments, Lattice, Name, Neighbors, Offset, PointGroup,
    Recall, Site, Species, State, Structure,
};

/// Energies of pairs at the first and the second distance, in whole meV.
const PAIRS: [[[i32; 3]; 3]; 2] = [
    [[-611, -163, -480], [-163, 126, -102], [-480, -102, -414]],
    [[-611, -163, -571], [-163, -14, -180], [-571, -180, -611]],
];

/// The barrier of an exchange in meV: a half of what it changes, which is exact.
fn barrier(configuration: &Configuration, vacancy: Site, direction: Offset) -> f64 {
    let lattice = configuration.lattice();
    let end = lattice.neighbor(vacancy, direction);
    let energy = |configuration: &Configuration| -> i32 {
        let shells = lattice.structure().shells(2);
        let bonds = |center: Site| -> i32 {
            let shells = shells.iter().zip(PAIRS);
            let of_shell = |(shell, pairs): (&Vec<Offset>, [[i32; 3]; 3])| -> i32 {
                let own = configuration.occupant(center).index();
                let at = |offset: &Offset| {
                    configuration.occupant(lattice.neighbor(center, *offset)).index()
                };
                shell.iter().map(|offset| pairs[own][at(offset)]).sum()
            };
            shells.map(of_shell).sum()
        };
        // The bond between the two is in both sums, before and after alike.
        bonds(vacancy) + bonds(end)
    };
    let mut after = configuration.clone();
    after.exchange(vacancy, end);
    let moving = if configuration.occupant(end).is_host() { 650.0 } else { 560.0 };
    moving + f64::from(energy(&after) - energy(configuration)) / 2.0
}

/// A model with a slope along x, which the lattice's symmetries do not have.
fn sloping(configuration: &Configuration, vacancy: Site, direction: Offset) -> f64 {
    barrier(configuration, vacancy, direction) + f64::from(direction[0])
}

type Barrier = fn(&Configuration, Site, Offset) -> f64;

/// Walks through an alloy with an audit of all hits.
fn audited(environments: &Environments, barrier: Barrier, one_in: u32) -> AuditReport {
    audited_in(environments.lattice(), environments, barrier, one_in)
}

/// A run in a box that may differ from the box of the names.
fn audited_in(
    lattice: Lattice,
    names_of: &Environments,
    barrier: Barrier,
    one_in: u32,
) -> AuditReport {
    let around_in = Neighbors::new(lattice, names_of.around().offsets()).unwrap();
    let mut state = State::new(lattice, 3, 1);
    let mut random = Xoshiro256PlusPlus::new(1);
    state.scatter(Species(2), lattice.len() / 10, &mut random).unwrap();
    let mut vacancy = lattice.sites().next().unwrap();
    state.set(vacancy, Species::VACANCY);
    let mut recall = Recall::with_entries(100_000).audit(Audit::one_in(one_in, 5));
    let (mut around, mut names) = (Vec::new(), Vec::new());
    let directions = lattice.structure().directions();
    for _ in 0..300 {
        around_in.read(state.configuration(), vacancy, &mut around);
        names_of.names(&around, &mut names);
        for (direction, name) in directions.iter().zip(&names) {
            let compute = || barrier(state.configuration(), vacancy, *direction);
            recall.get_or_compute(name.hash, compute);
        }
        let next = directions[random.next_u64() as usize % directions.len()];
        let end = lattice.neighbor(vacancy, next);
        state.exchange(vacancy, end);
        vacancy = end;
    }
    let (report, statistics) = (recall.audit_report().unwrap(), recall.statistics());
    assert_eq!(statistics.hits + statistics.misses, directions.len() as u64 * 300);
    assert!(report.recomputed <= statistics.hits);
    if one_in == 1 {
        assert_eq!(report.recomputed, statistics.hits);
    }
    report
}

fn jumps(shells: usize, group: &PointGroup) -> Environments {
    let lattice = Lattice::new(Structure::Bcc, [6; 3]).unwrap();
    let reach = Structure::Bcc.shells(shells).concat();
    Environments::of_jumps(lattice, &reach, 3, group, 1).unwrap()
}

#[test]
fn a_cutoff_that_is_too_short_shows() {
    let group = Structure::Bcc.point_group();
    for symmetry in [&group, &PointGroup::trivial()] {
        let right = audited(&jumps(2, symmetry), barrier, 1);
        assert!(right.recomputed > 100, "{right:?}");
        assert_eq!((right.deviating, right.largest), (0, 0.0));
        let longer = audited(&jumps(3, symmetry), barrier, 1);
        assert_eq!((longer.deviating, longer.largest), (0, 0.0));
        let short = audited(&jumps(1, symmetry), barrier, 1);
        assert!(short.deviating > 10 && short.largest >= 1.0, "{short:?}");
    }
}

#[test]
fn a_symmetry_that_the_potential_lacks_shows() {
    let group = Structure::Bcc.point_group();
    let wrong = audited(&jumps(2, &group), sloping, 1);
    assert!(wrong.deviating > 10 && wrong.largest == 2.0, "{wrong:?}");
    let right = audited(&jumps(2, &PointGroup::trivial()), sloping, 1);
    assert_eq!((right.deviating, right.largest), (0, 0.0));
}

/// A barrier that knows which solutes around are one and the same: their number.
fn solutes(configuration: &Configuration, vacancy: Site, direction: Offset) -> f64 {
    let lattice = configuration.lattice();
    let reach = lattice.structure().shells(2).concat();
    let around = lattice.structure().around_jump(&reach, direction);
    let sites = around.into_iter().map(|offset| lattice.neighbor(vacancy, offset));
    let sites: BTreeSet<Site> = sites.collect();
    sites.into_iter().filter(|site| configuration.occupant(*site) == Species(2)).count() as f64
}

/// In boxes in which one atom stands around a vacancy twice, the symmetries that are left are
/// right, and all of the structure's would not be.
#[test]
fn boxes_so_small_that_an_atom_is_around_twice() {
    let boxes = [
        (Structure::Sc, [3, 3, 3], false),
        (Structure::Sc, [3, 3, 4], true),
        (Structure::Bcc, [2, 2, 2], false),
        (Structure::Bcc, [2, 2, 4], true),
        (Structure::Bcc, [2, 3, 4], true),
        (Structure::Fcc, [2, 2, 3], true),
        (Structure::Hcp, [3, 3, 2], false),
        (Structure::Hcp, [3, 4, 2], true),
        (Structure::Square, [3, 20, 1], true),
    ];
    for (structure, cells, lacks_some) in boxes {
        let (reach, group) = (structure.shells(2).concat(), structure.point_group());
        let jumps = |lattice| Environments::of_jumps(lattice, &reach, 3, &group, 1).unwrap();
        let lattice = Lattice::new(structure, cells).unwrap();
        assert_eq!(jumps(lattice).group().len() < group.len(), lacks_some, "{lattice}");
        for model in [barrier, solutes] {
            let right = audited(&jumps(lattice), model, 1);
            assert!(right.recomputed > 1000, "{lattice} {right:?}");
            assert_eq!((right.deviating, right.largest), (0, 0.0), "{lattice}");
        }
        let large = Lattice::new(structure, cells.map(|count| if count == 1 { 1 } else { 9 }));
        let large = jumps(large.unwrap());
        assert_eq!(large.group(), &group);
        let all = audited_in(lattice, &large, solutes, 1);
        assert_eq!(all.deviating > 0, lacks_some, "{lattice} {all:?}");
    }
}

#[test]
fn a_sample_finds_it_too() {
    let jumps = jumps(1, &Structure::Bcc.point_group());
    let all = audited(&jumps, barrier, 1);
    let some = audited(&jumps, barrier, 10);
    let (least, most) = (all.recomputed / 14, all.recomputed / 7);
    assert!((least..most).contains(&some.recomputed), "{all:?} {some:?}");
    assert!(some.deviating > 0 && some.largest <= all.largest);
}

/// In a batch, hits to recompute come along with the misses, and what is kept is returned.
#[test]
fn in_a_batch() {
    let mut recall = Recall::with_entries(10).audit(Audit::one_in(1, 1));
    recall.insert(1, 0.5);
    recall.insert(2, 0.5);
    let names = [1_u64, 3, 2, 3].map(Name::from);
    let values = recall.get_or_compute_batch(&names, |places| {
        assert_eq!(places, [1, 0, 2]);
        vec![0.25, 0.5, 0.75]
    });
    assert_eq!(values, [0.5, 0.25, 0.5, 0.25]);
    let report = recall.audit_report().unwrap();
    assert_eq!((report.recomputed, report.deviating, report.largest), (2, 1, 0.25));
}

/// As many hits are recomputed as hundreds of values are computed, whatever the share of hits.
#[test]
fn one_hit_for_each_hundred_values_computed() {
    for hits_to_each in [1, 3, 50] {
        let mut recall = Recall::with_entries(100_000).audit(Audit::per_computed(100, 1));
        let mut places = vec![0; hits_to_each as usize];
        let mut computed = 0;
        for name in 0..20_000_u64 {
            recall.get_or_compute(name, || name as f64);
            computed += 1;
            for place in &mut places {
                let mut asked = false;
                recall.get_or_compute(name, || {
                    asked = true;
                    name as f64
                });
                *place += u64::from(asked);
            }
        }
        let report = recall.audit_report().unwrap();
        let expected = computed / 100;
        assert!((expected - 3..=expected).contains(&report.recomputed), "{report:?}");
        assert_eq!(report.recomputed, places.iter().sum::<u64>());
        // Hits close to a computed value are no more likely than others.
        if hits_to_each == 3 {
            assert!(places.iter().all(|count| (40..95).contains(count)), "{places:?}");
        }
    }
}

/// Hits that are owed are not forgotten while there are few.
#[test]
fn hits_that_come_late_are_recomputed() {
    let mut recall = Recall::with_entries(100_000).audit(Audit::per_computed(10, 1));
    for name in 0..100_u64 {
        recall.get_or_compute(name, || 0.5);
    }
    assert_eq!(recall.audit_report().unwrap().recomputed, 0);
    for name in 0..100_u64 {
        recall.get_or_compute(name, || 0.75);
    }
    let report = recall.audit_report().unwrap();
    assert_eq!((report.recomputed, report.deviating, report.largest), (10, 10, 0.25));
}

#[test]
fn prefactors_are_audited_by_fractions() {
    let mut recall = Recall::with_entries(10).with_prefactors().audit(Audit::one_in(1, 1));
    recall.insert(1, [0.5, 8e12]);
    recall.get_or_compute(1, || [0.5, 8e12]);
    recall.get_or_compute(1, || [0.5, 6e12]);
    let report = recall.audit_report().unwrap();
    assert_eq!((report.recomputed, report.deviating), (2, 1));
    assert_eq!((report.largest, report.largest_prefactor), (0.0, 0.25));
}

#[test]
#[should_panic(expected = "one hit out of at least one")]
fn one_hit_in_zero() {
    let _ = Audit::one_in(0, 1);
}
