//! The dump of a run: the atoms at each row.

use std::io::Write;

use anyhow::{Context, Result};
use zobrist_console::message::say;
use zobrist_simulation::atoms::Moment;
use zobrist_simulation::{Cell, DumpFile, DumpFrames, Row, Run};

use super::earlier;
use super::files::{Files, OwnFile};
use super::rows::Rows;

/// A dump that is open, if the run has one.
pub(super) struct Dump(Option<DumpFile>);

impl Dump {
    /// Begins the dump of a run with the frame of its first row, if there is to be one. `keep`
    /// writes the checkpoint of the start, when the frame is complete but not yet in its place:
    /// wherever the process ends, no checkpoint of an earlier run is beside the new dump. If the
    /// old dump is beside the new checkpoint, [`resume`](Dump::resume) replaces it.
    ///
    /// # Errors
    /// When the frame cannot be written, or `keep` fails.
    pub(super) fn begin(
        frames: Option<DumpFrames>,
        files: &Files,
        run: &Run,
        first: &Row,
        keep: impl FnOnce() -> Result<()>,
    ) -> Result<Dump> {
        let Some((file, frames)) = files.dump.as_ref().zip(frames) else {
            keep()?;
            return Ok(Dump(None));
        };
        let moment = moment(run, energy(run, first));
        let mut output = file.begin()?;
        frames.write(run.engine(), moment, &mut output)?;
        output.flush()?;
        keep()?;
        file.complete(output)?;
        Ok(Dump(Some(DumpFile::open(file.path(), frames)?)))
    }

    /// Goes on with the dump of a run that resumes, whose `rows` have been read.
    ///
    /// # Errors
    /// When what is there cannot be read or continued.
    pub(super) fn resume(
        frames: Option<DumpFrames>,
        files: &Files,
        run: &Run,
        rows: &Rows,
    ) -> Result<Dump> {
        let Some((file, frames)) = files.dump.as_ref().zip(frames) else { return Ok(Dump(None)) };
        let (step, time) = (run.steps(), run.engine().time());
        if step == 0 && time.unwrap_or(0.0) == 0.0 {
            // The file there may be the dump that the run was to replace. All frames are to come.
            let (engine, moment) = (run.engine(), moment(run, run.engine().energy()));
            file.write_by(|output| frames.write(engine, moment, output))?;
            return Ok(Dump(Some(DumpFile::open(file.path(), frames)?)));
        }
        let resumed = DumpFile::resume(file.path(), frames.clone(), step, time);
        let resumed = resumed.with_context(|| format!("cannot continue {}", file.display()))?;
        let Some((mut dump, kept)) = resumed else {
            say(&format!(
                "zobrist: expected the frames up to step {step} in {}, got no such file; the new \
                 frames begin after them\n",
                file.display()
            ));
            return Ok(Dump(Some(empty(file, frames)?)));
        };
        let mut got = kept.frames;
        let (expected, last) = rows_of(rows);
        // The last frame may be the one that a full disk did not take, after whose step the run was
        // stopped.
        let is_now = last.is_some_and(|last| last.step == step && last.time == time);
        let has_now = kept.last_step == Some(step) && kept.last_time == time;
        if is_now && !has_now {
            dump.append(run.engine(), moment(run, run.engine().energy()))?;
            got += 1;
        }
        if got < expected {
            say(&format!(
                "zobrist: expected {expected} frames up to step {step} in {}, one for each row, got \
                 {got}; the others are missing\n",
                file.display()
            ));
        }
        Ok(Dump(Some(dump)))
    }

    /// Appends the frame of a row.
    ///
    /// # Errors
    /// When it cannot be written; those before it are as they were.
    pub(super) fn append(&mut self, run: &Run, row: &Row) -> Result<()> {
        let Some(dump) = &mut self.0 else { return Ok(()) };
        let moment = moment(run, energy(run, row));
        Ok(dump.append(run.engine(), moment)?)
    }

    /// Returns when all frames are on the disk.
    pub(super) fn sync(&mut self) -> Result<()> {
        Ok(self.0.as_mut().map_or(Ok(()), DumpFile::sync)?)
    }
}

/// A dump without frames.
fn empty(file: &OwnFile, frames: DumpFrames) -> Result<DumpFile> {
    file.write(b"")?;
    Ok(DumpFile::open(file.path(), frames)?)
}

/// The moment of the present state.
fn moment(run: &Run, energy: Option<f64>) -> Moment {
    Moment::new(run.steps(), run.time(), energy)
}

/// The energy in a row.
fn energy(run: &Run, row: &Row) -> Option<f64> {
    let column = run.columns().iter().position(|column| column.name == "energy")?;
    match row.cells[column] {
        Cell::Real(energy) => Some(energy),
        _ => None,
    }
}

/// The number of rows, and the moment of the last.
fn rows_of(rows: &Rows) -> (u64, Option<earlier::Moment>) {
    let lines = rows.csv.split_inclusive(|byte| *byte == b'\n').skip(1);
    let mut all = (0, None);
    for line in lines {
        all = (all.0 + 1, earlier::moment(line));
    }
    all
}
