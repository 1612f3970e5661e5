//! Arguments of GTP commands.

use zobrist_go::{Board, Color, Move, Point};

/// A reply, or the text of a failure.
pub(super) type Answer = Result<String, String>;

/// The reply of a command that has nothing to say.
pub(super) fn nothing() -> Answer {
    Ok(String::new())
}

/// The failure of a command whose arguments are too few, too many or of another kind.
pub(super) fn syntax() -> String {
    "syntax error".to_owned()
}

pub(super) fn color(text: &str) -> Result<Color, String> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Color::Black),
        "w" | "white" => Ok(Color::White),
        _ => Err(format!("invalid color {text:?}: expected black or white")),
    }
}

/// A vertex, or a pass.
pub(super) fn vertex(text: &str) -> Result<Move, String> {
    text.parse().map_err(|error| format!("invalid vertex: {error}"))
}

/// A point of the board.
pub(super) fn point(text: &str, board: &Board) -> Result<Point, String> {
    let point: Point = text.parse().map_err(|error| format!("invalid vertex: {error}"))?;
    if !board.contains(point) {
        let (width, height) = (board.width(), board.height());
        return Err(format!("invalid vertex: {point} is off the board of {width} x {height}"));
    }
    Ok(point)
}

/// A stone of the board.
pub(super) fn stone(text: &str, board: &Board) -> Result<Point, String> {
    let at = point(text, board)?;
    board.stone(at).map(|_| at).ok_or_else(|| format!("no stone on {at}: expected one"))
}

/// A number of stones or moves. Like an `int` of the protocol, it has neither sign nor point.
pub(super) fn count(text: &str) -> Result<usize, String> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| digits).ok_or_else(syntax)
}

/// A time in seconds, from 0. The protocol has whole seconds; some clients send fractions.
pub(super) fn seconds(text: &str) -> Result<f64, String> {
    let time = text.parse().ok().filter(|time: &f64| time.is_finite() && *time >= 0.0);
    time.ok_or_else(|| format!("invalid time {text:?}: expected seconds from 0"))
}

/// Points as a reply: their names with a space between.
pub(super) fn names(points: impl IntoIterator<Item = Point>) -> String {
    points.into_iter().map(|point| point.to_string()).collect::<Vec<_>>().join(" ")
}
