//! Saved recalls made one.

use std::error::Error;
use std::fmt::{self, Display};
use std::io::{self, BufReader, Read, Write};

use zobrist::Key;

use super::error::LoadError;
use super::file::{read, write};
use super::header::Header;
use super::stored::{Deviation, Name, Stored, Verification, deviation, is_within};
use super::values::Recall;

/// The outcome of a merge.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Merged {
    /// The number of entries of each recall.
    pub read: Vec<u64>,
    /// The number of entries written.
    pub kept: u64,
    /// The number of entries whose names were there already, with the same values within the
    /// tolerance.
    pub duplicates: u64,
    /// The number of entries whose names were there with other values. The first value is kept.
    pub differing: u64,
    /// The largest difference of two values of one name, in their unit, prefactors aside.
    pub largest: f64,
    /// The largest difference of two prefactors, as a fraction of the larger.
    pub largest_prefactor: f64,
}

/// Writes the entries of all saved recalls as one, whatever the form of their names and values: all
/// of the first in their order, then those of the second that are not in the first, and so on. A
/// [`Recall`] that loads the result and has no room for all keeps the last. Of several values of
/// one name the first is kept; they differ if one is farther from it than `tolerance`, in the unit
/// of the values or as a fraction of those above 1, or a prefactor by more than this fraction.
/// Nothing is written unless all could be read.
///
/// The entries that are kept are held in memory; the others are not.
///
/// ```
/// use zobrist_lattice::{Origin, Recall, merge_recalls};
///
/// let origin = Origin { potential: 1, lattice: 2, seed: 3 };
/// let saved = |entries: &[(u64, f64)]| {
///     let mut recall = Recall::with_entries(10);
///     entries.iter().for_each(|(name, barrier)| recall.insert(*name, *barrier));
///     let mut bytes = Vec::new();
///     recall.save(&mut bytes, origin).map(|()| bytes)
/// };
/// let (one, other) = (saved(&[(7, 0.65), (8, 0.56)])?, saved(&[(8, 0.57), (9, 0.6)])?);
/// let mut both = Vec::new();
/// let merged = merge_recalls([&one[..], &other[..]], 1e-6, &mut both)?;
/// assert_eq!((merged.kept, merged.differing), (3, 1));
/// assert_eq!(both, saved(&[(7, 0.65), (8, 0.56), (9, 0.6)])?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When one is not a recall or damaged, when their forms or origins differ from those of the first,
/// when there are 2³² entries or more or the system refuses memory for them, or when writing fails.
///
/// # Panics
/// When there is no recall.
pub fn merge_recalls<R: Read>(
    recalls: impl IntoIterator<Item = R>,
    tolerance: f64,
    writer: impl Write,
) -> Result<Merged, MergeError> {
    let mut recalls = recalls.into_iter().map(BufReader::new);
    let mut first = recalls.next().expect("there are recalls to merge");
    let header = Header::read(&mut first).map_err(|error| MergeError::Load { number: 0, error })?;
    let all = (first, recalls);
    // The types decide the memory that an entry takes.
    match (header.form.bits, header.form.numbers) {
        (..=64, Some(1)) => merge::<f64, u64, _>(header, all, tolerance, writer),
        (..=64, Some(2)) => merge::<[f64; 2], u64, _>(header, all, tolerance, writer),
        (..=64, _) => merge::<Box<[f64]>, u64, _>(header, all, tolerance, writer),
        (65..=128, Some(1)) => merge::<f64, u128, _>(header, all, tolerance, writer),
        (65..=128, Some(2)) => merge::<[f64; 2], u128, _>(header, all, tolerance, writer),
        (65..=128, _) => merge::<Box<[f64]>, u128, _>(header, all, tolerance, writer),
        (bits, _) => {
            let (expected, got) = ("128 at most".to_owned(), bits.to_string());
            let error = LoadError::Form { what: "bits of a hash", expected, got };
            Err(MergeError::Load { number: 0, error })
        }
    }
}

