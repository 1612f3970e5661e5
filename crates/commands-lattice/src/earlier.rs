//! The rows of a run that resumes.

use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use zobrist_console::message::say;
use zobrist_console::rows::Format;
use zobrist_input::whole;
use zobrist_simulation::{Column, ColumnValues, Run};
use zobrist_storage::open_regular;

use super::files::{Files, LatticeLimit};
use super::rows::{CLUSTER_COLUMNS, Rows};

/// A row's step and its time in s.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Moment {
    pub(super) step: u64,
    /// `None` if the method has no time.
    pub(super) time: Option<f64>,
}

/// The rows of a file up to a moment.
struct Kept {
    /// With the header.
    text: Vec<u8>,
    last: Option<Moment>,
    /// The steps between the last two.
    between: u64,
}

impl Files {
    /// Reads the observables of a run that resumes: those up to its step and time, which the new
    /// ones follow. A checkpoint that was written when they could not be written serves without
    /// them.
    ///
    /// # Errors
    /// When a file cannot be read, or is not that of such a run.
    pub(super) fn read_rows(&self, rows: &mut Rows, run: &Run, limit: LatticeLimit) -> Result<()> {
        let now = Moment { step: run.steps(), time: run.engine().time() };
        let header = rows.header();
        let values: Vec<ColumnValues> = run.columns().iter().map(Column::values).collect();
        match read(self.csv.path(), &header, &values, now, limit)? {
            None => say(&format!(
                "zobrist: expected the rows up to step {} in {}, got no such file; the new rows \
                 begin after them\n",
                now.step,
                self.csv.display()
            )),
            Some(kept) => {
                self.report_missing(&kept, now, run);
                rows.csv = kept.text;
            }
        }
        if let (Some(file), Some(clusters)) = (&self.clusters, &mut rows.clusters) {
            let header = Format::Csv.header(CLUSTER_COLUMNS);
            match read(file.path(), &header, &CLUSTER_VALUES, now, limit)? {
                None => say(&format!(
                    "zobrist: expected the clusters up to step {} in {}, got no such file; the new \
                     ones begin after them\n",
                    now.step,
                    file.display()
                )),
                Some(kept) => *clusters = kept.text,
            }
        }
        Ok(())
    }

    /// Checks that a run without a checkpoint has not gone beyond its start, so that it can begin.
    ///
    /// # Errors
    /// When there are rows of later steps, or they cannot be read.
    pub(super) fn check_not_begun(&self, limit: LatticeLimit) -> Result<()> {
        let rows = self.csv.display();
        let text = match open_regular(self.csv.path())
            .and_then(|file| whole::text(file, limit.of_output()))
        {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            text => text.with_context(|| format!("cannot read {rows}"))?,
        };
        let steps = text.lines().filter_map(|row| moment(row.as_bytes())).map(|moment| moment.step);
        match steps.max() {
            Some(step @ 1..) => bail!(
                "cannot resume: expected the checkpoint {} beside the rows up to step {step} in {rows}, \
                 got no such file; give --force to begin anew",
                self.checkpoint.display()
            ),
            _ => Ok(()),
        }
    }

    /// Says if rows are missing at the end: due, if the run began with the same configuration.
    fn report_missing(&self, kept: &Kept, now: Moment, run: &Run) {
        let (path, step) = (self.csv.display(), now.step);
        let Some(last) = kept.last else {
            say(&format!(
                "zobrist: expected rows up to step {step} in {path}, got none; the new rows begin \
                 after them\n"
            ));
            return;
        };
        match run.last_due() {
            (Some(due), _) => {
                // Rows are evenly spread, give or take a step. Their distance comes from the file,
                // since the configuration may have changed.
                let is_missing = match kept.between {
                    0 => last.step < due && due == step,
                    between => {
                        step - last.step > between + 1
                            || last.step < due && due - last.step + 1 >= between
                    }
                };
                if is_missing {
                    say(&format!(
                        "zobrist: expected rows up to step {step} in {path}, got them up to {}; \
                         those between are missing\n",
                        last.step
                    ));
                }
            }
            // By decades, the first row is after the first step, whose time is not known here.
            (None, Some(due)) if last.step > 0 && last.time.is_some_and(|time| time < due) => {
                say(&format!(
                    "zobrist: expected rows up to {due:e} s in {path}, got them up to {:e} s; those \
                     between are missing\n",
                    last.time.unwrap_or(0.0)
                ));
            }
            _ => {}
        }
    }
}

/// The values of the columns of the numbers of clusters by size.
const CLUSTER_VALUES: [ColumnValues; CLUSTER_COLUMNS.len()] =
    [ColumnValues::Counts, ColumnValues::Reals, ColumnValues::Counts, ColumnValues::Counts];

