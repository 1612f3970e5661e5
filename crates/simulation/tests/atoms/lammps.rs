//! Reading text dumps of LAMMPS.

use zobrist_simulation::atoms::read_atoms;

use crate::common::{LIMIT, file_of, read, read_all_changed, refused, refused_with};

/// As LAMMPS writes it with `dump_modify units yes time yes`.
const DUMP: &str = "ITEM: UNITS\nmetal\nITEM: TIME\n0.25\nITEM: TIMESTEP\n500\nITEM: NUMBER OF ATOMS\n2\n\
    ITEM: BOX BOUNDS pp pp pp\n-1.0000000000000000e+00 4.0000000000000000e+00\n0.0 6.0\n1 8\n\
    ITEM: ATOMS vx z element id y x type \n\
    0.5 3.5 Fe 7 2.5 1.5 1 \n0.5 0 Cu 3 0 0 2 \n";

#[test]
fn columns_in_any_order() {
    let frame = read(DUMP).unwrap();
    assert_eq!(frame.cell, Some([[5.0, 0.0, 0.0], [0.0, 6.0, 0.0], [0.0, 0.0, 7.0]]));
    assert_eq!(frame.origin, [-1.0, 0.0, 1.0]);
    assert_eq!((frame.step, frame.time, frame.energy), (Some(500), Some(0.25), None));
    assert_eq!(frame.atoms[0].position, [1.5, 2.5, 3.5]);
    assert_eq!((&*frame.atoms[1].symbol, frame.atoms[1].line), ("Cu", 15));
    assert_eq!(read(DUMP.replace('\n', "\r\n")).unwrap().atoms, frame.atoms);
    assert_eq!(read(DUMP.trim_end()).unwrap().atoms, frame.atoms);
}

#[test]
fn types_have_the_names_that_the_caller_gives() {
    let bare = DUMP.replace(" element", " mass").replace("Fe", "55.8").replace("Cu", "63.5");
    refused_with(&bare, ":13 (byte ");
    refused_with(&bare, "expected a column `element`");
    refused_with(&bare, "name the elements of the types in `types`, as types = [\"Fe\", \"Cu\"]");
    let bare = file_of(bare);
    let types = ["Ni".to_owned(), "X".to_owned()];
    let frame = read_atoms(&bare.path, &types, LIMIT).unwrap();
    assert!(frame.atoms.iter().map(|atom| &*atom.symbol).eq(["Ni", "X"]));
    let error = read_atoms(&bare.path, &types[..1], LIMIT).unwrap_err().to_string();
    assert!(error.ends_with("expected a type from 1 to 1, got \"2\""), "{error}");
    assert!(error.contains(":15 (byte 240): "), "{error}");
    // The element, where there is one, is what the file says.
    let frame = read_atoms(&file_of(DUMP).path, &types, LIMIT).unwrap();
    assert_eq!(frame.atoms[0].symbol, "Fe");
}

fn with_columns(bounds: &str, columns: &str, atom: &str) -> String {
    format!(
        "ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n1\n{bounds}\nITEM: ATOMS element {columns}\nFe {atom}\n"
    )
}

#[test]
fn coordinates_of_every_kind() {
    let bounds = "ITEM: BOX BOUNDS pp pp pp\n-1 1\n0 10\n5 25";
    for (columns, atom, expected) in [
        ("x y z", "1 2 3", [1.0, 2.0, 3.0]),
        ("xu yu zu", "1 2 300", [1.0, 2.0, 300.0]),
        ("xs ys zs", "0.5 0.25 0.75", [0.0, 2.5, 20.0]),
        ("xsu ysu zsu", "-1 0.25 2", [-3.0, 2.5, 45.0]),
        // Unscaled coordinates need no arithmetic.
        ("xs ys zs x y z", "0 0 0 1 2 3", [1.0, 2.0, 3.0]),
        ("z xu yu zu y", "9 1 2 3 9", [1.0, 2.0, 3.0]),
    ] {
        let frame = read(with_columns(bounds, columns, atom)).unwrap();
        assert_eq!(frame.atoms[0].position, expected, "{columns}");
    }
    refused_with(with_columns(bounds, "x y zs", "0 0 0"), "expected columns of coordinates");
}

