//! Runs of simulations: their rows beside slow definitions, and what a configuration may say.

mod clusters;
mod naive;
mod observables;
#[path = "../support/python.rs"]
mod python;
mod refused;
mod schedule;
mod trajectories;

use zobrist_simulation::{Advance, Cell, Config, Limits, Row, Run};

/// Iron with copper, and what the test adds. `top` stands before all tables, `tables` after them.
pub(crate) fn iron_copper(top: &str, tables: &str) -> String {
    format!(
        "seed = 7\n{top}\n[lattice]\nstructure = \"bcc\"\ncells = [8, 8, 8]\n[composition]\n\
         host = \"Fe\"\nfractions = {{ Fe = 0.97, Cu = 0.03 }}\nvacancies = 2\n[model]\n\
         kind = \"iron-copper\"\n{tables}"
    )
}

pub(crate) fn config(text: &str) -> Config {
    Config::of_text(text, "alloy.toml", "".into(), Limits::default()).unwrap()
}

pub(crate) fn begin(config: &Config) -> Run {
    let (start, settings) = config.start(config.settings.clone()).unwrap();
    Run::begin(config, config.engine_model().unwrap(), start, settings).unwrap()
}

/// Resumes a run as if it had stopped here.
pub(crate) fn resumed(run: &Run, config: &Config) -> Run {
    let (_, settings) = config.start(config.settings.clone()).unwrap();
    let bytes = run.engine().try_checkpoint().unwrap();
    Run::resume(config, config.engine_model().unwrap(), settings, &bytes).unwrap()
}

/// The rows of a run to its end, with the first one; `see` looks at the state of each.
pub(crate) fn rows(run: &mut Run, mut see: impl FnMut(&Run, &Row)) -> Vec<Row> {
    let mut rows = vec![run.row()];
    see(run, &rows[0]);
    loop {
        match run.advance().unwrap() {
            Advance::Step => {}
            Advance::Due(due) => {
                if let Some(row) = due.row {
                    see(run, &row);
                    rows.push(row);
                }
            }
            Advance::Over => return rows,
        }
    }
}

/// The number of a column in a row.
pub(crate) fn number(run: &Run, row: &Row, name: &str) -> Option<f64> {
    let column = run.columns().iter().position(|column| column.name == name);
    row.cells[column.unwrap_or_else(|| panic!("no column {name}"))].number()
}

pub(crate) fn step_of(row: &Row) -> u64 {
    let Cell::Number(step) = row.cells[0] else { panic!("{row:?}") };
    step
}

pub(crate) fn time_of(row: &Row) -> f64 {
    row.cells[1].number().unwrap()
}
