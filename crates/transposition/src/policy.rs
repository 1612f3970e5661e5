//! Which entry of a full bucket gives way to a newcomer.

use std::hint::select_unpredictable;
use std::marker::PhantomData;

/// An entry that a newcomer may replace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Resident {
    /// The grade that [`Policy::grade`] gave to the work behind the entry.
    pub grade: u32,
    /// The number of generations since it was stored, 0 for the present one. Generations are counted
    /// modulo 2^[`AGE_BITS`](Policy::AGE_BITS) − 1, so that a very old entry looks young again.
    pub age: u32,
}

/// An entry that is to be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Newcomer {
    /// The grade that [`Policy::grade`] gave to the work behind it.
    pub grade: u32,
    /// Bits of its key, the same whenever the key is stored, for a random choice.
    pub random: u32,
}

/// The decision of a policy on a newcomer: [`replace`](Placement::replace),
/// [`displace`](Placement::displace) or [`REFUSE`](Placement::REFUSE).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement(
    /// In the lowest byte the slot that the newcomer takes, and above it the slot to which the
    /// entry there moves (the same slot when that entry is lost). One number, so that a choice is
    /// one instruction.
    u32,
);

impl Placement {
    /// Refuses the newcomer: it is not stored, and the bucket stays as it is.
    pub const REFUSE: Placement = Placement(u32::MAX);

    /// Puts the newcomer in the place of the entry at `slot`, which is lost.
    ///
    /// # Panics
    /// When `slot` is 256 or more.
    #[inline(always)]
    pub const fn replace(slot: usize) -> Placement {
        Placement::displace(slot, slot)
    }

    /// Puts the newcomer in the place of the entry at `from`, which moves to `to`; the entry at
    /// `to` is lost.
    ///
    /// # Panics
    /// When `from` or `to` is 256 or more.
    #[inline(always)]
    pub const fn displace(from: usize, to: usize) -> Placement {
        assert!(from < 256 && to < 256, "a bucket has no such slot");
        Placement((to as u32) << 8 | from as u32)
    }

    /// Returns the slot that the newcomer takes; `None` when it is refused.
    pub const fn slot(self) -> Option<usize> {
        if self.is_refusal() { None } else { Some(self.to_slots().0) }
    }

    /// Returns the slot to which the displaced entry moves; `None` when that entry is lost, and
    /// when the newcomer is refused.
    pub const fn moved(self) -> Option<usize> {
        let (slot, moved) = self.to_slots();
        if moved == slot || self.is_refusal() { None } else { Some(moved) }
    }

    #[inline(always)]
    pub(crate) const fn is_refusal(self) -> bool {
        self.0 == u32::MAX
    }

    /// Where the newcomer goes, and where the entry that was there goes.
    #[inline(always)]
    pub(crate) const fn to_slots(self) -> (usize, usize) {
        ((self.0 & 0xff) as usize, (self.0 >> 8) as usize)
    }

    #[inline(always)]
    pub(crate) fn select(condition: bool, yes: Placement, no: Placement) -> Placement {
        Placement(select_unpredictable(condition, yes.0, no.0))
    }
}

/// Decides which entry of a full bucket gives way to a newcomer.
///
/// A policy is a type without values. Its decision counts when the bucket has neither an entry of
/// the key nor an empty slot. It may be asked before that is known, and then sees arbitrary values
/// in place of an empty slot, because an answer without branches costs less than a branch that
/// waits for the memory. The bits of its grades and generations are in every slot, at the expense
/// of the tag.
///
/// ```
/// use zobrist_transposition::{Newcomer, Placement, Policy, Resident, Table};
///
/// /// Replaces the oldest entry, whatever its worth.
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
    /// The name in the header of a file, at most 16 bytes of ASCII; a longer one does not compile.
    const NAME: &'static str;
    /// The number of bits in a grade, at most 16.
    const GRADE_BITS: u32;
    /// The number of bits in a generation, from 1 (there is only one generation) to 8.
    const AGE_BITS: u32;

    /// Returns the grade of an entry that took this much work, below
    /// 2^[`GRADE_BITS`](Policy::GRADE_BITS). Each policy says what it counts as work.
    fn grade(work: u64) -> u32;

    /// Returns where a newcomer goes in a full bucket. A store panics when the bucket has no such slot.
    fn place(bucket: &[Resident], newcomer: Newcomer) -> Placement;

    /// A description of [`place`](Policy::place) by which the table has a shorter way to do it. Only
    /// this crate can make one, and only for the policy that it describes: a wrong one would lead
    /// stores to wrong slots.
    #[doc(hidden)]
    const WORTH: Option<WorthOf<Self>> = None;
}

