//! The outcome of a run, as Python sees it when the run has ended, and the atoms at its end.

use zobrist_lattice::{AuditReport, Configuration, Species};
use zobrist_simulation::{Config, Engine, Run};

use super::columns::RunRows;
use super::views::VACANCY;

/// Everything that a result shows.
#[derive(Debug)]
pub(super) struct Outcome {
    pub(super) rows: RunRows,
    pub(super) steps: u64,
    pub(super) time: Option<f64>,
    pub(super) evaluations: u64,
    pub(super) hits: u64,
    pub(super) hash: u64,
    /// Entries, bytes and evictions.
    pub(super) recall: Option<(usize, usize, u64)>,
    /// The number of barriers that were computed again, the number of them that differed, the
    /// largest difference in eV, and that of the prefactors as a fraction.
    pub(super) audit: Option<(u64, u64, f64, f64)>,
    /// The largest difference in eV, or share of a prefactor, that the audit accepts.
    pub(super) tolerance: f64,
    /// True if the audit found differences above the tolerance, in barriers and in prefactors, that
    /// nobody was told of.
    pub(super) differs: [bool; 2],
    /// Warnings of the model that nobody was told of.
    pub(super) warnings: Vec<String>,
    pub(super) atoms: Atoms,
}

impl Outcome {
    pub(super) fn of(run: &Run, rows: RunRows, config: &Config) -> Outcome {
        let engine = run.engine();
        let evictions = match engine {
            Engine::Kinetic(kmc) => kmc.statistics(),
            Engine::Metropolis(metropolis) => metropolis.statistics(),
            _ => None,
        };
        let evictions = evictions.map_or(0, |statistics| statistics.evictions);
        let configuration = engine.configuration().clone();
        let tolerance = config.recall_tolerance;
        let differs = engine.audit_report().map_or([false; 2], |report| {
            [!report.is_within(tolerance), !report.are_prefactors_within(tolerance)]
        });
        let potential = config.potential().map(|path| format!("{}: ", path.display()));
        let potential = potential.unwrap_or_default();
        let warnings = engine.warnings().into_iter();
        let warnings = warnings.map(|warning| format!("{potential}{warning}")).collect();
        Outcome {
            rows,
            steps: run.steps(),
            time: run.time(),
            evaluations: engine.evaluations(),
            hits: engine.hits(),
            hash: engine.state().hash(),
            recall: engine.recall_size().map(|(entries, bytes)| (entries, bytes, evictions)),
            audit: engine.audit_report().map(|report| {
                let AuditReport { recomputed, deviating, largest, largest_prefactor, .. } = report;
                (recomputed, deviating, largest, largest_prefactor)
            }),
            tolerance,
            differs,
            warnings,
            atoms: Atoms::new(configuration, config.lattice_constant, config.alloy.names()),
        }
    }
}

/// The species on every site, with what they are called and where they are.
#[derive(Clone, Debug)]
pub(super) struct Atoms {
    pub(super) configuration: Configuration,
    /// In Å.
    pub(super) constant: f64,
    pub(super) names: Vec<String>,
}

impl Atoms {
    pub(super) fn new(configuration: Configuration, constant: f64, names: &[String]) -> Atoms {
        Atoms { configuration, constant, names: names.to_vec() }
    }

    /// The symbols, by site. Symbols of vacancies, `X`, are optional.
    pub(super) fn symbols(&self, vacancies: bool) -> Vec<&str> {
        let occupants = self.configuration.occupants().iter();
        let shown = occupants.filter(|species| vacancies || **species != Species::VACANCY);
        shown
            .map(|species| match *species {
                Species::VACANCY => VACANCY,
                species => self.names[species.index()].as_str(),
            })
            .collect()
    }

    /// The coordinates in Å, by site.
    pub(super) fn positions(&self, vacancies: bool) -> Vec<f64> {
        let lattice = self.configuration.lattice();
        let sites = lattice.sites().zip(self.configuration.occupants());
        let shown = sites.filter(|(_, species)| vacancies || **species != Species::VACANCY);
        shown.flat_map(|(site, _)| self.in_angstrom(lattice.position(site))).collect()
    }

    /// The axes of the box in Å, one after the other.
    pub(super) fn cell(&self) -> Vec<f64> {
        let lattice = self.configuration.lattice();
        let axes = (0..3).flat_map(|axis| {
            let mut fine = [0; 3];
            fine[axis] = lattice.structure().period()[axis] * lattice.cells()[axis] as i32;
            self.in_angstrom(fine)
        });
        axes.collect()
    }

    fn in_angstrom(&self, fine: [i32; 3]) -> [f64; 3] {
        self.configuration.lattice().structure().cartesian(fine).map(|x| x * self.constant)
    }
}
