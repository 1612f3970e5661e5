//! Replacement policies: which entry of a full bucket gives way to a new one.

use std::hint::select_unpredictable;
use std::marker::PhantomData;

/// The grade and the age of an entry of a full bucket, all that a policy sees of it. An entry with
/// its key and payload is a [`TableEntry`](crate::TableEntry).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Entry {
    /// The grade that [`Policy::grade`] gave to the work that the entry took.
    pub grade: u32,
    /// The number of generations since it was stored, 0 for the current one. Generations are
    /// counted modulo 2^[`AGE_BITS`](Policy::AGE_BITS) − 1, so that a very old entry looks young
    /// again.
    pub age: u32,
}

impl Entry {
    /// Creates an entry, as a test of a policy needs it.
    #[inline(always)]
    #[must_use]
    pub const fn new(grade: u32, age: u32) -> Entry {
        Entry { grade, age }
    }
}

/// The grade and random bits of a new entry that is to be stored in a full bucket, all that a
/// policy sees of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Candidate {
    /// The grade that [`Policy::grade`] gave to the work that it took.
    pub grade: u32,
    /// Bits of its key, the same whenever the key is stored, for a random choice.
    pub random: u32,
}

impl Candidate {
    /// Creates a candidate, as a test of a policy needs it.
    #[inline(always)]
    #[must_use]
    pub const fn new(grade: u32, random: u32) -> Candidate {
        Candidate { grade, random }
    }
}

/// The decision of a policy on a candidate: [`replace`](Placement::replace),
/// [`displace`](Placement::displace) or [`REFUSE`](Placement::REFUSE).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement(
    /// The slot that the candidate takes in the lowest byte, and above it the slot to which the
    /// entry there moves (the same slot if that entry is lost). One number, so that a choice is one
    /// instruction.
    u32,
);

impl Placement {
    /// Refuses the candidate: it is not stored, and the bucket stays as it is.
    pub const REFUSE: Placement = Placement(u32::MAX);

    /// Puts the candidate in the place of the entry at `slot`, which is lost.
    ///
    /// # Panics
    /// When `slot` is 256 or more.
    #[inline(always)]
    #[must_use]
    pub const fn replace(slot: usize) -> Placement {
        Placement::displace(slot, slot)
    }

    /// Puts the candidate in the place of the entry at `from`, which moves to `to`; the entry at
    /// `to` is lost.
    ///
    /// # Panics
    /// When `from` or `to` is 256 or more.
    #[inline(always)]
    #[must_use]
    pub const fn displace(from: usize, to: usize) -> Placement {
        assert!(from < 256 && to < 256, "a bucket has no such slot");
        Placement((to as u32) << 8 | from as u32)
    }

    /// Returns the slot that the candidate takes; `None` when it is refused.
    #[must_use]
    pub const fn slot(self) -> Option<usize> {
        if self.is_refusal() { None } else { Some(self.to_slots().0) }
    }

    /// Returns the slot to which the displaced entry moves; `None` when that entry is lost, and
    /// when the candidate is refused.
    #[must_use]
    pub const fn moved(self) -> Option<usize> {
        let (slot, moved) = self.to_slots();
        if moved == slot || self.is_refusal() { None } else { Some(moved) }
    }

    #[inline(always)]
    pub(crate) const fn is_refusal(self) -> bool {
        self.0 == u32::MAX
    }

    /// The slot that the candidate takes, and the slot to which the entry there moves.
    #[inline(always)]
    pub(crate) const fn to_slots(self) -> (usize, usize) {
        ((self.0 & 0xff) as usize, (self.0 >> 8) as usize)
    }

    #[inline(always)]
    pub(crate) fn select(condition: bool, yes: Placement, no: Placement) -> Placement {
        Placement(select_unpredictable(condition, yes.0, no.0))
    }
}

