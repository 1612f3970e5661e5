//! Atoms placed on the sites of a lattice.

use zobrist_lattice::{Lattice, Site, Structure};
use zobrist_simulation::atoms::{Atom, Frame, place_on_lattice};

use crate::common::{CONSTANT, lattices};

fn axes(lattice: Lattice) -> [[f64; 3]; 3] {
    let (structure, cells) = (lattice.structure(), lattice.cells());
    std::array::from_fn(|axis| {
        let mut fine = [0; 3];
        fine[axis] = structure.period()[axis] * cells[axis] as i32;
        structure.cartesian(fine).map(|x| x * CONSTANT)
    })
}

/// An atom on every site, in the order of the sites.
fn full(lattice: Lattice) -> Frame {
    let atom = |site: Site| {
        let fine = lattice.position(site);
        let position = lattice.structure().cartesian(fine).map(|x| x * CONSTANT);
        Atom::new("Fe", position, site.index() + 3)
    };
    let mut frame = Frame::new("start.xyz", lattice.sites().map(atom).collect());
    frame.cell = Some(axes(lattice));
    frame
}

fn shift(frame: &mut Frame, by: [f64; 3]) {
    for atom in &mut frame.atoms {
        atom.position = std::array::from_fn(|axis| atom.position[axis] + by[axis]);
    }
}

#[track_caller]
fn error(frame: &Frame, lattice: Lattice) -> String {
    place_on_lattice(frame, lattice, CONSTANT, 0.1).unwrap_err().to_string()
}

#[test]
fn every_site_in_any_image_with_any_origin_and_order() {
    for lattice in lattices() {
        let axes = axes(lattice);
        let mut frame = full(lattice);
        let count = frame.atoms.len();
        frame.origin = [100.0, -3.0, 0.7];
        for (number, atom) in frame.atoms.iter_mut().enumerate() {
            let turns = [number % 5, number % 3, number % 7].map(|turn| turn as f64 - 2.0);
            let noise = [number % 4, number % 9, number % 2].map(|x| (x as f64 - 2.0) * 0.01);
            for axis in 0..3 {
                atom.position[axis] += frame.origin[axis] + noise[axis];
                atom.position[axis] += (0..3).map(|i| turns[i] * axes[i][axis]).sum::<f64>();
            }
        }
        frame.atoms.reverse();
        let sites = place_on_lattice(&frame, lattice, CONSTANT, 0.1).unwrap();
        assert!(sites.into_iter().eq((0..count).rev().map(Some)), "{lattice}");
        // Sites without an atom.
        frame.atoms.truncate(3);
        let sites = place_on_lattice(&frame, lattice, CONSTANT, 0.1).unwrap();
        assert_eq!(sites[count - 3..], [Some(2), Some(1), Some(0)]);
        assert!(sites[..count - 3].iter().all(Option::is_none));
        frame.atoms.clear();
        let sites = place_on_lattice(&frame, lattice, CONSTANT, 0.1).unwrap();
        assert_eq!(sites, vec![None; count]);
    }
}

#[test]
fn a_box_spanned_by_other_axes() {
    let lattice = Lattice::new(Structure::Hcp, [3, 3, 2]).unwrap();
    let mut frame = full(lattice);
    // At 60° instead of 120°.
    let [a, b, c] = axes(lattice);
    frame.cell = Some([a, std::array::from_fn(|i| a[i] + b[i]), c]);
    assert!(place_on_lattice(&frame, lattice, CONSTANT, 0.1).is_ok());
    // Twice the volume.
    frame.cell =
        Some([std::array::from_fn(|i| a[i] - b[i]), std::array::from_fn(|i| a[i] + b[i]), c]);
    assert!(error(&frame, lattice).contains("another box"));
    frame.cell = Some([a, a, c]);
    assert!(error(&frame, lattice).contains("its axes are ("));
}

#[test]
fn another_box() {
    let lattice = Lattice::new(Structure::Bcc, [3, 3, 3]).unwrap();
    let mut frame = full(lattice);
    let larger = Lattice::new(Structure::Bcc, [3, 3, 4]).unwrap();
    assert_eq!(
        error(&frame, larger),
        "start.xyz: the atoms are in another box: expected that of bcc 3 x 3 x 4, 8.5659 x 8.5659 x 11.4212 Å, got \
         8.5659 x 8.5659 x 8.5659 Å, or 3 x 3 x 3 cells with the lattice constant 2.8553 Å"
    );
    for (off, fits) in [(0.09, true), (-0.09, true), (0.11, false), (-0.11, false)] {
        frame.cell = Some(axes(lattice));
        frame.cell.as_mut().unwrap()[1][1] += off;
        assert_eq!(place_on_lattice(&frame, lattice, CONSTANT, 0.1).is_ok(), fits, "{off}");
    }
    let length = 3.0 * CONSTANT;
    frame.cell = Some([[length, 0.0, 0.0], [0.5, length, 0.0], [0.0, 0.0, length]]);
    let text = error(&frame, lattice);
    assert!(
        text.ends_with(
            "; its axes are (8.5659, 0, 0), (0.5, 8.5659, 0), (0, 0, 8.5659) Å, not (8.5659, 0, 0), (0, 8.5659, 0), \
             (0, 0, 8.5659) Å"
        ),
        "{text}"
    );
    frame.cell = Some([[0.0; 3]; 3]);
    assert!(error(&frame, lattice).contains("got 0 x 0 x 0 Å, or 0 x 0 x 0 cells"));
    frame.cell = None;
    assert!(error(&frame, lattice).contains("got atoms without a box"));
}

