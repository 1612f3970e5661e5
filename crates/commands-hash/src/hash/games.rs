//! Hashes of all positions of games.

use std::mem;

use anyhow::{Result, bail};
use shakmaty::Move;
use shakmaty::fen::Fen;
use zobrist::Hasher;
use zobrist_chess::{AnyScheme, Scheme, Wide, with_any_scheme};
use zobrist_console::ending::Ending;
use zobrist_game_text::{Chunk, ChunkUnit, Chunks};
use zobrist_shakmaty::pgn::replay_game;
use zobrist_shakmaty::{
    GameError, GameOptions, GameVisitor, HashablePosition, Hashed, en_passant_mode,
};

use super::annotated_rows::{AnnotatedForm, OpenRow};
use super::args::Args;
use super::inputs::Inputs;
use super::position_table::row_writer;
use super::row_form::RowForm;
use crate::line_job::{Job, Output};

/// The hasher of a scheme and, with --unique, one of 128 bits.
type Hashes<S> = (Hasher<S>, Option<Hasher<Wide<S>>>);

/// Hashes the positions of the games of files.
pub(crate) fn run(args: &Args, any: &AnyScheme, inputs: Inputs) -> Result<Ending> {
    if args.lenient {
        bail!("--lenient is for positions, and these are games; for positions, say --input fen");
    }
    if args.number {
        bail!(
            "--number is for lines of positions, and these are games, whose rows have game and ply"
        );
    }
    let output = args.output.begin_apart_from(&inputs.files)?;
    let form = args.row_form(&output, inputs.are_several());
    let annotated = (!args.columns.is_empty()).then(|| AnnotatedForm::new(form, &args.columns));
    let header = annotated.as_ref().map(AnnotatedForm::header);
    let header = header.unwrap_or_else(|| form.header_of_games());
    let job = args.job(&output, inputs.progress);
    let writer = row_writer(args, any, ChunkUnit::Games, &form, output)?;
    let variant = args.scheme.variant;
    let mut options = GameOptions::default();
    options.variant = variant.asked();
    options.chess960 = variant.is_chess960();
    options.allow_variants = any.layout().has_variants();
    options.strict_start = args.strict;
    options.language = args.language.language;
    let games = Games { form, annotated, options, keep_valid: args.keep_valid.keep_valid };
    let chunks = Chunks::new(inputs.found, ChunkUnit::Games);
    with_any_scheme!(any, scheme => {
        let scheme = &scheme;
        let work = |chunk: Chunk| hash_games(scheme, &job, &games, chunk);
        job.run("games", args.threads(), &header, chunks, writer, &work)
    })
}

/// How games are read and printed.
struct Games {
    form: RowForm,
    /// The form of rows with columns of what stands behind the moves, if there are some.
    annotated: Option<AnnotatedForm>,
    options: GameOptions,
    /// True if a game is kept up to its first bad move.
    keep_valid: bool,
}

fn hash_games<S: Scheme>(scheme: &S, job: &Job, games: &Games, chunk: Chunk) -> Output {
    let wide = job.unique.then(|| Hasher::new(Wide(scheme.clone())));
    let changes: Hashes<S> = (Hasher::new(scheme.clone()), wide);
    let mut rows = GameRows {
        form: games.form,
        game: chunk.game_in_file,
        file: &chunk.file,
        fen: Vec::new(),
        has_repaired_start: false,
        open: games.annotated.as_ref().map(OpenRow::new),
        output: Output { rows: chunk.buffers.take(), ..Output::default() },
    };
    for game in chunk.games() {
        let before = (rows.output.rows.len(), rows.output.positions.len());
        rows.game = game.number_in_file;
        let replayed = replay_game(scheme, game.text, games.options, changes.clone(), &mut rows);
        if mem::take(&mut rows.has_repaired_start) {
            chunk.notes.repaired_start(game.number_in_file);
        }
        rows.output.read += 1;
        rows.output.plies += replayed.as_ref().map_or(0, |plies| plies.unwrap_or(0) as u64);
        if let Err(fault) = replayed {
            let hint = match &fault.error {
                GameError::NoVariants(_) => "; `--scheme zobrist` has them",
                _ => "",
            };
            let reason = format!("{fault}{hint}");
            let rejection = chunk.reject_game(&game, fault.offset, reason);
            let mut rejection = rejection.by_fault(&fault);
            if games.keep_valid && fault.is_bad_move() {
                rejection = rejection.shortening();
            } else {
                rows.open.iter_mut().for_each(OpenRow::reset);
                rows.output.rows.truncate(before.0);
                rows.output.positions.truncate(before.1);
            }
            rows.output.rejections.push(rejection);
            if job.strict {
                break;
            }
        }
        // Comments behind the last move have been read.
        rows.close_row();
        if let Some(open) = &mut rows.open {
            let left_out = open.left_out;
            chunk.notes.malformed_annotations(game.number_in_file, left_out.malformed);
            chunk.notes.mates_without_column(game.number_in_file, left_out.mates);
            open.reset();
        }
    }
    let output = rows.output;
    chunk.buffers.give_back(chunk.text);
    output
}

/// Turns the positions of games into rows.
struct GameRows<'a> {
    form: RowForm,
    game: u64,
    file: &'a str,
    fen: Vec<u8>,
    has_repaired_start: bool,
    /// The row of the last position, if its columns need what comes after it.
    open: Option<OpenRow<'a>>,
    output: Output,
}

impl GameRows<'_> {
    /// Appends the open row, if there is one.
    fn close_row(&mut self) {
        if let Some(open) = &mut self.open
            && let Some(wide) = open.close(&mut self.output.rows, (&self.fen, self.file))
        {
            self.output.positions.push((wide, self.output.rows.len()));
        }
    }
}

impl<S: Scheme> GameVisitor<S, Hashes<S>> for GameRows<'_> {
    fn repaired_start(&mut self) {
        self.has_repaired_start = true;
    }

    fn position<P: HashablePosition>(
        &mut self,
        ply: usize,
        _: Option<Move>,
        position: &Hashed<S, P, Hashes<S>>,
    ) {
        if self.open.is_some() {
            self.close_row();
        }
        self.fen.clear();
        Fen::from_position(position.position(), en_passant_mode(position.scheme()))
            .append_ascii_to(&mut self.fen);
        let (narrow, wide) = position.changes();
        let at = (self.game, ply);
        if let Some(open) = &mut self.open {
            let wide = wide.as_ref().map(|wide| wide.hash());
            return open.open(position.scheme(), narrow.hash(), at, wide);
        }
        let rows = &mut self.output.rows;
        let texts = (&self.fen[..], self.file);
        self.form.append_ply(rows, position.scheme(), narrow.hash(), at, texts);
        if let Some(wide) = wide {
            self.output.positions.push((wide.hash(), self.output.rows.len()));
        }
    }

    fn comment(&mut self, comment: &[u8]) {
        if let Some(annotations) = self.open.as_mut().and_then(OpenRow::annotations) {
            annotations.add_comment(comment);
        }
    }

    fn annotation(&mut self, annotation: &[u8]) {
        if let Some(annotations) = self.open.as_mut().and_then(OpenRow::annotations) {
            annotations.add_annotation(annotation);
        }
    }
}
