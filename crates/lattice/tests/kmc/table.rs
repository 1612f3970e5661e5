//! One recall for many simulations.

use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe};
use std::thread;

use zobrist_lattice::model::{Barrier, EvaluationError, Jump, Model, PairModel, SharedModel};
use zobrist_lattice::{
    Bound, Configuration, Kmc, KmcError, Lattice, LoadError, Offset, RecallMode, RecallTable,
    Settings, Species, StepError, Structure, Verification,
};

use crate::common::{End, end, pairs, scattered};

const STEPS: u64 = 600;
const RECALLING: [RecallMode; 4] = [
    RecallMode::State,
    RecallMode::Environment,
    RecallMode::EnvironmentSymmetry,
    RecallMode::JumpSymmetry,
];

fn lattice() -> Lattice {
    Lattice::new(Structure::Bcc, [5; 3]).unwrap()
}

/// Runs of several seeds, temperatures and numbers of vacancies.
fn runs(settings: &Settings) -> Vec<(Configuration, Settings)> {
    let run = |number: u64| {
        let vacancies = 1 + number as usize % 2;
        let start = scattered(lattice(), &[vacancies, 5, 3], number);
        let mut settings = settings.clone();
        (settings.seed, settings.temperature) = (number, 500.0 + 50.0 * number as f64);
        (start, settings)
    };
    (0..8).map(run).collect()
}

/// A model that gives prefactors with its barriers, and fails on demand.
struct Own {
    pairs: PairModel,
    prefactors: bool,
    /// The number of barriers that are left before it fails.
    left: u64,
}

impl Own {
    fn new(prefactors: bool) -> Own {
        Own { pairs: pairs(lattice(), 2), prefactors, left: u64::MAX }
    }
}

impl Model for Own {
    fn lattice(&self) -> Lattice {
        Model::lattice(&self.pairs)
    }
    fn species_count(&self) -> usize {
        Model::species_count(&self.pairs)
    }
    fn reach(&self) -> &[Offset] {
        Model::reach(&self.pairs)
    }
    fn gives_prefactors(&self) -> bool {
        self.prefactors
    }
    fn barrier(
        &mut self,
        configuration: &Configuration,
        jump: Jump,
    ) -> Result<Barrier, EvaluationError> {
        self.left = self.left.checked_sub(1).ok_or("no convergence")?;
        let barrier = Model::barrier(&mut self.pairs, configuration, jump)?;
        let atom = configuration.occupant(jump.to);
        Ok(match self.prefactors && atom != Species::HOST {
            true => Barrier::with_prefactor(barrier.energy(), 1e12 * f64::from(atom.0)),
            false => barrier,
        })
    }
    fn fingerprint(&self) -> u64 {
        Model::fingerprint(&self.pairs) ^ u64::from(self.prefactors)
    }
}

/// The ends of all runs, each with a recall of its own.
fn alone(settings: &Settings, prefactors: bool) -> Vec<End> {
    let run = |(start, settings)| {
        let mut kmc = Kmc::new(Own::new(prefactors), start, settings).unwrap();
        kmc.run(STEPS).unwrap();
        end(&kmc)
    };
    runs(settings).into_iter().map(run).collect()
}

/// Runs with one table, in four threads. The first of them also has a model that fails.
fn together(settings: &Settings, prefactors: bool, table: &RecallTable) -> Vec<End> {
    let runs = runs(settings);
    let of_thread = |number: usize| {
        if number == 0 {
            let (start, settings) = runs[3].clone();
            let model = Own { left: 30, ..Own::new(prefactors) };
            let kmc = Kmc::new(model, start, settings).unwrap();
            let error = kmc.with_recall(table).unwrap().run(100_000);
            assert!(error.is_ok() || matches!(error, Err(StepError::Model(_))));
        }
        runs[2 * number..2 * number + 2]
            .iter()
            .map(|(start, settings)| {
                let model = Own::new(prefactors);
                let kmc = Kmc::new(model, start.clone(), settings.clone()).unwrap();
                let mut kmc = kmc.with_recall(table).unwrap();
                kmc.run(STEPS).unwrap();
                let statistics = kmc.statistics().unwrap();
                assert_eq!((kmc.hits(), kmc.misses()), (statistics.hits, statistics.misses));
                end(&kmc)
            })
            .collect::<Vec<_>>()
    };
    let of_thread = &of_thread;
    thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|number| scope.spawn(move || of_thread(number))).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    })
}

