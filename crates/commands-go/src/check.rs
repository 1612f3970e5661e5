//! `zobrist go check`: repetitions and illegal moves in games of Go.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Result;
use zobrist_commands_input::terminal_listener;
use zobrist_console::ending::Ending;
use zobrist_console::error_limit::ErrorLimiter;
use zobrist_console::examples;
use zobrist_console::message::say;
use zobrist_console::rows::{Format, Value};
use zobrist_console::stdout::print;
use zobrist_go::Rules;
use zobrist_go_games::faults::{FaultKind, Standard, for_each_fault};
use zobrist_go_games::katago::rules_of_record;
use zobrist_go_games::komi::{KomiNote, komi_note};
use zobrist_go_games::read::{Game, ReadOptions, Reading};
use zobrist_go_games::refusal::Refusal;
use zobrist_go_games::rules::{FileRulesOptions, Judge};

use super::results::ComparedResults;
use super::turns::{OutOfTurn, Turns};

/// Find repetitions, illegal moves and other faults in games
///
/// Reads SGF, plain or compressed by zstd, gzip, bzip2, xz or zip, and replays the main line of
/// each game and all variations. FILE may also be a folder (its files in SGF, but for hidden ones
/// and those in folders within) or a pattern such as 'games/**/*.sgf'. A row for each fault: the
/// file, the game (from 1 within its file; a file of an archive is one, named as in
/// `games.zip/first.sgf`), the variation (0 is the main line; the others are numbered as they stand
/// in the file), the move, the player, the point, and what is wrong: a repetition that the rules
/// forbid, with the earlier move that led to the same position and the plies since; suicide, if it
/// is not allowed; a stone on an occupied point or off the board, after which the rest of that line
/// is skipped; a move out of turn, that is, by the player who moved last, unless the record says
/// whose turn it is (PL), stones were set up between, or Black puts down a handicap before White
/// plays: the first of a file, and standard error has the number of the others; a handicap (HA)
/// without its stones, at move 0. `--only` and `--skip` choose the kinds of faults. No position is forgotten, and each
/// repetition is proven by the moves between. A faulty move is still played if it can be; one that
/// the record forces (KO) is no fault, nor is a cycle of more than two plies in a game whose result
/// is Void. The exit status is 1 when there is a row, or a game that cannot be read: that is
/// reported with its place. A file name that would break a row of text is written as by
/// `hash --bytes`. Komi that a server writes in hundredths is read in points, and komi beyond the
/// board or that is no number is reported, on standard error.
///
/// Cost: a file is held in memory, and each game takes up to ten
/// times its text.
#[derive(clap::Args)]
#[command(after_help = examples!(
    "zobrist go check game.sgf",
    "zobrist go check game.sgf --rules file --results"
))]
pub(crate) struct Args {
    /// Files, folders or patterns; standard input if none or `-`
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    rules: FileRulesOptions,
    /// Compare results with the score where it is settled
    ///
    /// A result in points (RE) is a fault if it is not the score after two final passes. By
    /// Tromp-Taylor rules (RU), the area with all stones on the board counts. By other rules and
    /// unknown ones, the area without dead stones will do, too: it is known where unconditional
    /// life (D. B. Benson, 1976) decides every point. By Japanese and Korean rules, territory and
    /// prisoners count, on such a board; by unknown ones they will do, too. White has points for
    /// handicap stones by the rules. The number of games that were compared, and why others were
    /// not, is printed on standard error.
    #[arg(long, help_heading = "Output")]
    results: bool,
    /// Report faults of these kinds only
    #[arg(long, value_enum, value_name = "KIND", value_delimiter = ',', help_heading = "Output")]
    only: Vec<FaultKind>,
    /// Do not report faults of these kinds
    ///
    /// They do not count for the exit status either.
    #[arg(
        long,
        value_enum,
        value_name = "KIND",
        value_delimiter = ',',
        conflicts_with = "only",
        help_heading = "Output"
    )]
    skip: Vec<FaultKind>,
    /// Output format
    #[arg(long, value_enum, default_value = "text", help_heading = "Output")]
    format: Format,
    #[command(flatten)]
    reading: ReadOptions,
}

const COLUMNS: &[&str] =
    &["file", "game", "variation", "move", "player", "point", "fault", "earlier", "cycle"];

impl Args {
    fn reports(&self, kind: FaultKind) -> bool {
        !self.skip.contains(&kind) && (self.only.is_empty() || self.only.contains(&kind))
    }
}

