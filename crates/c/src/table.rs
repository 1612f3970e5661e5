//! The transposition table with payloads of 64 bits.

use std::ffi::c_char;
use std::hint::select_unpredictable;
use std::mem::MaybeUninit;

use zobrist_transposition::{AllocateError, OpenError, SaveError};

use crate::arguments::{given, path, put_new};
use crate::status::{
    Failure, Status, ZOBRIST_FORMAT, ZOBRIST_INVALID, ZOBRIST_IO, ZOBRIST_MEMORY,
    ZOBRIST_NOT_FOUND, ZOBRIST_OK, guarded, guarded_value, refuse_null,
};

/// A concurrent transposition table: payloads of 64 bits by hash, in slots of 16 bytes. When a
/// bucket is full, entries that took little work and old ones give way. No entry is torn.
#[derive(Debug)]
pub struct Table(zobrist_transposition::Table<u64, u64>);

/// Creates an empty table of at most `bytes` bytes, which may be any number from 64 on.
///
/// Errors: `ZOBRIST_INVALID` if there is no room for an entry, `ZOBRIST_MEMORY`.
#[unsafe(no_mangle)]
pub extern "C" fn zobrist_table_new(
    bytes: usize,
    out: Option<&mut MaybeUninit<Option<Box<Table>>>>,
) -> Status {
    guarded(|| {
        put_new(out, || {
            let table = zobrist_transposition::Table::new(bytes as u64);
            table.map(Table).map_err(|error| of_allocation(&error))
        })
    })
}

/// Frees a table; null is nothing to free. No other thread may be using it.
#[unsafe(no_mangle)]
pub extern "C" fn zobrist_table_free(table: Option<Box<Table>>) {
    guarded_value((), || {
        drop(table);
        Ok(())
    });
}

/// Writes the payload that is stored for a hash to `payload`, and returns `ZOBRIST_OK`; or writes 0
/// and returns `ZOBRIST_NOT_FOUND`. Costs one cache line from memory. Any thread, at any time.
#[unsafe(no_mangle)]
pub extern "C" fn zobrist_table_probe(
    table: Option<&Table>,
    hash: u64,
    payload: Option<&mut MaybeUninit<u64>>,
) -> Status {
    let Some(table) = table else { return refuse_null("table") };
    let Some(payload) = payload else { return refuse_null("payload") };
    guarded(|| {
        let found = table.0.probe(hash);
        // Without a branch, which would wait for the memory: the caller has one of its own.
        payload.write(select_unpredictable(found.is_some(), found.unwrap_or(0), 0));
        Ok(select_unpredictable(found.is_some(), ZOBRIST_OK, ZOBRIST_NOT_FOUND))
    })
}

/// Stores a payload for a hash, in place of the payload of that hash if there is one. `work` is the
/// number of nodes that were searched for it: entries of little work give way first. Any thread, at
/// any time; if two store in one bucket at the same time, one of the two entries may be lost.
#[unsafe(no_mangle)]
pub extern "C" fn zobrist_table_store(
    table: Option<&Table>,
    hash: u64,
    payload: u64,
    work: u64,
) -> Status {
    let Some(table) = table else { return refuse_null("table") };
    guarded(|| {
        table.0.store(hash, payload, work);
        Ok(ZOBRIST_OK)
    })
}

/// Begins to bring the cache line of a hash from memory, for a probe or a store that comes soon.
/// Any thread, at any time.
#[unsafe(no_mangle)]
pub extern "C" fn zobrist_table_prefetch(table: Option<&Table>, hash: u64) -> Status {
    let Some(table) = table else { return refuse_null("table") };
    guarded(|| {
        table.0.prefetch(hash);
        Ok(ZOBRIST_OK)
    })
}

/// Starts a new generation, such as the search of the next move: entries of before count as older,
/// and give way first. After 31 new generations they count as current again. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn zobrist_table_new_generation(table: Option<&Table>) -> Status {
    guarded(|| {
        given(table, "table")?.0.new_generation();
        Ok(ZOBRIST_OK)
    })
}

