//! Unconditional life, compared with its definition: one color passes, the other plays as it likes.

use std::collections::HashMap;

use zobrist_go::{Area, Board, Color, Point, Suicide};

const RULES: [Suicide; 3] = [Suicide::Forbidden, Suicide::MultiStone, Suicide::Allowed];

/// Points by number, row by row: 0 empty, 1 Black, 2 White.
type Cells = Vec<u8>;

/// A board for the definition, which shares no code with that of the crate.
struct Grid {
    width: usize,
    height: usize,
}

impl Grid {
    fn size(&self) -> usize {
        self.width * self.height
    }

    fn beside(&self, point: usize) -> impl Iterator<Item = usize> {
        let (column, row) = (point % self.width, point / self.width);
        [
            (column > 0).then(|| point - 1),
            (column + 1 < self.width).then_some(point + 1),
            (row > 0).then(|| point.wrapping_sub(self.width)),
            (row + 1 < self.height).then_some(point + self.width),
        ]
        .into_iter()
        .flatten()
    }

    /// The chain of a stone as a set of bits, if it has no liberty.
    fn captured(&self, cells: &[u8], start: usize) -> Option<u16> {
        let (mut chain, mut open) = (1_u16 << start, vec![start]);
        while let Some(point) = open.pop() {
            for next in self.beside(point) {
                if cells[next] == 0 {
                    return None;
                }
                if cells[next] == cells[start] && chain >> next & 1 == 0 {
                    chain |= 1 << next;
                    open.push(next);
                }
            }
        }
        Some(chain)
    }

    fn is_legal(&self, cells: &[u8]) -> bool {
        (0..self.size()).all(|point| cells[point] == 0 || self.captured(cells, point).is_none())
    }

    /// White's play on an empty point: the board after it, and the black stones that it takes.
    fn attack(&self, cells: &[u8], point: usize, suicide: Suicide) -> Option<(Cells, u16)> {
        let mut after = cells.to_vec();
        after[point] = 2;
        let mut taken = 0;
        for beside in self.beside(point).filter(|beside| cells[*beside] == 1) {
            taken |= self.captured(&after, beside).unwrap_or(0);
        }
        remove(&mut after, taken);
        if let Some(own) = self.captured(&after, point) {
            let allowed = match suicide {
                Suicide::Forbidden => false,
                Suicide::MultiStone => own.count_ones() > 1,
                Suicide::Allowed => true,
                _ => panic!("no definition of {suicide}"),
            };
            if !allowed {
                return None;
            }
            remove(&mut after, own);
        }
        Some((after, taken))
    }

    fn board(&self, cells: &[u8]) -> Board {
        let mut board = Board::new(self.width, self.height).unwrap();
        let stones =
            cells.iter().enumerate().filter(|(_, cell)| **cell > 0).map(|(point, cell)| {
                let at = Point::new(point % self.width, point / self.width).unwrap();
                (Color::ALL[usize::from(*cell) - 1], at)
            });
        board.set_up(stones).unwrap();
        board
    }

    /// The black stones that live by the algorithm.
    fn alive(&self, cells: &[u8], suicide: Suicide) -> u16 {
        let life = self.board(cells).unconditional_life(Color::Black, suicide);
        let stones = life.chains.iter().flatten();
        stones.fold(0, |bits, point| bits | 1 << (point.row() * self.width + point.column()))
    }

    /// The black stones that White alone can capture from each of these boards, which are all that
    /// can be reached from them. Whatever the order, the least fixed point is the definition.
    fn capturable(&self, boards: &[Cells], suicide: Suicide) -> Vec<u16> {
        let number: HashMap<&[u8], usize> =
            boards.iter().enumerate().map(|(number, cells)| (&cells[..], number)).collect();
        let moves: Vec<Vec<(usize, u16)>> = boards
            .iter()
            .map(|cells| {
                let empty = (0..self.size()).filter(|point| cells[*point] == 0);
                let after = empty.filter_map(|point| self.attack(cells, point, suicide));
                after.map(|(cells, taken)| (number[&cells[..]], taken)).collect()
            })
            .collect();
        let mut capturable = vec![0; boards.len()];
        loop {
            let mut changed = false;
            for board in (0..boards.len()).rev() {
                let all = |bits, &(next, taken): &(usize, u16)| bits | taken | capturable[next];
                let bits = moves[board].iter().fold(0, all);
                changed |= bits != capturable[board];
                capturable[board] = bits;
            }
            if !changed {
                return capturable;
            }
        }
    }
}

