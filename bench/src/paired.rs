//! Timing in turn, so that a machine that changes its speed changes it for all.

use std::time::{Duration, Instant};

/// One of those that are timed against each other.
pub struct Contestant<'a, T> {
    pub name: &'a str,
    pub run: Box<dyn FnMut() -> T + 'a>,
}

/// A contestant by name.
pub fn contestant<'a, T>(name: &'a str, run: impl FnMut() -> T + 'a) -> Contestant<'a, T> {
    Contestant { name, run: Box::new(run) }
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
    let mut times: Vec<Vec<Duration>> = vec![Vec::new(); contestants.len()];
    let timed = |index: usize, contestant: &mut Contestant<T>| {
        let start = Instant::now();
        let result = (contestant.run)();
        let time = start.elapsed();
        check(index, &result);
        time
    };
    for round in 0..=rounds {
        for (index, contestant) in contestants.iter_mut().enumerate() {
            let time = timed(index, contestant);
            if round > 0 {
                times[index].push(time);
            }
        }
    }
    if contestants.len() > 1 {
        let last = timed(0, &mut contestants[0]);
        let after = times[0][1..].to_vec();
        times[0].iter_mut().zip(after.into_iter().chain([last])).for_each(|(time, after)| {
            *time = (*time + after) / 2;
        });
    }
    for (index, contestant) in contestants.iter().enumerate() {
        let each = |time: &Duration| time.as_secs_f64() * 1e9 / operations as f64;
        let nanoseconds = quartiles(times[index].iter().map(each).collect());
        let ratios = times[0]
            .iter()
            .zip(&times[index])
            .map(|(first, this)| first.as_secs_f64() / this.as_secs_f64());
        let speed = quartiles(ratios.collect());
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