pub(crate) fn run(args: Args) -> Result<Ending> {
    let judge = args.rules.judge()?;
    print(&args.format.header(COLUMNS))?;
    let mut sound = true;
    let mut errors = ErrorLimiter::default();
    let (mut komi, mut compared) = (KomiNotes::default(), ComparedResults::default());
    let turns = Turns::default();
    let reading =
        Reading::of(&args.files, args.reading, terminal_listener::progress_with_few_rows)?;
    let done = reading.for_each_game(
        |game, rows| {
            let (rules, warning) = rules_of(judge, game);
            let standard = Standard { rules, results: args.results };
            let mut is_sound = true;
            let mut turn = OutOfTurn::default();
            let checked = for_each_fault(game, standard, |fault| {
                if !args.reports(fault.kind) {
                    return;
                }
                is_sound = false;
                let is_turn = fault.kind == FaultKind::OutOfTurn;
                if is_turn {
                    turn.moves += 1;
                    // All games before one whose rows are printed at once are done.
                    if turn.moves > 1 || rows.is_printing() && turns.has_row(game.file) {
                        return;
                    }
                }
                let begin = rows.rows.len();
                let player = fault.player.map(|player| player.to_string());
                let point = fault.point.map(|point| point.to_string());
                let values = [
                    Value::Name(game.file),
                    Value::Number(game.number),
                    Value::Number(fault.variation),
                    Value::Number(fault.number),
                    Value::text_or_null(player.as_deref()),
                    Value::text_or_null(point.as_deref()),
                    Value::Text(&fault.what),
                    Value::number_or_null(fault.repetition.map(|repeated| repeated.earlier)),
                    Value::number_or_null(fault.repetition.map(|repeated| repeated.cycle)),
                ];
                args.format.append(&mut rows.rows, COLUMNS, &values);
                if is_turn {
                    turn.row = begin..rows.rows.len();
                }
                rows.relieve();
            });
            if rows.is_printing() {
                turn.row = 0..0;
            }
            let turn = (turn.moves > 0).then(|| (Arc::<str>::from(game.file), turn));
            let comparison = checked.as_ref().ok().copied();
            let komi = komi_note(&game.entry.record).map(|note| (place(game), note));
            ((is_sound, warning, komi, comparison, turn), checked.map(drop).map_err(Refusal::from))
        },
        |(is_sound, warning, note, comparison, turn), rows| {
            sound &= is_sound;
            if let Some((file, turn)) = turn {
                turns.take(file, turn, rows);
            }
            comparison.into_iter().for_each(|comparison| compared.add(comparison));
            note.into_iter().for_each(|(place, note)| komi.tell(&place, note, &mut errors));
            if let Some(Unjudged { kind, warning }) = warning
                && errors.admit("", kind)
            {
                say(&warning);
            }
            Ok(())
        },
    );
    errors.say_rest("");
    komi.say_rest();
    turns.say_rest();
    if args.results {
        compared.say();
    }
    let verdict = Ending::done_if(sound);
    match done {
        Ok(reading) => Ok(reading.max(verdict)),
        broken => verdict.when(broken.map(drop)),
    }
}

/// A warning of a game that names no rules that are known.
struct Unjudged {
    /// The kind of finding that is counted once enough of them were printed.
    kind: &'static str,
    warning: String,
}

/// The rules of a game, with a warning if it names none that are known.
fn rules_of(judge: Judge, game: &Game<'_>) -> (Rules, Option<Unjudged>) {
    let name = match judge {
        Judge::By(rules) => return (rules, None),
        Judge::ByFile => game.property("RU").unwrap_or_default(),
    };
    if let Some(known) = rules_of_record(&name) {
        return (known.rules, None);
    }
    let (kind, names) = match name.as_str() {
        "" => ("games that name no rules", "names no rules (RU)".to_owned()),
        name => ("games that name unknown rules", format!("names unknown rules, RU[{name}]")),
    };
    let warning = format!(
        "zobrist: {} {names}; judged by positional superko, suicide allowed\n",
        place(game)
    );
    (Rules::default(), Some(Unjudged { kind, warning }))
}

/// The place of a game, for messages.
fn place(game: &Game<'_>) -> String {
    let Game { file, number, entry, .. } = game;
    format!("{file}:{}: game {number}", entry.place.line)
}

/// Komi that is not in points, or no number: reported for the first game of each kind, and counted.
#[derive(Default)]
struct KomiNotes {
    converted: u64,
    unread: u64,
}

impl KomiNotes {
    fn tell(&mut self, place: &str, note: KomiNote, errors: &mut ErrorLimiter) {
        match note {
            KomiNote::Converted(note) => {
                self.converted += 1;
                if self.converted == 1 {
                    say(&format!("zobrist: {place}: {note}\n"));
                }
            }
            KomiNote::Unread(note) => {
                self.unread += 1;
                if self.unread == 1 {
                    say(&format!("zobrist: {place}: {note}\n"));
                }
            }
            KomiNote::Beyond(note) if errors.admit("", "games with komi beyond the board") => {
                say(&format!("zobrist: {place}: {note}\n"));
            }
            KomiNote::Beyond(_) => {}
        }
    }

    fn say_rest(&self) {
        let kinds =
            [(self.converted, "not in points, and read so"), (self.unread, "no decimal number")];
        for (games, what) in kinds {
            let more = games.saturating_sub(1);
            let noun = if more == 1 { "game" } else { "games" };
            if more > 0 {
                say(&format!("zobrist: komi of {more} more {noun} is {what}\n"));
            }
        }
    }
}
