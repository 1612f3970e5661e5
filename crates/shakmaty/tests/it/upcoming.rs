//! Upcoming repetitions against move generation: the side to move can repeat a position exactly if
//! one of its legal moves leads to a hash that has been there.

use shakmaty::{Bitboard, Chess, Move, Position, Role, Square, attacks};
use zobrist::source::SplitMix64;
use zobrist::{Combine, History, Rule, Source, Step};
use zobrist_chess::{
    ChessLayout, Color, ComposedScheme, EnPassant, Fide, Polyglot, ReversibleMove, Scheme, Wide,
    Zobrist, reversible_moves,
};
use zobrist_shakmaty::{Hashed, hash};

use crate::positions::read;

/// Few pieces of each kind, and castling rights to lose.
const ROOTS: [&str; 8] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "4k3/8/2n5/8/8/5N2/8/4K3 w - - 0 1",
    "4k3/3b4/8/2p5/2P5/8/4B3/4K3 w - - 0 1",
    "3qk3/8/8/8/8/8/8/3QK3 b - - 0 1",
    "4k3/pp3r2/8/8/8/3R4/PP6/4K3 w - - 0 1",
    "2r1k3/2q5/1n2b3/8/8/1B2N3/2Q5/2R1K3 b - - 0 1",
    "8/5k2/8/1p6/1P6/8/2K5/8 w - - 0 1",
];

/// Numbers of positions.
#[derive(Debug, Default)]
struct Census {
    all: usize,
    repeatable: usize,
    /// A piece stands between the squares of the only move.
    blocked: usize,
}

fn is_irreversible(before: &Chess, m: Move) -> bool {
    let mut after = before.clone();
    after.play_unchecked(m);
    m.is_capture()
        || m.role() == Role::Pawn
        || before.castles().castling_rights() != after.castles().castling_rights()
}

/// A random move, more often than not one that can be taken back or takes one back.
fn choose(position: &Chess, last_but_one: Option<Move>, random: &mut SplitMix64) -> Option<Move> {
    let legal = position.legal_moves();
    let back = last_but_one.and_then(|own| {
        let is_back = |m: &&Move| m.from() == Some(own.to()) && Some(m.to()) == own.from();
        legal.iter().find(is_back)
    });
    if let Some(back) = back.filter(|_| random.next_u64() & 1 == 0) {
        return Some(*back);
    }
    let quiet: Vec<Move> =
        legal.iter().copied().filter(|m| !is_irreversible(position, *m)).collect();
    let from = if random.next_u64() & 15 == 0 || quiet.is_empty() { &legal[..] } else { &quiet };
    (!from.is_empty()).then(|| from[(random.next_u64() % from.len() as u64) as usize])
}

/// The last ply from `first` on that a legal move leads to.
fn defined<S: Scheme>(
    scheme: &S,
    position: &Chess,
    hashes: &[S::Key],
    first: usize,
) -> Option<usize> {
    let after = |m: &Move| {
        let mut after = position.clone();
        after.play_unchecked(*m);
        hash(scheme, &after)
    };
    let reached: Vec<S::Key> = position.legal_moves().iter().map(after).collect();
    (first..hashes.len()).rfind(|ply| reached.contains(&hashes[*ply]))
}

/// Follows random games to this many positions.
fn follow<S: Scheme>(scheme: &S, positions: usize) -> Census {
    let moves = reversible_moves(scheme).unwrap();
    let (mut random, mut census) = (SplitMix64::new(11), Census::default());
    let mut roots = ROOTS.iter().cycle();
    while census.all < positions {
        let start: Chess = read(roots.next().unwrap());
        let mut game = Hashed::new(scheme.clone(), start);
        let mut history = History::new(Rule::Fold(3));
        history.push(Step::Start(0), game.hash());
        let (mut hashes, mut first, mut made) = (vec![game.hash()], 0, Vec::new());
        for _ in 0..80 {
            let position = game.position().clone();
            let (occupied, mut is_blocked) = (position.board().occupied(), false);
            let upcoming = history.upcoming(&moves, |m| {
                if (m.color == Color::White) != position.turn().is_white() {
                    return false;
                }
                let is_free = between(m).intersect(occupied).is_empty();
                is_blocked |= !is_free;
                is_free
            });
            let expected = defined(scheme, &position, &hashes, first);
            assert_eq!(upcoming.map(|it| it.earlier), expected, "{made:?}: {position:?}");
            if let Some(upcoming) = upcoming {
                let [a, b] = squares(upcoming.reversible);
                let is_it = |m: &Move| [(Some(a), b), (Some(b), a)].contains(&(m.from(), m.to()));
                assert!(position.legal_moves().iter().any(is_it), "{upcoming:?}: {position:?}");
            }
            census.all += 1;
            census.repeatable += usize::from(upcoming.is_some());
            census.blocked += usize::from(is_blocked && upcoming.is_none());
            let own = made.len().checked_sub(2).map(|at| made[at]);
            let Some(m) = choose(&position, own, &mut random) else { break };
            game.play_unchecked(m);
            made.push(m);
            if is_irreversible(&position, m) {
                first = hashes.len();
                history.push_irreversible(Step::Play(0), game.hash());
            } else {
                history.push(Step::Play(0), game.hash());
            }
            hashes.push(game.hash());
        }
    }
    census
}

fn squares(only: ReversibleMove) -> [Square; 2] {
    only.squares.map(|square| Square::new(square.into()))
}

fn between(only: ReversibleMove) -> Bitboard {
    let [a, b] = squares(only);
    attacks::between(a, b)
}

/// A scheme of sums, where a move and the move back make different differences.
fn sums() -> ComposedScheme {
    let layout = *Polyglot.chess_layout();
    let keys: Vec<u128> = Polyglot.keys().iter().map(|key| u128::from(key >> 16)).collect();
    ComposedScheme::new("sums", layout, EnPassant::Legal, 48, Combine::Sum(48), &keys).unwrap()
}

/// A scheme with keys for empty squares, which moves change as well.
fn empty_squares() -> ComposedScheme {
    let layout = ChessLayout::CHESS_832;
    let keys = Source::splitmix64(1).words(layout.layout(), 64);
    ComposedScheme::new("empty", layout, EnPassant::Legal, 64, Combine::Xor, &keys).unwrap()
}

#[test]
fn equal_to_move_generation() {
    for census in [
        follow(&Fide, 1_000_000),
        follow(&Zobrist::<u32>::new(), 2000),
        follow(&Wide(Polyglot), 2000),
        follow(&sums(), 2000),
        follow(&empty_squares(), 2000),
    ] {
        assert!(census.repeatable > census.all / 10, "{census:?}");
        assert!(census.blocked > 0, "{census:?}");
    }
}

#[test]
fn chess_has_3668_reversible_moves() {
    assert_eq!(reversible_moves(&Polyglot).unwrap().len(), 3668);
    assert_eq!(reversible_moves(&Fide).unwrap().differences().len(), 8192);
    assert_eq!(reversible_moves(&sums()).unwrap().len(), 2 * 3668);
}
