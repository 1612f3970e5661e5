//! One name exactly for what a symmetry takes to each other.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use zobrist_lattice::{Environments, Offset, Operation, Site, Species, State, Structure};

use super::help::{all_kinds, alloy, around, cube};

/// The surroundings as (offset, species) in order: equal exactly when they look the same.
type Seen = Vec<(Offset, Species)>;

/// All of `around` that is within `places`, under an operation.
fn seen(offsets: &[Offset], around: &[Species], places: &[Offset], operation: Operation) -> Seen {
    let all = offsets.iter().zip(around).filter(|(offset, _)| places.contains(offset));
    let mut seen: Seen = all.map(|(offset, s)| (operation.image(*offset), *s)).collect();
    seen.sort();
    seen
}

/// The class of a view by its definition: with the direction that the vacancy jumps in, all
/// that it depends on, turned in every way, and the least of it.
fn class(environments: &Environments, around: &[Species], view: usize) -> (Offset, Seen) {
    let (structure, reach) = (environments.lattice().structure(), reach(environments));
    let jumps = environments.view_count() > 1;
    let direction = if jumps { structure.directions()[view] } else { [0; 3] };
    let places = match jumps {
        true => structure.around_jump(&reach, direction),
        false => structure.around_defect(&reach),
    };
    let offsets = environments.around().offsets();
    let operations = environments.group().operations().iter();
    let images =
        operations.map(|each| (each.image(direction), seen(offsets, around, &places, *each)));
    images.min().unwrap()
}

/// The reach that the environments of this file are made with.
fn reach(environments: &Environments) -> Vec<Offset> {
    environments.lattice().structure().shells(1).concat()
}

/// Every pattern of two species on the sites around, where there are few enough of them: names
/// and classes are one to one.
#[test]
fn names_are_classes_where_all_can_be_tried() {
    let mut max = 0;
    for structure in Structure::ALL {
        let lattice = cube(structure, 5);
        for environments in all_kinds(lattice, &structure.shells(1).concat()) {
            let (mut by_name, mut by_class) = (BTreeMap::new(), BTreeMap::new());
            let sites = environments.around().offsets().len();
            // Many of the square lattice; of the others, up to two atoms.
            let patterns: Vec<u64> = if sites <= 12 {
                (0..1 << sites).step_by(3).collect()
            } else {
                let pair = |i: usize| (0..=i).map(move |j| 1_u64 << i | 1 << j);
                (0..sites).flat_map(pair).collect()
            };
            for pattern in patterns {
                let around: Vec<Species> =
                    (0..sites).map(|i| Species(2 * (pattern >> i & 1) as u8)).collect();
                for view in 0..environments.view_count() {
                    let name = environments.name(&around, view).hash;
                    let class = class(&environments, &around, view);
                    assert_eq!(*by_name.entry(name).or_insert_with(|| class.clone()), class);
                    assert_eq!(*by_class.entry(class).or_insert(name), name);
                }
            }
            max = max.max(by_name.len());
        }
    }
    assert!(max > 1000, "{max}");
}

/// The number of environments of the defect on the square lattice, by Burnside's lemma.
#[test]
fn as_many_names_as_burnside_counts() {
    let lattice = cube(Structure::Square, 5);
    let reach = Structure::Square.shells(1).concat();
    let [defect, ..] = all_kinds(lattice, &reach);
    let offsets = defect.around().offsets();
    assert_eq!(offsets.len(), 12);
    let fixed = |operation: &Operation| {
        let mut cycles = BTreeSet::new();
        for offset in offsets {
            let mut orbit = vec![*offset];
            while !orbit.contains(&operation.image(*orbit.last().unwrap())) {
                orbit.push(operation.image(*orbit.last().unwrap()));
            }
            cycles.insert(orbit.into_iter().min());
        }
        1_usize << cycles.len()
    };
    let orbits = defect.group().operations().iter().map(fixed).sum::<usize>() / 8;
    let names: BTreeSet<u64> = (0_u32..1 << 12)
        .map(|pattern| (0..12).map(|i| Species((pattern >> i & 1) as u8)).collect::<Vec<_>>())
        .map(|around| defect.name(&around, 0).hash)
        .collect();
    assert_eq!(names.len(), orbits);
}

/// The whole box turned about a site: every vacancy is known again, and so are its directions.
fn turned(state: &State, operation: Operation) -> State {
    let lattice = state.lattice();
    let mut image = State::new(lattice, 3, 1);
    for site in lattice.sites() {
        let to = lattice.site_at(operation.image(lattice.position(site))).unwrap();
        image.set(to, state.configuration().occupant(site));
    }
    image
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn a_turned_box_has_the_same_names(
        which in 0_usize..5, element: prop::sample::Index, site: prop::sample::Index, seed: u64,
    ) {
        let structure = Structure::ALL[which];
        let lattice = cube(structure, 5);
        let group = structure.point_group();
        let operation = group.operations()[element.index(group.len())];
        let before = alloy(lattice, seed);
        let after = turned(&before, operation);
        let center = Site(site.index(lattice.len()) as u32);
        let there = lattice.site_at(operation.image(lattice.position(center))).unwrap();
        let [defect, _, jumps, _] = all_kinds(lattice, &structure.shells(2).concat());

        let (one, other) = (around(&defect, &before, center), around(&defect, &after, there));
        let names = [&one, &other].map(|around| defect.name(around, 0));
        prop_assert_eq!(names[0].hash, names[1].hash);

        // The images that the names stand for are one, direction by direction.
        let (mut first, mut second) = (Vec::new(), Vec::new());
        defect.image(&one, 0, names[0].element, &mut first);
        defect.image(&other, 0, names[1].element, &mut second);
        prop_assert_eq!(&first, &second);

        let turn = group.operations().iter().position(|each| *each == operation).unwrap();
        for direction in 0..structure.directions().len() {
            let image = jumps.direction_image(turn, direction);
            let name = jumps.name(&one, direction);
            prop_assert_eq!(jumps.name(&other, image).hash, name.hash);

            // The species at the end of a jump is at the end of its image too.
            let end = defect.direction_image(names[0].element, direction);
            prop_assert_eq!(first[end], one[direction]);
        }
    }
}

/// In hcp both kinds of sites share names.
#[test]
fn inverted_surroundings_share_names() {
    let lattice = cube(Structure::Hcp, 5);
    let reach = Structure::Hcp.shells(2).concat();
    let [_, plain, _, plain_jumps] = all_kinds(lattice, &reach);
    let mut state = State::new(lattice, 3, 1);
    let centers = [[0, 0, 0], [1, 2, 1]].map(|fine| lattice.site_at(fine).unwrap());
    for environments in [plain, plain_jumps] {
        for (i, offset) in environments.around().offsets().to_vec().into_iter().enumerate() {
            let names = centers.map(|center| {
                let site = lattice.neighbor(center, offset);
                state.set(site, Species(2));
                let around = around(&environments, &state, center);
                state.set(site, Species::HOST);
                assert_eq!(around[i], Species(2));
                (0..environments.view_count()).map(|v| environments.name(&around, v).hash).collect()
            });
            let [first, second]: [Vec<u64>; 2] = names;
            assert_eq!(first, second);
        }
    }
}
