//! King and rook against king on a board of 4 × 4, a game in which nearly every move can be taken
//! back: wins that a search finds are those of retrograde analysis.

use zobrist::{History, Rule, Step};
use zobrist_search::{DECIDED, Game, LOST, PackedEntry, Repeated, Search};
use zobrist_transposition::Table;

use crate::definition::earlier;
use crate::random_game::mix;

const SIDE: i8 = 4;
const SQUARES: usize = 16;
/// The place of a rook that was captured.
const GONE: usize = SQUARES;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Position {
    king: usize,
    rook: usize,
    lone: usize,
    is_white: bool,
}

/// The squares next to one.
fn around(square: usize) -> impl Iterator<Item = usize> {
    let (x, y) = (square as i8 % SIDE, square as i8 / SIDE);
    let near = (-1..=1).flat_map(move |dy| (-1..=1).map(move |dx| (x + dx, y + dy)));
    let on_board = |x: i8| (0..SIDE).contains(&x);
    near.filter(move |to| *to != (x, y) && on_board(to.0) && on_board(to.1))
        .map(|(x, y)| (y * SIDE + x) as usize)
}

impl Position {
    fn all() -> impl Iterator<Item = Position> {
        (0..2 * SQUARES.pow(3)).map(|number| Position {
            king: number / 2 % SQUARES,
            rook: number / 2 / SQUARES % SQUARES,
            lone: number / 2 / SQUARES / SQUARES,
            is_white: number % 2 == 0,
        })
    }

    fn number(self) -> usize {
        ((self.lone * (SQUARES + 1) + self.rook) * SQUARES + self.king) * 2
            + usize::from(self.is_white)
    }

    /// The squares to which the rook can go if the lone king stands on `lone`, that one included.
    fn rook_moves(self, lone: usize) -> Vec<usize> {
        let mut squares = Vec::new();
        for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            let (mut x, mut y) = (self.rook as i8 % SIDE + dx, self.rook as i8 / SIDE + dy);
            while (0..SIDE).contains(&x) && (0..SIDE).contains(&y) {
                let square = (y * SIDE + x) as usize;
                if square == self.king {
                    break;
                }
                squares.push(square);
                if square == lone {
                    break;
                }
                (x, y) = (x + dx, y + dy);
            }
        }
        squares
    }

    fn checks(self, lone: usize) -> bool {
        self.rook != GONE && self.rook != lone && self.rook_moves(lone).contains(&lone)
    }

    fn is_legal(self) -> bool {
        let apart = self.king != self.rook && self.king != self.lone && self.rook != self.lone;
        apart
            && around(self.king).all(|near| near != self.lone)
            && !(self.is_white && self.checks(self.lone))
    }

    fn next(self) -> Vec<Position> {
        if self.rook == GONE {
            return Vec::new();
        }
        let next = Position { is_white: !self.is_white, ..self };
        if self.is_white {
            let rook = self.rook_moves(self.lone).into_iter().map(|rook| Position { rook, ..next });
            let king = around(self.king).map(|king| Position { king, ..next });
            return rook.chain(king).filter(|next| next.is_legal()).collect();
        }
        let steps = around(self.lone).filter(|to| around(self.king).all(|near| near != *to));
        let safe = steps.filter(|to| !self.checks(*to));
        let taken = |lone| if lone == self.rook { GONE } else { self.rook };
        safe.map(|lone| Position { lone, rook: taken(lone), ..next }).collect()
    }

    fn score(self) -> i32 {
        let is_mate = !self.is_white && self.checks(self.lone) && self.next().is_empty();
        if is_mate { LOST } else { 0 }
    }
}

#[derive(Clone)]
struct Ending {
    at: Position,
    path: History<u64>,
}

impl Ending {
    fn new(at: Position) -> Ending {
        let mut ending = Ending { at, path: History::new(Rule::Fold(2)) };
        ending.path.push(Step::Start(0), ending.hash());
        ending
    }
}

impl Game for Ending {
    type Key = u64;
    type Move = Position;
    type Undo = Position;
    const REPEATS: bool = true;

    fn hash(&self) -> u64 {
        mix(self.at.number() as u64 + 1)
    }
    fn moves(&self, moves: &mut Vec<Position>) {
        moves.extend(self.at.next());
    }
    fn make(&mut self, to: Position) -> Position {
        let from = std::mem::replace(&mut self.at, to);
        self.path.push(Step::Play(0), self.hash());
        from
    }
    fn unmake(&mut self, _: Position, from: Position) {
        self.path.pop();
        self.at = from;
    }
    fn score(&self) -> i32 {
        self.at.score()
    }
    fn repeated(&self) -> Option<Repeated> {
        self.path.last_repetition().map(|again| Repeated { value: 0, plies: again.cycle })
    }
}

/// The values of all legal positions, searched so deep that one ply more changes none.
fn retrograde() -> Vec<(Position, i32)> {
    let legal: Vec<Position> = Position::all().filter(|position| position.is_legal()).collect();
    let mut values = vec![0; 2 * SQUARES.pow(2) * (SQUARES + 1)];
    loop {
        let mut next = values.clone();
        for position in &legal {
            let moves = position.next();
            let best = moves.iter().map(|to| earlier(-values[to.number()])).max();
            next[position.number()] = best.unwrap_or_else(|| position.score());
        }
        if next == values {
            return legal.into_iter().map(|at| (at, values[at.number()])).collect();
        }
        values = next;
    }
}

#[test]
fn wins_are_those_of_retrograde_analysis() {
    let all = retrograde();
    let plies = |value: i32| (value.abs() > DECIDED).then_some((-LOST - value.abs()) as u32);
    let longest = all.iter().filter_map(|(_, value)| plies(*value)).max();
    assert!(longest > Some(10) && all.iter().any(|(_, value)| *value == 0));
    let table = Table::<u64, PackedEntry>::new(1 << 20).unwrap();
    for (position, value) in all.iter().step_by(if cfg!(miri) { 1000 } else { 7 }) {
        // All draws here are known after a few plies: the rook is lost.
        let depth = plies(*value).unwrap_or(6);
        let solution = Search::new(&table).deepen(&Ending::new(*position), depth);
        assert_eq!(solution.value, *value, "{position:?}");
    }
}
