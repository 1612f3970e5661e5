//! The counts as a picture: pairs over bits, and below them their ratio to the bound.

use svg::node::element::{Group, Polygon, Rectangle, Title};

use super::super::drawing::{
    GRID, INK, LEFT, Panel, RIGHT, color, level, line, mark, page, power_of_ten, text,
};
use super::measure::{Row, Width};

const HEIGHT: f64 = 790.0;

const BAND: &str = "#ececec";

/// One source in one width.
struct Series<'a> {
    rows: &'a [Row],
    number: usize,
    /// Horizontal shift from the other series, in pixels.
    aside: f64,
}

impl Series<'_> {
    fn color(&self) -> &'static str {
        color(self.number)
    }

    fn name(&self) -> String {
        let Row { source, width, whole, sets, .. } = &self.rows[0];
        let how = match width {
            Width::Cut => format!("cut from {whole} bits"),
            Width::Made => "keys made so wide".to_owned(),
            Width::Half(half) => half.what().to_owned(),
        };
        let sets = if sets.len() == 1 { "1 set".into() } else { format!("{} sets", sets.len()) };
        format!("{source}, {how}, {sets}")
    }

    /// The mark of the series around a point; hollow if nothing was found.
    fn mark(&self, x: f64, y: f64, found: bool) -> Group {
        mark(self.number, x, y, found)
    }

    /// An error bar from the fewest to the most pairs.
    fn bar(&self, x: f64, low: f64, high: f64) -> Group {
        let group = Group::new().set("stroke", self.color()).set("stroke-width", 1.5);
        if low - high < 1.0 {
            return group;
        }
        [low, high].into_iter().fold(group.add(line((x, low), (x, high))), |group, y| {
            group.add(line((x - 3.5, y), (x + 3.5, y)))
        })
    }
}

/// The measured rows, and the horizontal scale of bits.
struct Picture<'a> {
    rows: &'a [Row],
    series: Vec<Series<'a>>,
    first: f64,
    last: f64,
}

/// Draws the rows for `positions` positions, described by `what`.
pub(crate) fn draw(rows: &[Row], positions: u64, what: &str) -> String {
    let parts: Vec<&[Row]> =
        rows.chunk_by(|a, b| (&a.source, a.width) == (&b.source, b.width)).collect();
    let middle = (parts.len() as f64 - 1.0) / 2.0;
    let step = (24.0 / parts.len() as f64).min(10.0);
    let part = |(number, rows)| Series { rows, number, aside: (number as f64 - middle) * step };
    let bits = || rows.iter().map(|row| f64::from(row.bits));
    let picture = Picture {
        rows,
        series: parts.into_iter().enumerate().map(part).collect(),
        first: bits().fold(f64::MAX, f64::min) - 2.0,
        last: bits().fold(0.0, f64::max) + 2.0,
    };
    let title = format!("Colliding pairs of {} positions", grouped(positions));
    let how = "marks are means over the sets of keys, bars reach from the fewest to the most";
    page(HEIGHT, &title, &format!("{what}; {how}"))
        .add(picture.pairs())
        .add(picture.ratios())
        .add(picture.legend())
        .to_string()
}

