//! The embedded-atom method against sums over all images in space, with functions of our own.

use zobrist_lattice::model::{EamModel, Jump, Model, ModelError, Setfl};
use zobrist_lattice::{Configuration, Lattice, Settings, Species, Structure};

use crate::common::scattered;
use crate::modes::all_modes;

const CUTOFF: f64 = 3.6;

/// F, ρ and φ of two elements.
fn embedding(element: usize, density: f64) -> f64 {
    -(1.0 + 0.2 * element as f64) * (density + 0.01).sqrt() + 0.003 * density * density
}

fn density(element: usize, r: f64) -> f64 {
    (0.8 + 0.3 * element as f64) * (-1.3 * (r - 2.5)).exp() * taper(r)
}

fn pair(a: usize, b: usize, r: f64) -> f64 {
    (0.30 + 0.05 * (a + b) as f64 - 0.08 * (a * b) as f64) * ((2.4 / r).powi(6) - 0.7) * taper(r)
}

/// One, falling smoothly to zero at the cutoff.
fn taper(r: f64) -> f64 {
    let x = (CUTOFF - r) / CUTOFF;
    if x <= 0.0 { 0.0 } else { x * x * (3.0 - 2.0 * x) }
}

/// The functions as a file.
fn setfl() -> Setfl {
    let (count, rho_step, r_step) = (3000, 0.01, CUTOFF / 2990.0);
    let mut text =
        format!("made\nfor\ntests\n2 Aa Bb\n{count} {rho_step} {count} {r_step} {CUTOFF}\n");
    let table = |text: &mut String, f: &dyn Fn(f64) -> f64, step: f64| {
        for i in 0..count {
            *text += &format!("{:.16e}{}", f(step * i as f64), if i % 5 == 4 { '\n' } else { ' ' });
        }
    };
    for element in 0..2 {
        text += &format!("{} 60.0 2.8 bcc\n", 26 + 3 * element);
        table(&mut text, &|rho| embedding(element, rho), rho_step);
        table(&mut text, &|r| density(element, r), r_step);
    }
    for (a, b) in [(0, 0), (1, 0), (1, 1)] {
        // r·φ at r = 0 is not used; it is bounded here.
        table(&mut text, &|r| if r < 0.5 { 0.0 } else { r * pair(a, b, r) }, r_step);
    }
    Setfl::read(text.as_bytes()).unwrap()
}

fn element(species: Species) -> Option<usize> {
    [Some(0), None, Some(1)][species.index()]
}

/// The energy in eV: every atom with every image of every other within the cutoff.
fn by_space(configuration: &Configuration, constant: f64) -> f64 {
    let lattice = configuration.lattice();
    let (structure, cells) = (lattice.structure(), lattice.cells());
    let period = structure.period();
    let turns = [0, 1, 2].map(|axis| match structure {
        Structure::Square if axis == 2 => 0,
        _ => (3.0 * CUTOFF / constant / cells[axis] as f64).ceil() as i32,
    });
    let mut energy = 0.0;
    for here in lattice.sites() {
        let Some(one) = element(configuration.occupant(here)) else { continue };
        let (mut rho, mut pairs) = (0.0, 0.0);
        for there in lattice.sites() {
            let Some(other) = element(configuration.occupant(there)) else { continue };
            let (a, b) = (lattice.position(here), lattice.position(there));
            for x in -turns[0]..=turns[0] {
                for y in -turns[1]..=turns[1] {
                    for z in -turns[2]..=turns[2] {
                        let turn = [x, y, z];
                        let vector =
                            [0, 1, 2].map(|i| b[i] - a[i] + turn[i] * cells[i] as i32 * period[i]);
                        let r = constant
                            * structure.cartesian(vector).iter().map(|x| x * x).sum::<f64>().sqrt();
                        if r > 0.0 && r < CUTOFF {
                            rho += density(other, r);
                            pairs += pair(one, other, r) / 2.0;
                        }
                    }
                }
            }
        }
        energy += embedding(one, rho) + pairs;
    }
    energy
}

const ELEMENTS: [Option<usize>; 3] = [Some(0), None, Some(1)];
const MIGRATION: [f64; 3] = [0.7, 0.0, 0.5];

/// The potential on bcc, at a constant at which second neighbors see each other.
pub(crate) fn model(lattice: Lattice) -> EamModel {
    EamModel::new(lattice, 2.5, &setfl(), &ELEMENTS, &MIGRATION).unwrap()
}

#[test]
fn energies_and_barriers_are_those_of_atoms_in_space() {
    for (structure, cells, constant) in [
        (Structure::Bcc, [3, 3, 4], 2.5),
        (Structure::Bcc, [2, 2, 3], 2.5),
        (Structure::Fcc, [2, 2, 2], 3.4),
        (Structure::Hcp, [3, 3, 2], 2.5),
        (Structure::Square, [4, 5, 1], 2.2),
    ] {
        let lattice = Lattice::new(structure, cells).unwrap();
        let model = EamModel::new(lattice, constant, &setfl(), &ELEMENTS, &MIGRATION).unwrap();
        let start = scattered(lattice, &[2, 5], 6);
        let energy = by_space(&start, constant);
        assert!((model.energy(&start).unwrap() - energy).abs() < 1e-6, "{structure} {cells:?}");
        let vacancy = start.sites_of(Species::VACANCY).next().unwrap();
        for (direction, vector) in structure.directions().into_iter().enumerate() {
            let to = lattice.neighbor(vacancy, vector);
            let atom = start.occupant(to);
            if atom == Species::VACANCY {
                continue;
            }
            let mut after = start.clone();
            after.exchange(vacancy, to);
            let change = by_space(&after, constant) - energy;
            let expected = MIGRATION[atom.index()] + change / 2.0;
            let found = model.barrier(&start, Jump::new(vacancy, to, direction));
            assert!((found - expected).abs() < 1e-6, "{structure} {cells:?}: {found} {expected}");
            // Exactly, by its own energies, but for the last bits of two large numbers.
            let own = (model.energy(&after).unwrap() - model.energy(&start).unwrap()) / 2.0;
            assert!((found - MIGRATION[atom.index()] - own).abs() < 1e-11);
        }
    }
}