/// Reads the rows up to a moment; `None` if there is no file.
fn read(
    path: &Path,
    header: &[u8],
    values: &[ColumnValues],
    now: Moment,
    limit: LatticeLimit,
) -> Result<Option<Kept>> {
    let shown = path.display();
    let text = match open_regular(path).and_then(|file| whole::text(file, limit.of_output())) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        text => text.with_context(|| format!("cannot read {shown}"))?,
    };
    let Some(rows) = text.as_bytes().strip_prefix(header) else {
        let expected = String::from_utf8_lossy(header);
        let (expected, got) = (expected.trim_end(), text.lines().next().unwrap_or_default());
        if expected.strip_suffix(",residence") == Some(got) {
            bail!(
                "{shown}: expected the last column `residence`, the time in s by which a row after \
                 steps counts in means, got rows without it, which would not count; --force begins \
                 the run anew, and --out begins it under another name"
            );
        }
        bail!(
            "{shown}: expected the header {expected}, got {:?}; --force begins the run anew",
            short(got)
        );
    };
    let mut kept = Kept { text: header.to_vec(), last: None, between: 0 };
    // Several rows of one moment have the numbers of clusters of several sizes.
    let has_one_each = header.trim_ascii_end() != CLUSTER_COLUMNS.join(",").as_bytes();
    let mut before = Moment { step: 0, time: None };
    for (row, line) in rows.split_inclusive(|byte| *byte == b'\n').zip(2_u64..) {
        let is_whole = row.ends_with(b"\n");
        if is_whole {
            check_row(row, header, values).map_err(|reason| anyhow!("{shown}:{line}: {reason}"))?;
        }
        let moment = match moment(row) {
            Some(moment) => moment,
            // The last row may end within a number.
            None if !is_whole => Moment { step: now.step, time: None },
            None => bail!(
                "{shown}:{line}: expected rows that begin with a step and a time, got {:?}",
                short(String::from_utf8_lossy(row).trim_end())
            ),
        };
        if is_whole && moment.step < before.step {
            bail!(
                "{shown}:{line}: expected a step of {} or more, got {}",
                before.step,
                moment.step
            );
        }
        let is_again = moment.step == before.step
            && moment.time.zip(before.time).is_some_and(|(time, before)| time <= before);
        if is_whole && has_one_each && is_again {
            bail!(
                "{shown}:{line}: expected a row after that of step {}, got one again",
                moment.step
            );
        }
        before = moment;
        // A time after the clock of the simulation comes again: no step has been done since.
        let is_later = moment.step == now.step && moment.time > now.time && now.time.is_some();
        if moment.step > now.step || is_later {
            continue;
        }
        if !is_whole {
            say(&format!(
                "zobrist: expected rows that end with a line feed in {shown}, got {:?}; it is left \
                 out\n",
                short(&String::from_utf8_lossy(row))
            ));
            break;
        }
        kept.text.extend_from_slice(row);
        kept.between = moment.step - kept.last.map_or(0, |last| last.step).min(moment.step);
        kept.last = Some(moment);
    }
    Ok(Some(kept))
}

/// Checks that a row has a value of each column.
fn check_row(row: &[u8], header: &[u8], values: &[ColumnValues]) -> Result<(), String> {
    let (row, header) = (String::from_utf8_lossy(row), String::from_utf8_lossy(header));
    let [row, header] = [&row, &header].map(|line| line.trim_end_matches(['\n', '\r']));
    let fields: Vec<&str> = row.split(',').collect();
    if fields.len() != values.len() {
        let (expected, got) = (values.len(), fields.len());
        return Err(format!("expected {expected} columns, {header}, got {got}: {:?}", short(row)));
    }
    for ((field, values), name) in fields.iter().zip(values).zip(header.split(',')) {
        let number = field.parse().ok().filter(|number: &f64| number.is_finite());
        let (is_good, expected) = match values {
            // Without a jump to make, a state has none.
            ColumnValues::Reals if name == "residence" => {
                (field.is_empty() || number.is_some_and(|time| time > 0.0), "a number above 0")
            }
            ColumnValues::Counts => (field.parse::<u64>().is_ok(), "a whole number"),
            ColumnValues::Reals => (field.is_empty() || number.is_some(), "a number"),
            ColumnValues::Hashes => {
                let is_hash = field.len() == 16 && u64::from_str_radix(field, 16).is_ok();
                (is_hash, "16 hex digits")
            }
        };
        if !is_good {
            return Err(format!("column {name}: expected {expected}, got {:?}", short(field)));
        }
    }
    Ok(())
}

/// The beginning of a text, for a message.
fn short(text: &str) -> String {
    match text.char_indices().nth(160) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The step and the time with which a row begins.
pub(super) fn moment(row: &[u8]) -> Option<Moment> {
    let mut fields = str::from_utf8(row).ok()?.trim_end_matches(['\n', '\r']).split(',');
    let step = fields.next()?.parse().ok()?;
    let time = match fields.next()? {
        "" => None,
        time => Some(time.parse().ok()?),
    };
    Some(Moment { step, time })
}
