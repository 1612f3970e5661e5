//! `zobrist explore`: the moves and games of a position.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use shakmaty::san::SanPlus;
use shakmaty::variant::VariantPosition;
use shakmaty::{Move, Position};
use zobrist_index::{FoundGame, Index, IndexError, MoveCount};
use zobrist_shakmaty::unpack_move;

use crate::cache::{self, CacheOptions, Opened};
use crate::ending::Ending;
use crate::ingest::IndexOptions;
use crate::message::say;
use crate::positions::PositionOptions;
use crate::rows::{Format, Value};
use crate::schemes::{SchemeArgument, scheme_parser};
use crate::size::bytes;
use crate::stdout::{print, print_lines};
use crate::terminal;

/// Show what was played in a position, how often and with what result
///
/// Reads an index made by `zobrist index build`, or a file of games, whose index is built
/// first, kept in the user's cache folder and used again while the file is unchanged. A file that
/// fails while it is read, such as a truncated archive, is answered from what could be read, with
/// exit status 1, and its index is not kept.
///
/// The cache folder is $XDG_CACHE_HOME/zobrist/explore; without that variable, zobrist\explore in
/// %LOCALAPPDATA%, or ~/.cache/zobrist/explore. `zobrist cache` shows and clears it. While another
/// process builds the index of the same file, this one waits for it.
///
/// Transpositions are merged: a position is the same however it was reached. Moves are listed
/// most played first; with --games the games follow, in the order of the index.
///
/// --format text prints an aligned table for people, with percentages of the games whose result
/// is known; the other formats count games. --format csv prints one table: the games with
/// --games, the moves without it.
///
/// Cost: a few milliseconds once there is an index.
#[derive(clap::Args)]
pub struct Args {
    /// A file of games, or the folder of an index
    source: PathBuf,
    #[command(flatten)]
    position: PositionOptions,
    /// List up to N of the games as well
    #[arg(long, value_name = "N", default_value = "0", hide_default_value = true)]
    games: usize,
    /// Output format
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// When two positions count as the same, for the index of a file [default: fide]
    #[arg(long, value_parser = scheme_parser())]
    scheme: Option<SchemeArgument>,
    /// Space for the indexes of files, such as 500MB or 10GiB
    ///
    /// After an index was built, those that were not used for the longest time are removed until the
    /// rest fits; never one that a process reads or builds. An index that is larger by itself stays
    /// until the next one is built, and is then the first to go.
    #[arg(long, value_name = "SIZE", default_value = "2GB", value_parser = bytes)]
    cache_size: u64,
    #[command(flatten)]
    options: IndexOptions,
}

const MOVE_COLUMNS: &[&str] =
    &["uci", "san", "games", "white", "draws", "black", "unknown", "average_elo"];

/// The columns of the games: names and values.
const GAME_COLUMNS: [(&str, GameColumn); 13] = [
    ("game", |found| Value::Number(found.game.game_id)),
    ("ply", |found| Value::Number(found.ply.into())),
    ("white", |found| Value::text_or_null(found.game.white_name.as_deref())),
    ("black", |found| Value::text_or_null(found.game.black_name.as_deref())),
    ("white_elo", |found| elo(found.game.white_elo)),
    ("black_elo", |found| elo(found.game.black_elo)),
    ("result", |found| Value::Text(found.game.result.as_str())),
    ("date", |found| Value::text_or_null(found.game.date.as_deref())),
    ("event", |found| Value::text_or_null(found.game.event.as_deref())),
    ("site", |found| Value::text_or_null(found.game.site.as_deref())),
    ("round", |found| Value::text_or_null(found.game.round.as_deref())),
    ("file", |found| Value::Text(&found.game.file)),
    ("offset", |found| Value::Number(found.game.offset)),
];

type GameColumn = fn(&FoundGame) -> Value<'_>;

fn elo(elo: Option<i32>) -> Value<'static> {
    Value::number_or_null(elo.map(|elo| elo as u32))
}

pub fn run(args: Args) -> Result<Ending> {
    // The question comes first: a mistake in it should not cost an index.
    let position = args.position.read()?;
    let opened = open(&args, false)?;
    let (counts, games, ending) = match answer(&opened.index, &position, args.games) {
        Ok((counts, games)) => (counts, games, opened.ending),
        // Nobody is asked to look after an index that is kept for a file. One in a folder may have
        // been replaced since its manifest was read: its files are then gone.
        Err(_) => {
            drop(opened);
            let opened = open(&args, true)?;
            let (counts, games) = answer(&opened.index, &position, args.games)?;
            (counts, games, opened.ending)
        }
    };
    let moves = counts
        .into_iter()
        .map(|count| {
            let m = unpack_move(&position, count.played).with_context(|| {
                format!("the index has {}, which is no legal move here", count.played)
            })?;
            Ok((m, count))
        })
        .collect::<Result<Vec<_>>>()?;
    let written = if args.format == Format::Text {
        print_lines(&(move_table(&position, &moves) + &game_table(&games)))
    } else {
        let names = GAME_COLUMNS.map(|(name, _)| name);
        let mut out = Vec::new();
        // A CSV file has the columns of one table.
        if args.format == Format::Jsonl || args.games == 0 {
            out.extend(args.format.header(MOVE_COLUMNS));
            for (m, count) in &moves {
                append_move(args.format, &mut out, &position, *m, count);
            }
        }
        if args.games > 0 {
            out.extend(args.format.header(&names));
        }
        for found in &games {
            let values = GAME_COLUMNS.map(|(_, value)| value(found));
            args.format.append(&mut out, &names, &values);
        }
        print(&out)
    };
    if moves.is_empty() && args.format == Format::Text && written.is_ok() {
        say("zobrist: no move was played in this position\n");
    }
    ending.when(written)
}

