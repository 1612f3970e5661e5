//! Lattices and alloys that the tests of environments share.

use zobrist::source::Xoshiro256PlusPlus;
use zobrist_lattice::{Environments, Lattice, Offset, Site, Species, State, Structure};

/// A box of `side` cells along each axis that the structure has.
pub(crate) fn cube(structure: Structure, side: usize) -> Lattice {
    let depth = if structure == Structure::Square { 1 } else { side };
    Lattice::new(structure, [side, side, depth]).unwrap()
}

/// A third of the sites of three species, by a seed.
pub(crate) fn alloy(lattice: Lattice, seed: u64) -> State {
    let mut state = State::new(lattice, 3, seed);
    let mut random = Xoshiro256PlusPlus::new(seed);
    state.scatter(Species::VACANCY, lattice.len() / 8, &mut random).unwrap();
    state.scatter(Species(2), lattice.len() / 4, &mut random).unwrap();
    state
}

/// The species around a center.
pub(crate) fn around(environments: &Environments, state: &State, center: Site) -> Vec<Species> {
    let mut around = Vec::new();
    environments.read(state.configuration(), center, &mut around);
    around
}

/// Both kinds of environments, with symmetry and without.
pub(crate) fn all_kinds(lattice: Lattice, reach: &[Offset]) -> [Environments; 4] {
    let group = lattice.structure().point_group();
    let trivial = zobrist_lattice::PointGroup::trivial();
    [
        Environments::of_defect(lattice, reach, 3, &group, 1).unwrap(),
        Environments::of_defect(lattice, reach, 3, &trivial, 1).unwrap(),
        Environments::of_jumps(lattice, reach, 3, &group, 1).unwrap(),
        Environments::of_jumps(lattice, reach, 3, &trivial, 1).unwrap(),
    ]
}
