//! Reads the data files of LAMMPS, as its documentation of `read_data` has them. The first line is
//! free text; a header, then sections with a title.

use std::collections::BTreeMap;

use zobrist_input::{Result, counted};

use super::columns::{length, no_length};
use super::frame::{Atom, Frame};
use super::lines::Line;
use super::scan::shortened;
use super::text::Text;

/// Styles of atoms, with the columns of the type and of x in their lines, from 0 (LAMMPS,
/// "read_data command").
const STYLES: [(&str, [usize; 2]); 6] = [
    ("atomic", [1, 2]),
    ("charge", [1, 3]),
    ("molecular", [2, 3]),
    ("bond", [2, 3]),
    ("angle", [2, 3]),
    ("full", [2, 4]),
];

/// Numbers of columns of the style atomic, without the flags of images and with them.
const ATOMIC: [usize; 2] = [5, 8];

/// Reads the atoms. `types` are the names of the types from 1; without them they are the labels of
/// the types, or else the comments of their masses, as OVITO and ASE write them.
pub(super) fn frame(text: Text<'_>, types: &[String]) -> Result<Frame> {
    let mut names: BTreeMap<u64, String> =
        (1..).zip(types).map(|(number, name)| (number, name.clone())).collect();
    let (mut count, mut bounds, mut tilt) = (0, [[0.0, 0.0]; 3], [0.0; 3]);
    let (mut section, mut found) = (None, None);
    let mut lines: Vec<&Line> = Vec::new();
    for line in text.lines.iter().skip(1) {
        let (content, comment) = halves(&line.text);
        let words: Vec<&str> = content.split_whitespace().collect();
        let Some(first) = words.first() else { continue };
        if first.starts_with(|c: char| c.is_ascii_alphabetic()) {
            section = Some(content.trim());
            if section == Some("Atoms") {
                found = Some((line, comment));
            }
            continue;
        }
        match section {
            None => match words[..] {
                [_, "atoms"] => {
                    count = first.parse().map_err(|_| text.wrong(line, "the number of atoms"))?;
                }
                [low, high, "xlo", "xhi"] => bounds[0] = numbers(text, line, [low, high])?,
                [low, high, "ylo", "yhi"] => bounds[1] = numbers(text, line, [low, high])?,
                [low, high, "zlo", "zhi"] => bounds[2] = numbers(text, line, [low, high])?,
                [xy, xz, yz, "xy", "xz", "yz"] => tilt = numbers(text, line, [xy, xz, yz])?,
                _ => {}
            },
            Some("Masses" | "Atom Type Labels") => {
                let label = match section {
                    Some("Masses") => comment.split_whitespace().next(),
                    _ => words.get(1).copied(),
                };
                if let (Ok(number), Some(label), []) = (first.parse(), label, types) {
                    names.insert(number, label.to_owned());
                }
            }
            Some("Atoms") => lines.push(line),
            Some(_) => {}
        }
    }
    let Some((head, style)) = found else {
        return Err(text.line(text.lines.len(), "a section `Atoms`").unwrap_err());
    };
    if lines.len() != count {
        let reason = format!(
            "expected {} below `Atoms`, as the header says, got {}",
            counted(count, "atom", "atoms"),
            lines.len()
        );
        return Err(head.place.error(text.file, reason));
    }
    let columns = columns_of(text, head, style, lines.first().copied())?;
    let atoms = lines.into_iter().map(|line| atom_of(text, line, columns, &names));
    let atoms = atoms.collect::<Result<Vec<Atom>>>()?;
    let [x, y, z] = bounds.map(|[low, high]| high - low);
    let [xy, xz, yz] = tilt;
    let cell = Some([[x, 0.0, 0.0], [xy, y, 0.0], [xz, yz, z]]);
    Ok(Frame { cell, origin: bounds.map(|[low, _]| low), ..Frame::new(text.file, atoms) })
}

/// The content of a line, and its comment.
fn halves(line: &str) -> (&str, &str) {
    line.split_once('#').unwrap_or((line, ""))
}

fn numbers<const N: usize>(text: Text<'_>, line: &Line, words: [&str; N]) -> Result<[f64; N]> {
    let mut numbers = [0.0; N];
    for (number, word) in numbers.iter_mut().zip(words) {
        let place = line.place_of(word);
        *number =
            length(word).ok_or_else(|| no_length(text.file, place, "a bound of the box", word))?;
    }
    Ok(numbers)
}

/// The columns of the type and of x.
fn columns_of(
    text: Text<'_>,
    head: &Line,
    style: &str,
    first: Option<&Line>,
) -> Result<[usize; 2]> {
    let known = || STYLES.map(|(name, _)| name).join(", ");
    let Some(style) = style.split_whitespace().next() else {
        let count = first.map_or(ATOMIC[0], |line| halves(&line.text).0.split_whitespace().count());
        if ATOMIC.contains(&count) {
            return Ok(STYLES[0].1);
        }
        let expected = format!(
            "the style of the atoms in the comment, as `Atoms # charge`, one of {}; without it the lines \
             of atoms have {} or {} columns, but these have {count}",
            known(),
            ATOMIC[0],
            ATOMIC[1]
        );
        return Err(text.wrong(head, &expected));
    };
    let found = STYLES.iter().find(|(name, _)| *name == style);
    let expected = || format!("atoms of a style among {}", known());
    found.map(|(_, columns)| *columns).ok_or_else(|| text.wrong(head, &expected()))
}

fn atom_of(
    text: Text<'_>,
    line: &Line,
    [kind, x]: [usize; 2],
    names: &BTreeMap<u64, String>,
) -> Result<Atom> {
    let words: Vec<&str> = halves(&line.text).0.split_whitespace().collect();
    let Some(position) = words.get(x..x + 3) else {
        let expected = format!("{} or more columns", x + 3);
        return Err(text.wrong(line, &expected));
    };
    // A type may be a label where the file has labels.
    let symbol = match words[kind].parse::<u64>() {
        Err(_) => words[kind].to_owned(),
        Ok(number) => names.get(&number).cloned().ok_or_else(|| {
            let reason = format!(
                "expected a type whose element is named, got {}; name the elements of the types in `types`, \
                 as types = [\"Fe\", \"Cu\"], or in the comments of `Masses`",
                shortened(words[kind])
            );
            line.place_of(words[kind]).error(text.file, reason)
        })?,
    };
    let mut coordinates = [0.0; 3];
    for (coordinate, word) in coordinates.iter_mut().zip(position) {
        let place = line.place_of(word);
        *coordinate =
            length(word).ok_or_else(|| no_length(text.file, place, "a coordinate", word))?;
    }
    Ok(Atom::new(symbol, coordinates, line.place.line))
}
