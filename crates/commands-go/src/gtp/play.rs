//! Moves: played, generated, taken back, judged; and stones that are set up without a move.

use zobrist_go::{Color, Move, PlayError, Point, SetUpError};

use super::arguments::{Answer, color, count, names, nothing, point, syntax, vertex};
use super::session::{Command, Session};

pub(super) const COMMANDS: &[Command] = &[
    ("all_legal", all_legal),
    ("genmove", genmove),
    ("gg-undo", gg_undo),
    ("gogui-play_sequence", play_sequence),
    ("gogui-setup", set_up),
    ("gogui-setup_player", set_up_player),
    ("is_legal", is_legal),
    ("play", play),
    ("undo", undo),
];

fn play(session: &mut Session, arguments: &[&str]) -> Answer {
    let [player, played] = arguments else { return Err(syntax()) };
    let player = color(player)?;
    // No move of the protocol, but sent by clients that pass on what an engine has replied.
    if played.eq_ignore_ascii_case("resign") {
        session.resign(player);
        return nothing();
    }
    make(session, player, vertex(played)?)?;
    nothing()
}

fn make(session: &mut Session, player: Color, played: Move) -> Result<(), String> {
    session.play(player, played).map_err(|error| illegal(&error))
}

fn illegal(error: &PlayError) -> String {
    format!("illegal move: {error}")
}

/// A legal move at random that fills no eye, or a pass.
fn genmove(session: &mut Session, arguments: &[&str]) -> Answer {
    let [player] = arguments else { return Err(syntax()) };
    let player = color(player)?;
    let (game, board) = (session.game(), session.board());
    let moves: Vec<Point> =
        game.legal_points(player).filter(|point| !board.is_eye(player, *point)).collect();
    let played = match moves.len() as u64 {
        0 => Move::Pass,
        count => Move::Play(moves[(session.random.next_u64() % count) as usize]),
    };
    make(session, player, played)?;
    Ok(played.to_string())
}

fn undo(session: &mut Session, arguments: &[&str]) -> Answer {
    if arguments.is_empty() { take_back(session, 1) } else { Err(syntax()) }
}

/// GNU Go's command: takes back one move, or a given number.
fn gg_undo(session: &mut Session, arguments: &[&str]) -> Answer {
    match arguments {
        [] => take_back(session, 1),
        [moves] => take_back(session, count(moves)?),
        _ => Err(syntax()),
    }
}

fn take_back(session: &mut Session, moves: usize) -> Answer {
    if session.undo(moves) { nothing() } else { Err("cannot undo".to_owned()) }
}

/// All moves are made, or none.
fn play_sequence(session: &mut Session, arguments: &[&str]) -> Answer {
    let (pairs, []) = arguments.as_chunks::<2>() else { return Err(syntax()) };
    let mut moves = Vec::new();
    for [player, played] in pairs {
        moves.push((color(player)?, vertex(played)?));
    }
    session.play_all(&moves).map_err(|error| illegal(&error))?;
    nothing()
}

/// Puts stones on points, in place of those that are there.
fn set_up(session: &mut Session, arguments: &[&str]) -> Answer {
    let (pairs, []) = arguments.as_chunks::<2>() else { return Err(syntax()) };
    let mut stones: Vec<(Color, Point)> = session.board().stones().collect();
    for [player, at] in pairs {
        let (player, at) = (color(player)?, point(at, session.board())?);
        stones.retain(|(_, other)| *other != at);
        stones.push((player, at));
    }
    let to_move = session.game().to_move();
    change(session, stones, to_move)
}

fn set_up_player(session: &mut Session, arguments: &[&str]) -> Answer {
    let [player] = arguments else { return Err(syntax()) };
    let to_move = color(player)?;
    let stones = session.board().stones().collect();
    change(session, stones, to_move)
}

/// If the stones are there and the turn is as wanted, nothing happens, as in a record.
fn change(session: &mut Session, mut stones: Vec<(Color, Point)>, to_move: Color) -> Answer {
    stones.sort_unstable_by_key(|(_, point)| *point);
    if to_move == session.game().to_move() && stones.iter().copied().eq(session.board().stones()) {
        return nothing();
    }
    let done: Result<(), SetUpError> = session.set_up(|game| {
        if game.ply() > 0 {
            return game.set_up(stones, to_move);
        }
        let mut board = game.board().clone();
        board.set_up(stones)?;
        game.restart(&board, to_move);
        Ok(())
    });
    done.map_err(|error| format!("cannot set up: {error}"))?;
    nothing()
}

fn is_legal(session: &mut Session, arguments: &[&str]) -> Answer {
    let [player, played] = arguments else { return Err(syntax()) };
    let legal = session.game().is_legal(color(player)?, vertex(played)?);
    Ok(u8::from(legal).to_string())
}

fn all_legal(session: &mut Session, arguments: &[&str]) -> Answer {
    let [player] = arguments else { return Err(syntax()) };
    Ok(names(session.game().legal_points(color(player)?)))
}
