//! Observables of an alloy.

use zobrist_lattice::model::Model;
use zobrist_lattice::{Configuration, Kmc, Species};

use crate::rows::{Format, Value};

/// The columns of the file of observables.
pub(crate) const COLUMNS: &[&str] = &[
    "step",
    "time",
    "energy",
    "squared_displacement",
    "solute_pairs",
    "lone_solutes",
    "evaluations",
    "hits",
    "hash",
];

/// Appends a row of CSV: the current state.
pub(crate) fn append<M: Model>(out: &mut Vec<u8>, kmc: &Kmc<M>) {
    let solutes = Solutes::of(kmc.configuration());
    let energy = kmc.model().energy(kmc.configuration());
    let row = [
        Value::Number(kmc.steps()),
        Value::Real(kmc.time()),
        energy.map_or(Value::Null, Value::Real),
        Value::Real(squared_displacement(kmc)),
        Value::Number(solutes.pairs),
        Value::Number(solutes.lone),
        Value::Number(kmc.evaluations()),
        Value::Number(kmc.hits()),
        Value::hex(kmc.state().hash()),
    ];
    Format::Csv.append(out, COLUMNS, &row);
}

/// The mean over the vacancies of the squared displacement from where each began, in squares of
/// the lattice constant.
fn squared_displacement<M: Model>(kmc: &Kmc<M>) -> f64 {
    let structure = kmc.configuration().lattice().structure();
    let squares = (0..kmc.vacancies().len()).map(|vacancy| {
        let displacement = kmc
            .displacement(vacancy)
            .map(|along| along.clamp(-MAX_DISPLACEMENT, MAX_DISPLACEMENT) as i32);
        structure.norm(displacement) as f64 / structure.norm_unit() as f64
    });
    squares.sum::<f64>() / kmc.vacancies().len() as f64
}

/// Upper bound on a displacement: it takes about the square of that many jumps.
const MAX_DISPLACEMENT: i64 = 1 << 30;

/// Counts of solute atoms by their neighbors.
struct Solutes {
    /// Pairs of nearest neighbors.
    pairs: u64,
    /// Atoms with no other as nearest neighbor.
    lone: u64,
}

impl Solutes {
    fn of(configuration: &Configuration) -> Solutes {
        let lattice = configuration.lattice();
        let directions = lattice.structure().directions();
        let is_solute = |species: Species| species > Species::VACANCY;
        let (mut ends, mut lone) = (0, 0);
        for (site, species) in lattice.sites().zip(configuration.occupants()) {
            if is_solute(*species) {
                let beside = directions.iter().map(|offset| lattice.neighbor(site, *offset));
                let count = beside.filter(|site| is_solute(configuration.occupant(*site))).count();
                ends += count as u64;
                lone += u64::from(count == 0);
            }
        }
        Solutes { pairs: ends / 2, lone }
    }
}
