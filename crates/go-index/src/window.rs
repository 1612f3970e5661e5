//! A window of the board, and the places of a game that look like it.

use std::error::Error;
use std::fmt;

use zobrist_go::{Board, Color, MAX_SIDE, Move, Point};

use crate::keys::{CORNERS, DEPTH, Kind, Region, SIDE, key_of};
use crate::line::{Line, Step};
use crate::part::Part;
use crate::replay::{LineError, place, set_up};
use crate::symmetry::Symmetry;

/// The content of a point, as it is compared.
const EMPTY: u8 = 2;
/// Not compared: the point is not in the window.
const ANY: u8 = 3;

/// The points of the grid by their numbers.
type Cells = [u8; MAX_SIDE * MAX_SIDE];

fn content(stone: Option<Color>) -> u8 {
    stone.map_or(EMPTY, |color| color.index() as u8)
}

/// Points with their contents that are looked for: the whole board, a corner or a side.
#[derive(Debug)]
pub struct Window {
    size: (usize, usize),
    images: Vec<Image>,
    /// The key by which an index has it, if it has such windows.
    key: Option<u64>,
}

/// The window turned by a symmetry.
#[derive(Debug)]
struct Image {
    symmetry: Symmetry,
    cells: Box<Cells>,
    /// The number of points that differ from an empty board.
    stones: usize,
}

impl Window {
    /// A part of a board, in all its images.
    fn of(board: &Board, region: &Region, turns: bool, colors: bool) -> Window {
        let size = (board.width(), board.height());
        let image = |symmetry: Symmetry| {
            let mut cells = Box::new([ANY; MAX_SIDE * MAX_SIDE]);
            for (point, _) in &region.points {
                let stone = board.stone(*point).map(|color| symmetry.color(color));
                cells[symmetry.point(*point, size).grid_index()] = content(stone);
            }
            let stones = cells.iter().filter(|content| **content < EMPTY).count();
            Image { symmetry, cells, stones }
        };
        let stones = region
            .points
            .iter()
            .filter_map(|(point, place)| board.stone(*point).map(|color| (color, *place)));
        let stones: Vec<_> = stones.collect();
        let has_keys = match region.kind {
            Kind::Corner(side) => CORNERS.contains(&side),
            Kind::Board | Kind::Side => true,
        };
        // An index has no keys of what is empty.
        let key = (has_keys && !stones.is_empty()).then(|| key_of(region.kind, size, &stones));
        Window { size, images: Symmetry::all(size, turns, colors).map(image).collect(), key }
    }

    /// Returns the whole board, in all its rotations and reflections if `turns` is true, and with
    /// the colors swapped, too, if `colors` is true.
    #[must_use]
    pub fn board(board: &Board, turns: bool, colors: bool) -> Window {
        Window::of(board, &Region::board((board.width(), board.height())), turns, colors)
    }

    /// Returns a part of a board, whatever stands outside of it. One without stones has no
    /// [key](Window::key).
    ///
    /// # Errors
    /// When the board is too small for the part.
    pub fn part(
        board: &Board,
        part: Part,
        turns: bool,
        colors: bool,
    ) -> Result<Window, WindowError> {
        let size = (board.width(), board.height());
        match part.region(size) {
            Ok(region) => Ok(Window::of(board, &region, turns, colors)),
            Err(window) => Err(WindowError::Board { window, least: window.0, got: size }),
        }
    }

    /// Returns the corner of `side` points each way that has all these stones. On a board that is
    /// empty this is the lower left one.
    ///
    /// # Errors
    /// When no corner has them all, or the board is smaller than the corner.
    pub fn corner(
        board: &Board,
        side: usize,
        turns: bool,
        colors: bool,
    ) -> Result<Window, WindowError> {
        let size = (board.width(), board.height());
        if side > size.0.min(size.1) {
            return Err(WindowError::Board { window: (side, side), least: side, got: size });
        }
        let corners = [(false, false), (true, false), (false, true), (true, true)];
        let mut regions = corners.into_iter().map(|corner| Region::corner(side, size, corner));
        match regions.find(|region| has_all(region, board)) {
            Some(region) => Ok(Window::of(board, &region, turns, colors)),
            None => Err(WindowError::Corner { side }),
        }
    }

