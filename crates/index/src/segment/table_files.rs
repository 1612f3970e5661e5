//! The files of a table that is sorted by key, written from slices of its rows.
//!
//! A slice holds the rows of some consecutive keys, and any thread may produce it. The bytes of the
//! files are as if one thread had written all rows in order: when its rows are there, a slice waits
//! for its turn, completes the row group that the slice before has begun, and leaves the rows after
//! its last whole group to the next slice. It encodes its groups while the next slice has its turn.
//! A slice that ends early may be parked, so that its thread can go on; whoever passes the turn on
//! to it takes it over.
//!
//! If each thread began a row group of its own, the bytes would depend on the number of threads,
//! two builds of the same games could not be compared, and most groups would be shorter than a
//! look-up over HTTP counts on. Slices are finer than files, so that a single file keeps all
//! threads at work.

use std::collections::BTreeMap;
use std::io;
use std::mem;
use std::ops::Range;
use std::sync::{Condvar, Mutex, MutexGuard};

use zobrist_chess::AnyScheme;

use crate::error::IndexError;
use crate::format::folder::Folder;
use crate::format::manifest::KeyedFile;
use crate::format::table::{Disk, EncodedGroup, Table, TableWriter, format_of};
use crate::format::{Parts, file_name};
use zobrist_tables::TableError;

/// Number of rows that go into their columns at once: few enough to stay in the L1 cache.
const ROWS_AT_ONCE: usize = 256;

/// Number of row groups that a slice holds before it waits for its turn.
const MAX_GROUPS: usize = 4;

/// Number of slices that may be parked: while one takes long, others go on.
const MAX_PARKED: usize = 2;

/// A slice of a table, as its files need it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SliceOf {
    /// The number of the file that it belongs to, from 0.
    pub(crate) file: usize,
    /// True if it is the last of that file.
    pub(crate) is_last: bool,
}

/// Where files are written, and by which scheme.
#[derive(Clone, Copy)]
pub(crate) struct Target<'a> {
    pub(crate) folder: &'a Folder,
    pub(crate) segment: u32,
    pub(crate) scheme: &'a AnyScheme,
    pub(crate) disk: &'a Disk,
}

/// The files of a table while they are written.
pub(crate) struct TableFiles<'a, T> {
    target: Target<'a>,
    parts: Parts,
    /// The number of files of all parts.
    files: usize,
    /// The files that are written.
    range: Range<usize>,
    turn: Mutex<Turn<T>>,
    passed: Condvar,
    output: Mutex<Output>,
}

/// The state that goes from slice to slice.
struct Turn<T> {
    /// The slice whose turn it is.
    slice: usize,
    /// The rows that do not yet fill a group.
    rest: T,
    /// The number of groups so far.
    groups: usize,
    /// Slices that have ended before their turn. Whoever passes the turn on to one takes it over.
    parked: BTreeMap<usize, (SliceOf, T)>,
    /// The first slice that has failed, if any: its rows will never come.
    failed: Option<usize>,
}

/// Groups that are encoded go to their files in order.
#[derive(Default)]
struct Output {
    next: usize,
    /// Groups that were encoded before earlier ones, each with the number of its file.
    waiting: BTreeMap<usize, (usize, EncodedGroup)>,
    open: Option<(String, TableWriter)>,
    done: Vec<KeyedFile>,
}

/// The rows of a row group: some of the slice's, or those that two slices have in common.
enum Group<T> {
    Own(Range<usize>),
    Shared(T),
}

impl<'a, T: Table> TableFiles<'a, T> {
    /// Creates `files` files for all parts. They are made when their first rows come.
    pub(crate) fn new(target: Target<'a>, parts: Parts, files: usize) -> TableFiles<'a, T> {
        TableFiles::some(target, parts, files, 0..files)
    }

    /// Creates the consecutive files `range` of the `files` files of all parts.
    pub(crate) fn some(
        target: Target<'a>,
        parts: Parts,
        files: usize,
        range: Range<usize>,
    ) -> TableFiles<'a, T> {
        let turn =
            Turn { slice: 0, rest: T::default(), groups: 0, parked: BTreeMap::new(), failed: None };
        let (turn, output) = (Mutex::new(turn), Mutex::default());
        TableFiles { target, parts, files, range, turn, passed: Condvar::new(), output }
    }

