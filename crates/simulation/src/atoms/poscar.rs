//! Reads POSCAR and CONTCAR, as the manual of VASP has it (vasp.at/wiki, "POSCAR").

use zobrist_input::{Result, counted};

use super::columns::{length, no_length};
use super::frame::{Atom, Frame};
use super::geometry::{combined, determinant};
use super::lines::Line;
use super::text::Text;

/// The line of the scaling factor, from 0; the axes follow.
const SCALE: usize = 1;
const AXES: usize = 2;
const NAMES: usize = 5;

/// Reads the atoms. `types` are the names of the groups of atoms, from 1, for a file of VASP 4,
/// which has none.
pub(super) fn frame(text: Text<'_>, types: &[String]) -> Result<Frame> {
    let scale_line = text.line(SCALE, "a scaling factor")?;
    let factors = lengths(text, scale_line, "a scaling factor")?;
    let mut axes = [[0.0; 3]; 3];
    for (number, axis) in axes.iter_mut().enumerate() {
        *axis = triple(text, text.line(AXES + number, "three axes of the box")?, "an axis")?;
    }
    let scale = match factors[..] {
        // The volume of the box in Å³.
        [volume] if volume < 0.0 => [(-volume / determinant(&axes).abs()).cbrt(); 3],
        [factor] if factor > 0.0 => [factor; 3],
        [x, y, z] if x > 0.0 && y > 0.0 && z > 0.0 => [x, y, z],
        _ => {
            let expected = "one scaling factor other than 0, or three above 0";
            return Err(text.wrong(scale_line, expected));
        }
    };
    let scaled = |vector: [f64; 3]| std::array::from_fn(|i| vector[i] * scale[i]);
    let axes = axes.map(scaled);
    if axes.as_flattened().iter().any(|x| !x.is_finite()) {
        return Err(text.wrong(scale_line, "a scaling factor for axes that span a box"));
    }

    let (mut at, line) = (NAMES, text.line(NAMES, "the names of the elements")?);
    let first = line.text.split_whitespace().next().unwrap_or_default();
    let names: Vec<String> = match first.parse::<u64>() {
        Ok(_) if types.is_empty() => {
            return Err(text.wrong(
                line,
                "the names of the elements, as VASP 5 and later write them; for a file without \
                 them, name its elements in `types`, as types = [\"Fe\", \"Cu\"]",
            ));
        }
        Ok(_) => types.to_vec(),
        Err(_) => {
            at += 1;
            // `Fe_pv` and `Fe/0a1b` name the potential, too.
            let name = |word: &str| word.split(['_', '/']).next().unwrap_or(word).to_owned();
            line.text.split_whitespace().map(name).collect()
        }
    };
    let line = text.line(at, "the numbers of atoms of the elements")?;
    let counts: Option<Vec<usize>> =
        line.text.split_whitespace().map(|word| word.parse().ok()).collect();
    let counts = counts.filter(|counts| counts.len() == names.len());
    let counts = counts.ok_or_else(|| {
        let elements = counted(names.len(), "element", "elements");
        text.wrong(line, &format!("a number of atoms for each of {elements}"))
    })?;
    at += 1;
    if starts_with(text.line(at, KINDS)?, "S") {
        at += 1;
    }
    let line = text.line(at, KINDS)?;
    let is_cartesian = starts_with(line, "CK");
    if !is_cartesian && !starts_with(line, "D") {
        return Err(text.wrong(line, KINDS));
    }

    let mut atoms = Vec::new();
    for (name, count) in names.iter().zip(counts) {
        for _ in 0..count {
            at += 1;
            let line = text.line(at, "a position of each atom")?;
            let position = triple(text, line, "a coordinate")?;
            let position = match is_cartesian {
                true => scaled(position),
                false => combined(position, &axes),
            };
            atoms.push(Atom::new(name.clone(), position, line.place.line));
        }
    }
    Ok(Frame { cell: Some(axes), ..Frame::new(text.file, atoms) })
}

const KINDS: &str = "`Direct` or `Cartesian` before the positions, after `Selective dynamics` if \
                     that is there";

/// True if a line begins with one of some letters, in either case.
fn starts_with(line: &Line, letters: &str) -> bool {
    let first = line.text.trim_start().chars().next();
    first.is_some_and(|first| letters.contains(first.to_ascii_uppercase()))
}

/// The numbers of a line, all of it.
fn lengths(text: Text<'_>, line: &Line, what: &str) -> Result<Vec<f64>> {
    super::columns::lengths(text.file, line, what)
}

/// The first three numbers of a line; what follows, as flags or a symbol, is not read.
fn triple(text: Text<'_>, line: &Line, what: &str) -> Result<[f64; 3]> {
    let mut words = line.text.split_whitespace();
    let mut numbers = [0.0; 3];
    for number in &mut numbers {
        let Some(word) = words.next() else { return Err(text.wrong(line, "three numbers")) };
        *number =
            length(word).ok_or_else(|| no_length(text.file, line.place_of(word), what, word))?;
    }
    Ok(numbers)
}