    /// Returns the side, 11 points long in the middle of an edge and 7 deep, that has all these
    /// stones.
    ///
    /// # Errors
    /// When no side has them all, or the board is smaller than a side.
    pub fn side(board: &Board, turns: bool, colors: bool) -> Result<Window, WindowError> {
        let size = (board.width(), board.height());
        if SIDE > size.0.min(size.1) {
            return Err(WindowError::Board { window: (SIDE, DEPTH), least: SIDE, got: size });
        }
        let first = |edge: usize| (if edge < 2 { size.0 } else { size.1 } - SIDE) / 2;
        let mut regions = (0..4).map(|edge| Region::side(size, edge, first(edge)));
        match regions.find(|region| has_all(region, board)) {
            Some(region) => Ok(Window::of(board, &region, turns, colors)),
            None => Err(WindowError::Side),
        }
    }

    /// Returns the size of the board on which it lies.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        self.size
    }

    /// Returns the key by which an index has it; `None` for corners of other sizes than 9 and 7,
    /// and windows without stones, for which all games are replayed.
    #[must_use]
    pub fn key(&self) -> Option<u64> {
        self.key
    }
}

/// True if all stones of a board are in a part of it.
fn has_all(region: &Region, board: &Board) -> bool {
    let within = region.points.iter().filter(|(point, _)| board.stone(*point).is_some()).count();
    within == board.stone_count()
}

/// The error of stones that are in no window.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WindowError {
    /// The board is too small.
    Board {
        /// Length and depth of the window.
        window: (usize, usize),
        /// The shortest side of a board that has room for it.
        least: usize,
        /// The size of the board.
        got: (usize, usize),
    },
    /// No corner of this many points each way has all stones.
    Corner {
        /// The number of points.
        side: usize,
    },
    /// No side has all stones.
    Side,
}

impl fmt::Display for WindowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WindowError::Board { window: (length, depth), least, got: (width, height) } => {
                let name = if length == depth { "corner" } else { "side" };
                write!(
                    f,
                    "expected a board of at least {least} points each way for a {name} of {length} x \
                     {depth}, got {width} x {height}"
                )
            }
            WindowError::Corner { side } => write!(
                f,
                "expected stones in one corner of {side} x {side} points, got some in others"
            ),
            WindowError::Side => write!(
                f,
                "expected stones on one side of {SIDE} x {DEPTH} points, got some elsewhere"
            ),
        }
    }
}

impl Error for WindowError {}

/// Where a game looks like the window for the first time, and what came next there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Found {
    /// The moves so far.
    pub moves: u64,
    /// Turns the window into its place in the game.
    pub symmetry: Symmetry,
    /// The next move in the window, turned back to how the window was asked for; for the whole
    /// board a pass, too. `None` if there was none.
    pub next: Option<(Color, Move)>,
    /// The moves elsewhere before that, or up to the end.
    pub elsewhere: u64,
}

/// The images of a window beside a game: for each, the number of points that differ.
struct Watch<'a> {
    window: &'a Window,
    differing: Vec<usize>,
}

impl<'a> Watch<'a> {
    fn new(window: &'a Window) -> Watch<'a> {
        Watch { window, differing: window.images.iter().map(|image| image.stones).collect() }
    }

    fn change(&mut self, point: Point, old: Option<Color>, new: Option<Color>) {
        let (old, new) = (content(old), content(new));
        for (image, differing) in self.window.images.iter().zip(&mut self.differing) {
            let wanted = image.cells[point.grid_index()];
            if wanted != ANY {
                *differing += usize::from(new != wanted);
                *differing -= usize::from(old != wanted);
            }
        }
    }

    /// Compares all points, after stones were set up.
    fn set_up(&mut self, board: &Board) {
        for (image, differing) in self.window.images.iter().zip(&mut self.differing) {
            let differs = |point: &Point| {
                let wanted = image.cells[point.grid_index()];
                wanted != ANY && wanted != content(board.stone(*point))
            };
            *differing = board.points().filter(differs).count();
        }
    }

    fn first(&self) -> Option<&'a Image> {
        let alike = self.differing.iter().position(|differing| *differing == 0)?;
        Some(&self.window.images[alike])
    }
}

