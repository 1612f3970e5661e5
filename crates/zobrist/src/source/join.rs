//! Numbers of a generator that are joined to a key.

use core::fmt::{self, Display};

/// A way to join consecutive numbers of a generator to one key, as programs do whose generator has
/// numbers of fewer bits than a key.
///
/// The numbers are those that the generator itself draws: 15 bits of [`MsvcRand`], 31 of
/// [`GlibcRandom`], [`CSharpRandom`] and [`MinStd`], 32 of [`Mt19937`], [`PythonRandom`],
/// [`JavaRandom`], [`Drand48`], [`XorShift32`] and [`Pcg32`], 64 of all others. Each is cut to
/// some of its bits and shifted, and they are combined by XOR, or by OR. The low bits of the
/// result are the key.
///
/// ```
/// use zobrist::source::{GlibcRandom, Join};
/// use zobrist::{KeyTable, Kind, Source};
///
/// // rand() | rand() << 15 | rand() << 30 | rand() << 45 | rand() << 60, whose numbers overlap
/// const JOIN: Join = Join::shifted(&[0, 15, 30, 45, 60]).by_or();
/// const STONE: Kind = Kind::first("stone", 1);
/// const SOURCE: Source = Source::glibc_random(1).sequential().joined(JOIN);
/// const KEYS: KeyTable<u64, 1> = SOURCE.table_u64(STONE.layout());
///
/// let mut generator = GlibcRandom::new(1);
/// let key = [0, 15, 30, 45, 60].map(|shift| u64::from(generator.next_u31()) << shift);
/// assert_eq!(KEYS[STONE.at(0)], key.into_iter().fold(0, |key, number| key | number));
/// ```
///
/// [`MsvcRand`]: super::MsvcRand
/// [`GlibcRandom`]: super::GlibcRandom
/// [`CSharpRandom`]: super::CSharpRandom
/// [`MinStd`]: super::MinStd
/// [`Mt19937`]: super::Mt19937
/// [`PythonRandom`]: super::PythonRandom
/// [`JavaRandom`]: super::JavaRandom
/// [`Drand48`]: super::Drand48
/// [`XorShift32`]: super::XorShift32
/// [`Pcg32`]: super::Pcg32
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Join {
    shifts: [u8; Join::MAX],
    count: u8,
    drop: u8,
    bits: u8,
    by_or: bool,
}

impl Join {
    /// The largest number of numbers in a key.
    pub const MAX: usize = 16;

    /// Joins as many numbers as there are shifts: the first drawn is shifted left by the first. All
    /// bits of a number are taken, and combine by XOR.
    ///
    /// # Panics
    /// When there is no shift, more than 16, or one from 128 on.
    #[must_use]
    pub const fn shifted(shifts: &[u8]) -> Join {
        assert!(!shifts.is_empty() && shifts.len() <= Join::MAX, "from 1 to 16 numbers are joined");
        let mut kept = [0; Join::MAX];
        let mut i = 0;
        while i < shifts.len() {
            assert!(shifts[i] < 128, "a number is shifted by less than 128 bits");
            kept[i] = shifts[i];
            i += 1;
        }
        Join { shifts: kept, count: shifts.len() as u8, drop: 0, bits: 64, by_or: false }
    }

    /// Drops the lowest `count` bits of each number, before [`low`](Join::low) bits are taken. The
    /// default is 0.
    ///
    /// # Panics
    /// When the count is above 63.
    #[must_use]
    pub const fn without(self, count: u8) -> Join {
        assert!(count < 64, "a number has 64 bits");
        Join { drop: count, ..self }
    }

    /// Takes the lowest `bits` bits of each number, from 1 to 64. The default is 64.
    ///
    /// # Panics
    /// When there are none, or more than 64.
    #[must_use]
    pub const fn low(self, bits: u8) -> Join {
        assert!(bits > 0 && bits <= 64, "from 1 to 64 bits of a number are taken");
        Join { bits, ..self }
    }

    /// Combines the numbers by OR. If their bits overlap, that is not XOR.
    #[must_use]
    pub const fn by_or(self) -> Join {
        Join { by_or: true, ..self }
    }

    /// Returns the shifts.
    #[must_use]
    pub const fn shifts(&self) -> &[u8] {
        self.shifts.split_at(self.count as usize).0
    }

    /// Returns the number of lowest bits of each number that are dropped.
    #[must_use]
    pub const fn dropped(self) -> u8 {
        self.drop
    }

    /// Returns the number of bits of each number that are taken.
    #[must_use]
    pub const fn taken(self) -> u8 {
        self.bits
    }

    /// Returns true if the numbers combine by OR.
    #[must_use]
    pub const fn is_by_or(self) -> bool {
        self.by_or
    }

    /// Adds the number at `place`, from 0, to the key.
    pub(super) const fn add(&self, key: u128, place: usize, number: u64) -> u128 {
        let bits = number >> self.drop & u64::MAX >> (64 - self.bits);
        let shifted = (bits as u128) << self.shifts[place];
        if self.by_or { key | shifted } else { key ^ shifted }
    }
}

/// Writes the shifts, and what differs from the defaults.
impl Display for Join {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "joined at {:?}", self.shifts())?;
        if self.drop > 0 {
            write!(f, " without {} low bits", self.drop)?;
        }
        if self.bits < 64 {
            write!(f, " of {} bits", self.bits)?;
        }
        f.write_str(if self.by_or { " by or" } else { "" })
    }
}
