//! Keys of whole boards, corners and sides: their hashes, up to symmetry and colors.
//!
//! A window is laid into a frame: a corner with the point of the corner at column 0, row 0, a side
//! with the edge as row 0. Its hash is the least of the hashes of its images in the frame, which are
//! few: the rotation is that of the frame.

use zobrist_go::{Board, Color, GoScheme, Point};

use crate::line::{Line, Step};
use crate::replay::{place, set_up};
use crate::symmetry::Symmetry;

/// Number of bits of a key: the highest of a hash of 64 bits.
pub(crate) const KEY_BITS: u32 = 40;

/// Points along the edge of a side, and from the edge.
pub(crate) const SIDE: usize = 11;
pub(crate) const DEPTH: usize = 7;

/// The kinds of windows that an index has keys of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Board,
    /// A corner of this many points each way: 9 or 7.
    Corner(usize),
    Side,
}

/// The sizes of corners that an index has keys of.
pub(crate) const CORNERS: [usize; 2] = [9, 7];

impl Kind {
    /// The number that distinguishes the hashes of the kind: FNV-1a of its name, 0 for the board.
    fn tag(self) -> u64 {
        let name: &[u8] = match self {
            Kind::Board => return 0,
            Kind::Corner(9) => b"corner-9",
            Kind::Corner(_) => b"corner-7",
            Kind::Side => b"side",
        };
        let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        name.iter().fold(0xcbf2_9ce4_8422_2325, step)
    }

    /// The images of a point of the frame, on a board of this size.
    fn images(self, (x, y): (usize, usize), size: (usize, usize)) -> Vec<(usize, usize)> {
        match self {
            Kind::Corner(_) => vec![(x, y), (y, x)],
            Kind::Side => vec![(x, y), (SIDE - 1 - x, y)],
            Kind::Board => {
                let point = at((x, y));
                let image = |symmetry: Symmetry| symmetry.point(point, size);
                Symmetry::all(size, true, false).map(image).map(|p| (p.column(), p.row())).collect()
            }
        }
    }
}

/// A place of a frame, which is no larger than the grid.
fn at((column, row): (usize, usize)) -> Point {
    Point::new(column, row).expect("frames are within the grid")
}

fn stone_key(color: Color, place: (usize, usize)) -> u64 {
    GoScheme::key(GoScheme::stone(color, at(place)))
}

/// The key of a window with these stones, each with its place in the frame: the definition.
///
/// The hash of an image is the sum of the keys by the scheme `go` of its stones, of the size of the
/// board, and of the kind. The key is the highest bits of the least hash.
pub(crate) fn key_of(kind: Kind, size: (usize, usize), stones: &[(Color, (usize, usize))]) -> u64 {
    let fixed = fixed_part(kind, size);
    let number = kind.images((0, 0), size).len();
    let hashes = (0..number).flat_map(|image| {
        [false, true].map(|swaps| {
            let key = |(color, place): &(Color, (usize, usize))| {
                let color = if swaps { !*color } else { *color };
                stone_key(color, kind.images(*place, size)[image])
            };
            stones.iter().map(key).fold(fixed, |hash, key| hash ^ key)
        })
    });
    cut(hashes.min().expect("there are images"))
}

fn fixed_part(kind: Kind, (width, height): (usize, usize)) -> u64 {
    let [width, height] = GoScheme::size(width, height);
    let [width, height]: [u64; 2] = [GoScheme::key(width), GoScheme::key(height)];
    kind.tag() ^ width ^ height
}

fn cut(hash: u64) -> u64 {
    hash >> (64 - KEY_BITS)
}

/// A part of boards of one size: the places of its points in the frame.
pub(crate) struct Region {
    pub(crate) kind: Kind,
    pub(crate) points: Vec<(Point, (usize, usize))>,
}

impl Region {
    /// The part of the board that is laid into its frame by `place`.
    pub(crate) fn of(
        kind: Kind,
        (width, height): (usize, usize),
        place: impl Fn(usize, usize) -> Option<(usize, usize)>,
    ) -> Region {
        let points = (0..height).flat_map(|row| (0..width).map(move |column| (column, row)));
        let points = points
            .filter_map(|(column, row)| Some((Point::new(column, row)?, place(column, row)?)));
        Region { kind, points: points.collect() }
    }

    /// The whole board.
    pub(crate) fn board(size: (usize, usize)) -> Region {
        Region::of(Kind::Board, size, |column, row| Some((column, row)))
    }

    /// The corner of `side` points each way on the right or not, at the top or not.
    pub(crate) fn corner(
        side: usize,
        (width, height): (usize, usize),
        (right, top): (bool, bool),
    ) -> Region {
        let from = |at: usize, length: usize, far: bool| if far { length - 1 - at } else { at };
        Region::of(Kind::Corner(side), (width, height), |column, row| {
            let place = (from(column, width, right), from(row, height, top));
            (place.0 < side && place.1 < side).then_some(place)
        })
    }

    /// The side that begins `first` points along an edge: 0 is the lower, then the upper, the left
    /// and the right one.
    pub(crate) fn side((width, height): (usize, usize), edge: usize, first: usize) -> Region {
        Region::of(Kind::Side, (width, height), |column, row| {
            let (along, depth) = match edge {
                0 => (column, row),
                1 => (column, height - 1 - row),
                2 => (row, column),
                _ => (row, width - 1 - column),
            };
            let along = along.checked_sub(first)?;
            (along < SIDE && depth < DEPTH).then_some((along, depth))
        })
    }

