//! Proofs that two positions with the same hash are the same: by trust, or by the moves.

use zobrist::{Trust, Verify};

use crate::board::{Board, Placed, Removed, STONE, stone_bits, stone_of_bits};
use crate::color::Color;
use crate::point::Point;
use crate::scheme::GoKey;

/// A method of proof that a position with a known hash is a repetition, for a
/// [`Game`](crate::Game): [`Trust`] or [`ByMoves`].
pub trait Proof<K: GoKey>: for<'a> Verify<K, State<'a> = Self::Of<'a>> + Clone {
    /// The evidence about a position.
    type Of<'a>: Copy;
    /// Returns the evidence about a position.
    #[doc(hidden)]
    fn of<'a>(hash: K, line: MoveLine<'a, K>) -> Self::Of<'a>;
}

impl<K: GoKey> Proof<K> for Trust {
    type Of<'a> = K;
    #[inline(always)]
    fn of(hash: K, _: MoveLine<'_, K>) -> K {
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
    pub(crate) line: MoveLine<'a, K>,
}

/// The moves that lead to a position: the plies of a log, and maybe one more move.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct MoveLine<'a, K: GoKey> {
    pub(crate) log: &'a Log,
    /// The number of plies of the log.
    pub(crate) plies: usize,
    pub(crate) next: Option<(&'a Board<K>, Color, Point)>,
}

impl<K: GoKey> Proof<K> for ByMoves {
    type Of<'a> = HashedLine<'a, K>;
    #[inline(always)]
    fn of<'a>(hash: K, line: MoveLine<'a, K>) -> HashedLine<'a, K> {
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
        let MoveLine { log, plies, next } = state.line;
        // A line that has no such ply proves nothing.
        let Some(cycle) = plies.checked_sub(1 + ply) else { return false };
        let mut odd = OddStones::default();
        log.of_last(cycle).iter().for_each(|word| odd.toggle(word & STONE));
        if let Some((board, color, point)) = next {
            let mut toggle = |color, point: Point| odd.toggle(stone_bits(color, point.cell()));
            toggle(color, point);
            board.for_each_taken(color, point, toggle);
        }
        odd.is_empty()
    }
}

/// The stones that came or went an odd number of times, so that a position has them and another has
/// not. On the stack, since a proof of every repeated ko has one.
#[derive(Default)]
struct OddStones([u64; (STONE as usize + 1) / u64::BITS as usize]);

impl OddStones {
    #[inline(always)]
    fn toggle(&mut self, stone: u32) {
        if stone != NOTHING {
            self.0[(stone / u64::BITS) as usize] ^= 1 << (stone % u64::BITS);
        }
    }

    fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, stones| all | stones) == 0
    }
}

/// The stones that came and went, ply by ply.
#[derive(Clone, Debug, Default)]
pub(crate) struct Log {
    /// The stones, in the order in which they came or went. Every ply begins with a word of its
    /// own: the record of the stone that is played, or none.
    words: Vec<u32>,
    /// For each cell and color, how often such a stone went in the plies of the log, up to
    /// [`MANY`].
    removed: Vec<[u8; 2]>,
}

/// The first word of a ply.
const PLY: u32 = 1 << 31;
/// A stone that came although it was not played.
const CAME: u32 = 1 << 30;
const _: () = assert!(Placed::BITS <= 30);
/// No stone: the first cell is on no board.
const NOTHING: u32 = 0;
/// A count that is not kept any more: as high as it is, or higher.
const MANY: u8 = u8::MAX;

/// The stone of a word.
#[inline(always)]
const fn stone(word: u32) -> Option<(Color, Point)> {
    match stone_of_bits(word) {
        (_, 0) => None,
        (color, cell) => Some((color, Point::at_cell(cell))),
    }
}

impl Log {
    /// A log of no plies, for boards with this number of cells.
    pub(crate) fn new(cells: usize) -> Log {
        Log { words: Vec::new(), removed: vec![[0; 2]; cells] }
    }

