//! Rows of observables.

use zobrist_lattice::observables::{
    Clusters, ObservableError, Shells, SoluteCounts, around, order, squared_displacement,
};
use zobrist_lattice::{Configuration, Site, Species};

use crate::columns::{Column, columns, has_residence, pairs_with_order};
use crate::config::Config;
use crate::engine::Engine;
use crate::output_table::{ClusterOutput, Output};
use crate::vacancy_table::Formation;

/// One value of a row.
///
/// Closed: whoever writes a table has to know all values.
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

impl Cell {
    /// Returns the number, if it is one.
    #[must_use]
    pub fn number(self) -> Option<f64> {
        match self {
            Cell::Number(number) => Some(number as f64),
            Cell::Real(number) => Some(number),
            Cell::Hash(_) | Cell::Empty => None,
        }
    }
}

impl From<Option<f64>> for Cell {
    fn from(number: Option<f64>) -> Cell {
        number.map_or(Cell::Empty, Cell::Real)
    }
}

/// A row of observables.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Row {
    /// The values, in the order of the columns.
    pub cells: Vec<Cell>,
    /// The sizes of clusters that occur, each with its number of clusters, smallest first; `None`
    /// if they are not asked for.
    pub histogram: Option<Vec<(usize, usize)>>,
}

/// Computes the rows of a run. A row costs a look-up for each neighbor of each solute, not of each
/// site.
#[derive(Debug)]
pub(crate) struct Observer {
    columns: Vec<Column>,
    nearest: Shells,
    species: usize,
    formation: Option<Formation>,
    clusters: Option<(ClusterOutput, Clusters)>,
    order: Option<(Vec<(Species, Species)>, Shells)>,
    around: Option<Shells>,
    displacement: bool,
    host_displacement: bool,
    pub(crate) has_residence: bool,
    /// By species: the sites of the present row; those of the host are not listed.
    sites: Vec<Vec<Site>>,
    /// The sites that form clusters.
    connected: Vec<Site>,
}

impl Observer {
    /// Prepares the observables of a simulation.
    ///
    /// # Errors
    /// When the box is so small that a site is its own neighbor, or the system refuses the memory.
    pub(crate) fn new(config: &Config) -> Result<Observer, ObservableError> {
        let lattice = config.lattice;
        let none = Output::default();
        let output = config.output.as_ref().unwrap_or(&none);
        let prepared = |clusters: &ClusterOutput| {
            Clusters::new(lattice, clusters.shells).map(|prepared| (clusters.clone(), prepared))
        };
        let pairs = pairs_with_order(&config.alloy);
        let species = config.alloy.names().len();
        Ok(Observer {
            columns: columns(config),
            nearest: Shells::new(lattice, 1)?,
            species,
            formation: config.formation,
            clusters: output.clusters.as_ref().map(prepared).transpose()?,
            order: (output.order)
                .map(|shells| Shells::new(lattice, shells).map(|shells| (pairs, shells)))
                .transpose()?,
            around: output.around.map(|shells| Shells::new(lattice, shells)).transpose()?,
            displacement: output.displacement,
            host_displacement: output.host_displacement,
            has_residence: has_residence(config),
            sites: vec![Vec::new(); species],
            connected: Vec::new(),
        })
    }

