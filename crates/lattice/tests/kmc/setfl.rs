//! Files of potentials as they occur: read as LAMMPS reads them and told, or refused.

use std::fs;

use zobrist_lattice::model::{EamModel, Model, Setfl, SetflError, SetflForm};
use zobrist_lattice::{Configuration, Lattice, Structure};

use crate::finnis_sinclair::{Stored, boxes, in_order, migration, vectors};

fn read(file: &str) -> Setfl {
    let text = fs::read(vectors().join(file)).unwrap();
    Setfl::read_as(&text[..], SetflForm::of_file_name(file))
        .unwrap_or_else(|e| panic!("{file}: {e}"))
}

fn model(potential: &Setfl, lattice: Lattice, constant: f64) -> EamModel {
    let count = potential.elements().len();
    let (elements, migration) = (in_order(count), migration(count + 1));
    EamModel::new(lattice, constant, potential, &elements, &migration).unwrap()
}

/// The values are those that LAMMPS printed.
#[test]
fn energies_are_those_of_lammps() {
    let boxes = boxes("setfl.csv");
    assert_eq!(boxes.len(), 96);
    for one in boxes {
        let potential = read(&one.file);
        let model = model(&potential, one.lattice, one.constant);
        let elements = in_order(potential.elements().len());
        let energy = model.energy(&one.configuration(&elements)).unwrap();
        let Stored { file, energy: expected, .. } = one;
        assert!((energy - expected).abs() < 1e-9, "{file}: {energy} {expected}");
    }
}

#[test]
fn peculiarities_are_told() {
    for (file, told) in [
        ("plain.alloy", &[][..]),
        ("plain.fs", &[]),
        ("metal.alloy", &[]),
        ("head-on-lines.alloy", &[]),
        ("tabs.alloy", &[]),
        ("blank-lines.alloy", &[]),
        ("one-on-a-line.alloy", &[]),
        ("comments.alloy", &["line 4: left out from the # on, as a comment; so on 5 lines in all"]),
        ("windows.alloy", &["line 4: left out from the # on, as a comment; so on 4 lines in all"]),
        (
            "no-name.alloy",
            &[
                "line 6: expected the lattice constant and the name of the lattice of \"Cu\" too; \
                 energies do not need them",
                "line 25: expected the lattice constant and the name of the lattice of \"Ni\" too; \
                 energies do not need them",
            ],
        ),
        (
            "more-on-the-line.fs",
            &[
                "line 6: expected nothing after the name of the lattice, got \"12.0 neighbors\"; left \
                 out",
                "line 35: expected nothing after the name of the lattice, got \"12.0 neighbors\"; \
                 left out",
            ],
        ),
        (
            "after-cutoff.alloy",
            &["line 5: expected nothing after the cutoff, got \"Angstrom, by hand\"; left out"],
        ),
        (
            "value-more.alloy",
            &["line 15: a value more at the end of a table than the file says; left out, as in 7 \
               tables in all"],
        ),
        (
            "value-more-once.alloy",
            &["line 25: a value more at the end of a table than the file says; left out"],
        ),
    ] {
        let potential = read(&format!("setfl/{file}"));
        let notes: Vec<String> = potential.notes().iter().map(ToString::to_string).collect();
        assert_eq!(notes, told, "{file}");
        // A model tells them, too.
        let lattice = Lattice::new(Structure::Fcc, [2, 2, 2]).unwrap();
        assert_eq!(Model::warnings(&model(&potential, lattice, 3.6)), told, "{file}");
    }
    let elements = |file| read(file).elements().to_vec();
    let [full, bare] = [elements("setfl/no-name.alloy"), elements("setfl/no-lattice.alloy")];
    assert_eq!((full[1].lattice_constant, &full[1].lattice), (Some(3.515), &None));
    assert_eq!((bare[1].lattice_constant, &bare[1].lattice), (None, &None));
    assert_eq!((bare[1].number, bare[1].mass), (28, 58.55));
}