/// Bounds by the definition in LAMMPS' documentation: xlo_bound = xlo + min(0, xy, xz, xy + xz),
/// and so on.
#[test]
fn tilted_boxes() {
    for (xy, xz, yz) in [(1.0, 0.5, 0.25), (-2.0, 0.5, -0.25), (-2.0, -0.5, 0.0), (0.0, 0.0, 1.0)] {
        let (low, high): ([f64; 3], [f64; 3]) = ([1.0, 2.0, 3.0], [9.0, 10.0, 11.0]);
        let corners: [f64; 4] = [0.0, xy, xz, xy + xz];
        let (least, most) = (
            corners.into_iter().fold(f64::INFINITY, f64::min),
            corners.into_iter().fold(f64::NEG_INFINITY, f64::max),
        );
        let bounds = format!(
            "ITEM: BOX BOUNDS xy xz yz pp pp pp\n{} {} {xy}\n{} {} {xz}\n3 11 {yz}",
            low[0] + least,
            high[0] + most,
            low[1] + f64::min(0.0, yz),
            high[1] + f64::max(0.0, yz),
        );
        let frame = read(with_columns(&bounds, "xs ys zs", "1 1 1")).unwrap();
        assert_eq!(frame.cell, Some([[8.0, 0.0, 0.0], [xy, 8.0, 0.0], [xz, yz, 8.0]]));
        assert_eq!(frame.origin, low);
        assert_eq!(frame.atoms[0].position, [9.0 + xy + xz, 10.0 + yz, 11.0]);
    }
    let general = "ITEM: BOX BOUNDS abc origin pp pp pp\n1 2 3 -1\n4 5 6 -2\n7 8 10 -3";
    let frame = read(with_columns(general, "x y z", "0 0 0")).unwrap();
    assert_eq!(frame.cell, Some([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 10.0]]));
    assert_eq!(frame.origin, [-1.0, -2.0, -3.0]);
}

#[test]
fn the_last_frame_is_taken() {
    let later = DUMP.replace("\n500\n", "\n1000\n").replace("1.5 1", "4.5 1");
    let frame = read(format!("{DUMP}{later}")).unwrap();
    assert_eq!((frame.step, frame.atoms[0].position[0]), (Some(1000), 4.5));
    assert_eq!(frame.atoms[0].line, 15 + 14);
    // LAMMPS writes the units once.
    let (_, rest) = later.split_at(later.find("ITEM: TIME\n").unwrap());
    assert_eq!(read(format!("{DUMP}{rest}")).unwrap().step, Some(1000));
}

#[test]
fn frames_without_atoms_or_a_box() {
    let empty = "ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n0\nITEM: ATOMS element x y z\n";
    let frame = read(empty).unwrap();
    assert_eq!((frame.cell, frame.atoms.len()), (None, 0));
    refused_with(
        empty.replace("x y z", "xs ys zs"),
        "expected `ITEM: BOX BOUNDS` before coordinates that are fractions of it",
    );
}

#[test]
fn dumps_that_are_wrong() {
    let fewer = DUMP.replace("\n2\n", "\n3\n");
    refused(&fewer, "expected 3 atoms, got 2; the file ends here");
    refused(format!("{fewer}{DUMP}"), "expected 3 atoms, got 2 and then `ITEM:`");
    refused_with(
        DUMP.replace("\n2\n", "\n1\n"),
        "expected a part of a dump of atoms, such as `ITEM: ATOMS`, got \"0.5 0 Cu 3 0 0 2\"",
    );
    refused_with(
        DUMP.replace("NUMBER OF ATOMS\n2", "NUMBER OF ATOMS\ntwo"),
        ":8 (byte 75): expected the number",
    );
    refused_with(
        DUMP.replace("NUMBER OF ATOMS", "NUMBER OF ENTRIES"),
        "\"ITEM: NUMBER OF ENTRIES\"",
    );
    refused_with(DUMP.replace("\n500\n", "\n-1\n"), "expected a number of steps, got \"-1\"");
    refused_with(DUMP.replace("\n0.25\n", "\nnan\n"), "expected a time, got \"nan\"");
    refused_with(DUMP.replace("\n1 8\n", "\n1\n"), "expected 2 numbers below `ITEM: BOX BOUNDS pp");
    refused_with(DUMP.replace("\n1 8\n", "\n1 nan\n"), "expected a bound of the box, a number");
    refused_with(DUMP.replace("Cu 3 0 0 2", "Cu 3 0 0"), ":15 (byte ");
    refused_with(DUMP.replace("Cu 3 0 0 2", "Cu 3 0 0"), "expected 7 columns, got 6");
    refused_with(DUMP.replace("Cu 3 0 0 2", "Cu 3 0 inf 2"), "got \"inf\"");
    refused(
        DUMP.replace("\nmetal\n", "\nsi\n"),
        ":2 (byte 12): expected lengths in Å, of the units metal or real, got \"si\"",
    );
    assert!(read(DUMP.replace("\nmetal\n", "\nreal\n")).is_ok());
    let no_count = DUMP.replace("ITEM: NUMBER OF ATOMS\n2\n", "");
    refused_with(no_count, "expected `ITEM: NUMBER OF ATOMS` before the atoms");
    let twice = format!("ITEM: TIMESTEP\n1\n{}", DUMP.replace("ITEM: UNITS\nmetal\n", ""));
    refused_with(twice, "expected `ITEM: ATOMS` before the next frame, got \"ITEM: TIMESTEP\"");
    // Cut off within the header.
    for (at, _) in DUMP.match_indices('\n').take(12) {
        refused_with(&DUMP[..=at], "; the file ends here");
    }
}

#[test]
fn changed_bytes() {
    read_all_changed(DUMP);
}
