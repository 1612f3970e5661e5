//! Which entry of a full bucket gives way to a newcomer.

use std::hint::select_unpredictable;

/// An entry that a newcomer may replace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Resident {
    /// What [`Policy::grade`] made of the work behind the entry.
    pub grade: u32,
    /// How many generations ago it was stored: 0 in this one. Generations are counted
    /// modulo 2^[`AGE_BITS`](Policy::AGE_BITS) − 1, so that a very old entry looks young again.
    pub age: u32,
}

/// What is to be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Newcomer {
    /// What [`Policy::grade`] made of the work behind it.
    pub grade: u32,
    /// Bits of its key, the same whenever the key is stored, for a choice at random.
    pub random: u32,
}

/// What a policy decides for a newcomer: made by [`replace`](Placement::replace),
/// [`displace`](Placement::displace) and [`REFUSE`](Placement::REFUSE).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// Where the newcomer goes; `usize::MAX` is nowhere.
    pub(crate) slot: usize,
    /// Where the entry goes that stood there; the same slot when it is lost.
    pub(crate) moved: usize,
}

impl Placement {
    /// The newcomer is not stored.
    pub const REFUSE: Placement = Placement { slot: usize::MAX, moved: usize::MAX };

    /// The newcomer takes the place of the entry at `slot`.
    #[inline(always)]
    pub const fn replace(slot: usize) -> Placement {
        Placement { slot, moved: slot }
    }

    /// The newcomer takes the place of the entry at `from`, which takes the place of that at `to`.
    #[inline(always)]
    pub const fn displace(from: usize, to: usize) -> Placement {
        Placement { slot: from, moved: to }
    }

    /// The slot that the newcomer takes.
    pub const fn slot(self) -> Option<usize> {
        if self.slot == usize::MAX { None } else { Some(self.slot) }
    }

    /// The slot that the entry moves to whose place the newcomer takes.
    pub const fn moved(self) -> Option<usize> {
        if self.moved == self.slot { None } else { Some(self.moved) }
    }
}

/// Which entry of a full bucket gives way to a newcomer.
///
/// A policy is a type without values. What it says holds when the bucket has neither the key nor
/// an empty slot; it may be asked before that is known (of an empty slot it then sees anything),
/// because an answer without branches costs less than a branch that waits for the memory. The bits
/// that it wants stand in every slot and are taken from the tag.
///
/// ```
/// use zobrist_transposition::{Newcomer, Placement, Policy, Resident, Table};
///
/// /// The oldest goes, whatever its worth.
/// struct Oldest;
///
/// impl Policy for Oldest {
///     const NAME: &'static str = "oldest";
///     const GRADE_BITS: u32 = 0;
///     const AGE_BITS: u32 = 6;
///     fn grade(_: u64) -> u32 {
///         0
///     }
///     fn place(bucket: &[Resident], _: Newcomer) -> Placement {
///         let oldest = (0..bucket.len()).max_by_key(|slot| bucket[*slot].age);
///         oldest.map_or(Placement::REFUSE, Placement::replace)
///     }
/// }
///
/// let table = Table::<u64, u32, Oldest>::new(1 << 16).unwrap();
/// table.store(1, 2, 0);
/// ```
pub trait Policy: 'static {
    /// The name in a file's header, at most 16 bytes of ASCII.
    const NAME: &'static str;
    /// The bits of a grade, at most 16.
    const GRADE_BITS: u32;
    /// The bits of a generation, from 1 (there is one generation only) to 8.
    const AGE_BITS: u32;

    /// The grade of an entry that took this much work: below 2^[`GRADE_BITS`](Policy::GRADE_BITS).
    /// What work is, each policy says.
    fn grade(work: u64) -> u32;

    /// Where a newcomer goes in a full bucket.
    fn place(bucket: &[Resident], newcomer: Newcomer) -> Placement;
}

