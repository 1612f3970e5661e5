//! The means over the seeds: NAME.summary.csv and NAME.summary.svg.

use std::path::Path;

use anyhow::{Error, Result};
use zobrist_console::rows::{Format, Value};
use zobrist_simulation::{Column, Config, Ensemble, Mean};

use super::curves::{Drawing, curves};
use super::drawing::{file_name, is_logarithmic};
use super::files::OwnFile;

/// The files of the means.
pub(super) struct Means {
    csv: OwnFile,
    svg: OwnFile,
}

impl Means {
    /// The files beside those of the runs, which may replace earlier ones, or may not.
    pub(super) fn new(name: &Path, may_replace: bool) -> Means {
        let with = |ending: &str| OwnFile::of(name, ending, may_replace);
        Means { csv: with(".summary.csv"), svg: with(".summary.svg") }
    }

    /// The files, with what they hold.
    pub(super) fn all(&self) -> [(&'static str, &OwnFile); 2] {
        [("means over the seeds", &self.csv), ("curves of the means", &self.svg)]
    }

    /// Writes both, each even if the other cannot be written. `runs` has the numbers of the rows of
    /// each seed.
    pub(super) fn write(
        &self,
        config: &Config,
        columns: &[Column],
        runs: &[Vec<Vec<Option<f64>>>],
    ) -> Vec<Error> {
        let ensemble = Ensemble::of(config, columns, runs);
        let csv = self.csv.write(&csv(&ensemble));
        let svg = svg(&ensemble, config).and_then(|svg| self.svg.write(svg.as_bytes()));
        [csv, svg].into_iter().filter_map(Result::err).collect()
    }
}

/// The means as rows.
fn csv(ensemble: &Ensemble) -> Vec<u8> {
    let mut names = vec![ensemble.clock.name.clone(), "seeds".to_owned()];
    for column in &ensemble.columns {
        names.extend([column.name.clone(), format!("{}_error", column.name)]);
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut out = Format::Csv.header(&names);
    let real = |number: Option<f64>| number.map_or(Value::Null, Value::Real);
    for row in &ensemble.rows {
        let mut values = vec![Value::Real(row.moment), Value::Number(row.runs as u64)];
        for mean in &row.means {
            let Mean { mean, error, .. } = match mean {
                Some(mean) => *mean,
                None => {
                    values.extend([Value::Null, Value::Null]);
                    continue;
                }
            };
            values.extend([Value::Real(mean), real(error)]);
        }
        Format::Csv.append(&mut out, &names, &values);
    }
    out
}

/// The means as curves with error bars.
fn svg(ensemble: &Ensemble, config: &Config) -> Result<String> {
    let mut columns = vec![ensemble.clock.clone()];
    columns.extend(ensemble.columns.iter().cloned());
    let rows = |of: fn(&Mean) -> Option<f64>| -> Vec<Vec<Option<f64>>> {
        let row = |moment: f64, means: &[Option<Mean>]| {
            let means = means.iter().map(|mean| mean.as_ref().and_then(of));
            [Some(moment)].into_iter().chain(means).collect()
        };
        ensemble.rows.iter().map(|it| row(it.moment, &it.means)).collect()
    };
    let (means, errors) = (rows(|mean| Some(mean.mean)), rows(|mean| mean.error));
    let seeds = ensemble.rows.first().map_or(0, |row| row.runs);
    let seeds = zobrist_input::counted(seeds, "seed", "seeds");
    let weights = if ensemble.is_weighted { ", weighted by residence" } else { "" };
    curves(&Drawing {
        columns: &columns,
        rows: &means,
        errors: Some(&errors),
        clock: 0,
        is_logarithmic: is_logarithmic(config),
        title: &format!(
            "Means of {} over {seeds}, with standard errors{weights}",
            file_name(config)
        ),
    })
}
