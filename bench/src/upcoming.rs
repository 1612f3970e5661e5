//! Whether the side to move can repeat a position, beside the way of Stockfish.

use std::hint::black_box;

use anyhow::{Result, ensure};
use shakmaty::{Chess, Position, Role};
use zobrist::source::SplitMix64;
use zobrist::{History, ReversibleMoves, Rule, Step};
use zobrist_chess::{Color, Polyglot, ReversibleMove, Scheme, reversible_moves};
use zobrist_shakmaty::{Hashed, read_position};

use crate::paired::{compare, contestant};

const GAMES: usize = 100;

/// Quiet moves of each game, so that each question looks back 49 times.
const PLIES: usize = 100;

type Moves = ReversibleMoves<u64, ReversibleMove>;

pub(crate) fn run() -> Result<()> {
    let moves = reversible_moves(&Polyglot)?;
    let mut random = SplitMix64::new(5);
    let games = (0..GAMES).map(|_| game(&mut random)).collect::<Result<Vec<Vec<u64>>>>()?;
    let histories: Vec<History<u64>> = games
        .iter()
        .map(|game| {
            let mut history = History::new(Rule::Fold(3));
            for hash in game {
                history.push(Step::Play(0), *hash);
            }
            history
        })
        .collect();
    // The key of the turn, which each move changes.
    let turn = Polyglot.keys()[Polyglot::LAYOUT.turn(Color::White).expect("a key").slot()];
    let ask = |found: &dyn Fn(usize) -> bool| (0..GAMES).filter(|game| found(*game)).count();
    let expected = ask(&|game| histories[game].upcoming(&moves, |_| true).is_some());
    ensure!(expected > 0, "no game can repeat a position");
    compare(
        "upcoming: one look-back of 49, with what stands between the squares not asked (target: 3 ns)",
        (GAMES * (PLIES / 2 - 1)) as u64,
        200,
        &mut [
            contestant("History::upcoming", || {
                let histories = black_box(&histories);
                ask(&|game| histories[game].upcoming(&moves, |_| true).is_some())
            }),
            contestant("Stockfish's way, on a list of hashes", || {
                let games = black_box(&games);
                ask(&|game| stockfishs_way(&games[game], turn, &moves))
            }),
        ],
        |_, found| assert_eq!(*found, expected),
    );
    Ok(())
}

/// The hashes of a middle game that goes on with random moves that can be taken back; from the
/// start again where there is none.
fn game(random: &mut SplitMix64) -> Result<Vec<u64>> {
    let start = b"r2q1rk1/1b2bppp/p1n1pn2/1p6/3P4/1BN2N2/PP2QPPP/R1BR2K1 w - - 0 14";
    let start = Hashed::new(Polyglot, read_position::<Chess>(start, None)?);
    let (mut game, mut hashes) = (start.clone(), vec![start.hash()]);
    while hashes.len() < PLIES {
        let mut quiet = game.position().legal_moves();
        quiet.retain(|m| !m.is_capture() && m.role() != Role::Pawn);
        if quiet.is_empty() {
            (game, hashes) = (start.clone(), vec![start.hash()]);
            continue;
        }
        game.play_unchecked(quiet[(random.next_u64() % quiet.len() as u64) as usize]);
        hashes.push(game.hash());
    }
    Ok(hashes)
}

/// A table is asked only if the opponent's moves since the earlier state cancel out.
fn stockfishs_way(hashes: &[u64], turn: u64, moves: &Moves) -> bool {
    let (differences, size) = (moves.differences(), moves.differences().len());
    let mut before = hashes.iter().rev().copied();
    let (Some(now), Some(last)) = (before.next(), before.next()) else { return false };
    let mut others = now ^ last ^ turn;
    while let (Some(theirs), Some(earlier)) = (before.next(), before.next()) {
        // The difference of one of our moves is that of two states in which they are to move.
        others ^= theirs ^ earlier ^ turn;
        if others == 0 {
            let difference = now ^ earlier;
            let places = [difference as usize, (difference >> 16) as usize];
            if places.iter().any(|place| differences[place & (size - 1)] == difference) {
                return true;
            }
        }
    }
    false
}