#[test]
fn a_trajectory_is_the_same_whoever_fills_the_table() {
    for mode in RECALLING {
        for prefactors in [false, true] {
            let expected = alone(&with_mode(mode), prefactors);
            for (verification, wide_keys) in [
                (Verification::Hash, false),
                (Verification::Hash, true),
                (Verification::Content, true),
            ] {
                let mut settings = with_mode(mode);
                (settings.verification, settings.wide_keys) = (verification, wide_keys);
                for bound in [Bound::Entries(20), Bound::Bytes(1 << 24)] {
                    settings.bound = bound;
                    let table = RecallTable::new(&Own::new(prefactors), &settings).unwrap();
                    for _ in 0..2 {
                        assert_eq!(together(&settings, prefactors, &table), expected, "{mode}");
                    }
                }
            }
        }
    }
}

fn with_mode(recall: RecallMode) -> Settings {
    let mut settings = Settings::new(600.0, 0);
    settings.recall = recall;
    settings
}

/// The parts of all simulations are the statistics of the table, and what one computed the next
/// recalls.
#[test]
fn each_simulation_has_its_part_of_the_counts() {
    for mode in RECALLING {
        let settings = with_mode(mode);
        let model = pairs(lattice(), 2);
        let table = RecallTable::new(&model, &settings).unwrap();
        let start = scattered(lattice(), &[2, 5, 3], 1);
        let run = || {
            let kmc = Kmc::new(&model, start.clone(), settings.clone()).unwrap();
            let mut kmc = kmc.with_recall(&table).unwrap();
            kmc.run(STEPS).unwrap();
            assert_eq!(kmc.recall_size(), table.recall_size());
            assert_eq!(kmc.audit_report(), table.audit_report());
            kmc
        };
        let (first, second) = (run(), run());
        let mut own = Kmc::new(&model, start.clone(), settings.clone()).unwrap();
        own.run(STEPS).unwrap();
        assert_eq!(first.evaluations(), own.evaluations(), "{mode}");
        assert_eq!(first.statistics(), own.statistics(), "{mode}");
        assert_eq!((second.evaluations(), second.misses()), (0, 0), "{mode}");
        let statistics = table.statistics().unwrap();
        assert_eq!(statistics.hits, first.hits() + second.hits());
        assert_eq!(statistics.misses, first.misses());

        // The whole is saved, and loaded for all.
        let (mut by_table, mut by_one) = (Vec::new(), Vec::new());
        table.save(&mut by_table).unwrap();
        second.save_recall(&mut by_one).unwrap();
        assert_eq!(by_table, by_one);
        let other = RecallTable::new(&model, &settings).unwrap();
        other.load(&by_table[..]).unwrap();
        assert_eq!(other.recall_size(), table.recall_size());
        let kmc = Kmc::new(&model, start.clone(), settings.clone()).unwrap();
        let mut kmc = kmc.with_recall(&other).unwrap();
        kmc.run(STEPS).unwrap();
        assert_eq!((end(&kmc), kmc.misses()), (end(&own), 0));
        let error = other.load(&by_table[..by_table.len() - 1]).unwrap_err();
        assert!(matches!(error, LoadError::Truncated { .. }));
        assert_eq!(other.recall_size(), table.recall_size());
        kmc.load_recall(&by_table[..]).unwrap();
        assert_eq!(other.statistics().unwrap().hits, 0);
        assert!(kmc.hits() > 0 && kmc.statistics().unwrap().hits == 0);
    }
}

