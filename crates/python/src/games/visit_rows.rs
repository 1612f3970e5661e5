//! `zobrist.visits`: a row for each position of each game.

use std::sync::{Arc, Mutex};

use arrow_array::{ArrayRef, Int32Array, Int64Array, RecordBatch};
use arrow_buffer::{BooleanBufferBuilder, NullBuffer};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use pyo3::prelude::*;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, EnPassantMode, Move, Square};
use zobrist_chess::{AnyScheme, Zobrist};
use zobrist_index::{NameHasher, NameKeys, Named};
use zobrist_shakmaty::pgn::{GameEnd, GamesVisitor, Language, RejectedGame, replay_games};
use zobrist_shakmaty::{GameOptions, GameVisitor, HashablePosition, en_passant_mode};

use super::annotation_columns::{AnnotationColumns, AskedColumns, TextColumn};
use super::pass::{MakeRows, Reading, RowStream};
use super::piece::{GamesOfText, Piece};
use super::source::{GameInput, Tags};
use super::stream::GameStream;
use crate::arguments::{language_of, plies_of};
use crate::error::Failure;
use crate::scheme::key_scheme;
use crate::work::threads as threads_of;

/// Reads games, and gives a row for each position of each of them.
///
/// Keys are those of an index, by the scheme ``fide`` unless another is given (``hash`` takes
/// ``polyglot`` by default): for a join with an index, take its scheme.
///
/// Args:
///     paths: a file in PGN, or a list of them; plain, or compressed by zstd, gzip, bzip2, xz or
///         zip.
///     texts: games in memory in place of files: ``str`` or ``bytes``, or a list or a column of
///         Arrow, Polars or pandas, in which each text has any number of games.
///     scheme: a scheme of 64 bits, by name, by the path of a TOML file, or a Scheme.
///     fen: adds the column ``fen``, which takes longer than all others.
///     clock, eval, mate, emt, nag: each adds the column of its name: what stands behind the move
///         that led to the position. Comments are read only for these.
///     max_ply: only this many positions from the start of each game.
///     keep_valid: keep a game with a bad move up to that move. It still stands in ``rejected``.
///     partial: read a file that breaks off up to there, instead of an error.
///     language: read the letters of pieces of this language, such as ``"de"`` for Sf3; English by
///         default.
///     threads: by default one for each core.
///     progress: a function that takes a ``Progress``, or True for a bar of tqdm, or False. By
///         default a bar, if tqdm is installed and standard error is a terminal.
///
/// Returns:
///     A GameStream with the columns ``key`` (INT64), ``check`` (INT32, which tells positions of
///     the same key apart), ``file`` (its path, or ``texts[3]``), ``game`` (INT64, from 1 within
///     the file, those that are rejected included), ``ply`` (INT32, 0 for the first position),
///     ``move`` (UCI notation; null at the end of the game) and, if asked for, ``fen``, ``clock``
///     (INT64, the time left to the player who moved, in milliseconds, from ``[%clk 0:05:03.7]``),
///     ``eval`` (INT32, centipawns from White's point of view, from ``[%eval 0.31]``), ``mate``
///     (INT32, moves to mate, negative if Black mates, from ``[%eval #-3]``; ``eval`` is then
///     null), ``emt`` (INT64, the time taken for the move, in milliseconds, from ``[%emt
///     0:00:07]``) and ``nag`` (a list of INT32, the numbers of glyphs: ``!`` is 1, ``?`` 2, ``!!``
///     3, ``??`` 4, ``!?`` 5, ``?!`` 6, ``$13`` 13). These are null where there is nothing that can
///     be read, and at ply 0. Afterwards ``rejected`` has the games that cannot be replayed, and
///     the files and texts that are not empty and have no game, with what they look like, such as
///     JSON.
///
/// Raises:
///     ReadError: a file cannot be opened, or, when the rows are read, breaks off. Polars, DuckDB
///         and others then raise an error of their own, with the same text.
///     SchemeError: there is no such scheme, or it has not 64 bits.
///
/// Cost: bench/README.md has figures. Memory does not grow with the files.
///
/// >>> import zobrist
/// >>> rows = zobrist.visits(texts="1. e4 e5 2. Nf3 *")
/// >>> rows
/// <zobrist.visits of 1 text: key, check, file, game, ply, move>
/// >>> for table in rows:
/// ...     print(table["ply"], table["move"])
/// [0, 1, 2, 3] ['e2e4', 'e7e5', 'g1f3', None]
/// >>> len(rows.rejected)
/// 0
/// >>> for table in zobrist.visits(texts="1. e4! {[%clk 0:05:03] [%eval 0.31]} *", clock=True, eval=True, nag=True):
/// ...     print(table["clock"], table["eval"], table["nag"])
/// [None, 303000] [None, 31] [None, [1]]
#[pyfunction]
#[pyo3(signature = (
    paths = None, *, texts = None, scheme = None, fen = false, clock = false, eval = false, mate = false,
    emt = false, nag = false, max_ply = None, keep_valid = false, partial = false, language = None,
    threads = None, progress = None
))]
#[pyo3(
    text_signature = "(paths=None, *, texts=None, scheme='fide', fen=False, clock=False, eval=False, mate=False, emt=False, nag=False, max_ply=None, keep_valid=False, partial=False, language=None, threads=None, progress=None)"
)]
#[expect(clippy::too_many_arguments, reason = "they are the options of Python's caller")]
pub(crate) fn visits(
    py: Python,
    paths: Option<&Bound<PyAny>>,
    texts: Option<&Bound<PyAny>>,
    scheme: Option<&Bound<PyAny>>,
    fen: bool,
    clock: bool,
    eval: bool,
    mate: bool,
    emt: bool,
    nag: bool,
    max_ply: Option<i64>,
    keep_valid: bool,
    partial: bool,
    language: Option<&str>,
    threads: Option<i64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<GameStream> {
    let scheme = key_scheme(py, scheme)?;
    let reading = Reading { threads: threads_of(threads)?, partial, tags: Tags::Unread };
    let max_ply = plies_of(max_ply)?.map_or(usize::MAX, |plies| plies as usize);
    let asked = AskedColumns { clock, eval, mate, emt, nag };
    let make = VisitRows::new(&scheme, fen, asked, max_ply, keep_valid, language_of(language)?);
    Ok(GameStream {
        name: "visits",
        source: Arc::new(GameInput::of(paths, texts)?),
        reading,
        schema: make.schema.clone(),
        make: Arc::new(make),
        rejections: Mutex::new(None),
        progress,
    })
}

/// Makes rows of positions.
struct VisitRows {
    keys: NameKeys,
    /// The rule by which the column `fen` writes captures en passant, if there is one.
    fen: Option<EnPassantMode>,
    /// The columns of what stands behind the moves.
    asked: AskedColumns,
    max_ply: usize,
    keep_valid: bool,
    options: GameOptions,
    schema: SchemaRef,
}

impl VisitRows {
    fn new(
        scheme: &AnyScheme,
        fen: bool,
        asked: AskedColumns,
        max_ply: usize,
        keep_valid: bool,
        language: Language,
    ) -> VisitRows {
        let mut fields = vec![
            Field::new("key", DataType::Int64, false),
            Field::new("check", DataType::Int32, false),
            Field::new("file", DataType::Utf8, false),
            Field::new("game", DataType::Int64, false),
            Field::new("ply", DataType::Int32, false),
            Field::new("move", DataType::Utf8, true),
        ];
        if fen {
            fields.push(Field::new("fen", DataType::Utf8, false));
        }
        fields.extend(asked.fields());
        let fen = fen.then(|| en_passant_mode(&scheme.to_composed()));
        let schema = Arc::new(Schema::new(fields));
        // Games of all variants are read: the check tells their positions apart.
        let mut options = GameOptions::default();
        options.allow_variants = true;
        options.language = language;
        let keys = NameKeys::of(scheme);
        VisitRows { keys, fen, asked, max_ply, keep_valid, options, schema }
    }
}

impl MakeRows for VisitRows {
    fn rows(&self, piece: &Piece) -> Result<RowStream, Failure> {
        let mut recorder = Recorder::new(self, piece.bytes() / BYTES_PER_PLY);
        let mut rows = RowStream::default();
        piece.for_each_text(|games| match games {
            Ok(games) => recorder.replay(games, &mut rows),
            Err(rejection) => rows.reject(rejection),
        });
        rows.batch = recorder.finish();
        Ok(rows)
    }
}

/// About the number of bytes of text for a position, so that memory is taken once.
const BYTES_PER_PLY: usize = 6;

/// The columns of some games.
struct Recorder<'a> {
    task: &'a VisitRows,
    keys: Vec<i64>,
    checks: Vec<i32>,
    games: Vec<i64>,
    plies: Vec<i32>,
    moves: TextColumn,
    /// The rows without a move: the last of each game.
    ends: Vec<usize>,
    files: TextColumn,
    fens: TextColumn,
    /// The columns of what stands behind the moves, if any is asked for.
    annotations: Option<AnnotationColumns>,
    /// The number of the first game of the text within its file, from 1.
    first: u64,
    game: i64,
    /// The plies of the game so far.
    ply: usize,
    /// The plies of all games that are taken.
    plies_taken: u64,
    /// The games that are shortened or rejected, in order, each with true if it is shortened.
    faulty: Vec<(RejectedGame, bool)>,
    /// The first row of the game.
    start: usize,
}

