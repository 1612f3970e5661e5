//! Finds and stores at every level that this processor has, against their definitions.

use std::marker::PhantomData;

use zobrist::source::SplitMix64;

#[cfg(double_words)]
use super::Doubles;
use super::{Bucket, Sequenced, Words};
use crate::arch::Level;
#[cfg(vectors)]
use crate::arch::x86_64::ranking::Ranking;
use crate::line::Line;
use crate::pack::Pack;
use crate::policy::{AgeAndDepth, Candidate, Entry, Placement, Policy, Subtree, TwoTier};
use crate::slot_bits::SlotBits;
use crate::slot_layout::{Form, Long, SlotLayout, SlotSize, Small, Wide};
use crate::store::{Change, Outcome, Store};
use crate::table::Table;

/// The levels at which there are slots of two words.
#[cfg(double_words)]
fn levels_of_doubles() -> impl Iterator<Item = Level> {
    Level::available().filter(|level| level.has_double_words())
}

/// Writes a slot, bypassing the policy.
fn put<B: Bucket<W>, const W: usize>(line: &Line, number: usize, slot: SlotBits<W>) {
    B::write(line, |_| (Some(Change::replace(number, slot)), ())).expect("no writer has the line");
}

fn slots<B: Bucket<W>, const W: usize>(line: &Line) -> Vec<SlotBits<W>> {
    B::read(line).expect("no writer has the line").as_ref().to_vec()
}

/// Of several entries with the tag, the one that `find` must return: the first. With words by AVX
/// it is the first of those with even numbers, or the first of the others if none of these has the
/// tag. `None` if there is no such entry.
fn preferred<const W: usize>(
    level: Level,
    slots: &[SlotBits<W>],
    layout: SlotLayout,
    tag: u128,
) -> Option<&SlotBits<W>> {
    let has_halves = cfg!(vectors) && W == 1 && level > Level::Portable;
    let first = |start, step| {
        slots.iter().skip(start).step_by(step).find(|slot: &&SlotBits<W>| slot.holds(layout, tag))
    };
    if has_halves { first(0, 2).or_else(|| first(1, 2)) } else { first(0, 1) }
}

/// True if `find` may return any of several entries with the tag: by the vectors of AVX-512, which
/// compare tags of one word, or any tags of slots of one word.
fn finds_any<const W: usize>(level: Level, layout: SlotLayout) -> bool {
    #[cfg(vectors)]
    return level == Level::Avx512 && (W == 1 || layout.tag == 64);
    #[cfg(not(vectors))]
    {
        let _ = (level, layout);
        false
    }
}

/// Checks that `find` finds an entry with the tag if there is one, and returns no other; of
/// several, the [`preferred`] one. Its tag may be left out, and all of the words above the lowest
/// if the tag is such a word. An entry of the tag 0 may go unfound after an empty slot.
fn is_found<B: Bucket<W>, const W: usize>(
    level: Level,
    line: &Line,
    layout: SlotLayout,
    tag: u128,
) -> bool {
    let found = B::find(level, line.into(), layout, tag);
    let slots = slots::<B, W>(line);
    let has_gap = slots.windows(2).any(|two| two[0].age(layout) == 0 && two[1].age(layout) != 0);
    let mut held = slots.iter().filter(|slot| slot.holds(layout, tag));
    if found.is_found(layout) {
        let payload = found.payload(layout);
        assert!(held.any(|slot| slot.payload(layout) == payload), "{level:?} {line:?} {tag}");
        if !finds_any::<W>(level, layout) && (tag != 0 || !has_gap) {
            let preferred = preferred(level, &slots, layout, tag).expect("an entry has the tag");
            assert_eq!(preferred.payload(layout), payload, "{level:?} {line:?} {tag}");
        }
        return true;
    }
    if tag != 0 || !has_gap {
        assert_eq!((held.count(), found), (0, SlotBits::EMPTY), "{level:?} {line:?} {tag}");
    }
    false
}

