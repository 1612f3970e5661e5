//! Reading XYZ and extended XYZ.

use std::path::Path;

use tempfile::TempDir;
use zobrist_simulation::atoms::read_atoms;

use crate::common::{LIMIT, file_of, read, read_all_changed, refused, refused_with, texts};

const EXTENDED: &str = "3\n\
    Lattice=\"5.7 0.0 0.0 0.1 5.8 0.0 0.2 0.3 5.9\" Properties=id:I:1:pos:R:3:species:S:1:forces:R:3 \
    pbc=\"T T T\" Step=12 Time=1.5e-9 energy=-4.25 note='a \"quoted\" text'\n\
    7 0.0 0.0 0.0 Fe 0.1 0.2 0.3\n\
    8 2.85 2.85 2.85 X 0 0 0\n\
    9 -1e-3 2.85 .5 Cu 0 0 0\n";

#[test]
fn columns_are_found_by_their_names() {
    let frame = read(EXTENDED).unwrap();
    assert_eq!(frame.cell, Some([[5.7, 0.0, 0.0], [0.1, 5.8, 0.0], [0.2, 0.3, 5.9]]));
    assert_eq!((frame.origin, frame.step), ([0.0; 3], Some(12)));
    assert_eq!((frame.time, frame.energy), (Some(1.5e-9), Some(-4.25)));
    let atoms: Vec<_> =
        frame.atoms.iter().map(|atom| (&*atom.symbol, atom.position, atom.line)).collect();
    let expected =
        [("Fe", [0.0, 0.0, 0.0], 3), ("X", [2.85, 2.85, 2.85], 4), ("Cu", [-0.001, 2.85, 0.5], 5)];
    assert_eq!(atoms, expected);
}

#[test]
fn line_ends_of_windows_and_a_missing_last_one_change_nothing() {
    let expected = read(EXTENDED).unwrap().atoms;
    let windows = EXTENDED.replace('\n', "\r\n");
    let mark = format!("\u{feff}{EXTENDED}");
    for text in
        [EXTENDED.trim_end(), &windows, windows.trim_end(), &mark, &format!("{EXTENDED}\n \n")]
    {
        assert_eq!(read(text).unwrap().atoms, expected, "{text:?}");
    }
    let lone = read("1\r\nLattice=\"1 0 0 0 1 0 0 0 1\"\r\nFe 0 0 0\r\n").unwrap();
    assert!(lone.cell.is_some());
}

/// The comment is free text, and more columns may follow.
#[test]
fn plain_xyz() {
    let frame = read("2\nwater, it's \"cold\n O 0 0 1 0.5\nH\t1\t2\t3\n").unwrap();
    assert_eq!((frame.cell, frame.step, frame.time), (None, None, None));
    assert_eq!(frame.atoms[0].position, [0.0, 0.0, 1.0]);
    assert_eq!((&*frame.atoms[1].symbol, frame.atoms[1].line), ("H", 4));
    assert_eq!(read("1\n\nFe 0 0 0\n").unwrap().atoms.len(), 1);
}

#[test]
fn the_last_frame_is_taken() {
    let text = format!("1\nfirst\nNi 1 1 1\n\n{EXTENDED}");
    let frame = read(&text).unwrap();
    assert_eq!((frame.step, frame.atoms.len()), (Some(12), 3));
    assert_eq!(frame.atoms[0].line, 7);
    // Its errors have the lines of the whole file.
    let wrong = text.replace("2.85 .5 Cu", "2.85 nan Cu");
    let at = wrong.find("nan").unwrap();
    let text = texts(&read(wrong).unwrap_err());
    assert!(text.contains(&format!(":9 (byte {at}): ")), "{text}");
}

#[test]
fn a_frame_without_atoms() {
    for text in ["0\n\n", "0\nLattice=\"1 0 0 0 1 0 0 0 1\" Properties=species:S:1:pos:R:3"] {
        assert_eq!(read(text).unwrap().atoms, []);
    }
}

#[test]
fn counts_that_do_not_match() {
    let fewer = EXTENDED.replacen('3', "4", 1);
    refused(
        &fewer,
        &format!(":6 (byte {}): expected 4 atoms, got 3; the file ends here", fewer.len()),
    );
    let more = EXTENDED.replacen('3', "2", 1);
    refused(
        &more,
        "expected the end of the file, or the number of atoms of one more frame, got \"9 -1e-3 2.85 .5 Cu 0 0 0\"",
    );
    refused(format!("{fewer}\n{EXTENDED}"), "expected 4 atoms, got 3 and then an empty line");
    refused_with("2\n", ":2 (byte 2): expected 1 line below `2`; the file ends here");
    refused_with("18446744073709551615\n\nFe 0 0 0\n", "got 1; the file ends here");
}

