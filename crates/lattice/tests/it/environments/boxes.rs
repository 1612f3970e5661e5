//! Small boxes: images of one site are features of their own, and a symmetry that the box
//! does not have is not used.

use zobrist_lattice::{Environments, Lattice, OffsetError, Species, State, Structure};

use super::help::{all_kinds, around};

#[test]
fn a_box_without_the_symmetry_has_a_smaller_group() {
    let reach = Structure::Bcc.shells(2).concat();
    let order = |cells| {
        let lattice = Lattice::new(Structure::Bcc, cells).unwrap();
        all_kinds(lattice, &reach).map(|environments| environments.group().len())
    };
    assert_eq!(order([8, 8, 8]), [48, 1, 48, 1]);
    assert_eq!(order([2, 2, 2]), [48, 1, 48, 1]); // images coincide alike along all axes
    assert_eq!(order([2, 2, 5]), [16, 1, 16, 1]);
    assert_eq!(order([2, 3, 5]), [8, 1, 8, 1]);
    assert_eq!(order([5, 6, 7]), [48, 1, 48, 1]); // no images around: the box does not show
}

/// In a box of two cells, an atom that is seen twice counts twice in the name.
#[test]
fn images_are_features_of_their_own() {
    let reach = Structure::Bcc.shells(2).concat();
    let [small, large] = [2, 8].map(|side| Lattice::new(Structure::Bcc, [side; 3]).unwrap());
    let [plain_small, plain_large] = [small, large].map(|lattice| {
        let [_, plain, ..] = all_kinds(lattice, &reach);
        plain
    });
    let mut state = State::new(small, 3, 1);
    let center = small.site_at([0, 0, 0]).unwrap();
    state.set(small.neighbor(center, [2, 0, 0]), Species(2));
    let once = around(&plain_small, &state, center);
    assert_eq!(once.iter().filter(|species| !species.is_host()).count(), 2);

    // Equal to two atoms in a large box, where images are sites of their own.
    let mut state = State::new(large, 3, 1);
    let center = large.site_at([0, 0, 0]).unwrap();
    for offset in [[2, 0, 0], [-2, 0, 0]] {
        state.set(large.neighbor(center, offset), Species(2));
    }
    let twice = around(&plain_large, &state, center);
    assert_eq!(plain_small.name(&once, 0), plain_large.name(&twice, 0));
}

#[test]
fn bad_reaches() {
    let error = |structure: Structure, cells, reach: &[_]| {
        let lattice = Lattice::new(structure, cells).unwrap();
        let group = structure.point_group();
        Environments::of_jumps(lattice, reach, 3, &group, 1).unwrap_err()
    };
    let reach = Structure::Bcc.shells(2).concat();
    let own = error(Structure::Bcc, [1, 4, 4], &reach);
    assert_eq!(own, OffsetError::OwnCenter { offset: [-2, 0, 0], cells: [1, 4, 4] });
    // Not in the reach of one atom, but around a pair.
    let reach = Structure::Fcc.shells(1).concat();
    let own = error(Structure::Fcc, [4, 1, 4], &reach);
    assert_eq!(own, OffsetError::OwnCenter { offset: [0, -2, 0], cells: [4, 1, 4] });

    let lopsided = error(Structure::Fcc, [5; 3], &reach[1..]);
    let OffsetError::NotSymmetric { offset, image } = lopsided else { panic!("{lopsided}") };
    assert!(reach[1..].contains(&offset) && image == reach[0]);
}
