//! `ConnectFour` equals a board of squares with the rules spelled out.

use std::collections::{HashMap, HashSet};
use std::num::NonZeroUsize;

use zobrist_search::connect_four::{ConnectFour, ConnectFourError};
use zobrist_search::{Game, LOST, PackedEntry, Search, Solution, loss_in, plies_to_end, win_in};
use zobrist_transposition::{Small, Table, TwoTier};

use crate::any_type::{AnyGame, AnyTable};
use crate::definition::earlier;
use crate::random_game::mix;
use crate::threads;

/// Columns of stones; `true` is a stone of the player who began.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Board {
    height: usize,
    columns: Vec<Vec<bool>>,
}

impl Board {
    fn new(width: usize, height: usize) -> Board {
        Board { height, columns: vec![Vec::new(); width] }
    }

    fn at(&self, column: isize, row: isize) -> Option<bool> {
        let column = self.columns.get(usize::try_from(column).ok()?)?;
        column.get(usize::try_from(row).ok()?).copied()
    }

    fn stones(&self) -> usize {
        self.columns.iter().map(Vec::len).sum()
    }

    fn is_won(&self) -> bool {
        let (width, height) = (self.columns.len() as isize, self.height as isize);
        (0..width).any(|column| {
            (0..height).any(|row| {
                [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().any(|(x, y)| {
                    let stone = |i: isize| self.at(column + i * x, row + i * y);
                    stone(0).is_some() && (1..4).all(|i| stone(i) == stone(0))
                })
            })
        })
    }

    fn moves(&self) -> Vec<usize> {
        if self.is_won() {
            return Vec::new();
        }
        (0..self.columns.len()).filter(|column| self.columns[*column].len() < self.height).collect()
    }

    fn play(&self, column: usize) -> Board {
        let mut after = self.clone();
        after.columns[column].push(self.stones().is_multiple_of(2));
        after
    }

    fn mirrored(&self) -> Board {
        Board { height: self.height, columns: self.columns.iter().rev().cloned().collect() }
    }

    /// Negamax over all moves, each position once.
    fn value(&self, known: &mut HashMap<Board, i32>) -> i32 {
        if let Some(value) = known.get(self) {
            return *value;
        }
        let values = self.moves().into_iter().map(|m| earlier(-self.play(m).value(known)));
        let value = values.max().unwrap_or(if self.is_won() { LOST } else { 0 });
        known.insert(self.clone(), value);
        value
    }
}

fn game<const W: u32, const H: u32>(moves: &[usize]) -> ConnectFour<W, H> {
    let digits: String = moves.iter().map(|column| (column + 1).to_string()).collect();
    ConnectFour::with_moves(&digits).unwrap()
}

/// Random games from the empty board, until they are over.
fn random_games(width: usize, height: usize, count: u64) -> Vec<Vec<usize>> {
    let mut games = Vec::new();
    for seed in 0..count {
        let (mut board, mut played) = (Board::new(width, height), Vec::new());
        while let moves = board.moves()
            && !moves.is_empty()
        {
            let random = mix(seed << 8 | played.len() as u64);
            let column = moves[random as usize % moves.len()];
            board = board.play(column);
            played.push(column);
        }
        games.push(played);
    }
    games
}

type Slots = Table<u64, PackedEntry<8, 0, 3>, TwoTier, Small>;

/// A way to solve a position on some threads.
type Solve<const W: u32, const H: u32> =
    fn(&ConnectFour<W, H>, &Slots, NonZeroUsize) -> Solution<u8>;

/// By a search that is compiled for this game and this table.
fn by_its_type<const W: u32, const H: u32>(
    game: &ConnectFour<W, H>,
    table: &Slots,
    threads: NonZeroUsize,
) -> Solution<u8> {
    Search::new(table).threads(threads).solve(game)
}

/// By the search that is compiled for all games and tables.
fn by_any_type<const W: u32, const H: u32>(
    game: &ConnectFour<W, H>,
    table: &Slots,
    threads: NonZeroUsize,
) -> Solution<u8> {
    Search::new(&AnyTable(table)).threads(threads).solve(&AnyGame::new(*game))
}

/// Solves each position of random games from ply `from` on, and compares with the definition.
fn agree<const W: u32, const H: u32>(count: u64, from: usize, solve: Solve<W, H>) {
    let (width, height) = (W as usize, H as usize);
    let mut known = HashMap::new();
    let table = Slots::new(1 << 16).unwrap();
    for played in random_games(width, height, count) {
        for plies in from.min(played.len())..=played.len() {
            let mut board = Board::new(width, height);
            played[..plies].iter().for_each(|column| board = board.play(*column));
            let expected = board.value(&mut known);
            let game = game::<W, H>(&played[..plies]);
            assert_eq!(game.is_over(), board.moves().is_empty());
            assert_eq!(game.stones() as usize, plies);
            let (lower, upper) = game.bounds();
            assert!(lower <= expected && expected <= upper, "{played:?} {plies}");
            let solution = solve(&game, &table, threads(1 + plies % 2));
            assert_eq!(solution.value, expected, "{played:?} {plies}");

            // The line is legal, and as long as the value says.
            for column in &solution.line {
                assert!(board.moves().contains(&usize::from(*column)));
                board = board.play((*column).into());
            }
            assert!(board.moves().is_empty());
            assert_eq!(board.is_won(), expected != 0);
            if let Some(plies) = plies_to_end(expected) {
                assert_eq!(solution.line.len(), plies as usize);
            }
        }
    }
}

/// Follows random games, and compares what is known without a search with the definition.
fn wins_are_seen<const W: u32, const H: u32>(count: u64) {
    for played in random_games(W as usize, H as usize, count) {
        let mut board = Board::new(W as usize, H as usize);
        let mut game = ConnectFour::<W, H>::new();
        for column in &played {
            let wins: Vec<usize> =
                board.moves().into_iter().filter(|m| board.play(*m).is_won()).collect();
            assert_eq!(game.bounds() == (win_in(1), win_in(1)), !wins.is_empty(), "{played:?}");
            if !wins.is_empty() {
                let mut moves = Vec::new();
                game.moves(&mut moves);
                moves.sort_unstable();
                assert!(moves.into_iter().map(usize::from).eq(wins), "{played:?}");
            }
            game.make(*column as u8);
            board = board.play(*column);
            assert_eq!(game.is_over(), board.moves().is_empty(), "{played:?}");
            assert_eq!(game.score() == LOST, board.is_won(), "{played:?}");
        }
    }
}

#[test]
fn wins_are_seen_without_a_search() {
    wins_are_seen::<1, 63>(1);
    wins_are_seen::<2, 31>(50);
    wins_are_seen::<3, 19>(50);
    wins_are_seen::<3, 20>(50);
    wins_are_seen::<4, 15>(50);
    wins_are_seen::<7, 6>(50);
}

#[test]
fn whole_games_on_small_boards() {
    agree::<4, 4>(4, 1, by_any_type);
    agree::<5, 3>(4, 0, by_any_type);
    agree::<3, 5>(4, 0, by_any_type);
    agree::<7, 2>(2, 2, by_any_type);
    agree::<1, 4>(1, 0, by_any_type);
    agree::<4, 1>(1, 0, by_any_type);
}

#[test]
fn ends_of_games_on_larger_boards() {
    agree::<7, 6>(20, 29, by_its_type);
    agree::<6, 5>(20, 17, by_any_type);
    agree::<9, 6>(4, 43, by_any_type);
}

#[test]
#[ignore = "a minute in debug"]
fn longer_games_on_larger_boards() {
    agree::<5, 4>(10, 1, by_any_type);
    agree::<4, 5>(10, 1, by_any_type);
    agree::<7, 6>(100, 27, by_its_type);
    agree::<8, 7>(40, 43, by_any_type);
}

#[test]
fn a_hash_is_one_position_and_its_mirror_image() {
    let mut positions = HashSet::from([(Board::new(4, 4))]);
    let mut games = vec![(Board::new(4, 4), ConnectFour::<4, 4>::new())];
    let mut by_hash: HashMap<u64, Board> = HashMap::new();
    while let Some((board, game)) = games.pop() {
        let first = by_hash.entry(game.hash()).or_insert_with(|| board.clone());
        assert!(*first == board || *first == board.mirrored());
        for column in board.moves() {
            let after = board.play(column);
            if positions.insert(after.clone()) {
                let mut game = game;
                game.make(column as u8);
                games.push((after, game));
            }
        }
    }
    assert_eq!(positions.len(), 161_029, "positions of 4 by 4, by J. Tromp's count");
    let symmetric = positions.iter().filter(|board| **board == board.mirrored()).count();
    assert_eq!(by_hash.len(), (positions.len() + symmetric) / 2);
}

#[test]
fn unmake_restores_the_position() {
    for played in random_games(7, 6, 20) {
        let mut game = ConnectFour::<7, 6>::new();
        for column in played {
            let (hash, bounds) = (game.hash(), game.bounds());
            let undo = game.make(column as u8);
            game.unmake(column as u8, undo);
            assert_eq!((game.hash(), game.bounds()), (hash, bounds));
            game.make(column as u8);
        }
    }
}

#[test]
fn bounds_without_a_search() {
    let bounds = |moves| ConnectFour::<7, 6>::with_moves(moves).unwrap().bounds();
    assert_eq!(bounds("1212121"), (LOST, LOST));
    assert_eq!(bounds("121212"), (win_in(1), win_in(1)));
    assert_eq!(bounds("44556"), (loss_in(2), loss_in(2))); // both ends of a row are open
    assert_eq!(bounds(""), (loss_in(4), win_in(3)));
}

#[test]
fn columns_with_room() {
    let game = ConnectFour::<7, 6>::with_moves("111111").unwrap();
    assert_eq!((game.stones(), game.is_over()), (6, false));
    assert!(!game.can_play(0) && (1..7).all(|column| game.can_play(column)));
    assert!(!game.can_play(7) && !game.can_play(u32::MAX));
}

#[test]
fn invalid_lists_of_moves_are_refused() {
    let refused = |moves| ConnectFour::<7, 6>::with_moves(moves).unwrap_err();
    assert!(matches!(refused("448"), ConnectFourError::NoColumn { index: 2, digit: '8', .. }));
    assert!(matches!(refused("0"), ConnectFourError::NoColumn { index: 0, .. }));
    assert!(matches!(refused("4 4"), ConnectFourError::NoColumn { index: 1, digit: ' ', .. }));
    assert!(matches!(refused("1111111"), ConnectFourError::Full { index: 6, digit: '1', .. }));
    assert!(matches!(refused("12121213"), ConnectFourError::Over { index: 7, digit: '3' }));
    assert_eq!(refused("1111111").to_string(), "move 7: column 1 is full: it has 6 stones already");
    let low = ConnectFour::<7, 1>::with_moves("11").unwrap_err();
    assert_eq!(low.to_string(), "move 2: column 1 is full: it has 1 stone already");
    let wide = ConnectFour::<12, 4>::with_moves("9:").unwrap_err();
    assert_eq!(wide.to_string(), "move 2: expected a column from 1 to 9, got ':'");
}
