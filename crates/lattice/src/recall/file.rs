//! Saved recalls; `docs/recall-format.md` is the specification.

use std::io::{self, BufReader, BufWriter, Read, Write};

use zobrist::{Fnv1a, Key};

use super::error::LoadError;
use super::header::{Form, Header, Origin};
use super::stored::{Name, Stored, Verification};
use super::values::Recall;
use crate::configuration::Species;

impl<V: Stored, K: Key> Recall<V, K> {
    /// Writes all entries, the least recently used first, as values of `origin`. A file is best
    /// written next to its destination and renamed when it is complete.
    ///
    /// # Errors
    /// When writing fails.
    pub fn save(&self, writer: impl Write, origin: Origin) -> io::Result<()> {
        let header = Header { form: self.form(), entries: self.len() as u64, origin };
        write(writer, header, self.store.oldest_first())
    }

    /// Checks that every value has as many numbers as it should, where its type does not say.
    pub(crate) fn of_length(self, expected: usize) -> Result<Recall<V, K>, LoadError> {
        let got = self.values().map(|value| value.numbers().len()).find(|got| *got != expected);
        let Some(got) = got else { return Ok(self) };
        let (expected, got) = (expected.to_string(), got.to_string());
        Err(LoadError::Form { what: "numbers of a value", expected, got })
    }

    /// Adds all entries that [`save`](Recall::save) wrote, in their order, as if they were
    /// inserted: if there are more than the bound allows, the most recently used are kept.
    ///
    /// ```
    /// use zobrist_lattice::{LoadError, Origin, Recall};
    ///
    /// let mut recall = Recall::with_entries(1000);
    /// recall.insert(7, 0.65);
    /// let origin = Origin { potential: 1, lattice: 2, seed: 3 };
    /// let mut bytes = Vec::new();
    /// recall.save(&mut bytes, origin)?;
    ///
    /// let mut again = Recall::<f64>::with_entries(1000).load(&bytes[..], origin)?;
    /// assert_eq!(again.get(7), Some(&0.65));
    ///
    /// let other = Origin { potential: 4, ..origin };
    /// let error = Recall::<f64>::with_entries(1000).load(&bytes[..], other).unwrap_err();
    /// assert!(matches!(error, LoadError::Potential { expected: 4, got: 1 }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When it is not a recall, is damaged, or has another version, form or origin.
    pub fn load(mut self, reader: impl Read, origin: Origin) -> Result<Recall<V, K>, LoadError> {
        let mut reader = BufReader::new(reader);
        let header = Header::read(&mut reader)?;
        header.check(self.form(), origin)?;
        read(reader, header, |hash, content, value| {
            self.insert(Name { hash, content: Some(content) }, value);
        })?;
        self.statistics.evictions = 0;
        Ok(self)
    }

    /// The form of the names and values.
    fn form(&self) -> Form {
        Form {
            bits: K::BITS,
            contents: self.verification() == Verification::Content,
            prefactors: self.prefactors,
            numbers: V::LENGTH.map(|length| length as u32),
        }
    }
}

/// Writes a header, as many entries as it says, and their checksum.
pub(super) fn write<'a, V: Stored + 'a, K: Key>(
    writer: impl Write,
    header: Header,
    entries: impl Iterator<Item = (K, &'a [Species], &'a V)>,
) -> io::Result<()> {
    let mut writer = BufWriter::new(writer);
    header.write(&mut writer)?;
    let (mut fnv, mut entry) = (Fnv1a::new(), Vec::new());
    for (hash, content, value) in entries {
        entry.clear();
        entry.extend_from_slice(&hash.to_word().to_le_bytes()[..header.form.key_bytes()]);
        if header.form.contents {
            entry.extend_from_slice(&(content.len() as u32).to_le_bytes());
            entry.extend(content.iter().map(|species| species.0));
        }
        if header.form.numbers.is_none() {
            entry.extend_from_slice(&(value.numbers().len() as u32).to_le_bytes());
        }
        entry.extend(value.numbers().iter().flat_map(|number| number.to_le_bytes()));
        fnv = fnv.bytes(&entry);
        writer.write_all(&entry)?;
    }
    writer.write_all(&fnv.finish().to_le_bytes())?;
    writer.flush()
}

