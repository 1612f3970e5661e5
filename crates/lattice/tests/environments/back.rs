//! The jump back has the name that it has once it can be done.

use zobrist_lattice::{Environments, Lattice, Species, Structure};

use super::help::{alloy, around, cube};

#[test]
fn the_jump_back_is_named_before_the_jump() {
    // The small box has neighbours that are one site, and sites that see a vacancy twice.
    let boxes = Structure::ALL.into_iter().flat_map(|structure| {
        let small = if structure == Structure::Bcc { 2 } else { 3 };
        [cube(structure, 6), cube(structure, small)]
    });
    for lattice in boxes {
        let structure = lattice.structure();
        let shells = if lattice.len() < 300 { 1 } else { 2 };
        let reach = structure.shells(shells).concat();
        let jumps =
            Environments::of_jumps(lattice, &reach, 3, &structure.point_group(), 1).unwrap();
        let mut after = Vec::new();
        for (seed, vacancy) in lattice.sites().step_by(lattice.len() / 9).enumerate() {
            let mut state = alloy(lattice, seed as u64);
            state.set(vacancy, Species::VACANCY);
            let before = around(&jumps, &state, vacancy);
            for (direction, way) in structure.directions().into_iter().enumerate() {
                let to = lattice.neighbour(vacancy, way);
                if state.configuration().occupant(to) == Species::VACANCY {
                    continue;
                }
                let back = jumps.back(&before, direction, &mut after);
                state.exchange(vacancy, to);
                assert_eq!(lattice.neighbour(to, structure.directions()[back]), vacancy);
                let then = around(&jumps, &state, to);
                assert_eq!(
                    jumps.name(&after, back),
                    jumps.name(&then, back),
                    "{lattice:?}, {way:?}"
                );
                state.exchange(vacancy, to);
            }
        }
    }
}

#[test]
#[should_panic(expected = "the surroundings were read by these environments")]
fn of_something_else() {
    let lattice: Lattice = cube(Structure::Bcc, 4);
    let reach = Structure::Bcc.shells(1).concat();
    let jumps =
        Environments::of_jumps(lattice, &reach, 3, &Structure::Bcc.point_group(), 1).unwrap();
    jumps.back(&[Species::HOST], 0, &mut Vec::new());
}
