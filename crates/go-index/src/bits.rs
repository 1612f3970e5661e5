//! Numbers of a fixed number of bits, the lowest first.

/// Appends numbers to bytes.
pub(crate) struct BitWriter {
    bits: u32,
    held: u64,
    /// Number of bits that are held.
    count: u32,
    bytes: Vec<u8>,
}

impl BitWriter {
    /// Appends to some bytes.
    pub(crate) fn new(bits: u32, bytes: Vec<u8>) -> BitWriter {
        BitWriter { bits, held: 0, count: 0, bytes }
    }

    pub(crate) fn put(&mut self, number: usize) {
        self.held |= (number as u64) << self.count;
        self.count += self.bits;
        while self.count >= 8 {
            self.bytes.push(self.held as u8);
            self.held >>= 8;
            self.count -= 8;
        }
    }

    /// Appends the last number, and zeros up to a whole byte.
    pub(crate) fn finish(mut self, last: usize) -> Vec<u8> {
        self.put(last);
        if self.count > 0 {
            self.bytes.push(self.held as u8);
        }
        self.bytes
    }
}

/// Reads numbers from bytes.
pub(crate) struct BitReader<'a> {
    bits: u32,
    held: u64,
    count: u32,
    bytes: &'a [u8],
}

impl<'a> BitReader<'a> {
    pub(crate) fn new(bits: u32, bytes: &'a [u8]) -> BitReader<'a> {
        BitReader { bits, held: 0, count: 0, bytes }
    }

    /// The next number; `None` if there are not enough bits.
    pub(crate) fn next(&mut self) -> Option<usize> {
        while self.count < self.bits {
            let (byte, rest) = self.bytes.split_first()?;
            self.held |= u64::from(*byte) << self.count;
            (self.count, self.bytes) = (self.count + 8, rest);
        }
        let number = self.held & ((1 << self.bits) - 1);
        self.held >>= self.bits;
        self.count -= self.bits;
        Some(number as usize)
    }

    /// True if nothing is left but the zeros that fill the last byte.
    pub(crate) fn is_done(&self) -> bool {
        self.bytes.is_empty() && self.held == 0
    }
}
