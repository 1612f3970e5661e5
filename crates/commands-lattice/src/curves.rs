//! The observables of a run as curves, in small panels one below the other.

use std::fmt::Write;

use anyhow::Result;
use zobrist_simulation::{Column, ColumnKind};

use super::axis::Axis;
use super::svg::{Anchor, COLORS, INK, MARGIN, escaped, label, rounded, text};

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

/// Smallest distance of error bars, and half the width of their ends.
const BAR_DISTANCE: f64 = 8.0;
const BAR_CAP: f64 = 2.5;

const GRID: &str = "#e4e4e4";

/// The curves that share a panel.
struct Panel<'a> {
    heading: String,
    unit: Option<&'a str>,
    /// The label of each, if there is one, and the number of its column.
    curves: Vec<(Option<String>, usize)>,
}

/// The drawing: every observable that has values, against a clock.
pub(super) struct Drawing<'a> {
    pub(super) columns: &'a [Column],
    /// The numbers of all rows, in the order of the columns.
    pub(super) rows: &'a [Vec<Option<f64>>],
    /// The standard errors of these numbers, in the same order, if they are means.
    pub(super) errors: Option<&'a [Vec<Option<f64>>]>,
    /// The column of the clock.
    pub(super) clock: usize,
    /// True if its axis is logarithmic, which leaves out the start.
    pub(super) is_logarithmic: bool,
    pub(super) title: &'a str,
}

impl<'a> Drawing<'a> {
    /// The rows of a run, against the time, or against the steps if there is no time.
    pub(super) fn of_run(
        columns: &'a [Column],
        rows: &'a [Vec<Option<f64>>],
        is_logarithmic: bool,
        title: &'a str,
    ) -> Drawing<'a> {
        let clock = |name| {
            let column = columns.iter().position(|column| column.name == name)?;
            rows.iter().any(|row| row[column].is_some()).then_some(column)
        };
        let clock = clock("time").or(clock("step")).unwrap_or(0);
        Drawing { columns, rows, errors: None, clock, is_logarithmic, title }
    }

    /// The ends of what is drawn of a column: the numbers, with their errors on either side.
    fn extents(&self, column: usize) -> impl Iterator<Item = f64> {
        self.points(column).flat_map(|(_, value, error)| [value - error, value + error])
    }

    /// The clock, the value and its error, 0 if it has none, of each row of a column.
    fn points(&self, column: usize) -> impl Iterator<Item = (f64, f64, f64)> {
        self.rows.iter().enumerate().filter_map(move |(number, row)| {
            let error = self.errors.and_then(|errors| errors[number][column]);
            Some((row[self.clock]?, row[column]?, error.unwrap_or(0.0)))
        })
    }
}

/// Draws the curves.
pub(super) fn curves(drawing: &Drawing<'_>) -> Result<String> {
    let &Drawing { columns, rows, clock, is_logarithmic, title, .. } = drawing;
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
        let values = panel.curves.iter().flat_map(|(_, column)| drawing.extents(*column));
        let up = Axis::over(values, FIELD[1], false);
        draw_frame(&mut svg, [x, y], &across, &up)?;
        label(&mut svg, &with_unit(&panel.heading, panel.unit), x, y - 10.0, Anchor::Start)?;
        label(&mut svg, &clock_label, x + FIELD[0], y + FIELD[1] + 30.0, Anchor::End)?;
        for (index, (name, column)) in panel.curves.iter().enumerate() {
            let color = COLORS[(index + 1) % COLORS.len()];
            let place = |(time, value)| {
                let (along, above) = (across.place(time)?, up.place(value)?);
                Some([x + along, y + FIELD[1] - above].map(rounded))
            };
            let points = drawing.points(*column);
            draw_curve(
                &mut svg,
                color,
                points.filter_map(|(time, value, _)| place((time, value))),
            )?;
            if drawing.errors.is_some() {
                let ends = drawing.points(*column).filter(|(.., error)| *error > 0.0);
                let ends = ends.filter_map(|(time, value, error)| {
                    Some([place((time, value - error))?, place((time, value + error))?])
                });
                draw_bars(&mut svg, color, ends)?;
            }
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
    color: &str,
    points: impl Iterator<Item = [f64; 2]>,
) -> std::fmt::Result {
    let points: Vec<[f64; 2]> = points.collect();
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

/// Error bars between their lower and upper ends, thinned so that they stand apart.
fn draw_bars(
    svg: &mut String,
    color: &str,
    ends: impl Iterator<Item = [[f64; 2]; 2]>,
) -> std::fmt::Result {
    let mut last = f64::NEG_INFINITY;
    let mut path = String::new();
    for [[x, low], [_, high]] in ends {
        if x - last < BAR_DISTANCE {
            continue;
        }
        last = x;
        let [left, right] = [x - BAR_CAP, x + BAR_CAP].map(rounded);
        write!(path, "M{x} {low}V{high}M{left} {low}H{right}M{left} {high}H{right}")?;
    }
    if path.is_empty() {
        return Ok(());
    }
    writeln!(svg, "<path d=\"{path}\" fill=\"none\" stroke=\"{color}\"/>")
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
        let svg = curves(&Drawing::of_run(&columns, &rows, true, "a < b")).unwrap();
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
                let drawing = Drawing::of_run(&columns, &rows, is_logarithmic, "");
                let svg = curves(&drawing).unwrap();
                assert!(svg.ends_with("</svg>") && !svg.contains("NaN") && !svg.contains("inf"));
            }
        }
    }
    #[test]
    fn error_bars_stand_apart_and_within_the_field() {
        let columns = columns(&["time", "energy"]);
        let row = |time: i32| vec![Some(f64::from(time)), Some(5.0)];
        let rows: Vec<_> = (0..1000).map(row).collect();
        let errors: Vec<_> = (0..1000).map(|time| vec![None, (time > 0).then_some(2.0)]).collect();
        let mut drawing = Drawing::of_run(&columns, &rows, false, "");
        drawing.errors = Some(&errors);
        let svg = curves(&drawing).unwrap();
        let bars = svg.lines().find(|line| line.contains('M') && line.contains(COLORS[1])).unwrap();
        let count = bars.matches('V').count();
        assert!((30..=43).contains(&count), "{count} bars");
        // From 3 to 7, which the axis has at its ends.
        let top = MARGIN + TITLE + TOP;
        assert!(bars.contains(&format!(" {}V{top}", top + FIELD[1])), "{bars}");
    }
}
