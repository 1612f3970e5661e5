//! A program that plays Othello by chance and updates its hash at each move, with two mistakes, and
//! its log, data/othello/log.txt.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use zobrist::source::SplitMix64;

use crate::page::{checkout, text};
use crate::tool::{Folder, column};

/// The slot of White to move, after those of black and of white discs.
const TURN: usize = 128;

/// The keys of docs/any-game.md.
fn keys() -> Vec<u64> {
    let mut random = SplitMix64::new(8);
    (0..129).map(|_| random.next_u64()).collect()
}

struct Game {
    /// The color of the disc on each square: 0 is black.
    discs: [Option<usize>; 64],
    turn: usize,
    /// The hash, updated at each move.
    hash: u64,
    keys: Vec<u64>,
}

/// A mistake of the program.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mistake {
    /// The first disc that a move turns over keeps the key of its old color.
    Disc,
    /// The side to move is forgotten.
    Turn,
}

impl Game {
    fn new() -> Game {
        let mut game = Game { discs: [None; 64], turn: 0, hash: 0, keys: keys() };
        for (square, color) in [(27, 1), (28, 0), (35, 0), (36, 1)] {
            game.put(square, color);
        }
        game
    }

    fn put(&mut self, square: usize, color: usize) {
        self.discs[square] = Some(color);
        self.hash ^= self.keys[64 * color + square];
    }

    fn slots(&self) -> BTreeSet<usize> {
        let discs = (0..64).filter_map(|square| Some(64 * self.discs[square]? + square));
        discs.chain((self.turn == 1).then_some(TURN)).collect()
    }

    /// The discs that the side to move turns over on a square; none if it cannot move there.
    fn turned(&self, square: usize) -> Vec<usize> {
        let mut turned = Vec::new();
        if self.discs[square].is_some() {
            return turned;
        }
        for (dx, dy) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
            let (mut x, mut y) = (square as i32 % 8, square as i32 / 8);
            let mut line = Vec::new();
            loop {
                (x, y) = (x + dx, y + dy);
                let is_inside = (0..8).contains(&x) && (0..8).contains(&y);
                let at = (8 * y + x) as usize;
                match if is_inside { self.discs[at] } else { None } {
                    None => break,
                    Some(color) if color == self.turn => {
                        turned.extend(line);
                        break;
                    }
                    Some(_) => line.push(at),
                }
            }
        }
        turned
    }

    fn moves(&self) -> Vec<usize> {
        (0..64).filter(|square| !self.turned(*square).is_empty()).collect()
    }

    fn play(&mut self, square: usize, mistake: Option<Mistake>) {
        let turned = self.turned(square);
        for (number, at) in turned.into_iter().enumerate() {
            if number > 0 || mistake != Some(Mistake::Disc) {
                self.hash ^= self.keys[64 * (1 - self.turn) + at];
            }
            self.put(at, self.turn);
        }
        self.put(square, self.turn);
        self.pass(mistake);
    }

    fn pass(&mut self, mistake: Option<Mistake>) {
        self.turn = 1 - self.turn;
        if mistake != Some(Mistake::Turn) {
            self.hash ^= self.keys[TURN];
        }
    }
}

/// The log of a game of moves by chance, with a mistake at the move to line `disc`, and one at the
/// first pass; and the line after the pass, if there is one.
fn log(seed: u64, disc: Option<usize>) -> (String, Option<usize>) {
    let mut random = SplitMix64::new(seed);
    let (mut game, mut log, mut passed) = (Game::new(), String::new(), None);
    for line in 1.. {
        let slots: Vec<String> = game.slots().iter().map(usize::to_string).collect();
        log += &format!("{:016x}\t{}\n", game.hash, slots.join(" "));
        let moves = game.moves();
        match moves.len() {
            0 => {
                let is_first = passed.is_none();
                game.pass(is_first.then_some(Mistake::Turn).filter(|_| disc.is_some()));
                if game.moves().is_empty() {
                    break;
                }
                passed = passed.or(Some(line + 1));
            }
            count => {
                let mistake = (disc == Some(line + 1)).then_some(Mistake::Disc);
                game.play(moves[(random.next_u64() % count as u64) as usize], mistake);
            }
        }
    }
    (log, passed)
}

fn scheme() -> Folder {
    checkout(&text("docs/any-game.md"))
}

/// The log on the page on any game: a game with a pass in it.
#[test]
fn the_log_of_the_page_is_that_of_this_program() {
    let (made, passed) = log(LOGGED, Some(21));
    assert!(passed.is_some_and(|line| line > 40), "{passed:?}");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/othello/log.txt");
    if std::env::var_os("ZOBRIST_WRITE_OTHELLO").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, &made).unwrap();
    }
    assert_eq!(fs::read_to_string(path).unwrap(), made);
}

/// The game of the page.
const LOGGED: u64 = 29;

#[test]
fn games_without_a_mistake_are_right() {
    let folder = scheme();
    for seed in 0..4 {
        let (log, _) = log(seed, None);
        let run = folder.zobrist_on(&log, ["hash", "--check", "--scheme", "othello.toml"]);
        let lines = log.lines().count();
        assert_eq!(run.stderr, format!("zobrist: {lines} lines, 0 wrong\n"));
        let slots = column(&log, 1).join("\n");
        let hashed = folder.zobrist_on(slots, ["hash", "--scheme", "othello.toml"]);
        assert_eq!(hashed.done(), log);
    }
}

/// Both mistakes are named at their lines, whatever the game, and every other wrong line carries
/// them on.
#[test]
fn mistakes_are_named_where_they_were_made() {
    let folder = scheme();
    for seed in 0..6 {
        for disc in [2, 17, 33] {
            let (log, passed) = log(seed, Some(disc));
            let run = folder.zobrist_on(&log, ["hash", "--check", "--scheme", "othello.toml"]);
            let (rows, messages) = run.rejected();
            let new: Vec<&str> =
                rows.lines().filter(|row| !row.contains("as in the line before")).collect();
            let causes: Vec<(usize, &str)> = new
                .iter()
                .map(|row| {
                    let columns: Vec<&str> = row.split('\t').collect();
                    (columns[0].parse().unwrap(), columns[3])
                })
                .collect();
            let surplus = |line: usize| {
                let cause = causes.iter().find(|(at, _)| *at == line);
                cause.unwrap_or_else(|| panic!("{seed} {disc}: {causes:?}")).1
            };
            assert!(surplus(disc).starts_with("surplus "), "{causes:?}");
            let mut expected = 1;
            if let Some(line) = passed {
                let cause = surplus(line);
                let words = ["surplus white-to-move", "missing white-to-move"];
                assert!(words.iter().any(|word| cause.starts_with(word)), "{cause}");
                expected += 1;
            }
            assert_eq!(causes.len(), expected, "{seed} {disc}: {causes:?}\n{messages}");
        }
    }
}
