//! Xiangqi: a search learns one move ahead, and without making moves, that it can repeat a position.
//! A horse may go to a square from which it may not come back, and soldiers never go back, so that
//! which moves can be taken back is for the game to say.
//!
//! ```text
//! cargo run --release -p zobrist --example xiangqi
//! ```

use zobrist::source::SplitMix64;
use zobrist::{
    Feature, Hasher, History, KeyTable, Kind, Layout, ReversibleMoves, Rule, Source, Step,
};

const PIECE: Kind = Kind::first("piece", 2 * 7 * 90); // by player, kind and point
const TURN: Kind = PIECE.then("turn", 1); // Black is to move
const LAYOUT: Layout = TURN.layout();
static KEYS: KeyTable<u64, { LAYOUT.len() }> = Source::bch(2026, 2048).table_u64(LAYOUT);

const KINDS: &[u8; 7] = b"KAEHRCP"; // general, advisor, elephant, horse, chariot, cannon, soldier
const GENERAL: usize = 0;
const SOLDIER: usize = 6;

type Piece = (usize, usize); // player and kind; player 0 is Red, below
type Move = (usize, usize); // from and to, point 0 above on the left
type Moves = ReversibleMoves<u64, (Piece, Move)>;

fn feature((player, kind): Piece, point: usize) -> Feature {
    PIECE.at((player * 7 + kind) * 90 + point)
}

/// True if a piece may stand or go there: generals and advisors in the palace, elephants at home.
fn is_allowed((player, kind): Piece, point: usize) -> bool {
    let home = if player == 0 { 9 - point / 9 } else { point / 9 }; // ranks from its own edge
    match KINDS[kind] {
        b'K' | b'A' => home < 3 && (3..6).contains(&(point % 9)),
        b'E' => home < 5,
        _ => true,
    }
}

/// True if a piece goes from one point to another of an empty board.
fn goes(piece: Piece, from: usize, to: usize) -> bool {
    let (files, ranks) = ((from % 9).abs_diff(to % 9), (from / 9).abs_diff(to / 9));
    let shape = (files.min(ranks), files.max(ranks));
    let is_step = match KINDS[piece.1] {
        b'K' => shape == (0, 1),
        b'A' => shape == (1, 1),
        b'E' => shape == (2, 2),
        b'H' => shape == (1, 2),
        b'P' => {
            let (forward, crossed) =
                if piece.0 == 0 { (to < from, from < 45) } else { (to > from, from >= 45) };
            shape == (0, 1) && if files == 0 { forward } else { crossed }
        }
        _ => shape.0 == 0 && shape.1 > 0,
    };
    is_step && is_allowed(piece, to)
}

/// All moves that can be taken back, each with the move back: those of soldiers go sideways.
fn reversible_moves() -> Moves {
    let pieces = (0..2).flat_map(|player| (0..7).map(move |kind| (player, kind)));
    let points = (0..90).flat_map(|to| (0..to).map(move |from| (from, to)));
    let all = pieces.flat_map(|piece| points.clone().map(move |points| (piece, points)));
    let both_ways = all.filter(|(piece, (a, b))| {
        is_allowed(*piece, *a) && goes(*piece, *a, *b) && goes(*piece, *b, *a)
    });
    let with_difference = both_ways.map(|(piece, (a, b))| {
        let delta = Hasher::new(&KEYS).delta();
        let moved = delta.replacing(feature(piece, a), feature(piece, b));
        (moved.with(TURN.at(0)).sum(), (piece, (a, b)))
    });
    ReversibleMoves::new(with_difference).expect("keys that tell all moves apart")
}

#[derive(Clone)]
struct Xiangqi {
    board: [Option<Piece>; 90],
    turn: usize,
    hasher: Hasher<&'static KeyTable<u64, { LAYOUT.len() }>>,
}

impl Xiangqi {
    /// Creates the position of a board in FEN, Red to move.
    fn new(ranks: &str) -> Xiangqi {
        let mut game = Xiangqi { board: [None; 90], turn: 0, hasher: Hasher::new(&KEYS) };
        let mut point = 0;
        for letter in ranks.bytes().filter(|letter| *letter != b'/') {
            match KINDS.iter().position(|kind| *kind == letter.to_ascii_uppercase()) {
                None => point += usize::from(letter - b'0'),
                Some(kind) => {
                    game.put(point, Some((letter.is_ascii_lowercase().into(), kind)));
                    point += 1;
                }
            }
        }
        game
    }

