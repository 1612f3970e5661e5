//! The position: its picture, its stones and its hash.

use zobrist::{Canonical, Hasher, Lanes};
use zobrist_go::{Board, GoKey, GoScheme, Point};

use super::arguments::{Answer, color, names, syntax};
use super::session::{Command, Session};

pub(super) const COMMANDS: &[Command] =
    &[("list_stones", list_stones), ("showboard", showboard), ("zobrist_hash", zobrist_hash)];

fn list_stones(session: &mut Session, arguments: &[&str]) -> Answer {
    let [player] = arguments else { return Err(syntax()) };
    let player = color(player)?;
    let stones = session.board().stones().filter(|(color, _)| *color == player);
    Ok(names(stones.map(|(_, point)| point)))
}

fn showboard(session: &mut Session, arguments: &[&str]) -> Answer {
    if !arguments.is_empty() {
        return Err(syntax());
    }
    let board = session.board();
    let letters = |index: usize| {
        let point = Point::new(index, 0).expect("the board is within the grid");
        point.to_string().trim_end_matches('1').to_owned()
    };
    let letters: Vec<String> = (0..board.width()).map(letters).collect();
    let letters = format!("   {}", letters.join(" "));
    // The picture begins on a line of its own.
    let mut lines = vec![String::new(), letters.clone()];
    for (above, stones) in board.to_string().lines().enumerate() {
        let row = board.height() - above;
        lines.push(format!("{row:>2} {stones} {row}"));
    }
    lines.push(letters);
    lines.push(format!("{} to move, hash {:016x}", session.game().to_move(), board.hash()));
    Ok(lines.join("\n"))
}

fn zobrist_hash(session: &mut Session, arguments: &[&str]) -> Answer {
    let hash = match arguments {
        [] => session.board().hash(),
        ["canonical"] => canonical(session.board()),
        _ => return Err(syntax()),
    };
    Ok(format!("{hash:016x}"))
}

/// The least hash among those of the board's rotations and reflections.
fn canonical(board: &Board) -> u64 {
    let (width, height) = (board.width(), board.height());
    let stones = board.stones().map(|(color, point)| GoScheme::stone(color, point));
    let features = GoScheme::size(width, height).into_iter().chain(stones);
    if width == height {
        let lanes = Lanes::new(u64::table(), &GoScheme::symmetries::<8>(width, height));
        Canonical::of(&Hasher::of(&lanes, features).hash()).hash
    } else {
        let lanes = Lanes::new(u64::table(), &GoScheme::symmetries::<4>(width, height));
        Canonical::of(&Hasher::of(&lanes, features).hash()).hash
    }
}