/// The entry that is worth least by `worth`, and its slot; the first of several.
#[inline(always)]
fn least(bucket: &[Resident], worth: impl Fn(Resident) -> i32) -> (usize, Resident) {
    let mut least = (0, bucket[0]);
    for (slot, resident) in bucket.iter().enumerate().skip(1) {
        let less = worth(*resident) < worth(least.1);
        least = select_unpredictable(less, (slot, *resident), least);
    }
    least
}

/// Six bits: zero, or one more than the logarithm to base 2, rounded down.
#[inline(always)]
fn log2(work: u64) -> u32 {
    (64 - work.leading_zeros()).min(63)
}

/// Every newcomer is stored, in the slot that its key names. Work is ignored, and there are no
/// generations.
#[derive(Clone, Copy, Debug)]
pub struct Always;

impl Policy for Always {
    const NAME: &'static str = "always";
    const GRADE_BITS: u32 = 0;
    const AGE_BITS: u32 = 1;
    #[inline(always)]
    fn grade(_: u64) -> u32 {
        0
    }
    #[inline(always)]
    fn place(bucket: &[Resident], newcomer: Newcomer) -> Placement {
        Placement::replace(newcomer.random as usize % bucket.len())
    }
}

/// The entry of least depth goes, where a generation counts as much as four plies.
/// Work is the depth, at most 255. Every newcomer is stored.
#[derive(Clone, Copy, Debug)]
pub struct AgeAndDepth;

impl Policy for AgeAndDepth {
    const NAME: &'static str = "age-and-depth";
    const GRADE_BITS: u32 = 8;
    const AGE_BITS: u32 = 5;
    #[inline(always)]
    fn grade(depth: u64) -> u32 {
        depth.min(255) as u32
    }
    #[inline(always)]
    fn place(bucket: &[Resident], _: Newcomer) -> Placement {
        Placement::replace(least(bucket, |entry| entry.grade as i32 - 4 * entry.age as i32).0)
    }
}

/// The entry with the smallest subtree goes, where a generation halves it. Work is the
/// number of nodes, kept as its logarithm. Every newcomer is stored.
#[derive(Clone, Copy, Debug)]
pub struct Subtree;

impl Policy for Subtree {
    const NAME: &'static str = "subtree";
    const GRADE_BITS: u32 = 6;
    const AGE_BITS: u32 = 5;
    #[inline(always)]
    fn grade(nodes: u64) -> u32 {
        log2(nodes)
    }
    #[inline(always)]
    fn place(bucket: &[Resident], _: Newcomer) -> Placement {
        Placement::replace(least(bucket, |entry| entry.grade as i32 - entry.age as i32).0)
    }
}

/// The default. The last slot of a bucket takes every newcomer; the others keep the entries
/// with the largest subtrees, where each generation counts against an entry as a factor of four.
/// A newcomer that is not smaller than the least of these takes its place, and that moves to
/// the last slot. Work is the number of nodes, kept as its logarithm.
///
/// (Two tiers: D. M. Breuker, "Memory versus Search in Games", 1998, there called TwoBig.)
#[derive(Clone, Copy, Debug)]
pub struct TwoTier;

impl Policy for TwoTier {
    const NAME: &'static str = "two-tier";
    const GRADE_BITS: u32 = 6;
    const AGE_BITS: u32 = 5;
    #[inline(always)]
    fn grade(nodes: u64) -> u32 {
        log2(nodes)
    }
    #[inline(always)]
    fn place(bucket: &[Resident], newcomer: Newcomer) -> Placement {
        let last = bucket.len() - 1;
        let worth = |entry: Resident| entry.grade as i32 - 2 * entry.age as i32;
        let (slot, least) = least(&bucket[..last], worth);
        // An entry of an older generation is not worth the last slot either.
        let moved = select_unpredictable(least.age > 0, slot, last);
        let larger = newcomer.grade as i32 >= worth(least);
        let (slot, moved) = select_unpredictable(larger, (slot, moved), (last, last));
        Placement::displace(slot, moved)
    }
}
