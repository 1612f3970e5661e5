//! The states of a game, and the repetitions among them.

mod index;
mod persistent;
mod rule;
mod upcoming;
mod verify;

use alloc::vec::Vec;
use core::fmt::{self, Debug};

pub use persistent::PersistentHistory;
pub use rule::{Repetition, Rule, Step};
use rule::{RuleMasks, Tag};
pub use upcoming::{ReversibleMoves, ReversibleMovesError, Upcoming};
pub use verify::{Exact, Keep, Trust, Verify};

use crate::key::{Hex, Key};

/// The states of one game in order, the current one last, and a rule by which repetitions are
/// detected.
///
/// A history detects repetitions; their consequence (the move is illegal, the game is
/// drawn, or lost for who gave perpetual check: [`occurrences`](History::occurrences)) is for the
/// caller to decide. Every state is remembered, including the first, and
/// no hash is special, not even that of the empty board, 0.
///
/// ```
/// use zobrist::{History, Repetition, Rule, Step};
///
/// // Go; Black is player 0. Any hashes serve for the example.
/// let mut history = History::new(Rule::Positional);
/// history.push(Step::Start(1), 0_u64);
/// history.push(Step::Play(0), 11);
/// history.push(Step::Play(1), 12);
/// history.push(Step::Pass(0), 12);
///
/// // May White play so that the hash becomes 11? The history stays as it is.
/// let repetition = history.repetition(Step::Play(1), 11).unwrap();
/// assert_eq!(repetition, Repetition::new(1, 2, 3));
/// assert_eq!(history.repetition(Step::Play(1), 13), None);
///
/// // `push` returns the same, for callers that make the move first.
/// assert_eq!(history.push(Step::Play(1), 0).unwrap().earlier, 0); // back to the start
/// history.pop();
/// ```
///
/// After an irreversible move no earlier state can recur;
/// [`push_irreversible`](History::push_irreversible) records that:
///
/// ```
/// use zobrist::{History, Rule, Step};
///
/// let mut chess = History::new(Rule::Fold(3));
/// for hash in [1_u64, 2, 3, 4, 1, 2, 3, 4] {
///     assert_eq!(chess.push(Step::Play(0), hash), None);
/// }
/// assert_eq!(chess.count(), 2);
/// assert_eq!(chess.push(Step::Play(0), 1).unwrap().count, 3);
///
/// chess.push_irreversible(Step::Play(0), 2); // a pawn moves
/// assert_eq!(chess.count(), 1);
/// ```
///
/// The type decides if a hash is trusted: `History<u64>` and
/// `History<u128>` take equal hashes for equal states; `History<u64, `[`Exact`]`>`
/// compares the positions when two hashes agree.
///
/// # Cost
/// An index is kept beside the list. Push, pop and look-up take O(1), expected over
/// the hashes and, for push, amortized over the growth of memory
/// ([`push_since`](History::push_since) may postpone some of it). A ply takes 16 bytes
/// with keys of 64 bits and 32 with keys of 128, 12 more if it repeats a state, 16 to 32
/// for the index, and its snapshot if there is one; vectors may hold up to twice that
/// while they grow, and keep the rest for later plies. There are at most 2^32 − 2 plies.
#[derive(Clone)]
pub struct History<K, V = Trust> {
    rule: Rule,
    masks: RuleMasks,
    entries: Vec<Entry<K>>,
    /// The plies at which a state recurred, in order.
    recurrences: Vec<Recurrence>,
    /// For each bucket of hashes, one more than the last counted ply in it, or
    /// 0. Each entry links to the one before.
    buckets: Vec<u32>,
    /// 64 minus the number of bits of a bucket's number.
    shift: u32,
    /// The number of plies, from the first on, that are in their buckets. Later ones were
    /// pushed without a look-up, and are not yet.
    indexed: usize,
    /// The plies that an irreversible move led to.
    irreversible: Vec<u32>,
    verify: V,
}

/// The largest number of plies: a ply, and one more than a ply, fit in 32 bits.
const MAX_PLIES: usize = u32::MAX as usize - 1;

