//! `zobrist hash`: hashes of all positions in files of positions or games.

pub mod check;
pub mod plain;

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::ValueEnum;
use indicatif::ProgressBar;
use shakmaty::Move;
use shakmaty::fen::Fen;
use zobrist::Hasher;
use zobrist_chess::{Scheme, Wide, with_any_scheme};
use zobrist_shakmaty::pgn::replay_game;
use zobrist_shakmaty::{
    GameError, GameOptions, GameVisitor, HashablePosition, Hashed, en_passant_mode, hash,
};

use self::check::Check;
use self::check::summary::Summary;
use crate::chunks::{Chunk, ChunkUnit, Chunks};
use crate::compression::plain_name;
use crate::ending::Ending;
use crate::ingest::KeepValidOption;
use crate::input::{self, Holds};
use crate::job::{Job, Output, for_each_line};
use crate::pipeline::{jobs, threads};
use crate::rows::{Format, Value};
use crate::scheme_file;
use crate::schemes::{Bits, SchemeOptions, secondary_key};

/// Print the hash of every position
///
/// Reads lines of FEN or EPD, or games in PGN, from files or standard input, plain or
/// compressed by zstd, gzip or bzip2. Rows are printed in the order of the input: hash and line
/// for positions; hash, game (from 1), ply (0 is the game's first position) and FEN for games.
///
/// A line has four to six fields of FEN (and the checks of Three-check, 3+3 or +0+0), and may end in
/// operations of EPD, each of which ends in a semicolon. Anything else on it is an error, unless
/// --lenient is given.
///
/// A line or game that cannot be read is reported with its place (for FEN, the column too), skipped
/// and counted. So is a file that holds no text, such as an archive, if there are others. The exit
/// status is then 1, as it is when --check finds a wrong hash. A missing file is reported before any
/// work begins.
///
/// With --text, every line is hashed as it stands, and with --bytes every file as a whole, by
/// tabulation of its bytes and their positions (docs/schemes.md), which is not a cryptographic
/// hash. Lines end with LF or CR LF. Bytes that are not UTF-8 are hashed like any other.
///
/// Cost: about two million FEN lines per second and core (bench/README.md); texts and bytes,
/// about four nanoseconds per byte, or eight with 128 bits. Memory does not grow with the input,
/// except with --unique: 20 to 60 bytes per position.
#[derive(clap::Args)]
pub struct Args {
    /// Files to read; standard input if none or `-`
    files: Vec<PathBuf>,
    #[command(flatten)]
    plain: plain::Options,
    #[command(flatten)]
    scheme: SchemeOptions,
    /// Format of the input [default: pgn for names such as games.pgn.zst, else fen]
    #[arg(long, value_enum)]
    input: Option<InputFormat>,
    /// Print only the first occurrence of each position, compared by 128 bits
    #[arg(long)]
    unique: bool,
    /// Output format
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Read lines of hash, tab, FEN; print those with a wrong hash, and the features that explain it
    ///
    /// The word `moves` and moves in UCI notation or in SAN may follow the FEN, as in the UCI
    /// protocol: `HASH<tab>FEN moves e2e4 e7e5`. The hash is then that of the position after them.
    /// `startpos` may stand in place of the FEN, and `position fen` or `position` before it.
    ///
    /// A row of text has the line's number, the hash that was read, the correct hash, the features
    /// that are missing or surplus, and the FEN; with several files, each row ends with its file,
    /// written as with --bytes. JSON has the moves of which one made the mistake as `move`, an array,
    /// or null if none is known; text and CSV have them after the features.
    ///
    /// In a log of every move, a line follows from the one before by one legal move. If both are
    /// wrong, the mistake is that of the move: the XOR of both differences. If there is none, the row
    /// says `as in the line before`.
    ///
    /// Sums of up to four features are searched, of three for keys of fewer than 47 bits and after a
    /// hundred failed searches in 128 KiB of input.
    ///
    /// A summary on standard error counts the causes, and apart from them the lines that carry an error
    /// on. If most lines are wrong, it says by which conventions they are right.
    #[arg(long, conflicts_with = "unique")]
    check: bool,
    /// Accept lines without all of the first four fields of FEN, and ignore what follows them
    ///
    /// Missing fields are those of `8/8/8/8/8/8/8/8 w - - 0 1`. After the first four fields,
    /// everything from a word on that begins with a letter or a semicolon is ignored, such as a
    /// comment or `;D1 20 ;D2 400`.
    #[arg(long)]
    lenient: bool,
    /// Hash by this secondary key of the scheme, such as `pawn`
    #[arg(long, value_name = "NAME", conflicts_with = "unique")]
    key: Option<String>,
    /// Stop at the first line, game or file that is rejected
    #[arg(long, conflicts_with = "keep_valid")]
    strict: bool,
    #[command(flatten)]
    keep_valid: KeepValidOption,
    /// Number of threads [default: one per core]
    #[arg(long, value_parser = jobs)]
    jobs: Option<NonZeroUsize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum InputFormat {
    /// One position per line, FEN or EPD
    Fen,
    /// Games
    Pgn,
}

pub fn run(args: Args) -> Result<Ending> {
    if let Some(plain) = args.plain.requested() {
        let job = job(&args, input::progress_bar(&args.files));
        return plain::run(
            plain,
            &args.files,
            args.scheme.bits.unwrap_or(Bits::B64),
            &job,
            threads(args.jobs),
        );
    }
    if let Some(file) = args.files.iter().find(|file| scheme_file::describes_scheme(file)) {
        let file = file.display();
        bail!("{file} describes a scheme and holds no positions or games; say --scheme {file}");
    }
    let mut any = args.scheme.read()?;
    if let Some(key) = &args.key {
        any = secondary_key(&any, key)?;
    }
    let unit = unit_of(&args)?;
    if args.keep_valid.keep_valid && unit == ChunkUnit::Lines {
        bail!("--keep-valid is for games, and these are positions; for games, say --input pgn");
    }
    if args.lenient && unit == ChunkUnit::Games {
        bail!("--lenient is for positions, and these are games; for positions, say --input fen");
    }
    let progress = input::progress_bar(&args.files);
    let chunks = Chunks::new(input::find_all(&args.files, Holds::Text, &progress)?, unit);
    let job = job(&args, progress);
    with_any_scheme!(&any, scheme => {
        let scheme = &scheme;
        let columns = match unit {
            _ if args.check => check::columns(args.format, args.files.len()),
            ChunkUnit::Lines => FEN_COLUMNS,
            ChunkUnit::Games => PGN_COLUMNS,
        };
        let threads = threads(args.jobs);
        if args.check {
            let check = Check::new(scheme, &any);
            let mut summary = Summary::default();
            let work = |chunk: Chunk| check.lines(&job, columns, chunk);
            let see = &mut |output: Option<&Output>| match output {
                Some(output) => summary.add(output),
                None => {
                    let whole = args.key.is_none().then_some(&any);
                    check.conclude(whole, &summary, args.files.len() > 1);
                }
            };
            return job.run_and_show(unit, threads, columns, chunks, &work, see);
        }
        let work = |chunk: Chunk| match unit {
            ChunkUnit::Lines => hash_lines(scheme, &job, chunk),
            ChunkUnit::Games => hash_games(scheme, &job, chunk),
        };
        job.run(unit, threads, columns, chunks, &work)
    })
}

fn job(args: &Args, progress: ProgressBar) -> Job {
    Job {
        format: args.format,
        unique: args.unique,
        strict: args.strict,
        lenient: args.lenient,
        keep_valid: args.keep_valid.keep_valid,
        variant: args.scheme.variant,
        progress,
    }
}

fn unit_of(args: &Args) -> Result<ChunkUnit> {
    if args.check {
        if args.input == Some(InputFormat::Pgn) {
            bail!("--check reads lines of hash, tab, FEN; it does not read PGN");
        }
        return Ok(ChunkUnit::Lines);
    }
    if let Some(format) = args.input {
        return Ok(match format {
            InputFormat::Fen => ChunkUnit::Lines,
            InputFormat::Pgn => ChunkUnit::Games,
        });
    }
    let is_pgn =
        |file: &PathBuf| plain_name(&file.to_string_lossy().to_ascii_lowercase()).ends_with(".pgn");
    let games = args.files.iter().filter(|file| is_pgn(file)).count();
    if games == 0 {
        Ok(ChunkUnit::Lines)
    } else if games == args.files.len() {
        Ok(ChunkUnit::Games)
    } else {
        bail!("some files are named like PGN and some are not; say --input fen or --input pgn")
    }
}

const FEN_COLUMNS: &[&str] = &["hash", "fen"];
const PGN_COLUMNS: &[&str] = &["hash", "game", "ply", "fen"];

fn hash_lines<S: Scheme>(scheme: &S, job: &Job, chunk: Chunk) -> Output {
    let mut output = Output { rows: chunk.buffers.take(), ..Output::default() };
    output.rows.reserve(chunk.text.len() * 3 / 2);
    for_each_line(&chunk, |line| {
        output.read += 1;
        let hashes = job.read(line.text, |p| hashes(scheme, job, &p), |p| hashes(scheme, job, &p));
        match hashes {
            Ok((key, position)) => {
                let values = [Value::hash(scheme, key), Value::Line(line.text)];
                job.format.append(&mut output.rows, FEN_COLUMNS, &values);
                if let Some(position) = position {
                    output.positions.push((position, output.rows.len()));
                }
            }
            Err(error) => {
                let hint = match line.text.first() {
                    Some(b'[') => "; for games, say --input pgn",
                    _ => job.hint(line.text),
                };
                output.rejections.push(line.reject(&chunk, format!("{error}{hint}")));
                if job.strict {
                    return ControlFlow::Break(());
                }
            }
        }
        ControlFlow::Continue(())
    });
    chunk.buffers.give_back(chunk.text);
    output
}

/// The hash of a position and, with --unique, its 128-bit hash.
fn hashes<S: Scheme, P: HashablePosition>(
    scheme: &S,
    job: &Job,
    position: &P,
) -> (S::Key, Option<u128>) {
    (hash(scheme, position), job.unique.then(|| hash(&Wide(scheme.clone()), position)))
}

/// The hasher of a scheme and, with --unique, one of 128 bits.
type Hashes<S> = (Hasher<S>, Option<Hasher<Wide<S>>>);

fn hash_games<S: Scheme>(scheme: &S, job: &Job, chunk: Chunk) -> Output {
    let wide = job.unique.then(|| Hasher::new(Wide(scheme.clone())));
    let changes: Hashes<S> = (Hasher::new(scheme.clone()), wide);
    let mut rows = GameRows {
        format: job.format,
        game: chunk.game_in_file,
        fen: Vec::new(),
        output: Output { rows: chunk.buffers.take(), ..Output::default() },
    };
    let options = GameOptions {
        variant: job.variant.asked(),
        chess960: job.variant.is_chess960(),
        allow_variants: scheme.chess_layout().has_variants(),
    };
    for game in chunk.games() {
        let before = (rows.output.rows.len(), rows.output.positions.len());
        rows.game = game.number_in_file;
        let replayed = replay_game(scheme, game.text, options, changes.clone(), &mut rows);
        rows.output.read += 1;
        if let Err(fault) = replayed {
            let hint = match &fault.error {
                GameError::NoVariants(_) => "; `--scheme zobrist` has them",
                _ => "",
            };
            let reason = format!("{fault}{hint}");
            let mut rejection = chunk.reject_game(&game, fault.offset, reason);
            if job.keep_valid && fault.is_bad_move() {
                rejection = rejection.shortening();
            } else {
                rows.output.rows.truncate(before.0);
                rows.output.positions.truncate(before.1);
            }
            rows.output.rejections.push(rejection);
            if job.strict {
                break;
            }
        }
    }
    chunk.buffers.give_back(chunk.text);
    rows.output
}

/// Turns the positions of games into rows.
struct GameRows {
    format: Format,
    game: u64,
    fen: Vec<u8>,
    output: Output,
}

impl<S: Scheme> GameVisitor<S, Hashes<S>> for GameRows {
    fn position<P: HashablePosition>(
        &mut self,
        ply: usize,
        _: Option<Move>,
        position: &Hashed<S, P, Hashes<S>>,
    ) {
        self.fen.clear();
        Fen::from_position(position.position(), en_passant_mode(position.scheme()))
            .append_ascii_to(&mut self.fen);
        let (narrow, wide) = position.changes();
        let values = [
            Value::hash(position.scheme(), narrow.hash()),
            Value::Number(self.game),
            Value::Number(ply as u64),
            Value::Line(&self.fen),
        ];
        self.format.append(&mut self.output.rows, PGN_COLUMNS, &values);
        if let Some(wide) = wide {
            self.output.positions.push((wide.hash(), self.output.rows.len()));
        }
    }
}
