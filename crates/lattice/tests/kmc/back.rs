//! The barrier of the reverse jump, as models know it and recall uses it.

use zobrist_lattice::model::{
    Barrier, EvaluationError, Jump, Model, PairModel, PairParameters, SharedModel,
};
use zobrist_lattice::{
    Audit, Configuration, Kmc, Lattice, Offset, RecallMode, Settings, Species, Structure,
};

use crate::common::{Prefactored, Terse, end, pairs, scattered};
use crate::eam;

/// The atom of each jump, its barrier, and the barrier that the model computes for the reverse
/// jump.
fn for_each_reverse_jump(
    mut model: impl Model,
    start: &Configuration,
    mut check: impl FnMut(Species, f64, f64),
) {
    let (lattice, mut after) = (start.lattice(), start.clone());
    let directions = lattice.structure().directions();
    for vacancy in start.sites_of(Species::VACANCY) {
        for (direction, vector) in directions.iter().enumerate() {
            let to = lattice.neighbor(vacancy, *vector);
            let atom = start.occupant(to);
            if atom == Species::VACANCY {
                continue;
            }
            let there = model.barrier(start, Jump::new(vacancy, to, direction)).unwrap().energy();
            after.exchange(vacancy, to);
            let leads_back = |vector: &Offset| lattice.neighbor(to, *vector) == vacancy;
            let direction = directions.iter().position(leads_back).unwrap();
            let back = model.barrier(&after, Jump::new(to, vacancy, direction));
            let back = back.unwrap().energy();
            after.exchange(vacancy, to);
            check(atom, there, back);
        }
    }
}

/// To the last bit what the model computes for the jump back.
fn is_that_of_the_jump_back(model: &impl SharedModel, start: &Configuration) {
    let mut slopes = 0;
    for_each_reverse_jump(model, start, |atom, there, back| {
        assert_eq!(model.reverse_barrier(atom, there), Some(back), "{:?}", start.lattice());
        slopes += u32::from(there != back);
    });
    assert!(slopes > 0, "an alloy has slopes");
}

#[test]
fn models_know_the_reverse_barrier() {
    for structure in Structure::ALL {
        let lattice =
            Lattice::new(structure, [5, 5, if structure == Structure::Square { 1 } else { 5 }]);
        let lattice = lattice.unwrap();
        let start = scattered(lattice, &[2, 4, 3], 11);
        is_that_of_the_jump_back(&pairs(lattice, 2), &start);
    }
    let lattice = Lattice::new(Structure::Bcc, [4, 4, 4]).unwrap();
    is_that_of_the_jump_back(&eam::model(lattice), &scattered(lattice, &[2, 9], 3));
}

/// A barrier of thousands of eV has not all of its digits in a double.
#[test]
fn what_a_double_does_not_hold_is_not_known() {
    let lattice = Lattice::new(Structure::Bcc, [4, 4, 4]).unwrap();
    let row = |host, vacancy, solute| vec![host, vacancy, solute];
    let model = PairModel::new(
        lattice,
        &PairParameters::new(
            vec![vec![
                row(912.123_456_789_1, -71.1, -877.333_333_333_3),
                row(-71.1, 1.5, 500.123_456_789_012),
                row(-877.333_333_333_3, 500.123_456_789_012, 963.777_777_777_777),
            ]],
            vec![0.5123, 0.0, 0.7],
        ),
    );
    let model = model.unwrap();
    let (mut known, mut unknown) = (0, 0);
    for seed in 0..4000 {
        let start = scattered(lattice, &[2, 50], seed);
        for_each_reverse_jump(&model, &start, |atom, there, back| {
            let reverse = model.reverse_barrier(atom, there);
            assert!(
                reverse.is_none_or(|reverse| reverse == back),
                "seed {seed}: {reverse:?}, {back}"
            );
            *if reverse.is_some() { &mut known } else { &mut unknown } += 1;
        });
    }
    assert!(known > 1000 && unknown > 10_000, "{known} {unknown}");
}

#[test]
fn knowing_it_saves_evaluations_and_changes_nothing() {
    let lattice = Lattice::new(Structure::Bcc, [8, 8, 8]).unwrap();
    let mut settings = Settings::new(773.0, 4);
    settings.recall = RecallMode::JumpSymmetry;
    let start = scattered(lattice, &[1, 20, 20], 9);
    let mut knows = Kmc::new(pairs(lattice, 2), start.clone(), settings.clone()).unwrap();
    let mut silent = Kmc::new(Terse::new(pairs(lattice, 2)), start, settings).unwrap();
    knows.run(5000).unwrap();
    silent.run(5000).unwrap();
    assert_eq!(end(&knows), end(&silent));
    let (with, without) = (knows.evaluations() as f64, silent.evaluations() as f64);
    assert!(with < 0.8 * without, "{with}, {without}");
}

/// A model that gives prefactors, and knows the reverse barriers, but not their prefactors.
struct Both<'a>(Prefactored<'a>);

impl Model for Both<'_> {
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
        self.0.barrier(configuration, jump)
    }
    fn reverse_barrier(&self, atom: Species, barrier: f64) -> Option<f64> {
        self.0.0.reverse_barrier(atom, barrier)
    }
    fn fingerprint(&self) -> u64 {
        self.0.fingerprint()
    }
}

#[test]
fn a_reverse_jump_without_its_prefactor_is_not_recalled() {
    let lattice = Lattice::new(Structure::Bcc, [6, 6, 6]).unwrap();
    let pairs = pairs(lattice, 2);
    let start = scattered(lattice, &[1, 20, 20], 9);
    let run = |mode| {
        let mut settings = Settings::new(773.0, 4);
        (settings.recall, settings.audit) = (mode, Some(Audit::one_in(1, 1)));
        let mut kmc = Kmc::new(Both(Prefactored(&pairs)), start.clone(), settings).unwrap();
        kmc.run(1000).unwrap();
        kmc
    };
    let kmc = run(RecallMode::JumpSymmetry);
    assert_eq!(end(&kmc), end(&run(RecallMode::None)));
    let report = kmc.audit_report().unwrap();
    assert!(report.recomputed > 1000 && report.deviating == 0, "{report:?}");
}
