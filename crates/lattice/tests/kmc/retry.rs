//! Steps that fail and are tried again.

use std::cell::Cell;
use std::error::Error;
use std::fmt;

use zobrist_lattice::model::{Barrier, EvaluationError, Jump, Model, PairModel, SharedModel};
use zobrist_lattice::{
    Configuration, Flicker, Kmc, Lattice, Offset, RecallMode, RecallTable, Settings, Species,
    StepError, Structure,
};

use crate::common::{Terse, end, pairs, scattered};

#[derive(Debug, PartialEq)]
struct NoConvergence(u64);

impl fmt::Display for NoConvergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "call {} does not converge", self.0)
    }
}

impl Error for NoConvergence {}

/// A model of which some calls fail, after some of the barriers.
struct Failing<'a> {
    model: &'a PairModel,
    calls: u64,
    /// Period in calls; at each, several calls in a row fail.
    every: u64,
}

impl Model for Failing<'_> {
    fn lattice(&self) -> Lattice {
        self.model.lattice()
    }
    fn species_count(&self) -> usize {
        self.model.species_count()
    }
    fn reach(&self) -> &[Offset] {
        self.model.reach()
    }
    fn barrier(&mut self, _: &Configuration, _: Jump) -> Result<Barrier, EvaluationError> {
        unreachable!("simulations ask for several")
    }
    fn barriers(
        &mut self,
        configuration: &Configuration,
        jumps: &[Jump],
        barriers: &mut Vec<Barrier>,
    ) -> Result<(), EvaluationError> {
        self.calls += 1;
        if self.calls % self.every < 2 {
            let some = &jumps[..jumps.len() / 2];
            self.model.shared_barriers(configuration, some, barriers);
            return Err(Box::new(NoConvergence(self.calls)));
        }
        self.model.shared_barriers(configuration, jumps, barriers);
        Ok(())
    }
    fn fingerprint(&self) -> u64 {
        self.model.fingerprint()
    }
}

#[test]
fn a_model_that_fails_now_and_then_changes_nothing() {
    let lattice = Lattice::new(Structure::Bcc, [5, 5, 5]).unwrap();
    let (model, start) = (pairs(lattice, 2), scattered(lattice, &[2, 9, 4], 2));
    for mode in RecallMode::ALL {
        for flicker in [None, Some(Flicker::new(8, 4))] {
            let mut settings = Settings::new(300.0, 7);
            (settings.recall, settings.flicker) = (mode, flicker);
            let mut plain = Kmc::new(&model, start.clone(), settings.clone()).unwrap();
            let failing = Failing { model: &model, calls: 0, every: 23 };
            let mut kmc = Kmc::new(failing, start.clone(), settings).unwrap();
            let mut failures = 0;
            for _ in 0..600 {
                plain.step().unwrap();
                let before = end(&kmc);
                while let Err(error) = kmc.step() {
                    assert!(matches!(error, StepError::Model(_)));
                    let source = error.source().unwrap().downcast_ref::<NoConvergence>();
                    assert_eq!(source, Some(&NoConvergence(kmc.model().calls)));
                    assert!(!error.to_string().contains("converge"));
                    assert_eq!(end(&kmc), before);
                    failures += 1;
                }
                assert_eq!(end(&kmc), end(&plain), "{mode} {flicker:?}");
            }
            assert!(failures > 5 && (flicker.is_none() || plain.exits() > 0), "{failures}");
        }
    }
}

