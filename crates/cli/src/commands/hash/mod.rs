//! `zobrist hash`: hashes of all positions in files of positions or games.

mod annotated_rows;
mod annotation_columns;
mod arguments;
pub mod check;
mod column;
mod games;
mod input_kind;
mod lines;
mod packed_row;
pub mod plain;
mod position_table;
mod row_form;

use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::{Result, bail};
use indicatif::ProgressBar;
use zobrist_chess::{AnyScheme, with_any_scheme};
use zobrist_files::{Chunk, ChunkUnit, Chunks, FoundInput, Holds, describes_scheme};

use self::annotated_rows::AnnotatedForm;
use self::annotation_columns::{AnnotationColumn, refuse_repeated};
use self::arguments::{Argument, hash_arguments};
use self::check::Check;
use self::check::summary::Summary;
use self::column::Selector;
use self::games::hash_games;
use self::input_kind::InputFormat;
use self::lines::hash_lines;
use self::position_table::PositionTable;
use self::row_form::RowForm;
use crate::encoding_option::EncodingOption;
use crate::ending::Ending;
use crate::game_files::{Wanted, all_matches, expand};
use crate::ingest::KeepValidOption;
use crate::input;
use crate::job::{self, Job};
use crate::language_option::LanguageOption;
use crate::output::Output;
use crate::output_options::OutputOptions;
use crate::pipeline::{jobs, threads};
use crate::row_writer::RowWriter;
use crate::rows::Format;
use crate::schemes::{Bits, SchemeOptions, secondary_key};
use crate::table_format::TableFormat;