/// Reads the entries after a header, and checks that nothing is missing, damaged or left over.
///
/// # Errors
/// When something is. Some entries may then have been given away.
pub(super) fn read<V: Stored, K: Key>(
    reader: impl Read,
    header: Header,
    mut entry: impl FnMut(K, &[Species], V),
) -> Result<(), LoadError> {
    let Header { form, entries: expected, .. } = header;
    let mut entries =
        Entries { reader, form, fnv: Fnv1a::new(), bytes: Vec::new(), numbers: Vec::new() };
    let mut content = Vec::new();
    for got in 0..expected {
        match entries.next(&mut content) {
            Ok((hash, value)) => entry(hash, &content, value),
            Err(LoadError::Io(error)) if error.kind() == io::ErrorKind::UnexpectedEof => {
                return Err(LoadError::Truncated { what: "entries", expected, got });
            }
            Err(error) => return Err(error),
        }
    }
    let checksum = entries.fnv.finish();
    let mut stored = [0; 8];
    match entries.reader.read_exact(&mut stored) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
            return Err(LoadError::Truncated { what: "checksums", expected: 1, got: 0 });
        }
        read => read?,
    }
    let got = u64::from_le_bytes(stored);
    if got != checksum {
        return Err(LoadError::Checksum { what: "entries", expected: checksum, got });
    }
    if entries.reader.read(&mut [0])? > 0 {
        return Err(LoadError::TooLong { expected });
    }
    Ok(())
}

/// Entries as they are read.
struct Entries<R> {
    reader: R,
    form: Form,
    fnv: Fnv1a,
    bytes: Vec<u8>,
    numbers: Vec<f64>,
}

impl<R: Read> Entries<R> {
    /// The next hash and value; the content, empty if there is none, is put in its place.
    fn next<V: Stored, K: Key>(&mut self, content: &mut Vec<Species>) -> Result<(K, V), LoadError> {
        self.read(self.form.key_bytes())?;
        let mut word = [0; 16];
        word[..self.bytes.len()].copy_from_slice(&self.bytes);
        let hash = K::from_word(u128::from_le_bytes(word));
        content.clear();
        if self.form.contents {
            let length = self.read_length()?;
            self.read(length)?;
            content.extend(self.bytes.iter().map(|byte| Species(*byte)));
        }
        let length = match self.form.numbers {
            Some(numbers) => numbers as usize,
            None => self.read_length()?,
        };
        self.read(length * 8)?;
        let number = |bytes: &[u8]| f64::from_le_bytes(std::array::from_fn(|i| bytes[i]));
        self.numbers.clear();
        self.numbers.extend(self.bytes.chunks_exact(8).map(number));
        let value = V::from_numbers(&self.numbers).ok_or_else(|| LoadError::Form {
            what: "numbers of a value",
            expected: "as many as the type has".to_owned(),
            got: self.numbers.len().to_string(),
        })?;
        Ok((hash, value))
    }

    fn read_length(&mut self) -> io::Result<usize> {
        self.read(4)?;
        Ok(u32::from_le_bytes(std::array::from_fn(|i| self.bytes[i])) as usize)
    }

    /// Reads `count` bytes. Memory is allocated as they come, not as a damaged length says.
    fn read(&mut self, count: usize) -> io::Result<()> {
        self.bytes.clear();
        self.reader.by_ref().take(count as u64).read_to_end(&mut self.bytes)?;
        if self.bytes.len() < count {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.fnv = self.fnv.bytes(&self.bytes);
        Ok(())
    }
}