/// Finds the first position of a main line that looks like the window, and the next move there. A
/// line is followed as far as it can be read.
///
/// ```
/// use zobrist_go::sgf::read;
/// use zobrist_go::{Board, Color};
/// use zobrist_go_index::{Line, Window, find};
///
/// let mut board = Board::new(19, 19)?;
/// board.place(Color::Black, "Q16".parse()?)?;
/// let corner = Window::corner(&board, 9, true, true)?;
///
/// // Half a turn, with the colors swapped, and a move elsewhere before the next one.
/// let line = Line::of(&read(b"(;SZ[19];W[dp];B[pd];W[cn])")?);
/// let found = find(&line, &corner)?.expect("White has the corner");
/// assert_eq!((found.moves, found.elsewhere), (1, 1));
/// let (color, played) = found.next.expect("White went on");
/// assert_eq!(format!("{color} {played}"), "Black R14");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When a step cannot be made before it is found.
pub fn find(line: &Line, window: &Window) -> Result<Option<Found>, LineError> {
    let (width, height) = line.size();
    let Some(mut board) =
        (window.size == (width, height)).then(|| Board::new(width, height).ok()).flatten()
    else {
        return Ok(None);
    };
    let mut watch = Watch::new(window);
    let (mut moves, mut set_ups) = (0, 0);
    let mut found: Option<(Found, &Image)> = None;
    for step in line.steps() {
        match step {
            Step::Fault => return found.map(|(found, _)| Some(found)).ok_or(LineError::Fault),
            Step::SetUp(points) => {
                if let Err(error) = set_up(&mut board, points) {
                    let refused = LineError::SetUp { number: set_ups, error };
                    return found.map(|(found, _)| Some(found)).ok_or(refused);
                }
                set_ups += 1;
                watch.set_up(&board);
            }
            Step::Move(color, played) => {
                if found.is_none() {
                    found = watch.first().map(|image| (Found::at(moves, image.symmetry), image));
                }
                if let Some((found, image)) = &mut found {
                    if let Some(next) = image.next(window, color, played) {
                        return Ok(Some(Found { next: Some(next), ..*found }));
                    }
                    found.elsewhere += 1;
                    continue;
                }
                moves += 1;
                if let Move::Play(point) = played {
                    let removed = place(&mut board, color, point);
                    let removed =
                        removed.map_err(|error| LineError::Move { number: moves, error })?;
                    watch.change(point, None, Some(color));
                    for (color, point) in removed {
                        watch.change(point, Some(color), None);
                    }
                }
            }
        }
    }
    let at_end = || watch.first().map(|image| Found::at(moves, image.symmetry));
    Ok(found.map(|(found, _)| found).or_else(at_end))
}

impl Found {
    fn at(moves: u64, symmetry: Symmetry) -> Found {
        Found { moves, symmetry, next: None, elsewhere: 0 }
    }
}

impl Image {
    /// A move as it looks in the window, if it is played there. A pass belongs to no part of the
    /// board, only to the whole.
    fn next(&self, window: &Window, color: Color, played: Move) -> Option<(Color, Move)> {
        let color = self.symmetry.color(color);
        match played {
            Move::Play(point) if self.cells[point.grid_index()] != ANY => {
                let point = self.symmetry.inverse().point(point, window.size);
                Some((color, Move::Play(point)))
            }
            Move::Pass if self.is_whole(window) => Some((color, Move::Pass)),
            _ => None,
        }
    }

    fn is_whole(&self, window: &Window) -> bool {
        let compared = self.cells.iter().filter(|content| **content != ANY).count();
        compared == window.size.0 * window.size.1
    }
}

#[cfg(test)]
mod tests {
    use zobrist::source::SplitMix64;
    use zobrist_go::sgf::{Record, read};
    use zobrist_go::{Game, Rules};

    use super::*;

