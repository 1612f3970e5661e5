//! Handicap stones (specification, section 4.1).

use zobrist_go::{Board, Color, Point};

use super::arguments::{Answer, count, names, nothing, point, syntax};
use super::session::{Command, Session};

pub(super) const COMMANDS: &[Command] = &[
    ("fixed_handicap", fixed_handicap),
    ("place_free_handicap", place_free_handicap),
    ("set_free_handicap", set_free_handicap),
];

fn fixed_handicap(session: &mut Session, arguments: &[&str]) -> Answer {
    let [stones] = arguments else { return Err(syntax()) };
    let stones = count(stones)?;
    let points = fixed(session.board(), stones).ok_or("invalid number of stones")?;
    place(session, &points)?;
    Ok(names(points))
}

fn place_free_handicap(session: &mut Session, arguments: &[&str]) -> Answer {
    let [stones] = arguments else { return Err(syntax()) };
    let stones = count(stones)?;
    if !is_possible(session.board(), stones) {
        return Err("invalid number of stones".to_owned());
    }
    let points = spread(session.board(), stones);
    place(session, &points)?;
    Ok(names(points))
}

fn set_free_handicap(session: &mut Session, arguments: &[&str]) -> Answer {
    if arguments.is_empty() {
        return Err(syntax());
    }
    let bad = |why: String| format!("bad vertex list: {why}");
    let mut points = Vec::new();
    for name in arguments {
        let point = point(name, session.board()).map_err(bad)?;
        if points.contains(&point) {
            return Err(bad(format!("{point} is there twice")));
        }
        points.push(point);
    }
    if !is_possible(session.board(), points.len()) {
        let max = area(session.board()) - 1;
        return Err(bad(format!("expected 2 to {max} vertices, got {}", points.len())));
    }
    place(session, &points)?;
    nothing()
}

/// Begins the game with stones of Black on an empty board. It is White's turn.
fn place(session: &mut Session, points: &[Point]) -> Result<(), String> {
    let mut board = session.board().clone();
    if board.stone_count() > 0 {
        return Err("board not empty".to_owned());
    }
    let stones = points.iter().map(|point| (Color::Black, *point));
    board.set_up(stones).expect("a point is left free");
    session.begin_on(board, Color::White);
    Ok(())
}

fn area(board: &Board) -> usize {
    board.width() * board.height()
}

/// True if a free handicap may have this number of stones: at least two, and a point must be left.
fn is_possible(board: &Board, stones: usize) -> bool {
    (2..area(board)).contains(&stones)
}

/// The points of a fixed handicap, in the order of section 4.1.1: two to four corners, the center
/// if the number is odd and above four, then the sides. They lie on the fourth line from size 13
/// on, else on the third. Even sizes and size 7 have no more than four, smaller boards and
/// rectangles none.
fn fixed(board: &Board, stones: usize) -> Option<Vec<Point>> {
    let side = board.width();
    let max = match side {
        9.. if side % 2 == 1 => 9,
        7.. => 4,
        _ => 0,
    };
    if side != board.height() || !(2..=max).contains(&stones) {
        return None;
    }
    let low = if side >= 13 { 3 } else { 2 };
    let (high, middle) = (side - 1 - low, side / 2);
    let corners = [(low, low), (high, high), (low, high), (high, low)];
    let sides = [(low, middle), (high, middle), (middle, low), (middle, high)];
    let mut points = corners[..stones.min(4)].to_vec();
    if stones > 4 {
        points.extend((stones % 2 == 1).then_some((middle, middle)));
        points.extend(&sides[..(stones - 4) / 2 * 2]);
    }
    let point = |(column, row): (usize, usize)| Point::new(column, row);
    points.into_iter().map(point).collect()
}

/// Points for a free handicap: the largest fixed one, then again and again the point that is
/// farthest from all stones and from twice its distance to the edge, the lowest and leftmost of
/// several.
fn spread(board: &Board, stones: usize) -> Vec<Point> {
    let fixed = (2..=stones.min(9)).rev().find_map(|most| fixed(board, most));
    let mut points = fixed.unwrap_or_default();
    let squared = |a: Point, b: Point| {
        a.column().abs_diff(b.column()).pow(2) + a.row().abs_diff(b.row()).pow(2)
    };
    let to_edge = |point: Point| {
        let (left, below) = (point.column() + 1, point.row() + 1);
        let (right, above) = (board.width() + 1 - left, board.height() + 1 - below);
        left.min(right).min(below).min(above)
    };
    let room = |point: Point| {
        let stones = points.iter().map(|other| squared(point, *other));
        stones.fold((2 * to_edge(point)).pow(2), usize::min)
    };
    let mut left: Vec<(Point, usize)> = board.points().map(|point| (point, room(point))).collect();
    while points.len() < stones {
        // The last of the largest is taken.
        let largest = left.iter().rev().max_by_key(|(_, room)| *room);
        let (next, _) = *largest.expect("a point is left free");
        points.push(next);
        for (point, room) in &mut left {
            *room = (*room).min(squared(*point, next));
        }
    }
    points
}
