//! Means over several runs of one simulation with different seeds.

use crate::columns::{Column, ColumnKind};
use crate::config::Config;
use crate::schedule::Schedule;

/// The numbers of a row, in the order of the columns of a run; `None` for what is no number.
type Numbers = Vec<Option<f64>>;

/// The means of the observables over runs that differ in their seeds, at the moments that all have
/// in common.
///
/// Where rows are due at times, these are the times of the rows, up to the last that all runs have
/// reached; the state of a run at such a time is that of its last row not after it. A row that a
/// run has at a time of its own, at its last step, makes no moment. Where rows are due after steps,
/// the moments are the steps at which each run has a row, and the time is one of the means. They
/// are weighted by the residence of the rows, so that they are means over time; a row without one
/// does not count.
///
/// Runs that have no row are left out.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Ensemble {
    /// The column of the moments: the time or the step.
    pub clock: Column,
    /// The columns of the means: those of the runs but for the clock, the step, hashes, weights,
    /// and the work of the recall.
    pub columns: Vec<Column>,
    /// True if each run counts by the residence of its row: where rows are due after steps that
    /// take time.
    pub is_weighted: bool,
    /// The means, in the order of their moments.
    pub rows: Vec<EnsembleRow>,
}

/// The means at one moment.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct EnsembleRow {
    /// The time in s, or the step.
    pub moment: f64,
    /// The number of runs.
    pub runs: usize,
    /// The means in the order of the columns; `None` for one that no run has a value for.
    pub means: Vec<Option<Mean>>,
}

/// A mean over the runs that have a value.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Mean {
    /// Their mean.
    pub mean: f64,
    /// Its standard error: without weights, the standard deviation of the sample, with n − 1 in its
    /// denominator, divided by √n. `None` for one value alone.
    pub error: Option<f64>,
}

impl Mean {
    /// Returns the mean of some values, each given after its weight; `None` if none of the weights
    /// is above 0 and finite. The error is that of a ratio of two sums, for values and weights that
    /// are drawn together (W. G. Cochran, Sampling Techniques, third edition, Wiley 1977, chapter
    /// 6): √(n / (n − 1) · Σ w² (x − mean)²) / Σ w. With equal weights it is that of
    /// [`of`](Mean::of).
    pub fn weighted(values: &[(f64, f64)]) -> Option<Mean> {
        let sound = || values.iter().filter(|(weight, _)| weight.is_finite() && *weight > 0.0);
        // The squares of small weights would be too small for a double.
        let most = sound().map(|(weight, _)| *weight).fold(0.0, f64::max);
        let (count, weights) =
            sound().fold((0.0, 0.0), |(n, sum), (w, _)| (n + 1.0, sum + w / most));
        if count == 0.0 {
            return None;
        }
        let mean = sound().map(|(weight, value)| weight / most * value).sum::<f64>() / weights;
        let squares: f64 =
            sound().map(|(weight, value)| (weight / most * (value - mean)).powi(2)).sum();
        let error = (count > 1.0).then(|| (squares * count / (count - 1.0)).sqrt() / weights);
        Some(Mean { mean, error })
    }

    /// Number of blocks of [`of_blocks`](Mean::of_blocks).
    pub const BLOCKS: usize = 10;

    /// Returns the mean of values that follow each other in one run, each given after its weight,
    /// with an error by blocks (M. P. Allen and D. J. Tildesley, Computer Simulation of Liquids,
    /// second edition, Oxford 2017, section 8.4): successive values depend on each other, means of
    /// long blocks hardly do. The values are divided, in their order, into
    /// [`BLOCKS`](Mean::BLOCKS) blocks whose numbers of values differ by at most one, and the error
    /// is that of [`weighted`](Mean::weighted) for the means of the blocks, each with the sum of
    /// the weights in it. There is no error for fewer than two values a block. Values whose weight
    /// is not above 0 and finite are left out. `None` if that leaves none.
    #[must_use]
    pub fn of_blocks(values: &[(f64, f64)]) -> Option<Mean> {
        let sound = |(weight, _): &&(f64, f64)| weight.is_finite() && *weight > 0.0;
        let values: Vec<(f64, f64)> = values.iter().filter(sound).copied().collect();
        let mean = Mean { error: None, ..Mean::weighted(&values)? };
        let (all, blocks) = (values.len(), Mean::BLOCKS);
        if all < 2 * blocks {
            return Some(mean);
        }
        let block = |number: usize| {
            let block = &values[number * all / blocks..(number + 1) * all / blocks];
            let weight = block.iter().map(|(weight, _)| weight).sum();
            Some((weight, Mean::weighted(block)?.mean))
        };
        let means: Vec<(f64, f64)> = (0..blocks).filter_map(block).collect();
        Some(Mean { error: Mean::weighted(&means)?.error, ..mean })
    }

