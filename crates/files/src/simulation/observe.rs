//! Rows of observables of an alloy.

use zobrist_lattice::model::Model;
use zobrist_lattice::{Configuration, Kmc, Species};

/// The columns of the observables that every run has.
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

/// One value of a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cell {
    /// A whole number.
    Number(u64),
    /// A real number.
    Real(f64),
    /// A hash.
    Hash(u64),
    /// Nothing: the value does not exist, as the energy of a model that knows none.
    Empty,
}

impl From<Option<f64>> for Cell {
    fn from(number: Option<f64>) -> Cell {
        number.map_or(Cell::Empty, Cell::Real)
    }
}

/// Returns the row of the present state.
pub fn row<M: Model>(kmc: &Kmc<M>) -> Vec<Cell> {
    let solutes = Solutes::of(kmc.configuration());
    vec![
        Cell::Number(kmc.steps()),
        Cell::Real(kmc.time()),
        kmc.model().energy(kmc.configuration()).into(),
        Cell::Real(squared_displacement(kmc)),
        Cell::Number(solutes.pairs),
        Cell::Number(solutes.lone),
        Cell::Number(kmc.evaluations()),
        Cell::Number(kmc.hits()),
        Cell::Hash(kmc.state().hash()),
    ]
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
