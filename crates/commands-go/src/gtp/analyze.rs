//! Commands that GoGui shows on its board: hashes, repetitions, chains.

use zobrist_go::{Move, PlayError, Rule, Rules};

use super::arguments::{Answer, color, names, stone, syntax};
use super::chains;
use super::session::{Command, Event, Session};

pub(super) const COMMANDS: &[Command] = &[
    ("gogui-analyze_commands", analyze_commands),
    ("zobrist-chain", chain),
    ("zobrist-forbidden", forbidden),
    ("zobrist-liberties", chain_liberties),
    ("zobrist-repetitions", repetitions),
];

/// Type of the reply, label, and command, in which `%m` is the player to move and `%p` a point that
/// the user chooses ("Analyze Commands" in GoGui's manual).
const ANALYZE_COMMANDS: &str = "\
string/Hash/zobrist_hash
string/Canonical Hash/zobrist_hash canonical
string/Repetitions/zobrist-repetitions
plist/Forbidden by Repetition/zobrist-forbidden %m
plist/Legal Moves/all_legal %m
plist/Chain/zobrist-chain %p
plist/Liberties/zobrist-liberties %p
bwboard/Area/zobrist-area
none/Name Dead/zobrist-dead %p
none/Name None Dead/zobrist-dead
plist/Dead Stones/final_status_list dead
string/Score/final_score
string/Rules/kata-get-rules";

fn analyze_commands(_: &mut Session, arguments: &[&str]) -> Answer {
    if arguments.is_empty() { Ok(ANALYZE_COMMANDS.to_owned()) } else { Err(syntax()) }
}

fn chain(session: &mut Session, arguments: &[&str]) -> Answer {
    let [at] = arguments else { return Err(syntax()) };
    let at = stone(at, session.board())?;
    Ok(names(chains::chain(session.board(), at)))
}

fn chain_liberties(session: &mut Session, arguments: &[&str]) -> Answer {
    let [at] = arguments else { return Err(syntax()) };
    let at = stone(at, session.board())?;
    Ok(names(chains::liberties(session.board(), at)))
}

/// The points on which a play is illegal only since it would repeat a position.
fn forbidden(session: &mut Session, arguments: &[&str]) -> Answer {
    let [player] = arguments else { return Err(syntax()) };
    let player = color(player)?;
    let game = session.game();
    let repeats = |error| matches!(error, PlayError::Repeats { .. });
    let points = session.board().points();
    Ok(names(points.filter(|point| game.check(player, *point).is_err_and(repeats))))
}

/// The plays so far that made a board which was there before, one a line.
fn repetitions(session: &mut Session, arguments: &[&str]) -> Answer {
    if !arguments.is_empty() {
        return Err(syntax());
    }
    let (mut ply, mut lines) = (0, Vec::new());
    let rules = Rules::new(Rule::Positional, session.rules().rules.suicide);
    session.replay(rules, |event, _, repetition| {
        ply += 1;
        if let Event::Move(color, Move::Play(point)) = event
            && let Some(repetition) = repetition
        {
            let earlier = repetition.earlier;
            lines.push(format!("move {ply}, {color} {point}: the board after move {earlier}"));
        }
    });
    Ok(lines.join("\n"))
}