    /// Returns the mean and its error as people write them: the error with two significant digits,
    /// the mean with as many places, as in `-1722.35 ± 0.12`. Without an error, or with one of 0,
    /// the mean has six significant digits.
    #[must_use]
    pub fn rounded(&self) -> String {
        let Some(error) = self.error else { return significant(self.mean, 6) };
        if error == 0.0 || !error.is_finite() {
            return format!("{} ± {error}", significant(self.mean, 6));
        }
        // As it is written, since rounding can add a digit: 0.0996 is 0.10.
        let error = format!("{error:.1e}");
        let (_, exponent) = error.split_once('e').expect("an exponent");
        let exponent: i32 = exponent.parse().expect("a whole number");
        let error: f64 = error.parse().expect("a number");
        if !(-6..=9).contains(&exponent) {
            let exponent = exponent.max(self.mean.abs().log10().floor() as i32);
            let unit = 10_f64.powi(exponent);
            let places = (f64::from(exponent) + 1.0 - error.log10().floor()).max(0.0) as usize;
            return format!(
                "({:.places$} ± {:.places$})e{exponent}",
                self.mean / unit,
                error / unit
            );
        }
        let places = (1 - exponent).max(0) as usize;
        let unit = 10_f64.powi((exponent - 1).max(0));
        let mean = if places > 0 { self.mean } else { (self.mean / unit).round() * unit };
        format!("{mean:.places$} ± {error:.places$}")
    }

    /// Returns the mean of some values; `None` if there are none.
    #[must_use]
    pub fn of(values: &[f64]) -> Option<Mean> {
        let count = values.len() as f64;
        if values.is_empty() {
            return None;
        }
        let mean = values.iter().sum::<f64>() / count;
        let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
        let error = (values.len() > 1).then(|| (squares / (count - 1.0) / count).sqrt());
        Some(Mean { mean, error })
    }
}

/// A number with some significant digits.
fn significant(number: f64, digits: i32) -> String {
    if number == 0.0 {
        return "0".to_owned();
    }
    let exponent = number.abs().log10().floor();
    if (-4.0..=9.0).contains(&exponent) {
        format!("{number:.*}", (f64::from(digits - 1) - exponent).max(0.0) as usize)
    } else {
        format!("{number:.*e}", digits as usize - 1)
    }
}