    /// The parts of a board that an index has keys of.
    fn all((width, height): (usize, usize)) -> Vec<Region> {
        let size = (width, height);
        let mut regions = vec![Region::board(size)];
        for side in CORNERS.into_iter().filter(|side| *side <= width.min(height)) {
            for right in [false, true] {
                regions.extend([false, true].map(|top| Region::corner(side, size, (right, top))));
            }
        }
        if SIDE <= width.min(height) {
            for edge in 0..4 {
                let length = if edge < 2 { width } else { height };
                let first = (length - SIDE) / 2;
                regions.push(Region::side(size, edge, first));
                // Of a side that has no middle, the image is another part of the board.
                if length - SIDE - first != first {
                    regions.push(Region::side(size, edge, length - SIDE - first));
                }
            }
        }
        regions
    }
}

/// A stone of each color on a point, in one image of one part of the board.
struct Change {
    /// Number of the hash among those of all parts.
    lane: u32,
    /// The keys of a stone of Black and of White.
    keys: [u64; 2],
}

/// Computes the keys of games on boards of one size.
pub(crate) struct LineKeys {
    board: Board,
    empty: Board,
    /// For each point of the grid, the changes of all hashes.
    changes: Vec<Vec<Change>>,
    /// For each point of the grid, the parts that have it.
    within: Vec<Vec<u32>>,
    /// For each part, its hashes: the first, and the one after the last.
    lanes: Vec<(usize, usize)>,
    /// The hashes without stones.
    start: Vec<u64>,
    hashes: Vec<u64>,
    /// The number of stones in each part.
    stones: Vec<u32>,
    /// True for the parts that have changed.
    has_changed: Vec<bool>,
    changed: Vec<u32>,
    keys: Vec<u64>,
}

impl LineKeys {
    /// For boards of this size; `None` if there are none.
    pub(crate) fn new(size: (usize, usize)) -> Option<LineKeys> {
        let board = Board::new(size.0, size.1).ok()?;
        let cells = zobrist_go::MAX_SIDE * zobrist_go::MAX_SIDE;
        let mut changes: Vec<Vec<Change>> = (0..cells).map(|_| Vec::new()).collect();
        let mut within: Vec<Vec<u32>> = vec![Vec::new(); cells];
        let (mut lanes, mut start) = (Vec::new(), Vec::new());
        for (number, region) in (0..).zip(Region::all(size)) {
            let first = start.len();
            let images = region.kind.images((0, 0), size).len();
            start.resize(first + 2 * images, fixed_part(region.kind, size));
            lanes.push((first, start.len()));
            for (point, place) in region.points {
                within[point.grid_index()].push(number);
                for (image, place) in region.kind.images(place, size).into_iter().enumerate() {
                    let keys = [Color::Black, Color::White].map(|color| stone_key(color, place));
                    let [black, white] = keys;
                    for (lane, keys) in [(0, keys), (1, [white, black])] {
                        let lane = (first + 2 * image + lane) as u32;
                        changes[point.grid_index()].push(Change { lane, keys });
                    }
                }
            }
        }
        Some(LineKeys {
            empty: board.clone(),
            board,
            changes,
            within,
            hashes: start.clone(),
            start,
            stones: vec![0; lanes.len()],
            has_changed: vec![false; lanes.len()],
            changed: Vec::new(),
            lanes,
            keys: Vec::new(),
        })
    }

    /// The keys of all parts with stones in the positions of a game, ascending, each once; and
    /// false if the game cannot be replayed to its end.
    pub(crate) fn of(&mut self, line: &Line) -> (&[u64], bool) {
        self.board.clone_from(&self.empty);
        self.hashes.copy_from_slice(&self.start);
        self.stones.fill(0);
        self.keys.clear();
        let is_whole = line.steps().all(|step| {
            let is_played = self.step(step);
            self.note();
            is_played
        });
        self.keys.sort_unstable();
        self.keys.dedup();
        (&self.keys, is_whole)
    }

    /// Makes a step, and returns true if it can be made.
    fn step(&mut self, step: Step<'_>) -> bool {
        match step {
            Step::Fault => false,
            Step::Move(_, zobrist_go::Move::Pass) => true,
            Step::Move(color, zobrist_go::Move::Play(point)) => {
                let Ok(removed) = place(&mut self.board, color, point) else { return false };
                let removed: Vec<_> = removed.collect();
                self.turn(color, point, 1);
                for (color, point) in removed {
                    self.turn(color, point, -1);
                }
                true
            }
            Step::SetUp(points) => {
                let before: Vec<_> = self.board.stones().collect();
                if set_up(&mut self.board, points).is_err() {
                    return false;
                }
                for (color, point) in &before {
                    if self.board.stone(*point) != Some(*color) {
                        self.turn(*color, *point, -1);
                    }
                }
                let after: Vec<_> = self.board.stones().collect();
                let is_new = |stone: &&(Color, Point)| !before.contains(stone);
                for (color, point) in after.iter().filter(is_new) {
                    self.turn(*color, *point, 1);
                }
                true
            }
        }
    }

    /// Puts a stone into the hashes, or takes it off.
    fn turn(&mut self, color: Color, point: Point, count: i32) {
        for Change { lane, keys } in &self.changes[point.grid_index()] {
            self.hashes[*lane as usize] ^= keys[color.index()];
        }
        for region in &self.within[point.grid_index()] {
            let number = *region as usize;
            self.stones[number] = self.stones[number].wrapping_add_signed(count);
            if !self.has_changed[number] {
                self.has_changed[number] = true;
                self.changed.push(*region);
            }
        }
    }

    /// Notes the keys of the parts that have changed.
    fn note(&mut self) {
        for region in self.changed.drain(..) {
            let number = region as usize;
            self.has_changed[number] = false;
            if self.stones[number] > 0 {
                let (first, end) = self.lanes[number];
                let least = self.hashes[first..end].iter().min();
                self.keys.push(cut(*least.expect("a part has hashes")));
            }
        }
    }
}

#[cfg(test)]
mod tests;