fn merge<V: Stored, K: Key, R: Read>(
    header: Header,
    (first, others): (R, impl Iterator<Item = R>),
    tolerance: f64,
    writer: impl Write,
) -> Result<Merged, MergeError> {
    let verification =
        if header.form.contents { Verification::Content } else { Verification::Hash };
    let mut merging = Merging {
        kept: Recall::<V, K>::with_entries_and_keys(usize::MAX).verify_by(verification),
        prefactors: header.form.prefactors,
        tolerance,
        merged: Merged::default(),
        refused: false,
    };
    merging.add(0, header, first)?;
    for (number, mut recall) in (1..).zip(others) {
        let of_recall = Header::read(&mut recall).and_then(|of_recall| {
            of_recall.check(header.form, header.origin)?;
            Ok(of_recall)
        });
        let of_recall = of_recall.map_err(|error| MergeError::Load { number, error })?;
        merging.add(number, of_recall, recall)?;
    }
    let Merging { kept, mut merged, .. } = merging;
    merged.kept = kept.len() as u64;
    let header = Header { entries: merged.kept, ..header };
    write(writer, header, kept.store.oldest_first()).map_err(MergeError::Write)?;
    Ok(merged)
}

/// A merge at work.
struct Merging<V, K> {
    kept: Recall<V, K>,
    prefactors: bool,
    tolerance: f64,
    merged: Merged,
    /// True once there was no room for an entry.
    refused: bool,
}

impl<V: Stored, K: Key> Merging<V, K> {
    fn add(&mut self, number: usize, header: Header, recall: impl Read) -> Result<(), MergeError> {
        let add =
            |hash, content: &[_], value| self.enter(Name { hash, content: Some(content) }, value);
        read(recall, header, add).map_err(|error| MergeError::Load { number, error })?;
        if self.refused {
            return Err(MergeError::TooMany { kept: self.kept.len() as u64 });
        }
        self.merged.read.push(header.entries);
        Ok(())
    }

    fn enter(&mut self, name: Name<'_, K>, value: V) {
        let Some(kept) = self.kept.peek(name) else {
            let before = self.kept.len();
            if !self.refused {
                self.kept.insert(name, value);
                self.refused = self.kept.len() == before;
            }
            return;
        };
        let Deviation { value, scaled, prefactor } = deviation(kept, &value, self.prefactors);
        if is_within(scaled, self.tolerance) && is_within(prefactor, self.tolerance) {
            self.merged.duplicates += 1;
        } else {
            self.merged.differing += 1;
        }
        self.merged.largest = self.merged.largest.max(value);
        self.merged.largest_prefactor = self.merged.largest_prefactor.max(prefactor);
    }
}

/// The error of recalls that cannot be merged.
#[derive(Debug)]
#[non_exhaustive]
pub enum MergeError {
    /// One cannot be read, or differs from the first in its form or origin.
    Load {
        /// Its number, from 0.
        number: usize,
        /// The error; `expected` is the value of the first recall.
        error: LoadError,
    },
    /// There are too many entries for a recall, or for the memory.
    TooMany {
        /// The number for which there is room.
        kept: u64,
    },
    /// Writing failed.
    Write(io::Error),
}

impl Display for MergeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MergeError::Load { number, .. } => {
                write!(f, "recall {} of those to merge cannot be used", number + 1)
            }
            MergeError::TooMany { kept } => write!(
                f,
                "expected entries that fit into memory, and fewer than 2^32, got more than {kept}; \
                 merge fewer recalls"
            ),
            MergeError::Write(_) => f.write_str("cannot write the merged recall"),
        }
    }
}

impl Error for MergeError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            MergeError::Load { error, .. } => Some(error),
            MergeError::TooMany { .. } => None,
            MergeError::Write(error) => Some(error),
        }
    }
}