    /// The definition: replay, and compare every point of every image.
    fn plain(record: &Record, window: &Window) -> Option<(u64, Symmetry)> {
        let mut game = Game::new(record.width, record.height, Rules::default()).unwrap();
        let look = |game: &Game| {
            let alike = |image: &&Image| {
                let wanted = |point: Point| image.cells[point.grid_index()];
                let mut points = game.board().points();
                points.all(|at| wanted(at) == ANY || wanted(at) == content(game.board().stone(at)))
            };
            window.images.iter().find(alike).map(|image| image.symmetry)
        };
        let mut moves = 0;
        for number in record.main_line() {
            let node = record.node(number);
            node.set_up_on(&mut game).unwrap();
            for (color, played) in node.moves {
                if let Some(symmetry) = look(&game) {
                    return Some((moves, symmetry));
                }
                game.force(*color, *played).unwrap();
                moves += 1;
            }
        }
        look(&game).map(|symmetry| (moves, symmetry))
    }

    /// A game of random plays, captures among them, with stones set up in its middle.
    fn random_game(random: &mut SplitMix64, side: usize) -> (String, Vec<Board>) {
        let mut game = Game::new(side, side, Rules::default()).unwrap();
        let mut text = format!("(;SZ[{side}]");
        let mut boards = Vec::new();
        let letter = |at: usize| char::from(b'a' + at as u8);
        for ply in 0..side * side * 2 {
            let empty = game.board().empty_count();
            if empty == 0 {
                break;
            }
            let point = game.board().empty_point(random.next_u64() as usize % empty);
            let (color, name) = (game.to_move(), ["B", "W"][game.to_move().index()]);
            if game.try_play(color, point).is_none() {
                continue;
            }
            let at = |point: Point| {
                format!("[{}{}]", letter(point.column()), letter(side - 1 - point.row()))
            };
            text += &format!(";{name}{}", at(point));
            if ply == side {
                // All of Black's stones go.
                let stones = game.board().stones();
                let gone: String =
                    stones.filter(|(c, _)| *c == Color::Black).map(|(_, p)| at(p)).collect();
                let left: Vec<_> =
                    game.board().stones().filter(|(c, _)| *c == Color::White).collect();
                let turn = game.to_move();
                game.set_up(left, turn).unwrap();
                text += &format!(";AE{gone}");
            }
            boards.push(game.board().clone());
        }
        (text + ")", boards)
    }

    #[test]
    fn windows_are_found_as_by_a_plain_comparison() {
        let mut random = SplitMix64::new(61);
        let (mut found, mut missed) = (0, 0);
        for round in 0..120 {
            let side = [5, 7, 11, 13][round % 4];
            let (text, _) = random_game(&mut random, side);
            let record = read(text.as_bytes()).unwrap();
            let (_, boards) = random_game(&mut random, side);
            let (own, own_boards) = random_game(&mut random, side);
            let own = read(own.as_bytes()).unwrap();
            let at = random.next_u64() as usize;
            for (record, boards) in [(&record, &boards), (&own, &own_boards)] {
                let whole = &boards[at % boards.len()];
                // The stones of one corner or side of a board that occurred.
                let corner_side = 3 + round % 3;
                let keep = |is_within: &dyn Fn(Point) -> bool| {
                    let mut board = whole.clone();
                    let stones: Vec<_> =
                        whole.stones().filter(|(_, point)| is_within(*point)).collect();
                    board.set_up(stones).map(|()| board).ok()
                };
                let near = |p: Point| p.column() < corner_side && p.row() < corner_side;
                let mut windows = vec![Window::board(whole, true, true)];
                if let Some(board) = keep(&near) {
                    windows.push(Window::corner(&board, corner_side, true, true).unwrap());
                    windows.push(Window::corner(&board, corner_side, false, false).unwrap());
                }
                let first = side.saturating_sub(11) / 2;
                let beside = |p: Point| (first..first + 11).contains(&p.column()) && p.row() < 7;
                if let (11.., Some(board)) = (side, keep(&beside)) {
                    windows.push(Window::side(&board, true, true).unwrap());
                }
                for window in windows {
                    let expected = plain(record, &window);
                    let got = find(&Line::of(record), &window).unwrap();
                    assert_eq!(got.map(|found| (found.moves, found.symmetry)), expected);
                    *(if expected.is_some() { &mut found } else { &mut missed }) += 1;
                }
            }
        }
        assert!(found > 100 && missed > 100, "{found} found, {missed} missed");
    }
}