/// The number of states up to which a scan is faster than the index.
const MAX_SCANNED: usize = 8;

/// The smallest number of buckets per ply: few plies share one, so that the branch on it is
/// predictable.
const MIN_BUCKETS_PER_PLY: usize = 4;

#[derive(Clone, Copy)]
struct Entry<K> {
    hash: K,
    /// One more than the counted ply before it in the same bucket, or 0. If the state recurred, its
    /// index in `recurrences`, which has this number instead.
    before: u32,
    tag: Tag,
}

/// A ply at which a state recurred.
#[derive(Clone, Copy)]
struct Recurrence {
    before: u32,
    link: Link,
}

/// The occurrences of a state so far.
#[derive(Clone, Copy, Default)]
struct Link {
    /// The number of times that the state has been counted, this time included.
    count: u32,
    /// If `count` is above 1: the last earlier ply of the state.
    earlier: u32,
}

impl Link {
    /// The link of a new state.
    #[inline(always)]
    fn first(masks: RuleMasks, tag: Tag) -> Link {
        Link { count: masks.counts(tag).into(), earlier: 0 }
    }

    #[inline(always)]
    fn repetition(self, masks: RuleMasks, tag: Tag, ply: usize) -> Option<Repetition> {
        if !masks.detects(tag, self.count) {
            return None;
        }
        // Only a rule of one-fold repetition detects a new state.
        let earlier = if self.count > 1 { self.earlier as usize } else { ply };
        Some(Repetition { earlier, count: self.count as usize, cycle: ply - earlier })
    }
}

impl<K: Key> History<K> {
    /// Creates the history of a game that has no state yet; hashes are trusted.
    #[must_use]
    pub const fn new(rule: Rule) -> History<K> {
        History::with(rule, Trust)
    }
}

impl<K, V> History<K, V> {
    /// Creates the history of a game that has no state yet; `verify` compares states.
    pub const fn with(rule: Rule, verify: V) -> History<K, V> {
        History {
            rule,
            masks: RuleMasks::new(rule),
            entries: Vec::new(),
            recurrences: Vec::new(),
            buckets: Vec::new(),
            shift: 0,
            indexed: 0,
            irreversible: Vec::new(),
            verify,
        }
    }

    /// Returns the rule.
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// Returns the comparison of states.
    pub const fn verify(&self) -> &V {
        &self.verify
    }

    /// Returns the number of states, which is the ply of the next one.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns true if there is no state yet.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The first ply at which a repeated state can be: that of the last irreversible move.
    fn horizon(&self) -> u32 {
        self.irreversible.last().copied().unwrap_or(0)
    }
}

impl<K: Key, V: Verify<K>> History<K, V> {
    /// Adds the state that a move leads to, or that the game starts with. Returns the
    /// repetition if it is one under the rule.
    ///
    /// # Panics
    /// When there are 2^32 − 2 plies already.
    #[inline]
    pub fn push(&mut self, step: Step, state: V::State<'_>) -> Option<Repetition> {
        let tag = Tag::new(step);
        let mut before = 0;
        let link;
        if self.masks.counts(tag) {
            self.bring_index_up();
            link = self.find(tag, state, self.horizon());
            before = self.index_next(V::hash(state));
        } else {
            link = self.link(tag, state, self.horizon());
        }
        self.append_linked(tag, state, link, before);
        link.repetition(self.masks, tag, self.entries.len() - 1)
    }

