//! Alloys and models that the tests share.

use zobrist::source::Xoshiro256PlusPlus;
use zobrist_lattice::model::{
    Barrier, EvaluationError, Jump, Model, PairModel, PairParameters, SharedModel,
};
use zobrist_lattice::{Configuration, Kmc, Lattice, Offset, Settings, Species, Structure};

/// Vacancies and two kinds of solutes, at random.
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

/// Iron with 1 % copper and one vacancy.
pub(crate) fn iron_copper(cells: usize, settings: Settings) -> Kmc<PairModel> {
    let lattice = Lattice::new(Structure::Bcc, [cells; 3]).unwrap();
    let copper = (lattice.len() as f64 / 100.0).round() as usize;
    let model = PairModel::iron_copper(lattice).unwrap();
    Kmc::new(model, scattered(lattice, &[1, copper], 5), settings).unwrap()
}

/// The end of a trajectory.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct End {
    hash: u64,
    time: u64,
    steps: u64,
    moved: Vec<[i64; 3]>,
}

impl End {
    pub(crate) fn time(&self) -> f64 {
        f64::from_bits(self.time)
    }

    /// True if the vacancies are where they are at another end, at whatever time.
    pub(crate) fn is_at(&self, other: &End) -> bool {
        self.hash == other.hash && self.moved == other.moved
    }
}

pub(crate) fn end<M: Model>(kmc: &Kmc<M>) -> End {
    let moved = (0..kmc.vacancies().len()).map(|vacancy| kmc.displacement(vacancy)).collect();
    let (hash, time, steps) = (kmc.state().hash(), kmc.time().to_bits(), kmc.steps());
    End { hash, time, steps, moved }
}

/// A model without optional methods, so without reverse barriers. Its reach may be wrong, and it
/// may return an invalid barrier for a species.
pub(crate) struct Terse<M> {
    pub(crate) model: M,
    pub(crate) reach: Vec<Offset>,
    pub(crate) fails_for: Option<(Species, f64)>,
}

impl<M: SharedModel> Terse<M> {
    pub(crate) fn new(model: M) -> Terse<M> {
        Terse { reach: model.reach().to_vec(), model, fails_for: None }
    }
}

impl<M: SharedModel> Model for Terse<M> {
    fn lattice(&self) -> Lattice {
        self.model.lattice()
    }
    fn species_count(&self) -> usize {
        self.model.species_count()
    }
    fn reach(&self) -> &[Offset] {
        &self.reach
    }
    fn barrier(
        &mut self,
        configuration: &Configuration,
        jump: Jump,
    ) -> Result<Barrier, EvaluationError> {
        let mut barriers = Vec::new();
        self.shared_barriers(configuration, &[jump], &mut barriers);
        Ok(barriers[0])
    }
    fn fingerprint(&self) -> u64 {
        self.model.fingerprint()
    }
}

impl<M: SharedModel> SharedModel for Terse<M> {
    fn shared_barriers(
        &self,
        configuration: &Configuration,
        jumps: &[Jump],
        barriers: &mut Vec<Barrier>,
    ) {
        for jump in jumps {
            match self.fails_for {
                Some((species, got)) if species == configuration.occupant(jump.to) => {
                    barriers.push(Barrier::new(got));
                }
                _ => self.model.shared_barriers(configuration, &[*jump], barriers),
            }
        }
    }
}

/// A model with prefactors of its own for most jumps, each a function of the barrier.
#[derive(Debug)]
pub(crate) struct Prefactored<'a>(pub(crate) &'a PairModel);

impl Model for Prefactored<'_> {
    fn lattice(&self) -> Lattice {
        self.0.lattice()
    }
    fn species_count(&self) -> usize {
        self.0.species_count()
    }
    fn reach(&self) -> &[Offset] {
        self.0.reach()
    }
    fn gives_prefactors(&self) -> bool {
        true
    }
    fn barrier(
        &mut self,
        configuration: &Configuration,
        jump: Jump,
    ) -> Result<Barrier, EvaluationError> {
        let mut barriers = Vec::new();
        self.shared_barriers(configuration, &[jump], &mut barriers);
        Ok(barriers[0])
    }
    fn fingerprint(&self) -> u64 {
        self.0.fingerprint()
    }
}

impl SharedModel for Prefactored<'_> {
    fn shared_barriers(
        &self,
        configuration: &Configuration,
        jumps: &[Jump],
        barriers: &mut Vec<Barrier>,
    ) {
        let first = barriers.len();
        self.0.shared_barriers(configuration, jumps, barriers);
        for (barrier, jump) in barriers[first..].iter_mut().zip(jumps) {
            if configuration.occupant(jump.to) != Species(2) {
                let energy = barrier.energy();
                *barrier = Barrier::with_prefactor(energy, 1e12 * (1.0 + 30.0 * energy * energy));
            }
        }
    }
}
