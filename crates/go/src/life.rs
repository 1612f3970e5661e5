//! Unconditional life, by the algorithm of Benson.

use crate::board::{Area, Board};
use crate::color::Color;
use crate::point::{CELLS, Point};
use crate::rules::Suicide;
use crate::scheme::GoKey;

/// The stones of a color that cannot be captured even if their player always passes, and what they
/// enclose. Made by [`Board::unconditional_life`].
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct UnconditionalLife {
    /// The stones, chain by chain.
    pub chains: Vec<Vec<Point>>,
    /// The regions that keep them alive: for each of these chains at least two are vital. A region
    /// is a connected set of points without a stone of the color, and has all that surround it
    /// among `chains`.
    pub vital: Vec<Vec<Point>>,
    /// The regions in which the other color cannot make an unconditionally living chain: `chains`
    /// alone surround them, and at most one point is beside none of these. (The other color would
    /// need two eyes there, and an eye is such a point.) A stone of the other color in them is
    /// dead.
    pub territory: Vec<Vec<Point>>,
}

/// Connected sets of points, in the order of their first points.
struct Sets {
    /// By cell, the number of the set, or `NONE`.
    of: [u16; CELLS],
    sets: Vec<Vec<Point>>,
}

const NONE: u16 = u16::MAX;

impl Sets {
    /// The connected sets of the points that are `included`.
    fn new<K: GoKey>(board: &Board<K>, included: impl Fn(Point) -> bool) -> Sets {
        let (mut of, mut sets) = ([NONE; CELLS], Vec::new());
        for start in board.points() {
            if of[start.cell()] != NONE || !included(start) {
                continue;
            }
            let number = sets.len() as u16;
            let mut set = vec![start];
            of[start.cell()] = number;
            let mut done = 0;
            while let Some(point) = set.get(done).copied() {
                done += 1;
                for neighbor in board.neighbors(point) {
                    if of[neighbor.cell()] == NONE && included(neighbor) {
                        of[neighbor.cell()] = number;
                        set.push(neighbor);
                    }
                }
            }
            sets.push(set);
        }
        Sets { of, sets }
    }

    /// The sets beside a point, without repetition.
    fn beside<K: GoKey>(&self, board: &Board<K>, point: Point) -> Vec<usize> {
        let numbers = board.neighbors(point).map(|neighbor| self.of[neighbor.cell()]);
        let mut sets: Vec<usize> = numbers.filter(|set| *set != NONE).map(usize::from).collect();
        sets.sort_unstable();
        sets.dedup();
        sets
    }
}

/// A region, and the chains that surround it.
struct Region {
    around: Vec<usize>,
    /// The chains for which it is vital.
    vital_for: Vec<usize>,
}

impl<K: GoKey> Board<K> {
    /// Returns the chains of a color that live unconditionally: the other color cannot capture them
    /// by any sequence of moves, even if it alone moves and no ko is forbidden.
    ///
    /// The algorithm is that of D. B. Benson, "Life in the game of Go", Information Sciences 10
    /// (1976), 17–29. A region is vital for a chain if each of its *empty* points is a liberty of
    /// the chain; a chain lives if two regions are vital for it that are surrounded by living
    /// chains only. Benson assumes that suicide is forbidden. Where it is allowed, of several
    /// stones at least, the other color can empty a region by filling it, so that *each* point of a
    /// vital region has to be beside the chain, be it empty or not.
    ///
    /// The two rules on suicide that allow it agree. Costs time proportional to the points of the
    /// board, times the number of chains that the algorithm excludes.
    ///
    /// ```
    /// use zobrist_go::{Board, Color, Suicide};
    ///
    /// let board: Board = "
    ///     . X . X O
    ///     X X X X O
    ///     O O O O O
    ///     O . O . .
    /// ".parse()?;
    /// let black = board.unconditional_life(Color::Black, Suicide::Allowed);
    /// assert_eq!((black.chains.len(), black.vital.len()), (1, 2));
    /// assert!(black.is_alive("D4".parse()?));
    ///
    /// // White has eyes of one point and of two; nothing is left to play for.
    /// let area = board.settled_area(Suicide::Allowed).unwrap();
    /// assert_eq!((area.black, area.white), (8, 12));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn unconditional_life(&self, color: Color, suicide: Suicide) -> UnconditionalLife {
        let chains = Sets::new(self, |point| self.stone(point) == Some(color));
        let regions = Sets::new(self, |point| self.stone(point) != Some(color));
        let described: Vec<Region> =
            regions.sets.iter().map(|set| self.region(set, &chains, suicide)).collect();
        let mut alive = vec![true; chains.sets.len()];
        let has_living = |alive: &[bool], region: &Region| {
            !region.around.is_empty() && region.around.iter().all(|chain| alive[*chain])
        };
        loop {
            let mut vital = vec![0; alive.len()];
            for region in described.iter().filter(|region| has_living(&alive, region)) {
                for chain in &region.vital_for {
                    vital[*chain] += 1;
                }
            }
            let mut changed = false;
            for (alive, vital) in alive.iter_mut().zip(vital) {
                changed |= *alive && vital < 2;
                *alive &= vital >= 2;
            }
            if !changed {
                break;
            }
        }

        let mut life = UnconditionalLife::default();
        for (set, region) in regions.sets.into_iter().zip(&described) {
            if !has_living(&alive, region) {
                continue;
            }
            let inner = set.iter().filter(|point| chains.beside(self, **point).is_empty()).count();
            if inner <= 1 {
                life.territory.push(set.clone());
            }
            if !region.vital_for.is_empty() {
                life.vital.push(set);
            }
        }
        let chains = chains.sets.into_iter().zip(alive);
        life.chains = chains.filter_map(|(set, alive)| alive.then_some(set)).collect();
        life
    }

    /// The chains around a region, and those for which it is vital.
    fn region(&self, set: &[Point], chains: &Sets, suicide: Suicide) -> Region {
        let mut around = Vec::new();
        // No region without a liberty is vital; a legal board has none.
        let mut vital_for: Option<Vec<usize>> = None;
        for point in set {
            let beside = chains.beside(self, *point);
            if self.stone(*point).is_none() || suicide != Suicide::Forbidden {
                match &mut vital_for {
                    Some(chains) => chains.retain(|chain| beside.contains(chain)),
                    None => vital_for = Some(beside.clone()),
                }
            }
            around.extend(beside);
        }
        around.sort_unstable();
        around.dedup();
        Region { around, vital_for: vital_for.unwrap_or_default() }
    }

    /// Returns the area of each player if unconditional life decides every point of the board: each
    /// is a stone of an unconditionally living chain or in the territory of one color. Dead stones
    /// count for the color that surrounds them. `None` if any point is undecided, as in most games
    /// that end by agreement.
    ///
    /// Then no more moves are worth making, by area scoring: the other color can neither live in a
    /// territory nor capture a chain around it.
    pub fn settled_area(&self, suicide: Suicide) -> Option<Area> {
        let [black, white] =
            Color::ALL.map(|color| self.unconditional_life(color, suicide).point_count());
        (black + white == self.width() * self.height()).then_some(Area { black, white })
    }
}

impl UnconditionalLife {
    /// Returns true if the stone on a point lives unconditionally.
    #[must_use]
    pub fn is_alive(&self, point: Point) -> bool {
        self.chains.iter().any(|chain| chain.contains(&point))
    }

    /// Returns the number of stones and of points in territory.
    pub fn point_count(&self) -> usize {
        self.chains.iter().chain(&self.territory).map(Vec::len).sum()
    }
}
