//! The share of wrong values and of wrong moves as a picture, over the rate of false matches.

use svg::node::element::{Group, Title};

use super::super::drawing::{
    FAINT, GRID, INK, LEFT, Panel, RIGHT, color, level, line, mark, page, power_of_ten, text,
};
use super::report::Row;
use super::trial::{Keys, Tally};

const HEIGHT: f64 = 790.0;

/// Scale of false matches in a million probes, in powers of ten. Rates of zero are drawn at `NONE`.
const NONE: f64 = -2.0;
const FIRST: f64 = -1.0;
const LAST: f64 = 6.0;

/// The rows of one game with cut keys, or with errors injected, by their rates.
struct Series<'a> {
    number: usize,
    rows: Vec<&'a Row>,
}

impl Series<'_> {
    fn name(&self) -> String {
        let row = self.rows[0];
        let what = match row.keys {
            Keys::Injected(_) => "errors injected into 64 bits",
            _ => "keys cut",
        };
        format!("{}, {what}, {} positions", row.game, row.tally.positions)
    }

    /// The share of positions that `count` counts, with a line from each rate to the next.
    fn shares(&self, panel: &Panel, count: impl Fn(&Tally) -> u64) -> Group {
        let at = |row: &Row| {
            let rate = row.per_million().unwrap_or(0.0);
            (x(rate), panel.y(row.percent(count(&row.tally))))
        };
        let mut group = Group::new();
        for pair in self.rows.windows(2) {
            group = group.add(line(at(pair[0]), at(pair[1])).set("stroke", color(self.number)));
        }
        for row in &self.rows {
            let (x, y) = at(row);
            let mark = mark(self.number, x, y, row.tally.counts.false_matches > 0);
            group = group.add(mark.add(Title::new(tooltip(row))));
        }
        group
    }
}

/// Draws the rows that have a table that may match falsely.
pub(crate) fn draw(rows: &[Row]) -> String {
    let series = series(rows);
    let below =
        "positions in which a search with errors differs from one that compares full positions";
    page(HEIGHT, "What false matches do to a search", below)
        .add(panel(84.0, 374.0, "wrong values, %", &series, |tally| tally.wrong_values))
        .add(panel(404.0, 694.0, "wrong moves, %", &series, |tally| tally.wrong_moves))
        .add(scale())
        .add(legend(&series))
        .to_string()
}

fn series(rows: &[Row]) -> Vec<Series<'_>> {
    let kind = |row: &Row| (row.game, row.keys.name());
    let can_err = |row: &&Row| matches!(row.keys, Keys::Cut(_) | Keys::Injected(_));
    let rows: Vec<&Row> = rows.iter().filter(can_err).collect();
    let mut series: Vec<Series<'_>> = Vec::new();
    for part in rows.chunk_by(|a, b| kind(a) == kind(b)) {
        let mut rows = part.to_vec();
        let rate = |row: &Row| row.per_million().unwrap_or(0.0);
        rows.sort_by(|a, b| rate(a).total_cmp(&rate(b)));
        series.push(Series { number: series.len(), rows });
    }
    series
}

/// The place of a rate.
fn x(per_million: f64) -> f64 {
    let log = if per_million > 0.0 { per_million.log10().max(FIRST) } else { NONE };
    // Half a decade of room on either side.
    LEFT + (log - NONE + 0.5) / (LAST - NONE + 1.0) * (RIGHT - LEFT)
}

fn panel(
    top: f64,
    bottom: f64,
    name: &str,
    series: &[Series],
    count: impl Fn(&Tally) -> u64,
) -> Group {
    let panel = Panel { top, bottom, low: 0.0, high: 100.0 };
    let (at, middle) = (26.0, (top + bottom) / 2.0);
    let turn = format!("rotate(-90 {at} {middle})");
    let mut group =
        Group::new().add(text(at, middle, name, 15.0, INK, "middle").set("transform", turn));
    for percent in [0, 25, 50, 75, 100] {
        group = group.add(level(&panel, percent.into(), &percent.to_string(), GRID));
    }
    for power in ticks() {
        let x = x(power.map_or(0.0, |power| 10_f64.powi(power)));
        group = group.add(line((x, top), (x, bottom)).set("stroke", GRID));
    }
    series.iter().fold(group, |group, one| group.add(one.shares(&panel, &count)))
}

/// None, and the powers of ten.
fn ticks() -> impl Iterator<Item = Option<i32>> {
    [None].into_iter().chain((FIRST as i32..=LAST as i32).map(Some))
}

fn scale() -> Group {
    let mut group = Group::new();
    for power in ticks() {
        let x = x(power.map_or(0.0, |power| 10_f64.powi(power)));
        let name = power.map_or("none".into(), power_of_ten);
        group = group.add(text(x, 714.0, &name, 14.0, INK, "middle"));
    }
    let name = "false matches in a million probes";
    let below = "hollow: no false match";
    group.add(text((LEFT + RIGHT) / 2.0, 744.0, name, 15.0, INK, "middle")).add(text(
        (LEFT + RIGHT) / 2.0,
        768.0,
        below,
        14.0,
        FAINT,
        "middle",
    ))
}

/// In the upper left, where few errors are.
fn legend(series: &[Series]) -> Group {
    series.iter().fold(Group::new(), |group, one| {
        let y = 106.0 + 22.0 * one.number as f64;
        group.add(mark(one.number, LEFT + 24.0, y, true)).add(text(
            LEFT + 44.0,
            y + 5.0,
            &one.name(),
            14.0,
            INK,
            "start",
        ))
    })
}

/// The counts of a row, shown when the pointer is on its mark.
fn tooltip(row: &Row) -> String {
    let how = match row.keys {
        Keys::Cut(bits) => format!("{bits} bits"),
        Keys::Injected(rate) => format!("rate {rate:e}"),
        Keys::None | Keys::Exact => row.keys.name().to_owned(),
    };
    let Tally { positions, counts, wrong_values, other_moves, wrong_moves, .. } = row.tally;
    format!(
        "{}, {how}: {} false matches in {} probes; of {positions} positions {wrong_values} wrong \
         values, {other_moves} other moves, {wrong_moves} wrong ones",
        row.game, counts.false_matches, counts.probes
    )
}
