//! The closing lines of a run.

use zobrist_simulation::{Averages, Column, Config, Method, Run};

use super::audit;
use super::rows::Rows;

/// The results, for people. `steps` were done now, in `seconds`.
pub(super) fn summary(run: &Run, rows: &Rows, config: &Config, steps: u64, seconds: f64) -> String {
    let engine = run.engine();
    let mut text = format!("steps        {}\n", run.steps());
    if let Some(time) = run.time() {
        text += &format!("time         {time:e} s\n");
    }
    text += &format!(
        "hash         {:016x}\nevaluations  {}\nhits         {}\n",
        engine.state().hash(),
        engine.evaluations(),
        engine.hits(),
    );
    if let (exits @ 1.., skipped) = engine.exits() {
        text += &format!("basins left  {exits}, {skipped} jumps skipped\n");
    }
    text += &audit::lines(engine);
    let chosen = config.output.as_ref().is_some_and(|output| output.every.is_some());
    if chosen || config.end_time().is_some() {
        text += &means(run.columns(), rows, config);
    }
    text + &format!("seconds      {seconds:.3} for {steps} steps\n")
}

/// The means of the observables over all rows. Rows by time hold until the next; rows after steps
/// count by their residence, so that both are means over time. Where there is no time, it is the
/// mean over steps.
fn means(columns: &[Column], rows: &Rows, config: &Config) -> String {
    let place = |name| columns.iter().position(|column| column.name == name);
    let mut averages = Averages::default();
    if let (Some(weight), Some(time)) = (place("residence"), place("time")) {
        let end = config.end_time().unwrap_or(f64::INFINITY);
        for row in rows.numbers(columns) {
            // The row of an `end_time` does not follow a step.
            if let (Some(weight), true) = (row[weight], row[time] < Some(end)) {
                averages.add_weighted(weight, &row);
            }
        }
    } else {
        let clock = match config.method {
            Method::Kinetic => "time",
            _ => "step",
        };
        let clock = place(clock).expect("a column");
        for row in rows.numbers(columns) {
            if let Some(at) = row[clock] {
                averages.add(at, row);
            }
        }
    }
    let means = columns.iter().zip(averages.means()).filter(|(column, _)| column.has_mean());
    let line = |(column, mean): (&Column, Option<f64>)| {
        let unit = column.unit.map(|unit| format!(" {unit}")).unwrap_or_default();
        Some(format!("mean         {} {}{unit}\n", column.name, six_digits(mean?)))
    };
    means.filter_map(line).collect()
}

/// A number with six significant digits.
fn six_digits(number: f64) -> String {
    if number == 0.0 {
        return "0".to_owned();
    }
    let exponent = number.abs().log10().floor();
    if (-4.0..=9.0).contains(&exponent) {
        format!("{number:.*}", (5.0 - exponent).max(0.0) as usize)
    } else {
        format!("{number:.5e}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_have_six_digits() {
        for (number, expected) in [
            (0.0, "0"),
            (-1_722.345_678, "-1722.35"),
            (0.012_345_678, "0.0123457"),
            (12_345_678.9, "12345679"),
            (1.5e-7, "1.50000e-7"),
        ] {
            assert_eq!(six_digits(number), expected);
        }
    }
}
