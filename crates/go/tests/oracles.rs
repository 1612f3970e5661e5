//! Numbers that others have published or counted.
//!
//! Positions and games: J. Tromp and G. Farnebäck, "Combinatorics of Go". Classes: the
//! number of positions over the symmetries, by Burnside's lemma and by hashes here. Perft:
//! the counts of other programs with the same rules.

use std::thread::available_parallelism;

use zobrist_go::count::{GamesError, PositionsError, classes, games, positions};
use zobrist_go::{Board, Color, Game, Move, Rule, Rules, Suicide, Trust};

#[test]
fn legal_positions() {
    for (width, height, expected) in [
        (1, 1, 1),
        (2, 2, 57),
        (3, 3, 12_675),
        (1, 2, 5),
        (2, 3, 489),
        (3, 4, 321_689),
        (3, 2, 489),
        (4, 3, 321_689),
    ] {
        assert_eq!(positions(width, height).unwrap(), expected, "{width}x{height}");
    }
    assert_eq!(positions(5, 5), Err(PositionsError::TooMany { points: 25 }));
    assert!(matches!(positions(26, 1), Err(PositionsError::Size(_))));
}

/// A second in release: `cargo test --release -p zobrist-go --test oracles -- --ignored 4x4`.
#[test]
#[ignore = "3^16 positions"]
fn legal_positions_4x4() {
    assert_eq!(positions(4, 4).unwrap(), 24_318_165);
}

#[test]
fn classes_of_positions() {
    for (side, expected) in [(2, [57, 13, 8]), (3, [12_675, 1_824, 924])] {
        let found = classes(side, side).unwrap();
        assert_eq!([found.positions, found.rotated, found.swapped], expected);
    }
}

#[test]
fn games_of_small_boards() {
    let threads = available_parallelism().unwrap();
    for (width, height, expected) in [(1, 1, 1), (1, 2, 9), (2, 1, 9), (1, 3, 907), (3, 1, 907)] {
        assert_eq!(games(width, height, threads).unwrap(), expected, "{width}x{height}");
    }
    assert_eq!(games(5, 1, threads), Err(GamesError::Endless { points: 5 }));
    for (width, height) in [(0, 1), (usize::MAX, 2), (1 << (usize::BITS - 1), 2)] {
        assert!(matches!(games(width, height, threads), Err(GamesError::Size(_))));
    }
}

/// 70 seconds of processor time in release:
/// `cargo test --release -p zobrist-go --test oracles -- --ignored games_of_four`.
#[test]
#[ignore = "10^9 and 10^11 games"]
fn games_of_four_points() {
    let threads = available_parallelism().unwrap();
    assert_eq!(games(1, 4, threads).unwrap(), 2_098_407_841);
    assert_eq!(games(2, 2, threads).unwrap(), 386_356_909_593);
}

/// Sequences of `depth` moves, passes among them; two passes end the game.
fn perft(game: &mut Game<u64, Trust>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if game.is_over() {
        return 0;
    }
    let color = game.to_move();
    let points: Vec<_> = game.legal_points(color).collect();
    if depth == 1 {
        return points.len() as u64 + 1;
    }
    let moves = points.into_iter().map(Move::Play).chain([Move::Pass]);
    moves.fold(0, |sum, played| {
        game.play(played).unwrap();
        let below = perft(game, depth - 1);
        game.undo();
        sum + below
    })
}

const MULTI: [u64; 11] = [1, 10, 91, 738, 5281, 33384, 180768, 857576, 3474312, 12912040, 44019568];
const FORBIDDEN: [u64; 10] = [1, 10, 91, 738, 5281, 33384, 179712, 842696, 3271208, 11279096];

fn perft_3x3(suicide: Suicide, expected: &[u64], depths: std::ops::Range<usize>) {
    for depth in depths {
        let rules = Rules::new(Rule::Positional, suicide);
        let board = Board::new(3, 3).unwrap();
        let mut game = Game::with_proof(board, Color::Black, rules, Trust);
        assert_eq!(perft(&mut game, depth as u32), expected[depth], "{suicide:?}, depth {depth}");
    }
}

#[test]
fn sequences_of_moves() {
    perft_3x3(Suicide::MultiStone, &MULTI, 0..7);
    perft_3x3(Suicide::Forbidden, &FORBIDDEN, 0..7);
    // One stone's suicide changes nothing, so that superko forbids it already.
    perft_3x3(Suicide::Allowed, &MULTI, 0..6);
}

/// Some seconds in release:
/// `cargo test --release -p zobrist-go --test oracles -- --ignored sequences`.
#[test]
#[ignore = "4 · 10^7 sequences"]
fn long_sequences_of_moves() {
    perft_3x3(Suicide::MultiStone, &MULTI, 7..11);
    perft_3x3(Suicide::Forbidden, &FORBIDDEN, 7..10);
}
