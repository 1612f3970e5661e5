//! A row of all observables.

use anyhow::Result;
use zobrist_lattice::model::{Model, PairModel};
use zobrist_simulation::{Advance, Cell, Config, Limits, Row, Run};

use crate::paired::{compare, contestant};

/// The rows of a contestant in a round.
const ROWS: u64 = 200;

/// 1 % of the sites of 32³ cells: as many in every box.
const SOLUTES: usize = 655;

pub fn run() -> Result<()> {
    let (mut small, mut large) = (aged(32)?, aged(64)?);
    let rows = [small.row(), large.row()];
    let mut contestants = [("32³ cells", &mut small), ("64³ cells, as many solutes", &mut large)]
        .map(|(name, run)| contestant(name, move || (1..ROWS).fold(run.row(), |_, _| run.row())));
    compare(
        "lattice: a row of all observables but those of the host, 655 Cu (target: 300,000 ns, and not more in the larger box)",
        ROWS,
        31,
        &mut contestants,
        |at, row| assert_eq!(*row, rows[at]),
    );
    Ok(())
}

/// A run after some steps, whose row agrees with what can be counted in the whole box.
fn aged(cells: usize) -> Result<Run> {
    let share = SOLUTES as f64 / (2 * cells.pow(3)) as f64;
    let text = format!(
        "seed = 1\ntemperature = 773.0\nsteps = 20000\n\
         lattice = {{ structure = \"bcc\", cells = [{cells}, {cells}, {cells}] }}\n\
         composition = {{ host = \"Fe\", fractions = {{ Fe = {}, Cu = {share} }}, vacancies = 1 }}\n\
         model = {{ kind = \"iron-copper\" }}\n[output]\nevery = {{ steps = 20000 }}\n\
         observables = [\"clusters\", \"order\", \"around\", \"displacement\"]\n",
        1.0 - share
    );
    let config = Config::of_text(&text, "alloy.toml", "".into(), Limits::default())?;
    let (start, settings) = config.start(config.settings.clone())?;
    let mut run = Run::begin(&config, config.engine_model()?, start, settings)?;
    while run.advance()? != Advance::Over {}
    let row = run.row();
    let configuration = run.engine().configuration();
    let energy = PairModel::iron_copper(configuration.lattice())?.energy(configuration);
    assert_eq!(cell(&run, &row, "energy"), energy);
    let atoms = cell(&run, &row, "clusters").zip(cell(&run, &row, "mean_cluster"));
    assert_eq!(atoms.map(|(number, mean)| (number * mean).round()), Some(SOLUTES as f64));
    Ok(run)
}

fn cell(run: &Run, row: &Row, name: &str) -> Option<f64> {
    let place = run.columns().iter().position(|column| column.name == name);
    Cell::number(row.cells[place.expect("the run has the column")])
}
