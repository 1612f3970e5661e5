//! Rows of games with columns of what stands behind the moves.

use zobrist::Key;
use zobrist_chess::Scheme;
use zobrist_console::rows::Value;
use zobrist_shakmaty::pgn::{Evaluation, MoveAnnotations};

use super::annotation_columns::AnnotationColumn;
use super::packed_row::PackedRow;
use super::row_form::RowForm;

/// Form of the rows, with the columns asked for between `fen` and `file`.
#[derive(Clone, Debug)]
pub(crate) struct AnnotatedForm {
    form: RowForm,
    columns: Vec<AnnotationColumn>,
    /// The names of all columns of a row.
    names: Vec<&'static str>,
}

impl AnnotatedForm {
    pub(crate) fn new(form: RowForm, columns: &[AnnotationColumn]) -> AnnotatedForm {
        let mut names = vec!["hash", "game", "ply", "fen"];
        names.extend(columns.iter().map(|column| column.name()));
        if form.file {
            names.push("file");
        }
        AnnotatedForm { form, columns: columns.to_vec(), names }
    }

    /// The line before the rows, if there is one.
    pub(crate) fn header(&self) -> Vec<u8> {
        self.form.format.map(|format| format.header(&self.names)).unwrap_or_default()
    }
}

/// The row of the last position of a game. It is open until the next position: what stands behind
/// its move is still to come.
#[derive(Debug)]
pub(crate) struct OpenRow<'a> {
    form: &'a AnnotatedForm,
    row: Option<Row>,
    annotations: MoveAnnotations,
    /// The annotations that were left out of the columns of the game so far.
    pub(crate) left_out: LeftOut,
}

/// Numbers of moves of which a column is empty although something was written.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LeftOut {
    /// Something could not be read.
    pub(crate) malformed: u64,
    /// The evaluation is a mate, which was not asked for.
    pub(crate) mates: u64,
}

/// Values of a row.
#[derive(Clone, Copy, Debug)]
struct Row {
    word: u128,
    hash: Value<'static>,
    game: u64,
    ply: usize,
    /// With --unique, the 128-bit hash.
    wide: Option<u128>,
}

impl<'a> OpenRow<'a> {
    pub(crate) fn new(form: &'a AnnotatedForm) -> OpenRow<'a> {
        let annotations = MoveAnnotations::default();
        OpenRow { form, row: None, annotations, left_out: LeftOut::default() }
    }

    /// Opens the row of a position.
    pub(crate) fn open<S: Scheme>(
        &mut self,
        scheme: &S,
        key: S::Key,
        (game, ply): (u64, usize),
        wide: Option<u128>,
    ) {
        let (word, hash) = (key.to_word(), self.form.form.hash(scheme, key));
        self.row = Some(Row { word, hash, game, ply, wide });
        self.annotations.clear();
    }

    /// Returns the annotations behind the last move; `None` before the first.
    pub(crate) fn annotations(&mut self) -> Option<&mut MoveAnnotations> {
        self.row.filter(|row| row.ply > 0).map(|_| &mut self.annotations)
    }

    /// Appends the open row, if there is one. Returns the 128-bit hash that it came with.
    pub(crate) fn close(&mut self, out: &mut Vec<u8>, (fen, file): (&[u8], &str)) -> Option<u128> {
        let row = self.row.take()?;
        let AnnotatedForm { form, columns, names } = self.form;
        let annotations = &self.annotations;
        match form.format {
            None => {
                let ply = u32::try_from(row.ply).expect("a game of 16 MiB has fewer plies");
                PackedRow { word: row.word, number: row.game, ply, fen, file }.append(out);
                columns.iter().for_each(|column| column.pack(annotations, out));
            }
            Some(format) => {
                let (game, ply) = (Value::Number(row.game), Value::Number(row.ply as u64));
                let mut values = Vec::with_capacity(names.len());
                values.extend([row.hash, game, ply, Value::Line(fen)]);
                values.extend(columns.iter().map(|column| column.value(annotations)));
                values.extend(form.file.then_some(Value::Name(file)));
                format.append_for(form.sink, out, names, &values);
            }
        }
        let is_malformed = |column: &AnnotationColumn| annotations.is_malformed(column.kind());
        self.left_out.malformed += u64::from(columns.iter().any(is_malformed));
        let is_mate = matches!(annotations.evaluation, Some(Evaluation::Mate(_)));
        let has = |column| columns.contains(&column);
        let hides_mates = has(AnnotationColumn::Eval) && !has(AnnotationColumn::Mate);
        self.left_out.mates += u64::from(is_mate && hides_mates);
        row.wide
    }

    /// Drops the open row and the counts, before the next game.
    pub(crate) fn reset(&mut self) {
        self.row = None;
        self.left_out = LeftOut::default();
    }
}
