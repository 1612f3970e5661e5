//! Layouts: the features that a game has, and the slot of each.
//!
//! A [`Layout`] holds its kinds and their names by value, at most 24 of them, so that one made at
//! run time leaks nothing; 24 are enough for every layout of the literature. Kinds chain as
//! constants and not by a macro, which would hide the same.

use core::cmp::Ordering;
use core::fmt::{self, Debug, Display};
use core::hash::{Hash, Hasher};

use crate::message::Message;
use crate::name::{Name, same};

/// A feature of a state, such as a stone on one point, by its slot in the layout.
///
/// Made by [`Kind::at`]; a table of keys is indexed by it. In debug builds it remembers the kind,
/// so that keys of another layout panic instead of giving the key of another feature; in release
/// builds it is the slot alone, of four bytes.
#[derive(Clone, Copy)]
pub struct Feature {
    slot: u32,
    /// `None` if it was made from a slot.
    #[cfg(debug_assertions)]
    kind: Option<Kind>,
}

impl Feature {
    /// Creates the feature of a slot. [`Kind::at`] says more and checks more; this
    /// is for code that walks over all features of a layout.
    ///
    /// # Panics
    /// When `slot` is not below 2^32.
    #[inline]
    #[must_use]
    pub const fn from_slot(slot: usize) -> Feature {
        assert!(slot <= u32::MAX as usize, "a slot is below 2^32");
        Feature {
            slot: slot as u32,
            #[cfg(debug_assertions)]
            kind: None,
        }
    }

    /// Returns the slot, from 0.
    #[inline(always)]
    #[must_use]
    pub const fn slot(self) -> usize {
        self.slot as usize
    }
}

impl Debug for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Feature({})", self.slot)
    }
}

/// Compares the slots.
impl PartialEq for Feature {
    #[inline(always)]
    fn eq(&self, other: &Feature) -> bool {
        self.slot == other.slot
    }
}

impl Eq for Feature {}

impl PartialOrd for Feature {
    #[inline(always)]
    fn partial_cmp(&self, other: &Feature) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Feature {
    #[inline(always)]
    fn cmp(&self, other: &Feature) -> Ordering {
        self.slot.cmp(&other.slot)
    }
}

impl Hash for Feature {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.slot.hash(state);
    }
}

/// A named family of features with consecutive slots.
///
/// Kinds chain: each knows the one before it, so that its slots, and whether its
/// name is new, are settled at compile time.
///
/// ```
/// use zobrist::Kind;
///
/// const STONE: Kind = Kind::first("stone", 2 * 9);
/// const TURN: Kind = STONE.then("turn", 1);
///
/// assert_eq!(STONE.at(17).slot(), 17);
/// assert_eq!(TURN.at(0).slot(), 18);
/// assert_eq!(TURN.layout().len(), 19);
/// ```
///
/// A name that is used twice does not compile:
///
/// ```compile_fail
/// use zobrist::Kind;
///
/// const STONE: Kind = Kind::first("stone", 18);
/// const AGAIN: Kind = STONE.then("stone", 1);
/// # assert_eq!(AGAIN.size(), 1);
/// ```
///
/// Nor does a constant feature that the kind does not have:
///
/// ```compile_fail
/// use zobrist::{Feature, Kind};
///
/// const STONE: Kind = Kind::first("stone", 18);
/// const NOWHERE: Feature = STONE.at(18);
/// # assert_eq!(NOWHERE.slot(), 18);
/// ```
#[derive(Clone, Copy)]
pub struct Kind {
    name: Name,
    start: u32,
    size: u32,
    place: Predecessor,
}

/// The link from a kind to the one before it.
#[derive(Clone, Copy)]
enum Predecessor {
    First,
    After(&'static Kind),
    /// It was taken from a layout, which knows them.
    InLayout,
}

impl Kind {
    /// Creates the first kind of a layout, with `size` features.
    ///
    /// # Panics
    /// When the name is empty, has a NUL byte or more than [31](crate::MAX_NAME) bytes, or the size
    /// is not below 2^32.
    #[must_use]
    pub const fn first(name: &str, size: usize) -> Kind {
        Kind::new(name, 0, size, Predecessor::First)
    }

    /// Creates the kind after this one, with `size` features.
    ///
    /// # Panics
    /// When the name is already in the chain, is empty, has a NUL byte or more than
    /// [31](crate::MAX_NAME) bytes, when the layout would have 2^32 slots or more, or when this kind was taken from a
    /// [`Layout`]. In a constant the panic is a compile error.
    #[must_use]
    pub const fn then(&'static self, name: &str, size: usize) -> Kind {
        let mut kind = self;
        loop {
            assert!(!same(kind.name(), name), "the kinds of a layout have different names");
            kind = match kind.place {
                Predecessor::First => break,
                Predecessor::After(before) => before,
                Predecessor::InLayout => {
                    panic!("a kind that was taken from a layout begins no chain")
                }
            };
        }
        Kind::new(name, self.end(), size, Predecessor::After(self))
    }

