//! Parts of the charts of `keys collisions` and `keys errors`: colors, marks, scales and texts.
//!
//! The crate `svg` writes elements, and this file decides what they are. `plotters` rounds to whole
//! pixels and has no `<title>`: marks would lose their tooltips, and the chart its accessible name.

use std::io::Write;
use std::path::Path;

use anyhow::{Result, bail};
use svg::Document;
use svg::node::element::{Circle, Group, Line, Polygon, Rectangle, Text, Title};
use zobrist_console::ending::Ending;
use zobrist_console::message::say_lines;
use zobrist_console::output::Output;
use zobrist_console::stdout::print;

/// Begins the file, before any work is done.
///
/// # Errors
/// When its name does not end like that of an SVG, when it exists and `force` is not given, or
/// when nothing can be written there.
pub(crate) fn begin_plot(path: &Path, force: bool) -> Result<Output> {
    let is_stdout = path == Path::new("-");
    if !is_stdout && path.extension().is_none_or(|end| !end.eq_ignore_ascii_case("svg")) {
        bail!("the plot is SVG; expected a name such as plot.svg, got {}", path.display());
    }
    Output::create(path, force)
}

/// Writes the picture, if there is one, and prints the table. With the picture on standard output,
/// the table goes to standard error.
///
/// # Errors
/// When the picture cannot be written.
pub(crate) fn print_with_plot(
    ending: Ending,
    plot: Option<(Output, String)>,
    table: &[u8],
) -> Result<Ending> {
    if let Some((mut out, picture)) = plot {
        let is_stdout = out.is_stdout();
        let picture = out.sink().lines(&picture);
        let written = out.write_all(picture.as_bytes()).map_err(Into::into);
        let written = written.and_then(|()| out.finish());
        if is_stdout {
            say_lines(&String::from_utf8_lossy(table));
            return ending.when(written);
        }
        written?;
    }
    ending.when(print(table))
}

const WIDTH: f64 = 960.0;
pub(crate) const LEFT: f64 = 92.0;
pub(crate) const RIGHT: f64 = 936.0;

pub(crate) const INK: &str = "#222222";
pub(crate) const FAINT: &str = "#6b6b6b";
pub(crate) const GRID: &str = "#e4e4e4";
/// Okabe and Ito's colors, which most color-blind people can distinguish; the shapes of
/// the marks differ, too.
const COLORS: [&str; 7] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#222222"];

/// The color of a series.
pub(crate) fn color(number: usize) -> &'static str {
    COLORS[number % COLORS.len()]
}

/// A white page with a title and a line below it.
pub(crate) fn page(height: f64, title: &str, below: &str) -> Document {
    Document::new()
        .set("viewBox", (0, 0, WIDTH, height))
        .set("width", WIDTH)
        .set("height", height)
        .set("font-family", "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif")
        .set("role", "img")
        .add(Title::new(title))
        .add(Rectangle::new().set("width", WIDTH).set("height", height).set("fill", "#ffffff"))
        .add(text(LEFT, 38.0, title, 22.0, INK, "start").set("font-weight", "bold"))
        .add(text(LEFT, 62.0, below, 14.0, FAINT, "start"))
}

/// A part of the picture with its own vertical scale, linear in logarithms.
pub(crate) struct Panel {
    pub(crate) top: f64,
    pub(crate) bottom: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl Panel {
    /// The height of a logarithm, within the panel.
    pub(crate) fn y(&self, log: f64) -> f64 {
        let share = (log.clamp(self.low, self.high) - self.low) / (self.high - self.low);
        self.bottom - share * (self.bottom - self.top)
    }
}

/// The mark of a series around a point; hollow if nothing was found.
pub(crate) fn mark(number: usize, x: f64, y: f64, found: bool) -> Group {
    let group = Group::new()
        .set("fill", if found { color(number) } else { "#ffffff" })
        .set("stroke", color(number))
        .set("stroke-width", 1.5);
    let polygon = |corners: &[(f64, f64)]| {
        let points: Vec<String> =
            corners.iter().map(|(dx, dy)| format!("{:.1},{:.1}", x + dx, y + dy)).collect();
        Polygon::new().set("points", points.join(" "))
    };
    match number % 4 {
        0 => group.add(Circle::new().set("cx", tenth(x)).set("cy", tenth(y)).set("r", 4.5)),
        1 => group.add(polygon(&[(-4.0, -4.0), (4.0, -4.0), (4.0, 4.0), (-4.0, 4.0)])),
        2 => group.add(polygon(&[(0.0, -5.5), (5.0, 4.0), (-5.0, 4.0)])),
        _ => group.add(polygon(&[(0.0, -6.0), (5.0, 0.0), (0.0, 6.0), (-5.0, 0.0)])),
    }
}

/// A line across a panel, and its name.
pub(crate) fn level(panel: &Panel, log: f64, name: &str, color: &str) -> Group {
    let y = panel.y(log);
    Group::new().add(line((LEFT, y), (RIGHT, y)).set("stroke", color)).add(text(
        LEFT - 10.0,
        y + 5.0,
        name,
        14.0,
        INK,
        "end",
    ))
}

/// A line between two points, without a color.
pub(crate) fn line(from: (f64, f64), to: (f64, f64)) -> Line {
    Line::new()
        .set("x1", tenth(from.0))
        .set("y1", tenth(from.1))
        .set("x2", tenth(to.0))
        .set("y2", tenth(to.1))
}

/// A text; `anchor` says which of its ends is at the point, or its middle.
pub(crate) fn text(x: f64, y: f64, text: &str, size: f64, color: &str, anchor: &str) -> Text {
    Text::new(text)
        .set("x", tenth(x))
        .set("y", tenth(y))
        .set("font-size", size)
        .set("fill", color)
        .set("text-anchor", anchor)
}

/// A tenth of a pixel is as fine as anybody can see.
fn tenth(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

/// 1, 10, 100, and then 10³ and so on; 0.1 and 0.01.
pub(crate) fn power_of_ten(power: i32) -> String {
    if power < 3 {
        return 10_f64.powi(power).to_string();
    }
    let digit = |digit: char| "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().nth(digit as usize - '0' as usize);
    format!("10{}", power.to_string().chars().filter_map(digit).collect::<String>())
}