    /// Adds a state as [`push`](History::push) does, if the caller knows from the rules of the
    /// game that no state before the ply `first` is equal: in Go, a stone has stood since
    /// then that had never stood before. If `first` is the ply of the state itself, the state is
    /// new.
    ///
    /// Costs one store in the list and none in the index, as long as `first` is at most eight
    /// plies back; the index is brought up to date when a push next needs it. Until then a
    /// [`repetition`](History::repetition) reads the states pushed this way one by one.
    ///
    /// ```
    /// use zobrist::{History, Rule, Step};
    ///
    /// let mut history = History::new(Rule::Positional);
    /// assert_eq!(history.push_since(0, Step::Start(1), 0_u64), None);
    /// assert_eq!(history.push_since(1, Step::Play(0), 11), None);
    /// assert_eq!(history.push_since(2, Step::Play(1), 12), None);
    /// assert_eq!(history.push_since(1, Step::Play(0), 11).unwrap().earlier, 1);
    /// ```
    ///
    /// # Panics
    /// As [`push`](History::push).
    #[inline(always)]
    pub fn push_since(
        &mut self,
        first: usize,
        step: Step,
        state: V::State<'_>,
    ) -> Option<Repetition> {
        let ply = self.entries.len();
        if first < ply {
            return self.push_among(first, step, state);
        }
        let tag = Tag::new(step);
        self.append(tag, state, 0);
        if !self.masks.detects_at_once(tag) {
            return None;
        }
        Link::first(self.masks, tag).repetition(self.masks, tag, ply)
    }

    #[cold]
    #[inline(never)]
    fn push_among(&mut self, first: usize, step: Step, state: V::State<'_>) -> Option<Repetition> {
        let ply = self.entries.len();
        if first + MAX_SCANNED < ply {
            return self.push(step, state);
        }
        let tag = Tag::new(step);
        let link = self.link_since(first, tag, state);
        self.append_linked(tag, state, link, 0);
        link.repetition(self.masks, tag, ply)
    }

    /// Adds the state after an irreversible move, after which no earlier state can recur:
    /// in chess a capture, a pawn move, the loss of a castling right. (In Go there is
    /// none: stones can be captured.)
    ///
    /// # Panics
    /// As [`push`](History::push).
    pub fn push_irreversible(&mut self, step: Step, state: V::State<'_>) -> Option<Repetition> {
        self.irreversible.push(self.entries.len() as u32);
        self.push(step, state)
    }

    /// Takes the last move back and returns the hash of the state that it led to, or
    /// `None` when no state is left.
    #[inline]
    pub fn pop(&mut self) -> Option<K> {
        let entry = self.entries.pop()?;
        self.verify.pop();
        let before = match entry.tag.is_recurrent() {
            true => self.recurrences.pop().map_or(0, |recurrence| recurrence.before),
            false => entry.before,
        };
        if self.entries.len() < self.indexed {
            self.indexed -= 1;
            if self.masks.counts(entry.tag) {
                let bucket = self.bucket(entry.hash);
                self.buckets[bucket] = before;
            }
        }
        let ply = self.entries.len() as u32;
        if self.irreversible.last() == Some(&ply) {
            self.irreversible.pop();
        }
        Some(entry.hash)
    }