impl<'a> Recorder<'a> {
    fn new(task: &'a VisitRows, rows: usize) -> Recorder<'a> {
        Recorder {
            task,
            keys: Vec::with_capacity(rows),
            checks: Vec::with_capacity(rows),
            games: Vec::with_capacity(rows),
            plies: Vec::with_capacity(rows),
            moves: TextColumn::new(rows, 4 * rows),
            ends: Vec::new(),
            files: TextColumn::new(rows, 0),
            fens: TextColumn::new(if task.fen.is_some() { rows } else { 0 }, 0),
            annotations: task.asked.columns(rows),
            first: 1,
            game: 0,
            ply: 0,
            plies_taken: 0,
            faulty: Vec::new(),
            start: 0,
        }
    }

    fn replay(&mut self, games: &GamesOfText, rows: &mut RowStream) {
        let &VisitRows { options, keep_valid, .. } = self.task;
        self.first = games.first;
        replay_games(&Zobrist::new(), games.text, games.ends, options, keep_valid, self);
        rows.games += games.ends.len() as u64;
        rows.plies += std::mem::take(&mut self.plies_taken);
        rows.rejections.extend(self.faulty.drain(..).map(|(game, shortens)| {
            let number = games.first + game.number as u64;
            let rejection = games.reject(game.at, format!("game {number}: {}", game.error));
            if shortens { rejection.shortening() } else { rejection }
        }));
        self.name_files(&games.file);
    }

    fn take_game(&mut self) {
        self.plies_taken += self.ply as u64;
        if let Some(columns) = &mut self.annotations {
            columns.close_row();
        }
        // A game that is cut by `max_ply` has a move in its last row.
        if self.moves.len() < self.keys.len() {
            self.ends.push(self.moves.len());
            self.moves.push(b"");
        }
    }

    fn drop_game(&mut self) {
        let start = self.start;
        self.keys.truncate(start);
        self.checks.truncate(start);
        self.games.truncate(start);
        self.plies.truncate(start);
        self.moves.truncate(start);
        self.fens.truncate(start);
        if let Some(columns) = &mut self.annotations {
            columns.truncate(start);
        }
    }

    /// Gives the rows that have none yet the name of a file.
    fn name_files(&mut self, file: &str) {
        for _ in self.files.len()..self.keys.len() {
            self.files.push(file.as_bytes());
        }
    }

    fn finish(self) -> Option<RecordBatch> {
        let rows = self.keys.len();
        if rows == 0 {
            return None;
        }
        let mut has_move = BooleanBufferBuilder::new(rows);
        has_move.append_n(rows, true);
        self.ends.iter().for_each(|end| has_move.set_bit(*end, false));
        let nulls = NullBuffer::new(has_move.finish());
        let mut columns: Vec<ArrayRef> = vec![
            Arc::new(Int64Array::new(self.keys.into(), None)),
            Arc::new(Int32Array::new(self.checks.into(), None)),
            Arc::new(self.files.finish(None)),
            Arc::new(Int64Array::new(self.games.into(), None)),
            Arc::new(Int32Array::new(self.plies.into(), None)),
            Arc::new(self.moves.finish(Some(nulls))),
        ];
        if self.task.fen.is_some() {
            columns.push(Arc::new(self.fens.finish(None)));
        }
        columns.extend(self.annotations.map(AnnotationColumns::finish).unwrap_or_default());
        let batch = RecordBatch::try_new(self.task.schema.clone(), columns);
        Some(batch.expect("columns of one length"))
    }
}

impl GameVisitor<Zobrist<u64>, NameHasher> for Recorder<'_> {
    #[inline]
    fn position<P: HashablePosition>(
        &mut self,
        ply: usize,
        played: Option<Move>,
        position: &Named<P>,
    ) {
        self.ply = ply;
        if let Some(columns) = &mut self.annotations {
            columns.close_row();
        }
        // The move belongs to the row before.
        if let Some(played) = played
            && ply <= self.task.max_ply
        {
            let (text, length) = move_text(played, position.position().castles().mode());
            self.moves.push(&text.to_le_bytes()[..length]);
        }
        if ply >= self.task.max_ply {
            return;
        }
        let name = self.task.keys.name(position);
        self.keys.push(name.key as i64);
        self.checks.push(name.check as i32);
        self.games.push(self.game);
        self.plies.push(ply as i32);
        if let Some(mode) = self.task.fen {
            let fen = Fen::from_position(position.position(), mode);
            self.fens.push_with(|text| fen.append_ascii_to(text));
        }
        if let Some(columns) = &mut self.annotations {
            columns.open_row(ply);
        }
    }