/// A change of the lines of a file, the form to read it in, and a part of the message.
type Refused = (fn(&mut Vec<String>), SetflForm, &'static str);

/// The lines of plain.alloy: 6 is the first element, and 25 the second; 7 to 14 and 26 to 33 have
/// F, 15 to 24 and 34 to 43 ρ, 44 to 73 the pairs.
#[test]
fn files_that_lammps_reads_otherwise_are_refused() {
    use SetflForm::{Alloy, FinnisSinclair};
    fn add(lines: &mut [String], line: usize, text: &str) {
        lines[line - 1] += text;
    }
    fn insert(lines: &mut Vec<String>, before: usize, text: &str) {
        lines.insert(before - 1, text.to_owned());
    }
    let refused: &[Refused] = &[
        // Fewer numbers than the head says.
        (
            |lines| lines[13] = lines[13].rsplit_once(' ').unwrap().0.to_owned(),
            Alloy,
            "line 15: expected 40 values of F(ρ), as the head of the file says, got 44",
        ),
        (
            |lines| drop(lines.remove(23)),
            Alloy,
            "line 24: expected 50 values of ρ(r), as the head of the file says, got 45",
        ),
        (
            |lines| lines[23] = lines[23].rsplit_once(' ').unwrap().0.to_owned(),
            Alloy,
            "line 25: expected 50 values of ρ(r), as the head of the file says, got 49",
        ),
        (|lines| drop(lines.remove(72)), Alloy, "truncated setfl file: expected a value of r·φ(r)"),
        (|lines| lines[5] = "29".to_owned(), Alloy, "line 6: expected 3 numbers on the line of an"),
        (|lines| lines[3] = "2 Cu".to_owned(), Alloy, "line 4: expected 2 names of elements, "),
        // More.
        (|lines| add(lines, 14, " 1 2"), Alloy, "line 14: expected 40 values of F(ρ), as the head"),
        (|lines| add(lines, 73, " 1 2"), Alloy, "line 73: expected 50 values of r·φ(r), as the"),
        (|lines| add(lines, 14, " x"), Alloy, "line 14: expected 40 values of F(ρ)"),
        (
            |lines| add(lines, 4, " Fe"),
            Alloy,
            "line 4: expected 2 names of elements, as the head of",
        ),
        (|lines| lines[3] = "1 Cu Ni".to_owned(), Alloy, "expected 1 names of elements, as the"),
        (|lines| insert(lines, 25, "0 0 0 0 0"), Alloy, "line 25, byte"),
        (
            |lines| insert(lines, 25, "1 1 1 1 1"),
            Alloy,
            "expected the name of a lattice, got \"1\"",
        ),
        (|lines| insert(lines, 25, "0.5"), Alloy, "expected an atomic number, got \"0.5\""),
        // LAMMPS takes this value for the first of the next table, whose last one it leaves out.
        (
            |lines| insert(lines, 15, "0.5"),
            Alloy,
            "line 25: expected 50 values of ρ(r), as the head of the file says, got 51",
        ),
        (|lines| insert(lines, 74, "0 0 0 0 0"), Alloy, "got 5 numbers more, from \"0\" on"),
        (|lines| insert(lines, 74, "0"), Alloy, "line 74: expected the end of the file after the"),
        (
            |lines| insert(lines, 74, "by hand"),
            Alloy,
            "line 74: expected the end of the file after",
        ),
        // Kinds of potentials whose files begin in the same way.
        (
            |lines| (0..60).for_each(|_| lines.push("0 0 0 0 0".to_owned())),
            Alloy,
            "line 74: expected no more numbers, got 300 after the last table, two tables for each pair \
             of elements, as files of `pair_style adp` have",
        ),
        (
            |lines| lines.extend(["# h(x)", "2 1.0 -0.5 0.3"].map(String::from)),
            Alloy,
            "line 75: expected no more numbers, got a polynomial of degree 2 after the last table, as \
             files of `pair_style eam/cd` have",
        ),
        (
            |lines| add(lines, 5, " 30.0"),
            FinnisSinclair,
            "line 5: expected no more numbers, got 30.0 after the cutoff, as files of `pair_style \
             eam/he` have",
        ),
        // The other form.
        (|_| {}, FinnisSinclair, "expected 140 numbers for the functions of \"Cu\", got 90 before"),
        // Comments.
        (|lines| drop(lines.remove(0)), Alloy, "line 3: expected a comment, the first three lines"),
        (
            |lines| drop(lines.drain(..2)),
            Alloy,
            "line 2: expected a comment, the first three lines",
        ),
        (
            |lines| drop(lines.drain(..3)),
            Alloy,
            "line 1: expected a comment, the first three lines",
        ),
        (|lines| insert(lines, 1, "more"), Alloy, "line 4, byte"),
        (|lines| lines[0] = "a UNITS: real b".to_owned(), Alloy, "got \"UNITS: real\""),
        // The form of a single element, funcfl.
        (
            |lines| {
                lines
                    .splice(..6, ["Cu", "29 63.5 3.6 fcc", "40 0.75 50 0.1 4.9"].map(String::from));
            },
            Alloy,
            "line 4, byte",
        ),
    ];
    let text = fs::read_to_string(vectors().join("setfl/plain.alloy")).unwrap();
    for (number, (change, form, part)) in refused.iter().enumerate() {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        change(&mut lines);
        let text = lines.join("\n") + "\n";
        let error = Setfl::read_as(text.as_bytes(), *form).expect_err(part).to_string();
        assert!(error.contains(part), "{number}: {error}");
    }
    let fs = fs::read_to_string(vectors().join("setfl/plain.fs")).unwrap();
    let error = Setfl::read(fs.as_bytes()).expect_err("another form");
    let SetflError::Form { line: 35, expected: 90, got: 140, .. } = error else {
        panic!("{error}")
    };
    // With two numbers for a comment, the other form is known by its numbers all the same.
    let fs = fs.replace(" fcc", " fcc # 12 1");
    assert!(matches!(Setfl::read(fs.as_bytes()), Err(SetflError::Form { line: 35, .. })));
}

/// LAMMPS refuses them, so that no energy of its differs.
#[test]
fn exponents_may_be_those_of_fortran() {
    let text = fs::read_to_string(vectors().join("setfl/plain.fs")).unwrap();
    let plain = read("setfl/plain.fs");
    for letter in ["D", "d", "E"] {
        let text = text.replace("e-", &format!("{letter}-")).replace("e+", &format!("{letter}+"));
        let read = Setfl::read_as(text.as_bytes(), SetflForm::FinnisSinclair).unwrap();
        assert_eq!(read, plain);
    }
}

#[test]
fn what_is_outside_the_tables_is_told() {
    let lattice = Lattice::new(Structure::Fcc, [2, 2, 2]).unwrap();
    let full = Configuration::new(lattice);
    let warnings = |file: &str, constant| {
        let model = model(&read(file), lattice, constant);
        let before = Model::warnings(&model);
        let clone = model.clone();
        clone.energy(&full);
        // Clones tell of each other.
        (before, Model::warnings(&model))
    };
    let (before, after) = warnings("setfl/plain.alloy", 3.6);
    assert!(before.is_empty() && after.is_empty(), "{before:?} {after:?}");
    let (before, after) = warnings("setfl/short-tables.alloy", 3.6);
    assert_eq!(
        before,
        [
            "expected tables of ρ(r) and r·φ(r) up to the cutoff, 4.9 Å, got them up to 3 Å, and atoms \
             3.6 Å apart; beyond the tables their last values are taken, as LAMMPS does"
        ]
    );
    assert_eq!(after[0], before[0]);
    assert!(after[1].starts_with("expected densities at the sites up to 8.25, where"), "{after:?}");
    assert_eq!(after.len(), 2);
    let (before, after) = warnings("setfl/negative-densities.alloy", 3.6);
    assert!(before.is_empty());
    assert!(
        after[0].starts_with("expected densities at the sites of 0 or more, where the tables of")
    );
    assert_eq!(after.len(), 1);
}