/// Empties a table on `threads` threads, from 1 (as which 0 counts) to 1,024. Other threads may use
/// the table meanwhile; what they store may stay.
#[unsafe(no_mangle)]
pub extern "C" fn zobrist_table_clear(table: Option<&Table>, threads: usize) -> Status {
    guarded(|| {
        given(table, "table")?.0.clear(threads);
        Ok(ZOBRIST_OK)
    })
}

/// Resizes a table to at most `bytes` bytes on `threads` threads, and keeps its entries as far as
/// there is room, if it is and was of 128 KiB or more; smaller tables start empty. Both sizes are
/// in memory until it is done. No other thread may be using the table.
///
/// Errors: those of `zobrist_table_new`; the table stays as it was.
#[unsafe(no_mangle)]
pub extern "C" fn zobrist_table_resize(
    table: Option<&mut Table>,
    bytes: usize,
    threads: usize,
) -> Status {
    guarded(|| {
        let resized = given(table, "table")?.0.resize(bytes as u64, threads);
        resized.map_err(|error| of_allocation(&error))?;
        Ok(ZOBRIST_OK)
    })
}

/// Saves a table as a file, with the fingerprint of its keys (`zobrist_key_set_fingerprint`, or a
/// number of your own; give it another one if the meaning of payloads changes). A file at the path
/// is replaced when the new one is whole. Other threads may use the table meanwhile.
///
/// Errors: `ZOBRIST_IO`; a file that was there stays as it was.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zobrist_table_save(
    table: Option<&Table>,
    path: *const c_char,
    fingerprint: u64,
) -> Status {
    guarded(|| {
        // SAFETY: the contract of the crate.
        let path = unsafe { self::path(path, "path") }?;
        let saved = given(table, "table")?.0.save(path, fingerprint);
        saved.map_err(|error| match error {
            SaveError::Io { .. } => Failure::of(ZOBRIST_IO, &error),
            _ => Failure::of(ZOBRIST_INVALID, &error),
        })?;
        Ok(ZOBRIST_OK)
    })
}

/// Creates a table from a file that `zobrist_table_save` wrote.
///
/// Errors: `ZOBRIST_IO`; `ZOBRIST_FORMAT` if it is no such file, is damaged, or has another
/// fingerprint; `ZOBRIST_MEMORY`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zobrist_table_load(
    path: *const c_char,
    fingerprint: u64,
    out: Option<&mut MaybeUninit<Option<Box<Table>>>>,
) -> Status {
    guarded(|| {
        put_new(out, || {
            // SAFETY: the contract of the crate.
            let path = unsafe { self::path(path, "path") }?;
            let table = zobrist_transposition::Table::load(path, fingerprint);
            table.map(Table).map_err(|error| match &error {
                OpenError::Io { .. } => Failure::of(ZOBRIST_IO, &error),
                OpenError::Allocate(reason) => of_allocation(reason),
                _ => Failure::of(ZOBRIST_FORMAT, &error).at(path.display()),
            })
        })
    })
}

/// Returns the size of a table in bytes; 0 for null. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn zobrist_table_bytes(table: Option<&Table>) -> u64 {
    guarded_value(0, || Ok(given(table, "table")?.0.bytes()))
}

/// Returns how much of a table holds entries of the current generation, in thousandths, as UCI's
/// `hashfull` is defined; 0 for null. Estimated from 1,000 of its buckets. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn zobrist_table_fill(table: Option<&Table>) -> u32 {
    guarded_value(0, || {
        let fill = given(table, "table")?.0.fill(1000);
        Ok((fill.current_share() * 1000.0).round() as u32)
    })
}

fn of_allocation(error: &AllocateError) -> Failure {
    let status = match error {
        AllocateError::TooSmall { .. } | AllocateError::Shared => ZOBRIST_INVALID,
        _ => ZOBRIST_MEMORY,
    };
    Failure::of(status, error)
}
