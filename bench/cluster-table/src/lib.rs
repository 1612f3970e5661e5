//! A transposition table in C++ as engines have it: clusters of 32 bytes with three entries of
//! plain words.

use std::alloc::{Layout, handle_alloc_error};

/// An entry, as both languages see it.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// Set by the table: the lowest 16 bits of the key.
    key: u16,
    /// The move, 0xffff for none.
    pub best: u16,
    pub value: i16,
    evaluation: i16,
    pub depth: u8,
    /// The bound from 1 to 3 (3 is exact), and 4 if no deeper search would change the value. The
    /// table adds the number of the search.
    pub flags: u8,
}

impl Entry {
    pub fn new(best: u16, value: i16, depth: u8, flags: u8) -> Entry {
        Entry { best, value, depth, flags, ..Entry::default() }
    }

    /// The payload of a key: the move in the high half, the value in the low one.
    pub fn payload(self) -> u32 {
        u32::from(self.best) << 16 | u32::from(self.value as u16)
    }
}

#[repr(C)]
struct CppTable {
    _opaque: [u8; 0],
}

unsafe extern "C" {
    fn cluster_new(bytes: usize, keeps_deeper: bool) -> *mut CppTable;
    fn cluster_free(table: *mut CppTable);
    fn cluster_probe(table: *const CppTable, key: u64, found: *mut Entry) -> bool;
    fn cluster_store(table: *mut CppTable, key: u64, entry: *const Entry);
    fn cluster_prefetch(table: *const CppTable, key: u64);
    fn cluster_fill(table: *mut CppTable, bits: u32);
    fn cluster_dependent(table: *mut CppTable, bits: u32, operations: u64, seed: u64) -> u64;
    fn cluster_independent(table: *mut CppTable, bits: u32, operations: u64, seed: u64) -> u64;
}

/// A table of clusters.
pub struct Table(*mut CppTable);

// SAFETY: the memory belongs to no thread. Threads race on the words of an entry, as in the engines
// that this stands for: all of it is compiled by the C++ compiler, which reads and writes them by
// plain moves.
unsafe impl Send for Table {}
// SAFETY: as above.
unsafe impl Sync for Table {}

impl Table {
    /// Creates a table of this size in bytes. An entry replaces that of the same key; if
    /// `keeps_deeper`, not when it is inexact and that of the table is four plies deeper.
    pub fn new(bytes: usize, keeps_deeper: bool) -> Table {
        // SAFETY: it takes any number.
        let table = unsafe { cluster_new(bytes, keeps_deeper) };
        if table.is_null() {
            handle_alloc_error(Layout::array::<u8>(bytes).expect("a size that memory can have"));
        }
        Table(table)
    }

    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        let mut found = Entry::default();
        // SAFETY: the table lives, and `found` is an entry that can be written.
        unsafe { cluster_probe(self.0, key, &raw mut found) }.then_some(found)
    }

    #[inline]
    pub fn store(&self, key: u64, entry: Entry) {
        // SAFETY: the table lives, and so does the entry.
        unsafe { cluster_store(self.0, key, &raw const entry) }
    }

    #[inline]
    pub fn prefetch(&self, key: u64) {
        // SAFETY: the table lives.
        unsafe { cluster_prefetch(self.0, key) }
    }

    /// Stores the payload of each key of a universe of `2^bits`.
    pub fn fill(&self, bits: u32) {
        // SAFETY: the table lives.
        unsafe { cluster_fill(self.0, bits) }
    }

    /// Nine probes, then a store, again and again; each key depends on what the last probe found.
    pub fn dependent(&self, bits: u32, operations: u64, seed: u64) -> u64 {
        // SAFETY: the table lives.
        unsafe { cluster_dependent(self.0, bits, operations, seed) }
    }

    /// Nine probes, then a store, again and again, of keys that depend on nothing.
    pub fn independent(&self, bits: u32, operations: u64, seed: u64) -> u64 {
        // SAFETY: the table lives.
        unsafe { cluster_independent(self.0, bits, operations, seed) }
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        // SAFETY: it was made by `cluster_new`, and nothing else frees it.
        unsafe { cluster_free(self.0) }
    }
}
