//! Runs a command over the chunks of all files: rows are written in order, rejections counted.

use std::borrow::Cow;
use std::io;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;

use anyhow::Result;
use indicatif::ProgressBar;
use zobrist::{AnyKey, Feature};
use zobrist_chess::Sample;
use zobrist_commands_input::positions::reserve;
use zobrist_commands_input::rejections::Tally;
use zobrist_console::closing;
use zobrist_console::ending::Ending;
use zobrist_console::output::RowWriter;
use zobrist_console::rows::{Format, Value};
use zobrist_console::terminal::Sink;
use zobrist_game_text::{Chunk, Chunks, Rejection, in_order};
use zobrist_input::counted;
use zobrist_shakmaty::HashSet128;

/// The options that do not depend on the scheme.
pub(crate) struct Job {
    pub(crate) format: Format,
    /// Escaping of rows.
    pub(crate) sink: Sink,
    pub(crate) unique: bool,
    pub(crate) strict: bool,
    pub(crate) progress: ProgressBar,
    /// The file that the rows go to, unless that is standard output.
    pub(crate) place: Option<String>,
}

/// The rows of a chunk, and what was rejected from it.
#[derive(Default)]
pub(crate) struct Output {
    pub(crate) rows: Vec<u8>,
    /// With --unique, the 128-bit hash of each row's position, and the end of the row.
    pub(crate) positions: Vec<(u128, usize)>,
    /// Number of lines or games read.
    pub(crate) read: u64,
    /// Number of plies of games, for the progress.
    pub(crate) plies: u64,
    pub(crate) rejections: Vec<Rejection>,
    /// With --check, the lines with a wrong hash.
    pub(crate) faults: Vec<Fault>,
    /// With --check, the first lines of a file, right or wrong.
    pub(crate) samples: Vec<Sample>,
    /// With --check of slots, the first lines of a file, right or wrong.
    pub(crate) slots: Vec<SlotSample>,
    /// With --check, up to two different hashes that are right.
    pub(crate) right: Vec<u128>,
    /// With --check, which features of the causes no hash tells from others, in words.
    pub(crate) confusions: Vec<String>,
}

/// A line of hash and slots.
#[derive(Clone)]
pub(crate) struct SlotSample {
    /// The difference between its hash and the correct one; zero if it is right.
    pub(crate) error: AnyKey,
    /// The slots, ascending.
    pub(crate) slots: Vec<Feature>,
}

/// A line with a wrong hash.
pub(crate) struct Fault {
    pub(crate) cause: FaultCause,
    /// If the hash differs by the en passant square of its own position alone: for each rule of
    /// `check::en_passant`, true if the hash is right by it.
    pub(crate) right_by_rule: Option<[bool; 3]>,
    pub(crate) file: Arc<str>,
    /// From 1.
    pub(crate) line: u64,
}

/// Why a hash is wrong.
pub(crate) enum FaultCause {
    /// Few features explain it, in words.
    Features(String),
    /// None do, or none that the position can have, in words.
    Unexplained(Cow<'static, str>),
    /// It has the error of the line before.
    Carried,
}

impl Job {
    /// Appends a row.
    #[inline]
    pub(crate) fn append(&self, out: &mut Vec<u8>, columns: &[&str], values: &[Value]) {
        self.format.append_for(self.sink, out, columns, values);
    }

    /// Does `work` on all chunks and writes the rows in their order, after the header. `what` names
    /// the lines or games that are counted.
    pub(crate) fn run(
        &self,
        what: &'static str,
        threads: NonZeroUsize,
        header: &[u8],
        chunks: Chunks,
        writer: Box<dyn RowWriter>,
        work: &(dyn Fn(Chunk) -> Output + Sync),
    ) -> Result<Ending> {
        self.run_and_show(what, threads, header, chunks, writer, work, &mut |_| {})
    }

    /// Runs as [`run`](Job::run) does. Calls `see` with each output once its rows are written, and
    /// with `None` when all are.
    #[expect(clippy::too_many_arguments, reason = "they are those of a run")]
    pub(crate) fn run_and_show(
        &self,
        what: &'static str,
        threads: NonZeroUsize,
        header: &[u8],
        mut chunks: Chunks,
        mut writer: Box<dyn RowWriter>,
        work: &(dyn Fn(Chunk) -> Output + Sync),
        see: &mut (dyn FnMut(Option<&Output>) + Send),
    ) -> Result<Ending> {
        writer.write_rows(header)?;
        let mut seen = HashSet128::default();
        let mut tally = Tally::new(what, self.progress.clone());
        let mut faults = 0;
        let buffers = chunks.buffers();
        let broken = in_order(
            threads,
            || chunks.next(),
            |mut chunk| {
                let unread = std::mem::take(&mut chunk.rejections);
                let mut output = work(chunk);
                if output.rejections.is_empty() || !self.strict {
                    output.read += unread.len() as u64;
                    output.rejections.extend(unread);
                }
                output
            },
            |output: Output| {
                let written = self.write(&output, &mut seen, &mut *writer);
                if written.is_ok() {
                    see(Some(&output));
                }
                tally.add_plies(output.plies);
                tally.add(output.read, &output.rejections);
                faults += output.faults.len();
                buffers.give_back(output.rows);
                match written {
                    Err(error) => ControlFlow::Break(Some(error)),
                    Ok(()) if self.strict && tally.any_rejected() => ControlFlow::Break(None),
                    Ok(()) => ControlFlow::Continue(()),
                }
            },
        );
        let ending = |ending: Ending| ending.max(Ending::done_if(faults == 0));
        match broken.flatten() {
            Some(error) => ending(tally.ending()).when(Err(error)),
            None => {
                let stopped = self.strict && tally.any_rejected() || tally.any_changed();
                let counts = tally.counts();
                let ended = ending(tally.finish_reading(self.strict));
                see(None);
                self.end(ended, writer, stopped, &counts)
            }
        }
    }

    /// Completes the output, after which the closing line gives the `counts`.
    pub(crate) fn end(
        &self,
        ending: Ending,
        writer: Box<dyn RowWriter>,
        stopped: bool,
        counts: &[String],
    ) -> Result<Ending> {
        let finished = writer.finish(stopped);
        if finished.is_ok() {
            closing::made_or_printed(counts, self.place.clone().filter(|_| !stopped));
        }
        ending.when(finished)
    }

    /// Writes rows of which none was rejected, after the header.
    pub(crate) fn write_all(
        &self,
        header: &[u8],
        output: &Output,
        mut writer: Box<dyn RowWriter>,
    ) -> Result<Ending> {
        writer.write_rows(header)?;
        self.write(output, &mut HashSet128::default(), &mut *writer)?;
        let rows = counted(output.read, "position", "positions");
        self.end(Ending::Done, writer, false, &[rows])
    }

    /// Writes the rows, with --unique those of positions that have not been seen before.
    fn write(
        &self,
        output: &Output,
        seen: &mut HashSet128,
        writer: &mut dyn RowWriter,
    ) -> io::Result<()> {
        if !self.unique {
            return writer.write_rows(&output.rows);
        }
        let mut new = Vec::new();
        reserve(seen, output.positions.len())?;
        new.try_reserve_exact(output.rows.len())?;
        let mut start = 0;
        for (position, end) in &output.positions {
            if seen.insert(*position) {
                new.extend_from_slice(&output.rows[start..*end]);
            }
            start = *end;
        }
        writer.write_rows(&new)
    }
}
