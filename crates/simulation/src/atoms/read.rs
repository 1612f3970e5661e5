//! Reads one frame of a file.

use std::io::{BufRead, BufReader, Cursor, Read};
use std::path::Path;
use std::sync::Arc;

use zobrist_input::{Content, Context, Listener, Nobody, Result, counted, error, find_one};

use super::columns::{Header, frame_of};
use super::frame::Frame;
use super::lines::{Lines, START};
use super::scan::{Kind, RawFrame, Scanner};
use super::single::{self, SingleKind, head_of};
use super::{lammps, xyz};

/// Reads the last frame of a file: [`read_frame`] with the frame −1.
///
/// # Errors
/// As [`read_frame`].
pub fn read_atoms(path: &Path, types: &[String], limit: u64) -> Result<Frame> {
    read_frame(path, -1, types, limit)
}

/// Reads a frame of a file, plain or compressed: extended XYZ, XYZ, a text dump of LAMMPS, or, of
/// one frame, a data file of LAMMPS or POSCAR of VASP, told apart by their first lines. Frames
/// count from 0, or from the end, with −1 for the last. A frame has at most `limit` bytes after
/// decompression; two of them are in memory at a time. The file is read up to that frame, to its
/// end for one that is counted from there, and twice below −1.
///
/// Of extended XYZ, `Lattice`, `Properties`, `Step` or `Timestep`, `Time` and `energy` are read,
/// and `pbc` is not: a lattice has its own periods. Without `Properties`, the first four columns
/// are the symbol, x, y and z. Of a dump, the symbol is in the column `element`; without it,
/// `types` has the names of the types from 1. The coordinates are `x y z`, else `xu yu zu`, else
/// `xs ys zs`, else `xsu ysu zsu`. Lengths are taken for Å; a dump that names other units is
/// refused.
///
/// Of a data file of LAMMPS, the bounds and tilts of the box and the section `Atoms` are read, of
/// the styles atomic, charge, bond, angle, molecular and full; the symbols of the types are those
/// of `types`, or else the labels of the types, or else the first words of the comments in
/// `Masses`. Of POSCAR, the scaling factors, the axes, the names of the elements up to a `_` or a
/// `/`, and the positions are read; for a file without names, `types` has them.
///
/// # Errors
/// When the file cannot be read, is of another format, has no such frame, one that is cut off or
/// too large, an atom without one of its columns, or a number that is not finite. In frames before
/// the one that is read, only the number of lines is checked.
pub fn read_frame(path: &Path, frame: i64, types: &[String], limit: u64) -> Result<Frame> {
    let from_start = match frame {
        0.. => Some(frame as u64),
        -1 => None,
        _ => Some(place_of(path, frame, limit)?),
    };
    let nobody: Arc<dyn Listener> = Arc::new(Nobody);
    let input = find_one(path, Content::Text, &nobody)?.open();
    let file = &*input.name;
    let (kind, reader) = opened(input.reader).with_context(|| format!("cannot read {file}"))?;
    if let Some(kind) = kind {
        return match frame {
            0 | -1 => single::read(file, kind, reader, types, limit),
            _ => Err(error!("{}", no_frame(file, frame, 1))),
        };
    }
    let mut scanner = Scanner::new(Lines::new(file, reader, START, false), limit, true);
    let (mut last, mut count) = (None, 0);
    while from_start.is_none_or(|number| count <= number) {
        let Some(raw) = scanner.next().map_err(|trouble| trouble.into_error(file))? else { break };
        count += 1;
        last = Some(raw);
    }
    if from_start.is_some_and(|number| count <= number) && count > 0 {
        return Err(error!("{}", no_frame(file, frame, count)));
    }
    let raw = last.ok_or_else(|| {
        error!(
            "{file}: expected atoms in extended XYZ, in a text dump or a data file of LAMMPS, or in \
             POSCAR, got nothing"
        )
    })?;
    let header = header_of(file, &raw, types)?;
    frame_of(file, &raw, &header, types)
}

/// The number from 0 of a frame that is counted from the end.
fn place_of(path: &Path, frame: i64, limit: u64) -> Result<u64> {
    let nobody: Arc<dyn Listener> = Arc::new(Nobody);
    let input = find_one(path, Content::Text, &nobody)?.open();
    let file = &*input.name;
    let (kind, reader) = opened(input.reader).with_context(|| format!("cannot read {file}"))?;
    let mut count = u64::from(kind.is_some());
    if kind.is_none() {
        // Atoms are kept, so that no more is checked than when the last frame is read.
        let mut scanner = Scanner::new(Lines::new(file, reader, START, false), limit, true);
        while scanner.next().map_err(|trouble| trouble.into_error(file))?.is_some() {
            count += 1;
        }
    }
    count
        .checked_sub(frame.unsigned_abs())
        .ok_or_else(|| error!("{}", no_frame(file, frame, count)))
}

fn no_frame(file: &str, frame: i64, count: u64) -> String {
    let frames = counted(count, "frame", "frames");
    let numbers = match count {
        0 => String::new(),
        _ => format!(", numbered from 0 to {}, or from -{count} to -1", count - 1),
    };
    format!("{file}: expected the frame {frame}, got {frames}{numbers}")
}

/// The format of a file of one frame, if it is one, and the whole text.
pub(super) fn opened<R: Read>(
    reader: R,
) -> std::io::Result<(Option<SingleKind>, impl BufRead + use<R>)> {
    let mut reader = BufReader::new(reader);
    let head = head_of(&mut reader)?;
    Ok((SingleKind::of(&head), Cursor::new(head).chain(reader)))
}

/// Reads the header of a frame.
pub(super) fn header_of(file: &str, raw: &RawFrame, types: &[String]) -> Result<Header> {
    match raw.kind {
        Kind::Xyz => xyz::header(file, raw),
        Kind::Lammps => lammps::header(file, raw, types),
    }
}
