//! The table: probe and store.

use std::fmt::{self, Debug};
use std::marker::PhantomData;
use std::ptr::NonNull;

use zobrist::Key;

use crate::arch::Level;
use crate::counters::{Counted, Counters, Event, Off};
use crate::error::AllocateError;
use crate::line::Line;
use crate::memory::{self, LineAt, Memory, Pages};
use crate::pack::{Pack, bits_of, low_bits};
use crate::policy::{Policy, TwoTier};
use crate::slot::{Bucket, with_bucket};
use crate::slot_bits::SlotBits;
use crate::slot_layout::{Fit, Form, SlotLayout, SlotSize};
use crate::store::{Change, Outcome, Store};

/// A concurrent transposition table: it keeps a payload for a key until another entry takes its
/// place.
///
/// All methods that take `&self` may be called by any number of threads at once. A probe returns a
/// payload that was stored as a whole, under a key with the same bucket and tag; if the table
/// [`is_exact`](Table::is_exact), under that very key.
///
/// The parameters are the key, a [`Key`] whose bits are spread like those of a hash; the payload, a
/// [`Pack`]; the replacement [`Policy`]; the [`SlotSize`]; and [`Off`] or [`Counted`] for the counting
/// of events, for which [`CountedTable`] is another name.
///
/// ```
/// use zobrist_transposition::Table;
///
/// let table = Table::<u64, i16>::new(1 << 20)?; // a mebibyte
/// let key = 0x9d39_247e_3377_6d41;
/// assert_eq!(table.probe(key), None);
/// table.store(key, -35, 1200); // the result of a search of 1,200 nodes
/// assert_eq!(table.probe(key), Some(-35));
/// # Ok::<(), zobrist_transposition::AllocateError>(())
/// ```
pub struct Table<K, V, P = TwoTier, S = Fit, C = Off> {
    pub(crate) memory: Memory,
    pub(crate) level: Level,
    counters: C,
    types: PhantomData<fn(K, P, S) -> V>,
}

/// A table that counts what happens to it.
///
/// ```
/// use zobrist_transposition::CountedTable;
///
/// let table = CountedTable::<u64, i16>::new(1 << 20)?;
/// table.store(0x9d39_247e_3377_6d41, -35, 1200);
/// table.probe(0x9d39_247e_3377_6d41);
/// table.probe(0x2af7_3980_05aa_a5c7);
/// let counted = table.counters().statistics();
/// assert_eq!((counted.probes, counted.hits, counted.new), (2, 1, 1));
/// # Ok::<(), zobrist_transposition::AllocateError>(())
/// ```
pub type CountedTable<K, V, P = TwoTier, S = Fit> = Table<K, V, P, S, Counted>;

impl<K: Key, V: Pack, P: Policy, S: SlotSize, C: Counters> Form for Table<K, V, P, S, C> {
    type Policy = P;
    const LAYOUT: SlotLayout = Self::SLOT_LAYOUT;
}

impl<K: Key, V: Pack, P: Policy, S: SlotSize, C: Counters> Table<K, V, P, S, C> {
    /// The layout of a slot: where the tag, grade, generation and payload are in it.
    pub const SLOT_LAYOUT: SlotLayout = SlotLayout::of::<K, V, P, S>();

    /// Creates an empty table of at most `bytes` bytes, which may be any number, on huge pages if
    /// the system gives them to everybody ([`Pages::Transparent`]). Pages that the system has
    /// reserved may be set aside for another program, and are taken only by
    /// [`with_pages`](Table::with_pages).
    ///
    /// # Errors
    /// When `bytes` has no room for a cache line of 64 bytes, or there is not that much memory.
    pub fn new(bytes: u64) -> Result<Self, AllocateError> {
        Self::with_pages(bytes, Pages::Transparent)
    }