fn remove(cells: &mut [u8], stones: u16) {
    for (point, cell) in cells.iter_mut().enumerate() {
        if stones >> point & 1 == 1 {
            *cell = 0;
        }
    }
}

/// Compares on these boards, and returns the numbers of boards with a living chain for each rule.
fn compare(grid: &Grid, boards: &[Cells]) -> [usize; 3] {
    RULES.map(|suicide| {
        let capturable = grid.capturable(boards, suicide);
        let mut living = 0;
        for (cells, capturable) in boards.iter().zip(capturable) {
            let black = (0..grid.size()).filter(|point| cells[*point] == 1);
            let expected = black.fold(0, |bits, point| bits | 1 << point) & !capturable;
            let alive = grid.alive(cells, suicide);
            assert_eq!(alive, expected, "{suicide}\n{}", grid.board(cells));
            living += usize::from(alive != 0);
        }
        living
    })
}

fn all_boards(grid: &Grid) -> Vec<Cells> {
    let cells = |code: usize| {
        (0..grid.size() as u32).map(|point| (code / 3_usize.pow(point) % 3) as u8).collect()
    };
    let codes = 0..3_usize.pow(grid.size() as u32);
    codes.map(cells).filter(|cells: &Cells| grid.is_legal(cells)).collect()
}

#[test]
fn all_positions_of_small_boards() {
    for (width, height) in [(1, 1), (2, 1), (7, 1), (2, 2), (3, 2), (3, 3), (5, 2)] {
        let grid = Grid { width, height };
        let living = compare(&grid, &all_boards(&grid));
        assert_eq!(living[0] > 0, width * height > 2, "{width}x{height}");
        assert_eq!(living[1], living[2]);
        assert!(living[0] >= living[1]);
    }
}

#[test]
#[ignore = "6 · 10^5 positions, 10 seconds"]
fn all_positions_of_twelve_points() {
    for (width, height) in [(4, 3), (6, 2)] {
        let grid = Grid { width, height };
        let [forbidden, multi, allowed] = compare(&grid, &all_boards(&grid));
        assert_eq!(multi, allowed);
        assert!(forbidden > allowed, "{width}x{height}: the rules on suicide differ somewhere");
    }
}

fn board(text: &str) -> Board {
    text.parse().unwrap()
}

/// White fills the region on the left, and takes its own stones off: then the two that were in the
/// corners no longer keep it vital.
#[test]
fn suicide_empties_a_region() {
    let board = board(
        "
        O . . .
        . X X X
        O . X .
        ",
    );
    let chains = |suicide| board.unconditional_life(Color::Black, suicide).chains.len();
    assert_eq!(RULES.map(chains), [1, 0, 0]);
}

#[test]
fn the_whole_board_is_settled_or_it_is_not() {
    // Dead stones count for the color around them; one point inside does not matter.
    let settled = board(
        "
        X X X X X O . O
        X . . . X O O O
        X . O . X O . O
        X . . . X O O O
        X X X X X O O O
        . X . X X O . O
        ",
    );
    let area = Area { black: 30, white: 18 };
    assert_eq!(RULES.map(|suicide| settled.settled_area(suicide)), [Some(area); 3]);
    let life = settled.unconditional_life(Color::Black, Suicide::Allowed);
    assert!(life.territory.iter().any(|region| region.contains(&"C4".parse().unwrap())));
    assert!(!life.is_alive("C4".parse().unwrap()));
    assert_eq!(settled.area(), Area { black: 21, white: 19 });

    // Room for two eyes, or a point between the colors: nothing is settled.
    for text in [
        ". X . X . .\nX X X X . .",
        ". X . X . O .\nX X X X O O O\n. . . . . . .\nO O O O O O O\n. O . O . O .",
        ". . .\n. . .",
        ".",
    ] {
        assert_eq!(RULES.map(|suicide| board(text).settled_area(suicide)), [None; 3], "{text}");
    }
}
