//! Games from SGF and to SGF.

use std::fmt::Display;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use zobrist_commands_input::hints::with_hint;
use zobrist_commands_input::terminal_listener;
use zobrist_console::message::say;
use zobrist_console::output::Output;
use zobrist_go::sgf::{Node, Record, from_utf16, write};
use zobrist_go::{Color, Game, Move, Point};
use zobrist_go_games::charset::{GoCharset, decode};
use zobrist_go_games::damage::{server_record, told};
use zobrist_go_games::katago::rules_of_record;
use zobrist_go_games::komi::{KomiNote, komi_note};
use zobrist_input::{Content, whole};

use super::arguments::{Answer, count, nothing, syntax};
use super::session::{Command, Event, Session};

pub(super) const COMMANDS: &[Command] = &[("loadsgf", load), ("printsgf", print)];

/// Loads the main line of the first game of a file, to its end or to the position before a move,
/// whose number counts from 1.
fn load(session: &mut Session, arguments: &[&str]) -> Answer {
    // A name with spaces comes in several words.
    let (name, moves) = match arguments {
        [] => return Err(syntax()),
        [name @ .., last] if !name.is_empty() && count(last).is_ok() => {
            let before = count(last)?.checked_sub(1);
            (name.join(" "), before.ok_or("syntax error: expected a move from 1, got 0")?)
        }
        _ => (arguments.join(" "), usize::MAX),
    };
    if name == "-" {
        return Err(
            "cannot load file: expected a file; the commands come from standard input".into()
        );
    }
    let cannot = |error: anyhow::Error| format!("cannot load file: {}", with_hint(&error));
    let Loaded { record, rules, is_utf16 } = read(Path::new(&name)).map_err(cannot)?;
    let mut loaded = Session::new(session.rules());
    replay(&record, moves, &mut loaded)
        .map_err(|error| format!("cannot load file: {name}: {error}"))?;
    let note = |note: &dyn Display| say(&format!("zobrist: loadsgf: {name}: {note}\n"));
    if is_utf16 {
        note(&"it is in UTF-16; read as UTF-8");
    }
    told(record.repairs()).iter().for_each(|repair| note(repair));
    match komi_note(&record) {
        Some(KomiNote::Converted(komi) | KomiNote::Beyond(komi)) => note(&komi),
        Some(KomiNote::Unread(komi)) => note(&format!("{komi}; komi stays {}", session.komi)),
        None => {}
    }
    if let Some(others) = other_rules(&rules, session) {
        note(&others);
    }
    session.load(loaded);
    session.komi = record.komi_points().map_or(session.komi, |komi| komi.points);
    nothing()
}

/// The first game of a file.
struct Loaded {
    record: Record,
    /// Its property `RU`.
    rules: String,
    is_utf16: bool,
}

fn read(path: &Path) -> Result<Loaded> {
    let input = terminal_listener::find_one(path, Content::TextOrUtf16)?.open();
    let name = input.name.clone();
    let mut bytes = Vec::new();
    whole::fill(input.reader, whole::LIST, &mut bytes)
        .with_context(|| format!("cannot read {name}"))?;
    let mut charset = GoCharset::default();
    if let Some(fault) = server_record(&mut bytes, charset) {
        if let Some(fault) = fault {
            say(&format!("zobrist: loadsgf: {name}: cannot be read further: {fault}\n"));
        }
        charset = charset.of_utf8();
    }
    let utf8 = from_utf16(&bytes);
    let is_utf16 = utf8.is_some();
    if let Some(text) = utf8 {
        (bytes, charset) = (text.into_bytes(), charset.of_utf8());
    }
    let charsets = charset.of(&bytes);
    let first = charsets.games().next();
    let first = first.with_context(|| format!("{name}: expected a game, got none"))?;
    let entry = first.with_context(|| name)?;
    let rules = entry.property("RU").unwrap_or_default();
    let rules = decode(charsets.encoding_of(&entry), &rules).trim().to_owned();
    Ok(Loaded { record: entry.record, rules, is_utf16 })
}