    /// The columns of the rows, in their order.
    pub(crate) fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// The row of the present state at a time, which is not before its last step, with the
    /// evaluations and hits up to there. It has a `residence` if that is a column.
    pub(crate) fn row(
        &mut self,
        engine: &Engine,
        time: Option<f64>,
        [evaluations, hits]: [u64; 2],
        residence: Option<f64>,
    ) -> Row {
        let configuration = engine.configuration();
        self.list(engine);
        let solutes = SoluteCounts::of(configuration, &engine.solutes(), &self.nearest);
        let mut cells = vec![
            Cell::Number(engine.steps()),
            time.into(),
            engine.energy().into(),
            displacement(engine, Species::VACANCY),
            Cell::Number(solutes.pairs),
            Cell::Number(solutes.lone),
            Cell::Number(evaluations),
            Cell::Number(hits),
            Cell::Hash(engine.state().hash()),
        ];
        if let Some(formation) = self.formation {
            cells.push(physical_time(engine, formation, time));
        }
        cells.extend(engine.accepted().map(Cell::Number));
        let mut histogram = None;
        if let Some((output, clusters)) = &mut self.clusters {
            self.connected.clear();
            let lists = output.species.iter().map(|species| &self.sites[species.index()]);
            lists.for_each(|sites| self.connected.extend_from_slice(sites));
            let sizes = clusters.of(&self.connected).at_least(output.at_least);
            cells.push(Cell::Number(sizes.number() as u64));
            cells.push(sizes.mean().into());
            cells.push(Cell::Number(sizes.largest() as u64));
            histogram = output.histogram.then(|| sizes.histogram().to_vec());
        }
        if let Some((pairs, shells)) = &self.order {
            for (a, b) in pairs {
                let concentration = self.concentration(configuration, *b);
                let of_a = &self.sites[a.index()];
                let values = order(configuration, of_a, *b, concentration, shells);
                append(&mut cells, values, shells);
            }
        }
        if let Some(shells) = &self.around {
            for number in 2..self.species {
                let solute = Species(number as u8);
                let values = around(configuration, engine.vacancies(), solute, shells);
                append(&mut cells, values, shells);
            }
        }
        if self.displacement {
            let species = (1..self.species).map(|number| Species(number as u8));
            cells.extend(species.map(|species| displacement(engine, species)));
        }
        if self.host_displacement {
            cells.push(displacement(engine, Species::HOST));
        }
        if self.has_residence {
            cells.push(residence.into());
        }
        Row { cells, histogram }
    }

    /// Lists the sites of each species but the host.
    fn list(&mut self, engine: &Engine) {
        self.sites.iter_mut().for_each(Vec::clear);
        let configuration = engine.configuration();
        for site in engine.others().iter() {
            self.sites[configuration.occupant(*site).index()].push(*site);
        }
    }

    /// The atoms of a species divided by all sites.
    fn concentration(&self, configuration: &Configuration, species: Species) -> f64 {
        let sites = configuration.lattice().len();
        let count = match species {
            Species::HOST => sites - self.sites.iter().map(Vec::len).sum::<usize>(),
            _ => self.sites[species.index()].len(),
        };
        count as f64 / sites as f64
    }
}

/// Appends a value for each shell; nothing in each if they do not exist.
fn append(cells: &mut Vec<Cell>, values: Option<Vec<f64>>, shells: &Shells) {
    match values {
        Some(values) => cells.extend(values.into_iter().map(Cell::Real)),
        None => cells.extend(shells.sizes().iter().map(|_| Cell::Empty)),
    }
}

/// The mean squared displacement of the vacancies or atoms of a species, in squares of the lattice
/// constant.
fn displacement(engine: &Engine, species: Species) -> Cell {
    let structure = engine.configuration().lattice().structure();
    let Engine::Kinetic(kmc) = engine else { return Cell::Empty };
    squared_displacement(structure, kmc.displacement_of(species)).into()
}

/// The time in s that a crystal takes whose vacancies are in equilibrium: ∫ n / (N · c_eq) dt,
/// where n is the number of vacancies that have only the host in their first two shells, N the
/// number of sites where they would have, and c_eq the concentration in equilibrium at the
/// temperature of that moment.
///
/// With one temperature and one N this is time · c / c_eq, where c is the concentration in the
/// matrix: the vacancies, times the part of the time that they are in it, per site of it. A vacancy
/// that a solute holds adds to neither, so that trapping cancels. Nothing if a double does not hold
/// it.
fn physical_time(engine: &Engine, formation: Formation, time: Option<f64>) -> Cell {
    let Engine::Kinetic(kmc) = engine else { return Cell::Empty };
    let weight = |temperature| 1.0 / formation.equilibrium(temperature);
    let weighted = kmc.free_time_per_site_at(time.unwrap_or(kmc.time()), weight);
    weighted.is_finite().then_some(weighted).into()
}