impl Picture<'_> {
    fn x(&self, bits: f64) -> f64 {
        LEFT + (bits - self.first) / (self.last - self.first) * (RIGHT - LEFT)
    }

    /// Expected number of pairs by chance at `bits` bits, which need not be a whole number.
    fn birthday(&self, bits: f64) -> f64 {
        self.rows[0].birthday * (f64::from(self.rows[0].bits) - bits).exp2()
    }

    /// The upper panel: the number of pairs on a logarithmic scale.
    fn pairs(&self) -> Group {
        const MIN_DECADE: f64 = -2.0;
        let most = self.rows.iter().map(|row| row.max() as f64).fold(10.0, f64::max);
        let high = most.max(self.birthday(self.first)).log10().ceil();
        // Counts of zero are drawn below the last decade.
        let panel = Panel { top: 84.0, bottom: 452.0, low: MIN_DECADE - 0.6, high };
        let mut group = self.frame(&panel, "colliding pairs");
        for power in MIN_DECADE as i32..=high as i32 {
            group = group.add(level(&panel, power.into(), &power_of_ten(power), GRID));
        }
        group = group.add(level(&panel, panel.low, "none", GRID));

        let leaves =
            f64::from(self.rows[0].bits) + (self.rows[0].birthday / 10_f64.powf(MIN_DECADE)).log2();
        let leaves = leaves.min(self.last);
        if leaves > self.first {
            let at = |bits| (self.x(bits), panel.y(self.birthday(bits).log10()));
            group = group.add(line(at(self.first), at(leaves)).set("stroke", INK));
            let (x, y) = at(self.first + 0.66 * (leaves - self.first));
            let name = "birthday bound n(n − 1) / 2ᵇ⁺¹";
            group = group.add(text(x + 10.0, y - 8.0, name, 14.0, INK, "start"));
        }
        let y = |pairs: f64| panel.y(if pairs > 0.0 { pairs.log10() } else { panel.low });
        for one in &self.series {
            for row in one.rows {
                let x = self.x(row.bits.into()) + one.aside;
                group = group.add(one.bar(x, y(row.min() as f64), y(row.max() as f64)));
                let mark = one.mark(x, y(row.mean()), row.sum() > 0);
                group = group.add(mark.add(Title::new(tooltip(row))));
            }
        }
        group
    }

    /// The lower panel: the counts over the bound, from a quarter of it to four times.
    fn ratios(&self) -> Group {
        let panel = Panel { top: 484.0, bottom: 704.0, low: -2.2, high: 2.2 };
        let log = |ratio: f64| if ratio > 0.0 { ratio.log2() } else { panel.low };
        let mut group = self.band(&panel).add(self.frame(&panel, "ratio to the bound"));
        for (power, name) in (-2..=2).zip(["¼", "½", "1", "2", "4"]) {
            let color = if power == 0 { INK } else { GRID };
            group = group.add(level(&panel, power.into(), name, color));
        }
        for bits in self.ticked() {
            let x = self.x(bits.into());
            group = group.add(text(x, 724.0, &bits.to_string(), 14.0, INK, "middle"));
        }
        let name = "bits of the hash that are compared, b";
        group = group.add(text((LEFT + RIGHT) / 2.0, 756.0, name, 15.0, INK, "middle"));
        for one in &self.series {
            // With less than one pair expected, a ratio says nothing.
            for row in one.rows.iter().filter(|row| row.birthday >= 1.0) {
                let x = self.x(row.bits.into()) + one.aside;
                let ratio = |pairs: f64| panel.y(log(pairs / row.birthday));
                if is_adjusted(row) {
                    let y = ratio(row.expected());
                    let dash = line((x - 13.0, y), (x + 13.0, y)).set("stroke", one.color());
                    group = group.add(dash.set("stroke-dasharray", "3 2"));
                }
                group = group.add(one.bar(x, ratio(row.min() as f64), ratio(row.max() as f64)));
                let mark = one.mark(x, ratio(row.mean()), row.sum() > 0);
                group = group.add(mark.add(Title::new(tooltip(row))));
            }
        }
        group
    }

    /// The range of counts of independent pairs: two standard deviations around the bound.
    fn band(&self, panel: &Panel) -> Group {
        let bits = (0..=200).map(|i| self.first + (self.last - self.first) * f64::from(i) / 200.0);
        let within: Vec<f64> = bits.filter(|bits| self.birthday(*bits) >= 1.0).collect();
        let corner = |bits: f64, sign: f64| {
            let ratio = 1.0 + sign * 2.0 / self.birthday(bits).sqrt();
            let log = if ratio > 0.0 { ratio.log2() } else { panel.low };
            format!("{:.1},{:.1}", self.x(bits), panel.y(log))
        };
        let above = within.iter().map(|bits| corner(*bits, 1.0));
        let below = within.iter().rev().map(|bits| corner(*bits, -1.0));
        let corners: Vec<String> = above.chain(below).collect();
        Group::new().add(Polygon::new().set("points", corners.join(" ")).set("fill", BAND))
    }

    /// The name of a panel's scale, and lines at the bits that were measured.
    fn frame(&self, panel: &Panel, name: &str) -> Group {
        let (x, y) = (26.0, (panel.top + panel.bottom) / 2.0);
        let name =
            text(x, y, name, 15.0, INK, "middle").set("transform", format!("rotate(-90 {x} {y})"));
        self.ticked().into_iter().fold(Group::new().add(name), |group, bits| {
            let x = self.x(bits.into());
            group.add(line((x, panel.top), (x, panel.bottom)).set("stroke", GRID))
        })
    }

    /// The bits that were measured, except those too close to the one before.
    fn ticked(&self) -> Vec<u32> {
        let mut bits: Vec<u32> = self.rows.iter().map(|row| row.bits).collect();
        bits.sort_unstable();
        let mut ticked: Vec<u32> = Vec::new();
        for bits in bits {
            let apart = |before: &u32| self.x(bits.into()) - self.x((*before).into());
            if ticked.last().is_none_or(|before| apart(before) > 22.0) {
                ticked.push(bits);
            }
        }
        ticked
    }

    /// In the upper right, where there are no counts.
    fn legend(&self) -> Group {
        let mut names: Vec<(Group, String)> = Vec::new();
        let (x, row) = (RIGHT - 318.0, |line: usize| 106.0 + 22.0 * line as f64);
        for (line, one) in self.series.iter().enumerate() {
            names.push((one.mark(x + 16.0, row(line), true), one.name()));
        }
        let adjusted = |row: &Row| row.birthday >= 1.0 && is_adjusted(row);
        if let Some(one) = self.series.iter().find(|one| one.rows.iter().any(adjusted)) {
            let y = row(names.len());
            let dash = line((x + 3.0, y), (x + 29.0, y)).set("stroke", one.color());
            let dash = Group::new().add(dash.set("stroke-dasharray", "3 2"));
            names.push((dash, "expected with a parity bit".into()));
        }
        let y = row(names.len());
        let patch = Rectangle::new().set("x", x + 3.0).set("y", y - 6.0);
        let patch = patch.set("width", 26).set("height", 12).set("fill", BAND);
        names.push((Group::new().add(patch), "±2σ of pairs that are independent".into()));
        let back = Rectangle::new()
            .set("x", x - 6.0)
            .set("y", row(0) - 14.0)
            .set("width", RIGHT - x + 6.0)
            .set("height", 22.0 * names.len() as f64 + 6.0)
            .set("fill", "#ffffff");
        names.into_iter().enumerate().fold(Group::new().add(back), |group, (line, (mark, name))| {
            group.add(mark).add(text(x + 40.0, row(line) + 5.0, &name, 14.0, INK, "start"))
        })
    }
}

/// True if a parity bit makes a visible difference.
fn is_adjusted(row: &Row) -> bool {
    (row.expected() / row.birthday - 1.0).abs() > 0.02
}

/// The counts of a row, shown when the pointer is on its mark.
fn tooltip(row: &Row) -> String {
    let Row { source, bits, .. } = row;
    let name = format!("{source}, {}, {bits} bits", row.width.name());
    format!("{name}: {} to {} pairs, {:.2} on average", row.min(), row.max(), row.mean())
}

/// A number with its digits in groups of three.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}
