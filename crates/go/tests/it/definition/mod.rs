//! Go as its rules say it: the slow definition that the crate is compared with.

use std::collections::HashSet;

use zobrist::{Hasher, Rule};
use zobrist_go::{Color, GoKey, GoScheme, Move, Point, Rules};

/// Stones by point, and nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    pub(crate) width: usize,
    pub(crate) height: usize,
    stones: Vec<Option<Color>>,
}

impl Position {
    pub(crate) fn empty(width: usize, height: usize) -> Position {
        Position { width, height, stones: vec![None; width * height] }
    }

    pub(crate) fn points(&self) -> Vec<Point> {
        let columns = |row| (0..self.width).map(move |column| Point::new(column, row).unwrap());
        (0..self.height).flat_map(columns).collect()
    }

    pub(crate) fn stone(&self, point: Point) -> Option<Color> {
        self.stones[point.row() * self.width + point.column()]
    }

    pub(crate) fn set(&mut self, point: Point, stone: Option<Color>) {
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
    pub(crate) fn region(&self, point: Point) -> (HashSet<Point>, HashSet<Option<Color>>) {
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

    pub(crate) fn is_legal(&self) -> bool {
        let lives = |point: &Point| self.region(*point).1.contains(&None);
        self.points().iter().filter(|point| self.stone(**point).is_some()).all(lives)
    }

    /// Takes all stones of a color without a liberty off, and tells how many.
    fn clear(&mut self, color: Color) -> u16 {
        let own = self.points().into_iter().filter(|point| self.stone(*point) == Some(color));
        let dead: Vec<_> = own.filter(|point| !self.region(*point).1.contains(&None)).collect();
        dead.iter().for_each(|point| self.set(*point, None));
        dead.len() as u16
    }

    /// The position after a stone is put on an empty point, the other's stones taken and
    /// the player's own.
    pub(crate) fn after(&self, color: Color, point: Point) -> (Position, u16, u16) {
        let mut after = self.clone();
        after.set(point, Some(color));
        let captured = after.clear(!color);
        let suicide = after.clear(color);
        (after, captured, suicide)
    }

    pub(crate) fn hash<K: GoKey>(&self) -> K {
        let stones = self
            .points()
            .into_iter()
            .filter_map(|point| self.stone(point).map(|color| GoScheme::stone(color, point)));
        let size = GoScheme::size(self.width, self.height);
        Hasher::of(K::table(), size.into_iter().chain(stones)).hash()
    }

    /// Points of Black and of White.
    pub(crate) fn area(&self) -> (usize, usize) {
        let belongs = |point: Point, color| {
            self.stone(point) == Some(color)
                || self.stone(point).is_none()
                    && self.region(point).1 == HashSet::from([Some(color)])
        };
        let count = |color| self.points().iter().filter(|p| belongs(**p, color)).count();
        (count(Color::Black), count(Color::White))
    }
}

/// All that has been: who made each position, by a play or by a pass.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    pub(crate) plies: Vec<(Position, Made)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Made {
    Start(Color),
    Play(Color),
    Pass(Color),
}

impl Record {
    /// Black is to move.
    pub(crate) fn new(start: Position) -> Record {
        Record { plies: vec![(start, Made::Start(Color::White))] }
    }

    pub(crate) fn now(&self) -> &Position {
        &self.plies.last().unwrap().0
    }

    pub(crate) fn legal(&self, rules: Rules, color: Color, point: Point) -> bool {
        if self.now().stone(point).is_some() {
            return false;
        }
        let (after, _, suicide) = self.now().after(color, point);
        rules.suicide.allows(suicide) && !self.repeats(rules.ko, color, &after)
    }

    fn repeats(&self, rule: Rule, color: Color, after: &Position) -> bool {
        let mut earlier = self.plies.iter().filter(|(position, _)| position == after);
        match rule {
            Rule::Positional => earlier.next().is_some(),
            // The player who left it then leaves it now.
            Rule::Situational => earlier.any(|(_, made)| match *made {
                Made::Start(by) | Made::Play(by) | Made::Pass(by) => by == color,
            }),
            Rule::Natural => earlier.any(|(_, made)| *made == Made::Play(color)),
            Rule::SimpleKo => match &self.plies[..] {
                [.., (before, _), (_, Made::Play(_))] => before == after,
                _ => false,
            },
            Rule::Fold(n) => earlier.count() + 1 >= n as usize,
            other => panic!("{other:?} is no rule of ko"),
        }
    }

    pub(crate) fn play(&mut self, color: Color, played: Move) {
        let next = match played {
            Move::Pass => (self.now().clone(), Made::Pass(color)),
            Move::Play(point) => (self.now().after(color, point).0, Made::Play(color)),
        };
        self.plies.push(next);
    }
}
