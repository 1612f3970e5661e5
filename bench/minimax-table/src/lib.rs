//! The lock-free table of the `minimax` crate, which is private there. Its source file is compiled
//! here from cargo's copy of the crate.

use minimax::interface;

use table::{ConcurrentTable, EntryFlag, LockfreeTable, Table as _};

/// Functions that the file imports, which nothing here calls.
mod common {
    pub fn move_to_front<M>(_: M, _: &mut [M]) -> bool {
        unreachable!("no moves are sorted")
    }

    pub fn unclamp_value(_: i16) -> i16 {
        unreachable!("no values are shown")
    }
}

#[allow(warnings, clippy::all)]
mod table {
    include!(env!("MINIMAX_TABLE"));
}

/// A table of payloads of 32 bits, which are a value and a move of 16 bits each in `minimax`.
pub struct Table(LockfreeTable<u16>);

impl Table {
    /// Creates a table of this size in bytes.
    pub fn new(bytes: usize) -> Table {
        Table(LockfreeTable::new(bytes))
    }

    #[inline(always)]
    pub fn probe(&self, key: u64) -> Option<u32> {
        let entry = self.0.lookup(key)?;
        Some(u32::from(entry.value as u16) | u32::from(entry.best_move?) << 16)
    }

    #[inline(always)]
    pub fn store(&self, key: u64, payload: u32) {
        let (value, best_move) = (payload as i16, (payload >> 16) as u16);
        self.0.concurrent_store(key, value, 1, EntryFlag::Exact, best_move);
    }
}
