//! Moves of Go that are taken back, as a search does, beside those of a playout.

use zobrist_go::{Board, Color, Game, Move, Rule, Rules, Suicide};

use crate::paired::{compare, contestant};
use crate::playouts::{Random, choose};

const MOVES: u64 = 20_000;
const GAMES: u64 = 16;
/// Moves that are made before any is taken back, by a contestant that goes deeper than one.
const DEPTH: u64 = 8;

/// Makes a random move of the player whose turn it is, and returns 1 if it was a play.
#[inline(always)]
fn play(game: &mut Game, random: &mut Random) -> u64 {
    let color = game.to_move();
    let played = choose(game, Game::board, color, random, |game, point| {
        game.try_play(color, point).is_some()
    });
    if !played {
        game.play(Move::Pass).expect("a pass is always legal");
    }
    played.into()
}

/// A game half way to the length of a random one, with its hash.
fn half_way(side: usize, seed: u64) -> (Game, u64) {
    let rules = Rules::new(Rule::Positional, Suicide::Forbidden);
    let mut game = Game::new(side, side, rules).expect("there are boards of this size");
    let mut random = Random::new(seed);
    while game.ply() < 2 * side * side / 3 {
        play(&mut game, &mut random);
    }
    let hash = game.board().hash();
    (game, hash)
}

/// Calls `one` with each position in turn, so often that all make the same number of moves.
fn each<T>(positions: &mut [(T, u64)], moves: u64, mut one: impl FnMut(&mut T) -> u64) -> u64 {
    let rounds = MOVES / GAMES / moves;
    positions.iter_mut().map(|(position, _)| (0..rounds).map(|_| one(position)).sum::<u64>()).sum()
}

pub fn run(side: usize) {
    let mut games: Vec<(Game, u64)> = (0..GAMES).map(|seed| half_way(side, seed)).collect();
    let mut deep = games.clone();
    let boards = games.iter().map(|(game, hash)| (game.board().clone(), *hash));
    let mut boards: Vec<(Board, u64)> = boards.collect();
    let mut copied = boards.clone();
    let empty = Board::new(side, side).expect("there are boards of this size");
    let (mut playout, _) = half_way(side, 0);
    let mut copy = empty.clone();
    let randoms = &mut [1, 2, 3, 4, 5].map(Random::new);
    let [random, deep_random, playout_random, board_random, copy_random] = randoms;
    compare(
        &format!(
            "undo: a move is found, made and taken back, {side}x{side}, half way through a game \
             (target: at most three moves of a playout)"
        ),
        MOVES,
        30,
        &mut [
            contestant("a move of a playout, superko", || {
                (0..MOVES)
                    .map(|_| {
                        if playout.is_over() {
                            playout.restart(&empty, Color::Black);
                        }
                        play(&mut playout, playout_random)
                    })
                    .sum()
            }),
            contestant("move and undo, superko", || {
                each(&mut games, 1, |game| {
                    let played = play(game, random);
                    game.undo();
                    played
                })
            }),
            contestant("eight moves, eight undos, superko", || {
                each(&mut deep, DEPTH, |game| {
                    let played = (0..DEPTH).map(|_| play(game, deep_random)).sum();
                    (0..DEPTH).for_each(|_| assert!(game.undo()));
                    played
                })
            }),
            contestant("move and undo, a variation of a board", || {
                each(&mut boards, MOVES / GAMES, |board| {
                    let color = Color::Black;
                    let mut variation = board.variation();
                    (0..MOVES / GAMES)
                        .map(|_| {
                            let played = choose(
                                &mut variation,
                                |variation| variation.board(),
                                color,
                                board_random,
                                |variation, point| {
                                    !variation.board().is_suicide(color, point)
                                        && variation.play(color, point).is_ok()
                                },
                            );
                            variation.undo();
                            u64::from(played)
                        })
                        .sum()
                })
            }),
            contestant("the control: a copy of the board for each move", || {
                each(&mut copied, 1, |board| {
                    copy.clone_from(board);
                    let color = Color::Black;
                    choose(
                        &mut copy,
                        |board| board,
                        color,
                        copy_random,
                        |board, point| {
                            !board.is_suicide(color, point) && board.place(color, point).is_ok()
                        },
                    )
                    .into()
                })
            }),
        ],
        // Half way, hardly any player must pass.
        |_, plays: &u64| assert!((MOVES * 9 / 10..=MOVES).contains(plays), "{plays} plays"),
    );
    let hashes = games.iter().chain(&deep).map(|(game, hash)| (game.board().hash(), hash));
    hashes.for_each(|(now, before)| assert_eq!(now, *before, "all moves were taken back"));
    boards.iter().for_each(|(board, hash)| assert_eq!(board.hash(), *hash));
}
