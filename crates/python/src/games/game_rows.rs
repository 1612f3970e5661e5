//! `zobrist.games`: a row for each game.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};

use arrow_array::builder::{Int32Builder, Int64Builder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use pyo3::prelude::*;
use zobrist_game_text::Rejection;
use zobrist_index::{BuildOptions, GamesText, RejectedGame, Replayer, StoredGame};
use zobrist_shakmaty::pgn::Language;

use super::pass::{MakeRows, Reading, RowStream};
use super::piece::{GamesOfText, Piece};
use super::source::{GameInput, Tags};
use super::stream::GameStream;
use crate::arguments::{encoding_of, language_of};
use crate::error::Failure;
use crate::work::threads as threads_of;

/// Reads games, and gives a row for each of them, as the table ``games`` of an index has it.
///
/// The games and their numbers are those of ``visits`` on the same files, so that the two join on
/// ``file`` and ``game``.
///
/// Args:
///     paths, texts, keep_valid, partial, language, threads, progress: as ``visits`` takes them.
///     encoding: of tags that are not UTF-8, such as ``"windows-1250"``, ``"koi8-r"`` or ``"gbk"``;
///         by default the one that such tags of a file, or of all texts, look like, of which a
///         ``UserWarning`` tells.
///     moves: adds the column ``moves``: the moves in UCI notation, with blanks between them.
///
/// Returns:
///     A GameStream with the columns ``file``, ``game`` (from 1 within the file, those that are
///     rejected included), ``offset`` (of the game in the file, in bytes after decompression),
///     ``white_name``, ``black_name``, ``white_elo``, ``black_elo`` (1 to 9999), ``result``,
///     ``date``, ``utc_date``, ``year``, ``event``, ``site``, ``round``, ``time_control``,
///     ``variant``, ``fen`` (of the first position, if the game has the tag), ``tags`` (all others,
///     as a JSON object) and ``plies``; null where a game has no such tag.
///
/// Raises:
///     ReadError: as ``visits``.
///
/// >>> import zobrist
/// >>> games = zobrist.games(texts='[White "Ada"]\n[Black "Luca"]\n\n1. e4 e5 1-0\n')
/// >>> for table in games:
/// ...     print(table[0]["white_name"], table[0]["result"], table[0]["plies"])
/// Ada 1-0 2
#[pyfunction]
#[pyo3(signature = (
    paths = None, *, texts = None, moves = false, keep_valid = false, partial = false,
    encoding = None, language = None, threads = None, progress = None
))]
#[expect(clippy::too_many_arguments, reason = "they are the options of Python's caller")]
pub(crate) fn games(
    paths: Option<&Bound<PyAny>>,
    texts: Option<&Bound<PyAny>>,
    moves: bool,
    keep_valid: bool,
    partial: bool,
    encoding: Option<&str>,
    language: Option<&str>,
    threads: Option<i64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<GameStream> {
    let tags = Tags::By(encoding_of(encoding)?);
    let reading = Reading { threads: threads_of(threads)?, partial, tags };
    let make = GameRows::new(moves, keep_valid, language_of(language)?);
    Ok(GameStream {
        name: "games",
        source: Arc::new(GameInput::of(paths, texts)?),
        reading,
        schema: make.schema.clone(),
        make: Arc::new(make),
        rejections: Mutex::new(None),
        progress,
    })
}

/// Makes rows of games.
struct GameRows {
    replayer: Replayer,
    moves: bool,
    schema: SchemaRef,
}

/// The columns, and whether each may be null.
const COLUMNS: [(&str, DataType, bool); 19] = [
    ("file", DataType::Utf8, false),
    ("game", DataType::Int64, false),
    ("offset", DataType::Int64, false),
    ("white_name", DataType::Utf8, true),
    ("black_name", DataType::Utf8, true),
    ("white_elo", DataType::Int32, true),
    ("black_elo", DataType::Int32, true),
    ("result", DataType::Utf8, false),
    ("date", DataType::Utf8, true),
    ("utc_date", DataType::Utf8, true),
    ("year", DataType::Int32, true),
    ("event", DataType::Utf8, true),
    ("site", DataType::Utf8, true),
    ("round", DataType::Utf8, true),
    ("time_control", DataType::Utf8, true),
    ("variant", DataType::Utf8, true),
    ("fen", DataType::Utf8, true),
    ("tags", DataType::Utf8, false),
    ("plies", DataType::Int32, false),
];

impl GameRows {
    fn new(moves: bool, keep_valid: bool, language: Language) -> GameRows {
        let mut options = BuildOptions::default();
        // Only the games themselves are wanted.
        options.select.max_ply = Some(0);
        (options.keep_valid, options.select.language) = (keep_valid, language);
        options.threads = NonZeroUsize::MIN;
        let columns = COLUMNS.into_iter();
        let mut fields: Vec<Field> =
            columns.map(|(name, of, nullable)| Field::new(name, of, nullable)).collect();
        if moves {
            fields.push(Field::new("moves", DataType::Utf8, false));
        }
        let schema = Arc::new(Schema::new(fields));
        GameRows { replayer: Replayer::new(options), moves, schema }
    }

    fn replay(&self, games: &GamesOfText, columns: &mut Columns, rows: &mut RowStream) {
        let mut text = GamesText::new(&games.file, games.text, games.ends);
        (text.offset, text.first, text.encoding) = (games.offset, games.first, games.encoding);
        let replayed = self.replayer.replay(text);
        games.decoded(&replayed.decoded);
        let report = |game: &RejectedGame| -> Rejection {
            let number = games.first + game.number as u64;
            games.reject(game.at, format!("game {number}: {}", game.error))
        };
        rows.rejections.extend(replayed.rejected.iter().map(report));
        rows.rejections.extend(replayed.shortened.iter().map(|game| report(game).shortening()));
        rows.games += replayed.read;
        for game in replayed.stored_games() {
            rows.plies += game.moves.len() as u64;
            columns.push(&game, self.moves);
        }
    }
}

impl MakeRows for GameRows {
    fn rows(&self, piece: &Piece) -> Result<RowStream, Failure> {
        let (mut rows, mut columns) = (RowStream::default(), Columns::default());
        piece.for_each_text(|games| match games {
            Ok(games) => self.replay(games, &mut columns, &mut rows),
            Err(rejection) => rows.reject(rejection),
        });
        rows.batch = columns.finish(&self.schema, self.moves);
        Ok(rows)
    }
}

#[derive(Default)]
struct Columns {
    file: StringBuilder,
    game: Int64Builder,
    offset: Int64Builder,
    elos: [Int32Builder; 2],
    result: StringBuilder,
    year: Int32Builder,
    /// The texts that a game may lack, in the order of [`COLUMNS`].
    texts: [StringBuilder; 10],
    tags: StringBuilder,
    plies: Int32Builder,
    moves: StringBuilder,
}

impl Columns {
    fn push(&mut self, game: &StoredGame, with_moves: bool) {
        let start = &game.start_tags;
        let start_text = |text: &Option<Vec<u8>>| {
            text.as_ref().map(|text| String::from_utf8_lossy(text).into_owned())
        };
        let (variant, fen) = (start_text(&start.variant), start_text(&start.fen));
        let texts = [
            &game.white_name,
            &game.black_name,
            &game.date,
            &game.utc_date,
            &game.event,
            &game.site,
            &game.round,
            &game.time_control,
            &variant,
            &fen,
        ];
        self.file.append_value(&game.file);
        self.game.append_value(game.game as i64);
        self.offset.append_value(game.offset as i64);
        self.elos[0].append_option(game.white_elo);
        self.elos[1].append_option(game.black_elo);
        self.result.append_value(game.result.as_str());
        self.year.append_option(game.year().map(i32::from));
        for (builder, text) in self.texts.iter_mut().zip(texts) {
            builder.append_option(text.as_ref());
        }
        self.tags.append_value(&game.tags);
        self.plies.append_value(game.moves.len() as i32);
        if with_moves {
            let moves: Vec<String> = game.moves.iter().map(|m| m.to_string()).collect();
            self.moves.append_value(moves.join(" "));
        }
    }

    fn finish(mut self, schema: &SchemaRef, with_moves: bool) -> Option<RecordBatch> {
        let file = self.file.finish();
        if arrow_array::Array::is_empty(&file) {
            return None;
        }
        let [white, black, date, utc_date, event, site, round, time_control, variant, fen] =
            self.texts.map(|mut builder| Arc::new(builder.finish()) as ArrayRef);
        let [white_elo, black_elo] = self.elos.map(|mut elo| Arc::new(elo.finish()) as ArrayRef);
        let mut columns: Vec<ArrayRef> = vec![
            Arc::new(file),
            Arc::new(self.game.finish()),
            Arc::new(self.offset.finish()),
            white,
            black,
            white_elo,
            black_elo,
            Arc::new(self.result.finish()),
            date,
            utc_date,
            Arc::new(self.year.finish()),
            event,
            site,
            round,
            time_control,
            variant,
            fen,
            Arc::new(self.tags.finish()),
            Arc::new(self.plies.finish()),
        ];
        if with_moves {
            columns.push(Arc::new(self.moves.finish()));
        }
        let batch = RecordBatch::try_new(schema.clone(), columns);
        Some(batch.expect("columns of one length"))
    }
}
