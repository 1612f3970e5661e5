//! The incremental hasher.

use std::mem::MaybeUninit;
use std::sync::Arc;

use crate::arguments::{given, put_new};
use crate::key_set::{KeySet, Keys};
use crate::status::{
    Failure, Status, ZOBRIST_INVALID, ZOBRIST_OK, guarded, guarded_value, refuse_null,
};

/// An incremental hasher: it keeps the hash of a state while features come and go. It does not know
/// which features are present. One thread at a time may use it.
#[derive(Debug)]
pub struct Hasher {
    keys: Arc<Keys>,
    hash: u64,
}

impl Hasher {
    #[inline(always)]
    fn key(&self, slot: u32) -> Option<u64> {
        self.keys.keys().get(slot as usize).copied()
    }

    /// Fails because of a slot that the layout does not have, apart from what is called often.
    #[cold]
    #[inline(never)]
    fn refuse(&self, slot: u32) -> Status {
        guarded(|| Err(self.keys.no_slot(slot)))
    }
}

/// Creates a hasher of the empty state, whose hash is 0. It shares the keys, and the set may be
/// freed before it.
#[unsafe(no_mangle)]
pub extern "C" fn zobrist_hasher_new(
    keys: Option<&KeySet>,
    out: Option<&mut MaybeUninit<Option<Box<Hasher>>>>,
) -> Status {
    guarded(|| put_new(out, || Ok(Hasher { keys: given(keys, "keys")?.0.clone(), hash: 0 })))
}

/// Frees a hasher; null is nothing to free.
#[unsafe(no_mangle)]
pub extern "C" fn zobrist_hasher_free(hasher: Option<Box<Hasher>>) {
    guarded_value((), || {
        drop(hasher);
        Ok(())
    });
}

/// Adds the key of a feature that comes into the state, by its slot.
///
/// Errors: `ZOBRIST_INVALID` if there is no such slot; the hash then stays as it was.
#[unsafe(no_mangle)]
pub extern "C" fn zobrist_hasher_insert(hasher: Option<&mut Hasher>, slot: u32) -> Status {
    let Some(hasher) = hasher else { return refuse_null("hasher") };
    let Some(key) = hasher.key(slot) else { return hasher.refuse(slot) };
    hasher.hash = hasher.keys.operation().plus(hasher.hash, key);
    ZOBRIST_OK
}

/// Takes out the key of a feature that leaves the state. Errors as for `zobrist_hasher_insert`.
#[unsafe(no_mangle)]
pub extern "C" fn zobrist_hasher_remove(hasher: Option<&mut Hasher>, slot: u32) -> Status {
    let Some(hasher) = hasher else { return refuse_null("hasher") };
    let Some(key) = hasher.key(slot) else { return hasher.refuse(slot) };
    hasher.hash = hasher.keys.operation().minus(hasher.hash, key);
    ZOBRIST_OK
}

/// Takes out the key of one feature and adds that of another: a piece that moves. Errors as for
/// `zobrist_hasher_insert`.
#[unsafe(no_mangle)]
pub extern "C" fn zobrist_hasher_replace(
    hasher: Option<&mut Hasher>,
    before: u32,
    after: u32,
) -> Status {
    let Some(hasher) = hasher else { return refuse_null("hasher") };
    let Some(old) = hasher.key(before) else { return hasher.refuse(before) };
    let Some(new) = hasher.key(after) else { return hasher.refuse(after) };
    let operation = hasher.keys.operation();
    hasher.hash = operation.plus(operation.minus(hasher.hash, old), new);
    ZOBRIST_OK
}

/// Returns the hash of the state; 0 for null.
#[unsafe(no_mangle)]
pub extern "C" fn zobrist_hasher_hash(hasher: Option<&Hasher>) -> u64 {
    guarded_value(0, || Ok(given(hasher, "hasher")?.hash))
}

/// Sets the hash, to that of a state before a move that is taken back, or to 0 for the empty state.
///
/// Errors: `ZOBRIST_INVALID` if keys are added modulo 2^n, and the hash has more than n bits.
#[unsafe(no_mangle)]
pub extern "C" fn zobrist_hasher_set(hasher: Option<&mut Hasher>, hash: u64) -> Status {
    guarded(|| {
        let hasher = given(hasher, "hasher")?;
        if !hasher.keys.operation().is_hash(hash) {
            let bits = hasher.keys.operation().sum_bits();
            let text = format!("expected a hash of {bits} bits, got {hash:#x}");
            return Err(Failure::new(ZOBRIST_INVALID, text));
        }
        hasher.hash = hash;
        Ok(ZOBRIST_OK)
    })
}
