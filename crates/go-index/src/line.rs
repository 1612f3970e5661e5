//! The main line of a game: set-ups and moves, as far as they can be read, and their stored bytes.

use std::ops::Range;

use zobrist_go::sgf::Record;
use zobrist_go::{Color, Move, Point};

use crate::bits::{BitReader, BitWriter};

/// The main line of a game, from which its positions follow.
///
/// ```
/// use zobrist_go::sgf::read;
/// use zobrist_go_index::Line;
///
/// let line = Line::of(&read(b"(;SZ[19]AB[pd];W[dp];B[pp])")?);
/// assert_eq!((line.size(), line.moves()), ((19, 19), 2));
/// assert_eq!(Line::from_bytes(&line.to_bytes()), Some(line));
/// # Ok::<(), zobrist_go::sgf::SgfError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    width: usize,
    height: usize,
    /// The points of all set-ups.
    points: Vec<(Point, Option<Color>)>,
    steps: Vec<Stored>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Stored {
    /// Some of the points.
    SetUp(Range<usize>),
    Move(Color, Move),
    Fault,
}

/// A step of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Step<'a> {
    /// Points get these stones, or none. Of a point that is named twice, the last counts.
    SetUp(&'a [(Point, Option<Color>)]),
    /// A move, in turn or not.
    Move(Color, Move),
    /// The rest cannot be read.
    Fault,
}

impl Line {
    /// Returns the main line of a record, up to the first node that has a fault.
    #[must_use]
    pub fn of(record: &Record) -> Line {
        let mut line = Line { width: record.width, height: record.height, ..Line::default() };
        for number in record.main_line() {
            let node = record.node(number);
            if node.fault.is_some() {
                line.steps.push(Stored::Fault);
                break;
            }
            if !node.set_up.is_empty() {
                let start = line.points.len();
                line.points.extend_from_slice(node.set_up);
                line.steps.push(Stored::SetUp(start..line.points.len()));
            }
            line.steps
                .extend(node.moves.iter().map(|(color, played)| Stored::Move(*color, *played)));
        }
        line
    }

    /// Returns the numbers of columns and rows of the board.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        (self.width, self.height)
    }

    /// Returns the number of moves.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.steps.iter().filter(|step| matches!(step, Stored::Move(..))).count()
    }

    /// Returns the steps in their order.
    pub fn steps(&self) -> impl Iterator<Item = Step<'_>> {
        self.steps.iter().map(|step| match step {
            Stored::SetUp(points) => Step::SetUp(&self.points[points.clone()]),
            Stored::Move(color, played) => Step::Move(*color, *played),
            Stored::Fault => Step::Fault,
        })
    }

    /// Returns the line as `docs/go-index-format.md` specifies it.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let codes = Codes::of(self.size());
        let mut out = BitWriter::new(codes.bits, vec![self.width as u8, self.height as u8]);
        let mut turn = Color::Black;
        for step in self.steps() {
            match step {
                Step::Fault => out.put(codes.fault()),
                Step::SetUp(points) => {
                    out.put(codes.set_up());
                    for (point, stone) in points {
                        out.put(stone.map_or(2, |color| color.index()));
                        out.put(codes.point(*point));
                    }
                    // No content of a point.
                    out.put(3);
                }
                Step::Move(color, played) => {
                    if color != turn {
                        out.put(codes.other_color());
                    }
                    out.put(match played {
                        Move::Pass => codes.pass(),
                        Move::Play(point) => codes.point(point),
                    });
                    turn = !color;
                }
            }
        }
        out.finish(codes.end())
    }

    /// Reads a line; `None` if the bytes are not those of one.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Line> {
        let ([width, height], bytes) = bytes.split_first_chunk()?;
        let size = (usize::from(*width), usize::from(*height));
        let sides = 1..=zobrist_go::MAX_SIDE;
        if !sides.contains(&size.0) || !sides.contains(&size.1) {
            return None;
        }
        let codes = Codes::of(size);
        let mut line = Line { width: size.0, height: size.1, ..Line::default() };
        let mut codes_in = BitReader::new(codes.bits, bytes);
        let mut turn = Color::Black;
        loop {
            let code = codes_in.next()?;
            let played = if code == codes.end() {
                return codes_in.is_done().then_some(line);
            } else if code == codes.fault() {
                line.steps.push(Stored::Fault);
                continue;
            } else if code == codes.set_up() {
                let start = line.points.len();
                loop {
                    let stone = match codes_in.next()? {
                        0 => Some(Color::Black),
                        1 => Some(Color::White),
                        2 => None,
                        3 => break,
                        _ => return None,
                    };
                    line.points.push((codes.point_of(codes_in.next()?)?, stone));
                }
                line.steps.push(Stored::SetUp(start..line.points.len()));
                continue;
            } else if code == codes.other_color() {
                turn = !turn;
                continue;
            } else if code == codes.pass() {
                Move::Pass
            } else {
                Move::Play(codes.point_of(code)?)
            };
            line.steps.push(Stored::Move(turn, played));
            turn = !turn;
        }
    }
}