impl Ensemble {
    /// Computes the means over runs of a simulation, each given by its rows in their order. Costs a
    /// pass over all rows, and memory for the means.
    pub fn of(config: &Config, columns: &[Column], runs: &[Vec<Numbers>]) -> Ensemble {
        let schedule = Schedule::new(config);
        let name = if schedule.is_by_time() { "time" } else { "step" };
        let clock = columns.iter().position(|column| column.name == name).expect("a column");
        let averaged: Vec<usize> = (0..columns.len())
            .filter(|number| {
                let column = &columns[*number];
                let is_averaged = matches!(column.kind, ColumnKind::Clock | ColumnKind::Observable);
                *number != clock && column.name != "step" && is_averaged
            })
            .collect();
        let weight = columns.iter().position(|column| column.kind == ColumnKind::Weight);
        let runs: Vec<&[Numbers]> =
            runs.iter().map(Vec::as_slice).filter(|run| !run.is_empty()).collect();
        let moments = match schedule.is_by_time() {
            true => common_times(&schedule, clock, &runs),
            false => common_steps(clock, &runs),
        };
        // By run: its last row that is not after the moment.
        let mut places = vec![0; runs.len()];
        let row = |moment: f64| {
            for (place, run) in places.iter_mut().zip(&runs) {
                let at = |place: usize| run.get(place)?[clock];
                // A run may end, later, with the step of its last row.
                while at(*place) < Some(moment) && at(*place + 1).is_some_and(|at| at <= moment) {
                    *place += 1;
                }
            }
            let mean = |column: &usize| {
                let rows = places.iter().zip(&runs).map(|(place, run)| &run[*place]);
                match weight {
                    None => Mean::of(&rows.filter_map(|row| row[*column]).collect::<Vec<f64>>()),
                    Some(weight) => {
                        let weighted = rows.filter_map(|row| row[weight].zip(row[*column]));
                        Mean::weighted(&weighted.collect::<Vec<_>>())
                    }
                }
            };
            let means = averaged.iter().map(mean).collect();
            EnsembleRow { moment, runs: runs.len(), means }
        };
        Ensemble {
            clock: columns[clock].clone(),
            columns: averaged.iter().map(|number| columns[*number].clone()).collect(),
            is_weighted: weight.is_some(),
            rows: moments.into_iter().map(row).collect(),
        }
    }
}

/// The times of rows by the schedule, up to the last that all runs have reached.
fn common_times(schedule: &Schedule, clock: usize, runs: &[&[Numbers]]) -> Vec<f64> {
    let last = |run: &&[Numbers]| run.last().and_then(|row| row[clock]).unwrap_or(0.0);
    let reached = runs.iter().map(last).fold(f64::INFINITY, f64::min);
    let times = runs.iter().flat_map(|run| run.iter().filter_map(|row| row[clock]));
    // Most rows are at the same times in all runs.
    let mut times: Vec<f64> = times.filter(|time| *time <= reached).collect();
    times.sort_by(f64::total_cmp);
    times.dedup();
    times.retain(|time| schedule.has_time(*time));
    times
}

