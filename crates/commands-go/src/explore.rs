//! `zobrist go explore`: where a position, a corner or a side was played, and what came next.

use std::path::PathBuf;

use anyhow::{Context, Error, Result, bail, ensure};
use zobrist_commands_input::game_files::is_index;
use zobrist_commands_input::terminal_listener;
use zobrist_console::ending::Ending;
use zobrist_console::examples;
use zobrist_console::message::say;
use zobrist_console::rows::{Format, Value, write_batch};
use zobrist_console::stdout::print;
use zobrist_explorer::cache::CacheSizeOption;
use zobrist_go::{Board, Color};
use zobrist_go_games::build_index::{facts_of, refusal_of};
use zobrist_go_games::cached_index::{GivenNames, index_of, is_kept};
use zobrist_go_games::read::{ReadOptions, Reading};
use zobrist_go_games::sources::sgf_files;
use zobrist_go_games::tally::{Facts, Tally};
use zobrist_go_index::{Found, GameFacts, GoIndex, GoIndexError, GoQuestion, Line, Window, find};
use zobrist_input::counted;

use super::find::last_boards;

/// Show what came next in a position or a corner of Go
///
/// Shows where it was played, what followed, and with what result. Reads an index of `zobrist go
/// index`, or files as `zobrist go hash` does, with the same answer, and looks for the first
/// position of each main line that is the one asked for: on the whole board (--position, --board),
/// in a corner of 9 x 9 points, or of --corner-size, or on a side, the 11 x 7 points in the middle
/// of an edge. All points of the window are compared, the empty ones too, in all rotations and
/// reflections, with the colors swapped or not; --exact takes it as it stands. Points outside the
/// window do not matter.
///
/// A row for each move that came next in the window, as if the window had not been turned: the
/// move, its player, the number of games, those that Black and White won (with the colors of the
/// window), the games in which somebody played elsewhere first (tenuki), and the first and the last
/// year. `none` stands for games in which no more was played there. With --games, a row for each
/// game instead: its file and number, the move number of the position, how the window is turned
/// there, the next move, its player, the moves elsewhere before it, players, result and date.
///
/// The index of files is built first, kept in the user's cache folder (see `zobrist cache`) and
/// used again while the files are unchanged. If a file fails while it is read, its index is not
/// kept. Standard input, pipes and, with --strict, files have none: their games are looked through.
///
/// Cost: from an index, some milliseconds, and some ten microseconds for each game that is found; a
/// corner of another size than 9 and 7 has all its games replayed. From files the first time, as
/// long as `zobrist go index`. The exit status is 0, whether or not a game was found, and 1 if a
/// game was rejected.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist go explore games.sgf --position position.sgf",
    "zobrist go explore games.sgf --corner 'E5 E7' --size 9 --games"
))]
pub(crate) struct Args {
    /// Files or folders, or an index; else standard input
    #[arg(value_name = "FILE|INDEX")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    asked: Asked,
    /// Number of points on each side of a corner
    #[arg(
        long,
        value_name = "POINTS",
        default_value_t = 9,
        value_parser = clap::value_parser!(u8).range(2..=25),
        help_heading = "Position"
    )]
    corner_size: u8,
    /// Size of the board on which a corner or a side lies
    #[arg(
        long,
        value_name = "POINTS",
        default_value_t = 19,
        value_parser = clap::value_parser!(u8).range(1..=25),
        help_heading = "Position"
    )]
    size: u8,
    /// Find it only as it stands, with its colors
    #[arg(long, help_heading = "Position")]
    exact: bool,
    /// Only games of a player with this in the name
    ///
    /// In capitals or not.
    #[arg(long, value_name = "TEXT", help_heading = "Games")]
    player: Option<String>,
    /// List the games
    #[arg(long, help_heading = "Output")]
    games: bool,
    /// Output format
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: Format,
    #[command(flatten)]
    cache_size: CacheSizeOption,
    #[command(flatten)]
    reading: ReadOptions,
}

#[derive(clap::Args)]
#[group(multiple = false)]
struct Asked {
    /// The end of the first game of a file
    #[arg(long, value_name = "FILE", help_heading = "Position")]
    position: Option<PathBuf>,
    /// Rows of X (Black), O and `.`, with / between
    #[arg(long, value_name = "ROWS", help_heading = "Position")]
    board: Option<String>,
    /// Stones in a corner, Black's and White's in turn
    ///
    /// Names of points with spaces between; `b:` or `w:` before one says whose it is, and the turn
    /// goes on from there: 'Q16 R14 b:O17' has two black stones and a white one.
    #[arg(long, value_name = "STONES", help_heading = "Position")]
    corner: Option<String>,
    /// Stones on a side, as for --corner
    #[arg(long, value_name = "STONES", help_heading = "Position")]
    side: Option<String>,
}

const COLUMNS: &[&str] =
    &["move", "player", "games", "black_wins", "white_wins", "tenuki", "first_year", "last_year"];

const GAME_COLUMNS: &[&str] = &[
    "file",
    "game",
    "at",
    "symmetry",
    "colors_swapped",
    "move",
    "player",
    "tenuki",
    "black",
    "white",
    "result",
    "date",
];

