//! Hashes of positions, one by one or by columns.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use arrow_array::{Array, ArrayRef};
use shakmaty::Chess;
use shakmaty::variant::{Variant, VariantPosition};
use zobrist::Key;
use zobrist_chess::{AnyScheme, Scheme, with_any_scheme};
use zobrist_shakmaty::parallel::on_threads;
use zobrist_shakmaty::{
    HashablePosition, ReadPositionError, Strictness, hash as hash_of, read_position_with,
    read_variant_position_with,
};

use crate::board::BoardState;
use crate::column::{Column, texts};
use crate::error::{Class, Failure};
use crate::position::RawPosition;
use crate::rules::Rules;
use crate::work::Counters;

/// The rows that a thread takes at once.
const PIECE: usize = 1 << 12;

/// The hashes of a column, and which rows have one.
#[derive(Debug)]
pub(crate) struct Hashes {
    pub(crate) words: Words,
    /// False for rows without a hash; empty if all have one.
    pub(crate) valid: Vec<bool>,
}

/// Hashes by their width.
#[derive(Debug)]
pub(crate) enum Words {
    W32(Vec<u32>),
    W64(Vec<u64>),
    /// High and low half by turns.
    W128(Vec<u64>),
}

/// Options for hashing a column.
#[derive(Clone, Debug)]
pub(crate) struct Hashing {
    pub(crate) scheme: AnyScheme,
    pub(crate) rules: Rules,
    /// True if a row that cannot be hashed has none; false if it is an error.
    pub(crate) nulls: bool,
    pub(crate) threads: NonZeroUsize,
}

impl Hashing {
    /// Hashes one position.
    pub(crate) fn one(&self, position: &RawPosition) -> Result<u128, Failure> {
        with_any_scheme!(&self.scheme, scheme => self.hash_raw(&scheme, position))
    }

    /// Hashes a column; `counters` get the rows that are done.
    ///
    /// # Errors
    /// The error of the first row that cannot be hashed, unless it is to have none.
    pub(crate) fn column(&self, column: &Column, counters: &Counters) -> Result<Hashes, Failure> {
        match self.scheme.bits() {
            ..=32 => {
                let (words, valid) = self.words(column, counters, |word| word as u32)?;
                Ok(Hashes { words: Words::W32(words), valid })
            }
            33..=64 => {
                let (words, valid) = self.words(column, counters, |word| word as u64)?;
                Ok(Hashes { words: Words::W64(words), valid })
            }
            _ => {
                let halves = |word: u128| [(word >> 64) as u64, word as u64];
                let (words, valid) = self.words(column, counters, halves)?;
                Ok(Hashes { words: Words::W128(words.into_flattened()), valid })
            }
        }
    }

    fn words<W: Copy + Default + Send>(
        &self,
        column: &Column,
        counters: &Counters,
        of: impl Fn(u128) -> W + Copy + Sync,
    ) -> Result<(Vec<W>, Vec<bool>), Failure> {
        let mut words = vec![W::default(); column.len()];
        let mut valid = if self.nulls { vec![true; column.len()] } else { Vec::new() };
        let pieces = pieces(column);
        let threads = self.threads.get().min(pieces.len());
        let mut outputs = words.chunks_mut(PIECE);
        let mut flags = valid.chunks_mut(PIECE);
        // A chunk of Arrow may end within a piece of the output, so pieces are cut by both.
        let mut jobs = Vec::with_capacity(pieces.len());
        let (mut output, mut flag): (&mut [W], &mut [bool]) = (&mut [], &mut []);
        for piece in pieces {
            if output.is_empty() {
                output = outputs.next().unwrap_or_default();
                flag = flags.next().unwrap_or_default();
            }
            let length = piece.rows.len();
            let (words, rest) = output.split_at_mut(length);
            let (valid, others) = flag.split_at_mut(length.min(flag.len()));
            (output, flag) = (rest, others);
            jobs.push(Job { piece, words, valid });
        }
        let first = AtomicUsize::new(usize::MAX);
        let fault: Mutex<Option<(usize, Failure)>> = Mutex::default();
        let jobs = Mutex::new(jobs.into_iter());
        on_threads(threads, || {
            loop {
                let job = jobs.lock().expect("no panic with the lock held").next();
                let Some(mut job) = job else { return };
                if counters.is_stopped() || first.load(Ordering::Relaxed) < job.piece.start {
                    return;
                }
                let start = job.piece.start;
                let rows = job.piece.rows.len() as u64;
                let done = with_any_scheme!(&self.scheme, scheme => {
                    job.run(self, &scheme, of)
                });
                counters.done.fetch_add(rows, Ordering::Relaxed);
                if let Err((row, failure)) = done {
                    let row = start + row;
                    let mut fault = fault.lock().expect("no panic with the lock held");
                    if fault.as_ref().is_none_or(|(before, _)| row < *before) {
                        first.fetch_min(row, Ordering::Relaxed);
                        *fault = Some((row, failure.in_row(row)));
                    }
                }
            }
        });
        match fault.into_inner().expect("no panic with the lock held") {
            Some((_, failure)) => Err(failure),
            None => Ok((words, valid)),
        }
    }

