//! The searches of an audit: all dependencies, or those of different keys where zero and equal keys
//! make too many.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::path::Path;

use anyhow::Result;
use zobrist_audit::{Dependency, Findings, SearchPlan, Spread};
use zobrist_console::stop::Stop;

use super::legal::{Legality, Limits, seconds_to_divide};
use super::search::{self, TooLarge};

/// Maximum number of dependencies of zero and equal keys alone that are divided between positions,
/// which takes seconds. Of 64 zero keys, there are 83 million of up to six.
const MAX_OF_EQUAL_KEYS: u128 = 1 << 16;

/// The options of a search besides its plan.
pub(crate) struct Audit<'a> {
    pub(crate) keys: &'a [u128],
    /// The indices of the keys.
    pub(crate) chosen: &'a [usize],
    pub(crate) spread: &'a Spread,
    pub(crate) legality: Option<&'a Legality>,
    pub(crate) weight: u32,
    pub(crate) require: Option<u32>,
    /// Maximum number of dependencies that a search lists.
    pub(crate) limit: usize,
    /// Maximum number of dependencies that the report lists.
    pub(crate) list: usize,
    pub(crate) jobs: NonZeroUsize,
    pub(crate) memory: usize,
    pub(crate) minutes: u64,
    pub(crate) resume: Option<&'a Path>,
    pub(crate) max_size: u64,
    pub(crate) stop: Option<&'a Stop>,
}

/// The outcome of an audit. Indices are positions among the audited keys.
pub(crate) struct Audited {
    pub(crate) plan: SearchPlan,
    pub(crate) findings: Findings,
    /// True if zero keys, and all but the first of equal keys, took part up to weight 2 alone.
    pub(crate) set_aside: bool,
    /// Why the search did not go beyond zero and equal keys, if it did not.
    pub(crate) cut_short: Option<TooLarge>,
}

impl Audit<'_> {
    /// Searches as far as asked for. If that is refused as too large, and zero or equal keys decide
    /// the audit, the findings are those alone.
    pub(crate) fn run(&self) -> Result<Audited> {
        match self.whole() {
            Err(error) => {
                let cause = error.downcast::<TooLarge>()?;
                if !self.has_equal_keys() || self.require.is_none() {
                    return Err(cause.into());
                }
                let (plan, findings) = self.of_weight_2()?;
                if !self.fails(&findings) {
                    return Err(cause.into());
                }
                Ok(Audited { plan, findings, set_aside: false, cut_short: Some(cause) })
            }
            done => done,
        }
    }

    /// True if there is a dependency of at most the number of keys that are required to have none;
    /// with legal ones, also if two equal keys are of features that one position can have.
    pub(crate) fn fails(&self, findings: &Findings) -> bool {
        self.require.is_some_and(|max| {
            findings.smallest().is_some_and(|weight| weight <= max)
                || max >= 2 && !self.cancelling(1).is_empty()
        })
    }

    /// The first `count` pairs of equal keys whose features one position can have, in an audit of
    /// legal dependencies, by their indices.
    pub(crate) fn cancelling(&self, count: usize) -> Vec<[usize; 2]> {
        let Some(legality) = self.legality else { return Vec::new() };
        let pairs = self.spread.duplicates.iter().flat_map(|same| {
            let later =
                move |first: usize| same[first + 1..].iter().map(move |b| [same[first], *b]);
            (0..same.len()).flat_map(later)
        });
        let pairs = pairs.map(|pair| pair.map(|key| self.chosen[key]));
        pairs.filter(|pair| legality.can_cancel(*pair)).take(count).collect()
    }

    fn has_equal_keys(&self) -> bool {
        !self.spread.zeros.is_empty() || !self.spread.duplicates.is_empty()
    }

    fn whole(&self) -> Result<Audited> {
        let plan = search::plan(self.keys, self.weight, self.limit)?;
        if self.legality.is_none() || plan.of_zero_and_equal_keys() <= MAX_OF_EQUAL_KEYS {
            let findings = self.search(&plan, self.keys, self.resume)?;
            return Ok(Audited { plan, findings, set_aside: false, cut_short: None });
        }
        let later = self.spread.duplicates.iter().flat_map(|same| &same[1..]);
        let others: HashSet<usize> = self.spread.zeros.iter().chain(later).copied().collect();
        let different: Vec<usize> =
            (0..self.keys.len()).filter(|key| !others.contains(key)).collect();
        let keys: Vec<u128> = different.iter().map(|key| self.keys[*key]).collect();
        let plan = search::plan(&keys, self.weight, self.limit)?;
        let mut findings = self.found(&plan, &keys, self.resume)?;
        for dependency in &mut findings.dependencies {
            let indices = dependency.indices().iter().map(|key| different[*key]);
            *dependency = Dependency::new(indices.collect());
        }
        self.keep(&mut findings)?;
        findings.merge(self.of_weight_2()?.1);
        Ok(Audited { plan, findings, set_aside: true, cut_short: None })
    }

    /// The zero and equal keys.
    fn of_weight_2(&self) -> Result<(SearchPlan, Findings)> {
        let plan = search::plan(self.keys, self.weight.min(2), self.limit)?;
        let findings = self.search(&plan, self.keys, None)?;
        Ok((plan, findings))
    }

    fn search(&self, plan: &SearchPlan, keys: &[u128], resume: Option<&Path>) -> Result<Findings> {
        let mut findings = self.found(plan, keys, resume)?;
        self.keep(&mut findings)?;
        Ok(findings)
    }

    fn found(&self, plan: &SearchPlan, keys: &[u128], resume: Option<&Path>) -> Result<Findings> {
        let to_divide = self.legality.map_or(0.0, |_| seconds_to_divide(plan.weight()));
        let seconds = search::SECONDS_PER_FINDING + to_divide;
        search::refuse_too_large(plan, seconds, self.jobs, self.memory, self.minutes)?;
        search::run(plan.clone(), keys, self.jobs, resume, self.max_size, self.stop)
    }

    /// Keeps the legal ones only, if they are asked for.
    fn keep(&self, findings: &mut Findings) -> Result<()> {
        let Some(legality) = self.legality else { return Ok(()) };
        let limits = Limits { minutes: self.minutes, list: self.list };
        legality.keep(findings, self.chosen, self.jobs, limits, self.stop)
    }
}