/// The third axis of a square lattice is one lattice constant long.
#[test]
fn a_plane() {
    let lattice = Lattice::new(Structure::Square, [4, 3, 1]).unwrap();
    let mut frame = full(lattice);
    frame.atoms[5].position[2] -= 0.05;
    assert!(place_on_lattice(&frame, lattice, CONSTANT, 0.1).is_ok());
    frame.atoms[5].position[2] = 0.5;
    assert!(error(&frame, lattice).contains("the nearest is 0.5 Å away"));
    frame.cell.as_mut().unwrap()[2][2] = 20.0;
    assert!(error(&frame, lattice).contains("another box: expected that of square 4 x 3, "));
}

#[test]
fn an_atom_that_fits_no_site_is_named() {
    let lattice = Lattice::new(Structure::Bcc, [3, 3, 3]).unwrap();
    let mut frame = full(lattice);
    frame.atoms[16].position[0] += 0.6;
    frame.atoms[16].symbol = "Cu".to_owned();
    let [x, y, z] = frame.atoms[16].position;
    let text = error(&frame, lattice);
    assert_eq!((x * 1e4, y * 1e4, z * 1e4), (6000.0, CONSTANT * 2e4, CONSTANT * 2e4));
    assert_eq!(
        text,
        "start.xyz:19: atom 17, Cu at (0.6, 5.7106, 5.7106) Å: expected it within 0.1 Å of a site of bcc 3 x 3 x 3, the \
         nearest is 0.6 Å away"
    );
    frame.atoms[20].position[2] -= 0.11;
    assert!(error(&frame, lattice).ends_with("0.6 Å away; 2 of 54 atoms fit none"));
    frame.atoms[16].position = [1e12, -1e12, 0.3];
    assert!(error(&frame, lattice).contains("atom 17"));
}

#[test]
fn a_common_shift_is_told() {
    for lattice in lattices() {
        let mut frame = full(lattice);
        shift(&mut frame, [0.4, 0.3, -0.2]);
        let text = error(&frame, lattice);
        let expected = format!(
            "; all {} atoms are off their sites by about the same vector, (0.4, 0.3, -0.2) Å: move them back by it",
            lattice.len()
        );
        assert!(
            text.contains("atom 1, Fe at (0.4, 0.3, -0.2) Å") && text.ends_with(&expected),
            "{text}"
        );
        frame.atoms[1].position[0] += 0.3;
        assert!(!error(&frame, lattice).contains("same vector"));
        frame.atoms.truncate(1);
        assert!(!error(&frame, lattice).contains("same vector"));
    }
}

/// In hcp, the vector from the nearest site may be one to a site of the wrong kind.
#[test]
fn a_common_shift_beyond_the_nearest_site() {
    let lattice = Lattice::new(Structure::Hcp, [3, 3, 2]).unwrap();
    let mut frame = full(lattice);
    let kind = lattice.structure().cartesian([1, 2, 1]).map(|x| x * CONSTANT * 0.9);
    shift(&mut frame, kind);
    assert!(error(&frame, lattice).contains("about the same vector"));
}

#[test]
fn two_atoms_on_one_site() {
    let lattice = Lattice::new(Structure::Fcc, [2, 2, 2]).unwrap();
    let mut frame = full(lattice);
    let mut more = frame.atoms[1].clone();
    more.position[0] += 2.0 * CONSTANT + 0.05;
    (more.symbol, more.line) = ("Ni".to_owned(), 40);
    frame.atoms.push(more);
    assert_eq!(
        error(&frame, lattice),
        "start.xyz:40: atom 33, Ni at (5.7606, 1.42765, 1.42765) Å: expected one atom on a site, got this one on that \
         of atom 2, Fe in line 4 at (0, 1.42765, 1.42765) Å; the site is at (0, 1.42765, 1.42765) Å"
    );
}

#[test]
fn numbers_that_make_no_sense() {
    let lattice = Lattice::new(Structure::Sc, [2; 3]).unwrap();
    let frame = full(lattice);
    for tolerance in [-0.1, f64::NAN, f64::INFINITY] {
        let error = place_on_lattice(&frame, lattice, CONSTANT, tolerance).unwrap_err();
        assert!(error.to_string().contains("expected a tolerance of 0 Å or more"), "{error}");
    }
    let error = place_on_lattice(&frame, lattice, 0.0, 0.1).unwrap_err();
    assert!(error.to_string().contains("expected a lattice constant"), "{error}");
}
