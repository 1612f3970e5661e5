//! Moves and flips of the example square by square, and published numbers of paths.

use zobrist::source::SplitMix64;

use super::*;

#[test]
fn the_example_runs() {
    main();
}

/// The flips of a move, square by square; none if it is not one.
fn defined(game: &Othello, square: usize) -> u64 {
    let owner = |at: i32| (0..2).find(|of| game.discs[*of] >> at & 1 == 1);
    let mut flips = 0;
    for (files, ranks) in DIRECTIONS {
        let (mut x, mut y, mut run) = (square as i32 % 8, square as i32 / 8, 0);
        loop {
            (x, y) = (x + files, y + ranks);
            let is_inside = (0..8).contains(&x) && (0..8).contains(&y);
            match is_inside.then(|| owner(8 * y + x)).flatten() {
                Some(of) if of == game.turn => break flips |= run,
                Some(_) => run |= 1 << (8 * y + x),
                None => break,
            }
        }
    }
    if owner(square as i32).is_some() { 0 } else { flips }
}

/// Checks moves, flips and hash of all positions up to a depth, each before and after.
fn check(game: &mut Othello, depth: u32) {
    let hash = game.features().into_iter().fold(0, |hash, feature| hash ^ KEYS[feature]);
    assert_eq!(game.hasher.hash(), hash);
    for square in 0..64 {
        let flips = defined(game, square);
        assert_eq!(game.moves() >> square & 1 == 1, flips != 0);
        if flips != 0 && depth > 0 {
            assert_eq!(game.make(square), flips);
            check(game, depth - 1);
            game.unmake(square, flips);
            assert_eq!(game.hasher.hash(), hash);
        }
    }
}

#[test]
fn words_equal_the_definition() {
    check(&mut Othello::new(), 5);
    // Random games to their ends, with passes, up to every edge.
    let mut random = SplitMix64::new(2026);
    let mut passes = 0;
    for _ in 0..100 {
        let mut game = Othello::new();
        loop {
            check(&mut game, 1);
            let moves: Vec<usize> = squares(game.moves()).collect();
            if !moves.is_empty() {
                game.make(moves[random.next_u64() as usize % moves.len()]);
                continue;
            }
            game.pass();
            passes += 1;
            if game.moves() == 0 {
                break;
            }
        }
        let [black, white] = game.discs;
        assert_eq!(black & white, 0);
    }
    assert!(passes > 100, "some games have a pass before their end");
}

/// A. Bik, "Perft for Reversi", aartbik.blogspot.com, 2009. At ply 9 the first passes occur.
#[test]
fn perft_is_as_published() {
    let mut game = Othello::new();
    let paths: Vec<u64> = (1..=9).map(|depth| perft(&mut game, depth)).collect();
    assert_eq!(paths, [4, 12, 56, 244, 1396, 8200, 55_092, 390_216, 3_005_288]);
}