#[test]
fn a_simulation_that_joins_later_keeps_its_counts() {
    let settings = with_mode(RecallMode::JumpSymmetry);
    let model = pairs(lattice(), 2);
    let table = RecallTable::new(&model, &settings).unwrap();
    let mut kmc = Kmc::new(&model, scattered(lattice(), &[2, 5, 3], 1), settings).unwrap();
    kmc.run(STEPS).unwrap();
    let before = (kmc.hits(), kmc.misses());
    let kmc = kmc.with_recall(&table).unwrap();
    assert_eq!((kmc.hits(), kmc.misses()), before);
    assert_eq!(kmc.recall_size().unwrap().0, 0);
}

#[test]
fn a_table_of_other_simulations_is_refused() {
    let settings = with_mode(RecallMode::State);
    let model = pairs(lattice(), 2);
    let table = RecallTable::new(&model, &settings).unwrap();
    let refused = |model: &dyn SharedModel, change: &dyn Fn(&mut Settings)| {
        let mut settings = settings.clone();
        change(&mut settings);
        let start = scattered(Model::lattice(&model), &[1], 1);
        let kmc = Kmc::new(model, start, settings).unwrap();
        property(kmc.with_recall(&table).err())
    };
    let larger = pairs(Lattice::new(Structure::Bcc, [5, 5, 6]).unwrap(), 2);
    assert_eq!(refused(&larger, &|_| ()), "fingerprint of the lattice");
    assert_eq!(refused(&pairs(lattice(), 1), &|_| ()), "fingerprint of the model");
    assert_eq!(refused(&model, &|settings| settings.key_seed = 1), "seed of the keys");
    assert_eq!(refused(&model, &|settings| settings.wide_keys = true), "bits of a hash");
    let content = |settings: &mut Settings| settings.verification = Verification::Content;
    assert_eq!(refused(&model, &content), "verification");
    let mode = |settings: &mut Settings| settings.recall = RecallMode::Environment;
    assert_eq!(refused(&model, &mode), "recall mode");
    let kmc = Kmc::new(Own::new(true), scattered(lattice(), &[1], 1), settings.clone()).unwrap();
    assert_eq!(property(kmc.with_recall(&table).err()), "prefactors");
}

/// The property that differs.
fn property(refused: Option<KmcError>) -> &'static str {
    let error = refused.expect("the table is of other simulations");
    assert!(error.to_string().starts_with("a recall table of other simulations: "), "{error}");
    let KmcError::Table { what, .. } = error else { panic!("{error}") };
    what
}

#[test]
fn without_recall_a_table_does_nothing() {
    let settings = with_mode(RecallMode::None);
    let model = pairs(lattice(), 2);
    let table = RecallTable::new(&model, &settings).unwrap();
    let kmc = Kmc::new(&model, scattered(lattice(), &[1], 1), settings).unwrap();
    let mut kmc = kmc.with_recall(&table).unwrap();
    kmc.run(10).unwrap();
    assert_eq!((table.statistics(), table.recall_size(), kmc.evaluations()), (None, None, 80));
}

/// Simulations move between threads if their models do, and tables are used from several.
#[test]
fn simulations_are_sent_and_tables_are_shared() {
    fn send<T: Send>() {}
    fn sync<T: Clone + Send + Sync>() {}
    send::<Kmc<PairModel>>();
    send::<Kmc<Box<dyn Model + Send>>>();
    sync::<RecallTable>();
}

/// A writer that panics.
struct Broken;

impl Write for Broken {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        panic!("no space");
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_writer_that_panics_leaves_the_table_to_others() {
    let settings = with_mode(RecallMode::JumpSymmetry);
    let model = pairs(lattice(), 2);
    let table = RecallTable::new(&model, &settings).unwrap();
    let start = scattered(lattice(), &[2, 5, 3], 1);
    let run = || {
        let kmc = Kmc::new(&model, start.clone(), settings.clone()).unwrap();
        let mut kmc = kmc.with_recall(&table).unwrap();
        kmc.run(STEPS).unwrap();
        (end(&kmc), kmc.misses())
    };
    let (expected, _) = run();
    let failed = panic::catch_unwind(AssertUnwindSafe(|| table.save(Broken)));
    assert!(failed.is_err());
    assert_eq!(run(), (expected, 0));
    let mut saved = Vec::new();
    table.save(&mut saved).unwrap();
    assert!(!saved.is_empty() && table.statistics().unwrap().hits > 0);
}
