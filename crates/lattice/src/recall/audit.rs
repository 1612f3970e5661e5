//! Audits: a sample of the hits is recomputed.

use zobrist::source::Xoshiro256PlusPlus;

use super::stored::{Deviation, MAX_DIGITS, Stored, deviation, digits, is_within};
use crate::variates::below;

/// The sample of hits that a recall recomputes.
///
/// A value that is recalled where a different one would be computed shows that the name holds too
/// little: a cutoff that is too short, or a symmetry that the potential does not have. Nothing else
/// draws from the seed of the sample, so that a simulation is the same with and without an audit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Audit {
    share: Share,
    seed: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Share {
    /// One hit in this many.
    OneIn(u32),
    /// One hit for each this many values computed.
    PerComputed(u32),
}

impl Audit {
    /// Creates the sample of one hit in `hits`, chosen at random. 1 recomputes all.
    ///
    /// # Panics
    /// When it is one hit in zero.
    #[must_use]
    pub const fn one_in(hits: u32, seed: u64) -> Audit {
        assert!(hits > 0, "an audit recomputes one hit out of at least one");
        Audit { share: Share::OneIn(hits), seed }
    }

    /// Creates the sample of one hit for each `values` that are computed, drawn from the hits to
    /// come, as many of them as there were meanwhile. With 100, an audit makes a simulation at most
    /// about 1 % longer, however often it recalls.
    ///
    /// # Panics
    /// When it is one hit for each zero values.
    #[must_use]
    pub const fn per_computed(values: u32, seed: u64) -> Audit {
        assert!(values > 0, "an audit recomputes one hit for each value or more");
        Audit { share: Share::PerComputed(values), seed }
    }

    /// True if a number is drawn for each hit.
    pub(crate) fn draws_for_hits(self) -> bool {
        matches!(self.share, Share::OneIn(_))
    }

    /// Returns the same audit with another seed.
    #[must_use]
    pub const fn with_seed(self, seed: u64) -> Audit {
        Audit { seed, ..self }
    }
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
    /// different length. Prefactors aside
    /// ([`Recall::with_prefactors`](super::Recall::with_prefactors)).
    pub largest: f64,
    /// The largest difference as a fraction of the larger of both numbers, or in their unit if both
    /// are below 1; otherwise as [`largest`](AuditReport::largest).
    pub largest_scaled: f64,
    /// The largest difference of two prefactors, as a fraction of the larger; infinite if one is
    /// not a number, and the other is.
    pub largest_prefactor: f64,
    /// The number of digits after the point of all numbers that differed, up to nine, which whoever
    /// computes them has rounded; `None` if one has more, or none differed.
    pub digits: Option<u32>,
}

impl AuditReport {
    /// Returns true if no number differed by more than the tolerance: in the unit of the values, or
    /// as a fraction of those above 1. A difference of numbers that were rounded to multiples of
    /// the tolerance is within it. Prefactors aside.
    #[must_use]
    pub fn is_within(&self, tolerance: f64) -> bool {
        is_within(self.largest_scaled, tolerance)
    }

    /// Returns true if no prefactor differed by more than the tolerance, as a fraction.
    #[must_use]
    pub fn are_prefactors_within(&self, tolerance: f64) -> bool {
        is_within(self.largest_prefactor, tolerance)
    }

    /// Adds the findings of another audit.
    pub fn add(&mut self, other: &AuditReport) {
        self.digits = match (self.deviating, other.deviating) {
            (_, 0) => self.digits,
            (0, _) => other.digits,
            _ => self.digits.zip(other.digits).map(|(one, other)| one.max(other)),
        };
        self.recomputed += other.recomputed;
        self.deviating += other.deviating;
        self.largest = self.largest.max(other.largest);
        self.largest_scaled = self.largest_scaled.max(other.largest_scaled);
        self.largest_prefactor = self.largest_prefactor.max(other.largest_prefactor);
    }
}

#[derive(Clone, Debug)]
pub(super) struct Auditor<V> {
    share: Share,
    random: Xoshiro256PlusPlus,
    debt: Debt,
    deviation: fn(&V, &V, bool) -> Deviation,
    digits: fn(&V, &V) -> u32,
    pub(super) report: AuditReport,
}

