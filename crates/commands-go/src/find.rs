//! `zobrist go find`: the games that reach a position.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use zobrist_commands_input::terminal_listener;
use zobrist_console::ending::Ending;
use zobrist_console::examples;
use zobrist_console::message::say;
use zobrist_console::rows::{Format, Value};
use zobrist_console::stdout::print;
use zobrist_go::sgf::Record;
use zobrist_go::{Board, Rules};
use zobrist_go_games::damage::{SgfFile, refused, told};
use zobrist_go_games::read::{Game, ReadOptions, Reading};
use zobrist_go_games::refusal::Refusal;
use zobrist_input::{Content, counted, refuse_standard_input_twice};

use super::lines::{At, all_lines, main_line};
use zobrist_go_index::Symmetry;

/// Find the games of Go that reach a position
///
/// POSITION is a file in SGF: the position is the last one of its main line, stones that are set up
/// there included. A file with several games is as many positions. The last argument, IN, is where
/// to look: a file, a folder or a pattern, as for `zobrist go hash`; --in names several, and then
/// all arguments are positions. With --board and no --in, all arguments are places to look.
///
/// A row for each position of a game that is one of those, as it stands or rotated or reflected:
/// the file of the position and its game within it, the file, game, variation and move at which the
/// game reaches it, and what must be done with the position to make it that of the game: `none`,
/// `left-right`, `top-bottom`, `half-turn`, `diagonal` (through A1), `other-diagonal`,
/// `quarter-turn-left` or `quarter-turn-right`; and true if the colors must be swapped. The whole
/// board is compared, stone by stone, without whose turn it is. Variations are searched, too; they
/// and moves are numbered as by `go hash --all`, and a position that is set up in the middle of a
/// game has the number of the move before.
///
/// Cost: some 20 microseconds per game (bench/README.md); a file is held in memory, and each game
/// takes up to ten times its text. The exit status is 0, whether or not a game was found.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist go find position.sgf games.sgf",
    "zobrist go find --board 'X O . / . X . / . . .' games.sgf --format csv"
))]
pub(crate) struct Args {
    /// Files of positions, and at the end where to look
    ///
    /// `-` is standard input.
    #[arg(value_name = "POSITION|IN")]
    arguments: Vec<PathBuf>,
    /// A position: rows of X (Black), O and `.`, with / between
    ///
    /// The row at the top comes first; `.` is an empty point. Spaces are skipped.
    #[arg(long, value_name = "ROWS", help_heading = "Position")]
    board: Vec<String>,
    /// Where to look, instead of the last argument
    #[arg(long = "in", value_name = "IN", help_heading = "Input")]
    places: Vec<PathBuf>,
    /// Find the position only as it stands, not turned
    #[arg(long, help_heading = "Position")]
    exact: bool,
    /// Find the position with the colors swapped, too
    #[arg(long, help_heading = "Position")]
    colors: bool,
    /// Output format
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: Format,
    #[command(flatten)]
    reading: ReadOptions,
}

const COLUMNS: &[&str] = &[
    "position",
    "position_game",
    "file",
    "game",
    "variation",
    "move",
    "symmetry",
    "colors_swapped",
];

pub(crate) fn run(mut args: Args) -> Result<Ending> {
    refuse_standard_input_twice(&[&args.arguments[..], &args.places].concat())?;
    let mut places = std::mem::take(&mut args.places);
    let mut files = std::mem::take(&mut args.arguments);
    if places.is_empty() {
        let first = if args.board.is_empty() { files.len().saturating_sub(1) } else { 0 };
        places = files.split_off(first);
    }
    if places.is_empty() && !args.board.is_empty() {
        bail!(
            "expected where to look for the position, as in `zobrist go find --board 'X O/. .' games.sgf`; \
             `-` is standard input"
        );
    }
    if places.is_empty() || files.is_empty() && args.board.is_empty() {
        bail!(
            "expected a position and where to look for it, as in `zobrist go find position.sgf \
             games.sgf`"
        );
    }
    let mut positions = Vec::new();
    for (text, number) in args.board.iter().zip(1..) {
        let board = text.replace('/', "\n").parse();
        let board = board.with_context(|| format!("cannot read --board {text:?}"))?;
        positions.push(Position::new("board".to_owned(), number, board)?);
    }
    for file in &files {
        positions.extend(positions_of(file, args.reading)?);
    }
    let wanted = Wanted::of(&positions, !args.exact, args.colors);

    print(&args.format.header(COLUMNS))?;
    let reading = Reading::of(&places, args.reading, terminal_listener::progress_with_few_rows)?;
    let (mut sizes, mut found) = (HashSet::new(), 0_u64);
    let ending = reading.for_each_game(
        |Game { file, number, entry, .. }, rows| {
            let record = &entry.record;
            let size = (record.width, record.height);
            let mut found = 0_u64;
            let done = wanted.for_each_match(record, |at, image| {
                found += 1;
                let position = &positions[image.position];
                let values = [
                    Value::Name(&position.file),
                    Value::Number(position.number),
                    Value::Name(file),
                    Value::Number(*number),
                    Value::Number(at.variation),
                    Value::Number(at.moves),
                    Value::Text(image.symmetry.turn()),
                    Value::Flag(image.symmetry.swaps_colors()),
                ];
                args.format.append(&mut rows.rows, COLUMNS, &values);
                rows.relieve();
            });
            ((size, found), done)
        },
        |(size, more), _| {
            sizes.insert(size);
            found += more;
            Ok(())
        },
    )?;
    for position in positions.iter().filter(|position| !sizes.contains(&position.size())) {
        let ((width, height), Position { file, number, .. }) = (position.size(), position);
        if !sizes.is_empty() {
            say(&format!(
                "zobrist: no game is on a board of {width} x {height}, as position {number} of \
                 {file} is\n"
            ));
        }
    }
    if found == 0 && files.len() > 1 {
        let count = counted(positions.len() as u64, "position", "positions");
        let names: Vec<_> = places.iter().map(|path| path.display().to_string()).collect();
        say(&format!("zobrist: looked for {count} in {}, and found none\n", names.join(", ")));
    }
    Ok(ending)
}

