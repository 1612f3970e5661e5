//! Shogi: drops, hands that are counted by features, and repetition with perpetual check. The n-th
//! piece of a kind in hand is a feature: taking one more or dropping one costs one key.
//!
//! ```text
//! cargo run --release -p zobrist --example shogi
//! ```

use zobrist::{Feature, Hasher, History, KeyTable, Kind, Layout, Rule, Source, Step};

const PIECE: Kind = Kind::first("piece", 2 * 16 * 81); // by player, kind and square
const HAND: Kind = PIECE.then("hand", 2 * 7 * 18); // by player and kind, the first to the 18th
const TURN: Kind = HAND.then("turn", 2); // who is to move
const LAYOUT: Layout = TURN.layout();
static KEYS: KeyTable<u64, { LAYOUT.len() }> = Source::bch(2026, 4096).table_u64(LAYOUT);

/// Kinds of pieces by their numbers; 8 more if promoted.
const KINDS: &[u8; 8] = b"PLNSGBRK";
const PAWN: usize = 0;
const GOLD: usize = 4;
const ROOK: usize = 6;
const KING: usize = 7;
/// Files and ranks to go, as a player sees them: first as a gold, last as a knight.
#[rustfmt::skip]
const DIRECTIONS: [(i8, i8); 10] = [
    (0, -1), (-1, -1), (1, -1), (-1, 0), (1, 0), (0, 1), (-1, 1), (1, 1), (-1, -2), (1, -2),
];

/// True if a piece goes in a direction, by one step or, where `far`, by more.
fn goes(kind: usize, (dx, dy): (i8, i8), far: bool) -> bool {
    let (promoted, is_diagonal) = (kind >= 8, dx != 0 && dy != 0);
    match KINDS[kind % 8] {
        b'N' if !promoted => dy == -2 && !far,
        _ if dy == -2 => false,
        b'P' | b'L' if !promoted => (dx, dy) == (0, -1) && !(far && kind == PAWN),
        slider @ (b'B' | b'R') => is_diagonal == (slider == b'B') || promoted && !far,
        _ if far => false,
        b'K' => true,
        b'S' if !promoted => dy == -1 || is_diagonal,
        _ => DIRECTIONS[..6].contains(&(dx, dy)), // as a gold
    }
}

/// The square next to another in a direction, as a player sees it.
fn step(square: usize, (dx, dy): (i8, i8), player: usize) -> Option<usize> {
    let forward = 1 - 2 * player as i8;
    let (x, y) = (square as i8 % 9 + dx * forward, square as i8 / 9 + dy * forward);
    ((0..9).contains(&x) && (0..9).contains(&y)).then_some((9 * y + x) as usize)
}

fn feature((player, kind): Piece, square: usize) -> Feature {
    PIECE.at((player * 16 + kind) * 81 + square)
}
type Piece = (usize, usize); // player and kind

#[derive(Clone, Copy, Debug, PartialEq)]
struct Move {
    from: Option<usize>, // none: a drop
    to: usize,
    kind: usize, // after the move
}

#[derive(Clone)]
struct Shogi {
    board: [Option<Piece>; 81], // rank by rank, from the ninth file
    hands: [[usize; 7]; 2],
    turn: usize, // 0 is Sente
    hasher: Hasher<&'static KeyTable<u64, { LAYOUT.len() }>>,
}

impl Shogi {
    /// Creates the position of a board in SFEN with empty hands.
    fn new(ranks: &str) -> Shogi {
        let mut hasher = Hasher::new(&KEYS);
        hasher.insert(TURN.at(0));
        let mut shogi = Shogi { board: [None; 81], hands: [[0; 7]; 2], turn: 0, hasher };
        let (mut square, mut promoted) = (0, 0);
        for letter in ranks.bytes().filter(|letter| *letter != b'/') {
            match KINDS.iter().position(|kind| *kind == letter.to_ascii_uppercase()) {
                None if letter == b'+' => promoted = 8,
                None => square += usize::from(letter - b'0'),
                Some(kind) => {
                    shogi.put(square, Some((letter.is_ascii_lowercase().into(), kind + promoted)));
                    (square, promoted) = (square + 1, 0);
                }
            }
        }
        shogi
    }

    // The mutators: nothing else changes the board, the hands, the turn or the hash.
    fn put(&mut self, square: usize, piece: Option<Piece>) -> Option<Piece> {
        let before = std::mem::replace(&mut self.board[square], piece);
        before.inspect(|before| self.hasher.remove(feature(*before, square)));
        piece.inspect(|piece| self.hasher.insert(feature(*piece, square)));
        before
    }
    fn take(&mut self, player: usize, kind: usize) {
        self.hasher.insert(HAND.at((player * 7 + kind) * 18 + self.hands[player][kind]));
        self.hands[player][kind] += 1;
    }
    fn give(&mut self, player: usize, kind: usize) {
        self.hands[player][kind] -= 1;
        self.hasher.remove(HAND.at((player * 7 + kind) * 18 + self.hands[player][kind]));
    }
    fn pass(&mut self) {
        self.turn = 1 - self.turn;
        self.hasher.replace(TURN.at(1 - self.turn), TURN.at(self.turn));
    }

