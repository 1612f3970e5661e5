//! Histories that share their past, for search trees.
//!
//! A search tree hangs on one game: the game is looked up by its index, the few plies below the
//! root by walking back. With a persistent trie the cost would not depend on the depth, but every
//! push would copy a path of nodes.

#[cfg(not(target_has_atomic = "ptr"))]
use alloc::rc::Rc as Shared;
#[cfg(target_has_atomic = "ptr")]
use alloc::sync::Arc as Shared;
use alloc::vec::Vec;
use core::fmt::{self, Debug};

use super::rule::{RuleMasks, Tag};
use super::{History, Keep, Link, MAX_PLIES, Repetition, Rule, Step, Trust};
use crate::key::{Hex, Key};

/// An immutable [`History`]: a move makes a child, which shares its past with its parent and its
/// siblings.
///
/// Each node of a search tree can hold one, and threads can share them. (Where the processor
/// cannot count references atomically, as ARMv6-M cannot, a history is neither `Send` nor `Sync`.)
///
/// ```
/// use zobrist::{History, Rule, Step};
///
/// let mut game = History::new(Rule::Situational);
/// game.push(Step::Start(1), 0_u64);
/// game.push(Step::Play(0), 11);
///
/// let root = game.share();
/// let (left, _) = root.push(Step::Play(1), 12);
/// let (right, _) = root.push(Step::Play(1), 13);
/// let (below, repetition) = left.push(Step::Play(0), 11);
/// assert_eq!(repetition.unwrap().earlier, 1);
/// assert_eq!(right.repetition(Step::Play(0), 11).unwrap().cycle, 2);
/// assert_eq!(below.len(), 4);
/// ```
///
/// # Cost
/// A push takes one allocation (two with [`Exact`](crate::Exact), which keeps the
/// position) and a look-up; a clone or a drop only counts references. A look-up
/// takes O(1) in the trunk, which is the history that was shared, and reads each
/// state of the branch, that is, those pushed since: the depth in the tree, not the
/// length of the game. When the root of the tree moves on,
/// [`settle`](PersistentHistory::settle) makes its branch part of the trunk. A
/// branch of any length is dropped without recursion.
pub struct PersistentHistory<K: Key, V: Keep<K> = Trust> {
    trunk: Shared<History<K, V>>,
    tip: Option<Shared<Node<K, V>>>,
}

struct Node<K: Key, V: Keep<K>> {
    hash: K,
    tag: Tag,
    ply: u32,
    link: Link,
    /// The ply of the last irreversible move, this one included.
    horizon: u32,
    kept: V::Kept,
    parent: Option<Shared<Node<K, V>>>,
}

impl<K: Key, V: Keep<K>> Drop for Node<K, V> {
    /// A loop in place of nested drops, which could overflow the stack on a long branch.
    fn drop(&mut self) {
        let mut next = self.parent.take();
        while let Some(mut node) = next.and_then(Shared::into_inner) {
            next = node.parent.take();
        }
    }
}

impl<K: Key, V: Keep<K>> History<K, V> {
    /// Turns the history into one that the branches of a tree can share.
    pub fn share(mut self) -> PersistentHistory<K, V> {
        self.bring_index_up();
        PersistentHistory { trunk: Shared::new(self), tip: None }
    }
}

impl<K: Key, V: Keep<K>> PersistentHistory<K, V> {
    /// Returns the history after a move, and the repetition if the move is one under the rule.
    ///
    /// # Panics
    /// When there are 2^32 − 2 plies already.
    #[must_use = "this history stays as it is"]
    pub fn push(&self, step: Step, state: V::State<'_>) -> (Self, Option<Repetition>) {
        self.child(step, state, self.horizon())
    }

    /// Returns the history after an irreversible move, after which no earlier state
    /// can recur.
    ///
    /// # Panics
    /// As [`push`](PersistentHistory::push).
    #[must_use = "this history stays as it is"]
    pub fn push_irreversible(&self, step: Step, state: V::State<'_>) -> (Self, Option<Repetition>) {
        self.child(step, state, self.len() as u32)
    }

    fn child(&self, step: Step, state: V::State<'_>, horizon: u32) -> (Self, Option<Repetition>) {
        let ply = self.len();
        assert!(ply < MAX_PLIES, "a history has at most 2^32 - 2 plies");
        let tag = Tag::new(step);
        let link = self.link(tag, state, horizon);
        let (hash, kept, parent) =
            (V::hash(state), self.trunk.verify.keep(state), self.tip.clone());
        let node = Node { hash, tag, ply: ply as u32, link, horizon, kept, parent };
        let child = PersistentHistory { trunk: self.trunk.clone(), tip: Some(Shared::new(node)) };
        (child, link.repetition(self.masks(), tag, ply))
    }

    /// Returns the repetition that a move to this state would be under the rule, if it would be
    /// one.
    pub fn repetition(&self, step: Step, state: V::State<'_>) -> Option<Repetition> {
        let tag = Tag::new(step);
        self.link(tag, state, self.horizon()).repetition(self.masks(), tag, self.len())
    }