pub(crate) fn run(args: Args) -> Result<Ending> {
    let window = args.window()?;
    let mut tally = Tally::default();
    let (games, ending) = match &args.files[..] {
        [folder] if is_index(folder) => {
            let index = GoIndex::open(folder)?;
            args.print_header()?;
            let games = args.of_index(&index, &window, &mut tally, &mut false, str::to_owned)?;
            (games, Ending::Done)
        }
        files => {
            if let Some(folder) = files.iter().find(|file| is_index(file)) {
                bail!(
                    "expected files of games or one index, got the index {} and others",
                    folder.display()
                );
            }
            let files = sgf_files(files)?;
            // Sources that can be read only once have no index.
            let is_kept = !files.is_empty() && files.iter().all(|file| is_kept(file));
            match is_kept && !args.reading.strict() {
                true => args.of_kept_index(&files, &window, &mut tally)?,
                false => args.of_files(&files, &window, &mut tally)?,
            }
        }
    };
    let found = tally.games();
    let mut rows = Vec::new();
    if !args.games {
        for next in tally.sorted() {
            let name = next.next.map_or("none".to_owned(), |(_, played)| played.to_string());
            let player = next.next.map(|(color, _)| color.to_string());
            let values = [
                Value::Text(&name),
                Value::text_or_null(player.as_deref()),
                Value::Number(next.games),
                Value::Number(next.wins[Color::Black.index()]),
                Value::Number(next.wins[Color::White.index()]),
                Value::Number(next.tenuki),
                Value::number_or_null(next.years.map(|(first, _)| first)),
                Value::number_or_null(next.years.map(|(_, last)| last)),
            ];
            args.format.append(&mut rows, COLUMNS, &values);
            write_batch(&mut rows, print)?;
        }
    }
    let printed = ending.when(print(&rows))?;
    let of = counted(games, "game", "games");
    say(&format!("zobrist: found in {found} of {of}\n"));
    Ok(printed)
}

impl Args {
    fn columns(&self) -> &'static [&'static str] {
        if self.games { GAME_COLUMNS } else { COLUMNS }
    }

    fn print_header(&self) -> Result<()> {
        Ok(print(&self.format.header(self.columns()))?)
    }

    /// Appends the row of a game, if games are listed, and returns what the tally needs.
    fn take(&self, facts: &GameFacts, found: &Found, rows: &mut Vec<u8>) -> Facts {
        if self.games {
            let values = row(facts, found);
            let values: Vec<Value<'_>> = values.iter().map(Field::value).collect();
            self.format.append(rows, GAME_COLUMNS, &values);
        }
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        Facts::of(&text(&facts.result), &text(&facts.date), found.symmetry.swaps_colors())
    }

    /// Looks through files, and returns the number of games that were looked at.
    fn of_files(
        &self,
        files: &[PathBuf],
        window: &Window,
        tally: &mut Tally,
    ) -> Result<(u64, Ending)> {
        self.print_header()?;
        let wanted = self.player.as_deref().map(str::to_lowercase);
        let reading = Reading::of(files, self.reading, terminal_listener::progress_with_few_rows)?;
        let mut games = 0;
        let ending = reading.for_each_game(
            |game, rows| {
                let facts = facts_of(game);
                let has = |name: &Option<String>, wanted: &str| {
                    name.as_deref().unwrap_or_default().to_lowercase().contains(wanted)
                };
                if let Some(wanted) = &wanted
                    && ![&facts.black, &facts.white].iter().any(|name| has(name, wanted))
                {
                    return (None, Ok(()));
                }
                let record = &game.entry.record;
                let found = match find(&Line::of(record), window) {
                    Ok(Some(found)) => found,
                    Ok(None) => return (Some(None), Ok(())),
                    Err(error) => return (None, Err(refusal_of(record, &error))),
                };
                let facts = self.take(&facts, &found, &mut rows.rows);
                rows.relieve();
                (Some(Some((found, facts))), Ok(()))
            },
            |result, _| {
                games += u64::from(result.is_some());
                if let Some(Some((found, facts))) = result {
                    tally.add(found, facts);
                }
                Ok(())
            },
        )?;
        Ok((games, ending))
    }

    /// Asks the index of files, which is in the cache or is built, and returns the number of games
    /// that were looked at.
    fn of_kept_index(
        &self,
        files: &[PathBuf],
        window: &Window,
        tally: &mut Tally,
    ) -> Result<(u64, Ending)> {
        let names = GivenNames::of(files);
        let (mut has_header, mut has_printed) = (false, false);
        let mut ask = |again: bool, has_printed: &mut bool| -> Result<(u64, Ending)> {
            *tally = Tally::default();
            let opened = index_of(files, self.reading, self.cache_size.cache_size, again)?;
            // The closing line of a build comes before the rows.
            if !std::mem::replace(&mut has_header, true) {
                self.print_header()?;
            }
            let given = |name: &str| names.given(name).into_owned();
            let games = self.of_index(&opened.index, window, tally, has_printed, given)?;
            Ok((games, opened.ending))
        };
        match ask(false, &mut has_printed) {
            // Users do not maintain cached indexes: one that is damaged is built again.
            Err(error) if !has_printed && is_damage(&error) => ask(true, &mut has_printed),
            answer => answer,
        }
    }

    /// Asks an index, and returns the number of games that were looked at. `has_printed` becomes
    /// true with the first rows; `given` is the name of a file as it is shown.
    fn of_index(
        &self,
        index: &GoIndex,
        window: &Window,
        tally: &mut Tally,
        has_printed: &mut bool,
        given: impl Fn(&str) -> String,
    ) -> Result<u64> {
        let mut question = GoQuestion::default();
        (question.player, question.names) = (self.player.as_deref(), self.games);
        let (mut rows, mut printed) = (Vec::new(), Ok(()));
        let mut print_rows = |bytes: &[u8]| {
            *has_printed = true;
            print(bytes)
        };
        let games = index.explore(window, question, |facts, found| {
            let file = if self.games { given(&facts.file) } else { String::new() };
            let facts = self.take(&GameFacts { file, ..facts }, &found, &mut rows);
            tally.add(found, facts);
            if printed.is_ok() {
                printed = write_batch(&mut rows, &mut print_rows);
            }
        })?;
        printed?;
        print(&rows)?;
        Ok(games)
    }

    /// The window that is asked for.
    ///
    /// # Errors
    /// When it cannot be read, or is empty.
    fn window(&self) -> Result<Window> {
        let turns = !self.exact;
        let Asked { position, board, corner, side } = &self.asked;
        let whole =
            match (position, board) {
                (Some(file), _) => {
                    let boards = last_boards(file, self.reading)?;
                    let first = boards.into_iter().next();
                    Some(first.with_context(|| {
                        format!("{}: expected a game, got none", file.display())
                    })?)
                }
                (None, Some(text)) => {
                    let board = text.replace('/', "\n").parse();
                    Some(board.with_context(|| format!("cannot read --board {text:?}"))?)
                }
                (None, None) => None,
            };
        if let Some(board) = whole {
            ensure!(
                board.stone_count() > 0,
                "expected a position with a stone, got an empty board"
            );
            return Ok(Window::board(&board, turns, turns));
        }
        let size = usize::from(self.size);
        match (corner, side) {
            (Some(stones), _) => {
                let board = board_of(stones, size).context("cannot read --corner")?;
                let side = usize::from(self.corner_size);
                Window::corner(&board, side, turns, turns).context("cannot use --corner")
            }
            (None, Some(stones)) => {
                let board = board_of(stones, size).context("cannot read --side")?;
                Window::side(&board, turns, turns).context("cannot use --side")
            }
            (None, None) => bail!("expected --position, --board, --corner or --side"),
        }
    }
}

