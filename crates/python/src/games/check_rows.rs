//! `zobrist.check`: a row for each finding in a game.

use std::sync::{Arc, Mutex};

use arrow_array::builder::{Int32Builder, Int64Builder, StringBuilder};
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use zobrist_shakmaty::check::{Finding, FindingType, ParseFindingTypeError, Referee};
use zobrist_shakmaty::pgn::Language;

use super::pass::{MakeRows, Reading, RowStream};
use super::piece::{GamesOfText, Piece};
use super::source::{GameInput, Tags};
use super::stream::GameStream;
use crate::arguments::language_of;
use crate::error::Failure;
use crate::work::threads as threads_of;

/// Finds repetitions, illegal moves and wrong results in games.
///
/// The main line of each game is replayed by the rules of its tag ``Variant``, Chess960 included. A
/// game has at most one row of each type, for the first time that it holds, in the order of the
/// plies.
///
/// The types are ``threefold`` and ``fivefold`` (a position came for the third or fifth time),
/// ``fifty-moves`` and ``seventy-five-moves`` (100 or 150 plies without a capture or a pawn move),
/// and three faults: ``illegal-move`` (a move is illegal, ambiguous or null, or a word is not a
/// move; the game is checked up to it), ``after-the-end`` (a move after the end of the game) and
/// ``wrong-result`` (the result contradicts the last position). Draws that a player may claim
/// before the move that brings them about are not found.
///
/// What is unusual in the text is found only if ``only`` asks for it, and is no fault: ``result``
/// (the tag and the result after the moves differ), ``move-numbers``, ``seven-tag-roster``,
/// ``dates``, ``elo``, ``duplicate-tags``, ``fen-without-setup`` and ``spellings``.
///
/// Args:
///     paths, texts, partial, language, threads, progress: as ``visits`` takes them.
///     only: give only rows of this type, or of these types.
///
/// Returns:
///     A GameStream with the columns ``type``, ``file``, ``game`` (INT64, from 1 within the file,
///     as ``games`` and ``visits`` number them), ``ply`` (INT32: 0 is the first position, 1 the
///     first move and the position after it) and ``detail``, in words. A sound game without
///     repetitions has no row. Afterwards ``rejected`` has the games that cannot be read; a bad
///     move is a row and rejects nothing.
///
/// Raises:
///     ReadError: as ``visits``.
///     ValueError: there is no such type.
///
/// Cost: little more than that of replaying the games. Memory does not grow with the files.
///
/// >>> import zobrist
/// >>> found = zobrist.check(texts="1. f3 e5 2. g4 Qh4# 1-0")
/// >>> for table in found:
/// ...     print(table)
/// type          file   game  ply  detail
/// wrong-result  texts  1     4    expected 0-1 (checkmate), got 1-0
#[pyfunction]
#[pyo3(signature = (
    paths = None, *, texts = None, only = None, partial = false, language = None, threads = None,
    progress = None
))]
pub(crate) fn check(
    paths: Option<&Bound<PyAny>>,
    texts: Option<&Bound<PyAny>>,
    only: Option<&Bound<PyAny>>,
    partial: bool,
    language: Option<&str>,
    threads: Option<i64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<GameStream> {
    let reading = Reading { threads: threads_of(threads)?, partial, tags: Tags::Unread };
    let make = CheckRows::new(types_of(only)?, language_of(language)?);
    Ok(GameStream {
        name: "check",
        source: Arc::new(GameInput::of(paths, texts)?),
        reading,
        schema: make.schema.clone(),
        make: Arc::new(make),
        rejections: Mutex::new(None),
        progress,
    })
}

/// The types that are wanted: one name, or some.
///
/// # Errors
/// ValueError for another name or none, TypeError for anything else.
fn types_of(only: Option<&Bound<PyAny>>) -> PyResult<Vec<FindingType>> {
    let Some(only) = only else { return Ok(FindingType::BY_DEFAULT.to_vec()) };
    let wrong = |got: &Bound<PyAny>| -> PyResult<PyErr> {
        let got = got.get_type().name()?;
        let expected = "only: expected the name of a type of finding, or a list of them";
        Ok(PyTypeError::new_err(format!("{expected}, got {got}")))
    };
    let named = |name: &str| {
        let no_such =
            |error: ParseFindingTypeError| PyValueError::new_err(format!("only: {error}"));
        name.parse::<FindingType>().map_err(no_such)
    };
    if let Ok(name) = only.extract::<String>() {
        return Ok(vec![named(&name)?]);
    }
    let Ok(items) = only.try_iter() else { return Err(wrong(only)?) };
    let mut types = Vec::new();
    for item in items {
        let item = item?;
        match item.extract::<String>() {
            Ok(name) => types.push(named(&name)?),
            Err(_) => return Err(wrong(&item)?),
        }
    }
    if types.is_empty() {
        let names = FindingType::ALL.map(FindingType::name).join(", ");
        let expected = format!("only: expected one or more of {names}, got none");
        return Err(PyValueError::new_err(expected));
    }
    Ok(types)
}

/// Makes rows of findings.
struct CheckRows {
    only: Vec<FindingType>,
    language: Language,
    schema: SchemaRef,
}

impl CheckRows {
    fn new(only: Vec<FindingType>, language: Language) -> CheckRows {
        let schema = Arc::new(Schema::new(vec![
            Field::new("type", DataType::Utf8, false),
            Field::new("file", DataType::Utf8, false),
            Field::new("game", DataType::Int64, false),
            Field::new("ply", DataType::Int32, false),
            Field::new("detail", DataType::Utf8, false),
        ]));
        CheckRows { only, language, schema }
    }

    fn check(
        &self,
        referee: &mut Referee,
        games: &GamesOfText,
        columns: &mut Columns,
        rows: &mut RowStream,
    ) {
        let mut start = 0;
        for (game, end) in (games.first..).zip(games.ends) {
            let text = &games.text[start..*end];
            let before = start.checked_sub(1).map(|at| games.text[at]);
            let checked = match before {
                None | Some(b'\n' | b'\r') => referee.check(text),
                Some(_) => referee.check_amid_line(text),
            };
            match checked {
                Ok(None) => {}
                Ok(Some(findings)) => {
                    for finding in findings {
                        columns.push(&games.file, game, finding);
                    }
                    rows.games += 1;
                    rows.plies += referee.plies();
                }
                Err(fault) => {
                    let reason = format!("game {game}: {fault}");
                    rows.rejections.push(games.reject(start + fault.offset, reason));
                    rows.games += 1;
                }
            }
            start = *end;
        }
    }
}

impl MakeRows for CheckRows {
    fn rows(&self, piece: &Piece) -> Result<RowStream, Failure> {
        let (mut rows, mut columns) = (RowStream::default(), Columns::default());
        let mut referee = Referee::new().looking_for(&self.only).in_language(self.language);
        piece.for_each_text(|games| match games {
            Ok(games) => self.check(&mut referee, games, &mut columns, &mut rows),
            Err(rejection) => rows.reject(rejection),
        });
        rows.batch = columns.finish(&self.schema);
        Ok(rows)
    }
}

#[derive(Default)]
struct Columns {
    finding_type: StringBuilder,
    file: StringBuilder,
    game: Int64Builder,
    ply: Int32Builder,
    detail: StringBuilder,
}

impl Columns {
    fn push(&mut self, file: &str, game: u64, finding: &Finding) {
        self.finding_type.append_value(finding.finding_type.name());
        self.file.append_value(file);
        self.game.append_value(game as i64);
        self.ply.append_value(finding.ply as i32);
        self.detail.append_value(&finding.detail);
    }

    fn finish(mut self, schema: &SchemaRef) -> Option<RecordBatch> {
        let file = self.file.finish();
        if file.is_empty() {
            return None;
        }
        let columns: Vec<ArrayRef> = vec![
            Arc::new(self.finding_type.finish()),
            Arc::new(file),
            Arc::new(self.game.finish()),
            Arc::new(self.ply.finish()),
            Arc::new(self.detail.finish()),
        ];
        let batch = RecordBatch::try_new(schema.clone(), columns);
        Some(batch.expect("columns of one length"))
    }
}