/// The [`Worth`] of the entries of policy `P`.
#[doc(hidden)]
#[cfg_attr(not(vectors), expect(dead_code, reason = "read where stores have a shorter way"))]
pub struct WorthOf<P: ?Sized>(pub(crate) Worth, PhantomData<fn(&P)>);

/// An entry is worth its grade less `ageing` for each generation, and the one worth least goes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Worth {
    /// What a generation costs.
    pub(crate) ageing: u32,
    /// Whether that holds for a first tier alone, and a second takes what the first does not, as in
    /// [`TwoTier`].
    pub(crate) tiers: bool,
}

/// How many slots the first of two tiers has: five of eight, three of four, one of two.
#[inline(always)]
pub(crate) const fn first_tier(slots: usize) -> usize {
    slots - (slots + 1) / 3
}

impl Newcomer {
    /// The slot of the second of two tiers that its key selects.
    #[inline(always)]
    pub(crate) fn second_tier(self, slots: usize) -> usize {
        let first = first_tier(slots);
        first + self.random as usize % (slots - first)
    }

    /// Whether it is one of the few that the first of two tiers takes whatever their grade.
    #[inline(always)]
    pub(crate) fn is_lucky(self) -> bool {
        // Its lowest bits: if bucket and tag share bits of the key, the others are the bucket's. A
        // tag of fewer bits than these is never lucky.
        const BITS: u32 = LUCKY - 1;
        self.random & BITS == BITS
    }
}

/// With two tiers, one newcomer in this many, a power of two, enters the first whatever its grade.
pub(crate) const LUCKY: u32 = 128;

impl Worth {
    #[inline(always)]
    fn of(self, entry: Resident) -> i32 {
        entry.grade as i32 - (self.ageing * entry.age) as i32
    }

    #[inline(always)]
    fn place(self, bucket: &[Resident], newcomer: Newcomer) -> Placement {
        let slots = bucket.len();
        let has_tiers = self.tiers && slots > 1;
        let first = if has_tiers { first_tier(slots) } else { slots };
        let least = Least::of(&bucket[..first], |entry| self.of(entry));
        if !has_tiers {
            return Placement::replace(least.slot);
        }
        let second = newcomer.second_tier(slots);
        // An entry of an older generation is not worth a slot of the second tier either.
        let moved = select_unpredictable(least.old, least.slot, second);
        let enters = newcomer.grade as i32 >= least.worth || newcomer.is_lucky();
        let displace = Placement::displace(least.slot, moved);
        Placement::select(enters, displace, Placement::replace(second))
    }
}

/// The entry of a bucket that is worth least.
#[derive(Clone, Copy)]
struct Least {
    slot: usize,
    worth: i32,
    /// Whether it is of an older generation.
    old: bool,
}

impl Least {
    /// Of several that are worth the same, one of an older generation, and of these the first.
    /// Worth, age and slot are one number, so that the least is found by minima, without branches.
    #[inline(always)]
    fn of(bucket: &[Resident], worth: impl Fn(Resident) -> i32) -> Least {
        let mut least = i32::MAX;
        for (slot, resident) in bucket.iter().enumerate() {
            let young = i32::from(resident.age == 0);
            least = least.min(worth(*resident) << 8 | young << 7 | slot as i32);
        }
        Least { slot: (least & 0x7f) as usize, worth: least >> 8, old: least & 0x80 == 0 }
    }
}

/// Six bits: zero, or one more than the logarithm to base 2, rounded down.
#[inline(always)]
fn log2(work: u64) -> u32 {
    (64 - work.leading_zeros()).min(63)
}

/// Stores every newcomer in the slot that its key selects. Work is ignored, and there are no
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