/// The moves of a position, and some of the games.
type Answer = (Vec<MoveCount>, Vec<FoundGame>);

fn answer(
    index: &Index,
    position: &VariantPosition,
    limit: usize,
) -> std::result::Result<Answer, IndexError> {
    Ok((index.moves(position)?, index.games_with(position, limit)?))
}

/// Opens the index, with the manifest that it has now; the index of a file of games is built again
/// if `again` says so.
fn open(args: &Args, again: bool) -> Result<Opened> {
    // What exists but leads nowhere is a pipe without a name, as from `<(zcat games.pgn.gz)`.
    let is_pipe = fs::canonicalize(&args.source).is_err() && args.source.exists();
    if args.source == Path::new("-") || is_pipe {
        bail!(
            "explore reads a file or an index; `zobrist index build DIR -` builds one from \
             standard input"
        );
    }
    let meta = fs::metadata(&args.source);
    if !meta.with_context(|| format!("cannot open {}", args.source.display()))?.is_dir() {
        let options = CacheOptions {
            select: args.options.select(),
            keep_valid: args.options.keep_valid.keep_valid,
            scheme: args.scheme.as_ref(),
            resources: args.options.resources,
            cache_size: args.cache_size,
        };
        return cache::index_of(std::slice::from_ref(&args.source), options, again);
    }
    let keep_valid = args.options.keep_valid.keep_valid;
    if args.options.select() != Default::default() || keep_valid || args.scheme.is_some() {
        bail!(
            "--max-ply, --min-elo, --dedup, --keep-valid and --scheme are for building: the index \
             has its own"
        );
    }
    Ok(Opened::kept(Index::open(&args.source)?, Ending::Done))
}

fn append_move(
    format: Format,
    out: &mut Vec<u8>,
    position: &VariantPosition,
    m: Move,
    count: &MoveCount,
) {
    let uci = m.to_uci(position.castles().mode()).to_string();
    let san = SanPlus::from_move(position.clone(), m).to_string();
    let values = [
        Value::Text(&uci),
        Value::Text(&san),
        Value::Number(count.games()),
        Value::Number(count.white),
        Value::Number(count.draws),
        Value::Number(count.black),
        Value::Number(count.unknown),
        count.average_elo().map_or(Value::Null, Value::Real),
    ];
    format.append(out, MOVE_COLUMNS, &values);
}

/// The moves as a table for people: percentages of the games whose result is known.
fn move_table(position: &VariantPosition, moves: &[(Move, MoveCount)]) -> String {
    let mut table = format!(
        "{:<8}{:>9}{:>9}{:>9}{:>9}{:>7}\n",
        "move", "games", "white", "draws", "black", "elo"
    );
    for (m, count) in moves {
        let known = count.games() - count.unknown;
        let share = |games: u64| match known {
            0 => "-".to_owned(),
            known => format!("{:.1}%", 100.0 * games as f64 / known as f64),
        };
        let elo = count.average_elo().map_or("-".to_owned(), |elo| format!("{elo:.0}"));
        writeln!(
            table,
            "{:<8}{:>9}{:>9}{:>9}{:>9}{:>7}",
            SanPlus::from_move(position.clone(), *m).to_string(),
            count.games(),
            share(count.white),
            share(count.draws),
            share(count.black),
            elo
        )
        .expect("a string takes all");
    }
    table
}

/// The games as text for people.
fn game_table(games: &[FoundGame]) -> String {
    let mut table = String::new();
    fn shown(text: &str) -> Cow<'_, str> {
        terminal::stdout().field(text)
    }
    for FoundGame { ply, game, .. } in games {
        let player = |name: &Option<String>, elo: Option<i32>| {
            let name = shown(name.as_deref().unwrap_or("?")).into_owned();
            elo.map_or(name.clone(), |elo| format!("{name} ({elo})"))
        };
        let (white, black) =
            (player(&game.white_name, game.white_elo), player(&game.black_name, game.black_elo));
        let date = shown(game.date.as_deref().unwrap_or("?"));
        let event = shown(game.event.as_deref().unwrap_or("?"));
        writeln!(
            table,
            "\n{white} - {black}  {}  {date}  {event}\n  game {} of {}, at byte {}; here at ply {ply}",
            game.result.as_str(),
            game.game_id, shown(&game.file), game.offset
        )
        .expect("a string takes all");
    }
    table
}