#[test]
fn a_barrier_below_zero_stops_a_step_unless_it_is_allowed() {
    let lattice = Lattice::new(Structure::Bcc, [5, 5, 5]).unwrap();
    let (model, start) = (pairs(lattice, 2), scattered(lattice, &[1, 30, 0], 2));
    let mut low = Terse::new(model);
    low.fails_for = Some((Species(2), -0.01));
    for mode in RecallMode::ALL {
        let mut settings = Settings::new(300.0, 7);
        settings.recall = mode;
        let mut kmc = Kmc::new(&low, start.clone(), settings.clone()).unwrap();
        let error = loop {
            match kmc.step() {
                Ok(_) => assert!(kmc.lowest_barrier() >= 0.0),
                Err(error) => break error,
            }
        };
        assert!(matches!(error, StepError::Negative { got: -0.01, .. }), "{error}");
        assert!(error.to_string().contains("expected a barrier of 0 eV or more, got -0.01"));
        // It stays where it is, and so does one that goes on from its checkpoint.
        let before = end(&kmc);
        assert!(matches!(kmc.step(), Err(StepError::Negative { .. })));
        assert_eq!(end(&kmc), before);
        let checkpoint = kmc.checkpoint();
        let mut again = Kmc::resume(&low, settings.clone(), &checkpoint).unwrap();
        assert!(matches!(again.step(), Err(StepError::Negative { .. })));
        // Allowed, it goes on.
        settings.allow_negative_barriers = true;
        let mut allowed = Kmc::resume(&low, settings.clone(), &checkpoint).unwrap();
        allowed.run(100).unwrap();
        assert_eq!(allowed.lowest_barrier(), -0.01);
        let mut from_the_start = Kmc::new(&low, start.clone(), settings).unwrap();
        from_the_start.run(allowed.steps()).unwrap();
        assert_eq!(end(&from_the_start), end(&allowed), "{mode}");
    }
}

/// A model that gives a wrong number as the last of its barriers while it is told so.
struct Wrong<'a> {
    model: &'a PairModel,
    now: Cell<Option<f64>>,
}

impl Model for Wrong<'_> {
    fn lattice(&self) -> Lattice {
        self.model.lattice()
    }
    fn species_count(&self) -> usize {
        self.model.species_count()
    }
    fn reach(&self) -> &[Offset] {
        self.model.reach()
    }
    fn barrier(&mut self, _: &Configuration, _: Jump) -> Result<Barrier, EvaluationError> {
        unreachable!("simulations ask for several")
    }
    fn barriers(
        &mut self,
        configuration: &Configuration,
        jumps: &[Jump],
        barriers: &mut Vec<Barrier>,
    ) -> Result<(), EvaluationError> {
        self.model.shared_barriers(configuration, jumps, barriers);
        if let (Some(wrong), Some(last)) = (self.now.get(), barriers.last_mut()) {
            *last = Barrier::new(wrong);
        }
        Ok(())
    }
    fn fingerprint(&self) -> u64 {
        self.model.fingerprint()
    }
}

/// Neither by the simulation, nor by others with which it shares a table.
#[test]
fn barriers_that_are_refused_are_not_kept() {
    let lattice = Lattice::new(Structure::Bcc, [5, 5, 5]).unwrap();
    let (model, start) = (pairs(lattice, 2), scattered(lattice, &[2, 9, 4], 2));
    for mode in RecallMode::ALL {
        let mut settings = Settings::new(600.0, 7);
        settings.recall = mode;
        let mut plain = Kmc::new(&model, start.clone(), settings.clone()).unwrap();
        plain.run(300).unwrap();
        for got in [f64::NAN, f64::NEG_INFINITY, -0.2] {
            let table = RecallTable::new(&model, &settings).unwrap();
            let wrong = Wrong { model: &model, now: Cell::new(None) };
            let kmc = Kmc::new(wrong, start.clone(), settings.clone()).unwrap();
            let mut kmc = kmc.with_recall(&table).unwrap();
            for stop in [0, 3, 40] {
                kmc.run(stop).unwrap();
                kmc.model().now.set(Some(got));
                let (error, before) = loop {
                    let before = end(&kmc);
                    match kmc.step() {
                        Ok(_) => {}
                        Err(error) => break (error, before),
                    }
                };
                let is_right = match error {
                    StepError::Barrier { got: it, .. } => it.total_cmp(&got).is_eq(),
                    StepError::Negative { got: it, .. } => it == got,
                    _ => false,
                };
                assert!(is_right, "{error}");
                assert_eq!(end(&kmc), before);
                kmc.model().now.set(None);
            }
            kmc.run(300 - kmc.steps()).unwrap();
            assert_eq!(end(&kmc), end(&plain), "{mode} {got}");
            assert!(kmc.lowest_barrier() == plain.lowest_barrier());
            let other = Kmc::new(&model, start.clone(), settings.clone()).unwrap();
            let mut other = other.with_recall(&table).unwrap();
            other.run(300).unwrap();
            assert_eq!(end(&other), end(&plain), "{mode} {got}");
        }
    }
}
