//! `zobrist check`: repetitions, illegal moves, wrong results and unusual spellings in games of
//! chess.

mod finding_row;
mod fix;

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::{Result, bail};
use zobrist_commands_input::game_files::{Wanted, expand};
use zobrist_commands_input::reading_options::{EncodingOption, LanguageOption};
use zobrist_commands_input::rejections::Tally;
use zobrist_commands_input::terminal_listener;
use zobrist_console::ending::Ending;
use zobrist_console::examples;
use zobrist_console::resources::{jobs, threads};
use zobrist_console::rows::Format;
use zobrist_console::stdout::print;
use zobrist_game_text::{Chunk, ChunkUnit, Chunks, Rejection, in_order};
use zobrist_input::Content;
use zobrist_shakmaty::check::{FindingType, Referee};

use self::finding_row::finding_type_parser;
use self::fix::FixOptions;

/// Find repetitions, illegal moves and wrong results in games
///
/// Reads PGN, plain or compressed by zstd, gzip, bzip2, xz or zip, and replays the main line of
/// each game by the rules of its tag `Variant`, Chess960 included. A row for each finding: file,
/// game (from 1 within its file), ply, type and detail. A game has at most one row of each type,
/// for the first time that it holds, and its rows are in the order of the plies. In JSON lines,
/// `type` comes first. A file name that would break a row of text is written as by `hash --bytes`.
///
/// threefold, fivefold: a position came for the third or fifth time, the first position of the game
/// (ply 0) included. Positions are the same if their pieces, the side to move, the castling rights
/// and the legal captures en passant are, and in variants pockets, promoted pieces and remaining
/// checks too. The detail names the plies of all these times.
///
/// fifty-moves, seventy-five-moves: 100 or 150 plies without a capture or a pawn move, those of the
/// tag `FEN` included, in a position with a legal move. Not in Crazyhouse. Draws by a coming move,
/// which a player may claim before making it, are not found.
///
/// illegal-move: a move is illegal, ambiguous or null, or a word is not a move. The game is checked
/// up to it, and its result is not judged. The ply is that of the move, from 1.
///
/// after-the-end: the first move after checkmate, stalemate, a dead position (neither side has the
/// material to win), fivefold repetition, seventy-five moves or the end by the rules of the
/// variant, which the detail names with its ply. The rest of the game is checked. A move after
/// checkmate is illegal too, and has both rows.
///
/// wrong-result: the game is over in its last position, as above, with another result than that of
/// the game: its tag `Result` or, if that is missing or `*`, the result after the moves. An unknown
/// result contradicts nothing.
///
/// The types that follow are no faults, and are found only if --only asks for them. The detail of
/// such a row names up to eight places of its type in the game, or of move-numbers the first; the
/// ply is that of the first, 0 for tags.
///
/// result: the tag `Result` and the result after the moves differ, the tag means no result, or more
/// results follow the first. Not in a game with an illegal move.
///
/// move-numbers: a number before a move is not that of the move, as counted from the tag `FEN`.
///
/// seven-tag-roster: one of Event, Site, Date, Round, White, Black and Result is missing, or they
/// do not come first and in this order.
///
/// dates: a Date, UTCDate or EventDate in another form than `2024.02.29` with `?` for what is not
/// known, or a day that does not exist. elo: a WhiteElo or BlackElo that is no number from 100 to
/// 4000, and not `?`, `-` or empty. duplicate-tags: two tags of one name. fen-without-setup: a FEN
/// without SetUp "1".
///
/// spellings: tags, moves, numbers, signs and results that are read but not written as in the
/// standard, such as `0-0`, `Ng1-f3`, `1-0` with a long dash and `[fen ...]`.
///
/// --fix writes all games to the FILE of -o, prints no rows, and mends: the tag Result, which is
/// written as the standard does, or gets the result after the moves if it is missing or says
/// nothing; SetUp "1" beside a FEN; the case of names of tags and the quotes around values; and
/// text that is not UTF-8. Nothing else changes, least of all the result after the moves. Results
/// that contradict each other or the last position, games that share a line, and games that are
/// rejected (a bad move among them) are copied as they are, and reported. Of several files, the
/// games follow each other. If some cannot even be copied, as from a damaged archive, nothing is
/// written.
///
/// Exit status 1: there is a row of illegal-move, after-the-end or wrong-result, or a game that
/// cannot be read, which is reported with its place and has no row. Repetitions and long play are
/// no fault: with no other rows the exit status is 0. With --fix: a game was rejected, or has a
/// fault that was left.
///
/// Cost: little more than that of replaying the games, or with result, move-numbers, spellings or
/// --fix twice that. Memory does not grow with the number of games.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist check games.pgn",
    "zobrist check games.pgn --fix -o fixed.pgn"
))]
pub struct Args {
    /// Files, folders or patterns; standard input if none or `-`
    files: Vec<PathBuf>,
    /// Print only rows of these types, separated by commas
    ///
    /// Only these rows count for the exit status.
    #[arg(
        long,
        value_name = "LIST",
        value_parser = finding_type_parser(),
        value_delimiter = ',',
        help_heading = "Output"
    )]
    only: Vec<FindingType>,
    /// Print no rows of these types, separated by commas
    ///
    /// They do not count for the exit status.
    #[arg(
        long,
        value_name = "LIST",
        value_parser = finding_type_parser(),
        value_delimiter = ',',
        help_heading = "Output"
    )]
    skip: Vec<FindingType>,
    #[command(flatten)]
    fix: FixOptions,
    /// Output format
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: Format,
    /// Stop at the first game or file that is rejected
    #[arg(long, help_heading = "Input")]
    strict: bool,
    #[command(flatten)]
    encoding: EncodingOption,
    #[command(flatten)]
    language: LanguageOption,
    /// Number of threads [default: one per core]
    #[arg(long, value_parser = jobs, help_heading = "Resources", hide_short_help = true)]
    jobs: Option<NonZeroUsize>,
}