/// The hits that are still to be recomputed for values that were computed.
#[derive(Clone, Debug, Default)]
struct Debt {
    /// Values computed since a hit was last added to those owed.
    computed: u32,
    owed: u64,
    /// Hits since then, and in the whole interval before.
    hits: u64,
    interval: u64,
    /// The number of hits to pass before the next that is owed.
    pass: u64,
}

impl<V> Auditor<V> {
    pub(super) fn new(audit: Audit) -> Auditor<V>
    where
        V: Stored,
    {
        let Audit { share, seed } = audit;
        Auditor {
            share,
            random: Xoshiro256PlusPlus::new(seed),
            debt: Debt::default(),
            deviation: deviation::<V>,
            digits: digits::<V>,
            report: AuditReport::default(),
        }
    }

    /// Notes that a value is computed.
    pub(super) fn computes(&mut self) {
        let Share::PerComputed(values) = self.share else { return };
        self.debt.computed += 1;
        if self.debt.computed == values {
            self.debt.computed = 0;
            self.debt.interval = std::mem::take(&mut self.debt.hits);
            self.debt.owed += 1;
            if self.debt.owed == 1 {
                self.draw_pass();
            }
        }
    }

    /// Notes hits if it is certain that none of them is in the sample.
    #[inline]
    pub(super) fn passes(&mut self, hits: u64) -> bool {
        let Share::PerComputed(_) = self.share else { return false };
        let debt = &mut self.debt;
        if debt.owed > 0 {
            let Some(pass) = debt.pass.checked_sub(hits) else { return false };
            debt.pass = pass;
        }
        debt.hits += hits;
        true
    }

    /// Decides whether the present hit is in the sample.
    #[inline]
    pub(super) fn wants(&mut self) -> bool {
        let Share::OneIn(hits) = self.share else {
            self.debt.hits += 1;
            return self.debt.owed > 0 && self.pays();
        };
        below(&mut self.random, hits.into()) == 0
    }

    #[cold]
    fn pays(&mut self) -> bool {
        if self.debt.pass > 0 {
            self.debt.pass -= 1;
            return false;
        }
        self.debt.owed -= 1;
        if self.debt.owed > 0 {
            self.draw_pass();
        }
        true
    }

    /// The next hit is one of as many as there were in the interval before, each equally likely.
    fn draw_pass(&mut self) {
        self.debt.pass = below(&mut self.random, self.debt.interval.max(1));
    }

    /// Compares values, in whose second halves there may be prefactors.
    pub(super) fn compare(&mut self, stored: &V, recomputed: &V, prefactors: bool) {
        let Deviation { value, scaled, prefactor } =
            (self.deviation)(stored, recomputed, prefactors);
        let deviates = value > 0.0 || prefactor > 0.0;
        let digits = if value > 0.0 { (self.digits)(stored, recomputed) } else { MAX_DIGITS + 1 };
        self.report.add(&AuditReport {
            recomputed: 1,
            deviating: u64::from(deviates),
            largest: value,
            largest_scaled: scaled,
            largest_prefactor: prefactor,
            digits: Some(digits).filter(|digits| *digits <= MAX_DIGITS),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hits that pass together count as they do one by one, and the same hit is recomputed.
    #[test]
    fn hits_pass_together_as_one_by_one() {
        let mut one_by_one = Auditor::<f64>::new(Audit::per_computed(10, 1));
        let (mut together, mut seen) = (one_by_one.clone(), [0, 0]);
        for round in 0..2000_u64 {
            if round % 3 == 0 {
                one_by_one.computes();
                together.computes();
            }
            let hits = 1 + round % 8;
            let wanted: Vec<bool> = (0..hits).map(|_| one_by_one.wants()).collect();
            let passes = together.passes(hits);
            // Hits that do not pass are looked at one by one.
            if !passes {
                assert_eq!((0..hits).map(|_| together.wants()).collect::<Vec<_>>(), wanted);
            }
            assert_eq!(passes, !wanted.contains(&true), "round {round}");
            assert_eq!(format!("{:?}", one_by_one.debt), format!("{:?}", together.debt));
            seen[usize::from(passes)] += 1;
        }
        assert!(seen[0] > 30 && seen[1] > 1000, "{seen:?}");
        assert!(!Auditor::<f64>::new(Audit::one_in(1000, 1)).passes(1), "it draws for each");
    }
}
