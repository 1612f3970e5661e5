//! Audits: a sample of the hits is recomputed.

use zobrist::source::Xoshiro256PlusPlus;

use super::stored::{Stored, deviation};
use crate::random::below;

/// The sample of hits that a recall recomputes.
///
/// A value that is recalled where a different one would be computed shows that the name holds too
/// little: a cutoff that is too short, or a symmetry that the potential does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Audit {
    /// One hit in this many, chosen at random, is recomputed. 1 recomputes all.
    pub one_in: u32,
    /// The seed of the choice. Nothing else draws from it, so that a simulation is the same with
    /// and without an audit.
    pub seed: u64,
}

/// The findings of an audit so far.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct AuditReport {
    /// The number of hits that were recomputed.
    pub recomputed: u64,
    /// The number of those that differed at all.
    pub deviating: u64,
    /// The largest difference, in the unit of the values; infinite if one is not a number or has a
    /// different length.
    pub largest: f64,
}

#[derive(Clone, Debug)]
pub(super) struct Auditor<V> {
    one_in: u32,
    random: Xoshiro256PlusPlus,
    deviation: fn(&V, &V) -> f64,
    pub(super) report: AuditReport,
}

impl<V> Auditor<V> {
    pub(super) fn new(audit: Audit) -> Auditor<V>
    where
        V: Stored,
    {
        assert!(audit.one_in > 0, "an audit recomputes one hit out of at least one");
        let (one_in, random) = (audit.one_in, Xoshiro256PlusPlus::new(audit.seed));
        Auditor { one_in, random, deviation: deviation::<V>, report: AuditReport::default() }
    }

    /// Draws whether the present hit is in the sample.
    pub(super) fn wants(&mut self) -> bool {
        below(&mut self.random, self.one_in.into()) == 0
    }

    pub(super) fn compare(&mut self, stored: &V, recomputed: &V) {
        let deviation = (self.deviation)(stored, recomputed);
        self.report.recomputed += 1;
        self.report.deviating += u64::from(deviation > 0.0);
        self.report.largest = self.report.largest.max(deviation);
    }
}