/// Says that a file names other rules than those of the session, if it does.
fn other_rules(named: &str, session: &Session) -> Option<String> {
    let (own, rules) = (session.rules(), rules_of_record(named)?);
    let named: String = named.chars().filter(|c| !c.is_control()).take(60).collect();
    (!rules.is_like(own)).then(|| {
        format!("it names other rules than the session's, which stay: RU[{named}]; kata-set-rules changes them")
    })
}

fn replay(record: &Record, mut moves: usize, session: &mut Session) -> Result<(), String> {
    session.begin(record.width, record.height).map_err(|error| error.to_string())?;
    if record.named_handicap().is_some() {
        session.name_handicap(record.handicap());
    }
    for number in record.main_line() {
        let node = record.node(number);
        if let Some(fault) = node.fault {
            return Err(fault.to_string());
        }
        let at_node = |error: &dyn ToString| format!("node {number}: {}", error.to_string());
        if !node.set_up.is_empty() || node.to_move.is_some() {
            session.set_up(|game| node.set_up_on(game)).map_err(|error| at_node(&error))?;
        }
        for (color, played) in node.moves {
            if moves == 0 {
                return Ok(());
            }
            moves -= 1;
            if session.game().ply() == 0 {
                let begin = |game: &mut Game| {
                    record.begin_with(*color, game);
                    Ok(())
                };
                session.set_up(begin).expect("the stones stay");
            }
            if let Move::Play(point) = played
                && !node.is_forced()
                && let Err(error) = session.game().check(*color, *point)
            {
                let ply = session.game().ply() + 1;
                say(&format!("zobrist: loadsgf: move {ply} is played, but illegal: {error}\n"));
            }
            session.force(*color, *played).map_err(|error| at_node(&error))?;
        }
    }
    Ok(())
}

/// Replies with the game, or writes it to a file that does not exist yet.
fn print(session: &mut Session, arguments: &[&str]) -> Answer {
    let text =
        String::from_utf8(write(&record(session))).expect("the text of a game that began here");
    match arguments {
        [] | ["-"] => Ok(text),
        _ => {
            let name = arguments.join(" ");
            let done = save(Path::new(&name), &text);
            done.map_err(|error| format!("cannot write file: {}", with_hint(&error)))?;
            nothing()
        }
    }
}

fn save(path: &Path, text: &str) -> Result<()> {
    ensure!(!path.exists(), "{}: expected a new name, and this file exists", path.display());
    let mut output = Output::create(path, false)?;
    output.write_all(text.as_bytes())?;
    output.write_all(b"\n")?;
    output.finish()
}

/// The game with the stones that were there at its start, and those set up later.
fn record(session: &Session) -> Record {
    let (start, to_move) = session.start();
    let mut record = Record::new(start.width(), start.height());
    record.komi = Some(session.komi.to_string());
    let stones: Vec<(Point, Option<Color>)> =
        start.stones().map(|(color, point)| (point, Some(color))).collect();
    // Whoever moves first on an empty board is taken to be the player who was to move.
    let moves_first = session.events().first().and_then(|event| match event {
        Event::Move(color, _) => Some(*color),
        Event::SetUp { .. } => None,
    });
    let is_usual =
        stones.is_empty() && [to_move, moves_first.unwrap_or(to_move)] == [Color::Black; 2];
    let to_move = (!is_usual).then_some(to_move);
    let mut last = record.push(Node::default().with_set_up(&stones).with_to_move(to_move));
    for event in session.events() {
        let parent = Some(last);
        last = match event {
            Event::Move(color, played) => {
                record.push(Node::new(parent).with_moves(&[(*color, *played)]))
            }
            Event::SetUp { changes, to_move } => {
                let to_move = Some(*to_move);
                record.push(Node::new(parent).with_set_up(changes).with_to_move(to_move))
            }
        };
    }
    record
}