/// Print the hash of every position
///
/// Reads lines of FEN or EPD, or games in PGN, from files or standard input, plain or
/// compressed by zstd, gzip, bzip2, xz or zip; or hashes the positions that are arguments. Rows are printed
/// in the order of the input: hash and FEN for positions; hash, game (from 1), ply (0 is the game's
/// first position) and FEN for games. With several files, each row ends with its file, written as
/// with --bytes.
///
/// An argument that is no existing file and is `startpos` or has the form of a FEN is a position:
/// `zobrist hash "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1"`. Fields may be missing at its end.
///
/// A line has four to six fields of FEN (and the checks of Three-check, 3+3 or +0+0), and may end in
/// operations of EPD, as `bm Nf3; id "a";`, or with a semicolon before each, as `;D1 20 ;D2 400`. Anything
/// else on it is an error, unless --lenient is given. A line that begins with # is a comment.
///
/// With --columns, rows of games have clocks, evaluations and glyphs too, after the FEN.
///
/// With --column, the input is a table, and the output is the same table with a column `key` more.
///
/// A line, row or game that cannot be read is reported with its place (for FEN, the column too),
/// skipped and counted. So is a file that holds no text, such as an archive, if there are others. The
/// exit status is then 1, as it is when --check finds a wrong hash. A missing file is reported before
/// any work begins.
///
/// With --text, every line is hashed as it stands, and with --bytes every file as a whole, by
/// tabulation of its bytes and their positions (docs/schemes.md), which is not a cryptographic
/// hash. Lines end with LF or CR LF. Bytes that are not UTF-8 are hashed like any other.
///
/// Cost: about two million FEN lines per second and core (bench/README.md); texts and bytes,
/// about four nanoseconds per byte, or eight with 128 bits. Memory does not grow with the input,
/// except with --unique: 20 to 60 bytes per position.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist hash positions.fen --format csv",
    "zobrist hash games.pgn --scheme fide --unique -o hashes.txt"
))]
pub struct Args {
    /// Files to read, standard input if none; or positions
    ///
    /// `-` is standard input. A pattern in quotes stands for the files that match it, and a folder for its files
    /// of games and positions.
    #[arg(value_name = "FILE|FEN")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    plain: plain::Options,
    #[command(flatten)]
    scheme: SchemeOptions,
    /// Format of the input [default: pgn if the name is like games.pgn.zst or the first byte is `[`,
    /// else fen]
    #[arg(long, value_enum, help_heading = "Input", hide_short_help = true)]
    input: Option<InputFormat>,
    /// Read tables, and append a column `key`
    ///
    /// The key is the hash of the position in the column NAME or N. A name is that of a column in
    /// the header, or of a member of JSON objects. A number, from 1, is that of a column of a table
    /// without a header.
    ///
    /// A table is CSV, TSV or JSON lines, by its name (.csv, .tsv, .jsonl, .ndjson) or else by its
    /// first line: `{` begins JSON, a tab makes it TSV. All else passes through byte for byte. CSV
    /// has the quotes of RFC 4180, also with line ends in them; in TSV quotes mean nothing. Blank
    /// lines pass through, and rows are up to 1 MiB long. The header is printed once; a file with
    /// another one is rejected.
    ///
    /// The key has hex digits, or with --signed the number that an index has, which a join needs,
    /// as it needs the scheme of the index (`--scheme fide` unless it was built with another). A
    /// row whose position cannot be read, or with more or fewer columns than the first, has an
    /// empty key (null in JSON) and is reported. A row to which nothing can be appended is left
    /// out: one with a quote that is not closed, or in JSON no object or one with a member `key`.
    #[arg(
        long,
        value_name = "NAME|N",
        value_parser = Selector::parse,
        conflicts_with_all = [
            "text", "bytes", "check", "unique", "input", "number", "keep_valid", "encoding", "format"
        ],
        help_heading = "Input"
    )]
    column: Option<Selector>,
    /// Add columns to rows of games: clocks, evaluations, glyphs
    ///
    /// They come after the FEN, in the order in which they are named. The row of a position has what
    /// stands behind the move that led to it, in comments of the main line and as suffixes; row 0, and what is
    /// missing or cannot be read, are empty (null in JSON and Parquet). Several glyphs have spaces between
    /// them, and are an array in JSON and a list in Parquet. Values that cannot be read are counted and told
    /// once for each file. Without this option comments are not read.
    #[arg(
        long,
        value_enum,
        value_name = "NAMES",
        value_delimiter = ',',
        conflicts_with_all = ["text", "bytes", "check", "column"],
        help_heading = "Output"
    )]
    columns: Vec<AnnotationColumn>,
    /// Print hashes of 64 bits as decimal numbers from -2^63 to 2^63 - 1, as an index has them
    ///
    /// In JSON they are numbers. Positions match those of an index if the scheme is that of the
    /// index: `--scheme fide`, unless the index was built with another.
    #[arg(
        long,
        conflicts_with_all = ["text", "bytes", "check"],
        help_heading = "Output",
        hide_short_help = true
    )]
    signed: bool,
    /// Print the number of the line, from 1 within its file, after the hash
    #[arg(
        long,
        conflicts_with_all = ["text", "bytes", "check"],
        help_heading = "Output",
        hide_short_help = true
    )]
    number: bool,
    /// Print only the first occurrence of each position
    ///
    /// Positions are compared by 128 bits.
    #[arg(long, help_heading = "Output")]
    unique: bool,
    /// Output format
    ///
    /// Parquet has the columns key (the 64 bits as a signed number; INT32 for 32 bits; key_high and
    /// key_low for 128), line, fen and, with several files, file; for games, game and ply in place of
    /// line; --columns adds its own after fen. Its footer names the scheme and its fingerprint.
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: TableFormat,
    #[command(flatten)]
    output: OutputOptions,
    /// Read lines of hash, tab, FEN; print the wrong ones
    ///
    /// Each comes with the features that explain its difference. The word `moves` and moves in UCI
    /// notation or in SAN may follow the FEN, as in the UCI protocol: `HASH<tab>FEN moves e2e4
    /// e7e5`. The hash is then that of the position after them. `startpos` may stand in place of
    /// the FEN, and `position fen` or `position` before it. Hashes are in hex, or all in decimal.
    ///
    /// A row of text has the line's number, the hash that was read, the correct hash, the features
    /// that are missing or surplus, and the FEN; with several files, each row ends with its file,
    /// written as with --bytes. JSON has the moves of which one made the mistake as `move`, an
    /// array, or null if none is known; text and CSV have them after the features.
    ///
    /// In a log of every move, a line follows from the one before by one legal move. If both are
    /// wrong, the mistake is that of the move: the XOR of both differences, unless fewer features
    /// explain the line by itself. If there is none, the row says `as in the line before`.
    ///
    /// Sums of up to four features are searched, of three after a hundred failed searches in 128
    /// KiB of input, and of as few with short keys as chance does not find. A cause that the
    /// position cannot have is not named. Where several can be, as with equal keys, the row has up
    /// to three, joined by `or`.
    ///
    /// A summary on standard error counts the causes, and apart from them the lines that carry an
    /// error on; it tells which features of the causes have equal keys. If most lines are wrong, it
    /// says by which conventions they are right, if all lines that are right agree.
    #[arg(long, conflicts_with = "unique", help_heading = "Input")]
    check: bool,
    /// Accept lines without all of the first four fields of FEN, and ignore what follows them
    ///
    /// Missing fields are those of `8/8/8/8/8/8/8/8 w - - 0 1`. After the first four fields,
    /// everything from a word on that begins with a letter or a semicolon is ignored, such as a
    /// comment.
    #[arg(long, help_heading = "Input", hide_short_help = true)]
    lenient: bool,
    /// Hash by this secondary key of the scheme, such as `pawn`
    #[arg(
        long,
        value_name = "NAME",
        conflicts_with = "unique",
        help_heading = "Hash",
        hide_short_help = true
    )]
    key: Option<String>,
    /// Stop at the first line, game or file that is rejected
    #[arg(long, conflicts_with = "keep_valid", help_heading = "Input")]
    strict: bool,
    #[command(flatten)]
    keep_valid: KeepValidOption,
    #[command(flatten)]
    encoding: EncodingOption,
    #[command(flatten)]
    language: LanguageOption,
    /// Number of threads [default: one per core]
    #[arg(long, value_parser = jobs, help_heading = "Resources", hide_short_help = true)]
    jobs: Option<NonZeroUsize>,
}

