//! Go under positional superko, with a hash that covers the positions before: values of searches
//! with a table are those of the definition, and published ones.

use zobrist::tabulation::{Mixed, Set, SetHash};
use zobrist_go::{Color, GoSituation, Move, Rules};
use zobrist_search::{Game, PackedEntry, Search};
use zobrist_transposition::Table;

use crate::definition::negamax;

static POSITIONS: Mixed<u64, 8, 8> = Mixed::<u64, 8, 8>::seeded(2026);

#[derive(Clone)]
struct Go {
    game: zobrist_go::Game,
    /// The passes at the end of the moves.
    passes: usize,
    /// The positions so far. Under superko no play makes one twice, so that none vanishes.
    earlier: Set<&'static Mixed<u64, 8, 8>, u64>,
    is_path_hashed: bool,
}

impl Go {
    fn new(width: usize, height: usize) -> Go {
        let game = zobrist_go::Game::new(width, height, Rules::TROMP_TAYLOR).unwrap();
        let mut earlier = Set::new(&POSITIONS);
        earlier.insert(game.board().hash());
        Go { game, passes: 0, earlier, is_path_hashed: true }
    }
}

impl Game for Go {
    type Key = u64;
    type Move = Move;
    type Undo = usize;

    fn hash(&self) -> u64 {
        let stones = self.game.board().hash();
        let situation = stones ^ GoSituation::hash::<u64>(self.game.to_move(), self.passes, None);
        situation ^ if self.is_path_hashed { self.earlier.hash() } else { 0 }
    }
    fn moves(&self, moves: &mut Vec<Move>) {
        if self.passes < 2 {
            moves.extend(self.game.legal_points(self.game.to_move()).map(Move::Play));
            moves.push(Move::Pass);
        }
    }
    fn make(&mut self, played: Move) -> usize {
        self.game.play(played).expect("the move is legal");
        let passes = self.passes;
        if let Move::Play(_) = played {
            self.earlier.insert(self.game.board().hash());
            self.passes = 0;
        } else {
            self.passes += 1;
        }
        passes
    }
    fn unmake(&mut self, played: Move, passes: usize) {
        if let Move::Play(_) = played {
            self.earlier.remove(self.game.board().hash());
        }
        self.game.undo();
        self.passes = passes;
    }
    /// The area of the player to move, less the other's.
    fn score(&self) -> i32 {
        let black = self.game.board().area().difference() as i32;
        if self.game.to_move() == Color::Black { black } else { -black }
    }
}

#[test]
fn values_at_a_depth_are_those_of_the_definition() {
    for (width, height, depth) in [(3, 1, 8), (4, 1, 6), (2, 2, 6), (3, 2, 5)] {
        for depth in 0..=if cfg!(miri) { 2 } else { depth } {
            let game = Go::new(width, height);
            let table = Table::<u64, PackedEntry>::new(1 << 18).unwrap();
            let solution = Search::new(&table).deepen(&game, depth);
            assert_eq!(solution.value, negamax(&mut game.clone(), depth), "{width}x{height}");
        }
    }
}

/// The control: with a hash of stones, turn and passes alone, values come from other paths.
#[test]
fn a_hash_without_the_path_is_wrong() {
    for (width, height, expected) in [(2, 2, 1), (3, 2, 0)] {
        let plain = Go { is_path_hashed: false, ..Go::new(width, height) };
        let table = Table::<u64, PackedEntry>::new(1 << 22).unwrap();
        let bounds = Search::new(&table).solve(&plain).bounds;
        assert_ne!(bounds, (expected, expected), "{width}x{height}");
    }
}

fn value(width: usize, height: usize) -> i32 {
    let table = Table::<u64, PackedEntry>::new(1 << 22).unwrap();
    let solution = Search::new(&table).solve(&Go::new(width, height));
    assert!(solution.is_solved());
    solution.value
}

/// The values have their origin in the tests of the example `solve_small` of zobrist-go.
#[test]
fn values_of_small_boards() {
    for (width, height, expected) in [(1, 1, 0), (2, 1, 0), (3, 1, 3), (4, 1, 4)] {
        assert_eq!(value(width, height), expected, "{width}x{height}");
    }
}

#[test]
#[ignore = "half a minute in debug"]
fn two_by_two() {
    assert_eq!(value(2, 2), 1);
}
