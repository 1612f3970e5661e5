//! The header of a text dump of LAMMPS, as its documentation of `dump` and `dump_modify` has it:
//! "ITEM: UNITS" and "ITEM: TIME" come before "ITEM: TIMESTEP".

use zobrist_input::Result;

use super::columns::{Columns, Header, Symbol, lengths};
use super::lines::Line;
use super::scan::{Item, RawFrame, shortened};

/// Names of coordinates, in the order of preference; unwrapped ones (`u`) differ by whole turns of
/// the box. Coordinates of the second half are fractions of its axes.
const COORDINATES: [[&str; 3]; 4] =
    [["x", "y", "z"], ["xu", "yu", "zu"], ["xs", "ys", "zs"], ["xsu", "ysu", "zsu"]];

/// The styles of units in which lengths are in Å (LAMMPS, "units").
const ANGSTROMS: [&str; 2] = ["metal", "real"];

/// Reads the parts of the header. `types` are the names of the types from 1.
pub(super) fn header(file: &str, raw: &RawFrame, types: &[String]) -> Result<Header> {
    let (mut step, mut time, mut bounds) = (None, None, None);
    for item in &raw.items {
        let value = item.lines.first().map(|line| line.text.trim());
        match (item.head.text.as_str(), value) {
            ("ITEM: TIMESTEP", Some(value)) => {
                let number = value.parse::<u64>().ok();
                step = Some(number.ok_or_else(|| {
                    let got = shortened(value);
                    let reason = format!("expected a number of steps, got {got:?}");
                    item.lines[0].place.error(file, reason)
                })?);
            }
            ("ITEM: UNITS", Some(value)) if !ANGSTROMS.contains(&value) => {
                let got = shortened(value);
                let reason =
                    format!("expected lengths in Å, of the units metal or real, got {got:?}");
                return Err(item.lines[0].place.error(file, reason));
            }
            ("ITEM: TIME", Some(value)) => {
                let number = value.parse::<f64>().ok().filter(|time| time.is_finite());
                time = Some(number.ok_or_else(|| {
                    let got = shortened(value);
                    item.lines[0].place.error(file, format!("expected a time, got {got:?}"))
                })?);
            }
            (head, _) if head.starts_with("ITEM: BOX BOUNDS") => bounds = Some(item),
            _ => {}
        }
    }
    let bounds = bounds.map(|item| bounds_of(file, item)).transpose()?;
    let head = &raw.items[raw.items.len() - 1].head;
    let columns = columns_of(file, head, bounds.is_some(), types)?;
    let origin = bounds.map_or([0.0; 3], |(_, origin)| origin);
    Ok(Header { cell: bounds.map(|(cell, _)| cell), origin, step, time, energy: None, columns })
}

/// The axes of the box and its corner. If the box is triclinic, the first two columns are those of
/// the smallest upright box around it (LAMMPS, "Triclinic (non-orthogonal) simulation boxes").
fn bounds_of(file: &str, item: &Item) -> Result<([[f64; 3]; 3], [f64; 3])> {
    let words: Vec<&str> = item.head.text.split_whitespace().skip(3).collect();
    let (is_general, is_tilted) =
        (words.starts_with(&["abc", "origin"]), words.starts_with(&["xy", "xz", "yz"]));
    let columns = if is_general { 4 } else { 2 + usize::from(is_tilted) };
    let mut rows = Vec::new();
    for line in &item.lines {
        let row = lengths(file, line, "a bound of the box")?;
        if row.len() != columns {
            let got = row.len();
            let reason =
                format!("expected {columns} numbers below `{}`, got {got}", item.head.text);
            return Err(line.place.error(file, reason));
        }
        rows.push(row);
    }
    if is_general {
        let cell = std::array::from_fn(|axis| [rows[axis][0], rows[axis][1], rows[axis][2]]);
        return Ok((cell, std::array::from_fn(|axis| rows[axis][3])));
    }
    let [xy, xz, yz] = match is_tilted {
        true => [rows[0][2], rows[1][2], rows[2][2]],
        false => [0.0; 3],
    };
    let corners = [0.0, xy, xz, xy + xz];
    let (left, right) =
        corners.iter().fold((0.0_f64, 0.0_f64), |(low, high), x| (low.min(*x), high.max(*x)));
    let low = [rows[0][0] - left, rows[1][0] - yz.min(0.0), rows[2][0]];
    let high = [rows[0][1] - right, rows[1][1] - yz.max(0.0), rows[2][1]];
    let [x, y, z] = std::array::from_fn(|axis| high[axis] - low[axis]);
    Ok(([[x, 0.0, 0.0], [xy, y, 0.0], [xz, yz, z]], low))
}

fn columns_of(file: &str, head: &Line, has_box: bool, types: &[String]) -> Result<Columns> {
    let names: Vec<&str> = head.text.split_whitespace().skip(2).collect();
    let column = |name: &str| names.iter().position(|other| *other == name);
    let wrong = |reason: &str| {
        let got = shortened(&head.text);
        head.place.error(file, format!("{reason}, got {got:?}"))
    };
    let symbol = match (column("element"), column("type")) {
        (Some(column), _) => Symbol::Name(column),
        (None, Some(column)) if !types.is_empty() => Symbol::Number(column),
        _ => {
            return Err(wrong(
                "expected a column `element`, since numbers of types alone do not tell which atoms they are; \
                 name the elements of the types in `types`, as types = [\"Fe\", \"Cu\"], or dump with \
                 `dump … custom … id type element x y z` and `dump_modify … element …`",
            ));
        }
    };
    let found = COORDINATES.iter().enumerate().find_map(|(number, names)| {
        let [x, y, z] = names.map(column);
        Some((number, [x?, y?, z?]))
    });
    let (number, position) = found.ok_or_else(|| {
        wrong("expected columns of coordinates, `x y z`, `xu yu zu`, `xs ys zs` or `xsu ysu zsu`")
    })?;
    let is_scaled = number >= 2;
    if is_scaled && !has_box {
        return Err(wrong(
            "expected `ITEM: BOX BOUNDS` before coordinates that are fractions of it",
        ));
    }
    let [xu, yu, zu] = COORDINATES[1].map(column);
    let unwrapped = xu.zip(yu).zip(zu).map(|((x, y), z)| [x, y, z]);
    let (id, count) = (column("id"), names.len());
    Ok(Columns { symbol, position, is_scaled, id, unwrapped, count, open: false })
}