    pub(crate) fn clear(&mut self, cells: usize) {
        self.words.clear();
        self.removed.clear();
        self.removed.resize(cells, [0; 2]);
    }

    /// Begins a ply in which no stone is played.
    #[inline]
    pub(crate) fn begin_ply(&mut self) {
        self.words.push(NOTHING | PLY);
    }

    /// Begins a ply in which a stone is played.
    #[inline(always)]
    pub(crate) fn play(&mut self, placed: Placed) {
        self.words.push(placed.bits() | PLY);
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
        let cells = board.last_removed(removed);
        let (last, others) = cells.split_last().expect("stones were removed");
        for cell in others {
            self.remove(color, *cell);
        }
        self.remove(color, *last);
        *last
    }

    #[inline(always)]
    fn remove(&mut self, color: Color, cell: u16) {
        self.words.push(stone_bits(color, cell.into()));
        let count = &mut self.removed[usize::from(cell)][color.index()];
        *count = count.saturating_add(1);
    }

    /// The changes of the last `plies` plies.
    fn of_last(&self, plies: usize) -> &[u32] {
        let start = (0..plies).fold(self.words.len(), |end, _| self.start_of_ply(end));
        &self.words[start..]
    }

    /// The index of the first word of the ply that ends at `end`.
    #[inline]
    fn start_of_ply(&self, end: usize) -> usize {
        let before = &self.words[..end];
        before.iter().rposition(|word| word & PLY != 0).expect("every ply has a word")
    }

    /// The stones played, or none, ply by ply.
    pub(crate) fn played(&self) -> impl DoubleEndedIterator<Item = Option<(Color, Point)>> {
        self.words.iter().filter(|word| **word & PLY != 0).map(|word| stone(*word))
    }

    /// True if a stone of this color was ever taken off this point. If not, a play there makes a
    /// position that never occurred.
    #[inline(always)]
    pub(crate) fn was_removed(&self, color: Color, point: Point) -> bool {
        self.removed[point.cell()][color.index()] > 0
    }

    /// Replaces a stone, or none, by another stone, or by none.
    pub(crate) fn replace_stone(&mut self, point: Point, old: Option<Color>, new: Option<Color>) {
        if let Some(old) = old {
            self.remove(old, point.cell() as u16);
        }
        if let Some(new) = new {
            self.words.push(stone_bits(new, point.cell()) | CAME);
        }
    }

    /// The stones that went in the last ply.
    pub(crate) fn last_removed(&self) -> impl Iterator<Item = (Color, Point)> {
        self.of_last(1)
            .iter()
            .filter(|word| **word & (PLY | CAME) == 0)
            .filter_map(|word| stone(*word))
    }

    /// The cell of the stone that the last ply captured, if it was one; else 0.
    #[inline]
    pub(crate) fn only_captured(&self) -> u16 {
        let [.., played, removed] = self.words[..] else { return 0 };
        match (stone(played), stone(removed)) {
            (Some((by, _)), Some((color, point)))
                if played & PLY != 0 && removed & PLY == 0 && by != color =>
            {
                point.cell() as u16
            }
            _ => 0,
        }
    }

    /// The record of the stone that the last ply played, if it did.
    #[inline]
    pub(crate) fn last_placed(&self) -> Option<Placed> {
        let first = self.of_last(1)[0];
        stone(first).map(|_| Placed::of_bits(first))
    }

    /// The stones that came or went in the last ply.
    pub(crate) fn last_changes(&self) -> impl Iterator<Item = (Color, Point)> {
        self.of_last(1).iter().filter_map(|word| stone(*word))
    }

    /// Takes the last ply off.
    #[inline]
    pub(crate) fn take_back(&mut self) {
        while let Some(word) = self.words.pop() {
            if word & PLY != 0 {
                return;
            }
            let (color, cell) = stone_of_bits(word);
            let count = &mut self.removed[cell][color.index()];
            if word & CAME == 0 && *count < MANY {
                *count -= 1;
            }
        }
    }
}