    const fn new(name: &str, start: usize, size: usize, place: Predecessor) -> Kind {
        let name = Name::new(name);
        // Compared with what is left, since a sum could wrap.
        let left = u32::MAX as u64 - start as u64;
        assert!(size as u64 <= left, "a layout has fewer than 2^32 slots");
        Kind { name, start: start as u32, size: size as u32, place }
    }

    /// Returns the feature of this kind with the given index, from 0.
    ///
    /// # Panics
    /// When `index` is not below [`size`](Kind::size).
    #[inline(always)]
    #[track_caller]
    #[must_use]
    pub const fn at(&self, index: usize) -> Feature {
        if index >= self.size as usize {
            self.has_no(index);
        }
        Feature {
            slot: self.start + index as u32,
            #[cfg(debug_assertions)]
            kind: Some(*self),
        }
    }

    #[cold]
    #[track_caller]
    const fn has_no(&self, index: usize) -> ! {
        Message::new("the kind `")
            .text(self.name())
            .text("` has ")
            .number(self.size as usize)
            .text(" features, from 0 on, and so none with the index ")
            .number(index)
            .fail()
    }

    /// Returns the index of a feature within this kind, or `None` when it is of another kind.
    #[inline]
    #[must_use]
    pub const fn index_of(&self, feature: Feature) -> Option<usize> {
        if feature.slot() >= self.start() && feature.slot() < self.end() {
            Some(feature.slot() - self.start())
        } else {
            None
        }
    }

    /// Returns the name.
    #[must_use]
    pub const fn name(&self) -> &str {
        self.name.text()
    }

    /// Returns the number of features.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.size as usize
    }

    /// Returns the slot of the first feature.
    #[must_use]
    pub const fn start(&self) -> usize {
        self.start as usize
    }

    /// Returns the slot after that of the last feature.
    #[must_use]
    pub const fn end(&self) -> usize {
        self.start as usize + self.size as usize
    }

    /// Returns the layout that ends with this kind.
    ///
    /// # Panics
    /// When the chain has more than [`MAX_KINDS`] kinds, or this kind was taken from a layout.
    #[must_use]
    pub const fn layout(&'static self) -> Layout {
        let mut kinds = [Span::NONE; MAX_KINDS];
        let mut count = 0;
        let mut kind = self;
        loop {
            assert!(count < MAX_KINDS, "a layout has at most 24 kinds");
            kinds[count] = Span { name: kind.name, end: kind.end() as u32 };
            count += 1;
            kind = match kind.place {
                Predecessor::First => break,
                Predecessor::After(before) => before,
                Predecessor::InLayout => {
                    panic!("a kind that was taken from a layout ends no chain")
                }
            };
        }
        // From the last kind to the first: turned around.
        let mut low = 0;
        while low < count / 2 {
            (kinds[low], kinds[count - 1 - low]) = (kinds[count - 1 - low], kinds[low]);
            low += 1;
        }
        Layout { kinds, count }
    }
}

impl Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name(), self.size)
    }
}

/// The ordered kinds of one game, for which a table of keys is made.
///
/// Made by [`Kind::layout`] from the last kind, or by [`Layout::of`] from names and sizes. Layouts
/// are compared by the names and sizes of their kinds.
///
/// ```
/// use zobrist::{Kind, Layout};
///
/// const PIECE: Kind = Kind::first("piece", 768);
/// const TURN: Kind = PIECE.then("turn", 1);
/// const LAYOUT: Layout = TURN.layout();
///
/// assert_eq!(LAYOUT.to_string(), "769 = piece 768 + turn 1");
/// assert_eq!(LAYOUT.name(PIECE.at(5)).to_string(), "piece[5]");
/// ```
#[derive(Clone, Copy)]
pub struct Layout {
    kinds: [Span; MAX_KINDS],
    count: usize,
}

/// The largest number of kinds in a layout.
pub const MAX_KINDS: usize = 24;

/// A kind in a layout; it begins where the one before ends.
#[derive(Clone, Copy)]
struct Span {
    name: Name,
    end: u32,
}

impl Span {
    const NONE: Span = Span { name: Name::NONE, end: 0 };
}

impl Layout {
    /// Creates a layout from the names and sizes of its kinds, such as one that is composed at run
    /// time.
    ///
    /// ```
    /// use zobrist::Layout;
    ///
    /// let layout = Layout::of(&[("piece", 768), ("turn", 1)]);
    /// assert_eq!(layout.kind(1).at(0).slot(), 768);
    /// ```
    ///
    /// # Panics
    /// When there is no kind or more than [`MAX_KINDS`], a name is empty, has a NUL byte or more
    /// than [31](crate::MAX_NAME) bytes or occurs twice, or there would be 2^32 slots or more.
    #[must_use]
    pub const fn of(kinds: &[(&str, usize)]) -> Layout {
        assert!(!kinds.is_empty(), "a layout has a kind");
        assert!(kinds.len() <= MAX_KINDS, "a layout has at most 24 kinds");
        let mut spans = [Span::NONE; MAX_KINDS];
        let mut end = 0;
        let mut count = 0;
        while count < kinds.len() {
            let (name, size) = kinds[count];
            let mut earlier = 0;
            while earlier < count {
                assert!(
                    !same(spans[earlier].name.text(), name),
                    "the kinds of a layout have different names"
                );
                earlier += 1;
            }
            let kind = Kind::new(name, end, size, Predecessor::InLayout);
            end = kind.end();
            spans[count] = Span { name: kind.name, end: end as u32 };
            count += 1;
        }
        Layout { kinds: spans, count }
    }

