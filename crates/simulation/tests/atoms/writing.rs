//! The text of frames, and what is not written.

use std::io::{self, Write};

use zobrist_lattice::{Configuration, Lattice, Site, Species, Structure};
use zobrist_simulation::atoms::{DumpFormat, FollowedAtom, FrameWriter, Moment};

use crate::common::{FORMATS, alloy, names};

fn small(structure: Structure, cells: [usize; 3]) -> Configuration {
    let mut alloy = Configuration::new(Lattice::new(structure, cells).unwrap());
    alloy.set(Site(1), Species::VACANCY);
    alloy.set(Site(2), Species(2));
    alloy
}

fn text(
    format: DumpFormat,
    alloy: &Configuration,
    constant: f64,
    only: Option<&[Species]>,
) -> String {
    let writer = FrameWriter::new(format, alloy.lattice(), constant, &names(), only).unwrap();
    let mut bytes = Vec::new();
    let moment = Moment::new(1000, Some(1.25e-7), Some(-3.0));
    writer.write(alloy, moment, &mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

#[test]
fn extended_xyz() {
    let alloy = small(Structure::Bcc, [2, 1, 1]);
    assert_eq!(
        text(DumpFormat::ExtendedXyz, &alloy, 2.855, None),
        "4\n\
         Lattice=\"5.71 0.0 0.0 0.0 2.855 0.0 0.0 0.0 2.855\" Properties=species:S:1:pos:R:3:site:I:1 pbc=\"T T T\" \
         Step=1000 Time=1.25e-7 energy=-3.0\n\
         Fe 0.0 0.0 0.0 0\n\
         X 1.4275 1.4275 1.4275 1\n\
         Cu 2.855 0.0 0.0 2\n\
         Fe 4.2825 1.4275 1.4275 3\n"
    );
    let plane = small(Structure::Square, [3, 1, 1]);
    let plane = text(DumpFormat::ExtendedXyz, &plane, 3.0, None);
    assert!(
        plane.contains("0.0 3.0 0.0 0.0 0.0 3.0\" ") && plane.contains("pbc=\"T T F\""),
        "{plane}"
    );
}

#[test]
fn lammps() {
    let alloy = small(Structure::Bcc, [2, 1, 1]);
    assert_eq!(
        text(DumpFormat::Lammps, &alloy, 2.855, None),
        "ITEM: TIME\n1.25e-7\nITEM: TIMESTEP\n1000\nITEM: NUMBER OF ATOMS\n4\n\
         ITEM: BOX BOUNDS pp pp pp\n0.0 5.71\n0.0 2.855\n0.0 2.855\n\
         ITEM: ATOMS id type element x y z\n\
         1 1 Fe 0.0 0.0 0.0\n\
         2 2 X 1.4275 1.4275 1.4275\n\
         3 3 Cu 2.855 0.0 0.0\n\
         4 1 Fe 4.2825 1.4275 1.4275\n"
    );
    let tilted = text(DumpFormat::Lammps, &small(Structure::Hcp, [1, 2, 1]), 2.0, None);
    let bounds = "ITEM: BOX BOUNDS xy xz yz pp pp pp\n-2.0 2.0 -2.0\n0.0 3.4641016151 0.0\n0.0 3.2659863237 0.0\n";
    assert!(tilted.contains(bounds), "{tilted}");
    let plane = text(DumpFormat::Lammps, &small(Structure::Square, [3, 1, 1]), 2.0, None);
    assert!(plane.contains("ITEM: BOX BOUNDS pp pp ff\n0.0 6.0\n0.0 2.0\n0.0 2.0\n"), "{plane}");
}

/// The copper began on site 3 and went once around the box, downwards along x.
#[test]
fn atoms_that_are_followed() {
    let lattice = Lattice::new(Structure::Bcc, [2, 1, 1]).unwrap();
    let atoms = [
        FollowedAtom::new(Species(2), Site(2), [-5, 1, 1]),
        FollowedAtom::new(Species::HOST, Site(0), [0; 3]),
    ];
    let text = |format| {
        let writer = FrameWriter::new(format, lattice, 2.855, &names(), None).unwrap();
        let mut bytes = Vec::new();
        let moment = Moment::new(1000, None, None);
        writer.write_followed(atoms.into_iter(), moment, &mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    };
    assert_eq!(
        text(DumpFormat::ExtendedXyz),
        "2\n\
         Lattice=\"5.71 0.0 0.0 0.0 2.855 0.0 0.0 0.0 2.855\" Properties=species:S:1:pos:R:3:site:I:1:id:I:1:\
         unwrapped:R:3:image:I:3 pbc=\"T T T\" Step=1000\n\
         Fe 0.0 0.0 0.0 0 0 0.0 0.0 0.0 0 0 0\n\
         Cu 2.855 0.0 0.0 2 3 -2.855 2.855 2.855 -1 1 1\n"
    );
    assert!(text(DumpFormat::Lammps).ends_with(
        "ITEM: ATOMS id type element x y z ix iy iz xu yu zu\n\
         1 1 Fe 0.0 0.0 0.0 0 0 0 0.0 0.0 0.0\n\
         4 3 Cu 2.855 0.0 0.0 -1 1 1 -2.855 2.855 2.855\n"
    ));
}

#[test]
fn chosen_species_alone() {
    let alloy = small(Structure::Bcc, [2, 1, 1]);
    let only = [Species(2), Species::VACANCY];
    let xyz = text(DumpFormat::ExtendedXyz, &alloy, 2.855, Some(&only));
    let lines: Vec<_> = xyz.lines().collect();
    assert_eq!((lines.len(), lines[0]), (4, "2"));
    assert_eq!(lines[2..], ["X 1.4275 1.4275 1.4275 1", "Cu 2.855 0.0 0.0 2"]);
    let lammps = text(DumpFormat::Lammps, &alloy, 2.855, Some(&only[..1]));
    assert!(lammps.ends_with("x y z\n3 3 Cu 2.855 0.0 0.0\n"), "{lammps}");
    for format in FORMATS {
        let none = text(format, &alloy, 2.855, Some(&[Species(3)]));
        assert!(!none.contains("Fe "), "{none}");
        assert_eq!(text(format, &alloy, 2.855, Some(&[])), none);
    }
}

#[test]
fn writers_that_cannot_be() {
    let lattice = Lattice::new(Structure::Sc, [2; 3]).unwrap();
    let refused = |names: &[&str], only: Option<&[Species]>, constant: f64| {
        let names: Vec<_> = names.iter().map(|name| (*name).to_owned()).collect();
        let writer = FrameWriter::new(DumpFormat::ExtendedXyz, lattice, constant, &names, only);
        writer.unwrap_err().to_string()
    };
    for name in ["", "F e", "Fe\n", "\u{7}"] {
        assert!(refused(&[name, "vacancy"], None, 3.0).contains("without spaces"), "{name:?}");
    }
    assert!(refused(&["X", "vacancy"], None, 3.0).contains("another name than X"));
    assert!(refused(&["Fe", "vacancy", "Fe"], None, 3.0).contains("got \"Fe\" twice"));
    let only = [Species(1), Species(2)];
    assert_eq!(
        refused(&["Fe", "vacancy"], Some(&only), 3.0),
        "expected species below 2, as many as have names, got 2"
    );
    assert!(refused(&["Fe", "vacancy"], None, f64::NAN).contains("a lattice constant"));
}

#[test]
fn a_full_disk_is_an_error() {
    /// Takes some bytes and then no more.
    struct Full(usize);

    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            match self.0.min(bytes.len()) {
                0 => Err(io::ErrorKind::StorageFull.into()),
                some => {
                    self.0 -= some;
                    Ok(some)
                }
            }
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    let alloy = alloy(Lattice::new(Structure::Fcc, [3; 3]).unwrap());
    for format in FORMATS {
        let writer = FrameWriter::new(format, alloy.lattice(), 3.6, &names(), None).unwrap();
        let moment = Moment::new(0, Some(0.0), None);
        for room in [0, 1, 100, 1000] {
            let error = writer.write(&alloy, moment, &mut Full(room)).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        }
        assert!(writer.write(&alloy, moment, &mut Full(1 << 20)).is_ok());
    }
}
