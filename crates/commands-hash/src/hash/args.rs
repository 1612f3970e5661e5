//! The arguments of `zobrist hash`, and what all kinds of input take from them.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::{Result, bail};
use indicatif::ProgressBar;
use zobrist_chess::AnyScheme;
use zobrist_commands_input::reading_options::{EncodingOption, KeepValidOption, LanguageOption};
use zobrist_commands_input::schemes::{SchemeOptions, secondary_key};
use zobrist_commands_input::terminal_listener;
use zobrist_console::examples;
use zobrist_console::output::{Output, OutputOptions};
use zobrist_console::resources::{jobs, threads};
use zobrist_console::rows::{Format, TableFormat};
use zobrist_key_lists::describes_scheme;

use super::annotation_columns::{AnnotationColumn, refuse_repeated};
use super::column::selector::Selector;
use super::input_kind::InputFormat;
use super::plain::PlainOptions;
use super::position_lines::PositionReader;
use super::row_form::RowForm;
use crate::line_job::Job;

/// Print the hash of every position
///
/// Reads lines of FEN or EPD, or games in PGN, from files or standard input, plain or compressed by
/// zstd, gzip, bzip2, xz or zip; or hashes the positions that are arguments. Rows are printed in
/// the order of the input: hash and FEN for positions; hash, game (from 1), ply (0 is the game's
/// first position) and FEN for games. With several files, each row ends with its file, written as
/// with --bytes.
///
/// An argument that is no existing file and is `startpos` or has the form of a FEN is a position:
/// `zobrist hash "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1"`. Fields may be missing at its end.
///
/// A line has four to six fields of FEN (and the checks of Three-check, 3+3 or +0+0), and may end
/// in operations of EPD, as `bm Nf3; id "a";`, or with a semicolon before each, as
/// `;D1 20 ;D2 400`. Anything else on it is an error, unless --lenient is given. A line that begins
/// with # is a comment.
///
/// With --columns, rows of games have clocks, evaluations and glyphs too, after the FEN.
///
/// With --column, the input is a table, and the output is the same table with a column `key` more.
///
/// A line, row or game that cannot be read is reported with its place (for FEN, the column too),
/// skipped and counted. So is a file that holds no text, such as an archive, if there are others.
/// The exit status is then 1, as it is when --check finds a wrong hash. A missing file is reported
/// before any work begins.
///
/// With a scheme of slots, for a game of your own (docs/any-game.md), a line has the slots of a
/// state, by number or by name, as `3 17 90`, and with --check the hash before them. Rows are hash
/// and slots.
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
    /// `-` is standard input. A pattern in quotes stands for the files that match it, and a folder
    /// for its files of games and positions.
    #[arg(value_name = "FILE|FEN")]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) plain: PlainOptions,
    #[command(flatten)]
    pub(crate) scheme: SchemeOptions,
    /// Format of the input [default: pgn if the name is like games.pgn.zst or the first byte is
    /// `[`, else fen]
    #[arg(long, value_enum, help_heading = "Input", hide_short_help = true)]
    pub(crate) input: Option<InputFormat>,
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
    pub(crate) column: Option<Selector>,
    /// Add columns to rows of games: clocks, evaluations, glyphs
    ///
    /// They come after the FEN, in the order in which they are named. The row of a position has
    /// what stands behind the move that led to it, in comments of the main line and as suffixes;
    /// row 0, and what is missing or cannot be read, are empty (null in JSON and Parquet). Several
    /// glyphs have spaces between them, and are an array in JSON and a list in Parquet. Values that
    /// cannot be read are counted and told once for each file. Without this option comments are not
    /// read.
    #[arg(
        long,
        value_enum,
        value_name = "NAMES",
        value_delimiter = ',',
        conflicts_with_all = ["text", "bytes", "check", "column"],
        help_heading = "Output"
    )]
    pub(crate) columns: Vec<AnnotationColumn>,
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
    pub(crate) signed: bool,
    /// Print the number of the line, from 1 within its file, after the hash
    #[arg(
        long,
        conflicts_with_all = ["text", "bytes", "check"],
        help_heading = "Output",
        hide_short_help = true
    )]
    pub(crate) number: bool,
    /// Print only the first occurrence of each position
    ///
    /// Positions are compared by 128 bits.
    #[arg(long, help_heading = "Output")]
    pub(crate) unique: bool,
    /// Output format
    ///
    /// Parquet has the columns key (the 64 bits as a signed number; INT32 for 32 bits; key_high and
    /// key_low for 128), line, fen and, with several files, file; for games, game and ply in place
    /// of line; --columns adds its own after fen. Its footer names the scheme and its fingerprint.
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    pub(crate) format: TableFormat,
    #[command(flatten)]
    pub(crate) output: OutputOptions,
    /// Read lines of hash, tab, FEN; print the wrong ones
    ///
    /// Each comes with the features that explain its difference. The word `moves` and moves in UCI
    /// notation or in SAN may follow the FEN, as in the UCI protocol: `HASH<tab>FEN moves e2e4
    /// e7e5`. The hash is then that of the position after them. `startpos` may stand in place of
    /// the FEN, and `position fen` or `position` before it; `0000` or `null` among the moves is a
    /// null move. Hashes are in hex, or all in decimal, signed or not; two numbers with a space or
    /// a comma between them are the halves of one hash, the high one first.
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
    /// error on; it tells which features of the causes have equal keys, and by which conventions wrong
    /// lines are right, if all lines that these conventions change are right by them.
    ///
    /// A UCI engine that prints its key needs no log and no scheme: `zobrist engine check` asks it.
    #[arg(long, conflicts_with = "unique", help_heading = "Input")]
    pub(crate) check: bool,
    /// Accept lines without all of the first four fields of FEN, and ignore what follows them
    ///
    /// Missing fields are those of `8/8/8/8/8/8/8/8 w - - 0 1`. After the first four fields,
    /// everything from a word on that begins with a letter or a semicolon is ignored, such as a
    /// comment.
    #[arg(long, help_heading = "Input", hide_short_help = true)]
    pub(crate) lenient: bool,
    /// Hash by this secondary key of the scheme, such as `pawn`
    #[arg(
        long,
        value_name = "NAME",
        conflicts_with = "unique",
        help_heading = "Hash",
        hide_short_help = true
    )]
    pub(crate) key: Option<String>,
    /// Stop at the first line, game or file that is rejected
    #[arg(long, conflicts_with = "keep_valid", help_heading = "Input")]
    pub(crate) strict: bool,
    #[command(flatten)]
    pub(crate) keep_valid: KeepValidOption,
    #[command(flatten)]
    pub(crate) encoding: EncodingOption,
    #[command(flatten)]
    pub(crate) language: LanguageOption,
    /// Number of threads [default: one per core]
    #[arg(long, value_parser = jobs, help_heading = "Resources", hide_short_help = true)]
    pub(crate) jobs: Option<NonZeroUsize>,
}

