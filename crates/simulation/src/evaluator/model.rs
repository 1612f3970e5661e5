//! The barriers of an evaluator as a model of a simulation.

use zobrist::Fnv1a;
use zobrist_lattice::model::{Barrier, EvaluationError, Jump, Model};
use zobrist_lattice::{Configuration, Lattice, Offset};

use super::answer::Answer;
use super::pool::Evaluator;

/// A [`Model`] whose barriers come from an [`Evaluator`]. Clones share its workers, one for each
/// simulation.
///
/// Its errors are [`EvaluatorError`](super::EvaluatorError)s.
#[derive(Clone, Debug)]
pub struct CommandModel {
    evaluator: Evaluator,
    fingerprint: u64,
}

impl CommandModel {
    /// Creates a model. Its fingerprint is made of `fingerprint`, a text that is to change whenever
    /// the program gives other barriers, and of what its requests depend on: the names of the
    /// species, the lattice constant and the reach.
    #[must_use]
    pub fn new(evaluator: Evaluator, fingerprint: &str) -> CommandModel {
        let geometry = evaluator.geometry().fingerprint();
        let all = Fnv1a::new()
            .bytes(b"command\0")
            .bytes(&geometry.to_le_bytes())
            .bytes(fingerprint.as_bytes());
        CommandModel { evaluator, fingerprint: all.finish() }
    }

    /// Returns the evaluator.
    #[must_use]
    pub fn evaluator(&self) -> &Evaluator {
        &self.evaluator
    }
}

impl Model for CommandModel {
    fn lattice(&self) -> Lattice {
        self.evaluator.geometry().lattice()
    }

    fn species_count(&self) -> usize {
        self.evaluator.geometry().species_count()
    }

    fn reach(&self) -> &[Offset] {
        self.evaluator.geometry().reach()
    }

    /// Any answer may have one.
    fn gives_prefactors(&self) -> bool {
        true
    }

    fn barrier(
        &mut self,
        configuration: &Configuration,
        jump: Jump,
    ) -> Result<Barrier, EvaluationError> {
        let mut barriers = Vec::with_capacity(1);
        self.barriers(configuration, &[jump], &mut barriers)?;
        Ok(barriers[0])
    }

    fn barriers(
        &mut self,
        configuration: &Configuration,
        jumps: &[Jump],
        barriers: &mut Vec<Barrier>,
    ) -> Result<(), EvaluationError> {
        let requests = self.evaluator.geometry().requests(configuration, jumps);
        let barrier = |Answer { barrier, prefactor }| match prefactor {
            Some(prefactor) => Barrier::with_prefactor(barrier, prefactor),
            None => Barrier::new(barrier),
        };
        barriers.extend(self.evaluator.evaluate(&requests)?.into_iter().map(barrier));
        Ok(())
    }

    fn fingerprint(&self) -> u64 {
        self.fingerprint
    }
}