/// Decides which entry of a full bucket gives way to a new one.
///
/// A policy is a type without values. Its decision counts if the bucket has neither an entry of
/// the key nor an empty slot. It may be asked before that is known, and then sees arbitrary values
/// in place of an empty slot, because an answer without branches costs less than a branch that
/// waits for the memory. The bits of its grades and generations are in every slot, at the expense
/// of the tag.
///
/// ```
/// use zobrist_transposition::{Candidate, Entry, Placement, Policy, Table};
///
/// /// Replaces the oldest entry, whatever its grade.
/// struct Oldest;
///
/// impl Policy for Oldest {
///     const NAME: &'static str = "oldest";
///     const GRADE_BITS: u32 = 0;
///     const AGE_BITS: u32 = 6;
///     type Work = ();
///     fn grade((): ()) -> u32 {
///         0
///     }
///     fn place(bucket: &[Entry], _: Candidate) -> Placement {
///         let oldest = (0..bucket.len()).max_by_key(|slot| bucket[*slot].age);
///         oldest.map_or(Placement::REFUSE, Placement::replace)
///     }
/// }
///
/// let table = Table::<u64, u32, Oldest>::new(1 << 16).unwrap();
/// table.store(1, 2, ());
/// ```
pub trait Policy: 'static {
    /// The name in the header of a file, at most 16 bytes of ASCII; a longer one does not compile.
    const NAME: &'static str;
    /// The number of bits in a grade, at most 16.
    const GRADE_BITS: u32;
    /// The number of bits in a generation, from 1 (there is only one generation) to 8.
    const AGE_BITS: u32;

    /// The work that an entry took: `u64` for policies that count nodes, `u8` for those that
    /// compare depths, so that a store of the one in a table of the other does not compile; `()` for
    /// those that do not ask.
    type Work: Copy;

    /// Returns the grade of an entry that took this much work, below
    /// 2^[`GRADE_BITS`](Policy::GRADE_BITS).
    fn grade(work: Self::Work) -> u32;

    /// Returns the place of a candidate in a full bucket. A store panics if the bucket has no such
    /// slot.
    fn place(bucket: &[Entry], candidate: Candidate) -> Placement;

    /// A description of [`place`](Policy::place) from which the table computes it faster. Only this
    /// crate can make one, and only for the policy that it describes: a wrong one would lead stores
    /// to wrong slots.
    #[doc(hidden)]
    const SCORE: Option<ScoreOf<Self>> = None;
}

/// The [`Score`] of the entries of policy `P`.
#[doc(hidden)]
#[derive(Debug)]
#[cfg_attr(not(vectors), expect(dead_code, reason = "read where slots are ranked by vectors"))]
pub struct ScoreOf<P: ?Sized>(pub(crate) Score, PhantomData<fn(&P)>);

/// Scores entries by their grade less `age_weight` for each generation. The lowest score is
/// replaced.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Score {
    /// The amount that a generation takes from the score.
    pub(crate) age_weight: u32,
    /// True if that holds for a first tier alone, and a second takes the entries that the first
    /// does not, as in [`TwoTier`].
    pub(crate) two_tiers: bool,
}

/// Number of slots of the first of two tiers: five of eight, three of four, two of three, one of
/// two.
#[inline(always)]
pub(crate) const fn first_tier(slots: usize) -> usize {
    slots - (slots + 1) / 3
}

impl Candidate {
    /// The slot of the second of two tiers that its key selects.
    #[inline(always)]
    pub(crate) fn second_tier(self, slots: usize) -> usize {
        let first = first_tier(slots);
        first + self.random as usize % (slots - first)
    }

    /// True if the first of two tiers takes it whatever its grade.
    #[inline(always)]
    pub(crate) fn is_admitted_at_random(self) -> bool {
        // The lowest bits of the tag: if bucket and tag share bits of the key, those are others. A
        // tag of fewer bits never has all of them.
        const BITS: u32 = RANDOM_ADMISSION - 1;
        self.random & BITS == BITS
    }
}

/// With two tiers, one candidate in this many, a power of two, enters the first whatever its grade.
pub(crate) const RANDOM_ADMISSION: u32 = 128;

impl Score {
    #[inline(always)]
    fn of(self, entry: Entry) -> i32 {
        entry.grade as i32 - (self.age_weight * entry.age) as i32
    }