    #[inline]
    fn comment(&mut self, comment: &[u8]) {
        if let Some(annotations) =
            self.annotations.as_mut().and_then(AnnotationColumns::annotations)
        {
            annotations.add_comment(comment);
        }
    }

    #[inline]
    fn annotation(&mut self, annotation: &[u8]) {
        if let Some(annotations) =
            self.annotations.as_mut().and_then(AnnotationColumns::annotations)
        {
            annotations.add_annotation(annotation);
        }
    }
}

impl GamesVisitor<Zobrist<u64>, NameHasher> for Recorder<'_> {
    fn begin_game(&mut self, number: usize, _offset: usize) -> NameHasher {
        self.game = (self.first + number as u64) as i64;
        self.start = self.keys.len();
        self.task.keys.hasher()
    }

    fn end_game(&mut self, _number: usize, end: GameEnd) {
        match end {
            GameEnd::Taken => self.take_game(),
            GameEnd::LeftOut => self.drop_game(),
            GameEnd::Shortened(game) => {
                self.take_game();
                self.faulty.push((game, true));
            }
            GameEnd::Rejected(game) => {
                self.drop_game();
                self.faulty.push((game, false));
            }
        }
    }
}

/// A move in UCI notation: its bytes from the lowest on, and their number. In Chess960, castling is the king
/// capturing its rook.
#[inline]
fn move_text(m: Move, mode: CastlingMode) -> (u64, usize) {
    let (from, to, promotion) = match m {
        Move::Normal { from, to, promotion, .. } => (from, to, promotion),
        Move::EnPassant { from, to } => (from, to, None),
        Move::Castle { king, rook } => match mode {
            CastlingMode::Chess960 => (king, rook, None),
            CastlingMode::Standard => {
                let side = shakmaty::CastlingSide::from_queen_side(rook < king);
                (king, Square::from_coords(side.king_to_file(), king.rank()), None)
            }
        },
        Move::Put { role, to } => {
            let drop = u64::from(role.upper_char() as u8) | u64::from(b'@') << 8;
            return (drop | u64::from(square_text(to)) << 16, 4);
        }
    };
    let text = u64::from(square_text(from)) | u64::from(square_text(to)) << 16;
    match promotion {
        None => (text, 4),
        Some(role) => (text | u64::from(role.char() as u8) << 32, 5),
    }
}

/// The name of a square, its file in the low byte.
#[inline]
fn square_text(square: Square) -> u16 {
    let number = square as u16;
    (b'a' as u16 + number % 8) | (b'1' as u16 + number / 8) << 8
}
