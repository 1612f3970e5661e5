//! Lines of moves along which an engine is compared with itself: every pair of events from a suite
//! of positions, all lines of a depth, and random walks that prefer events.

use std::collections::HashSet;

use shakmaty::{Move, Position};
use zobrist::source::SplitMix64;

use crate::event::{Coverage, Event};
use crate::rules::{self, Game};
use crate::table::parsed;

/// A start, and moves from it.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) start: Game,
    pub(crate) moves: Vec<Move>,
}

/// Positions in which much can happen within two moves.
const SUITE: [&str; 20] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b - - 0 1",
    "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R b KQkq - 0 1",
    "r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 0 1",
    "r3k2r/6B1/1N6/8/8/1n6/6b1/R3K2R w KQkq - 0 1",
    "4k3/p1p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/4K3 w - - 0 1",
    "4k3/1p1p1p1p/8/P1P1P1P1/1p1p1p1p/8/P1P1P1P1/4K3 b - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
    "rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
    "4k2r/8/8/8/8/8/8/R3K3 w Qk - 12 30",
    "r3k2r/p5p1/8/1P5P/1p5p/8/P5P1/R3K2R w KQkq - 0 1",
    "r3k2r/p5p1/8/1P5P/1p5p/8/P5P1/R3K2R b KQkq - 0 1",
    "4k3/p7/8/8/7P/7p/P7/4K3 w - - 0 1",
    "4k3/7p/P7/p7/8/8/7P/4K3 w - - 0 1",
];

/// The positions of the suite, and those that the user gives.
pub(crate) fn suite(more: &[Game]) -> Vec<Game> {
    SUITE.iter().map(|fen| parsed(fen)).chain(more.iter().cloned()).collect()
}

/// All lines of some plies, in an order that keeps lines with one beginning together.
pub(crate) fn all_lines(starts: &[Game], depth: u32) -> Vec<Line> {
    let mut lines = Vec::new();
    for start in starts {
        extend(start, start, &mut Vec::new(), depth, &mut lines);
    }
    lines
}

fn extend(start: &Game, now: &Game, moves: &mut Vec<Move>, depth: u32, lines: &mut Vec<Line>) {
    let legal = rules::moves(now);
    if depth == 0 || legal.is_empty() {
        if !moves.is_empty() {
            lines.push(Line { start: start.clone(), moves: moves.clone() });
        }
        return;
    }
    for m in legal {
        moves.push(m);
        let next = now.clone().play(m).expect("legal");
        extend(start, &next, moves, depth - 1, lines);
        moves.pop();
    }
}

/// The events of a line.
pub(crate) fn events(line: &Line) -> Vec<Event> {
    let mut now = line.start.clone();
    let of = |m: &Move| {
        let next = now.clone().play(*m).expect("legal");
        let event = Event::of(&now, *m, &next);
        now = next;
        event
    };
    line.moves.iter().map(of).collect()
}

/// Lines of two plies that have every pair of events which the suite has, rare pairs first.
pub(crate) fn pairs(starts: &[Game]) -> (Vec<Line>, usize) {
    let mut seen = Coverage::default();
    let mut chosen = Vec::new();
    for line in all_lines(starts, 2) {
        let mut earlier = None;
        let mut is_new = false;
        let events = events(&line);
        for event in &events {
            is_new |= seen.note(earlier, *event);
            earlier = Some(*event);
        }
        if is_new {
            let quiet = events.iter().filter(|event| !event.is_rare()).count();
            chosen.push((quiet, line));
        }
    }
    chosen.sort_by_key(|(quiet, _)| *quiet);
    let lines = chosen.into_iter().map(|(_, line)| line).collect();
    (lines, seen.pairs())
}

/// Random walks that prefer events.
#[derive(Debug)]
pub(crate) struct Walks {
    source: SplitMix64,
    starts: Vec<Game>,
    next: usize,
}

/// Plies of a walk, at most.
const PLIES: usize = 50;

impl Walks {
    pub(crate) fn new(starts: Vec<Game>, seed: u64) -> Walks {
        Walks { source: SplitMix64::new(seed), starts, next: 0 }
    }

    fn below(&mut self, count: usize) -> usize {
        ((u128::from(self.source.next_u64()) * count as u128) >> 64) as usize
    }
}

impl Iterator for Walks {
    type Item = Line;

    fn next(&mut self) -> Option<Line> {
        let start = self.starts[self.next % self.starts.len()].clone();
        self.next += 1;
        let (mut now, mut moves) = (start.clone(), Vec::new());
        while moves.len() < PLIES && now.halfmoves() < 100 {
            let legal = rules::moves(&now);
            if legal.is_empty() {
                break;
            }
            let is_rare = |m: &&Move| {
                let next = now.clone().play(**m).expect("legal");
                Event::of(&now, **m, &next).is_rare()
            };
            let rare: Vec<Move> = legal.iter().filter(is_rare).copied().collect();
            let among: &[Move] = if !rare.is_empty() && self.below(5) < 2 { &rare } else { &legal };
            let m = among[self.below(among.len())];
            now = now.play(m).expect("legal");
            moves.push(m);
        }
        Some(Line { start, moves })
    }
}

/// Positions of random games from the start position, for the table to predict.
pub(crate) fn game_positions(count: usize, seed: u64) -> Vec<Game> {
    let mut walks = Walks::new(vec![Game::default()], seed);
    let (mut positions, mut seen) = (Vec::new(), HashSet::new());
    while positions.len() < count {
        let mut now = Game::default();
        while positions.len() < count && now.halfmoves() < 150 && now.fullmoves().get() < 80 {
            let legal = now.legal_moves();
            if legal.is_empty() {
                break;
            }
            now = now.clone().play(legal[walks.below(legal.len())]).expect("legal");
            if seen.insert(now.clone()) {
                positions.push(now.clone());
            }
        }
    }
    positions
}
