//! Reads the last frame of a file.

use std::io::BufReader;
use std::path::Path;
use std::sync::Arc;

use zobrist_input::{Content, Listener, Nobody, Result, error, find_one};

use super::columns::{Header, frame_of};
use super::frame::Frame;
use super::lines::{Lines, Place};
use super::scan::{Kind, RawFrame, Scanner};
use super::{lammps, xyz};

/// The place of the first byte of a file.
pub(super) const START: Place = Place { line: 1, offset: 0 };

/// Reads the **last** frame of a file, plain or compressed: extended XYZ, XYZ, or a text dump of
/// LAMMPS, told apart by the first line. A frame has at most `limit` bytes after decompression; two
/// of them are in memory at a time.
///
/// Of extended XYZ, `Lattice`, `Properties`, `Step` or `Timestep`, `Time` and `energy` are read,
/// and `pbc` is not: a lattice has its own periods. Without `Properties`, the first four columns
/// are the symbol, x, y and z. Of a dump, the symbol is in the column `element`; without it,
/// `types` has the names of the types from 1. The coordinates are `x y z`, else `xu yu zu`, else
/// `xs ys zs`, else `xsu ysu zsu`. Lengths are taken for Å; a dump that names other units is
/// refused.
///
/// # Errors
/// When the file cannot be read, is of another format, has no frame, one that is cut off or too
/// large, an atom without one of its columns, or a number that is not finite. In frames before the
/// last, only the number of lines is checked.
pub fn read_atoms(path: &Path, types: &[String], limit: u64) -> Result<Frame> {
    let nobody: Arc<dyn Listener> = Arc::new(Nobody);
    let input = find_one(path, Content::Text, &nobody)?.open();
    let file = &*input.name;
    let lines = Lines::new(file, BufReader::new(input.reader), START, false);
    let mut scanner = Scanner::new(lines, limit, true);
    let mut last = None;
    while let Some(raw) = scanner.next().map_err(|trouble| trouble.into_error(file))? {
        last = Some(raw);
    }
    let raw = last.ok_or_else(|| {
        error!("{file}: expected atoms in extended XYZ or in a text dump of LAMMPS, got nothing")
    })?;
    let header = header_of(file, &raw, types)?;
    frame_of(file, &raw, &header, types)
}

/// Reads the header of a frame.
pub(super) fn header_of(file: &str, raw: &RawFrame, types: &[String]) -> Result<Header> {
    match raw.kind {
        Kind::Xyz => xyz::header(file, raw),
        Kind::Lammps => lammps::header(file, raw, types),
    }
}