/// Replaces the entry of least depth, where each generation counts as much as four plies. Work is the
/// depth, at most 255. Every newcomer is stored.
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
    fn place(bucket: &[Resident], newcomer: Newcomer) -> Placement {
        AGE_AND_DEPTH.place(bucket, newcomer)
    }
    const WORTH: Option<WorthOf<Self>> = Some(WorthOf(AGE_AND_DEPTH, PhantomData));
}

/// Replaces the entry with the smallest subtree, where each generation halves it. Work is the number
/// of nodes, kept as its logarithm to base 2. Every newcomer is stored.
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
    fn place(bucket: &[Resident], newcomer: Newcomer) -> Placement {
        SUBTREE.place(bucket, newcomer)
    }
    const WORTH: Option<WorthOf<Self>> = Some(WorthOf(SUBTREE, PhantomData));
}

/// Keeps large subtrees in a first tier of each bucket, and what is new in a second. The default.
///
/// The first tier is five of the eight slots of a bucket, three of four, two of three, or one of
/// two. It keeps the entries with the largest subtrees, where each generation counts against an
/// entry as a factor of four. A newcomer's key selects its slot in the second tier.
///
/// A newcomer that is not smaller than the least entry of the first tier takes its place, and that
/// entry moves to the newcomer's slot in the second tier, unless it is of an older generation. So
/// does one newcomer in 128, by its key, however small it is: otherwise an entry that was once
/// large, but that the search has left behind, would stay to the end of the generation. (With tags
/// of fewer than seven bits there are no such newcomers.) Of entries that are worth the same, one
/// of an older generation goes first. Work is the number of nodes, kept as its logarithm to base 2.
///
/// Source: D. M. Breuker, "Memory versus Search in Games", 1998, where two tiers of one slot each are
/// called TwoBig.
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
        TWO_TIER.place(bucket, newcomer)
    }
    const WORTH: Option<WorthOf<Self>> = Some(WorthOf(TWO_TIER, PhantomData));
}

const AGE_AND_DEPTH: Worth = Worth { ageing: 4, tiers: false };
const SUBTREE: Worth = Worth { ageing: 1, tiers: false };
const TWO_TIER: Worth = Worth { ageing: 2, tiers: true };

#[cfg(test)]
mod tests {
    use zobrist::source::SplitMix64;

    use super::*;

    /// What the documentation of [`TwoTier`] says of a full bucket.
    fn in_two_tiers(bucket: &[Resident], newcomer: Newcomer) -> Placement {
        let recent = match bucket.len() {
            1 => return Placement::replace(0),
            2..5 => 1,
            5..8 => 2,
            8 => 3,
            _ => unreachable!("a line has eight words"),
        };
        let large = bucket.len() - recent;
        let worth = |slot: &usize| bucket[*slot].grade as i32 - 2 * bucket[*slot].age as i32;
        let least = (0..large).min_by_key(|slot| (worth(slot), bucket[*slot].age == 0)).unwrap();
        let own = large + newcomer.random as usize % recent;
        let is_lucky = newcomer.random % 128 == 127;
        if (newcomer.grade as i32) < worth(&least) && !is_lucky {
            Placement::replace(own)
        } else if bucket[least].age > 0 {
            Placement::replace(least)
        } else {
            Placement::displace(least, own)
        }
    }

    #[test]
    fn two_tiers_do_what_is_said_of_them() {
        let mut random = SplitMix64::new(1);
        let mut below = |bound: u64| (random.next_u64() % bound) as u32;
        let mut lucky = 0;
        for n in 0..100_000 {
            let generations = u64::from(1 + below(31));
            let slots = 1 + n % 8;
            let mut bucket = [Resident::default(); 8];
            for resident in &mut bucket {
                *resident = Resident { grade: below(64), age: below(generations) };
            }
            let newcomer = Newcomer { grade: below(64), random: below(1 << 16) };
            lucky += u32::from(newcomer.is_lucky());
            let place = TwoTier::place(&bucket[..slots], newcomer);
            assert_eq!(place, in_two_tiers(&bucket[..slots], newcomer), "{bucket:?} {newcomer:?}");
        }
        assert!((700..870).contains(&lucky), "{lucky} of 100,000 are not one in {LUCKY}");
    }
}