#[test]
fn numbers_and_columns_that_are_wrong() {
    for word in ["nan", "NaN", "inf", "-inf", "1e400", "1e13", "x", "0x1p3", "1,5", "1_0"] {
        let text = format!("1\n\nFe 0.5 {word} 0\n");
        let expected = format!(
            ":3 (byte 10): expected a coordinate, a number from -1e12 to 1e12, got {word:?}"
        );
        refused(text, &expected);
    }
    refused("2\n\nFe 0 0 0\nFe 0 0\n", ":4 (byte 12): expected 4 columns, got 3");
    refused_with(EXTENDED.replace(" Fe 0.1 0.2 0.3", " Fe 0.1 0.2"), ":3 (byte ");
    refused(EXTENDED.replace(" Fe 0.1", " Fe 5 0.1"), "expected 8 columns, got 9");
    refused(b"1\n\nF\xe9 0 0 0\n", ":3 (byte 3): expected text, got bytes that are no UTF-8");
    refused(b"1\n\xff\nFe 0 0 0\n", ":2 (byte 2): expected text, got bytes that are no UTF-8");
}

#[test]
fn headers_that_are_wrong() {
    let lattice = |value: &str| format!("1\nLattice={value}\nFe 0 0 0\n");
    refused(
        lattice("\"1 0 0 0 1 0 0 0\""),
        ":2 (byte 2): expected nine numbers in Lattice, three for each axis of the box, got 8",
    );
    refused_with(lattice("\"1 0 0 0 1 0 0 0 1 1\""), "got 10");
    refused_with(lattice("\"1 0 0 0 NaN 0 0 0 1\""), "a number from -1e12 to 1e12, got \"NaN\"");
    refused_with(lattice("\"1 0 0 0 1 0 0 0 1"), "expected the \" to be closed");
    let properties = |value: &str| format!("1\nProperties={value}\nFe 0 0 0\n");
    refused_with(
        properties("species:S:1:pos:R"),
        "expected Properties such as species:S:1:pos:R:3",
    );
    refused_with(properties("species:S:1:pos:Q:3"), "got \"pos:Q:3\"");
    refused_with(properties("species:S:1:pos:R:0"), "got \"pos:R:0\"");
    refused_with(properties("species:S:1:pos:R:18446744073709551615"), "from 1 to 1000");
    refused_with(properties("species:S:1:pos:R:2"), "expected species:S:1 and pos:R:3");
    refused_with(properties("Z:I:1:pos:R:3"), "expected species:S:1 and pos:R:3");
}

#[test]
fn other_files() {
    let nothing = "expected atoms in extended XYZ, in a text dump or a data file of LAMMPS, or in POSCAR, got nothing";
    refused("", nothing);
    refused("\n\n", "got nothing");
    refused(
        "data_Fe\n_cell_length_a 2.87\n",
        ":1 (byte 0): expected the number of atoms (extended XYZ) or `ITEM: TIMESTEP` (a text dump of LAMMPS), got \
         \"data_Fe\"",
    );
    refused_with("-1\n\n", "got \"-1\"");
    refused_with([0_u8; 100], "expected the number of atoms");
    refused_with(b"PK\x03\x04", "cannot read");
    let folder = TempDir::new().unwrap();
    let error = read_atoms(folder.path(), &[], LIMIT).unwrap_err();
    assert!(texts(&error).contains("it is a directory"), "{error}");
    let error = read_atoms(Path::new("/no/such/file.xyz"), &[], LIMIT).unwrap_err();
    assert!(error.to_string().contains("cannot open /no/such/file.xyz"), "{error}");
}

/// The limit is that of a frame, not of the file, and is kept by a line without end.
#[test]
fn frames_above_the_limit() {
    let frame = "1\n\nFe 0 0 0\n";
    let many = file_of(frame.repeat(1000));
    assert_eq!(read_atoms(&many.path, &[], 12).unwrap().atoms[0].line, 3000);
    let text = format!("{}\n\n{}", 3, "Fe 0 0 0\n".repeat(3));
    for (limit, fits) in [(26, false), (27, true)] {
        let read = read_atoms(&file_of(&text).path, &[], limit);
        assert_eq!(read.is_ok(), fits, "{limit}");
    }
    let long = zstd::encode_all(&vec![b' '; 1 << 24][..], 1).unwrap();
    let error = read_atoms(&file_of(long).path, &[], 1 << 16).unwrap_err();
    let expected = "expected frames of at most 64 KiB after decompression, got a larger one";
    assert!(error.to_string().ends_with(expected), "{error}");
    assert_eq!(error.advice(), Some("--max-size allows more"));
}

#[test]
fn a_compressed_file_that_is_cut_off() {
    let packed = zstd::encode_all(EXTENDED.repeat(20).as_bytes(), 1).unwrap();
    for cut in [packed.len() - 1, packed.len() / 2, 10] {
        refused(&packed[..cut], "the compressed file is truncated, or followed by something else");
    }
    assert_eq!(read(packed).unwrap().atoms[0].line, 98);
}

#[test]
fn changed_bytes() {
    read_all_changed(EXTENDED);
}
