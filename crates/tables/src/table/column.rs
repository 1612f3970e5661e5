//! The columns of a table in memory: numbers and byte strings, required or optional.

use std::fmt::Debug;
use std::ops::Range;

use parquet::data_type::{ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::errors::Result;

use super::encode::{ByteStrings, Integer};
use super::row_group::{RowGroupReader, RowGroupWriter};

/// The values of one column for some rows.
pub trait Column: Clone + Debug + Default + Send {
    /// The value of one row.
    type Value: 'static;
    /// Repetition and type, as a Parquet schema writes them before the name.
    const TYPE: &'static str;
    /// The annotation after the name.
    const ANNOTATION: &'static str = "";

    /// Number of rows.
    fn len(&self) -> usize;

    /// True if there are no rows.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Removes all values but keeps their memory.
    fn clear(&mut self);

    /// Appends values.
    fn extend<'a>(&mut self, values: impl Iterator<Item = &'a Self::Value> + Clone);

    /// Appends the values of another column: all, or those for which `keep` is true.
    fn append(&mut self, other: &Self, keep: Option<&[bool]>);

    /// Appends the values of some consecutive rows of another column.
    fn append_range(&mut self, other: &Self, rows: Range<usize>);

    /// The values of all rows.
    fn values(&self) -> impl Iterator<Item = Self::Value>;

    /// Encodes the values of some consecutive rows.
    fn write(&self, rows: Range<usize>, group: &mut RowGroupWriter) -> Result<()>;

    /// Reads `rows` values and appends them.
    fn read(&mut self, group: &mut RowGroupReader, rows: usize) -> Result<()>;
}

/// The items for which `keep` is true.
fn kept<T>(items: impl Iterator<Item = T>, keep: &[bool]) -> impl Iterator<Item = T> {
    items.zip(keep).filter(|(_, keep)| **keep).map(|(item, _)| item)
}

/// A number in a row. Parquet's numbers are signed: an unsigned one is stored as the same bits.
pub trait Number: Copy + Debug + Send + 'static {
    /// The type of Parquet that holds it.
    type Stored: DataType<T: Integer>;
    /// Repetition and type of a column in which every row has a value.
    const REQUIRED: &'static str;
    /// Repetition and type of a column in which rows may lack a value.
    const OPTIONAL: &'static str;

    /// The number as it is stored.
    fn store(self) -> <Self::Stored as DataType>::T;
    /// The number that is stored so.
    fn load(stored: <Self::Stored as DataType>::T) -> Self;
}

macro_rules! numbers {
    ($($number:ty, $stored:ident, $name:literal;)*) => {$(
        impl Number for $number {
            type Stored = $stored;
            const REQUIRED: &'static str = concat!("required ", $name);
            const OPTIONAL: &'static str = concat!("optional ", $name);

            #[inline(always)]
            fn store(self) -> <$stored as DataType>::T {
                self as <$stored as DataType>::T
            }

            #[inline(always)]
            fn load(stored: <$stored as DataType>::T) -> $number {
                stored as $number
            }
        }
    )*};
}

numbers! {
    u16, Int32Type, "int32";
    i32, Int32Type, "int32";
    u32, Int32Type, "int32";
    i64, Int64Type, "int64";
    u64, Int64Type, "int64";
}

/// Numbers of type `N` as Parquet stores them.
type Stored<N> = Vec<<<N as Number>::Stored as DataType>::T>;

/// A column of numbers, one in each row.
#[derive(Clone, Debug)]
pub struct Numbers<N: Number>(pub Stored<N>);

impl<N: Number> Default for Numbers<N> {
    fn default() -> Self {
        Numbers(Vec::new())
    }
}

impl<N: Number> Column for Numbers<N> {
    type Value = N;
    const TYPE: &'static str = N::REQUIRED;

    fn len(&self) -> usize {
        self.0.len()
    }

    fn clear(&mut self) {
        self.0.clear();
    }

    #[inline]
    fn extend<'a>(&mut self, values: impl Iterator<Item = &'a N> + Clone) {
        self.0.extend(values.map(|value| value.store()));
    }

    fn append(&mut self, other: &Self, keep: Option<&[bool]>) {
        match keep {
            None => self.0.extend_from_slice(&other.0),
            Some(keep) => self.0.extend(kept(other.0.iter(), keep)),
        }
    }

    fn append_range(&mut self, other: &Self, rows: Range<usize>) {
        self.0.extend_from_slice(&other.0[rows]);
    }

    #[inline]
    fn values(&self) -> impl Iterator<Item = N> {
        self.0.iter().map(|stored| N::load(*stored))
    }

    fn write(&self, rows: Range<usize>, group: &mut RowGroupWriter) -> Result<()> {
        group.integers(&self.0[rows], None)
    }

    fn read(&mut self, group: &mut RowGroupReader, rows: usize) -> Result<()> {
        group.column::<N::Stored>(&mut self.0, None, rows)
    }
}

