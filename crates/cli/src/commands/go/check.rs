//! `zobrist go check`: repetitions and illegal moves in games of Go.

use std::path::PathBuf;

use anyhow::Result;
use zobrist_go::sgf::{Fault as SgfFault, Node, Record};
use zobrist_go::{Board, Color, Game, Move, PlaceError, PlayError, Point, Rules};

use super::read::{self, GoLimit, Refusal, for_each_game};
use super::rules::RulesOptions;
use crate::ending::Ending;
use crate::input;
use crate::rows::{Format, Value, write_batch};
use crate::stdout::print;

/// Find every repetition and illegal move in games of Go
///
/// Reads SGF, plain or compressed by zstd, gzip, bzip2, xz or zip, and replays the main line of each game
/// and all variations. A row for each fault: the file, the game (from 1 within its file), the
/// variation (0 is the main line; the others are numbered as they stand in the file), the
/// move, the player, the point, and what is wrong: a repetition that the rules forbid, with the
/// earlier move that led to the same position and the plies since; suicide, if it is not
/// allowed; a stone on an occupied point or off the board, after which the rest of that line is
/// skipped. No position is forgotten, and each repetition is proven by the moves between. A
/// faulty move is still played if it can be. The exit status is 1 when there is a row, or a game
/// that cannot be read: that is reported with its place. A file name that would break a row of
/// text is written as by `hash --bytes`.
///
/// Cost: a file is held in memory, and each game takes up to ten
/// times its text.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist go check game.sgf",
    "zobrist go check game.sgf --rules simple --suicide forbidden"
))]
pub(crate) struct Args {
    /// Files to read; standard input if none or `-`
    files: Vec<PathBuf>,
    #[command(flatten)]
    rules: RulesOptions,
    /// Output format
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: Format,
    /// Stop at the first game that is rejected
    #[arg(long, help_heading = "Input")]
    strict: bool,
    #[command(flatten)]
    limit: GoLimit,
}

const COLUMNS: &[&str] =
    &["file", "game", "variation", "move", "player", "point", "fault", "earlier", "cycle"];

pub(crate) fn run(args: Args) -> Result<Ending> {
    let mut rows = args.format.header(COLUMNS);
    let rules = args.rules.rules();
    let mut sound = true;
    let done = for_each_game(
        &args.files,
        args.strict,
        args.limit,
        input::progress_with_few_rows(&args.files),
        |read::Game { file, number, record }| {
            let checked = Replay::check(&record, rules, |fault| {
                sound = false;
                let player = fault.player.map(|player| player.to_string());
                let point = fault.point.map(|point| point.to_string());
                let values = [
                    Value::Name(file),
                    Value::Number(number),
                    Value::Number(fault.variation),
                    Value::Number(fault.number),
                    Value::text_or_null(player.as_deref()),
                    Value::text_or_null(point.as_deref()),
                    Value::Text(&fault.what),
                    Value::number_or_null(fault.repetition.map(|(earlier, _)| earlier)),
                    Value::number_or_null(fault.repetition.map(|(_, cycle)| cycle)),
                ];
                args.format.append(&mut rows, COLUMNS, &values);
            });
            write_batch(&mut rows, print)?;
            Ok(checked.map_err(Refusal::from))
        },
    );
    let printed = print(&rows);
    let done = done.and_then(|ending| ending.when(printed));
    if sound { done } else { Ending::Rejected.when(done.map(drop)) }
}

struct Fault {
    variation: u64,
    /// The number of the move, from 1.
    number: u64,
    player: Option<Color>,
    point: Option<Point>,
    what: String,
    /// The number of the earlier move, and the plies since.
    repetition: Option<(u64, u64)>,
}

/// The line from the beginning of a game to where the replay is.
struct Replay<'a, F> {
    record: &'a Record,
    game: Game,
    /// The nodes on the line, with the number of plies before each of them.
    path: Vec<(u32, u32)>,
    /// The plies that are no moves.
    set_ups: Vec<usize>,
    variation: u64,
    report: &'a mut F,
}

