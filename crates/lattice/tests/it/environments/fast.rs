//! The quick names are those of the definition.

use proptest::prelude::*;
use zobrist_lattice::{Environments, PointGroup, Species, Structure};

use super::help::{all_kinds, alloy, around, cube};

#[test]
fn names_are_their_definition() {
    for structure in Structure::ALL {
        let lattice = cube(structure, 5);
        let state = alloy(lattice, 3);
        for environments in all_kinds(lattice, &structure.shells(2).concat()) {
            let mut names = Vec::new();
            for center in lattice.sites().step_by(17) {
                let around = around(&environments, &state, center);
                environments.names(&around, &mut names);
                assert_eq!(names.len(), environments.view_count());
                for (view, name) in names.iter().enumerate() {
                    assert_eq!(environments.name(&around, view), *name);
                    assert_eq!(environments.name_by_definition(&around, view), *name);
                }
            }
        }
    }
}

#[test]
fn every_width_of_keys() {
    fn check<K: zobrist::Key>() {
        let (lattice, group) = (cube(Structure::Fcc, 4), Structure::Fcc.point_group());
        let reach = Structure::Fcc.shells(1).concat();
        let jumps = Environments::<K>::of_jumps_with_keys(lattice, &reach, 3, &group, 9).unwrap();
        let state = alloy(lattice, 1);
        let mut around = Vec::new();
        for center in lattice.sites().take(20) {
            jumps.read(state.configuration(), center, &mut around);
            for view in 0..12 {
                let name = jumps.name(&around, view);
                assert_eq!(jumps.name_by_definition(&around, view), name);
            }
        }
    }
    check::<u32>();
    check::<u64>();
    check::<u128>();
}

/// Counts of the plan: what the jumps of the Fe–Cu model depend on, and how many images.
#[test]
fn sizes() {
    let (bcc, lattice) = (Structure::Bcc, cube(Structure::Bcc, 8));
    let reach = bcc.shells(2).concat();
    let [defect, plain, jumps, plain_jumps] = all_kinds(lattice, &reach);
    let sizes = [&defect, &plain, &jumps, &plain_jumps].map(|e| (e.view_count(), e.site_count(0)));
    assert_eq!(sizes, [(1, 58), (1, 58), (8, 21), (8, 21)]);
    assert_eq!((defect.group().len(), plain.group().len()), (48, 1));
    assert_eq!(jumps.around().offsets(), bcc.shells(5).concat());
    assert_eq!(bcc.point_group().stabilizer([1, 1, 1]).len(), 6);
    assert_ne!(PointGroup::trivial(), bcc.point_group());
}

proptest! {
    /// Another seed, other names; the same seed, the same.
    #[test]
    fn a_seed_makes_the_names(seed: u64, place in 0_usize..58) {
        let lattice = cube(Structure::Bcc, 6);
        let (reach, group) = (Structure::Bcc.shells(2).concat(), Structure::Bcc.point_group());
        let make = |seed| Environments::of_defect(lattice, &reach, 3, &group, seed).unwrap();
        let mut around = vec![Species::HOST; 58];
        around[place] = Species(2);
        let name = make(seed).name(&around, 0);
        prop_assert_eq!(make(seed).name(&around, 0), name);
        prop_assert_ne!(make(seed.wrapping_add(1)).name(&around, 0).hash, name.hash);
    }
}
