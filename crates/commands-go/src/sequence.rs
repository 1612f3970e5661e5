//! The moves of a game up to the symmetries of its board.

use std::collections::BTreeMap;

use zobrist_go::sgf::Record;
use zobrist_go::{Color, MAX_SIDE, Move, Point};
use zobrist_go_games::refusal::Refusal;

use zobrist_go_index::Symmetry;

/// A step of a main line: a move, or a point that is set up. Its kind times 625, plus the number of
/// its point on the grid; or a pass, or the end of what a node sets up.
type Step = u16;

const POINTS: u16 = (MAX_SIDE * MAX_SIDE) as u16;
/// The kinds: moves of Black and of White, then stones of both that are set up, and points made
/// empty.
const SET_UP: u16 = 2;
const EMPTIED: u16 = 4;
const PASSES: u16 = 5 * POINTS;
const END: u16 = PASSES + 2;

/// The main line of a game, turned such that all its images have the same. One that is the
/// beginning of another stays so, since the least of several sequences begins with the least of
/// their beginnings.
pub(super) struct Sequence {
    pub(crate) size: (usize, usize),
    /// Number of moves.
    pub(crate) moves: u64,
    steps: Box<[Step]>,
    /// The symmetry that was applied to the game.
    turned: Symmetry,
}

impl Sequence {
    /// Reads the main line of a game. Images by any of the `symmetries` of its board are the same.
    ///
    /// # Errors
    /// When a node of the line cannot be read.
    pub(super) fn of(
        record: &Record,
        symmetries: impl Iterator<Item = Symmetry>,
    ) -> Result<Sequence, Refusal> {
        let size = (record.width, record.height);
        let (mut steps, mut moves) = (Vec::new(), 0);
        for number in record.main_line() {
            let node = record.node(number);
            if let Some(fault) = node.fault {
                return Err(fault.into());
            }
            let set_up: BTreeMap<Point, Option<Color>> = node.set_up.iter().copied().collect();
            let begin = steps.len();
            for (point, stone) in set_up {
                // Before the first node, all points are empty.
                if number > 0 || stone.is_some() {
                    let kind = stone.map_or(EMPTIED, |color| SET_UP + color_index(color));
                    steps.push(kind * POINTS + point.grid_index() as u16);
                }
            }
            if steps.len() > begin {
                steps[begin..].sort_unstable();
                steps.push(END);
            }
            for (color, played) in node.moves {
                moves += 1;
                steps.push(match played {
                    Move::Play(point) => color_index(*color) * POINTS + point.grid_index() as u16,
                    Move::Pass => PASSES + color_index(*color),
                });
            }
        }
        let (steps, turned) = least(&steps, size, symmetries.collect());
        Ok(Sequence { size, moves, steps, turned })
    }

    /// An order in which sequences come right before those that they begin.
    pub(super) fn order(&self, other: &Sequence) -> std::cmp::Ordering {
        (self.size, &self.steps).cmp(&(other.size, &other.steps))
    }

    /// True if this is the other sequence, or its beginning.
    pub(super) fn begins(&self, other: &Sequence) -> bool {
        self.size == other.size && other.steps.starts_with(&self.steps)
    }

    /// True if both are the same.
    pub(super) fn equals(&self, other: &Sequence) -> bool {
        self.size == other.size && self.steps == other.steps
    }

    /// The symmetry that takes the other game to this one with the fewest differences, and their
    /// number: the stones played in the shorter game, by color and point, that the other has not,
    /// in whatever order. `None` if the boards differ.
    pub(super) fn least_differences(
        &self,
        other: &Sequence,
        symmetries: impl Iterator<Item = Symmetry>,
    ) -> Option<(Symmetry, u64)> {
        if self.size != other.size {
            return None;
        }
        let is_move = |step: &&Step| **step < SET_UP * POINTS;
        let count = |sequence: &Sequence| sequence.steps.iter().filter(is_move).count();
        let shorter = count(self).min(count(other));
        let mut played = vec![0_u16; usize::from(SET_UP * POINTS)];
        for step in self.steps.iter().filter(is_move) {
            let step = image_of(*step, self.turned.inverse(), self.size);
            played[usize::from(step)] += 1;
        }
        let differences = |symmetry: Symmetry| {
            let mut left = played.clone();
            let mut common = 0;
            for step in other.steps.iter().filter(is_move) {
                let step = image_of(*step, other.turned.inverse(), other.size);
                let count = &mut left[usize::from(image_of(step, symmetry, self.size))];
                common += usize::from(*count > 0);
                *count = count.saturating_sub(1);
            }
            (symmetry, (shorter - common) as u64)
        };
        symmetries.map(differences).min_by_key(|(_, differences)| *differences)
    }

