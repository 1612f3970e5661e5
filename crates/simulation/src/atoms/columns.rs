//! The columns of atoms, and the header that says what they hold.

use zobrist_input::{FileError, Result, counted};

use super::frame::{Atom, Frame};
use super::lines::{Line, Place};
use super::scan::{RawFrame, shortened};

/// Largest absolute value of a length that is read, in Å: with more, digits of a position would be
/// lost.
const MAX_LENGTH: f64 = 1e12;

/// A header of either format.
#[derive(Debug)]
pub(super) struct Header {
    pub(super) cell: Option<[[f64; 3]; 3]>,
    pub(super) origin: [f64; 3],
    pub(super) step: Option<u64>,
    pub(super) time: Option<f64>,
    pub(super) energy: Option<f64>,
    pub(super) columns: Columns,
}

/// Columns of a line, from 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Columns {
    pub(super) symbol: Symbol,
    /// The columns of the coordinates.
    pub(super) position: [usize; 3],
    /// True if they are fractions of the axes of the box.
    pub(super) is_scaled: bool,
    /// The column of the number of the atom, which is the same in each frame.
    pub(super) id: Option<usize>,
    /// The columns of the coordinates as if the box had no end, in Å.
    pub(super) unwrapped: Option<[usize; 3]>,
    /// The number of columns.
    pub(super) count: usize,
    /// True if more columns may follow.
    pub(super) open: bool,
}

/// The column that tells which atom it is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Symbol {
    /// It has the symbol.
    Name(usize),
    /// It has the number of a name, from 1.
    Number(usize),
}

/// Reads a finite number of an absolute value up to 10¹².
pub(super) fn length(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.abs() <= MAX_LENGTH)
}

/// An error about a length.
pub(super) fn no_length(file: &str, place: Place, what: &str, got: &str) -> FileError {
    let got = shortened(got);
    place.error(file, format_args!("expected {what}, a number from -1e12 to 1e12, got {got:?}"))
}

/// Reads the numbers of a line of a header.
pub(super) fn lengths(file: &str, line: &Line, what: &str) -> Result<Vec<f64>> {
    let read = |word| length(word).ok_or_else(|| no_length(file, line.place_of(word), what, word));
    line.text.split_whitespace().map(read).collect()
}

/// Reads the atoms below a header. `types` are the names of the numbers from 1.
pub(super) fn frame_of(
    file: &str,
    raw: &RawFrame,
    header: &Header,
    types: &[String],
) -> Result<Frame> {
    let mut atoms = Vec::new();
    let mut place = raw.first;
    for bytes in raw.atoms.split_inclusive(|byte| *byte == b'\n') {
        let Ok(text) = std::str::from_utf8(bytes) else {
            return Err(place.error(file, "expected text, got bytes that are no UTF-8"));
        };
        atoms.push(atom_of(file, place, text, header, types)?);
        place = Place { line: place.line + 1, offset: place.offset + bytes.len() as u64 };
    }
    let &Header { cell, origin, step, time, energy, .. } = header;
    Ok(Frame { file: file.to_owned(), cell, origin, atoms, step, time, energy })
}

fn atom_of(
    file: &str,
    place: Place,
    text: &str,
    header: &Header,
    types: &[String],
) -> Result<Atom> {
    let columns = &header.columns;
    let place_of = |word: &str| {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        Place { offset: place.offset + start as u64, ..place }
    };
    let symbol_column = match columns.symbol {
        Symbol::Name(column) | Symbol::Number(column) => column,
    };
    let (mut symbol, mut id, mut got) = ("", "", 0);
    let (mut coordinates, mut unwrapped) = ([""; 3], [""; 3]);
    for word in text.split_whitespace() {
        if got == symbol_column {
            symbol = word;
        }
        if columns.id == Some(got) {
            id = word;
        }
        let axis_of = |columns: &[usize; 3]| columns.iter().position(|column| *column == got);
        if let Some(axis) = axis_of(&columns.position) {
            coordinates[axis] = word;
        }
        if let Some(axis) = columns.unwrapped.as_ref().and_then(axis_of) {
            unwrapped[axis] = word;
        }
        got += 1;
    }
    if got < columns.count || (got > columns.count && !columns.open) {
        let expected = counted(columns.count, "column", "columns");
        return Err(place.error(file, format_args!("expected {expected}, got {got}")));
    }
    let symbol = match columns.symbol {
        Symbol::Name(_) => symbol,
        Symbol::Number(_) => {
            let number = symbol.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
            number.and_then(|number| types.get(number)).ok_or_else(|| {
                let reason = format!("expected a type from 1 to {}, got {symbol:?}", types.len());
                place_of(symbol).error(file, reason)
            })?
        }
    };
    let mut position = [0.0; 3];
    for (coordinate, word) in position.iter_mut().zip(coordinates) {
        *coordinate =
            length(word).ok_or_else(|| no_length(file, place_of(word), "a coordinate", word))?;
    }
    // A start needs neither: one that is no number is one that is not there.
    let id = id.parse().ok();
    let [x, y, z] = unwrapped.map(length);
    let unwrapped = x.zip(y).zip(z).map(|((x, y), z)| [x, y, z]);
    if let (true, Some(cell)) = (columns.is_scaled, header.cell) {
        let scaled = position;
        position = std::array::from_fn(|axis| {
            let along = |i: usize| scaled[i] * cell[i][axis];
            header.origin[axis] + along(0) + along(1) + along(2)
        });
    }
    Ok(Atom { symbol: symbol.to_owned(), position, id, unwrapped, line: place.line })
}