    /// Creates an empty table of at most `bytes` bytes on pages no larger than `largest`, or on
    /// smaller ones if the system does not have those; [`pages`](Table::pages) says which. With
    /// [`Pages::Huge`] or [`Pages::Gigantic`] it takes reserved pages, if enough are free and no
    /// more than an eighth of them is wasted.
    ///
    /// ```
    /// use zobrist_transposition::{Pages, Table};
    ///
    /// // On pages of 1 GiB that were reserved for this program, or of 2 MiB.
    /// let table = Table::<u64, i16>::with_pages(1 << 21, Pages::Gigantic)?;
    /// assert!(table.pages() <= Pages::Gigantic);
    /// # Ok::<(), zobrist_transposition::AllocateError>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`new`](Table::new).
    pub fn with_pages(bytes: u64, largest: Pages) -> Result<Self, AllocateError> {
        let lines = memory::lines_in(bytes)?;
        Ok(Self::on(Memory::new(lines, largest)?))
    }

    /// Creates an empty table as [`with_pages`](Table::with_pages) does, and calls `place` with its
    /// memory before the table is used: to bind it to NUMA nodes or spread it over them, by `mbind`
    /// of Linux or `numa_interleave_memory` of libnuma. With the feature `native`, nothing has been
    /// written to the memory by then, so that its pages have no place yet.
    ///
    /// Without a hook, a page lies on the node of the thread that writes to it first: a table whose
    /// creator calls [`clear`](Table::clear) on all threads at once is spread over their nodes.
    ///
    /// ```
    /// use std::ptr::NonNull;
    /// use zobrist_transposition::{Pages, Table};
    ///
    /// let interleave = |memory: NonNull<[u8]>| {
    ///     // Here: numa_interleave_memory(memory.cast().as_ptr(), memory.len(), numa_all_nodes_ptr)
    ///     assert_eq!(memory.len(), 1 << 20);
    /// };
    /// let table = Table::<u64, i16>::with_placement(1 << 20, Pages::Transparent, interleave)?;
    /// # Ok::<(), zobrist_transposition::AllocateError>(())
    /// ```
    ///
    /// [`resize`](Table::resize) moves a table to memory that `place` has not seen: create another
    /// table instead.
    ///
    /// # Errors
    /// The errors of [`new`](Table::new).
    pub fn with_placement(
        bytes: u64,
        largest: Pages,
        place: impl FnOnce(NonNull<[u8]>),
    ) -> Result<Self, AllocateError> {
        let memory = Memory::new(memory::lines_in(bytes)?, largest)?;
        let lines = NonNull::from(memory.lines());
        place(NonNull::slice_from_raw_parts(lines.cast(), lines.len() * size_of::<Line>()));
        Ok(Self::on(memory))
    }

    /// The table on lines that are empty or hold its entries.
    pub(crate) fn on(memory: Memory) -> Self {
        Table { memory, level: Level::detect(), counters: C::default(), types: PhantomData }
    }

