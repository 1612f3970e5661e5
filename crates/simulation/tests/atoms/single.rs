//! Files of one frame, POSCAR and the data files of LAMMPS, and the frames of a trajectory.

use zobrist_simulation::atoms::{Frame, read_atoms, read_frame};

use crate::common::{LIMIT, file_of, read, refused, refused_with};

/// A POSCAR with its scaling factor and the kind of its positions.
fn poscar(scale: &str, kind: &str, positions: &str) -> String {
    format!("bcc iron\n{scale}\n3 0 0\n0 4 0\n0 1 5\nFe Cu_pv\n1 2\n{kind}\n{positions}")
}

fn positions(frame: &Frame) -> Vec<[f64; 3]> {
    frame.atoms.iter().map(|atom| atom.position).collect()
}

fn symbols(frame: &Frame) -> Vec<&str> {
    frame.atoms.iter().map(|atom| &*atom.symbol).collect()
}

#[test]
fn poscar_with_fractions_and_lengths() {
    let fractions = "0 0 0\n0.5 0.5 0.5\n0 0 0.25 Cu\n";
    let frame = read(poscar("2.0", "Direct", fractions)).unwrap();
    assert_eq!(frame.cell, Some([[6.0, 0.0, 0.0], [0.0, 8.0, 0.0], [0.0, 2.0, 10.0]]));
    assert_eq!(symbols(&frame), ["Fe", "Cu", "Cu"]);
    assert_eq!(positions(&frame), [[0.0; 3], [3.0, 5.0, 5.0], [0.0, 0.5, 2.5]]);
    assert_eq!(frame.atoms[0].line, 9);
    // With flags, Windows' ends of lines, and velocities behind the atoms.
    let flags = "0 0 0 T T F\n0.5 0.5 0.5 F F F\n0 0 0.25 T T T\n\n0 0 0\n0 0 0\n0 0 0\n";
    let selective = poscar("2.0", "Selective dynamics\ndirect", flags).replace('\n', "\r\n");
    assert_eq!(positions(&read(selective).unwrap()), positions(&frame));
    let lengths = "0 0 0\n1.5 2.5 2.5\n0 0.25 1.25\n";
    assert_eq!(positions(&read(poscar("2", "Cartesian", lengths)).unwrap()), positions(&frame));
    assert_eq!(positions(&read(poscar("2", "kartesisch", lengths)).unwrap()), positions(&frame));
    // The volume, 3 · 4 · 5 · 2³, and a factor for each direction.
    let by_volume = read(poscar("-480", "Direct", fractions)).unwrap();
    assert!((by_volume.atoms[1].position[0] - 3.0).abs() < 1e-12);
    let three = read(poscar("1 2 3", "Cartesian", lengths)).unwrap();
    assert_eq!(three.cell, Some([[3.0, 0.0, 0.0], [0.0, 8.0, 0.0], [0.0, 2.0, 15.0]]));
    assert_eq!(three.atoms[1].position, [1.5, 5.0, 7.5]);
}

#[test]
fn poscar_without_names_takes_those_of_the_caller() {
    let old = poscar("1", "Direct", "0 0 0\n0.5 0.5 0.5\n0 0 0.25\n").replace("Fe Cu_pv\n", "");
    refused_with(&old, ":6 (byte ");
    refused_with(&old, "name its elements in `types`, as types = [\"Fe\", \"Cu\"], got \"1 2\"");
    let file = file_of(&old);
    let types = ["Ni", "X", "Fe"].map(String::from);
    let frame = read_atoms(&file.path, &types[..2], LIMIT).unwrap();
    assert_eq!(symbols(&frame), ["Ni", "X", "X"]);
    let error = read_atoms(&file.path, &types, LIMIT).unwrap_err().to_string();
    assert!(error.ends_with("a number of atoms for each of 3 elements, got \"1 2\""), "{error}");
}

#[test]
fn poscar_that_is_none() {
    let whole = poscar("1", "Direct", "0 0 0\n0.5 0.5 0.5\n0 0 0.25\n");
    refused(
        whole.replace("\n0 0 0.25", ""),
        "expected a position of each atom; the file ends here",
    );
    refused_with(whole.replace("0.5 0.5 0.5", "0.5 x 0.5"), ":10 (byte ");
    refused_with(whole.replace("0.5 0.5 0.5", "0.5 nan 0.5"), "a number from -1e12 to 1e12");
    refused_with(whole.replace("Direct", "Fractions"), "expected `Direct` or `Cartesian`");
    refused_with(whole.replace("\n1\n", "\n0\n"), "one scaling factor other than 0");
    refused_with(whole.replace("\n1 2\n", "\n1\n"), "a number of atoms for each of 2 elements");
    // A volume for axes in a plane.
    let flat = whole.replace("\n1\n", "\n-60\n").replace("0 1 5", "0 1 0");
    refused_with(flat, "a scaling factor for axes that span a box");
}

/// As OVITO writes it.
const DATA: &str = "# by hand\n\n3 atoms\n2 atom types\n\n-1.0 2.0 xlo xhi\n0 4 ylo yhi\n0 5 zlo zhi\n\
    0.0 0.0 1.0 xy xz yz\n\nMasses\n\n1 55.845  # Fe\n2 63.546  # Cu\n\nAtoms  # atomic\n\n\
    3 2 0.5 1.5 2.5 0 0 -1\n1 1 0 0 0 0 0 0\n2 2 1e0 1 1 0 0 0\n\nVelocities\n\n1 0 0 0\n2 0 0 0\n3 0 0 0\n";

