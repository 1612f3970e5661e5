//! Runs of one simulation with different recalls, leg by leg in turn, so that changes of the speed
//! of the machine affect all alike.

use std::time::Instant;

use zobrist_lattice::model::{Model, SubstitutionEnergy};
use zobrist_lattice::{Kmc, Metropolis, Statistics};

use crate::paired::quartiles;

/// The results that must be the same in all runs: the hash of the state, and the bits of the clock
/// or the energy.
type State = (u64, u64);

/// A simulation that can be carried on.
pub(super) trait Walk {
    fn walk(&mut self, steps: u64);
    fn state(&self) -> State;
    fn evaluations(&self) -> u64;
    fn statistics(&self) -> Option<Statistics>;
    /// The entries of the recall, and their bytes.
    fn recall_size(&self) -> Option<(usize, usize)>;
    /// The hits that an audit computed again, all with the same result; none without one.
    fn audited(&self) -> u64;
}

macro_rules! walk {
    ($simulation:ident, $model:ident, $number:ident) => {
        impl<M: $model> Walk for $simulation<M> {
            fn walk(&mut self, steps: u64) {
                self.run(steps).expect("the simulation can go on");
            }
            fn state(&self) -> State {
                ($simulation::state(self).hash(), self.$number().to_bits())
            }
            fn evaluations(&self) -> u64 {
                $simulation::evaluations(self)
            }
            fn statistics(&self) -> Option<Statistics> {
                $simulation::statistics(self)
            }
            fn recall_size(&self) -> Option<(usize, usize)> {
                $simulation::recall_size(self)
            }
            fn audited(&self) -> u64 {
                let Some(report) = self.audit_report() else { return 0 };
                assert_eq!(report.deviating, 0, "what is recalled is what would be computed");
                report.recomputed
            }
        }
    };
}

walk!(Kmc, Model, time);
walk!(Metropolis, SubstitutionEnergy, energy);

/// A named run.
pub(super) struct Runner<'a> {
    pub name: String,
    pub walk: Box<dyn Walk + 'a>,
}

/// Does `legs` legs of `steps` steps of each run, which must be in the same state after each.
/// Prints for each the time of a step, the speed relative to the first as the median and quartiles
/// of the ratios of the legs, that of all legs together, and the share of `all` evaluations that a
/// step without recall takes, of all legs and of the last.
pub(super) fn in_legs(title: &str, legs: usize, steps: u64, all: u64, runners: &mut [Runner<'_>]) {
    println!("\n{title}");
    let mut times = vec![Vec::new(); runners.len()];
    let mut before_last = vec![0; runners.len()];
    for leg in 0..legs {
        let forth: Vec<usize> = (0..runners.len()).collect();
        let order = if leg % 2 == 0 { forth } else { forth.into_iter().rev().collect() };
        for at in order {
            let walk = &mut runners[at].walk;
            before_last[at] = walk.evaluations();
            let start = Instant::now();
            walk.walk(steps);
            times[at].push(start.elapsed().as_secs_f64());
        }
        let state = runners[0].walk.state();
        assert!(runners.iter().all(|runner| runner.walk.state() == state), "the same state");
    }
    for (at, Runner { name, walk }) in runners.iter().enumerate() {
        let nanoseconds =
            quartiles(times[at].iter().map(|time| time * 1e9 / steps as f64).collect());
        let ratios = times[0].iter().zip(&times[at]).map(|(first, time)| first / time);
        let speed = quartiles(ratios.collect());
        let whole = times[0].iter().sum::<f64>() / times[at].iter().sum::<f64>();
        let share =
            |evaluations: u64, legs: u64| 100.0 * evaluations as f64 / (legs * steps * all) as f64;
        let (computed, last) = (walk.evaluations(), walk.evaluations() - before_last[at]);
        println!(
            "  {name:<24} {:>10.1} ns   speed {:.3} ({:.3} to {:.3}), of all {whole:.3}; computed {:.3} %, in the last leg \
             {:.3} %",
            nanoseconds[1],
            speed[1],
            speed[0],
            speed[2],
            share(computed, legs as u64),
            share(last, 1)
        );
        if let (Some(statistics), Some((entries, bytes))) = (walk.statistics(), walk.recall_size())
        {
            println!(
                "  {:<24} {entries} entries of {:.1} bytes, {} evictions, {} hits audited",
                "",
                bytes as f64 / entries as f64,
                statistics.evictions,
                walk.audited()
            );
        }
    }
}
