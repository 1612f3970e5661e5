//! Whether two positions with one hash are the same: trusted, or shown by the moves.

use zobrist::{Changes, Feature, Trust, Verify};

use crate::board::Board;
use crate::colour::Colour;
use crate::point::Point;
use crate::scheme::{GoKey, GoScheme, STONE};

/// How a [`Game`](crate::Game) makes sure that a position stands again, when its hash
/// says so: [`Trust`] or [`ByMoves`].
pub trait Proof<K: GoKey>: for<'a> Verify<K, State<'a> = Self::Of<'a>> + Default + Clone {
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

/// Positions are the same when every stone that came or went between them came and went
/// equally often.
///
/// This is exact, whatever the hashes, and costs nothing before two of them agree: a
/// game knows its moves anyway. Then it reads the moves of the cycle, which are two in
/// a ko.
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
    pub(crate) next: Option<(&'a Board<K>, Colour, Point)>,
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
        let mut changes: Vec<Feature> = state.way.log.since(ply).to_vec();
        if let Some((board, colour, point)) = state.way.next {
            let mut last = Log::default();
            let placed = board.clone().place_and_tell(colour, point, &mut last);
            placed.expect("only moves that can be made are asked about");
            changes.append(&mut last.changes);
        }
        // Features are bits, so that an even number of changes is none.
        changes.sort_unstable();
        changes.chunk_by(Feature::eq).all(|same| same.len() % 2 == 0)
    }
}

/// Which stones came and went, ply by ply.
#[derive(Clone, Debug, Default)]
#[doc(hidden)]
pub struct Log {
    /// The stones, in the order of their coming or going.
    changes: Vec<Feature>,
    /// For each ply, where its changes end.
    ends: Vec<u32>,
    /// Which stones ever went, a bit for each.
    removed: [u64; STONE.size().div_ceil(64)],
}

impl Log {
    pub(crate) fn clear(&mut self) {
        self.changes.clear();
        self.ends.clear();
        self.removed = [0; STONE.size().div_ceil(64)];
    }

    /// A ply ends with the changes told so far.
    #[inline]
    pub(crate) fn end_ply(&mut self) {
        self.ends.push(self.changes.len() as u32);
    }

    /// The changes after a ply.
    pub(crate) fn since(&self, ply: usize) -> &[Feature] {
        &self.changes[self.ends[ply] as usize..]
    }

    /// The last stone that came or went.
    #[inline]
    pub(crate) fn last(&self) -> Option<(Colour, Point)> {
        GoScheme::stone_of(*self.changes.last()?)
    }

    /// Whether a stone of this colour was ever taken off this point, be it in a ply that
    /// was taken back. If not, a play there makes a position that never stood.
    #[inline]
    pub(crate) fn was_removed(&self, colour: Colour, point: Point) -> bool {
        let slot = GoScheme::stone(colour, point).slot();
        self.removed[slot / 64] >> (slot % 64) & 1 == 1
    }

    /// Another stone, or none, takes the place of a stone, or of none.
    pub(crate) fn replace_stone(&mut self, point: Point, old: Option<Colour>, new: Option<Colour>) {
        let feature = |colour| GoScheme::stone(colour, point);
        self.update(old.map(feature), new.map(feature));
    }

    /// Takes the last ply off, with its changes.
    pub(crate) fn take_back(&mut self) -> Vec<(Colour, Point)> {
        self.ends.pop();
        let start = self.ends.last().copied().unwrap_or(0);
        let changes = self.changes.split_off(start as usize);
        changes.into_iter().filter_map(GoScheme::stone_of).collect()
    }
}

impl Changes for Log {
    #[inline(always)]
    fn insert(&mut self, feature: Feature) {
        self.changes.push(feature);
    }
    #[inline(always)]
    fn remove(&mut self, feature: Feature) {
        self.changes.push(feature);
        self.removed[feature.slot() / 64] |= 1 << (feature.slot() % 64);
    }
}