    /// Begins slice number `number`. Its rows are held in `columns`, which must have none. All
    /// slices before it must have been begun, and a thread must not wait for one slice while it has
    /// begun an earlier one.
    pub(crate) fn slice<'b>(
        &'b self,
        number: usize,
        of: SliceOf,
        columns: &'b mut T,
    ) -> Slice<'a, 'b, T> {
        Slice { files: self, number, of, columns, is_done: false }
    }

    /// Waits until it is the turn of a slice.
    fn turn_of(&self, slice: usize) -> Result<MutexGuard<'_, Turn<T>>, IndexError> {
        let turn = self.turn.lock().expect(UNPOISONED);
        // Slices before one that has failed go on: they may fail too, and the first error counts.
        let fails = |turn: &Turn<T>| turn.failed.is_some_and(|failed| failed < slice);
        let is_early = |turn: &mut Turn<T>| turn.slice < slice && !fails(turn);
        let turn = self.passed.wait_while(turn, is_early).expect(UNPOISONED);
        if turn.slice < slice {
            // Whatever has failed is reported, since it is of an earlier slice.
            let error = io::Error::other("the rows before could not be written");
            return Err(IndexError::io("write", self.target.folder.path(), error));
        }
        Ok(turn)
    }

    /// Encodes groups of the rows of a slice, and hands them over to its file.
    fn encode(
        &self,
        of: SliceOf,
        columns: &T,
        groups: Vec<(usize, Group<T>)>,
    ) -> Result<(), IndexError> {
        for (number, group) in groups {
            let encoded = match group {
                Group::Own(rows) => EncodedGroup::new(columns, rows),
                Group::Shared(columns) => EncodedGroup::new(&columns, 0..columns.len()),
            };
            let encoded =
                encoded.map_err(|error| TableError::parquet(self.target.folder.path(), error))?;
            self.put(number, of.file, encoded)?;
        }
        Ok(())
    }

    /// Hands over a group to its file.
    fn put(&self, number: usize, file: usize, group: EncodedGroup) -> Result<(), IndexError> {
        let mut output = self.output.lock().expect(UNPOISONED);
        output.waiting.insert(number, (file, group));
        loop {
            let next = output.next;
            let Some((file, group)) = output.waiting.remove(&next) else { return Ok(()) };
            output.next += 1;
            self.begin_file(&mut output, file)?;
            let (_, writer) = output.open.as_mut().expect("the file was begun");
            writer.append(group, Some(self.target.disk))?;
        }
    }

    /// Completes all files before this one, and begins it.
    fn begin_file(&self, output: &mut Output, file: usize) -> Result<(), IndexError> {
        while self.range.start + output.done.len() < file {
            self.end_file(output)?;
        }
        if output.open.is_none() {
            let Target { folder, segment, scheme, .. } = self.target;
            let first = self.parts.of_file(file, self.files).start;
            let name = file_name(T::NAME, segment, self.parts.prefix(first), None);
            let writer = TableWriter::create::<T>(folder.create(&name)?, &format_of(scheme))?;
            output.open = Some((name, writer));
        }
        Ok(())
    }

    /// Completes the file that is written, which may be one without rows.
    fn end_file(&self, output: &mut Output) -> Result<(), IndexError> {
        let number = self.range.start + output.done.len();
        self.begin_file(output, number)?;
        let (file, writer) = output.open.take().expect("the file was begun");
        let summary = writer.finish(self.target.disk)?;
        let Range { start, end } = self.parts.of_file(number, self.files);
        output.done.push(KeyedFile { file, parts: (start, end), summary });
        Ok(())
    }

    /// Completes the files. All slices must have been finished.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub(crate) fn finish(self) -> Result<Vec<KeyedFile>, IndexError> {
        let mut output = mem::take(&mut *self.output.lock().expect(UNPOISONED));
        debug_assert!(output.waiting.is_empty());
        while output.done.len() < self.range.len() {
            self.end_file(&mut output)?;
        }
        Ok(output.done)
    }
}

const UNPOISONED: &str = "no thread panics with the lock held";

/// The rows of some consecutive keys, on their way into files.
pub(crate) struct Slice<'a, 'b, T: Table> {
    files: &'b TableFiles<'a, T>,
    number: usize,
    of: SliceOf,
    columns: &'b mut T,
    is_done: bool,
}