/// Lines with few tags, so that many entries are found, some of them twice in the line, and with
/// empty slots, half of them anywhere.
fn finds_entries<B: Bucket<W>, const W: usize, V: Pack, S: SlotSize>(level: Level) {
    let layout = Table::<u64, V, TwoTier, S>::SLOT_LAYOUT;
    let mut random = SplitMix64::new(1);
    let mut below = |bound: u64| random.next_u64() % bound;
    let highest = 1 << (layout.tag - 1);
    let tags = [0, 1, highest, highest | 1, 1 << (layout.tag - 5)];
    let mut found = 0;
    for _ in 0..4000 {
        let line = Line::default();
        let (entries, may_gap) = (below(B::COUNT as u64 + 1) as usize, below(2) == 0);
        for number in 0..B::COUNT {
            let payload = u128::from(below(1 << 16)) & crate::pack::low_bits(layout.payload);
            let (tag, age, grade) = (tags[below(4) as usize], 1 + below(31), below(64));
            let slot = SlotBits::pack(layout, tag, age as u32, grade as u32, payload);
            if if may_gap { below(4) > 0 } else { number < entries } {
                put::<B, W>(&line, number, slot);
            }
        }
        for tag in tags {
            found += usize::from(is_found::<B, W>(level, &line, layout, tag));
        }
    }
    assert!(found > 4000, "{found}");
}

#[test]
fn entries_are_found() {
    for level in Level::available() {
        finds_entries::<Words, 1, u32, Small>(level);
        finds_entries::<Words, 1, u16, Small>(level);
    }
    finds_entries::<Sequenced<2, 3>, 2, u32, Wide>(Level::Portable);
    finds_entries::<Sequenced<3, 2>, 3, [u64; 2], Long>(Level::Portable);
}

/// Tags of a whole word, and of fewer bits.
#[test]
#[cfg(double_words)]
fn entries_are_found_by_native_accesses() {
    for level in levels_of_doubles() {
        finds_entries::<Doubles, 2, u32, Wide>(level);
        finds_entries::<Doubles, 2, u64, Wide>(level);
        finds_entries::<Doubles, 2, [u8; 12], Wide>(level);
    }
}

struct Refusing;

impl Policy for Refusing {
    const NAME: &'static str = "refusing";
    const GRADE_BITS: u32 = 4;
    const AGE_BITS: u32 = 4;
    type Work = u64;
    fn grade(_: u64) -> u32 {
        0
    }
    fn place(_: &[Entry], _: Candidate) -> Placement {
        Placement::REFUSE
    }
}

/// A refused store leaves a full bucket bit for bit as it was, and releases its line.
fn writes_nothing<B: Bucket<W>, const W: usize, S: SlotSize>(level: Level) {
    type Refuses<S> = Table<u64, u32, Refusing, S>;
    let layout = Refuses::<S>::LAYOUT;
    let line = Line::default();
    let store = |tag: u128, payload: u128| {
        let form = PhantomData;
        let store = Store::<Refuses<S>> { tag, payload, age: 3, grade: 2, now: 3, form };
        B::store(level, &line, store)
    };
    for tag in 1..=B::COUNT as u128 {
        assert_eq!(store(tag, tag), Some(Outcome::New));
    }
    let full = slots::<B, W>(&line);
    for _ in 0..3 {
        assert_eq!(store(0x99, 0), Some(Outcome::Refused));
        assert_eq!(slots::<B, W>(&line), full);
    }
    assert_eq!(store(1, 42), Some(Outcome::Updated));
    assert_eq!(B::find(level, (&line).into(), layout, 1).payload(layout), 42);
}

#[test]
fn a_refusal_writes_nothing() {
    for level in Level::available() {
        writes_nothing::<Words, 1, Small>(level);
    }
    writes_nothing::<Sequenced<2, 3>, 2, Wide>(Level::Portable);
    writes_nothing::<Sequenced<3, 2>, 3, Long>(Level::Portable);
    #[cfg(double_words)]
    for level in levels_of_doubles() {
        writes_nothing::<Doubles, 2, Wide>(level);
    }
}

