//! What is observed while an alloy ages.

use zobrist_lattice::model::Model;
use zobrist_lattice::{Configuration, Kmc, Species};

use crate::rows::{Format, Value};

/// The columns of the file of observables.
pub const COLUMNS: &[&str] = &[
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
pub fn append<M: Model>(out: &mut Vec<u8>, kmc: &Kmc<M>) {
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
        let way = kmc.displacement(vacancy).map(|along| along.clamp(-FARTHEST, FARTHEST) as i32);
        structure.norm(way) as f64 / structure.norm_unit() as f64
    });
    squares.sum::<f64>() / kmc.vacancies().len() as f64
}

/// No vacancy gets this far: it would take the square of that many jumps.
const FARTHEST: i64 = 1 << 30;

/// Solute atoms beside one another.
struct Solutes {
    /// Pairs of nearest neighbours.
    pairs: u64,
    /// Atoms with no other beside them.
    lone: u64,
}

impl Solutes {
    fn of(configuration: &Configuration) -> Solutes {
        let lattice = configuration.lattice();
        let ways = lattice.structure().directions();
        let is_solute = |species: Species| species > Species::VACANCY;
        let (mut ends, mut lone) = (0, 0);
        for (site, species) in lattice.sites().zip(configuration.occupants()) {
            if is_solute(*species) {
                let beside = ways.iter().map(|way| lattice.neighbour(site, *way));
                let count = beside.filter(|site| is_solute(configuration.occupant(*site))).count();
                ends += count as u64;
                lone += u64::from(count == 0);
            }
        }
        Solutes { pairs: ends / 2, lone }
    }
}