    /// The line of a key, from the high half of a product: any number of lines will do.
    #[inline(always)]
    fn line_at(&self, key: u128) -> LineAt<'_> {
        let high = if K::BITS <= 64 {
            (key as u64) << (64 - K::BITS)
        } else {
            (key >> (K::BITS - 64)) as u64
        };
        self.memory.line(high)
    }

    #[inline(always)]
    pub(crate) fn line(&self, key: u128) -> &Line {
        self.line_at(key).line()
    }

    #[inline(always)]
    pub(crate) fn tag(key: u128) -> u128 {
        key & low_bits(Self::SLOT_LAYOUT.tag)
    }

    #[inline(always)]
    pub(crate) fn now(&self) -> u32 {
        self.memory.generation().get() as u32 & low_bits(P::AGE_BITS) as u32
    }

    /// Returns the payload that is stored for a key. Costs one cache line from memory.
    ///
    /// If slots are checked by a sequence number ([`Size`](crate::Size)), an entry may go unfound
    /// while another thread writes in its bucket.
    #[inline(always)]
    pub fn probe(&self, key: K) -> Option<V> {
        let key = key.to_word();
        let line = self.line_at(key);
        let (found, payload) = with_bucket!(self.level, B => {
            let slot = B::find(self.level, line, Self::SLOT_LAYOUT, Self::tag(key));
            (slot.is_found(Self::SLOT_LAYOUT), slot.payload(Self::SLOT_LAYOUT))
        });
        self.counters.count(Event::Probe, 1);
        self.counters.count(Event::Hit, u64::from(found));
        found.then_some(V::unpack(payload))
    }

    /// Returns the payload that is stored for a key and passes the caller's check, for instance
    /// that its move is legal. Entries with the right tag that fail the check are counted as
    /// collisions.
    #[inline]
    pub fn probe_if(&self, key: K, check: impl Fn(&V) -> bool) -> Option<V> {
        let key = key.to_word();
        let (line, tag) = (self.line(key), Self::tag(key));
        self.counters.count(Event::Probe, 1);
        let found = with_bucket!(self.level, B => {
            let slots = B::read(line);
            let slots = slots.as_ref().map_or(&[][..], |slots| slots.as_ref());
            slots.iter().find_map(|slot| {
                if !slot.holds(Self::SLOT_LAYOUT, tag) {
                    return None;
                }
                let value = V::unpack(slot.payload(Self::SLOT_LAYOUT));
                let passed = check(&value);
                self.counters.count(Event::Collision, u64::from(!passed));
                passed.then_some(value)
            })
        });
        self.counters.count(Event::Hit, u64::from(found.is_some()));
        found
    }

    /// Stores a payload for a key: over the entry of this key, else in an empty slot, else where
    /// the policy says. The policy defines `work`; for the default it is the number of nodes that
    /// were searched for the payload.
    ///
    /// An entry of the same key is always replaced, even by one that took less work: the policy is
    /// not asked. [`store_with`](Table::store_with) can keep the deeper of two results, or the move
    /// of the one before.
    ///
    /// When two threads store in one bucket at the same time, one of the two entries may be lost,
    /// or a key may be left in it twice; none is torn. A probe for a key that is there twice may
    /// find the older payload, even after later stores, until that is replaced.
    #[inline(always)]
    pub fn store(&self, key: K, value: V, work: P::Work) -> Outcome {
        let key = key.to_word();
        let line = self.line(key);
        let (age, grade) = (self.now(), P::grade(work));
        // Made in each arm: one that an arm passes in memory would be in memory for all of them.
        let store = || Store::<Self> {
            tag: Self::tag(key),
            payload: bits_of(value),
            age,
            grade,
            now: age,
            form: PhantomData,
        };
        let outcome = with_bucket!(self.level, B => B::store(self.level, line, store()));
        let outcome = outcome.unwrap_or(Outcome::Contended);
        self.counters.count(outcome.event(), 1);
        outcome
    }

    /// Stores what `choose` makes of the entry of a key, `None` if there is none: the payload and
    /// the work that it took, as a pair or in an option. `None` in return leaves the entry as it is
    /// and brings it into the current generation. One look-up does what a probe and a store do.
    ///
    /// ```
    /// use zobrist_transposition::{Table, payload};
    ///
    /// payload! {
    ///     struct Node {
    ///         score: i16,
    ///         depth: u8,
    ///         best: u16,
    ///     }
    /// }
    ///
    /// let table = Table::<u64, Node>::new(1 << 20)?;
    /// // A deeper result stays; a result without a move keeps the move of the one before.
    /// let store = |key, new: Node, nodes| {
    ///     table.store_with(key, |old: Option<Node>| match old {
    ///         Some(old) if old.depth > new.depth => None,
    ///         Some(old) if new.best == 0 => Some((Node { best: old.best, ..new }, nodes)),
    ///         _ => Some((new, nodes)),
    ///     })
    /// };
    ///
    /// let key = 0x463b_9618_1691_fc9c;
    /// store(key, Node { score: 31, depth: 12, best: 796 }, 40_000);
    /// store(key, Node { score: -5, depth: 3, best: 405 }, 90); // kept out
    /// store(key, Node { score: 28, depth: 13, best: 0 }, 70_000);
    /// assert_eq!(table.probe(key).map(|node| (node.score, node.best)), Some((28, 796)));
    /// # Ok::<(), zobrist_transposition::AllocateError>(())
    /// ```
    ///
    /// If a slot is one atomic access, what another thread stores for the key between the read and
    /// the write is lost; else other threads find the bucket held while `choose` runs. Without an
    /// entry, the payload is stored as by [`store`](Table::store).
    #[inline]
    pub fn store_with<R: Into<Option<(V, P::Work)>>>(
        &self,
        key: K,
        choose: impl FnOnce(Option<V>) -> R,
    ) -> Outcome {
        let word = key.to_word();
        let (line, tag) = (self.line(word), Self::tag(word));
        let (layout, now) = (Self::SLOT_LAYOUT, self.now());
        let stored = with_bucket!(self.level, B => B::write(line, |slots| {
            let found = slots.iter().position(|slot| slot.holds(layout, tag));
            let Some(number) = found else { return (None, Err(choose)) };
            let old = slots[number].payload(layout);
            let (payload, grade) = match choose(Some(V::unpack(old))).into() {
                Some((value, work)) => (bits_of(value), P::grade(work)),
                None => (old, slots[number].entry(layout, now).grade),
            };
            let new = SlotBits::pack(layout, tag, now, grade, payload);
            (Some(Change::replace(number, new)), Ok(()))
        }));
        let outcome = match stored {
            Some(Ok(())) => Outcome::Updated,
            Some(Err(choose)) => match choose(None).into() {
                Some((value, work)) => return self.store(key, value, work),
                None => Outcome::Refused,
            },
            None => Outcome::Contended,
        };
        self.counters.count(outcome.event(), 1);
        outcome
    }

    /// Changes the payload of a key in place and returns the new one; `None` when there is no entry
    /// for the key, or another writer holds the bucket ([`Outcome::Contended`]). The entry keeps
    /// its grade and moves to the current generation.
    ///
    /// If a slot is one atomic access, a store or update by another thread between the read and the
    /// write is lost.
    #[inline]
    pub fn update(&self, key: K, change: impl FnOnce(V) -> V) -> Option<V> {
        let key = key.to_word();
        let (line, tag) = (self.line(key), Self::tag(key));
        let (layout, now) = (Self::SLOT_LAYOUT, self.now());
        with_bucket!(self.level, B => B::write(line, |slots| {
            let found = slots.iter().position(|slot| slot.holds(layout, tag));
            let Some(number) = found else { return (None, None) };
            let value = change(V::unpack(slots[number].payload(layout)));
            let grade = slots[number].entry(layout, now).grade;
            let new = SlotBits::pack(layout, tag, now, grade, bits_of(value));
            (Some(Change::replace(number, new)), Some(value))
        }))
        .flatten()
    }

    /// Prefetches the cache line of a key that will be probed or stored soon.
    #[inline(always)]
    pub fn prefetch(&self, key: K) {
        self.line(key.to_word()).prefetch();
    }

    /// Probes for many keys: sets `found[i]` to the payload that is stored for `keys[i]`. Cache
    /// lines are prefetched, so that many are in flight at the same time.
    ///
    /// # Panics
    /// When the slices have different lengths.
    #[inline]
    pub fn probe_many(&self, keys: &[K], found: &mut [Option<V>]) {
        assert_eq!(keys.len(), found.len(), "there is one place for each key");
        for key in keys.iter().take(PREFETCH_DISTANCE) {
            self.prefetch(*key);
        }
        for (i, (key, found)) in keys.iter().zip(found).enumerate() {
            if let Some(later) = keys.get(i + PREFETCH_DISTANCE) {
                self.prefetch(*later);
            }
            *found = self.probe(*key);
        }
    }

    /// Returns the counters; with [`Counted`], their [`statistics`](Counted::statistics) are the numbers of events.
    pub fn counters(&self) -> &C {
        &self.counters
    }
}

/// Number of keys by which [`Table::probe_many`] prefetches ahead. More lines can be in flight than
/// a processor's queues hold probes, but the first probe of a batch waits until this many have been
/// requested.
const PREFETCH_DISTANCE: usize = 64;

impl<K: Key, V: Pack, P: Policy, S: SlotSize, C: Counters> Debug for Table<K, V, P, S, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table")
            .field("policy", &P::NAME)
            .field("buckets", &self.buckets())
            .field("slots_per_bucket", &self.slots_per_bucket())
            .field("slot_layout", &Self::SLOT_LAYOUT)
            .field("pages", &self.pages())
            .finish_non_exhaustive()
    }
}