impl<T: Table> Slice<'_, '_, T> {
    /// Writes rows in their order.
    ///
    /// # Errors
    /// When a row cannot be obtained, a file cannot be written, or an earlier slice has failed.
    pub(crate) fn write(
        &mut self,
        rows: impl Iterator<Item = Result<T::Row, IndexError>>,
    ) -> Result<(), IndexError> {
        let mut rows = rows.fuse();
        let mut some = Vec::with_capacity(ROWS_AT_ONCE);
        loop {
            for row in rows.by_ref().take(ROWS_AT_ONCE) {
                some.push(row?);
            }
            if some.is_empty() {
                return Ok(());
            }
            self.columns.extend(&some);
            some.clear();
            // Not before: while a slice encodes in its turn, the next one may have to wait.
            if self.columns.len() >= MAX_GROUPS * T::SPEC.group_rows {
                self.pass_on(false)?;
            }
        }
    }

    /// Ends the slice.
    ///
    /// # Errors
    /// When a file cannot be written, or an earlier slice has failed.
    pub(crate) fn finish(mut self) -> Result<(), IndexError> {
        let mut turn = self.files.turn.lock().expect(UNPOISONED);
        let is_early = turn.slice < self.number && turn.failed.is_none();
        if is_early && turn.parked.len() < MAX_PARKED {
            turn.parked.insert(self.number, (self.of, mem::take(self.columns)));
            self.is_done = true;
            return Ok(());
        }
        drop(turn);
        self.pass_on(true)
    }

    /// Writes the groups that are full. With `is_end`, the turn goes to the next slice, and on from
    /// those that are parked.
    fn pass_on(&mut self, is_end: bool) -> Result<(), IndexError> {
        let mut turn = self.files.turn_of(self.number)?;
        let groups = turn.cut(self.of, self.columns, is_end);
        let mut parked = Vec::new();
        if is_end {
            turn.slice += 1;
            self.is_done = true;
            while let Some((of, columns)) = turn.take_parked() {
                let groups = turn.cut(of, &columns, true);
                turn.slice += 1;
                parked.push((of, columns, groups));
            }
            self.files.passed.notify_all();
        }
        drop(turn);
        self.files.encode(self.of, self.columns, groups)?;
        self.columns.clear();
        for (of, columns, groups) in parked {
            self.files.encode(of, &columns, groups)?;
        }
        Ok(())
    }
}

impl<T: Table> Turn<T> {
    /// The slice whose turn it is, if it is parked.
    fn take_parked(&mut self) -> Option<(SliceOf, T)> {
        self.parked.remove(&self.slice)
    }

    /// Cuts the rows of a slice into groups, each with its number. Rows that do not fill one are
    /// kept for the next slice, unless the file ends.
    fn cut(&mut self, of: SliceOf, columns: &T, is_end: bool) -> Vec<(usize, Group<T>)> {
        let full = T::SPEC.group_rows;
        let len = columns.len();
        let mut groups = Vec::new();
        let mut start = 0;
        if self.rest.len() > 0 && self.rest.len() + len >= full {
            start = full - self.rest.len();
            self.rest.append_range(columns, 0..start);
            groups.push(Group::Shared(mem::take(&mut self.rest)));
        }
        while len - start >= full {
            groups.push(Group::Own(start..start + full));
            start += full;
        }
        if start < len {
            self.rest.append_range(columns, start..len);
        }
        if is_end && of.is_last && self.rest.len() > 0 {
            groups.push(Group::Shared(mem::take(&mut self.rest)));
        }
        let first = self.groups;
        self.groups += groups.len();
        (first..).zip(groups).collect()
    }
}

/// A slice that ends before its rows are there leaves nothing to wait for.
impl<T: Table> Drop for Slice<'_, '_, T> {
    fn drop(&mut self) {
        if !self.is_done {
            self.columns.clear();
            // Also while a panic unwinds, when the lock may be poisoned.
            let turn = self.files.turn.lock();
            let mut turn = turn.unwrap_or_else(|poisoned| poisoned.into_inner());
            turn.failed = Some(turn.failed.map_or(self.number, |other| other.min(self.number)));
            drop(turn);
            self.files.passed.notify_all();
        }
    }
}

#[cfg(test)]
mod tests;