    /// Returns the number of features.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.kinds[self.count - 1].end as usize
    }

    /// Returns true if the layout has no feature.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of kinds.
    #[must_use]
    pub const fn kind_count(&self) -> usize {
        self.count
    }

    /// Returns the kind at a position in the order of the kinds, from 0.
    ///
    /// # Panics
    /// When there is no such kind.
    #[must_use]
    pub const fn kind(&self, position: usize) -> Kind {
        assert!(position < self.count, "the layout has no such kind");
        let start = if position == 0 { 0 } else { self.kinds[position - 1].end };
        let Span { name, end } = self.kinds[position];
        Kind { name, start, size: end - start, place: Predecessor::InLayout }
    }

    /// Returns the kind of a name; `None` if there is none.
    #[must_use]
    pub const fn kind_named(&self, name: &str) -> Option<Kind> {
        let mut position = 0;
        while position < self.count {
            if same(self.kinds[position].name.text(), name) {
                return Some(self.kind(position));
            }
            position += 1;
        }
        None
    }

    /// Returns the kinds in order.
    #[must_use]
    pub fn kinds(self) -> impl ExactSizeIterator<Item = Kind> {
        (0..self.kind_count()).map(move |position| self.kind(position))
    }

    /// Returns all features in the order of their slots.
    pub fn features(self) -> impl ExactSizeIterator<Item = Feature> {
        (0..self.len()).map(Feature::from_slot)
    }

    /// In debug builds, panics for a feature that a kind of another layout has made.
    #[inline(always)]
    #[track_caller]
    pub(crate) fn expect_own(&self, feature: Feature) {
        #[cfg(debug_assertions)]
        if let Some(kind) = &feature.kind {
            self.expect_kind(feature, kind);
        }
        #[cfg(not(debug_assertions))]
        let _ = feature;
    }

    /// Kinds of other chains are equal if they have the same name and slots.
    #[cfg(debug_assertions)]
    #[track_caller]
    fn expect_kind(&self, feature: Feature, kind: &Kind) {
        let is_own = self.kinds[..self.count]
            .iter()
            .any(|span| span.end as usize == kind.end() && span.name == kind.name);
        assert!(
            is_own || feature.slot() >= self.len(),
            "expected a feature of the layout {self}, got {}[{}] of the layout {}, whose slot is \
             that of {}",
            kind.name(),
            feature.slot() - kind.start(),
            Chain(kind),
            self.name(feature),
        );
    }

    /// Returns the kind of a feature and its index there, or `None` when the layout has
    /// no such feature.
    #[must_use]
    pub fn find(self, feature: Feature) -> Option<(Kind, usize)> {
        self.kinds().find_map(|kind| kind.index_of(feature).map(|index| (kind, index)))
    }

    /// Returns the name of a feature for messages: `kind[index]`.
    #[must_use]
    pub fn name(self, feature: Feature) -> impl Display {
        FeatureName { layout: self, feature }
    }
}

impl Display for Layout {
    /// Writes the size and the kinds: `769 = piece 768 + turn 1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.len())?;
        for (position, kind) in self.kinds().enumerate() {
            write!(f, " {} {} {}", if position == 0 { '=' } else { '+' }, kind.name(), kind.size)?;
        }
        Ok(())
    }
}

impl Debug for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Layout({self})")
    }
}

impl PartialEq for Layout {
    fn eq(&self, other: &Layout) -> bool {
        self.kind_count() == other.kind_count()
            && self
                .kinds()
                .zip(other.kinds())
                .all(|(a, b)| a.name() == b.name() && a.size == b.size)
    }
}

impl Eq for Layout {}

/// The kinds up to one, as a [`Layout`] is written.
#[cfg(debug_assertions)]
struct Chain<'a>(&'a Kind);

#[cfg(debug_assertions)]
impl Display for Chain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, size) = (self.0.name(), self.0.size);
        match self.0.place {
            Predecessor::First => write!(f, "{name} {size}"),
            Predecessor::After(before) => write!(f, "{} + {name} {size}", Chain(before)),
            Predecessor::InLayout => write!(f, "… + {name} {size}"),
        }
    }
}

struct FeatureName {
    layout: Layout,
    feature: Feature,
}

impl Display for FeatureName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.layout.find(self.feature) {
            Some((kind, index)) => write!(f, "{}[{index}]", kind.name()),
            None => write!(f, "slot {} (outside the layout)", self.feature.slot()),
        }
    }
}
