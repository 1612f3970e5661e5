//! The header of XYZ and extended XYZ.

use zobrist_input::Result;

use super::columns::{Columns, Header, Symbol, length, no_length};
use super::comment::pairs;
use super::lines::Line;
use super::scan::{RawFrame, shortened};

/// The columns of a file that does not name them: the symbol, x, y and z.
const PLAIN: Columns = Columns {
    symbol: Symbol::Name(0),
    position: [1, 2, 3],
    is_scaled: false,
    id: None,
    unwrapped: None,
    count: 4,
    open: true,
};

/// Reads the comment line. In one without `Properties=` and `Lattice=`, which is free text, quotes
/// mean nothing.
pub(super) fn header(file: &str, raw: &RawFrame) -> Result<Header> {
    let line = &raw.items[0].lines[0];
    let is_free = !line.text.contains("Lattice=") && !line.text.contains("Properties=");
    let pairs = match pairs(&line.text) {
        Ok(pairs) => pairs,
        Err(_) if is_free => Vec::new(),
        Err(quote) => {
            let reason = format!("expected the {quote} to be closed, got the end of the comment");
            return Err(line.place.error(file, reason));
        }
    };
    let (mut cell, mut columns) = (None, PLAIN);
    let (mut step, mut time, mut energy) = (None, None, None);
    for (key, value) in &pairs {
        match key.as_str() {
            "Lattice" => cell = Some(cell_of(file, line, value)?),
            "Properties" => columns = columns_of(file, line, value)?,
            _ if key.eq_ignore_ascii_case("step") || key.eq_ignore_ascii_case("timestep") => {
                step = value.parse().ok();
            }
            _ if key.eq_ignore_ascii_case("time") => time = finite(value),
            "energy" => energy = finite(value),
            _ => {}
        }
    }
    Ok(Header { cell, origin: [0.0; 3], step, time, energy, columns })
}

fn finite(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

fn cell_of(file: &str, line: &Line, value: &str) -> Result<[[f64; 3]; 3]> {
    let mut numbers = Vec::new();
    for word in value.split([' ', '\t', ',']).filter(|word| !word.is_empty()) {
        let number = length(word);
        numbers.push(
            number.ok_or_else(|| no_length(file, line.place, "nine numbers in Lattice", word))?,
        );
    }
    let (axes, rest) = numbers.as_chunks::<3>();
    match axes.try_into() {
        Ok(axes) if rest.is_empty() => Ok(axes),
        _ => {
            let got = numbers.len();
            let reason = format!(
                "expected nine numbers in Lattice, three for each axis of the box, got {got}"
            );
            Err(line.place.error(file, reason))
        }
    }
}

fn columns_of(file: &str, line: &Line, value: &str) -> Result<Columns> {
    let wrong = |reason: String| line.place.error(file, reason);
    let fields: Vec<&str> = value.split(':').collect();
    let (triples, rest) = fields.as_chunks::<3>();
    if !rest.is_empty() {
        let got = shortened(value);
        return Err(wrong(format!(
            "expected Properties such as species:S:1:pos:R:3, with a name, a kind and a number of columns for each, \
             got {got:?}"
        )));
    }
    let (mut count, mut symbol, mut position) = (0_usize, None, None);
    let (mut id, mut unwrapped) = (None, None);
    for [name, kind, columns] in triples {
        let number = columns.parse::<usize>().ok().filter(|columns| (1..=1000).contains(columns));
        let (Some(columns), "R" | "I" | "S" | "L") = (number, *kind) else {
            let got = shortened(&format!("{name}:{kind}:{columns}"));
            return Err(wrong(format!(
                "expected in Properties a name, one of R, I, S and L, and a number of columns from 1 to 1000, got \
                 {got:?}"
            )));
        };
        match (*name, *kind, columns) {
            // Of any kind: of no atoms, ASE writes R.
            ("species", _, 1) => symbol = Some(Symbol::Name(count)),
            ("pos", "R", 3) => position = Some([count, count + 1, count + 2]),
            ("id", "I", 1) => id = Some(count),
            ("unwrapped", "R", 3) => unwrapped = Some([count, count + 1, count + 2]),
            _ => {}
        }
        count += columns;
    }
    let (Some(symbol), Some(position)) = (symbol, position) else {
        let got = shortened(value);
        return Err(wrong(format!("expected species:S:1 and pos:R:3 in Properties, got {got:?}")));
    };
    Ok(Columns { symbol, position, is_scaled: false, id, unwrapped, count, open: false })
}