/// True if an index is at fault, so that the same question may be answered by one that is built
/// again.
fn is_damage(error: &Error) -> bool {
    error.downcast_ref::<GoIndexError>().is_some_and(GoIndexError::is_damage)
}

/// A board with these stones, Black's and White's in turn.
fn board_of(stones: &str, size: usize) -> Result<Board> {
    let mut board = Board::new(size, size)?;
    let mut color = Color::Black;
    let mut set_up = Vec::new();
    for word in stones.split([' ', ',']).filter(|word| !word.is_empty()) {
        let (player, name) = word.split_once(':').unwrap_or(("", word));
        color = match player {
            "" => color,
            "b" | "B" => Color::Black,
            "w" | "W" => Color::White,
            _ => bail!("{word:?}: expected b: or w: before the name of a point"),
        };
        set_up.push((color, name.parse()?));
        color = !color;
    }
    ensure!(!set_up.is_empty(), "expected names of points such as 'Q16 R14', got none");
    board.set_up(set_up)?;
    Ok(board)
}

/// A field of a game's row.
enum Field {
    Name(String),
    Text(String),
    Number(u64),
    Flag(bool),
    Null,
}

impl Field {
    fn value(&self) -> Value<'_> {
        match self {
            Field::Name(name) => Value::Name(name),
            Field::Text(text) => Value::Text(text),
            Field::Number(number) => Value::Number(*number),
            Field::Flag(flag) => Value::Flag(*flag),
            Field::Null => Value::Null,
        }
    }
}

/// The row of a game.
fn row(facts: &GameFacts, found: &Found) -> [Field; 12] {
    let text = |text: &Option<String>| Field::Text(text.clone().unwrap_or_default());
    let (played, player) = match found.next {
        Some((color, played)) => (Field::Text(played.to_string()), Field::Text(color.to_string())),
        None => (Field::Text("none".to_owned()), Field::Null),
    };
    [
        Field::Name(facts.file.clone()),
        Field::Number(facts.number),
        Field::Number(found.moves),
        Field::Text(found.symmetry.turn().to_owned()),
        Field::Flag(found.symmetry.swaps_colors()),
        played,
        player,
        Field::Number(found.elsewhere),
        text(&facts.black),
        text(&facts.white),
        text(&facts.result),
        text(&facts.date),
    ]
}