    #[inline(always)]
    fn place(self, bucket: &[Entry], candidate: Candidate) -> Placement {
        let slots = bucket.len();
        let has_tiers = self.two_tiers && slots > 1;
        let first = if has_tiers { first_tier(slots) } else { slots };
        let lowest = LowestScore::of(&bucket[..first], |entry| self.of(entry));
        if !has_tiers {
            return Placement::replace(lowest.slot);
        }
        let second = candidate.second_tier(slots);
        // An entry of an older generation is lost: it does not get a slot of the second tier
        // either.
        let moved = select_unpredictable(lowest.is_old, lowest.slot, second);
        let enters = candidate.grade as i32 >= lowest.score || candidate.is_admitted_at_random();
        let displace = Placement::displace(lowest.slot, moved);
        Placement::select(enters, displace, Placement::replace(second))
    }
}

/// The entry of lowest score.
#[derive(Clone, Copy)]
struct LowestScore {
    slot: usize,
    score: i32,
    /// True if it is of an older generation.
    is_old: bool,
}

impl LowestScore {
    /// Of equal scores, one of an older generation, and of these the first. Score, age and slot are
    /// packed into one number, so that the lowest is found by minima, without branches.
    #[inline(always)]
    fn of(bucket: &[Entry], score: impl Fn(Entry) -> i32) -> LowestScore {
        let mut lowest = i32::MAX;
        for (slot, entry) in bucket.iter().enumerate() {
            let is_young = i32::from(entry.age == 0);
            lowest = lowest.min(score(*entry) << 8 | is_young << 7 | slot as i32);
        }
        LowestScore {
            slot: (lowest & 0x7f) as usize,
            score: lowest >> 8,
            is_old: lowest & 0x80 == 0,
        }
    }
}

/// Zero, or one more than the logarithm to base 2, rounded down; at most 63.
#[inline(always)]
fn log2(work: u64) -> u32 {
    (64 - work.leading_zeros()).min(63)
}

/// Stores every candidate in the slot that its key selects. It does not ask for work, and there are
/// no generations.
#[derive(Clone, Copy, Debug)]
pub struct Always;

impl Policy for Always {
    const NAME: &'static str = "always";
    const GRADE_BITS: u32 = 0;
    const AGE_BITS: u32 = 1;
    type Work = ();
    #[inline(always)]
    fn grade((): ()) -> u32 {
        0
    }
    #[inline(always)]
    fn place(bucket: &[Entry], candidate: Candidate) -> Placement {
        Placement::replace(candidate.random as usize % bucket.len())
    }
}

/// Replaces the entry of least depth, where each generation counts as much as four plies. Work is
/// the depth, in plies. Every candidate is stored.
#[derive(Clone, Copy, Debug)]
pub struct AgeAndDepth;

impl Policy for AgeAndDepth {
    const NAME: &'static str = "age-and-depth";
    const GRADE_BITS: u32 = 8;
    const AGE_BITS: u32 = 5;
    type Work = u8;
    #[inline(always)]
    fn grade(depth: u8) -> u32 {
        u32::from(depth)
    }
    #[inline(always)]
    fn place(bucket: &[Entry], candidate: Candidate) -> Placement {
        AGE_AND_DEPTH.place(bucket, candidate)
    }
    const SCORE: Option<ScoreOf<Self>> = Some(ScoreOf(AGE_AND_DEPTH, PhantomData));
}

/// Replaces the entry with the smallest subtree, where each generation halves it. Work is the
/// number of nodes, kept as its logarithm to base 2. Every candidate is stored.
#[derive(Clone, Copy, Debug)]
pub struct Subtree;

impl Policy for Subtree {
    const NAME: &'static str = "subtree";
    const GRADE_BITS: u32 = 6;
    const AGE_BITS: u32 = 5;
    type Work = u64;
    #[inline(always)]
    fn grade(nodes: u64) -> u32 {
        log2(nodes)
    }
    #[inline(always)]
    fn place(bucket: &[Entry], candidate: Candidate) -> Placement {
        SUBTREE.place(bucket, candidate)
    }
    const SCORE: Option<ScoreOf<Self>> = Some(ScoreOf(SUBTREE, PhantomData));
}

