//! A window of the board, and the places of a game that look like it.

use anyhow::{Result, bail, ensure};
use zobrist_go::sgf::Record;
use zobrist_go::{Board, Color, Game, MAX_SIDE, Move, Point, Rules};
use zobrist_go_games::refusal::Refusal;

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

/// Points with their contents: the whole board, a corner or a side.
#[derive(Debug)]
pub(crate) struct Window {
    pub(crate) size: (usize, usize),
    images: Vec<Image>,
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
    /// The points of a board for which `is_within` is true, in all its images.
    fn of(board: &Board, is_within: impl Fn(Point) -> bool, turns: bool, colors: bool) -> Window {
        let size = (board.width(), board.height());
        let image = |symmetry: Symmetry| {
            let mut cells = Box::new([ANY; MAX_SIDE * MAX_SIDE]);
            for point in board.points().filter(|point| is_within(*point)) {
                let stone = board.stone(point).map(|color| symmetry.color(color));
                cells[symmetry.point(point, size).grid_index()] = content(stone);
            }
            let stones = cells.iter().filter(|content| **content < EMPTY).count();
            Image { symmetry, cells, stones }
        };
        Window { size, images: Symmetry::all(size, turns, colors).map(image).collect() }
    }

    /// The whole board.
    pub(crate) fn board(board: &Board, turns: bool, colors: bool) -> Window {
        Window::of(board, |_| true, turns, colors)
    }

    /// The corner of `side` points each way that has all these stones.
    ///
    /// # Errors
    /// When no corner has them all, or the board is smaller than the corner.
    pub(crate) fn corner(board: &Board, side: usize, turns: bool, colors: bool) -> Result<Window> {
        let (width, height) = (board.width(), board.height());
        ensure!(
            side <= width.min(height),
            "expected a board of at least {side} points each way for a corner of {side} x {side}, got \
             {width} x {height}"
        );
        for (right, top) in [(false, false), (true, false), (false, true), (true, true)] {
            let near = |at: usize, length: usize, far: bool| {
                if far { at >= length - side } else { at < side }
            };
            let is_within =
                |point: Point| near(point.column(), width, right) && near(point.row(), height, top);
            if board.stones().all(|(_, point)| is_within(point)) {
                return Ok(Window::of(board, is_within, turns, colors));
            }
        }
        bail!(
            "--corner: expected stones in one corner of {side} x {side} points, got some in others"
        )
    }

    /// The side, `SIDE` points long in the middle of an edge and `DEPTH` deep, that has all these
    /// stones.
    ///
    /// # Errors
    /// When no side has them all, or the board is smaller than a side.
    pub(crate) fn side(board: &Board, turns: bool, colors: bool) -> Result<Window> {
        const SIDE: usize = 11;
        const DEPTH: usize = 7;
        let (width, height) = (board.width(), board.height());
        ensure!(
            SIDE <= width.min(height),
            "expected a board of at least {SIDE} points each way for a side of {SIDE} x {DEPTH}, got \
             {width} x {height}"
        );
        let middle = |at: usize, length: usize| {
            let first = (length - SIDE) / 2;
            (first..first + SIDE).contains(&at)
        };
        for edge in 0..4 {
            let is_within = |point: Point| {
                let (column, row) = (point.column(), point.row());
                let (along, length, depth) = match edge {
                    0 => (column, width, row),
                    1 => (column, width, height - 1 - row),
                    2 => (row, height, column),
                    _ => (row, height, width - 1 - column),
                };
                middle(along, length) && depth < DEPTH
            };
            if board.stones().all(|(_, point)| is_within(point)) {
                return Ok(Window::of(board, is_within, turns, colors));
            }
        }
        bail!("--side: expected stones on one side of {SIDE} x {DEPTH} points, got some elsewhere")
    }
}

/// Where a game looks like the window for the first time, and what came next there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    /// The moves so far.
    pub(crate) moves: u64,
    /// Turns the window into its place in the game.
    pub(crate) symmetry: Symmetry,
    /// The next move in the window, turned back to how the window was asked for; for the whole
    /// board a pass, too. `None` if there was none.
    pub(crate) next: Option<(Color, Move)>,
    /// The moves elsewhere before that, or up to the end.
    pub(crate) elsewhere: u64,
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
/// # Errors
/// When a node cannot be read before it is found.
pub(crate) fn find(record: &Record, window: &Window) -> Result<Option<Found>, Refusal> {
    if (record.width, record.height) != window.size {
        return Ok(None);
    }
    let board = Board::new(record.width, record.height).map_err(|error| error.to_string())?;
    let mut game = Game::of(board, Color::Black, Rules::default());
    let mut watch = Watch::new(window);
    let mut moves = 0;
    let mut found: Option<(Found, &Image)> = None;
    for number in record.main_line() {
        let node = record.node(number);
        if let Some(fault) = node.fault {
            return found.map(|(found, _)| Some(found)).ok_or_else(|| fault.into());
        }
        if !node.set_up.is_empty() {
            if let Err(error) = node.set_up_on(&mut game) {
                let refused = || format!("node {number}: {error}").into();
                return found.map(|(found, _)| Some(found)).ok_or_else(refused);
            }
            watch.set_up(game.board());
        }
        for (color, played) in node.moves {
            if found.is_none() {
                found = watch.first().map(|image| (Found::at(moves, image.symmetry), image));
            }
            if let Some((found, image)) = &mut found {
                if let Some(next) = image.next(window, *color, *played) {
                    return Ok(Some(Found { next: Some(next), ..*found }));
                }
                found.elsewhere += 1;
                continue;
            }
            if let Err(error) = game.force(*color, *played) {
                return Err(format!("move {}: {error}", moves + 1).into());
            }
            moves += 1;
            if let Move::Play(point) = played {
                watch.change(*point, None, Some(*color));
                for (color, point) in game.last_removed() {
                    watch.change(point, Some(color), None);
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
    use zobrist_go::sgf::read;

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
                    let got = find(record, &window).unwrap();
                    assert_eq!(got.map(|found| (found.moves, found.symmetry)), expected);
                    *(if expected.is_some() { &mut found } else { &mut missed }) += 1;
                }
            }
        }
        assert!(found > 100 && missed > 100, "{found} found, {missed} missed");
    }
}