/// Result of checking a chunk.
#[derive(Default)]
struct Output {
    rows: Vec<u8>,
    /// True if a row is of a fault.
    has_faults: bool,
    /// Number of games read.
    read: u64,
    /// Number of their plies, for the progress.
    plies: u64,
    rejections: Vec<Rejection>,
}

/// Runs the command, and returns its ending.
///
/// # Errors
/// When it could not be done.
pub fn run(mut args: Args) -> Result<Ending> {
    args.files = expand(&args.files, Wanted::GAMES)?;
    if let Some(path) = args.fix.path() {
        let reading = fix::Reading {
            strict: args.strict,
            encoding: args.encoding.encoding,
            language: args.language.language,
            jobs: args.jobs,
        };
        return fix::run(&args.files, &args.fix, path, &reading);
    }
    let types = types(&args)?;
    let progress = terminal_listener::progress_with_few_rows(&args.files);
    let inputs = terminal_listener::find_all(&args.files, Content::Text, &progress)?;
    let mut chunks = Chunks::new(inputs, ChunkUnit::Games);
    let buffers = chunks.buffers();
    print(&finding_row::header(args.format))?;
    let mut tally = Tally::new("games", progress);
    let mut has_faults = false;
    let broken = in_order(
        threads(args.jobs),
        || chunks.next(),
        |chunk| check_chunk(&args, &types, chunk),
        |output: Output| {
            let written = print(&output.rows);
            has_faults |= output.has_faults;
            tally.add_plies(output.plies);
            tally.add(output.read, &output.rejections);
            buffers.give_back(output.rows);
            match written {
                Err(error) => ControlFlow::Break(Some(error)),
                Ok(()) if args.strict && tally.any_rejected() => ControlFlow::Break(None),
                Ok(()) => ControlFlow::Continue(()),
            }
        },
    );
    let with_faults = |ending: Ending| ending.max(Ending::done_if(!has_faults));
    match broken.flatten() {
        Some(error) => with_faults(tally.ending()).when(Err(error)),
        None => Ok(with_faults(tally.finish(args.strict))),
    }
}

/// The types of rows that are printed.
fn types(args: &Args) -> Result<Vec<FindingType>> {
    let only = if args.only.is_empty() { &FindingType::BY_DEFAULT[..] } else { &args.only };
    let types: Vec<_> = only.iter().copied().filter(|wanted| !args.skip.contains(wanted)).collect();
    if types.is_empty() {
        bail!("--skip leaves no type of rows to print; name fewer types");
    }
    Ok(types)
}

fn check_chunk(args: &Args, types: &[FindingType], mut chunk: Chunk) -> Output {
    let mut output = Output { rows: chunk.buffers.take(), ..Output::default() };
    let mut referee = Referee::new().looking_for(types).in_language(args.language.language);
    if args.strict {
        referee = referee.strict();
    }
    for game in chunk.games() {
        let checked = match game.begins_line {
            true => referee.check(game.text),
            false => referee.check_amid_line(game.text),
        };
        let checked = checked.map(|findings| findings.map(<[_]>::to_vec));
        if referee.has_repaired_start() {
            chunk.notes.repaired_start(game.number_in_file);
        }
        match checked {
            Ok(None) => continue,
            Ok(Some(findings)) => {
                for finding in &findings {
                    let number = game.number_in_file;
                    finding_row::append(
                        finding,
                        args.format,
                        &mut output.rows,
                        &chunk.file,
                        number,
                    );
                    output.has_faults |= finding.finding_type.is_fault();
                }
            }
            Err(fault) => {
                output.rejections.push(chunk.reject_game(&game, fault.offset, &fault));
            }
        }
        output.read += 1;
        output.plies += referee.plies();
        if args.strict && !output.rejections.is_empty() {
            break;
        }
    }
    chunk.append_unread(args.strict, &mut output.read, &mut output.rejections);
    chunk.buffers.give_back(chunk.text);
    output
}