/// Keeps large subtrees in a first tier of each bucket, and new entries in a second. The default.
///
/// The first tier is five of the eight slots of a bucket, three of four, two of three, or one of
/// two. It keeps the entries with the largest subtrees, where each generation counts against an
/// entry as a factor of four. A candidate's key selects its slot in the second tier.
///
/// A candidate that is not smaller than the smallest entry of the first tier takes its place, and
/// that entry moves to the candidate's slot in the second tier, unless it is of an older
/// generation. One candidate in 128, chosen by its key, does so however small it is (random
/// admission): otherwise a large entry that the search no longer needs would stay to the end of the
/// generation. (With tags of fewer than seven bits there are no such candidates.) Of entries of the
/// same size, one of an older generation goes first. Work is the number of nodes, kept as its
/// logarithm to base 2.
///
/// The default, since it visits the fewest nodes in the mean of a search of chess to a depth and an
/// exhaustive search of Connect Four, in tables that are too small for either: 7 % more than the
/// best policy of each, where [`Subtree`] visits 19 % and [`AgeAndDepth`] 28 % more. A program that
/// only searches chess to a depth visits 10 to 13 % fewer nodes by `AgeAndDepth` (`bench/`, group
/// `policies`).
///
/// Source: D. M. Breuker, "Memory versus Search in Games", 1998, where two tiers of one slot each
/// are called TwoBig.
#[derive(Clone, Copy, Debug)]
pub struct TwoTier;

impl Policy for TwoTier {
    const NAME: &'static str = "two-tier";
    const GRADE_BITS: u32 = 6;
    const AGE_BITS: u32 = 5;
    type Work = u64;
    #[inline(always)]
    fn grade(nodes: u64) -> u32 {
        log2(nodes)
    }
    #[inline(always)]
    fn place(bucket: &[Entry], candidate: Candidate) -> Placement {
        TWO_TIER.place(bucket, candidate)
    }
    const SCORE: Option<ScoreOf<Self>> = Some(ScoreOf(TWO_TIER, PhantomData));
}

const AGE_AND_DEPTH: Score = Score { age_weight: 4, two_tiers: false };
const SUBTREE: Score = Score { age_weight: 1, two_tiers: false };
const TWO_TIER: Score = Score { age_weight: 2, two_tiers: true };

#[cfg(test)]
mod tests {
    use zobrist::source::SplitMix64;

    use super::*;

    /// The documentation of [`TwoTier`], as code.
    fn in_two_tiers(bucket: &[Entry], candidate: Candidate) -> Placement {
        let recent = match bucket.len() {
            1 => return Placement::replace(0),
            2..5 => 1,
            5..8 => 2,
            8 => 3,
            _ => unreachable!("a line has eight words"),
        };
        let large = bucket.len() - recent;
        let score = |slot: &usize| bucket[*slot].grade as i32 - 2 * bucket[*slot].age as i32;
        let lowest = (0..large).min_by_key(|slot| (score(slot), bucket[*slot].age == 0)).unwrap();
        let own = large + candidate.random as usize % recent;
        let is_admitted = candidate.random % 128 == 127;
        if (candidate.grade as i32) < score(&lowest) && !is_admitted {
            Placement::replace(own)
        } else if bucket[lowest].age > 0 {
            Placement::replace(lowest)
        } else {
            Placement::displace(lowest, own)
        }
    }

    #[test]
    fn two_tiers_follow_their_documentation() {
        let mut random = SplitMix64::new(1);
        let mut below = |bound: u64| (random.next_u64() % bound) as u32;
        let mut admitted = 0;
        for n in 0..100_000 {
            let generations = u64::from(1 + below(31));
            let slots = 1 + n % 8;
            let mut bucket = [Entry::default(); 8];
            for entry in &mut bucket {
                *entry = Entry { grade: below(64), age: below(generations) };
            }
            let candidate = Candidate { grade: below(64), random: below(1 << 16) };
            admitted += u32::from(candidate.is_admitted_at_random());
            let place = TwoTier::place(&bucket[..slots], candidate);
            assert_eq!(
                place,
                in_two_tiers(&bucket[..slots], candidate),
                "{bucket:?} {candidate:?}"
            );
        }
        assert!(
            (700..870).contains(&admitted),
            "{admitted} of 100,000, not one in {RANDOM_ADMISSION}"
        );
    }
}