    /// The only mutator of the board.
    fn put(&mut self, point: usize, piece: Option<Piece>) -> Option<Piece> {
        let before = std::mem::replace(&mut self.board[point], piece);
        self.hasher.update(before.map(|it| feature(it, point)), piece.map(|it| feature(it, point)));
        before
    }

    fn after(&self, (from, to): Move) -> Xiangqi {
        let mut next = self.clone();
        let piece = next.put(from, None);
        next.put(to, piece);
        next.hasher.toggle(TURN.at(0), next.turn == 0);
        next.turn = 1 - next.turn;
        next
    }

    /// The number of pieces between two points of a rank or a file.
    fn between(&self, a: usize, b: usize) -> usize {
        let (first, last) = (a.min(b), a.max(b));
        let step = if last - first < 9 { 1 } else { 9 };
        (first + step..last).step_by(step).filter(|point| self.board[*point].is_some()).count()
    }

    /// True if the piece of a point goes to another, whatever becomes of its general.
    fn may_go(&self, (from, to): Move) -> bool {
        let Some(piece) = self.board[from] else { return false };
        if self.board[to].is_some_and(|other| other.0 == piece.0) || !goes(piece, from, to) {
            return false;
        }
        let (file, rank) = (from % 9, from / 9);
        match KINDS[piece.1] {
            b'R' => self.between(from, to) == 0,
            b'C' => self.between(from, to) == usize::from(self.board[to].is_some()),
            b'E' => self.board[(from + to) / 2].is_none(),
            // One step along the longer side.
            b'H' if file.abs_diff(to % 9) == 2 => {
                self.board[9 * rank + (file + to % 9) / 2].is_none()
            }
            b'H' => self.board[9 * ((rank + to / 9) / 2) + file].is_none(),
            _ => true,
        }
    }

    /// True if the general of a player can be taken, or faces the other on an open file.
    fn is_attacked(&self, player: usize) -> bool {
        let general = |player| self.board.iter().position(|at| *at == Some((player, GENERAL)));
        let [own, other] = [player, 1 - player].map(|it| general(it).expect("a general"));
        let faces = own % 9 == other % 9 && self.between(own, other) == 0;
        faces
            || (0..90).any(|from| {
                self.board[from].is_some_and(|it| it.0 != player) && self.may_go((from, own))
            })
    }

    fn moves(&self) -> Vec<Move> {
        let is_mine = |from: &usize| self.board[*from].is_some_and(|piece| piece.0 == self.turn);
        let all = (0..90).filter(is_mine).flat_map(|from| (0..90).map(move |to| (from, to)));
        let legal = |m: &Move| self.may_go(*m) && !self.after(*m).is_attacked(self.turn);
        all.filter(legal).collect()
    }

    /// A move that leads back to an earlier position, and that position's ply.
    fn upcoming(&self, history: &History<u64>, moves: &Moves) -> Option<(usize, Move)> {
        let own = |(piece, (a, b)): (Piece, Move)| {
            let from_to = if self.board[a] == Some(piece) { (a, b) } else { (b, a) };
            (piece.0 == self.turn).then_some(from_to)
        };
        let found = history.upcoming(moves, |it| own(it).is_some_and(|it| self.may_go(it)))?;
        Some((found.earlier, own(found.reversible)?))
    }
}

/// True if nothing before the move can come again: a capture, or a soldier's step forward.
fn is_irreversible(game: &Xiangqi, (from, to): Move) -> bool {
    let is_soldier = game.board[from].is_some_and(|piece| piece.1 == SOLDIER);
    game.board[to].is_some() || is_soldier && from.abs_diff(to) == 9
}

fn main() {
    let mut game = Xiangqi::new("rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR");
    let (moves, mut random) = (reversible_moves(), SplitMix64::new(7));
    let mut history = History::new(Rule::Fold(2));
    history.push(Step::Start(0), game.hasher.hash());
    let (earlier, (from, to)) = loop {
        if let Some(found) = game.upcoming(&history, &moves) {
            break found;
        }
        let legal = game.moves();
        let m = legal[(random.next_u64() % legal.len() as u64) as usize];
        let (next, step) = (game.after(m), Step::Play(0));
        if is_irreversible(&game, m) {
            history.push_irreversible(step, next.hasher.hash());
        } else {
            history.push(step, next.hasher.hash());
        }
        game = next;
    };
    assert_eq!(history.get(earlier).unwrap().1, game.after((from, to)).hasher.hash());
    println!("at ply {}, {from} to {to} repeats the position of ply {earlier}", history.len() - 1);
}

#[cfg(test)]
#[path = "xiangqi/tests.rs"]
mod tests;
