//! Alloys and models that the tests share.

use zobrist::source::Xoshiro256PlusPlus;
use zobrist_lattice::model::{
    ClusterModel, ClusterParameters, ClusterTerm, EamModel, ModelError, PairModel, PairParameters,
    Setfl, SubstitutionEnergy,
};
use zobrist_lattice::{Configuration, Lattice, Metropolis, Offset, RecallMode, Site, Species};

/// The modes that there are for exchanges.
pub(crate) const MODES: [RecallMode; 3] =
    [RecallMode::None, RecallMode::Environment, RecallMode::EnvironmentSymmetry];

/// Vacancies and solutes, at random.
pub(crate) fn scattered(lattice: Lattice, counts: &[usize], seed: u64) -> Configuration {
    let mut configuration = Configuration::new(lattice);
    let mut random = Xoshiro256PlusPlus::new(seed);
    for (at, count) in counts.iter().enumerate() {
        configuration.scatter(Species(at as u8 + 1), *count, &mut random).unwrap();
    }
    configuration
}

/// Pairs of the host, the vacancy and two solutes, with energies that all differ.
pub(crate) fn pairs(lattice: Lattice, shells: usize) -> PairModel {
    let energy = |shell: usize, a: usize, b: usize| {
        (0.01 * (a.min(b) + 3 * a.max(b)) as f64 - 0.02 * (a * b) as f64) / (1 + shell) as f64
    };
    let table = |shell| (0..4).map(|a| (0..4).map(|b| energy(shell, a, b)).collect()).collect();
    let pairs = (0..shells).map(table).collect();
    let parameters = PairParameters::new(pairs, vec![0.6, 0.0, 0.5, 0.55]);
    PairModel::new(lattice, &parameters).unwrap()
}

/// Two elements and the vacancy, with a cutoff of 3 Å and the embedding of a square root.
pub(crate) fn eam(lattice: Lattice, constant: f64) -> EamModel {
    let (points, rho_step, r_step) = (400, 0.05, 3.0 / 390.0);
    let table = |f: &dyn Fn(f64) -> f64, step: f64| {
        let values = (0..points).map(|i| format!("{:.16e} ", f(step * f64::from(i))));
        values.collect::<String>() + "\n"
    };
    let mut text =
        format!("made\nfor\ntests\n2 Aa Bb\n{points} {rho_step} {points} {r_step} 3.0\n");
    for element in [0.0, 1.0] {
        text += "26 55.8 2.5 bcc\n";
        text += &table(&|rho| -(1.0 + 0.3 * element) * (rho + 0.1).sqrt(), rho_step);
        text += &table(&|r| (0.5 + 0.3 * element) * (3.0 - r).max(0.0).powi(2), r_step);
    }
    // r·φ of Aa with Aa, Bb with Aa and Bb with Bb.
    for part in [0.20, 0.24, 0.32] {
        text += &table(&|r| part * (3.0 - r).max(0.0) * r, r_step);
    }
    let potential = Setfl::read(text.as_bytes()).unwrap();
    EamModel::new(lattice, constant, &potential, &[Some(0), None, Some(1)], &[0.6, 0.0, 0.5])
        .unwrap()
}

/// The end of a chain: hash, energy, steps and exchanges.
pub(crate) fn end<M: SubstitutionEnergy>(chain: &Metropolis<M>) -> (u64, u64, u64, u64) {
    let (energy, steps) = (chain.energy().to_bits(), chain.steps());
    (chain.state().hash(), energy, steps, chain.accepted())
}

/// A model that may say less than it depends on, and may return senseless energies for a species.
pub(crate) struct Wrong<M> {
    pub(crate) model: M,
    pub(crate) surroundings: Vec<Offset>,
    pub(crate) more: Option<(Species, i64)>,
}

impl<M: SubstitutionEnergy> SubstitutionEnergy for Wrong<M> {
    fn lattice(&self) -> Lattice {
        self.model.lattice()
    }
    fn species_count(&self) -> usize {
        self.model.species_count()
    }
    fn surroundings(&self) -> &[Offset] {
        &self.surroundings
    }
    fn substitution(&self, configuration: &Configuration, site: Site, energies: &mut Vec<i64>) {
        self.model.substitution(configuration, site, energies);
        if let Some((species, more)) = self.more {
            energies[species.index()] += more;
        }
    }
    fn total(&self, configuration: &Configuration) -> i128 {
        self.model.total(configuration)
    }
    fn fingerprint(&self) -> u64 {
        self.model.fingerprint()
    }
}

/// Points, pairs and triangles of nearest neighbors, with two functions of four species, one of
/// which has none.
pub(crate) fn clusters(lattice: Lattice) -> Result<ClusterModel, ModelError> {
    let structure = lattice.structure();
    let nearest = structure.directions();
    let [first, second] = [nearest[0], nearest[1]];
    let term = |points: &[(Offset, usize)], energy| ClusterTerm::new(points.to_vec(), energy);
    let functions = vec![vec![-1.0, 0.3], vec![], vec![0.5, -0.87], vec![0.7, 1.0]];
    let terms = vec![
        term(&[], -1.0),
        term(&[([0; 3], 0)], 0.1),
        term(&[([0; 3], 1)], -0.03),
        term(&[([0; 3], 0), (first, 0)], 0.02),
        term(&[([0; 3], 0), (first, 1)], 0.017),
        term(&[([0; 3], 1), (first, 0), (second, 0)], -0.0123),
        term(&[(first, 1), ([0; 3], 1), (second, 0)], 0.0071),
    ];
    ClusterModel::new(lattice, &ClusterParameters::new(functions, terms))
}
