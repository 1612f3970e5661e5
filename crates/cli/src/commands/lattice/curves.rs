//! The observables of a run as curves, in small panels one below the other.

use anyhow::Result;
use zobrist_files::simulation::{Column, ColumnKind};

use super::axis::Axis;
use super::svg::{Anchor, COLORS, INK, MARGIN, escaped, label, rounded, text};
use std::fmt::Write;

/// The size of a panel, and of the field of its curves, in pixels.
const PANEL: [f64; 2] = [440.0, 210.0];
const FIELD: [f64; 2] = [340.0, 130.0];
/// The field's place in its panel.
const LEFT: f64 = 70.0;
const TOP: f64 = 34.0;
/// Panels side by side.
const ACROSS: usize = 2;
/// The height of the title.
const TITLE: f64 = 30.0;
/// Largest number of points of a curve, which is about that of pixels.
const MAX_POINTS: usize = 400;

const GRID: &str = "#e4e4e4";

/// The curves that share a panel.
struct Panel<'a> {
    heading: String,
    unit: Option<&'a str>,
    /// The label of each, if there is one, and the number of its column.
    curves: Vec<(Option<String>, usize)>,
}

/// Draws every observable that has values against the time, or against the steps if there is no time.
/// `rows` are the numbers of all rows in the order of the columns. A logarithmic axis leaves out the
/// start.
pub(super) fn curves(
    columns: &[Column],
    rows: &[Vec<Option<f64>>],
    is_logarithmic: bool,
    title: &str,
) -> Result<String> {
    let clock = |name| {
        let column = columns.iter().position(|column| column.name == name)?;
        rows.iter().any(|row| row[column].is_some()).then_some(column)
    };
    let clock = clock("time").or(clock("step")).unwrap_or(0);
    let times = rows.iter().filter_map(|row| row[clock]);
    let times = times.filter(|time| !is_logarithmic || *time > 0.0);
    let across = Axis::over(times, FIELD[0], is_logarithmic);

    let panels = panels(columns, rows);
    let down = panels.len().div_ceil(ACROSS).max(1);
    let width = 2.0 * MARGIN + PANEL[0] * ACROSS as f64;
    let height = 2.0 * MARGIN + TITLE + PANEL[1] * down as f64;
    let mut svg = String::new();
    let shown = escaped(title);
    write!(
        svg,
        "<svg viewBox=\"0 0 {width} {height}\" xmlns=\"http://www.w3.org/2000/svg\">\n\
         <title>\n{shown}\n</title>\n\
         <rect fill=\"white\" height=\"100%\" width=\"100%\"/>\n"
    )?;
    text(&mut svg, title, MARGIN, MARGIN + 4.0)?;
    let clock_label = with_unit(&columns[clock].text, columns[clock].unit);
    for (number, panel) in panels.iter().enumerate() {
        let x = MARGIN + PANEL[0] * (number % ACROSS) as f64 + LEFT;
        let y = MARGIN + TITLE + PANEL[1] * (number / ACROSS) as f64 + TOP;
        let values = panel.curves.iter().flat_map(|(_, column)| {
            rows.iter().filter(|row| row[clock].is_some()).filter_map(|row| row[*column])
        });
        let up = Axis::over(values, FIELD[1], false);
        draw_frame(&mut svg, [x, y], &across, &up)?;
        label(&mut svg, &with_unit(&panel.heading, panel.unit), x, y - 10.0, Anchor::Start)?;
        label(&mut svg, &clock_label, x + FIELD[0], y + FIELD[1] + 30.0, Anchor::End)?;
        for (index, (name, column)) in panel.curves.iter().enumerate() {
            let color = COLORS[(index + 1) % COLORS.len()];
            let points = rows.iter().filter_map(|row| row[clock].zip(row[*column]));
            draw_curve(&mut svg, [x, y], color, points, &across, &up)?;
            if let Some(name) = name {
                let y = y + 10.0 + 13.0 * index as f64;
                let x = x + FIELD[0] + 6.0;
                writeln!(
                    svg,
                    "<circle cx=\"{}\" cy=\"{}\" fill=\"{color}\" r=\"3\"/>",
                    rounded(x),
                    rounded(y - 4.0)
                )?;
                // A label must not reach the next panel.
                let short: String = name.chars().take(MAX_LABEL).collect();
                label(&mut svg, &short, x + 5.0, y, Anchor::Start)?;
            }
        }
    }
    svg.push_str("</svg>");
    Ok(svg)
}

/// The number of characters of a label beside a field.
const MAX_LABEL: usize = 8;