    /// Forgets all states and keeps the memory, for the next game.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.recurrences.clear();
        self.irreversible.clear();
        self.verify.clear();
        if self.indexed > 0 {
            self.indexed = 0;
            self.buckets.fill(0);
        }
    }

    /// Returns the repetition that a move to this state would be under the rule, if it would
    /// be one. The history does not change: use it to test a move before it is made.
    #[inline]
    pub fn repetition(&self, step: Step, state: V::State<'_>) -> Option<Repetition> {
        let tag = Tag::new(step);
        let link = self.link(tag, state, self.horizon());
        link.repetition(self.masks, tag, self.entries.len())
    }

    /// Returns the repetition that the current state is under the rule, if it is one.
    #[inline]
    pub fn last_repetition(&self) -> Option<Repetition> {
        let entry = self.entries.last()?;
        let ply = self.entries.len() - 1;
        self.link_of(ply).repetition(self.masks, entry.tag, ply)
    }

    /// Returns the number of times that the rule has counted the current state since the last
    /// irreversible move, this time included; 0 if the rule does not count it, such as a state
    /// after a pass under [`Rule::Positional`], or if there is no state.
    #[inline]
    pub fn count(&self) -> usize {
        self.entries.len().checked_sub(1).map_or(0, |ply| self.link_of(ply).count as usize)
    }

    /// Returns the plies at which the rule has counted the current state since the last irreversible
    /// move, the current ply first and the earliest last; [`count`](History::count) of them.
    ///
    /// They tell what happened between the repetitions. In shogi a game ends when a position comes
    /// up for the fourth time: in a loss for the player who has checked with each of their moves
    /// since the first time, otherwise in a draw.
    ///
    /// ```
    /// use zobrist::{History, Rule, Step};
    ///
    /// let mut history = History::new(Rule::Fold(4));
    /// history.push(Step::Start(1), 0_u64);
    /// let mut checks = vec![false]; // by the move that led to each ply
    /// for _ in 0..4 {
    ///     // Player 0 checks, player 1 moves out of it.
    ///     for (player, hash, check) in [(0, 1, true), (1, 2, false), (0, 3, true), (1, 4, false)] {
    ///         checks.push(check);
    ///         if history.push(Step::Play(player), hash).is_none() {
    ///             continue;
    ///         }
    ///         let first = history.occurrences().last().unwrap();
    ///         assert!(history.occurrences().eq([13, 9, 5, 1]));
    ///         let always_checks = |player| {
    ///             let mut since = history.iter().zip(&checks).skip(first + 1);
    ///             since.all(|((step, _), check)| step.player() != player || *check)
    ///         };
    ///         assert_eq!([0, 1].map(always_checks), [true, false]); // player 0 loses
    ///         return;
    ///     }
    /// }
    /// # unreachable!();
    /// ```
    pub fn occurrences(&self) -> impl Iterator<Item = usize> + use<'_, K, V> {
        let mut next = self.entries.len().wrapping_sub(1);
        (0..self.count()).map(move |_| {
            let ply = next;
            next = self.link_of(ply).earlier as usize;
            ply
        })
    }

    /// Returns true if the rule has counted the current state before, since the last
    /// irreversible move.
    #[inline]
    pub fn is_repeated(&self) -> bool {
        self.count() > 1
    }

    /// Returns the hash of the current state, or `None` when there is none.
    #[inline]
    pub fn current(&self) -> Option<K> {
        self.entries.last().map(|entry| entry.hash)
    }

    /// Returns the step that led to the state of a ply, and its hash.
    #[inline]
    pub fn get(&self, ply: usize) -> Option<(Step, K)> {
        self.entries.get(ply).map(|entry| (entry.tag.step(), entry.hash))
    }

    /// Returns all states in order: the step that led to each, and its hash.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Step, K)> + ExactSizeIterator {
        self.entries.iter().map(|entry| (entry.tag.step(), entry.hash))
    }

    /// The occurrences of the state of a ply up to that ply.
    #[inline]
    fn link_of(&self, ply: usize) -> Link {
        let entry = &self.entries[ply];
        match entry.tag.is_recurrent() {
            true => self.recurrences[entry.before as usize].link,
            false => Link::first(self.masks, entry.tag),
        }
    }

    /// The occurrences of a state that a step would lead to.
    #[inline(always)]
    fn link(&self, tag: Tag, state: V::State<'_>, horizon: u32) -> Link {
        if self.masks.counts(tag) {
            self.find(tag, state, horizon)
        } else if self.masks.is_simple_ko {
            self.simple_ko(tag, state)
        } else {
            Link::default()
        }
    }

    fn simple_ko(&self, tag: Tag, state: V::State<'_>) -> Link {
        let [.., two_before, before] = &self.entries[..] else { return Link::default() };
        let ply = self.entries.len() - 2;
        if tag.is_play()
            && before.tag.is_play()
            && ply >= self.horizon() as usize
            && two_before.hash == V::hash(state)
            && self.verify.same(ply, state)
        {
            return Link { count: 2, earlier: ply as u32 };
        }
        Link::default()
    }
}

impl<K: Key, V: Verify<K>> Debug for History<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} ", self.rule)?;
        f.debug_list().entries(self.iter().map(|(step, hash)| (step, Hex(hash)))).finish()
    }
}
