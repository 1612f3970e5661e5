//! The layout of a slot: where tag, grade, generation and payload are.

use std::fmt::{self, Display};

use zobrist::Key;

use crate::pack::Pack;
use crate::policy::Policy;

/// The size of a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Size {
    /// 64 bits, eight per cache line; each is read and written by one atomic access.
    Small,
    /// 128 bits: one atomic access if the machine has one of 16 bytes (four per cache line), else
    /// checked by the line's sequence number (three per cache line).
    Wide,
    /// 192 bits, two per cache line, checked by the line's sequence number.
    Long,
}

impl Size {
    /// Returns the number of bits in a slot.
    #[must_use]
    pub const fn bits(self) -> u32 {
        match self {
            Size::Small => 64,
            Size::Wide => 128,
            Size::Long => 192,
        }
    }
}

impl Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.bits())
    }
}

/// Chooses the size of the slots: [`Fit`], [`Small`], [`Wide`] or [`Long`].
pub trait SlotSize: sealed::Sealed + 'static {
    /// The size of a slot; `None` for the smallest that fits.
    const SIZE: Option<Size>;
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! sizes {
    ($($(#[$doc:meta])* $name:ident => $size:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;
        impl sealed::Sealed for $name {}
        impl SlotSize for $name {
            const SIZE: Option<Size> = $size;
        }
    )*};
}

sizes! {
    /// Chooses the smallest slots that leave a tag of 32 bits or the whole key; the default.
    Fit => None;
    /// Chooses slots of 64 bits, eight per cache line.
    Small => Some(Size::Small);
    /// Chooses slots of 128 bits, four per cache line, or three: see [`Size::Wide`].
    Wide => Some(Size::Wide);
    /// Chooses slots of 192 bits, two per cache line.
    Long => Some(Size::Long);
}

/// The layout of a slot: the payload in the lowest bits, then zeros, the grade, the generation and,
/// in the highest bits, the tag.
///
/// Generation 0 marks an empty slot. [`of`](SlotLayout::of) makes a layout from the types of a
/// table and checks it; there are no others.
///
/// ```
/// use zobrist_transposition::{Fit, SlotLayout, TwoTier};
///
/// let layout = SlotLayout::of::<u64, u32, TwoTier, Fit>();
/// let policy = layout.grade_bits() + layout.age_bits();
/// assert_eq!((layout.payload_bits(), policy, layout.tag_bits()), (32, 11, 64));
/// assert_eq!(layout.size().bits(), 128);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SlotLayout {
    pub(crate) size: Size,
    pub(crate) key: u32,
    pub(crate) payload: u32,
    pub(crate) grade: u32,
    pub(crate) age: u32,
    pub(crate) tag: u32,
}

/// The layout and the policy of a table, as a type: constants of inline assembly depend on them.
pub(crate) trait Form {
    type Policy: Policy;
    const LAYOUT: SlotLayout;
}

/// The smallest tag that [`Fit`] accepts.
const MIN_FITTING_TAG: u32 = 32;

impl SlotLayout {
    /// Returns the layout of the slots of `Table<K, V, P, S>`.
    ///
    /// # Panics
    /// When no tag fits beside the payload, or something has more bits than its trait allows; in a
    /// table, that does not compile.
    #[must_use]
    pub const fn of<K: Key, V: Pack, P: Policy, S: SlotSize>() -> SlotLayout {
        assert!(V::BITS <= 128, "a payload has at most 128 bits");
        assert!(K::BITS >= 8 && K::BITS <= 128, "a key has 8 to 128 bits");
        assert!(P::GRADE_BITS <= 16, "a grade has at most 16 bits");
        assert!(P::AGE_BITS >= 1 && P::AGE_BITS <= 8, "a generation has 1 to 8 bits");
        // The name identifies the policy in a file.
        let name_fits = P::NAME.is_ascii() && P::NAME.len() <= 16;
        assert!(name_fits, "the name of a policy is at most 16 bytes of ASCII");
        let used = V::BITS + P::GRADE_BITS + P::AGE_BITS;
        let wanted = if K::BITS < MIN_FITTING_TAG { K::BITS } else { MIN_FITTING_TAG };
        let size = match S::SIZE {
            Some(size) => size,
            None if used + wanted <= 64 => Size::Small,
            None if used + wanted <= 128 => Size::Wide,
            None => Size::Long,
        };
        assert!(used < size.bits(), "the slots are too small for the payload and a tag");
        let room = size.bits() - used;
        let tag = if room < K::BITS { room } else { K::BITS };
        SlotLayout {
            size,
            key: K::BITS,
            payload: V::BITS,
            grade: P::GRADE_BITS,
            age: P::AGE_BITS,
            tag,
        }
    }

