//! All positions of a small board as the nodes of a graph, and its moves as the arrows.

use std::collections::HashMap;

use crate::board::{Board, BoardSizeError};
use crate::color::Color;
use crate::point::Point;

/// A position of a small board: a digit for each point, 0 for an empty one, 1 for Black
/// and 2 for White.
type Digits = Vec<u8>;

/// The legal positions of a board and the moves of either color between them.
pub(crate) struct Graph {
    /// For each position, the positions that a move leads to, in order, each with the number
    /// of such moves. Moves that change nothing are left out: no superko rule allows them.
    pub(crate) arrows: Vec<Vec<(usize, u64)>>,
    /// For each symmetry of the board, with and without a swap of the colors, the image of each
    /// position. The identity is the first.
    pub(crate) symmetries: Vec<Vec<usize>>,
    /// The empty board.
    pub(crate) start: usize,
}

impl Graph {
    /// Creates the graph of a board of few points, which has up to 3 to their power positions.
    pub(crate) fn new(width: usize, height: usize) -> Result<Graph, BoardSizeError> {
        let mut board = Board::new(width, height)?;
        let points: Vec<Point> = board.points().collect();
        let mut positions: Vec<Digits> = Vec::new();
        for number in 0..3_usize.pow(points.len() as u32) {
            let digit = |place| (number / 3_usize.pow(place as u32) % 3) as u8;
            let digits: Digits = (0..points.len()).map(digit).collect();
            if board.set_up(stones(&points, &digits)).is_ok() {
                positions.push(digits);
            }
        }
        let numbers: HashMap<Digits, usize> = positions
            .iter()
            .cloned()
            .enumerate()
            .map(|(number, digits)| (digits, number))
            .collect();

        let mut arrows = Vec::new();
        for (number, digits) in positions.iter().enumerate() {
            let mut moves: Vec<(usize, u64)> = Vec::new();
            for (color, point) in
                points.iter().flat_map(|point| Color::ALL.map(|color| (color, *point)))
            {
                board.set_up(stones(&points, digits)).expect("the position is legal");
                if board.place(color, point).is_err() {
                    continue;
                }
                let after: Digits =
                    points.iter().map(|p| board.stone(*p).map_or(0, |c| c as u8 + 1)).collect();
                let after = numbers[&after];
                if after == number {
                    continue;
                }
                match moves.iter_mut().find(|(known, _)| *known == after) {
                    Some((_, count)) => *count += 1,
                    None => moves.push((after, 1)),
                }
            }
            moves.sort_unstable();
            arrows.push(moves);
        }

        let symmetries = symmetries(width, height)
            .into_iter()
            .flat_map(|map| [(map.clone(), false), (map, true)])
            .map(|(map, swap)| {
                let image = |digits: &Digits| -> Digits {
                    let swapped = |digit: u8| if swap { (3 - digit) % 3 } else { digit };
                    map.iter().map(|from| swapped(digits[*from])).collect()
                };
                positions.iter().map(|digits| numbers[&image(digits)]).collect()
            })
            .collect();
        let start = numbers[&vec![0; points.len()]];
        Ok(Graph { arrows, symmetries, start })
    }
}

fn stones(points: &[Point], digits: &[u8]) -> impl Iterator<Item = (Color, Point)> {
    points.iter().zip(digits).filter_map(|(point, digit)| match digit {
        0 => None,
        1 => Some((Color::Black, *point)),
        _ => Some((Color::White, *point)),
    })
}

/// The rotations and reflections that take a board to itself, as maps of its points, numbered
/// row by row: eight of a square, four of another rectangle, though fewer distinct ones if it
/// is one point wide.
pub(crate) fn symmetries(width: usize, height: usize) -> Vec<Vec<usize>> {
    let mut maps: Vec<Vec<usize>> = Vec::new();
    for (transpose, mirror, flip) in
        (0..8).map(|bits| (bits & 4 != 0, bits & 1 != 0, bits & 2 != 0))
    {
        if transpose && width != height {
            continue;
        }
        let map: Vec<usize> = (0..width * height)
            .map(|index| {
                let (column, row) = (index % width, index / width);
                let column = if mirror { width - 1 - column } else { column };
                let row = if flip { height - 1 - row } else { row };
                if transpose { column * width + row } else { row * width + column }
            })
            .collect();
        if !maps.contains(&map) {
            maps.push(map);
        }
    }
    maps
}
