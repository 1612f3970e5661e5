//! Saved recalls; `docs/recall-format.md` is the specification.

use std::io::{self, BufReader, BufWriter, Read, Write};

use zobrist::{Fnv1a, Key};

use super::error::{LoadError, MAGIC};
use super::name::{Name, Verification};
use super::origin::Origin;
use super::stored::Stored;
use super::values::Recall;
use crate::species::Species;

const VERSION: u32 = 1;
const HEADER: usize = 64;
/// Stands for a length that varies from value to value.
const ANY: u32 = u32::MAX;

impl<V: Stored, K: Key> Recall<V, K> {
    /// Writes all entries, the least recently used first, as values of `origin`. A file is best
    /// written next to its destination and renamed when it is complete.
    ///
    /// # Errors
    /// When writing fails.
    pub fn save(&self, writer: impl Write, origin: Origin) -> io::Result<()> {
        let mut writer = BufWriter::new(writer);
        writer.write_all(&self.header(origin))?;
        let (mut fnv, mut entry) = (Fnv1a::new(), Vec::new());
        for (hash, content, value) in self.store.oldest_first() {
            entry.clear();
            entry.extend_from_slice(&hash.to_word().to_le_bytes()[..key_bytes::<K>()]);
            if self.verification() == Verification::Content {
                entry.extend_from_slice(&(content.len() as u32).to_le_bytes());
                entry.extend(content.iter().map(|species| species.0));
            }
            if V::LENGTH.is_none() {
                entry.extend_from_slice(&(value.numbers().len() as u32).to_le_bytes());
            }
            entry.extend(value.numbers().iter().flat_map(|number| number.to_le_bytes()));
            fnv = fnv.bytes(&entry);
            writer.write_all(&entry)?;
        }
        writer.write_all(&fnv.finish().to_le_bytes())?;
        writer.flush()
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
        let mut bytes = Vec::new();
        reader.by_ref().take(HEADER as u64).read_to_end(&mut bytes)?;
        let expected = self.check(&bytes, origin)?;
        let mut entries = Entries { reader, fnv: Fnv1a::new(), bytes, numbers: Vec::new() };
        for got in 0..expected {
            match entries.next(self.verification()) {
                Ok((hash, content, value)) => {
                    self.insert(Name { hash, content: Some(&content) }, value);
                }
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
        self.statistics.evictions = 0;
        Ok(self)
    }

    fn header(&self, origin: Origin) -> [u8; HEADER] {
        let mut bytes = Vec::with_capacity(HEADER);
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        for (_, number) in self.form() {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        for number in [self.len() as u64, origin.potential, origin.lattice, origin.seed] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        bytes.extend_from_slice(&checksum(&bytes).to_le_bytes());
        bytes.try_into().expect("the header has a fixed size")
    }

    /// The form of the names and values, in the order of the header.
    fn form(&self) -> [(&'static str, u32); 3] {
        let length = V::LENGTH.map_or(ANY, |length| length as u32);
        let contents = u32::from(self.verification() == Verification::Content);
        [("bits of a hash", K::BITS), ("contents", contents), ("numbers of a value", length)]
    }

    /// Checks a header, and returns the number of entries.
    fn check(&self, bytes: &[u8], origin: Origin) -> Result<u64, LoadError> {
        let get32 = |at: usize| u32::from_le_bytes(std::array::from_fn(|i| bytes[at + i]));
        let get64 = |at: usize| u64::from_le_bytes(std::array::from_fn(|i| bytes[at + i]));
        if !bytes.starts_with(MAGIC) {
            return Err(LoadError::NotARecall { got: bytes[..bytes.len().min(8)].to_vec() });
        }
        if bytes.len() >= 12 && get32(8) != VERSION {
            return Err(LoadError::Version { expected: VERSION, got: get32(8) });
        }
        if bytes.len() < HEADER {
            let (what, got) = ("bytes of the header", bytes.len() as u64);
            return Err(LoadError::Truncated { what, expected: HEADER as u64, got });
        }
        let (expected, got) = (checksum(&bytes[..HEADER - 8]), get64(HEADER - 8));
        if expected != got {
            return Err(LoadError::Checksum { what: "header", expected, got });
        }
        for (i, (what, expected)) in self.form().into_iter().enumerate() {
            let got = get32(12 + 4 * i);
            if got != expected {
                let [expected, got] = [expected, got].map(|number| match number {
                    ANY => "any".to_owned(),
                    number => number.to_string(),
                });
                return Err(LoadError::Form { what, expected, got });
            }
        }
        let (expected, got) = (origin.seed, get64(48));
        if expected != got {
            return Err(LoadError::Seed { expected, got });
        }
        let (expected, got) = (origin.potential, get64(32));
        if expected != got {
            return Err(LoadError::Potential { expected, got });
        }
        let (expected, got) = (origin.lattice, get64(40));
        if expected != got {
            return Err(LoadError::Lattice { expected, got });
        }
        Ok(get64(24))
    }
}

/// Entries as they are read.
struct Entries<R> {
    reader: R,
    fnv: Fnv1a,
    bytes: Vec<u8>,
    numbers: Vec<f64>,
}

impl<R: Read> Entries<R> {
    fn next<V: Stored, K: Key>(
        &mut self,
        verification: Verification,
    ) -> Result<(K, Vec<Species>, V), LoadError> {
        self.read(key_bytes::<K>())?;
        let mut word = [0; 16];
        word[..self.bytes.len()].copy_from_slice(&self.bytes);
        let hash = K::from_word(u128::from_le_bytes(word));
        let content = match verification {
            Verification::Hash => Vec::new(),
            Verification::Content => {
                let length = self.read_length()?;
                self.read(length)?;
                self.bytes.iter().map(|byte| Species(*byte)).collect()
            }
        };
        let length = match V::LENGTH {
            Some(length) => length,
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
        Ok((hash, content, value))
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

fn key_bytes<K: Key>() -> usize {
    K::BITS.div_ceil(8) as usize
}

fn checksum(bytes: &[u8]) -> u64 {
    Fnv1a::new().bytes(bytes).finish()
}
