//! Go as its rules say it: the slow definition that the crate is compared with.

use std::collections::HashSet;

use zobrist::{Hasher, Rule};
use zobrist_go::{Colour, GoKey, GoScheme, Move, Point, Rules};

/// Stones by point, and nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pub width: usize,
    pub height: usize,
    stones: Vec<Option<Colour>>,
}

impl Position {
    pub fn empty(width: usize, height: usize) -> Position {
        Position { width, height, stones: vec![None; width * height] }
    }

    pub fn points(&self) -> Vec<Point> {
        let columns = |row| (0..self.width).map(move |column| Point::new(column, row).unwrap());
        (0..self.height).flat_map(columns).collect()
    }

    pub fn stone(&self, point: Point) -> Option<Colour> {
        self.stones[point.row() * self.width + point.column()]
    }

    pub fn set(&mut self, point: Point, stone: Option<Colour>) {
        self.stones[point.row() * self.width + point.column()] = stone;
    }

    fn adjacent(&self, point: Point) -> Vec<Point> {
        let (column, row) = (point.column(), point.row());
        self.points()
            .into_iter()
            .filter(|p| p.column().abs_diff(column) + p.row().abs_diff(row) == 1)
            .collect()
    }

    /// The points that are reached from one over points with the same content, and the
    /// contents that border on them.
    pub fn region(&self, point: Point) -> (HashSet<Point>, HashSet<Option<Colour>>) {
        let (mut region, mut border) = (HashSet::from([point]), HashSet::new());
        let mut open = vec![point];
        while let Some(point) = open.pop() {
            for next in self.adjacent(point) {
                if self.stone(next) != self.stone(point) {
                    border.insert(self.stone(next));
                } else if region.insert(next) {
                    open.push(next);
                }
            }
        }
        (region, border)
    }

    pub fn is_legal(&self) -> bool {
        let lives = |point: &Point| self.region(*point).1.contains(&None);
        self.points().iter().filter(|point| self.stone(**point).is_some()).all(lives)
    }

    /// Takes all stones of a colour without a liberty off, and tells how many.
    fn clear(&mut self, colour: Colour) -> u16 {
        let own = self.points().into_iter().filter(|point| self.stone(*point) == Some(colour));
        let dead: Vec<_> = own.filter(|point| !self.region(*point).1.contains(&None)).collect();
        dead.iter().for_each(|point| self.set(*point, None));
        dead.len() as u16
    }

    /// The position after a stone is put on an empty point, the other's stones taken and
    /// the player's own.
    pub fn after(&self, colour: Colour, point: Point) -> (Position, u16, u16) {
        let mut after = self.clone();
        after.set(point, Some(colour));
        let captured = after.clear(!colour);
        let suicide = after.clear(colour);
        (after, captured, suicide)
    }

    pub fn hash<K: GoKey>(&self) -> K {
        let stones = self
            .points()
            .into_iter()
            .filter_map(|point| self.stone(point).map(|colour| GoScheme::stone(colour, point)));
        let size = GoScheme::size(self.width, self.height);
        Hasher::of(K::table(), size.into_iter().chain(stones)).hash()
    }

    /// Points of Black and of White.
    pub fn area(&self) -> (usize, usize) {
        let belongs = |point: Point, colour| {
            self.stone(point) == Some(colour)
                || self.stone(point).is_none()
                    && self.region(point).1 == HashSet::from([Some(colour)])
        };
        let count = |colour| self.points().iter().filter(|p| belongs(**p, colour)).count();
        (count(Colour::Black), count(Colour::White))
    }
}

/// All that has been: who made each position, by a play or by a pass.
#[derive(Clone, Debug)]
pub struct Record {
    pub plies: Vec<(Position, Made)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Made {
    Start(Colour),
    Play(Colour),
    Pass(Colour),
}

impl Record {
    /// Black is to move.
    pub fn new(start: Position) -> Record {
        Record { plies: vec![(start, Made::Start(Colour::White))] }
    }

    pub fn now(&self) -> &Position {
        &self.plies.last().unwrap().0
    }

    pub fn legal(&self, rules: Rules, colour: Colour, point: Point) -> bool {
        if self.now().stone(point).is_some() {
            return false;
        }
        let (after, _, suicide) = self.now().after(colour, point);
        rules.suicide.allows(suicide) && !self.repeats(rules.ko, colour, &after)
    }

    fn repeats(&self, rule: Rule, colour: Colour, after: &Position) -> bool {
        let mut earlier = self.plies.iter().filter(|(position, _)| position == after);
        match rule {
            Rule::Positional => earlier.next().is_some(),
            // The player who left it then leaves it now.
            Rule::Situational => earlier.any(|(_, made)| match *made {
                Made::Start(by) | Made::Play(by) | Made::Pass(by) => by == colour,
            }),
            Rule::Natural => earlier.any(|(_, made)| *made == Made::Play(colour)),
            Rule::SimpleKo => match &self.plies[..] {
                [.., (before, _), (_, Made::Play(_))] => before == after,
                _ => false,
            },
            other => panic!("{other:?} is no rule of ko"),
        }
    }

    pub fn play(&mut self, colour: Colour, played: Move) {
        let next = match played {
            Move::Pass => (self.now().clone(), Made::Pass(colour)),
            Move::Play(point) => (self.now().after(colour, point).0, Made::Play(colour)),
        };
        self.plies.push(next);
    }
}
