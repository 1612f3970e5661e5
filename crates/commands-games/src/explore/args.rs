//! The arguments of `zobrist explore`.

use std::path::PathBuf;

use zobrist_commands_input::positions::PositionOptions;
use zobrist_commands_input::reading_options::{EncodingOption, KeepValidOption, LanguageOption};
use zobrist_commands_input::schemes::{SchemeArgument, scheme_parser};
use zobrist_console::examples;
use zobrist_console::resources::Resources;
use zobrist_console::rows::Format;
use zobrist_explorer::cache::{CacheOptions, CacheSizeOption};
use zobrist_explorer::filter_options::{DuplicatesOption, FilterOptions};
use zobrist_explorer::group_rows::GroupName;
use zobrist_explorer::{ShownMoves, game_orders};
use zobrist_index::GameOrder;

/// Show what was played in a position, and with what result
///
/// Reads indexes made by `zobrist index build`, and files of games: their index is built first,
/// kept in the user's cache folder and used again while the files are unchanged. SOURCE may also be
/// a folder of PGN files (those that end in .pgn, or .pgn.zst, .gz, .bz2, .xz or .zip, but for
/// hidden ones and those in folders within), a pattern such as 'games/*.pgn' or 'games/**/*.pgn',
/// or `-` for standard input. An index may also be a URL (https://, http:// or s3://) if the
/// command was built with the feature object-storage; only the ranges that are needed are read, see
/// --other-orders. The games of all sources count together; a game that stands in two of them
/// counts twice, unless --dedup is given. A file that fails while it is read, such as a truncated
/// archive, is answered from what could be read, with exit status 1, and its index is not kept.
///
/// The cache folder is $XDG_CACHE_HOME/zobrist/explore; without that variable, zobrist\explore in
/// %LOCALAPPDATA%, or ~/.cache/zobrist/explore. `zobrist cache` shows and clears it. While another
/// process builds the index of the same file, this one waits for it.
///
/// Transpositions are merged: a position is the same however it was reached. Above the table stand
/// the name of the opening (with --moves that of the last position on the line that has one), the
/// FEN and the number of games. A row has a move, its games and their share, the results in percent
/// of the games whose result is known (on a terminal as a bar: White, draws, Black), the average
/// Elo, the last year, `others`: how many games reach the next position by other moves (not counted
/// where there are more than four million games), White's `score`: wins and half the draws, and the
/// name of the opening that the move enters. The row `total` counts each game once.
///
/// With --games the games follow: those of indexes first, then those of files, then those of
/// standard input and pipes, each in the order of the index, unless --sort-games says otherwise.
///
/// game_id is the number of a game in its index, so with several sources it can occur twice; the
/// file and the number of the game in it are its place.
///
/// With filters, a line above the table says what was asked for, and how many of the games that
/// reached the position are left. With --player, `score` is that of the player, whichever color he
/// had: wins and half the draws, of the games whose result is known; and `perf` is his performance
/// rating by FIDE's table (Handbook B.02, 8.1.1) in the games in which the opponent's
/// Elo is known. The row `total` has both, too.
///
/// --format text prints a table for people; the other formats count games. --format csv prints one
/// table: the games with --games, the rows of --by with it, the moves without either. Every object
/// of --format jsonl has a type: a `position` comes first, then each `move` and each `game`, or with
/// --by each `group`.
///
/// Cost: some milliseconds once there is an index; with filters, a fraction of a second for a
/// million games; with --pgn, about as long as `zobrist index games` takes for as many, and with
/// --from-source each file of these games is read twice.
#[derive(clap::Args)]
#[command(after_help = examples!(
    r#"zobrist explore games.pgn --moves "e4 c5""#,
    "zobrist explore my-index --player stockfish --as white --top 5"
))]
pub struct Args {
    /// Files of games, folders, indexes or their URLs, or `-`
    ///
    /// `-` is standard input.
    #[arg(value_name = "SOURCE", required = true)]
    pub(crate) sources: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) position: PositionOptions,
    #[command(flatten)]
    pub(crate) filter: FilterOptions,
    #[command(flatten)]
    pub(crate) dedup: DuplicatesOption,
    #[command(flatten)]
    pub(crate) shown: ShownMoves,
    /// Also the moves after these, up to D plies: a tree
    ///
    /// D is 1 to 100. A position that can be reached in several ways stands in each of its places,
    /// so that deep trees of many games have very many rows: --top and --min-games bound them. A
    /// line ends where it comes back to one of its positions.
    #[arg(
        long,
        value_name = "D",
        default_value = "1",
        hide_default_value = true,
        value_parser = clap::value_parser!(u16).range(1..=MAX_DEPTH),
        conflicts_with = "games",
        help_heading = "Output"
    )]
    pub(crate) depth: u16,
    /// The moves by year, or by Elo in hundreds, with their share of the games and their score
    ///
    /// Instead of one row for each move, one for each group in which it was played: its games, its
    /// share of those of the group that reached the position, White's score and, with --player, that
    /// player's. The Elo of a game is the mean of those that are known of its two players. --top and
    /// --min-games choose the moves, by all games.
    #[arg(
        long,
        value_enum,
        value_name = "GROUP",
        conflicts_with_all = ["games", "depth", "pgn"],
        help_heading = "Output",
        hide_short_help = true
    )]
    pub(crate) by: Option<GroupName>,
    /// List up to N of the games as well
    #[arg(long, value_name = "N", help_heading = "Output")]
    pub(crate) games: Option<usize>,
    /// Which games come first: the newest, those with the highest Elos, or the first of the index
    #[arg(
        long,
        value_name = "ORDER",
        value_parser = game_orders(),
        default_value = "first",
        help_heading = "Output",
        hide_short_help = true
    )]
    pub(crate) sort_games: GameOrder,
    /// Count games by other orders, and each game once, in an index behind a URL too
    ///
    /// That takes a look-up for each move. Without it, `others` of an index behind a URL is left
    /// out (null in JSON), and a game that came back to the position and went on in another way
    /// counts twice in `total`. The numbers of an index on this machine are always complete.
    #[arg(long, help_heading = "Output", hide_short_help = true)]
    pub(crate) other_orders: bool,
    /// Write the games alone, as PGN: all, or up to --games
    ///
    /// With their tags and main lines, as the index keeps them; with --from-source also with
    /// comments and variations. These are held in memory: `zobrist index games` takes none for
    /// them, and has the same options for the position.
    #[arg(
        long,
        conflicts_with_all = ["format", "depth", "top", "min_games", "sort"],
        help_heading = "Output"
    )]
    pub(crate) pgn: bool,
    /// Copy the games of --pgn from their files, with comments
    ///
    /// Variations are copied, too. The files must be where they were, with the bytes that they had
    /// when their index was built. Games of other files, and of standard input, are reported and
    /// left out, with exit status 1. With --sort-games newest or strongest, the texts are held in
    /// memory.
    #[arg(long, requires = "pgn", help_heading = "Output", hide_short_help = true)]
    pub(crate) from_source: bool,
    /// Output format
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    pub(crate) format: Format,
    /// When two positions count as the same, for the index of files [default: fide]
    #[arg(
        long,
        value_parser = scheme_parser(),
        help_heading = "Index of files",
        hide_short_help = true
    )]
    pub(crate) scheme: Option<SchemeArgument>,
    #[command(flatten)]
    pub(crate) cache_size: CacheSizeOption,
    #[command(flatten)]
    pub(crate) keep_valid: KeepValidOption,
    #[command(flatten)]
    pub(crate) encoding: EncodingOption,
    #[command(flatten)]
    pub(crate) language: LanguageOption,
    #[command(flatten)]
    pub(crate) resources: Resources,
}

/// The greatest depth of a tree in plies.
pub(crate) const MAX_DEPTH: i64 = 100;

impl Args {
    /// Returns the options for building and keeping the index of files.
    pub(crate) fn cache_options(&self) -> CacheOptions<'_> {
        CacheOptions {
            keep_valid: self.keep_valid.keep_valid,
            encoding: self.encoding.encoding,
            language: self.language.language,
            scheme: self.scheme.as_ref(),
            resources: self.resources,
            cache_size: self.cache_size.cache_size,
            beside: None,
        }
    }
}