pub fn run(mut args: Args) -> Result<Ending> {
    refuse_repeated(&args.columns)?;
    if args.format == TableFormat::Parquet && (args.check || args.plain.requested().is_some()) {
        bail!("--format parquet is for hashes of positions and games, without --check");
    }
    if let Some(plain) = args.plain.requested() {
        let output = args.output.begin_apart_from(&args.files)?;
        let job = job(&args, &output, progress(&args));
        return plain::run(
            plain,
            &args.files,
            args.scheme.bits.unwrap_or(Bits::B64),
            &job,
            threads(args.jobs),
            output,
        );
    }
    if let Some(file) = args.files.iter().find(|file| describes_scheme(file)) {
        let file = file.display();
        bail!("{file} describes a scheme and holds no positions or games; say --scheme {file}");
    }
    let mut any = args.scheme.read()?;
    if let Some(key) = &args.key {
        any = secondary_key(&any, key)?;
    }
    if args.signed && any.bits() != 64 {
        bail!(
            "--signed is for hashes of 64 bits, and those of the scheme `{}` have {}",
            any.name(),
            any.bits()
        );
    }
    if let Some(positions) = arguments::positions(&args.files, args.scheme.variant, args.lenient)? {
        return hash_positions(&args, &any, &positions);
    }
    args.files = match args.column.is_some() || args.check {
        true => all_matches(&args.files)?,
        false => expand(&args.files, Wanted::GAMES_OR_POSITIONS)?,
    };
    let progress = progress(&args);
    let mut inputs = input::find_all(&args.files, Holds::Text, &progress)?;
    if let Some(selector) = &args.column {
        let output = args.output.begin_apart_from(&args.files)?;
        let (job, threads) = (job(&args, &output, progress), threads(args.jobs));
        return column::run(selector, args.signed, &any, inputs, &job, threads, output);
    }
    let unit = unit_of(&args, &mut inputs)?;
    let output = args.output.begin_apart_from(&args.files)?;
    let job = job(&args, &output, progress);
    let chunks = Chunks::new(inputs, unit);
    match args.check {
        true => run_check(&args, &any, &job, chunks, output),
        false => run_rows(&args, &any, &job, unit, chunks, output),
    }
}

/// The progress of reading the files, which rows may show on a terminal.
fn progress(args: &Args) -> ProgressBar {
    match args.check || args.output.is_file() {
        true => input::progress_with_few_rows(&args.files),
        false => input::progress_bar(&args.files),
    }
}

/// The unit of the inputs, for which all options are.
fn unit_of(args: &Args, inputs: &mut [FoundInput]) -> Result<ChunkUnit> {
    let unit = match args.input {
        Some(InputFormat::Pgn) if args.check => {
            bail!("--check reads lines of hash, tab, FEN; it does not read PGN");
        }
        _ if args.check => ChunkUnit::Lines,
        Some(format) => format.unit(),
        None => input_kind::unit_of(inputs)?,
    };
    if args.keep_valid.keep_valid && unit == ChunkUnit::Lines {
        bail!("--keep-valid is for games, and these are positions; for games, say --input pgn");
    }
    if !args.columns.is_empty() && unit == ChunkUnit::Lines {
        bail!("--columns is for games, and these are positions; for games, say --input pgn");
    }
    if args.encoding.encoding.is_some() && unit == ChunkUnit::Lines {
        bail!("--encoding is for games, and these are positions; for games, say --input pgn");
    }
    if args.language.is_foreign() && unit == ChunkUnit::Lines {
        bail!("--language is for games, and these are positions; for games, say --input pgn");
    }
    if args.lenient && unit == ChunkUnit::Games {
        bail!("--lenient is for positions, and these are games; for positions, say --input fen");
    }
    if args.number && unit == ChunkUnit::Games {
        bail!(
            "--number is for lines of positions, and these are games, whose rows have game and ply"
        );
    }
    Ok(unit)
}

