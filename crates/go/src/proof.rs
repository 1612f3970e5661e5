//! Whether two positions with the same hash are the same: trusted, or shown by the moves.

use zobrist::{Trust, Verify};

use crate::board::{Board, Stones};
use crate::color::Color;
use crate::point::{CELLS, Point};
use crate::scheme::GoKey;

/// How a [`Game`](crate::Game) makes sure that a position is repeated when its hash is: [`Trust`]
/// or [`ByMoves`].
pub trait Proof<K: GoKey>: for<'a> Verify<K, State<'a> = Self::Of<'a>> + Clone {
    /// What is known of a position.
    type Of<'a>: Copy;
    /// What is known of a position.
    #[doc(hidden)]
    fn of<'a>(hash: K, way: Way<'a, K>) -> Self::Of<'a>;
}

impl<K: GoKey> Proof<K> for Trust {
    type Of<'a> = K;
    #[inline(always)]
    fn of(hash: K, _: Way<'_, K>) -> K {
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

/// A hash, and the way there.
#[derive(Clone, Copy)]
#[doc(hidden)]
pub struct Reached<'a, K: GoKey> {
    hash: K,
    way: Way<'a, K>,
}

/// How a position is reached: by the plies of a log, and maybe by one more move.
#[derive(Clone, Copy)]
#[doc(hidden)]
pub struct Way<'a, K: GoKey> {
    pub(crate) log: &'a Log,
    /// How many plies the log has.
    pub(crate) plies: usize,
    pub(crate) next: Option<(&'a Board<K>, Color, Point)>,
}

impl<K: GoKey> Proof<K> for ByMoves {
    type Of<'a> = Reached<'a, K>;
    #[inline(always)]
    fn of<'a>(hash: K, way: Way<'a, K>) -> Reached<'a, K> {
        Reached { hash, way }
    }
}

impl<K: GoKey> Verify<K> for ByMoves {
    type State<'a> = Reached<'a, K>;
    #[inline(always)]
    fn hash(state: Reached<'_, K>) -> K {
        state.hash
    }
    #[inline(always)]
    fn push(&mut self, _: Reached<'_, K>) {}
    #[inline(always)]
    fn pop(&mut self) {}
    #[inline(always)]
    fn clear(&mut self) {}
    fn same(&self, ply: usize, state: Reached<'_, K>) -> bool {
        let Way { log, plies, next } = state.way;
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

/// Which stones came and went, ply by ply.
#[derive(Clone, Debug)]
#[doc(hidden)]
pub struct Log {
    /// The stones, in the order in which they came or went. Every ply begins with a word of its
    /// own: the stone that is played, or none.
    words: Vec<u16>,
    /// Which stones ever went: for each cell a bit for each colour.
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

    /// Records that these stones went: the board has just taken them off. Returns the last's cell.
    #[inline]
    pub(crate) fn take_off<K: GoKey>(
        &mut self,
        color: Color,
        stones: Stones,
        board: &Board<K>,
    ) -> u16 {
        // Suicide captures nothing.
        let whose = if stones.suicide > 0 { color } else { !color };
        let cells = board.last_removed(usize::from(stones.captured + stones.suicide));
        let (last, others) = cells.split_last().expect("stones were removed");
        for cell in others {
            self.remove(whose, *cell);
        }
        self.remove(whose, *last);
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

    /// Where the ply whose words end here begins.
    fn start_of_ply(&self, end: usize) -> usize {
        let before = &self.words[..end];
        before.iter().rposition(|word| word & PLY != 0).expect("every ply has a word")
    }

    /// The stones played, or none, ply by ply.
    pub(crate) fn played(&self) -> impl DoubleEndedIterator<Item = Option<(Color, Point)>> {
        self.words.iter().filter(|word| **word & PLY != 0).map(|word| stone(*word))
    }

    /// Whether a stone of this colour was ever taken off this point, even in a ply that was taken
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
