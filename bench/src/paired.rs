//! Timing in turn, so that a machine that changes its speed changes it for all.

use std::time::{Duration, Instant};

use crate::cores;

/// One of those that are timed against each other.
pub struct Contestant<'a, T> {
    pub name: &'a str,
    pub run: Box<dyn FnMut() -> T + 'a>,
    warm_up: Box<dyn FnMut() + 'a>,
}

/// A contestant by name.
pub fn contestant<'a, T>(name: &'a str, run: impl FnMut() -> T + 'a) -> Contestant<'a, T> {
    Contestant { name, run: Box::new(run), warm_up: Box::new(|| ()) }
}

impl<'a, T> Contestant<'a, T> {
    /// Does `warm_up` before each run, untimed.
    pub fn after(self, warm_up: impl FnMut() + 'a) -> Contestant<'a, T> {
        Contestant { warm_up: Box::new(warm_up), ..self }
    }
}

/// Runs all contestants in turn, `rounds` times after one round to warm up, checks each
/// result by `check`, and prints for each the median time of one of `operations` and its
/// speed relative to the first, as the median and quartiles of the ratios of the rounds.
///
/// Each run of the first comes after one of the last and before one of the second; its time for a
/// round is the mean of the runs before and after it. None follows one of its own, whose pages and
/// lines the processor still has.
pub fn compare<T>(
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

/// The same for contestants of so many threads, by those rounds in which each thread had a core of its own
/// before and after every run. By all rounds, if hardly any was of that kind.
pub fn compare_on_cores(
    title: &str,
    operations: u64,
    rounds: usize,
    threads: u64,
    contestants: &mut [Contestant<()>],
) {
    println!("\n{title}");
    cores::learn();
    let rounds = in_turn(rounds, contestants, |_, ()| (), || cores::each_has_one(threads));
    let quiet = rounds.iter().filter(|round| round.is_quiet);
    let (count, all) = (quiet.clone().count(), rounds.len());
    if count >= FEW {
        println!("  each thread had a core of its own in {count} of {all} rounds, which count");
        report(operations, contestants, quiet);
    } else {
        println!("  each thread had a core of its own in {count} of {all} rounds only: all count");
        report(operations, contestants, rounds.iter());
    }
}

/// Fewer rounds than this say too little.
const FEW: usize = 20;

/// The times of all contestants, and whether it was quiet before and after each run.
struct Round {
    times: Vec<Duration>,
    is_quiet: bool,
}

/// Times `rounds` rounds.
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
    // Of a single contestant there is no other run after the last.
    if let [first, _, ..] = contestants {
        let is_quiet = is_quiet();
        let last = timed(0, first);
        timed_rounds[rounds].end(last, is_quiet);
    }
    // The first was to warm up.
    timed_rounds.split_off(1)
}

impl Round {
    /// The first contestant has run once more, and that is how it was then.
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

/// The quartiles of values, the median in the middle.
pub fn quartiles(mut values: Vec<f64>) -> [f64; 3] {
    values.sort_by(f64::total_cmp);
    [1, 2, 3].map(|quarter| values[(values.len() - 1) * quarter / 4])
}
