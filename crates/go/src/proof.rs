//! Proofs that two positions with the same hash are the same: by trust, or by the moves.

use zobrist::{Trust, Verify};

use crate::board::{Board, Removed};
use crate::color::Color;
use crate::point::{CELLS, Point};
use crate::scheme::GoKey;

/// A method of proof that a position with a known hash is a repetition, for a
/// [`Game`](crate::Game): [`Trust`] or [`ByMoves`].
pub trait Proof<K: GoKey>: for<'a> Verify<K, State<'a> = Self::Of<'a>> + Clone {
    /// The evidence about a position.
    type Of<'a>: Copy;
    /// Returns the evidence about a position.
    #[doc(hidden)]
    fn of<'a>(hash: K, line: Line<'a, K>) -> Self::Of<'a>;
}

impl<K: GoKey> Proof<K> for Trust {
    type Of<'a> = K;
    #[inline(always)]
    fn of(hash: K, _: Line<'_, K>) -> K {
        hash
    }
}

/// The proof by the moves: two positions are the same when every stone that came or went between
/// them came and went equally often.
///
/// This is exact, whatever the hashes, and costs nothing until two of them agree: a game knows
/// its moves anyway. Then it reads the moves of the cycle, which are two in a ko.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ByMoves;

/// A hash, and the moves that lead to its position.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct HashedLine<'a, K: GoKey> {
    pub(crate) hash: K,
    pub(crate) line: Line<'a, K>,
}

/// The moves that lead to a position: the plies of a log, and maybe one more move.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct Line<'a, K: GoKey> {
    pub(crate) log: &'a Log,
    /// The number of plies of the log.
    pub(crate) plies: usize,
    pub(crate) next: Option<(&'a Board<K>, Color, Point)>,
}

impl<K: GoKey> Proof<K> for ByMoves {
    type Of<'a> = HashedLine<'a, K>;
    #[inline(always)]
    fn of<'a>(hash: K, line: Line<'a, K>) -> HashedLine<'a, K> {
        HashedLine { hash, line }
    }
}

impl<K: GoKey> Verify<K> for ByMoves {
    type State<'a> = HashedLine<'a, K>;
    #[inline(always)]
    fn hash(state: HashedLine<'_, K>) -> K {
        state.hash
    }
    #[inline(always)]
    fn push(&mut self, _: HashedLine<'_, K>) {}
    #[inline(always)]
    fn pop(&mut self) {}
    #[inline(always)]
    fn clear(&mut self) {}
    fn same(&self, ply: usize, state: HashedLine<'_, K>) -> bool {
        let Line { log, plies, next } = state.line;
        let mut changes = log.of_last(plies - 1 - ply).to_vec();
        if let Some((board, color, point)) = next {
            changes.push(word(color, point.cell()));
            board.for_each_taken(color, point, |color, point| {
                changes.push(word(color, point.cell()));
            });
        }
        changes.iter_mut().for_each(|word| *word &= !PLY);
        changes.retain(|word| *word != NOTHING);
        // Stones are bits of a position, so an even number of changes is none.
        changes.sort_unstable();
        changes.chunk_by(u16::eq).all(|same| same.len() % 2 == 0)
    }
}

/// The stones that came and went, ply by ply.
#[derive(Clone, Debug)]
pub(crate) struct Log {
    /// The stones, in the order in which they came or went. Every ply begins with a word of its
    /// own: the stone that is played, or none.
    words: Vec<u16>,
    /// The stones that ever went: for each cell a bit for each color.
    removed: [u8; CELLS],
}

/// The first word of a ply.
const PLY: u16 = 1 << 15;
/// No stone: the first cell is on no board.
const NOTHING: u16 = 0;

/// A stone as a number.
#[inline(always)]
const fn word(color: Color, cell: usize) -> u16 {
    (2 * cell + color.index()) as u16
}

/// The stone of a number.
const fn stone(word: u16) -> Option<(Color, Point)> {
    match word & !PLY {
        NOTHING => None,
        word => Some((Color::ALL[word as usize & 1], Point::at_cell(word as usize >> 1))),
    }
}

impl Default for Log {
    fn default() -> Log {
        Log { words: Vec::new(), removed: [0; CELLS] }
    }
}

impl Log {
    pub(crate) fn clear(&mut self) {
        self.words.clear();
        self.removed.fill(0);
    }

    /// Begins a ply in which no stone is played.
    #[inline]
    pub(crate) fn begin_ply(&mut self) {
        self.words.push(NOTHING | PLY);
    }

    /// Begins a ply in which a stone is played.
    #[inline(always)]
    pub(crate) fn play(&mut self, color: Color, point: Point) {
        self.words.push(word(color, point.cell()) | PLY);
    }

    /// Records the stones that the board has just taken off, and returns the cell of the last.
    #[inline]
    pub(crate) fn take_off<K: GoKey>(
        &mut self,
        color: Color,
        removed: Removed,
        board: &Board<K>,
    ) -> u16 {
        // Suicide captures nothing.
        let color = if removed.suicide > 0 { color } else { !color };
        let cells = board.last_removed(usize::from(removed.captured + removed.suicide));
        let (last, others) = cells.split_last().expect("stones were removed");
        for cell in others {
            self.remove(color, *cell);
        }
        self.remove(color, *last);
        *last
    }

    #[inline(always)]
    fn remove(&mut self, color: Color, cell: u16) {
        self.words.push(word(color, cell.into()));
        self.removed[usize::from(cell)] |= 1 << color.index();
    }

    /// The changes of the last `plies` plies.
    fn of_last(&self, plies: usize) -> &[u16] {
        let start = (0..plies).fold(self.words.len(), |end, _| self.start_of_ply(end));
        &self.words[start..]
    }

    /// The index of the first word of the ply that ends at `end`.
    fn start_of_ply(&self, end: usize) -> usize {
        let before = &self.words[..end];
        before.iter().rposition(|word| word & PLY != 0).expect("every ply has a word")
    }

    /// The stones played, or none, ply by ply.
    pub(crate) fn played(&self) -> impl DoubleEndedIterator<Item = Option<(Color, Point)>> {
        self.words.iter().filter(|word| **word & PLY != 0).map(|word| stone(*word))
    }

    /// True if a stone of this color was ever taken off this point, even in a ply that was taken
    /// back. If not, a play there makes a position that never occurred.
    #[inline(always)]
    pub(crate) fn was_removed(&self, color: Color, point: Point) -> bool {
        self.removed[point.cell()] >> color.index() & 1 == 1
    }

    /// Replaces a stone, or none, by another stone, or by none.
    pub(crate) fn replace_stone(&mut self, point: Point, old: Option<Color>, new: Option<Color>) {
        if let Some(old) = old {
            self.remove(old, point.cell() as u16);
        }
        if let Some(new) = new {
            self.words.push(word(new, point.cell()));
        }
    }

    /// Takes the last ply off, with its changes.
    pub(crate) fn take_back(&mut self) -> Vec<(Color, Point)> {
        let start = self.start_of_ply(self.words.len());
        self.words.split_off(start).into_iter().filter_map(stone).collect()
    }
}