/// The panels of all observables that have a value.
fn panels<'a>(columns: &'a [Column], rows: &[Vec<Option<f64>>]) -> Vec<Panel<'a>> {
    let mut panels: Vec<Panel<'a>> = Vec::new();
    for (number, column) in columns.iter().enumerate() {
        let has_values = rows.iter().any(|row| row[number].is_some());
        if column.kind != ColumnKind::Observable || !has_values {
            continue;
        }
        let (heading, name) = column.curve();
        match panels.last_mut().filter(|last| name.is_some() && last.heading == heading) {
            Some(last) => last.curves.push((name, number)),
            None => panels.push(Panel { heading, unit: column.unit, curves: vec![(name, number)] }),
        }
    }
    panels
}

fn with_unit(text: &str, unit: Option<&str>) -> String {
    match unit {
        // A heading that is a count says what is counted.
        Some(unit) if text.to_lowercase() != unit => format!("{text} / {unit}"),
        _ => text.to_owned(),
    }
}

/// The field with its grid, and the numbers of both axes.
fn draw_frame(svg: &mut String, [x, y]: [f64; 2], across: &Axis, up: &Axis) -> std::fmt::Result {
    let [wide, high] = FIELD;
    for (at, number) in across.ticks() {
        let at = rounded(x + at);
        writeln!(
            svg,
            "<path d=\"M{at} {}V{}\" stroke=\"{GRID}\"/>",
            rounded(y),
            rounded(y + high)
        )?;
        label(svg, &number, at, y + high + 15.0, Anchor::Middle)?;
    }
    for (at, number) in up.ticks() {
        let at = rounded(y + high - at);
        writeln!(
            svg,
            "<path d=\"M{} {at}H{}\" stroke=\"{GRID}\"/>",
            rounded(x),
            rounded(x + wide)
        )?;
        label(svg, &number, x - 6.0, at + 4.0, Anchor::End)?;
    }
    writeln!(
        svg,
        "<path d=\"M{0} {1}V{2}H{3}\" fill=\"none\" stroke=\"{INK}\"/>",
        rounded(x),
        rounded(y),
        rounded(y + high),
        rounded(x + wide)
    )
}

/// One curve, thinned to points that can be told apart.
fn draw_curve(
    svg: &mut String,
    [x, y]: [f64; 2],
    color: &str,
    points: impl Iterator<Item = (f64, f64)>,
    across: &Axis,
    up: &Axis,
) -> std::fmt::Result {
    let points: Vec<[f64; 2]> = points
        .filter_map(|(time, value)| {
            let (along, above) = (across.place(time)?, up.place(value)?);
            Some([x + along, y + FIELD[1] - above].map(rounded))
        })
        .collect();
    let count = points.len().min(MAX_POINTS);
    let kept = (0..count).map(|index| points[index * (points.len() - 1) / (count - 1).max(1)]);
    let line: Vec<String> = kept.map(|[x, y]| format!("{x},{y}")).collect();
    writeln!(
        svg,
        "<polyline fill=\"none\" points=\"{}\" stroke=\"{color}\" stroke-linejoin=\"round\" \
         stroke-width=\"1.5\"/>",
        line.join(" ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns(names: &[&str]) -> Vec<Column> {
        names.iter().map(|name| Column::of_name(name).unwrap()).collect()
    }

    #[test]
    fn shells_share_a_panel_and_what_has_no_values_has_none() {
        let columns =
            columns(&["step", "time", "energy", "hits", "order_Cu_Fe_1", "order_Cu_Fe_2"]);
        let row =
            |step: f64| vec![Some(step), Some(step * 1e-9), None, Some(3.0), Some(0.5), Some(0.1)];
        let rows: Vec<_> = (0..1000).map(|step| row(f64::from(step))).collect();
        let svg = curves(&columns, &rows, true, "a < b").unwrap();
        assert_eq!(svg.matches("<polyline").count(), 2);
        assert_eq!(svg.matches("Order of Cu–Fe<").count(), 1);
        assert!(svg.contains("Time / s") && svg.contains("a &lt; b"), "{svg}");
        assert!(!svg.contains("Energy") && !svg.contains("NaN"), "{svg}");
        // Thinned, without the start, which has no logarithm.
        let line = svg.split("points=\"").nth(1).unwrap().split('"').next().unwrap();
        assert_eq!(line.split(' ').count(), MAX_POINTS);
    }

    #[test]
    fn one_row_is_drawn_too() {
        let columns = columns(&["step", "time", "energy"]);
        for rows in [vec![], vec![vec![Some(0.0), Some(0.0), Some(-3.0)]]] {
            for is_logarithmic in [false, true] {
                let svg = curves(&columns, &rows, is_logarithmic, "").unwrap();
                assert!(svg.ends_with("</svg>") && !svg.contains("NaN") && !svg.contains("inf"));
            }
        }
    }
}
