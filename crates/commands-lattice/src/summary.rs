//! The closing lines of a run.

use zobrist_simulation::{Column, Config, Mean, Method, Run};

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

/// The means of the observables over all rows, with errors by blocks. Rows by time hold until the
/// next; rows after steps count by their residence, so that both are means over time. Where there
/// is no time, it is the mean over steps.
fn means(columns: &[Column], rows: &Rows, config: &Config) -> String {
    let weighted = weighted(columns, rows.numbers(columns), config);
    let line = |(number, column): (usize, &Column)| {
        let values = weighted.iter().filter_map(|(weight, row)| Some((*weight, row[number]?)));
        let mean = Mean::of_blocks(&values.collect::<Vec<_>>())?;
        let unit = column.unit.map(|unit| format!(" {unit}")).unwrap_or_default();
        Some(format!("mean         {} {}{unit}\n", column.name, mean.rounded()))
    };
    columns.iter().enumerate().filter(|(_, column)| column.has_mean()).filter_map(line).collect()
}

/// The rows that count in means, each after its weight.
fn weighted(
    columns: &[Column],
    rows: Vec<Vec<Option<f64>>>,
    config: &Config,
) -> Vec<(f64, Vec<Option<f64>>)> {
    let place = |name| columns.iter().position(|column| column.name == name);
    if let (Some(weight), Some(time)) = (place("residence"), place("time")) {
        let end = config.end_time().unwrap_or(f64::INFINITY);
        // The row of an `end_time` does not follow a step.
        let counts = |row: Vec<Option<f64>>| {
            let weight = row[weight].filter(|_| row[time] < Some(end))?;
            Some((weight, row))
        };
        return rows.into_iter().filter_map(counts).collect();
    }
    let clock = match config.method {
        Method::Kinetic => "time",
        _ => "step",
    };
    let clock = place(clock).expect("a column");
    let moments: Vec<Option<f64>> = rows.iter().map(|row| row[clock]).collect();
    // The last row has no weight.
    let durations = moments.windows(2).map(|pair| Some(pair[1]? - pair[0]?));
    durations.zip(rows).filter_map(|(duration, row)| Some((duration?, row))).collect()
}