    /// Returns the size of a slot.
    #[must_use]
    pub const fn size(self) -> Size {
        self.size
    }

    /// Returns the number of bits in the key.
    #[must_use]
    pub const fn key_bits(self) -> u32 {
        self.key
    }

    /// Returns the number of bits in the payload.
    #[must_use]
    pub const fn payload_bits(self) -> u32 {
        self.payload
    }

    /// Returns the number of bits in the policy's grade.
    #[must_use]
    pub const fn grade_bits(self) -> u32 {
        self.grade
    }

    /// Returns the number of bits in the generation.
    #[must_use]
    pub const fn age_bits(self) -> u32 {
        self.age
    }

    /// Returns the number of bits in the tag, which is the lowest bits of the key.
    #[must_use]
    pub const fn tag_bits(self) -> u32 {
        self.tag
    }

    /// The lowest bit of the tag.
    pub(crate) const fn tag_at(self) -> u32 {
        self.size.bits() - self.tag
    }

    /// The lowest bit of the generation.
    pub(crate) const fn age_at(self) -> u32 {
        self.tag_at() - self.age
    }

    /// The lowest bit of the grade.
    pub(crate) const fn grade_at(self) -> u32 {
        self.age_at() - self.grade
    }

    /// The largest number of keys that share a bucket in a table of `buckets`: 2^key / buckets,
    /// rounded up; `None` when that is 2^128.
    const fn keys_per_bucket(self, buckets: u64) -> Option<u128> {
        // The index is the high half of a product with the highest 64 bits of the key.
        let indexed = if self.key < 64 { self.key } else { 64 };
        let share = (1_u128 << indexed).div_ceil(buckets as u128);
        match self.key - indexed {
            64 if share >> 64 != 0 => None,
            rest => Some(share << rest),
        }
    }

    /// Returns true if tag and bucket determine the key in a table of `buckets` buckets: if the
    /// keys that share a bucket, which are consecutive, are no more than the tags.
    ///
    /// # Panics
    /// When there are no buckets.
    #[must_use]
    pub const fn is_exact(self, buckets: u64) -> bool {
        if self.tag >= 128 {
            return true;
        }
        match self.keys_per_bucket(buckets) {
            Some(keys) => keys <= 1 << self.tag,
            None => false,
        }
    }

    /// Returns the probability that a probe for a random key that is not in the table finds an
    /// entry anyway, in a bucket of `entries` entries. It is 0 when the table is exact.
    ///
    /// The K = 2^key / buckets keys of a bucket are consecutive. With q = ⌊K / 2^tag⌋ and f the
    /// fraction of K / 2^tag, a share f of the tags belongs to q + 1 keys each, the others to q. A
    /// stored key shares its tag with q (q − 1 + 2f) / (q + f) others on average, since it is more
    /// often one of a larger class. No two entries of a bucket have the same tag, so that
    /// entries · q (q − 1 + 2f) / (q + f) of the K − entries keys that are not there find one. The
    /// figure is a little too low if there are hardly more tags than entries and few keys per tag.
    ///
    /// # Panics
    /// When there are no buckets.
    #[must_use]
    pub fn false_positive_rate(self, buckets: u64, entries: f64) -> f64 {
        if self.is_exact(buckets) {
            return 0.0;
        }
        let tags = f64::from(self.tag).exp2();
        let keys = f64::from(self.key).exp2() / buckets as f64;
        let (q, f) = ((keys / tags).floor(), (keys / tags).fract());
        let others = q * (q - 1.0 + 2.0 * f) / (q + f);
        let entries = entries.min(tags);
        // There are more keys than tags, or the table would be exact.
        (entries * others / (keys - entries)).clamp(0.0, 1.0)
    }
}