impl<F: FnMut(Fault)> Replay<'_, F> {
    fn check(record: &Record, rules: Rules, mut report: F) -> Result<(), String> {
        let board = Board::new(record.width, record.height).map_err(|error| error.to_string())?;
        let mut replay = Replay {
            record,
            game: Game::of(board, Color::Black, rules),
            path: Vec::new(),
            set_ups: Vec::new(),
            variation: 0,
            report: &mut report,
        };
        // Nodes below a stone placed on another are skipped. They come right after their node.
        let mut lost: Option<usize> = None;
        for (number, node) in record.nodes().enumerate() {
            // The first child of a node goes on with its line.
            let is_first = node.parent.is_none_or(|parent| parent + 1 == number);
            replay.variation += u64::from(!is_first);
            lost = lost.filter(|lost| node.parent.is_some_and(|parent| parent >= *lost));
            if lost.is_none() {
                replay.back_to(node.parent);
                lost = (!replay.enter(number, node)).then_some(number);
            }
        }
        Ok(())
    }

    /// Takes back all moves that do not lead to a node.
    fn back_to(&mut self, parent: Option<usize>) {
        let is_beside = |node: u32| Some(node as usize) != parent;
        while let Some((_, plies)) = self.path.pop_if(|(node, _)| is_beside(*node)) {
            while self.game.ply() > plies as usize {
                self.game.undo();
            }
        }
        let ply = self.game.ply();
        while self.set_ups.pop_if(|set_up| *set_up > ply).is_some() {}
    }

    /// Returns the number of moves up to a ply.
    fn moves(&self, ply: usize) -> u64 {
        (ply - self.set_ups.partition_point(|set_up| *set_up <= ply)) as u64
    }

    /// Sets up and plays what a node says; `false` when that cannot be done.
    fn enter(&mut self, number: usize, node: Node) -> bool {
        let plies = self.game.ply();
        self.path.push((number as u32, plies as u32));
        if let Err(error) = node.set_up_on(&mut self.game) {
            return self.fault(None, None, error.to_string(), None);
        }
        // The stones of the first node are on the board when the game begins.
        if self.game.ply() > plies {
            self.set_ups.push(self.game.ply());
        }
        if !node.moves.iter().all(|(color, played)| self.play(*color, *played)) {
            return false;
        }
        let Some(fault) = node.fault else { return true };
        let what = match &fault.fault {
            SgfFault::OffBoard(got) => format!("off board: {got}"),
            fault => format!("node {number}: {fault}"),
        };
        self.fault(read::unread_move(fault), None, what, None)
    }

    fn play(&mut self, color: Color, played: Move) -> bool {
        self.record.begin_with(color, &mut self.game);
        if let Move::Play(point) = played {
            let faulty = self.game.check(color, point).err();
            let repetition = match faulty {
                Some(PlayError::Repeats { repetition, .. }) => {
                    Some((self.moves(repetition.earlier), repetition.cycle as u64))
                }
                _ => None,
            };
            let what = match faulty {
                None => None,
                Some(PlayError::Repeats { .. }) => Some("repetition".to_owned()),
                Some(PlayError::Suicide { .. }) => Some("suicide".to_owned()),
                Some(PlayError::Place(PlaceError::Occupied { .. })) => Some("occupied".to_owned()),
                Some(error) => Some(error.to_string()),
            };
            if let Some(what) = what {
                self.fault(Some(color), Some(point), what, repetition);
            }
        }
        self.game.force(color, played).is_ok()
    }

    fn fault(
        &mut self,
        player: Option<Color>,
        point: Option<Point>,
        what: String,
        repetition: Option<(u64, u64)>,
    ) -> bool {
        let before = self.moves(self.game.ply());
        let (variation, number) = (self.variation, before + u64::from(player.is_some()));
        (self.report)(Fault { variation, number, player, point, what, repetition });
        false
    }
}
