//! Runs that are served: their rows, read once, and their pictures.

use std::path::{Path, PathBuf};

use anyhow::{Context, Error, Result};
use indicatif::ProgressBar;
use serde::Serialize;
use zobrist_commands_input::rejections::Tally;
use zobrist_commands_input::terminal_listener::find_one;
use zobrist_console::ending::Ending;
use zobrist_input::{Content, plain_name, whole};
use zobrist_simulation::Column;

use super::pictures::{Addresses, Pictures};
use super::table::{Cell, Row, Table};

/// The runs of all files, numbered from 0.
#[derive(Debug)]
pub(crate) struct LatticeRuns(Vec<LatticeRun>);

#[derive(Debug)]
struct LatticeRun {
    /// The name of the file without its folder.
    file: String,
    table: Table,
    pictures: Pictures,
}

/// The answer to `GET /api/lattice`.
#[derive(Debug, Serialize)]
pub(crate) struct LatticeList<'a> {
    runs: Vec<RunRow<'a>>,
}

/// A run and its last row.
#[derive(Debug, Serialize)]
struct RunRow<'a> {
    run: usize,
    file: &'a str,
    step: &'a Cell,
    time: &'a Cell,
    hash: &'a Cell,
}

/// The answer to `GET /api/lattice/N`.
#[derive(Debug, Serialize)]
pub(crate) struct LatticeAnswer<'a> {
    run: usize,
    file: &'a str,
    columns: &'a [Column],
    rows: &'a [Row],
    /// The number of rows of the file.
    all_rows: usize,
    pictures: Addresses,
}

/// True if the name of a file is that of a CSV, plain or compressed.
pub(crate) fn is_csv(path: &Path) -> bool {
    path.to_str().is_some_and(|name| plain_name(name).to_ascii_lowercase().ends_with(".csv"))
}

impl LatticeRuns {
    /// Reads the CSV files of runs. A row that cannot be read is reported on standard error, and
    /// the ending says so.
    ///
    /// # Errors
    /// When a file is missing, or is not the CSV of a run.
    pub(crate) fn read(paths: &[PathBuf]) -> Result<(LatticeRuns, Ending)> {
        let mut tally = Tally::new("rows", ProgressBar::hidden());
        let runs: Result<Vec<LatticeRun>> =
            paths.iter().map(|path| LatticeRun::read(path, &mut tally)).collect();
        Ok((LatticeRuns(runs?), tally.finish_reading(false)))
    }

    /// The number of runs.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn list(&self) -> LatticeList<'_> {
        let rows = self.0.iter().enumerate().map(|(run, LatticeRun { file, table, .. })| {
            let last = table.rows.last().expect("a run has rows");
            let of = |name| {
                &last
                    [table.columns.iter().position(|column| column.name == name).expect("a column")]
            };
            RunRow { run, file, step: of("step"), time: of("time"), hash: of("hash") }
        });
        LatticeList { runs: rows.collect() }
    }

    /// The rows of a run.
    ///
    /// # Errors
    /// When there is no such run; the text says which there are.
    pub(crate) fn run(&self, number: usize) -> Result<LatticeAnswer<'_>, String> {
        let LatticeRun { file, table, pictures } = self.get(number)?;
        Ok(LatticeAnswer {
            run: number,
            file,
            columns: &table.columns,
            rows: &table.rows,
            all_rows: table.all,
            pictures: pictures.addresses(number),
        })
    }

    /// The bytes of a picture of a run named `before.svg` or `after.svg`. It is sent with the
    /// [policy](super::PICTURE_POLICY) of pictures.
    ///
    /// # Errors
    /// When there is none, or it cannot be read; the text says which.
    pub(crate) fn picture(&self, number: usize, name: &str) -> Result<Vec<u8>, String> {
        self.get(number)?.pictures.read(name)
    }

    fn get(&self, number: usize) -> Result<&LatticeRun, String> {
        let last = self.len().saturating_sub(1);
        self.0.get(number).ok_or_else(|| format!("expected a run from 0 to {last}, got {number}"))
    }
}

impl LatticeRun {
    fn read(path: &Path, tally: &mut Tally) -> Result<LatticeRun> {
        let input = find_one(path, Content::Text)?.open();
        let name = input.name.clone();
        let mut text = Vec::new();
        whole::fill(input.reader, whole::OWN, &mut text)
            .with_context(|| format!("cannot read {name}"))?;
        let table = Table::read(&text, &name, |rejection| tally.add(1, &[rejection]))
            .map_err(|reason| Error::msg(format!("{name}: {reason}")))?;
        tally.add(table.all as u64, &[]);
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(LatticeRun { file, table, pictures: Pictures::beside(path) })
    }
}