#[test]
fn data_files_of_lammps() {
    let frame = read(DATA).unwrap();
    assert_eq!(frame.cell, Some([[3.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 1.0, 5.0]]));
    assert_eq!(frame.origin, [-1.0, 0.0, 0.0]);
    assert_eq!(symbols(&frame), ["Cu", "Fe", "Cu"]);
    assert_eq!(positions(&frame), [[0.5, 1.5, 2.5], [0.0; 3], [1.0; 3]]);
    assert_eq!(frame.atoms[0].line, 18);
    let bare = DATA.replace("  # Fe", "").replace("  # Cu", "");
    refused_with(&bare, ":18 (byte ");
    refused_with(&bare, "name the elements of the types in `types`, as types = [\"Fe\", \"Cu\"]");
    let types = ["Ni", "X"].map(String::from);
    let named = read_atoms(&file_of(&bare).path, &types, LIMIT).unwrap();
    assert_eq!(symbols(&named), ["X", "Ni", "X"]);
    // Labels, as numbers and in their place.
    let labels = bare.replace("Masses", "Atom Type Labels\n\n1 Fe\n2 Cu\n\nMasses");
    assert_eq!(symbols(&read(&labels).unwrap()), ["Cu", "Fe", "Cu"]);
    let labels = labels.replace("\n1 1 0", "\n1 Fe 0");
    assert_eq!(symbols(&read(labels).unwrap()), ["Cu", "Fe", "Cu"]);
}

#[test]
fn data_files_of_other_styles() {
    let other = |style: &str, more: &str| {
        let atoms = ["3 2 0.5", "1 1 0 0", "2 2 1e0"];
        let mut text = DATA.replace("# atomic", style);
        for atom in atoms {
            let (id, rest) = atom.split_once(' ').unwrap();
            let (kind, x) = rest.split_once(' ').unwrap();
            let filled = more.replace("type", kind);
            text = text.replace(&format!("\n{atom}"), &format!("\n{id} {filled} {x}"));
        }
        text
    };
    for (style, more) in [
        ("# charge", "type -2.5"),
        ("# bond", "7 type"),
        ("# angle", "7 type"),
        ("# molecular", "7 type"),
        ("# full", "7 type -2.5"),
        ("", "type"),
    ] {
        let frame = read(other(style, more)).unwrap();
        assert_eq!(positions(&frame), [[0.5, 1.5, 2.5], [0.0; 3], [1.0; 3]], "{style}");
        assert_eq!(symbols(&frame), ["Cu", "Fe", "Cu"], "{style}");
    }
    refused_with(
        other("", "type -2.5"),
        "the style of the atoms in the comment, as `Atoms # charge`",
    );
    refused_with(other("# sphere", "type"), "atoms of a style among atomic, charge, ");
    refused_with(DATA.replace("3 atoms", "4 atoms"), "expected 4 atoms below `Atoms`, as the");
    refused_with(DATA.replace("0.5 1.5 2.5", "0.5 1.5 x"), "a coordinate, a number from");
}

/// A file of XYZ is told from POSCAR, even with numbers in place of symbols.
#[test]
fn an_xyz_file_of_numbers_is_no_poscar() {
    let frame = read("4\n1.0\n26 0 0 0\n26 1 1 1\n29 2 2 2\n29 3 3 3\n").unwrap();
    assert_eq!(symbols(&frame), ["26", "26", "29", "29"]);
}

#[test]
fn frames_count_from_the_start_or_from_the_end() {
    let text: String = (0..5)
        .map(|step| format!("1\nStep={step} Properties=species:S:1:pos:R:3\nFe 0 0 0\n"))
        .collect();
    let file = file_of(&text);
    let step = |frame: i64| read_frame(&file.path, frame, &[], LIMIT).map(|frame| frame.step);
    for number in 0..5 {
        assert_eq!(step(number).unwrap(), Some(number as u64));
        assert_eq!(step(number - 5).unwrap(), Some(number as u64));
    }
    assert_eq!(read_atoms(&file.path, &[], LIMIT).unwrap().step, Some(4));
    for frame in [5, 7, -6, i64::MIN, i64::MAX] {
        let error = step(frame).unwrap_err().to_string();
        let expected = format!(
            "expected the frame {frame}, got 5 frames, numbered from 0 to 4, or from -5 to -1"
        );
        assert!(error.ends_with(&expected), "{error}");
    }
    // What follows the frame is not read.
    let cut = file_of(text + "1\nStep=");
    assert_eq!(read_frame(&cut.path, 3, &[], LIMIT).unwrap().step, Some(3));
    assert!(read_frame(&cut.path, -2, &[], LIMIT).is_err());
    // A file of one frame.
    let one = file_of(DATA);
    for frame in [0, -1] {
        assert_eq!(read_frame(&one.path, frame, &[], LIMIT).unwrap().atoms.len(), 3);
    }
    for frame in [1, -2] {
        let error = read_frame(&one.path, frame, &[], LIMIT).unwrap_err().to_string();
        assert!(error.contains(&format!("expected the frame {frame}, got 1 frame,")), "{error}");
    }
}
