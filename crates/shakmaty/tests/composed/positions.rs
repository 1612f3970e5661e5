//! Positions of games, and positions that differ from them in a little.

use shakmaty::{
    CastlingMode, Chess, EnPassantMode, FromSetup, Piece, Position, Role, Setup, Square,
};
use zobrist::source::SplitMix64;
use zobrist_shakmaty::{random_position, read_position};

pub(crate) struct Random(SplitMix64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(SplitMix64::new(seed))
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.0.next_u64() % n as u64) as usize
    }

    pub(crate) fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub(crate) fn pick<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())].clone()
    }
}

/// Captures en passant by one pawn or two, some not legal; castling rights of every kind.
const STARTS: [&str; 14] = [
    "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
    "rnbqkbnr/p1p1p1pp/8/1pPpPp2/8/8/PP1P1PPP/RNBQKBNR w KQkq d6 0 3",
    "4k3/8/8/1pPpPp2/8/8/8/4K3 w - d6 0 1",
    "4k3/8/8/1pPpPp2/8/8/8/4K3 w - f6 0 1",
    "4k3/8/8/8/PpPpP3/8/8/4K3 b - c3 0 1",
    "8/2p5/8/KP5r/1R3pPk/8/4P3/8 b - g3 0 1",
    "3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1",
    "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
    "k7/8/8/3pP3/8/8/6B1/4K3 b - - 0 1",
    "8/8/8/k7/3Pp3/8/8/4B2K b - d3 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "r3k2r/p1p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/R3K2R b Kq - 7 20",
    "4k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K3 w Qk - 2 3",
    "r3k3/pppp1p1p/4P3/6p1/6P1/8/PPPPP2P/4K2R b Kq - 12 30",
];

/// Positions of games from those and from the start, some with all that follow.
pub(crate) fn positions() -> Vec<Chess> {
    let mut random = Random::new(5);
    let mut positions: Vec<Chess> = (0..60).map(random_position).collect();
    for fen in STARTS {
        let start: Chess = read_position(fen.as_bytes(), Some(CastlingMode::Standard)).unwrap();
        for _ in 0..4 {
            let mut position = start.clone();
            for _ in 0..6 {
                positions.push(position.clone());
                let Some(next) = child(&position, &mut random) else { break };
                position = next;
            }
        }
        positions.extend(start.legal_moves().into_iter().map(|m| start.clone().play(m).unwrap()));
    }
    positions
}

/// The position after a random move, twice as often one of a pawn or a king.
pub(crate) fn child(position: &Chess, random: &mut Random) -> Option<Chess> {
    let moves = position.legal_moves();
    if moves.is_empty() {
        return None;
    }
    let special: Vec<_> =
        moves.iter().filter(|m| matches!(m.role(), Role::Pawn | Role::King)).copied().collect();
    let m = match special.is_empty() || random.one_in(2) {
        true => moves[random.below(moves.len())],
        false => random.pick(&special),
    };
    Some(position.clone().play(m).unwrap())
}

/// A position that differs in a piece, the side to move, a right, the capture en passant or the
/// clock, or in two of these.
pub(crate) fn neighbour(position: &Chess, random: &mut Random) -> Option<Chess> {
    let mut setup = position.to_setup(EnPassantMode::Always);
    for _ in 0..1 + random.below(2) {
        change(&mut setup, random);
    }
    Chess::from_setup(setup, CastlingMode::Standard).ok()
}

fn change(setup: &mut Setup, random: &mut Random) {
    let square = Square::new(random.below(64) as u32);
    match random.below(7) {
        0 => drop(setup.board.remove_piece_at(square)),
        1 => {
            let role = random.pick(&Role::ALL[..5]);
            let color = random.pick(&shakmaty::Color::ALL);
            setup.board.set_piece_at(square, Piece { color, role });
        }
        2 => {
            setup.turn = !setup.turn;
            setup.ep_square = None;
        }
        3 => setup.castling_rights.discard(square),
        4 => setup.ep_square = None,
        5 => {
            let rank = setup.turn.fold_wb(shakmaty::Rank::Sixth, shakmaty::Rank::Third);
            setup.ep_square = Some(Square::from_coords(square.file(), rank));
        }
        _ => setup.halfmoves = random.below(20) as u32,
    }
}
