//! Files and alloys for the tests.

use std::error::Error;
use std::fs;
use std::path::PathBuf;

use tempfile::TempDir;
use zobrist_input::{FileError, Result};
use zobrist_lattice::{Configuration, Lattice, Site, Species, Structure};
use zobrist_simulation::atoms::{
    DumpFormat, Frame, FrameWriter, Moment, place_on_lattice, read_atoms,
};

pub(crate) const LIMIT: u64 = 1 << 20;

/// Lattice constant in Å. Its multiples have no short decimals.
pub(crate) const CONSTANT: f64 = 2.8553;

pub(crate) const FORMATS: [DumpFormat; 2] = [DumpFormat::ExtendedXyz, DumpFormat::Lammps];

/// A folder with one file.
pub(crate) struct OneFile {
    _folder: TempDir,
    pub(crate) path: PathBuf,
}

pub(crate) fn file_of(bytes: impl AsRef<[u8]>) -> OneFile {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("atoms");
    fs::write(&path, bytes).unwrap();
    OneFile { _folder: folder, path }
}

pub(crate) fn read(bytes: impl AsRef<[u8]>) -> Result<Frame> {
    read_atoms(&file_of(bytes).path, &[], LIMIT)
}

/// The texts of an error and of what led to it.
pub(crate) fn texts(error: &FileError) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text = format!("{text}: {cause}");
        source = cause.source();
    }
    text
}

/// Checks that a file is refused with a text that ends in `expected`.
#[track_caller]
pub(crate) fn refused(bytes: impl AsRef<[u8]>, expected: &str) {
    let text = texts(&read(bytes).unwrap_err());
    assert!(text.ends_with(expected), "{text}");
}

/// Checks that a file is refused with a text that contains `expected`.
#[track_caller]
pub(crate) fn refused_with(bytes: impl AsRef<[u8]>, expected: &str) {
    let text = texts(&read(bytes).unwrap_err());
    assert!(text.contains(expected), "{text}");
}

pub(crate) fn names() -> Vec<String> {
    ["Fe", "vacancy", "Cu", "Ni"].map(String::from).into()
}

/// One small box of each structure, with other numbers of cells along each axis.
pub(crate) fn lattices() -> impl Iterator<Item = Lattice> {
    Structure::ALL.into_iter().map(|structure| {
        let depth = if structure == Structure::Square { 1 } else { 4 };
        Lattice::new(structure, [3, 5, depth]).unwrap()
    })
}

/// All species in a pattern that has no symmetry.
pub(crate) fn alloy(lattice: Lattice) -> Configuration {
    let mut alloy = Configuration::new(lattice);
    for site in lattice.sites() {
        alloy.set(
            site,
            Species([0, 0, 2, 0, 1, 0, 3, 2, 0, 0, 0][site.index() * site.index() % 11]),
        );
    }
    alloy.set(Site(0), Species(3));
    alloy
}

/// A frame of all species.
pub(crate) fn frame(format: DumpFormat, alloy: &Configuration, moment: Moment) -> Vec<u8> {
    let writer = FrameWriter::new(format, alloy.lattice(), CONSTANT, &names(), None).unwrap();
    let mut bytes = Vec::new();
    writer.write(alloy, moment, &mut bytes).unwrap();
    bytes
}

pub(crate) fn moment(step: u64) -> Moment {
    let time = 1.234_567_890_123_456_7e-9 * step as f64;
    Moment::new(step, Some(time), Some(-0.1 - step as f64))
}

/// Reads a text with each of its bytes changed, left out or made the last one. Nothing may panic.
pub(crate) fn read_all_changed(text: &str) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("atoms");
    let lattice = Lattice::new(Structure::Sc, [2; 3]).unwrap();
    let mut read = 0;
    for at in 0..text.len() {
        let (before, after) = (&text.as_bytes()[..at], &text.as_bytes()[at + 1..]);
        for middle in [&b""[..], b"\0", b"\n", b"-", b"9"] {
            fs::write(&path, [before, middle, after].concat()).unwrap();
            if let Ok(frame) = read_atoms(&path, &[], LIMIT) {
                let _ = place_on_lattice(&frame, lattice, 2.85, 0.1);
                read += 1;
            }
        }
        fs::write(&path, before).unwrap();
        let _ = read_atoms(&path, &[], LIMIT);
    }
    assert!(read > text.len(), "{read}");
}