/// Stores in random lines, each also by the definition, which must leave an equal line. The table
/// must be one whose stores are ranked, where there are vectors: else the definition would be
/// compared with itself.
fn stores_as_defined<B: Bucket<W>, const W: usize, V: Pack, P: Policy, S: SlotSize>(level: Level) {
    type Of<V, P, S> = Table<u64, V, P, S>;
    let layout = Of::<V, P, S>::LAYOUT;
    #[cfg(vectors)]
    assert!(Ranking::of::<Of<V, P, S>>().is_some(), "{layout:?} is not ranked");
    let mut random = SplitMix64::new(1);
    let mut below = |bound: u64| random.next_u64() % bound;
    let mut outcomes = [0; 5];
    // Lowest bits of tags: three slots of the second tier, and half of them admitted at random.
    let low_bits = |below: &mut dyn FnMut(u64) -> u64| 0x3f + (below(2) << 6) + (below(3) << 7);
    for _ in 0..20_000 {
        // Few tags, so that some come twice, one of them zero, and the last few generations.
        let now = 1 + below(31) as u32;
        let spread = 1 + below(31);
        let grades = 1 + below(1 << layout.grade);
        let tags = 1 + below(20);
        let store = |below: &mut dyn FnMut(u64) -> u64| Store::<Of<V, P, S>> {
            tag: match below(tags) {
                3 => 0,
                tag => u128::from(tag << (layout.tag - 8) ^ low_bits(below)),
            },
            payload: u128::from(below(1 << 16)) & crate::pack::low_bits(layout.payload),
            age: (u64::from(now) + 30 - below(spread)) as u32 % 31 + 1,
            grade: below(grades) as u32,
            now,
            form: PhantomData,
        };
        let lines = [Line::default(), Line::default()];
        // Full lines, those with some entries in front, and those with empty slots anywhere.
        let (entries, gaps) = (below(3 * B::COUNT as u64), below(4) == 0);
        for number in 0..B::COUNT {
            if (number as u64) < entries && !(gaps && below(4) == 0) {
                let new = store(&mut below).slot_bits();
                lines.iter().for_each(|line| put::<B, W>(line, number, new));
            }
        }
        let store = store(&mut below);
        let before = slots::<B, W>(&lines[0]);
        let mut after_gap = before.iter().skip_while(|slot| slot.age(layout) != 0);
        if after_gap.any(|slot| slot.holds(layout, store.tag)) {
            // After an empty slot the tag may be seen or not.
            continue;
        }
        let outcome = B::store(level, &lines[0], store);
        let defined = B::write(&lines[1], |slots| store.change(slots));
        assert_eq!(outcome, defined, "{level:?}, {layout:?}, {before:?}");
        let [by_level, by_definition] = lines.map(|line| slots::<B, W>(&line));
        assert_eq!(by_level, by_definition, "{level:?}, {layout:?}, {before:?}");
        outcomes[outcome.expect("nobody holds the line") as usize] += 1;
    }
    assert!(outcomes[..3].iter().all(|times| *times > 500), "{outcomes:?}");
}

/// With six bits of grade: tags of 37, 52 and 21 bits.
fn stores_in_words<P: Policy>(level: Level) {
    stores_as_defined::<Words, 1, u16, P, Small>(level);
    stores_as_defined::<Words, 1, bool, P, Small>(level);
    stores_as_defined::<Words, 1, u32, P, Small>(level);
}

/// With six bits of grade: tags of 64, 53 and 21 bits, the last two in one word with grade and
/// generation.
#[cfg(double_words)]
fn stores_in_doubles<P: Policy>(level: Level) {
    stores_as_defined::<Doubles, 2, u32, P, Wide>(level);
    stores_as_defined::<Doubles, 2, u64, P, Wide>(level);
    stores_as_defined::<Doubles, 2, [u8; 12], P, Wide>(level);
}

#[test]
#[cfg(vectors)]
fn policies_with_scores_are_ranked() {
    use crate::policy::Always;

    fn is_ranked<P: Policy>() -> bool {
        let small = Ranking::of::<Table<u64, u16, P, Small>>();
        let wide = Ranking::of::<Table<u64, [u8; 12], P, Wide>>();
        assert_eq!(small.is_some(), wide.is_some());
        small.is_some()
    }
    assert!(is_ranked::<TwoTier>() && is_ranked::<Subtree>() && is_ranked::<AgeAndDepth>());
    assert!(!is_ranked::<Always>() && !is_ranked::<Refusing>());
}

#[test]
fn stores_go_where_the_definition_says() {
    for level in Level::available() {
        stores_in_words::<TwoTier>(level);
        stores_in_words::<Subtree>(level);
        stores_in_words::<AgeAndDepth>(level);
    }
    #[cfg(double_words)]
    for level in levels_of_doubles() {
        stores_in_doubles::<TwoTier>(level);
        stores_in_doubles::<Subtree>(level);
        stores_in_doubles::<AgeAndDepth>(level);
    }
}