    /// Returns the repetition that the current state is under the rule, if it is one.
    #[must_use]
    pub fn last_repetition(&self) -> Option<Repetition> {
        match &self.tip {
            Some(node) => node.link.repetition(self.masks(), node.tag, node.ply as usize),
            None => self.trunk.last_repetition(),
        }
    }

    /// Returns the history before the last move, or `None` when there is no state at all.
    /// Within the trunk this copies the trunk.
    #[must_use]
    pub fn parent(&self) -> Option<Self> {
        if let Some(node) = &self.tip {
            return Some(PersistentHistory { trunk: self.trunk.clone(), tip: node.parent.clone() });
        }
        let mut trunk = History::clone(&self.trunk);
        trunk.pop()?;
        Some(trunk.share())
    }

    /// Moves the whole history into the trunk: for the root of a tree after a move of the game.
    /// Takes the time of a copy if others share the trunk, otherwise that of the branch. Existing
    /// children stay with the old trunk.
    #[must_use = "the settled history is returned"]
    pub fn settle(self) -> Self {
        let PersistentHistory { trunk, tip } = self;
        let mut branch: Vec<&Node<K, V>> = nodes(&tip).collect();
        let mut history = Shared::unwrap_or_clone(trunk);
        while let Some(node) = branch.pop() {
            if node.horizon == node.ply {
                history.irreversible.push(node.ply);
            }
            // Its repetitions are known, and a kept state need not be able to prove them again.
            history.append_known(node.tag, V::state(node.hash, &node.kept), node.link);
        }
        history.share()
    }

    /// Returns the rule.
    #[must_use]
    pub fn rule(&self) -> Rule {
        self.trunk.rule
    }

    /// Returns the number of states, which is the ply of the next one.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tip.as_ref().map_or(self.trunk.len(), |node| node.ply as usize + 1)
    }

    /// Returns true if there is no state yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of times that the rule has counted the current state, as
    /// [`History::count`] does.
    #[must_use]
    pub fn count(&self) -> usize {
        self.tip.as_ref().map_or(self.trunk.count(), |node| node.link.count as usize)
    }

    /// Returns the hash of the current state, or `None` when there is none.
    #[must_use]
    pub fn current(&self) -> Option<K> {
        self.tip.as_ref().map_or(self.trunk.current(), |node| Some(node.hash))
    }

    /// Returns all states, the current one first: the step that led to each, and its hash.
    pub fn iter(&self) -> impl Iterator<Item = (Step, K)> {
        nodes(&self.tip).map(|node| (node.tag.step(), node.hash)).chain(self.trunk.iter().rev())
    }

    fn horizon(&self) -> u32 {
        self.tip.as_ref().map_or(self.trunk.horizon(), |node| node.horizon)
    }

    fn masks(&self) -> RuleMasks {
        self.trunk.masks
    }

    fn link(&self, tag: Tag, state: V::State<'_>, horizon: u32) -> Link {
        if self.masks().is_simple_ko {
            return self.simple_ko(tag, state, horizon);
        }
        if !self.masks().counts(tag) {
            return Link::default();
        }
        let hash = V::hash(state);
        for node in nodes(&self.tip).take_while(|node| node.ply >= horizon) {
            if node.hash == hash
                && self.masks().counts(node.tag)
                && self.masks().same_state(node.tag, tag)
                && V::same_as_kept(&node.kept, state)
            {
                return Link { count: node.link.count + 1, earlier: node.ply };
            }
        }
        self.trunk.find(tag, state, horizon)
    }

    fn simple_ko(&self, tag: Tag, state: V::State<'_>, horizon: u32) -> Link {
        let Some(ply) = self.len().checked_sub(2) else { return Link::default() };
        let mut branch = nodes(&self.tip);
        let before = match branch.next() {
            Some(node) => node.tag,
            None => self.trunk.entries[ply + 1].tag,
        };
        if !tag.is_play() || !before.is_play() || ply < horizon as usize {
            return Link::default();
        }
        let same = match branch.next() {
            Some(node) => node.hash == V::hash(state) && V::same_as_kept(&node.kept, state),
            None => {
                self.trunk.entries[ply].hash == V::hash(state) && self.trunk.verify.same(ply, state)
            }
        };
        if same { Link { count: 2, earlier: ply as u32 } } else { Link::default() }
    }
}

fn nodes<K: Key, V: Keep<K>>(
    tip: &Option<Shared<Node<K, V>>>,
) -> impl Iterator<Item = &Node<K, V>> {
    core::iter::successors(tip.as_deref(), |node| node.parent.as_deref())
}

impl<K: Key, V: Keep<K>> Clone for PersistentHistory<K, V> {
    fn clone(&self) -> Self {
        PersistentHistory { trunk: self.trunk.clone(), tip: self.tip.clone() }
    }
}

impl<K: Key, V: Keep<K>> Debug for PersistentHistory<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut states: Vec<_> = self.iter().map(|(step, hash)| (step, Hex(hash))).collect();
        states.reverse();
        write!(f, "{:?} ", self.rule())?;
        f.debug_list().entries(states).finish()
    }
}