    /// Returns the position after a move.
    fn after(&self, m: Move) -> Shogi {
        let mut next = self.clone();
        let taken = next.put(m.to, Some((self.turn, m.kind)));
        taken.inspect(|(_, kind)| next.take(self.turn, kind % 8));
        match m.from {
            Some(from) => drop(next.put(from, None)),
            None => next.give(self.turn, m.kind),
        }
        next.pass();
        next
    }

    /// The squares in a direction, as a player sees it, up to the first piece, and its own.
    fn ray(&self, from: usize, to: (i8, i8), player: usize) -> impl Iterator<Item = usize> {
        let next = move |at: &usize| step(*at, to, player).filter(|_| self.board[*at].is_none());
        std::iter::successors(step(from, to, player), next)
    }

    /// True if the king of a player is attacked: looks from there for pieces that go there.
    fn is_checked(&self, player: usize) -> bool {
        let king = (0..81).find(|at| self.board[*at] == Some((player, KING))).expect("a king");
        DIRECTIONS.into_iter().any(|direction| {
            let last = self.ray(king, direction, player).enumerate().last();
            let piece = last.and_then(|(steps, at)| self.board[at].map(|piece| (steps, piece)));
            piece.is_some_and(|(n, (of, kind))| of != player && goes(kind, direction, n > 0))
        })
    }

    fn moves(&self) -> Vec<Move> {
        let (mut moves, is_mine) = (Vec::new(), |piece: &Piece| piece.0 == self.turn);
        let rank = |square: usize| if self.turn == 0 { square / 9 } else { 8 - square / 9 };
        let is_stuck = |kind, to| rank(to) < [1, 1, 2].get(kind).copied().unwrap_or(0);
        for (from, direction) in (0..81).flat_map(|from| DIRECTIONS.map(|it| (from, it))) {
            let Some((_, kind)) = self.board[from].filter(is_mine) else { continue };
            let squares = self.ray(from, direction, self.turn).enumerate();
            for (_, to) in squares.take_while(|(steps, _)| goes(kind, direction, *steps > 0)) {
                let is_free = !self.board[to].is_some_and(|piece| is_mine(&piece));
                let may_promote = kind < KING && kind != GOLD && rank(from).min(rank(to)) < 3;
                let kinds = [(kind, !is_stuck(kind, to)), (kind + 8, may_promote)];
                let kinds = kinds.into_iter().filter(|(_, may)| *may && is_free);
                moves.extend(kinds.map(|(kind, _)| Move { from: Some(from), to, kind }));
            }
        }
        let pawn = Some((self.turn, PAWN));
        let pawn_on = |file| (0..9).any(|rank| self.board[9 * rank + file] == pawn);
        for kind in (0..7).filter(|kind| self.hands[self.turn][*kind] > 0) {
            let free = (0..81).filter(|to| self.board[*to].is_none() && !is_stuck(kind, *to));
            let free = free.filter(|to| kind != PAWN || !pawn_on(to % 9));
            moves.extend(free.map(|to| Move { from: None, to, kind }));
        }
        // No king may be left to be taken, and no pawn dropped to mate.
        moves.retain(|m| {
            let next = self.after(*m);
            let mates = || next.is_checked(next.turn) && next.moves().is_empty();
            !(next.is_checked(self.turn) || m.from.is_none() && m.kind == PAWN && mates())
        });
        moves
    }
}

/// Plays moves until a position comes up for the fourth time. Returns the number of moves, and for
/// each player if all of their moves since the first time checked: who did that loses, and
/// otherwise the game is a draw.
fn play(mut shogi: Shogi, moves: impl IntoIterator<Item = Move>) -> Option<(usize, [bool; 2])> {
    let (mut history, mut checks) = (History::new(Rule::Fold(4)), vec![false]);
    history.push(Step::Start(1), shogi.hasher.hash());
    for m in moves {
        assert!(shogi.moves().contains(&m), "{m:?} is illegal");
        shogi = shogi.after(m);
        checks.push(shogi.is_checked(shogi.turn));
        if history.push(Step::Play(1 - shogi.turn as u8), shogi.hasher.hash()).is_some() {
            let first = history.occurrences().last()?;
            let since = || history.iter().zip(&checks).skip(first + 1);
            let always = |who| since().all(|((step, _), check)| *check || step.player() != who);
            return Some((history.len() - 1, [0, 1].map(always)));
        }
    }
    None
}

fn main() {
    let cycle = [(9, 0, ROOK), (4, 13, KING), (0, 9, ROOK), (13, 4, KING)].into_iter().cycle();
    let moves = cycle.map(|(from, to, kind)| Move { from: Some(from), to, kind });
    assert_eq!(play(Shogi::new("4k4/R8/9/9/9/9/9/9/4K4"), moves), Some((12, [true, false])));
    println!("a rook chases a king: Sente, who checks with every move, loses with move 12");
}

#[cfg(test)]
#[path = "shogi/tests.rs"]
mod tests;