/// A column of numbers that may be missing.
#[derive(Clone, Debug)]
pub struct OptionalNumbers<N: Number> {
    /// The values that are present.
    values: Stored<N>,
    /// For each row, 1 if it has a value and 0 if not: Parquet's definition levels.
    levels: Vec<i16>,
}

impl<N: Number> Default for OptionalNumbers<N> {
    fn default() -> Self {
        OptionalNumbers { values: Vec::new(), levels: Vec::new() }
    }
}

impl<N: Number> Column for OptionalNumbers<N> {
    type Value = Option<N>;
    const TYPE: &'static str = N::OPTIONAL;

    fn len(&self) -> usize {
        self.levels.len()
    }

    fn clear(&mut self) {
        self.values.clear();
        self.levels.clear();
    }

    #[inline]
    fn extend<'a>(&mut self, values: impl Iterator<Item = &'a Option<N>> + Clone) {
        self.levels.extend(values.clone().map(|value| i16::from(value.is_some())));
        self.values.extend(values.flatten().map(|value| value.store()));
    }

    fn append(&mut self, other: &Self, keep: Option<&[bool]>) {
        let Some(keep) = keep else {
            self.values.extend_from_slice(&other.values);
            self.levels.extend_from_slice(&other.levels);
            return;
        };
        for value in kept(other.values(), keep) {
            self.extend([value].iter());
        }
    }

    fn append_range(&mut self, other: &Self, rows: Range<usize>) {
        self.values.extend_from_slice(&other.values[present(&other.levels, &rows)]);
        self.levels.extend_from_slice(&other.levels[rows]);
    }

    #[inline]
    fn values(&self) -> impl Iterator<Item = Option<N>> {
        let mut values = self.values.iter().map(|stored| N::load(*stored));
        self.levels.iter().map(move |level| if *level == 0 { None } else { values.next() })
    }

    fn write(&self, rows: Range<usize>, group: &mut RowGroupWriter) -> Result<()> {
        let values = &self.values[present(&self.levels, &rows)];
        group.integers(values, Some(&self.levels[rows]))
    }

    fn read(&mut self, group: &mut RowGroupReader, rows: usize) -> Result<()> {
        group.column::<N::Stored>(&mut self.values, Some(&mut self.levels), rows)
    }
}

/// Where the values of some rows are among those that are present, by the definition levels of all
/// rows.
fn present(levels: &[i16], rows: &Range<usize>) -> Range<usize> {
    let count = |levels: &[i16]| levels.iter().filter(|level| **level != 0).count();
    let start = count(&levels[..rows.start]);
    start..start + count(&levels[rows.clone()])
}

/// Byte strings in one piece of memory.
#[derive(Clone, Debug, Default)]
struct Strings {
    bytes: Vec<u8>,
    /// The end of each string.
    ends: Vec<usize>,
}

/// Memory that a cleared column keeps, in bytes.
pub const KEPT_BYTES: usize = 8 << 20;

impl Strings {
    #[inline]
    fn push(&mut self, string: &[u8]) {
        self.bytes.extend_from_slice(string);
        self.ends.push(self.bytes.len());
    }

    fn clear(&mut self) {
        self.bytes.clear();
        self.bytes.shrink_to(KEPT_BYTES);
        self.ends.clear();
    }

    fn append(&mut self, other: &Strings) {
        let before = self.bytes.len();
        self.bytes.extend_from_slice(&other.bytes);
        self.ends.extend(other.ends.iter().map(|end| before + end));
    }

    fn append_range(&mut self, other: &Strings, range: Range<usize>) {
        let (first, end) = (other.start_of(range.start), other.start_of(range.end));
        let before = self.bytes.len();
        self.bytes.extend_from_slice(&other.bytes[first..end]);
        self.ends.extend(other.ends[range].iter().map(|end| before + end - first));
    }

    fn iter(&self) -> impl Iterator<Item = &[u8]> {
        let mut start = 0;
        self.ends.iter().map(move |end| &self.bytes[std::mem::replace(&mut start, *end)..*end])
    }