    fn hash_raw<S: Scheme>(&self, scheme: &S, position: &RawPosition) -> Result<u128, Failure> {
        match position {
            RawPosition::Text(text) => self.hash_text(scheme, text.as_bytes()),
            RawPosition::Board(board) => self.hash_board(scheme, board),
            RawPosition::Wrong(failure) => Err(failure.clone()),
        }
    }

    #[inline]
    fn hash_text<S: Scheme>(&self, scheme: &S, line: &[u8]) -> Result<u128, Failure> {
        let Rules { variant, mode, .. } = self.rules;
        let strict = Strictness::Strict;
        let hash = match variant {
            Variant::Chess => {
                read_position_with::<Chess>(line, mode, strict).map(|p| word(scheme, &p))
            }
            _ => read_variant_position_with(line, variant, mode, strict).map(|p| word(scheme, &p)),
        };
        hash.map_err(|error| unreadable(line, &error))
    }

    fn hash_board<S: Scheme>(&self, scheme: &S, board: &BoardState) -> Result<u128, Failure> {
        let position: VariantPosition = board.position(self.rules)?;
        Ok(word(scheme, &position))
    }
}

#[inline]
fn word<S: Scheme, P: HashablePosition>(scheme: &S, position: &P) -> u128 {
    hash_of(scheme, position).to_word()
}

#[cold]
fn unreadable(line: &[u8], error: &ReadPositionError) -> Failure {
    const SHOWN: usize = 100;
    let text = String::from_utf8_lossy(line);
    let text = match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into_owned(),
    };
    Failure::new(Class::Position, format!("cannot read the position {text:?}: {error}"))
}

/// Rows of a column that one thread hashes.
struct Piece<'a> {
    /// The number of the first row.
    start: usize,
    rows: Positions<'a>,
}

enum Positions<'a> {
    Arrow(ArrayRef),
    Objects(&'a [Option<RawPosition>]),
}

impl Positions<'_> {
    fn len(&self) -> usize {
        match self {
            Positions::Arrow(chunk) => chunk.len(),
            Positions::Objects(rows) => rows.len(),
        }
    }
}

/// A column in pieces, none of which has rows on both sides of a multiple of [`PIECE`].
fn pieces(column: &Column) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut start = 0;
    match column {
        Column::Arrow(chunks) => {
            for chunk in chunks {
                let mut at = 0;
                while at < chunk.len() {
                    let length = (PIECE - start % PIECE).min(chunk.len() - at);
                    pieces.push(Piece { start, rows: Positions::Arrow(chunk.slice(at, length)) });
                    (at, start) = (at + length, start + length);
                }
            }
        }
        Column::Objects(rows) => {
            for rows in rows.chunks(PIECE) {
                pieces.push(Piece { start, rows: Positions::Objects(rows) });
                start += rows.len();
            }
        }
    }
    pieces
}

/// A piece, and where its hashes go.
struct Job<'a, W> {
    piece: Piece<'a>,
    words: &'a mut [W],
    /// Empty if every row must have a hash.
    valid: &'a mut [bool],
}

impl<W: Copy> Job<'_, W> {
    /// # Errors
    /// The first row, within the piece, that cannot be hashed, unless it is to have no hash.
    fn run<S: Scheme>(
        &mut self,
        hashing: &Hashing,
        scheme: &S,
        of: impl Fn(u128) -> W,
    ) -> Result<(), (usize, Failure)> {
        let Job { piece, words, valid } = self;
        let mut put = |row: usize, hash: Result<u128, Failure>| {
            match hash {
                Ok(hash) => words[row] = of(hash),
                Err(_) if !valid.is_empty() => valid[row] = false,
                Err(failure) => return Err((row, failure)),
            }
            Ok(())
        };
        match &piece.rows {
            Positions::Arrow(chunk) => {
                for (row, text) in texts(chunk).into_iter().enumerate() {
                    let hash = match text {
                        Some(text) => hashing.hash_text(scheme, text.as_bytes()),
                        None => Err(missing()),
                    };
                    put(row, hash)?;
                }
            }
            Positions::Objects(rows) => {
                for (row, position) in rows.iter().enumerate() {
                    let hash = match position {
                        Some(position) => hashing.hash_raw(scheme, position),
                        None => Err(missing()),
                    };
                    put(row, hash)?;
                }
            }
        }
        Ok(())
    }
}

#[cold]
fn missing() -> Failure {
    Failure::new(Class::Position, "expected a position, got None; errors=\"null\" gives it no key")
}
