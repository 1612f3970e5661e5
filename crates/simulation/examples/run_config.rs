//! Runs the simulation that a TOML file describes and prints its rows as CSV, as a batch job does:
//! a run for each seed that is given, and then the means of all runs.
//!
//! ```sh
//! cargo run --release -p zobrist-simulation --example run_config -- data/iron-copper.toml 1 2 3
//! ```

use std::error::Error;
use std::io::{self, Write};
use std::path::Path;
use std::{env, fmt};

use zobrist_simulation::{Advance, Cell, Column, Config, Ensemble, Limits, Row, Run};

/// Runs to the end, and returns the columns and all rows, the first of the start.
fn run(config: &Config) -> Result<(Vec<Column>, Vec<Row>), Box<dyn Error>> {
    let (start, settings) = config.start(config.settings.clone())?;
    let mut run = Run::begin(config, config.engine_model()?, start, settings)?;
    let mut rows = vec![run.row()];
    loop {
        match run.advance()? {
            Advance::Step => {}
            Advance::Due(due) => rows.extend(due.row),
            Advance::Over => return Ok((run.columns().to_vec(), rows)),
        }
    }
}

/// A value as CSV. A missing one is empty.
struct Field(Cell);

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Cell::Number(number) => write!(f, "{number}"),
            Cell::Real(number) => write!(f, "{number}"),
            Cell::Hash(hash) => write!(f, "{hash:016x}"),
            Cell::Empty => Ok(()),
        }
    }
}

fn line(out: &mut impl Write, fields: impl IntoIterator<Item = String>) -> io::Result<()> {
    writeln!(out, "{}", fields.into_iter().collect::<Vec<_>>().join(","))
}

/// Writes the rows of a run for each seed, or of one run with the seed of the file.
fn run_all(config: &mut Config, seeds: &[u64], out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let mut runs = Vec::new();
    let seeds = if seeds.is_empty() { vec![config.settings.seed] } else { seeds.to_vec() };
    for seed in seeds {
        config.set_seed(seed);
        let (columns, rows) = run(config)?;
        if runs.is_empty() {
            let names = columns.iter().map(|column| column.name.clone());
            line(out, ["seed".to_owned()].into_iter().chain(names))?;
        }
        for row in &rows {
            let cells = row.cells.iter().map(|cell| Field(*cell).to_string());
            line(out, [seed.to_string()].into_iter().chain(cells))?;
        }
        runs.push((columns, rows));
    }
    if runs.len() > 1 {
        means(config, &runs, out)?;
    }
    Ok(())
}

/// Writes the mean and its error of each observable at each moment.
fn means(
    config: &Config,
    runs: &[(Vec<Column>, Vec<Row>)],
    out: &mut impl Write,
) -> io::Result<()> {
    let numbers = |row: &Row| row.cells.iter().map(|cell| cell.number()).collect();
    let rows: Vec<Vec<Vec<Option<f64>>>> =
        runs.iter().map(|(_, rows)| rows.iter().map(numbers).collect()).collect();
    let ensemble = Ensemble::of(config, &runs[0].0, &rows);
    writeln!(out)?;
    let names = ensemble.columns.iter();
    let names = names.flat_map(|column| [column.name.clone(), format!("{}_error", column.name)]);
    line(out, [ensemble.clock.name.clone(), "runs".to_owned()].into_iter().chain(names))?;
    for row in &ensemble.rows {
        let text = |number: Option<f64>| number.map_or(String::new(), |number| number.to_string());
        let means = row.means.iter().flat_map(|mean| {
            [text(mean.map(|mean| mean.mean)), text(mean.and_then(|mean| mean.error))]
        });
        line(out, [row.moment.to_string(), row.runs.to_string()].into_iter().chain(means))?;
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let (file, seeds) = arguments.split_first().ok_or("expected a configuration, and seeds")?;
    let seeds: Vec<u64> = seeds.iter().map(|seed| seed.parse()).collect::<Result<_, _>>()?;
    let mut config = Config::read(Path::new(file), Limits::default())?;
    run_all(&mut config, &seeds, &mut io::stdout().lock())
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONFIG: &str = "
        seed = 7
        temperature = 773.0
        end_time = 1e-7
        lattice = { structure = \"bcc\", cells = [6, 6, 6] }
        composition = { host = \"Fe\", fractions = { Fe = 0.95, Cu = 0.05 }, vacancies = 1 }
        model = { kind = \"iron-copper\" }
        output = { every = { time = 2e-8 } }
    ";

    fn written(seeds: &[u64]) -> String {
        let limits = Limits::default();
        let mut config = Config::of_text(CONFIG, "alloy.toml", "".into(), limits).unwrap();
        let mut out = Vec::new();
        run_all(&mut config, seeds, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_run_has_a_row_at_each_moment() {
        let text = written(&[]);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].starts_with("seed,step,time,energy,"), "{}", lines[0]);
        assert_eq!(lines.len(), 7, "a header, the start, and five moments");
        assert!(lines.iter().all(|line| line.split(',').count() == lines[0].split(',').count()));
        assert!(lines[6].starts_with("7,") && lines[6].contains(",0.0000001,"), "{}", lines[6]);
        assert_eq!(text, written(&[7]), "the seed decides");
    }

    #[test]
    fn means_follow_the_runs() {
        let text = written(&[1, 2, 3]);
        let (runs, means) = text.split_once("\n\n").unwrap();
        assert_eq!(runs.lines().count(), 1 + 3 * 6);
        let means: Vec<&str> = means.lines().collect();
        assert!(means[0].starts_with("time,runs,energy,energy_error,"), "{}", means[0]);
        assert_eq!(means.len(), 7);
        assert!(means[1..].iter().all(|line| line.split(',').nth(1) == Some("3")), "{means:?}");
    }
}