impl Args {
    /// # Errors
    /// When options exclude each other in ways that the parser of the arguments does not know.
    pub(crate) fn refuse_contradictions(&self) -> Result<()> {
        refuse_repeated(&self.columns)?;
        if self.format == TableFormat::Parquet && (self.check || self.plain.contents().is_some()) {
            bail!("--format parquet is for hashes of positions and games, without --check");
        }
        Ok(())
    }

    /// # Errors
    /// When the description of a scheme stands among the files.
    pub(crate) fn refuse_schemes_among_files(&self) -> Result<()> {
        if let Some(file) = self.files.iter().find(|file| describes_scheme(file)) {
            let file = file.display();
            bail!("{file} describes a scheme and holds no positions or games; say --scheme {file}");
        }
        Ok(())
    }

    /// The scheme of the hashes, or the one of the secondary key that was asked for.
    ///
    /// # Errors
    /// When it cannot be read, or lacks what was asked for.
    pub(crate) fn scheme(&self) -> Result<AnyScheme> {
        let mut scheme = self.scheme.read()?;
        if let Some(key) = &self.key {
            scheme = secondary_key(&scheme, key)?;
        }
        if self.signed && scheme.bits() != 64 {
            bail!(
                "--signed is for hashes of 64 bits, and those of the scheme `{}` have {}",
                scheme.name(),
                scheme.bits()
            );
        }
        Ok(scheme)
    }

    /// # Errors
    /// When an option is given that is for games alone, and the input is lines of positions.
    pub(crate) fn refuse_options_of_games(&self) -> Result<()> {
        for (is_given, option) in [
            (self.keep_valid.keep_valid, "--keep-valid"),
            (!self.columns.is_empty(), "--columns"),
            (self.encoding.encoding.is_some(), "--encoding"),
            (self.language.is_foreign(), "--language"),
        ] {
            if is_given {
                bail!("{option} is for games, and these are positions; for games, say --input pgn");
            }
        }
        Ok(())
    }

    /// The progress of reading files, which rows may show on a terminal.
    pub(crate) fn progress(&self, files: &[PathBuf]) -> ProgressBar {
        match self.check || self.output.is_file() {
            true => terminal_listener::progress_with_few_rows(files),
            false => terminal_listener::progress_bar(files),
        }
    }

    pub(crate) fn threads(&self) -> NonZeroUsize {
        threads(self.jobs)
    }

    pub(crate) fn job(&self, output: &Output, progress: ProgressBar) -> Job {
        Job {
            format: self.format.rows().unwrap_or(Format::Text),
            sink: output.sink(),
            unique: self.unique,
            strict: self.strict,
            progress,
            place: output.place(),
        }
    }

    pub(crate) fn position_reader(&self) -> PositionReader {
        PositionReader { variant: self.scheme.variant, lenient: self.lenient }
    }

    /// The form of rows of positions; `file` is true if they end in the name of their file.
    pub(crate) fn row_form(&self, output: &Output, file: bool) -> RowForm {
        RowForm {
            format: self.format.rows(),
            sink: output.sink(),
            signed: self.signed,
            number: self.number,
            file,
        }
    }
}