    /// The first of the symmetries that takes the beginning of another game to this one, step by
    /// step.
    pub(super) fn symmetry_from(
        &self,
        other: &Sequence,
        mut symmetries: impl Iterator<Item = Symmetry>,
    ) -> Option<Symmetry> {
        let written = |sequence: &Sequence, len: usize| {
            image(&sequence.steps[..len], sequence.turned.inverse(), sequence.size)
        };
        let len = self.steps.len();
        let (own, others) = (written(self, len), written(other, len.min(other.steps.len())));
        symmetries.find(|symmetry| image(&others, *symmetry, self.size) == own)
    }
}

fn color_index(color: Color) -> u16 {
    match color {
        Color::Black => 0,
        Color::White => 1,
    }
}

/// The image of a step.
fn image_of(step: Step, symmetry: Symmetry, size: (usize, usize)) -> Step {
    if step == END {
        return END;
    }
    let swap = u16::from(symmetry.swaps_colors());
    if step >= PASSES {
        return PASSES + ((step - PASSES) ^ swap);
    }
    let (kind, at) = (step / POINTS, usize::from(step % POINTS));
    let point = Point::new(at % MAX_SIDE, at / MAX_SIDE).expect("it is a point of the grid");
    // An empty point is one whatever the colors.
    let kind = if kind == EMPTIED { kind } else { kind ^ swap };
    kind * POINTS + symmetry.point(point, size).grid_index() as u16
}

/// The image of steps, with the points that a node sets up in order.
fn image(steps: &[Step], symmetry: Symmetry, size: (usize, usize)) -> Vec<Step> {
    let mut image: Vec<Step> = steps.iter().map(|step| image_of(*step, symmetry, size)).collect();
    let mut rest = &mut image[..];
    while !rest.is_empty() {
        let (unit, after) = rest.split_at_mut(unit_len(rest));
        // The end of a set-up is the greatest of all steps.
        unit.sort_unstable();
        rest = after;
    }
    image
}

/// The number of steps that belong together: those of a node's set-up with their end, or one.
fn unit_len(steps: &[Step]) -> usize {
    let is_set_up = (SET_UP * POINTS..PASSES).contains(&steps[0]);
    let end = is_set_up.then(|| steps.iter().position(|step| *step == END)).flatten();
    end.map_or(1, |end| end + 1)
}

/// The least of the images of steps, and a symmetry that makes it.
fn least(
    steps: &[Step],
    size: (usize, usize),
    mut symmetries: Vec<Symmetry>,
) -> (Box<[Step]>, Symmetry) {
    let mut least = Vec::with_capacity(steps.len());
    let mut rest = steps;
    while !rest.is_empty() {
        let (unit, after) = rest.split_at(unit_len(rest));
        rest = after;
        if let [step] = unit {
            // Nearly all are moves.
            let images = symmetries.iter().map(|symmetry| image_of(*step, *symmetry, size));
            let best = images.min().expect("there is a symmetry");
            symmetries.retain(|symmetry| image_of(*step, *symmetry, size) == best);
            least.push(best);
        } else {
            let images = symmetries.iter().map(|symmetry| image(unit, *symmetry, size));
            let best = images.min().expect("there is a symmetry");
            symmetries.retain(|symmetry| image(unit, *symmetry, size) == best);
            least.extend(best);
        }
    }
    (least.into(), symmetries[0])
}