/// The steps at which each run has a row.
fn common_steps(clock: usize, runs: &[&[Numbers]]) -> Vec<f64> {
    let each_once = |run: &&[Numbers]| {
        let mut steps: Vec<f64> = run.iter().filter_map(|row| row[clock]).collect();
        steps.dedup();
        steps
    };
    let mut steps: Vec<f64> = runs.iter().flat_map(each_once).collect();
    steps.sort_by(f64::total_cmp);
    let of_all = |equal: &[f64]| (equal.len() >= runs.len()).then(|| equal[0]);
    steps.chunk_by(|a, b| a == b).filter_map(of_all).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Limits;

    fn config(output: &str) -> Config {
        let text = format!(
            "seed = 7\ntemperature = 773.0\nsteps = 100\nsamples = 4\n\
             lattice = {{ structure = \"bcc\", cells = [6, 6, 6] }}\nmodel = {{ kind = \"iron-copper\" }}\n\
             composition = {{ host = \"Fe\", fractions = {{ Fe = 0.95, Cu = 0.05 }}, vacancies = 1 }}\n{output}"
        );
        Config::of_text(&text, "x.toml", "".into(), Limits::default()).unwrap()
    }

    fn columns() -> Vec<Column> {
        let names = ["step", "time", "energy", "hits", "hash"];
        names.iter().map(|name| Column::of_name(name).unwrap()).collect()
    }

    fn row(step: f64, time: f64, energy: Option<f64>) -> Numbers {
        vec![Some(step), Some(time), energy, Some(9.0), None]
    }

    #[test]
    fn steps_that_all_runs_have() {
        let one = vec![row(0.0, 0.0, Some(1.0)), row(25.0, 2.0, Some(2.0)), row(50.0, 3.0, None)];
        let other =
            vec![row(0.0, 0.0, Some(4.0)), row(25.0, 4.0, Some(4.0)), row(31.0, 5.0, Some(5.0))];
        let ensemble = Ensemble::of(&config(""), &columns(), &[one, vec![], other]);
        assert_eq!(ensemble.clock.name, "step");
        let names: Vec<&str> = ensemble.columns.iter().map(|column| &column.name[..]).collect();
        assert_eq!(names, ["time", "energy"]);
        let moments: Vec<(f64, usize)> =
            ensemble.rows.iter().map(|row| (row.moment, row.runs)).collect();
        assert_eq!(moments, [(0.0, 2), (25.0, 2)]);
        // Of 2 and 4: the standard deviation is √2, the error √2 / √2.
        let mean = Some(Mean { mean: 3.0, error: Some(1.0) });
        assert_eq!(ensemble.rows[1].means, [mean, mean]);
    }

    #[test]
    fn times_by_the_schedule_up_to_the_last_that_all_have_reached() {
        let every = config("output = { every = { time = 1.0 } }");
        let times = |times: &[f64]| -> Vec<Numbers> {
            times.iter().map(|time| row(1.0, *time, Some(*time))).collect()
        };
        // The second has a row at 2.5 s from elsewhere, and ends at 3.25 s.
        let runs = [times(&[0.0, 1.0, 2.0, 3.0, 4.0]), times(&[0.0, 1.0, 2.5, 3.0, 3.25])];
        let ensemble = Ensemble::of(&every, &columns(), &runs);
        let energy = |row: &EnsembleRow| (row.moment, row.means[0].unwrap().mean);
        let rows: Vec<(f64, f64)> = ensemble.rows.iter().map(energy).collect();
        assert_eq!(rows, [(0.0, 0.0), (1.0, 1.0), (2.0, 1.5), (3.0, 3.0)]);
        assert_eq!(Ensemble::of(&every, &columns(), &[]).rows, []);
    }

    #[test]
    fn rows_after_steps_count_by_their_residence() {
        let names = ["step", "time", "energy", "residence"];
        let columns: Vec<Column> =
            names.iter().map(|name| Column::of_name(name).unwrap()).collect();
        let run = |energy: f64, residence: Option<f64>| {
            vec![vec![Some(0.0), Some(0.0), Some(energy), residence]]
        };
        let runs = [run(1.0, Some(3e-200)), run(5.0, Some(1e-200)), run(99.0, None)];
        let ensemble = Ensemble::of(&config(""), &columns, &runs);
        let names: Vec<&str> = ensemble.columns.iter().map(|column| &column.name[..]).collect();
        assert_eq!(names, ["time", "energy"]);
        let energy = ensemble.rows[0].means[1].unwrap();
        // (3 · 1 + 5) / 4; √(2 · (3² · 1² + 3²)) / 4.
        assert!((energy.mean - 2.0).abs() < 1e-14, "{energy:?}");
        assert!((energy.error.unwrap() - 6.0 / 4.0).abs() < 1e-14, "{energy:?}");
        let by_time = config("output = { every = { time = 1.0 } }");
        assert!(!crate::columns::columns(&by_time).contains(&columns[3]));
        assert!(crate::columns::columns(&config("")).ends_with(&columns[3..]));
    }

    /// The error against the spread of many means, each of a few values drawn with their weights.
    #[test]
    fn errors_of_weighted_means_are_their_spread() {
        let mut random = zobrist::source::Xoshiro256PlusPlus::new(3);
        let mut uniform = || (random.next_u64() >> 11) as f64 / 2f64.powi(53);
        // Of three kinds of states the frequent one is short: visits 0.8, 0.15, 0.05.
        let kinds = [(0.8, 0.02, 1.0), (0.15, 1.0, 0.2), (0.05, 3.0, -1.0)];
        let mut draw = || {
            let u = uniform();
            let (_, weight, value) = kinds[usize::from(u > 0.8) + usize::from(u > 0.95)];
            (weight * (0.5 + uniform()), value)
        };
        let all = 1000;
        let means: Vec<Mean> = (0..all)
            .map(|_| Mean::weighted(&(0..1000).map(|_| draw()).collect::<Vec<_>>()).unwrap())
            .collect();
        let exact = kinds.iter().map(|(p, weight, value)| p * weight * value).sum::<f64>()
            / kinds.iter().map(|(p, weight, _)| p * weight).sum::<f64>();
        let of = |number: fn(&Mean) -> f64| means.iter().map(number).sum::<f64>() / f64::from(all);
        let mean = of(|mean| mean.mean);
        let spread = (of(|mean| mean.mean * mean.mean) - mean * mean).sqrt();
        let error = of(|mean| mean.error.unwrap());
        assert!((error / spread - 1.0).abs() < 0.1, "{error} {spread}");
        assert!((mean - exact).abs() < 0.1 * spread, "{mean} {exact}");
    }

    /// A chain whose values depend on each other: the error of its mean is above that of as many
    /// independent values, and the one by blocks is the spread of the means of many chains.
    #[test]
    fn errors_by_blocks_are_the_spread_of_means() {
        let mut random = zobrist::source::Xoshiro256PlusPlus::new(5);
        let mut uniform = || (random.next_u64() >> 11) as f64 / 2f64.powi(53);
        let mut chain = || {
            let mut value = 0.0;
            let next = |_| {
                value = 0.9 * value + uniform() - 0.5;
                (1.0, value)
            };
            (0..2000).map(next).collect::<Vec<(f64, f64)>>()
        };
        let all = 300;
        let chains: Vec<Vec<(f64, f64)>> = (0..all).map(|_| chain()).collect();
        let means: Vec<Mean> = chains.iter().map(|it| Mean::of_blocks(it).unwrap()).collect();
        let mean_square = |of: &dyn Fn(&Mean) -> f64| {
            (means.iter().map(|mean| of(mean).powi(2)).sum::<f64>() / f64::from(all)).sqrt()
        };
        let spread = mean_square(&|mean| mean.mean);
        let error = mean_square(&|mean| mean.error.unwrap());
        assert!((error / spread - 1.0).abs() < 0.12, "{error} {spread}");
        // The control: as if all were independent.
        let single = Mean::weighted(&chains[0]).unwrap().error.unwrap();
        assert!(single < 0.5 * spread, "{single} {spread}");
        assert_eq!(Mean::of_blocks(&chains[0][..19]).unwrap().error, None);
        assert_eq!(Mean::of_blocks(&[(0.0, 1.0)]), None);
    }

    #[test]
    fn means_have_the_digits_that_their_errors_carry() {
        for (mean, error, expected) in [
            (-1_722.345_678, Some(0.123), "-1722.35 ± 0.12"),
            (0.012_345_678, Some(0.0996), "0.01 ± 0.10"),
            (12_345.678, Some(345.6), "12350 ± 350"),
            (12_345.678, Some(9.96), "12346 ± 10"),
            (3.0, Some(1.0), "3.0 ± 1.0"),
            (1.234_56e-12, Some(3.4e-15), "(1.2346 ± 0.0034)e-12"),
            (1.234_56e-12, Some(2.5e-8), "(0.0 ± 2.5)e-8"),
            (-1_722.345_678, Some(0.0), "-1722.35 ± 0"),
            (-1_722.345_678, None, "-1722.35"),
            (0.0, None, "0"),
            (0.012_345_678, None, "0.0123457"),
            (12_345_678.9, None, "12345679"),
            (1.5e-7, None, "1.50000e-7"),
        ] {
            assert_eq!(Mean { mean, error }.rounded(), expected);
        }
    }

    #[test]
    fn one_value_has_no_error() {
        assert_eq!(Mean::of(&[]), None);
        assert_eq!(Mean::of(&[7.0]), Some(Mean { mean: 7.0, error: None }));
        let mean = Mean::of(&[1.0, 2.0, 3.0, 4.0]).unwrap();
        assert_eq!(mean.mean, 2.5);
        assert!((mean.error.unwrap() - (5.0_f64 / 3.0 / 4.0).sqrt()).abs() < 1e-15);
        let equal = Mean::weighted(&[(7.0, 1.0), (7.0, 2.0), (7.0, 3.0), (7.0, 4.0)]).unwrap();
        assert_eq!(equal.mean, mean.mean);
        assert!((equal.error.unwrap() / mean.error.unwrap() - 1.0).abs() < 1e-14);
        for weight in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(Mean::weighted(&[(weight, 1.0)]), None);
        }
        assert_eq!(Mean::weighted(&[(3.0, 7.0)]), Some(Mean { mean: 7.0, error: None }));
    }
}
