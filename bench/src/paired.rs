//! Times contestants in turn, so that changes of the speed of the machine affect all alike.

use std::time::{Duration, Instant};

use crate::cores;

/// One of several functions that are timed against each other.
pub(crate) struct Contestant<'a, T> {
    pub name: &'a str,
    pub run: Box<dyn FnMut() -> T + 'a>,
    warm_up: Box<dyn FnMut() + 'a>,
}

/// Creates a contestant.
pub(crate) fn contestant<'a, T>(name: &'a str, run: impl FnMut() -> T + 'a) -> Contestant<'a, T> {
    Contestant { name, run: Box::new(run), warm_up: Box::new(|| ()) }
}

impl<'a, T> Contestant<'a, T> {
    /// Calls `warm_up` before each run, untimed.
    pub(crate) fn after(self, warm_up: impl FnMut() + 'a) -> Contestant<'a, T> {
        Contestant { warm_up: Box::new(warm_up), ..self }
    }
}

/// Runs all contestants in turn, `rounds` times after one round to warm up, and checks each result.
/// Prints for each contestant the median time of one of `operations`, and its speed relative to the
/// first, as the median and quartiles of the ratios of the rounds.
///
/// The time of the first contestant in a round is the mean of its runs before and after the others,
/// so that no contestant runs after itself, with its own data in the caches.
pub(crate) fn compare<T>(
    title: &str,
    operations: u64,
    rounds: usize,
    contestants: &mut [Contestant<T>],
    check: impl Fn(usize, &T),
) {
    println!("\n{title}");
    let rounds = in_turn(rounds, contestants, check, || true);
    report(operations, contestants, rounds.iter());
}

/// Compares contestants that use `threads` threads, by the rounds in which each thread had a core
/// of its own before and after every run, or by all rounds if there are too few of those.
pub(crate) fn compare_on_cores(
    title: &str,
    operations: u64,
    rounds: usize,
    threads: u64,
    contestants: &mut [Contestant<()>],
) {
    println!("\n{title}");
    cores::calibrate();
    let rounds = in_turn(rounds, contestants, |_, ()| (), || cores::are_exclusive(threads));
    let quiet = rounds.iter().filter(|round| round.is_quiet);
    let (count, all) = (quiet.clone().count(), rounds.len());
    if count >= MIN_ROUNDS {
        println!("  each thread had a core of its own in {count} of {all} rounds, which count");
        report(operations, contestants, quiet);
    } else {
        println!("  each thread had a core of its own in {count} of {all} rounds only: all count");
        report(operations, contestants, rounds.iter());
    }
}

/// Minimum number of rounds for a comparison.
const MIN_ROUNDS: usize = 20;

/// The times of all contestants in a round.
struct Round {
    times: Vec<Duration>,
    /// True if each thread had a core of its own.
    is_quiet: bool,
}

/// Times `rounds` rounds, after one to warm up.
fn in_turn<T>(
    rounds: usize,
    contestants: &mut [Contestant<T>],
    check: impl Fn(usize, &T),
    is_quiet: impl Fn() -> bool,
) -> Vec<Round> {
    let timed = |index: usize, contestant: &mut Contestant<T>| {
        (contestant.warm_up)();
        let start = Instant::now();
        let result = (contestant.run)();
        let time = start.elapsed();
        check(index, &result);
        time
    };
    let mut timed_rounds: Vec<Round> = Vec::new();
    for _ in 0..=rounds {
        let mut round = Round { times: Vec::new(), is_quiet: true };
        for (index, contestant) in contestants.iter_mut().enumerate() {
            let is_quiet = is_quiet();
            round.is_quiet &= is_quiet;
            round.times.push(timed(index, contestant));
            if let (0, Some(before)) = (index, timed_rounds.last_mut()) {
                before.end(round.times[0], is_quiet);
            }
        }
        timed_rounds.push(round);
    }
    // With several contestants, the first runs once more after the last round.
    if let [first, _, ..] = contestants {
        let is_quiet = is_quiet();
        let last = timed(0, first);
        timed_rounds[rounds].end(last, is_quiet);
    }
    timed_rounds.split_off(1)
}

impl Round {
    /// Adds the run of the first contestant after the others.
    fn end(&mut self, first: Duration, is_quiet: bool) {
        if let [time, _, ..] = &mut self.times[..] {
            *time = (*time + first) / 2;
        }
        self.is_quiet &= is_quiet;
    }
}

fn report<'a, T>(
    operations: u64,
    contestants: &[Contestant<T>],
    rounds: impl Iterator<Item = &'a Round> + Clone,
) {
    for (index, contestant) in contestants.iter().enumerate() {
        let each = |round: &Round| round.times[index].as_secs_f64() * 1e9 / operations as f64;
        let nanoseconds = quartiles(rounds.clone().map(each).collect());
        let ratio = |round: &Round| round.times[0].as_secs_f64() / round.times[index].as_secs_f64();
        let speed = quartiles(rounds.clone().map(ratio).collect());
        println!(
            "  {:<44} {:>10.2} ns   speed {:.3} ({:.3} to {:.3})",
            contestant.name, nanoseconds[1], speed[1], speed[0], speed[2]
        );
    }
}

/// Returns the lower quartile, the median and the upper quartile.
pub(crate) fn quartiles(mut values: Vec<f64>) -> [f64; 3] {
    values.sort_by(f64::total_cmp);
    [1, 2, 3].map(|quarter| values[(values.len() - 1) * quarter / 4])
}
