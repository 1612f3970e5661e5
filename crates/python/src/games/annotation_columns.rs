//! Columns that grow row by row: texts, and what stands behind the moves, clocks, evaluations and
//! glyphs.

use std::sync::Arc;

use arrow_array::{ArrayRef, Int32Array, Int64Array, ListArray, StringArray};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_schema::{DataType, Field, FieldRef};
use zobrist_shakmaty::pgn::{Evaluation, MoveAnnotations};

/// The columns that are asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct AskedColumns {
    pub(super) clock: bool,
    pub(super) eval: bool,
    pub(super) mate: bool,
    pub(super) emt: bool,
    pub(super) nag: bool,
}

impl AskedColumns {
    /// The columns in their order.
    pub(super) fn fields(self) -> Vec<Field> {
        let nag = DataType::List(nag_item());
        let all = [
            (self.clock, "clock", DataType::Int64),
            (self.eval, "eval", DataType::Int32),
            (self.mate, "mate", DataType::Int32),
            (self.emt, "emt", DataType::Int64),
            (self.nag, "nag", nag),
        ];
        let asked = all.into_iter().filter(|(is_asked, ..)| *is_asked);
        asked.map(|(_, name, data_type)| Field::new(name, data_type, true)).collect()
    }

    /// Creates empty columns with memory for `rows` rows; `None` if none is asked for.
    pub(super) fn columns(self, rows: usize) -> Option<AnnotationColumns> {
        let memory = |is_asked| if is_asked { rows } else { 0 };
        let mut nag_ends = Vec::with_capacity(memory(self.nag) + 1);
        nag_ends.push(0);
        (self != AskedColumns::default()).then(|| AnnotationColumns {
            asked: self,
            open: None,
            annotations: MoveAnnotations::default(),
            clocks: Vec::with_capacity(memory(self.clock)),
            evals: Vec::with_capacity(memory(self.eval)),
            mates: Vec::with_capacity(memory(self.mate)),
            emts: Vec::with_capacity(memory(self.emt)),
            nags: Vec::new(),
            nag_ends,
        })
    }
}

fn nag_item() -> FieldRef {
    Arc::new(Field::new("item", DataType::Int32, false))
}

/// The columns of some games. The row of the last position is open until the next one: what stands
/// behind its move is still to come.
#[derive(Debug)]
pub(super) struct AnnotationColumns {
    asked: AskedColumns,
    /// The ply of the open row.
    open: Option<usize>,
    /// The annotations behind the move of the open row.
    annotations: MoveAnnotations,
    clocks: Vec<Option<i64>>,
    evals: Vec<Option<i32>>,
    mates: Vec<Option<i32>>,
    emts: Vec<Option<i64>>,
    nags: Vec<i32>,
    /// The end of each row among the glyphs, after a first 0.
    nag_ends: Vec<i32>,
}

impl AnnotationColumns {
    /// Opens the row of a position.
    pub(super) fn open_row(&mut self, ply: usize) {
        self.open = Some(ply);
        self.annotations.clear();
    }

    /// Appends the open row, if there is one.
    pub(super) fn close_row(&mut self) {
        if self.open.take().is_none() {
            return;
        }
        let MoveAnnotations { clock, elapsed, evaluation, ref nags, .. } = self.annotations;
        if self.asked.clock {
            self.clocks.push(clock);
        }
        if self.asked.eval {
            self.evals.push(match evaluation {
                Some(Evaluation::Centipawns(centipawns)) => Some(centipawns),
                _ => None,
            });
        }
        if self.asked.mate {
            self.mates.push(match evaluation {
                Some(Evaluation::Mate(moves)) => Some(moves),
                _ => None,
            });
        }
        if self.asked.emt {
            self.emts.push(elapsed);
        }
        if self.asked.nag {
            self.nags.extend(nags.iter().map(|nag| i32::from(*nag)));
            self.nag_ends
                .push(i32::try_from(self.nags.len()).expect("a piece of games below 2 GiB"));
        }
    }

    /// Returns the annotations behind the move of the open row; `None` before the first move of a
    /// game.
    pub(super) fn annotations(&mut self) -> Option<&mut MoveAnnotations> {
        self.open.filter(|ply| *ply > 0).map(|_| &mut self.annotations)
    }

    /// Leaves the first rows, if there are more, and no open one.
    pub(super) fn truncate(&mut self, rows: usize) {
        self.open = None;
        self.clocks.truncate(rows);
        self.evals.truncate(rows);
        self.mates.truncate(rows);
        self.emts.truncate(rows);
        self.nag_ends.truncate(rows + 1);
        let end = self.nag_ends.last().map_or(0, |end| *end as usize);
        self.nags.truncate(end);
    }

    /// The columns that are asked for, in their order.
    pub(super) fn finish(self) -> Vec<ArrayRef> {
        let mut columns: Vec<ArrayRef> = Vec::new();
        if self.asked.clock {
            columns.push(Arc::new(Int64Array::from(self.clocks)));
        }
        if self.asked.eval {
            columns.push(Arc::new(Int32Array::from(self.evals)));
        }
        if self.asked.mate {
            columns.push(Arc::new(Int32Array::from(self.mates)));
        }
        if self.asked.emt {
            columns.push(Arc::new(Int64Array::from(self.emts)));
        }
        if self.asked.nag {
            let has_some: Vec<bool> =
                self.nag_ends.windows(2).map(|ends| ends[0] < ends[1]).collect();
            let ends = OffsetBuffer::new(self.nag_ends.into());
            let nags: ArrayRef = Arc::new(Int32Array::from(self.nags));
            let lists =
                ListArray::try_new(nag_item(), ends, nags, Some(NullBuffer::from(has_some)));
            columns.push(Arc::new(lists.expect("ends that rise up to the number of glyphs")));
        }
        columns
    }
}

/// A column of text that grows row by row, and from whose end rows are taken back.
pub(super) struct TextColumn {
    text: Vec<u8>,
    /// The end of each row, after a first 0.
    ends: Vec<i32>,
}

impl TextColumn {
    /// Creates an empty column with memory for `rows` rows and `bytes` bytes of text.
    pub(super) fn new(rows: usize, bytes: usize) -> TextColumn {
        let mut ends = Vec::with_capacity(rows + 1);
        ends.push(0);
        TextColumn { text: Vec::with_capacity(bytes), ends }
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len() - 1
    }

    /// Appends a row.
    ///
    /// # Panics
    /// When the column would have 2 GiB of text. Pieces of games are far smaller.
    #[inline]
    pub(super) fn push(&mut self, row: &[u8]) {
        self.push_with(|text| text.extend_from_slice(row));
    }

    /// Appends what `write` appends as a row.
    ///
    /// # Panics
    /// As [`push`](TextColumn::push).
    #[inline]
    pub(super) fn push_with(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        write(&mut self.text);
        self.ends.push(i32::try_from(self.text.len()).expect("a piece of games below 2 GiB"));
    }

    /// Leaves the first rows, if there are more.
    pub(super) fn truncate(&mut self, rows: usize) {
        if rows < self.len() {
            self.ends.truncate(rows + 1);
            self.text.truncate(self.ends[rows] as usize);
        }
    }

    /// The column; rows may be null.
    ///
    /// # Panics
    /// When a row is not UTF-8.
    pub(super) fn finish(self, nulls: Option<NullBuffer>) -> StringArray {
        let ends = OffsetBuffer::new(self.ends.into());
        StringArray::try_new(ends, self.text.into(), nulls).expect("rows of text in UTF-8")
    }
}