fn run_check(
    args: &Args,
    any: &AnyScheme,
    job: &Job,
    chunks: Chunks,
    output: Output,
) -> Result<Ending> {
    let columns = check::columns(job.format, args.files.len());
    let (header, threads) = (job.format.header(columns), threads(args.jobs));
    with_any_scheme!(any, scheme => {
        let scheme = &scheme;
        let check = Check::new(scheme, any);
        let mut summary = Summary::default();
        let work = |chunk: Chunk| check.lines(job, columns, chunk);
        let see = &mut |output: Option<&job::Output>| match output {
            Some(output) => summary.add(output),
            None => {
                let whole = args.key.is_none().then_some(any);
                check.conclude(whole, &summary, args.files.len() > 1);
            }
        };
        job.run_and_show("lines", threads, &header, chunks, Box::new(output), &work, see)
    })
}

fn run_rows(
    args: &Args,
    any: &AnyScheme,
    job: &Job,
    unit: ChunkUnit,
    chunks: Chunks,
    output: Output,
) -> Result<Ending> {
    let form = row_form(args, job, args.files.len() > 1);
    let annotated = (!args.columns.is_empty()).then(|| AnnotatedForm::new(form, &args.columns));
    let annotated = annotated.as_ref();
    let (what, header) = match unit {
        ChunkUnit::Games => {
            let header = annotated.map(AnnotatedForm::header);
            ("games", header.unwrap_or_else(|| form.header_of_games()))
        }
        ChunkUnit::Lines | ChunkUnit::Records => ("lines", form.header_of_lines()),
    };
    let (writer, threads) = (writer(args, any, unit, form, output)?, threads(args.jobs));
    with_any_scheme!(any, scheme => {
        let scheme = &scheme;
        let work = |chunk: Chunk| match unit {
            ChunkUnit::Games => hash_games(scheme, job, &form, annotated, chunk),
            ChunkUnit::Lines | ChunkUnit::Records => hash_lines(scheme, job, &form, chunk),
        };
        job.run(what, threads, &header, chunks, writer, &work)
    })
}

/// Hashes positions that are arguments.
fn hash_positions(args: &Args, any: &AnyScheme, positions: &[Argument]) -> Result<Ending> {
    for (is_given, option) in [
        (args.check, "--check"),
        (args.column.is_some(), "--column"),
        (!args.columns.is_empty(), "--columns"),
        (args.keep_valid.keep_valid, "--keep-valid"),
        (args.encoding.encoding.is_some(), "--encoding"),
        (args.language.is_foreign(), "--language"),
        (args.input == Some(InputFormat::Pgn), "--input pgn"),
    ] {
        if is_given {
            bail!("{option} reads files, and the arguments are positions; leave {option} out");
        }
    }
    let output = args.output.begin_apart_from(&[])?;
    let job = job(args, &output, ProgressBar::hidden());
    let form = row_form(args, &job, false);
    let writer = writer(args, any, ChunkUnit::Lines, form, output)?;
    let rows = with_any_scheme!(any, scheme => hash_arguments(&scheme, &job, &form, positions));
    job.write_all(&form.header_of_lines(), &rows, writer)
}

fn row_form(args: &Args, job: &Job, file: bool) -> RowForm {
    let (format, sink) = (args.format.rows(), job.sink);
    RowForm { format, sink, signed: args.signed, number: args.number, file }
}

/// The writer of rows of a form.
fn writer(
    args: &Args,
    scheme: &AnyScheme,
    unit: ChunkUnit,
    form: RowForm,
    output: Output,
) -> Result<Box<dyn RowWriter>> {
    Ok(match args.format {
        TableFormat::Parquet => {
            let columns = args.columns.clone();
            Box::new(PositionTable::new(output, scheme, unit, columns, form.file)?)
        }
        _ => Box::new(output),
    })
}

fn job(args: &Args, output: &Output, progress: ProgressBar) -> Job {
    Job {
        format: args.format.rows().unwrap_or(Format::Text),
        sink: output.sink(),
        unique: args.unique,
        strict: args.strict,
        lenient: args.lenient,
        keep_valid: args.keep_valid.keep_valid,
        language: args.language.language,
        variant: args.scheme.variant,
        progress,
        place: output.place(),
    }
}
