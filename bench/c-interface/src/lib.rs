//! The table through its C interface: the loops are in C, and call it as any program in C does.

use std::ffi::c_void;
use std::mem::MaybeUninit;

use zobrist_c::{ZOBRIST_OK, zobrist_table_free, zobrist_table_new, zobrist_table_probe};

unsafe extern "C" {
    fn interface_fill(table: *const c_void, bits: u32);
    fn interface_dependent(table: *const c_void, bits: u32, operations: u64, seed: u64) -> u64;
    fn interface_independent(table: *const c_void, bits: u32, operations: u64, seed: u64) -> u64;
}

/// A table with payloads of 64 bits, used from C.
#[derive(Debug)]
pub struct Table(Option<Box<zobrist_c::Table>>);

impl Table {
    /// Creates a table of this size in bytes; `None` if there is not that much memory.
    pub fn new(bytes: usize) -> Option<Table> {
        let mut table = MaybeUninit::new(None);
        let status = zobrist_table_new(bytes, Some(&mut table));
        // SAFETY: it was `None`, and is a table or `None` now.
        let table = unsafe { table.assume_init() };
        (status == ZOBRIST_OK).then_some(Table(table))
    }

    fn pointer(&self) -> *const c_void {
        self.0.as_deref().map_or(std::ptr::null(), |table| std::ptr::from_ref(table).cast())
    }

    /// Returns the payload of a key.
    pub fn probe(&self, key: u64) -> Option<u64> {
        let mut payload = MaybeUninit::new(0);
        let status = zobrist_table_probe(self.0.as_deref(), key, Some(&mut payload));
        // SAFETY: it was 0, and only a payload can have been written to it.
        let payload = unsafe { payload.assume_init() };
        (status == ZOBRIST_OK).then_some(payload)
    }

    /// Stores the payload of each key of a universe of `2^bits`.
    pub fn fill(&self, bits: u32) {
        // SAFETY: the table lives.
        unsafe { interface_fill(self.pointer(), bits) }
    }

    /// Nine probes, then a store, again and again; each key depends on what the last probe found.
    pub fn dependent(&self, bits: u32, operations: u64, seed: u64) -> u64 {
        // SAFETY: the table lives.
        unsafe { interface_dependent(self.pointer(), bits, operations, seed) }
    }

    /// Nine probes, then a store, again and again, of keys that depend on nothing.
    pub fn independent(&self, bits: u32, operations: u64, seed: u64) -> u64 {
        // SAFETY: the table lives.
        unsafe { interface_independent(self.pointer(), bits, operations, seed) }
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        zobrist_table_free(self.0.take());
    }
}
