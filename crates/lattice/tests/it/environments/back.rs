//! The name of a reverse jump, before and after the jump.

use zobrist_lattice::{Environments, Lattice, Species, Structure};

use super::help::{alloy, around, cube};

#[test]
fn the_reverse_jump_is_named_before_the_jump() {
    // The small box has neighbors that are one site, and sites that see a vacancy twice.
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
            for (direction, vector) in structure.directions().into_iter().enumerate() {
                let to = lattice.neighbor(vacancy, vector);
                if state.configuration().occupant(to) == Species::VACANCY {
                    continue;
                }
                let back = jumps.after_jump(&before, direction, &mut after);
                state.exchange(vacancy, to);
                assert_eq!(lattice.neighbor(to, structure.directions()[back]), vacancy);
                let then = around(&jumps, &state, to);
                assert_eq!(
                    jumps.name(&after, back),
                    jumps.name(&then, back),
                    "{lattice:?}, {vector:?}"
                );
                state.exchange(vacancy, to);
            }
        }
    }
}

#[test]
#[should_panic(expected = "the surroundings were read by these environments")]
fn the_surroundings_of_other_environments_are_refused() {
    let lattice: Lattice = cube(Structure::Bcc, 4);
    let reach = Structure::Bcc.shells(1).concat();
    let jumps =
        Environments::of_jumps(lattice, &reach, 3, &Structure::Bcc.point_group(), 1).unwrap();
    jumps.after_jump(&[Species::HOST], 0, &mut Vec::new());
}
