//! Random games, and indexes of them.

use std::path::Path;

use zobrist::source::SplitMix64;
use zobrist_go::sgf::read;
use zobrist_go::{Board, Color, Game, Move, Point, Rules};

use crate::replay::{place, set_up};
use crate::{
    BuildCounts, GameFacts, GamePreparer, GoBuildOptions, GoIndexBuilder, GoIndexError, Line, Step,
};

/// A game of random moves, most of them near the last one or in corners, with captures, passes,
/// stones that are set up, and faults.
pub(super) fn random_line(random: &mut SplitMix64, size: (usize, usize), moves: usize) -> Line {
    let (width, height) = size;
    let mut below = |end: usize| (random.next_u64() % end as u64) as usize;
    let letter = |at: usize| char::from(b'a' + at as u8);
    let at = |p: Point| format!("[{}{}]", letter(p.column()), letter(height - 1 - p.row()));
    let mut text = format!("(;SZ[{width}:{height}]");
    let mut game = Game::new(width, height, Rules::default()).unwrap();
    let mut last = (width - 1, height - 1);
    if below(4) == 0 {
        let point = Point::new(below(width), below(height)).unwrap();
        game.set_up([(Color::Black, point)], Color::White).unwrap();
        text += &format!("AB{}", at(point));
    }
    for _ in 0..moves {
        let place = match below(10) {
            0..6 => (last.0 + below(5), last.1 + below(5)),
            6..9 => (2 + [0, 2, width][below(3)], 2 + [0, 1, height][below(3)]),
            _ => (2 + below(width), 2 + below(height)),
        };
        let column = place.0.saturating_sub(2).min(width - 1);
        let row = place.1.saturating_sub(2).min(height - 1);
        let point = Point::new(column, row).unwrap();
        let (color, name) = (game.to_move(), ["B", "W"][game.to_move().index()]);
        match below(200) {
            0..4 => {
                game.play(Move::Pass).unwrap();
                text += &format!(";{name}[]");
            }
            4 => {
                let stones: Vec<_> = game.board().stones().step_by(3).collect();
                let gone: String = stones.iter().map(|(_, point)| at(*point)).collect();
                let kept: Vec<_> =
                    game.board().stones().filter(|stone| !stones.contains(stone)).collect();
                if !gone.is_empty() && game.set_up(kept, color).is_ok() {
                    text += &format!(";AE{gone}");
                }
            }
            // Some games cannot be replayed or read to their ends.
            5 if below(8) == 0 => text += &format!(";{name}{0};{name}{0}", at(point)),
            6 if below(8) == 0 => text += &format!(";{name}[zzz]"),
            _ if game.force(color, Move::Play(point)).is_ok() => {
                text += &format!(";{name}{}", at(point));
                last = (column, row);
            }
            _ => {}
        }
    }
    Line::of(&read((text + ")").as_bytes()).unwrap())
}

/// Numbered games with names, some on other boards than 19 x 19.
pub(super) fn random_games(seed: u64, count: usize, moves: usize) -> Vec<(Line, GameFacts)> {
    let mut random = SplitMix64::new(seed);
    let sizes = [(19, 19), (19, 19), (19, 19), (19, 19), (18, 18), (13, 19), (9, 9)];
    let game = |number: usize| {
        let line =
            random_line(&mut random, sizes[number % sizes.len()], moves / 2 + number % moves);
        let facts = GameFacts {
            file: format!("{}.sgf", number / 10),
            number: 1 + number as u64 % 10,
            black: (!number.is_multiple_of(3)).then(|| format!("Ada{}", number % 7)),
            white: (!number.is_multiple_of(5)).then(|| format!("Błażej {}", number % 4)),
            result: ["B+R", "W+2.5", "0"].get(number % 4).map(|&text| text.to_owned()),
            date: (!number.is_multiple_of(2)).then(|| format!("{}-01-02", 1950 + number % 60)),
        };
        (line, facts)
    };
    (0..count).map(game).collect()
}

/// The positions of a line, as far as it can be replayed.
pub(super) fn positions(line: &Line) -> Vec<Board> {
    let mut board = Board::new(line.size().0, line.size().1).unwrap();
    let mut positions = Vec::new();
    for step in line.steps() {
        let is_made = match step {
            Step::Fault => false,
            Step::SetUp(points) => set_up(&mut board, points).is_ok(),
            Step::Move(_, Move::Pass) => true,
            Step::Move(color, Move::Play(point)) => place(&mut board, color, point).is_ok(),
        };
        if !is_made {
            break;
        }
        positions.push(board.clone());
    }
    positions
}

/// Builds an index with little memory, so that it has several runs if there are many games.
pub(super) fn build(
    folder: &Path,
    games: &[(Line, GameFacts)],
    options: impl FnOnce(&mut GoBuildOptions),
) -> Result<BuildCounts, GoIndexError> {
    let mut with = GoBuildOptions { memory: 1 << 16, ..GoBuildOptions::default() };
    options(&mut with);
    let mut builder = GoIndexBuilder::new(folder, with)?;
    let mut preparer = GamePreparer::default();
    for (line, facts) in games {
        builder.add(preparer.prepare(line, facts.clone()).unwrap())?;
    }
    builder.finish()
}