#[test]
fn every_mode_has_the_same_trajectory_with_eam() {
    for (structure, cells, constant) in
        [(Structure::Bcc, [6, 6, 7], 2.5), (Structure::Hcp, [6, 6, 4], 2.7)]
    {
        let lattice = Lattice::new(structure, cells).unwrap();
        let model = EamModel::new(lattice, constant, &setfl(), &ELEMENTS, &MIGRATION).unwrap();
        let start = scattered(lattice, &[2, 4], 6);
        let evaluations = all_modes(&model, &start, &Settings::new(900.0, 8), 150);
        assert!(evaluations[4] < evaluations[0], "{evaluations:?}");
    }
}

/// In another unit, or far beyond the table, F may be more than whole numbers can hold: with sums
/// that overflow, a barrier would be any number.
#[test]
fn senseless_embedding_functions_are_refused() {
    let lattice = Lattice::new(Structure::Bcc, [4, 4, 4]).unwrap();
    let model = |slope: f64, density: f64| {
        let table: String = (0..4).map(|i| format!("{:e} ", slope * f64::from(i))).collect();
        let rho = format!("{density:e} ").repeat(4);
        let text = format!("a\nb\nc\n1 Xx\n4 1 4 1 3\n0 1 3 bcc\n{table}\n{rho}\n0 0 0 0\n");
        let potential = Setfl::read(text.as_bytes()).unwrap();
        EamModel::new(lattice, 3.1, &potential, &[Some(0), None], &[0.6, 0.0])
    };
    assert!(model(-1.0, 0.125).is_ok() && model(-900.0, 0.125).is_ok());
    for (slope, density) in [(1e9, 0.125), (-1e300, 0.125), (-1.0, 1e9), (1.0, -1e9)] {
        let error = model(slope, density).unwrap_err().to_string();
        assert!(error.starts_with("an embedding energy: expected"), "{error}");
    }
}

#[test]
fn bad_parameters_are_named() {
    let lattice = Lattice::new(Structure::Bcc, [4, 4, 4]).unwrap();
    let new = |constant, elements: &[Option<usize>]| {
        EamModel::new(lattice, constant, &setfl(), elements, &MIGRATION).unwrap_err()
    };
    assert!(matches!(new(2.5, &[Some(0), None, Some(2)]), ModelError::NoElement { got: 2, .. }));
    assert!(matches!(new(2.5, &[Some(0), Some(1)]), ModelError::Length { .. }));
    assert!(matches!(new(2.5, &[Some(0), None]), ModelError::Length { expected: 2, got: 3, .. }));
    assert!(matches!(new(0.25, &ELEMENTS), ModelError::Cutoff { .. }));
    assert!(matches!(new(25.0, &ELEMENTS), ModelError::Cutoff { .. }));
    assert!(matches!(new(f64::NAN, &ELEMENTS), ModelError::Value { .. }));
    let small = Lattice::new(Structure::Bcc, [1, 4, 4]).unwrap();
    let error = EamModel::new(small, 2.5, &setfl(), &ELEMENTS, &MIGRATION).unwrap_err();
    assert!(matches!(error, ModelError::Offset(_)));
}

/// Recall files and checkpoints carry the fingerprint, which changes with the interpolation of
/// tables.
#[test]
fn fingerprints_of_alloys_stay_as_they_were() {
    let text = "two\nmade up\nelements\n2 Aa Bb\n6 0.5 5 0.75 3.0\n\
                26 55.8 2.87 bcc\n0 -1.5 -2.25 -2.75 -3 -3.125\n4 3 2 1 0\n\
                29 63.5 3.61 fcc\n0 -2 -2.5 -3 -3.25 -3.5\n2 1.5 1 0.5 0.25\n\
                0 3 2 0 -1\n0 -1 0.125 0 0\n0 1 0.5 0 0.25\n";
    let potential = Setfl::read(text.as_bytes()).unwrap();
    let fingerprints = [
        (Structure::Bcc, 2.5, [0, 1]),
        (Structure::Bcc, 2.5, [1, 0]),
        (Structure::Fcc, 3.5, [0, 1]),
        (Structure::Fcc, 3.5, [1, 0]),
    ]
    .map(|(structure, constant, elements)| {
        let lattice = Lattice::new(structure, [4, 4, 5]).unwrap();
        let elements = [Some(elements[0]), None, Some(elements[1])];
        let model = EamModel::new(lattice, constant, &potential, &elements, &[0.625, 0.0, 0.5]);
        format!("{:016x}", model.unwrap().fingerprint())
    });
    assert_eq!(
        fingerprints,
        ["8fe91dac59ab9d54", "20349f444a0dc0bc", "e1610e95be575b21", "6e89cf547590f805"]
    );
}