/// A position to be found.
struct Position {
    /// The name of its file.
    file: String,
    /// The number of its game in the file, from 1.
    number: u64,
    board: Board,
}

impl Position {
    /// # Errors
    /// When the board is empty.
    fn new(file: String, number: u64, board: Board) -> Result<Position> {
        if board.stone_count() == 0 {
            bail!(
                "position {number} of {file}: expected a position with a stone, got an empty board, \
                 with which games begin"
            );
        }
        Ok(Position { file, number, board })
    }

    fn size(&self) -> (usize, usize) {
        (self.board.width(), self.board.height())
    }
}

/// The boards at the end of the main lines of a file's games.
///
/// # Errors
/// When the file or a game of it cannot be read, or a board is empty.
pub(crate) fn last_boards(path: &Path, options: ReadOptions) -> Result<Vec<Board>> {
    Ok(positions_of(path, options)?.into_iter().map(|position| position.board).collect())
}

/// The last positions of the main lines of a file's games.
fn positions_of(path: &Path, options: ReadOptions) -> Result<Vec<Position>> {
    let found = terminal_listener::find_one(path, Content::TextOrUtf16)?;
    let mut positions = Vec::new();
    for file in found.whole_files(options.max_size()) {
        let file = options.decoded(file);
        let note = file.note();
        let SgfFile { file, charset, .. } = file;
        let cannot_read = || format!("cannot read the position in {}", file.name);
        if let Some(fault) = file.fault {
            return Err(fault).with_context(cannot_read);
        }
        let charsets = charset.of(&file.bytes);
        for (game, number) in charsets.games().zip(1..) {
            let record = game.with_context(cannot_read)?.record;
            if options.strict()
                && let Some(repair) = record.repairs().first()
            {
                return Err(anyhow!("{}: {}", repair.place, refused(*repair)))
                    .with_context(cannot_read);
            }
            for repair in told(record.repairs()) {
                say(&format!("zobrist: {}: {repair}\n", file.name));
            }
            let game = record.game(Rules::default()).with_context(cannot_read)?;
            positions.push(Position::new(file.name.to_string(), number, game.board().clone())?);
        }
        for warning in [note, charsets.warning(&file.name)].into_iter().flatten() {
            say(&format!("zobrist: {warning}\n"));
        }
    }
    Ok(positions)
}

/// A position that is looked for, turned in one of the ways that count.
struct Image {
    /// The number of the position.
    position: usize,
    symmetry: Symmetry,
    board: Board,
}

/// The images of all positions on boards of one size.
#[derive(Default)]
struct Images {
    /// True for the numbers of stones that they have.
    counts: Vec<bool>,
    by_hash: HashMap<u64, Vec<Image>>,
}

/// The positions that are looked for, by the size of the board.
struct Wanted(HashMap<(usize, usize), Images>);

impl Wanted {
    fn of(positions: &[Position], turns: bool, colors: bool) -> Wanted {
        let mut wanted: HashMap<_, Images> = HashMap::new();
        for (number, position) in positions.iter().enumerate() {
            let (size, board) = (position.size(), &position.board);
            let images = wanted.entry(size).or_default();
            images.counts.resize(size.0 * size.1 + 1, false);
            images.counts[board.stone_count()] = true;
            for symmetry in Symmetry::all(size, turns, colors) {
                let mut image = board.clone();
                let stones = board
                    .stones()
                    .map(|(color, at)| (symmetry.color(color), symmetry.point(at, size)));
                image.set_up(stones).expect("the image of a position is one");
                let same = images.by_hash.entry(image.hash()).or_default();
                // A symmetric position is found once, in the first way.
                if !same.iter().any(|other| other.position == number && other.board == image) {
                    same.push(Image { position: number, symmetry, board: image });
                }
            }
        }
        Wanted(wanted)
    }

    /// Hands every place of a game where a position is reached to `visit`.
    ///
    /// # Errors
    /// When the game cannot be replayed to its end.
    fn for_each_match(
        &self,
        record: &Record,
        mut visit: impl FnMut(At, &Image),
    ) -> Result<(), Refusal> {
        let Some(images) = self.0.get(&(record.width, record.height)) else { return Ok(()) };
        let mut look = |at: At, board: &Board| {
            if !images.counts[board.stone_count()] {
                return;
            }
            let same_hash = images.by_hash.get(&board.hash()).into_iter().flatten();
            same_hash.filter(|image| image.board == *board).for_each(|image| visit(at, image));
        };
        let has_variations = record.main_line().count() < record.nodes().len();
        if has_variations {
            all_lines(record, look)
        } else {
            main_line(record, |_: &Board| (), |at, board, ()| look(at, board))
        }
    }
}