/// The numbers that stand for the points of a board, and after them those for all else.
struct Codes {
    width: usize,
    points: usize,
    /// Bits of a number.
    bits: u32,
}

impl Codes {
    fn of((width, height): (usize, usize)) -> Codes {
        let points = width * height;
        let most = points + 4;
        Codes { width, points, bits: usize::BITS - most.leading_zeros() }
    }

    fn point(&self, point: Point) -> usize {
        point.row() * self.width + point.column()
    }

    fn point_of(&self, code: usize) -> Option<Point> {
        let is_point = code < self.points;
        is_point.then(|| Point::new(code % self.width, code / self.width)).flatten()
    }

    fn pass(&self) -> usize {
        self.points
    }

    fn other_color(&self) -> usize {
        self.points + 1
    }

    fn set_up(&self) -> usize {
        self.points + 2
    }

    fn fault(&self) -> usize {
        self.points + 3
    }

    fn end(&self) -> usize {
        self.points + 4
    }
}

#[cfg(test)]
mod tests {
    use zobrist_go::sgf::read;

    use super::*;

    #[test]
    fn lines_are_read_as_they_were_written() {
        for (text, moves) in [
            ("(;SZ[19])", 0),
            ("(;SZ[19];B[pd];W[dp];B[tt];B[qf])", 4),
            ("(;SZ[9]AB[ee][ec]AE[ee];W[gc];AW[aa]AB[aa];W[])", 2),
            ("(;SZ[1];B[aa];W[])", 2),
            ("(;SZ[25:3];W[ya];W[yc])", 2),
            ("(;SZ[9];B[ee];W[zz];B[ec])", 1),
        ] {
            let record = read(text.as_bytes()).unwrap();
            let line = Line::of(&record);
            assert_eq!(line.moves(), moves, "{text}");
            let bytes = line.to_bytes();
            assert_eq!(Line::from_bytes(&bytes).as_ref(), Some(&line), "{text}");
            // Neither cut nor longer.
            assert_eq!(Line::from_bytes(&bytes[..bytes.len() - 1]), None, "{text}");
            assert_eq!(Line::from_bytes(&[&bytes[..], &[0]].concat()), None);
        }
        for bytes in [&[][..], &[19], &[0, 19, 0], &[26, 19, 0]] {
            assert_eq!(Line::from_bytes(bytes), None);
        }
    }

    #[test]
    fn a_move_takes_nine_bits() {
        let moves: String =
            (b'a'..=b's').map(|row| format!(";B[{0}a];W[{0}c]", char::from(row))).collect();
        let line = Line::of(&read(format!("(;SZ[19]{moves})").as_bytes()).unwrap());
        assert_eq!(line.to_bytes().len(), 2 + (39 * 9usize).div_ceil(8));
    }
}