    /// Some strings as the encoder takes them.
    fn encodable(&self, range: Range<usize>) -> ByteStrings<'_> {
        ByteStrings {
            bytes: &self.bytes,
            start: self.start_of(range.start),
            ends: &self.ends[range],
        }
    }

    /// Where a string begins, or where the last one ends.
    fn start_of(&self, string: usize) -> usize {
        string.checked_sub(1).map_or(0, |before| self.ends[before])
    }
}

/// A column of byte strings, one in each row; `UTF8` if they are text.
#[derive(Clone, Debug, Default)]
pub struct Texts<const UTF8: bool = true>(Strings);

impl<const UTF8: bool> Texts<UTF8> {
    /// Number of bytes of all strings.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.0.bytes.len()
    }
}

impl<const UTF8: bool> Column for Texts<UTF8> {
    type Value = Vec<u8>;
    const TYPE: &'static str = "required binary";
    const ANNOTATION: &'static str = if UTF8 { "(UTF8)" } else { "" };

    fn len(&self) -> usize {
        self.0.ends.len()
    }

    fn clear(&mut self) {
        self.0.clear();
    }

    fn extend<'a>(&mut self, values: impl Iterator<Item = &'a Vec<u8>> + Clone) {
        values.for_each(|value| self.0.push(value));
    }

    fn append(&mut self, other: &Self, keep: Option<&[bool]>) {
        match keep {
            None => self.0.append(&other.0),
            Some(keep) => kept(other.0.iter(), keep).for_each(|value| self.0.push(value)),
        }
    }

    fn append_range(&mut self, other: &Self, rows: Range<usize>) {
        self.0.append_range(&other.0, rows);
    }

    fn values(&self) -> impl Iterator<Item = Vec<u8>> {
        self.0.iter().map(<[u8]>::to_vec)
    }

    fn write(&self, rows: Range<usize>, group: &mut RowGroupWriter) -> Result<()> {
        group.bytes(self.0.encodable(rows), None)
    }

    fn read(&mut self, group: &mut RowGroupReader, rows: usize) -> Result<()> {
        let mut values = Vec::new();
        group.column::<ByteArrayType>(&mut values, None, rows)?;
        values.iter().for_each(|value| self.0.push(value.data()));
        Ok(())
    }
}

/// A column of texts that may be missing.
#[derive(Clone, Debug, Default)]
pub struct OptionalTexts {
    /// The texts that are present.
    present: Strings,
    /// As in [`OptionalNumbers`].
    levels: Vec<i16>,
}

impl OptionalTexts {
    #[inline]
    fn push(&mut self, value: Option<&[u8]>) {
        self.levels.push(value.is_some().into());
        value.into_iter().for_each(|value| self.present.push(value));
    }

    fn iter(&self) -> impl Iterator<Item = Option<&[u8]>> {
        let mut present = self.present.iter();
        self.levels.iter().map(move |level| if *level == 0 { None } else { present.next() })
    }

    /// Number of bytes of all strings that are present.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.present.bytes.len()
    }
}

impl Column for OptionalTexts {
    type Value = Option<Vec<u8>>;
    const TYPE: &'static str = "optional binary";
    const ANNOTATION: &'static str = "(UTF8)";

    fn len(&self) -> usize {
        self.levels.len()
    }

    fn clear(&mut self) {
        self.present.clear();
        self.levels.clear();
    }

    fn extend<'a>(&mut self, values: impl Iterator<Item = &'a Option<Vec<u8>>> + Clone) {
        values.for_each(|value| self.push(value.as_deref()));
    }

    fn append(&mut self, other: &Self, keep: Option<&[bool]>) {
        let Some(keep) = keep else {
            self.present.append(&other.present);
            self.levels.extend_from_slice(&other.levels);
            return;
        };
        kept(other.iter(), keep).for_each(|value| self.push(value));
    }

    fn append_range(&mut self, other: &Self, rows: Range<usize>) {
        self.present.append_range(&other.present, present(&other.levels, &rows));
        self.levels.extend_from_slice(&other.levels[rows]);
    }

    fn values(&self) -> impl Iterator<Item = Option<Vec<u8>>> {
        self.iter().map(|value| value.map(<[u8]>::to_vec))
    }

    fn write(&self, rows: Range<usize>, group: &mut RowGroupWriter) -> Result<()> {
        let present = present(&self.levels, &rows);
        group.bytes(self.present.encodable(present), Some(&self.levels[rows]))
    }

    fn read(&mut self, group: &mut RowGroupReader, rows: usize) -> Result<()> {
        let mut values = Vec::new();
        group.column::<ByteArrayType>(&mut values, Some(&mut self.levels), rows)?;
        values.iter().for_each(|value| self.present.push(value.data()));
        Ok(())
    }
}
